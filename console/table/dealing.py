"""What the table makes of cards: each one is a fact and is recorded, whatever is wrong with it.

A card goes to the Hand that expects it, or is surplus, or waits behind one that was not read. Knows the shoe's numbers
and the `Game` protocol, and no game.
"""

from typing import Any, Final

from console.table.playing import NO_HAND, deal, draw_surplus, go_on, may_cover, see_surplus, settle_down
from console.table.reconcile import GAP, OTHER, REPEAT
from console.table.state import Facts, TableCore
from games.card_set import is_foreign
from games.cards import Card, UnknownCard, parse_card
from games.catalog import find_face
from games.money import check
from games.round import CardDrawn
from games.shuffle_test import ShuffleTest
from protocol import events
from protocol.alarms import Alarm
from protocol.halts import Halt
from protocol.view import Phase
from shoe_driver import link as shoe
from shoe_driver.frames import Notice

# What a shoe says of itself that a Round cannot go on over unseen.
INTERRUPTING: Final = (Notice.STARTED, Notice.STANDBY, Notice.ERROR)


def take_card(table: TableCore, now_ms: int, shoe_seq: int | None, text: str | None) -> Facts:
    """A card that the shoe reports (001 §1.3, 002 §1.2, 003 §1.4), or a shuffler from which cards are dealt (001 §1.5,
    002 §1.4, 003 §1.7): with its number if the make has numbers, and its face if it was read.
    """
    shoe_view = table.view.shoe
    seq, card = shoe_view.last_seq + 1 if shoe_seq is None else shoe_seq, _readable(text)
    if not (shoe_view.live or shoe_view.burning):
        yield from _unloaded(table, seq, card)
        return
    place = table.shoe.place(shoe_view, seq, card)
    missing = range(shoe_view.last_seq + 1, seq)
    if place == OTHER:
        yield from table.halt(Halt.CARD_CONFLICT, f"card {seq} was read twice, and not alike")
    elif place == REPEAT:
        unread = seq in shoe_view.pending and table.shoe.cards.get(seq) is None
        if card is not None and unread:  # the shoe has read it after all
            yield from place_card(table, now_ms, seq, card)
    elif place == GAP and shoe_view.burning:
        yield from _burn_unseen(table, now_ms, missing, seq, card)
    elif shoe_view.entered and shoe_seq is not None:  # a shoe without numbers cannot be matched with anything
        yield from _match(table, now_ms, missing, seq, card)
    elif place == GAP:
        yield from _miss(table, missing, seq, card)
    elif shoe_view.burning:
        yield from _burn(table, seq, card)
    else:
        yield from _take_next(table, now_ms, seq, card)


def _take_next(table: TableCore, now_ms: int, seq: int, card: Card | None) -> Facts:
    """A card that comes when all before it are accounted for, or wait to be."""
    if card is None:
        yield events.CardUnread(seq)
        yield from table.halt(Halt.CARD_MISSING, f"card {seq} was not read")
    elif table.view.shoe.pending:
        yield from _wait(table, seq, card)
    else:
        yield from _draw(table, now_ms, seq, card)


def _unloaded(table: TableCore, seq: int, card: Card | None) -> Facts:
    """No set of cards is in play: the card is put on record and out of play."""
    if seq > table.view.shoe.last_seq:
        yield events.CardBurnt(seq, card)
        yield from table.alarm("shoe", Alarm.NO_SHOE)


def _burn(table: TableCore, seq: int, card: Card | None) -> Facts:
    foreign = card is not None and _is_foreign(table, card)
    yield events.CardBurnt(seq, card)
    if not table.view.shoe.burning:
        yield events.ShoeLive()
    if foreign:  # of a single deck (002 §2.2.1) the second burnt card can be
        yield from _halt_foreign(table)


def _burn_unseen(table: TableCore, now_ms: int, missing: range, seq: int, card: Card | None) -> Facts:
    """Burnt cards that were lost on the line are burnt all the same; what comes after them is not."""
    burning = table.view.shoe.burning
    for lost in missing[:burning]:
        yield from _burn(table, lost, None)
    if len(missing) < burning:
        yield from _burn(table, seq, card)
    elif missing[burning:]:
        yield from _miss(table, missing[burning:], seq, card)
    else:
        yield from _take_next(table, now_ms, seq, card)


def _match(table: TableCore, now_ms: int, missing: range, seq: int, card: Card | None) -> Facts:
    """The shoe tells, late, of cards that were entered by hand. If it saw another face, people look at it."""
    entered = tuple(table.view.shoe.entered)
    for at in missing[: len(entered)]:
        yield events.CardMatched(at, None)
    behind = missing[len(entered) :]
    if behind:
        yield from _miss(table, behind, seq, card)
    elif len(missing) == len(entered):  # this one is another card, the one behind them
        yield from _take_next(table, now_ms, seq, card)
    else:
        said = entered[len(missing)]
        yield events.CardMatched(seq, _public(table, card))
        if card is not None and said is not None and card is not said:
            yield from table.halt(Halt.CARD_CONFLICT, f"card {seq} was entered by hand, and the shoe saw another")


