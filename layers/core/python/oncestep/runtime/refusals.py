"""Refusals of what a caller sent: every wrong field is named, as far as anybody reads, and nothing long is repeated."""

from collections.abc import Sequence

from oncestep.domain.errors import MOST_PROBLEMS, FieldError, InvalidRequest, shortened


def invalid_request(problems: Sequence[FieldError]) -> InvalidRequest:
    """The refusal that names these wrong fields, or the first of very many and how many more there are."""
    fields = tuple(FieldError(shortened(wrong.field), wrong.problem) for wrong in problems[:MOST_PROBLEMS])
    listed = "; ".join(f"{wrong.field}: {wrong.problem}" for wrong in fields)
    more = f"; and {len(problems) - len(fields)} more" if len(problems) > len(fields) else ""
    return InvalidRequest(f"the request is not valid: {listed}{more}", fields)


def wrong_field(field: str, problem: str) -> InvalidRequest:
    """The refusal of one field."""
    return InvalidRequest(f"{field} {problem}", (FieldError(field, problem),))
