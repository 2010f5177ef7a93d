"""Verdicts and Bets make lines: what was staked, what comes back, and why. Used by both ends.

Knows no game. Keeps the money exact: `returned = staked + profit`, and a half that is not exact says so.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from games.cards import Card
from games.money import InvariantBroken, check
from games.round import (
    Act,
    Bets,
    CardDrawn,
    Covered,
    Felt,
    Game,
    Handled,
    Peeked,
    PlayerId,
    Reconstructed,
    Spot,
    Verdict,
    Voided,
    Window,
    WindowClosed,
    returned,
)


class Line(Struct, frozen=True, gc=False):
    """One Bet settled (4.1): one Spot of one Player."""

    spot: Spot
    staked: int
    returned: int
    verdict: Verdict
    note: str = ""

    @property
    def profit(self) -> int:
        return self.returned - self.staked


def line(spot: Spot, staked: int, verdict: Verdict) -> Line:
    """One Bet and its verdict. Pro rata (003 §5.1.1, 002 §5.1.1) lets only part of a stake play; the rest comes back.

    001 §3.12, §3.13, §4.1, §5.11; 002 §4.1; 003 §3.16, §4.1.1.
    """
    odds = verdict.odds
    plays = staked if verdict.counts is None else verdict.counts
    check(0 <= plays <= staked, f"{spot}: {plays} of a stake of {staked} plays")
    notes = []
    if plays != staked:
        notes.append(f"{plays} of {staked} plays pro rata, the rest is returned")
    if not odds.exact(plays):
        notes.append("the half is rounded down")
    return Line(spot, staked, staked + odds.winnings(plays), verdict, "; ".join(notes))


def settle(game: Game, round: object, player: PlayerId, bets: Bets) -> tuple[Line, ...]:
    """The lines of this Player's Bets that are decided, in the order in which they were placed."""
    verdicts = game.verdicts(round, player, bets)
    lines = []
    for spot, staked in bets.items():
        if spot not in verdicts:
            continue
        verdict = verdicts[spot]
        odds = verdict.odds
        if odds.to == 1 and verdict.counts is None:  # nearly every line there is: nothing to round, nothing to note
            lines.append(Line(spot, staked, staked + staked * odds.pays, verdict))
        else:
            lines.append(line(spot, staked, verdict))
    return tuple(lines)


def final_lines(game: Game, round: object, player: PlayerId, bets: Bets) -> tuple[Line, ...]:
    """The lines of a Round that is over: every Bet has one. 001 §1.17: a Bet whose question a Reconstruction took
    away, so that no verdict names it, is returned.
    """
    check(game.finished(round), f"{player} is settled before the Round is over")
    lines = settle(game, round, player, bets)
    if len(lines) == len(bets):
        return lines
    decided = {line.spot for line in lines}
    left = [Line(spot, staked, staked, returned("1.17")) for spot, staked in bets.items() if spot not in decided]
    return (*lines, *left)


def fold(game: Game, felt: Felt, acts: Iterable[Act]) -> object:
    """The Round that these acts make."""
    round = game.begin(felt)
    for act in acts:
        round = game.step(round, act)
    return round


def try_fold(game: Game, felt: Felt, acts: Iterable[Act]) -> object | None:
    """None: they make none. What another one says was done need not fit together: a House that has peeked, and dealt
    on, turns an Ace.
    """
    try:
        return fold(game, felt, acts)
    except (ValueError, IndexError, InvariantBroken):
        return None


def refold(game: Game, felt: Felt, acts: Iterable[Act]) -> object | None:
    """The Round that these acts make, if they fit together: a window that closes was open and offered what was chosen,
    a ruling could be made.

    None: with other cards the Players would have been asked something else.
    """
    round: object = game.begin(felt)
    for act in acts:
        if isinstance(act, WindowClosed):
            if not any(_asks(window, act) for window in game.windows(round)):
                return None
        elif not isinstance(act, CardDrawn | Covered | Handled | Peeked) and game.rule(round, act) is not None:
            return None
        round = game.step(round, act)
    return round


def _asks(window: Window, act: WindowClosed) -> bool:
    return window.name == act.window and (not act.choice or act.choice in window.choices)


