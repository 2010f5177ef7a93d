"""What people say at the drilled table with boxes: staff who rule, Players who bet, decide and leave, at any time."""

from games.cards import parse_card
from games.round import (
    Answer,
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    HandRemoved,
    PlayerId,
    Reconstructed,
    Spot,
    Voided,
    WalkedAway,
)
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import cards_digest
from shoe_driver import link as shoe
from simulation.box_world import PICTURES, sides_of
from simulation.calm import PANEL, RUN
from simulation.drill_boxes_table import AMOUNTS, BOXES, CROWDED, LOOSE, SEATED, TERMINALS, BoxesTable
from terminal import intents as t
from terminal.answers import asked
from terminal.boxes import own_turns


class BoxesPeople(BoxesTable):
    # --- staff -------------------------------------------------------------------------------------------------------

    def _certifies(self) -> None:
        digest = cards_digest(self.table.view)
        self.order(m.Certify(digest if self.rng.random() < 0.97 else bytes(32)))

    def _voids(self) -> None:
        paragraph = self.rng.choice(("5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6", "5.19", "5.16"))
        if self.rng.random() < 0.2:
            self.order(m.RuleOtherwise("void", m.VoidRound()))
        else:
            self.order(m.Rule(Voided(paragraph), paragraph))

    def _rules(self) -> None:
        """By each paragraph of section 5 that knows a Ruling."""
        rng, drawn = self.rng, self._drawn()
        pictures = self.setup.game == PICTURES
        some, box = PlayerId(rng.choice(TERMINALS)), 1 + rng.randrange(BOXES)
        order = list(drawn)
        if len(order) > 1:
            at = rng.randrange(len(order) - 1)
            order[at], order[at + 1] = order[at + 1], order[at]
        if rng.random() < 0.2:
            order = list(drawn)
        elif rng.random() < 0.2:
            rng.shuffle(order)
        card = drawn[-1 - rng.randrange(min(3, len(drawn)))] if drawn else self.pool[0]
        anything = "5.16" if pictures else "5.19"
        last = tuple(drawn[-rng.choice((1, 2, 2, 2, 3)) :]) or (card,)
        last = last if rng.random() < 0.7 else last[::-1]
        ways: list[m.Order] = [
            m.Rule(WalkedAway(some, box), "5.3"),
            m.Rule(WalkedAway(some, box), "5.3"),
            m.Rule(DealingError(), "5.6" if pictures else "5.7"),
            m.Rule(Reconstructed(tuple(order)), rng.choice(("5.5.4", "5.6", "5.8", anything)) if pictures else "5.9"),
            m.Rule(DrawnTogether(last), "5.10" if pictures else rng.choice(("5.12", "5.12", "5.12.1"))),
            m.Rule(Discarded(card), anything if pictures else rng.choice(("5.10.2", "5.10.3"))),
            m.RuleOtherwise("back", m.ReturnBets((some,))),
            m.RuleOtherwise("so be it", m.Conclude()),
            m.CallSupervisor("look"),
            m.ReportDrawnTogether(),
        ]
        if pictures:
            ways.append(m.Rule(HandRemoved(box), "5.8"))
        self.order(rng.choice(ways))

    def _came_with_the_last(self) -> bool:
        """002 §5.10: one card too many, and somebody must say which was first: one of them stays beside the Hands."""
        if self.setup.game != PICTURES or self.table.view.surplus or self.together.random() > 0.1:
            return False
        self._draws()
        last = tuple(self._drawn()[-2:])
        self.order(m.Rule(DrawnTogether(last if self.together.random() < 0.5 else last[::-1]), "5.10"))
        return True

    def _remedies(self) -> None:
        rng, view = self.rng, self.table.view
        halt = rng.choice(sorted(view.halts))
        if rng.random() < 0.1:
            self.order(rng.choice((m.Resume(Halt(halt)), m.AnswerInterruption(True), m.KeepSurplus())))
            return
        match halt:
            case Halt.INTERRUPTED:
                self.order(m.AnswerInterruption(rng.random() < 0.3))
            case Halt.SURPLUS:
                self._clears_surplus()
            case Halt.CARD_MISSING:
                if rng.random() < 0.2:
                    self.faces[view.shoe.pending[0]] = self.pool.pop().text
                    self.shoe_says(shoe.CardSeen(view.shoe.pending[0], self.faces[view.shoe.pending[0]]))
                else:
                    self.order(m.EnterCard(rng.choice(self.pool)))
            case Halt.SHOE_LOST:
                self.shoe_says(shoe.LinkRestored(view.shoe.serial or "S1"))
            case Halt.FOREIGN_CARD | Halt.SHOE_DRY | Halt.UNSHUFFLED:
                if view.in_round:
                    self._voids()
                else:
                    self._loads()
                if rng.random() < 0.3:
                    self.order(m.Resume(Halt(halt)))
            case _:
                self.order(m.Resume(Halt(halt)))

    def _clears_surplus(self) -> None:
        rng, view, drawn = self.rng, self.table.view, self._drawn()
        if not view.in_round or not view.surplus or rng.random() < 0.25:
            self.order(m.KeepSurplus() if view.surplus else m.Resume(Halt.SURPLUS))
            return
        pictures = self.setup.game == PICTURES
        anything = "5.16" if pictures else "5.19"
        ways: list[m.Order] = [
            m.Rule(Discarded(drawn[-1]), anything if pictures else rng.choice(("5.10.2", "5.10.3"))),
            m.Rule(Reconstructed(tuple(drawn)), "5.8" if pictures else "5.9"),
            m.Rule(Voided(anything), anything),
        ]
        self.order(rng.choice(ways))

    def _corrects(self, last: int) -> None:
        rng = self.rng
        round_no = max(1, last - rng.choice((0, 0, 0, 1, 3)))
        was = self.table.state.settled.get(round_no)
        cards = [act.card for act in was.acts if hasattr(act, "card")] if was is not None else []
        if cards:
            cards[rng.randrange(len(cards))] = rng.choice(self.pool or [parse_card("5S")])
        ways: list[m.Order] = [
            m.Correct(tuple(cards)),
            m.VoidSettled(rng.choice(("5.5.1", "5.5.2", "5.5.6", "5.5.3"))),
            m.TakeBackVoid(),
        ]
        if self.setup.game == PICTURES:
            gone = tuple(PlayerId(name) for name in TERMINALS if rng.random() < 0.2)
            ways.append(m.VoidSettled("5.8", 1 + rng.randrange(BOXES), gone))
        order = rng.choice(ways)
        self._order_about(round_no, order)

    def _order_about(self, round_no: int, order: m.Order) -> None:
        """Of an earlier Round."""
        if self.table.people.at(PANEL) is None:
            self.sign_on()
        self.hear((PANEL, m.Command(1, RUN, self._id(), round_no, order, None)))
        pending = self.table.forgotten.proposals.get(PANEL)
        if pending is not None:
            proposed = (pending.proposal.command_id, pending.proposal.digest, "271828", self.second.number)
            self.hear((PANEL, m.Sign(1, RUN, self._id(), *proposed)))
        self.turn()

    def _nonsense(self) -> None:
        """What does not belong here, and must change nothing."""
        rng, view = self.rng, self.table.view
        window = next((it.id for it in view.windows.values()), None)
        some = PlayerId(rng.choice((*TERMINALS, "T9")))
        orders: list[m.Order] = [
            *(m.OpenBets(), m.CloseBets(), m.AddTime(300), m.KeepSurplus(), m.CloseTable(), m.OpenTable()),
            m.Certify(cards_digest(view)),
            m.EnterCard(rng.choice(self.pool or [parse_card("5S")])),
            m.Seat(some, rng.randrange(BOXES + 2)),
            m.Seat(some, rng.randrange(BOXES + 2)),
            m.SetLimits(
                Felt(self.setup.felt.limits, BOXES, squeeze=self.setup.felt.squeeze, total=self.setup.felt.total)
            ),
            m.AnswerInterruption(rng.random() < 0.5),
            m.Resume(rng.choice(list(Halt))),
            m.RuleOtherwise("paid", m.PayFromHouse(some, 20)),
            m.Latch(some, "broken"),
            *(m.Unlatch(PlayerId(it)) for it in TERMINALS),
            m.RuleDispute(some, "looked at"),
            m.SellCredit(some, 50),
            m.RuleOtherwise("back", m.ReturnBets((some,))),
        ]
        if window is not None and rng.random() < 0.3:
            self._answers_for()
        else:
            self.order(rng.choice(orders))

    def _turns(self) -> bool:
        """Cards lie face down for somebody."""
        rng, state = self.rng, self.table.state
        if not state.turners:
            return False
        draw = rng.choice(list(state.turners))
        who = state.turners[draw]
        dice = rng.random()
        if dice < 0.15:
            self.wait(rng.choice((1_000, 12_000, 45_000)))
        elif dice < 0.25:
            self._draws()
        elif dice < 0.30:
            self._rules()
        elif who in SEATED and dice < 0.75:
            mine = own_turns(self.seats[who].session)
            self.seats[who].wants(t.TurnCards(rng.choice(((), mine[:1], mine))))
        else:
            who = PlayerId(rng.choice((who, *LOOSE)))
            if who in LOOSE:
                draws = rng.choice(((), (draw,), tuple(state.turners)))
                self._asks(who, m.TurnCards(*self.processes[who], self.table.view.round_no - (dice > 0.97), draws))
        return True

    # --- people ------------------------------------------------------------------------------------------------------

    def _greets(self, name: str) -> None:
        process = self.processes[name]
        self.hear((name, m.Hello(*process, self.pen.seq, self.pen.chain, PlayerId(name), "terminal", self.signed)))
        self.turn()

    def _asks(self, name: str, *requests: m.Request) -> None:
        self.said = [*self.said[-20:], *((name, request) for request in requests)]
        self.hear(*((name, request) for request in requests))
        self.turn()

    def _buys(self, name: str) -> None:
        if name in LOOSE:
            self._asks(name, m.BuyCredit(*self.processes[name], self.rng.randbytes(16), 1_000, "SGD"))
        else:
            self.seats[name].buys(1_000)

    def _says_again(self) -> None:
        """Once more, or long after; and whoever is not here says Hello."""
        if self.rng.random() < 0.3:
            name = self.rng.choice((*LOOSE, PANEL))
            process = self.processes.get(name, (1, RUN))
            after = self.rng.choice((0, 0, len(self.entries) - 3))
            self.hear((name, m.Sync(*process, max(0, after))))
            self.turn()
            return
        absent = [name for name in LOOSE if not self.table.peers.peer(name).greeted]
        if absent:
            self._greets(absent[0])
        elif latched := [name for name in TERMINALS if self.table.peers.peer(name).latched]:
            self.order(m.Unlatch(PlayerId(latched[0])))
        elif self.said:
            self._asks(*self.rng.choice(self.said))

    def _moves(self) -> None:
        """003 §1.26: somebody sits down or leaves; or has spent all, or goes."""
        rng, name = self.rng, self.rng.choice(TERMINALS)
        box, dice = rng.randrange(BOXES + 1 + (rng.random() < 0.1)), rng.random()
        credit = self.table.ledger.credit(PlayerId(name))
        if credit < 100:
            self._buys(name)
        elif dice < 0.75 and name in LOOSE:
            self._asks(name, m.SitDown(*self.processes[name], box))
        elif dice < 0.75:
            self.opinion.wants(name, t.SitDown(box))
        elif dice < 0.9 and name in SEATED:
            self.opinion.wants(name, t.WishSqueeze(rng.random() < self.manner.squeezes))
        elif name in SEATED:
            self.seats[name].wants(t.CashOut(self.seats[name].new_id(), credit))
        else:
            self._asks(name, m.CashOut(*self.processes[name], rng.randbytes(16), credit))

    def _bets(self, name: str) -> None:
        rng, view = self.rng, self.table.view
        opened = next((it for it in view.windows.values() if it.window.respondents is None), None)
        if opened is None:
            return
        kinds = (self.main, self.main, *sides_of(self.setup.game))
        spot = Spot(f"{rng.choice(CROWDED)}/{rng.choice(kinds)}")
        amount = rng.choice(AMOUNTS)
        if name in SEATED:
            intents: list[t.Intent] = [
                *(t.PlaceBet(Spot(f"{spot[0]}/{self.main}"), amount),) * 4,
                *(t.PlaceBet(spot, amount),) * 3,
                *(t.TakeBack(spot, amount), t.ClearBets(), t.DoubleBets(), t.RepeatBets(), t.UndoBet()),
                t.WishSqueeze(rng.random() < self.manner.squeezes),
            ]
            self.opinion.wants(name, rng.choice(intents))
            return
        bets = dict(self.table.windows.given.get("bets", {}).get(PlayerId(name), Answer()).bets)
        if rng.random() < 0.6:  # one that may well stand
            box, side = spot.partition("/")[0], rng.choice(kinds)
            bets[Spot(f"{box}/{self.main}")] = rng.choice((20, 20, 50, 60, 100))
            if side != self.main and rng.random() < 0.4:
                bets[Spot(f"{box}/{side}")] = rng.choice((10, 20))
            self._answer(name, opened.id, bets, "squeeze" if rng.random() < self._wishes(view.round_felt) else "")
            return
        for _ in range(rng.choice((1, 1, 2, 3))):
            bets[spot] = rng.choice((0, 5, amount, amount, amount, bets.get(spot, 20) - 10, bets.get(spot, 0) + 10))
            bets[spot] = max(0, bets[spot])
            spot = Spot(f"{1 + rng.randrange(BOXES)}/{rng.choice(kinds)}")
        if rng.random() < 0.03:
            bets[Spot("9/nowhere")] = 10
        choice = "squeeze" if rng.random() < self._wishes(view.round_felt) else ""
        choice = choice if rng.random() < 0.97 else "hit"
        self._answer(name, opened.id, bets, choice)

    def _wishes(self, felt: Felt) -> float:
        return self.manner.squeezes if felt.squeeze else 0.0

    def _answer(self, name: str, window: m.WindowId, bets: dict[Spot, int], choice: str) -> None:
        rng = self.rng
        answered = self.table.windows.answered.get(window, {}).get(PlayerId(name))
        last = 0 if answered is None else answered.revision
        revision = last + rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 2, 300 if rng.random() < 0.05 else 1))
        self._asks(name, m.Answer(*self.processes[name], window, max(1, revision), bets, choice))

    def _answers(self) -> None:
        """Whoever is asked, or somebody else; in an open window, or an old one."""
        rng, view = self.rng, self.table.view
        if not view.windows:
            return
        opened = rng.choice(list(view.windows.values()))
        window = opened.window
        who = rng.choice(window.respondents or TERMINALS)
        if who in SEATED and rng.random() < 0.9:
            self._answers_itself(who)
            return
        name = who if who in LOOSE and rng.random() < 0.93 else rng.choice(LOOSE)
        choice = rng.choice(
            (*window.choices, *window.choices[-1:] * 2, "" if rng.random() < 0.2 else window.choices[0])
        )
        raises = choice in ("split", "double", "insure", "follow")
        bets: dict[Spot, int] = {}
        if raises or rng.random() < 0.05:
            own = self.table.windows.given.get("bets", {}).get(PlayerId(name), Answer()).bets
            for spot in (
                window.spots if choice == "insure" else window.spots[-1:] if choice != "double" else window.spots[:1]
            ):
                initial = own.get(Spot(f"{spot.partition('/')[0]}/{self.main}"), 50)
                bets[spot] = rng.choice((initial, initial, initial // 2, initial // 2, initial + 10, 10))
                if choice == "insure" and rng.random() < 0.7:
                    bets[spot] = initial // 2
                elif choice == "insure" and rng.random() < 0.5:
                    del bets[spot]
        key = opened.id
        if rng.random() < 0.04:
            key = rng.choice(list(self.table.windows.names))
        self._answer(name, key, bets, choice)

    def _answers_itself(self, name: str) -> None:
        rng, session = self.rng, self.seats[name].session
        asks = list(asked(session))
        if not asks:
            return
        ask = rng.choice(asks)
        options = [it for it in ask.question.options if not it.why]
        if not options:
            return
        wanted = [it for it in options if it.key in ("split", "double", "follow", "insure", "even_money")]
        option = rng.choice(wanted if wanted and rng.random() < 0.5 else options)
        if ask.question.kind == "surrender" and rng.random() < 0.6:
            option = options[-1]
        amount = (
            rng.randrange(option.least, option.adds + 1)
            if option.spot and option.adds > option.least and rng.random() < 0.3
            else 0
        )
        self.seats[name].wants(t.AnswerBox(ask.question.box, option.key, amount))

    def _answers_for(self) -> None:
        """003 §5.18: staff, for whoever has asked them to."""
        rng, view = self.rng, self.table.view
        opened = rng.choice(list(view.windows.values()))
        window = opened.window
        name = PlayerId(rng.choice(window.respondents or TERMINALS) if rng.random() < 0.9 else rng.choice(TERMINALS))
        choice = rng.choice(window.choices) if window.choices and window.respondents is not None else ""
        bets = {}
        if window.respondents is None or choice in ("split", "double", "follow", "insure"):
            bets = {rng.choice(window.spots): rng.choice(AMOUNTS) for _ in range(rng.choice((1, 1, 2)))}
        self.order(m.AnswerFor(name, opened.id, bets, choice))
