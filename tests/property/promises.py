"""What must hold of one operation after every step, whatever happened."""

from dataclasses import dataclass

from oncestep.application.ports import FinalMessage
from oncestep.domain.operation import Operation
from oncestep.domain.states import State
from tests.property.adversary import Adversary
from tests.support.fakes import Delivery


@dataclass
class Promises:
    """Remembers the row as it was, to see what became of it."""

    adversary: Adversary
    before: Operation | None = None

    def check(self) -> None:
        """Compare the row and the world with what was promised."""
        self._one_effect_of_one_request()
        if row := self.adversary.row:
            self._the_state_is_true(row)
            self._nothing_is_lost(row)
            self._the_past_stands(self.before or row, row)
            self.before = row

    def _one_effect_of_one_request(self) -> None:
        provider = self.adversary.provider
        assert provider.effects <= 1
        assert len({(request.url, request.headers, request.body) for request in provider.sent}) <= 1

    def _the_state_is_true(self, row: Operation) -> None:
        effects = self.adversary.provider.effects
        assert effects == 1 or row.state is not State.CONFIRMED
        assert effects == 0 or row.state is not State.REJECTED
        assert effects == 0 or row.state is not State.ACCEPTED

    def _nothing_is_lost(self, row: Operation) -> None:
        if row.state.terminal:
            assert (row.due_at is None) is (not row.events)
            assert row.expires_at is not None
        else:
            assert row.expires_at is None
            assert row.due_at is not None or (row.attention and row.noted and self.finals(row))

    def _the_past_stands(self, before: Operation, row: Operation) -> None:
        assert row.version >= before.version
        assert row.state is before.state or not before.state.terminal
        assert [one.number for one in row.attempts] == list(range(1, len(row.attempts) + 1))
        assert len(row.attempts) >= len(before.attempts)
        assert row.history[: len(before.history)] == before.history

    def finals(self, row: Operation) -> list[Delivery]:
        """The messages, wherever they are, that announce the row's stop."""
        queue = self.adversary.world.queue
        return [
            item
            for item in [*queue.waiting, *queue.dead, *(delivery for delivery, _ in self.adversary.held)]
            if _announces(item, row)
        ]

    def check_end(self) -> None:
        """In the end everything is settled, or one dead letter stands for it."""
        if row := self.adversary.row:
            letters = {letter.message_id for letter in self.finals(row)}
            assert row.state.terminal or (row.attention and letters == {row.noted})
            assert row.events == ()
            for url in row.callback_urls:
                self._was_told_how_it_stands(url, row)

    def _was_told_how_it_stands(self, url: str, row: Operation) -> None:
        """Each message says something else, and the latest how the row stands now, unless it stopped before."""
        messages = [told for told in self.adversary.world.receiver.told if told.url == url]
        by_id = {told.message_id: told.body for told in messages}
        assert all(by_id[told.message_id] == told.body for told in messages)
        latest = max(by_id.values(), key=lambda body: int(body["data"]["version"]), default=None)
        assert latest["data"]["status"] == row.status if latest else row.attention


def _announces(delivery: Delivery, row: Operation) -> bool:
    message = delivery.message
    number = (row.round, row.announcement)
    return isinstance(message, FinalMessage) and (message.round, message.announcement) == number
