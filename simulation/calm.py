"""One calm table in memory: the real cores of console and terminals behind the real loop, with lists for journals.

For unit tests, rehearsals, pictures and benchmarks. No disk, socket or clock: time passes only when asked to, nothing
is lost, and the same script gives the same bytes. Every message passes the codec, as on a wire. The simulator has a
hostile world of its own; nothing of that belongs here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from console.dealer import Dealer, Memory
from console.recall import LARGE, found_at_once, search
from console.table.automatic import AskDealer
from console.table.boxes import on_boxes
from console.table.delivery import Delivery, expanded, signed
from console.table.peers import TERMINAL
from console.table.recalling import FindRound
from console.table.signing import SHELL, CheckPin
from console.table.state import Setup
from console.table.table import Heard, PinChecked, Started, Table
from games.round import PlayerId, Spot
from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.chain import Entry, first_link, verify
from protocol.codec import decode_event, decode_news, decode_request, encode
from protocol.events import STAFF, audience_of
from protocol.keyring import Enrolment
from protocol.loop import Core, Pen, Reply, run_batch
from protocol.people import credential_of
from protocol.signing import Signs
from protocol.view import cards_digest
from shoe_driver import link as shoe
from simulation.seals import Seals
from terminal import screen
from terminal.intents import Intent, NoteIn, NoteStacked, PlaceBet
from terminal.intents import Started as TerminalStarted
from terminal.records import own_pen
from terminal.screen import TerminalView
from terminal.session import Session

WALL_TIME: Final = "2026-11-16T20:45:00.000Z"
PANEL: Final = "Panel"
EVERYBODY: Final = "*"
BOSS: Final = m.Person("400", "Sam", Position.SHIFT_MANAGER)
SECOND: Final = m.Person("200", "Sue", Position.PIT_SUPERVISOR)
SHUFFLER: Final = m.Person("300", "Max", Position.PIT_MANAGER)
CREW: Final = (
    m.Person("100", "Dora", Position.DEALER),
    SECOND,
    m.Person("201", "Ann", Position.PIT_SUPERVISOR),
    SHUFFLER,
    BOSS,
    m.Person("500", "Cora", Position.CASHIER),
    m.Person("600", "Tess", Position.TECHNICIAN),
    m.Person("101", "Dan", Position.DEALER),
    m.Person("401", "Zoe", Position.SHIFT_MANAGER),
)
PIN: Final = "271828"  # everybody's here
WRONG_PIN: Final = "314159"
RUN: Final = b"run-calm"  # of every process: there is one of each


def founding(people: Iterable[m.Person]) -> tuple[events.StaffAdmitted, ...]:
    """These are staff from the first entry on."""
    return tuple(events.StaffAdmitted(it.number, it.name, it.position, credential_of(PIN, it.number)) for it in people)


class CalmConsole:
    """The Game Console: its core, its journal, and what it has said and nobody has carried yet."""

    def __init__(
        self, setup: Setup, *, wall_time: str = WALL_TIME, panel: str = PANEL, seals: Signs | None = None
    ) -> None:
        self.setup = setup
        self.now_ms = 1_000
        self.wall_time = wall_time
        self.entries: list[Entry] = []
        self.seals: Signs = seals or Seals(setup.table)
        self.signed: m.SignedHead | None = None
        self.vouches: Signs | None = None  # who signs what other tables are shown
        self.readers_as: dict[str, str] = {}  # whom else than its name somebody reads as
        self.line: list[tuple[str, m.News]] = []
        self.panels = [panel]
        self.outside: tuple[str, ...] = ()  # witnesses and archives that only the register's files name
        self.enrolments: tuple[Enrolment, ...] = ()  # whose keys the first start lets in
        self.staff = founding(CREW)
        self.checks: list[CheckPin] = []  # PINs that nobody has looked at yet
        self.sought: list[FindRound] = []  # Rounds that nobody has looked for yet
        self.counter = 0  # the shoe's own
        self.asked: list[AskDealer] = []  # of the Dealer of a table where nobody deals
        self.seeds = Memory()
        dice = Random(setup.table)
        self.dealer = Dealer(self.seeds, dice.randbytes)
        self._salts = 0
        self.start()

    def new_salt(self) -> bytes:
        self._salts += 1
        return self._salts.to_bytes(16)

    def start(self) -> list[Entry]:
        """A process begins: verify the journal, replay it, check the state, say so."""
        chain = verify(first_link(self.setup.table), 1, self.entries)
        self.table = Table(self.setup, self.chain_at, verify=self.seals.verify)
        for entry in self.entries:
            self.table.apply(entry, decode_event(entry.body))
        self.table.check()
        self.pen = Pen(self.table.seq, chain, decode_event, audience_of, self.new_salt)
        self.delivery, told, past = Delivery(self.table.seq), len(self.line), self.table.seq
        self.checks, self.asked = [], []
        entries = self.batch(Started(self.outside, self.staff, self.enrolments))
        if past:  # nobody is told of this start before he has said Hello; of the first one everybody has heard nothing
            self.delivery = Delivery(self.table.seq)
            del self.line[told:]
        return entries

    @property
    def core(self) -> Core[events.Event, Any]:
        """What decides: the table, unless somebody stands in between."""
        return self.table

    def batch(self, *inputs: Any) -> list[Entry]:
        """What it wrote."""
        return run_batch(self.core, self.pen, self, self, self.now_ms, self.wall_time, inputs)

    # --- what the loop asks for

    def commit(self, entries: Sequence[Entry]) -> None:
        self.entries += entries
        self.signed = self.seals.sign(entries[-1].seq, entries[-1].chain)

    def publish(self, entries: Sequence[Entry]) -> None:
        batches, replies = self.delivery.after_commit(entries, self.panels, self.read)
        self.line += [(reply.to, signed(reply.message, self.signed)) for reply in replies]
        self.line += [(EVERYBODY, signed(batch, self.signed)) for batch in batches]

    def send(self, reply: Reply) -> None:
        if isinstance(reply.message, FindRound):
            self.sought.append(reply.message)
            return
        if reply.to == SHELL and isinstance(reply.message, AskDealer):
            self.asked.append(reply.message)
            return
        if reply.to == SHELL:
            self.checks.append(reply.message)
            return
        reader = STAFF if reply.to in self.panels else self.readers_as.get(reply.to, reply.to)
        whole = expanded(reply, reader, len(self.entries), self.read, self.vouches)
        if whole is not None:
            self.line.append((whole.to, signed(whole.message, self.signed)))

    def look_at_pins(self) -> list[Entry]:
        """The shell's work: what followed."""
        checks, self.checks = self.checks, []
        looked = [PinChecked(it.panel, it.id, right=bool(it.credential) and it.pin == PIN) for it in checks]
        return self.batch(*looked) if looked else []

    def look_for_rounds(self) -> list[Entry]:
        """The shell's work, too: in the journal."""
        sought, self.sought = self.sought, []
        found = [found_at_once(search(self.read, self.setup, it, LARGE)) for it in sought]
        return self.batch(*found) if found else []

    def deal_on(self) -> list[Entry]:
        """The shell's other work, where nobody deals: what followed."""
        entries: list[Entry] = []
        while self.asked:
            asked, self.asked = self.asked, []
            entries += self.batch(*(self.dealer.answer(self.table, it) for it in asked))
        return entries

    def read(self, first: int, last: int) -> Sequence[Entry]:
        return self.entries[first - 1 : last]

    def chain_at(self, seq: int) -> bytes | None:
        if seq == 0:
            return first_link(self.setup.table)
        return self.entries[seq - 1].chain if seq <= len(self.entries) else None


