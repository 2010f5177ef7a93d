"""CURVE keys on disk: the pair of this machine, the register of the peers, and what is prepared for a console.

Knows files and texts; must never know a socket, a game or an amount. A secret key is written once, readable by its
owner alone, and is never printed. A console's first start lets in whoever the register names; from then on its journal
says who is let in (`keyring.py`), the register is a copy of that, and the commands only prepare.
"""

import fcntl
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeVar

import msgspec
import zmq
from msgspec import Meta, Struct
from msgspec.structs import replace
from zmq.utils import z85

from protocol import files
from protocol.keyring import Role as Role
from protocol.keyring import fingerprint as fingerprint
from protocol.keyring import is_key
from protocol.messages import Name, Terminal
from protocol.signing import HEAD, Signer, Verifier, new_secret, public_of

Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")]
People = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)]
By = tuple[str, ...]  # who vouches
Why = Annotated[str, Meta(min_length=1, max_length=120)]

CONSOLE: Final = "console"  # the name of its keys
NEXT_KEY: Final = "console.next.key"  # the pair that is prepared to follow it
NEXT_PUB: Final = "console.next.pub"
TICKETS: Final = "console.tickets"  # the secret that ticket numbers are made of
HOUSE: Final = "house.tickets"  # the secret that the tags of tickets are made of: the same at all consoles of a house
ENROLLED: Final = "enrolled"  # the folder of the register, in the console's folder
PREPARED: Final = "prepared"  # beside it: what two people at a panel may order
# With this file in it, a folder's keys stand in a journal: from then on that says who is let in, and commands prepare.
ADMITTED: Final = "ADMITTED"
DEMO: Final = "DEMO"  # a folder with this file in it belongs to a demo: nobody vouches for its keys
TRAINING: Final = (
    "TRAINING"  # with this file in it, to a table where people learn: its keys are vouched for, no money is real
)
NOBODY: Final = ("demo",)  # who enrolled a demo's peers
JOURNAL: Final = ("journal",)  # in a copy of the first entries of a journal, which do not say who vouched before
FILE_MAX: Final = 64 * 1024  # bytes; a peer with a hundred past keys has 20,000
_FILE_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,15}\Z")


class BadKey(Exception):
    """A key, a key file or an enrolment that is not as it must be; the text is for the person who mends it."""

    def __init__(self, text: str) -> None:
        super().__init__(files.escaped(text))


class Unreadable(BadKey):
    """A file or folder that cannot be read now, which says nothing about what is in it."""


# --- keys and pairs ------------------------------------------------------------------------------------------


