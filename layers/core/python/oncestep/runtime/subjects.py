"""The operation that a request is about."""

from oncestep.domain.operation import Operation
from oncestep.runtime.http import Request
from oncestep.runtime.wiring.sending import SendingParts


def operation_of(parts: SendingParts, request: Request) -> Operation:
    """The operation in the path; whatever goes wrong from here on, the answer tells which it was.

    Raises:
        UnknownOperation: the caller has none of that ID.

    """
    operation = parts.query.one(request.caller, request.path["id"])
    request.subject.operation_id = operation.operation_id
    request.subject.idempotency_key = operation.idempotency_key
    return operation