class StaffedConsole(CalmConsole):
    """With a panel that has no core: the caller speaks for it, and for whoever else joins."""

    roles: Mapping[str, str] = {}  # of keys in the register; panels are panels, and all others terminals
    boss, second = BOSS, SECOND  # who is at the panel, and who signs

    def __init__(self, setup: Setup, *, wall_time: str = WALL_TIME, seals: Signs | None = None) -> None:
        self._commands = 0
        super().__init__(setup, wall_time=wall_time, seals=seals)

    def hear(self, *asked: tuple[str, m.Request]) -> None:
        """Requests that came in together, each as bytes."""
        roles = {**dict.fromkeys(self.panels, "panel"), **self.roles}
        self.batch(
            *[
                Heard(name, decode_request(encode(request)), roles.get(name, TERMINAL), self.print_of(name))
                for name, request in asked
            ]
        )
        self.look_at_pins()

    def print_of(self, name: str) -> str:
        """Of the key that the log lets in; "" where no key was founded."""
        live = self.table.keyring.live.get(name)
        return "" if live is None else live.fingerprint

    def join(self, *names: str) -> None:
        """These say Hello, with the whole log."""
        for name in names:
            me = (PlayerId(name), "panel" if name in self.panels else "terminal")
            self.hear((name, m.Hello(1, RUN, self.pen.seq, self.pen.chain, *me, self.signed)))

    def sign_on(self, person: m.Person | None = None, panel: str = PANEL) -> None:
        self.hear((panel, m.SignOn(1, RUN, self._id(), PIN, (person or self.boss).number)))

    def order(self, order: m.Order, second: m.Person | None = SECOND) -> None:
        """As a panel that has joined gives it, about the Round and the window that are on. Who is not signed on there
        signs on first; if it takes two people, the second signs.
        """
        if self.table.people.at(PANEL) is None:
            self.sign_on()
        view = self.table.view
        window = next((opened.id for opened in view.windows.values()), None)
        self.hear((PANEL, m.Command(1, RUN, self._id(), view.round_no, order, window)))
        pending = self.table.forgotten.proposals.get(PANEL)
        if pending is not None and second is not None:
            signer = self.second if second is SECOND else second
            proposed = (pending.proposal.command_id, pending.proposal.digest, PIN, signer.number)
            self.hear((PANEL, m.Sign(1, RUN, self._id(), *proposed)))

    def _id(self) -> bytes:
        self._commands += 1
        return self._commands.to_bytes(8)

    def certify(self) -> None:
        self.order(m.Certify(cards_digest(self.table.view)))


