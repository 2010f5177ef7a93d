"""A Round on boxes, told by the journal alone, and what every Bet of it must return (M11), rulings included.

Puts the cards into the order in which they count (Reconstructed, drawn together, discarded), finds the answer to each
question, and has `oracle_blackjack` play it out, which shares no code with `games/`. Where a Round went a way that this
file cannot follow it says so in words, and the run counts them: nothing is judged by halves.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.round import (
    Act,
    Answer,
    DealingError,
    Discarded,
    DrawnTogether,
    InterimSettled,
    PlayerId,
    Reconstructed,
    Ruled,
    Spot,
    Voided,
    WalkedAway,
    WindowClosed,
)
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from simulation.oracle_blackjack import natural, play_out

TABLE_SIDES: Final = ("boom_busted",)  # 000 §3.9.1: they belong to the table, on whichever box they lie
FOLDED: Final = (Reconstructed, DrawnTogether, Discarded)
OF_A_HAND: Final = ("main", "double", "insurance")
TENS: Final = "TJQK"
Spots = dict[str, int]


class Unjudged(Exception):
    """Why this Round is not judged."""


class Wrong(Exception):
    """What no rule book would make of it."""


class Closed(NamedTuple):
    act: WindowClosed
    answers: Mapping[PlayerId, Answer]


class BoxRound:
    """One Round, entry by entry."""

    def __init__(self, game: str, decks: int, boxes: int, seats: Mapping[int, str]) -> None:
        self.game, self.decks, self.boxes, self.seats = game, decks, boxes, dict(seats)
        self.names: dict[m.WindowId, str] = {}
        self.given: dict[str, dict[PlayerId, Answer]] = {}
        self._since: dict[tuple[str, str], int] = {}  # by Spot and Player: when he last put chips there
        self.closed: dict[str, Closed] = {}  # the last one by each name
        self.cards: list[str] = []  # of the Round, in the order in which they count
        self.owners: list[int] = []  # the box of each, 0: the Dealer; only while nothing was folded again
        # Of each card that lies face down for a Player, by draw: where among the cards it is, and on which Hand.
        self.covered: dict[int, tuple[int, str]] = {}
        self._last = ""  # the Hand that has drawn last
        self.surplus: list[str] = []
        self._aside: list[str] = []  # all that lies face down beside the Hands, what waits for a Ruling at the end
        self._left_over = 0
        self.hands: dict[str, list[str]] = {}  # as they lie
        self.rulings: list[Ruled] = []
        self.walked: dict[int, list[str]] = {}  # who has walked away, by box
        self.withdrawn: tuple[PlayerId, ...] = ()
        self.paid: dict[str, dict[str, Line]] = {}
        self.interim: dict[str, set[str]] = {}  # Spots that were paid before somebody withdrew
        self.voided = ""
        self.deals = 0  # boxes in the Initial Deal
        self._together: list[str] = []
        self._waiting = 0  # cards of this Round that are used as though next from the shoe
        self._beside = 0  # cards that were dealt to boxes whose Players have withdrawn
        self.over = self._gave_up = False
        self._why_not = ""

    # --- what the journal says --------------------------------------------------------------------------------------

    def apply(self, event: Fact) -> None:
        if self.over:
            return
        match event:
            case e.WindowOpened(id=key, window=window):
                self.names[key] = window.name
                self.given[window.name] = {}
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
                    self._why_not = self._why_not or "Bets were returned by a Ruling in free words (5.19)"
                self.given[name].pop(who, None)
                if name in self.closed:
                    answers = {it: answer for it, answer in self.closed[name].answers.items() if it != who}
                    self.closed[name] = Closed(self.closed[name].act, answers)
            case e.WindowClosed(name=name, act=act) if act is not None:
                self._window_closed(name, act)
            case e.CardDealt(card=card, hand=hand):
                self._last = str(hand)
                self.cards.append("" if card is None else card.text)
                box = hand.partition("/")[0]
                self.owners.append(int(box) if box.isdigit() else 0)
                self.hands.setdefault(hand, []).append("" if card is None else card.text)
                self._waiting = 0
            case e.CardHidden(draw=draw):
                self.covered[draw] = (len(self.cards) - 1, self._last)
            case e.CardRevealed(draw=draw, card=card) if draw in self.covered:
                self._turned(*self.covered.pop(draw), card.text)
            case e.SurplusSeen(cards=cards, shoe_seq=number):
                self._aside = [card.text for card in cards]
                if number:  # the last of them has just come
                    self.surplus.append(self._aside[-1])
                elif self._left_over:
                    self.surplus = self._aside[-self._left_over :]
                self._left_over = 0
            case e.SurplusKept(cards=count):  # no longer cards of this Round
                for text in self._aside[-count:]:
                    self._take_away(text)
            case e.RoundEnded():
                self.over = True
            case e.HandsLaid(hands=hands):
                self.hands = texts(hands)
            case e.CardTakenBack():
                self._why_not = self._why_not or "a card was taken back"
            case e.CardsCorrected(cards=cards, hands=hands, beside=beside):
                if self.surplus:
                    self._why_not = self._why_not or "cards corrected with one beside them"
                self.surplus, self._left_over = [], len(beside)  # which they are is told next
                self.correct([card.text for card in cards], texts(hands))
            case e.RulingMade(act=act, paragraph=paragraph, hands=hands):
                self.rulings.append(act)
                self._ruled(act, paragraph)
                self.hands = texts(hands)
            case e.Settled(terminal=who, lines=lines):
                self.paid.setdefault(who, {}).update({line.spot: line for line in lines})
            case _:
                pass

    def _turned(self, at: int, hand: str, face: str) -> None:
        self.cards[at] = face
        earlier = sum(it == hand and place < at for place, it in self.covered.values())
        lie = [place for place, known in enumerate(self.hands.get(hand, ())) if not known]
        if earlier < len(lie):  # else the box was split, and its Hands are laid anew
            self.hands[hand][lie[earlier]] = face

    def _window_closed(self, name: str, act: WindowClosed) -> None:
        answers = dict(self.given.get(name, {}))
        self.closed[name] = Closed(act, answers)
        said = [answer.choice for answer in answers.values() if answer.choice]
        if act.kind == "choice" and said and act.choice != said[0]:
            raise Wrong(f"{name}: {said[0]} was decided, and {act.choice} is played")
        if act.kind == "bets":
            self.deals = len({spot.partition("/")[0] for it in answers.values() for spot in it.bets if "/main" in spot})
            for lies in act.boxes:
                first = self._deciders(lies.box)[0]
                if lies.players[0] != first:
                    raise Wrong(f"box {lies.box}: {lies.players[0]} decides, and {first} should (1.26)")
        elif act.kind == "options":
            gone = tuple(who for who, answer in answers.items() if answer.choice == "withdraw")
            if sorted(gone) != sorted(act.players):
                raise Wrong(f"{act.players} withdraw, and {gone} said so (5.7)")
            self._withdraw(gone)
        elif act.kind == "order":
            first = said[0] if said else self._together[0]
            if act.choice != first:
                raise Wrong(f"{first} was to be dealt first, and {act.choice} is (5.12)")
            rest = list(self._together)
            rest.remove(first)
            self.cards += [first, *rest]
            self._waiting, self._together = len(rest), []

    def _ruled(self, act: Ruled, paragraph: str) -> None:
        if isinstance(act, FOLDED) and self._gave_up:
            self._why_not = self._why_not or "a ruling on the order of the cards when a box was given up"
        match act:
            case Reconstructed(cards=cards):  # what nobody has seen, and is left over, is not named
                named = [card.text for card in cards]
                left = (Counter([*self.cards, *self.surplus]) - Counter(named)) & Counter(self.surplus)
                self.cards, self.surplus, self._waiting = named, list(left.elements()), 0
            case DrawnTogether(cards=cards):
                texts = [card.text for card in cards]
                if self._waiting:
                    self._why_not = self._why_not or "drawn together while a card waited"
                for text in texts:
                    self._take_away(text)
                self._together = [] if paragraph == "5.12.1" else texts
            case Discarded(card=card):
                self._take_away(card.text)
            case WalkedAway(player=player, box=box):
                self.walked.setdefault(box, []).append(player)
            case Voided(paragraph=paragraph):
                self.voided = paragraph
            case InterimSettled() | DealingError():
                pass
            case _:
                self._why_not = self._why_not or f"{type(act).__name__}"

    def _take_away(self, text: str) -> None:
        """It lies beside the Hands, or it is the last of its face that was dealt."""
        if text in self.surplus:
            self.surplus.remove(text)
        else:
            del self.cards[len(self.cards) - 1 - self.cards[::-1].index(text)]

    def _withdraw(self, gone: tuple[PlayerId, ...]) -> None:
        """003 §5.7.3. A box without Players is out of the Round, and so are its cards."""
        if not gone:
            return
        # 003 §1.17: side Bets, a Blackjack, half of what was surrendered; a Hand that was bust by then goes back, too.
        self.interim = {
            who: {spot for spot, line in lines.items() if line.returned or spot.split("/")[1] not in OF_A_HAND}
            for who, lines in self.paid.items()
            if who in gone
        }
        emptied = [box for box in self._boxes_with_bets() if set(self._deciders(box)) <= {*gone, *self.withdrawn}]
        split = any(it.act.kind == "choice" and it.act.choice == "split" for it in self.closed.values())
        if self._folded or split:
            self._why_not = self._why_not or "who withdrew after a split or a ruling on the order of the cards"
        elif emptied and len(self.cards) >= 2 * self.deals + 1 and any(self.owners[2 * self.deals + 1 :]):
            self._why_not = self._why_not or "a box was given up after its third card"
        elif emptied and len(self.owners) == len(self.cards):
            kept = [at for at, owner in enumerate(self.owners) if owner not in emptied]
            if len(self.cards) == 2 * self.deals + 1:  # the Initial Deal is over: they are counted, and lie there
                self._beside += len(self.cards) - len(kept)
            self.cards, self.owners = [self.cards[at] for at in kept], [self.owners[at] for at in kept]
            self.deals -= len(emptied)
            self._gave_up = True
        self.withdrawn = (*self.withdrawn, *gone)
        stay = {who: answer for who, answer in self.given.get("bets", {}).items() if who not in self.withdrawn}
        if any(int(spot.split("/")[0]) in emptied for answer in stay.values() for spot in answer.bets):
            self._why_not = self._why_not or "a side Bet was left on a box that was given up"

    def correct(self, cards: list[str], hands: dict[str, list[str]]) -> None:
        """003 §5.6, before or after it is settled: these were its cards."""
        if self._folded or self._gave_up:
            self._why_not = self._why_not or "cards corrected after a ruling on their order, or when a box was given up"
        self.cards, self.hands = cards, hands

    def ruled_later(self, acts: Sequence[Act]) -> None:
        """002 alone knows a ruling on a settled Round that is neither other cards nor a Void."""
        raise Wrong(f"{acts} when all was settled")

    # --- what follows from it ---------------------------------------------------------------------------------------

    def registered(self) -> dict[PlayerId, Spots]:
        found: dict[PlayerId, Spots] = {}
        for answers in self.given.values():
            for who, answer in answers.items():
                for spot, amount in answer.bets.items():
                    found.setdefault(who, {})[spot] = found.get(who, {}).get(spot, 0) + amount
        return found

    def _initial(self, box: int) -> Spots:
        """In the order of placing."""
        bets, spot = self.given.get("bets", {}), Spot(f"{box}/main")
        return {str(who): answer.bets[spot] for who, answer in bets.items() if spot in answer.bets}

    def _boxes_with_bets(self) -> list[int]:
        return [box for box in range(1, self.boxes + 1) if self._initial(box)]

    def _deciders(self, box: int) -> list[str]:
        """003 §1.26: who sits there, else the highest Bet, of equal ones the first; who walked away comes last."""
        bets, since = self._initial(box), self._since
        order = sorted(
            bets, key=lambda who: (who != self.seats.get(box), -bets[who], since.get((f"{box}/main", who), 0))
        )
        for gone in self.walked.get(box, []):
            order = [who for who in order if who != gone] + [who for who in order if who == gone]
        return order

    def returns(self) -> dict[PlayerId, dict[str, tuple[int, int]]]:
        """By Player and Spot: what was staked, and what comes back. Raises Unjudged."""
        bets = self.registered()
        if self.voided:  # 003 §5.17
            return {who: {spot: (amount, amount) for spot, amount in spots.items()} for who, spots in bets.items()}
        if self._why_not:
            raise Unjudged(self._why_not)
        found: dict[PlayerId, dict[str, tuple[int, int]]] = {who: {} for who in bets}
        if self._boxes_with_bets():
            self._play(found)
        for who, spots in bets.items():
            for spot, amount in spots.items():
                if spot in found[who]:
                    continue
                if not (self._folded or who in self.withdrawn or self._no_initial_bet(spot)):
                    raise Wrong(f"{who} has {amount} on {spot}, and the oracle knows nothing of it")
                found[who][spot] = (amount, amount)  # 003 §5.7.3, §5.9, §5.15
        for name, paid in self.interim.items():  # 003 §1.17: what was paid then stays as it was
            found[PlayerId(name)] |= {spot: _money(self.paid[name][spot]) for spot in paid}
        return found

    def _no_initial_bet(self, spot: str) -> bool:
        box, kind = spot.split("/")[:2]
        if kind in TABLE_SIDES:
            return not self._boxes_with_bets()
        return not self._initial(int(box))

    def _play(self, found: dict[PlayerId, dict[str, tuple[int, int]]]) -> None:
        boxes = [self._box(number) for number in range(1, self.boxes + 1)]
        line = {"game": self.game, "decks": self.decks, "boxes": boxes, "cards": list(self.cards), "placed": True}
        if not any("bet" in it for box in boxes for it in box["bettors"]):
            return  # all have withdrawn
        wrong, settled = "", dict[str, Any]()
        for spare in range(self._waiting + 1):  # the last of those that waited may have waited in vain (5.12)
            settled = play_out({**line, "cards": self.cards[: len(self.cards) - spare]}, self._answer)
            found_wrong = settled["error"] if "error" in settled else self._lies_otherwise(settled)
            if not found_wrong:
                break
            wrong = wrong or found_wrong
        else:
            raise Wrong(f"the oracle finds {wrong} in {line}, {self.rulings}")
        for row in settled["bets"]:
            box, kind, place = row["box"], row["bet"], row["hand"]
            number = list(settled["hands"][box])[place] if place is not None else 0
            spot = f"{box + 1}/{kind}/{number}" if number else f"{box + 1}/{kind}"
            found[PlayerId(row["player"])][spot] = (row["stake"], row["stake"] + row["profit"])

    def _lies_otherwise(self, settled: dict[str, Any]) -> str:
        """ "": the cards lie as the oracle has laid them."""
        lies = {hand: cards for hand, cards in self.hands.items() if cards}
        for box, hands in enumerate(settled["hands"], 1):
            for number, cards in hands.items():
                hand = f"{box}/{number}" if number else str(box)
                if lies.get(hand) != cards:
                    return f"{hand} has {lies.get(hand)}, the oracle lays {cards}"
        if lies.get("dealer", []) != settled["dealer"]["cards"]:
            return f"the Dealer has {lies.get('dealer')}, the oracle lays {settled['dealer']['cards']}"
        return ""

    def _box(self, number: int) -> dict[str, Any]:
        bettors = []
        ace = not self._folded or self.cards[self.deals][0] == "A"  # a Reconstruction may have taken the question away
        no_ace = not self._folded or not ace
        even = self.closed.get(f"even_money/{number}") if ace and self._natural(number) else None
        insured = self.closed.get("insurance") if ace else None
        won = self._folded and self._natural(number) and self.cards[self.deals][0] not in TENS  # 3.15: nor that
        surrendered = self.closed.get(f"surrender/{number}") if no_ace and not won else None
        for who, answer in self.given.get("bets", {}).items():
            own = {spot.partition("/")[2]: bet for spot, bet in answer.bets.items() if spot.startswith(f"{number}/")}
            sides = {kind: bet for kind, bet in own.items() if kind != "main"}
            if not self._initial(number):  # 003 §5.15
                sides = {kind: bet for kind, bet in sides.items() if kind in TABLE_SIDES}
            if who in self.withdrawn or not (sides or "main" in own):
                continue
            entry: dict[str, Any] = {"player": str(who), "side": sides}
            if "main" in own:
                entry |= {"bet": own["main"], "seated": self.seats.get(number) == who}
                entry["even_money"] = even is not None and _choice(even, who) == "even_money"
                spot: Any = f"{number}/insurance"
                if insured is not None and who in insured.answers and spot in insured.answers[who].bets:
                    entry["insurance"] = insured.answers[who].bets[spot]
            bettors.append(entry)
        gives_up = surrendered is not None and any(it.choice == "surrender" for it in surrendered.answers.values())
        return {"bettors": bettors, "surrendered": gives_up and any("bet" in it for it in bettors)}

    def _natural(self, number: int) -> bool:
        if not self._folded:
            return True
        place = self._boxes_with_bets().index(number) if number in self._boxes_with_bets() else 0
        return natural([self.cards[place], self.cards[self.deals + 1 + place]])

    @property
    def _folded(self) -> bool:
        return any(isinstance(act, FOLDED) for act in self.rulings)

    def _answer(self, box: int, hand: int, drawn: int) -> dict[str, Any] | None:
        """What was decided; a question is known by its box, its Hand and the number of cards when it was asked."""
        name = f"{box + 1}/{hand}/{drawn + self._beside}"
        closed = self.closed.get(f"choice/{name}")
        there = [who for who in self._deciders(box + 1) if who not in self.withdrawn]
        left = len(there) == 1 and there[0] in self.walked.get(box + 1, ())
        if left and (closed is None or not _answered(closed)):
            return {"action": "left"}
        if closed is None:
            return None
        leader = there[0]
        decision: dict[str, Any] = {"action": closed.act.choice, "leader": leader}
        followed = self.closed.get(f"follow/{name}")
        if closed.act.choice in ("double", "split"):
            both = Counter(_amounts(closed))
            both.update(_amounts(followed) if followed is not None else {})
            leader = next(iter(_amounts(closed)), leader)
            both = Counter({who: amount for who, amount in both.items() if who not in self.withdrawn})
            # Who has doubled and then taken his Bets back (5.7.3) has none on the Hand, and it gets its one card.
            decision["leader"] = "" if leader in self.withdrawn else leader
            if closed.act.choice == "double":
                decision["amounts"] = dict(both)
            else:
                decision["follow"] = [who for who in both if who != leader]
        return decision


def _choice(closed: Closed, who: PlayerId) -> str:
    return closed.answers[who].choice if who in closed.answers else ""


def _answered(closed: Closed) -> bool:
    return any(answer.choice for answer in closed.answers.values())


def _amounts(closed: Closed) -> dict[str, int]:
    return {str(who): sum(answer.bets.values()) for who, answer in closed.answers.items() if answer.bets}


def _money(line: Line) -> tuple[int, int]:
    return line.staked, line.returned


def texts(hands: Mapping[Any, Any]) -> dict[str, list[str]]:
    return {str(hand): ["" if card is None else card.text for card in cards] for hand, cards in hands.items()}


def reject(answers: dict[PlayerId, Answer], who: PlayerId, spot: str) -> None:
    """Of this answer one Bet goes back."""
    bets = {it: amount for it, amount in answers[who].bets.items() if it != spot}
    if bets or answers[who].choice:
        answers[who] = Answer(bets, answers[who].choice)
    else:
        del answers[who]


def note_raised(since: dict[tuple[str, str], int], who: PlayerId, before: Answer | None, answer: Answer) -> None:
    """003 §1.26: of equal Bets on a box, the one that came to this height first was placed first."""
    lay = {} if before is None else before.bets
    now = max(since.values(), default=0) + 1
    since |= {(str(spot), str(who)): now for spot, bet in answer.bets.items() if bet > lay.get(spot, 0)}
