"""Several tables of one house and a floor, in one thread and from one seed: the production cores of tables and of the
coordinator, on a network that loses, doubles and reorders, with processes that die and a floor that is promoted.

First faults happen, and after every step it is counted what each ticket came to; then all heals, and every journey
must end, every ticket be redeemed once or be good, and nothing be left in transit. The floor's rows are a mapping here;
that they are safe in PostgreSQL is shown on a real one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.table.state import Setup
from floor.journeys import KINDS, Carry, Journey, Vouch, next_step, told_by
from games.money import check
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.fact import Fact
from protocol.journeys import carried
from protocol.keyring import Enrolment
from protocol.keys import public_text
from protocol.ledger import TICKETS, TRANSIT, check_conservation
from protocol.signing import VOUCHED, Signer, public_of
from simulation.calm import RUN, StaffedConsole
from simulation.keys import public_key
from simulation.world import Crash

FLOOR: Final = "Floor"
SECRET: Final = sha256(b"the house").digest()
CREDIT: Final = 10_000


def signs(name: str) -> bytes:
    """The secret with which a table signs."""
    return sha256(b"signs " + name.encode()).digest()


class HouseConsole(StaffedConsole):
    """A table of the house. Whoever speaks to it is the caller."""

    def __init__(self, name: str, others: Sequence[str], terminals: Sequence[str]) -> None:
        self._founders = (
            *(Enrolment(PlayerId(it), "table", public_text(public_of(signs(it)))) for it in others),
            Enrolment(FLOOR, "floor", public_key(FLOOR)),
        )
        self.roles = {FLOOR: "floor"}
        self.money_in = self.money_out = 0
        self.dies = False  # with the next commit
        self.name, self.terminals = name, tuple(terminals)
        super().__init__(Setup(name, "baccarat", secret=sha256(name.encode()).digest(), house_secret=SECRET))
        self.vouches = Signer(signs(name), name, VOUCHED)
        self.readers_as = {FLOOR: "floor"}
        self._keys = count(1)
        self.greet()
        for terminal in terminals:
            self.ask(terminal, m.BuyCredit(1, RUN, self.new_key(), CREDIT))

    def start(self) -> list[Entry]:
        self.enrolments = self._founders
        return super().start()

    def restart(self) -> None:
        """The process dies and another one reads the journal; whoever was there says Hello again, and confirms it."""
        left = self.signed
        self.start()
        self.greet(left)

    def greet(self, head: m.SignedHead | None = None) -> None:
        roles = {**dict.fromkeys(self.panels, "panel"), **dict.fromkeys(self.terminals, "terminal"), FLOOR: "floor"}
        for name, role in roles.items():
            at = (self.pen.seq, self.pen.chain)
            self.hear((name, m.Hello(1, RUN, *at, PlayerId(name), role, head or self.signed)))

    def new_key(self) -> bytes:
        return sha256(f"{self.name} {next(self._keys)}".encode()).digest()[:16]

    def ask(self, peer: str, *requests: m.Request) -> list[tuple[str, m.News]]:
        """What it says to that peer."""
        self.line.clear()
        self.hear(*((peer, request) for request in requests))
        return [(to, news) for to, news in self.line if to == peer]

    def commit(self, entries: Sequence[Entry]) -> None:
        if self.dies:
            raise Crash("in the commit")
        super().commit(entries)
        for entry in entries:
            match decode_event(entry.body):
                case e.CreditBought(amount=amount):
                    self.money_in += amount
                case e.TicketPaid(amount=amount) | e.ForeignTicketCashed(amount=amount):
                    self.money_out += amount
                case _:
                    pass

    def cash_out(self, terminal: str, amount: int) -> str:
        """The number of a ticket."""
        self.ask(terminal, m.CashOut(1, RUN, self.new_key(), amount))
        fact = decode_event(self.entries[-1].body)
        assert isinstance(fact, e.TicketNumbered), fact
        return fact.number

    def show(self, terminal: str, number: str) -> None:
        self.ask(terminal, m.InsertTicket(1, RUN, self.new_key(), number))

    def facts(self, after: int = 0) -> Iterator[tuple[int, Fact]]:
        return ((entry.seq, decode_event(entry.body)) for entry in self.entries[after:])


class Copy:
    """One copy of the floor: its rows, how far it has read each table, and its term."""

    def __init__(self, term: int, rows: Mapping[bytes, Journey], read: Mapping[str, int]) -> None:
        self.term = term
        self.rows, self.tags = dict(rows), dict[bytes, tuple[str, bytes]]()
        self.read = dict(read)

    def take(self, table: HouseConsole, most: int) -> None:
        """So many entries more of what this table has written."""
        last = min(len(table.entries), self.read.get(table.name, 0) + most)
        for seq, fact in table.facts(self.read.get(table.name, 0)):
            if seq > last:
                break
            if type(fact).__name__ in KINDS:
                self._record(table.name, seq, fact)
        self.read[table.name] = last
        self._take_up()

    def _record(self, table: str, seq: int, fact: Any) -> None:
        told = dict(told_by(table, seq, "", fact))
        if "tag" in told:
            self.tags[fact.journey] = (told["issuer"], told["tag"])
        known = self.rows.get(fact.journey, Journey(fact.journey, "", ""))
        columns = {name: told[name] for name in Journey.__struct_fields__ if name in told}
        self.rows[fact.journey] = replace(known, **columns)

    def _take_up(self) -> None:
        """As the unique index has it: one live of a ticket."""
        for journey, it in self.rows.items():
            if it.live and next_step(it) is None:
                self.rows[journey] = replace(it, live=False)
        live = {self.tags[journey] for journey, it in self.rows.items() if it.live}
        spent = {self.tags.get(journey) for journey, it in self.rows.items() if it.ended == "accepted"}
        for journey, it in self.rows.items():
            ticket = self.tags.get(journey)
            if ticket is None or it.live or it.answer or it.ended:
                continue
            if ticket in spent:
                self.rows[journey] = replace(it, spent=True)
            elif ticket not in live:
                self.rows[journey] = replace(it, live=True)
                live.add(ticket)

    def vouch(self, table: str, vouched: m.Vouched) -> None:
        data = msgspec.msgpack.encode(vouched)
        for journey, it in self.rows.items():
            for column, whose in (("asked", it.asker), ("answer", it.issuer), ("end", it.asker)):
                if (whose, getattr(it, f"{column}_seq")) == (table, vouched.seq):
                    self.rows[journey] = it = replace(it, **{f"{column}_vouch": data})

    def steps(self) -> list[Vouch | Carry]:
        return [step for it in self.rows.values() if (step := next_step(it)) is not None]


class HouseWorld:
    """`faults`: how often anything goes wrong, of 1."""

    def __init__(self, seed: int, tables: int = 3, faults: float = 0.3) -> None:
        self.dice, self.faults = Random(seed), faults
        names = [f"BAC-{number:02}" for number in range(1, tables + 1)]
        self.tables = {
            name: HouseConsole(name, [other for other in names if other != name], ("T1", "T2")) for name in names
        }
        self.copies = [Copy(1, {}, {})]
        self.post: list[tuple[int, str, Vouch | Carry]] = []  # on its way: the term, to whom, and what
        self.papers: list[tuple[str, str]] = []  # tickets that people have: the table, and the number
        self.happened: Counter[str] = Counter()

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.step()
        self.heal()

    def step(self) -> None:
        dice = self.dice
        what = dice.choices(
            ("cash out", "show", "show at home", "read", "say", "deliver", "give up", "restart", "promote", "claim"),
            (3, 5, 1, 12, 8, 16, 1, 4 * self.faults, self.faults, 0.5),
        )[0]
        self.happened[what] += 1
        getattr(self, "_" + what.replace(" ", "_"))(dice.choice(list(self.tables.values())))
        self.check()

    # --- people --------------------------------------------------------------------------------------------------

    def _cash_out(self, table: HouseConsole) -> None:
        terminal = self.dice.choice(table.terminals)
        if table.table.ledger.credit(PlayerId(terminal)) >= 100:
            self.papers.append((table.name, table.cash_out(terminal, 100)))

    def _show(self, table: HouseConsole) -> None:
        """A paper, or a copy of it, or what somebody has typed wrong."""
        if self.papers:
            _home, number = self.dice.choice(self.papers)
            wrong = number[:6] + f"{self.dice.randrange(10**12):012}"
            table.show(self.dice.choice(table.terminals), wrong if self.dice.random() < 0.05 else number)

    def _show_at_home(self, table: HouseConsole) -> None:
        mine = [number for home, number in self.papers if home == table.name]
        if mine:
            table.show(self.dice.choice(table.terminals), self.dice.choice(mine))

    def _give_up(self, table: HouseConsole) -> None:
        if table.table.journeys.asked:
            table.order(m.GiveUpTicket(self.dice.choice(list(table.table.journeys.asked))))

    def _claim(self, table: HouseConsole) -> None:
        away = [(home, number) for home, number in self.papers if home != table.name]
        if away:
            home, number = self.dice.choice(away)
            if table.table.people.at("Panel") is None:
                table.sign_on()
            table.hear(("Panel", m.FindTicket(1, RUN, self.dice.randbytes(8), number)))
            found = table.table.forgotten.found["Panel"]
            table.order(m.CashForeignTicket(home, self.dice.choice((100, 100, 100, 90)), found.proof or bytes(16)))

    # --- the floor and the network -------------------------------------------------------------------------------

    def _read(self, table: HouseConsole) -> None:
        self.dice.choice(self.copies).take(table, self.dice.choice((1, 5, 1_000)))

    def _say(self, _table: HouseConsole) -> None:
        copy = self.dice.choice(self.copies)
        for step in copy.steps():
            to = step.table if isinstance(step, Vouch) else step.to
            self.post.append((copy.term, to, step))

    def _deliver(self, _table: HouseConsole) -> None:
        """Any of what is on its way: late, doubled, or lost."""
        if not self.post:
            return
        at = self.dice.randrange(len(self.post))
        term, to, step = self.post[at]
        if self.dice.random() >= self.faults:
            del self.post[at]
        if self.dice.random() >= self.faults:
            self._arrive(term, to, step)

    def _arrive(self, term: int, to: str, step: Vouch | Carry) -> None:
        table = self.tables[to]
        if isinstance(step, Carry):
            vouched = msgspec.msgpack.decode(step.vouch, type=m.Vouched)
            table.ask(FLOOR, carried(1, RUN, term, step.table, vouched))
            return
        for _to, news in table.ask(FLOOR, m.VouchFor(1, RUN, step.seq)):
            if isinstance(news, m.Vouched):
                for copy in self.copies:
                    if copy.term == term:
                        copy.vouch(to, news)

    # --- faults -----------------------------------------------------------------------------------------------------

    def _restart(self, table: HouseConsole) -> None:
        table.restart()

    def _promote(self, _table: HouseConsole) -> None:
        """What was committed last may be missing in the new copy; the old one goes on for a while."""
        newest = self.copies[-1]
        behind = {name: max(0, seq - self.dice.choice((0, 0, 40))) for name, seq in newest.read.items()}
        rows = newest.rows if behind == newest.read else {}
        promoted = Copy(newest.term + 1, rows, behind if rows else {})
        promoted.tags = dict(newest.tags) if rows else {}
        self.copies = [*self.copies[-1:], promoted]

    def heal(self) -> None:
        """Nothing is lost any more: within some turns everything has its end."""
        self.post.clear()
        del self.copies[:-1]
        (copy,) = self.copies
        for _ in range(10_000):
            for table in self.tables.values():
                copy.take(table, 10_000)
            steps = copy.steps()
            if not steps:
                break
            for step in steps:
                self._arrive(copy.term, step.table if isinstance(step, Vouch) else step.to, step)
        self.check()
        for table in self.tables.values():
            check(not table.table.journeys.travelling(), f"{table.name}: a journey has no end")
        moving = sum(table.table.ledger.balance(TRANSIT) for table in self.tables.values())
        check(moving == 0, f"{moving} is in transit, and nothing travels")

    # --- what must hold ---------------------------------------------------------------------------------------------

    def check(self) -> None:
        """M1, M3, M5 at each table and over all; a ticket is redeemed once at most."""
        redeemed: Counter[tuple[str, str]] = Counter()
        for table in self.tables.values():
            table.table.check()
            check_conservation(table.table.ledger, money_in=table.money_in, money_out=table.money_out)
            good = sum(it.amount for it in table.table.cashier.tickets.values() if it.good)
            check(table.table.ledger.balance(TICKETS) == good, f"{table.name}: its tickets and the ledger differ")
        for table in self.tables.values():
            for _seq, fact in table.facts():
                match fact:
                    case e.TicketAccepted(ticket=name) | e.TicketPaid(ticket=name):
                        redeemed[table.name, name] += 1
                    case e.ForeignTicketAccepted(issuer=issuer, ticket=name):
                        redeemed[issuer, name] += 1
                    case e.ClaimSettled(issuer=issuer, ticket=name) if name:
                        redeemed[issuer, name] += 1
                    case _:
                        pass
        twice = [ticket for ticket, times in redeemed.items() if times > 1]
        check(not twice, f"redeemed more than once: {twice}")
        for copy in self.copies:
            live = Counter(copy.tags[journey] for journey, it in copy.rows.items() if it.live)
            check(not live or max(live.values()) == 1, "two live redemptions of one ticket")
