"""Decision 7: the Rounds in which this terminal was settled, computed again by its own rule book, and compared.

Reads its rule book through the catalog and knows no game. What disagrees is disputed: asked of the console until its
log answers. The money is posted whatever is claimed.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import zip_longest
from typing import Final

from games.cards import Card
from games.catalog import UnknownGame, find_game
from games.money import InvariantBroken
from games.round import Act, Bets, Game, HandId, PlayerId, Voided, returned
from games.settlement import Line, corrected_acts, final_lines, settle, try_fold, unvoided_acts
from protocol import events
from protocol.messages import Dispute
from protocol.view import TableView
from terminal.records import Opened
from terminal.state import ChangedCard, Correction, OwnRound, OwnRounds, Played, Seat, State

Hands = Mapping[HandId, tuple[Card | None, ...]]

ROUNDS_KEPT: Final = 100  # that a correction may still come for (001 §5.6)
HISTORY: Final = 10  # Rounds that the Player may look up


# --- whose it is ---------------------------------------------------------------------------------------------------


def sit_down(own: OwnRounds, sitting: int) -> None:
    """With credit: from now on everything that is shown is of this sitting."""
    own.sitting = own.told = sitting


def leave(own: OwnRounds) -> None:
    """With all his money: a correction of his Rounds is for staff to tell him, not for whoever comes next."""
    own.sitting = own.told = 0


# --- facts ---------------------------------------------------------------------------------------------------------


def check_settled(seat: Seat, opened: Opened, event: events.Settled) -> None:
    state = seat.state
    own = _own_round(state, event.round_no)
    own.sitting = event.sitting
    paid_twice = bool(own.paid) and any(line.spot in own.paid for line in event.lines)
    _count(state.own_rounds, event.sitting, _gain(event.lines), rounds=0 if own.paid else 1)
    own.paid.update({line.spot: line for line in event.lines})
    if not own.whole:
        return
    expected = _expected(state.terminal, own)
    if expected is None:
        own.unseen = True
    elif paid_twice or (event.lines != expected and not _agree(event.lines, expected)):
        _dispute(state, opened.seq, own, expected)


def keep_returned(own: OwnRounds, event: events.LayoutReturned, bets: Bets) -> None:
    """001 §5.12: what the House gave back is no Bet of the Round any more; the Player may look it up all the same."""
    before = own.returned if own.returned_round == event.round_no else ()
    lines = tuple(Line(spot, amount, amount, returned(event.paragraph)) for spot, amount in bets.items())
    own.returned_round, own.returned = event.round_no, (*before, *lines)


def check_ended(state: State, opened: Opened, round_no: int) -> None:
    """M3: a stake that is left now is a Bet that was not settled."""
    rounds, view, stake = state.own_rounds, state.view, state.ledger.stake(state.terminal)
    known = rounds.rounds.get(round_no)
    played = Played(round_no, view.hands, view.void, wall_time=opened.wall_time)
    if known is not None:
        known = _own_round(state, round_no)  # settled in between, and something may have been ruled since (003 §5.17)
        played.sitting, played.lines = known.sitting, tuple(known.paid.values())
    elif rounds.returned_round == round_no:
        played.sitting, played.lines = rounds.sitting, rounds.returned
    rounds.history = [*rounds.history, played][-HISTORY:]
    if stake or (known is not None and known.unseen):
        own = _own_round(state, round_no)
        expected = _expected(state.terminal, own)
        if stake or (expected is not None and not _agree(own.paid.values(), expected)):
            _dispute(state, opened.seq, own, expected or ())


def correct(seat: Seat, _opened: Opened, event: events.RoundCorrected) -> None:
    """001 §5.6, §5.3.3: what the new lines, which follow, are computed from."""
    rounds = seat.state.own_rounds
    for played in rounds.history:
        if played.round_no == event.round_no:
            played.changed = _changed_cards(played.hands, event.hands)
            played.hands, played.void, played.corrected = event.hands, event.void, True
    own = rounds.rounds.get(event.round_no)
    if own is not None:
        acts: tuple[Act, ...] = tuple(act for act in own.acts if act is not None)
        if any(isinstance(act, Voided) for act in acts):
            acts = unvoided_acts(acts, event.cards)
        after = [Voided(event.void)] if event.void else event.ruled
        own.acts = [*acts, *after] if after else [*corrected_acts(acts, event.cards)]


def check_corrected(seat: Seat, opened: Opened, event: events.LinesCorrected) -> None:
    state, rounds, void = seat.state, seat.state.own_rounds, ""
    gained = _gain(event.after) - _gain(event.before)
    if event.sitting == rounds.counted:
        _count(rounds, event.sitting, gained, rounds=0)
    for played in rounds.history:
        if played.round_no == event.round_no:
            played.lines, played.sitting, void = event.after, event.sitting, played.void
    rounds.correction = Correction(
        *(opened.seq, event.round_no, event.sitting, event.credited, max(0, event.due), max(0, event.owed), void),
        *(sum(line.staked for line in event.after), state.ledger.credit(state.terminal)),
    )
    own = rounds.rounds.get(event.round_no)
    if own is None:
        return  # longer ago than we remember
    known = _agree(event.before, own.paid.values())
    for line in event.before:
        own.paid.pop(line.spot, None)
    own.paid.update({line.spot: line for line in event.after})
    difference = sum(line.returned for line in event.after) - sum(line.returned for line in event.before)
    balanced = event.credited + event.due - event.owed == difference
    expected = _expected(state.terminal, own) if own.whole else None
    if expected is not None and not (known and balanced and _agree(expected, own.paid.values())):
        _dispute(state, opened.seq, own, expected)


def _count(own: OwnRounds, sitting: int, gain: int, *, rounds: int) -> None:
    """What a sitting came to: for the Player to be told now and then."""
    if sitting != own.counted:
        own.counted, own.result, own.played = sitting, 0, 0
    own.result += gain
    own.played += rounds


def _gain(lines: Iterable[Line]) -> int:
    return sum(line.returned - line.staked for line in lines)


def _changed_cards(before: Hands, after: Hands) -> tuple[ChangedCard, ...]:
    found = []
    for hand in dict.fromkeys((*before, *after)):
        for index, (was, now) in enumerate(zip_longest(before.get(hand, ()), after.get(hand, ()))):
            texts = ["" if card is None else card.text for card in (was, now)]
            if texts[0] != texts[1]:
                found.append(ChangedCard(hand, index, *texts))
    return tuple(found)


def end_dispute(seat: Seat, _opened: Opened, _event: events.DisputeRuled) -> None:
    """The ruling is on what the console knows of; a dispute that has not reached it yet still stands."""
    state = seat.state
    state.own_rounds.disputed = max((dispute.round_no for dispute in state.outbox.disputes()), default=0)


def expected_lines(state: State, round_no: int) -> tuple[Line, ...]:
    """What this terminal has for a Round that is in dispute; nothing if it does not know it whole."""
    own = state.own_rounds.rounds.get(round_no)
    return () if own is None or not own.whole else _expected(state.terminal, own) or ()


def _own_round(state: State, round_no: int) -> OwnRound:
    rounds, view = state.own_rounds.rounds, state.view
    own = rounds.get(round_no)
    if own is None:
        whole = round_no == view.round_no != state.own_rounds.half_known
        own = OwnRound(round_no, view.game, view.rules, _items(view.house), view.round_felt, (), {}, whole)
        rounds[round_no] = own
        if len(rounds) > ROUNDS_KEPT:
            del rounds[next(iter(rounds))]
    if round_no == view.round_no:  # acts too: cards that were corrected before the settlement are a new list
        own.acts, own.bets = view.acts, state.layouts.bets()
    return own


def _expected(terminal: PlayerId, own: OwnRound) -> tuple[Line, ...] | None:
    """The lines as this terminal has them; None: it cannot see all the cards, or has no such rule book. Of what makes
    no Round at all there are none, and whatever is paid on it is disputed.
    """
    game = _rule_book(own.game, own.rules, own.house)
    acts = [act for act in own.acts if act is not None]
    if game is None or len(acts) < len(own.acts):
        return None
    round = try_fold(game, own.felt, acts)
    if round is None:
        return ()
    lines_of = final_lines if game.finished(round) else settle
    try:
        return lines_of(game, round, terminal, own.bets)
    except InvariantBroken:  # a Bet of ours on a box that nobody is on, as the House says: no end of our process
        return ()


def _dispute(state: State, seq: int, own: OwnRound, expected: Sequence[Line]) -> None:
    if state.own_rounds.disputed == own.round_no:
        return  # a Supervisor is called already
    state.own_rounds.disputed = own.round_no
    # From the entry that is in dispute: the same after any restart, and another one if a correction is wrong, too.
    key = sha256(f"dispute {state.terminal} {state.table} {own.round_no} {seq}".encode()).digest()[:16]
    lines = tuple((line.spot, line.staked, line.returned) for line in expected)
    state.outbox.ask(Dispute(state.boot, state.run, key, own.round_no, lines))


def dispute_shuffle(state: State, seq: int, round_no: int) -> None:
    """The cards were not dealt as promised: whatever they came to is in doubt."""
    own = state.own_rounds.rounds.get(round_no)
    if own is not None:
        _dispute(state, seq, own, _expected(state.terminal, own) or ())


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
