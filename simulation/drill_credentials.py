"""The files of staff beside a console, by whoever can write them: who signs on with which PIN, and who is told of what.

Real files in a folder in memory, the production `Credentials` and its worker, and a second opinion that remembers what
it has put where. Only the file that the chain names lets anybody in, with its own PIN, for its own number; a file that
was exchanged, damaged, left over or lent by somebody else lets nobody in, and is named to staff. What two people have
ordered takes its place, and what was prepared and not ordered waits.
"""

from pathlib import Path
from random import Random
from select import select
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from console.credentials import Credentials, PinWorker, StaffFile, badge_token, write_file
from console.table.people import Known
from console.table.signing import CheckPin
from games.rulings import Position
from protocol.people import credential_of
from simulation.memory_folder import folder_in_memory
from simulation.world import Violation

NUMBERS: Final = ("100", "101", "200", "400", "500")
# Of PINs that are quick to look at, as a demo's are; made with m=1024, t=1, p=1.
PINS: Final = {
    "258025": "$argon2id$v=19$m=1024,t=1,p=1$lHog6Rkt43sNVhq+s8fQVA$bvNM4FOMQfNWPytGhJyDVSR8SuczPl5OzAtLhOcFsA0",
    "271828": "$argon2id$v=19$m=1024,t=1,p=1$4ufbbE6m3MPbJ6IivzO1Fw$ALC82YDG5g+9iKgoJkQVe6BVBfd1wkNxiRpvs0HWsvs",
    "314159": "$argon2id$v=19$m=1024,t=1,p=1$J0s9WubMLApW9taMSNdlmQ$I3uaphW+2BqbIrL0spQWEW22NeNWEeF0p2WE/hC29Fo",
    "161803": "$argon2id$v=19$m=1024,t=1,p=1$PffRMy5fm6Lc59ffqO4Rcg$qJ2ebqtRydhi+uh5FI9ubhDo0z2RdVy5+2VJDqgMZQA",
}
BADGES: Final = ("badge one", "badge two")
HOME, WAITING = "staff", "staff/prepared"
PLACES: Final = (HOME, WAITING)
PATIENCE_S: Final = 30.0  # of a busy machine; a look takes a millisecond
DAMAGED, OPEN_TO_ALL, LINK = "damaged", "open to all", "a link"


class Put(Struct, frozen=True):
    """A file that lies somewhere; `wrong`: why nobody may believe it."""

    number: str  # that it is about
    pin: str  # the PIN that is right by it
    string: str
    badge: str
    name: str
    rank: Position
    wrong: str = ""

    @property
    def credential(self) -> bytes:
        return credential_of(self.string, self.badge)


