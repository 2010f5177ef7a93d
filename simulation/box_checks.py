"""What must always hold at a table with boxes, beside what holds at any (`checks.py`): from the log, without `games/`.

Cards lie where the log says they were due, and when the Round ends where the oracle lays them; every line is what
`box_judge` makes of the journal. Seats and the order of decision (003 §1.26), what a box takes and whose Bets go back
(§5.1), what everybody is told of the boxes (§3.6), answers (§5.14), and that a Void returns everything (§5.17).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from games.cards import Card
from games.catalog import find_game
from games.round import Felt, HandId, Reconstructed, Voided, Window
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from simulation.box_judge import BoxRound, Unjudged, Wrong
from simulation.checks import Checks
from simulation.felt import Objection, OnFelt
from simulation.nodes import TerminalNode
from simulation.pictures_judge import PicturesRound
from simulation.turning_check import TurningCheck
from simulation.world import Violation, World

LOW: Final = ("A", "2", "3")  # 003 §5.4.1, §3.13.2: with such a card a box cannot come to more than 13


class Down(NamedTuple):
    face: str
    to: str
    hand: str
    at: int  # in the order in which they were drawn


class BoxFelt(OnFelt):
    """Numbers and faces of the shoe as for any game; where a card belongs is what the log said before it came."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.hands = {}
        self.order: list[str] = []  # all cards of the Round, as they were drawn or were ruled to have been
        self._game = game
        self.due = self._last = ""
        self._unseen = 0  # of what lies beside the Hands: the last ones, face down
        self._numbered = False  # the last card has a number of the shoe
        self._adds = 0  # so many of those that are seen beside the Hands next are new in this Round
        self.down: dict[int, Down] = {}  # cards that lie face down for whoever turns them, by draw

    @property
    def dealt(self) -> int:
        return sum(map(len, self.hands.values()))

    @property
    def turn(self) -> str | None:
        return self.due or None

    @property
    def established(self) -> bool:
        """003 §5.4.1: a box with two cards has decided its side Bets; in 003 a low first card Over 13."""
        boxes = [cards for hand, cards in self.faces.items() if hand != "dealer"]
        low = self._game == "blackjack" and any(cards[0][:1] in LOW for cards in boxes if cards)
        return low or any(len(cards) > 1 for cards in boxes)

    @property
    def faces(self) -> dict[str, list[str]]:
        """The Hands with what lies face down in them: it decides a Bet all the same, and the console knows it."""
        down: dict[str, list[str]] = {}
        for it in sorted(self.down.values(), key=lambda it: it.at):
            down.setdefault(it.hand, []).append(it.face)
        found = {}
        for hand, cards in self.hands.items():
            unseen = iter(down.get(hand, ()))
            found[hand] = [card or next(unseen, "") for card in cards]
        return found

    def _apply(self, event: Fact, bets_open: bool) -> None:
        match event:
            case e.WindowOpened(id=key) if key.n == 1:
                super()._apply(event, bets_open)
                self.hands, self.order, self.due, self._unseen = {}, [], "", 0
                self.down = {}
            case e.CardDealt(shoe_seq=number, card=None):
                if number > 0:  # else it was dealt by hand, and the shoe has not said it
                    self._place(number, self._waiting.get(number, ""))
                elif number == 0 and (not self._carried or not self._carried.pop(0)):
                    raise Objection("M10", f"{event}, and nothing was kept")
                self._deal(event, "")
            case e.CardHidden(draw=draw, card=card, to=to):
                if not self.order or self.order[-1]:
                    raise Objection("M13", f"{event}, and the last card lies open: {self.hands}")
                drawn = len(self.order) - len(self.surplus)  # what lies beside the Hands was drawn for none of them
                if draw != drawn - 1:
                    raise Objection("M10", f"{event}, and {drawn} cards were drawn: it is the last of them")
                self.down[draw] = Down(card.text, to, self._last, len(self.order) - 1)
            case e.CardRevealed(draw=draw, card=card, due=due):
                self._turned(draw, card.text)
                self.due = due or self.due
            case e.CardTakenBack(hand=hand, card=card, due=due):  # by hand alone: its number comes again
                if not self.hands.get(hand) or self.hands[hand].pop() != card.text or self.order.pop() != card.text:
                    raise Objection("M10", f"{card} is taken back from {hand}, and {self.hands} lay there")
                self.due = due
                self.last_seq -= self._numbered
            case e.WindowClosed(due=due):
                self.due = due
            case e.HandsLaid(hands=hands):
                # A split lays them anew; and of cards drawn together one now has its place (5.12).
                if Counter(self._all(_texts(hands))) - Counter(self.order):
                    raise Objection("M10", f"{hands} are laid, and {self.hands} lay there")
                self.hands = _texts(hands)
            case e.SurplusDrawn() | e.CardIdle():
                self._adds = 1 if isinstance(event, e.SurplusDrawn) else 0
                self._unseen += self._adds
                super()._apply(event, bets_open)
            case e.SurplusKept():
                self._unseen = 0
                for face in self.surplus if self.order else ():  # no longer a card of this Round
                    if face in self.order:
                        place = len(self.order) - 1 - self.order[::-1].index(face)
                        del self.order[place]
                        moved = {draw: it for draw, it in self.down.items() if it.at > place}
                        self.down |= {draw: it._replace(at=it.at - 1) for draw, it in moved.items()}
                super()._apply(event, bets_open)
            case e.CardsCorrected(cards=cards, hands=hands, surplus=count, due=due, beside=beside):
                self.order = [card.text for card in cards]
                self.hands, self.due, self._unseen = _texts(hands), due, len(beside)
                self.surplus, self._adds = [""] * count, len(beside)  # which they are is told next
                if Counter(self._all(self.hands)) - Counter(self.order):  # less, if one was discarded
                    raise Objection("M10", f"{cards} were named, and {hands} lie there")
            case e.RoundEnded() if not self.hands:  # nobody has bet: what was kept waits for the Round after it
                super()._apply(replace(event, void=True), bets_open)
            case _:
                super()._apply(event, bets_open)

    def _seen(self, number: int, lying: list[str]) -> None:
        super()._seen(number, lying)
        if self._adds:
            self.order += self.surplus[len(self.surplus) - self._adds :]
        elif not number and Counter(self.surplus) - Counter(self.order):
            raise Objection("M10", f"{self.surplus} are left over of {self.order}")
        self._adds = 0

    def _all(self, hands: Mapping[str, Sequence[str]]) -> list[str]:
        return sorted(card for cards in hands.values() for card in cards)

    def lie_for(self) -> dict[int, str]:
        """Who may turn the cards that lie face down, by draw."""
        return {draw: it.to for draw, it in self.down.items()}

    def _turned(self, draw: int, face: str) -> None:
        """003 §3.12: as it was drawn, and where it lies."""
        if draw not in self.down or self.down[draw].face != face:
            raise Objection("M10", f"{face} is turned as card {draw}, and face down lie {self.down}")
        turned = self.down.pop(draw)
        self.order[turned.at] = face
        earlier = sum(it.hand == turned.hand and it.at < turned.at for it in self.down.values())
        lie = [at for at, known in enumerate(self.hands.get(turned.hand, ())) if not known]
        if earlier < len(lie):  # else the box was split, and its Hands are laid anew
            self.hands[turned.hand][lie[earlier]] = face

    def _deal(self, event: e.CardDealt, card: str) -> None:
        self._last, self._numbered = str(event.hand), event.shoe_seq > 0
        if event.hand != self.due:
            raise Objection("M11", f"{card} goes to {event.hand}, and {self.due or 'no Hand'} was to draw")
        self.hands.setdefault(event.hand, []).append(card)
        self.order.append(card)
        self.due = event.due

    def _ruled(self, event: e.RulingMade) -> None:
        if isinstance(event.act, Voided):
            waiting = [face for face in self._waiting.values() if face]
            unseen = self.surplus[len(self.surplus) - self._unseen :]
            if [card.text for card in event.turned] != [*unseen, *waiting]:
                raise Objection("M10", f"{unseen} and {waiting} are out of play: {event.turned}")
            self._waiting = {}
        self._unseen += len(event.covered) - len(event.which)
        self.due = event.due
        lying, hands = self._all(self.hands) + self.surplus, _texts(event.hands)
        missing = Counter(self._all(hands)) - Counter(lying) - Counter(self.order)
        if missing:
            raise Objection("M10", f"{event.act} brings {missing}")
        if isinstance(event.act, Reconstructed):
            named = [card.text for card in event.act.cards]
            left = Counter(self.order) - Counter(named)  # lies face down, and is not named
            if Counter(named) - Counter(self.order):
                raise Objection("M10", f"{named} are Reconstructed, and {self.order} were drawn")
            self.order = [*named, *left.elements()]
        self.hands, self.surplus = hands, [""] * event.surplus  # which they are is told next


