"""What an examiner keeps of a table, as plain tables: the felt, the shoe, the books, the processes.

Everything here is changed only when the console's own entry was found to be right. `Process` is what ends with the
console's process: a crash takes it away, and what was said in a batch that was never committed was never said.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct, field

from games.cards import Card
from games.round import Felt
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation import oracle
from simulation.reference.alarms import kind_of
from simulation.reference.tape import Objection, Tape

CLOSED, READY, BETTING, DEALING, RESULT = "closed", "ready", "betting", "dealing", "result"
SIDES: Final = ("player", "banker")
RECALLED_KEPT: Final = 4  # earlier Rounds that are at hand to be corrected
HOUR_MS: Final = 3_600_000
AN_HOUR: Final = {"call": 60, "ticket": 120, "note": 1_000, "refused order": 2_000, "sign on": 600, "proposal": 2_000}

Bets = dict[str, int]
ProcessId = tuple[int, bytes]  # boot and run
Claim = tuple[str, int]  # a terminal and its sitting


class Terms(Struct, frozen=True):
    """What this table is, by its configuration."""

    felt: Felt
    countdown_ms: int
    placard: e.Placard
    takeover_ms: int
    snapshot_from: int
    unplayable: bool = False
    pins: Mapping[str, str] = {}  # of the staff, by number
    rounds_kept: int = 100  # that can be corrected without being looked for


class Known(Struct):
    """One of the staff."""

    name: str
    home: int
    active: bool = True
    assigned: int | None = None  # for this shift
    credential: bytes = b""
    on_shift: bool = False

    @property
    def position(self) -> int:
        return self.home if self.assigned is None else self.assigned


class Check(Struct):
    """A PIN that the shell looks at."""

    id: bytes
    number: str
    process: "ProcessId"
    signs: tuple[bytes, bytes] | None  # a command and a digest; None: somebody signs on
    pin: str
    credential: bytes


class Proposed(Struct):
    command: m.Command
    by: m.Person
    digest: bytes
    seq: int
    felt: tuple[object, ...]  # everything that it may be about, as it was then
    outcome: object
    round_no: int  # that was played then, or last


class Layout(Struct):
    """What a terminal has in a window: the highest revision that was answered, and what stands."""

    revision: int = 0
    said: tuple[Bets, str] = ({}, "")  # in that revision, whether it was registered or not
    seq: int = 0  # of the entry that answered it


class Shoe(Struct):
    """The set of cards in the shoe, and what has left it."""

    decks: int = 0
    live: bool = False
    by_hand: bool = False  # the Dealer tells of its cards
    doubted: bool = False  # somebody was asked whether it was shuffled
    before: tuple[str, ...] = ()  # the faces of the set before, as they left the shoe
    withdrawn: bool = False  # after a Void for what it is
    burning: int = 0
    rounds_left: int | None = None  # once the cut card was seen
    lost: bool = False
    serial: str = ""
    last: int = 0  # the number of the last card on record
    first_round: int = 0  # that is played from this set alone
    copies: Counter[str] = field(default_factory=Counter)
    unread: int = 0  # out of play, and nobody knows their faces
    entered: list[str] = []  # by hand, and the shoe has not told of them
    waiting: dict[int, str] = {}  # have no place yet, by number; "": not read
    faces: dict[int, str] = {}  # of this set, by number; "": not read

    @property
    def foreign(self) -> bool:
        """001 §5.3.1: one more often than there are decks."""
        return any(copies > self.decks for copies in self.copies.values())

    @property
    def passed(self) -> int:
        return sum(min(copies, self.decks) for copies in self.copies.values()) + self.unread

    @property
    def left(self) -> int:
        """None, also when more have come than a set has: some of those that nobody has read were no cards."""
        return max(0, 52 * self.decks - self.passed)

    def count(self, face: str) -> None:
        if face:
            self.copies[face] += 1
        else:
            self.unread += 1


class Settlement(Struct):
    """A Round that is over, as far as it may have to be put right."""

    lines: dict[str, dict[str, "Fate"]]
    sittings: dict[str, int]
    hands: dict[str, list[str]]
    drawn: list[str]  # all cards of the Round
    void: bool
    beside: list[str] = []  # those of them that no Hand has
    felt: Felt = Felt()  # as it lay then


Fate = tuple[int, int, str, str]  # staked, returned, outcome, paragraph


class Peer(Struct):
    boot: int = 0
    run: bytes = b""
    role: str = ""
    key: str = ""
    greeted: bool = False
    retired: bool = False
    latched: str = ""
    machine: bool = False  # what it is latched for ends with the machine
    wiped: bool = False  # it came without its records, and is let in by a new key or by people alone
    doubted: bool = False
    disputed: int = 0
    calls: bool = False
    reason: str = ""  # of that call
    blank: bool = False  # it came with nothing of ours to a start that nobody had confirmed


class Ticket(Struct):
    amount: int
    terminal: str
    sitting: int
    day: str
    ending: str
    number: str = ""
    days: int = 0  # that were on display when it was issued
    good: bool = True
    printed: str = ""
    where: str = ""


class Found(Struct):
    """What a panel must be told of a ticket; with the proof, once that was sent."""

    id: bytes
    standing: str
    ticket: str = ""
    ending: str = ""
    amount: int = 0
    terminal: str = ""
    where: str = ""
    owed: int = 0
    proof: bytes = b""


class Process(Struct):
    """What ends with the console's process."""

    applied: dict[str, int] = {}
    listening_ms: int = 0
    heard_ms: dict[str, int] = {}  # when the joined process of each key last spoke
    waiting: dict[str, tuple[ProcessId, int]] = {}  # the newest that wants to take over, and since when one does
    behind: dict[str, list[int]] = {}  # when somebody came with nothing and too low a count, in one row
    passed: dict[str, tuple[ProcessId, int]] = {}  # from whom the joined process has taken over, and when
    twice: dict[str, ProcessId] = {}  # wanted to, from one that lives
    lines: dict[str, bytes] = {}  # the connection on which each panel's process has joined
    space: bool = True
    unread: bool = False  # the books are being read
    recalling: int = 0  # the Round that the shell looks for
    own_keys: tuple[str, str] = ("", "")  # of the console: the one that it answers to, and one that is prepared
    found: dict[str, Found] = {}
    clock: tuple[int, int] = (0, 0)
    began: int = 0  # entries that were there when it began
    outside: tuple[str, ...] = ()  # who is enrolled as a witness or an archive
    awaited: list[str] = []  # whose word lifts the halt
    dark: dict[str, str] = {}  # who was here before and has not been heard since, with its key
    waits: dict[str, int] = {}  # until when no PIN is tried, by number or "at PANEL"
    checks: dict[str, Check] = {}  # PINs that are looked at, by panel
    answers: dict[str, tuple[bytes, str, int]] = {}  # the last answer to each panel about a PIN
    proposals: dict[str, Proposed] = {}  # by panel
    commands: dict[bytes, str] = {}  # which panel gave an order, by its id
    proofs: set[tuple[str, int, bytes]] = set()  # of another history: by whom, and what
    paces: dict[tuple[str, str], list[int]] = {}  # of each peer, and of what: when

    def is_often(self, now_ms: int, peer: str, what: str) -> bool:
        """FAULTS A11: one key writes so much in an hour, and no more."""
        return sum(now_ms - then_ms < HOUR_MS for then_ms in self.paces.get((peer, what), ())) >= AN_HOUR[what]

    def count(self, now_ms: int, peer: str, what: str) -> None:
        self.paces.setdefault((peer, what), []).append(now_ms)


