"""The register beside a console: files of who is enrolled, that must follow the journal, by whoever can write them.

Real files in a folder in memory, the production `Register` and the commands that write before a table has begun, and a
plain list of what the journal says. After each entry the files say the same, with who vouched and what has ended; a
file that says otherwise is named, and nothing else is; what is prepared is offered while it can be ordered, no longer.
"""

from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from msgspec import Struct

from games.round import PlayerId
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link, make_entry
from protocol.codec import encode_body
from protocol.events import Audience
from protocol.keyring import Enrolment, Keyring
from protocol.keys import BadKey, enrol, make_register, read_enrolled, revoke, rotate
from protocol.register import Register, copy_of, prepare
from simulation.keys import ROLE_OF, public_key
from simulation.memory_folder import folder_in_memory
from simulation.world import Violation

ROLES: Final = {"P1": "panel", "P2": "panel", "T1": "terminal", "T2": "terminal", "A1": "archive"}
PEOPLE: Final = ("Sam", "Tess")
WALL: Final = "2026-11-16T20:45:00.000Z"


class Known(NamedTuple):
    """A key of a name, as the journal has it."""

    public: str
    why: str  # it has ended for; "": it lives
    by: tuple[str, ...]


class Put(Struct):
    """What somebody has written into a file of the register."""

    text: bytes
    live: str  # the key that it names, if it is in order; "": none
    whole: bool


