"""Secrets that a caller, a connection or a provider plants wherever it can come out at the provider, and nowhere else.

Credentials are in no row, no body in the store, no message, no answer and no log line, whoever says them in whatever
form. What is sensitive in an input, and what is a secret by its looks, is only in the frozen request and in the result:
those are whole, for the provider and for the caller whose operation it is.
"""

import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote_plus

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from oncestep.adapters.pynamodb_rows import encode
from oncestep.adapters.sqs_queue import dump
from oncestep.application.ports import Connection, Outgoing, Page
from oncestep.application.query import Query
from oncestep.domain.callers import Caller
from oncestep.domain.contract import Action, Auth, AuthScheme, Encoding, RequestMapping
from oncestep.domain.identity import Json, operation_id
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Answer, Evidence, NoAnswer, Stage
from oncestep.runtime.observability import logger
from tests.property.canaries import CODED, FORMS, found
from tests.support.actions import BARE, LOOKUP, PROMISE
from tests.support.fakes import MemoryLedger
from tests.support.receiver import DONE
from tests.support.world import BUILDER, OPERATOR, World
from tests.unit.runtime.events import recorded, with_body
from tests.unit.runtime.gateway import Answered, Gateway

API_KEY = "key_0a1b2c3d4e5f." + "Zz9_-" * 8 + "Zz9"
CREDENTIALS = {
    "token": 'c4nary+tok/en&"of=the%account',
    "X-Other": "Basic bWU6Y2FuYXJ5LXBhc3N3b3Jk",
    "X-More": "canaryPin7",
}
SECRETS = (CREDENTIALS["token"], "bWU6Y2FuYXJ5LXBhc3N3b3Jk", "canary-password", CREDENTIALS["X-More"], API_KEY)

SENSITIVE: dict[str, Json] = {
    "user": "canary user ä",
    "mail": "canary+mail@a.example",
    "header": "canary-header",
    "card": {"holder": "Canary B. Holder", "pin": 918273},
    "letter": "Dear Canary, the door opens with 4711 and the safe with a feather.",
}
SENSITIVE_TEXTS = (
    "canary user ä",
    "canary+mail@a.example",
    "canary-header",
    "Canary B. Holder",
    "918273",
    "opens with 4711",
)
LOOKS = ("4242 4242 4242 4242", "sk_live_" + "Canary4eC39HqLyjWDarj", "-----BEGIN PRIVATE KEY-----\nY2FuYXJ5")
NOTE = f"card {LOOKS[0]}, key {LOOKS[1]}, {LOOKS[2]}"

_TEXT: Json = {"type": "string"}
ECHO = replace(
    BARE,
    provider="echo",
    input_schema={
        "type": "object",
        "properties": {**dict.fromkeys((*SENSITIVE, "note", "padding"), _TEXT), "card": {"type": "object"}},
        "additionalProperties": False,
    },
    request=RequestMapping(
        method="POST",
        path="/users/{input.user}/things",
        encoding=Encoding.JSON,
        query={"mail": "{input.mail}"},
        headers={"X-Header": "{input.header}"},
        body={
            "card": "{input.card}",
            "letter": "{input.letter}",
            "note": "{input.note}",
            "padding": "{input.padding}",
            "reference": "{operation.id}",
        },
    ),
    outcomes=replace(BARE.outcomes, success={"failed": None}),
    sensitive=frozenset(SENSITIVE),
)
AUTH = st.sampled_from(
    [
        Auth(AuthScheme.BEARER, credential="token"),
        Auth(AuthScheme.BASIC, credential="token"),
        Auth(AuthScheme.HEADER, credential="token", parameter="X-Key", prefix="Key "),
        Auth(AuthScheme.QUERY, credential="token", parameter="key"),
        Auth(AuthScheme.CONNECTION_HEADERS),
    ]
)
KINDS = st.sampled_from([{}, {"key": PROMISE}, {"lookup": LOOKUP}, {"key": PROMISE, "lookup": LOOKUP}])
STATUSES = st.sampled_from([200, 201, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503])
PLACES = ("message", "error", "other", "text", "page", "header", "cut", "detail", "before", "raised")
"""Where a provider, or the way there, may say a canary."""
TOO_LARGE_FOR_A_ROW = "".join(f"{number:x}" for number in range(40_000))
KEY = "order-1842"
ID = operation_id("acme", "echo.order", KEY)
FOREIGN = replace(OPERATOR, client="operators")


