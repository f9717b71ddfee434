"""From a call to the operation it means: checked, canonical, frozen. Stores nothing and sends nothing."""

import hashlib
import json
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlsplit

from oncestep.application.callbacks import PROVIDER
from oncestep.application.calls import DEFAULT_CONNECTION, ActionRequest
from oncestep.application.outgoing import check_host, check_sendable, target
from oncestep.application.policies import Policies
from oncestep.application.ports import Chance, Clock, Connection, Connections, Validator
from oncestep.domain.callers import Caller
from oncestep.domain.canonical import coerce, with_defaults, without_defaults
from oncestep.domain.connection_rules import with_rules
from oncestep.domain.contract import Action
from oncestep.domain.errors import (
    ActionNotAllowed,
    FieldError,
    InvalidRequest,
    PayloadTooLarge,
    UnknownConnection,
)
from oncestep.domain.freezing import freeze
from oncestep.domain.identity import Json, canonical_json, fingerprint, operation_id
from oncestep.domain.json_text import require_shallow
from oncestep.domain.operation import FrozenRequest, Operation
from oncestep.domain.redaction import Redaction
from oncestep.domain.sensitive import sensitive_leaves
from oncestep.domain.states import State
from oncestep.domain.transitions import Policy

MAX_INPUT_BYTES = 1024 * 1024
SNAPSHOT_LENGTH = 2_000


class Draft(NamedTuple):
    """An operation that is ready to be claimed; `request` holds its whole body."""

    operation: Operation
    policy: Policy
    connection: Connection | None
    request: FrozenRequest


@dataclass(slots=True, eq=False, repr=False)
class Drafts:
    """Makes drafts."""

    policies: Policies
    connections: Connections
    validator: Validator
    clock: Clock
    chance: Chance

    def draft(self, caller: Caller, call: ActionRequest) -> Draft:
        """Check the call and freeze its request.

        Raises:
            ActionNotAllowed, UnknownAction, UnknownConnection, HostNotAllowed, InvalidRequest, PayloadTooLarge.
            ConnectionsUnavailable: the same call may be made again.

        """
        offered = self.policies.offered(call.provider, call.action)
        claim = self._claim(caller, call, offered)
        value = self._valid(offered, call)
        connection = self._connection(caller, offered, call.connection)
        action = with_rules(offered, connection.rules, connection.base_url) if connection else offered
        request = freeze(action, value, claim.operation_id, target(action, connection).base_url)
        check_sendable(action, connection, request, now=self.clock.now())
        policy = Policy(action, self.policies.retention)
        return Draft(self._filled(claim, action, connection, value), policy, connection, request)

    def check_callback(self, caller: Caller, url: str) -> None:
        """Refuse an address that the client has not allowed, or whose messages nothing would sign.

        Raises:
            UnknownConnection: the client takes no callbacks.
            HostNotAllowed: the host is not one of those that it takes them at.

        """
        connection = self.connections.find(caller.client, PROVIDER, DEFAULT_CONNECTION)
        if connection is None:
            raise UnknownConnection(
                f"client {caller.client} takes no callbacks; allow them with `oncestep callbacks allow "
                f"--client {caller.client} --host {urlsplit(url).hostname}`, or poll Location instead"
            )
        check_host(url, connection.allowed_hosts)

    def repeated(self, caller: Caller, call: ActionRequest) -> Operation:
        """The operation that the call means if it is a repeat: with its identity, without a request.

        Neither need the input be valid, nor its contract or its connection be there still.

        Raises:
            ActionNotAllowed, UnknownAction, PayloadTooLarge.
            InvalidRequest: the input is no JSON that can be stored.

        """
        return self._claim(caller, call, self.policies.remembered(call.provider, call.action))

    def _claim(self, caller: Caller, call: ActionRequest, action: Action) -> Operation:
        if not caller.may_run(call.full_action):
            raise ActionNotAllowed(f"this API key does not allow {call.full_action}; ask for a key that does")
        given = _given(call)
        if len(given) > MAX_INPUT_BYTES:
            raise PayloadTooLarge(f"the input is larger than {MAX_INPUT_BYTES} bytes; send a reference instead")
        now = self.clock.now()
        return Operation(
            operation_id=operation_id(caller.client, call.full_action, call.idempotency_key),
            client=caller.client,
            provider=call.provider,
            action=call.action,
            idempotency_key=call.idempotency_key,
            fingerprint=_fingerprint(action, call),
            input_digest=hashlib.sha256(given).hexdigest(),
            connection=call.connection,
            account="",
            contract_version=action.contract_version,
            request=FrozenRequest("", ""),
            created_at=now,
            updated_at=now,
            round_started_at=now,
            next_at=now,
            state=State.ACCEPTED,
            owner=self.chance.token(),
            correlation_id=call.correlation_id,
            source_event=call.source_event,
            callback_urls=(call.callback_url,) if call.callback_url else (),
        )

    def _valid(self, action: Action, call: ActionRequest) -> Json:
        """The coerced input with its defaults.

        Raises:
            InvalidRequest: naming every wrong field.

        """
        value = with_defaults(coerce(dict(call.input), action.input_schema), action.input_schema)
        problems = self.validator.problems(action, value)
        if problems:
            fields = tuple(FieldError(field, problem) for field, problem in problems.items())
            listed = "; ".join(f"{field}: {problem}" for field, problem in problems.items())
            raise InvalidRequest(f"the input of {action.full_name} is not valid: {listed}", fields)
        return value

    def _connection(self, caller: Caller, action: Action, name: str) -> Connection | None:
        connection = self.connections.find(caller.client, action.provider, name)
        if connection is None and action.needs_connection:
            raise UnknownConnection(
                f"client {caller.client} has no connection {name!r} for {action.provider}; create it with "
                f"`oncestep connections create --client {caller.client} --provider {action.provider} --name {name}`"
            )
        return connection

    def _filled(self, claim: Operation, action: Action, connection: Connection | None, value: Json) -> Operation:
        account = connection.account if connection else ""
        redaction = Redaction(action.sensitive, frozenset(sensitive_leaves(value, action.sensitive)))
        snapshot = json.dumps(redaction.document(value), ensure_ascii=False)[:SNAPSHOT_LENGTH]
        return replace(claim, account=account, snapshot=snapshot)


def _given(call: ActionRequest) -> bytes:
    """The input as it was given, as canonical bytes.

    Raises:
        InvalidRequest: it is nested too deep, or holds half a character, infinity or NaN.

    """
    value = dict(call.input)
    try:
        require_shallow(value)
        return canonical_json(value).encode()
    except ValueError as error:
        raise InvalidRequest(f"the input cannot be stored: {error}", (FieldError("input", str(error)),)) from error


def _fingerprint(action: Action, call: ActionRequest) -> str:
    canonical = without_defaults(coerce(dict(call.input), action.input_schema), action.input_schema)
    return fingerprint(action=call.full_action, connection=call.connection, canonical_input=canonical)
