"""The windows a Round has open, and what each Player Terminal has registered in them.

Knows revisions and closing; does not know any game. Keeps M6 (one fate) and M7 (closed means closed): the first
answer sticks, a refusal too, and after the close there is nothing to register any more (DESIGN 4.3, rules 1 to 3).
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.money import InvariantBroken
from games.round import Answer, PlayerId, Refusal, Spot, Window
from protocol import events
from protocol.messages import REVISIONS_MAX, WindowId

ROUNDS_KEPT: Final = 2  # a late copy of a request is answered from memory; an older one has its answer in the log


class Answered(Struct, frozen=True, gc=False):
    """The highest revision of a terminal that was answered in a window, with what it said and the entry."""

    revision: int
    answer: Answer
    seq: int
    receipt: int  # the entry that registered what stands there; 0: none did


class Repeat(Struct, frozen=True, gc=False):
    """Answered before: this entry. `other`: the same revision came with other content, which is an alarm."""

    seq: int
    other: bool = False


class New(Struct, frozen=True, gc=False):
    """A revision to be reviewed in an open window."""

    window: Window
    before: Answer


class Stale(Struct, frozen=True, gc=False):
    """No window that we remember: of another day, another table, or long over."""


STALE: Final = Stale()
NO_ANSWER: Final = Answer()


def too_many(revision: int) -> Refusal | None:
    """Rule 2: it is the number that is limited, so that nobody has to count what was refused."""
    if revision <= REVISIONS_MAX:
        return None
    return Refusal("too_many", f"revision {revision}: in one window {REVISIONS_MAX} is the last")


class Windows(Struct, forbid_unknown_fields=True):
    open: dict[str, tuple[WindowId, Window]] = {}  # by name
    given: dict[str, dict[PlayerId, Answer]] = {}  # of this Round, in the order of first placing
    names: dict[WindowId, str] = {}  # of this Round, closed ones too
    answered: dict[WindowId, dict[PlayerId, Answered]] = {}
    closes: dict[WindowId, int] = {}  # with the entry of the close
    raised: dict[Spot, dict[PlayerId, int]] = {}  # by which entry a Bet on a box was raised last, while all may bet

    # --- questions -------------------------------------------------------------------------------------------

    def find(self, key: WindowId, terminal: PlayerId, revision: int, answer: Answer) -> Repeat | New | Stale:
        """What is to be said to this revision (rules 1 to 3); after the close nothing is registered (001 §5.2.2)."""
        answers = self.answered.get(key)
        if answers is None:
            return STALE
        highest = answers.get(terminal)
        if highest is not None and revision <= highest.revision:
            # One that staff have entered for the Player may have met one of his own on its way: that is nobody's lie.
            other = revision == highest.revision and answer != highest.answer and not highest.answer.entered_by
            return Repeat(highest.seq, other=other)
        closed = self.closes.get(key)
        if closed is not None:
            return Repeat(closed)
        if highest is not None and highest.revision > REVISIONS_MAX:
            return Repeat(highest.seq)  # one too many was refused: that is all that can be said here any more
        window = self.named(key)
        return New(window, self.given.get(window.name, {}).get(terminal, NO_ANSWER))

    def named(self, key: WindowId) -> Window:
        for open_id, window in self.open.values():
            if open_id == key:
                return window
        raise InvariantBroken(f"{key} is neither open nor closed")

    def bets(self, terminal: PlayerId) -> dict[Spot, int]:
        """All that this terminal has registered in the Round, over its windows."""
        bets: dict[Spot, int] = {}
        for answers in self.given.values():
            answer = answers.get(terminal)
            if answer is not None:
                for spot, amount in answer.bets.items():
                    bets[spot] = bets.get(spot, 0) + amount  # a question asked anew may be about the same Spot
        return bets

    def players(self) -> dict[PlayerId, dict[Spot, int]]:
        """001 §1.13: who has Bets in this Round, and which, in the order of first placing."""
        found = dict.fromkeys(player for answers in self.given.values() for player in answers)
        return {player: bets for player in found if (bets := self.bets(player))}

    def layouts(self, terminal: PlayerId) -> Iterator[tuple[WindowId, str, int, Answer, int]]:
        """For a snapshot: each window of the Round with the highest revision answered, what is registered, and by which
        entry. Of a question that was asked again, it is registered in the last window by that name.
        """
        last = {name: key for key, name in self.names.items()}
        for key, name in self.names.items():
            highest = self.answered[key].get(terminal)
            if highest is not None:
                given = self.given.get(name, {}).get(terminal) if last[name] == key else None
                yield key, name, highest.revision, given or NO_ANSWER, highest.receipt if given else 0

    def all_answered(self, window: Window) -> bool:
        """Has everybody who was asked chosen? Then a decision needs no countdown. Bets are never all there."""
        if not window.choices or window.respondents is None:
            return False
        answers = self.given.get(window.name, {})
        return all(answers.get(player, NO_ANSWER).choice for player in window.respondents)

    def next_revision(self, key: WindowId, terminal: PlayerId) -> int:
        """For what somebody else enters: one more than the last that was answered there."""
        highest = self.answered[key].get(terminal)
        return 1 if highest is None else highest.revision + 1

    # --- facts -------------------------------------------------------------------------------------------------

    def opened(self, event: events.WindowOpened) -> None:
        if event.id.n == 1:
            self.open, self.given, self.names = {}, {}, {}
            self.raised = {}
            oldest = event.id.round_no - ROUNDS_KEPT
            self.answered = {key: answers for key, answers in self.answered.items() if key.round_no > oldest}
            self.closes = {key: seq for key, seq in self.closes.items() if key.round_no > oldest}
        self.given.pop(event.window.name, None)  # asked again after a Reconstruction: what was given has gone back
        self.open[event.window.name] = (event.id, event.window)
        self.names[event.id] = event.window.name
        self.answered[event.id] = {}

    def registered(self, seq: int, event: events.LayoutRegistered) -> None:
        """001 §5.2.1: from here on it counts, whatever becomes of the terminal."""
        if event.id in self.closes:
            raise InvariantBroken(f"{event.terminal} is registered in {event.id} after its close (M7)")
        window = self.named(event.id)
        given = self.given.setdefault(window.name, {})
        if window.respondents is None:
            before = given.get(event.terminal, NO_ANSWER).bets
            for spot, amount in event.answer.bets.items():
                if "/" in spot and amount > before.get(spot, 0):
                    self.raised.setdefault(spot, {})[event.terminal] = seq
        if event.answer.bets or event.answer.choice:
            given[event.terminal] = event.answer
        else:
            given.pop(event.terminal, None)  # all taken back: he is no longer on it
        self._answer(event.id, event.terminal, Answered(event.revision, event.answer, seq, seq))

    def refused(self, seq: int, event: events.LayoutRefused) -> None:
        before = self.answered[event.id].get(event.terminal)
        receipt = 0 if before is None else before.receipt
        self._answer(event.id, event.terminal, Answered(event.revision, event.answer, seq, receipt))

    def _answer(self, key: WindowId, terminal: PlayerId, answered: Answered) -> None:
        answers = self.answered[key]
        before = answers.get(terminal)
        if before is not None and before.revision >= answered.revision:
            raise InvariantBroken(f"{terminal} revision {answered.revision} of {key} was answered before (M6)")
        answers[terminal] = answered

    def returned(self, event: events.LayoutReturned) -> None:
        self.given[event.window].pop(event.terminal)

    def rejected(self, event: events.BetRejected) -> None:
        """003 §5.1: of this answer one Bet goes back; what was asked, and what it was answered, stays as it was."""
        given = self.given[self.names[event.id]]
        answer = given[event.terminal]
        bets = {spot: amount for spot, amount in answer.bets.items() if spot != event.spot}
        if bets or answer.choice:
            given[event.terminal] = replace(answer, bets=bets)
        else:
            del given[event.terminal]

    def closed(self, seq: int, event: events.WindowClosed) -> None:
        del self.open[event.name]
        self.closes[event.id] = seq
