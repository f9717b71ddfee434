"""Actions whose one request is what a test is about."""

from dataclasses import replace
from typing import Any

from oncestep.domain.contract import Action, Encoding, KeyPlace, KeyPromise, RequestMapping
from oncestep.domain.freezing import freeze
from oncestep.domain.identity import Json
from oncestep.domain.operation import FrozenRequest
from tests.support.actions import BARE, PROMISE

OPERATION = "op_abcdefghijklmnopqrstuvwxyz"
BASE = "https://shop.example"


def sending(encoding: Encoding = Encoding.JSON, *, key: KeyPromise | None = None, **mapping: Any) -> Action:  # noqa: ANN401 - a mapping's fields
    """An action that is sent so."""
    request = RequestMapping(**{"method": "POST", "path": "/things", "encoding": encoding, **mapping})
    return replace(BARE, key=key, request=request)


def promise(place: KeyPlace, name: str = "Idempotency-Key", **changes: Any) -> KeyPromise:  # noqa: ANN401 - a promise's
    """A promise to honour a key that is sent there."""
    return replace(PROMISE, place=place, name=name, **changes)


def frozen(action: Action, value: Json = None, base_url: str = BASE) -> FrozenRequest:
    """The action's request for this input."""
    return freeze(action, value if value is not None else {}, OPERATION, base_url)
