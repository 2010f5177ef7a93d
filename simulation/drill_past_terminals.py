"""Told pasts of terminals (`drill_openings.py`): disputes, refusals, machines and their keys, revisions, limits."""

from console.table.table import DayTold, KeysInHand, Stalled
from games.round import Felt, Limit, PlayerId
from protocol import messages as m
from protocol.halts import Halt
from simulation.drill_past_money import MoneyPasts
from simulation.drill_table import TERMINALS
from simulation.drill_told import BOTH, PLAYER_WINS, TIE
from simulation.keys import public_key
from simulation.signers import BOSS, pin_of


class TerminalPasts(MoneyPasts):
    # --- terminals ---------------------------------------------------------------------------------------------------

    def the_consoles_own_key(self) -> None:
        """Another one is prepared and ordered, and the old one ends with the day; or the new one is gone."""
        dice, play = self.openings, self.examiner
        own, new, other = (public_key("console", number) for number in (1, 2 + play.boots, 500 + play.boots))
        self._tell(KeysInHand(own, dice.choice((new, new, ""))))
        for key in dice.choice(((new,), (other, new), (new, new), (own,), (public_key("T1"), new))):
            self._orders(m.RotateConsole(key), signed=False)
            self._signed_by_technician()
        if dice.random() < 0.3:
            self._orders(m.EnrolKey(PlayerId("T9"), "terminal", dice.choice((own, new))))
        if dice.random() < 0.5:
            self._tell(KeysInHand(own, dice.choice((new, other, ""))))
        self._orders(m.CloseTable())
        for _ in range(2):
            self.day += 1
            self._tell(DayTold(self._day()))
            self._orders(m.CloseDay(play.due_day or self._day()))
            self._tell(KeysInHand(*dice.choice(((own, new), (new, "")))))
        self._orders(m.OpenTable())

    def in_dispute(self) -> None:
        """Its terminal asks on while it waits for the Ruling: that alone refuses it all, and latches nobody."""
        dice = self.openings
        self._buys("T1", 2)
        if not (round_no := self._plays(PLAYER_WINS, {"T1": {"player": 40}})):
            return
        self._asks("T1", m.Dispute, round_no, (("player", 40, 10),))
        many = dice.choice((3, 19, 20, 21, 22))
        known = self._process("T1")
        wishes = [m.CashOut(*known, self.rng.randbytes(16), 20 + at) for at in range(many)]
        self._tell(*(self._heard("T1", wish) for wish in wishes))
        self._asks("T1", m.Dispute, round_no, ())
        if self._orders(m.OpenBets()):
            self._bets_on("T1", {"player": 10})
            self._orders(m.CloseBets())
            self._draws(6, TIE)
            self._orders(m.Certify(self._digest()))
        if dice.random() < 0.7:
            self._orders(m.RuleDispute(PlayerId("T1"), "looked at"))
        self._asks("T1", m.CashOut, dice.choice((20, 10**6)))

    def too_much_is_refused(self) -> None:
        """Twenty in a Round: then it is latched, and gets no answer any more; what a new Round forgives."""
        dice = self.openings
        self._buys("T3", 1)
        for count in (dice.choice((18, 19, 20, 22)), dice.choice((1, 2, 20))):
            known = self._process("T3")
            self._tell(*(self._heard("T3", m.InsertTicket(*known, self.rng.randbytes(16), "0")) for _ in range(4)))
            self._tell(*(self._heard("T3", m.CashOut(*known, self.rng.randbytes(16), 1)) for _ in range(count - 4)))
            match dice.randrange(4):
                case 0:
                    self._orders(m.Unlatch(PlayerId("T3")))
                case 1:
                    self._plays(PLAYER_WINS)
                case 2:
                    self._orders(m.ReplaceKey(PlayerId("T3"), "terminal", public_key("T3", self.rng.randrange(1_000))))
                    self._comes("T3")

    def machines(self) -> None:
        """Latched by people or for what it did, paid off and retired, its key ended; and let in again."""
        play, dice = self.examiner, self.openings
        name = dice.choice(TERMINALS)
        self._buys(name)
        for _ in range(dice.choice((2, 3))):
            match dice.randrange(5):
                case 0:
                    self._orders(m.Latch(name, "broken"))
                case 1:
                    asked = self._asks(name, m.CashOut, 20)
                    self._says(name, m.CashOut, asked, 40)
                case 2:
                    self._orders(m.PayByHand(name, max(1, play.credit[name])))
                    self._orders(m.Retire(name))
                case 3:
                    self._asks(name, m.BuyCredit, 7, "SGD")
                case _:
                    live = play.keys.get(name)
                    if live is not None:
                        self._orders(m.EndKey(name, "terminal", live[1], "stolen"))
            self._gets_another_machine(name)

    def _gets_another_machine(self, name: PlayerId) -> None:
        """Or people have looked at the one that it is; or nobody does anything."""
        way, live = self.openings.randrange(3), name in self.examiner.keys
        if way == 0 or not live:
            key = public_key(name, self.rng.randrange(1_000))
            self._orders(m.ReplaceKey(name, "terminal", key) if live else m.EnrolKey(name, "terminal", key))
            self._comes(name)
        elif way == 1:
            self._orders(m.Unlatch(name))
        self._asks(name, m.CashOut, max(1, self.examiner.credit[name]))
        self._bets_on(name, {"player": 10})

    def all_of_it_is_bet(self) -> None:
        """Retired, paid by hand, cashed out, corrected: no credit, and not nobody's."""
        play, dice = self.examiner, self.openings
        name = dice.choice(TERMINALS)
        self._orders(m.PayByHand(name, max(1, play.credit[name])))
        self._buys(name)
        if not self._orders(m.OpenBets()):
            return
        self._bets_on(name, {"player": play.credit[name]})
        self._orders(m.Retire(name))
        self._asks(name, m.CashOut, dice.choice((20, 100)))
        self._orders(m.PayByHand(name, 20))
        self._buys(name, 1, 50)
        self._orders(m.CloseBets())
        self._draws(6, TIE)
        self._orders(m.Retire(name))
        self._orders(m.Certify(self._digest()))

    def a_wiped_machine(self) -> None:
        name = self.openings.choice(TERMINALS)
        if self.openings.random() < 0.5:
            self._comes_anew(name)
        self._is_wiped(name)
        self._gets_another_machine(name)
        self._is_wiped(name)

    def a_copied_machine(self) -> None:
        name = self.openings.choice((*TERMINALS, PlayerId("P3")))
        self._is_copied(name)
        if name in TERMINALS:
            self._gets_another_machine(name)
        self._is_copied(name)

    def _is_wiped(self, name: str) -> None:
        """It counts from the beginning and has heard nothing; at once, or when it was silent; and again and again."""
        play, dice = self.examiner, self.openings
        if dice.random() < 0.6:
            self.now_ms += play.terms.takeover_ms + 1
        for at in range(dice.choice((1, 2, 4))):
            boot = dice.choice((1, 1 + at, play.peers[name].boot + at, play.peers[name].boot))
            self._comes(name, boot=max(1, boot), run=self.rng.randbytes(8), has=0)
            self.now_ms += dice.choice((0, play.terms.takeover_ms, 2 * play.terms.takeover_ms))

    def _is_copied(self, name: str) -> None:
        """Two machines with one key, side by side: the first speaks on, or is silent and speaks again."""
        play, dice = self.examiner, self.openings
        first, later, runs = self._process(name), play.peers[name].boot + 1, self.rng.randbytes(8)
        if dice.random() < 0.5:
            self.now_ms += play.terms.takeover_ms + 1
        for _ in range(dice.choice((2, 4, 6))):
            if dice.random() < 0.5:
                self._comes(name, boot=later, run=runs if dice.random() < 0.8 else self.rng.randbytes(8))
            else:
                head = len(self.entries)
                self._tell(
                    self._heard(name, m.Beat(*dice.choice((first, self._process(name))), head, self.chains[head]))
                )
            if dice.random() < 0.2:
                self._tell(Stalled())
            self.now_ms += dice.choice((0, 500, play.terms.takeover_ms, 2 * play.terms.takeover_ms))

    def who_is_no_panel(self) -> None:
        """A terminal signs somebody on and off, looks tickets up, signs, and orders; so does a display."""
        play, dice = self.examiner, self.openings
        name = dice.choice(("T1", "T2", "T2", "D1"))
        asked, number = self.rng.randbytes(8), dice.choice((BOSS.number, "999"))
        for _ in range(4):
            match dice.randrange(6):
                case 0 | 1:
                    self._says(name, m.SignOn, asked, pin_of(BOSS.number), number, "")
                case 2:
                    self._says(name, m.SignOff, asked, "person")
                case 3:
                    self._says(name, m.FindTicket, asked, "1" * 18)
                case 4:
                    self._says(name, m.Sign, asked, asked, bytes(32), pin_of(BOSS.number), number, "")
                case _:
                    self._says(name, m.Command, asked, play.round_no, m.OpenBets(), None)

    def hellos(self) -> None:
        """By another version, name or role, with a count that leaps, only to ask, ahead of us."""
        play, dice = self.examiner, self.openings
        for _ in range(3):
            name = dice.choice((*TERMINALS, "D1", "P2", "A1"))
            known, head = play.peers[name], len(self.entries)
            role = "terminal" if name in TERMINALS else {"D": "display", "P": "panel", "A": "archive"}[name[0]]
            boot = dice.choice((0, known.boot, known.boot + 1, known.boot + 10_000, known.boot + 10_001, 1_000_001))
            run = known.run if boot == known.boot and known.run else self.rng.randbytes(8)
            told = m.Hello(
                boot, run, head, self.chains[head], PlayerId(dice.choice((name, name, name, "T9"))),
                dice.choice((role, role, role, "display")), self.heads[-1],
                versions=dice.choice(((1,), (1,), (2,), (1, 2))),
            )  # fmt: skip
            if dice.random() < 0.5:
                self.now_ms += play.terms.takeover_ms + 1
            self._tell(self._heard(name, told))

    def revisions(self) -> None:
        """The last that may be said, one more, one again, with another content; after the close; of an older window."""
        play, dice = self.examiner, self.openings
        self._buys("T1", 2)
        if not self._orders(m.OpenBets()):
            return
        window = play.window
        for more in dice.choice(((1, 1, 1), (1, m.REVISIONS_MAX - 1, 1, 1), (m.REVISIONS_MAX, 0, 1), (1, 0, -1, 5))):
            self._bets_on("T1", {"player": 10 * dice.choice((1, 2, 3, 999))}, more=max(more, 1 - self._revision("T1")))
        if dice.random() < 0.5:
            self._orders(m.CallSupervisor("look"))
            self._bets_on("T1", {"tie": 10})
            self._orders(m.Resume(Halt.CALLED))
        self._orders(m.CloseBets())
        for revision in (self._revision("T1"), self._revision("T1") + 1, 1):
            if window is not None:
                self._tell(self._heard("T1", m.Answer(*self._process("T1"), window, max(1, revision), {}, "")))
        self._draws(6)
        self._orders(m.Certify(self._digest()))
        if window is not None and self._orders(m.OpenBets()):
            self._tell(self._heard("T1", m.Answer(*self._process("T1"), window, 3, {}, "")))

    def _revision(self, terminal: str) -> int:
        said = {key: its[terminal].revision for key, its in self.examiner.windows.items() if terminal in its}
        return said.get(self.examiner.window, 0) if self.examiner.window is not None else max(said.values(), default=0)

    def limits(self) -> None:
        """Others between two Rounds, for the next opening, and Bets beside each of them; lowered, and taken back."""
        dice = self.openings
        least, step = dice.choice((10, 20, 50)), dice.choice((5, 10))
        ranges = {spot: Limit(least, dice.choice((100, 200)), step) for spot in self.setup.felt.limits}
        total = Limit(least, 150, step) if dice.random() < 0.5 else None
        felt = Felt(limits=ranges, total=total, differential=dice.choice((None, 0, 40, 100)))
        broken = Felt(limits={**ranges, "tie": Limit(300, 20, 5)})
        self._orders(m.SetLimits(dice.choice((felt, felt, felt, broken, Felt(limits={"tie": Limit(10, None, 5)})))))
        if dice.random() < 0.3:
            self._orders(m.CloseTable())
            self._orders(m.OpenTable())
        for terminal in TERMINALS:
            self._buys(terminal, 3)
        if not self._orders(m.OpenBets()):
            return
        for _ in range(dice.choice((5, 10))):
            sides = dice.sample(list(BOTH), dice.choice((1, 1, 2)))
            amounts = (least, least - step, least + step, least + 1, 100, 95, 105, 150, 155, 200, 205, 40, 45, 0)
            self._bets_on(dice.choice(TERMINALS), {side: max(0, dice.choice(amounts)) for side in sides})
        self._orders(m.CloseBets())
        self._draws(6)
        self._orders(m.Certify(self._digest()))

    def attendants(self) -> None:
        """Called, answered, called again, until it is too often."""
        dice = self.openings
        process = self._process("T2")
        many = dice.choice((2, 59, 60, 61, 62))
        self._tell(*(self._heard("T2", m.CallAttendant(*process, at % 2 == 0)) for at in range(many)))
        self._orders(m.Attend(PlayerId("T2")))
        self.now_ms += dice.choice((0, 3_599_000, 3_600_001))
        self._says("T2", m.CallAttendant, True)
