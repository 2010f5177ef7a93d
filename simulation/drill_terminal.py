"""Player Terminals at a calm table, and a second opinion of each: what a wish must come to, and that nothing else does.

The production sessions and the production table, every message at once; what goes wrong is what people do with a
machine: it is switched off and on, its disk is lost in the middle of a window, a second machine has spoken in its
name, requests overtake each other, a note is held back. An unjust *no* of a terminal is as much a violation as an
unjust *yes*: by the limits on display a wish is shown and registered, kept as chips that are still being placed, or
refused once, and never asked for again by itself.
"""

from random import Random
from types import SimpleNamespace
from typing import Any, Final

from console.table.state import Setup
from games.cards import Card, decks
from games.round import Felt, Limit, PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.chain import first_link
from protocol.codec import decode_event, encode_body
from protocol.view import Phase
from simulation.calm import PANEL, SHUFFLER, CalmTable
from simulation.own_count import OwnCount
from simulation.world import Violation
from terminal import intents as t
from terminal.layouts import layout_in
from terminal.records import decode_record, own_pen
from terminal.session import Session
from terminal.state import State

TABLE: Final = "SAT"
NAMES: Final = ("T1", "T2")
SPOTS: Final = ("player", "banker", "tie", "player_pair")
BOXES_ONE_IN: Final = 3  # drills: at Blackjack, each at a box of his own, and Bets stay open
BOX_LIMITS: Final = {"main": Limit(20, 200, 10), "player_pair": Limit(10, 50, 5), "under_13": Limit(10, 100, 5)}
WITHIN: Final = "under_13"  # 003 §3.13.2.d: no more than his own Initial Bet there
MINE: Final = {"player": Limit(20, 200, 10), "banker": Limit(20, 200, 5), "tie": Limit(5, 50, 5)}
AMOUNTS: Final = (5, 5, 10, 20, 20, 25, 50, 100, 200)
NOTE: Final = 100
CAP: Final = 1_000  # in notes, within an hour
HOUR_MS: Final = 3_600_000
SLACK_MS: Final = 400_000  # by which the hour of the table may be shorter
JOINS_MS_MAX: Final = 15_000

Bets = dict[str, int]


class Muddled(CalmTable):
    """Requests that are under way together arrive in any order."""

    dice: Random | None = None

    def hear(self, *asked: tuple[str, m.Request]) -> None:
        if self.dice is not None and len(asked) > 1:
            asked = tuple(self.dice.sample(asked, len(asked)))
        super().hear(*asked)


class Opinion:
    """What is known of one terminal without asking it."""

    def __init__(self) -> None:
        self.shown: Bets = {}  # as the Player has it before him
        self.stands: Bets = {}  # as it is registered
        self.hour: list[int] = []  # when this process of it has taken its notes
        self.taken: list[int] = []  # and when the table has
        self.own = OwnCount()


