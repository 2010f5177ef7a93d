"""What of the table need not outlive the process: set while deciding, and anew after a restart."""

from typing import Any, Final

from msgspec import Struct, field

from console.table.pace import Pace
from console.table.peers import Watch
from protocol.messages import SignOnAnswer, TicketFound

COMMANDS_KEPT: Final = 10_000  # of whose panel we know: only for an alarm


class Turns(Struct):
    """How long cards have lain face down for Players to turn (`turning.py`)."""

    lies: tuple[int, int] = (0, -1)  # the Round, and how many cards of it had come
    since_ms: int = 0  # the last of them came
    heard_ms: int = 0  # and one of those Players did something


class Forgotten(Struct):
    """Not persisted: set while deciding, and anew after a restart."""

    applied: dict[str, int] = {}  # how far each peer says it is
    turning: dict[str, int] = {}  # whose Players turn cards, and when they last said so
    turns: Turns = field(default_factory=Turns)  # how long cards have lain face down for them
    watch: Watch = field(default_factory=Watch)
    space: bool = True  # on the disk
    unread: tuple[int, int] | None = None  # entries that were read again, of all; None: what it stands on was read
    found: dict[str, TicketFound] = {}  # the last answer to each panel that asked for a ticket
    foreign: dict[str, bytes] = {}  # and the tag of that, if it is of another table
    tags: dict[bytes, str] = {}  # of all our tickets, and their names
    pace: Pace = field(default_factory=Pace)
    clock: tuple[int, int] = (0, 0)  # the journal's clock of notes when this process began, and its own at that time
    began_seq: int = 0  # the entry with which this process began
    outside: tuple[str, ...] = ()  # who is enrolled as a witness or an archive (`confirming.py`)
    awaited: list[str] = []  # whose word on our journal is waited for: theirs, or where there is none, the terminals'
    waits: dict[str, int] = {}  # until when nobody may try again, by number or `at_panel` (`signing.py`)
    checks: dict[str, Any] = {}  # the try at each panel that the shell is looking at: a `signing.Check`
    answered: dict[str, SignOnAnswer] = {}  # the last answer to each panel where somebody tried
    proposals: dict[str, Any] = {}  # what was proposed at each panel and waits for a signature: a `signing.Pending`
    leaving: dict[str, str] = {}  # participants whose session ends when nothing of theirs is in play, and why
    own_keys: tuple[str, str] = ("", "")  # of the console: the one it has always answered to, and one that is prepared
    dark: dict[str, str] = {}  # terminals and panels that have not been heard since, with the key that they had
    commands: dict[bytes, str] = {}  # the ids of the last orders, and which panel gave them
    recalling: int = 0  # the Round that the shell looks for in the journal
    mark: bytes = b""  # what software looked at last, where nobody deals (`automatic.py`)
    next_ms: int | None = None  # and when it goes on
    asked: bytes = b""  # what the shell was asked for, and has not answered
    proofs: set[tuple[str, int, bytes]] = set()  # of another history, under our own signature: by whom, and what

    def note_command(self, command_id: bytes, panel: str) -> None:
        self.commands[command_id] = panel
        if len(self.commands) > COMMANDS_KEPT:
            del self.commands[next(iter(self.commands))]
