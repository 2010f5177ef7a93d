"""The files of staff beside the console: what a PIN is checked with, and whose badge it is. Each is believed only if it
is the one that the chain speaks of (`StaffAdmitted`, `CredentialSet`); one that nobody has ordered lets nobody in.
What is prepared for an order lies in a folder beside them, and takes its place when the chain names it.

A thread of its own looks at PINs: Argon2id takes its time on purpose, and the Round goes on. Nothing of a file is
logged or quoted; what is wrong with it is said without it.
"""

import errno
import os
import queue
import stat
import threading
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from console.table.people import Known
from console.table.signing import CheckPin
from console.table.table import PinChecked
from games.rulings import Position
from protocol import files
from protocol.events import StaffAdmitted
from protocol.keys import BadKey, Unreadable, is_demo, is_training, read
from protocol.messages import Name, PreparedStaff, StaffNumber
from protocol.people import credential_of, position_named
from protocol.pins import NOBODYS, UNLOOKED, check_string, is_right
from protocol.process import Bell
from protocol.register import is_admitted

FOLDER: Final = "staff"
PREPARED: Final = "staff/prepared"  # what waits for an order of two people
BADGES: Final = "badges.secret"  # of which the tokens of badges are made
FILE_MAX: Final = 4_096  # bytes
FOUNDING_MANAGERS: Final = 2
DEMO_PIN: Final = "258025"
DEMO_STRING: Final = "$argon2id$v=19$m=1024,t=1,p=1$lHog6Rkt43sNVhq+s8fQVA$bvNM4FOMQfNWPytGhJyDVSR8SuczPl5OzAtLhOcFsA0"
DEMO_STAFF: Final = (
    ("101", "Dora", Position.DEALER),
    ("102", "Dan", Position.DEALER),
    ("201", "Sue", Position.PIT_SUPERVISOR),
    ("202", "Ann", Position.PIT_SUPERVISOR),
    ("301", "Max", Position.PIT_MANAGER),
    ("401", "Sam", Position.SHIFT_MANAGER),
    ("501", "Cora", Position.CASHIER),
    ("601", "Tess", Position.TECHNICIAN),
)


class StaffFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in NUMBER.toml."""

    number: StaffNumber
    name: Name
    position: str
    pin: Annotated[str, Meta(max_length=200)]  # the Argon2 string
    badge: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""  # the token; "": he has none

    def __repr__(self) -> str:
        return f"StaffFile({self.number!r}, the rest kept)"

    @property
    def credential(self) -> bytes:
        return credential_of(self.pin, self.badge)

    @property
    def rank(self) -> Position:
        found = position_named(self.position)
        if found is None:
            raise BadKey(f"{self.number} has no position that there is: {', '.join(Position.__members__).lower()}")
        return found


NOBODY: Final[Mapping[str, StaffFile]] = {}


class Found(NamedTuple):
    files: Mapping[str, StaffFile]
    problems: Mapping[str, str]  # by number: files that are not in order
    unreadable: str = ""  # why some could not be read at all just now; each of them counts as it was


# --- files ---------------------------------------------------------------------------------------------------


def read_staff(keys: Path, before: Mapping[str, StaffFile] = NOBODY, place: str = FOLDER) -> Found:
    """All files of people in a console's folder. One that cannot be read counts as it was `before`: else a process that
    is short of open files would take its own staff for forged. One that is not there any more has gone.
    """
    found: dict[str, StaffFile] = {}
    problems: dict[str, str] = {}
    unreadable, folder = "", keys / place
    try:
        demo = is_demo(keys)
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml" and not path.name.startswith("."))
    except FileNotFoundError:
        return Found({}, {})
    except (OSError, Unreadable) as error:
        why = str(error) if isinstance(error, Unreadable) else f"{folder}: {error.strerror}"
        return Found(before, {} if before else {place: why}, why)
    for path in paths:
        name = files.escaped(path.stem)
        try:
            file = _read_file(path)
            if file.number != path.stem:
                raise BadKey("it is about another number")
            check_string(file.pin, weak=demo)
            found[name] = file
        except Unreadable as error:
            unreadable = str(error)
            if name in before:
                found[name] = before[name]
            else:
                problems[name] = f"it cannot be read: {error}"
        except BadKey as error:
            problems[name] = str(error)
    return Found(found, problems, unreadable)


def _read_file(path: Path) -> StaffFile:
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise BadKey("it is no file")
            if status.st_mode & 0o077:
                raise BadKey("others may read or change it: chmod 600")
            data = file.read(FILE_MAX + 1)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise BadKey("it is no file") from None
        raise Unreadable(str(error.strerror)) from None
    try:
        found = msgspec.toml.decode(data[: FILE_MAX + 1], type=StaffFile) if len(data) <= FILE_MAX else None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        found = None  # a parser quotes what it could not read, and this holds a secret
    if found is None or not found.name.isprintable():
        raise BadKey("it is damaged")
    _ = found.rank
    return found


def read_prepared(keys: Path, before: Mapping[str, StaffFile] = NOBODY) -> Found:
    return read_staff(keys, before, PREPARED)


def write_file(keys: Path, file: StaffFile, place: str = FOLDER) -> None:
    folder = keys / place
    for each in (keys / FOLDER, folder):
        each.mkdir(mode=0o700, parents=True, exist_ok=True)
    text = "".join(
        f"{name} = {msgspec.json.encode(getattr(file, name)).decode()}\n" for name in StaffFile.__struct_fields__
    )
    files.replace(folder / f"{file.number}.toml", text, mode=0o600)


def badge_token(keys: Path, badge: str, *, make: bool = False) -> str:
    """What a file says of a badge: who has the file cannot make the badge. "" if no badge was ever given out here."""
    path = keys / FOLDER / BADGES
    if make and not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.create(path, os.urandom(32).hex(), mode=0o600)
    return _token(_badge_secret(keys), badge)


def _token(secret: bytes, badge: str) -> str:
    return blake2b(badge.encode(), key=secret[:64], digest_size=16).hexdigest() if secret else ""


def _badge_secret(keys: Path) -> bytes:
    path = keys / FOLDER / BADGES
    try:
        if not os.path.lexists(path):
            return b""
        data, mode = read(path)
        if mode & 0o077:
            raise BadKey(f"others may read {path}: chmod 600")
        return bytes.fromhex(data.decode("ascii"))
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    except ValueError:
        raise BadKey(f"{path} is damaged") from None


def make_demo_staff(keys: Path) -> None:
    """Everybody's PIN is `DEMO_PIN`: for a folder in which nobody vouches for anything, and no table has begun."""
    if is_admitted(keys):
        return
    for number, name, position in DEMO_STAFF:
        if not (keys / FOLDER / f"{number}.toml").exists():
            write_file(keys, StaffFile(number, name, position.name.lower(), DEMO_STRING))


def make_demo_participants(keys: Path, numbers: Iterable[str]) -> None:
    """Whose PIN is `DEMO_PIN`, too: for a demo's table at which participants play."""
    if is_admitted(keys):
        return
    for number in numbers:
        write_file(keys, StaffFile(number, f"Guest {int(number[1:])}", Position.PARTICIPANT.name.lower(), DEMO_STRING))


def founding(found: Found) -> tuple[StaffAdmitted, ...]:
    """The people with whom a table begins."""
    return tuple(
        StaffAdmitted(it.number, it.name, int(it.rank), it.credential) for _, it in sorted(found.files.items())
    )