class BoxChecks(Checks):
    felt: BoxFelt
    reaches_back = False

    def __init__(self, world: World, table: str, game: str, felt: Felt, decks: int) -> None:
        super().__init__(world, table)
        self.game, self._limits, self._decks = game, felt, decks
        self.interruption = "5.4.2"
        self.main = find_game(game).shared  # a name, and no rule
        self.felt = self._make_felt()
        self._seats: dict[int, str] = {int(box): str(who) for box, who in felt.seats.items()}
        self.round = self._make_round({})
        self.round.over = True  # none has begun
        self.rounds_past: dict[int, BoxRound | PicturesRound] = {}
        self.judged: Counter[str] = Counter()  # Rounds, and why others were not
        self._bets: m.WindowId | None = None
        self._raised: dict[tuple[str, str], int] = {}  # when a Bet was raised last
        self.windows: dict[m.WindowId, Window] = {}  # of this Round
        self.uncompared = 0  # a Round whose lines are corrected in this commit
        self.turning = TurningCheck(world)
        self._round_no = 0
        self._countdown_ms = 0
        self._times: Mapping[str, int] = {}

    def _make_felt(self) -> BoxFelt:
        return BoxFelt(self.game)

    def _make_round(self, seats: Mapping[int, str]) -> BoxRound | PicturesRound:
        return BoxRound(self.game, self._decks, self._limits.boxes, seats)

    def batch(self, inputs: Sequence[Any]) -> None:
        super().batch(inputs)
        self.turning.batch(inputs, self.felt.lie_for())

    def _guarded(self, entry: Any, event: Fact) -> None:
        super()._guarded(entry, event)
        self.turning.wrote(entry.seq, event, self.felt.lie_for())  # before the felt follows

    def _follow(self, seq: int, event: Fact) -> None:
        try:
            self._on_boxes(seq, event)
        except Wrong as wrong:
            raise Violation("M11", f"entry {seq}: {wrong}") from None

    def _on_boxes(self, seq: int, event: Fact) -> None:
        match event:
            case e.TableOpened(felt=felt, countdown_ms=countdown_ms, times=times):
                self._limits, self._countdown_ms, self._times = felt, countdown_ms, times
                self._seats = {int(box): str(who) for box, who in felt.seats.items()}
            case e.LimitsSet(felt=felt):
                self._limits = felt
            case e.Seated(terminal=who, box=box):
                self._sits(seq, who, box)
            case e.WindowOpened(id=key, window=window):
                if key.n == 1:
                    self.round = self._make_round(self._seats)
                    self._bets, self._raised, self.windows, self._round_no = key, {}, {}, key.round_no
                elif window.respondents is None:
                    raise Violation("M7", f"entry {seq}: everybody is asked {window.name} in the middle of a Round")
                elif not window.respondents:
                    raise Violation("M7", f"entry {seq}: nobody is asked {window.name}, and all wait for its end")
                self.windows[key] = window
                if event.left_ms != self._times.get(window.kind, self._countdown_ms):
                    raise Violation("M7", f"entry {seq}: {window.kind} is open for {event.left_ms} ms")
            case e.LayoutRegistered(id=key, terminal=who, answer=answer):
                self._may_answer(seq, event)
                before = self.layouts.get(who, {}).get(key, {})
                for spot, amount in answer.bets.items():
                    if key == self._bets and amount > before.get(spot, 0):
                        self._raised[who, spot] = seq
            case e.BetRejected():
                self._rejected(seq, event)
            case e.WindowClosed(id=key, act=act) if act is not None and key == self._bets:
                self._bets_closed(seq)
            case e.WindowClosed(name=name, by="void", act=act) if act is not None:
                raise Violation("5.17", f"entry {seq}: a Void answers {name}: {act}")
            case e.WindowClosed(id=key, name=name, by="answers"):
                given = self.round.given[name]
                silent = [it for it in self.windows[key].respondents or () if it not in given or not given[it].choice]
                if silent:
                    raise Violation("M7", f"entry {seq}: {name} is closed, and {silent} have not answered")
            case _:
                pass
        super()._follow(seq, event)
        self.round.apply(event)

    def terminal(self, node: TerminalNode) -> None:
        """M4: at the same entry it has the same Bets registered, too."""
        super().terminal(node)
        session = node.session
        windows = session.state.view.windows.values()  # while a question is open, the cards that it is about lie there
        if session.state.own_cards and any(it.window.respondents is None for it in windows):
            raise Violation("M13", f"{node.name} has cards of an earlier Round for its own: {session.state.own_cards}")
        if session.join.follower.seq == len(self.entries) and self.in_round and not session.state.stopped:
            theirs = {key: dict(it.bets) for key, it in session.state.layouts.registered.items() if it.bets}
            mine = {key: bets for key, bets in self.layouts.get(node.key, {}).items() if bets}
            if theirs != mine:
                raise Violation("M4", f"{node.name} shows the Bets {theirs}, the log has {mine}")

    # --- seats and boxes ----------------------------------------------------------------------------------------------

    def _sits(self, seq: int, who: str, box: int) -> None:
        """003 §1.26: one of them to a box, and a Player sits at one."""
        if box and self._seats.get(box, who) != who:
            raise Violation("1.26", f"entry {seq}: {who} sits down at box {box}, and {self._seats[box]} sits there")
        self._seats = {it: sits for it, sits in self._seats.items() if sits != who}
        if box:
            self._seats[box] = who

    def _may_answer(self, seq: int, event: e.LayoutRegistered) -> None:
        window = self.windows.get(event.id)
        if window is None or window.respondents is None:
            return
        if event.terminal not in window.respondents:
            raise Violation("3.8", f"entry {seq}: {event.terminal} answers {window.name}, and was not asked")
        if event.answer.choice not in ("", *window.choices) or not set(event.answer.bets) <= set(window.spots):
            raise Violation("M11", f"entry {seq}: {event.answer} is no answer to {window}")

    def _on(self, box: int) -> dict[str, int]:
        """The Initial Bets on a box, by Player."""
        bets = self.round.given.get("bets", {})
        return {str(who): it.bets[spot] for who, it in bets.items() for spot in it.bets if spot == f"{box}/{self.main}"}

    def _rejected(self, seq: int, event: e.BetRejected) -> None:
        """003 §5.1: more lies there than the box takes, and of Standing Players nobody has bet later."""
        key, who, spot, amount = event.id, event.terminal, event.spot, event.amount
        layout = self.layouts.get(who, {}).get(key, {})
        if layout.get(spot) != amount:
            raise Violation("M2", f"entry {seq}: {amount} on {spot} goes back to {who}, {layout} stands")
        box, kind = int(spot.split("/")[0]), spot.split("/")[1]
        if kind == self.main:
            on, most = self._on(box), self._limits.limits[self.main].max
            standing = [it for it in on if it != self.round.seats.get(box)]
            newest = max(standing, key=lambda it: self._raised.get((it, spot), 0), default="")
            if most is None or sum(on.values()) <= most or who != newest:
                raise Violation("5.1", f"entry {seq}: {who} loses {spot} of {on}, at most {most}, newest {newest}")
        del layout[spot]
        self.money.move(seq, who, amount, -amount)

    def _bets_closed(self, seq: int) -> None:
        for box in range(1, self._limits.boxes + 1):
            on, most = self._on(box), self._limits.limits[self.main].max
            if most is not None and sum(on.values()) > most:
                raise Violation("5.1", f"entry {seq}: box {box} has {on}, at most {most}")

    def boxes_told(self, told: m.Boxes) -> None:
        """003 §3.6: what lies there, and never what one Player bet."""
        found = [(it.box, it.players, it.total, it.seated) for it in told.boxes]
        known = []
        for box in range(1, self._limits.boxes + 1):
            on = self._on(box)
            if on:
                known.append((box, len(on), sum(on.values()), self.round.seats.get(box) in on))
        if found != known:
            raise Violation("3.6", f"everybody is told {found}, and {known} lies there")

    # --- money --------------------------------------------------------------------------------------------------------

    def _returned(self, seq: int, event: e.LayoutReturned) -> None:
        keys = [key for key, name in self.round.names.items() if name == event.window]
        layouts = self.layouts.get(event.terminal, {})
        stands = sum(sum(layouts.pop(key, {}).values()) for key in keys)
        if stands != event.amount:
            raise Violation("M6", f"entry {seq}: {event.amount} goes back to {event.terminal}, {stands} stands")
        self.money.move(seq, event.terminal, event.amount, -event.amount)

    def _settled(self, seq: int, event: e.Settled) -> None:
        before = self.lines.get((event.round_no, event.terminal), ())
        super()._settled(seq, event)
        self.lines[event.round_no, event.terminal] = (*before, *event.lines)

    def _judge(self, seq: int, lines: Sequence[Line], hands: dict[str, list[str]], void: bool) -> None:
        """When the Round ends: of a line that is paid in between, the rest of the Round is not known."""

    def _ended(self, round_no: int, void: bool) -> None:
        super()._ended(round_no, void)
        self.rounds_past = self.rounds_past if self.reaches_back else {}  # 003 §5.6: earlier ones stand
        self.rounds_past[round_no] = self.round
        self.uncompared = round_no

    def _compare(self, round_no: int) -> None:
        """M11, each Bet for itself."""
        try:
            due = self.rounds_past[round_no].returns()
        except Unjudged as why:
            self.judged[f"not judged: {why}"] += 1
            return
        except Wrong as wrong:
            raise Violation("M11", f"round {round_no}: {wrong}") from None
        self.judged["judged"] += 1
        for who in {*due, *(who for number, who in self.lines if number == round_no)}:
            lines = self.lines.get((round_no, who), ())
            paid = {str(line.spot): (line.staked, line.returned) for line in lines}
            if paid != due.get(who, {}):  # type: ignore[call-overload]
                raise Violation("M11", f"round {round_no}: {who} is paid {paid}, the oracle says {due.get(who)}")  # type: ignore[call-overload]

    def _round_corrected(self, seq: int, event: e.RoundCorrected) -> None:
        if not self.reaches_back and (event.round_no != self._round_no or self.in_round):
            raise Violation("5.6", f"entry {seq}: round {event.round_no} is corrected, and the next one has begun")
        before, void = self.past[event.round_no]
        told = self.rounds_past[event.round_no]
        hands = _texts(event.hands)
        if not event.void:
            if not void:
                self.count.instead(event.round_no, _faces(before), _faces(hands))
            if event.ruled:
                told.ruled_later(event.ruled)
            else:
                told.correct([card.text for card in event.cards], hands)
        told.voided = event.void
        self.past[event.round_no] = (hands, bool(event.void))

    def _corrected(self, seq: int, event: e.LinesCorrected) -> None:
        super()._corrected(seq, event)
        self.uncompared = event.round_no

    def _after_commit(self) -> None:
        super()._after_commit()
        if self.uncompared:
            self._compare(self.uncompared)
            self.uncompared = 0

    def _certified(self, seq: int, round_no: int, digest: bytes) -> None:
        self._as_shown(seq, round_no, digest)
        compared = self.sure.get((round_no, digest))
        if compared is not None and [card.text for card in compared] != self.felt.order:
            raise Violation("M11", f"entry {seq}: certified {self.felt.order}, and staff compared it with {compared}")


def _texts(hands: Mapping[HandId, Sequence[Card | None]]) -> dict[str, list[str]]:
    return {str(hand): ["" if card is None else card.text for card in cards] for hand, cards in hands.items()}


def _faces(hands: Mapping[str, Sequence[str]]) -> list[str]:
    return [card for cards in hands.values() for card in cards]
