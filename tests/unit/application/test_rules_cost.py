"""Rules cost no further reading of connections: one for a call, as without them, and none for the sweep."""

from dataclasses import dataclass, field

from oncestep.application.ports import Connection
from tests.support.fakes import MemoryConnections
from tests.support.ruled import INPUT, KEY, connect
from tests.support.world import World


@dataclass(slots=True)
class Counting(MemoryConnections):
    """Counts what is asked of it."""

    asked: list[str] = field(default_factory=list)

    def find(self, client: str, provider: str, name: str) -> Connection | None:
        self.asked.append(provider)
        return MemoryConnections.find(self, client, provider, name)


def counted(world: World) -> list[str]:
    connections = Counting(world.connections.known)
    world.accept.drafts.connections = connections
    world.accept.drafts.policies.connections = connections
    return connections.asked


def test_a_call_and_its_repeat_read_their_connection_once_each() -> None:
    world = World()
    connect(world, {"idempotency": KEY})
    asked = counted(world)
    world.call("ruled", value=INPUT)
    assert asked == ["ruled"]
    world.call("ruled", value=INPUT)
    assert asked == ["ruled", "ruled"]


def test_operations_of_a_contract_that_knows_its_api_read_none_for_their_policy() -> None:
    world = World()
    world.provider.next = [world.provider.lose]
    row = world.row(world.call("bare"))
    asked = counted(world)
    world.accept.drafts.policies.of(row)
    assert asked == []