class PublicKey(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in NAME.pub, and may be read by anybody. Of whoever signs, also the key that knows its signatures."""

    public: str
    signs: str = ""


class KeyPair(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in NAME.key, as Z85 texts."""

    public: str
    secret: str

    def __repr__(self) -> str:
        return f"KeyPair({self.public!r}, secret kept)"


class TicketSecret(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in console.tickets, as a Z85 text."""

    ticket_secret: str

    def __repr__(self) -> str:
        return "TicketSecret(kept)"


class SigningKey(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in NAME.sign, as a Z85 text: the secret half."""

    signing_secret: str

    def __repr__(self) -> str:
        return "SigningKey(kept)"


FileT = TypeVar("FileT", bound=Struct)


def check_key(text: str) -> str:
    """The same text, if it is a key."""
    if not is_key(text):
        raise BadKey("a key is 40 characters of Z85")
    return text


def new_pair() -> KeyPair:
    """A public key may be typed (`--key TEXT`): none is made that a command would take for an option."""
    public, secret = zmq.curve_keypair()
    while public.startswith(b"-"):
        public, secret = zmq.curve_keypair()
    return KeyPair(public.decode(), secret.decode())


def make_pair(folder: Path, name: str, *, signs: bool = False) -> KeyPair:
    """A new pair in NAME.key and NAME.pub; for the console and whoever else `signs`, also NAME.sign. A key that exists
    is never overwritten.
    """
    if not _FILE_NAME.match(name):
        raise BadKey(f"{name!r} is no name for a key: a letter, then up to 15 letters, digits or hyphens")
    pair = new_pair()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    public = f"public = {quoted(pair.public)}\n"
    _create(folder / f"{name}.key", _pair_text(name, pair))
    if signs or name == CONSOLE:
        signing = new_secret()
        note = f"# With this {name} signs. Keep a second copy in a safe: without it no journal can be gone on with.\n"
        _create(folder / f"{name}.sign", f"{note}signing_secret = {quoted(z85.encode(signing).decode())}\n")
        public += f"signs = {quoted(z85.encode(public_of(signing)).decode())}\n"
    if name == CONSOLE:
        note = "# Of this the numbers of tickets are made. Whoever reads it can tell them.\n"
        _create(folder / TICKETS, f"{note}ticket_secret = {quoted(z85.encode(os.urandom(32)).decode())}\n")
    files.replace(folder / f"{name}.pub", public, mode=0o644)
    return pair


def _create(path: Path, text: str) -> None:
    try:
        files.create(path, text, mode=0o600)
    except FileExistsError:
        raise BadKey(f"{path} exists, and a key is never overwritten") from None


def make_next_pair(folder: Path) -> KeyPair:
    """The key that a console will have once two people have ordered it, in console.next.key and console.next.pub."""
    own = _public(folder / f"{CONSOLE}.pub")
    pair = new_pair()
    _create(folder / NEXT_KEY, _pair_text("console.next", pair))
    files.replace(folder / NEXT_PUB, _public_text(pair.public, own.signs), mode=0o644)
    return pair


def take_next_pair(folder: Path, pair: KeyPair) -> None:
    """It is the console's own from now on; of the one before it nothing is left here."""
    own = _public(folder / f"{CONSOLE}.pub")
    files.replace(folder / f"{CONSOLE}.pub", _public_text(pair.public, own.signs), mode=0o644)
    files.replace(folder / f"{CONSOLE}.key", _pair_text(CONSOLE, pair), mode=0o600)
    for left in (NEXT_KEY, NEXT_PUB):
        (folder / left).unlink(missing_ok=True)


def _pair_text(name: str, pair: KeyPair) -> str:
    note = f"# The secret key of {name}. It stays on this machine; {name}.pub is the part to hand on.\n"
    return f"{note}public = {quoted(pair.public)}\nsecret = {quoted(pair.secret)}\n"


def _public_text(public: str, signs: str) -> str:
    return f"public = {quoted(public)}\n" + (f"signs = {quoted(signs)}\n" if signs else "")


def load_pair(path: Path) -> KeyPair:
    pair = _secret(path, KeyPair)
    check_key(pair.secret)
    if zmq.curve_public(pair.secret.encode()).decode() != check_key(pair.public):
        raise BadKey(f"{path}: the public key is not that of the secret one")
    return pair


def load_public(path: Path) -> str:
    return check_key(_public(path).public)


def load_ticket_secret(folder: Path) -> bytes:
    return z85.decode(check_key(_secret(folder / TICKETS, TicketSecret).ticket_secret))


def load_house_secret(folder: Path) -> bytes:
    """b"": this table takes no tickets of others."""
    if not (folder / HOUSE).exists():
        return b""
    secret: bytes = z85.decode(check_key(_secret(folder / HOUSE, TicketSecret).ticket_secret))
    return secret


def make_house_secret(folder: Path) -> None:
    """Once in a house, then copied to each console: by hand, and never to the floor."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    note = "# Of this the tags of tickets are made. All consoles of a house have the same, and nobody else has it.\n"
    _create(folder / HOUSE, f"{note}ticket_secret = {quoted(z85.encode(os.urandom(32)).decode())}\n")


def load_signer(path: Path, table: str, domain: bytes = HEAD) -> Signer:
    """Of NAME.sign, for what is said about one table."""
    return Signer(z85.decode(check_key(_secret(path, SigningKey).signing_secret)), table, domain)


def load_verifier(path: Path, table: str, domain: bytes = HEAD) -> Verifier:
    """Of NAME.pub."""
    return Verifier(signing_key(path), table, domain)


def signing_key(path: Path) -> bytes:
    """Of NAME.pub: what knows its signatures."""
    found = _public(path).signs
    if not found:
        raise BadKey(f"{path} has no key for signatures: copy the .pub file that `etg keys make` wrote")
    key: bytes = z85.decode(check_key(found))
    return key


def public_text(key: bytes) -> str:
    """As a journal has it."""
    text: str = z85.encode(key).decode()
    return text


def _public(path: Path) -> PublicKey:
    if path.suffix in (".key", ".sign"):
        raise BadKey(f"{path} is a secret key: hand on {path.with_suffix('.pub').name}")
    if not path.exists():
        raise Unreadable(f"{path}: there is no such file: copy it from the machine of that name")
    return parsed(read(path)[0], PublicKey, path)


def _secret(path: Path, kind: type[FileT]) -> FileT:
    # What a console has lost it has lost: a new one would be another console's.
    if kind is KeyPair and path.stem != CONSOLE and not path.exists():
        raise Unreadable(f"{path}: there is no such file: `etg keys make {path.stem}` makes it, on this machine alone")
    data, mode = read(path)
    if mode & 0o077:
        raise BadKey(f"{path} may be read by others: chmod 600 {path}")
    return parsed(data, kind, path)


# --- enrolments ----------------------------------------------------------------------------------------------


class EnrolledKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A key of a peer, from the day two people vouched for it until it was replaced or revoked."""

    public: str
    enrolled_at: Moment
    enrolled_by: People
    ended_at: Moment | None = None
    why: Why | None = None

    @property
    def live(self) -> bool:
        return self.ended_at is None


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the register: a peer and all keys it ever had. Only the last one can be live."""

    name: Terminal
    role: Role
    keys: Annotated[tuple[EnrolledKey, ...], Meta(min_length=1)]


NO_RECORDS: Final[Mapping[str, Record]] = {}


def decode_record(data: bytes, *, demo: bool = False) -> Record:
    """A file of the register; in a demo's folder nobody need have vouched for it."""
    record = parsed(data, Record)
    texts = [why for key in record.keys for why in (*key.enrolled_by, key.why or "")]
    if not all(text.isprintable() for text in texts):
        raise BadKey("a text has characters in it that cannot be printed")
    if any(key.live for key in record.keys[:-1]):
        raise BadKey("only the last key of a peer can be live")
    if len({check_key(key.public) for key in record.keys}) < len(record.keys):
        raise BadKey("a key stands here twice")
    for key in record.keys:
        if key.live != (key.why is None):
            raise BadKey("a key that ended says when and why")
        check_people(key.enrolled_by, demo=demo)
    return record


def check_people(by: By, *, demo: bool) -> By:
    """Enrolment takes two people (FAULTS 6, Keys)."""
    if (demo and by == NOBODY) or by == JOURNAL:
        return by
    if len({name.strip().casefold() for name in by} - {""}) != 2:
        raise BadKey("two different people vouch for a key")
    return by


def encode_record(record: Record) -> str:
    lines = [f"name = {quoted(record.name)}", f"role = {quoted(record.role)}"]
    for key in record.keys:
        by = ", ".join(map(quoted, key.enrolled_by))
        lines += ["", "[[keys]]", f"public = {quoted(key.public)}"]
        lines += [f"enrolled_at = {quoted(key.enrolled_at)}", f"enrolled_by = [{by}]"]
        if key.ended_at and key.why:
            lines += [f"ended_at = {quoted(key.ended_at)}", f"why = {quoted(key.why)}"]
    return "\n".join([*lines, ""])


class Enrolled(NamedTuple):
    """A register as it was read: the records that are in order, what is wrong with the other files, and which of them
    could not be read at all."""

    records: Mapping[str, Record]
    problems: Mapping[str, str]
    unreadable: Mapping[str, str]


def read_enrolled(folder: Path, before: Mapping[str, Record] = NO_RECORDS) -> Enrolled:
    """All files of a console's register. A file that is not in order lets nobody in, and keeps nobody else out. One
    that cannot be read, or has gone, counts as it was `before`: else whoever is short of files, or has deleted one,
    would have cut somebody off. That is what `revoke` is for.
    """
    records: dict[str, Record] = {}
    problems: dict[str, str] = {}
    unreadable: dict[str, str] = {}
    demo = is_demo(folder)
    paths = files_in(folder / ENROLLED)
    for name in before.keys() - {path.stem for path in paths}:
        records[name], unreadable[name] = before[name], f"{folder / ENROLLED / name}.toml has gone"
    for path in paths:
        name = files.escaped(path.stem)
        try:
            data, mode = read(path)
            if mode & 0o022:
                raise BadKey(f"may be changed by others: chmod go-w {path}")
            record = decode_record(data, demo=demo)
            if record.name != path.stem:
                raise BadKey(f"is about {record.name}")
            records[path.stem] = record
        except Unreadable as error:
            unreadable[name] = str(error)
            if name in before:
                records[name] = before[name]
            else:
                problems[name] = str(error)
        except BadKey as error:
            problems[name] = str(error)
    # One machine with two names could answer for somebody else, so neither name is believed.
    owners: dict[str, list[str]] = {}
    for name, record in records.items():
        for key in record.keys:
            owners.setdefault(key.public, []).append(name)
    for names in owners.values():
        for name in names if len(names) > 1 else ():
            problems[name] = f"{' and '.join(names)} have the same key"
            records.pop(name, None)
    return Enrolled(records, problems, unreadable)


def is_demo(folder: Path) -> bool:
    return _says(folder / DEMO)


def is_training(folder: Path) -> bool:
    """No money is real at the table of this register: it is a demo's, or people learn there."""
    return is_demo(folder) or _says(folder / TRAINING)


def _says(mark: Path) -> bool:
    try:
        return stat.S_ISREG(mark.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise Unreadable(f"{mark}: {error.strerror}") from None


def make_register(folder: Path, *, demo: bool = False) -> None:
    (folder / ENROLLED).mkdir(mode=0o700, parents=True, exist_ok=True)
    if demo:
        (folder / DEMO).write_text("The keys in this folder are a demo's: nobody vouches for them.\n")


# --- changes, before a journal has taken the register up: each is one file replaced as a whole -------------------


def enrol(folder: Path, name: str, role: Role, public: str, *, by: By) -> Record:
    """A new peer, or a revoked one with a new key."""
    with _changing(folder) as records:
        before = records.get(name)
        if before and before.keys[-1].live:
            raise BadKey(f"{name} has a live key: rotate or revoke it first")
        past = before.keys if before else ()
        return _save(folder, records, Record(name, role, (*past, EnrolledKey(public, moment(), by))))  # type: ignore[arg-type]


def rotate(folder: Path, name: str, public: str, *, by: By) -> Record:
    """From now on the new key is the peer's, and the old one is refused."""
    with _changing(folder) as records:
        record = _live(records, name)
        keys = (*_ended(record, "replaced"), EnrolledKey(public, moment(), by))
        return _save(folder, records, replace(record, keys=keys))


def revoke(folder: Path, name: str, why: str) -> Record:
    """One person is enough to shut a door."""
    with _changing(folder, only=name) as records:
        record = _live(records, name)
        return _save(folder, records, replace(record, keys=_ended(record, why)))


@contextmanager
def _changing(folder: Path, *, only: str | None = None) -> Iterator[Mapping[str, Record]]:
    """The records, while nobody else changes them. A damaged file could hide a key, so it is to be mended first; but
    it must not keep anybody from revoking another one."""
    try:
        lock = os.open(folder / ENROLLED, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise BadKey(f"{folder / ENROLLED}: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        records, problems, _ = read_enrolled(folder)
        for name in [name for name in problems if only in (None, name)]:
            raise BadKey(f"mend {folder / ENROLLED / name}.toml first: {problems[name]}")
        yield records
    finally:
        os.close(lock)


def _live(records: Mapping[str, Record], name: str) -> Record:
    record = records.get(name)
    if record is None or not record.keys[-1].live:
        raise BadKey(f"{name} has no live key")
    return record


def _ended(record: Record, why: str) -> tuple[EnrolledKey, ...]:
    *past, last = record.keys
    return (*past, replace(last, ended_at=moment(), why=why))


def _save(folder: Path, records: Mapping[str, Record], record: Record) -> Record:
    public = record.keys[-1].public
    for other in records.values():
        if other.name != record.name and public in (key.public for key in other.keys):
            raise BadKey(f"this key is, or was, that of {other.name}")
    save_record(folder, record)
    return record


def save_record(folder: Path, record: Record) -> None:
    text = encode_record(record)
    decode_record(text.encode(), demo=is_demo(folder))  # what is written can be read again, or is not written
    files.replace(folder / ENROLLED / f"{record.name}.toml", text, mode=0o600)


def moment(wall_time: str = "") -> str:
    """Now, or the time of an entry, as the files have it."""
    when = datetime.fromisoformat(wall_time) if wall_time else datetime.now(UTC)
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# --- files ---------------------------------------------------------------------------------------------------


def files_in(folder: Path) -> list[Path]:
    try:
        found = list(folder.iterdir())
    except OSError as error:
        raise Unreadable(f"{folder}: {error.strerror}") from None
    # A name that begins with a dot is a draft, which some command has not finished.
    return sorted(path for path in found if path.suffix == ".toml" and not path.name.startswith("."))


def read(path: Path) -> tuple[bytes, int]:
    """The content and the mode, of the same file even if it is exchanged meanwhile."""
    try:
        # NONBLOCK: a pipe of that name must not make us wait for its writer.
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(mode):
                raise BadKey(f"{path} is no file")
            return file.read(FILE_MAX + 1), mode
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None


def parsed(data: bytes, kind: type[FileT], path: Path | None = None) -> FileT:
    where = f"{path}: " if path else ""
    if len(data) > FILE_MAX:
        raise BadKey(f"{where}more than {FILE_MAX} bytes")
    try:
        return msgspec.toml.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        # A parser quotes what it could not read; of a file that holds a secret nothing is quoted.
        told = "damaged" if kind in (KeyPair, SigningKey, TicketSecret) else str(error)[:200]
        raise BadKey(f"{where}{told}") from None


def quoted(text: str) -> str:
    """A basic string of TOML: for printable texts those of JSON are the same."""
    return json.dumps(text, ensure_ascii=False)
