"""A Player Terminal at a console that is only a pen: whatever a log can tell it, with a second opinion of each batch.

Rounds of four games go on by the rule book, their Bets registered or refused as the dice have it; the House pays right,
or it does not; it corrects, voids, holds notes, loses what it was asked, says it twice, late, in pieces or to another
process, and seldom what its log does not say. Players come and go with Bets on their way, the power goes around a
commit, the disk is lost, or somebody writes on it. Told pasts come first, from which the dice go on.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.msgpack import encode
from msgspec.structs import replace

from games.cards import DECK, Card
from games.money import Currency, InvariantBroken
from games.round import Answer, BoxNow, HandId, Limit, Refusal, Spot, kind_of
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.chain import make_entry
from protocol.events import Audience
from protocol.halts import Halt
from protocol.ledger import standing
from protocol.view import Phase
from simulation.told_console import ME, OTHER
from simulation.told_talk import LIMITS, PEOPLE
from simulation.told_wishes import Wishes
from simulation.world import Violation
from terminal import intents as t


class ToldDrill(Wishes):
    def play(self, steps: int) -> None:
        console = self.console
        console.write(
            e.ConsoleStarted(1), e.CurrencyBound(Currency(console.placard.currency, 2)), e.DayBegan("2026-11-16")
        )
        console.boot = 1
        console.opens()
        self._hears_of(self.terminal.begins())
        done = -1
        try:
            self._settles()
            if not self.coins:
                self.console.write(e.CreditBought(bytes(16), ME, 1, self.rng.choice((50, 300, 1_000))))
            elif self.rng.random() < 0.7:
                self.goes_well(t.SignOnHere(self.rng.randbytes(8), self.rng.choice(PEOPLE)[0], "271828"))
            self.goes_well()
            if self.opening is not None:
                self.opening(self)
            if self.later is not None:
                self.later(self)
            for done in range(steps):  # noqa: B007  whoever objects is told when
                self._step()
            self._settles()
            self.terminal.is_forged()
        except Violation as broken:
            raise Violation(broken.name, f"step {done}: {str(broken).partition(': ')[2]}") from None
        except InvariantBroken as broken:
            raise Violation("core", f"step {done}: {broken}") from broken

    # --- a step -------------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        rng, terminal = self.rng, self.terminal
        dice = rng.random()
        if dice < 0.42:
            self._wishes()
        elif dice < 0.84:
            for _ in range(rng.choice((1, 1, 2, 4))):
                self._plays_on()
        elif dice < 0.90:
            self._happens()
        elif dice < 0.94:
            terminal.now_ms += rng.choice((10, 100, 300, 1_000, 2_000, 700_000))
            self._does(*([self.console.pulse()] if rng.random() < 0.7 else []))
        elif dice < 0.96:
            if self.before:
                self._does(rng.choice(self.before))  # once more, as the line may
        else:
            self._befalls()
        self._devices_see()
        if rng.random() < 0.8:
            inbox, self.inbox = self.inbox, []
            if rng.random() < 0.2:
                rng.shuffle(inbox)
            for request in inbox:
                self._answers(request)
        if rng.random() < 0.8:
            self._tells()
        if not terminal.session.join.joined and rng.random() < 0.5:
            terminal.now_ms += 300
            self._does(self.console.pulse())
        elif rng.random() < 0.5:
            terminal.now_ms += rng.choice((5, 200, 400))
            self._does(self.console.pulse())

    def _devices_see(self) -> None:
        terminal, rng = self.terminal, self.rng
        if terminal.devices is None or terminal.picture is None:
            return
        if rng.random() < 0.1:
            for wanted in terminal.devices.inserts(100):
                self._does(wanted)
        for wanted in terminal.devices.see(terminal.picture):
            self._does(wanted)
        if rng.random() < 0.15:
            self._hears_of(terminal.rests())

    def _befalls(self) -> None:
        """The machine, its disk, and a console that is none."""
        rng, terminal, console = self.rng, self.terminal, self.console
        dice = rng.random()
        if dice < 0.45:
            terminal.power = rng.choice(("before", "after"))
            wish = self._some_wish()
            self._does(wish)
            terminal.power = ""
            self._hears_of(terminal.outgoing)
        elif dice < 0.6:
            terminal.dies()
            self._hears_of(terminal.outgoing)
        elif dice < 0.68:
            terminal.keeps_checkpoint()
        elif dice < 0.78:
            terminal.is_forged()
            terminal.has_another_checkpoint()
        elif dice < 0.84:
            self.is_wiped()
        elif dice < 0.90 and console.seq > 3 and not terminal.session.state.stopped:
            self._is_lied_to()
        elif dice < 0.92:
            self._is_told_of_a_later_version()
        elif dice < 0.94:
            state = terminal.session.state
            self._says(m.Denied(state.boot, state.run, rng.choice((m.Denial.REPLACED, m.Denial.TWICE))))
            self._some_wishes(3)
            terminal.dies()
            self._hears_of(terminal.outgoing)
        else:
            console.starts()

    def is_wiped(self) -> None:
        self.terminal.is_wiped()
        self.inbox = [*self.terminal.outgoing]
        self.before = []

    def _is_lied_to(self) -> None:
        """C13: another entry than the log has, under a signature that is none; or two heads. It stops for good."""
        terminal, console, rng = self.terminal, self.console, self.rng
        state, terminal.lied = terminal.session.state, True
        seq = state.seq
        if rng.random() < 0.5 or seq == 0:
            self._does(m.Pulse(console.seq + 1, rng.randbytes(32), -1, bytes(64)))
        else:
            self._does(m.Pulse(seq, rng.randbytes(32), -1, b""))
        if not terminal.session.state.stopped:
            raise Violation("M8", f"T1 is told another history after {seq} of {console.seq}, and goes on")
        self._some_wishes(4)
        if rng.random() < 0.5:
            state = terminal.session.state
            self._does(m.Denied(state.boot, state.run, m.Denial.HISTORY))
            self._some_wishes(2)
        if rng.random() < 0.5:
            terminal.dies()
            self._some_wishes(2)
        self.is_wiped()

    def _is_told_of_a_later_version(self) -> None:
        """An entry that nobody here can read, and the console vouches for it: this process asks for nothing more."""
        terminal, console = self.terminal, self.console
        state = terminal.session.state
        if state.seq != console.seq or terminal.session.join.denied or state.stopped:
            return
        body = encode({"type": "Later"})
        entry = make_entry(console.link(console.seq), console.seq + 1, "", Audience(""), b"", body)
        signed = console.seals.sign(entry.seq, entry.chain)
        sent = m.SentEntry(entry.digest, "", "", b"", body)
        terminal.opinion.shut_out, terminal.opinion.welcomed = "a later version", None
        self._does(m.Batch(entry.seq, (sent,), entry.chain, signed.signature))
        self._some_wishes(2)
        terminal.dies()
        self._hears_of(terminal.outgoing)

    # --- the Round goes on --------------------------------------------------------------------------------------------

    def _plays_on(self) -> None:
        console, rng, view = self.console, self.rng, self.console.view
        if view.phase is Phase.CLOSED:
            if rng.random() < 0.5:
                console.opens()
        elif view.phase is Phase.READY:
            if rng.random() < 0.25:
                self._between_rounds()
            elif console.credit or rng.random() < 0.15:
                console.begins()
        elif view.phase is Phase.BETTING:
            self._in_windows()
        elif rng.random() < 0.04:
            console.voids()
        elif view.phase is Phase.DEALING:
            self._deals()
        elif console.hidden and not self.auto:
            console.turns(min(console.hidden))
        elif self.auto and not console.is_over():
            self._deals()
        elif console.is_over():
            self._pays()

    def _deals(self) -> None:
        console, rng = self.console, self.rng
        lines = self._interim()
        if lines and rng.random() < 0.5:
            console.pays(ME, self._maybe_wrong(lines))
        elif self.auto and console.view.shuffle.parts is None and rng.random() < 0.5:
            return  # nonces are waited for
        elif self.auto and console.view.shuffle.parts is None:
            console.mixes(falsely=rng.random() < self.lies)
        else:
            if self.auto and len(console.set) > 1 and rng.random() < self.lies * 0.1:
                console.set[-2:] = console.set[:-3:-1]  # another card than the one that is due
            console.deals()

    def _interim(self) -> tuple[Line, ...]:
        """003 §1.17: what is decided already may be paid."""
        console = self.console
        if self.auto or self.game == "baccarat" or console.hidden:
            return ()
        return console.lines(ME, final=False)

    def _in_windows(self) -> None:
        console, rng = self.console, self.rng
        opened = rng.choice(list(console.view.windows.values()))
        window = opened.window
        dice = rng.random()
        if dice < 0.25:
            mine = console.bets(ME)
            all_in = window.respondents is None and not mine and rng.random() < 0.7
            if not all_in:
                lie = rng.random() < self.lies * 0.2
                console.closes(window.name, rng.choice(("dealer", "countdown")), leaves_him_out=lie)
        elif dice < 0.30 and window.respondents is None and ME in console.given[window.name]:
            self._gives_back(opened)
        elif dice < 0.31 and window.respondents is None:
            self._enters_for_him(opened)
        elif dice < 0.35 and self.game != "baccarat" and not self.auto and window.respondents is None:
            self._rejects(opened)
        elif dice < 0.45 and self.game != "baccarat":
            self._tells_of_boxes()
        elif dice < 0.48:
            console.write(e.TimeAdded(console.round_no, 9_000, 0))

    def _rejects(self, opened: Any) -> None:
        """003 §5.1: others have come before him, so one of his Bets goes back."""
        console = self.console
        answer = console.given[opened.window.name].get(ME)
        if answer is not None and answer.bets:
            console.rejects(opened.id, ME, self.rng.choice(list(answer.bets)))

    def _gives_back(self, opened: Any) -> None:
        """001 §5.12: for good; or the window is asked again (§1.17)."""
        console = self.console
        paragraph = "5.12" if self.auto else self.rng.choice(("5.12", ""))  # 004 asks for no Bets again
        name = opened.window.name
        amount = sum(console.given[name].pop(ME).bets.values())
        console.write(e.LayoutReturned(console.round_no, name, ME, amount, paragraph))
        if not paragraph:
            console.write(e.WindowClosed(opened.id, name, "ruling", None, HandId("")))
            console._opens(opened.window)

    def _enters_for_him(self, opened: Any) -> None:
        """003 §5.18: at his request, while his own may be on its way."""
        console, rng = self.console, self.rng
        spots = [spot for spot in opened.window.spots if kind_of(spot) in LIMITS[self.game]]
        answer = Answer({rng.choice(spots): 20}, "", "200")
        before = sum(console.given[opened.window.name].get(ME, Answer()).bets.values())
        if (
            20 - before <= console.credit
            and console.game.review(console.round, opened.window, ME, Answer(answer.bets), console.given) is None
        ):
            console.registers(opened.id, ME, console.answered.get(opened.id, 0) + 1, answer)

    def _tells_of_boxes(self) -> None:
        console, rng = self.console, self.rng
        boxes = []
        for box in (1, 2):
            spot = Spot(f"{box}/{console.game.shared}")
            mine = console.bets(ME).get(spot, 0)
            others = rng.choice((0, 0, 10, 20, 60, 90))
            boxes.append(BoxNow(box, int(mine > 0) + int(others > 0), mine + others, seated=False))
        number = console.round_no - (rng.random() < 0.1)
        self._does(m.Boxes(number, tuple(boxes)))

    def _maybe_wrong(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """The House pays a line too little or too much, or leaves one out."""
        rng = self.rng
        if not lines or rng.random() >= self.lies:
            return lines
        at = rng.randrange(len(lines))
        wrong = replace(lines[at], returned=max(0, lines[at].returned + rng.choice((-5, 1, 20))))
        return lines[:at] + (rng.choice(((wrong,), (wrong,), ()))) + lines[at + 1 :]

    def _pays(self) -> None:
        console, rng = self.console, self.rng
        lines = self._maybe_wrong(console.lines(ME)) if console.bets(ME) else ()
        if lines:
            console.pays(ME, lines)
        if rng.random() < self.lies * 0.3 and lines and console.stake == 0 and console.credit > 200:
            free = replace(lines[0], staked=0, returned=0)  # told twice, with nothing in it
            console.write(e.Settled(console.round_no, ME, console.ledger.sittings.get(ME, 0), (free,)))
        if self.auto and rng.random() < self.lies:
            self._cheats_with_the_seed()
        console.ends(left_out=console.stake > 0)
        if console.stake:  # never in a House that is right: what was not settled is given back by nobody
            left = console.stake
            console.write(e.LayoutReturned(console.round_no, "bets", ME, left, "5.12"))

    def _cheats_with_the_seed(self) -> None:
        console, rng = self.console, self.rng
        way = rng.random()
        if way < 0.5:
            console.seed = rng.randbytes(32)
        else:
            console.salt = rng.randbytes(32)

    # --- between two Rounds, and at any time --------------------------------------------------------------------------

    def _between_rounds(self) -> None:
        console, rng = self.console, self.rng
        match rng.randrange(8):
            case 0:
                console.write(e.TableClosed())
            case 1:
                console.write(e.LimitsSet(replace(console.felt, total=Limit(1, rng.choice((100, None)), 1))))
            case 2 if not self.coins and not standing(console.ledger.balances):
                console.changes_currency(rng.choice(("SGD", "EUR")))
            case _:
                self._corrects()

    def _corrects(self) -> None:
        """001 §5.6, §5.3.3, §5.12: of a Round of whoever played it, also of one that has gone."""
        console, rng = self.console, self.rng
        past = [it for it in console.past if it > console.round_no - 4]
        if past and self.game == "baccarat":
            number = rng.choice(past)
            cards = [it.card for it in console.past[number][1] if hasattr(it, "card")]
            if cards and rng.random() < 0.8:
                cards[rng.randrange(len(cards))] = rng.choice(DECK)
            self.corrects(number, cards, "5.3.3" if rng.random() < 0.15 else "")

    def corrects(self, number: int, cards: Iterable[Card], void: str = "") -> None:
        console, rng = self.console, self.rng
        kept = console.past.get(number)
        found = None if kept is None else console.corrects(number, list(cards), void)
        if kept is None or found is None:
            return
        corrected, lines = found
        if rng.random() < self.lies:
            lie, first = rng.choice((5, -5)), lines.after[0]
            if rng.random() < 0.5:
                lines = replace(lines, owed=lines.owed + lie)
            else:
                other = replace(first, returned=first.returned + 5)
                lines = replace(lines, after=(other, *lines.after[1:]), credited=lines.credited + 5)
            if lines.owed < 0 or lines.credited + console.credit < 0:
                console.past[number] = kept
                return
            console.past[number] = (*kept[:1], console.past[number][1], kept[2], lines.after)
        console.write(corrected, lines)

    def _happens(self) -> None:
        """What is told of this terminal, whatever it does."""
        console, rng = self.console, self.rng
        if self.seats.random() < 0.3:
            self._is_seated()
        match rng.randrange(16):
            case 0 | 14:
                if console.disputed and rng.random() < 0.7:
                    console.write(e.DisputeRuled(ME, console.disputed, "as it is"))
                    console.disputed = 0
            case 1:
                console.latched = rng.choice(("it lied", ""))
                console.write(e.TerminalLatched(ME, console.latched))
                console.latched = console.latched or "latched"
            case 2 | 3 | 15:
                if console.latched:
                    console.latched = ""
                    console.write(e.TerminalUnlatched(ME))
            case 4:
                console.calls = False
                console.write(e.AttendantCalled(ME, wanted=False))
            case 5 | 6:
                if self.held:
                    key, amount = self.held.popitem()
                    if rng.random() < 0.5:
                        console.write(e.NoteCredited(key, ME, console.sitting(), 1, amount))
                    else:
                        console.write(e.NoteCleared(key, ME, 1, amount, paid=True))
            case 7 | 13:
                if not self.coins:
                    console.write(e.CreditBought(rng.randbytes(16), ME, console.sitting(), 100))
            case 8:
                if console.credit and not console.stake and not self.coins:
                    much = rng.choice((console.credit, max(1, console.credit // 2)))
                    console.write(e.HandPaid(ME, console.ledger.sittings.get(ME, 0), much))
            case 9:
                console.write(rng.choice((e.TicketsLocked(ME), e.TicketsUnlocked(ME), e.TicketsUnlocked(ME))))
            case 10:
                if console.away:
                    key, _ending = console.away.popitem()
                    journey = rng.randbytes(16)
                    if rng.random() < 0.5:
                        console.write(e.ForeignTicketAccepted(key, ME, console.sitting(), journey, "5", "K9", 50))
                    else:
                        console.write(e.ForeignTicketDeclined(key, ME, journey, "5", Refusal("used", "no")))
            case 11:
                tickets = list(self.terminal.session.state.tickets)
                if tickets:
                    console.write(e.TicketPrint(rng.randbytes(16), ME, rng.choice(tickets), "again"))
            case 12:
                halts = list(console.view.halts)
                if halts:
                    console.write(e.Resumed(halts[0], 0))
                else:
                    console.write(e.Halted(rng.choice((Halt.CALLED, Halt.UNCONFIRMED)), "wait"))

    def _is_seated(self) -> None:
        """003 §5.18: by staff, and nobody has asked for it here."""
        console, box = self.console, self.seats.choice((0, 1, 2))
        if self.game != "baccarat" and not self.auto and box not in console.view.felt.seats:
            console.write(e.Seated(self.seats.choice((ME, OTHER)), box))


def run(seed: int, steps: int) -> ToldDrill:
    """Raises a Violation."""
    drill = ToldDrill(seed)
    drill.play(steps)
    return drill
