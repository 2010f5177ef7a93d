"""The cards on the felt, laid a second time from the log: each number of the shoe has its place, each card its Hand.

Hands are dealt by the oracle, which knows the rule text and not `games/`; what the console says of them must be the
same (M11). The shoe's numbers come without a gap, and with the face that the sensor read (M10). Knows no money.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from games.cards import Card
from games.round import HandId, Reconstructed, Voided
from protocol import events as e
from protocol.fact import Fact
from simulation import oracle
from simulation.world import Violation

Hands = dict[str, list[str]]
Shown = Mapping[HandId, tuple[Card | None, ...]]
SIDES: Final = ("player", "banker")
# The most frequent entries that lay no card.
_LAY_NOTHING: Final = frozenset(
    {
        *(e.TerminalJoined, e.Ordered, e.OrderRefused, e.OrderProposed, e.OrderSigned, e.StartConfirmed),
        *(e.Halted, e.Resumed, e.Certified, e.SignOnTried, e.LayoutRegistered, e.Settled),
    }
)


class OnFelt:
    def __init__(self) -> None:
        self.hands: Hands = _empty()
        self._dealt: list[str] = []  # cards of the Hands, as they were drawn or were ruled to have been
        self.surplus: list[str] = []
        self.kept: list[str] = []
        self.read: Mapping[int, str] = {}  # what the shoe's sensor read, by number
        self.last_seq = 0  # the highest number on record
        self._carried: list[str] = []
        self._new = False  # a card that waits has just come
        self._waiting: dict[int, str] = {}  # numbers on record whose cards have no place yet; "": not read

    @property
    def dealt(self) -> int:
        return sum(map(len, self.hands.values()))

    @property
    def established(self) -> bool:
        """001 §5.1.1: has any Bet won or lost?"""
        return self.dealt >= 3

    @property
    def turn(self) -> str | None:
        return oracle.whose_turn(self.hands["player"], self.hands["banker"])

    def apply(self, seq: int, event: Fact, *, bets_open: bool) -> None:
        if type(event) in _LAY_NOTHING:
            return
        try:
            self._apply(event, bets_open)
        except Objection as objection:
            raise Violation(objection.name, f"entry {seq}: {objection}") from None

    def _apply(self, event: Fact, bets_open: bool) -> None:
        match event:
            case e.CardDealt(shoe_seq=number, card=card, entered=entered):
                if card is None:
                    raise Objection("M11", "a card lies face down")
                if number == 0:  # from the Round before, where it was counted
                    if not self._carried or self._carried.pop(0) != card.text:
                        raise Objection("M10", f"{card} is dealt as if it had been kept")
                elif number > 0:  # else it was entered, and the shoe has not said it
                    self._place(number, card.text, entered=entered)
                self._deal(event, card.text)
            case e.SurplusDrawn(shoe_seq=number):
                if not bets_open and self.turn is not None:
                    raise Objection("M10", f"card {number} was due, and is surplus")
                self.surplus.append("")
            case e.CardIdle():
                self.surplus.append("")
            case e.SurplusSeen(shoe_seq=number, cards=cards):
                self._seen(number, _texts(cards))
            case e.SurplusKept(cards=count):
                if count != len(self.surplus):
                    raise Objection("M10", f"{count} are kept, and {self.surplus} lie there")
                self.kept += self.surplus
                self.surplus = []
            case e.RulingMade():
                self._ruled(event)
            case e.CardsCorrected(cards=cards, surplus=count):
                self._dealt = _texts(cards)
                self._lay(self._dealt)
                self.surplus = [""] * count  # which they are is told next
                self._agrees(event)
            case _:
                self._shoe(event)

    def _seen(self, number: int, lying: list[str]) -> None:
        """For staff alone: what lies beside the Hands."""
        others = [*self._carried, *self.kept]
        if number:
            self._place(number, lying[-1])
        mine = lying[len(others) :]
        known = all(was in ("", face) for was, face in zip(self.surplus, mine, strict=False))
        if lying[: len(others)] != others or len(mine) != len(self.surplus) or not known:
            raise Objection("M10", f"{lying} lie beside the Hands, and it was {others} and {self.surplus}")
        self.surplus = mine

    def _shoe(self, event: Fact) -> None:
        match event:
            case e.CardBurnt(shoe_seq=number, card=card):
                self._place(number, "" if card is None else card.text)
            case e.CardUnread(shoe_seq=number):
                self._next(number)
                self._waiting[number] = ""
            case e.CardWaiting(shoe_seq=number):
                self._new = number not in self._waiting
                if self._new:
                    self._next(number)
                self._waiting[number] = ""
            case e.CardRead(shoe_seq=number, card=card):
                if self._new:  # else it may have been entered
                    self._sensed(number, card.text)
                self._waiting[number] = card.text
            case e.CutCardSeen(shoe_seq=number) | e.ShoeEmptied(shoe_seq=number) | e.CardMatched(shoe_seq=number):
                self._next(number)
            case e.ShoeLoaded(next_seq=next_seq, mid_round=mid_round):
                self.last_seq = next_seq - 1
                if not mid_round:
                    self.kept, self.surplus, self._waiting = [], [], {}
            case e.ShoeEnded():
                self.kept, self.surplus, self._waiting = [], [], {}
            case e.WindowOpened(id=key):
                if key.n == 1:
                    self.hands, self._dealt, self.surplus = _empty(), [], []
                    self._carried, self.kept = self.kept, []
            case e.RoundEnded(void=void):
                if not void and self._carried and self._dealt:  # else nobody has bet, and they open the next one
                    raise Objection("M10", f"{self._carried} were to open this Round")
                self.kept, self._carried, self.surplus = [*self._carried, *self.kept], [], []
            case _:
                pass

    # --- Hands ---------------------------------------------------------------------------------------------------

    def _deal(self, event: e.CardDealt, card: str) -> None:
        """001 §3.8 to §3.10."""
        turn = self.turn
        if turn != event.hand:
            raise Objection("M11", f"{card} goes to {event.hand}, and {turn} is to draw: {self.hands}")
        self.hands[turn].append(card)
        self._dealt.append(card)
        self._is_due(event.due)

    def _ruled(self, event: e.RulingMade) -> None:
        match event.act:
            case Reconstructed(cards=cards):
                drawn = Counter([*self._dealt, *self.surplus])
                left = drawn - Counter(_texts(cards))
                if Counter(_texts(cards)) - drawn:
                    raise Objection("M10", f"{cards} are Reconstructed, and {drawn} were drawn")
                self._dealt = _texts(cards)
                self._lay(self._dealt)
                if left and self.turn is not None:
                    raise Objection("M10", f"{left} lie beside, and {self.turn} is to draw")
                self.surplus = [""] * left.total()
                self._agrees(event)
            case Voided():
                waiting = [face for face in self._waiting.values() if face]
                if _texts(event.turned) != [*self.surplus, *waiting]:
                    raise Objection("M10", f"{self.surplus} and {waiting} are out of play: {event.turned}")
                self._waiting, self.surplus = {}, []  # what was still to be entered is out of play, too
                _same(self.hands, event.hands)
            case other:
                raise Objection("M11", f"{other} is no Ruling of this game")

    def _agrees(self, event: e.RulingMade | e.CardsCorrected) -> None:
        _same(self.hands, event.hands)
        self._is_due(event.due)
        if event.surplus != len(self.surplus):
            raise Objection("M10", f"{event.surplus} are surplus, and {self.surplus} are left over")

    def _is_due(self, due: str) -> None:
        if due != (self.turn or ""):
            raise Objection("M11", f"{due or 'no Hand'} is to draw, the oracle says {self.turn}: {self.hands}")

    def _lay(self, cards: Sequence[str]) -> None:
        player, banker, left = oracle.deal(cards)
        if left:
            raise Objection("M13", f"{left} lie face down, and everybody is told them")
        self.hands = {"player": player, "banker": banker}

    # --- numbers ---------------------------------------------------------------------------------------------------

    def _next(self, number: int) -> None:
        """A number that is new on record is the next."""
        if number != self.last_seq + 1:
            raise Objection("M10", f"number {number} of the shoe comes after {self.last_seq}")
        self.last_seq = number

    def _place(self, number: int, face: str, *, entered: bool = False) -> None:
        if number in self._waiting:
            if number != min(self._waiting):
                raise Objection("M10", f"card {number} has a place, and {min(self._waiting)} has none")
            if self._waiting.pop(number) not in (face, ""):
                raise Objection("M10", f"card {number} was another one than {face} while it waited")
            return
        if self._waiting and face:
            raise Objection("M10", f"card {number} has a place, and {min(self._waiting)} has none")
        self._next(number)
        if not entered:
            self._sensed(number, face)

    def _sensed(self, number: int, face: str) -> None:
        if face and self.read.get(number) != face:
            raise Objection("M10", f"card {number} is {face}, the sensor read {self.read.get(number)}")


class Objection(Exception):
    def __init__(self, name: str, detail: str) -> None:
        super().__init__(detail)
        self.name = name


def laid(cards: Sequence[Card]) -> Hands:
    """The Hands of a whole Round with these cards; a card too many or too few is an objection."""
    player, banker, left = oracle.deal(_texts(cards))
    if left or oracle.whose_turn(player, banker) is not None:
        raise Violation("M11", f"{cards} make no whole Round")
    return {"player": player, "banker": banker}


def differ(hands: Hands, shown: Shown) -> bool:
    theirs = {str(hand): [card.text for card in cards if card] for hand, cards in shown.items()}
    return any(hands[side] != theirs.pop(side, []) for side in SIDES) or any(theirs.values())


def _same(hands: Hands, shown: Shown) -> None:
    if differ(hands, shown):
        raise Objection("M11", f"the Hands are {shown}, the oracle lays {hands}")


def _empty() -> Hands:
    return {side: [] for side in SIDES}


def _texts(cards: Sequence[Card]) -> list[str]:
    return [card.text for card in cards]
