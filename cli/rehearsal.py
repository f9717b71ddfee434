"""What would happen after each answer that an API may give: the rules of the protocol run, and nothing is sent."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from oncestep.domain.canonical import with_defaults
from oncestep.domain.classify import classify
from oncestep.domain.contract import Action, OutcomeRules
from oncestep.domain.freezing import freeze
from oncestep.domain.identity import Json, operation_id
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import (
    Answer,
    Confirmed,
    Evidence,
    NoAnswer,
    NotApplied,
    Outcome,
    Rejected,
    Stage,
    Unknown,
)
from oncestep.domain.resolve import LookUp, Send, Stop, Wait, next_step
from oncestep.domain.states import State
from oncestep.domain.terms import as_frozen
from oncestep.domain.transitions import Moment, Policy, claim_send, settle

NOW = 1_800_000_000_000
LEASE = 62_000
LATEST = 0.999
"""The jitter that makes each wait as long as it can be."""
ORIGIN = "https://api.example.com"
_OUTCOMES = {Confirmed: "confirmed", Rejected: "rejected", NotApplied: "not applied", Unknown: "unknown"}


@dataclass(frozen=True, slots=True)
class Line:
    """One case: what comes back, what that proves, what the caller sees, and what Oncestep does next."""

    case: str
    outcome: str
    status: str
    next: str


def rehearse(action: Action) -> Iterator[Line]:
    """A line for each case, for a request that is sent for the first time."""
    for case, evidence in _evidence(action.outcomes).items():
        yield _line(action, case, evidence)
    yield _duplicate(action)


def _evidence(rules: OutcomeRules) -> Mapping[str, Evidence]:
    return {
        "success": _answer(min(rules.success_statuses, default=200), _passing(rules)),
        "200 with a failed body": _answer(200, _failing(rules)),
        "302": _answer(302, None),
        "400": _answer(400, {}),
        "401": _answer(401, None),
        "409": _answer(409, {}),
        "429 with Retry-After: 30": _answer(429, {}, **{"Retry-After": "30"}),
        "500": _answer(500, {}),
        "503": _answer(503, {}),
        "timeout after the request was written": NoAnswer(Stage.AFTER_WRITE, "timeout"),
        "refused connection": NoAnswer(Stage.BEFORE_WRITE, "connection_refused"),
    }


def _answer(status: int, body: Json, **headers: str) -> Answer:
    return Answer(status, headers, b"" if body is None else json.dumps(body).encode())


def _passing(rules: OutcomeRules) -> Json:
    return _tree(dict(rules.success))


def _failing(rules: OutcomeRules) -> Json:
    """A body that breaks each part of the success test; without a test there is no such body."""
    wrong: dict[str, Json] = {path: f"not {value}" for path, value in rules.success.items()}
    return _tree({**wrong, **{path: [{"message": "failed"}] for path in rules.success_absent}})


def _tree(values: Mapping[str, Json]) -> Json:
    tree: dict[str, Json] = {}
    for path, value in values.items():
        *holders, name = path.split(".")
        place = tree
        for step in holders:
            inner = place.setdefault(step, {})
            place = inner if isinstance(inner, dict) else {}
        place[name] = value
    return tree


def _line(action: Action, case: str, evidence: Evidence) -> Line:
    policy = Policy(as_frozen(action, _accepted(action)), 0)
    claimed = claim_send(_accepted(action), owner="rehearsal", lease_until=NOW + LEASE, at=Moment(NOW))
    outcome = classify(policy.action.outcomes, evidence, now=NOW)
    settled = settle(claimed, 1, outcome, policy=policy, at=Moment(NOW, LATEST))
    return Line(case, _OUTCOMES[type(outcome)], settled.status, _next(settled, policy.action, outcome))


def _duplicate(action: Action) -> Line:
    first, again = _accepted(action), _accepted(action)
    if not first.same_intent(again):
        raise AssertionError("the same call is the same operation")
    answered = _line(action, "", _evidence(action.outcomes)["success"])
    return Line("the same call again, later", answered.outcome, answered.status, "answer from the ledger; send nothing")


def _accepted(action: Action) -> Operation:
    """A new operation with the contract's sample as its input."""
    sample = with_defaults(action.samples["input"], action.input_schema)
    own_id = operation_id("client", action.full_name, "rehearsal")
    return Operation(
        operation_id=own_id,
        client="client",
        provider=action.provider,
        action=action.name,
        idempotency_key="rehearsal",
        fingerprint="",
        input_digest="",
        connection="default",
        account="",
        contract_version=action.contract_version,
        request=freeze(action, sample, own_id, ORIGIN),
        created_at=NOW,
        round_started_at=NOW,
        state=State.ACCEPTED,
    )


def _next(operation: Operation, action: Action, outcome: Outcome) -> str:
    if operation.attention:
        return f"stop for a person: {operation.attention} ({operation.history[-1].detail.partition(': ')[2]})"
    if operation.state.terminal:
        definite = not isinstance(outcome, Rejected) or outcome.definite
        return "done" if definite else "done; on a retry it would settle nothing"
    seconds = (operation.next_at - NOW) / 1000
    match next_step(operation, action, operation.next_at):
        case Send():
            return f"send again with the same key, in about {seconds:.0f} s"
        case LookUp():
            return f"look up whether it was done, in about {seconds:.0f} s"
        case Wait():
            return f"wait {seconds:.0f} s"
        case Stop(attention, detail):
            return f"stop for a person: {attention} ({detail})"
        case step:
            assert_never(step)
