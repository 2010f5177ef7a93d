"""The Card Shoe and the felt: where each card must go, and what stops the table (001 §3.8 to §3.10, §5.3 to §5.7).

A card is a fact: whatever is wrong with it, it is on record. Faces are texts, "" for one that nobody has read; Hands
are laid by the oracle.
"""

from itertools import pairwise
from typing import Any, Final

from games.cards import DECK, Card
from games.round import WindowClosed as ClosingAct
from protocol import events as e
from protocol.halts import Halt
from simulation import oracle
from simulation.reference.state import BETTING, DEALING, RESULT, SIDES, Play
from simulation.reference.tape import Objection

NUMBER: Final = {card.text: place for place, card in enumerate(DECK)}
RUN: Final = 8  # cards in the order of a new deck, or alike: nobody has shuffled them (001 §5.3.5)
LAST: Final = 40  # cards, of which ...
BESIDE: Final = 5  # ... so many follow one of the few before them in some order: that may be found, too
STOPPING: Final = ("started", "standby", "error")  # what a shoe says of itself that no Round goes on over
BETS: Final = "bets"


# --- a Round on the felt -------------------------------------------------------------------------------------------


def close_window(play: Play, by: str) -> None:
    """001 §3.7: with whatever is registered now; the first card is the Player Hand's."""
    if play.window is None:
        return
    play.tape.take(e.WindowClosed, id=play.window, name=BETS, by=by, act=ClosingAct(BETS), due="player")
    play.closes[play.window], play.window = play.tape.seq, None
    play.due, play.phase = "player", DEALING


def go_on(play: Play) -> None:
    """001 §5.4: cards that were kept are the first that are dealt."""
    while play.carried and play.due and play.window is None:
        deal(play, 0, play.carried[0])


def deal(play: Play, number: int, face: str, *, entered: bool = False) -> None:
    """001 §3.8: to the Hand whose turn it is."""
    hand = play.due
    play.hands[hand].append(face)
    due = play.turn()
    dealt = play.tape.take(e.CardDealt, round_no=play.round_no, shoe_seq=number, hand=hand, due=due, entered=entered)
    is_face(dealt.card, face)
    play.due, play.phase = due, DEALING if due else RESULT
    play.drawn.append(face)
    told = number <= play.shoe.last or play.shoe.serial or play.shoe.lost  # by a device, or it has waited
    play.undo = number if play.shoe.by_hand and (number < 0 or not told) else 0
    if number == 0:
        play.carried.pop(0)
        return
    if number < 0:
        play.shoe.entered.append(face)
    else:
        _on_record(play, number, face)
    play.shoe.count(face)


def draw_surplus(play: Play, number: int, face: str) -> None:
    """001 §5.4; while Bets are open it closes them, and is no part of the Round."""
    play.tape.take(e.SurplusDrawn, round_no=play.round_no, shoe_seq=number)
    _seen(play, face, number)
    _on_record(play, number, face)
    play.shoe.count(face)
    play.early += play.window is not None
    play.undo = 0
    play.drawn.append(face)
    play.beside.append(face)
    play.surplus.append(face)
    close_window(play, "card")


def _seen(play: Play, face: str, number: int) -> None:
    """For staff alone: what lies beside the Hands, and this one is the last of it."""
    play.surplus.append(face)
    see_surplus(play, number)
    play.surplus.pop()


def see_surplus(play: Play, number: int = 0) -> None:
    seen = play.tape.take(e.SurplusSeen, shoe_seq=number)
    lying = [*play.carried, *play.kept, *play.surplus]
    if [card.text for card in seen.cards] != lying:
        raise Objection(f"{lying} lie beside the Hands: {seen}")


def lay(play: Play, cards: list[str], *, before: int = 0) -> None:
    """001 §1.17: the Round folded again from these cards; so many before the first are no part of it."""
    player, banker, left = oracle.deal(cards[before:])
    play.hands = {"player": player, "banker": banker}
    play.beside = [*cards[:before], *left]
    play.surplus = list(play.beside)
    play.due = play.turn()
    play.phase = BETTING if play.window else DEALING if play.due else RESULT


def is_face(card: Card | None, face: str) -> None:
    if (card.text if card is not None else "") != face:
        raise Objection(f"the card is {face or 'not read'}, and {card} is on record")


