"""What a correction of a settled Round would do to its money, for whoever is about to order it.

Pure, and settles the Round anew by the same functions and in the same order as the table does (`settling.py`), from
what a panel knows of it. Where that is too little, or the table would refuse, the answer is None and never a guess. Who
may give the order, and what of it goes to credit, is due or is owed, the table knows alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.cards import Card
from games.catalog import find_game
from games.round import Act, Felt, Game, PlayerId, Voided
from games.settlement import Line, corrected_acts, final_lines, refold


class LastRound(Struct, frozen=True):
    """The Round that was settled last, until the next one begins: how it was played, by which rules, and its lines."""

    game: str
    rules: str
    house: Mapping[str, bool]
    felt: Felt
    acts: tuple[Act, ...]
    lines: Mapping[PlayerId, tuple[Line, ...]]

    def rule_book(self) -> Game:
        return find_game(self.game, self.rules, **self.house)


class Change(Struct, frozen=True):
    """Other lines for one terminal. Their money may be the same all the same."""

    terminal: PlayerId
    before: tuple[Line, ...]
    after: tuple[Line, ...]

    @property
    def was(self) -> int:
        """All that was returned."""
        return sum(line.returned for line in self.before)

    @property
    def will(self) -> int:
        """All that will be."""
        return sum(line.returned for line in self.after)

    @property
    def amount(self) -> int:
        """What the Player gains; less than nothing is what he has to give back."""
        return self.will - self.was


def corrected(last: LastRound, cards: Sequence[Card]) -> tuple[Change, ...] | None:
    """001 §5.6: with these cards instead. None if they do not make a whole Round, or not one with these questions."""
    game = last.rule_book()
    round: Any = refold(game, last.felt, corrected_acts(last.acts, cards))
    if round is None or not game.finished(round) or game.surplus(round):
        return None
    return _changes(game, round, last)


def voided(last: LastRound, paragraph: str) -> tuple[Change, ...] | None:
    """001 §5.3.3, §5.11: without a result. None if this paragraph voids no such Round."""
    game = last.rule_book()
    round: Any = refold(game, last.felt, last.acts)
    if round is None or game.rule(round, Voided(paragraph)) is not None:
        return None
    round = game.step(round, Voided(paragraph))
    return _changes(game, round, last) if game.finished(round) else None


def _changes(game: Game, round: object, last: LastRound) -> tuple[Change, ...]:
    found = []
    for terminal, before in last.lines.items():
        after = final_lines(game, round, terminal, {line.spot: line.staked for line in before})
        if after != before:
            found.append(Change(terminal, before, after))
    return tuple(found)


def house(changes: Iterable[Change]) -> int:
    """What the House gains by them: no money comes from anywhere else (M1)."""
    return -sum(change.amount for change in changes)
