"""A 2xx whose body says that it failed: the contract's success test."""

import pytest

from oncestep.domain.classify import classify
from oncestep.domain.contract import OutcomeName, OutcomeRules, Rule
from oncestep.domain.outcomes import Answer, Confirmed, NotApplied, Outcome, Rejected, Unknown

SLACK = OutcomeRules(success={"ok": True}, error_code="error", error_message="error")


def outcome(body: bytes, rules: OutcomeRules = SLACK, *, truncated: bool = False) -> Outcome:
    return classify(rules, Answer(200, {}, body, truncated), now=0)


def test_a_body_that_passes_the_test_confirms() -> None:
    assert isinstance(outcome(b'{"ok": true, "ts": 1}'), Confirmed)


def test_without_a_test_every_body_confirms() -> None:
    assert isinstance(outcome(b"<html>done</html>", OutcomeRules()), Confirmed)


def test_a_body_that_says_it_failed_is_rejected_by_default() -> None:
    refused = outcome(b'{"ok": false, "error": "channel_not_found"}')
    assert isinstance(refused, Rejected)
    assert (refused.status, refused.code, refused.message) == (200, "channel_not_found", "channel_not_found")


@pytest.mark.parametrize("body", [b'{"ok": 1}', b'{"ok": "true"}', b'{"ok": null}', b"{}", b"[]"])
def test_a_body_that_holds_another_value_did_not_pass(body: bytes) -> None:
    assert isinstance(outcome(body), Rejected)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (OutcomeName.CONFIRMED, Confirmed),
        (OutcomeName.REJECTED, Rejected),
        (OutcomeName.NOT_APPLIED, NotApplied),
        (OutcomeName.UNKNOWN, Unknown),
    ],
)
def test_the_contract_says_what_a_failed_body_means(name: OutcomeName, kind: type[Outcome]) -> None:
    assert isinstance(outcome(b'{"ok": false}', OutcomeRules(success={"ok": True}, failed_body=name)), kind)


def test_a_body_that_says_it_failed_speaks_of_its_own_attempt_only() -> None:
    """On a retry it may mean that the first attempt worked: no rule has told the two apart."""
    refused = outcome(b'{"ok": false, "error": "duplicate"}')
    assert isinstance(refused, Rejected)
    assert not refused.definite


GRAPHQL = OutcomeRules(success_absent=("errors",), error_message="errors.0.message")


@pytest.mark.parametrize("body", [b'{"data": {}}', b'{"errors": null}', b'{"errors": []}', b'{"errors": ""}'])
def test_a_path_that_must_have_nothing_may_be_missing_or_empty(body: bytes) -> None:
    assert isinstance(outcome(body, GRAPHQL), Confirmed)


@pytest.mark.parametrize("body", [b'{"errors": [{"message": "no"}]}', b'{"errors": false}', b'{"errors": 0}'])
def test_a_path_that_must_have_nothing_but_has_something_fails_the_test(body: bytes) -> None:
    assert isinstance(outcome(body, GRAPHQL), Rejected)


@pytest.mark.parametrize("body", [b"", b"<html></html>", b'"done"', b"7", b"null", b'{"data": {}'])
def test_what_must_have_nothing_in_it_must_be_readable(body: bytes) -> None:
    assert outcome(body, GRAPHQL) == Unknown("unreadable_answer", 200)


def test_both_parts_of_the_test_must_hold() -> None:
    both = OutcomeRules(success={"ok": True}, success_absent=("errors",))
    assert isinstance(outcome(b'{"ok": true}', both), Confirmed)
    assert isinstance(outcome(b'{"ok": false}', both), Rejected)
    assert isinstance(outcome(b'{"ok": true, "errors": [1]}', both), Rejected)


def test_a_2xx_that_is_not_one_of_the_statuses_of_success_is_unknown() -> None:
    rules = OutcomeRules(success={"ok": True}, success_statuses=frozenset({201}))
    for body in (b'{"ok": true}', b'{"ok": false}', b""):
        assert isinstance(outcome(body, rules), Unknown)
        assert isinstance(classify(rules, Answer(201, {}, b'{"ok": true}'), now=0), Confirmed)


def test_a_redirect_confirms_where_a_rule_says_so() -> None:
    rules = OutcomeRules(rules=(Rule(OutcomeName.CONFIRMED, frozenset({302})),), success={"ok": True})
    assert isinstance(classify(rules, Answer(302, {"Location": "/done"}, b"<html></html>"), now=0), Confirmed)


def test_a_rule_for_one_failure_comes_before_the_test() -> None:
    busy = Rule(OutcomeName.NOT_APPLIED, where={"error": "ratelimited"})
    rules = OutcomeRules(rules=(busy,), success={"ok": True})
    assert isinstance(outcome(b'{"ok": false, "error": "ratelimited"}', rules), NotApplied)


@pytest.mark.parametrize("body", [b"", b"<html></html>", b'{"ok": tr', b'"ok"', b"7", b"null", b"\xff\xfe"])
def test_a_body_that_cannot_be_tested_leaves_it_unknown(body: bytes) -> None:
    assert outcome(body) == Unknown("unreadable_answer", 200)


def test_a_cut_off_body_that_fails_the_test_leaves_it_unknown() -> None:
    assert outcome(b'{"ok": false}', truncated=True) == Unknown("unreadable_answer", 200)


def test_a_cut_off_body_that_passes_the_test_confirms() -> None:
    confirmed = outcome(b'{"ok": true}', truncated=True)
    assert isinstance(confirmed, Confirmed)
    assert confirmed.document.truncated


@pytest.mark.parametrize("status", [400, 401, 500])
def test_the_test_is_for_success_only(status: int) -> None:
    answer = Answer(status, {}, b'{"ok": true}')
    plain = OutcomeRules(error_code="error", error_message="error")
    assert classify(SLACK, answer, now=0) == classify(plain, answer, now=0)
