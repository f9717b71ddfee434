"""A call whose path leaves the connection's base is refused: nothing is stored and nothing is sent."""

from dataclasses import replace

import pytest

from oncestep.domain.errors import InvalidRequest
from tests.support.world import World


def test_a_path_out_of_the_base_stores_nothing_and_sends_nothing() -> None:
    world = World()
    world.with_action(
        "keyed", lambda action: replace(action, request=replace(action.request, path="/v1/things/{input.sku}"))
    )
    with pytest.raises(InvalidRequest) as refused:
        world.call("keyed", value={"sku": ".."})
    assert [field.field for field in refused.value.fields] == ["input.sku"]
    assert world.ledger.due(2**60, 10) == []
    assert world.provider.requests == []
