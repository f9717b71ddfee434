"""The functions' parts over a world of fakes: every use case is real, nothing is sent."""

from oncestep.application.bodies import Bodies
from oncestep.application.policies import Policies
from oncestep.application.waiting import Waiting
from oncestep.runtime.wiring.sending import SendingParts
from tests.support.moto import Stack
from tests.support.world import DAY, World

QUEUE_URL = "https://sqs.eu-central-1.amazonaws.com/123456789012/queue"


def parts_of(world: World) -> SendingParts:
    """The composition root with the world's ports in the places of its adapters."""
    parts = SendingParts(Stack(QUEUE_URL).env)
    vars(parts).update(
        clock=world.clock,
        ledger=world.ledger,
        queue=world.queue,
        policies=Policies(world.catalog, 90 * DAY),
        bodies=Bodies(world.blobs),
        waiting=Waiting(world.ledger, world.clock),
        accept=world.accept,
        work=world.work,
        operate=world.operate,
    )
    return parts
