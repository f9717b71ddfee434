"""`Once` under Powertools' idempotency, over a persistence layer that is bound to one operation.

Powertools knows three statuses and deletes what failed; the ledger knows our states, owner tokens and leases. The
layer projects a row onto those statuses and adds what they lack: nothing is deleted, and nothing is claimed again
because a deadline has passed (so neither deadline nor expiry is projected).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from aws_lambda_powertools.utilities.idempotency import IdempotencyConfig, idempotent_function
from aws_lambda_powertools.utilities.idempotency.exceptions import (
    IdempotencyAlreadyInProgressError,
    IdempotencyItemAlreadyExistsError,
    IdempotencyItemNotFoundError,
    IdempotencyPersistenceLayerError,
    IdempotencyValidationError,
)
from aws_lambda_powertools.utilities.idempotency.persistence.base import BasePersistenceLayer
from aws_lambda_powertools.utilities.idempotency.persistence.datarecord import STATUS_CONSTANTS, DataRecord

from oncestep.application.ports import ClaimedEffect
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Outcome, Unknown

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

KEY_PREFIX: Final = "oncestep"


class PowertoolsOnce:
    """Runs effects under `idempotent_function`."""

    def run(self, effect: ClaimedEffect) -> tuple[Operation, bool]:
        """Claim, perform, settle; see `Once`."""
        layer = OperationLayer(effect)
        send = idempotent_function(
            layer.perform,
            data_keyword_argument="operation",
            persistence_store=layer,
            config=_config(effect.operation),
            key_prefix=KEY_PREFIX,
        )
        try:
            send(operation=_payload(effect.operation))
        except IdempotencyAlreadyInProgressError:
            pass  # the row that is in the way is with the layer
        except IdempotencyValidationError as error:
            raise (layer.winner or effect.operation).key_reused(effect.operation) from error
        except IdempotencyPersistenceLayerError as error:
            raise error.__cause__ or error from error
        return layer.result()


class OperationLayer(BasePersistenceLayer):
    """A persistence layer for one run of one operation."""

    def __init__(self, effect: ClaimedEffect) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._effect = effect
        self._outcome: Outcome = Unknown("not_performed")
        self._settled: Operation | None = None
        self.winner: Operation | None = None

    def perform(self, *, operation: dict[str, str]) -> dict[str, str]:
        """The function that Powertools wraps. The outcome stays here: a body's bytes need not pass through JSON."""
        self._outcome = self._effect.perform()
        return {**operation, "outcome": type(self._outcome).__name__.lower()}

    def result(self) -> tuple[Operation, bool]:
        """The settled row and True, or the row that was in the way and False."""
        if self._settled is not None:
            return self._settled, True
        if self.winner is not None:
            return self.winner, False
        raise RuntimeError("idempotency ended without a row")

    def _put_record(self, data_record: DataRecord) -> None:
        self.winner = self._effect.claim()
        if self.winner is None:
            return
        stored = self._projected(self.winner, data_record)
        self._validate_payload(data_payload=data_record, stored_data_record=stored)
        raise IdempotencyItemAlreadyExistsError(old_data_record=stored)

    def _update_record(self, data_record: DataRecord) -> None:  # noqa: ARG002 - called by keyword
        self._settled = self._effect.settle(self._outcome)

    def _delete_record(self, data_record: DataRecord) -> None:  # noqa: ARG002 - called by keyword
        """An exception on the way says nothing about the provider: unknown, and the row stays."""
        self._settled = self._effect.settle(Unknown("sender_failed"))

    def _get_record(self, idempotency_key: str) -> DataRecord:
        """Powertools reads only when a failed put brought no row along; ours always does."""
        raise IdempotencyItemNotFoundError(idempotency_key)

    def _projected(self, row: Operation, claim: DataRecord) -> DataRecord:
        """Terminal rows are completed, all others in progress; equal intents have equal payloads."""
        same = row.same_intent(self._effect.operation)
        return DataRecord(
            idempotency_key=claim.idempotency_key,
            status=STATUS_CONSTANTS["COMPLETED" if row.state.terminal else "INPROGRESS"],
            payload_hash=claim.payload_hash if same else self._get_hashed_payload(_payload(row)),
        )


def _payload(operation: Operation) -> dict[str, str]:
    return {
        "operation_id": operation.operation_id,
        "fingerprint": f"{operation.fingerprint}.{operation.input_digest}",
    }


def _config(operation: Operation) -> IdempotencyConfig:
    config = IdempotencyConfig(
        event_key_jmespath="operation_id",
        payload_validation_jmespath="fingerprint",
        raise_on_no_idempotency_key=True,
        hash_function="sha256",
    )
    config.register_lambda_context(cast("LambdaContext", _Lease(operation)))
    return config


@dataclass(slots=True, eq=False, repr=False)
class _Lease:
    """What Powertools asks of a Lambda context; the lease on our row decides, so this is for its records only."""

    operation: Operation

    def get_remaining_time_in_millis(self) -> int:
        return (self.operation.lease_until or 0) - self.operation.updated_at