def _on_record(play: Play, number: int, face: str) -> None:
    shoe = play.shoe
    shoe.last = max(shoe.last, number)
    shoe.waiting.pop(number, None)
    shoe.faces[number] = face


# --- what the shoe reports -----------------------------------------------------------------------------------------


def take_card(play: Play, said: int | None, text: str | None) -> None:
    shoe = play.shoe
    number, face = shoe.last + 1 if said is None else said, text if text in NUMBER else ""
    if not (shoe.live or shoe.burning):
        if number > shoe.last:  # no set is in play: on record, and of no account
            is_face(play.tape.take(e.CardBurnt, shoe_seq=number).card, face)
            play.undo = 0
            shoe.last, shoe.faces[number] = number, face
            play.alarm("shoe", "no set is in play")
        return
    if number <= shoe.last:
        _again(play, number, face)
        return
    missing = list(range(shoe.last + 1, number))
    if shoe.burning and missing:
        _burn_unseen(play, missing, number, face)
    elif shoe.entered and said is not None:
        _match(play, missing, number, face)
    elif missing:
        _miss(play, missing, number, face)
    elif shoe.burning:
        _burn(play, number, face)
    else:
        _next(play, number, face)


def _again(play: Play, number: int, face: str) -> None:
    """A number that is on record: a repeat, the face of a card that was not read, or a contradiction."""
    known = play.shoe.faces.get(number, "")
    if known and face and known != face:
        play.halt(Halt.CARD_CONFLICT)
    elif face and not known and number in play.shoe.waiting:
        place(play, number, face)


def _burn(play: Play, number: int, face: str) -> None:
    """001 §5.3.1: one too many is found wherever it turns up."""
    play.undo = 0
    shoe, foreign = play.shoe, bool(face) and _is_foreign(play, face)
    is_face(play.tape.take(e.CardBurnt, shoe_seq=number).card, face)
    shoe.last, shoe.faces[number] = number, face
    shoe.burning -= 1
    shoe.count(face)
    if not shoe.burning:
        play.tape.take(e.ShoeLive)
        shoe.live = True
    if foreign:
        play.halt(Halt.FOREIGN_CARD)


def _burn_unseen(play: Play, missing: list[int], number: int, face: str) -> None:
    """What was to be burnt is burnt, seen or not."""
    burning = play.shoe.burning
    for lost in missing[:burning]:
        _burn(play, lost, "")
    if len(missing) < burning:
        _burn(play, number, face)
    elif missing[burning:]:
        _miss(play, missing[burning:], number, face)
    else:
        _next(play, number, face)


def _match(play: Play, missing: list[int], number: int, face: str) -> None:
    """The shoe tells, late, of cards that were entered by hand, in their order."""
    entered = list(play.shoe.entered)
    for at in missing[: len(entered)]:
        _matched(play, at, "")
    behind = missing[len(entered) :]
    if behind:
        _miss(play, behind, number, face)
    elif len(missing) == len(entered):
        _next(play, number, face)
    else:
        _matched(play, number, face)
        if face and face != entered[len(missing)]:
            play.halt(Halt.CARD_CONFLICT)


def _matched(play: Play, number: int, face: str) -> None:
    play.undo = 0
    is_face(play.tape.take(e.CardMatched, shoe_seq=number).card, face)
    play.shoe.last, play.shoe.faces[number] = number, face
    play.shoe.entered.pop(0)


def _miss(play: Play, missing: list[int], number: int, face: str) -> None:
    """001 §5.3.3: cards that did not come are never guessed, and hold back the one behind them."""
    for lost in missing:
        _unread(play, lost)
    if face:
        _wait(play, number, face)
    else:
        _unread(play, number)
    play.halt(Halt.CARD_MISSING)


def _unread(play: Play, number: int) -> None:
    play.undo = 0
    play.tape.take(e.CardUnread, shoe_seq=number)
    play.shoe.last = number
    play.shoe.waiting[number] = play.shoe.faces[number] = ""


def _wait(play: Play, number: int, face: str) -> None:
    play.undo = 0
    play.tape.take(e.CardWaiting, shoe_seq=number)
    is_face(play.tape.take(e.CardRead, shoe_seq=number, staff=True).card, face)
    play.shoe.last = max(play.shoe.last, number)
    play.shoe.waiting[number] = play.shoe.faces[number] = face