def _miss(table: TableCore, missing: range, seq: int, card: Card | None) -> Facts:
    for lost in missing:
        yield events.CardUnread(lost)
    if card is None:
        yield events.CardUnread(seq)
    else:
        yield from _wait(table, seq, card)
    yield from table.halt(Halt.CARD_MISSING, f"{len(missing)} before card {seq} did not come")


def _wait(table: TableCore, seq: int, card: Card) -> Facts:
    """Behind one that was not read. Where it belongs it may have to lie face down: in a Hand, or as surplus."""
    yield events.CardWaiting(seq)
    yield events.CardRead(seq, card, staff=not may_cover(table))


def _public(table: TableCore, card: Card | None) -> Card | None:
    """The face, if anybody may see it already."""
    return None if may_cover(table) else card


def _draw(table: TableCore, now_ms: int, seq: int, card: Card) -> Facts:
    """A card that is the next and was read."""
    view = table.view
    yield from go_on(table)
    foreign, unshuffled = _is_foreign(table, card), _is_unshuffled(table, card)
    expected = view.phase is Phase.DEALING
    if expected:
        yield from deal(table, seq, card)
        yield from settle_down(table, now_ms)
    elif view.in_round:
        yield from draw_surplus(table, seq, card)
        yield from table.halt(Halt.SURPLUS, "a card came when none was due")
    else:
        yield from _lie_idle(table, seq, card)
        yield from table.halt(Halt.SURPLUS, "a card came between Rounds")
    if foreign:
        yield from _halt_foreign(table)
    elif unshuffled:
        yield from table.halt(Halt.UNSHUFFLED, "the cards come in an order that no shuffle leaves")
    elif expected:
        yield from _halt_dry(table)


def _lie_idle(table: TableCore, seq: int, card: Card) -> Facts:
    yield events.CardIdle(seq)
    yield see_surplus(table, card, seq)


def _is_unshuffled(table: TableCore, card: Card) -> bool:
    """001 §5.3.5: with this card, have they come in an order that no shuffle leaves? Asked once of a set."""
    record, decks, test = table.shoe, table.view.shoe.decks, table.shuffle_test
    if record.doubted:
        return False
    known = list(record.cards.values())
    if test is None or (test.decks, test.before) != (decks, record.before) or test.cards != known[: len(test.cards)]:
        test = table.shuffle_test = ShuffleTest(decks, record.before)
    for face in known[len(test.cards) :]:
        test.take(face)
    if may_cover(table):  # it may go on record without its face: then nobody bets on it
        test = test.still()
    test.take(card)
    return test.unshuffled


def _is_foreign(table: TableCore, card: Card) -> bool:
    """001 §5.3.1: is this a copy more than there are decks? Asked before it is counted."""
    return is_foreign(table.view.shoe.decks, table.copies(), card)


def _halt_foreign(table: TableCore) -> tuple[events.Event, ...]:
    return table.halt(Halt.FOREIGN_CARD, f"a card more often than in {table.view.shoe.decks} decks")


def _halt_dry(table: TableCore) -> tuple[events.Event, ...]:
    """A card is due, and by the count there is none: what was not read is still to be counted."""
    view = table.view
    if view.phase is not Phase.DEALING or not view.due or view.cards_left:
        return ()
    return table.halt(Halt.SHOE_DRY, "a card is due, and the shoe is empty")


def place_card(table: TableCore, now_ms: int, seq: int, card: Card, *, entered: bool = False) -> Facts:
    """An unread card has got its face. If it is the first, it and the cards behind it go where they belong."""
    view = table.view
    if view.shoe.pending[0] != seq:  # one before it is still unknown
        yield from _wait(table, seq, card)
        return
    yield from go_on(table)
    face: Card | None = card
    foreign = surplus = False
    while face is not None:
        foreign = foreign or _is_foreign(table, face)
        if not view.in_round:
            yield from _lie_idle(table, seq, face)
        elif view.windows or not view.due:
            yield from draw_surplus(table, seq, face)
            surplus = True
        else:
            yield from deal(table, seq, face, entered=entered)
            yield from settle_down(table, now_ms)
        entered, seq = False, view.shoe.pending[0] if view.shoe.pending else 0
        face = table.shoe.cards.get(seq)
    if not view.shoe.pending:
        yield from table.clear(now_ms, Halt.CARD_MISSING)
    if not view.in_round:
        yield from table.halt(Halt.SURPLUS, "a card came between Rounds")
    elif surplus:
        yield from table.halt(Halt.SURPLUS, "a card came when none was due")
    if foreign:
        yield from _halt_foreign(table)
    yield from _halt_dry(table)


