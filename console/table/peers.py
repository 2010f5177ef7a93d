"""Which process speaks for each key, and which terminals may not bet: joined, latched, disputed, retired.

A process whose boot was passed, or a second one with the same key, is denied; what it asks is never decided. A later
process takes over only when the joined one has been silent for a while: a copied key must not push its owner out. Knows
no money. Who a peer is comes from its key; what a message says of it is only compared.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.catalog import paragraph_of
from games.round import Refusal
from games.rulings import Topic
from protocol import events
from protocol.alarms import Alarm
from protocol.fact import Fact
from protocol.fields import run_digest
from protocol.halts import Halt
from protocol.keyring import fingerprint
from protocol.messages import SPOKEN, CallReason, Capability, Denial, Denied, Hello, Request, Welcome

PEER_EVENTS: Final = frozenset(
    {
        *(events.TerminalJoined, events.ConsoleStarted, events.TerminalLatched, events.TerminalUnlatched),
        *(events.SettlementDisputed, events.DisputeRuled, events.TerminalRetired, events.AttendantCalled),
        *(events.Resumed, events.KeyEnrolled, events.KeyEnded),
    }
)

TERMINAL: Final = "terminal"  # the role of a key that a Player may bet with
PANEL: Final = "panel"  # of one that staff give orders with
FIRST_BOOT_MAX: Final = 1_000_000  # of a key that has never joined: a display may have served another table before
# A counter that leaps would leave no room for the next start. A machine that starts anew every five seconds while the
# console is off counts as many in half a day.
BOOTS_AT_ONCE: Final = 10_000
LINE_MS: Final = 2_500  # of silence, before another connection may be the panel's: it beats every second

Process = tuple[int, bytes]  # boot and run, as the record knows it


def process_of(request: Request) -> Process:
    return request.boot, run_digest(request.run)


def common_version(hello: Hello) -> int | None:
    """The highest that both speak."""
    return max((version for version in hello.versions if version in SPOKEN), default=None)


def denied(hello: Hello, why: str, name: str = "", role: str = "") -> Denied:
    return Denied(hello.boot, hello.run, why, name, role, SPOKEN if why == Denial.VERSION else ())


def welcomed(hello: Hello, seq: int, chain: bytes, shared: str) -> Welcome:
    """`shared`: on what kind of Bet Players share a box; "": the game has no boxes."""
    ours = [each for each in Capability if shared or each is not Capability.BOXES]
    capabilities = tuple(str(each) for each in ours if each in hello.capabilities)
    return Welcome(hello.boot, hello.run, seq, chain, None, common_version(hello) or 0, capabilities)


# Who is not let in for this, rings.
DENIED: Final[Mapping[Denial, Alarm]] = {
    Denial.REPLACED: Alarm.DENIED_REPLACED,
    Denial.TWICE: Alarm.DENIED_TWICE,
    Denial.BOOT: Alarm.DENIED_BOOT,
    Denial.WIPED: Alarm.DENIED_WIPED,
    Denial.RETIRED: Alarm.DENIED_RETIRED,
    Denial.VERSION: Alarm.DENIED_VERSION,
}


class Peer(Struct, frozen=True, gc=False):
    boot: int = 0  # of the process that has joined; 0: none has with this key
    run: bytes = b""
    role: str = ""  # of its key when it joined; "": it never has
    key: str = ""  # the fingerprint: boots are counted by the machine that holds it
    greeted: bool = False  # has said Hello to this process of the console
    retired: bool = False
    latched: str = ""  # why
    machine: bool = False  # what it is latched for ends with the machine
    wiped: bool = False  # it is latched because its records were lost
    doubted: bool = False  # its word on the log is not believed
    disputed: int = 0  # the Round
    calls: bool = False  # for an attendant
    reason: CallReason = CallReason.NONE  # of that call
    blank: bool = False  # came with nothing to a start that nobody has confirmed yet: it can only repeat our own words


NOBODY = Peer()


class Peers(Struct, forbid_unknown_fields=True):
    known: dict[str, Peer] = {}

    def peer(self, name: str) -> Peer:
        return self.known.get(name, NOBODY)

    def denial(self, name: str, process: Process) -> str:
        """Why what this process asks is not decided; "" if it is the joined one."""
        peer = self.peer(name)
        if peer.retired:
            return Denial.RETIRED
        if not peer.greeted:  # first: a process that our journal does not know may have the proof that it is not whole
            return Denial.SAY_HELLO
        return "" if process == (peer.boot, peer.run) else Denial.REPLACED

    def hello(self, name: str, hello: Hello) -> str:
        """`join`, `take over` (from the process that has joined), `again` (it is that process), or why it is denied."""
        peer = self.peer(name)
        if peer.retired:
            return Denial.RETIRED
        if common_version(hello) is None:
            return Denial.VERSION
        if process_of(hello) == (peer.boot, peer.run):
            return "again" if peer.greeted else "join"
        if not hello.last_seq and peer.wiped:
            return Denial.WIPED  # however often it starts: another machine, or people who have looked, end this
        if hello.boot <= peer.boot:
            return Denial.REPLACED if hello.last_seq else Denial.WIPED
        if hello.boot > (peer.boot + BOOTS_AT_ONCE if peer.boot else FIRST_BOOT_MAX):
            return Denial.BOOT
        return "take over" if peer.boot else "join"

    def in_service(self, name: str) -> bool:
        """Is this a Player Terminal that has joined, whether or not it is on now, and was not retired?"""
        peer = self.peer(name)
        return peer.role == TERMINAL and not peer.retired

    def blocked(self, name: str, game: str) -> Refusal | None:
        """May this terminal bet and cash out?"""
        peer = self.peer(name)
        if peer.latched:
            return Refusal("latched", f"this terminal is out of play: {peer.latched}")
        if peer.disputed:
            detail = f"round {peer.disputed} is in dispute: a Supervisor is called"
            return Refusal("disputed", detail, paragraph_of(game, Topic.CARDS_PREVAIL))
        return None

    def apply(self, event: Fact) -> None:
        match event:
            case events.TerminalJoined(terminal=name, boot=boot, run=run, role=role, key=key, blank=blank):
                peer = self.peer(name)
                joined = replace(peer, boot=boot, run=run, role=role, key=key, greeted=True)
                self.known[name] = replace(joined, blank=peer.blank or blank)
            case events.Resumed(reason=Halt.UNCONFIRMED):
                self.known = {name: replace(peer, blank=False) for name, peer in self.known.items()}
            case events.ConsoleStarted():
                self.known = {name: replace(peer, greeted=False) for name, peer in self.known.items()}
            case events.TerminalLatched(terminal=name, why=why, doubted=doubted, machine=machine, wiped=wiped):
                peer = replace(self.peer(name), latched=why, doubted=doubted, machine=machine)
                self.known[name] = replace(peer, wiped=peer.wiped or wiped)
            case events.TerminalUnlatched(terminal=name):
                self.known[name] = replace(self.peer(name), latched="", doubted=False, machine=False, wiped=False)
            case events.KeyEnded(name=name):
                self.known[name] = replace(self.peer(name), retired=True, greeted=False)
            case events.KeyEnrolled(name=name, key=key) if name in self.known:
                # Another machine: its boots begin anew, and whatever a retirement or a doubt was about has gone.
                begun = replace(self.known[name], boot=0, run=b"", key=fingerprint(key), greeted=False)
                self.known[name] = replace(begun, retired=False, doubted=False, wiped=False)
            case events.SettlementDisputed(terminal=name, round_no=round_no):
                self.known[name] = replace(self.peer(name), disputed=round_no)
            case events.DisputeRuled(terminal=name):
                self.known[name] = replace(self.peer(name), disputed=0)
            case events.AttendantCalled(terminal=name, wanted=wanted, reason=reason):
                self.known[name] = replace(self.peer(name), calls=wanted, reason=reason)
            case events.TerminalRetired(terminal=name):
                self.known[name] = replace(self.peer(name), retired=True, greeted=False)
            case _:
                pass


class Watch(Struct):
    """Which processes with one key are on at the same time. Not persisted: silence is counted from the console's start,
    and anew whenever the console itself did not listen.
    """

    since_ms: int = 0  # listening since then, without a pause
    heard_ms: dict[str, int] = {}  # when the joined process of each peer last spoke
    waiting: dict[
        str, tuple[Process, int]
    ] = {}  # the last later process with the same key, and when the first said Hello
    behind: dict[str, tuple[int, int]] = {}  # when Hellos of starts that were passed, with no copy, began, and the last
    passed: dict[str, tuple[Process, int]] = {}  # the one that the joined process has taken over from, and when
    twice: dict[str, Process] = {}  # one that wanted to take over from a process that was alive: it never will
    lines: dict[str, bytes] = {}  # the connection that each panel has joined on: it gives orders there alone

    def listen(self, now_ms: int) -> None:
        self.since_ms = now_ms
        self.waiting.clear()
        self.behind.clear()

    def hear_joined(self, now_ms: int, name: str, takeover_ms: int) -> bool:
        """The joined process speaks. True: though a later one has said Hello, longer ago than what a dead process has
        sent may be on its way. On a line that was held up it may come up to two takeovers later; who lives beats every
        second, and is heard after that too.
        """
        self.heard_ms[name] = now_ms
        process, since_ms = self.waiting.get(name, (None, now_ms))
        if process is None or now_ms - since_ms < 2 * takeover_ms:
            return False
        del self.waiting[name]
        self.twice[name] = process
        return True

    def speaks_late(self, now_ms: int, name: str, process: Process, takeover_ms: int) -> bool | None:
        """Was the joined process taken over from this one: so recently that it may be dead, and only its messages late
        (True), or so long ago that it lives (False)? None: it was not.
        """
        passed, since_ms = self.passed.get(name, (None, 0))
        return now_ms - since_ms < takeover_ms if passed == process else None

    def may_be_late(self, now_ms: int, name: str, takeover_ms: int) -> bool:
        """A start that was passed says Hello, with nothing. Is the joined process there, so that this one may be dead
        and only its Hello late? Who lives says it every two seconds, also when nothing that a dead process has sent can
        be on its way any more, whatever it calls itself each time.
        """
        since_ms, last_ms = self.behind.get(name, (now_ms, now_ms))
        since_ms = since_ms if now_ms - last_ms < 2 * takeover_ms else now_ms
        self.behind[name] = (since_ms, now_ms)
        return self.silent_ms(now_ms, name) < takeover_ms and now_ms - since_ms < 2 * takeover_ms

    def silent_ms(self, now_ms: int, name: str) -> int:
        """For how long nothing was heard of the joined process, while we listened."""
        return now_ms - max(self.since_ms, self.heard_ms.get(name, self.since_ms))

    def may_take_over(self, now_ms: int, name: str, process: Process, takeover_ms: int) -> Denial | None:
        """None: the joined process has been silent for so long."""
        if self.twice.get(name) == process:
            return Denial.TWICE
        if self.silent_ms(now_ms, name) >= takeover_ms:
            return None
        # Since the first of them, whatever it calls itself: else a new name in each Hello would never have waited long.
        _, since_ms = self.waiting.get(name, (process, now_ms))
        self.waiting[name] = (process, since_ms)
        return Denial.WAIT

    def is_elsewhere(self, name: str, line: bytes) -> bool:
        """Does a panel's process that has joined, and said Hello, speak on another connection? Somebody has its key and
        knows its run, or its cable was out: until it has said Hello there, and the first connection is silent, it is
        not the one.
        """
        return self.lines.get(name, line) != line

    def knock(self, now_ms: int, name: str, request: Request, line: bytes, takeover_ms: int) -> Denial | None:
        """On another connection: None if it may go on there. If the first one speaks on, there are two."""
        boot, run = process_of(request)
        return self.may_take_over(now_ms, name, (boot, run + line), max(takeover_ms, LINE_MS))

    def bind(self, now_ms: int, name: str, line: bytes) -> None:
        """A panel speaks on this connection from now on. If it has all the time, who waits for its place goes on
        waiting: else a Hello now and then would hide that there are two.
        """
        if self.lines.get(name, line) != line:
            self.waiting.pop(name, None)
        self.lines[name], self.heard_ms[name] = line, now_ms

    def joined(self, now_ms: int, name: str, before: Process | None) -> None:
        """`before`: whom it has taken over from."""
        self.heard_ms[name] = now_ms
        self.waiting.pop(name, None)
        if before is None:
            self.passed.pop(name, None)
        else:
            self.passed[name] = (before, now_ms)
