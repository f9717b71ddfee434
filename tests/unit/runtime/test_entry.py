"""The edge: how much time there is, and what becomes of what nobody foresaw."""

from typing import Any

import pytest

from oncestep.domain.errors import IllegalTransition, LedgerUnavailable, UnknownAction
from oncestep.runtime.entry import budget_of, respond
from oncestep.runtime.http import Request, Response
from tests.support.fakes import FakeClock
from tests.unit.runtime.events import Context, recorded
from tests.unit.runtime.figures import figures
from tests.unit.runtime.gateway import Answered, answered


def handled(handle: Any) -> Answered:  # noqa: ANN401 - a handler of any kind
    return answered(respond(recorded("actions.post"), "", handle))


def refuse(_: Request) -> Response:
    raise UnknownAction("there is no such action")


def break_down(request: Request) -> Response:
    raise KeyError(request.body)


def break_a_law(_: Request) -> Response:
    raise IllegalTransition(before="confirmed", after="accepted")


def find_no_ledger(_: Request) -> Response:
    raise LedgerUnavailable("the ledger cannot be read; try again")


@pytest.fixture(autouse=True)
def _metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Oncestep")


@pytest.mark.parametrize(("at_most", "expected"), [(None, 29_000), (25_000, 25_000), (60_000, 29_000)])
def test_a_budget_ends_with_the_invocation_or_earlier(at_most: int | None, expected: int) -> None:
    clock = FakeClock()
    clock.pass_(5_000)
    assert budget_of(Context(), clock, at_most=at_most).left(clock) == expected  # type: ignore[arg-type]


def test_what_a_handler_answers_goes_back() -> None:
    assert handled(lambda _: Response(200, {"a": 1})).body == {"a": 1}


def test_a_refusal_becomes_a_problem() -> None:
    refused = handled(refuse)
    assert (refused.status, refused.code, refused.body["instance"]) == (404, "unknown_action", "/v1/actions/mail/send")


def test_what_nobody_foresaw_becomes_a_500_that_tells_nothing_of_the_inside() -> None:
    broken = handled(break_down)
    assert (broken.status, broken.code, broken.body["retryable"]) == (500, "defect", True)
    assert "jenny" not in str(broken.body)


@pytest.mark.parametrize("handle", [break_down, break_a_law])
def test_a_defect_is_counted_since_lambda_counts_only_what_is_raised(
    handle: Any,  # noqa: ANN401 - a handler of any kind
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert handled(handle).status == 500
    assert figures("Defect", capsys) == [[1.0]]


@pytest.mark.parametrize("handle", [refuse, find_no_ledger])
def test_neither_a_refusal_nor_an_outage_counts_as_a_defect(
    handle: Any,  # noqa: ANN401 - a handler of any kind
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert handled(handle).status in {404, 503}
    assert figures("Defect", capsys) == []


@pytest.mark.parametrize(("handle", "message"), [(refuse, "request refused"), (break_down, "request failed")])
def test_the_log_tells_whose_request_it_was(
    handle: Any,  # noqa: ANN401 - a handler of any kind
    message: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    handled(handle)
    (record,) = caplog.records
    facts = vars(record)
    assert (record.getMessage(), facts["client"], facts["resource"]) == (
        message,
        "acme",
        "/actions/{provider}/{action}",
    )