def deal_by_hand(table: TableCore, now_ms: int, card: Card) -> Facts:
    """The Dealer tells of the card that he has drawn: a shoe need not be electronic (001 §1.3, 002 §1.2, 003 §1.4).
    Of one that died the number is not known yet.
    """
    shoe_view = table.view.shoe
    if (shoe_view.serial or shoe_view.lost) and not shoe_view.burning:  # what is burnt goes to no Hand
        yield from enter_card(table, now_ms, card)
    else:
        yield from take_card(table, now_ms, None, card.text)


def take_back_card(table: TableCore, now_ms: int) -> Facts:
    """A mis-tap, before the next card: the Round is as it was."""
    view, game = table.view, table.game
    hand, drawn = view.draw_hands[-1], view.acts[view.draws[-1]]
    check(isinstance(drawn, CardDrawn), "the last card lies face up (M10)")
    card: Any = drawn
    yield events.CardTakenBack(view.round_no, hand, card.card, game.expects(table.before_last()) or NO_HAND)
    if not table.has_foreign():
        yield from table.clear(now_ms, Halt.FOREIGN_CARD)
    yield from table.clear(now_ms, Halt.SHOE_DRY)


def enter_card(table: TableCore, now_ms: int, card: Card) -> Facts:
    """A card that the shoe could not read, or could not report because it is lost."""
    pending = table.view.shoe.pending
    if pending:
        yield from place_card(table, now_ms, pending[0], card, entered=True)
        return
    foreign = _is_foreign(table, card)
    yield from deal(table, -1, card, entered=True)  # the shoe's own number comes when it can speak again
    yield from settle_down(table, now_ms)
    if foreign:
        yield from _halt_foreign(table)
    yield from _halt_dry(table)


def hear_shoe(table: TableCore, now_ms: int, given: shoe.ShoeEvent) -> Facts:
    """Whatever else the shoe says: of its link, of itself, of the end of its cards."""
    view, lost = table.view, table.view.shoe.lost
    match given:
        case shoe.LinkLost(why=why) if not lost:
            yield events.ShoeLost()
            yield from table.halt(Halt.SHOE_LOST, f"the Card Shoe does not answer{why and ': '}{why}")
        case shoe.LinkRestored(serial=serial) if lost or serial != view.shoe.serial:
            yield events.ShoeBack(serial)
            yield from table.clear(now_ms, Halt.SHOE_LOST)
        case shoe.CardsTogether(within_ms=within_ms) if view.in_round:
            yield from table.halt(Halt.DRAWN_TOGETHER, f"two cards came within {within_ms} ms")
        case shoe.CutCardSeen(shoe_seq=seq):
            yield from _cut(table, view.shoe.last_seq + 1 if seq is None else seq)
        case shoe.ShoeEmpty(shoe_seq=seq):
            at = view.shoe.last_seq if seq is None else seq
            if at > view.shoe.last_seq:
                yield events.ShoeEmptied(at)
            if view.phase is Phase.DEALING:
                yield from table.halt(Halt.SHOE_DRY, "the shoe is empty, and a card is due")
        case shoe.ShoeNotice(notice=notice) if view.in_round and notice in INTERRUPTING:
            yield from table.halt(Halt.SHOE_FAULTY, f"the shoe says of itself: {notice}")
        case shoe.ResultSeen(outcome=outcome, pairs=pairs) if view.phase is Phase.RESULT:
            yield from _compare_result(table, outcome, pairs)
        case shoe.TapeFailed(why=why):
            yield from table.alarm("shoe", Alarm.TAPE, detail=why)
        case shoe.LinkFaulty(why=why):
            yield from table.halt(Halt.SHOE_FAULTY, why)
        case shoe.CardConflict(shoe_seq=seq):
            yield from table.halt(Halt.CARD_CONFLICT, f"card {seq} was read twice, and not alike")
        case _:
            pass


def _cut(table: TableCore, at: int) -> Facts:
    missing = range(table.view.shoe.last_seq + 1, at)
    if at <= table.view.shoe.last_seq:
        return
    for lost in missing:
        yield events.CardUnread(lost)
    yield events.CutCardSeen(at)
    if missing:
        yield from table.halt(Halt.CARD_MISSING, f"{len(missing)} before the cut card did not come")


def _compare_result(table: TableCore, outcome: str, pairs: tuple[str, ...]) -> tuple[events.Event, ...]:
    """The shoe has computed too: if it has another result, somebody looks at the cards before money moves."""
    why = find_face(table.view.game).contradicts(table.view.hands, outcome, pairs)
    return table.halt(Halt.RESULT_DIFFERS, why) if why else ()


def _readable(text: str | None) -> Card | None:
    try:
        return None if text is None else parse_card(text)
    except UnknownCard:
        return None
