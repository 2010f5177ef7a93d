"""What staff may do at a table that looks like this: the one next step first.

Pure, and decides nothing. The ordinary way of the game is here; what is irregular, the guide says (`protocol.guide`).
"""

from typing import Final

from msgspec.structs import replace

from games.boxes import is_answer
from games.catalog import find_face, rulings_of
from games.round import CardDrawn, InterimSettled
from games.rulings import Topic
from protocol import messages as m
from protocol.box_view import awaited, deciding, turns_first
from protocol.guide import Guide, guides
from protocol.halts import Halt
from protocol.moves import MOVE_FOR
from protocol.preview import preview
from protocol.situation import Sight, Situation, Step, Steps
from protocol.view import Phase, cards_digest

MORE_MS: Final = 10_000  # of betting time, at a tap
NAMED_MAX: Final = 3  # of more Players their number is said


class Ways:
    """Each way is a list: an empty one is not open now."""

    def __init__(self, sight: Sight) -> None:
        self.at, self.view = Situation(sight), sight.view
        self.guides = guides(sight)

    @property
    def guide(self) -> Guide | None:
        """Of the halt that comes first; None: nothing stops the table."""
        return self.guides[0] if self.view.halts else None

    def steps(self) -> Steps:
        """The next one first. Never empty."""
        view = self.view
        if self.guide is not None:
            return self._over_a_halt(self.guide)
        match view.phase:
            case Phase.CLOSED:
                return self._closed()
            case Phase.READY:
                return self._ready()
            case Phase.BETTING:
                more_time = self.at.step("add_time", m.AddTime(MORE_MS))
                if deciding(view):
                    closes = self._awaiting()
                else:
                    closes = [*self.at.step("close_bets", m.CloseBets()), *self._place_for()]
                return [*closes, *more_time, *self._call(), *self._void()]
        if view.phase is Phase.DEALING and (initial := self._initial_deal()):
            return [*initial, *self.at.correct_cards(), *self._left(), *self._call(), *self._void()]
        if turns_first(view):  # 003 §3.12
            return [Step("await_turns"), *self._left(), *self._call(), *self._void()]
        certify = self.at.step("certify", m.Certify(cards_digest(view)))
        first = certify if view.phase is not Phase.DEALING else self._deal()
        cards = [*self.at.take_back_card(), *self.at.correct_cards()]
        together = self.at.step("report_together", m.ReportDrawnTogether()) if len(self.at.drawn) > 1 else []
        sides = self.at.report_sides()
        return [*first, *cards, *sides, *self._left(), *together, *self._call(), *self._void()]

    def _initial_deal(self) -> Steps:
        """003 §1.17: what the Initial Deal has decided is paid and collected before the Subsequent Deal: once, and once
        more for half of a surrendered Bet or Even Money that was answered since.
        """
        acts, round, game = self.view.acts, self.at.round, self.at.game
        if any(it.window.kind in ("options", "order") for it in self.view.windows.values()):
            return []  # an error is dealt with first
        if round is None or game is None or game.rule(round, InterimSettled()) is not None:
            return []
        last = max((at for at, act in enumerate(acts) if isinstance(act, InterimSettled)), default=None)
        if last is not None and not self._decided_since(last):
            return []
        # 003 §5.16: it was forgotten, and cards have come since somebody has decided something.
        answered = next((at for at, act in enumerate(acts) if is_answer(act)), len(acts))
        late = any(isinstance(act, CardDrawn) for act in acts[answered:])
        topic = Topic.LATE_INTERIM if late else Topic.INTERIM
        return self.at.step("certify_initial", m.Certify(cards_digest(self.view)), topic)

    def _decided_since(self, last: int) -> bool:
        """Something is not paid yet, and no card has come since this act: what a card decides is for the end."""
        acts = self.view.acts
        if any(isinstance(act, CardDrawn) for act in acts[last:]) or not any(map(is_answer, acts[last:])):
            return False
        return bool(preview(self.at.sight, m.Certify(cards_digest(self.view))).shares)

    def _awaiting(self) -> Steps:
        """Players are asked: nothing is to be done but to wait, or to end the question with what it says."""
        asked = awaited(self.view)
        boxes, people = {box for _, box, _ in asked}, list(dict.fromkeys(who for _, _, who in asked))
        if all(kind == "follow" for kind, _, _ in asked) and len(people) <= NAMED_MAX:
            waits = Step("await_follow", None, detail=", ".join(people))  # the box has decided: these are behind it
        elif len(boxes) == 1 and 0 not in boxes and len(people) == 1:
            waits = Step("await_box", None, detail=str(next(iter(boxes))))
        else:
            many = len(people) > 1
            waits = Step("await_players" if many else "await_player", None, detail=str(len(people)) if many else "")
        entered = self.answers()[:1] if len(people) == 1 else []
        closes = self.at.step("close_question", m.CloseBets())
        return [*self._initial_deal(), waits, *entered, *closes, *self._left()]

    def answers(self) -> Steps:
        """003 §5.18: for each Player who is asked something and has not answered, what staff may enter for him."""
        view, found = self.view, []
        for name, opened in view.windows.items():
            window, given = opened.window, self.at.sight.bets.get(name, {})
            for player in window.respondents or () if self.at.round is not None else ():
                if player not in given:
                    order = m.AnswerFor(player, opened.id, {}, window.default)
                    found += self.at.step("answer_for", order, detail=player)
        return found

    def _place_for(self) -> Steps:
        """003 §5.18: for whom, where and how much, a person says."""
        opened = next((it for it in self.view.windows.values() if it.window.respondents is None), None)
        if opened is None or not self.at.seated():
            return []
        found = self.at.step("place_for", m.AnswerFor(self.at.seated()[0], opened.id, {}))
        return [replace(step, order=None) for step in found]

    def _left(self) -> Steps:
        """003 §5.3: a Player has walked away from his box."""
        about = [guide for guide in self.guides if guide.what == Topic.WALKED_AWAY]
        return [choice.step for guide in about for choice in guide.choices]

    def more(self) -> Steps:
        """What is not part of the game: limits, the end of the day, a Round that is over, a word for the record."""
        at, view = self.at, self.view
        limits = at.step("set_limits", m.SetLimits(view.felt)) if at.game is not None else []
        return [
            *at.step("record_ruling", m.RecordRuling("-")),
            *at.rule_otherwise(),
            *limits,
            *at.step("begin_day", m.BeginDay(view.doubted_day), detail=view.doubted_day),
            *at.void_settled(),
            *at.remove_settled(),
            *at.take_back_void(),
            *at.correct(),
            *at.recall(),
            *at.earlier(),
        ]

    # --- ways of one kind ------------------------------------------------------------------------------------------

    def _closed(self) -> Steps:
        """The day that is over is closed before the next one is played, as far as it goes by this list."""
        day, since = self.view.due_day, self.view.due_since
        days = day if day == since else f"{since} / {day}"
        return [*self.at.step("close_day", m.CloseDay(day), detail=days), *self.at.step("open_table", m.OpenTable())]

    def _ready(self) -> Steps:
        shoe = self.view.shoe
        load, end = self.at.load_shoe(), self.at.end_shoe()
        rest = [*self._call(), *self.at.step("close_table", m.CloseTable())]
        if shoe.burning:
            burn = self.at.deal_card() or [self.at.say("burn", Topic.CARDS, str(shoe.burning))]
            return [*burn, *load, *rest]
        bets = self.at.step("open_bets", m.OpenBets())
        if shoe.live and shoe.left < find_face(self.view.game).most_cards(self.view.felt):
            return [*load, *bets, *end, *rest]  # 002 §5.5.5: it might run dry
        if not shoe.live:
            return [*load, *rest]
        if self._ran_dry():  # 001 §5.3.4: the next one would, too
            return [*end, *load, *bets, *rest]
        # 001 §5.3.2: what is left is counted before other cards come.
        return [*bets, *end, *load, *rest]

    def _ran_dry(self) -> bool:
        """The last Round is Void because its cards did not suffice, and no other set was loaded since."""
        view = self.view
        topic = rulings_of(view.game).topic(view.void) if view.void else None
        return topic == Topic.SHOE_DRY and view.shoe.first_round <= view.round_no

    def _deal(self) -> Steps:
        """The card that is due, under the paragraph by which it is: out of the shoe, or entered by the Dealer."""
        view = self.view
        paragraph = find_face(view.game).draws_under(view.hands, view.due)
        if by_hand := self.at.deal_card():
            return [replace(step, paragraph=paragraph) for step in by_hand]
        return [self._draw(paragraph)]

    def _draw(self, paragraph: str) -> Step:
        view = self.view
        return Step("draw", None, paragraph, detail=view.due, nth=len(view.hands.get(view.due, ())) + 1)

    def _void(self) -> Steps:
        """Whoever voids a Round that nothing stops says why."""
        return [replace(step, paragraph="") for step in self.at.void()]

    def _call(self) -> Steps:
        """Over a halt too. Who has been called already is still needed, and nobody calls twice."""
        if Halt.CALLED in self.view.halts:
            return [self.at.say("supervisor_needed", Topic.ANYTHING_ELSE, who=MOVE_FOR[m.Resume].who)]
        return self.at.step("call_supervisor", m.CallSupervisor("called from the panel"))

    def _over_a_halt(self, guide: Guide) -> Steps:
        """Where the rules prefer none of the choices, the next step is to decide."""
        choices = [choice.step for choice in guide.choices]
        first = [Step("decide", None, guide.paragraph)] if guide.equal else []
        back = self.at.take_back_card()
        return [*first, *choices, *back, *(self._closed() if self.view.phase is Phase.CLOSED else ()), *self._call()]
