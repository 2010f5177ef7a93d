"""Tickets that travel between tables of a house, told whatever a floor, a network or another table could say.

The tables and the floor of `house.py`, and beside each word that is carried a second opinion of what must be written
there (`JourneyJudge`): nothing is released, accepted or closed twice, and nothing of it left out. Besides what goes
astray there: a floor that carries to the wrong table, in an old term or in one that leaps, bytes that somebody has
changed, a table whose console says what no console of ours would, and processes that die in a commit. A paper is worth
its amount once, wherever it is shown: as credit, at its own table, or at any desk.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from floor.journeys import Carry, Vouch, doubts, told_by
from games.money import Currency
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import Entry, digest_of
from protocol.codec import decode_event, encode_body
from protocol.fact import Fact
from protocol.journeys import carried, code_of, tag_of
from protocol.ledger import TICKETS, TRANSIT, check_conservation
from protocol.signing import VOUCHED, Signer
from simulation.calm import RUN
from simulation.house import FLOOR, HouseConsole, HouseWorld, signs
from simulation.world import Crash, Violation

TABLES: Final = 3
FAULTS: Final = 0.3
LEAP: Final = 1_000
ASKED_MAX: Final = 5
FLOOR_BACK_MS: Final = 30_000
TRAVELS: Final = (
    *(e.ForeignTicketAsked, e.ForeignTicketCashed, e.TicketReleased, e.TicketReleaseRefused),
    *(e.ForeignTicketAccepted, e.ForeignTicketDeclined, e.ClaimSettled),
)


class JourneyJudge:
    """One table: what its log has said of journeys, and what must be its answer to what is carried to it."""

    def __init__(self, name: str) -> None:
        self.name, self.term = name, 0
        self.asked: dict[bytes, e.ForeignTicketAsked] = {}
        self.claims: dict[bytes, e.ForeignTicketCashed] = {}
        self.spent: set[bytes] = set()  # tags that became credit here, or were paid at a desk
        self.tag_of: dict[bytes, bytes] = {}  # by journey
        self.done: dict[bytes, int] = {}  # journeys to here that are over, and the entry
        self.left: dict[bytes, tuple[str, str, int, int]] = {}  # that left: to whom, which ticket, amount, entry
        self.closed: dict[bytes, int] = {}
        self.refused: dict[bytes, int] = {}
        self.good: dict[str, int] = {}  # tickets of its own, and what each is worth
        self.transit = 0
        self.seq = 0

    def apply(self, seq: int, fact: Fact) -> None:
        self.seq = seq
        match fact:
            case e.TicketIssued(ticket=name, amount=amount):
                self.good[name] = amount
            case e.TicketAccepted(ticket=name) | e.TicketPaid(ticket=name):
                self._gone(name)
            case e.FloorTerm(term=term):
                if term <= self.term:
                    self._no(f"{fact}, and {self.term} was heard")
                self.term = term
            case e.ForeignTicketAsked(journey=journey, tag=tag):
                self._asked(fact)
                self.asked[journey], self.tag_of[journey] = fact, tag
            case e.ForeignTicketCashed(journey=journey, tag=tag, amount=amount):
                self._cashed(fact)
                self.claims[journey], self.tag_of[journey] = fact, tag
                self.spent.add(tag)
                self.transit -= amount
            case e.TicketReleased(journey=journey, to=to, ticket=name, amount=amount):
                self._gone(name)
                self.left[journey] = (to, name, amount, seq)
                self.transit += amount
            case e.TicketReleaseRefused(journey=journey):
                self.refused[journey] = seq
            case e.ForeignTicketAccepted(journey=journey, amount=amount):
                self.spent.add(self.tag_of[journey])
                self._over(self.asked, journey, seq)
                self.transit -= amount
            case e.ForeignTicketDeclined(journey=journey):
                self._over(self.asked, journey, seq)
            case e.ClaimSettled(journey=journey, amount=amount, lost=lost):
                self._over(self.claims, journey, seq)
                self.transit += lost  # what was paid, and nobody answers for
            case e.TicketRestored(journey=journey) | e.TicketArrived(journey=journey):
                self._close(fact, seq)
            case _:
                pass

    def _no(self, why: str) -> None:
        raise Violation("M5", f"{self.name}, entry {self.seq}: {why}")

    def _gone(self, name: str) -> None:
        if self.good.pop(name, None) is None:
            self._no(f"ticket {name} is used, and it is not good")

    def _asked(self, fact: e.ForeignTicketAsked) -> None:
        if fact.tag in self.spent:
            self._no(f"{fact}, and this paper was paid here already")

    def _cashed(self, fact: e.ForeignTicketCashed) -> None:
        if fact.tag in self.spent or any(it.tag == fact.tag for it in self.asked.values()):
            self._no(f"{fact}, and this paper was paid here already, or is being asked for")

    def _over(self, of: dict[bytes, Any], journey: bytes, seq: int) -> None:
        if of.pop(journey, None) is None:
            self._no("a journey ends that was not under way")
        self.done[journey] = seq

    def _close(self, fact: e.TicketRestored | e.TicketArrived, seq: int) -> None:
        _to, name, amount, _seq = self.left[fact.journey]
        if fact.journey in self.closed or fact.ticket != name:
            self._no(f"{fact}, and it was closed before, or {name} has left")
        self.closed[fact.journey] = seq
        if isinstance(fact, e.TicketRestored):  # else it is the other table's
            self.good[name] = amount
            self.transit -= amount

    # --- what must come of what is carried ------------------------------------------------------------------------

    def answer(self, fact: Fact, by: str, ours: tuple[Currency, bool], tags: dict[bytes, str]) -> Any:
        """A fact without its words, the entry that is shown again, or None: nothing. `tags`: of all its tickets."""
        journey = fact.journey  # type: ignore[attr-defined]
        match fact:
            case e.TicketReleased() | e.TicketReleaseRefused():
                return self._hears(fact, by, ours)
            case e.ForeignTicketAsked() | e.ForeignTicketCashed():
                if journey in self.left:
                    return self.left[journey][3]
                if journey in self.refused:
                    return self.refused[journey]
                name = tags.get(fact.tag, "")
                if name in self.good and (fact.currency, fact.training) == ours:
                    return (e.TicketReleased, by, name, self.good[name])
                return (e.TicketReleaseRefused, by)
        declined = isinstance(fact, e.ForeignTicketDeclined) or not fact.ticket  # type: ignore[attr-defined]
        if journey not in self.left:
            return self.refused.get(journey) or ((e.TicketReleaseRefused, by) if declined else None)
        to, name, amount, _seq = self.left[journey]
        if to != by:
            return None
        if journey in self.closed:
            return self.closed[journey]
        return (e.TicketRestored, name, amount) if declined else (e.TicketArrived, name)

    def _hears(self, fact: e.TicketReleased | e.TicketReleaseRefused, by: str, ours: tuple[Currency, bool]) -> Any:
        released = isinstance(fact, e.TicketReleased) and (fact.currency, fact.training) == ours
        worth = fact.amount if isinstance(fact, e.TicketReleased) and released and 0 < fact.amount <= 10**15 else 0
        ask, claim = self.asked.get(fact.journey), self.claims.get(fact.journey)
        if ask is not None and ask.issuer == by:
            if not worth:
                return (e.ForeignTicketDeclined, ask.terminal)
            return (e.ForeignTicketAccepted, ask.terminal, fact.ticket, worth)  # type: ignore[union-attr]
        if claim is not None and claim.issuer == by:
            name = fact.ticket if isinstance(fact, e.TicketReleased) and worth else ""
            return (e.ClaimSettled, name, worth, claim.amount - worth)
        return self.done.get(fact.journey)


def without_words(fact: Fact) -> tuple[Any, ...]:
    """What counts of an answer."""
    match fact:
        case e.TicketReleased(to=to, ticket=ticket, amount=amount):
            return (e.TicketReleased, to, ticket, amount)
        case e.TicketReleaseRefused(to=to):
            return (e.TicketReleaseRefused, to)
        case e.ForeignTicketAccepted(terminal=terminal, ticket=ticket, amount=amount):
            return (e.ForeignTicketAccepted, terminal, ticket, amount)
        case e.ForeignTicketDeclined(terminal=terminal):
            return (e.ForeignTicketDeclined, terminal)
        case e.ClaimSettled(ticket=ticket, amount=amount, lost=lost):
            return (e.ClaimSettled, ticket, amount, lost)
        case e.TicketRestored(ticket=ticket, amount=amount):
            return (e.TicketRestored, ticket, amount)
        case e.TicketArrived(ticket=ticket):
            return (e.TicketArrived, ticket)
    return (type(fact),)


def columns(table: str, seq: int, wall_time: str, fact: Any) -> dict[str, Any]:
    """What a floor's row has of a fact."""
    issuer = {"issuer": getattr(fact, "issuer", "")}
    match fact:
        case e.ForeignTicketAsked() | e.ForeignTicketCashed():
            about = {"asker": table, **issuer, "tag": fact.tag, "ending": fact.ending, "asked_seq": seq}
            more = (
                {"terminal": str(fact.terminal)} if isinstance(fact, e.ForeignTicketAsked) else {"amount": fact.amount}
            )
            return {**about, **more, "asked_at": wall_time}
        case e.TicketReleased() | e.TicketReleaseRefused():
            about = {"asker": fact.to, "issuer": table, "answer_seq": seq}
            if isinstance(fact, e.TicketReleaseRefused):
                return {**about, "answer": "refused", "why": fact.refusal.reason}
            worth = {"ticket": fact.ticket, "amount": fact.amount, "currency": fact.currency.code}
            return {**about, **worth, "answer": "released"}
        case e.ForeignTicketAccepted() | e.ClaimSettled():
            ended = "accepted" if fact.ticket else "declined"
            return {"asker": table, **issuer, "end_seq": seq, "ended": ended} | {
                "taken_ticket": fact.ticket,
                "taken": fact.amount,
            }
        case e.ForeignTicketDeclined():
            return {"asker": table, **issuer, "end_seq": seq, "ended": "declined", "why": fact.refusal.reason}
        case e.TicketRestored() | e.TicketArrived():
            closed = "restored" if isinstance(fact, e.TicketRestored) else "arrived"
            return {"issuer": table, "closed": closed, "closed_seq": seq}
    return {}


