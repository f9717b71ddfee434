"""The composition root: the only place that knows which adapter stands behind which port.

A part is built when it is first asked for, so a function that asks for less starts faster.
"""

import os
from collections.abc import Mapping
from functools import cached_property

import boto3
from botocore.config import Config

from oncestep.adapters.address_guard import AddressGuard
from oncestep.adapters.caching_ledger import CachingLedger
from oncestep.adapters.emf_signals import EmfSignals
from oncestep.adapters.jsonschema_validator import JsonSchemaValidator
from oncestep.adapters.package_catalog import PackageCatalog
from oncestep.adapters.powertools_once import PowertoolsOnce
from oncestep.adapters.pynamodb_access import PynamoDBKeys, bound_access
from oncestep.adapters.pynamodb_journal import PynamoDBJournal
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import bound_rows
from oncestep.adapters.s3_blobs import S3Blobs
from oncestep.adapters.secretsmanager_connections import SecretsManagerConnections
from oncestep.adapters.sqs_queue import SqsQueue
from oncestep.adapters.system_time import SystemChance, SystemClock
from oncestep.adapters.urllib3_sender import Urllib3Sender
from oncestep.application.accept import Accept
from oncestep.application.attempt import Attempts
from oncestep.application.bodies import Bodies
from oncestep.application.commit import Commits
from oncestep.application.draft import Drafts
from oncestep.application.follow import Follow
from oncestep.application.lookup import Lookups
from oncestep.application.operate import Operate
from oncestep.application.policies import Policies
from oncestep.application.query import Query
from oncestep.application.reconcile import Reconcile
from oncestep.application.waiting import Waiting
from oncestep.application.work import Work
from oncestep.runtime.settings import AuthorizerSettings, LedgerSettings, SendingSettings, from_env

DAY = 86_400_000
PATIENT = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "max_attempts": 3})
ONE_TRY = Config(connect_timeout=2, read_timeout=5, retries={"total_max_attempts": 1})


class AuthorizerParts:
    """What the authorizer is made of."""

    def __init__(self, env: Mapping[str, str] = os.environ) -> None:
        self.settings = from_env(AuthorizerSettings, env)

    @cached_property
    def keys(self) -> PynamoDBKeys:
        """The API keys."""
        return PynamoDBKeys(bound_access(self.settings.access_table, self.settings.aws_region))


class LedgerParts:
    """What every function with a ledger is made of."""

    needs: type[LedgerSettings] = LedgerSettings
    settings: LedgerSettings

    def __init__(self, env: Mapping[str, str] = os.environ) -> None:
        self.settings = from_env(self.needs, env)
        self.clock = SystemClock()
        self.chance = SystemChance()
        self.rows = bound_rows(self.settings.ledger_table, self.settings.aws_region)

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
        region = self.settings.aws_region
        patient = boto3.client("sqs", region_name=region, config=PATIENT)
        one_try = boto3.client("sqs", region_name=region, config=ONE_TRY)
        return SqsQueue(patient, one_try, self.settings.queue_url)

    @cached_property
    def follow(self) -> Follow:
        """Messages and announcements."""
        return Follow(self.commits, self.queue, self.clock, self.chance)

    @cached_property
    def policies(self) -> Policies:
        """Contracts."""
        return Policies(PackageCatalog(), self.settings.operation_retention_days * DAY)

    @cached_property
    def reconcile(self) -> Reconcile:
        """The sweep."""
        return Reconcile(self.commits, self.follow, self.clock)


class SendingParts(LedgerParts):
    """What the functions that reach providers are made of."""

    needs = SendingSettings
    settings: SendingSettings

    @cached_property
    def bodies(self) -> Bodies:
        """Large bodies."""
        client = boto3.client("s3", region_name=self.settings.aws_region, config=PATIENT)
        return Bodies(S3Blobs(client, self.settings.blob_bucket))

    @cached_property
    def connections(self) -> SecretsManagerConnections:
        """Credentials."""
        client = boto3.client("secretsmanager", region_name=self.settings.aws_region, config=PATIENT)
        return SecretsManagerConnections(client, self.settings.connections_prefix, self.clock)

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
    def work(self) -> Work:
        """The worker."""
        lookups = Lookups(self.commits, self.sender, self.follow, self.clock, self.chance)
        return Work(
            self.commits,
            self.attempts,
            lookups,
            self.follow,
            self.bodies,
            self.policies,
            self.connections,
            self.clock,
        )

    @cached_property
    def query(self) -> Query:
        """Reading back."""
        return Query(self.ledger, PynamoDBJournal(self.rows, self.clock))

    @cached_property
    def operate(self) -> Operate:
        """The operators' verbs."""
        return Operate(self.commits, self.drafts, self.bodies, self.follow, self.policies, self.clock)
