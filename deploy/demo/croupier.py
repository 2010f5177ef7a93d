"""Dealer and Supervisor of a demo at one panel: deals from the emulated shoe, certifies, and rules what must be ruled.

Acts only through the panel's desk, sees only what it shows and what lies on the felt. Looks now and then, does one
thing at a time, and never doubts a rule: what the table refuses was wrong.
"""

import os
from collections.abc import Callable
from typing import Any, Final, Protocol

from console.panel.link import PanelLink
from deploy.demo.hands import SHUFFLER, lend_a_hand
from games.cards import Card, UnknownCard, parse_card
from games.catalog import find_face, find_game, paragraph_of, rulings_of, shared_kind
from games.round import CardDrawn, HandId, InterimSettled, PlayerId, Reconstructed, Voided
from games.rulings import Topic
from protocol import messages as m
from protocol.box_view import deciding, public_round, turns_first
from protocol.halts import Halt
from protocol.legality import is_established
from protocol.view import Phase, TableView, cards_digest

CUT_FROM_END: Final = 14
PATIENCE_MS: Final = 3_000  # with whoever is to confirm a start: terminals that are on come back in one second


class Dispenser(Protocol):
    """An emulated shoe, here or in another process, that obeys the orders of `etg shoe`."""

    def tell(self, order: str) -> dict[str, Any]: ...


