"""A contract's own rules come before the table: by status, by body, in their order."""

import json

import pytest

from oncestep.domain.classify import classify
from oncestep.domain.contract import OutcomeName, OutcomeRules, Rule
from oncestep.domain.identity import Json
from oncestep.domain.outcomes import Answer, Confirmed, NotApplied, Outcome, Rejected, Unknown

KINDS = {
    OutcomeName.CONFIRMED: Confirmed,
    OutcomeName.REJECTED: Rejected,
    OutcomeName.NOT_APPLIED: NotApplied,
    OutcomeName.UNKNOWN: Unknown,
}
IN_PROGRESS = Rule(OutcomeName.NOT_APPLIED, frozenset({409}), {"error.code": "in_progress"})


def outcome(status: int, body: Json, *rules: Rule) -> Outcome:
    return classify(OutcomeRules(rules=rules), Answer(status, {}, json.dumps(body).encode()), now=0)


@pytest.mark.parametrize("name", OutcomeName)
@pytest.mark.parametrize("status", [100, 200, 302, 400, 401, 422, 429, 500, 503, 599])
def test_a_rule_overrules_the_table_for_any_status(status: int, name: OutcomeName) -> None:
    assert isinstance(outcome(status, {}, Rule(name, frozenset({status}))), KINDS[name])


def test_a_rule_without_statuses_holds_for_all() -> None:
    rule = Rule(OutcomeName.UNKNOWN, where={"pending": True})
    assert isinstance(outcome(201, {"pending": True}, rule), Unknown)
    assert isinstance(outcome(422, {"pending": True}, rule), Unknown)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (422, {"error": {"code": "in_progress"}}),
        (409, {"error": {"code": "gone"}}),
        (409, {"error": "in_progress"}),
        (409, {}),
        (409, None),
    ],
)
def test_a_rule_that_does_not_match_leaves_the_table_in_force(status: int, body: Json) -> None:
    assert isinstance(outcome(status, body, IN_PROGRESS), Rejected)


def test_a_rule_by_status_and_body_needs_both() -> None:
    assert isinstance(outcome(409, {"error": {"code": "in_progress"}}, IN_PROGRESS), NotApplied)


def test_every_path_of_a_rule_must_hold() -> None:
    rule = Rule(OutcomeName.UNKNOWN, where={"a": 1, "b": 2})
    assert isinstance(outcome(400, {"a": 1, "b": 2}, rule), Unknown)
    assert isinstance(outcome(400, {"a": 1, "b": 3}, rule), Rejected)


def test_the_first_rule_that_matches_wins() -> None:
    always, never = Rule(OutcomeName.UNKNOWN), Rule(OutcomeName.CONFIRMED)
    assert isinstance(outcome(409, {"error": {"code": "in_progress"}}, IN_PROGRESS, always, never), NotApplied)
    assert isinstance(outcome(409, {}, IN_PROGRESS, always, never), Unknown)


def test_a_rule_may_confirm_an_answer_that_is_no_success() -> None:
    rule = Rule(OutcomeName.CONFIRMED, frozenset({409}), {"error": "already_exists"})
    rules = OutcomeRules(rules=(rule,), remote_id="existing.id")
    answer = Answer(409, {}, b'{"error": "already_exists", "existing": {"id": "thing-1"}}')
    confirmed = classify(rules, answer, now=0)
    assert isinstance(confirmed, Confirmed)
    assert (confirmed.status, confirmed.remote_id) == (409, "thing-1")


def test_service_unavailable_is_not_applied_where_the_contract_says_so() -> None:
    rule = Rule(OutcomeName.NOT_APPLIED, frozenset({503}))
    answer = Answer(503, {"Retry-After": "7"}, b"busy")
    assert classify(OutcomeRules(rules=(rule,)), answer, now=0) == NotApplied("http_503", 503, 7_000, message="busy")


HTML, EMPTY, CUT = b"<h1>Conflict</h1>", b"", b'{"error": {"code": "in_pro'


@pytest.mark.parametrize("body", [HTML, EMPTY, CUT])
@pytest.mark.parametrize("statuses", [frozenset({409}), frozenset[int]()])
@pytest.mark.parametrize("truncated", [True, False])
def test_a_body_that_a_rule_cannot_read_proves_nothing(
    body: bytes, statuses: frozenset[int], *, truncated: bool
) -> None:
    rules = OutcomeRules(rules=(Rule(OutcomeName.NOT_APPLIED, statuses, {"error.code": "in_progress"}),))
    proved = classify(rules, Answer(409, {}, body, truncated=truncated), now=0)
    assert proved == Unknown("unreadable_answer", status=409, message=body.decode())


