"""What a make of Card Shoe is to the rest: how its line is set, who cuts its bytes into frames, and who can speak it.

Pure; must never know a port or a game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from shoe_driver.frames import Decoder

BAUD_RATES: Final = (1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200)
UNREAD: Final = ""  # what a sensor makes of a card that it cannot read
FOREIGN: Final = "??"  # and of a joker


class Voice(ABC):
    """Speaks a make, for an emulator. Each thing said is a tuple of frames, which the line may hit one by one."""

    def __init__(self, serial: str, last: int) -> None:
        """`last`: where a shoe that counts goes on counting."""
        self.serial = serial
        self.last = last

    @abstractmethod
    def card(self, read: str) -> tuple[bytes, ...]: ...

    def cut_card(self) -> tuple[bytes, ...]:
        return ()  # most makes have no word for it

    def empty(self) -> tuple[bytes, ...]:
        return ()

    def hear(self, now_ms: int, data: bytes) -> tuple[bytes, ...]:
        return ()


class Driver(Struct, frozen=True, kw_only=True):
    """One make, or one of its variants, as in `angel-eye-ii-ex/xor-seq-etx-hex`."""

    name: str
    make_decoder: Callable[[], Decoder] | None = None  # None: there is no device, all cards are entered by hand
    make_voice: Callable[[str, int], Voice] | None = None  # of serial number and last number; None: no emulator
    baud: int = 9600
    bytesize: int = 8
    parity: str = "N"  # N, E or O
    stopbits: int = 1
    variants: Mapping[str, "Driver"] = {}

    def __post_init__(self) -> None:
        if self.baud not in BAUD_RATES:
            raise ValueError(f"{self.name}: {self.baud} is no speed of a line: one of {BAUD_RATES}")
        if self.bytesize not in (7, 8) or self.parity not in ("N", "E", "O") or self.stopbits not in (1, 2):
            raise ValueError(f"{self.name}: no line has {self.bytesize}{self.parity}{self.stopbits}")
