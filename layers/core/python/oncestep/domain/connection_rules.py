"""What the owner of a connection knows of the API behind it, and an action as it is for that API.

Only actions whose contract says `rules: connection` take such rules: the contract itself knows nothing of the API then.
"""

from dataclasses import dataclass, replace

from oncestep.domain.contract import Action, KeyPromise, Lookup, Mark, OutcomeRules, RateLimit


@dataclass(frozen=True, slots=True)
class ConnectionRules:
    """What is not stated is None, and stays as the contract has it. `timeout` in milliseconds."""

    outcomes: OutcomeRules | None = None
    key: KeyPromise | None = None
    lookup: Lookup | None = None
    mark: Mark | None = None
    timeout: int | None = None
    rate_limit: RateLimit | None = None


def with_rules(action: Action, rules: ConnectionRules | None, base_url: str | None = None) -> Action:
    """The action as these rules make it at its connection's address; the contract's own where it takes no rules."""
    if not action.takes_rules:
        return action
    placed = replace(action, base_url=(base_url or action.base_url).rstrip("/"))
    if rules is None:
        return placed
    return replace(
        placed,
        outcomes=_outcomes(action.outcomes, rules.outcomes) if rules.outcomes else action.outcomes,
        key=rules.key or action.key,
        lookup=rules.lookup or action.lookup,
        timeout=rules.timeout or action.timeout,
        request=replace(action.request, mark=rules.mark),
        rate_limit=rules.rate_limit or action.rate_limit,
    )


def _outcomes(contract: OutcomeRules, own: OutcomeRules) -> OutcomeRules:
    """Own rules come first; one success test is used whole, the owner's if there is one."""
    tests = own.success or own.success_absent or own.success_statuses
    return replace(
        own if tests else replace(contract, failed_body=own.failed_body),
        rules=(*own.rules, *contract.rules),
        remote_id=own.remote_id or contract.remote_id,
        error_code=own.error_code or contract.error_code,
        error_message=own.error_message or contract.error_message,
    )
