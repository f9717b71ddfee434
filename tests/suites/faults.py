"""What can go wrong between the SDK and AWS, and what went over the line, seen at botocore's own events."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from botocore.exceptions import ConnectionClosedError

from oncestep.adapters.pynamodb_rows import OperationRow


def client_of(rows: type[OperationRow]) -> Any:  # noqa: ANN401 - botocore's clients have no type in common
    """The client that a PynamoDB model sends with."""
    return rows._get_connection().connection.client  # noqa: SLF001 - there is no other way to it


@contextmanager
def sent_by(client: Any) -> Iterator[list[str]]:  # noqa: ANN401
    """The operations that the client sends meanwhile, each as often as it is on the wire."""
    sent: list[str] = []

    def record(operation_name: str, **_: object) -> None:
        sent.append(operation_name)

    with _hooked(client, "request-created", record):
        yield sent


@contextmanager
def answer_lost(client: Any, operation: str) -> Iterator[None]:  # noqa: ANN401
    """The next request for this operation is carried out, but its answer is lost on the way back."""
    losses = [ConnectionClosedError(endpoint_url="https://aws.example")]

    def lose(event_name: str, **_: object) -> None:
        if losses and event_name.endswith(operation):
            raise losses.pop()

    # Moto carries requests out at this very event, and has been registered before.
    with _hooked(client, "before-send", lose):
        yield


@contextmanager
def _hooked(client: Any, event: str, handler: Any) -> Iterator[None]:  # noqa: ANN401
    client.meta.events.register_last(event, handler)
    try:
        yield
    finally:
        client.meta.events.unregister(event, handler)