class Told(Struct):
    """Replies that must be sent when the batch is durable."""

    to: str
    kind: str
    what: object


class Play:
    """The table as the examiner has it, and what he does all the time."""

    def __init__(self, terms: Terms, chains: list[bytes], verify: Callable[[m.SignedHead], bool]) -> None:
        self.terms, self._chains, self.verify = terms, chains, verify
        self.tape = Tape()
        self.now_ms = 0
        self.durable = 0  # entries that were on the disk when the batch began
        self.process = Process()
        self.told: list[Told] = []
        # the table
        self.phase = CLOSED
        self.halts: set[Halt] = set()
        self.felt: Felt | None = None  # that people have set
        self.shown_felt = Felt()
        self.placard = e.Placard()
        self.opened = False  # ever
        self.countdown_ms = 0
        self.boots = 0
        self.day = self.due_day = self.due_since = self.doubted_day = self.closed_day = ""
        self.bound: tuple[str, int] = ("", 2)
        self.rung: set[tuple[str, str]] = set()
        self.orders: dict[bytes, int] = {}  # with the entry that answered
        self.ended: set[bytes] = set()  # those that were withdrawn or refused
        self.audiences: list[str] = []  # of every entry
        # the Round
        self.round_no = 0
        self.round_felt = Felt()
        self.window: m.WindowId | None = None
        self.deadline_ms: int | None = None
        self.windows: dict[m.WindowId, dict[str, Layout]] = {}  # of this Round and the last
        self.closes: dict[m.WindowId, int] = {}  # the entries of their closes
        self.bets: dict[str, Bets] = {}
        self.receipts: dict[str, int] = {}  # the entries that registered them
        self.hands: dict[str, list[str]] = {side: [] for side in SIDES}
        self.early = 0  # cards that came while Bets were open, and that no Ruling has brought into the Round
        self.drawn: list[str] = []  # all cards of the Round, also those that no Hand has
        self.beside: list[str] = []  # those of them that no Hand has, kept ones too
        self.surplus: list[str] = []  # and wait for a Ruling
        self.kept: list[str] = []
        self.carried: list[str] = []
        self.due = ""
        self.undo = 0  # the number of the last card, if it was dealt by hand and nothing has followed; -1: it had none
        self.shoe = Shoe()
        self.shoes = 0  # since a day was closed
        self.settled: dict[int, Settlement] = {}  # every Round of this currency
        self.roads: dict[int, Settlement] = {}  # since this set came, or its Round began
        self.recalled: list[int] = []  # those that were looked for, the last one last
        # money
        self.credit: defaultdict[str, int] = defaultdict(int)
        self.stake: defaultdict[str, int] = defaultdict(int)
        self.sittings: dict[str, int] = {}
        self.due_to: defaultdict[Claim, int] = defaultdict(int)
        self.owed_by: defaultdict[Claim, int] = defaultdict(int)
        self.cash = self.house = 0
        self.books: dict[tuple[str, int], tuple[int, int]] = {}  # cash and House of other currencies
        self.tickets: dict[str, Ticket] = {}
        self.numbers: dict[str, str] = {}
        self.wrong: Counter[str] = Counter()
        self.locked: set[str] = set()
        self.asked: dict[tuple[str, bytes], tuple[object, ...] | None] = {}  # None: refused
        self.answered_by: dict[tuple[str, bytes], int] = {}
        self.refused: dict[str, list[bytes]] = {}
        self.refusals: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()  # by others from a credit, since its terminal last cashed out
        self.held: dict[int, tuple[bytes, str, int, str]] = {}
        self.notes_held = 0
        self.hour: dict[str, list[tuple[int, int]]] = {}
        self.clock_ms = 0
        # keys
        self.keys: dict[str, tuple[str, str]] = {}  # role and public key of each name that is let in
        self.owners: dict[str, str] = {}  # of every key that there ever was
        self.own_key = self.coming = ""  # of the console, when it has two: the old one, and the one that stays
        # people
        self.staff: dict[str, Known] = {}
        self.sessions: dict[str, tuple[str, ProcessId]] = {}  # who is at each panel, and at which process of it
        self.answered: Counter[str] = Counter()  # for how much cash each has, since a day was closed
        self.tries: Counter[str] = Counter()  # wrong in a row, or not known to be right
        self.panel_tries: Counter[str] = Counter()
        self.last_tries: dict[str, list[bytes]] = {}  # at each panel: eight
        self.digests: dict[bytes, object] = {}  # of whatever was proposed: what it was
        # processes
        self.peers: defaultdict[str, Peer] = defaultdict(Peer)

    # --- what is asked everywhere --------------------------------------------------------------------------------

    @property
    def in_round(self) -> bool:
        return self.phase in (BETTING, DEALING, RESULT)

    @property
    def chain(self) -> bytes:
        """After the entry that was judged last."""
        return self._chains[self.tape.seq]

    def chain_at(self, seq: int) -> bytes | None:
        """Only what is durable is known to have happened."""
        return self._chains[seq] if seq <= self.durable else None

    def role_of(self, name: str) -> str:
        """Of its key, or of the one that it came with last."""
        return self.keys[name][0] if name in self.keys else self.peers[name].role

    def is_recent(self, round_no: int) -> bool:
        """Settled, and one of the last: those the table remembers by itself."""
        ended = self.round_no - self.in_round
        return round_no in self.settled and round_no > ended - self.terms.rounds_kept

    def at_hand(self, round_no: int) -> bool:
        """Can it be corrected without being looked for?"""
        return self.is_recent(round_no) or round_no in self.recalled

    def is_last_panel(self, name: str) -> bool:
        """The only one that may give orders."""
        panels = [
            it for it in {*self.keys, *self.peers} if "panel" in (self.keys.get(it, ("",))[0], self.peers[it].role)
        ]
        return [it for it in panels if not self.peers[it].retired and not self.peers[it].latched] == [name]

    def in_service(self, terminal: str) -> bool:
        return terminal in self.peers and self.peers[terminal].role == "terminal" and not self.peers[terminal].retired

    def obey(self, command: m.Command) -> None:
        raise NotImplementedError

    def unheard(self) -> list[str]:
        """Who may have heard more than our journal knows, and has not shown what it has."""
        dark = self.process.dark
        return [it for it in dark if not self.peers[it].retired and self.peers[it].key == dark[it]]

    @property
    def shown(self) -> e.Placard:
        """What is on display; before the first opening, what will be."""
        return self.placard if self.opened else self.terms.placard

    def turn(self) -> str:
        """001 §3.8 to §3.10: which Hand gets the next card; "" for none."""
        return oracle.whose_turn(self.hands["player"], self.hands["banker"]) or ""

    def is_laid(self, hands: Mapping[Any, tuple[Card | None, ...]]) -> None:
        """Hands of an entry against those on the felt; one without cards may be left out."""
        said = {str(hand): [card.text if card else "?" for card in cards] for hand, cards in hands.items() if cards}
        if said != {side: cards for side, cards in self.hands.items() if cards}:
            raise Objection(f"the Hands are {self.hands}, not {said}")

    # --- what follows everywhere ---------------------------------------------------------------------------------

    def halt(self, reason: Halt) -> None:
        """Once is enough."""
        if reason not in self.halts:
            self.tape.take(e.Halted, reason=reason)
            self.halts.add(reason)

    def clear(self, *reasons: Halt) -> None:
        """DESIGN 4.7: each reason on its own; open windows have their whole countdown again. In any order."""
        wanted = self.halts.intersection(reasons)
        for _ in range(len(wanted)):
            resumed = self.tape.take(e.Resumed, deadline_ms=self.now_ms + self.countdown_ms)
            if resumed.reason not in wanted:
                raise Objection(f"{resumed.reason} is lifted, and only {wanted} may be")
            wanted.discard(resumed.reason)
            self.halts.discard(resumed.reason)
            if resumed.reason is Halt.UNCONFIRMED:
                for peer in self.peers.values():
                    peer.blank = False
            self.deadline_ms = resumed.deadline_ms

    def alarm(self, peer: str, cause: str, wanted: str | None = None) -> None:
        """Once in a Round, a night or a day. `cause` is the examiner's own word for it."""
        if (peer, cause) not in self.rung:
            self.rung.add((peer, cause))
            rung = self.tape.take(e.AlarmRaised, terminal=peer)
            if rung.kind != (wanted or kind_of(cause)):
                raise Objection(f"it rings for {rung.kind}, and it is {wanted or kind_of(cause)}: {cause}")

    def tell(self, to: str, kind: str, what: object = None) -> None:
        self.told.append(Told(to, kind, what))


def faces(cards: tuple[Card, ...]) -> list[str]:
    return [card.text for card in cards]
