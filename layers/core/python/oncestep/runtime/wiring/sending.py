"""What the functions that reach providers are made of. What only one of them uses is imported when it does."""

from functools import cached_property
from typing import TYPE_CHECKING

from oncestep.adapters.address_guard import AddressGuard
from oncestep.adapters.jsonschema_validator import JsonSchemaValidator
from oncestep.adapters.package_catalog import PackageCatalog
from oncestep.adapters.powertools_once import PowertoolsOnce
from oncestep.adapters.s3_blobs import S3Blobs
from oncestep.adapters.secretsmanager_connections import SecretsManagerConnections
from oncestep.adapters.urllib3_sender import Urllib3Sender
from oncestep.application.accept import Accept
from oncestep.application.attempt import Attempts
from oncestep.application.bodies import Bodies
from oncestep.application.draft import Drafts
from oncestep.application.policies import Policies
from oncestep.application.waiting import Waiting
from oncestep.runtime.settings import SendingSettings
from oncestep.runtime.wiring.clients import deferred
from oncestep.runtime.wiring.ledger import DAY, LedgerParts

if TYPE_CHECKING:
    from oncestep.application.operate import Operate
    from oncestep.application.query import Query
    from oncestep.application.work import Work


class SendingParts(LedgerParts):
    """What the functions that reach providers are made of."""

    needs = SendingSettings
    settings: SendingSettings

    @cached_property
    def bodies(self) -> Bodies:
        """Large bodies."""
        return Bodies(S3Blobs(deferred(lambda: self.client("s3")), self.settings.blob_bucket))

    @cached_property
    def connections(self) -> SecretsManagerConnections:
        """Credentials."""
        return SecretsManagerConnections(self.client("secretsmanager"), self.settings.connections_prefix, self.clock)

    @cached_property
    def policies(self) -> Policies:
        """Contracts, with the rules of the connections that bring some."""
        return Policies(PackageCatalog(), self.settings.operation_retention_days * DAY, self.connections)

    @cached_property
    def sender(self) -> Urllib3Sender:
        """The way to providers."""
        return Urllib3Sender(AddressGuard(allow_loopback=self.settings.allow_loopback))

    @cached_property
    def attempts(self) -> Attempts:
        """Claim, send, settle."""
        return Attempts(self.commits, PowertoolsOnce(), self.sender, self.bodies, self.follow, self.clock, self.chance)

    @cached_property
    def drafts(self) -> Drafts:
        """Checked calls."""
        return Drafts(self.policies, self.connections, JsonSchemaValidator(), self.clock, self.chance)

    @cached_property
    def waiting(self) -> Waiting:
        """Polling."""
        return Waiting(self.ledger, self.clock)

    @cached_property
    def accept(self) -> Accept:
        """POST an action."""
        return Accept(self.commits, self.drafts, self.attempts, self.bodies, self.follow, self.waiting, self.clock)

    @cached_property
    def work(self) -> "Work":
        """The worker."""
        from oncestep.adapters.pynamodb_rate_slots import (  # noqa: PLC0415 - for the worker only
            PynamoDBRateSlots,
            bound_slots,
        )
        from oncestep.application.lookup import Lookups  # noqa: PLC0415
        from oncestep.application.pacing import Pacing  # noqa: PLC0415
        from oncestep.application.work import Work  # noqa: PLC0415

        lookups = Lookups(self.commits, self.sender, self.bodies, self.follow, self.clock, self.chance)
        slots = PynamoDBRateSlots(bound_slots(self.settings.connection_state_table, self.settings.aws_region))
        return Work(
            self.commits,
            self.attempts,
            lookups,
            self.follow,
            Pacing(self.commits, self.follow, slots, self.clock),
            self.bodies,
            self.policies,
            self.connections,
            self.clock,
        )

    @cached_property
    def query(self) -> "Query":
        """Reading back."""
        from oncestep.adapters.pynamodb_journal import PynamoDBJournal  # noqa: PLC0415 - for `operations` only
        from oncestep.application.query import Query  # noqa: PLC0415

        return Query(self.ledger, PynamoDBJournal(self.rows, self.clock))

    @cached_property
    def operate(self) -> "Operate":
        """The operators' verbs."""
        from oncestep.application.operate import Operate  # noqa: PLC0415 - for `operations` only

        return Operate(self.commits, self.drafts, self.bodies, self.follow, self.policies, self.clock)
