import pytest

from cli.providers.fields import Fields
from cli.providers.proxy.fault_request import read_fault
from cli.providers.proxy.faults import Fault, Options
from cli.providers.refusals import InvalidField

LEAST = {"provider": "mail", "fault": "status"}


def read(**members: object) -> Fault:
    return read_fault(Fields({**LEAST, **members}), ["mail", "stripe"])


def test_the_least_is_one_request_of_any_kind() -> None:
    fault = read()
    assert (fault.times, fault.method, fault.path, fault.contains) == (1, None, None, None)
    assert fault.options == Options()


def test_everything_that_is_given_is_kept() -> None:
    options = {"status": 429, "headers": {"Retry-After": "2"}, "body": {"error": "slow down"}}
    fault = read(times=None, method="post", path="/messages", contains="op_1", options=options)
    assert (fault.times, fault.method, fault.path, fault.contains) == (None, "POST", "/messages", "op_1")
    assert fault.options == Options(429, {"Retry-After": "2"}, {"error": "slow down"})


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"provider": "paypal"}, "provider"),
        ({"fault": "meteorite"}, "fault"),
        ({"times": 0}, "times"),
        ({"times": "2"}, "times"),
        ({"method": 1}, "method"),
        ({"path": ""}, "path"),
        ({"after": 1}, "after"),
        ({"options": []}, "options"),
        ({"options": {"status": 99}}, "options.status"),
        ({"options": {"headers": {"Retry-After": 2}}}, "options.headers.Retry-After"),
        ({"options": {"seconds": 2}}, "options.seconds"),
        ({"fault": "slow", "options": {"seconds": -1}}, "options.seconds"),
        ({"fault": "hold", "options": {"status": 500}}, "options.status"),
    ],
)
def test_what_it_cannot_mean_is_refused_by_its_field(members: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidField) as refused:
        read(**members)
    assert refused.value.field == field