class RegisterDrill:
    def __init__(self, seed: int, folder: Path) -> None:
        self.rng, self.folder, self.now_s = Random(f"register {seed}"), folder, 100.0
        self.names: dict[str, list[Known]] = {}
        self.keyring = Keyring()
        self.entries: list[Entry] = []
        self.puts: dict[str, Put] = {}  # names whose file is not as the console has written it
        self.offered: dict[str, tuple[str, str, str]] = {}  # what is prepared of each name: what, role, key
        self.keys = 0
        self.story: list[str] = []
        make_register(folder)
        self._founds()
        self.register = Register(folder, clock=lambda: self.now_s)

    def fail(self, why: str) -> Violation:
        return Violation("register", f"{', '.join(self.story[-6:])}: {why}")

    def _new_key(self) -> str:
        self.keys += 1
        return public_key("drilled", self.keys)

    def _founds(self) -> None:
        """By the commands, before the table has ever been; each must keep what was."""
        for name in ("P1", "T1", "A1"):
            key = self._new_key()
            enrol(self.folder, name, ROLE_OF[ROLES[name]], key, by=PEOPLE)
            if self.rng.random() < 0.3:
                key = self._new_key()
                rotate(self.folder, name, key, by=PEOPLE[::-1])
            self._write(e.KeyEnrolled(PlayerId(name), ROLE_OF[ROLES[name]], key))
        for wrong in (
            ("P1", self._new_key(), PEOPLE),
            ("T2", self.names["T1"][-1].public, PEOPLE),
            ("T2", "x", ("Sam",)),
        ):
            name, key, by = wrong
            try:
                enrol(self.folder, name, "terminal", key, by=by)
            except BadKey:
                continue
            raise self.fail(f"{name} is enrolled a second time, or with a key of somebody else, or by one person")
        if self.rng.random() < 0.3:
            revoke(self.folder, "A1", "sold")
            self._write(e.KeyEnded(PlayerId("A1"), self.names["A1"][-1].public, "sold"))

    def _write(self, *facts: e.Event) -> list[Entry]:
        """Into the journal, and into the list."""
        made: list[Entry] = []
        by: tuple[str, ...] = ("journal",)
        for fact in facts:
            chain = self.entries[-1].chain if self.entries else first_link("T")
            entry = make_entry(chain, len(self.entries) + 1, WALL, Audience(""), b"", encode_body(fact))
            self.entries.append(entry)
            made.append(entry)
            match fact:
                case e.Ordered():
                    by = PEOPLE
                case e.KeyEnrolled():
                    self.names.setdefault(fact.name, []).append(Known(fact.key, "", by))
                    self.keyring.live[fact.name] = Enrolment(fact.name, fact.role, fact.key)
                    self.keyring.owners[fact.key] = fact.name
                case e.KeyEnded():
                    known = self.names[fact.name]
                    known[-1] = known[-1]._replace(why=fact.why)
                    del self.keyring.live[fact.name]
        return made

    def play(self, steps: int) -> None:
        for _ in range(steps):
            act = self.rng.choices(*_ACTS)[0]
            self.story.append(act)
            getattr(self, act)()
            self._looks()
        self._is_copied()

    # --- what happens

    def is_ordered(self) -> None:
        """A name gets a key, another key, or loses the one it has; two people have ordered it."""
        rng, name = self.rng, self.rng.choice(list(ROLES))
        if name in self.puts:
            return  # of a file that is damaged the past is lost, until `copy` writes it anew
        live = self.keyring.live.get(name)
        id_, order = rng.randbytes(8), m.RecordRuling("keys")
        one, two = (m.Person(str(it), who, Position.SHIFT_MANAGER) for it, who in enumerate(PEOPLE, 100))
        facts: list[e.Event] = [e.Ordered(id_, one, two, order)]
        if live is not None:
            facts.append(e.KeyEnded(PlayerId(name), live.public, rng.choice(("replaced", "stolen"))))
        if live is None or rng.random() < 0.6:
            facts.append(e.KeyEnrolled(PlayerId(name), ROLE_OF[ROLES[name]], self._new_key()))
        self.register.follow(self._write(*facts))
        self.offered.pop(name, None)

    def is_edited(self) -> None:
        """Somebody writes into a file: another key, another role, nonsense; or lets others write into it."""
        rng, name = self.rng, self.rng.choice(sorted(self.names))
        path = self.folder / "enrolled" / f"{name}.toml"
        if not path.exists() or name in self.puts:
            return
        whole, live = path.read_bytes(), self.keyring.live.get(name)
        match rng.randrange(3):
            case 0 if live is not None:
                other = self._new_key()
                path.unlink()
                path.write_bytes(whole.replace(live.public.encode(), other.encode()))
                self.puts[name] = Put(whole, other, True)
            case 1:
                path.unlink()
                path.write_bytes(whole[: len(whole) // 2])
                self.puts[name] = Put(whole, "", False)
            case _:
                path.unlink()
                path.write_bytes(whole)
                path.chmod(0o666)
                self.puts[name] = Put(whole, "", False)

    def is_mended(self) -> None:
        if not self.puts:
            return
        name = self.rng.choice(sorted(self.puts))
        path = self.folder / "enrolled" / f"{name}.toml"
        path.unlink()
        path.write_bytes(self.puts.pop(name).text)
        path.chmod(0o600)

    def is_prepared(self) -> None:
        rng, name = self.rng, self.rng.choice(list(ROLES))
        live = self.keyring.live.get(name)
        used = rng.choice(list(self.keyring.owners))
        key = (
            used if rng.random() < 0.3 else live.public if live is not None and rng.random() < 0.4 else self._new_key()
        )
        what, role = rng.choice(("enrol", "replace", "end")), ROLES[name] if rng.random() < 0.9 else "display"
        prepare(self.folder, what, Enrolment(name, ROLE_OF[role], key), "old" if what == "end" else None)  # type: ignore[arg-type]
        self.offered[name] = (what, role, key)

    def starts_again(self) -> None:
        if not self.puts:
            self.register = Register(self.folder, clock=lambda: self.now_s)

    # --- what must follow

    def _looks(self) -> None:
        self.now_s += 1.0
        self.register.refresh()
        self._files_follow()
        differ = self.register.differences(self.keyring)
        expected = set()
        for name, put in self.puts.items():
            live = self.keyring.live.get(name)
            if (put.live if put.whole else "") != (live.public if live is not None else ""):
                expected.add(name)
        if set(differ) != expected:
            raise self.fail(f"{sorted(expected)} have files that say otherwise, told is {differ}")
        if {it for it in self.register.problems if "/" not in it} != {
            it for it, put in self.puts.items() if not put.whole
        }:
            raise self.fail(f"{self.puts.keys()} were edited, told is {self.register.problems}")
        offered = sorted(it for it, (what, role, key) in self.offered.items() if self._can_be(it, what, role, key))
        if sorted(it.name for it in self.register.to_order(self.keyring)) != offered:
            raise self.fail(f"{offered} can be ordered, shown is {self.register.to_order(self.keyring)}")

    def _can_be(self, name: str, what: str, role: str, key: str) -> bool:
        live = self.keyring.live.get(name)
        if what == "end":
            panels = [it for it in self.keyring.live.values() if it.role == "panel"]
            whose = live is not None and (live.public, live.role) == (key, role)
            return whose and not (role == "panel" and len(panels) == 1)
        if key in self.keyring.owners:
            return False
        return live is None if what == "enrol" else live is not None and live.role == role

    def _files_follow(self) -> None:
        records = read_enrolled(self.folder).records
        for name, known in self.names.items():
            if name in self.puts:
                continue
            record = records.get(name)
            kept = [(it.public, it.why or "") for it in record.keys][-len(known) :] if record is not None else []
            if kept != [(it.public, it.why) for it in known]:
                raise self.fail(f"{name} has {known}, its file says {kept}")
            last = record.keys[-1] if record is not None else None
            if last is not None and last.enrolled_by not in (known[-1].by, PEOPLE, PEOPLE[::-1]):
                raise self.fail(f"{name}: {known[-1].by} have vouched, its file says {last.enrolled_by}")

    def _is_copied(self) -> None:
        """From the journal alone the same register is made."""
        with folder_in_memory() as other:
            folder = Path(other)
            make_register(folder)
            enrol(folder, "X9", "terminal", self._new_key(), by=PEOPLE)
            copy_of(self.entries, folder)
            records = read_enrolled(folder).records
            found = {name: [(it.public, it.why or "") for it in record.keys] for name, record in records.items()}
            if found != {name: [(it.public, it.why) for it in known] for name, known in self.names.items()}:
                raise self.fail(f"the journal makes {self.names}, and the copy is {found}")


_ACTS: Final = (("is_ordered", "is_edited", "is_mended", "is_prepared", "starts_again"), (30, 15, 15, 20, 5))


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    with folder_in_memory() as folder:
        drill = RegisterDrill(seed, Path(folder))
        try:
            drill.play(steps)
        except Violation as broken:
            raise Violation(broken.name, f"drill {seed} of a register: {str(broken).partition(': ')[2]}") from None
