"""Refusals of what a caller sent: every wrong field is named, as far as anybody reads, and nothing long is repeated."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from oncestep.domain.errors import MOST_PROBLEMS, FieldError, InvalidRequest, OncestepError, shortened
from oncestep.domain.operation import Operation


def invalid_request(problems: Sequence[FieldError]) -> InvalidRequest:
    """The refusal that names these wrong fields, or the first of very many and how many more there are."""
    fields = tuple(FieldError(shortened(wrong.field), wrong.problem) for wrong in problems[:MOST_PROBLEMS])
    listed = "; ".join(f"{wrong.field}: {wrong.problem}" for wrong in fields)
    more = f"; and {len(problems) - len(fields)} more" if len(problems) > len(fields) else ""
    return InvalidRequest(f"the request is not valid: {listed}{more}", fields)


def wrong_field(field: str, problem: str) -> InvalidRequest:
    """The refusal of one field."""
    return InvalidRequest(f"{field} {problem}", (FieldError(field, problem),))


@contextmanager
def concerning(*, idempotency_key: str, operation_id: str | None = None) -> Iterator[None]:
    """Let every refusal from here on tell which call or operation it is about, unless it does already."""
    try:
        yield
    except OncestepError as error:
        error.operation_id = error.operation_id or operation_id
        error.idempotency_key = error.idempotency_key or idempotency_key
        raise


def about(operation: Operation) -> AbstractContextManager[None]:
    """Let every refusal from here on tell that it is about this operation."""
    return concerning(operation_id=operation.operation_id, idempotency_key=operation.idempotency_key)
