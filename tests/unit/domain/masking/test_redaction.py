"""Messages and documents about an operation, with what came from its sensitive fields masked."""

import pytest

from oncestep.domain.identity import Json
from oncestep.domain.outcomes import (
    Ambiguous,
    Confirmed,
    Document,
    LookupFailed,
    NotApplied,
    Outcome,
    Rejected,
    Unknown,
)
from oncestep.domain.redaction import LONGEST_DOCUMENT, MESSAGE_LENGTH, MOST_TEXTS, Redaction

TEXT = "My PIN is 9173, and I live in Elm Street 12."
REDACTION = Redaction(frozenset({"email", "cvc"}), frozenset({"ann@a.example", "737", "12.5", TEXT, "Jürgen/Öz"}))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no mailbox ann@a.example here", "no mailbox *** here"),
        ("no mailbox ANN@A.Example here", "no mailbox *** here"),
        ("/users/ann%40a.example is gone", "/users/*** is gone"),
        ("no J\\u00fcrgen\\/\\u00d6z", "no ***"),
        ("code 737 is wrong", "code *** is wrong"),
        ("order 17370 is wrong", "order 17370 is wrong"),
        ("'My PIN is 9173, an...' is too long", "'***...' is too long"),
        ("ends with 'e in Elm Street 12.'", "ends with '***'"),
        ("sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc is wrong", "*** is wrong"),
        ("all is well", "all is well"),
    ],
)
def test_a_message_is_masked(text: str, shown: str) -> None:
    assert REDACTION.text(text) == shown


def test_a_message_is_shortened_only_once_it_is_masked() -> None:
    long = "x" * (MESSAGE_LENGTH - 3)
    assert REDACTION.message(f"{long}ann@a.example and more") == f"{long}***"


@pytest.mark.parametrize("long", ["x" * 5_000, "x" * 5_000 + "%20"])
def test_long_texts_are_masked_too(long: str) -> None:
    assert "ann" not in REDACTION.text(f"{long} ann@a.example ann%40a.example")


def test_escapes_within_escapes_have_an_end() -> None:
    deep = "%" + "25" * 1_900 + " x737x"
    assert REDACTION.text(deep) == deep
    assert REDACTION.text("ann%252540a.example") == "***"


def test_many_sensitive_texts_do_not_hold_up_an_attempt() -> None:
    texts = frozenset(f"line {number} of a large body" for number in range(50_000))
    assert Redaction(texts=texts).text("bad 'line 123 of a large body', " + "y" * 3_900).startswith("bad '***', ")


def test_outcomes_are_masked_but_for_their_document() -> None:
    document = Document.of(b"ann@a.example", "text/plain")
    masked: dict[Outcome, Outcome] = {
        Confirmed(200, document, "cus_1"): Confirmed(200, document, "cus_1"),
        Rejected(422, document, "ann@a.example", "bad 737"): Rejected(422, document, "***", "bad ***"),
        Rejected(422, document, None, ""): Rejected(422, document, None, ""),
        NotApplied("http_429", message="737"): NotApplied("http_429", message="***"),
        Unknown("http_500", message="737"): Unknown("http_500", message="***"),
    }
    assert {outcome: REDACTION.outcome(outcome) for outcome in masked} == masked


def test_lookups_are_masked_where_persons_read_them() -> None:
    assert REDACTION.lookup(Ambiguous(("ann@a.example/1", "b"))) == Ambiguous(("***/1", "b"))
    assert REDACTION.lookup(LookupFailed("lookup failed: 737")) == LookupFailed("lookup failed: ***")


def test_a_document_is_masked_by_field_by_text_and_by_looks() -> None:
    given: Json = {
        "email": "other@a.example",
        "note": "sent to ann@a.example",
        "cvc": 123,
        "code": 737,
        "price": 12.5,
        "card": 4242424242424242,
        "items": [{"card": "4242 4242 4242 4242"}, 5, True, None],
    }
    assert REDACTION.document(given) == {
        "email": "***",
        "note": "sent to ***",
        "cvc": "***",
        "code": "***",
        "price": "***",
        "card": "***",
        "items": [{"card": "***"}, 5, True, None],
    }


@pytest.mark.parametrize(
    "redaction",
    [Redaction(incomplete=True), Redaction(texts=frozenset(f"text-{number}" for number in range(MOST_TEXTS + 1)))],
)
def test_a_document_that_cannot_be_searched_is_masked_whole(redaction: Redaction) -> None:
    long: Json = ["b" * LONGEST_DOCUMENT]
    assert REDACTION.document(long) == ["***"]
    assert Redaction().document(long) == long
    assert redaction.document({"a": [1, "b"], "c": None}) == {"a": ["***", "***"], "c": "***"}
