"""The cards of the set in the shoe, counted a second time from the log (M10).

Knows neither rules nor Hands: a card counts when it has left the shoe, once, with the face that is on record for it.
Must never look at the console's own count before it has its own.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from games.cards import DECK, Card
from games.round import Voided
from protocol import events as e
from protocol.fact import Fact
from protocol.view import ShoeView

FACES: Final = tuple(card.text for card in DECK)  # by Card.number
# The most frequent entries in which no card leaves the shoe.
_NO_CARD: Final = frozenset(
    {
        *(e.TerminalJoined, e.Ordered, e.OrderRefused, e.OrderProposed, e.OrderSigned, e.StartConfirmed),
        *(e.Halted, e.Resumed, e.Certified, e.SignOnTried, e.LayoutRegistered, e.Settled, e.WindowClosed),
        e.RoundEnded,
    }
)


class CardCount:
    def __init__(self) -> None:
        self.decks = 0
        self.faces: Counter[str] = Counter()
        self.changed = False  # since somebody looked
        self._unread = 0  # out of the shoe, and nobody will ever know the face
        self._waiting: dict[int, str] = {}  # behind a card that was not read, by number; "": that card itself
        self._round: list[str] = []  # drawn in the Round in play
        self._round_no = 0
        self._first_round = 0  # that is played from this set, wholly
        self._beside: list[str] = []  # the Hands
        self._surplus = self._unseen = 0  # of those: what waits for a Ruling in this Round, and what nobody has seen
        self._in_round = False  # what came there last
        self._down = 0  # the number of the card that was dealt face down
        self._hidden: dict[int, tuple[int, str]] = {}  # the same, and its face, by draw, until it is turned
        self._corrected = 0  # cards beside the Hands that were corrected, and are still to be told

    def apply(self, event: Fact) -> None:
        if type(event) in _NO_CARD:
            return
        match event:
            case e.ShoeLoaded(decks=decks, mid_round=mid_round):
                self._new_set(decks, self._waiting if mid_round else {})
                self._beside = self._beside if mid_round else []
            case e.ShoeEnded():
                self._new_set(0, {})
                self._beside = []
            case e.WindowOpened(id=key):
                if key.n == 1:
                    self._round_no, self._round = key.round_no, []
                    self._surplus = self._unseen = 0
            case e.CardDealt(shoe_seq=number, card=Card() as card):
                self._round.append(card.text)
                if number:  # 0: kept from the Round before, and counted there
                    self._out(number, card.text)
                else:
                    self._beside.pop(0)
            case e.CardDealt(shoe_seq=number, card=None):
                self._down = number
                self._waiting.pop(number, None)
                if not number:
                    self._beside.pop(0)
            case e.CardHidden(draw=draw, card=card):
                self._hidden[draw] = (self._down, card.text)
            case e.CardRevealed(draw=draw, card=card) if draw in self._hidden:  # it counts when everybody knows it
                self._round.append(card.text)
                number, _face = self._hidden.pop(draw)
                self.changed = True
                if number:
                    self._out(number, card.text)
            case e.SurplusDrawn():
                self._in_round = True
                self._surplus, self._unseen = self._surplus + 1, self._unseen + 1
            case e.CardIdle():
                self._in_round = False
            case e.SurplusSeen(shoe_seq=number, cards=cards):
                self._see(number, [card.text for card in cards])
            case e.CardBurnt(shoe_seq=number, card=card):
                if self.decks:  # without a set it is of no account
                    self._out(number, "" if card is None else card.text)
            case e.SurplusKept(cards=count) if self._in_round:  # still counted, and no card of this Round any more
                self._surplus = self._unseen = 0
                for face in self._beside[len(self._beside) - count :]:
                    del self._round[len(self._round) - 1 - self._round[::-1].index(face)]
            case e.CardTakenBack(card=card):
                self._round.pop()
                self.faces[card.text] -= 1
                self.changed = True
            case e.CardUnread(shoe_seq=number):
                self._waiting[number] = ""
            case e.CardWaiting(shoe_seq=number):
                self._waiting[number] = ""
            case e.CardRead(shoe_seq=number, card=card):
                self._waiting[number] = card.text
            case e.RulingMade(act=act, surplus=surplus, which=which, covered=covered):
                self._surplus, self._unseen = surplus, self._unseen - len(which) + len(covered)
                self._in_round = self._in_round or surplus > 0
                if isinstance(act, Voided):  # what was still to be entered is out of play
                    for number, face in list(self._waiting.items()):
                        self._out(number, face)
            case e.CardsCorrected(round_no=round_no, cards=cards, surplus=surplus, beside=beside):
                self._surplus, self._unseen = surplus, len(beside)
                self._in_round = self._in_round or surplus > 0
                corrected = [card.text for card in cards]
                self.instead(round_no, self._round, corrected)
                self._round, self._corrected = corrected, len(beside)
            case _:
                pass

    @property
    def most(self) -> int:
        """No face was counted more often than this."""
        return max(self.faces.values(), default=0) + len(self._hidden)

    @property
    def with_hidden(self) -> Counter[str]:
        """As the console knows them, which has counted a card that lies face down: nobody else has."""
        down = Counter(face for number, face in self._hidden.values() if number)
        return self.faces + down if down else self.faces

    def _see(self, number: int, faces: list[str]) -> None:
        self._beside = faces
        if number:
            if self._in_round:
                self._round.append(faces[-1])
            self._out(number, faces[-1])
        elif self._corrected:
            new = faces[len(faces) - self._corrected :]
            self._round, self._corrected = [*self._round, *new], 0
            self.instead(self._round_no, (), new)

    def instead(self, round_no: int, before: Iterable[str], after: Iterable[str]) -> None:
        """These cards were others. A Round that began with the set before has cards of both: it is left alone."""
        if round_no >= self._first_round:
            self.faces.subtract(before)
            self.faces.update(after)
            self.changed = True

    def objection(self, shoe: ShoeView) -> str:
        """What is wrong with the console's count; "" if nothing is."""
        self.changed = False
        copies = [self.faces[face] for face in FACES]
        theirs = shoe.drawn.copy()
        for card in shoe.foreign:
            theirs[card.number] += 1
        lying = len(self._beside) - self._surplus
        covered = [*self._beside[:lying], *self._beside[len(self._beside) - self._unseen :]]  # known to staff alone
        for face in covered[len(covered) - shoe.beside :] if shoe.beside else ():
            theirs[FACES.index(face)] += 1
        for number, face in self._hidden.values():
            theirs[FACES.index(face)] += not number  # kept from the Round before, and counted there
        if (theirs, shoe.unread) == (copies, self._unread):
            return ""
        other = [face for face, mine, its in zip(FACES, copies, theirs, strict=True) if mine != its]
        return f"{other or 'cards without a face'} were counted otherwise"

    def _new_set(self, decks: int, waiting: dict[int, str]) -> None:
        self.decks, self.faces, self._unread, self._waiting = decks, Counter(), 0, waiting
        self._first_round = self._round_no + 1
        self.changed = True

    def _out(self, number: int, face: str) -> None:
        self._waiting.pop(number, None)
        if face:
            self.faces[face] += 1
        else:
            self._unread += 1
        self.changed = True
