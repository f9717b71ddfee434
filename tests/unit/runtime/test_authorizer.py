"""Who has a good key gets a policy for the whole stage; everybody else gets the one word that becomes a 401."""

from collections.abc import Iterator

import pytest

from oncestep.adapters.pynamodb_access import bound_access, hash_secret
from oncestep.domain.callers import Caller, Role, Scope
from oncestep.runtime.authorizer import Unauthorized, authorize
from oncestep.runtime.http import request_of
from oncestep.runtime.wiring.authorizer import AuthorizerParts
from tests.support.moto import ACCESS_TABLE, REGION, stack
from tests.unit.runtime.events import Event, recorded

HOLDER = Caller("key_1", "acme", Role.OPERATOR, Scope.ALL, ("stripe.*", "mail.send"), "Olga")


@pytest.fixture(scope="module")
def parts() -> Iterator[AuthorizerParts]:
    with stack() as made:
        create("key_1")
        create("key_revoked", revoked_at=1)
        yield AuthorizerParts(made.env)


def create(key_id: str, revoked_at: int | None = None) -> None:
    bound_access(ACCESS_TABLE, REGION)(
        key_id=key_id,
        secret_sha256=hash_secret("secret"),
        client=HOLDER.client,
        role=str(HOLDER.role),
        scope=str(HOLDER.scope),
        allow=list(HOLDER.allow),
        label=HOLDER.label,
        created_at=0,
        revoked_at=revoked_at,
    ).save()


def asking(api_key: str | None, header: str = "x-api-key") -> Event:
    event = recorded("authorizer.request")
    event["headers"].pop("x-api-key")
    return event if api_key is None else event | {"headers": {**event["headers"], header: api_key}}


def test_the_policy_of_a_good_key_covers_the_whole_stage(parts: AuthorizerParts) -> None:
    granted = authorize(parts, asking("key_1.secret"))
    (statement,) = granted["policyDocument"]["Statement"]
    assert granted["principalId"] == "key_1"
    assert statement == {
        "Action": "execute-api:Invoke",
        "Effect": "Allow",
        "Resource": "arn:aws:execute-api:eu-central-1:123456789012:a1b2c3d4e5/v1/*",
    }


def test_the_functions_read_the_holder_out_of_a_context_of_strings(parts: AuthorizerParts) -> None:
    context = authorize(parts, asking("key_1.secret"))["context"]
    event = recorded("operations.me")
    event["requestContext"]["authorizer"] = context
    assert {type(value) for value in context.values()} <= {str, Role, Scope}
    assert request_of(event, "").caller == HOLDER


@pytest.mark.parametrize("header", ["x-api-key", "X-Api-Key", "X-API-KEY"])
def test_the_header_has_its_name_in_any_case(parts: AuthorizerParts, header: str) -> None:
    assert authorize(parts, asking("key_1.secret", header))["principalId"] == "key_1"


@pytest.mark.parametrize(
    "api_key",
    [
        None,
        "",
        "key_1",
        "key_1.",
        ".secret",
        "key_1.wrong",
        "key_2.secret",
        "key_revoked.secret",
        f"{'a' * 9_000}.secret",
    ],
    ids=["missing", "empty", "no secret", "empty secret", "empty ID", "wrong secret", "unknown", "revoked", "endless"],
)
def test_any_other_key_is_refused(parts: AuthorizerParts, api_key: str | None) -> None:
    with pytest.raises(Unauthorized, match=r"^Unauthorized$"):
        authorize(parts, asking(api_key))


def test_a_request_without_headers_is_refused(parts: AuthorizerParts) -> None:
    with pytest.raises(Unauthorized):
        authorize(parts, recorded("authorizer.request") | {"headers": None})
