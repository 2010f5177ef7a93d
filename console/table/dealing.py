"""What the table makes of cards: each one is a fact and is recorded, whatever is wrong with it.

A card goes to the Hand that expects it, or is surplus, or waits behind one that was not read. Knows the shoe's numbers
and the `Game` protocol, and no game.
"""

from itertools import islice
from typing import Any, Final

from console.table.draft import may_cover
from console.table.reconcile import GAP, OTHER, REPEAT
from console.table.state import Said, TableState
from games.card_set import UNSHUFFLED_RUN, are_neighbours, is_foreign, looks_unshuffled
from games.cards import Card, UnknownCard, parse_card
from games.catalog import find_face
from games.money import check
from protocol import events
from protocol.loop import NOTHING, Decision
from protocol.view import Phase
from shoe_driver import link as shoe
from shoe_driver.frames import Notice

# What a shoe says of itself that a Round cannot go on over unseen.
INTERRUPTING: Final = (Notice.STARTED, Notice.STANDBY, Notice.ERROR)


class Dealing(TableState):
    def _card(self, now_ms: int, shoe_seq: int | None, text: str | None) -> Decision[events.Event]:
        """Cards are facts: whatever is wrong with one, it is recorded."""
        view = self.view
        if not (view.shoe.live or view.shoe.burning):
            return self._unloaded(shoe_seq, _readable(text))
        seq = view.shoe.last_seq + 1 if shoe_seq is None else shoe_seq
        card = _readable(text)
        place = self.shoe.place(view.shoe, seq, card)
        if place == OTHER:
            return Decision(self.halt("card_conflict", f"card {seq} was read twice, and not alike"))
        if place == REPEAT:
            unread = any(seen.shoe_seq == seq for seen in view.shoe.pending) and self.shoe.cards.get(seq) is None
            if card is None or not unread:
                return NOTHING
            return Decision(tuple(self._placed(now_ms, seq, card)))  # the shoe has read it after all
        if place == GAP and view.shoe.burning:
            return Decision(self._burnt_unseen(range(view.shoe.last_seq + 1, seq), seq, card))
        if view.shoe.entered and shoe_seq is not None:  # a shoe without numbers cannot be matched with anything
            return Decision(self._matched(now_ms, seq, card))
        if place == GAP:
            return Decision(self._behind_gap(range(view.shoe.last_seq + 1, seq), seq, card))
        if view.shoe.burning:
            return Decision(self._burnt(seq, card, view.shoe.burning))
        return Decision(self._next(now_ms, seq, card))

    def _next(self, now_ms: int, seq: int, card: Card | None) -> tuple[events.Event, ...]:
        """A card that comes when all before it are accounted for, or wait to be."""
        if card is None:
            return events.CardUnread(seq), *self.halt("card_missing", f"card {seq} was not read")
        return self._waits(seq, card) if self.view.shoe.pending else tuple(self._drawn(now_ms, seq, card))

    def _unloaded(self, shoe_seq: int | None, card: Card | None) -> Decision[events.Event]:
        """No set of cards is in play: the card is put on record and out of play."""
        seq = self.view.shoe.last_seq + 1 if shoe_seq is None else shoe_seq
        if seq <= self.view.shoe.last_seq:
            return NOTHING
        return Decision((events.CardBurnt(seq, card), *self.alarm("shoe", "a card came, and no shoe is loaded")))

    def _burnt(self, seq: int, card: Card | None, left: int) -> tuple[events.Event, ...]:
        burnt = events.CardBurnt(seq, card)
        return (burnt, events.ShoeLive()) if left == 1 else (burnt,)

    def _burnt_unseen(self, missing: range, seq: int, card: Card | None) -> tuple[events.Event, ...]:
        """Burnt cards that were lost on the line are burnt all the same; what comes after them is not."""
        burning = self.view.shoe.burning
        burnt = tuple(events.CardBurnt(lost, None) for lost in missing[:burning])
        if len(burnt) < burning:
            return (*burnt, *self._burnt(seq, card, burning - len(burnt)))
        if card is None or missing[burning:]:
            return (*burnt, events.ShoeLive(), *self._behind_gap(missing[burning:], seq, card))
        idle = self.halt("surplus", "a card came between Rounds")
        return (*burnt, events.ShoeLive(), events.CardIdle(seq, card), *idle)

    def _matched(self, now_ms: int, seq: int, card: Card | None) -> tuple[events.Event, ...]:
        """The shoe tells, late, of cards that were entered by hand. If it saw another face, people look at it."""
        entered, numbers = self.view.shoe.entered, range(self.view.shoe.last_seq + 1, seq)
        matched = tuple(events.CardMatched(at, None) for at in numbers[: len(entered)])
        if len(matched) == len(entered):  # and this one is another card: the one behind them, or behind still others
            missing = numbers[len(entered) :]
            behind = self._behind_gap(missing, seq, card) if missing else self._next(now_ms, seq, card)
            return (*matched, *behind)
        said = entered[len(matched)]
        differ = card is not None and said is not None and card is not said
        halt = self.halt("card_conflict", f"card {seq} was entered by hand, and the shoe saw another") if differ else ()
        return (*matched, events.CardMatched(seq, self._public(card)), *halt)

    def _behind_gap(self, missing: range, seq: int, card: Card | None) -> tuple[events.Event, ...]:
        unread = tuple(events.CardUnread(lost) for lost in missing)
        behind = (events.CardUnread(seq),) if card is None else self._waits(seq, card)
        return (*unread, *behind, *self.halt("card_missing", f"{len(missing)} before card {seq} did not come"))

    def _waits(self, seq: int, card: Card) -> tuple[events.Event, ...]:
        """Behind one that was not read. Where it belongs it may have to lie face down: then nobody sees it yet."""
        if self._public(card) is not None:
            return (events.CardWaiting(seq, card),)
        return events.CardWaiting(seq, None), events.CardRead(seq, card)

    def _public(self, card: Card | None) -> Card | None:
        """The face, if anybody may see it already."""
        return None if may_cover(self.game, self.view) else card

    def _drawn(self, now_ms: int, seq: int, card: Card) -> list[events.Event]:
        """A card that is the next and was read."""
        view = self.view
        written: list[events.Event]
        if not view.in_round:
            written = [events.CardIdle(seq, card), *self.halt("surplus", f"{card} came between Rounds")]
        else:
            draft = self.draft(now_ms)
            if view.phase is Phase.DEALING:
                draft.deal(seq, card)
                draft.settle_down()
                written = draft.events
            else:
                # While Bets are open the card is no part of the Round, and the windows close (5.4).
                draft.surplus(seq, card)
                draft.close_all("card")
                written = [*draft.events, *self.halt("surplus", f"{card} came when none was due")]
        foreign = self._foreign(card)
        if foreign:
            written += foreign
        elif self._unshuffled(card):
            written += self.halt("unshuffled", "the cards come in the order of a new deck")
        elif view.shoe.left == 1 and any(isinstance(event, events.CardDealt) and event.due for event in written):
            written += self.halt("shoe_dry", "a card is due, and the shoe is empty")
        return written

    def _unshuffled(self, card: Card) -> bool:
        """001 §5.3.5: does this card end a run in the order of a new deck?"""
        newest_first = reversed(self.shoe.cards.values())
        before = next(newest_first, None)
        if before is None or not are_neighbours(before, card):
            return False
        run = [card, before, *(older for older in islice(newest_first, UNSHUFFLED_RUN - 2) if older is not None)]
        return looks_unshuffled(run)

    def _foreign(self, card: Card) -> tuple[events.Event, ...]:
        """001 §5.3.1: a copy more than there are decks. Two in one decision are caught when the second is counted."""
        drawn_from = self.view.shoe
        if not is_foreign(drawn_from.decks, drawn_from.drawn, card):
            return ()
        return self.halt("foreign_card", f"a card more often than in {drawn_from.decks} decks")

    def _placed(self, now_ms: int, seq: int, card: Card, *, entered: bool = False) -> list[events.Event]:
        """The first unread card has got its face: it and the cards behind it go where they belong."""
        pending = [seen for seen in self.view.shoe.pending if seen.shoe_seq != seq]
        check(len(pending) < len(self.view.shoe.pending), f"card {seq} is not pending")
        if self.view.shoe.pending[0].shoe_seq != seq:  # one before it is still unknown
            return list(self._waits(seq, card))
        if not self.view.in_round:
            return [events.CardIdle(seq, card), *self._behind_idle(now_ms, pending)]
        draft = self.draft(now_ms)
        last_entered = entered
        queue = [(seq, card)]
        while queue:
            at, face = queue.pop(0)
            if self.game.windows(draft.round) or not draft.due:
                draft.surplus(at, face)
                if self.game.windows(draft.round):
                    draft.close_all("card")
            else:
                draft.deal(at, face, entered=last_entered)
                draft.settle_down()
            last_entered = False
            if pending and (read := self.shoe.cards.get(pending[0].shoe_seq)) is not None:
                queue.append((pending.pop(0).shoe_seq, read))
        written = draft.events
        if not pending:
            written = [*written, *self.cleared(now_ms, "card_missing")]
        if any(isinstance(event, events.SurplusDrawn) for event in written):
            written += self.halt("surplus", "a card came when none was due")
        for event in list(written):
            if isinstance(event, events.CardDealt | events.SurplusDrawn) and event.card is not None:
                written += self._foreign(event.card)
        return written

    def _behind_idle(self, now_ms: int, pending: list[Any]) -> list[events.Event]:
        written: list[events.Event] = []
        while pending and (read := self.shoe.cards.get(pending[0].shoe_seq)) is not None:
            written.append(events.CardIdle(pending.pop(0).shoe_seq, read))
        if not pending:
            written += self.cleared(now_ms, "card_missing")
        return written + list(self.halt("surplus", "a card came between Rounds"))

    def _enter(self, now_ms: int, card: Card) -> list[events.Event]:
        """A card that the shoe could not read, or could not report because it is lost."""
        shoe_view = self.view.shoe
        if shoe_view.pending:
            return self._placed(now_ms, shoe_view.pending[0].shoe_seq, card, entered=True)
        if self.view.phase is not Phase.DEALING or "surplus" in self.view.halts:
            raise Said("no_card_due", "no card is due, and none is missing", "5.4")
        draft = self.draft(now_ms)
        draft.deal(-1, card, entered=True)  # the shoe's own number comes when it can speak again
        draft.settle_down()
        return [*draft.events, *self._foreign(card)]

    def _shoe_link(self, now_ms: int, given: shoe.ShoeEvent) -> Decision[events.Event]:
        lost = self.view.shoe.lost
        match given:
            case shoe.LinkLost() if not lost:
                return Decision((events.ShoeLost(), *self.halt("shoe_lost", "the Card Shoe does not answer")))
            case shoe.LinkRestored(serial=serial) if lost or serial != self.view.shoe.serial:
                return Decision((events.ShoeBack(serial), *self.cleared(now_ms, "shoe_lost")))
            case shoe.CutCardSeen(shoe_seq=seq):
                at = self.view.shoe.last_seq + 1 if seq is None else seq
                missing = range(self.view.shoe.last_seq + 1, at)
                if at > self.view.shoe.last_seq:
                    unread = tuple(events.CardUnread(lost) for lost in missing)
                    halt = self.halt("card_missing", f"{len(missing)} before the cut card did not come")
                    return Decision((*unread, events.CutCardSeen(at), *(halt if missing else ())))
            case shoe.ShoeEmpty(shoe_seq=seq):
                at = self.view.shoe.last_seq if seq is None else seq
                dry = self.view.phase is Phase.DEALING
                halt = self.halt("shoe_dry", "the shoe is empty, and a card is due") if dry else ()
                return Decision((events.ShoeEmptied(at), *halt) if at > self.view.shoe.last_seq else halt)
            case shoe.ShoeNotice(notice=notice) if self.view.in_round and notice in INTERRUPTING:
                return Decision(self.halt("shoe_faulty", f"the shoe says of itself: {notice}"))
            case shoe.ResultSeen(outcome=outcome, pairs=pairs) if self.view.phase is Phase.RESULT:
                return Decision(self._other_result(outcome, pairs))
            case shoe.TapeFailed(why=why):
                return Decision(self.alarm("shoe", f"its bytes are not kept: {why}"))
            case shoe.LinkFaulty(why=why):
                return Decision(self.halt("shoe_faulty", why))
            case shoe.CardConflict(shoe_seq=seq):
                return Decision(self.halt("card_conflict", f"card {seq} was read twice, and not alike"))
            case _:
                pass
        return NOTHING

    def _other_result(self, outcome: str, pairs: tuple[str, ...]) -> tuple[events.Event, ...]:
        """The shoe has computed too: if it has another result, somebody looks at the cards before money moves."""
        why = find_face(self.view.game).contradicts(self.view.hands, outcome, pairs)
        return self.halt("result_differs", why) if why else ()


def _readable(text: str | None) -> Card | None:
    try:
        return None if text is None else parse_card(text)
    except UnknownCard:
        return None