@dataclass
class Echo:
    """A provider that says what it was sent and what it knows, at one place of its answer."""

    place: str
    status: int
    form: Callable[[str], str]
    said: int = 0
    got: list[Outgoing] = field(default_factory=list)

    def __call__(self, request: Outgoing) -> Evidence:
        self.got.append(request)
        self.said += 1
        words = " ".join(self.form(text) for text in (*SECRETS[:-1], *SENSITIVE_TEXTS, *LOOKS))
        match self.place:
            case "detail" | "before":
                stage = Stage.AFTER_WRITE if self.place == "detail" else Stage.BEFORE_WRITE
                return NoAnswer(stage, "connection_lost", detail=words)
            case "raised":
                raise ValueError(words)
            case "text" | "page":
                return Answer(self.status, {}, words.encode())
            case "cut":
                return Answer(self.status, {}, f'{{"message": "{words}'.encode(), truncated=True)
            case "header":
                return Answer(self.status, {"Content-Type": words, "Retry-After": words, "X-Echo": words}, b"{}")
            case _:
                body = {self.place: words, "failed": None, "data": [{"id": words, "reference": "another"}]}
                return Answer(self.status, {"Content-Type": "application/json"}, json.dumps(body).encode())


@dataclass
class Outputs:
    """All that came out, by where."""

    everything: list[tuple[str, str]] = field(default_factory=list)
    about: list[tuple[str, str]] = field(default_factory=list)

    def add(self, where: str, text: str) -> None:
        """What is about an operation."""
        self.about.append((where, text))
        self.everything.append((where, text))

    def answer(self, where: str, answered: Answered, *, own: bool = False) -> Answered:
        """An answer; in the caller's own, `result` may be whole."""
        self.everything.append((where, json.dumps(answered.body, ensure_ascii=False)))
        shown = {name: item for name, item in answered.body.items() if not (own and name == "result")}
        self.add(where, json.dumps({"body": shown, "headers": answered.headers}, ensure_ascii=False))
        return answered


class MemoryJournal:
    """`Journal` over the rows in memory: all of a client's, whatever else is asked for."""

    def __init__(self, ledger: MemoryLedger) -> None:
        self._ledger = ledger

    def recent(self, client: str, *_: object, **__: object) -> Page:
        return self.stopped(client)

    def stopped(self, client: str | None, **_: object) -> Page:
        return Page(tuple(row for row in self._ledger.rows.values() if client in {None, row.client}), None)

    by_key = by_remote_id = by_correlation = recent


@dataclass(frozen=True)
class Plan:
    """What is done with the canaries: by which contract, said by the provider where, and what a person does then."""

    kind: dict[str, Any]
    auth: Auth
    encoding: Encoding
    place: str
    status: int
    form: str
    large: bool
    verb: str

    @property
    def action(self) -> Action:
        return replace(ECHO, auth=self.auth, request=replace(ECHO.request, encoding=self.encoding), **self.kind)


PLANS = st.builds(
    Plan,
    kind=KINDS,
    auth=AUTH,
    encoding=st.sampled_from([Encoding.JSON, Encoding.FORM]),
    place=st.sampled_from(PLACES),
    status=STATUSES,
    form=st.sampled_from(sorted(CODED)),
    large=st.booleans(),
    verb=st.sampled_from(["replay", "dismiss", "resolve", "fix-forward", "redrive"]),
)


