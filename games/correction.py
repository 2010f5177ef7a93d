"""What a correction of a settled Round does to its lines: for whoever is about to order it, and for the table.

Pure. For a panel the Round is settled anew from what it knows; where that is too little, or the table would refuse, the
answer is None and never a guess. Who may give the order, why not, and what of it goes to credit, is due or is owed, the
table knows alone (`settling.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.boxes import WITHDRAW
from games.cards import Card
from games.catalog import find_game
from games.round import Act, Answer, CardDrawn, Felt, Game, HandRemoved, PlayerId, Refusal, Voided
from games.settlement import Line, cards_of, corrected_acts, final_lines, less, refold, try_fold, unvoided_acts


class PlayedRound(Struct, frozen=True, gc=False):
    """A Round that was settled: how it was played, by which rules, and its lines. The rules are its own:
    the table may have been opened under others since.
    """

    game: str
    rules: str
    house: Mapping[str, bool]
    felt: Felt
    acts: tuple[Act, ...]
    lines: Mapping[PlayerId, tuple[Line, ...]]
    sittings: Mapping[PlayerId, int]  # whose they are: a terminal may have another Player by now
    void: bool = False  # it has no result

    def rule_book(self) -> Game:
        return find_game(self.game, self.rules, **self.house)


class OtherFaces(Struct, frozen=True):
    """A Round in play, as it is with other faces on its cards."""

    cards: tuple[Card, ...]  # that everybody sees
    beside: tuple[Card, ...]  # and those that lie face down beside its Hands
    places: tuple[int, ...]  # how many acts came before each of them
    round: Any


def with_other_faces(
    game: Game, felt: Felt, seen: Sequence[Act | None], acts: Sequence[Act | None], cards: tuple[Card, ...]
) -> OtherFaces | None:
    """`seen`: what everybody knows of its acts; `acts`: with what lies face down beside its Hands. None: that would be
    another Round, whose Players would have been asked something else, or whose cards lay elsewhere.
    """
    corrected = corrected_acts(acts, cards)
    round: Any = refold(game, felt, corrected)
    if round is None:
        return None
    beside = _not_expected(game, felt, corrected, game.surplus(round))
    open_acts = [act for at, act in enumerate(corrected) if at not in beside]
    named = tuple(act.card for act in open_acts if isinstance(act, CardDrawn))
    if corrected_acts(seen, named) != open_acts:  # one in the middle has or has not been expected: others follow it
        return None
    lying = tuple(act.card for at, act in enumerate(corrected) if at in beside and isinstance(act, CardDrawn))
    return OtherFaces(named, lying, tuple(at - before for before, at in enumerate(beside)), round)


def _not_expected(game: Game, felt: Felt, acts: Sequence[Act], left: Sequence[Card]) -> list[int]:
    """Which of these acts are cards that no Hand expected when they came, and that are left over at the end."""
    round: Any = game.begin(felt)
    found = []
    for at, act in enumerate(acts):
        if isinstance(act, CardDrawn) and game.expects(round) is None:
            found.append((at, act.card))
        round = game.step(round, act)
    over = list(left)
    places = []
    for at, card in reversed(found):
        if card in over:
            over.remove(card)
            places.append(at)
    return places[::-1]


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


def corrected(played: PlayedRound, cards: Sequence[Card]) -> tuple[Change, ...] | None:
    """001 §5.6: with these cards instead. None if they do not make a whole Round, or not one with these questions."""
    game = played.rule_book()
    round: Any = refold(game, played.felt, corrected_acts(played.acts, cards))
    if round is None or not game.finished(round) or game.surplus(round):
        return None
    return changes(game, round, played)


def voided(played: PlayedRound, paragraph: str) -> tuple[Change, ...] | None:
    """001 §5.3.3, §5.11: without a result. None if this paragraph voids no such Round."""
    game = played.rule_book()
    round: Any = refold(game, played.felt, played.acts)
    if round is None or game.rule(round, Voided(paragraph)) is not None:
        return None
    round = game.step(round, Voided(paragraph))
    return changes(game, round, played) if game.finished(round) else None


def unvoided(played: PlayedRound) -> tuple[Change, ...] | None:
    """001 §5.12: as if it had never been voided. None if its cards make no whole Round."""
    game = played.rule_book()
    found = before_void(game, played)
    return None if found is None else changes(game, found.round, played)


class BeforeVoid(Struct, frozen=True):
    """A Round that was voided, as it would have ended."""

    acts: tuple[Act, ...]
    round: Any


def before_void(game: Game, played: PlayedRound) -> BeforeVoid | None:
    """001 §5.12, §5.4: without what was surplus when it was voided: the Void has put that out of play. None if its
    cards make no whole Round, or if without those its Hands were others.
    """
    acts: tuple[Act, ...] = tuple(act for act in played.acts if not isinstance(act, Voided))
    round: Any = refold(game, played.felt, acts)
    if round is None:
        return None
    surplus = game.surplus(round)
    if surplus:
        lay = game.hands(round)
        acts = unvoided_acts(acts, less(cards_of(acts), surplus))
        if try_fold(game, played.felt, acts) is None:  # something was decided on one of them
            return None
        round = refold(game, played.felt, acts)
        if round is None or game.surplus(round) or game.hands(round) != lay:
            return None
    return BeforeVoid(acts, round) if game.finished(round) else None


def removal(
    game: Game, round: Any, box: int, paragraph: str, withdrawn: Sequence[PlayerId]
) -> tuple[Act, ...] | Refusal:
    """002 §5.8, §5.8.1: what follows in a settled Round whose Hand of this box is removed: that, and the options of the
    Players, if they have not had them. `withdrawn`: who has his Bets returned; all others go on.
    """
    act = HandRemoved(box)
    refusal = game.rule(round, act, paragraph)
    if refusal is not None:
        return refusal
    after = game.step(round, act)
    windows = game.windows(after)
    asked = {player for window in windows for player in window.respondents or ()}
    for player in withdrawn:
        if player not in asked:
            return Refusal("illegal_decision", f"{player} has no option in this Round any more", paragraph)
    given = {window.name: {player: Answer(choice=WITHDRAW) for player in withdrawn} for window in windows}
    return (act, *(game.close(after, window, given) for window in windows))


def removed(played: PlayedRound, box: int, paragraph: str, withdrawn: Sequence[PlayerId]) -> tuple[Change, ...] | None:
    """002 §5.8: without the Hand of this box. None if it cannot be removed, or not with these options."""
    game = played.rule_book()
    round: Any = refold(game, played.felt, played.acts)
    found = None if round is None else removal(game, round, box, paragraph, withdrawn)
    if found is None or isinstance(found, Refusal):
        return None
    for act in found:
        round = game.step(round, act)
    return changes(game, round, played) if game.finished(round) else None


def changes(game: Game, round: object, played: PlayedRound) -> tuple[Change, ...]:
    """Whose lines are others if it ended as this Round. The table writes them (`settling.py`), a panel shows them."""
    found = []
    for terminal, before in played.lines.items():
        after = final_lines(game, round, terminal, {line.spot: line.staked for line in before})
        if after != before:
            found.append(Change(terminal, before, after))
    return tuple(found)


def house(changes: Iterable[Change]) -> int:
    """What the House gains by them: no money comes from anywhere else (M1)."""
    return -sum(change.amount for change in changes)
