"""A Round on boxes as the rule text plays it: who is asked what, where the next card goes, how the cards lie.

For each document a small game of its own, told its acts in the order in which they count. A Ruling on the order of the
cards plays it again from the first card: an answer stays if its question is there again, and offers what was chosen.
Knows no money but who is on a box, and shares no code with `games/`: its Windows and acts are words.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games.round import PlayerId, Spot, Window, WindowClosed

Players = list[PlayerId]
DEALER: Final = "dealer"
NO_END: Final = 10**9
# The paragraphs of 003 that a question is asked under; 000 has those from 3.14 on one higher.
ASKED_UNDER: Final = {
    "blackjack": {
        "insurance": "3.14.2.a",
        "even_money": "3.14.1",
        "surrender": "3.16",
        "choice": "3.17",
        "split": "3.21.1",
        "double": "3.22.1",
    },
    "blackjack_plus": {
        "insurance": "3.15.2.a",
        "even_money": "3.15.1",
        "surrender": "3.17",
        "choice": "3.18",
        "split": "3.22.1",
        "double": "3.23.1",
    },
}


def value(card: str) -> int:
    """003 §1.19, §3.2: an Ace as 1."""
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def hard(cards: Sequence[str]) -> int:
    return sum(map(value, cards))


def total(cards: Sequence[str]) -> int:
    """003 §3.2.1: an Ace is 11, unless that busts the Hand."""
    low = hard(cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def is_natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and total(cards) == 21


class Hand(Struct):
    number: int
    players: Players
    cards: list[str] = []
    split: bool = False
    doubled: bool = False
    done: bool = False
    declined: Players = []

    @property
    def is_blackjack(self) -> bool:
        """003 §1.2: not after a split."""
        return not self.split and is_natural(self.cards)


class Box(Struct):
    number: int
    players: Players
    hands: list[Hand]
    surrendered: bool = False
    left: bool = False  # 5.3: its only Player has walked away
    even: Players = []


class Gone(Struct):
    """Somebody left or withdrew: after so many answers and cards."""

    answers: int
    cards: int
    what: "WindowClosed | tuple[PlayerId, int]"


class Blackjack(Struct):
    """003, and 000."""

    game: str
    stage: str = "bets"  # deal, offers, play, follow, dealer, over
    boxes: list[Box] = []
    dealer: list[str] = []
    order: list[str] = []  # all that were dealt, also to those who have left since
    players: Players = []
    squeezing: Players = []
    marks: bool = False  # 000 §3.26.1: somebody has a Bet on how the Dealer busts
    due: str = ""
    most: int = 0  # cards that the Dealer may come to
    at: int = 0
    hand: int = 0
    pending: str = ""
    offers: list[tuple[str, int]] = []
    closings: list[WindowClosed] = []
    options: bool = False
    bound: bool = False
    gone: list[Gone] = []
    withdrawn: Players = []
    together: list[str] = []
    waiting: list[str] = []
    surplus: list[str] = []
    discarded: list[str] = []
    interim: int = -1  # so many cards were dealt when it was settled in between
    voided: str = ""

    # --- what follows from an act ------------------------------------------------------------------------------------

    def card(self, face: str) -> None:
        if self.expects():
            self._dealt(face)
        else:
            self.surplus.append(face)

    def close(self, act: WindowClosed) -> None:
        if not self.voided:
            self.closings.append(act)
            self._closed(act)
            self._use_waiting()

    def expects(self) -> str:
        return "" if self.options or self.together or self.voided else self.due

    def finished(self) -> bool:
        return bool(self.voided) or (self.stage == "over" and not self.options)

    def count(self) -> int:
        """Of the cards that lie in Hands."""
        return len(self.dealer) + sum(len(hand.cards) for box in self.boxes for hand in box.hands)

    def hands(self) -> dict[str, list[str]]:
        found = {_name(box.number, hand.number): hand.cards for box in self.boxes for hand in box.hands}
        found[DEALER] = self.dealer
        return {name: list(cards) for name, cards in found.items() if cards}

    def established(self) -> bool:
        """003 §5.4.1: a second card has decided the side Bets of a box; in 003 so has a first one of 1, 2 or 3."""
        n = len(self.boxes)
        seen = self.count()
        firsts = [box.hands[0].cards[0] for box in self.boxes if box.hands[0].cards]
        if self.stage not in ("bets", "deal"):
            firsts = self.order[:n]
        low = self.game == "blackjack" and any(value(card) <= 3 for card in firsts[:n])
        return n > 0 and (low or seen >= n + 2)

    def _use_waiting(self) -> None:
        while self.waiting and self.expects():
            self._dealt(self.waiting.pop(0))

    # --- cards -------------------------------------------------------------------------------------------------------

    def _dealt(self, face: str) -> None:
        self.order.append(face)
        if self.due == DEALER:
            self.dealer.append(face)
            if self.stage == "deal":
                self._deal_on()
            else:
                self._dealer_goes_on()
            return
        if self.stage == "deal":
            box = next(it for it in self.boxes if str(it.number) == self.due)
            box.hands[0].cards.append(face)
            self._deal_on()
            return
        box = self.boxes[self.at]
        hand = box.hands[self.hand]
        hand.cards.append(face)
        if box.left:
            hand.done = total(hand.cards) >= 12 or hand.doubled
            if not hand.done:
                return
        else:
            self.due = ""
            ace = any(card[0] == "A" for card in hand.cards)
            full = (ace and hard(hand.cards) == 11) or (hand.split and hand.cards[0][0] == "A")
            hand.done = hand.doubled or hard(hand.cards) > 21 or full
        self.due = ""
        if hand.done:
            self._next(self.at, self.hand)

    def _deal_on(self) -> None:
        """003 §3.11: a card to each box, one to the Dealer, a second to each."""
        for wanted in (1, 2):
            for place, box in enumerate(self.boxes):
                if len(box.hands[0].cards) < wanted:
                    self.due, self.at = str(box.number), place
                    return
            if not self.dealer:
                self.due = DEALER
                return
        self.stage, self.due = "offers", ""
        for box in self.boxes:
            box.hands[0].done = box.hands[0].done or is_natural(box.hands[0].cards)
        self.offers = self._all_offers()
        if not self.offers:
            self._next(0, 0)

    def _next(self, place: int, position: int) -> None:
        """003 §3.21.2: Hand after Hand, from the Dealer's left; then the Dealer."""
        self.offers = []
        for at in range(place, len(self.boxes)):
            box = self.boxes[at]
            for number in range(position if at == place else 0, len(box.hands)):
                hand = box.hands[number]
                if hand.done:
                    continue
                if box.left and total(hand.cards) >= 12:
                    hand.done = True  # 5.3: the House draws to 12, and no further
                    continue
                self.stage, self.at, self.hand = "play", at, number
                self.due = _name(box.number, hand.number) if box.left or len(hand.cards) == 1 else ""
                return
        self._dealer_begins()

    def _dealer_begins(self) -> None:
        """003 §3.23: for a Hand that is open he draws to 17; if only Blackjacks or Insurance are, one more card."""
        self.most = 0
        if any(kind == "insurance" and set(who) - set(self.withdrawn) for kind, who in self._takers()):
            self.most = 2
        first = value(self.dealer[0]) if self.dealer else 0
        for box in self.boxes:
            alive = box.players and not box.surrendered
            if alive and first in (1, 10) and box.hands[0].is_blackjack and set(box.players) - set(box.even):
                self.most = 2
        for box in self.boxes:
            for hand in box.hands:
                if not box.surrendered and hand.players and hard(hand.cards) <= 21 and not hand.is_blackjack:
                    self.most = 99
        if self.marks:
            self.most = 99
        self._dealer_goes_on()

    def _takers(self) -> list[tuple[str, tuple[PlayerId, ...]]]:
        return [(it.kind, it.players) for it in self.closings]

    def _dealer_goes_on(self) -> None:
        draws = len(self.dealer) < self.most and total(self.dealer) < 17
        self.stage, self.due = ("dealer", DEALER) if draws else ("over", "")

    # --- questions ---------------------------------------------------------------------------------------------------

    def asked(self) -> list[Window]:
        if self.voided:
            return []
        under = ASKED_UNDER[self.game]
        if self.together:
            box, texts = self.boxes[self.at], tuple(self.together)
            name = f"order/{box.number}/{self.count()}"
            return [Window(name, (), texts, tuple(box.players[:1]), texts[0], "5.12", "order", box.number)]
        if self.options:
            who = tuple(player for player in self.players if player not in self.withdrawn)
            return [Window("options", (), ("continue", "withdraw"), who, "continue", "5.7", "options")]
        if self.stage == "offers":
            return [self._offer(kind, number, under[kind]) for kind, number in self.offers]
        if self.stage == "play" and not self.due:
            box, hand = self.boxes[self.at], self.boxes[self.at].hands[self.hand]
            name, choices = f"choice/{box.number}/{hand.number}/{self.count()}", self._choices(box, hand)
            spots = (_spot(box.number, "double", hand.number), _spot(box.number, "main", len(box.hands)))
            default = "stand" if "stand" in choices else "hit"
            who = tuple(hand.players[:1])
            return [Window(name, spots, choices, who, default, under["choice"], "choice", box.number)]
        if self.stage == "follow":
            box, hand = self.boxes[self.at], self.boxes[self.at].hands[self.hand]
            split = self.pending == "split"
            spot = _spot(box.number, "main", len(box.hands)) if split else _spot(box.number, "double", hand.number)
            name, who = f"follow/{box.number}/{hand.number}/{self.count()}", tuple(self._followers(hand, self.pending))
            paragraph = under[self.pending]
            return [Window(name, (spot,), ("follow", "decline"), who, "decline", paragraph, "follow", box.number)]
        return []

    def _all_offers(self) -> list[tuple[str, int]]:
        """003 §3.14 to §3.16. Against an Ace: Insurance, and Even Money for a Blackjack; else to surrender."""
        there = [box for box in self.boxes if box.players and not box.left]
        first = value(self.dealer[0])
        if first != 1:
            return [("surrender", box.number) for box in there if first == 10 or not box.hands[0].is_blackjack]
        even = [("even_money", box.number) for box in there if box.hands[0].is_blackjack]
        return [("insurance", 0), *even] if there else []

    def _offer(self, kind: str, number: int, paragraph: str) -> Window:
        if kind == "insurance":
            there = [box for box in self.boxes if box.players and not box.left]
            spots = tuple(_spot(box.number, "insurance") for box in there)
            who = tuple(dict.fromkeys(player for box in there for player in box.players))
            return Window(kind, spots, ("insure", "decline"), who, "decline", paragraph, kind)
        on = next((box.players for box in self.boxes if box.number == number), [])
        who = tuple(on if kind == "even_money" else on[:1])
        return Window(f"{kind}/{number}", (), (kind, "decline"), who, "decline", paragraph, kind, number)

    def _choices(self, box: Box, hand: Hand) -> tuple[str, ...]:
        """003 §3.17 to §3.22."""
        found = ["hit"]
        if total(hand.cards) >= 12:
            found.append("stand")
        if len(hand.cards) == 2:
            found.append("double")
            if value(hand.cards[0]) == value(hand.cards[1]) and len(box.hands) < 4:
                found.append("split")
        return tuple(found)

    def _followers(self, hand: Hand, choice: str) -> Players:
        """003 §3.21.1, §3.22.1: who has not followed a split follows no other one of that Hand."""
        return [who for who in hand.players[1:] if choice == "double" or who not in hand.declined]

    def _closed(self, act: WindowClosed) -> None:
        box = self.boxes[self.at] if self.at < len(self.boxes) else None
        match act.kind:
            case "bets":
                self._bets_closed(act)
            case "insurance" | "even_money" | "surrender":
                self.offers = [offer for offer in self.offers if offer != (act.kind, act.box)]
                mine = next((it for it in self.boxes if it.number == act.box), None)
                if act.players and mine is not None and act.kind == "surrender":
                    mine.surrendered = mine.hands[0].done = True
                elif act.players and mine is not None and act.kind == "even_money":
                    mine.even = list(act.players)
                if not self.offers:
                    self._next(0, 0)
            case "choice" if box is not None:
                hand = box.hands[self.hand]
                if act.choice == "hit":
                    self.due = _name(box.number, hand.number)
                elif act.choice == "stand":
                    hand.done = True
                    self._next(self.at, self.hand + 1)
                elif self._followers(hand, act.choice):
                    self.stage, self.pending = "follow", act.choice
                else:
                    self._raised(act.choice, ())
            case "follow":
                self._raised(self.pending, act.players)
            case "options":
                self.options, self.bound, self.marks = False, True, bool(act.marks)
                self._withdraw(act)
            case "order":
                first, rest = act.choice, list(self.together)
                rest.remove(first)
                self.together = []
                self._dealt(first)
                self.waiting = [*rest, *self.waiting]
                self.error()

    def _bets_closed(self, act: WindowClosed) -> None:
        if not act.boxes:
            self.stage = "over"
            return
        self.boxes = [Box(it.box, list(it.players), [Hand(0, list(it.players))]) for it in act.boxes]
        self.players, self.squeezing = list(act.players), list(act.squeezing)
        self.marks, self.stage = bool(act.marks), "deal"
        self._deal_on()

    def _raised(self, choice: str, followers: Sequence[PlayerId]) -> None:
        box = self.boxes[self.at]
        hand = box.hands[self.hand]
        if choice == "double":
            hand.doubled, made = True, [hand]
        else:
            goes = [hand.players[0], *followers]
            declined = [who for who in hand.players if who not in goes]
            first, second = hand.cards
            made = [
                Hand(hand.number, list(hand.players), [first], split=True, declined=declined),
                Hand(len(box.hands), goes, [second], split=True),
            ]
        for it in self.gone:
            if isinstance(it.what, tuple) and it.what[1] == box.number:
                for each in made:
                    each.players = _last(each.players, it.what[0])
        box.hands[self.hand : self.hand + 1] = made
        self.stage, self.pending, self.due = "play", "", _name(box.number, hand.number)

    # --- section 5 ---------------------------------------------------------------------------------------------------

    def error(self) -> None:
        """003 §5.7: the options, once a Round."""
        if not self.bound:
            self.options = True

    def rule_error(self) -> None:
        self.error()
        self._use_waiting()

    def walk(self, player: PlayerId, number: int) -> None:
        """003 §5.3."""
        self._leave(player, number, Gone(len(self.closings), self._in_hand(), (player, number)))
        self._use_waiting()

    def _in_hand(self) -> int:
        return self.count()

    def _leave(self, player: PlayerId, number: int, gone: Gone) -> None:
        place, box = next((at, it) for at, it in enumerate(self.boxes) if it.number == number)
        if box.players == [player]:
            box.left = True
        else:
            for at, hand in enumerate(box.hands):
                if not (self.stage == "follow" and (at, place) == (self.hand, self.at)):  # what he called there stands
                    hand.players = _last(hand.players, player)
            box.players = _last(box.players, player)
        self.gone.append(gone)
        if self.stage == "offers":
            self._offer_on()
        elif self.stage == "play" and not self.due:
            self._next(self.at, self.hand)

    def _offer_on(self) -> None:
        still = self._all_offers()
        self.offers = [offer for offer in still if offer in self.offers]
        if not self.offers:
            self._next(0, 0)

    def _withdraw(self, act: WindowClosed) -> None:
        """003 §5.7.3: a box that nobody plays any more is out of the Round."""
        out = set(act.players)
        turn = self.boxes[self.at].hands[self.hand] if self.stage == "follow" else None
        undone = turn is not None and turn.players[0] in out
        self.gone.append(Gone(len(self.closings) - 1, self.count(), act))
        self.withdrawn = [*self.withdrawn, *act.players]
        for box in self.boxes:
            for hand in box.hands:
                hand.players = [who for who in hand.players if who not in out]
                hand.done = hand.done or not hand.players
            box.players = [who for who in box.players if who not in out]
        if set(self.players) <= set(self.withdrawn):
            self.stage, self.due = "over", ""
        elif self.stage == "deal":
            self.boxes = [box for box in self.boxes if box.players]
            self.due = ""
            if self.boxes:
                self._deal_on()
            else:
                self.stage = "over"
        elif self.stage == "offers":
            self._offer_on()
        elif self.stage in ("play", "follow") and self.boxes[self.at].hands[self.hand].done:
            self.pending = ""
            self._next(self.at, self.hand)
        elif undone:
            self.stage, self.pending = "play", ""
        elif self.stage == "follow":
            if not self._followers(self.boxes[self.at].hands[self.hand], self.pending):
                self._raised(self.pending, ())
        elif self.stage in ("dealer", "over"):
            self._dealer_begins()

    def again(self, cards: Sequence[str]) -> "Blackjack":
        """003 §5.9, §1.24: from the first card on; what was answered stays, where it is asked again."""
        left, answers, gone = list(cards), list(enumerate(self.closings)), sorted(self.gone, key=lambda it: it.answers)
        new = Blackjack(self.game, bound=self.bound, discarded=list(self.discarded), interim=self.interim)
        while True:
            until = gone[0].answers if gone else NO_END
            offered = {it.name: ("", *it.choices) for it in new.asked()} if new.stage != "bets" else {"bets": ("",)}
            known = next(
                (it for it in answers if it[0] < until and it[1].choice in offered.get(it[1].window, ())), None
            )
            dealing = bool(left and new.due and not (new.options or new.together))
            if known is not None:
                answers.remove(known)
                new.close(known[1])
            elif gone and (gone[0].cards <= new.count() or not dealing):
                what = gone.pop(0).what
                if isinstance(what, tuple):
                    new.walk(*what)
                else:
                    new.close(what)
            elif dealing:
                new.card(left.pop(0))
            else:
                new.surplus = left
                new.options = self.options or (bool(self.together) and not self.bound)
                return new

    def without(self, before: Sequence[str], after: Sequence[str], surplus: list[str]) -> "Blackjack":
        new = self.again(before)
        new.surplus, new.waiting = surplus, list(self.waiting)
        for card in after:
            new.card(card)
        return new

    def reconstructed(self, cards: Sequence[str]) -> "Blackjack":
        new = self.again(cards)
        if new.boxes and new != self:
            new.error()
        new._use_waiting()
        return new

    def drawn_together(self, cards: Sequence[str]) -> "Blackjack":
        """003 §5.12: a Player chooses among his; §5.12.1: the Dealer's are discarded."""
        surplus, dealt = taken(self.surplus, cards)
        new = self.without(self.order[: len(self.order) - len(dealt)], (), surplus)
        if new.due == DEALER:
            new.discarded = [*new.discarded, *cards]
            new.error()
        else:
            new.together = list(cards)
        new._use_waiting()
        return new

    def discard(self, card: str) -> "Blackjack":
        """003 §5.10.2, §5.10.3."""
        surplus, in_hand = taken(self.surplus, [card])
        new: Blackjack = self
        if in_hand:
            place = len(self.order) - 1 - self.order[::-1].index(card)
            new = self.without(self.order[:place], self.order[place + 1 :], surplus)
        new.surplus = surplus if not in_hand else new.surplus
        new.discarded = [*new.discarded, card]
        new._use_waiting()
        return new

    def turner(self, number: int) -> str:
        """003 §3.12: who turns the cards of this box himself."""
        gone = [it.what[0] for it in self.gone if isinstance(it.what, tuple) and it.what[1] == number]
        on = next((box.players for box in self.boxes if box.number == number), [])
        return next((who for who in on if who in self.squeezing and who not in gone), "")


def _name(box: int, hand: int) -> str:
    return f"{box}/{hand}" if hand else str(box)


def _spot(box: int, kind: str, hand: int = 0) -> Spot:
    return Spot(f"{box}/{kind}/{hand}" if hand else f"{box}/{kind}")


def _last(players: Players, player: PlayerId) -> Players:
    return [who for who in players if who != player] + [who for who in players if who == player]


def taken(surplus: Sequence[str], cards: Sequence[str]) -> tuple[list[str], list[str]]:
    """What is left beside without these; and those of them that lie in Hands."""
    left, dealt = list(surplus), []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            dealt.append(card)
    return left, dealt
