"""Dealer and Supervisor: they deal, err and rule.

They see what the panel shows and what lies on the felt, and act through the panel like anybody else.
"""

from collections.abc import Sequence
from typing import Final

from games.cards import Card, decks
from games.round import Act, CardDrawn, HandId, PlayerId, Reconstructed, Voided
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import Phase, TableView, cards_digest
from simulation.service import ROUNDS_KEPT, Misjudged, Reordering, Service
from simulation.signers import BOSS, DOT, MANAGER, SECOND

LOOK_MS: Final = 120


class Staff(Service):
    """Dealer and Supervisor at one panel; or everybody at his own, with eyes on the Dealer's."""

    def look(self) -> None:
        """Every now and then: what is to be done next?"""
        for panel, _person in self.crew:
            if panel.alive and panel.desk.denied:
                panel.kill("denied")
                panel.start()
        busy = self.signers.look(self.crew)
        if self.panel.alive and self.panel.desk.ready and not self.waiting and not busy:
            self._act(self.panel.desk.view)
        self.world.after(LOOK_MS * self.manners.pace * (0.5 + self.world.rng.random()), self.look)

    def _drawn(self, view: TableView) -> tuple[Card, ...]:
        """The cards of the Round as the log has them, what lies face down beside its Hands among them."""
        return _drawn(self.panel.desk.aside.acts(view))

    def _act(self, view: TableView) -> None:
        desk, rng, manners = self.panel.desk, self.world.rng, self.manners
        if len(desk.refusals) > self._seen_refusals:
            self._seen_refusals = len(desk.refusals)
            refusal = list(desk.refusals.values())[-1].refusal
            if refusal.reason != "storage":  # the disk's fault, and counted there
                self.world.fault("D", "staff", str(refusal.detail))
        self._puts_in_order(view)
        if self.world.chance(manners.wrong_order):
            self.order(self._some_order(view), rng.choice((SECOND, None, BOSS)))
            return
        if self.world.chance(manners.late_order):
            self._late(view)
            return
        if Halt.UNCONFIRMED in view.halts:
            self._await_confirmation()
            return
        if Halt.BOOKS in view.halts:  # over it nothing is paid, so it comes first
            self.order(m.Resume(Halt.BOOKS), SECOND)
            return
        if self._service():
            return
        if view.halts:
            self._resolve(view)
        elif view.phase is Phase.CLOSED:
            if self.playing or view.round_no == 0:
                self.order(m.OpenTable())
        elif view.phase is Phase.READY:
            self._between_rounds(view)
        elif view.phase is Phase.BETTING:
            self._betting(view)
        elif view.phase is Phase.DEALING:
            if not view.shoe.pending and len(self._lying(view)) == view.on_felt:
                self._quiet_ms = self.world.now_ms
                self._deal(view)
            elif self._patience():
                self.order(m.CallSupervisor("the cards on the felt are not those on the screen"))
        else:
            self._certify(view)

    # --- the ordinary Round --------------------------------------------------------------------------------------

    def _between_rounds(self, view: TableView) -> None:
        rng = self.world.rng
        if self.cleared < view.round_no:
            self.cleared = view.round_no
            self.on_table = self._kept(view)  # as they were read: they lie face down
            self._together, self._error, self._reordering = 0, "", None
        found = bool(self.to_correct) and (self.to_correct[0].found_ms <= self.world.now_ms or not self.playing)
        if found and rng.random() < 0.7:
            self._correct_settled()
        elif not self.playing or any(wrong.waits for wrong in self.to_correct):
            return
        elif self.day_ends or self.world.chance(self.manners.day_change):
            self.day_ends = False
            self.order(m.CloseTable())
        elif view.past and view.past[-1].void and self.world.chance(self.manners.void * 0.3):
            self.order(m.TakeBackVoid())  # it was a mistake
        elif self._wants_shoe(view):
            self._new_shoe(view)
        elif view.kept and self.world.chance(self.manners.void):
            self.order(m.RuleOtherwise("the card that was seen opens a Round without Bets", m.RoundWithoutBets()))
        elif view.shoe.burning:
            if self.device.last < view.shoe.last_seq + 1 or self._patience():  # none comes after a wrong counter
                self._draw(burn=True)
        elif self.world.chance(self.manners.out_of_turn * 0.3):
            self.world.fault("D", "staff", "draws a card between Rounds")
            self._draw()
        else:
            self.order(m.OpenBets())

    def _wants_shoe(self, view: TableView) -> bool:
        shoe = view.shoe
        if shoe.live and not self.shoe and self.world.rng.random() < 0.5:
            return True  # somebody has looked: it is empty
        return not (shoe.live or shoe.burning) or bool(shoe.foreign or shoe.withdrawn) or shoe.rounds_left == 0

    def _betting(self, view: TableView) -> None:
        if self.world.chance(self.manners.out_of_turn * 0.3):
            self.world.fault("D", "staff", "draws a card while Bets are open")
            self._draw()
        elif self.world.rng.random() < 0.12:
            self.order(m.CloseBets())
        elif self.world.rng.random() < 0.01:
            self.order(m.AddTime(500))

    def _new_shoe(self, view: TableView) -> None:
        rng = self.world.rng
        if view.shoe.decks and view.shoe.live and rng.random() < 0.7:
            self.order(m.EndShoe(len(self.shoe) + (1 if rng.random() < 0.1 else 0)))
            return
        self.shoe = list(decks(self.decks))
        if self.world.chance(self.manners.foreign):
            self.shoe += [rng.choice(self.shoe)] * 8
        if self.world.chance(self.manners.unshuffled):
            self.world.fault("D", "staff", "loads a set that was not shuffled")
        else:
            rng.shuffle(self.shoe)
        self.cut_at = 14 + rng.randrange(30)
        if self.world.chance(self.manners.short_set):
            self.world.fault("D", "staff", "loads a set with too few cards")
            del self.shoe[6 + rng.randrange(40) :]
            self.cut_at = rng.randrange(6)
        elif self.world.chance(self.manners.early_cut):
            self.cut_at = len(self.shoe) - 3 - rng.randrange(30)
        if not view.in_round:
            self.on_table = []
        # The shoe's own counter is where the next set begins, whatever was lost on the way before.
        self._loaded_at = first_seq = self.device.last
        if first_seq > 2 and self.world.chance(self.manners.wrong_counter):
            self.world.fault("D", "staff", "reads the counter of the shoe wrong")
            first_seq -= 1 + rng.randrange(2)
        self.order(m.LoadShoe(self.decks, MANAGER.number, burn=rng.choice((0, 0, 2)), first_seq=first_seq))

    def _deal(self, view: TableView) -> None:
        """A card; or two at once, of which the sensor may read only the one behind."""
        if view.shoe.burning:  # a set that was changed in the Round (001 §5.7.1)
            self._draw(burn=True)
        elif self.world.chance(self.manners.together) and len(self.shoe) > 2:
            self.world.fault("D", "staff", "two cards at once")
            self._draw(hidden=self.world.rng.random() < 0.3)
            self._draw()
            self._together = len(self.on_table)
        else:
            self._draw()
            if self.world.chance(self.manners.wrong_side):
                self.world.fault("D", "staff", "lays a card on the wrong side")
                self._error = "5.5"

    def _draw(self, *, burn: bool = False, hidden: bool = False) -> None:
        if len(self.shoe) == self.cut_at:
            self.device.pass_cut_card()
        if not self.shoe:
            if self.device.plugged:
                self.device.run_dry()
            return
        card = self.shoe.pop()
        if not burn:
            self.on_table.append(card)
        self.world.note("staff", "draws", card.text)
        self.device.pass_card(card, hidden=hidden)

    def _certify(self, view: TableView) -> None:
        if self.world.chance(self.manners.out_of_turn):
            self.world.fault("D", "staff", "draws a card that nobody needs")
            self._draw()
            return
        shown = self._drawn(view)
        lying = self._lying(view)
        if len(shown) != len(lying):
            if self._patience():
                self.order(m.CallSupervisor("the cards on the felt are not those on the screen"))
            return
        if self._together and not self._error:
            self.order(m.ReportDrawnTogether())
            return
        if self._error:
            self.order(m.CallSupervisor("the cards do not lie as they were drawn"))
            return
        real, digest = tuple(lying), cards_digest(view)
        if shown != real:
            if not self.world.chance(self.manners.careless):
                self.order(m.CorrectCards(real))
                return
            self.world.fault("D", "staff", "certifies wrong cards")
            self.to_correct.append(self._misjudged(view.round_no, real))
        elif not view.kept:
            self.sure[view.round_no, digest] = real
        self.order(m.Certify(digest))

    def _patience(self) -> bool:
        """A card may be on its way; after a while one does not wait any longer."""
        if self.world.now_ms - self._quiet_ms < 8_000:
            return False
        self._quiet_ms = self.world.now_ms
        return True

    def _misjudged(self, round_no: int, cards: tuple[Card, ...]) -> Misjudged:
        rng, now_ms, finds_ms = self.world.rng, self.world.now_ms, self.manners.finds_ms
        if not finds_ms:
            return Misjudged(round_no, cards, now_ms, waits=False)
        return Misjudged(round_no, cards, now_ms + rng.random() * finds_ms, rng.random() < 0.5)

    def _must_recall(self) -> bool:
        """001 §5.6: a Round that the table does not remember comes to hand first; again, until it is."""
        desk, round_no = self.panel.desk, self.to_correct[0].round_no
        wanted = round_no <= desk.view.round_no - ROUNDS_KEPT and round_no not in desk.recalled.rounds
        if wanted:
            self.order(m.RecallRound(round_no))
        return wanted

    def _correct_settled(self) -> None:
        if self._must_recall():
            return
        round_no, cards, *_ = self.to_correct.pop(0)
        void = self.world.rng.random() < 0.3
        self.order(m.VoidSettled("5.3.3") if void else m.Correct(cards), round_no=round_no)

    # --- irregularities ------------------------------------------------------------------------------------------

    def _void(self, paragraph: str) -> None:
        self.order(m.Rule(Voided(paragraph), paragraph))

    def _void_or_change(self, paragraph: str, view: TableView) -> None:
        """The Round, or between two of them the set."""
        if view.in_round:
            self._void(paragraph)
        else:
            self._new_shoe(view)

    def _resolve(self, view: TableView) -> None:
        rng, reasons = self.world.rng, view.halts
        in_round = view.in_round
        if "history" in reasons:
            self._history()
        elif "interrupted" in reasons:
            self.order(m.AnswerInterruption(rng.random() < 0.4))
        elif "foreign_card" in reasons:
            self._void_or_change("5.3.1", view)
        elif in_round and self.world.chance(self.manners.void) and "shoe_dry" not in reasons:
            self._void("5.3.3")
        elif "card_missing" in reasons:
            self._enter_missing(view)
        elif "shoe_lost" in reasons:
            self._shoe_lost(view)
        elif "shoe_dry" in reasons:
            if in_round and (not self.shoe or rng.random() < 0.7):
                self._void("5.3.4")
            else:  # the cards are there: the sensor was wrong
                self.order(m.Resume(Halt.SHOE_DRY))
        elif "unshuffled" in reasons and rng.random() < 0.5:
            self._void_or_change("5.3.5", view)
        elif self._in_disorder(view):
            self._reorder(view)
        elif "surplus" in reasons:
            self._surplus(view)
        elif "called" in reasons and in_round and self.world.chance(self.manners.void):
            self.order(m.RuleOtherwise("as I see it", self._effect(view)))
        elif "called" in reasons and in_round and len(self._lying(view)) != view.on_felt:
            self._void("5.3.3")
        else:
            reason = next(iter(reasons))
            if reason == "shoe_faulty":
                self.replug()
            self.order(m.Resume(reason))

    def _effect(self, view: TableView) -> m.Effect:
        """001 §5.12: what a Shift Manager might do."""
        bettors = tuple(self.panel.desk.bets())
        effects: list[m.Effect] = [m.VoidRound(), m.PayFromHouse(PlayerId("T1"), self.world.rng.choice((50, 10**6)))]
        if len(self._lying(view)) == view.on_felt:
            effects.append(m.Conclude())
        if bettors:
            effects.append(m.ReturnBets(bettors[:1]))
        return self.world.rng.choice(effects)

    def _in_disorder(self, view: TableView) -> bool:
        known = len(self._drawn(view)) == len(self._lying(view))
        return bool(self._error or self._together) and known and view.phase in (Phase.DEALING, Phase.RESULT)

    def _reorder(self, view: TableView) -> None:
        """001 §5.5, §5.7: the Supervisor says in which order the cards left the shoe, whatever the sensor says."""
        lying = self._lying(view)
        order = list(range(len(lying)))
        if self._error:
            if self.world.rng.random() < 0.5:  # the Dealer began with the Banker Hand
                order[:4] = [1, 0, 3, 2][: len(order)] if len(order) != 1 and len(order) != 3 else order[:4]
        elif self.world.rng.random() < 0.7 and len(order) >= self._together > 1:
            first = self._together - 2
            order[first], order[first + 1] = order[first + 1], order[first]
        shown = self._drawn(view)
        paragraph = self._error or "5.7"
        if self._error and order == sorted(order) and not view.surplus and self.world.rng.random() < 0.7:
            sides = {HandId("player"): _in(view, "banker"), HandId("banker"): _in(view, "player")}
            if sides[HandId("player")] != sides[HandId("banker")]:
                self._reordering = Reordering(self._drawn(view), tuple(lying), paragraph)
                self.order(m.ReportWrongSides(sides))
                return
        real = tuple(lying[at] for at in order)
        self._reordering = Reordering(tuple(shown[at] for at in order), real, paragraph)
        self.order(m.Rule(Reconstructed(self._reordering.shown), paragraph))

    def _puts_in_order(self, view: TableView) -> None:
        """The Ruling is on record: now the cards lie like that."""
        ruled, self._reordering = self._reordering, None
        reconstructed = any(isinstance(act, Reconstructed) for act in view.acts)
        if ruled is not None and view.in_round and reconstructed and self._drawn(view) == ruled.shown:
            away = list(self.on_table)
            for card in self._lying(view):
                if card in away:
                    away.remove(card)
            self.on_table = [*ruled.real, *away]
            self._together, self._error = 0, ""

    def _await_confirmation(self) -> None:
        """Whoever is on comes back by itself; without the others two people go on, after a while."""
        if self._patience():
            self.order(m.Resume(Halt.UNCONFIRMED))

    def _history(self) -> None:
        if not self.liars:
            self.stuck = "history"
            if self.world.rng.random() < 0.1:
                self.order(m.OpenBets())  # they would rather play
            return
        latched = self.panel.desk.latched
        liar = next((liar for liar in sorted(self.liars) if liar not in latched), None)
        if liar is None:
            self.order(m.Resume(Halt.HISTORY), SECOND)
        else:
            self.order(m.Latch(liar, "it claims a log that is not ours"))

    def _enter_missing(self, view: TableView) -> None:
        pending, read = view.shoe.pending, self.panel.desk.aside.read
        unread = next((seq for seq in pending if seq not in read), None)
        if unread is None:  # what waits was read, behind cards that had been entered by hand
            card = read[pending[0]] if pending else None
        else:  # None: the number of a cut card or of an empty shoe, lost on the line; or of a card of the set before
            card = self.device.passed.get(unread) if unread > self._loaded_at else None
        if unread is not None and self.world.chance(self.manners.foreign * 0.2):
            self.order(m.ReportForeignCard())  # it looks like none of theirs
        elif card is not None:
            self.order(m.EnterCard(card))
        else:
            self._void_or_change("5.3.3", view)  # that set has been taken away with what was missing of it

    def _shoe_lost(self, view: TableView) -> None:
        rng = self.world.rng
        if view.phase is Phase.DEALING and rng.random() < 0.5 and "surplus" not in view.halts:
            lying = self._lying(view)
            if len(lying) == view.on_felt and self.shoe:
                self._draw()
            elif len(lying) > view.on_felt:
                self.order(m.EnterCard(lying[view.on_felt]))
        elif rng.random() < 0.2:
            self.replug()

    def _surplus(self, view: TableView) -> None:
        if not view.surplus or (view.in_round and view.phase is not Phase.RESULT and self.world.rng.random() < 0.5):
            self.order(m.Rule(Reconstructed(self._drawn(view)), "5.4"))
        else:
            self.order(m.KeepSurplus())

    # --- wrong and late ------------------------------------------------------------------------------------------

    def _some_order(self, view: TableView) -> m.Order:
        orders: list[m.Order] = [
            m.OpenBets(),
            m.CloseBets(),
            m.Certify(self.world.rng.randbytes(32)),
            m.KeepSurplus(),
            m.AnswerInterruption(True),
            m.OpenTable(),
            m.CloseDay(self.world.day()),
            m.BeginDay(self.world.day(400)),
            m.LoadShoe(3, MANAGER.number),
            m.LoadShoe(8, "999"),
            m.AssignStaff(DOT.number, 0),
            m.DisableStaff("999", "nobody"),
            m.PayTicket("000000", bytes(16)),
            m.PayByHand(PlayerId("T1"), 10**12),
            m.PayDue(PlayerId("T1"), 99),
            m.Rule(Voided("5.3.1"), "5.5"),
            m.Rule(Reconstructed(()), "5.4"),
            m.EnterCard(self.on_table[0] if self.on_table else next(decks(1))),
            m.Resume(Halt.CALLED),
            m.TakeBackVoid(),
            m.RuleOtherwise("so", m.PayFromHouse(PlayerId("T1"), 10**9)),
            m.ReportForeignCard(),
            m.Correct(tuple(self.on_table)[:4]),
            m.RuleDispute(PlayerId("T1"), "no"),
            m.CollectOwed(PlayerId("T1"), 99),
            m.EndShoe(0),
            m.SetLimits(view.felt),  # nothing is wrong with it, if a second person is there (FAULTS P7)
        ]
        return self.world.rng.choice(orders)

    def _late(self, view: TableView) -> None:
        """The same command again, and one that is about a Round that has passed."""
        desk = self.panel.desk
        opened = next(iter(view.windows.values()), None)
        if opened is None:
            return
        command_id = self.world.rng.randbytes(8)
        desk.command(m.Command(desk.boot, desk.run, command_id, max(0, view.round_no - 1), m.CloseBets(), opened.id))
        self.panel.poke()


def _in(view: TableView, hand: str) -> tuple[Card, ...]:
    return tuple(card for card in view.hands.get(HandId(hand), ()) if card is not None)


def _drawn(acts: Sequence[Act | None]) -> tuple[Card, ...]:
    """In the order of the shoe, or of the last Ruling on it."""
    cards: list[Card] = []
    for act in acts:
        if isinstance(act, CardDrawn):
            cards.append(act.card)
        elif isinstance(act, Reconstructed):
            cards = list(act.cards)
    return tuple(cards)
