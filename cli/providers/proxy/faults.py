"""A fault: what shall go wrong, for which requests, how often."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cli.providers.proxy.messages import Received


@dataclass(frozen=True, slots=True)
class Options:
    """What a kind of fault can be told; each kind takes only some of them."""

    status: int = 500
    headers: Mapping[str, str] = field(default_factory=dict)
    body: object = ""
    seconds: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """`times` None means until it is removed; `path` is a prefix; `contains` looks at headers and body."""

    id: str
    provider: str
    fault: str
    times: int | None = 1
    method: str | None = None
    path: str | None = None
    contains: str | None = None
    options: Options = Options()
    applied: int = 0

    def meets(self, provider: str, received: Received) -> bool:
        return (
            provider == self.provider
            and (self.times is None or self.applied < self.times)
            and self.method in (None, received.method)
            and (self.path is None or received.target.startswith(self.path))
            and (self.contains is None or received.contains(self.contains))
        )
