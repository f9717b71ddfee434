"""The values that evidence and outcomes are made of."""

import hashlib
import json

import pytest

from oncestep.domain.outcomes import Ambiguous, Answer, Document


@pytest.mark.parametrize("name", ["Content-Type", "content-type", "CONTENT-TYPE"])
def test_a_header_is_found_in_any_case(name: str) -> None:
    assert Answer(200, {"X": "1", name: "text/plain"}, b"").header("Content-type") == "text/plain"


def test_a_header_that_was_not_sent_is_none() -> None:
    assert Answer(200, {"X": "1"}, b"").header("Y") is None


def test_exactly_the_2xx_are_success() -> None:
    assert [status for status in range(100, 600) if Answer(status, {}, b"").ok] == list(range(200, 300))


def test_a_document_has_the_digest_of_its_content() -> None:
    document = Document.of(b"abc", "text/plain", truncated=True)
    assert document == Document(b"abc", "text/plain", hashlib.sha256(b"abc").hexdigest(), truncated=True)


def test_a_document_of_a_value_holds_it_as_json() -> None:
    document = Document.of_json({"name": "ü", "half": "\ud83d"})
    assert document.media_type == "application/json"
    assert json.loads(document.content) == {"name": "ü", "half": "\ud83d"}


def test_a_document_s_content_is_not_shown() -> None:
    assert "secret" not in repr(Document.of(b"secret", "text/plain"))


@pytest.mark.parametrize(
    ("remote_ids", "named"),
    [
        (("thing-1", "thing-2"), "thing-1, thing-2"),
        (tuple("abcdefghij"), "a, b, c, d, e, f, g, h, i, j"),
        (tuple("abcdefghijklm"), "a, b, c, d, e, f, g, h, i, j, and 3 more"),
        (("a" * 1_000, "b"), f"{'a' * 100}, b"),
    ],
)
def test_of_many_objects_the_first_few_are_named(remote_ids: tuple[str, ...], named: str) -> None:
    assert Ambiguous(remote_ids).named == named
