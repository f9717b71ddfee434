"""A repeat freezes to the same bytes: what is sent depends on nothing but the input and the operation."""

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from oncestep.domain.contract import Action, Encoding, KeyPlace
from oncestep.domain.identity import Json
from tests.support.actions import ALL, KEYED
from tests.unit.domain.freezing.ordering import BASE, OPERATION, frozen, promise, sending

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda value: st.lists(value, max_size=3) | st.dictionaries(TEXT, value, max_size=3),
)
INPUTS = st.fixed_dictionaries({}, optional={"a": VALUES, "b": VALUES})
ACTIONS = st.builds(
    lambda encoding, place: sending(
        encoding,
        key=promise(place, "key"),
        path="/things?a={input.a}{+input.b}",
        query={"a": "{input.a}"},
        headers={"X-B": "{input.b}"},
        body={"a": "{input.a}", "b": ["{input.b}", "<{input.b}>"]},
    ),
    st.sampled_from(Encoding),
    st.sampled_from(KeyPlace),
)


@given(ACTIONS, INPUTS)
def test_the_same_input_freezes_to_the_same_request(action: Action, value: dict[str, Json]) -> None:
    assert frozen(action, value) == frozen(action, dict(reversed(value.items())))


def test_another_process_freezes_the_same_bytes() -> None:
    """Nothing depends on the seed of this process, such as the order of a set."""
    program = (
        "from tests.support.actions import ALL; from tests.unit.domain.freezing.ordering import frozen;"
        "print([(one.method, one.url, one.headers, one.body) for one in (frozen(a, {'sku': 'book'}) for a in ALL)])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    here = [frozen(action, {"sku": "book"}) for action in ALL]
    assert run.stdout.strip() == str([(one.method, one.url, one.headers, one.body) for one in here])


def test_a_frozen_request_never_changes_from_one_release_to_the_next() -> None:
    request = frozen(KEYED, {"sku": "book", "amount": 1})
    assert (request.method, request.url) == ("POST", f"{BASE}/things")
    assert request.headers == (("Content-Type", "application/json"), ("Idempotency-Key", OPERATION))
    assert request.body == f'{{"sku":"book","amount":1,"reference":"{OPERATION}"}}'.encode()
    assert request.body_digest == "d922c34ab5c90cb1a37650c81be1ec4f4e1d95ee7126146f209e4362c8ea8b99"
