"""The console's key as a peer knows it: the one in its `console_key` file, and those that have followed it.

A key follows another if the console has signed that with the key of its signatures, which the same file names. What is
kept beside the peer's journal is checked again at each start: who edits that file changes nothing but how far it is
believed.
"""

from pathlib import Path
from typing import Final

import msgspec

from protocol import files
from protocol.config import PeerConfig
from protocol.keys import FILE_MAX, BadKey, Unreadable, load_public, load_verifier, read
from protocol.messages import ConsoleKey, SignedHead
from protocol.signing import ROTATED, Signer, Verifier

KEPT_MAX: Final = 64  # rotations: more than a machine lives


def statement(was: str, key: str) -> bytes:
    return (was + key).encode()


def announce(signer: Signer, seq: int, was: str, key: str) -> ConsoleKey:
    """By the console; `signer` signs for `ROTATED`."""
    return ConsoleKey(was, key, seq, signer.sign(seq, statement(was, key)).signature)


def is_signed(verifier: Verifier, told: ConsoleKey) -> bool:
    return verifier.verify(SignedHead(told.seq, statement(told.was, told.key), told.signature))


class Succession:
    """`public` is the key to believe now. `problem` says why what was kept is not believed, if it is not."""

    def __init__(self, config: PeerConfig) -> None:
        self.path = config.journal.with_suffix(".console")
        self.problem = ""
        self.public = load_public(config.console_key)
        self._config = config
        self._kept: tuple[ConsoleKey, ...] = ()
        try:
            self._kept = _read(self.path)
        except BadKey as error:
            self.problem = str(error)
        for told in self._kept:
            if told.was != self.public:
                continue  # the file that was copied here is newer than this
            if not is_signed(self._verifier(), told):
                self.problem = f"{self.path}: what it says of the console's key is not signed by the console"
                break
            self.public = told.key

    def hear(self, told: ConsoleKey) -> bool:
        """Is this another key to believe? It is kept, durably, before the answer is yes."""
        if told.was != self.public or told.key == self.public or not is_signed(self._verifier(), told):
            return False
        kept = (*self._kept, told)[-KEPT_MAX:]
        files.replace(self.path, msgspec.json.encode(kept).decode(), mode=0o600)
        self._kept, self.public, self.problem = kept, told.key, ""
        return True

    def _verifier(self) -> Verifier:
        return load_verifier(self._config.console_key, self._config.table, ROTATED)


def _read(path: Path) -> tuple[ConsoleKey, ...]:
    if not path.exists():
        return ()
    try:
        data, _ = read(path)
        if len(data) > FILE_MAX:
            raise BadKey(f"{path}: more than {FILE_MAX} bytes")
        return msgspec.json.decode(data, type=tuple[ConsoleKey, ...])
    except Unreadable:
        raise
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadKey(f"{path} is damaged: it is not believed") from None
