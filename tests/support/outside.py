"""The world outside: what goes wrong on the way to the providers, and what their books say."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cli.local.stack_file import Stack
from cli.providers.client import Faults, inventory_effects, mail_effects, payment_effects
from cli.providers.proxy.journal import LogEntry
from tests.support.steps import Step

ANY_KEY = "sk_test_books"


class Outside:
    """`faults` is the proxy that all requests pass."""

    def __init__(self, stack: Stack) -> None:
        self._providers = stack.providers
        self.faults = Faults(stack.fault_proxy)

    def strike(self, step: Step, fault: str, *, times: int = 1, **options: Any) -> str:  # noqa: ANN401 - each fault has its own
        """Let it happen to the next requests of a step that are meant to have an effect; returns the fault's ID."""
        return self.faults.add(step.provider, fault, times=times, method="POST", contains=step.mark, **options)

    def refuse_credentials(self, step: Step, *, times: int = 1) -> None:
        """As a provider does whose credentials are no longer right."""
        body = {"error": "credentials", "message": "the credentials were refused"}
        self.strike(step, "status", times=times, status=401, body=body)

    def sent(self, step: Step) -> Sequence[LogEntry]:
        """The requests of a step that were meant to have an effect."""
        return [entry for entry in self.posts() if entry.contains(step.mark)]

    def posts(self) -> Sequence[LogEntry]:
        """All requests that were meant to have an effect."""
        return [entry for entry in self.faults.requests() if entry.method == "POST"]

    def effects(self, step: Step) -> int:
        """How often it happened, by the provider's own books."""
        return self._books(step.provider)[step.mark]

    def _books(self, provider: str) -> Counter[str]:
        url = self._providers[provider]
        match provider:
            case "mail":
                return mail_effects(url)
            case "localstripe":
                return payment_effects(url, ANY_KEY)
            case _:
                return inventory_effects(url)