def missing_founders(keys: Path, found: Found) -> str:
    """Why a table cannot begin with these people; "" if it can. A demo may have none. Of one Shift Manager alone nobody
    could order a new PIN, should he forget his.
    """
    if is_demo(keys):
        return ""
    leads = [number for number, it in found.files.items() if it.rank is Position.SHIFT_MANAGER]
    others = [number for number, it in found.files.items() if it.rank >= Position.PIT_SUPERVISOR]
    if len(leads) >= FOUNDING_MANAGERS or (is_training(keys) and leads and len(others) > 1):
        return ""
    why = "if the only one forgets his PIN, nobody can order a new one"
    return f"a table begins with {FOUNDING_MANAGERS} Shift Managers: {why} (`etg staff add`)"


# --- of a running console ------------------------------------------------------------------------------------


class Credentials:
    """The files, looked at now and then, and compared with what the chain says of each person."""

    def __init__(self, keys: Path) -> None:
        self._keys = keys
        self._seen: object = None
        self._found = self._waiting = Found({}, {})
        self._secret = b""  # of badges
        self._active: frozenset[str] = frozenset()  # who was staff when we last tidied
        self._untidy = ""  # why a file could not be put in its place
        self.look()

    def look(self) -> None:
        try:
            seen = (_signature(self._keys / FOLDER), _signature(self._keys / PREPARED))
        except OSError as error:
            self._found = self._found._replace(unreadable=f"{self._keys / FOLDER}: {error.strerror}")
            return
        if seen == self._seen and not self._found.unreadable and not self._waiting.unreadable:
            return
        self._seen = seen
        self._found = read_staff(self._keys, self._found.files)
        self._waiting = read_prepared(self._keys, self._waiting.files)
        try:
            self._secret = _badge_secret(self._keys)
        except Unreadable as error:
            self._found = self._found._replace(unreadable=str(error))
        except BadKey as error:
            self._secret = b""
            self._found = self._found._replace(problems={**self._found.problems, BADGES: str(error)})

    @property
    def found(self) -> Found:
        return self._found

    def tidy(self, staff: Mapping[str, Known]) -> None:
        """After the commit: what was prepared and ordered takes its place, as the chain has it, and the file of who was
        disabled goes. If the process ends before, the first is done by the next one, and the second is named: it could
        as well have been put back.
        """
        active = {number: known for number, known in staff.items() if known.active}
        ordered = [it for number, it in self._waiting.files.items() if _believed(it, active.get(number))]
        gone = self._active - active.keys()
        self._untidy = ""
        try:
            for it in ordered:
                known = active[it.number]
                home = Position(known.home).name.lower()
                write_file(self._keys, StaffFile(it.number, known.name, home, it.pin, it.badge))
                (self._keys / PREPARED / f"{it.number}.toml").unlink(missing_ok=True)
            for number in gone:
                (self._keys / FOLDER / f"{number}.toml").unlink(missing_ok=True)
        except OSError as error:
            self._untidy = f"a file that was ordered cannot be put in its place: {error.strerror}"
        else:
            self._active = frozenset(active)
        if ordered or gone:
            self.look()

    def problems(self, staff: Mapping[str, Known]) -> dict[str, str]:
        """Files that are not as the chain says: they let nobody in."""
        told = {f"staff {number}": why for number, why in self._found.problems.items()}
        told |= {f"staff prepared/{number}": why for number, why in self._waiting.problems.items()}
        if unreadable := self._found.unreadable or self._waiting.unreadable:
            told["staff files"] = f"{unreadable}: what cannot be read counts as it was read last"
        if self._untidy:
            told["staff folder"] = self._untidy
        if not self._secret and any(it.badge for it in self._found.files.values()):
            told.setdefault(f"staff {BADGES}", "it has gone: no badge is anybody's, until it is brought back")
        for number in sorted(staff.keys() | self._found.files.keys()):
            if number not in self._found.problems and (why := self._unlike(number, staff.get(number))):
                told[f"staff {number}"] = why
        return told

    def _unlike(self, number: str, known: Known | None) -> str:
        """What is wrong with the file of one person, or that there is none; "": nothing."""
        file = self._found.files.get(number)
        if known is None:
            return "the chain knows nobody of this number: the file lets nobody in"
        if not known.active:
            return "he is disabled, and has a file: it lets nobody in" if file is not None else ""
        if file is None:
            waiting = self._waiting.files.get(number)
            return "" if waiting is not None and _believed(waiting, known) else "the file has gone: he cannot sign on"
        if file.credential != known.credential:
            return "the file is not the one that was ordered: it lets nobody in"
        if (file.name, int(file.rank)) != (known.name, known.home):
            return "the file says another name or position: he is who the chain says"
        return ""

    def prepared(self, staff: Mapping[str, Known]) -> tuple[PreparedStaff, ...]:
        """What waits for an order of two people."""
        return tuple(
            PreparedStaff(number, it.name, int(it.rank), it.credential)
            for number, it in sorted(self._waiting.files.items())
            if not _believed(it, staff.get(number))
        )

    def whose(self, badge: str, staff: Mapping[str, Known]) -> str:
        """The number of the person who has this badge; "": nobody."""
        token = _token(self._secret, badge)
        if not token:
            return ""
        owners = [
            number
            for number, known in staff.items()
            if (it := self._file_of(number, known.credential)) is not None
            if known.active and it.badge and compare_digest(it.badge, token)
        ]
        return owners[0] if len(owners) == 1 else ""

    def string_for(self, check: CheckPin) -> tuple[str, bool]:
        """What the PIN is checked with, and whether a right one counts."""
        file = self._file_of(check.number, check.credential)
        return (NOBODYS, False) if file is None else (file.pin, True)

    def _file_of(self, number: str, credential: bytes) -> StaffFile | None:
        """The one that the chain names; also where it was prepared: it was ordered this moment, or cannot be moved."""
        both = (self._found.files.get(number), self._waiting.files.get(number))
        return next((it for it in both if it is not None and it.credential == credential), None)