def _next(play: Play, number: int, face: str) -> None:
    """All before it are accounted for, or wait to be."""
    if not face:
        _unread(play, number)
        play.halt(Halt.CARD_MISSING)
    elif play.shoe.waiting:
        _wait(play, number, face)
    else:
        _draw(play, number, face)


def _draw(play: Play, number: int, face: str) -> None:
    foreign, unshuffled, expected = _is_foreign(play, face), _is_unshuffled(play, face), play.phase == DEALING
    if expected:
        deal(play, number, face)
        go_on(play)
    elif play.in_round:
        draw_surplus(play, number, face)
        play.halt(Halt.SURPLUS)
    else:
        _lie_idle(play, number, face)
        play.halt(Halt.SURPLUS)
    if foreign:
        play.halt(Halt.FOREIGN_CARD)
    elif unshuffled or _is_doubted(play):
        play.halt(Halt.UNSHUFFLED)
        play.shoe.doubted = True
    elif expected:
        _stop_if_dry(play)


def _stop_if_dry(play: Play) -> None:
    """5.3.4: a card is to come, and there is none: what was not read is not counted yet."""
    if play.phase == DEALING and play.due and play.shoe.left == 0:
        play.halt(Halt.SHOE_DRY)


def _lie_idle(play: Play, number: int, face: str) -> None:
    play.undo = 0
    play.tape.take(e.CardIdle, shoe_seq=number)
    _seen(play, face, number)
    _on_record(play, number, face)
    play.shoe.count(face)
    play.surplus.append(face)


def _is_foreign(play: Play, face: str) -> bool:
    return play.shoe.copies[face] >= play.shoe.decks


def _is_unshuffled(play: Play, face: str) -> bool:
    """With this one, are the last eight alike, or do they go up or down in the order of a new deck? Then it must be
    found, once; that it is found where less than that can be seen, `_is_doubted` looks at.
    """
    if play.shoe.doubted:
        return False
    last = [*list(play.shoe.faces.values())[1 - RUN :], face]
    if len(last) < RUN or "" in last:
        return False
    steps = {(NUMBER[after] - NUMBER[one]) % 52 for one, after in pairwise(last)}
    return steps in ({1}, {51}, {0})


def _is_doubted(play: Play) -> bool:
    """The console says so: is there anything in it? Among the last cards several must follow one of the eight before
    them, in the order of new decks, by suit or by rank, or in that of the set before.
    """
    following = play.tape.following
    if play.shoe.doubted or type(following) is not e.Halted or following.reason is not Halt.UNSHUFFLED:
        return False
    last = [face for face in play.shoe.faces.values() if face][-LAST:]
    pairs = set(pairwise(play.shoe.before)) | set(pairwise(play.shoe.before[::-1]))
    found = 0
    for place, face in enumerate(last):
        near = last[max(0, place - 8) : place]
        found += any((NUMBER[face] - NUMBER[one]) % 52 in (0, 1, 51, 13, 39) or (one, face) in pairs for one in near)
    if found < min(BESIDE, max(4, len(last) - 1)):  # five alike are the first five of a set
        raise Objection(f"these are said not to be shuffled: {last}")
    return True


def place(play: Play, number: int, face: str, *, entered: bool = False) -> None:
    """A card that was not read has got its face. It has a place when all before it have one; so have those behind."""
    shoe = play.shoe
    if min(shoe.waiting) != number:
        _wait(play, number, face)
        return
    foreign = surplus = False
    while face:
        foreign = foreign or _is_foreign(play, face)
        if not play.in_round:
            _lie_idle(play, number, face)
        elif play.window is not None or not play.due:
            draw_surplus(play, number, face)
            surplus = True
        else:
            deal(play, number, face, entered=entered)
            go_on(play)
        entered, number = False, min(shoe.waiting, default=0)
        face = shoe.waiting.get(number, "")
    if not shoe.waiting:
        play.clear(Halt.CARD_MISSING)
    if surplus or not play.in_round:
        play.halt(Halt.SURPLUS)
    if foreign:
        play.halt(Halt.FOREIGN_CARD)
    _stop_if_dry(play)


def deal_by_hand(play: Play, face: str) -> None:
    """As if the shoe had told it; of one that is dead, without its number."""
    if play.shoe.burning or (not play.shoe.serial and not play.shoe.lost):
        take_card(play, None, face)
        return
    enter(play, face)