class TicketDrill(HouseWorld):
    def __init__(self, seed: int) -> None:
        self.own = Random(f"tickets {seed}")
        super().__init__(seed, TABLES, FAULTS)
        self.judges = {name: JourneyJudge(name) for name in self.tables}
        self.log: dict[str, list[Fact]] = {name: [] for name in self.tables}
        self.liar = self.own.choice([*self.tables, "", ""])  # a table that says what ours would not
        self.lied: set[bytes] = set()  # journeys of which it has said so
        self.told: dict[bytes, dict[str, Any]] = {}  # of each journey, as a floor's rows have it
        self._follow()

    def step(self) -> None:
        dice = self.own.random()
        if dice < 0.05:
            self._misled()
        elif dice < 0.07:
            self._dies(self.own.choice([*self.tables.values()]))
        elif dice < 0.12:
            self._once_more(self.own.choice([*self.tables.values()]))
        super().step()

    # --- what is carried, and what must come of it -----------------------------------------------------------------

    def _arrive(self, term: int, to: str, step: Vouch | Carry) -> None:
        if isinstance(step, Carry):
            self._carry(term, to, step.table, msgspec.msgpack.decode(step.vouch, type=m.Vouched))
        else:
            super()._arrive(term, to, step)
            self._follow()

    def _carry(self, term: int, to: str, by: str, vouched: m.Vouched, *, true: bool = True) -> None:
        table, judge = self.tables[to], self.judges[to]
        self._follow()
        fact: Any = decode_event(vouched.body) if true else None
        meant = ""
        if fact is not None:
            meant = fact.to if isinstance(fact, e.TicketReleased | e.TicketReleaseRefused) else fact.issuer
        begun, known, tags = len(table.entries), judge.term, self._tags(table)
        ours = (table.table.ledger.currency, False)
        heard = known <= term <= known + LEAP and isinstance(fact, TRAVELS) and meant == to and by != to
        expected = judge.answer(fact, by, ours, tags) if heard else None
        said = table.ask(FLOOR, carried(1, RUN, term, by, vouched))
        facts = [decode_event(entry.body) for entry in table.entries[begun:]]
        rings = [it.kind for it in facts if isinstance(it, e.AlarmRaised)]
        terms = [it.term for it in facts if isinstance(it, e.FloorTerm)]
        rest = [it for it in facts if not isinstance(it, e.AlarmRaised | e.FloorTerm | e.TicketsLocked)]
        shown = [it.seq for _to, it in said if isinstance(it, m.See)]
        what = f"{to} is carried {fact} of {by} in term {term}"
        if terms != ([term] if heard and term > known else []):
            raise Violation("R", f"{what}: the terms {terms} are on record after {known}")
        if not heard and not rings and not self._rung(table, term, known, true=true, meant=meant):
            raise Violation("R", f"{what}, and it does not ring")
        if isinstance(expected, tuple):
            if [without_words(it) for it in rest] != [expected]:
                raise Violation("R", f"{what}: there must be {expected}, and there is {rest}")
            expected = begun + 1 + next(at for at, it in enumerate(facts) if it is rest[0])
        elif rest:
            raise Violation("R", f"{what}: there must be {expected or 'nothing'}, and there is {rest}")
        if shown != ([expected] if expected else []):
            raise Violation("R", f"{what}: entry {expected} is the answer, and {shown} are shown")
        self._follow()

    def _rung(self, table: HouseConsole, term: int, known: int, *, true: bool, meant: str) -> bool:
        """Each rings once in a Round, and no Round begins here."""
        kinds = {Alarm.OLD_FLOOR if term < known else Alarm.LEAPING if term > known + LEAP else Alarm.NOT_OURS}
        kinds |= set() if true and meant else {Alarm.UNPROVEN}
        return any(isinstance(it, e.AlarmRaised) and it.kind in kinds for _seq, it in self._told_by(table))

    def _told_by(self, table: HouseConsole) -> list[tuple[int, Any]]:
        return list(enumerate(self.log[table.name], 1))

    def _tags(self, table: HouseConsole) -> dict[bytes, str]:
        """Of all tickets that this table has issued."""
        numbers = {it.number: it.ticket for _seq, it in self._told_by(table) if isinstance(it, e.TicketNumbered)}
        return {tag_of(table.setup.house_secret, number): name for number, name in numbers.items()}

    def _misled(self) -> None:
        """A floor that carries something to the wrong one, in another term, or with bytes that are others; or a table
        that has signed what is not so.
        """
        rng = self.own
        said = [(name, seq, it) for name, table in self.tables.items() for seq, it in self._told_by(table)]
        said = [it for it in said if isinstance(it[2], TRAVELS)] or said[-3:]
        name, seq, fact = rng.choice(said)
        table, to = self.tables[name], rng.choice([*self.tables])
        vouched, term, true = self._vouched(table, seq), self.judges[to].term, True
        match rng.randrange(4):
            case 0:
                told = max(0, term + rng.choice((-1, LEAP, LEAP + 1, 1)))
                # One leap is believed, and whoever has not heard of it yet must still be within reach of it.
                term = told if told <= LEAP or told > term + LEAP else max(0, term - 1)
            case 1:
                true = False
                vouched = replace(vouched, body=self._changed(fact))
            case 2:
                true, name = False, rng.choice([it for it in self.tables if it != name])
            case _ if name == self.liar and isinstance(fact, TRAVELS):
                self.lied.add(fact.journey)
                fact = self._lie(fact)
                self.lied.add(fact.journey)
                vouched = self._signed(table, vouched, encode_body(fact))
        if name == to:
            true = False  # no table has its own key for another's
        self._carry(term, to, name, vouched, true=true and isinstance(fact, TRAVELS))

    def _vouched(self, table: HouseConsole, seq: int) -> m.Vouched:
        return self._signed(table, None, table.entries[seq - 1].body, table.entries[seq - 1])

    def _signed(self, table: HouseConsole, was: m.Vouched | None, body: bytes, entry: Entry | None = None) -> m.Vouched:
        about: Any = was if entry is None else entry
        digest = digest_of(about.seq, about.wall_time, about.audience, about.salt, body)
        head = Signer(signs(table.name), table.name, VOUCHED).sign(about.seq, digest)
        return m.Vouched(about.seq, about.wall_time, about.audience, about.salt, body, head.signature)

    def _changed(self, fact: Any) -> bytes:
        for name, other in (("amount", 10_000), ("ending", "0000"), ("journey", bytes(16))):
            if name in fact.__struct_fields__ and getattr(fact, name) != other:
                return encode_body(replace(fact, **{name: other}))
        return encode_body(e.TableClosed())

    def _lie(self, fact: Any) -> Any:
        """Signed by its console, and not so: it is believed, and rings where all is compared."""
        rng = self.own
        match fact:
            case e.TicketReleased():
                euros = Currency("EUR", 2)
                return rng.choice(
                    (replace(fact, currency=euros), replace(fact, training=True), replace(fact, amount=0))
                )
            case e.ForeignTicketAsked() | e.ForeignTicketCashed():
                other = replace(fact, journey=rng.randbytes(16))
                euros = Currency("EUR", 2)
                lies = (replace(other, tag=rng.randbytes(16)), replace(other, currency=euros))
                return rng.choice((*lies, replace(other, training=True)))
            case e.TicketReleaseRefused():
                return replace(fact, refusal=Refusal("no_ticket", "there is none"), journey=rng.randbytes(16))
        return replace(fact, journey=rng.randbytes(16))

    # --- people ----------------------------------------------------------------------------------------------------

    def _show(self, table: HouseConsole) -> None:
        if self.papers:
            _home, number = self.dice.choice(self.papers)
            wrong = number[:6] + f"{self.dice.randrange(10**12):012}"
            self._shown(table, wrong if self.dice.random() < 0.05 else number)

    def _show_at_home(self, table: HouseConsole) -> None:
        mine = [number for home, number in self.papers if home == table.name]
        if mine:
            self._shown(table, self.dice.choice(mine))

    def _once_more(self, table: HouseConsole) -> None:
        """A paper that this table has paid, or asks for, is shown again, or at its desk."""
        judge, rng = self.judges[table.name], self.own
        known = {tag_of(table.setup.house_secret, number): (home, number) for home, number in self.papers}
        tags = [*judge.spent, *(it.tag for it in judge.asked.values())]
        again = [known[tag] for tag in sorted(tags) if tag in known]
        if not again:
            return
        home, number = rng.choice(again)
        if rng.random() < 0.4:
            self._shown(table, number)
            return
        found = self._found(table, home, number)
        table.order(m.CashForeignTicket(home, 100, found.proof or bytes(16)))
        self._follow()

    def _claim(self, table: HouseConsole) -> None:
        """What is on the paper, or a little less, of another table or of this one, which pays its own otherwise."""
        if not self.papers:
            return
        home, number = self.dice.choice(self.papers)
        found, begun = self._found(table, home, number), len(table.entries)
        table.order(m.CashForeignTicket(home, self.dice.choice((100, 100, 100, 90)), found.proof or bytes(16)))
        facts = [decode_event(entry.body) for entry in table.entries[begun:]]
        if home == table.name and any(isinstance(it, e.ForeignTicketCashed) for it in facts):
            raise Violation("M5", f"{table.name} pays its own ticket as that of another: {facts}")
        self._follow()

    def _found(self, table: HouseConsole, home: str, number: str) -> m.TicketFound:
        """What a desk is told of a number: of another table's, whose it is; of its own, what it is worth."""
        if table.table.people.at("Panel") is None:
            table.sign_on()
        table.hear(("Panel", m.FindTicket(1, RUN, self.own.randbytes(8), number)))
        self._follow()
        found = table.table.forgotten.found["Panel"]
        good = self.judges[table.name].good
        name = self._tags(table).get(tag_of(table.setup.house_secret, number), "")
        locked = "Panel" in table.table.cashier.locked
        if home != table.name:
            told, known = (found.standing, found.terminal, found.ending), ("foreign", home, number[-4:])
        else:
            told = (found.standing, found.ticket, str(found.amount))
            known = ("good", name, str(good[name])) if name in good else (found.standing, found.ticket, told[2])
        if not locked and (told != known or (home == table.name and (found.standing == "good") != (name in good))):
            raise Violation("R", f"{table.name} is asked for {name} of {home}, and told {found}")
        return found

    def _shown(self, table: HouseConsole, number: str) -> None:
        """What must be said to who shows it: its worth, that it is asked for, or a just no."""
        judge, terminal = self.judges[table.name], self.dice.choice(table.terminals)
        self._follow()
        begun, tag = len(table.entries), tag_of(table.setup.house_secret, number)
        issuer = next((it for it in self.tables if code_of(it) == number[:6]), "")
        name = self._tags(table).get(tag, "")
        waits = sum(it.terminal == terminal for it in judge.asked.values())
        locked = terminal in table.table.cashier.locked
        table.show(terminal, number)
        facts: list[Any] = [decode_event(entry.body) for entry in table.entries[begun:]]
        told: Any = next((it for it in facts if isinstance(it, e.TicketAccepted | e.ForeignTicketAsked)), None)
        if issuer == table.name or not issuer:
            fits = (told is not None) == (name in judge.good and not locked)
            fits = fits and (told is None or (told.ticket, told.amount) == (name, judge.good[name]))
        else:
            fits = (told is not None) == (tag not in judge.spent and waits < ASKED_MAX and not locked)
            fits = fits and (told is None or (told.issuer, told.tag, told.terminal) == (issuer, tag, terminal))
        reasons = [it.refusal.reason for it in facts if isinstance(it, e.MoneyRefused)]
        if issuer not in (table.name, "") and not locked and told is None:
            fits = fits and reasons == (["ticket_used"] if waits < ASKED_MAX else ["many_asked"])
        if not fits:
            raise Violation("R", f"{table.name}: a ticket of {issuer} ({name}) is shown, and there is {facts}")
        self._follow()

    # --- processes that die in a commit ----------------------------------------------------------------------------

    def _dies(self, table: HouseConsole) -> None:
        """What it was about to write was never said."""
        table.dies = True
        with suppress(Crash):
            table.hear((self.own.choice(table.terminals), m.CashOut(1, RUN, self.own.randbytes(16), 100)))
        table.dies = False
        left = table.signed
        table.now_ms += self.own.choice((0, 100_000))
        table.start()
        if self.own.random() < 0.5:
            self._without_a_floor(table, left)
        table.greet(left)
        self._follow()

    def _without_a_floor(self, table: HouseConsole, left: m.SignedHead | None) -> None:
        """Just after a start a paper of another table waits for it; later its owner is told to take it home."""
        away = [number for home, number in self.papers if home != table.name]
        for name in (*table.panels, *table.terminals):
            role = "panel" if name in table.panels else "terminal"
            at = (table.pen.seq, table.pen.chain)
            table.hear((name, m.Hello(1, RUN, *at, PlayerId(name), role, left)))
        self._follow()
        judge, number = self.judges[table.name], self.own.choice(away) if away else ""
        spent = tag_of(table.setup.house_secret, number) in judge.spent if number else True
        locked = set(table.table.cashier.locked)
        if spent or locked or table.table.view.halts:
            return
        waited, began, begun = self.own.choice((0, FLOOR_BACK_MS - 1, FLOOR_BACK_MS)), table.now_ms, len(table.entries)
        table.now_ms += waited
        table.show(table.terminals[0], number)
        table.now_ms = began
        facts = [type(decode_event(entry.body)) for entry in table.entries[begun:]]
        if facts != ([e.MoneyRefused] if waited == FLOOR_BACK_MS else []):
            raise Violation("R", f"{table.name} shows a ticket {waited} ms after a start without a floor: {facts}")

    # --- what must hold --------------------------------------------------------------------------------------------

    def _new(self) -> Iterator[tuple[str, int, Fact, str]]:
        for name, table in self.tables.items():
            for entry in table.entries[len(self.log[name]) :]:
                self.log[name].append(decode_event(entry.body))
                yield name, entry.seq, self.log[name][-1], entry.wall_time

    def _follow(self) -> None:
        """Every entry of every table, as it was written; and as a floor's rows have it, nothing is in doubt."""
        for name, seq, fact, wall_time in self._new():
            self.judges[name].apply(seq, fact)
            told = dict(told_by(name, seq, wall_time, fact))
            if told != columns(name, seq, wall_time, fact):
                raise Violation("R", f"{name}, entry {seq}: {fact} is told a floor as {told}")
            if told and fact.journey not in self.lied:  # type: ignore[attr-defined]
                before = self.told.setdefault(fact.journey, {})  # type: ignore[attr-defined]
                if why := doubts(before, told):
                    raise Violation("R", f"{name}, entry {seq}: {fact} is in doubt: it {why}")
                before |= told

    def check(self) -> None:
        """M1 to M5 at each table, over all of them, and of what travels between."""
        if not hasattr(self, "log"):
            return
        self._follow()
        for name, table in self.tables.items():
            judge, core = self.judges[name], table.table
            if core.ledger.balance(TRANSIT) != judge.transit:
                raise Violation("M5", f"{name}: {judge.transit} travels, the ledger has {core.ledger.balance(TRANSIT)}")
            good = {it: ticket.amount for it, ticket in core.cashier.tickets.items() if ticket.good}
            if good != judge.good or core.ledger.balance(TICKETS) != sum(good.values()):
                raise Violation("M5", f"{name}: good are {sorted(judge.good)}, it has {sorted(good)}")
            core.check()
            check_conservation(core.ledger, money_in=table.money_in, money_out=table.money_out)
        for copy in self.copies:
            live = Counter(copy.tags[journey] for journey, it in copy.rows.items() if it.live)
            if live and max(live.values()) > 1:
                raise Violation("M5", f"two redemptions of one ticket are live: {live}")

    def heal(self) -> None:
        self.copies[-1].term = max([self.copies[-1].term, *(it.term for it in self.judges.values())])
        super().heal()
        for name, judge in self.judges.items():
            if not self.liar and (judge.asked or judge.claims or len(judge.closed) != len(judge.left)):
                raise Violation("liveness", f"{name}: {judge.asked}, {judge.claims}, {judge.left} have no end")


def drilled(seed: int, steps: int) -> TicketDrill:
    drill = TicketDrill(seed)
    for step in range(steps):
        try:
            drill.step()
        except Violation as violation:
            raise Violation(violation.name, f"ticket drill {seed}, step {step}: {violation}") from None
    drill.heal()
    return drill


def run(seed: int, steps: int) -> None:
    """Both tables that are honest, and one that is not: what it has signed is believed."""
    drilled(seed, steps)