class TerminalDrill:
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"terminal {seed}")
        total = Limit(1, 300, 1) if rng.random() < 0.4 else None
        self.on_boxes = seed % BOXES_ONE_IN == 1
        self.felt = Felt(limits=MINE, total=total, differential=rng.choice((None, 100)))
        if self.on_boxes:
            self.felt = Felt(BOX_LIMITS, 2)
        placard = e.Placard(
            currency="SGD", chips=(5, 20, 100), notes=(NOTE,), notes_per_hour=CAP, ticket_days=rng.choice((0, 2))
        )
        far = 100 * HOUR_MS
        game = "blackjack" if self.on_boxes else "baccarat"
        self.setup = Setup(TABLE, game, self.felt, far, placard=placard, secret=b"sat", snapshot_from=5, takeover_ms=1)
        self.table = Muddled(self.setup, NAMES)
        self.table.dice = Random(f"muddle {seed}")
        self.of = {name: Opinion() for name in NAMES}
        self._read = self._refusals = 0
        self.set: list[Card] = list(decks(8))
        rng.shuffle(self.set)

    def play(self, steps: int) -> None:
        table = self.table
        table.join(PANEL)
        table.wait()
        table.order(m.OpenTable())
        table.order(m.LoadShoe(8, SHUFFLER.number, 0, 0))
        for name in NAMES:
            for _ in range(4):
                self._puts_in_note(name)
        for number, name in enumerate(NAMES if self.on_boxes else (), 1):
            table.seats[name].wants(t.SitDown(number))
        for step in range(steps):
            try:
                self._step()
                self._compare()
            except Violation as broken:
                raise Violation(broken.name, f"step {step}: {str(broken).partition(': ')[2]}") from None

    def _step(self) -> None:
        view, rng, table = self.table.table.view, self.rng, self.table
        name = rng.choice(NAMES)
        if rng.random() < 0.12:
            getattr(self, rng.choice(("_restarts", "_restarts", "_is_wiped", "_calls", "_an_hour", "_fills_the_hour")))(
                name
            )
        elif view.phase is Phase.READY:
            dice = rng.random()
            if dice < 0.3:
                self._puts_in_note(name)
            elif dice < 0.4:
                self._takes_ticket(name)
            else:
                table.order(m.OpenBets())
                self.expect("R", table.table.view.phase is Phase.BETTING, "no Bets are open")
        elif self.on_boxes:
            table.wait()  # everybody is told what lies on the boxes: by that a terminal knows what a box still needs
            self._wishes(name)
        elif view.phase is Phase.BETTING:
            dice = rng.random()
            if dice < 0.12:
                table.order(m.CloseBets())
            elif dice < 0.17:
                self._another_speaks(name)
            elif dice < 0.20:
                self._late_copy(name)
            else:
                self._wishes(name)
        elif view.phase is Phase.DEALING:
            if view.halts:
                table.order(m.Resume(next(iter(view.halts))))
            elif rng.random() < 0.08:
                table.order(m.CallSupervisor("look"))
                bettors = tuple(PlayerId(it) for it in NAMES if self.of[it].stands)
                if bettors and rng.random() < 0.7:
                    table.order(m.RuleOtherwise("as it is", m.ReturnBets(bettors[:1])))
            else:
                table.draw(self.set.pop().text)
        elif view.phase is Phase.RESULT:
            table.certify()

    @staticmethod
    def expect(name: str, holds: bool, otherwise: str) -> None:
        if not holds:
            raise Violation(name, otherwise)

    # --- what the log says --------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        for entry in self.table.entries[self._read :]:
            match decode_event(entry.body):
                case e.WindowOpened():
                    for opinion in self.of.values():
                        opinion.stands, opinion.shown = {}, {}
                case e.WindowClosed():
                    for opinion in self.of.values():
                        opinion.shown = opinion.stands
                case e.LayoutRegistered(terminal=name, answer=answer):
                    self.of[name].stands = {str(spot): amount for spot, amount in answer.bets.items()}
                case e.LayoutRefused() | e.MoneyRefused():
                    self._refusals += 1
                case e.LayoutReturned(terminal=name):
                    self.of[name].stands = self.of[name].shown = {}
                case _:
                    pass
        self._read = len(self.table.entries)

    # --- a wish -------------------------------------------------------------------------------------------------------

    def _wishes(self, name: str) -> None:
        """001 §3.4, §5.2: it is shown if the maxima and the credit allow it; what meets the limits is registered."""
        of, seat = self.of[name], self.table.seats[name]
        intent, wish = self._some_wish(name)
        if wish is not None and not self._is_possible(name, wish):
            wish = None
        if isinstance(intent, t.DoubleBets):
            wish = self._doubled(name)
        self._refusals = 0
        sent = sum(b"LayoutSent" in entry.body[:24] for entry in seat.journal)
        before = dict(of.stands)
        seat.wants(intent)
        self._follow()
        sent = sum(b"LayoutSent" in entry.body[:24] for entry in seat.journal) - sent
        if wish is None:
            self.expect("R", sent == 0, f"{name} cannot have {intent} over {of.shown}, and asks {sent} times")
            return
        asked = self._ready(before, wish)
        good = not self._objections(name, before, asked)
        should = asked if good else before
        self.expect("R", of.stands == should, f"{name}, {intent}: {of.stands} stands, and it should be {should}")
        times = int(asked != before)
        self.expect("R", sent == times, f"{name}, {intent}: {asked} over {before} is asked {sent} times")
        self.expect("R", self._refusals == times - good * times, f"{name}, {intent}: refused {self._refusals} times")
        of.shown = wish
        if not good:
            short = self._short(before, wish)
            spots = {*wish, *before}
            both = {spot: (wish if spot in short else before).get(spot, 0) for spot in spots}
            of.shown = {spot: amount for spot, amount in both.items() if amount}

    def _some_wish(self, name: str) -> tuple[t.Intent, Bets | None]:
        """`None`: it is about nothing that is there."""
        rng, now = self.rng, self.of[name].shown
        spots = tuple(f"{name[-1]}/{kind}" for kind in BOX_LIMITS) if self.on_boxes else SPOTS
        spot, amount = rng.choice((*spots, *spots, "nowhere")), rng.choice(AMOUNTS)
        match rng.randrange(8):
            case 0 | 1 | 2:
                more = {**now, spot: now.get(spot, 0) + amount}
                return t.PlaceBet(Spot(spot), amount), None if spot == "nowhere" else more
            case 3 | 4:
                less = {**now, spot: now.get(spot, 0) - amount}
                less = {it: left for it, left in less.items() if left > 0}
                return t.TakeBack(Spot(spot), amount), less if spot in now else None
            case 5:
                return t.ClearBets(), {} if now else None
            case 6:
                return t.DoubleBets(), None
            case _:
                whole = {it: rng.choice(AMOUNTS) for it in rng.sample(spots, rng.randrange(1, 4))}
                return t.SetLayout("", {Spot(it): bet for it, bet in whole.items()}), whole

    def _doubled(self, name: str) -> Bets | None:
        """Each Bet whole, or left as it is, in the order in which they lie there: one may make room for another."""
        shown, session = dict(self.of[name].shown), self.table.seats[name].session
        (opened,) = session.state.view.windows.values()
        for spot in [str(it) for it in layout_in(session, opened.id).bets]:
            tried = {**shown, spot: 2 * self.of[name].shown[spot]}
            if self._is_possible(name, tried):
                shown = tried
        return shown if shown != self.of[name].shown else None

    def _is_possible(self, name: str, wish: Bets) -> bool:
        of, felt = self.of[name], self.felt
        for spot, amount in wish.items():
            limit = self._limit(spot)
            most = None if limit is None else limit.max
            own = wish.get(f"{name[-1]}/main", 0)
            if most is not None and own and spot.endswith(WITHIN):
                most = min(most, own)
            if most is not None and amount > max(most, of.stands.get(spot, 0)):
                return False
        stands, shown, total = sum(of.stands.values()), sum(of.shown.values()), sum(wish.values())
        if felt.total is not None and felt.total.max is not None and total > max(felt.total.max, stands):
            return False
        held = max(stands, shown) - stands
        more = max(stands, total) - stands - held
        return more <= 0 or more <= self.table.table.ledger.credit(PlayerId(name)) - held

    def _limit(self, spot: str) -> Limit | None:
        return self.felt.limits.get(spot.rpartition("/")[2])

    def _short(self, stands: Bets, wish: Bets) -> set[str]:
        """Where chips are still being placed: below the minimum, or between two steps if it is to be more."""
        found = set()
        for spot, amount in wish.items():
            limit, was = self._limit(spot), stands.get(spot, 0)
            if limit is not None and amount != was and (amount < limit.min or (amount > was and amount % limit.step)):
                found.add(spot)
        return found

    def _ready(self, stands: Bets, wish: Bets) -> Bets:
        short = self._short(stands, wish)
        part = {spot: (stands if spot in short else wish).get(spot, 0) for spot in {*wish, *stands}}
        part = {spot: amount for spot, amount in part.items() if amount}
        held = max(sum(wish.values()), sum(stands.values()))
        return stands if sum(part.values()) > held else part

    def _objections(self, name: str, stands: Bets, asked: Bets) -> set[str]:
        """What the table has against it that its terminal does not look at."""
        if self.on_boxes:
            main = asked.get(f"{name[-1]}/main", 0)
            found = {spot for spot in asked if not main}  # 003 §3.9: nobody else bets on that box
            found |= {spot for spot, amount in asked.items() if spot.endswith(WITHIN) and amount > main}
            return found | {spot for spot, amount in asked.items() if spot.endswith("main") and amount % 2}
        found = {spot for spot, amount in asked.items() if spot == "banker" and amount % 2}  # §4.1: half of it is paid
        if self.felt.differential is not None:
            other = next(self.of[it].stands for it in NAMES if it != name)
            apart = [sum(it.get("player", 0) - it.get("banker", 0) for it in (bets, other)) for bets in (stands, asked)]
            if abs(apart[1]) > max(abs(apart[0]), self.felt.differential):
                found.add("differential")
        return found

    # --- others who speak in its name ---------------------------------------------------------------------------------

    def _another_speaks(self, name: str) -> None:
        """While its own revision is lost on the way, a copy of it has had a later one registered (rule 7)."""
        of, seat, table = self.of[name], self.table.seats[name], self.table
        mine, other = {**of.stands, "tie": 5}, {**of.stands, "tie": 10}
        if of.shown != of.stands or "tie" in of.stands or not all(self._is_possible(name, it) for it in (mine, other)):
            return
        state = seat.session.state
        (opened,) = table.table.view.windows.values()
        table.away.add(name)
        seat.wants(t.PlaceBet(Spot("tie"), 5))
        later = state.outbox.next_revision(opened.id) + 1
        bets = {Spot(spot): amount for spot, amount in other.items()}
        table.request(name, m.Answer(state.boot, state.run, opened.id, later, bets))
        table.away.discard(name)
        self._waits()
        self.expect("R", of.stands == other, f"{name} has {of.stands} registered, and {other} was asked last")
        of.shown = other

    def _late_copy(self, name: str) -> None:
        """An old revision comes once more: nothing follows."""
        state, table = self.table.seats[name].session.state, self.table
        (opened,) = table.table.view.windows.values()
        last = state.outbox.revisions.get(opened.id, 0)
        if last:
            old = 1 + self.rng.randrange(last)
            table.request(name, m.Answer(state.boot, state.run, opened.id, old, {Spot("tie"): 45}))
            self._no_alarm(name)

    def _no_alarm(self, name: str) -> None:
        """It may have rung; it is no reason to take anybody out of play."""
        self.expect("R", not self.table.table.peers.peer(name).latched, f"{name} is latched for an old copy")

    # --- what befalls the machine -------------------------------------------------------------------------------------

    def _restarts(self, name: str) -> None:
        """What was not sent yet is forgotten with the process."""
        self._begins(name, Session(PlayerId(name), TABLE, verify=self.table.seals.verify))

    def _is_wiped(self, name: str) -> None:
        """Its file is lost, but for the count of its starts."""
        seat = self.table.seats[name]
        state = State(PlayerId(name), TABLE, first_link(TABLE), boot=seat.session.state.boot)
        seat.journal, seat.pen = [], own_pen(0, first_link(name))
        self._begins(name, Session(PlayerId(name), TABLE, state, self.table.seals.verify))
        money = seat.session.state.ledger.currency
        self.expect("M4", money == self.setup.currency, f"{name} counts in {money}")

    def _begins(self, name: str, session: Session) -> None:
        seat = self.table.seats[name]
        for entry in seat.journal:
            session.apply(entry, decode_record(entry.body))
        seat.session = session
        self.of[name].hour = []
        seat.wants(t.Started(self.rng.randbytes(8)))
        self._waits()
        self.of[name].shown = self.of[name].stands
        self.expect("R", session.join.joined, f"{name} has not joined: {session.join.denied}")

    def _waits(self) -> None:
        """Long enough for everything that is asked again."""
        for _ in range(JOINS_MS_MAX // 500):
            self.table.wait()
            sessions = [seat.session for seat in self.table.seats.values()]
            if all(it.join.joined and it.join.follower.level and not it.state.outbox.layouts for it in sessions):
                break
        self.table.wait()
        self._follow()

    def _an_hour(self, _name: str) -> None:
        self.table.now_ms += HOUR_MS
        self._waits()

    # --- money --------------------------------------------------------------------------------------------------------

    def _credit(self, name: str) -> int:
        return self.table.table.ledger.credit(PlayerId(name))

    def _puts_in_note(self, name: str) -> None:
        """Rule 10: no more within an hour than the law allows, and as much as that. The table counts for itself, and
        remembers what a process did that has ended.
        """
        of, seat, now_ms = self.of[name], self.table.seats[name], self.table.now_ms
        of.hour = [it for it in of.hour if now_ms - it < HOUR_MS]
        of.taken = [it for it in of.taken if now_ms - it < HOUR_MS]
        fits = NOTE * (len(of.hour) + 1) <= CAP
        if fits and NOTE * (len(of.taken) + 1) > CAP:
            if now_ms - of.taken[0] < HOUR_MS - SLACK_MS and not self.table.table.view.halts:
                self._note_is_held(name)
            return
        before, note = self._credit(name), seat.new_id()
        seat.wants(t.NoteIn(note, NOTE))
        seat.wants(t.NoteStacked(note))
        got = self._credit(name) - before
        self.expect("M5", got == NOTE * fits, f"{name} puts in {NOTE}, {len(of.hour)} are taken, and gets {got}")
        refused = note in seat.session.forgotten.refused
        self.expect("M5", refused != fits, f"{name} puts in {NOTE}, {len(of.hour)} are taken, and it is {refused=}")
        if fits:
            of.hour.append(now_ms)
            of.taken.append(now_ms)

    def _note_is_held(self, name: str) -> None:
        """One too many for the table is in the box: it calls for people, whatever the Player does meanwhile."""
        table, seat, rng = self.table, self.table.seats[name], self.rng
        before, note = self._credit(name), seat.new_id()
        seat.wants(t.NoteIn(note, NOTE))
        seat.wants(t.NoteStacked(note))
        self.of[name].hour.append(table.now_ms)
        self.expect("M5", self._credit(name) == before, f"{name} has more than {CAP} of an hour credited")
        if rng.random() < 0.5:
            seat.wants(t.CallAttendant(wanted=True))
        if rng.random() < 0.3:
            self._restarts(name)
        self._compare()
        (number,) = [number for number, held in table.table.cashier.held.items() if held.terminal == name]
        to = rng.choice(("credit", "hand", "nobody"))
        table.order(m.ReleaseNote(number, to))
        self._compare()
        got = self._credit(name) - before
        self.expect("M5", got == NOTE * (to == "credit"), f"a note of {name} is released to {to}, and it gets {got}")
        table.order(m.Unlatch(PlayerId(name)))
        if to == "credit":
            self.of[name].taken.append(table.now_ms)

    def _fills_the_hour(self, name: str) -> None:
        """As many notes as it takes, and one more after it was switched off and on."""
        if not self.table.table.view.halts:
            for _ in range(CAP // NOTE + 1):
                self._puts_in_note(name)
            self._restarts(name)
            self._puts_in_note(name)

    def _calls(self, name: str) -> None:
        wanted = self.rng.random() < 0.6
        self.table.seats[name].wants(t.CallAttendant(wanted))
        self.table.wait()

    def _takes_ticket(self, name: str) -> None:
        """All that he has; it is printed, and he shows it again."""
        seat, credit = self.table.seats[name], self._credit(name)
        if not credit:
            return
        seat.wants(t.CashOut(seat.new_id(), credit))
        self.expect("M5", not self._credit(name), f"{name} cannot cash out {credit}")
        ticket = next(reversed(seat.session.state.tickets))
        number = seat.session.state.numbers[ticket]
        if self.rng.random() < 0.5:
            self._prints(name, ticket, "failed")
            self.table.order(m.PrintAgain(ticket))
        self._prints(name, ticket, "printed")
        seat.wants(t.TicketIn(seat.new_id(), number))
        self.expect("M5", self._credit(name) == credit, f"{name} shows {credit}, and has {self._credit(name)}")

    def _prints(self, name: str, ticket: str, ended: str) -> None:
        """Both reports at once: on record is the last."""
        seat, self._refusals = self.table.seats[name], 0
        seat.wants(*(t.PrintResult(seat.new_id(), ticket, state) for state in ("printing", ended)))
        self._waits()
        on_record = self.table.table.cashier.tickets[ticket].printed
        self.expect("R", not self._refusals, f"{name} has a report of {ticket} refused")
        self.expect("M5", on_record == ended, f"to print {ticket} has {ended}, and on record is {on_record!r}")

    # --- after each step ----------------------------------------------------------------------------------------------

    def _compare(self) -> None:
        self._follow()
        table = self.table.table
        for name, seat in self.table.seats.items():
            session, of = seat.session, self.of[name]
            outbox = session.state.outbox
            self.expect("liveness", not (outbox.layouts or outbox.asked), f"{name} waits for {outbox}")
            self.expect("M4", session.credit == self._credit(name), f"{name} shows {session.credit}")
            if session.join.follower.seq == table.seq:
                same = encode_body(session.state.view) == encode_body(table.view)
                self.expect("M9", same, f"{name} has another picture at {table.seq}")
            node: Any = SimpleNamespace(
                name=name, key=name, session=session, disk=SimpleNamespace(entries=seat.journal)
            )
            of.own.compare(node)
            for opened in session.state.view.windows.values():
                mine = {str(spot): amount for spot, amount in layout_in(session, opened.id).bets.items()}
                self.expect("R", mine == of.shown, f"{name} shows {mine}, and it should be {of.shown}")


def run(seed: int, steps: int) -> TerminalDrill:
    """Raises a Violation."""
    drill = TerminalDrill(seed)
    drill.play(steps)
    return drill
