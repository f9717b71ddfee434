"""What every function with a ledger is made of."""

import os
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from botocore.config import Config

from oncestep.adapters.caching_ledger import CachingLedger
from oncestep.adapters.emf_signals import EmfSignals
from oncestep.adapters.package_catalog import PackageCatalog
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import bound_rows, session_of
from oncestep.adapters.sqs_queue import SqsQueue
from oncestep.adapters.system_time import SystemChance, SystemClock
from oncestep.application.callbacks import Callbacks
from oncestep.application.commit import Commits
from oncestep.application.follow import Follow
from oncestep.application.policies import Policies
from oncestep.runtime.settings import LedgerSettings, from_env
from oncestep.runtime.wiring.clients import ONE_TRY, PATIENT, deferred

if TYPE_CHECKING:
    from oncestep.application.reconcile import Reconcile

DAY = 86_400_000


class LedgerParts:
    """What every function with a ledger is made of."""

    needs: type[LedgerSettings] = LedgerSettings
    settings: LedgerSettings

    def __init__(self, env: Mapping[str, str] = os.environ) -> None:
        self.settings = from_env(self.needs, env)
        self.clock = SystemClock()
        self.chance = SystemChance()
        self.rows = bound_rows(self.settings.ledger_table, self.settings.aws_region)

    def client(self, service: str, config: Config = PATIENT) -> Any:  # noqa: ANN401 - botocore has one type for all
        """A client of an AWS service. It shares what PynamoDB's client has already read."""
        return session_of(self.rows).create_client(service, region_name=self.settings.aws_region, config=config)

    @cached_property
    def ledger(self) -> CachingLedger:
        """The ledger, behind the cache that all invocations of this process share."""
        return CachingLedger(PynamoDBLedger(self.rows, self.chance.token))

    @cached_property
    def commits(self) -> Commits:
        """Compare and swap."""
        return Commits(self.ledger, EmfSignals())

    @cached_property
    def queue(self) -> SqsQueue:
        """The queue; finals go through a client that never repeats a send."""
        patient = deferred(lambda: self.client("sqs"))
        one_try = deferred(lambda: self.client("sqs", ONE_TRY))
        return SqsQueue(patient, one_try, self.settings.queue_url)

    @cached_property
    def follow(self) -> Follow:
        """Messages and announcements."""
        callbacks = Callbacks(self.policies, self.clock, self.chance)
        return Follow(self.commits, self.queue, callbacks, self.clock, self.chance)

    @cached_property
    def policies(self) -> Policies:
        """Contracts."""
        return Policies(PackageCatalog(), self.settings.operation_retention_days * DAY)

    @cached_property
    def reconcile(self) -> "Reconcile":
        """The sweep."""
        from oncestep.application.reconcile import Reconcile  # noqa: PLC0415 - for `reconcile` only

        return Reconcile(self.commits, self.follow, self.clock)
