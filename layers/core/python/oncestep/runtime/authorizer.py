"""API Gateway's REQUEST authorizer: from an API key to a policy for the whole stage."""

from collections.abc import Mapping
from typing import Any

from oncestep.runtime.http import authorized_context
from oncestep.runtime.wiring.authorizer import AuthorizerParts

HEADER = "x-api-key"


class Unauthorized(Exception):
    """API Gateway turns this very message into a 401."""

    def __init__(self) -> None:
        super().__init__("Unauthorized")


def authorize(parts: AuthorizerParts, event: Mapping[str, Any]) -> dict[str, Any]:
    """The policy of the key's holder.

    Raises:
        Unauthorized: no key, or one that is unknown, revoked or expired.

    """
    headers = {name.lower(): value for name, value in (event.get("headers") or {}).items()}
    caller = parts.keys.caller(headers.get(HEADER, ""))
    if caller is None:
        raise Unauthorized
    return {
        "principalId": caller.key_id,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [{"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": _stage(event["methodArn"])}],
        },
        "context": authorized_context(caller),
    }


def _stage(method_arn: str) -> str:
    """The whole stage: the policy is cached for the key, and its next request may go to another path."""
    api, stage, *_ = method_arn.split("/")
    return f"{api}/{stage}/*"