def test_a_whole_body_that_is_cut_off_proves_nothing_either() -> None:
    proved = classify(OutcomeRules(rules=(IN_PROGRESS,)), Answer(409, {}, b"{}", truncated=True), now=0)
    assert proved == Unknown("unreadable_answer", status=409, message="{}")


@pytest.mark.parametrize("name", OutcomeName)
@pytest.mark.parametrize("status", [401, 403, 429])
def test_a_body_that_nobody_can_read_still_asks_for_patience_or_credentials(status: int, name: OutcomeName) -> None:
    """Unless a rule for its status might have seen an effect in it."""
    rules = OutcomeRules(rules=(Rule(name, frozenset({status}), {"error.code": "in_progress"}),))
    proved = classify(rules, Answer(status, {"Retry-After": "600"}, HTML), now=0)
    feared = name in {OutcomeName.UNKNOWN, OutcomeName.CONFIRMED}
    assert isinstance(proved, Unknown if feared else NotApplied)
    assert proved.retry_after == 600_000


def test_a_body_that_nobody_can_read_changes_nothing_about_an_outage() -> None:
    rules = OutcomeRules(rules=(Rule(OutcomeName.NOT_APPLIED, frozenset({503}), {"error.code": "busy"}),))
    proved = classify(rules, Answer(503, {"Retry-After": "600"}, HTML), now=0)
    assert proved == Unknown("http_503", 503, 600_000, HTML.decode())


@pytest.mark.parametrize("status", [200, 201, 204])
def test_a_success_without_a_body_stays_one_where_no_rule_is_for_its_status(status: int) -> None:
    anywhere = Rule(OutcomeName.REJECTED, where={"status": "failed"})
    assert isinstance(classify(OutcomeRules(rules=(IN_PROGRESS, anywhere)), Answer(status, {}, b""), now=0), Confirmed)


@pytest.mark.parametrize(
    ("body", "definite"), [(b'{"error": "sold_out"}', True), (b'"sold out"', True), (HTML, False), (EMPTY, False)]
)
def test_a_refusal_by_the_table_alone_is_definite_only_where_its_body_can_be_read(
    body: bytes, *, definite: bool
) -> None:
    proved = classify(OutcomeRules(), Answer(422, {}, body), now=0)
    assert isinstance(proved, Rejected)
    assert proved.definite is definite


def test_a_refusal_by_a_rule_is_definite_whatever_its_body_is() -> None:
    proved = classify(OutcomeRules(rules=(Rule(OutcomeName.REJECTED, frozenset({410})),)), Answer(410, {}, b""), now=0)
    assert isinstance(proved, Rejected)
    assert proved.definite


@pytest.mark.parametrize("status", [404, 409, 410])
def test_what_a_duplicate_may_hear_too_speaks_of_its_own_attempt_only(status: int) -> None:
    proved = classify(OutcomeRules(), Answer(status, {}, b'{"error": "gone"}'), now=0)
    assert isinstance(proved, Rejected)
    assert not proved.definite


@pytest.mark.parametrize("status", [404, 409, 410])
def test_a_rule_may_make_it_speak_of_every_attempt(status: int) -> None:
    rules = OutcomeRules(rules=(Rule(OutcomeName.REJECTED, frozenset({status}), {"error": "no_customer"}),))
    proved = classify(rules, Answer(status, {}, b'{"error": "no_customer"}'), now=0)
    assert isinstance(proved, Rejected)
    assert proved.definite


def test_a_rule_may_say_that_a_refusal_speaks_of_its_own_attempt_only() -> None:
    rule = Rule(OutcomeName.REJECTED, frozenset({400}), {"error": "key_reused"}, own_attempt_only=True)
    proved = classify(OutcomeRules(rules=(rule,)), Answer(400, {}, b'{"error": "key_reused"}'), now=0)
    assert isinstance(proved, Rejected)
    assert not proved.definite


def test_a_rule_that_would_have_said_the_same_as_the_table_does_not_make_it_unknown() -> None:
    rule = Rule(OutcomeName.REJECTED, frozenset({400}), {"error": "key_reused"}, own_attempt_only=True)
    proved = classify(OutcomeRules(rules=(rule,)), Answer(400, {}, HTML), now=0)
    assert isinstance(proved, Rejected)
    assert not proved.definite
