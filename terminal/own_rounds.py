"""Decision 7: the Rounds in which this terminal was settled, computed again by its own rule book, and compared.

Reads its rule book through the catalog and knows no game. Must never know credit, links or requests: what disagrees is
a `Claim`, and who holds these Rounds makes a Dispute of it. The money is posted whatever is claimed.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Final

from msgspec import Struct

from games.cards import Card
from games.catalog import UnknownGame, find_game
from games.round import Act, Bets, Felt, Game, HandId, PlayerId, Spot, Voided
from games.settlement import Line, corrected_acts, final_lines, fold, settle
from protocol import events
from protocol.messages import Dispute
from protocol.view import TableView

ROUNDS_KEPT: Final = 100  # that a correction may still come for (001 §5.6)
HISTORY: Final = 10  # Rounds that the Player may look up


class OwnRound(Struct):
    """A Round in which this terminal was settled: what its lines are computed from."""

    round_no: int
    game: str
    rules: str
    house: tuple[tuple[str, bool], ...]
    felt: Felt
    acts: Sequence[Act | None]  # the view's own list, until they are corrected
    bets: Bets
    whole: bool  # False: the Round began before our snapshot, and we may not know all of it
    sitting: int = 0  # whose Round it was; 0: nobody was settled in it yet
    paid: dict[Spot, Line] = {}
    unseen: bool = False  # paid while a card lay face down for us: checked when the Round ends


class Played(Struct):
    """A Round that is over, as the Player may look it up."""

    round_no: int
    hands: Mapping[HandId, tuple[Card | None, ...]]
    void: str  # the paragraph; "": it has a result
    sitting: int = 0  # that the lines belong to
    lines: tuple[Line, ...] = ()
    corrected: bool = False
    wall_time: str = ""  # of its end, for people; "": not known


class Correction(Struct, frozen=True, gc=False):
    """001 §5.6: what a correction of an earlier Round did to the money of the sitting that had played it."""

    seq: int  # its entry
    round_no: int
    sitting: int
    credited: int
    due: int  # by hand, from this correction; that an earlier claim is less now, staff tell
    owed: int
    void: str  # the paragraph that voided the settled Round (§5.3.3); "": it had other cards
    staked: int = 0  # in that Round
    credit: int = -1  # after it; -1: not known


class Claim(Struct, frozen=True, gc=False):
    """This terminal has other lines for a Round than it was paid."""

    id: bytes
    round_no: int
    lines: tuple[tuple[Spot, int, int], ...]  # staked, returned


class OwnRounds:
    def __init__(self, terminal: PlayerId, table: str) -> None:
        self.terminal = terminal
        self.table = table
        # Durable: a fold of this terminal's journal.
        self.disputed = 0  # the Round; 0: none
        self.sitting = 0  # whose lines are shown; 0: nobody's
        self.told = 0  # the sitting that hears of corrections: also one that has lost all, while nobody else came
        self.half_known = 0  # the Round that was in play when a snapshot was taken that may not tell all of it
        self.rounds: dict[int, OwnRound] = {}
        self.history: list[Played] = []  # the last Rounds, with or without a Bet of his
        self.correction: Correction | None = None  # the last one

    # --- whose it is -----------------------------------------------------------------------------------------------

    def sits_down(self, sitting: int) -> None:
        """With credit: from now on everything that is shown is of this sitting."""
        self.sitting = self.told = sitting

    def goes_on(self, *, sitting: bool) -> None:
        """A new Round has begun. Who has nothing left has seen by now what became of his last Bets."""
        if not sitting:
            self.sitting = 0

    def leaves(self) -> None:
        """With all his money: a correction of his Rounds is for staff to tell him, not for whoever comes next."""
        self.sitting = self.told = 0

    @property
    def last(self) -> OwnRound | None:
        """The last Round in which this terminal was settled, whoever sat here."""
        return next(reversed(self.rounds.values()), None)

    # --- facts -----------------------------------------------------------------------------------------------------

    def settled(self, seq: int, event: events.Settled, view: TableView, bets: Bets) -> Claim | None:
        own = self._own_round(event.round_no, view, bets)
        own.sitting = event.sitting
        paid_twice = bool(own.paid) and any(line.spot in own.paid for line in event.lines)
        own.paid.update({line.spot: line for line in event.lines})
        if not own.whole:
            return None
        expected = self._expected(own)
        if expected is None:
            own.unseen = True
        elif paid_twice or (event.lines != expected and not _agree(event.lines, expected)):
            return self._dispute(seq, own, expected)
        return None

    def ended(
        self, seq: int, round_no: int, view: TableView, bets: Bets, *, stake: int, wall_time: str
    ) -> Claim | None:
        """M3: a stake that is left now is a Bet that was not settled."""
        known = self.rounds.get(round_no)
        played = Played(round_no, view.hands, view.void, wall_time=wall_time)
        if known is not None:
            played.sitting, played.lines = known.sitting, tuple(known.paid.values())
        self.history = [*self.history, played][-HISTORY:]
        if stake or (known is not None and known.unseen):
            own = self._own_round(round_no, view, bets)
            expected = self._expected(own)
            if stake or (expected is not None and not _agree(own.paid.values(), expected)):
                return self._dispute(seq, own, expected or ())
        return None

    def corrected(self, event: events.RoundCorrected) -> None:
        """001 §5.6, §5.3.3: what the new lines, which follow, are computed from."""
        for played in self.history:
            if played.round_no == event.round_no:
                played.hands, played.void, played.corrected = event.hands, played.void or event.void, True
        own = self.rounds.get(event.round_no)
        if own is not None:
            acts = [act for act in own.acts if act is not None]
            own.acts = [*acts, Voided(event.void)] if event.void else corrected_acts(acts, event.cards)

    def lines_corrected(self, seq: int, event: events.LinesCorrected, *, credit: int) -> Claim | None:
        void = ""
        for played in self.history:
            if played.round_no == event.round_no:
                played.lines, played.sitting, void = event.after, event.sitting, played.void
        self.correction = Correction(
            *(seq, event.round_no, event.sitting, event.credited, max(0, event.due), max(0, event.owed), void),
            *(sum(line.staked for line in event.after), credit),
        )
        own = self.rounds.get(event.round_no)
        if own is None:
            return None  # longer ago than we remember
        known = _agree(event.before, own.paid.values())
        for line in event.before:
            own.paid.pop(line.spot, None)
        own.paid.update({line.spot: line for line in event.after})
        difference = sum(line.returned for line in event.after) - sum(line.returned for line in event.before)
        balanced = event.credited + event.due - event.owed == difference
        expected = self._expected(own) if own.whole else None
        if expected is not None and not (known and balanced and _agree(expected, own.paid.values())):
            return self._dispute(seq, own, expected)
        return None

    def ruled(self, asked: Iterable[Dispute]) -> None:
        """The ruling is on what the console knows of; a dispute that has not reached it yet still stands."""
        self.disputed = max((dispute.round_no for dispute in asked), default=0)

    def expected(self, round_no: int) -> tuple[Line, ...]:
        """What this terminal has for a Round that is in dispute; nothing if it does not know it whole."""
        own = self.rounds.get(round_no)
        return () if own is None or not own.whole else self._expected(own) or ()

    def _own_round(self, round_no: int, view: TableView, bets: Bets) -> OwnRound:
        own = self.rounds.get(round_no)
        if own is None:
            whole = round_no == view.round_no != self.half_known
            house = _items(view.house)
            own = OwnRound(round_no, view.game, view.rules, house, view.round_felt, (), {}, whole)
            self.rounds[round_no] = own
            if len(self.rounds) > ROUNDS_KEPT:
                del self.rounds[next(iter(self.rounds))]
        if round_no == view.round_no:  # acts too: cards that were corrected before the settlement are a new list
            own.acts, own.bets = view.acts, bets
        return own

    def _expected(self, own: OwnRound) -> tuple[Line, ...] | None:
        """The lines as this terminal has them; None: it cannot see all the cards, or has no such rule book."""
        game = _rule_book(own.game, own.rules, own.house)
        acts = [act for act in own.acts if act is not None]
        if game is None or len(acts) < len(own.acts):
            return None
        round = fold(game, own.felt, acts)
        lines_of = final_lines if game.finished(round) else settle
        return lines_of(game, round, self.terminal, own.bets)

    def _dispute(self, seq: int, own: OwnRound, expected: Sequence[Line]) -> Claim | None:
        if self.disputed == own.round_no:
            return None  # a Supervisor is called already
        self.disputed = own.round_no
        # From the entry that is in dispute: the same after any restart, and another one if a correction is wrong, too.
        key = sha256(f"dispute {self.terminal} {self.table} {own.round_no} {seq}".encode()).digest()[:16]
        return Claim(key, own.round_no, tuple((line.spot, line.staked, line.returned) for line in expected))


def has_rule_book(view: TableView) -> bool:
    """Could this terminal check what it would be paid?"""
    return _rule_book(view.game, view.rules, _items(view.house)) is not None


@cache
def _rule_book(name: str, rules: str, house: tuple[tuple[str, bool], ...]) -> Game | None:
    try:
        return find_game(name, rules, **dict(house))
    except UnknownGame:
        return None


def _items(house: Mapping[str, bool]) -> tuple[tuple[str, bool], ...]:
    return tuple(sorted(house.items())) if house else ()


def _agree(lines: Iterable[Line], among: Iterable[Line]) -> bool:
    """Is each of these lines among the others, with the same money?"""
    money = {line.spot: (line.staked, line.returned) for line in among}
    return all(money.get(line.spot) == (line.staked, line.returned) for line in lines)
