"""What the authorizer is made of."""

import os
from collections.abc import Mapping
from functools import cached_property

from oncestep.adapters.pynamodb_access import PynamoDBKeys, bound_access
from oncestep.adapters.system_time import SystemClock
from oncestep.runtime.settings import AuthorizerSettings, from_env


class AuthorizerParts:
    """What the authorizer is made of."""

    def __init__(self, env: Mapping[str, str] = os.environ) -> None:
        self.settings = from_env(AuthorizerSettings, env)

    @cached_property
    def keys(self) -> PynamoDBKeys:
        """The API keys."""
        rows = bound_access(self.settings.access_table, self.settings.aws_region)
        return PynamoDBKeys(rows, SystemClock().now)
