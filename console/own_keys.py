"""The console's own keys: the pair that it answers to, one that is prepared to follow it, and what the journal says.

`etg keys rotate console` prepares, two people at a panel order it, and until the next gaming day is closed both are
good. Then the new pair takes the place of the old one, whose secret is gone. Files alone change nothing.
"""

from pathlib import Path
from typing import Final

from console.table.table import Input, KeysInHand
from protocol import messages as m
from protocol.keyring import Keyring, fingerprint
from protocol.keys import NEXT_KEY, BadKey, KeyPair, Unreadable, load_pair, load_signer, take_next_pair
from protocol.signing import ROTATED
from protocol.sockets import ConsoleSockets
from protocol.succession import announce

ANNOUNCE_MS: Final = 5_000  # whoever comes on hears of it this soon


class OwnKeys:
    def __init__(self, folder: Path, table: str) -> None:
        self._folder = folder
        self._signer = load_signer(folder / "console.sign", table, ROTATED)
        self._announce_ms = 0
        self._damaged = self._unserved = ""
        self.pair = load_pair(folder / "console.key")
        self.next: KeyPair | None = None
        self.next = self._read_next()
        self._told: KeysInHand | None = None

    def _read_next(self) -> KeyPair | None:
        """What cannot be read now is as it was read last."""
        path = self._folder / NEXT_KEY
        try:
            return load_pair(path) if path.exists() else None
        except (Unreadable, OSError) as error:
            self._damaged = str(error) if isinstance(error, Unreadable) else f"{path}: {error.strerror}"
            return self.next
        except BadKey as error:
            self._damaged = str(error)
            return None

    @property
    def problem(self) -> str:
        """For an alarm; "": none."""
        return self._damaged or self._unserved

    def take_place(self, keyring: Keyring) -> bool:
        """The key that was to come takes the place of the other, if it is time, or was when another process ended.
        BadKey: the journal names a key that is not here.
        """
        if self.is_named(keyring):
            return False
        if self.next is None or self.next.public != keyring.own:
            named = f"the journal says that this console's key is {fingerprint(keyring.own)}"
            raise BadKey(f"{self._folder}/console.key is {fingerprint(self.pair.public)}, and {named}: bring it back")
        take_next_pair(self._folder, self.next)
        self.pair, self.next = self.next, None
        return True

    def is_named(self, keyring: Keyring) -> bool:
        return keyring.own in ("", self.pair.public)

    def look(self) -> list[Input]:
        """What the table has to be told of them, if that is new."""
        self._damaged = ""
        self.next = self._read_next()
        told = KeysInHand(self.pair.public, self.next.public if self.next else "")
        if told == self._told:
            return []
        self._told = told
        return [told]

    def prepared(self, keyring: Keyring) -> tuple[m.PreparedKey, ...]:
        """What waits for an order of two people."""
        if self.next is None or keyring.against_rotation(self.next.public, self.next.public):
            return ()
        return (m.PreparedKey("rotate", "console", "console", self.next.public),)

    def serve(self, now_ms: int, keyring: Keyring, sockets: ConsoleSockets) -> m.ConsoleKey | None:
        """While there are two: answers to both. What everybody is to be told of it now."""
        self._unserved = ""
        if not keyring.coming:
            return None
        if self.next is None or self.next.public != keyring.coming:
            named = f"{fingerprint(keyring.coming)}, which was ordered, is not in {self._folder / NEXT_KEY}"
            self._unserved = f"{named}: bring it back, or prepare another and order that"
            return None
        try:
            sockets.answer_also_to(self.next)
        except OSError as error:
            self._unserved = f"the new key cannot be answered to: {error}"
        if now_ms < self._announce_ms:
            return None
        self._announce_ms = now_ms + ANNOUNCE_MS
        return announce(self._signer, keyring.rotated_seq, self.pair.public, self.next.public)
