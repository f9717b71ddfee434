from dataclasses import replace

from cli.providers.proxy.journal import Journal
from cli.providers.proxy.messages import Received


def received(key: str) -> Received:
    return Received("POST", "/messages", (("idempotency-key", key),), b"hello")


def test_requests_are_listed_in_order_with_what_became_of_them() -> None:
    journal = Journal()
    first = journal.open("mail", received("op_1"), None)
    journal.open("stripe", received("op_2"), None)
    journal.update(replace(first, forwarded=True, answered=201))
    assert [(entry.n, entry.answered) for entry in journal.entries()] == [(1, 201), (2, None)]


def test_requests_are_found_by_provider_and_by_text() -> None:
    journal = Journal()
    journal.open("mail", received("op_1"), None)
    journal.open("stripe", received("op_2"), None)
    assert [entry.n for entry in journal.entries("stripe")] == [2]
    assert [entry.n for entry in journal.entries(contains="op_1")] == [1]
    assert [entry.n for entry in journal.entries("mail", "op_2")] == []


def test_what_was_under_way_at_the_clearing_stays_out() -> None:
    journal = Journal()
    entry = journal.open("mail", received("op_1"), None)
    journal.clear()
    journal.update(entry)
    assert journal.entries() == []
