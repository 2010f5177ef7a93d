"""The files beside a running console: its register, which is a copy of what its journal says, and what is prepared.

Looks at them now and then, and says what differs. Nothing in them lets anybody in or cuts anybody off: that is the
journal's (`keyring.py`). Only a table that has never been takes its first keys from here.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol import events, files
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.keyring import Enrolment, Keyring, Role, What, fingerprint, is_key
from protocol.keys import (
    ADMITTED,
    ENROLLED,
    JOURNAL,
    NO_RECORDS,
    PREPARED,
    BadKey,
    By,
    EnrolledKey,
    Moment,
    Record,
    Unreadable,
    Why,
    files_in,
    is_demo,
    make_register,
    moment,
    parsed,
    quoted,
    read,
    read_enrolled,
    save_record,
)
from protocol.messages import Terminal

LOOK_EVERY_S: Final = 1.0
PREPARED_MAX: Final = 40  # are shown to a panel: one page, and a small message


class Prepared(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the folder `prepared`: what somebody with the console's files asks two people at a panel for."""

    what: What
    name: Terminal
    role: Role
    public: str
    prepared_at: Moment
    why: Why | None = None

    @property
    def peer(self) -> Enrolment:
        return Enrolment(self.name, self.role, self.public)


class Register:
    """What cannot be read is as it was when it was last read: `unreadable` says so, for an alarm."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.generation = 0  # changes whenever the files did
        self.problems: Mapping[str, str] = {}
        self.unreadable: Mapping[str, str] = {}
        self.prepared: tuple[Prepared, ...] = ()
        self._folder = folder
        self._clock = clock
        self._records: Mapping[str, Record] = {}
        self._seen: object = None
        self._looked_s = clock()
        enrolled = folder / ENROLLED
        if not enrolled.is_dir():
            makes = "copy --journal JOURNAL` writes it anew" if is_admitted(folder) else "enrol` makes it"
            raise BadKey(f"{enrolled} is no folder: `etg keys {makes}")
        for place in (folder, enrolled):
            if place.stat().st_mode & 0o022:
                raise BadKey(f"{place} may be changed by others: chmod go-w {place}")
        self._take_up(_signature(folder))

    def refresh(self, every_s: float = LOOK_EVERY_S) -> None:
        now_s = self._clock()
        if now_s - self._looked_s >= every_s:
            self._looked_s = now_s
            try:
                seen = _signature(self._folder)
                if seen != self._seen or self.unreadable:
                    self._take_up(seen)
            except Unreadable as error:
                self.unreadable = {ENROLLED: str(error)}

    def live(self) -> list[Enrolment]:
        """Whom the files name: the first keys of a table that has never been."""
        found = [Enrolment(it.name, it.role, it.keys[-1].public) for it in self._records.values() if it.keys[-1].live]
        return sorted(found, key=lambda peer: peer.name)

    def without_panel(self) -> str:
        """Why a table cannot begin with these keys; "" if it can. A demo may be without one."""
        if is_demo(self._folder) or any(peer.role == "panel" for peer in self.live()):
            return ""
        return "no panel is enrolled, and only at one can another be let in (`etg keys enrol NAME --role panel`)"

    def differences(self, keyring: Keyring) -> dict[str, str]:
        """Of each name what its file says and the journal does not; nobody is let in or cut off by it."""
        says = {peer.name: peer for peer in self.live()}
        found: dict[str, str] = {}
        for name in sorted(keyring.live.keys() | says.keys()):
            live, file = keyring.live.get(name), says.get(name)
            if live == file:
                continue
            if live is None and file is not None:
                ended = keyring.past(file.public)
                told = "that has ended" if ended else "that the journal does not know"
                found[name] = f"its file names a key {told}, {file.fingerprint}: it lets nobody in"
            elif live is not None and file is None:
                gone = "its file names no live key" if name in self._records else "it has no file that is in order"
                found[name] = f"{gone}: it is let in with the key of the journal, {live.fingerprint}"
            elif live is not None and file is not None:
                other = f"another key, {file.fingerprint}" if live.public != file.public else f"the role {file.role}"
                found[name] = f"its file says {other}: it is let in as a {live.role} with {live.fingerprint}"
        return found

    def outside(self, keyring: Keyring, roles: tuple[str, ...]) -> tuple[str, ...]:
        """Who the files say keeps a copy of the log, with a key that the journal has never heard of: one that was put
        back from before they came looks like that.
        """
        return tuple(it.name for it in self.live() if it.role in roles and it.public not in keyring.owners)

    def to_order(self, keyring: Keyring) -> list[Prepared]:
        """What is prepared and can be ordered; what is done, or was never possible, is left out."""
        return [it for it in self.prepared if not keyring.against(it.what, it.peer)][:PREPARED_MAX]

    # --- written by the console, after the commit -----------------------------------------------------------------

    def admit(self, table: str) -> None:
        """The keys of this folder stand in a journal now; the mark is written again if it was lost."""
        if is_admitted(self._folder):
            return
        text = f"The journal of {files.escaped(table)} says which keys are let in. Files here are a copy, or prepare.\n"
        files.replace(self._folder / ADMITTED, text, mode=0o600)

    def follow(self, entries: Iterable[Entry]) -> None:
        """The files say what the journal says from here on; what was prepared for these names is done."""
        for name, record in recorded(entries, self._records).items():
            if record != self._records.get(name):
                save_record(self._folder, record)
                with suppress(FileNotFoundError):
                    (self._folder / PREPARED / f"{name}.toml").unlink()
        self._take_up(_signature(self._folder))

    # --- looking ---------------------------------------------------------------------------------------------------

    def _take_up(self, seen: object) -> None:
        # The signature is from before the files are read: a change in between is seen at the next look.
        records, found, self.unreadable = read_enrolled(self._folder, self._records)
        prepared, wrong = read_prepared(self._folder)
        problems = {**found, **wrong}
        self._seen = seen
        if (records, problems, prepared) != (self._records, self.problems, self.prepared):
            self.generation += 1
        self._records, self.problems, self.prepared = records, problems, prepared


def _signature(folder: Path) -> object:
    """Changes with every change of the files: each is replaced, never written into, so its inode is a new one."""
    found: list[object] = [is_demo(folder)]
    for path in (*files_in(folder / ENROLLED), *_prepared_files(folder)):
        try:
            status = path.stat()
        except OSError as error:
            found.append((path.name, error.errno))
        else:
            found.append((path.parent.name, path.name, status.st_ino, status.st_ctime_ns, status.st_size))
    return found


# --- a copy of the journal -------------------------------------------------------------------------------------------


def recorded(entries: Iterable[Entry], before: Mapping[str, Record] = NO_RECORDS) -> dict[str, Record]:
    """The records after these entries."""
    records = dict(before)
    by: By = JOURNAL
    for entry in entries:
        match decode_event(entry.body):
            case events.Ordered(by=one, second=other):
                by = (one.name, other.name) if other is not None else JOURNAL
            case events.KeyEnrolled(name=name, role=role, key=public):
                was = records.get(name)
                past = tuple(key for key in was.keys if key.public != public and not key.live) if was else ()
                new = EnrolledKey(public, moment(entry.wall_time), by)
                records[name] = Record(name, role, (*past, new))
            case events.KeyEnded(name=name, why=why) if name in records and records[name].keys[-1].live:
                keys = records[name].keys
                ended = replace(keys[-1], ended_at=moment(entry.wall_time), why=why)
                records[name] = replace(records[name], keys=(*keys[:-1], ended))
            case _:
                pass
    return records


def copy_of(journal: Iterable[Entry], folder: Path) -> dict[str, Record]:
    """Writes all files of the register anew, and takes away those of names that the journal does not know."""
    records = recorded(journal)
    make_register(folder)
    for path in files_in(folder / ENROLLED):
        if path.stem not in records:
            path.unlink()
    for record in records.values():
        save_record(folder, record)
    return records


# --- what is prepared ----------------------------------------------------------------------------------------------


def is_admitted(folder: Path) -> bool:
    """Do the keys of this folder stand in a journal?"""
    return (folder / ADMITTED).exists()


def prepare(folder: Path, what: What, peer: Enrolment, why: str | None = None) -> Prepared:
    """One thing for each name: what was prepared for it before is forgotten."""
    draft = Prepared(what, peer.name, peer.role, peer.public, moment(), why)  # type: ignore[arg-type]
    lines = [f"what = {quoted(what)}", f"name = {quoted(peer.name)}", f"role = {quoted(peer.role)}"]
    lines += [f"public = {quoted(peer.public)}", f"prepared_at = {quoted(draft.prepared_at)}"]
    lines += [f"why = {quoted(why)}"] if why else []
    text = "\n".join([*lines, ""])
    decoded = decode_prepared(text.encode())  # what is written can be read again, or is not written
    place = folder / PREPARED
    place.mkdir(mode=0o700, exist_ok=True)
    files.replace(place / f"{peer.name}.toml", text, mode=0o600)
    return decoded


def decode_prepared(data: bytes) -> Prepared:
    found = parsed(data, Prepared)
    if not is_key(found.public):
        raise BadKey("a key is 40 characters of Z85")
    if not (found.why or "").isprintable():
        raise BadKey("a text has characters in it that cannot be printed")
    return found


def read_prepared(folder: Path) -> tuple[tuple[Prepared, ...], dict[str, str]]:
    """All that are in order, and what is wrong with the other files. One that cannot be read now asks for nothing."""
    found: list[Prepared] = []
    problems: dict[str, str] = {}
    for path in _prepared_files(folder):
        name = f"{PREPARED}/{files.escaped(path.stem)}"
        try:
            data, mode = read(path)
            if mode & 0o022:
                raise BadKey(f"may be changed by others: chmod go-w {path}")
            prepared = decode_prepared(data)
            if prepared.name != path.stem:
                raise BadKey(f"is about {prepared.name}")
            found.append(prepared)
        except BadKey as error:
            problems[name] = str(error)
    return tuple(found), problems


def _prepared_files(folder: Path) -> list[Path]:
    with suppress(Unreadable):
        return files_in(folder / PREPARED)
    return []


def words(prepared: Prepared) -> str:
    """For people: what, whose, which key."""
    what = {"enrol": "let in", "end": "shut out"}.get(prepared.what, "a new key for")
    return f"{what} {prepared.name} ({prepared.role}), key {fingerprint(prepared.public)}"
