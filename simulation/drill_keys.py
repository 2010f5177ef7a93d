"""The console's own key gives its place to another one, and whoever follows the console learns of it, with real files.

The production `OwnKeys` and `Succession` in folders in memory. Both processes end at any step, also in the middle of
what they write, and start again. Files alone change nothing; what was ordered takes its place once, and of the key
before it no secret is left; a peer believes what the console has signed about the key that it believes, and nothing
else, whatever lies in its file.
"""

from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from unittest import mock

from console.own_keys import OwnKeys
from console.table.table import KeysInHand
from protocol import files
from protocol import messages as m
from protocol.keyring import Keyring
from protocol.keys import BadKey, load_pair, load_public, load_signer, make_next_pair, make_pair
from protocol.signing import HEAD, ROTATED
from protocol.succession import Succession, announce
from simulation.memory_folder import folder_in_memory
from simulation.world import Violation

TABLE: Final = "KEYS"
ANNOUNCE_MS: Final = 5_000


class Ended(Exception):
    """The process has ended, in the middle of something."""


class KeysDrill:
    def __init__(self, seed: int, folder: Path) -> None:
        self.rng, self.folder, self.peers = Random(f"keys {seed}"), folder / "keys", folder / "peer"
        self.peers.mkdir()
        self.now_ms = 100_000
        self.first = make_pair(self.folder, "console")
        self.believed = [self.first.public]  # by the journal, one after the other
        (self.peers / "console.pub").write_bytes((self.folder / "console.pub").read_bytes())
        self.keyring = Keyring(own=self.first.public)
        self.secrets = [self.first.secret]
        self.waits = ""  # the key that is prepared
        self.answers: set[str] = set()  # which the sockets answer to besides their own
        self.sockets: Any = SimpleNamespace(answer_also_to=lambda pair: self.answers.add(pair.public))
        self.told_ms = -ANNOUNCE_MS
        self.known = self.first.public  # by the peer
        self.heard: list[m.ConsoleKey] = []
        self.story: list[str] = []
        self.console = OwnKeys(self.folder, TABLE)
        self.look_due, self.unread = True, False  # something is new to the table, or to its own process
        self._peer_begins()

    def fail(self, why: str) -> Violation:
        return Violation("keys", f"{', '.join(self.story[-6:])}: {why}")

    def _peer_begins(self) -> None:
        config: Any = SimpleNamespace(
            journal=self.peers / "T1.journal", console_key=self.peers / "console.pub", table=TABLE
        )
        self.peer = Succession(config)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            act = self.rng.choices(*_ACTS)[0]
            self.story.append(act)
            getattr(self, act)()
            self._is_right()

    # --- the console

    def prepares(self) -> None:
        if self.waits:
            return
        pair = make_next_pair(self.folder)
        self.waits, self.look_due, self.unread = pair.public, True, True
        self.secrets.append(pair.secret)

    def looks(self) -> None:
        told = self.console.look()
        expected = [KeysInHand(self.believed[-1], self.waits)] if self.look_due else []
        if told != expected:
            raise self.fail(f"{expected} is to be told of its keys, and {told} is")
        self.look_due = self.unread = False

    def is_ordered(self) -> None:
        """Two people order what is prepared."""
        if not self.waits or self.look_due or self.keyring.coming:
            return
        self.keyring.coming = self.waits
        self.keyring.rotated_seq += 7

    def serves(self) -> None:
        self.now_ms += self.rng.choice((0, 500, 4_999, 5_000, 60_000))
        told = self.console.serve(self.now_ms, self.keyring, self.sockets)
        there = bool(self.waits) and not self.unread
        if not self.keyring.coming or not there:
            if told is not None:
                raise self.fail(f"{told} is announced, coming is {self.keyring.coming!r}")
            return
        if self.keyring.coming not in self.answers:
            raise self.fail("it does not answer to the key that comes")
        due = self.now_ms - self.told_ms >= ANNOUNCE_MS
        if (told is not None) != due:
            raise self.fail(f"told {self.now_ms - self.told_ms} ms ago, and now it is {told}")
        if told is not None:
            self.told_ms = self.now_ms
            if (told.was, told.key, told.seq) != (self.believed[-1], self.waits, self.keyring.rotated_seq):
                raise self.fail(f"it announces {told}")
            self.heard.append(told)

    def day_ends(self) -> None:
        """The journal says that the new key is the console's; its process may end while it moves the files."""
        if not self.keyring.coming or self.look_due:
            return
        self.keyring.own, self.keyring.coming = self.keyring.coming, ""
        for _ in range(4):
            try:
                with self._ends_somewhere():
                    took = self.console.take_place(self.keyring)
            except Ended:
                self.console = OwnKeys(self.folder, TABLE)
                self.told_ms = -ANNOUNCE_MS
                continue
            break
        else:
            took = self.console.take_place(self.keyring)
        if self.console.take_place(self.keyring) or self.console.pair.public != self.keyring.own:
            raise self.fail(f"its key is to be {self.keyring.own}, and is {self.console.pair.public}, {took=}")
        self.believed.append(self.keyring.own)
        self.waits, self.look_due = "", True
        self.answers.clear()
        # What a process that ended has left lying is taken away by hand, or by the next rotation.
        for left in ("console.next.key", "console.next.pub"):
            (self.folder / left).unlink(missing_ok=True)

    def _ends_somewhere(self) -> Any:
        left = [self.rng.choice((0, 1, 2, 9))]
        real = files.replace

        def replace(path: Path, text: str, *, mode: int) -> None:
            if not left[0]:
                raise Ended
            left[0] -= 1
            real(path, text, mode=mode)

        return mock.patch.object(files, "replace", replace)

    def console_starts_again(self) -> None:
        self.console = OwnKeys(self.folder, TABLE)
        if self.console.take_place(self.keyring):
            raise self.fail("files alone have changed its key")
        self.answers.clear()
        self.told_ms, self.look_due, self.unread = -ANNOUNCE_MS, True, False

    def key_is_lost(self) -> None:
        """Of the one that was ordered: it is said, and answered to no more; then it is brought back."""
        path = self.folder / "console.next.key"
        if not self.keyring.coming or self.look_due:
            return
        data = path.read_bytes()
        path.unlink()
        self.console.look()
        if self.console.serve(self.now_ms, self.keyring, self.sockets) is not None or not self.console.problem:
            raise self.fail("the key that was ordered has gone, and nobody says so")
        path.write_bytes(data)
        path.chmod(0o600)
        self.console.look()
        told = self.console.serve(self.now_ms, self.keyring, self.sockets)
        if self.console.problem:
            raise self.fail(f"the key is back: {self.console.problem}")
        if told is not None:
            self.told_ms = self.now_ms

    # --- a peer

    def hears(self) -> None:
        """What the console has announced, now or earlier."""
        if self.heard:
            self._peer_hears(self.rng.choice(self.heard[-3:]), signed=True)

    def hears_lies(self) -> None:
        rng = self.rng
        other = load_pair(self.folder / "console.key").public
        other = other[:-1] + ("a" if other[-1] != "a" else "b")
        signer = load_signer(self.folder / "console.sign", TABLE, rng.choice((ROTATED, HEAD)))
        said = announce(signer, 3, self.known, other)
        wrong = (
            m.ConsoleKey(said.was, said.key, said.seq + 1, said.signature),
            m.ConsoleKey(said.was, other[::-1], said.seq, said.signature),
            m.ConsoleKey(said.was, said.key, said.seq, bytes(64)),
            announce(load_signer(self.folder / "console.sign", "ELSEWHERE", ROTATED), 3, self.known, other),
            announce(load_signer(self.folder / "console.sign", TABLE, HEAD), 3, self.known, other),
        )
        self._peer_hears(rng.choice(wrong), signed=False)

    def _peer_hears(self, told: m.ConsoleKey, *, signed: bool) -> None:
        expected = signed and told.was == self.known and told.key != self.known
        if self.peer.hear(told) != expected:
            raise self.fail(f"believed is {self.known}; {told}, {signed=}, is {'not ' if expected else ''}believed")
        if expected:
            self.known = told.key

    def peer_starts_again(self) -> None:
        self._peer_begins()

    def peer_ends_while_it_hears(self) -> None:
        if not self.heard:
            return
        with suppress(Ended), mock.patch.object(files, "replace", side_effect=Ended):
            self.peer.hear(self.heard[-1])
        self._peer_begins()

    def peers_file_is_edited(self) -> None:
        """Damaged: it goes back to the file that was copied to it. With other words: they are not believed."""
        path = self.peers / "T1.console"
        if not path.exists():
            return
        whole = path.read_bytes()
        at = self.rng.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :] if self.rng.random() < 0.7 else b"[")
        self._peer_begins()
        if self.peer.public not in self.believed + [it.key for it in self.heard]:
            raise self.fail(f"its file was edited, and it believes {self.peer.public}")
        path.write_bytes(whole)
        self._peer_begins()

    # --- what must be

    def _is_right(self) -> None:
        if self.peer.public != self.known:
            raise self.fail(f"the peer believes {self.peer.public}, and was told of {self.known}")
        if self.console.pair.public != self.believed[-1]:
            raise self.fail(f"the console's key is {self.console.pair.public}, by the journal {self.believed[-1]}")
        try:
            pair, public = load_pair(self.folder / "console.key"), load_public(self.folder / "console.pub")
        except BadKey as bad:
            raise self.fail(f"its files are not in order: {bad}") from bad
        if (pair.public, public) != (self.believed[-1], self.believed[-1]):
            raise self.fail(f"its files have {pair.public} and {public}, the journal {self.believed[-1]}")
        old = [secret for secret in self.secrets if secret != pair.secret][: len(self.believed) - 1]
        lies = "".join(path.read_text() for path in self.folder.iterdir() if path.is_file())
        if any(secret in lies for secret in old):
            raise self.fail("the secret of a key that has ended lies there still")


_ACTS: Final = (
    (
        *("prepares", "looks", "is_ordered", "serves", "day_ends", "console_starts_again", "key_is_lost"),
        *("hears", "hears_lies", "peer_starts_again", "peer_ends_while_it_hears", "peers_file_is_edited"),
    ),
    (15, 25, 12, 20, 8, 5, 3, 12, 8, 5, 3, 3),
)


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    with folder_in_memory() as folder:
        drill = KeysDrill(seed, Path(folder))
        try:
            drill.play(steps)
        except BadKey as refused:
            raise Violation("keys", f"drill {seed} of the own keys: its own are refused: {refused}") from refused
        except Violation as broken:
            raise Violation(broken.name, f"drill {seed} of the own keys: {str(broken).partition(': ')[2]}") from None