def corrected_acts(acts: Iterable[Act | None], cards: Sequence[Card]) -> list[Act]:
    """001 §5.6: the acts of a Round as they would have been with these cards, in this order.

    Windows close where they closed; None is a card that lies face down, and has its place among them. An order that
    was Reconstructed is in `cards` already; more cards than there were come at the end, and fewer end earlier.
    """
    left = list(cards)
    corrected: list[Act] = []
    for act in _brought_into_play(list(acts)):
        if act is None or isinstance(act, CardDrawn):
            if left:
                corrected.append(CardDrawn(left.pop(0)))
        elif not isinstance(act, Reconstructed):
            corrected.append(act)
    return corrected + [CardDrawn(card) for card in left]


def with_beside(acts: Sequence[Act | None], places: Sequence[int], cards: Sequence[Card]) -> list[Act | None]:
    """001 §5.4: the acts of a Round with cards that lie beside its Hands. `places`: how many acts came before each."""
    found = list(acts)
    for place, card in reversed(list(zip(places, cards, strict=True))):
        found.insert(place, CardDrawn(card))
    return found


def without(acts: Sequence[Act | None], cards: Sequence[Card]) -> list[Act | None]:
    """001 §5.4: the acts of a Round as if the last cards of these faces had never been drawn."""
    left = list(acts)
    for card in cards:
        at = len(left) - 1 - left[::-1].index(CardDrawn(card))
        # An order from before it came had not this card, but may have a twin of it.
        left[at:] = [
            Reconstructed(less(act.cards, (card,))) if isinstance(act, Reconstructed) else act for act in left[at + 1 :]
        ]
    return left


def fold_without(game: Game, felt: Felt, acts: Sequence[Act | None], cards: Sequence[Card]) -> object | None:
    """The Round as if the last cards of these faces had never been drawn. None: with an answer after them, such as a
    split of the two, it cannot be.
    """
    try:
        left = without(acts, cards)
    except ValueError:  # one never came
        return None
    return try_fold(game, felt, [act for act in left if act is not None])


def can_leave(game: Game, felt: Felt, acts: Sequence[Act | None], cards: Sequence[Card], round: object) -> bool:
    """003 §5.9: would the Round be the same without these cards, which lay in a Hand and are left over? Not where
    Players have decided something with them on the felt.
    """
    if not cards:
        return True
    after = fold_without(game, felt, acts, cards)
    return after is not None and all(ask(round) == ask(after) for ask in (game.hands, game.expects, game.windows))


def less(cards: Sequence[Card], gone: Sequence[Card]) -> tuple[Card, ...]:
    """Without these: of twins the last goes."""
    found = list(cards)
    for card in reversed(gone):
        if card in found:
            del found[len(found) - 1 - found[::-1].index(card)]
    return tuple(found)


def cards_of(acts: Iterable[Act | None]) -> tuple[Card, ...]:
    """The cards of a Round in their order: as they were drawn, or as they were ruled to have been."""
    cards: list[Card] = []
    for act in acts:
        if isinstance(act, CardDrawn):
            cards.append(act.card)
        elif isinstance(act, Reconstructed):
            cards = list(act.cards)
    return tuple(cards)


def unvoided_acts(acts: Iterable[Act], cards: Sequence[Card]) -> tuple[Act, ...]:
    """001 §5.12: the acts of a Round that has these cards, as if it had never been voided. What lay beside its Hands
    then is out of play, and no card of it any more.
    """
    left: list[Act | None] = [act for act in acts if not isinstance(act, Voided)]
    gone = list(less(cards_of(left), cards))
    if not any(isinstance(act, Reconstructed) for act in left):  # else what came while Bets were open is in its order
        close = next((at for at, act in enumerate(left) if isinstance(act, WindowClosed)), 0)
        for early in left[:close]:
            if isinstance(early, CardDrawn) and early.card in gone:
                gone.remove(early.card)
                left.remove(early)  # the first of twins
    for card in gone:
        if CardDrawn(card) in left:  # and was not only named in an order
            left = without(left, (card,))
    return tuple(act for act in left if act is not None)


def _brought_into_play(acts: list[Act | None]) -> list[Act | None]:
    """001 §5.4: a card that came while Bets were open, and was Reconstructed, is one of those after the close."""
    close = next((at for at, act in enumerate(acts) if isinstance(act, WindowClosed)), 0)
    if not close or not any(isinstance(act, Reconstructed) for act in acts):
        return acts
    return [acts[close], *acts[:close], *acts[close + 1 :]]
