"""A Round of Three Pictures, told by the journal alone, and what every Bet of it must return (M11), rulings included.

Keeps what happened as a tape, and has `oracle_three_pictures` lay it out, which shares no code with `games/`. As in
`box_judge`, what cannot be followed is said in words and counted.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.round import (
    Act,
    Answer,
    DealingError,
    Discarded,
    DrawnTogether,
    HandRemoved,
    PlayerId,
    Reconstructed,
    Ruled,
    Voided,
    WalkedAway,
    WindowClosed,
)
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from simulation import oracle_three_pictures as oracle
from simulation.box_judge import Unjudged, Wrong, note_raised, reject, texts

ERRORS: Final = (DealingError, HandRemoved, DrawnTogether)  # 5.6, 5.8.1, 5.10.1: the Players choose


class PicturesRound:
    """One Round, entry by entry."""

    def __init__(self, boxes: int, seats: Mapping[int, str]) -> None:
        self.boxes, self.seats = boxes, dict(seats)
        self.names: dict[m.WindowId, str] = {}
        self.given: dict[str, dict[PlayerId, Answer]] = {}
        self._since: dict[tuple[str, str], int] = {}  # by Spot and Player: when he last put chips there
        self.tape: list[tuple[str, Any]] = []  # cards, and whatever else moves them
        self._aside: list[str] = []  # what lies beside them, as staff see it
        self.hands: dict[str, list[str]] = {}  # as they lie
        self._covered: dict[
            int, tuple[int, str]
        ] = {}  # by draw: where on the tape, and in which Hand, it lies face down
        self._handled = False  # somebody has taken up his cards (5.5.4)
        self.withdrawn: set[PlayerId] = set()
        self._returned: set[PlayerId] = set()  # whose Bets went back in free words
        self.voided = ""
        self.over = False
        self._asked = self._owed = False  # the options of 5.6: they were given, they are to be given
        self._why_not = self._last = ""

    # --- what the journal says --------------------------------------------------------------------------------------

    def apply(self, event: Fact) -> None:
        if self.over:
            return
        match event:
            case e.WindowOpened(id=key, window=window):
                self.names[key], self.given[window.name] = window.name, {}
                if window.name == "options":
                    self._opened(window.respondents or ())
            case e.LayoutRegistered(id=key, terminal=who, answer=answer):
                answers = self.given[self.names[key]]
                note_raised(self._since, who, answers.get(who), answer)
                if answer.bets or answer.choice:
                    answers[who] = answer
                else:
                    answers.pop(who, None)
            case e.BetRejected(id=key, terminal=who, spot=spot):
                reject(self.given[self.names[key]], who, spot)
            case e.LayoutReturned(window=name, terminal=who):
                if name == "bets":
                    self._returned.add(who)
                    self._why_not = self._why_not or "Bets were returned by a Ruling in free words (5.16)"
                self.given[name].pop(who, None)
            case e.WindowClosed(name=name, act=act) if act is not None:
                self._window_closed(name, act)
            case e.CardDealt(card=card, hand=hand):
                self.tape.append(("card", "" if card is None else card.text))
                self.hands.setdefault(hand, []).append("" if card is None else card.text)
                self._last = str(hand)
            case e.CardHidden(draw=draw):
                self._covered[draw] = (len(self.tape) - 1, self._last)
            case e.CardRevealed(draw=draw, card=card) if draw in self._covered:
                self._turned(*self._covered.pop(draw), card.text)
            case e.HandHandled():
                self._handled = True
            case e.SurplusSeen(cards=cards, shoe_seq=number):
                self._aside = [card.text for card in cards]
                self.tape += [("card", self._aside[-1])] if number else []  # it has just come
            case e.SurplusKept(cards=count):
                self.tape += [("discard", text) for text in self._aside[-count:]]
            case e.HandsLaid(hands=hands):
                self.hands = texts(hands)
            case e.CardTakenBack():
                self._why_not = self._why_not or "a card was taken back"
            case e.CardsCorrected(cards=cards, hands=hands):
                self.correct([card.text for card in cards], texts(hands))
            case e.RulingMade(act=act, hands=hands):
                self._ruled(act)
                self.hands = texts(hands)
            case e.RoundEnded(void=void):
                if self._owed and not void:
                    raise Wrong("an error was made, and nobody was asked whether he goes on (5.6)")
            case _:
                pass

    def _turned(self, place: int, hand: str, face: str) -> None:
        self.tape[place] = ("card", face)
        earlier = sum(it == hand and at < place for at, it in self._covered.values())
        lie = [at for at, known in enumerate(self.hands[hand]) if not known]
        self.hands[hand][lie[earlier]] = face

    def _opened(self, asked: tuple[PlayerId, ...]) -> None:
        if not self._owed:
            raise Wrong("Players are asked to go on, and no error was made, or they have chosen (5.6)")
        bettors = {who for who, answer in self.given["bets"].items() if answer.bets}
        # Whose Bets were returned in free words (5.16) is a Player of the Round all the same: that is no act of it.
        if set(asked) - self._returned != bettors - self._returned or len(set(asked)) < len(asked):
            raise Wrong(f"{asked} are asked, and {bettors} have bet (5.6)")
        self._owed = False

    def _window_closed(self, name: str, act: WindowClosed) -> None:
        answers = self.given.get(name, {})
        if name == "bets":
            self.tape.append(("deal", None))
            for lies in act.boxes:
                on, spot = self.initial(lies.box), f"{lies.box}/initial"
                came = {who: self._since[spot, who] for who in on}
                order = sorted(on, key=lambda who: (who != self.seats.get(lies.box), -on[who], came[who]))
                if list(lies.players) != order or lies.total != sum(on.values()):
                    raise Wrong(f"box {lies.box} is said to have {lies}, and {on} lie there (1.15)")
        else:
            gone = {who for who, answer in answers.items() if answer.choice == "withdraw"}
            if gone != set(act.players):
                raise Wrong(f"{act.players} withdraw, and {gone} said so (5.6.3)")
            self._asked = True
            self.tape.append(("chosen", gone))

    def _ruled(self, act: Ruled) -> None:
        match act:
            case Reconstructed(cards=cards):
                felt, _gone = self._laid()
                named = [card.text for card in cards]
                lay = Counter([*(text for hand in felt.hands.values() for text in hand), *felt.surplus])
                left = (lay - Counter(named)) & Counter(felt.surplus)  # face down, and so not named
                self.tape.append(("again", [*named, *left.elements()]))
                other_hands = felt.again([*named, *left.elements()])
                if other_hands or self._handled:  # 5.5.4: whole Hands, and nobody has taken up his
                    self._ask()
            case DrawnTogether(cards=cards):
                self.tape.append(("together", [card.text for card in cards]))
            case HandRemoved(box=box):
                self.tape.append(("remove", box))
            case Discarded(card=card):
                self.tape.append(("discard", card.text))
            case Voided(paragraph=paragraph):
                self.voided = paragraph
            case WalkedAway() | DealingError():
                pass  # 5.3: settled all the same
            case _:
                raise Wrong(f"{act} is no ruling of 002")
        if isinstance(act, ERRORS):
            self._ask()

    def _ask(self) -> None:
        """5.6: once; who went on accepts what comes."""
        if not self._asked and not any(what == "ask" for what, _ in self.tape):
            self._owed = True
            self.tape.append(("ask", None))

    def correct(self, cards: list[str], hands: dict[str, list[str]]) -> None:
        """Before or after it is settled: these were its cards."""
        drawn = [place for place, (what, _) in enumerate(self.tape) if what == "card"]
        if len(drawn) != len(cards) or any(what in ("again", "together", "discard") for what, _ in self.tape):
            self._why_not = self._why_not or "cards corrected after a ruling on them, or with one beside them"
            return
        for place, text in zip(drawn, cards, strict=True):
            self.tape[place] = ("card", text)
        self.hands = hands

    def ruled_later(self, acts: Sequence[Act]) -> None:
        """5.8, 5.8.1: when all was settled. Who had chosen before is not asked again."""
        removed, *closed = acts
        if not isinstance(removed, HandRemoved):
            raise Wrong(f"{removed} is no ruling on a settled Round")
        if bool(closed) == (self._asked or any(what == "ask" for what, _ in self.tape)):
            raise Wrong(f"{closed} after the settlement: the options are given once (5.6)")
        self.tape.append(("remove", removed.box))
        for act in closed:
            if not isinstance(act, WindowClosed):
                raise Wrong(f"{act} is no answer of the Players")
            self._asked = True
            self.tape += [("ask", None), ("chosen", set(act.players))]

    # --- what follows from it ---------------------------------------------------------------------------------------

    def initial(self, box: int) -> dict[str, int]:
        """In the order of placing."""
        bets = self.given.get("bets", {})
        return {str(who): it.bets[spot] for who, it in bets.items() for spot in it.bets if spot == f"{box}/initial"}

    def returns(self) -> dict[PlayerId, dict[str, tuple[int, int]]]:
        """By Player and Spot: what was staked, and what comes back. Raises Unjudged."""
        bets = {who: dict(answer.bets) for who, answer in self.given.get("bets", {}).items() if answer.bets}
        if self.voided:  # 5.14
            return {who: {spot: (amount, amount) for spot, amount in its.items()} for who, its in bets.items()}
        if self._why_not:
            raise Unjudged(self._why_not)
        felt, gone = self._laid()
        lies = {hand: cards for hand, cards in self.hands.items() if cards}
        laid = {str(place) if place else "dealer": cards for place, cards in felt.hands.items() if cards}
        if lies != laid:
            raise Wrong(f"{lies} lie there, the oracle lays {laid}: {self.tape}")
        return {
            who: {spot: (amount, self._back(felt, gone, who, spot, amount)) for spot, amount in its.items()}
            for who, its in bets.items()
        }

    def _laid(self) -> tuple[oracle.Dealing, set[PlayerId]]:
        felt, gone = oracle.Dealing(()), set[PlayerId]()
        for what, told in self.tape:
            match what:
                case "deal":
                    early = felt.surplus  # cards that came while Bets were open
                    felt = oracle.Dealing([box for box in range(1, self.boxes + 1) if self.initial(box)])
                    felt.surplus = early
                case "card":
                    felt.card(told)
                case "ask":
                    felt.asked = True
                case "chosen":
                    felt.asked, gone = False, told
                    self._give_up(felt, gone)
                case "remove":
                    felt.remove(told)
                case "again":
                    felt.again(told)
                case "together":
                    felt.together(told)
                case "discard":
                    felt.discard(told)
        return felt, gone

    def _give_up(self, felt: oracle.Dealing, gone: set[PlayerId]) -> None:
        """5.6.3: a Hand that nobody plays any more is invalidated."""
        for box in felt.places[:-1]:
            if {PlayerId(who) for who in self.initial(box)} <= gone:
                felt.take_out(box)

    def _back(self, felt: oracle.Dealing, gone: set[PlayerId], who: PlayerId, spot: str, amount: int) -> int:
        box, kind = int(spot.split("/")[0]), spot.split("/")[1]
        if box not in felt.hands or box in felt.without or who in gone:
            return amount  # 5.13, 5.8, 5.6.3
        hand, dealer = felt.hands[box], felt.hands[0]
        if len(hand) != 3 or len(dealer) != 3:
            raise Wrong(f"{spot} is settled, and {hand} lies against {dealer}")
        return amount + oracle.profit(hand, dealer, kind, amount)
