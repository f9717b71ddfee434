"""The ledger on DynamoDB: every write is one conditional request that returns the row it lost against."""

from collections.abc import Callable, Sequence
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError
from pynamodb.connection import TableConnection
from pynamodb.constants import ALL_OLD, ITEM, PUT_ITEM, UPDATE_ITEM
from pynamodb.exceptions import DoesNotExist, PynamoDBConnectionError, TransactWriteError, VerboseClientError
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action
from pynamodb.transactions import TransactWrite

from oncestep.adapters.pynamodb_rows import FIELDS, OperationRow, decode, encode, shards
from oncestep.application.ports import Conflict
from oncestep.domain.errors import LedgerUnavailable
from oncestep.domain.operation import Operation

_LOST = "ConditionalCheckFailedException"


class PynamoDBLedger:
    """`Ledger` on one table.

    `write_id`: a new random name for each write. The SDK repeats a request whose answer was lost; such a repeat finds
    its own name on the row, and so counts as the success that it was (law 9).
    """

    def __init__(self, rows: type[OperationRow], write_id: Callable[[], str]) -> None:
        self._rows = rows
        self._write_id = write_id

    def create(self, operation: Operation) -> Operation | None:
        """Claim the row; see `Ledger`."""
        row = self._rows(**encode(operation), write_id=self._write_id())
        # The row must be absent. One that is still there counts, even past its time to live (law 3).
        winner = self._put(row, self._rows.operation_id.does_not_exist())
        return None if winner is None or winner.write_id == row.write_id else decode(winner)

    def get(self, operation_id: str) -> Operation | None:
        """Read consistently; see `Ledger`."""
        try:
            return decode(self._rows.get(operation_id, consistent_read=True))
        except DoesNotExist:
            return None
        except PynamoDBConnectionError as error:
            raise LedgerUnavailable("the ledger cannot be read; try again") from error

    def replace(self, before: Operation, after: Operation) -> None:
        """Write what changed; see `Ledger`."""
        write_id = self._write_id()
        actions = self._changes(before, after, write_id)
        winner = self._update(before.operation_id, actions, self._unchanged(before))
        if winner is not None and winner.write_id != write_id:
            raise Conflict(decode(winner))

    def create_successor(self, before: Operation, after: Operation, successor: Operation) -> None:
        """Write parent and successor together; see `Ledger`."""
        write_id = self._write_id()
        row = self._rows(**encode(successor), write_id=write_id)
        parent = self._rows(operation_id=before.operation_id)
        try:
            with TransactWrite(connection=self._table().connection, client_request_token=write_id) as transaction:
                transaction.save(row, condition=self._rows.operation_id.does_not_exist())
                actions = self._changes(before, after, write_id)
                transaction.update(parent, actions=actions, condition=self._unchanged(before))
        except TransactWriteError as error:
            if any(reason and reason.code == "ConditionalCheckFailed" for reason in error.cancellation_reasons):
                raise Conflict(self.get(before.operation_id)) from error
            raise LedgerUnavailable("the ledger did not take the write; try again") from error

    def due(self, now: int, limit: int) -> Sequence[str]:
        """Ask every shard of the `due` index; see `Ledger`."""
        try:
            overdue = [
                (row.due_at, row.operation_id)
                for shard in shards()
                for row in self._rows.due_index.query(shard, self._rows.due_at <= now, limit=limit)
            ]
        except PynamoDBConnectionError as error:
            raise LedgerUnavailable("the due index cannot be read") from error
        return [operation_id for _, operation_id in sorted(overdue)[:limit]]

    def _unchanged(self, before: Operation) -> Condition:
        """The row must still be the one that was read: same version, and same state to be plain."""
        same_version: Condition = self._rows.version == before.version
        same_state: Condition = self._rows.state == str(before.state)
        both: Condition = same_version & same_state
        return both

    def _changes(self, before: Operation, after: Operation, write_id: str) -> list[Action]:
        changed = [name for name in FIELDS if getattr(before, name) != getattr(after, name)]
        values = {**encode(after, changed), "write_id": write_id}
        attributes = self._rows.get_attributes()
        return [
            attributes[name].remove() if value is None else attributes[name].set(value)
            for name, value in values.items()
        ]

    def _put(self, row: OperationRow, condition: Condition) -> OperationRow | None:
        attributes = row.serialize()
        attributes.pop("operation_id")
        return self._write(PUT_ITEM, row.operation_id, key=ITEM, attributes=attributes, condition=condition)

    def _update(self, operation_id: str, actions: list[Action], condition: Condition) -> OperationRow | None:
        return self._write(UPDATE_ITEM, operation_id, actions=actions, condition=condition)

    def _write(self, operation: str, hash_key: str, **arguments: Any) -> OperationRow | None:  # noqa: ANN401
        """Send one conditional write: None when it was taken, else the row that it lost against.

        PynamoDB's own `save` and `update` do not return that row; its connection builds the request that does.
        """
        table = self._table()
        kwargs = table.get_operation_kwargs(hash_key, return_values_on_condition_failure=ALL_OLD, **arguments)
        try:
            table.connection.dispatch(operation, kwargs)
        except VerboseClientError as error:
            return self._winner(error)
        except (BotoCoreError, ClientError) as error:
            raise LedgerUnavailable("the ledger cannot be written; try again") from error
        return None

    def _table(self) -> TableConnection:
        return self._rows._get_connection()  # noqa: SLF001 - the one way to a request of our own

    def _winner(self, error: VerboseClientError) -> OperationRow:
        cause = error.__cause__
        response: Any = cause.response if isinstance(cause, ClientError) else error.response
        if response["Error"].get("Code") != _LOST:
            raise LedgerUnavailable("the ledger did not take the write; try again") from error
        item = response.get("Item")
        if not item:
            raise Conflict(None) from error
        return self._rows.from_raw_data(item)