@given(plan=PLANS)
@settings(
    max_examples=150,
    phases=[Phase.generate],  # a smaller example says no more
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_canaries_come_out_at_the_provider_and_nowhere_else(plan: Plan) -> None:
    stage = Order(plan)
    stage.play()

    stage.require_sent()
    outputs = stage.outputs
    said = [(where, secret, found(secret, text)) for where, text in outputs.everything for secret in SECRETS]
    assert [leak for leak in said if leak[2]] == []
    written = {form(text) for text in (*SENSITIVE_TEXTS, *LOOKS) for form in (str, FORMS.get(plan.form, str))}
    assert [(where, text) for where, shown in outputs.about for text in written if text in shown] == []


class Order:
    """One order with canaries, from the call to what persons are shown in the end."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.outputs = Outputs()
        self.echo = Echo(plan.place, plan.status, CODED[plan.form])
        self.ledger = MemoryLedger()
        self.world = World(ledger=self.ledger)
        self.world.catalog.known = (plan.action, *self.world.catalog.known)
        connection = Connection("default", "acct-1", credentials=CREDENTIALS)
        self.world.connections.known["acme", "echo", "default"] = connection
        self.world.provider.next = [self.echo] * 50
        self.world.provider.listing = self.echo
        self.gateway = Gateway(self.world)
        vars(self.gateway.parts)["query"] = Query(self.ledger, MemoryJournal(self.ledger))

    @property
    def value(self) -> dict[str, Json]:
        """The input."""
        return {**SENSITIVE, "note": NOTE, "padding": TOO_LARGE_FOR_A_ROW if self.plan.large else "short"}

    def play(self) -> None:
        """Everything, with what is printed and logged meanwhile."""
        printed, log = io.StringIO(), io.StringIO()
        with redirect_stdout(printed), logging_to(log):
            self.call()
            self.world.run(600_000, step=120_000)
            self.person()
            self.world.run(240_000, step=120_000)
            self.look("its builder", BUILDER)
            self.look("an operator", FOREIGN)
        self.outputs.add("figures", printed.getvalue())
        self.outputs.add("log", log.getvalue())
        self.stored()

    def call(self) -> None:
        """The call, its repeat, and calls that are refused."""
        body = {"input": self.value, "idempotency_key": KEY, "correlation_id": KEY, "callback_url": DONE}
        self.outputs.answer("POST", self.post(body), own=True)
        self.outputs.answer("a repeat", self.post(body), own=True)
        wrong = {**self.value, "user": 5.5, "card": NOTE, "letter": [LOOKS[1]], NOTE: 1}
        self.outputs.answer("a refusal", self.post({**body, "input": wrong, "idempotency_key": "another"}))
        self.outputs.answer("a reused key", self.post({**body, "input": {**self.value, "note": "other"}}))

    def post(self, body: object) -> Answered:
        event = recorded("actions.post")
        event["pathParameters"] = {"provider": "echo", "action": "order"}
        event["multiValueHeaders"]["x-api-key"] = [API_KEY]
        return self.gateway.post(with_body(event, body))

    def person(self) -> None:
        """What a person does, and says about it: that may hold secrets, too."""
        for delivery in self.world.queue.dead:
            self.outputs.add("dead letter", dump(delivery.message))
        if self.plan.verb == "redrive":
            self.world.queue.redrive()
            return
        more: dict[str, Any] = {
            "resolve": {"outcome": "confirmed", "remote_id": "thing-1"},
            "fix-forward": {"input": {**self.value, "padding": "other"}},
        }
        body = {"reason": f"they said: {NOTE}", **more.get(self.plan.verb, {})}
        path = f"/operations/{{id}}/{self.plan.verb}"
        self.outputs.answer(self.plan.verb, self.gateway.ask("POST", path, caller=FOREIGN, body=body, id=ID))

    def look(self, who: str, caller: Caller) -> None:
        """What one of them is shown in the end."""
        own, query = caller.client == "acme", {"client": "acme", "since": "0"}
        one, result = (
            self.gateway.ask("GET", path, caller=caller, id=ID)
            for path in ("/operations/{id}", "/operations/{id}/result")
        )
        self.outputs.answer(f"one operation for {who}", one)
        self.outputs.answer(f"the result for {who}", result, own=own)
        self.outputs.answer(f"the list for {who}", self.gateway.ask("GET", "/operations", caller=caller, query=query))

    def stored(self) -> None:
        """What is kept, and what was sent to others than the provider."""
        for delivery in (*self.world.queue.waiting, *self.world.queue.dead):
            self.outputs.add("message", dump(delivery.message))
        for told in self.world.receiver.told:
            self.outputs.add("callback", json.dumps(told.body))
        for content in self.world.blobs.stored.values():
            self.outputs.everything.append(("body in the store", content.decode("utf-8", "replace")))
        for operation in self.ledger.rows.values():
            self.row(operation)

    def row(self, operation: Operation) -> None:
        """One row; its bodies are compressed in it."""
        row, outcome = encode(operation), operation.outcome
        self.outputs.everything.append(("row", repr(row)))
        self.outputs.everything.append(("frozen body", operation.request.body.decode()))
        answered = outcome and (outcome.status, outcome.code, outcome.message, outcome.document.media_type)
        self.outputs.add("row but for request and result", repr({**row, "request": None, "outcome": answered}))
        if outcome:
            self.outputs.everything.append(("result", outcome.document.content.decode("utf-8", "replace")))

    def require_sent(self) -> None:
        """The provider got them, in its own encoding; credentials where the scheme puts them."""
        sent = self.echo.got[0]
        written = f"{sent.url} {dict(sent.headers)} {sent.body.decode()}"
        whole = f"{written} {unquote_plus(written)}"
        assert [text for text in SENSITIVE_TEXTS if text not in whole] == []
        assert LOOKS[1] in whole
        if self.plan.auth.scheme is not AuthScheme.BASIC:
            assert CREDENTIALS["token"] in whole


@contextmanager
def logging_to(stream: io.StringIO) -> Iterator[None]:
    """The functions' log goes there meanwhile."""
    handler: Any = logger.handlers[0]
    before = handler.setStream(stream)
    try:
        yield
    finally:
        handler.setStream(before)