def take_back(play: Play) -> None:
    """It never was: the Hand, the count and the turn are as before it."""
    hand = next(side for side in SIDES if play.hands[side] and _is_last(play, side))
    face = play.hands[hand].pop()
    taken = play.tape.take(e.CardTakenBack, round_no=play.round_no, hand=hand, due=play.turn())
    is_face(taken.card, face)
    play.drawn.pop()
    play.shoe.copies[face] -= 1
    if play.undo < 0:
        play.shoe.entered.pop()
    else:
        play.shoe.last -= 1
        play.shoe.faces.pop(play.undo, None)
    play.due, play.undo, play.phase = play.turn(), 0, DEALING
    if not play.shoe.foreign:
        play.clear(Halt.FOREIGN_CARD)
    play.clear(Halt.SHOE_DRY)


def _is_last(play: Play, side: str) -> bool:
    """Would it be this Hand's turn without its last card?"""
    hands = {**play.hands, side: play.hands[side][:-1]}
    return oracle.whose_turn(hands["player"], hands["banker"]) == side


def enter(play: Play, face: str) -> None:
    """By hand: the first that is missing; or, from a shoe that is lost, the next."""
    if play.shoe.waiting:
        place(play, min(play.shoe.waiting), face, entered=True)
        return
    foreign = _is_foreign(play, face)
    deal(play, -1, face, entered=True)
    go_on(play)
    if foreign:
        play.halt(Halt.FOREIGN_CARD)
    _stop_if_dry(play)


# --- what else the shoe says ---------------------------------------------------------------------------------------


def lose(play: Play, _said: Any) -> None:
    if not play.shoe.lost:
        play.tape.take(e.ShoeLost)
        play.shoe.lost = True
        play.halt(Halt.SHOE_LOST)


def come_back(play: Play, said: Any) -> None:
    if play.shoe.lost or said.serial != play.shoe.serial:
        play.tape.take(e.ShoeBack, serial=said.serial)
        play.shoe.lost, play.shoe.serial = False, said.serial
        play.clear(Halt.SHOE_LOST)


def together(play: Play, _said: Any) -> None:
    """001 §5.7: no hand draws so fast."""
    if play.in_round:
        play.halt(Halt.DRAWN_TOGETHER)


def cut(play: Play, said: Any) -> None:
    """The Round in play is the last of this set; between Rounds, the next."""
    shoe = play.shoe
    number = shoe.last + 1 if said.shoe_seq is None else said.shoe_seq
    if number <= shoe.last:
        return
    missing = range(shoe.last + 1, number)
    for lost in missing:
        _unread(play, lost)
    play.tape.take(e.CutCardSeen, shoe_seq=number)
    play.undo = 0
    shoe.last = number
    shoe.rounds_left = 0 if play.in_round else 1
    if missing:
        play.halt(Halt.CARD_MISSING)


def run_dry(play: Play, said: Any) -> None:
    number = play.shoe.last if said.shoe_seq is None else said.shoe_seq
    if number > play.shoe.last:
        play.tape.take(e.ShoeEmptied, shoe_seq=number)
        play.undo = 0
        play.shoe.last = number
    if play.phase == DEALING:
        play.halt(Halt.SHOE_DRY)


def notice(play: Play, said: Any) -> None:
    if play.in_round and said.notice in STOPPING:
        play.halt(Halt.SHOE_FAULTY)


def compare_result(play: Play, said: Any) -> None:
    """001 §5.6: the shoe has computed too."""
    player, banker = (play.hands[side] for side in SIDES)
    if play.phase != RESULT or said.outcome == "none":
        return
    if len(player) < 2 or len(banker) < 2:
        return
    pairs = {side for side, hand in play.hands.items() if hand[0][0] == hand[1][0]}
    if said.outcome != oracle.who_won(player, banker) or set(said.pairs) != pairs:
        play.halt(Halt.RESULT_DIFFERS)


def conflict(play: Play, _said: Any) -> None:
    play.halt(Halt.CARD_CONFLICT)


def fault(play: Play, _said: Any) -> None:
    play.halt(Halt.SHOE_FAULTY)


def lose_tape(play: Play, said: Any) -> None:
    play.alarm("shoe", f"its bytes are not kept: {said.why}")
