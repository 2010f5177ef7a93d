"""The production table of Blackjack, Blackjack Plus and Three Pictures, told whatever anybody could tell it.

No network: the core alone with its panel, two Players whom nobody helps (their requests are written here: late, twice,
for others, in old windows) and two production terminals, which follow and ask in their own words. Beside the checks of
any table with boxes (`box_checks.py`) a second opinion hears it all (`reference/boxes.py`): who is asked what and when,
whether a no was just, and who was told what. A shoe that lies on purpose deals pairs and Aces, so that what the cards
seldom bring is common here.
"""

from collections.abc import Callable

from protocol import messages as m
from shoe_driver import link as shoe
from simulation.calm import PANEL
from simulation.drill_boxes_openings import BoxesOpenings
from simulation.drill_boxes_table import COUNTDOWN_MS, LOOSE, SEATED, TERMINALS
from simulation.reference.tape import Objection
from simulation.world import Crash, Violation


class BoxDrill(BoxesOpenings):
    # --- a drill -----------------------------------------------------------------------------------------------------

    def play(self, steps: int) -> None:
        self._opens_table()
        self._tells(lambda: self.begin(self.seed), "the opening")
        for number in range(steps):
            self._tells(self._step, f"step {number}")

    @staticmethod
    def _tells(what: Callable[[], None], when: str) -> None:
        try:
            what()
        except Objection as objection:
            raise Violation("R", f"{when}: {objection}") from None
        except Violation as broken:
            raise Violation(broken.name, f"{when}: {str(broken).partition(': ')[2]}") from None

    def _opens_table(self) -> None:
        self.join(PANEL)
        self.wait()
        self.order(m.OpenTable())
        self._loads()
        for name in LOOSE:
            self._greets(name)
        for name in TERMINALS:
            self._buys(name)

    def _step(self) -> None:
        rng, manner = self.rng, self.manner
        try:
            self.crashing = rng.random() < manner.crashes * 0.5
            self._something()
            if rng.random() < 0.35:
                self.wait(rng.choice((0, 20, 100, 300, 700, 1_500)))
            self.crashing = False
            if rng.random() < manner.crashes * 0.3:
                raise Crash("killed")
        except Crash:
            self.crashing = False
            self.crashes += 1
            self.line, self.mail = [], []
            self.start()
            self.join(PANEL)
        self._compare()

    def _something(self) -> None:
        rng, manner, view = self.rng, self.manner, self.table.view
        if self.plan:
            self.plan.pop(0)()
            return
        dice = rng.random()
        if dice < 0.04:
            self._says_again()
        elif dice < 0.08:
            self._moves()
        elif dice < 0.08 + manner.wipes:
            self._befalls(rng.choice(SEATED))
        elif dice < 0.12 + manner.wipes:
            self._nonsense()
        elif view.halts and rng.random() < 0.8:
            self._remedies()
        else:
            getattr(self, f"_while_{view.phase.value}")()

    # --- phases ------------------------------------------------------------------------------------------------------

    def _while_closed(self) -> None:
        self.order(m.OpenTable())

    def _while_ready(self) -> None:
        rng, view, shoe_view = self.rng, self.table.view, self.table.view.shoe
        last = view.round_no
        if last and rng.random() < self.manner.corrects:
            self._corrects(last)
        elif rng.random() < self.manner.closes:
            self.order(m.CloseTable())
        elif (
            not shoe_view.live or shoe_view.withdrawn or shoe_view.foreign or shoe_view.left < 60 * self.decks // 8 + 12
        ):
            self._loads()
        elif rng.random() < 0.03:
            self.order(m.RuleOtherwise("nobody bets", m.RoundWithoutBets()))
        elif rng.random() < 0.04:
            self._draws()
        else:
            self.order(m.OpenBets())

    def _while_betting(self) -> None:
        rng, view = self.rng, self.table.view
        if any(it.window.respondents is None for it in view.windows.values()):
            dice, stakes = rng.random(), any(it.bets for it in self.table.windows.given.get("bets", {}).values())
            if dice < 0.78 or (not stakes and dice < 0.97):
                self._bets(rng.choice(TERMINALS))
            elif dice < 0.87:
                self.order(m.CloseBets())
            elif dice < 0.88:
                self.order(m.AddTime(500))
            elif dice < 0.88 + self.manner.surplus:
                self._draws()
            elif dice < 0.95:
                self.wait(rng.choice((260, 1_000, COUNTDOWN_MS)))
            elif dice < 0.95 + self.manner.voids:
                self._voids()
            return
        if rng.random() < self.manner.rules:
            self._rules()
        elif rng.random() < self.manner.interim:
            self._certifies()
        elif rng.random() < self.manner.surplus:
            self._draws()
        elif rng.random() < self.manner.voids:
            self._voids()
        elif rng.random() < self.manner.slow:
            self.wait(rng.choice((500, 1_000, 2_000)))
        elif rng.random() < 0.03:
            self.order(m.CloseBets())
        elif rng.random() < 0.10:
            self._answers_for()
        else:
            self._answers()

    def _while_dealing(self) -> None:
        rng, manner = self.rng, self.manner
        if rng.random() < manner.unread:
            self._is_unread()
        elif rng.random() < manner.rules * 0.3:
            self._rules()
        elif rng.random() < manner.voids * 0.5:
            self._voids()
        elif rng.random() < manner.interim * 0.3:
            self._certifies()
        elif rng.random() < 0.02:
            self._draws(2)
            if rng.random() < 0.5:
                self.shoe_says(shoe.CardsTogether(self.counter, 100))
        elif rng.random() < 0.01:
            self.order(m.CorrectCards(self._others()))
        else:
            self._draws()

    def _while_result(self) -> None:
        rng, manner = self.rng, self.manner
        if self._turns() or self._came_with_the_last():
            return
        if rng.random() < manner.surplus:
            self._draws()
        elif rng.random() < manner.rules:
            self._rules()
        elif rng.random() < manner.voids:
            self._voids()
        elif rng.random() < 0.05:
            self.order(m.CorrectCards(self._others()))
        else:
            self._certifies()


def run(seed: int, steps: int) -> BoxDrill:
    """Raises a Violation that names the step, or whatever the table's own invariants say."""
    drill = BoxDrill(seed)
    drill.play(steps)
    return drill
