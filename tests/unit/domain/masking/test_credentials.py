"""What a provider says with a connection's credentials in it, in whatever form."""

import base64
import html
import json
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oncestep.domain.credentials import SHORTEST, masked, masked_document, secret_texts
from oncestep.domain.masks import MASK
from oncestep.domain.outcomes import (
    Absent,
    Ambiguous,
    Confirmed,
    Document,
    Found,
    LookupFailed,
    NotApplied,
    Outcome,
    Rejected,
    Unknown,
)
from oncestep.domain.unsaid import lookup_without, outcome_without

ODD = 'tok+en/with "all" \\kinds\\ & of=ch%rs ü'
LONG = "eyJhbGciOiJub25lIn0.c29tZSBjbGFpbXMgaW4gaXQ.c2lnbmF0dXJl"
FORMS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "in a query": quote_plus,
    "in a path": lambda text: quote(text, safe=""),
    "escaped for a URL, but for slashes": quote,
    "escaped for a URL twice": lambda text: quote(quote(text, safe=""), safe=""),
    "every byte escaped for a URL": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "in JSON": json.dumps,
    "in JSON without escapes": lambda text: json.dumps(text, ensure_ascii=False),
    "in JSON as PHP writes it": lambda text: json.dumps(text).replace("/", "\\/"),
    "in HTML": html.escape,
    "in HTML by numbers": lambda text: "".join(f"&#{ord(character)};" for character in text),
    "in base64": lambda text: base64.b64encode(text.encode()).decode(),
    "in base64 for URLs": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "in base64 with a user name": lambda text: base64.b64encode(f"me:{text}".encode()).decode(),
    "in base64 within a longer text": lambda text: base64.b64encode(f"x{text} and more".encode()).decode(),
    "in base64 within a URL": lambda text: quote(base64.b64encode(text.encode()).decode(), safe=""),
    "in hexadecimal digits": lambda text: text.encode().hex().upper(),
}
SECRETS = [ODD, LONG, "hunter2!", "sk_live_51HabcDEFghi"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_masked_in_every_form(secret: str, form: str) -> None:
    said = f"Invalid token: {FORMS[form](secret)}, sorry"
    shown = masked(said, frozenset({secret}))
    assert MASK in shown
    assert FORMS[form](secret).strip('"') not in shown
    assert shown.startswith("Invalid token: ")
    assert shown.endswith(", sorry")


@pytest.mark.parametrize("form", FORMS)
def test_a_secret_is_masked_within_megabytes_of_escapes(form: str) -> None:
    filling = 'a+%2541\\u0041&amp;\\n"' * 100_000
    shown = masked(f"{filling} {FORMS[form](LONG)} {filling}", frozenset({LONG, ODD}))
    assert MASK in shown
    assert FORMS[form](LONG).strip('"') not in shown


@given(
    secret=st.text(st.characters(exclude_categories=("C", "Z")), min_size=SHORTEST, max_size=60),
    form=st.sampled_from(list(FORMS)),
)
def test_whatever_the_secret_is_no_form_of_it_is_left(secret: str, form: str) -> None:
    written = FORMS[form](secret)
    assert written not in masked(f"<{written}>", frozenset({secret}))


@pytest.mark.parametrize("text", ["", "all is well", "tok", "en/with all kinds of chars", "sk_live_52"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert masked(text, frozenset(SECRETS)) == text


def test_a_long_secret_that_was_cut_off_is_masked() -> None:
    assert masked(f"bad token {LONG[:40]}...", frozenset({LONG})) == f"bad token {MASK}..."


def test_what_only_begins_like_a_long_secret_is_not_masked() -> None:
    referer = "https://shop.example.com/admin"
    assert masked("https://shop.example.com/orders/1", frozenset({referer})) == "https://shop.example.com/orders/1"


def kept(body: bytes, *secrets: str, truncated: bool = False) -> bytes:
    """What is kept of a body."""
    return masked_document(Document.of(body, "text/plain", truncated=truncated), frozenset(secrets)).content


def test_outcomes_are_masked_in_all_that_a_provider_said() -> None:
    secrets = frozenset({"hunter2!"})
    said, shown = Document.of(b"no hunter2!", "text/hunter2!"), Document.of(b"no ***", "text/***")
    pairs: list[tuple[Outcome, Outcome]] = [
        (Confirmed(200, said, "a-hunter2!"), Confirmed(200, shown, "a-***")),
        (Rejected(422, said, "hunter2!", "no hunter2%21"), Rejected(422, shown, "***", "no ***")),
        (NotApplied("http_401", message="hunter2!"), NotApplied("http_401", message="***")),
        (
            Unknown("connection_lost", message="GET /?key=hunter2%21"),
            Unknown("connection_lost", message="GET /?key=***"),
        ),
    ]
    assert [outcome_without(before, secrets) for before, _ in pairs] == [after for _, after in pairs]


def test_lookups_are_masked_in_all_that_a_provider_said() -> None:
    secrets = frozenset({"hunter2!"})
    found = Found(Confirmed(200, Document.of(b"hunter2!", ""), "hunter2!"))
    assert lookup_without(found, secrets) == Found(Confirmed(200, Document.of(b"***", ""), "***"))
    assert lookup_without(Ambiguous(("a", "hunter2!")), secrets) == Ambiguous(("a", "***"))
    assert lookup_without(LookupFailed("hunter2!"), secrets) == LookupFailed("***")
    assert lookup_without(Absent(), secrets) == Absent()


def test_a_body_without_them_is_the_same_whatever_its_bytes() -> None:
    assert kept(bytes(range(256)), *SECRETS) == bytes(range(256))


def test_other_bytes_beside_a_secret_stay() -> None:
    assert kept(b"\xff\xfe hunter2! \xe9", "hunter2!") == b"\xff\xfe *** \xe9"


def test_a_secret_that_was_cut_off_with_the_answer_is_masked() -> None:
    assert kept(b"it was hunt", "hunter2!", truncated=True) == b"it was ***"


def test_a_secret_number_is_masked_where_it_stands_alone_and_leaves_json_readable() -> None:
    shown = json.loads(kept(b'{"tenant": 184218, "n": [1842180]}', "184218"))
    assert shown == {"tenant": 999999, "n": [1842180]}


def test_a_reference_to_no_character_does_no_harm() -> None:
    huge = f"&#{'9' * 5_000}; hunter2!"
    assert masked(huge, frozenset({"hunter2!"})) == f"&#{'9' * 5_000}; ***"


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        ("Bearer abcdefgh1", {"Bearer abcdefgh1", "abcdefgh1"}),
        ("Token token=abcdefgh1", {"Token token=abcdefgh1", "token=abcdefgh1", "abcdefgh1"}),
        ("Basic bWU6aHVudGVyMiE=", {"Basic bWU6aHVudGVyMiE=", "bWU6aHVudGVyMiE=", "hunter2!"}),
        ("whsec_AAAAAAAA whsec_BBBBBBBB", {"whsec_AAAAAAAA whsec_BBBBBBBB", "whsec_AAAAAAAA", "whsec_BBBBBBBB"}),
        ("correct horse battery", {"correct horse battery"}),
        ("short", set[str]()),
        ("Basic bGl2ZS05ZjhlN2Q2Yzo=", {"Basic bGl2ZS05ZjhlN2Q2Yzo=", "bGl2ZS05ZjhlN2Q2Yzo=", "live-9f8e7d6c"}),
        ("Zoho-oauthtoken 1000.abcdef", {"Zoho-oauthtoken 1000.abcdef", "1000.abcdef"}),
        ("sid=9a8b7c6d5e; lang=en", {"sid=9a8b7c6d5e; lang=en", "9a8b7c6d5e"}),
    ],
)
def test_a_credential_is_also_searched_for_by_its_secret_parts(value: str, texts: set[str]) -> None:
    assert secret_texts({"Authorization": value}) == texts


def test_headers_that_hold_no_secret_are_not_masked_in_answers() -> None:
    public = {
        "Accept": "application/json",
        "X-Tenant-Id": "100042",
        "Referer": "https://a.example",
        "X-Version": "2026-12",
    }
    assert secret_texts({**public, "X-Key": "abcdef", "X-Client-Secret": "fedcba"}) == {"abcdef", "fedcba"}
    assert secret_texts({"Secret-For-Account": "abcdef"}) == {"abcdef"}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_json_in_another_encoding_is_masked_too(encoding: str) -> None:
    body = json.dumps({"auth": "Bearer hunter2!"}).encode(encoding)
    assert json.loads(kept(body, "hunter2!")) == {"auth": "Bearer ***"}


def test_half_a_secret_again_and_again_does_not_take_long() -> None:
    assert masked((LONG[: len(LONG) // 2] + "x") * 2_000 + "!", frozenset({LONG})).endswith("x!")


def test_a_huge_reference_hides_nothing() -> None:
    assert masked("&#" + "0" * 1_000 + "65; hunter2&#33;", frozenset({"hunter2!"})).endswith(f"; {MASK}")