class CredentialsDrill:
    def __init__(self, seed: int, keys: Path) -> None:
        self.rng, self.keys = Random(f"credentials {seed}"), keys
        (keys / "DEMO").touch()
        self.there: dict[tuple[str, str], Put] = {}  # by place and name of the file
        self.staff: dict[str, Known] = {}
        self.tokens: dict[str, str] = {}
        self.story: list[str] = []
        self._begin()

    def fail(self, why: str) -> Violation:
        return Violation("credentials", f"{', '.join(self.story[-6:])}: {why}")

    def _begin(self) -> None:
        self.tokens = {badge: badge_token(self.keys, badge, make=True) for badge in BADGES}
        for number in NUMBERS[:4]:
            put = self._some(number)
            self._write(HOME, number, put)
            self.staff[number] = Known(put.name, int(put.rank), put.credential)
        self.files = Credentials(self.keys)
        self.files.tidy(self.staff)

    def _some(self, number: str) -> Put:
        rng = self.rng
        pin, string = rng.choice(list(PINS.items()))
        badge = self.tokens[rng.choice(BADGES)] if rng.random() < 0.3 else ""
        return Put(
            number, pin, string, badge, f"Somebody {number}", rng.choice((Position.DEALER, Position.SHIFT_MANAGER))
        )

    def _path(self, place: str, name: str) -> Path:
        return self.keys / place / f"{name}.toml"

    def _write(self, place: str, name: str, put: Put) -> None:
        path, rank = self._path(place, name), put.rank.name.lower()
        path.unlink(missing_ok=True)
        write_file(self.keys, StaffFile(put.number, put.name, rank, put.string, put.badge), place)
        if name != put.number:
            self._path(place, put.number).rename(path)
            if (place, put.number) in self.there:
                self._write(place, put.number, self.there[place, put.number])
        if put.wrong == DAMAGED:
            path.write_bytes(path.read_bytes()[: self.rng.randrange(40)])
        elif put.wrong == OPEN_TO_ALL:
            path.chmod(0o644)
        elif put.wrong == LINK:
            path.rename(path.with_suffix(".real"))
            path.symlink_to(path.with_suffix(".real"))
        self.there[place, name] = put

    def play(self, steps: int) -> None:
        for _ in range(steps):
            act = self.rng.choices(*_ACTS)[0]
            self.story.append(act)
            getattr(self, act)()
            self._looks()
        self._by_the_worker()

    # --- what happens

    def prepares(self) -> None:
        number = self.rng.choice(NUMBERS)
        self._write(WAITING, number, self._some(number))

    def orders(self) -> None:
        """Two people order what waits: the chain has it, and then the file takes its place."""
        waiting = [name for place, name in self.there if place == WAITING and self._good(WAITING, name)]
        if not waiting:
            return
        name = self.rng.choice(sorted(waiting))
        put = self.there[WAITING, name]
        known = self.staff.get(name)
        home = int(put.rank) if known is None else known.home
        self.staff[name] = Known(put.name if known is None else known.name, home, put.credential)
        self._checks()  # it was ordered this moment, and not moved yet
        self._tidy()

    def _tidy(self) -> None:
        self.files.look()
        self.files.tidy(self.staff)
        for name in [name for place, name in self.there if place == WAITING]:
            put, known = self.there[WAITING, name], self.staff.get(name)
            if self._good(WAITING, name) and known is not None and known.active and put.credential == known.credential:
                del self.there[WAITING, name]
                self.there[HOME, name] = replace(put, name=known.name, rank=Position(known.home))

    def forges(self) -> None:
        """With a PIN that he knows, in the place of another one; or one's own file under another number."""
        rng, number = self.rng, self.rng.choice(NUMBERS)
        place = rng.choice(PLACES)
        whose = rng.choice(NUMBERS)
        own = self.there.get((HOME, whose))
        put = (
            replace(own, number=rng.choice((number, whose)))
            if own is not None and rng.random() < 0.6
            else self._some(number)
        )
        self._write(place, number, replace(put, wrong=""))

    def damages(self) -> None:
        place, number = self.rng.choice(PLACES), self.rng.choice(NUMBERS)
        if (place, number) in self.there:
            wrong = self.rng.choice((DAMAGED, OPEN_TO_ALL, LINK))
            self._write(place, number, replace(self.there[place, number], wrong=wrong))

    def deletes(self) -> None:
        place, number = self.rng.choice(PLACES), self.rng.choice(NUMBERS)
        self._path(place, number).unlink(missing_ok=True)
        self.there.pop((place, number), None)

    def disables(self) -> None:
        number = self.rng.choice(NUMBERS)
        known = self.staff.get(number)
        if known is not None and known.active:
            self.staff[number] = replace(known, active=False)
            self._tidy()
            self.there.pop((HOME, number), None)  # it goes with him

    def starts_again(self) -> None:
        self.files = Credentials(self.keys)
        self._tidy()

    def brings_back(self) -> None:
        """What the chain names is put where it belongs: from a safe, or by the hand that took it away."""
        number = self.rng.choice(sorted(self.staff))
        known = self.staff[number]
        for pin, string in PINS.items():
            for badge in ("", *self.tokens.values()):
                if credential_of(string, badge) == known.credential:
                    put = Put(number, pin, string, badge, known.name, Position(known.home))
                    self._write(HOME, number, put)

    # --- what must follow

    def _good(self, place: str, name: str) -> bool:
        put = self.there.get((place, name))
        return put is not None and not put.wrong and put.number == name

    def _looks(self) -> None:
        self.files.look()
        if self.rng.random() < 0.5:
            self._tidy()
        self._checks()

    def _believed(self, number: str) -> Put | None:
        """Whoever signs on as this number is held against this file."""
        known = self.staff.get(number)
        puts = [self.there[place, number] for place in PLACES if self._good(place, number)]
        return next((put for put in puts if known is not None and put.credential == known.credential), None)

    def _checks(self) -> None:
        self.files.look()
        for number in NUMBERS:
            known, put = self.staff.get(number), self._believed(number)
            credential = known.credential if known is not None and known.active else b""
            string, counts = self.files.string_for(CheckPin("P1", b"1", number, credential, "1"))
            right = put if credential else None
            if counts != (right is not None) or (right is not None and string != right.string):
                raise self.fail(f"{number} is checked with {'some' if counts else 'no'} file; {right} is his")
            file = self.there.get((HOME, number))
            told = f"staff {number}" in self.files.problems(self.staff)
            if told != self._is_odd(number, known, file):
                raise self.fail(
                    f"{number}: {file}, the chain says {known}, and staff {'hear' if told else 'do not hear'}"
                )
        self._waiting()
        self._badges()

    def _is_odd(self, number: str, known: Known | None, file: Put | None) -> bool:
        """Is what lies in his place not what the chain says?"""
        if file is not None and not self._good(HOME, number):
            return True
        if known is None:
            return file is not None
        if not known.active:
            return file is not None
        if file is None:
            waits = self.there.get((WAITING, number)) if self._good(WAITING, number) else None
            return waits is None or waits.credential != known.credential
        return (file.credential, file.name, int(file.rank)) != (known.credential, known.name, known.home)

    def _waiting(self) -> None:
        expected = []
        for number in sorted(NUMBERS):
            put, known = self.there.get((WAITING, number)), self.staff.get(number)
            done = known is not None and known.active and put is not None and put.credential == known.credential
            if put is not None and self._good(WAITING, number) and not done:
                expected.append((number, put.credential))
        found = [(it.number, it.credential) for it in self.files.prepared(self.staff)]
        if found != expected:
            raise self.fail(f"{[it for it, _ in expected]} waits for two people, shown is {[it for it, _ in found]}")

    def _badges(self) -> None:
        for badge, token in self.tokens.items():
            owners = [it for it, known in self.staff.items() if known.active and self._has(it, token)]
            whose = owners[0] if len(owners) == 1 else ""
            if self.files.whose(badge, self.staff) != whose:
                raise self.fail(f"a badge is that of {owners}, told is {self.files.whose(badge, self.staff)!r}")

    def _has(self, number: str, token: str) -> bool:
        put = self._believed(number)
        return put is not None and put.badge == token

    def _by_the_worker(self) -> None:
        """To the end, with the thread that looks: who types which PIN is whom."""
        worker = PinWorker()
        number = self.rng.choice(NUMBERS)
        known, put = self.staff.get(number), self._believed(number)
        credential = known.credential if known is not None and known.active else b""
        if not credential or put is None:
            worker.close()  # it would be looked at as long as a true one
            return
        typed = self.rng.choice((put.pin, "999999"))
        check = CheckPin("P1", b"id", number, credential, typed)
        string, counts = self.files.string_for(check)
        worker.ask(check, string, counts=counts)
        rang, _, _ = select([worker.descriptor], [], [], PATIENCE_S)
        [checked] = worker.done() if rang else [None]
        worker.close()
        if checked is None or (checked.panel, checked.id, checked.right) != ("P1", b"id", typed == put.pin):
            raise self.fail(f"{number} types {'his' if typed == put.pin else 'another'} PIN: {checked}")


_ACTS: Final = (
    ("prepares", "orders", "forges", "damages", "deletes", "disables", "starts_again", "brings_back"),
    (20, 25, 20, 8, 6, 4, 6, 15),
)


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    with folder_in_memory() as folder:
        drill = CredentialsDrill(seed, Path(folder))
        try:
            drill.play(steps)
        except Violation as broken:
            raise Violation(broken.name, f"drill {seed} of credentials: {str(broken).partition(': ')[2]}") from None
