"""What an order would do to the money: terminal by terminal, and to the House, before anybody signs it.

Pure, and the same for panel and command line: the Round is played on by its own rule book from what staff see. Where
that is too little the answer is `UNKNOWN`, never a guess. The table writes its own lines and is not asked; a test gives
every order that is offered and compares the two to the cent.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from games.correction import Change, corrected, removed, unvoided, voided
from games.round import (
    CardDrawn,
    Discarded,
    DrawnTogether,
    Game,
    InterimSettled,
    PlayerId,
    Reconstructed,
    Spot,
    Voided,
    Window,
)
from games.settlement import Line, corrected_acts, final_lines, fold_without, refold, settle
from protocol import messages as m
from protocol.ledger import Ledger, credit, share_out, stake
from protocol.situation import Sight, Situation


class When(StrEnum):
    """When money moves."""

    NEVER = "never"  # by this order: Bets stay as they are registered
    AT_ONCE = "at_once"
    CERTIFIED = "certified"  # the cards make a whole Round: when the Dealer has certified it
    UNKNOWN = "unknown"  # something is still to be said, or this panel has not heard the whole Round


class Share(Struct, frozen=True):
    """One terminal: what it has now and would have. Of a correction, where the difference would go."""

    terminal: PlayerId
    before: int
    after: int
    credit: int = 0
    due: int = 0
    owed: int = 0
    cash: int = 0  # paid by hand

    @property
    def change(self) -> int:
        return self.after - self.before


class Preview(Struct, frozen=True):
    """`settled`: before is what was paid back, or what the cards as they lie would pay; else it is what is staked."""

    when: When
    shares: tuple[Share, ...] = ()
    settled: bool = False

    @property
    def house(self) -> int:
        """What the House gains: no money comes from anywhere else (M1)."""
        return -sum(share.change for share in self.shares)


NEVER: Final = Preview(When.NEVER)
UNKNOWN: Final = Preview(When.UNKNOWN)

_Lines = Mapping[PlayerId, tuple[Line, ...]]


def preview(sight: Sight, order: m.Order, round_no: int | None = None) -> Preview:
    """Of this order, as it would be given now; a correction is of the Round that it names."""
    match order:
        case m.Correct() | m.VoidSettled() | m.TakeBackVoid():
            return _of_a_settled_round(sight, order, sight.view.round_no if round_no is None else round_no)
        case m.RuleOtherwise(effect=m.PayFromHouse(terminal=terminal, amount=amount)):
            return Preview(When.AT_ONCE, (Share(terminal, 0, amount, cash=amount),), settled=True)
        case _ if not sight.view.in_round:
            return NEVER
        case m.Rule(act=Voided()) | m.RuleOtherwise(effect=m.VoidRound()):
            return all_returned(sight)
        case m.RuleOtherwise(effect=m.ReturnBets(terminals=terminals)):
            return all_returned(sight, terminals)
    at = Situation(sight)
    if at.game is None or at.round is None:  # a card lies face down
        return UNKNOWN if isinstance(order, _OF_ALL_CARDS) and order != _GOES_ON else NEVER
    if not _whole(sight):
        return UNKNOWN
    return _in_play(sight, at, at.game, order)


def all_returned(sight: Sight, to: Container[PlayerId] | None = None) -> Preview:
    """001 §5.11: whatever is staked goes back; 001 §5.12: to these. 003 §5.17: what was settled in between, too."""
    if not _whole(sight):
        return UNKNOWN
    known = (player for answers in sight.bets.values() for player in answers)
    players = dict.fromkeys(player for player in known if to is None or player in to)
    found = (_returned_share(sight, player) for player in players)
    return Preview(When.AT_ONCE, tuple(share for share in found if share.before or share.after))


def _returned_share(sight: Sight, player: PlayerId) -> Share:
    lines, staked = sight.paid.get(player, ()), sight.ledger.stake(player)
    change = _staked(lines) - _returned(lines)
    if not change:
        return Share(player, staked, staked)
    # The stakes are credit again when it is reversed.
    books = Ledger({**sight.ledger.balances, credit(player): sight.ledger.credit(player) + staked, stake(player): 0})
    books.sittings = dict(sight.ledger.sittings)
    return Share(player, staked, staked + change, *share_out(books, player, sight.sat.get(player, 0), change))


# What these do depends on every card of the Round.
_OF_ALL_CARDS: Final = (
    m.Rule | m.CorrectCards | m.EnterCard | m.DealCard | m.KeepSurplus | m.AnswerInterruption | m.Certify
    | m.TakeBackCard | m.ReportWrongSides | m.RuleOtherwise
)  # fmt: skip
_GOES_ON: Final = m.AnswerInterruption(affects=False)


def _in_play(sight: Sight, at: Situation, game: Game, order: m.Order) -> Preview:
    round, view = at.round, sight.view
    match order:
        case m.AnswerInterruption(affects=True) if not game.established(round):
            return all_returned(sight)
        case m.Certify() if game.finished(round):
            return _paid(sight, game, round, When.AT_ONCE)
        case m.Certify():
            if game.rule(round, InterimSettled()) is not None:
                return NEVER
            return _paid(sight, game, game.step(round, InterimSettled()), When.AT_ONCE)
        case m.Rule(act=act):
            if game.rule(round, act, order.paragraph) is not None:
                return UNKNOWN
            return _goes_on(sight, game, game.step(round, act), was=round if isinstance(act, _NAMES_CARDS) else None)
        case m.CorrectCards(cards=cards):
            after = refold(game, view.round_felt, corrected_acts(sight.aside.acts(view), cards))
            return UNKNOWN if after is None else _goes_on(sight, game, after, was=round)
        case m.EnterCard(card=card) | m.DealCard(card=card):
            return _goes_on(sight, game, _dealt(game, round, (card, *_waiting(sight))))
        case m.KeepSurplus():
            left = fold_without(game, view.round_felt, view.acts, sight.aside.seen(view))
            return UNKNOWN if left is None else _goes_on(sight, game, left)
        case m.Resume() | m.AnswerInterruption() | m.RuleOtherwise(effect=m.Conclude()):
            return _goes_on(sight, game, round)
    return NEVER


_NAMES_CARDS: Final = Reconstructed | DrawnTogether | Discarded


def _waiting(sight: Sight) -> Iterator[Any]:
    """Cards behind the one that is entered: they follow it up to the next that was not read."""
    for seq in sight.view.shoe.pending[1:]:
        if seq not in sight.aside.read:
            return
        yield sight.aside.read[seq]


def _dealt(game: Game, round: Any, cards: Iterable[Any]) -> Any:
    for card in cards:
        round = game.step(round, CardDrawn(card))
    return round


def _goes_on(sight: Sight, game: Game, after: Any, *, was: Any = None) -> Preview:
    """Play goes on from this Round. Questions that are asked anew give back what was bet in answer to them; and when
    no card is due any more, what the certificate would pay can be said.
    """
    after, back = _settled_down(sight, game, after)
    if back:
        return Preview(When.AT_ONCE, tuple(Share(player, amount, amount) for player, amount in back.items()))
    if not _complete(game, after):
        return NEVER
    before = None if was is None or not _complete(game, was) else _lines(sight, game, was)
    return _paid(sight, game, after, When.CERTIFIED, before)


def _complete(game: Game, round: Any) -> bool:
    """Could it be certified? 001 §5.4: a card that no Hand expects waits for a Ruling."""
    return not game.windows(round) and game.finished(round) and not game.surplus(round)


def _settled_down(sight: Sight, game: Game, round: Any) -> tuple[Any, dict[PlayerId, int]]:
    """As the table does it: windows that are taken away or asked anew, and cards that were carried over."""
    given = {name: dict(answers) for name, answers in sight.bets.items()}
    open_now = {name: opened.window for name, opened in sight.view.windows.items()}
    carried, back = sight.aside.beside[: sight.view.carried], dict[PlayerId, int]()
    while True:
        windows = {window.name: window for window in game.windows(round)}
        for name in [name for name, window in open_now.items() if windows.get(name) != window]:
            del open_now[name]
            _give_back(back, given.pop(name, {}))
        for name, window in windows.items():
            if name not in open_now:
                _give_back(back, given.pop(name, {}))
                for answers in given.values():
                    again = [player for player, bets in answers.items() if _asked_again(window, player, bets)]
                    _give_back(back, {player: answers.pop(player) for player in again})
                open_now[name] = window
        if windows or not carried or game.expects(round) is None:
            return round, {player: amount for player, amount in back.items() if amount}
        round = game.step(round, CardDrawn(carried.pop(0)))


def _give_back(back: dict[PlayerId, int], answers: Mapping[PlayerId, Mapping[Spot, int]]) -> None:
    for player, bets in answers.items():
        back[player] = back.get(player, 0) + sum(bets.values())


def _asked_again(window: Window, player: PlayerId, bets: Mapping[Spot, int]) -> bool:
    mine = window.respondents is None or player in window.respondents
    return mine and any(spot in window.spots for spot in bets)


# --- lines -----------------------------------------------------------------------------------------------------------


def _paid(sight: Sight, game: Game, round: Any, when: When, before: _Lines | None = None) -> Preview:
    after = _lines(sight, game, round)
    if before is None:
        shares = [Share(player, _staked(lines), _returned(lines)) for player, lines in after.items()]
    else:
        shares = [Share(player, _returned(before.get(player, ())), _returned(it)) for player, it in after.items()]
    return Preview(when, tuple(shares), settled=before is not None)


def _lines(sight: Sight, game: Game, round: Any) -> _Lines:
    make = final_lines if game.finished(round) else settle
    found = {}
    for player, bets in _players(sight).items():
        paid = {line.spot for line in sight.paid.get(player, ())}
        lines = tuple(line for line in make(game, round, player, bets) if line.spot not in paid)
        if lines:
            found[player] = lines
    return found


def _players(sight: Sight) -> dict[PlayerId, dict[Spot, int]]:
    found: dict[PlayerId, dict[Spot, int]] = {}
    for answers in sight.bets.values():
        for player, bets in answers.items():
            mine = found.setdefault(player, {})
            for spot, amount in bets.items():
                mine[spot] = mine.get(spot, 0) + amount  # a question asked anew may be about the same Spot
    return {player: bets for player, bets in found.items() if bets}


def _staked(lines: Iterable[Line]) -> int:
    return sum(line.staked for line in lines)


def _returned(lines: Iterable[Line]) -> int:
    return sum(line.returned for line in lines)


def _whole(sight: Sight) -> bool:
    """Do we know all Bets, and what of them is settled? The stakes tell (M2)."""
    return all(
        sum(bets.values()) - _staked(sight.paid.get(player, ())) == sight.ledger.stake(player)
        for player, bets in _players(sight).items()
    )


# --- a Round that is settled -----------------------------------------------------------------------------------------


def _of_a_settled_round(sight: Sight, order: m.Correct | m.VoidSettled | m.TakeBackVoid, round_no: int) -> Preview:
    played = sight.rounds.get(round_no)
    if played is None or played.void != isinstance(order, m.TakeBackVoid):
        return UNKNOWN
    match order:
        case m.Correct(cards=cards):
            found = corrected(played, cards)
        case m.VoidSettled(paragraph=paragraph, box=box, withdrawn=withdrawn):
            found = removed(played, box, paragraph, withdrawn) if box else voided(played, paragraph)
        case _:
            found = unvoided(played)
    if found is None:
        return UNKNOWN
    return Preview(
        When.AT_ONCE, tuple(_share(sight, change, played.sittings.get(change.terminal, 0)) for change in found), True
    )


def _share(sight: Sight, change: Change, sitting: int) -> Share:
    parts = share_out(sight.ledger, change.terminal, sitting, change.amount)
    return Share(change.terminal, change.was, change.will, *parts)