def _believed(file: StaffFile, known: Known | None) -> bool:
    return known is not None and known.active and file.credential == known.credential


def _signature(folder: Path) -> object:
    """Changes with every change of the files."""
    found: list[object] = []
    try:
        paths = sorted(folder.iterdir())
    except FileNotFoundError:
        return None
    for path in paths:
        with suppress(FileNotFoundError):
            status = path.lstat()
            found.append((path.name, status.st_ino, status.st_ctime_ns))
    return found


class PinWorker:
    """Looks at one PIN after the other, beside the loop; `descriptor` wakes the loop's poller."""

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[tuple[CheckPin, str, bool] | None] = queue.SimpleQueue()
        self._done: deque[PinChecked] = deque()
        self.trouble: dict[str, str] = {}  # by number: whose PIN could not be looked at, and why
        self._bell = Bell()
        self.descriptor = self._bell.descriptor
        self._thread = threading.Thread(target=self._work, name="pins", daemon=True)
        self._thread.start()

    def ask(self, check: CheckPin, string: str, *, counts: bool) -> None:
        self._asked.put((check, string, counts))

    def done(self) -> list[PinChecked]:
        if not self._done:
            return []
        self._bell.clear()
        return [self._done.popleft() for _ in range(len(self._done))]

    def close(self) -> None:
        self._asked.put(None)
        self._thread.join()
        self._bell.close()

    def _work(self) -> None:
        while self._look_at_one():
            pass  # in a call of its own, so that nothing of a PIN stays in this frame while it waits for the next one

    def _look_at_one(self) -> bool:
        asked = self._asked.get()
        if asked is None:
            return False
        check, string, counts = asked
        try:
            right = is_right(string, check.pin) and counts
            self.trouble.pop(f"PIN of {check.number}", None)
        except UNLOOKED as error:  # whatever one file does, the next person signs on; it is told (`trouble`)
            self.trouble[f"PIN of {check.number}"] = f"it could not be looked at: {type(error).__name__}"
            right = False
        self._done.append(PinChecked(check.panel, check.id, right=right))
        self._bell.ring()
        return True