class Seat:
    """A Player Terminal: its core, with a journal that is a list."""

    def __init__(self, table: "CalmTable", name: str) -> None:
        self.table, self.name = table, name
        self.session = Session(PlayerId(name), table.setup.table, verify=table.seals.verify)
        self.pen = own_pen(0, first_link(name))
        self.journal: list[Entry] = []
        self._ids = 0
        self.does(TerminalStarted(RUN, f"secret of {name}".encode()))

    def does(self, *inputs: Any) -> None:
        self.read(inputs)

    def commit(self, entries: Sequence[Entry]) -> None:
        self.journal += entries

    def publish(self, entries: Sequence[Entry]) -> None:
        """A terminal's own journal is nobody else's."""

    def send(self, reply: Reply) -> None:
        self.table.mail.append((self.name, reply.message))

    def read(self, inputs: Sequence[Any]) -> None:
        """One batch of the terminal, whatever it is made of."""
        run_batch(self.session, self.pen, self, self, self.table.now_ms, self.table.wall_time, inputs)

    def wants(self, *intents: Intent) -> None:
        """And the table has heard of it."""
        self.does(*intents)
        self.table.turn()

    def bets(self, **bets: int) -> None:
        self.wants(*(PlaceBet(Spot(spot), amount) for spot, amount in bets.items()))

    def buys(self, amount: int) -> None:
        note = self.new_id()
        self.wants(NoteIn(note, amount))
        self.wants(NoteStacked(note))

    def new_id(self) -> bytes:
        self._ids += 1
        return f"{self.name:<8}{self._ids:08d}".encode()

    @property
    def view(self) -> TerminalView:
        return screen.show(self.session)


class CalmTable(StaffedConsole):
    """The console with its terminals, and whoever else listens; messages are carried at once."""

    def __init__(self, setup: Setup, terminals: Iterable[str], *, wall_time: str = WALL_TIME) -> None:
        super().__init__(setup, wall_time=wall_time)
        self.messages = 0  # carried so far, both ways
        self.mail: list[tuple[str, m.Request]] = []  # to the console
        self.away: set[str] = set()  # whose cable is out
        self.seats = {name: Seat(self, name) for name in terminals}
        self.readers: dict[str, Callable[[Sequence[m.News]], None]] = {}
        self.readers |= {name: seat.read for name, seat in self.seats.items()}

    def turn(self) -> None:
        """Carry messages until nobody has anything to say. What waits for one process is one batch, as in a service."""
        while True:
            self.mail += self.ask()
            if self.mail:
                mail, self.mail = self.mail, []
                self.hear(*(mail if not self.away else [asked for asked in mail if asked[0] not in self.away]))
            if not self.line:
                return
            for name, post in self._sort_post().items():
                self.messages += len(post)
                self.readers[name]([*map(decode_news, post)])

    def ask(self) -> Iterable[tuple[str, m.Request]]:
        """What those want who do not send it themselves."""
        return ()

    def _sort_post(self) -> dict[str, list[bytes]]:
        line, self.line = self.line, []
        post: dict[str, list[bytes]] = {}
        there = [name for name in self.readers if name not in self.away]
        for to, news in line:
            data = encode(news)
            for name in there if to == EVERYBODY else (to,) if to in there else ():
                post.setdefault(name, []).append(data)
        return post

    def hear(self, *asked: tuple[str, m.Request]) -> None:
        self.messages += len(asked)
        super().hear(*asked)

    def order(self, order: m.Order, second: m.Person | None = SECOND) -> None:
        super().order(order, second)
        self.turn()

    def request(self, name: str, request: m.Request) -> None:
        """One that the peer's own core would not make now."""
        self.hear((name, request))
        self.turn()

    def shoe_says(self, said: shoe.ShoeEvent) -> None:
        self.batch(said)
        self.turn()

    def draw(self, cards: str) -> None:
        """The next cards leave the shoe."""
        for card in cards.split():
            self.counter += 1
            self.shoe_says(shoe.CardSeen(self.counter, card))

    def pulse(self) -> None:
        news: list[m.News] = [*self.delivery.before_pulse(len(self.entries), self.read)]
        if (boxes := on_boxes(self.table)) is not None:
            news.append(boxes)
        news.append(self.table.pulse(self.now_ms, self.pen.seq, self.pen.chain))
        self.line += [(EVERYBODY, signed(each, self.signed)) for each in news]

    def wait(self, some_ms: int = 500) -> None:
        """Time passes; the console pulses."""
        self.now_ms += some_ms
        self.batch()
        self.deal_on()
        self.pulse()
        for name in self.away & set(self.seats):
            self.seats[name].does()  # only its clock goes on
        self.turn()
