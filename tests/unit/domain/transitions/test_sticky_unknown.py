"""Once an answer was lost, what a later attempt hears says nothing about the one before it."""

import pytest

from oncestep.domain.classify import classify
from oncestep.domain.contract import Action, OutcomeName, OutcomeRules, Rule
from oncestep.domain.operation import AttemptResult, Operation
from oncestep.domain.outcomes import Evidence, NoAnswer, Outcome, Stage
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions import Moment, Policy
from tests.support.actions import DAY, KEYED
from tests.support.fakes import START
from tests.support.provider import answer
from tests.unit.domain.resolve.kinds import BOTH, FOREVER, REPLAYING
from tests.unit.domain.rows import LEASE, confirmation, fresh
from tests.unit.domain.transitions.scenes import UNKNOWN, sent, settled

SAYS: dict[str, Evidence] = {
    "connection_refused": NoAnswer(Stage.BEFORE_WRITE, "connection_refused"),
    "http_401": answer(401),
    "http_403": answer(403),
    "http_404": answer(404),
    "http_409": answer(409),
    "http_409_in_progress": answer(409, {"error": "in_progress"}),
    "http_410": answer(410),
    "http_422": answer(422),
    "http_429": answer(429),
    "http_500": answer(500),
    "timeout": NoAnswer(Stage.AFTER_WRITE, "timeout"),
}
REFUSALS = ["http_422"]
"""What the provider says of the request itself."""
MAYBE_DUPLICATES = ["http_404", "http_409", "http_410"]
"""What it may also say because an earlier attempt worked."""


def proves(said: str) -> Outcome:
    return classify(KEYED.outcomes, SAYS[said], now=START)


def retried(action: Action, said: str, *, after: int = 60_000) -> Operation:
    """The first answer was lost at START, the retry heard this."""
    policy = Policy(action, 90 * DAY)
    lost = settled(sent(fresh()), UNKNOWN, policy, Moment(START))
    again = Moment(START + after)
    return settled(sent(lost, lease_until=again.now + LEASE, at=again), proves(said), policy, again)


@pytest.mark.parametrize("said", SAYS)
def test_whatever_a_retry_hears_leaves_a_lost_answer_unknown(said: str) -> None:
    row = retried(KEYED, said)
    assert row.state is State.UNKNOWN
    assert row.attempts[0].result is AttemptResult.OPEN


@pytest.mark.parametrize("said", SAYS)
def test_without_a_lost_answer_it_would_have_counted(said: str) -> None:
    first = settled(sent(fresh()), proves(said), Policy(KEYED, 90 * DAY))
    assert (first.state is State.UNKNOWN) is (said in {"http_500", "timeout"})


@pytest.mark.parametrize("said", ["http_401", "http_403"])
def test_refused_credentials_still_need_a_person(said: str) -> None:
    assert retried(KEYED, said).attention is Attention.CONNECTION


@pytest.mark.parametrize("said", [said for said in SAYS if said not in {"http_401", "http_403"}])
def test_everything_else_is_tried_again_with_the_same_key(said: str) -> None:
    row = retried(KEYED, said)
    assert (row.attention, row.lease_until) == (None, None)


@pytest.mark.parametrize("said", REFUSALS)
def test_a_refusal_is_final_where_errors_are_replayed(said: str) -> None:
    assert retried(REPLAYING, said).state is State.REJECTED


@pytest.mark.parametrize("said", REFUSALS)
def test_a_refusal_is_final_once_the_lost_request_can_no_longer_take_effect(said: str) -> None:
    assert retried(BOTH, said, after=4_999).state is State.UNKNOWN
    assert retried(BOTH, said, after=5_000).state is State.REJECTED


@pytest.mark.parametrize("said", MAYBE_DUPLICATES)
def test_a_first_attempt_that_hears_what_a_duplicate_hears_is_rejected(said: str) -> None:
    assert settled(sent(fresh()), proves(said), Policy(KEYED, 90 * DAY)).state is State.REJECTED


@pytest.mark.parametrize("action", [REPLAYING, BOTH], ids=["replaying", "both"])
def test_a_refusal_of_its_own_attempt_is_never_final_for_another(action: Action) -> None:
    said = Rule(OutcomeName.REJECTED, frozenset({400}), {"error": "key_reused"}, own_attempt_only=True)
    refusal = classify(OutcomeRules(rules=(said,)), answer(400, {"error": "key_reused"}), now=START)
    policy = Policy(action, 90 * DAY)
    lost = settled(sent(fresh()), UNKNOWN, policy)
    assert settled(sent(lost, at=Moment(START + DAY)), refusal, policy, Moment(START + DAY)).state is State.UNKNOWN
    assert settled(sent(fresh()), refusal, policy).state is State.REJECTED


@pytest.mark.parametrize("said", [said for said in SAYS if said not in REFUSALS])
@pytest.mark.parametrize("action", [REPLAYING, BOTH], ids=["replaying", "both"])
def test_what_is_no_refusal_of_the_request_is_never_final(action: Action, said: str) -> None:
    assert retried(action, said).state is State.UNKNOWN


@pytest.mark.parametrize("action", [KEYED, FOREVER, REPLAYING, BOTH], ids=lambda action: action.provider)
def test_a_confirmation_always_is(action: Action) -> None:
    policy = Policy(action, 90 * DAY)
    lost = settled(sent(fresh()), UNKNOWN, policy)
    assert settled(sent(lost), confirmation(), policy).state is State.CONFIRMED