class Croupier:
    def __init__(self, link: PanelLink, shoe: Dispenser, *, decks: int = 8) -> None:
        self.link, self.shoe, self.decks = link, shoe, decks
        self.patience_ms = 4_000  # with a card that does not come
        self.pause_ms = 300  # between two acts
        self.bets_ms = 4_000  # how long Bets stay open
        self.rounds_left: int | None = None  # None: on and on
        self.affects: bool | None = None  # the answer to an interruption; None: only if no Bet is decided
        self.on_table: list[str] = []  # as they were drawn
        self.passed: dict[int, str] = {}  # the physical truth, by the shoe's number
        self.before_close: Callable[[TableView], bool] = lambda _view: False  # True: a Bet is waited for
        self.before_draw: Callable[[TableView], bool] = lambda _view: False  # True: somebody else acts now
        self.next_card: Callable[[HandId], str] = lambda _hand: ""  # which one is drawn for a Hand; "": the next
        self.over_a_halt: Callable[[TableView], bool] = lambda _view: False  # True: somebody else sees to it
        self._next_ms = 0
        self._unconfirmed_ms: int | None = None
        self._opened_ms = 0
        self._drawn_ms = 0
        self._opening = (0, 0)  # the Round that was to begin, and how many orders had been lost until then
        self._new = False  # fresh cards are in the shoe, and the table has to be told

    @property
    def done(self) -> bool:
        view = self.link.desk.view
        over = self.rounds_left == 0 and not self._is_lost
        desk = self.link.desk
        idle = not desk.waiting and desk.people.proposal() is None
        return over and not view.in_round and not view.halts and idle

    @property
    def _is_lost(self) -> bool:
        """The order to begin a Round went down with the console, and the Round has not begun."""
        desk, (round_no, lost) = self.link.desk, self._opening
        return desk.view.round_no < round_no and desk.lost > lost

    def look(self, now_ms: int) -> None:
        desk = self.link.desk
        if lend_a_hand(desk) or desk.waiting or now_ms < self._next_ms:
            return
        self._next_ms = now_ms + self.pause_ms
        self._act(now_ms, desk.view)

    def _act(self, now_ms: int, view: TableView) -> None:
        desk = self.link.desk
        if Halt.UNCONFIRMED in view.halts:
            self._await_confirmation(now_ms)
        elif desk.disputes:
            self.order(m.RuleDispute(PlayerId(next(iter(desk.disputes))), "looked at"))
        elif desk.latched:
            self.order(m.Unlatch(PlayerId(next(iter(desk.latched)))))
        elif view.halts:
            if not self.over_a_halt(view):
                self._resolve(view)
        elif view.phase is Phase.CLOSED:
            self.order(m.OpenTable())
        elif view.phase is Phase.READY:
            self._between_rounds(now_ms, view)
        elif self._is_dealt(view):
            self.order(m.Certify(cards_digest(view)))  # 003 §1.17: before the Subsequent Deal
        elif deciding(view) or turns_first(view):
            pass  # the Players have their time
        elif view.phase is Phase.BETTING:
            if now_ms - self._opened_ms >= self.bets_ms and not self.before_close(view):
                self.order(m.CloseBets())
        elif view.phase is Phase.DEALING:
            self._deal(now_ms, view)
        else:
            self._certify(now_ms, view)

    def _is_dealt(self, view: TableView) -> bool:
        """The Initial Deal lies there, and what it has decided is not paid yet."""
        if not shared_kind(view.game) or view.phase is Phase.RESULT or len(self.on_table) != view.on_felt:
            return False
        if not view.in_round or any(isinstance(act, InterimSettled) for act in view.acts):
            return False
        round = public_round(view)
        return round is not None and find_game(view.game).rule(round, InterimSettled()) is None

    def _paragraph(self, view: TableView, topic: Topic, otherwise: Topic = Topic.ANYTHING_ELSE) -> str:
        return paragraph_of(view.game, topic) or paragraph_of(view.game, otherwise)

    def order(self, order: m.Order) -> None:
        self.link.desk.order(os.urandom(8), order)

    # --- an ordinary Round ---------------------------------------------------------------------------------------

    def _between_rounds(self, now_ms: int, view: TableView) -> None:
        # Swept, but for what is kept (001 §5.4): also a card that came when its Round was over.
        self.on_table = [card.text for card in self.link.desk.aside.beside]
        short = view.shoe.left < find_face(view.game).most_cards(view.felt)
        if not view.shoe.live or view.shoe.foreign or view.shoe.rounds_left == 0 or short:
            self.new_shoe()
        elif self.rounds_left != 0 or self._is_lost:
            if self.rounds_left is not None and not self._is_lost:
                self.rounds_left -= 1
            self._opening = (view.round_no + 1, self.link.desk.lost)
            self._opened_ms = now_ms
            self.order(m.OpenBets())

    def new_shoe(self) -> None:
        state = self.shoe.tell("state" if not self.passed and not self._new else "new")
        self._new = True
        self.on_table = []
        self.order(m.LoadShoe(self.decks, SHUFFLER.number, first_seq=state["seq"]))

    def _deal(self, now_ms: int, view: TableView) -> None:
        if self.before_draw(view):
            return
        if not view.shoe.pending and len(self.on_table) == view.on_felt:
            self.draw()
            self._drawn_ms = now_ms
        elif now_ms - self._drawn_ms > self.patience_ms:
            self._drawn_ms = now_ms
            self.order(m.CallSupervisor("the cards on the felt are not those on the screen"))

    def draw(self) -> None:
        self.take(self.shoe.tell(f"draw {self.next_card(self.link.desk.view.due)}".strip()))

    def take(self, answer: dict[str, Any]) -> None:
        """What the shoe says that has come out of it."""
        if answer.get("left") == CUT_FROM_END:
            self.shoe.tell("cut")
        for drawn in (answer, *answer.get("also", ())):
            if "drew" in drawn:
                self.on_table.append(drawn["drew"])
                self.passed[drawn["seq"]] = drawn["drew"]

    def _certify(self, now_ms: int, view: TableView) -> None:
        shown = [act.card.text for act in view.acts if isinstance(act, CardDrawn)]
        if shown == self.on_table:
            self.order(m.Certify(cards_digest(view)))
        elif len(shown) == len(self.on_table):
            cards = [card_of(text) for text in self.on_table]
            self.order(m.CorrectCards(tuple(card for card in cards if card is not None)))  # 001 §5.6
        elif now_ms - self._drawn_ms > self.patience_ms:
            self._drawn_ms = now_ms
            self.order(m.CallSupervisor("the cards on the felt are not those on the screen"))

    # --- irregularities --------------------------------------------------------------------------------------------

    def void(self, paragraph: str) -> None:
        self.order(m.Rule(Voided(paragraph), paragraph))

    def _resolve(self, view: TableView) -> None:
        reasons = view.halts
        if "interrupted" in reasons:
            self._interrupted(view)
        elif "foreign_card" in reasons:
            self.void(_void_under(view, Topic.FOREIGN_CARD)) if view.in_round else self.new_shoe()
        elif "card_missing" in reasons:
            self._enter_missing(view)
        elif "shoe_lost" in reasons:
            self.shoe.tell("replug")
        elif "shoe_dry" in reasons:
            self.void(_void_under(view, Topic.SHOE_DRY)) if view.in_round else self.new_shoe()
        elif "surplus" in reasons:
            if view.surplus:
                self.order(m.KeepSurplus())
            else:
                drawn = tuple(act.card for act in view.acts if isinstance(act, CardDrawn))
                self.order(m.Rule(Reconstructed(drawn), self._paragraph(view, Topic.OUT_OF_ORDER, Topic.SURPLUS)))
        elif "called" in reasons and view.in_round and len(self.on_table) != view.on_felt:
            self.void(_void_under(view, Topic.WRONG_HAND, Topic.NONE_HANDLED))
        else:
            reason = next(iter(reasons))
            if reason == "shoe_faulty":
                self.shoe.tell("unplug")
                self.shoe.tell("replug")
            self.order(m.Resume(reason))

    def _await_confirmation(self, now_ms: int) -> None:
        """Who is there comes back by itself, within seconds; without the others two people go on."""
        if self._unconfirmed_ms is None or now_ms > self._unconfirmed_ms + 2 * PATIENCE_MS:
            self._unconfirmed_ms = now_ms
        elif now_ms > self._unconfirmed_ms + PATIENCE_MS:
            self._unconfirmed_ms = None
            self.order(m.Resume(Halt.UNCONFIRMED))

    def _interrupted(self, view: TableView) -> None:
        """001 §5.1: established or not, the table knows; whether it affects the Round is the Supervisor's to say."""
        affects = self.affects
        if affects is None:
            round = public_round(view)
            affects = round is not None and not find_game(view.game).established(round)
        # 001 §5.1.1: once an outcome is established nothing is affected any more.
        self.order(m.AnswerInterruption(affects and not is_established(view)))

    def _enter_missing(self, view: TableView) -> None:
        read = self.link.desk.aside.read
        unread = next((seq for seq in view.shoe.pending if seq not in read), None)
        if unread is None:
            self.order(m.Resume(Halt.CARD_MISSING))
            return
        card = card_of(self.passed.get(unread, ""))
        if card is not None:
            self.order(m.EnterCard(card))
        elif view.in_round:
            topic = Topic.FOREIGN_CARD if unread in self.passed else Topic.WRONG_HAND
            self.void(_void_under(view, topic, Topic.NONE_HANDLED))  # a joker, or nothing that one could find
        else:
            self.new_shoe()


def _void_under(view: TableView, *topics: Topic) -> str:
    """The first of these for which the document of the game voids a Round; else what it leaves open."""
    voids = {it.topic: it.paragraph for it in rulings_of(view.game).irregularities if Voided in it.acts}
    return next(voids[topic] for topic in (*topics, Topic.ANYTHING_ELSE) if topic in voids)


def card_of(text: str) -> Card | None:
    try:
        return parse_card(text)
    except UnknownCard:
        return None
