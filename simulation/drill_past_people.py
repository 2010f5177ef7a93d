"""Told pasts of people and of the console (`drill_openings.py`): who may what, who signs, and starts."""

from typing import Any

from msgspec import structs

from console.table.table import BooksDiffer, BooksRead, CheckpointMade, DayTold, SpaceLeft
from games.round import PlayerId, Reconstructed, Voided
from protocol import messages as m
from protocol.halts import Halt
from shoe_driver import link as shoe
from simulation.drill_past_terminals import TerminalPasts
from simulation.drill_table import PANELS, TERMINALS
from simulation.drill_told import BOTH, LONG, PLAYER_WINS
from simulation.keys import public_key
from simulation.reference.state import READY
from simulation.signers import BOSS, CASHIER, DEALER, DOT, MANAGER, SECOND, TECHNICIAN, credential, pin_of


class PeoplePasts(TerminalPasts):
    # --- people ------------------------------------------------------------------------------------------------------

    def the_last_shift_manager(self) -> None:
        """Of the house and of the shift: given another position, disabled, gone home; by whom it may be, and not."""
        play, dice = self.examiner, self.openings
        for panel in ("P2", "P3"):
            self._signs_on_at(panel, PANELS[panel])
        if dice.random() < 0.3:
            self._orders(m.AssignStaff(MANAGER.number, 4))
            self._signs_on_at("P3", MANAGER)
        for _ in range(3):
            at, who = dice.choice(("P4", "P3", "P2")), dice.choice((BOSS, BOSS, MANAGER))
            match dice.randrange(5):
                case 0 | 1 | 2:
                    self._orders(m.AssignStaff(who.number, dice.choice((1, 2, 3, 4))), at=at)
                case 3:
                    self._orders(m.DisableStaff(who.number, "has left"), at=at)
                case _:
                    self._says(at, m.SignOff, self.rng.randbytes(8), "shift")
        self._signs_on_at("P4", BOSS)
        if not play.staff[MANAGER.number].active:
            self._orders(m.AdmitStaff(MANAGER.number, MANAGER.name, 3, credential(MANAGER.number)))

    def the_last_panel(self) -> None:
        """Latched, retired, its key ended: nobody could undo it."""
        self._takes_panels_away()
        self._signs_on_at("P4", BOSS)
        for panel in PANELS:
            if self.examiner.peers[panel].latched:
                self._orders(m.Unlatch(PlayerId(panel)), signed=False)
                self._signed_by_technician()

    def _takes_panels_away(self) -> None:
        play, dice = self.examiner, self.openings
        panels = [PlayerId(it) for it in PANELS]
        dice.shuffle(panels)
        for panel in panels[:3]:
            self._orders(dice.choice((m.Latch(panel, "look"), m.Latch(panel, "look"), m.Retire(panel))), signed=False)
            self._signed_by_technician()
        last = panels[3]
        live = play.keys.get(last)
        ends: list[m.Order] = [m.Latch(last, "look"), m.Retire(last)]
        ends += [m.EndKey(last, "panel", live[1], "stolen")] if live is not None else []
        self._orders(dice.choice(ends), signed=False)
        self._signed_by_technician()
        for panel in panels:
            if play.peers[panel].retired:
                new = public_key(panel, self.rng.randrange(1_000))
                self._orders(
                    m.ReplaceKey(panel, "panel", new) if panel in play.keys else m.EnrolKey(panel, "panel", new),
                    signed=False,
                )
                self._signed_by_technician()
                self._comes(panel)

    def who_raises_himself(self) -> None:
        """Nobody has a part in his own assignment: neither who proposes it nor who signs it."""
        dice = self.openings
        who, panel = dice.choice(((MANAGER, "P3"), (SECOND, "P2")))
        self._signs_on_at(panel, who)
        for at in dice.sample((panel, "P4"), 2):
            self._orders(m.AssignStaff(who.number, dice.choice((1, 2, 3, 4))), at=at, signed=False)
            if (proposed := self.examiner.process.proposals.get(at)) is not None:
                self._knows_pins = 1.0
                self._tell(self._signs(at, who, proposed.command.command_id, proposed.digest))
                self._knows_pins = 0.8
                self._gets_signed(at)

    def on_another_line(self) -> None:
        """A panel's process speaks on a second connection: its cable was out, or somebody has read its memory."""
        play, dice = self.examiner, self.openings
        panel = dice.choice(("P3", "P3", "P4"))
        self._signs_on_at(panel, MANAGER if panel == "P3" else BOSS)
        lines = [b"", b"other", b"third"]
        for _ in range(dice.choice((4, 8))):
            known, head, line = play.peers[panel], len(self.entries), dice.choice(lines[: dice.choice((2, 2, 3))])
            process = (known.boot, known.run)
            said: m.Request = m.Beat(*process, head, self.chains[head])
            if dice.random() < 0.5:
                said = m.Hello(*process, head, self.chains[head], PlayerId(panel), "panel", self.heads[-1])
            elif dice.random() < 0.3:
                said = m.Command(*process, self.rng.randbytes(8), play.round_no, m.CallSupervisor("look"))
            self._tell(structs.replace(self._heard(panel, said), line=line))
            self.now_ms += dice.choice((0, 500, 2_500, play.terms.takeover_ms, 2 * play.terms.takeover_ms))
        self.now_ms += 2_500
        self._comes(panel)

    def at_two_panels(self) -> None:
        """Who signs on elsewhere is gone from here, with what he has proposed; who is relieved; who is locked."""
        dice = self.openings
        self._orders(m.SellCredit(PlayerId("T1"), 400), signed=False)
        for _ in range(3):
            panel = dice.choice(list(PANELS))
            match dice.randrange(5):
                case 0:
                    self._signs_on_at(panel, BOSS)
                case 1:
                    self._signs_on_at(panel, dice.choice((DEALER, SECOND, MANAGER, CASHIER, TECHNICIAN)))
                case 2:
                    self._comes_anew(panel)
                case 3:
                    self._says(
                        panel, m.SignOff, self.rng.randbytes(8), dice.choice(("person", "idle", "badge", "shift"))
                    )
                case _:
                    self.now_ms += dice.choice((299_999, 300_000, 300_001, 300_002))
                    self._tell(DayTold(self._day()))
            self._orders(m.PayByHand(PlayerId("T1"), 100), at=panel, signed=False)
            self._gets_signed(dice.choice(list(PANELS)))

    def wrong_pins(self) -> None:
        """Of one person or of anybody at one panel: waits, a lock, two whom nothing locks; a new PIN meanwhile."""
        play, dice = self.examiner, self.openings
        person = dice.choice((DOT, DOT, CASHIER, MANAGER, BOSS, SECOND))
        for at in range(dice.choice((5, 6, 11, 20, 21, 22))):
            number = person.number if dice.random() < 0.9 else dice.choice(("999", DEALER.number))
            panel = ("P3", "P2", "P1")[at // 9 % 3]
            self._says(panel, m.SignOn, self.rng.randbytes(8), "123123", number, "")
            waits = play.process.waits.values()
            self.now_ms = (
                max([self.now_ms, *waits]) + dice.choice((0, 0, 0, -1)) if dice.random() < 0.95 else self.now_ms
            )
        self._all_come()
        self._signs_on_at("P3", person)
        self._signs_on_at("P4", BOSS)
        if dice.random() < 0.5:
            self._orders(m.SetCredential(person.number, credential(person.number)))
            self._signs_on_at("P3", person)

    def another_pin_in_between(self) -> None:
        """His PIN is looked at, and his panel goes out of play, is locked, or is another process meanwhile."""
        dice, play = self.openings, self.examiner
        person = dice.choice((DOT, CASHIER))
        panel = "P3"
        asked = self.rng.randbytes(8)
        known = self._process(panel)
        try_ = self._heard(
            panel, m.SignOn(*known, asked, dice.choice((pin_of(person.number), "123123")), person.number, "")
        )
        meanwhile: list[Any] = []
        match dice.randrange(5):
            case 0:
                meanwhile = [self._commanded(m.Latch(PlayerId(panel), "look"))]
            case 1:
                meanwhile = [self._heard(panel, m.SignOff(*known, self.rng.randbytes(8), "idle"))]
            case 2:
                meanwhile = [self._heard(panel, m.SignOn(*known, self.rng.randbytes(8), "123123", DEALER.number, ""))]
            case 3:
                self.now_ms += play.terms.takeover_ms + 1
                head = len(self.entries)
                hello = m.Hello(
                    known[0] + 1,
                    self.rng.randbytes(8),
                    head,
                    self.chains[head],
                    PlayerId(panel),
                    "panel",
                    self.heads[-1],
                )
                meanwhile = [self._heard(panel, hello)]
        self._tell(try_, *meanwhile, try_)
        self._tell(try_)

    def _commanded(self, order: m.Order) -> Any:
        return self._heard("P4", m.Command(*self._process("P4"), self.rng.randbytes(8), self.examiner.round_no, order))

    def caps(self) -> None:
        """Nearly used, just reached, by one person and by two together; a day that is closed begins them anew."""
        play, dice = self.examiner, self.openings
        for panel in ("P1", "P2", "P3"):
            self._signs_on_at(panel, PANELS[panel])
        caps = play.shown.caps
        edges = (
            caps.sell_credit.dealer,
            caps.sell_credit.pit_supervisor,
            caps.sell_credit.pit_manager,
            caps.sell_credit.cashier,
        )
        for _ in range(dice.choice((4, 8))):
            amount = dice.choice(edges) + dice.choice((-1, 0, 0, 0, 1))
            at = dice.choice(("P1", "P2", "P3", "P4"))
            terminal = dice.choice(TERMINALS)
            self._orders(
                m.SellCredit(terminal, amount) if dice.random() < 0.6 else m.PayByHand(terminal, amount), at=at
            )
        if dice.random() < 0.3:
            self._signs_on_at("P1", CASHIER)
            self._orders(m.SellCredit(PlayerId("T1"), caps.sell_credit.cashier), at="P1")
        if dice.random() < 0.3:
            self._orders(m.CloseTable())
            self.day += 1
            self._tell(DayTold(self._day()))
            self._orders(m.CloseDay(play.due_day or self._day()))
            self._orders(m.OpenTable())
            self._orders(m.SellCredit(PlayerId("T1"), caps.sell_credit.dealer), at="P1")

    def it_moved_on(self) -> None:
        """What was proposed waits, and the cards, the amount, the Round or the people under it change."""
        play, dice = self.examiner, self.openings
        self._buys("T1", 2)
        round_no = self._plays(PLAYER_WINS, {"T1": {"player": 40}})
        due = next((claim for claim, amount in play.due_to.items() if amount), None)
        waits: list[tuple[m.Order, int | None]] = [
            (m.PayByHand(PlayerId("T1"), 160), None),
            (m.Correct(self._whole()), round_no or None),
            (m.VoidSettled("5.3.3"), None),
            (m.SetLimits(self.setup.felt), None),
            (m.Retire(PlayerId("T3")), None),
            (m.RuleOtherwise("so be it", m.PayFromHouse(PlayerId("T1"), 50)), None),
            *([(m.PayDue(PlayerId(due[0]), due[1]), None)] if due else []),
        ]
        in_play = dice.random() < 0.5 and self._opens({"T1": {"banker": 20}})
        if in_play:
            self._draws(dice.choice((1, 4, 6)))
            waits = [
                (m.Rule(Voided("5.12"), "5.12"), None), (m.CorrectCards(self._drawn()), None),
                (m.ReportWrongSides(self._sides()), None), (m.RuleOtherwise("x", m.VoidRound()), None),
                (m.Rule(Reconstructed(self._drawn()), "5.12"), None), (m.Correct(self._whole()), round_no or None),
            ]  # fmt: skip
        order, about = dice.choice(waits)
        self._orders(order, about, signed=False)
        match dice.randrange(7):
            case 0:
                self._draws(1)
            case 1:
                self._asks("T1", m.CashOut, max(1, play.credit["T1"]))
                self._buys("T1")
            case 2:
                self._tell(shoe.CardSeen(play.shoe.last + 1, self._of("A23").text))
            case 3:
                self._signs_on_at("P3", MANAGER)
                self._orders(m.CallSupervisor("look"), at="P3")
            case 4:
                self._tell(shoe.CardUnread(play.shoe.last + 1))
                self._tell(shoe.CardSeen(play.shoe.last + 1, self._of("A23").text))
            case 5:
                self._signs_on_at("P3", MANAGER)
                self._orders(m.OpenBets() if play.phase == READY else m.Certify(self._digest()), at="P3")
        self._gets_signed("P4")

    def another_panels_order(self) -> None:
        """The id of an order comes again, at this panel or at another; a Withdraw of it, before and after; a sheet that
        was shown for another one.
        """
        play, dice = self.examiner, self.openings
        for panel in ("P2", "P3"):
            self._signs_on_at(panel, PANELS[panel])
        command_id = self.rng.randbytes(8)
        order = dice.choice(
            (m.SellCredit(PlayerId("T1"), 400), m.CallSupervisor("look"), m.PayByHand(PlayerId("T1"), 10**6))
        )
        about = play.round_no
        self._says("P4", m.Command, command_id, about, order, None)
        proposed = play.process.proposals.get("P4")
        for _ in range(3):
            match dice.randrange(5):
                case 0:
                    self._says(dice.choice(("P2", "P3", "P4")), m.Command, command_id, about, order, None)
                case 1:
                    self._says(dice.choice(("P2", "P4")), m.Withdraw, self.rng.randbytes(8), command_id)
                case 2 if proposed is not None:
                    self._tell(
                        self._signs(
                            "P3", dice.choice((SECOND, MANAGER)), command_id, dice.choice((proposed.digest, bytes(32)))
                        )
                    )
                case 3:
                    self._orders(m.SellCredit(PlayerId("T2"), 390), signed=False)
                case _:
                    self._says("P4", m.Command, self.rng.randbytes(8), about, order, None)
        self._gets_signed("P4")
        if Halt.CALLED in play.halts:
            self._orders(m.Resume(Halt.CALLED))

    def a_key_comes_back(self) -> None:
        """It was replaced, or its machine stolen: under its own name or another one's it is no key any more."""
        play, dice = self.examiner, self.openings
        name, other = dice.sample(TERMINALS, 2)
        if name not in play.keys:
            return
        old = play.keys[name][1]
        ended = dice.random() < 0.6
        new = public_key(name, self.rng.randrange(1_000))
        self._orders(m.EndKey(name, "terminal", old, "stolen") if ended else m.ReplaceKey(name, "terminal", new))
        for who in dice.sample((name, other, PlayerId("T9")), 2):
            live = who in play.keys
            self._orders(m.ReplaceKey(who, "terminal", old) if live else m.EnrolKey(who, "terminal", old))
        if name not in play.keys:
            self._orders(m.EnrolKey(name, dice.choice(("terminal", "display")), new))
            self._orders(m.EnrolKey(name, "terminal", new))
        self._all_come()

    def keys(self) -> None:
        """Ended, replaced, enrolled again and under another name; a name keeps its role; no key comes back."""
        play, dice = self.examiner, self.openings
        name = dice.choice((*TERMINALS, PlayerId("D1"), PlayerId("P2"), PlayerId("A1"), PlayerId("T9")))
        role = {"D": "display", "P": "panel", "A": "archive"}.get(name[0], "terminal")
        old = play.keys[name][1] if name in play.keys else public_key(name)
        keys = (old, public_key(name, self.rng.randrange(1_000)), public_key("T1"), "~" * 40, f"{old[:35]}#####")
        for _ in range(dice.choice((3, 5))):
            key = dice.choice(keys)
            other = dice.choice((name, name, PlayerId("T9"), dice.choice(TERMINALS)))
            as_ = dice.choice((role, role, role, "display", "terminal"))
            order = dice.choice(
                (m.EnrolKey(other, as_, key), m.ReplaceKey(other, as_, key), m.EndKey(other, as_, key, "stolen"))
            )
            self._orders(order, signed=False)
            self._gets_signed("P4") if role not in ("panel", "archive") else self._signed_by_technician()
            if other in play.keys and dice.random() < 0.5:
                self._comes(other)
        for terminal in TERMINALS:
            if terminal not in play.keys:
                self._orders(m.EnrolKey(terminal, "terminal", public_key(terminal, self.rng.randrange(1_000))))
        if "P2" not in play.keys:
            self._orders(m.EnrolKey(PlayerId("P2"), "panel", public_key("P2", self.rng.randrange(1_000))), signed=False)
            self._signed_by_technician()

    # --- the console itself ------------------------------------------------------------------------------------------

    def a_start(self) -> None:
        """In the middle of a Round, with an outcome or without; who has heard what comes by turns, or nobody does."""
        play, dice = self.examiner, self.openings
        self._buys("T1", 2)
        if self._opens({"T1": BOTH}):
            self._draws(dice.choice((0, 1, 2, 3, 4, 6)), LONG)
        before = self.heads[-1]
        self.crashes += 1
        self.start()
        names = [*TERMINALS, *PANELS, "A1", "W1", "D1"]
        dice.shuffle(names)
        for name in names[: dice.choice((3, 6, len(names)))]:
            known = play.peers[name]
            proof = dice.choice((before, self.heads[0], self.heads[-1], None, self.seals.sign(before.seq, bytes(32))))
            anew = dice.random() < 0.3
            if name in play.keys and not known.retired:
                blank = dice.random() < 0.1
                self._comes(name, boot=known.boot + 1 if anew else 0, has=0 if blank else None, proof=proof)
            if name in TERMINALS and dice.random() < 0.3:
                self._asks(name, m.CashOut, 20)
            if name in TERMINALS and dice.random() < 0.2:
                self._buys(name, 1)
        self._all_come()
        self._signs_on_at("P4", BOSS)
        self._pays_with_a_ticket_of("T1")
        if dice.random() < 0.5:
            self._orders(m.Resume(Halt.UNCONFIRMED))
        self._orders(m.AnswerInterruption(dice.random() < 0.5))
        self._draws(6)
        self._orders(m.Certify(self._digest()))

    def another_history(self) -> None:
        """FAULTS C8: our signature on another log, told once and again, by one and by two; who is latched for it."""
        play, dice = self.examiner, self.openings
        liar = dice.choice(TERMINALS)
        if play.peers[liar].doubted:
            return
        known = play.peers[liar]
        for _ in range(dice.choice((1, 2))):
            proof = self.seals.sign(len(self.entries) + dice.choice((0, 1)), self.rng.randbytes(32))
            hello = m.Hello(known.boot, known.run, len(self.entries), self.chains[-1], liar, "terminal", proof)
            self._tell(self._heard(liar, hello))
        if dice.random() < 0.6:
            self._orders(m.Latch(liar, "it claims a log that is not ours"))
        self._orders(m.Resume(Halt.HISTORY), signed=False)
        if dice.random() < 0.4:
            second = dice.choice(TERMINALS)
            its, proof = play.peers[second], self.seals.sign(len(self.entries) + 3, self.rng.randbytes(32))
            hello = m.Hello(
                its.boot or 1, its.run or bytes(8), len(self.entries), self.chains[-1], second, "terminal", proof
            )
            self._tell(self._heard(second, hello))
        self._gets_signed("P4")
        self._orders(m.Resume(Halt.HISTORY))
        if dice.random() < 0.5:
            self.start()
            self._all_come()
            self._signs_on_at("P4", BOSS)
            self._orders(m.Resume(Halt.UNCONFIRMED))
        if dice.random() < 0.6:
            self._orders(m.Unlatch(liar))

    def the_books_are_read(self) -> None:
        """Behind a checkpoint: nothing is paid by anybody; they differ, and people go on over it when they are read."""
        dice = self.openings
        self._buys("T1", 2)
        self._asks("T1", m.CashOut, 50)
        self._tell(BooksRead(dice.choice((0, 1)), dice.choice((1, 2))))
        self._asks("T1", m.CashOut, 20)
        self._orders(m.PayByHand(PlayerId("T1"), 20))
        self._pays_with_a_ticket_of("T1")
        if dice.random() < 0.7:
            self._tell(BooksDiffer("entry 7"))
            self._orders(m.Resume(Halt.BOOKS))
        self._orders(dice.choice((m.RuleOtherwise("x", m.PayFromHouse(PlayerId("T1"), 10)), m.OpenBets())))
        self._tell(BooksRead(2, 2))
        self._asks("T1", m.CashOut, 20)
        self._orders(m.Resume(Halt.BOOKS))

    def the_disk(self) -> None:
        """It is full, and no Round is begun; a checkpoint is made, in a Round and between."""
        dice = self.openings
        self._tell(SpaceLeft(False))
        self._orders(m.OpenBets())
        self._orders(m.RuleOtherwise("x", m.RoundWithoutBets()))
        self._tell(CheckpointMade(self.rng.randbytes(32)))
        if dice.random() < 0.8:
            self._tell(SpaceLeft(True))
        self._orders(m.OpenBets())
        self._tell(CheckpointMade(self.rng.randbytes(32)))
        self._orders(m.CloseBets())

    def rulings_in_free_words(self) -> None:
        """001 §5.12: Bets returned of one who has none, of one twice; the House pays up to its most; concluded."""
        play, dice = self.examiner, self.openings
        self._buys("T1", 1)
        self._buys("T2", 1)
        if not self._opens({"T1": BOTH, "T2": {"banker": 20}}):
            return
        self._draws(dice.choice((0, 2, 6)))
        one, two = PlayerId("T1"), PlayerId("T2")
        house = play.placard.house_pays_max
        effects: list[m.Effect] = [
            *(
                m.ReturnBets((one,)),
                m.ReturnBets((one, one)),
                m.ReturnBets((one, two)),
                m.ReturnBets((PlayerId("T3"),)),
            ),
            *(m.PayFromHouse(two, max(1, house)), m.PayFromHouse(two, house + 1), m.PayFromHouse(PlayerId("T9"), 1)),
            *(m.Conclude(), m.RoundWithoutBets()),
        ]
        for effect in dice.sample(effects, 4):
            self._orders(m.RuleOtherwise("so it shall be", effect))
        if dice.random() < 0.4:
            self._orders(m.RuleOtherwise("none of it was so", m.VoidRound()))
        self._draws(6)
        self._orders(m.Certify(self._digest()))
        self._orders(m.Correct(self._whole()))
