from dataclasses import replace

import pytest

from cli.providers.proxy.faults import Fault
from cli.providers.proxy.messages import Received
from cli.providers.proxy.register import FaultRegister
from cli.providers.refusals import Refusal

RECEIVED = Received("POST", "/messages?x=1", (("Idempotency-Key", "op_1"),), b'{"to": "ann@example.com"}')


FAULT = Fault(id="f", provider="mail", fault="slow")


@pytest.mark.parametrize(
    "fault",
    [
        FAULT,
        replace(FAULT, method="POST"),
        replace(FAULT, path="/mess"),
        replace(FAULT, contains="ann@"),
        replace(FAULT, contains="Idempotency-Key: op_1"),
    ],
)
def test_a_fault_meets_the_requests_that_it_describes(fault: Fault) -> None:
    assert fault.meets("mail", RECEIVED)


@pytest.mark.parametrize(
    "fault",
    [
        replace(FAULT, provider="stripe"),
        replace(FAULT, method="GET"),
        replace(FAULT, path="/x"),
        replace(FAULT, contains="x=1"),
        replace(FAULT, applied=1),
    ],
)
def test_a_fault_leaves_other_requests_alone(fault: Fault) -> None:
    assert not fault.meets("mail", RECEIVED)


def test_the_oldest_fault_applies_until_it_is_used_up() -> None:
    register = FaultRegister()
    register.arm(replace(FAULT, id="first", times=2))
    register.arm(replace(FAULT, id="second", times=None))
    taken = [register.take("mail", RECEIVED) for _ in range(4)]
    assert [armed.fault.id for armed in taken if armed] == ["first", "first", "second", "second"]
    assert [one.applied for one in register.faults()] == [2, 2]


def test_a_fault_that_is_used_up_can_still_be_released() -> None:
    register = FaultRegister()
    register.arm(FAULT)
    armed = register.take("mail", RECEIVED)
    register.release("f")
    assert armed is not None
    assert armed.gate.is_set()
    assert not armed.removed


def test_clearing_lets_go_what_is_held() -> None:
    register = FaultRegister()
    register.arm(FAULT)
    armed = register.take("mail", RECEIVED)
    register.clear()
    assert armed is not None
    assert armed.gate.is_set()
    assert armed.removed
    with pytest.raises(Refusal, match="no fault f"):
        register.release("f")
