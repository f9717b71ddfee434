"""Every refusal has a row in the table, or is a defect on purpose."""

import pytest

from oncestep.domain import errors
from oncestep.domain.errors import FieldError, InvalidRequest, KeyReused, LedgerUnavailable, OncestepError
from oncestep.runtime.http import Request, request_of
from oncestep.runtime.problems import DEFECT, KINDS, MEDIA_TYPE, REPLAYED, Kind, defect, problem_of
from tests.unit.runtime.events import recorded

DEFECTS = {errors.IllegalTransition, errors.MissingSettings, errors.InvalidContract}
REFUSALS = set(OncestepError.__subclasses__()) - DEFECTS


def asking() -> Request:
    return request_of(recorded("operations.me"), "")


def test_each_refusal_has_its_kind_and_each_defect_has_none() -> None:
    assert set(KINDS) == REFUSALS


def test_no_two_refusals_share_a_code() -> None:
    assert len({error.code for error in OncestepError.__subclasses__()}) == len(OncestepError.__subclasses__())


@pytest.mark.parametrize("kind", [*KINDS.values(), DEFECT], ids=lambda kind: kind.title)
def test_the_very_same_request_helps_only_where_something_passes(kind: Kind) -> None:
    stores = (errors.LedgerUnavailable, errors.BlobsUnavailable, errors.ConnectionsUnavailable)
    unavailable = {KINDS[store] for store in stores}
    passing = {KINDS[errors.StillProcessing], DEFECT, *unavailable}
    assert kind.retryable is (kind in passing)
    assert kind.retryable or kind.retry_after is None


def test_a_problem_is_a_document_of_its_kind() -> None:
    response = problem_of(LedgerUnavailable("the ledger cannot be read; try again"), asking())
    assert (response.status, response.media_type, response.headers) == (503, MEDIA_TYPE, {"Retry-After": "2"})
    assert response.body == {
        "type": "urn:oncestep:problem:ledger_unavailable",
        "title": "The ledger is unavailable",
        "status": 503,
        "detail": "the ledger cannot be read; try again",
        "instance": "/v1/me",
        "retryable": True,
    }


def test_wrong_fields_are_listed() -> None:
    fields = (FieldError("input.sku", "is required"), FieldError("input.amount", "is less than 1"))
    response = problem_of(InvalidRequest("not valid", fields), asking())
    assert response.body["errors"] == [
        {"field": "input.sku", "problem": "is required"},
        {"field": "input.amount", "problem": "is less than 1"},
    ]


@pytest.mark.parametrize(
    "error",
    [
        KeyReused("other input", operation_id="op_1", idempotency_key="order-1"),
        errors.StillProcessing(operation_id="op_1", idempotency_key="order-1"),
    ],
)
def test_a_refused_repeat_names_the_operation_that_is_there(error: OncestepError) -> None:
    body = problem_of(error, asking()).body
    assert (body["operation_id"], body["idempotency_key"]) == ("op_1", "order-1")


def test_the_refusal_of_a_repeat_in_flight_says_that_it_is_one() -> None:
    refused = problem_of(errors.StillProcessing(operation_id="op_1", idempotency_key="order-1"), asking())
    assert refused.body["replayed"] is True
    assert refused.headers == {"Retry-After": "2", **REPLAYED}


def test_every_refusal_and_every_defect_tells_what_its_request_turned_out_to_be_about() -> None:
    request = asking()
    request.subject.idempotency_key, request.subject.operation_id = "order-1", "op_1"
    for response in (problem_of(LedgerUnavailable("try again"), request), defect(request)):
        assert (response.body["idempotency_key"], response.body["operation_id"]) == ("order-1", "op_1")


def test_a_defect_is_a_500_that_may_be_sent_again() -> None:
    response = problem_of(errors.IllegalTransition(before="confirmed", after="accepted"), asking())
    assert (response.status, response.body["retryable"]) == (500, True)


def test_any_refusal_may_tell_its_fields_its_operation_and_its_key() -> None:
    error = errors.VerbRefused("only an unknown operation is resolved")
    error.fields, error.operation_id, error.idempotency_key = (FieldError("outcome", "is wrong"),), "op_1", "order-1"
    body = problem_of(error, asking()).body
    assert body["errors"] == [{"field": "outcome", "problem": "is wrong"}]
    assert (body["operation_id"], body["idempotency_key"]) == ("op_1", "order-1")


def test_a_refusal_that_is_about_nothing_names_nothing() -> None:
    members = {"errors", "operation_id", "idempotency_key", "replayed"}
    assert not members & set(problem_of(errors.UnknownOperation("there is none"), asking()).body)
