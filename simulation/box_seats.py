"""What a production terminal at a table with boxes must come to, by a second opinion that is no terminal.

A wish that the table would take must be registered; what a terminal offers the table must take, and what it withholds
the table must refuse. Whoever was told everything has no excuse. And whoever sat there before has no wish any more.
"""

from typing import Any

from games.round import Answer, PlayerId, Spot
from protocol import messages as m
from protocol.box_view import awaited, box_table, deciding
from protocol.halts import Halt
from simulation.calm import CalmTable, Seat
from simulation.reference.boxes import BoxExaminer
from simulation.world import Violation
from terminal import intents as t
from terminal.answers import Ask, asked

NOTHING = Answer()


class BoxSeats:
    def __init__(self, table: CalmTable, examiner: BoxExaminer) -> None:
        self.drill, self.examiner = table, examiner
        self.heard: dict[str, Any] = {}  # what each was told of the boxes last
        self.wishes: dict[str, int] = {}  # in which sitting its Player said that he turns his cards himself

    def began(self, name: str) -> None:
        """Another process: what was not persisted is forgotten."""
        self.wishes.pop(name, None)
        self.heard.pop(name, None)

    def tell(self, news: m.Boxes) -> None:
        """Whoever has come to this Round keeps it."""
        seats = [seat for seat in self.drill.seats.values() if seat.name not in self.drill.away]
        there = [seat for seat in seats if seat.session.join.joined]
        self.heard |= {
            seat.name: (news.round_no, news.boxes)
            for seat in there
            if seat.session.state.view.round_no == news.round_no
        }

    # --- what it wants -----------------------------------------------------------------------------------------------

    def wants(self, name: str, intent: Any) -> None:
        seat = self.drill.seats[name]
        if not self._knows(seat):
            if isinstance(intent, t.WishSqueeze):
                self.wishes[name] = -1  # nobody knows which sitting it has heard of
            seat.wants(intent)
            return
        if isinstance(intent, t.WishSqueeze):
            self.wishes[name] = self._sitting(name) if intent.wanted else 0
        wish = self._wish(name, intent)
        seat.wants(intent)
        if wish is not None:
            given = self.examiner.given.get("bets", {}).get(PlayerId(name), NOTHING)
            if dict(given.bets) != wish:
                raise Violation("R", f"{name} wants {intent}: {wish} should stand, {given} does")

    def _knows(self, seat: Seat) -> bool:
        """It has heard everything, and nothing of it is under way."""
        session, table = seat.session, self.drill.table
        state, forgotten = session.state, session.forgotten
        quiet = not (state.outbox.layouts or state.outbox.asked or forgotten.wanted)
        there = session.join.joined and session.join.follower.seq == table.seq and seat.name not in self.drill.away
        return bool(quiet and there and forgotten.connected and not session.disputed and not state.latched)

    def _sitting(self, name: str) -> int:
        return self.drill.table.ledger.sitting(PlayerId(name)) or 0

    def _wish(self, name: str, intent: Any) -> dict[Spot, int] | None:
        """What must stand afterwards; None: the table would say no, or it is not said here."""
        examiner = self.examiner
        if "bets" not in examiner.windows or examiner.halts or not isinstance(intent, t.PlaceBet | t.TakeBack):
            return None
        if self.heard.get(name) != (examiner.round_no, examiner.now()):
            return None  # it does not know yet what lies there
        window = examiner.windows["bets"].window
        before = examiner.given.get("bets", {}).get(PlayerId(name), NOTHING)
        bets = dict(before.bets)
        more = intent.amount if isinstance(intent, t.PlaceBet) else -intent.amount
        if isinstance(intent, t.TakeBack) and intent.spot not in bets:
            return None
        bets[intent.spot] = max(0, bets.get(intent.spot, 0) + more)
        bets = {spot: amount for spot, amount in bets.items() if amount}
        said = examiner.said[examiner.windows["bets"].id].get(name)
        revision = 1 if said is None else said.revision + 1
        against = examiner.against(window, PlayerId(name), Answer(bets), before, revision)
        if against or revision > 200:
            return None
        return bets

    def registered(self, name: str, answer: Answer, offered: bool) -> None:
        """Said with his Bets, in the sitting in which he wished it, and by nobody else."""
        wish = self.wishes.get(name, 0)
        if wish < 0 or answer.entered_by or not answer.bets or not offered:
            return
        wanted = "squeeze" if wish == self._sitting(name) != 0 else ""
        if answer.choice != wanted:
            raise Violation("R", f"{name} wished to turn his cards in sitting {wish}, and says {answer}")

    # --- what it offers ----------------------------------------------------------------------------------------------

    def compare(self, name: str) -> None:
        seat = self.drill.seats[name]
        session, examiner = seat.session, self.examiner
        if not self._knows(seat) or examiner.halts or not examiner.in_round or Halt.SURPLUS in examiner.halts:
            return
        asks = list(asked(session))
        windows = {
            it.window.name for it in examiner.windows.values() if PlayerId(name) in (it.window.respondents or ())
        }
        shown = {ask.opened.window.name for ask in asks}
        if {it for it in windows if it != "insurance"} != {it for it in shown if it != "insurance"}:
            raise Violation("R", f"{name} is asked {windows}, and shows {shown}")
        for ask in asks:
            if ask.opened.window.kind not in ("insurance", "options", "order"):
                self._is_offered(name, ask)
        self._looks(session.state.view)

    def _is_offered(self, name: str, ask: Ask) -> None:
        examiner, window, who = self.examiner, ask.opened.window, PlayerId(name)
        before = examiner.given.get(window.name, {}).get(who, NOTHING)
        for option in ask.question.options:
            against = examiner.against(window, who, Answer(option.bets, option.choice), before, 1)
            if bool(option.why) != bool(against - {"credit"}):
                raise Violation("R", f"{name} shows {option} in {window.name}, and {against} speak against it")
        keys = {it.choice for it in ask.question.options if not it.why}
        free = {choice for choice in window.choices if choice not in ("split", "double", "follow", "even_money")}
        if not free <= keys | {it.choice for it in ask.question.options}:
            raise Violation("R", f"{name} may say {window.choices}, and is offered {keys}")

    def _looks(self, view: Any) -> None:
        """Who is asked, and the boxes, as screens have them."""
        examiner = self.examiner
        wanted = {
            (it.window.kind or it.window.name, it.window.box, who)
            for it in examiner.windows.values()
            for who in it.window.respondents or ()
        }
        if set(awaited(view)) != wanted or deciding(view) != (bool(wanted) and "bets" not in examiner.windows):
            raise Violation("R", f"{wanted} are asked, and screens show {awaited(view)}")
        if examiner.lost or "bets" in examiner.windows or None in view.acts:
            return
        table = box_table(view)
        boxes = (
            {}
            if table is None
            else {it.box: {str(hand.hand): list(hand.cards) for hand in it.hands} for it in table.boxes}
        )
        lie = examiner.play.hands()
        shown = {hand: cards for hands in boxes.values() for hand, cards in hands.items() if cards}
        if table is not None and shown != {hand: cards for hand, cards in lie.items() if hand != "dealer"}:
            raise Violation("R", f"{lie} lie there, and screens show {shown}")
