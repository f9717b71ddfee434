"""A call that cannot be accepted is refused before anything is stored, queued or sent."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from oncestep.application.calls import ActionRequest
from oncestep.application.draft import MAX_INPUT_BYTES
from oncestep.application.outgoing import LARGEST_HEAD
from oncestep.application.ports import Connection
from oncestep.domain.callers import Caller
from oncestep.domain.contract import CONNECTION_HOSTS, Action, Auth, AuthScheme
from oncestep.domain.errors import (
    ActionNotAllowed,
    ConnectionsUnavailable,
    HostNotAllowed,
    InvalidRequest,
    OncestepError,
    PayloadTooLarge,
    UnknownAction,
    UnknownConnection,
)
from oncestep.domain.identity import Json
from tests.support.fakes import MemoryLedger
from tests.support.world import BUILDER, World

CALL = ActionRequest("bare", "order", "order-1", {"sku": "book"})
LARGE = {"sku": "a" * MAX_INPUT_BYTES}


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture(params=[False, True], ids=["inline", "queued"])
def refused(request: pytest.FixtureRequest, world: World) -> Callable[..., OncestepError]:
    """Calls, expects a refusal, and checks that nothing came of it."""

    def call(expected: type[OncestepError], call: ActionRequest = CALL, caller: Caller = BUILDER) -> OncestepError:
        with pytest.raises(expected) as refusal:
            world.accept(caller, call._replace(respond_async=request.param), world.budget())
        assert isinstance(world.ledger, MemoryLedger)
        assert (world.ledger.rows, world.queue.waiting, world.blobs.stored, world.provider.requests) == ({}, [], {}, [])
        return refusal.value

    return call


@pytest.mark.parametrize(("provider", "action"), [("bare", "nope"), ("nope", "order"), ("", ""), ("bare.order", "x")])
def test_an_action_that_there_is_not(refused: Callable[..., OncestepError], provider: str, action: str) -> None:
    error = refused(UnknownAction, CALL._replace(provider=provider, action=action))
    assert "bare.order" in str(error)
    assert "keyed.order" in str(error)


@pytest.mark.parametrize("allow", [(), ("keyed.*",), ("bare.refund",), ("BARE.ORDER",), ("bare",)])
def test_an_action_that_the_key_does_not_allow(refused: Callable[..., OncestepError], allow: tuple[str, ...]) -> None:
    refused(ActionNotAllowed, caller=replace(BUILDER, allow=allow))


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ({}, {"input.sku"}),
        ({"sku": ""}, {"input.sku"}),
        ({"sku": "   "}, {"input.sku"}),
        ({"sku": None}, {"input.sku"}),
        ({"sku": ["book"]}, {"input.sku"}),
        ({"sku": "book", "amount": 0}, {"input.amount"}),
        ({"sku": "book", "amount": "many"}, {"input.amount"}),
        ({"sku": "book", "amount": 1.5}, {"input.amount"}),
        ({"sku": "book", "colour": "red"}, {"input.colour"}),
        ({"amount": -1, "colour": "red"}, {"input.sku", "input.amount", "input.colour"}),
    ],
)
def test_input_that_is_not_valid_names_every_wrong_field(
    refused: Callable[..., OncestepError], value: dict[str, Json], fields: set[str]
) -> None:
    error = refused(InvalidRequest, CALL._replace(input=value))
    assert isinstance(error, InvalidRequest)
    assert {field.field for field in error.fields} == fields


def test_input_that_is_larger_than_an_action_takes(refused: Callable[..., OncestepError]) -> None:
    refused(PayloadTooLarge, CALL._replace(input=LARGE))


def test_a_connection_that_there_is_not_is_named_with_the_command_that_makes_it(
    refused: Callable[..., OncestepError],
) -> None:
    error = refused(UnknownConnection, CALL._replace(connection="live"))
    assert "oncestep connections create --client acme --provider bare --name live" in str(error)


@pytest.mark.parametrize("credentials", [{}, {"token": ""}, {"password": "t"}])
def test_a_connection_without_the_credential_that_the_contract_wants(
    refused: Callable[..., OncestepError], world: World, credentials: dict[str, str]
) -> None:
    world.connections.known["acme", "bare", "default"] = Connection("default", "acct-1", credentials=credentials)
    refused(UnknownConnection)


def test_an_address_that_the_connection_ought_to_have(refused: Callable[..., OncestepError], world: World) -> None:
    world.with_action("bare", lambda action: replace(action, base_url="", allowed_hosts=CONNECTION_HOSTS))
    refused(UnknownConnection)


def test_a_host_that_the_connection_does_not_allow(refused: Callable[..., OncestepError], world: World) -> None:
    world.with_action("bare", lambda action: replace(action, allowed_hosts=("other.example",)))
    refused(HostNotAllowed)


def test_an_action_without_credentials_needs_no_connection(world: World) -> None:
    world.with_action("bare", lambda action: replace(action, auth=Auth(AuthScheme.NONE)))
    world.connections.known.clear()
    world.call("bare")
    assert world.effects == 1


def nested(levels: int) -> Json:
    value: Json = "book"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        {"sku": nested(64)},
        {"sku": nested(1_500)},
        {"sku": nested(100_000)},
        {"sku": "\ud800"},
        {"\ud83d": "book"},
        {"sku": float("nan")},
        {"sku": float("inf")},
    ],
    ids=["deep", "deeper", "deepest", "half a character", "half a name", "no number", "no end"],
)
def test_input_that_no_json_can_hold_is_refused_whoever_hands_it_in(
    refused: Callable[..., OncestepError], value: dict[str, Json]
) -> None:
    error = refused(InvalidRequest, CALL._replace(input=value))
    assert isinstance(error, InvalidRequest)
    assert [field.field for field in error.fields] == ["input"]


def test_input_that_makes_an_address_larger_than_a_row_holds(
    refused: Callable[..., OncestepError], world: World
) -> None:
    def in_the_address(action: Action) -> Action:
        return replace(action, request=replace(action.request, query={"sku": "{input.sku}"}))

    world.with_action("bare", in_the_address)
    refused(PayloadTooLarge, CALL._replace(input={"sku": "a" * LARGEST_HEAD}))


def test_credentials_that_cannot_be_reached_now(refused: Callable[..., OncestepError], world: World) -> None:
    world.connections.unavailable = True
    refused(ConnectionsUnavailable)
