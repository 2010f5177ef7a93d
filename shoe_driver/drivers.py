"""Shoe drivers by name: ours, and those that a house has installed beside them.

A driver is how the line is set and how its bytes are cut into frames; it must never know a port or a game. A house adds
a make by a package of its own, with an entry point in the group `etg.shoes` that is a `Driver`. Ours are found without
any installation, and cannot be replaced: their names mean the same at every table.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from shoe_driver.frames import (
    ANGEL_EYE,
    CHECK_RULES,
    REFERENCE,
    SPELLINGS,
    AngelDecoder,
    Decoder,
    LineDecoder,
    ReferenceDecoder,
)

GROUP: Final = "etg.shoes"
BAUD_RATES: Final = (1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200)


class Driver(Struct, frozen=True, kw_only=True):
    """One make of shoe. A variant, as in `angel-eye-ii-ex/xor-seq-etx-hex`, differs in its decoder only."""

    name: str
    make_decoder: Callable[[], Decoder] | None  # None: there is no device, all cards are entered by hand
    baud: int = 9600
    bytesize: int = 8
    parity: str = "N"  # N, E or O
    stopbits: int = 1
    variants: Mapping[str, Callable[[], Decoder]] = {}

    def __post_init__(self) -> None:
        if self.baud not in BAUD_RATES:
            raise ValueError(f"{self.name}: {self.baud} is no speed of a line: one of {BAUD_RATES}")
        if self.bytesize not in (7, 8) or self.parity not in ("N", "E", "O") or self.stopbits not in (1, 2):
            raise ValueError(f"{self.name}: no line has {self.bytesize}{self.parity}{self.stopbits}")

    @property
    def counts(self) -> bool:
        """Does it number its cards, so that none can be lost unseen?"""
        return self.make_decoder is not None and self.make_decoder().counts


class UnknownDriver(ValueError):
    """There is no such driver, or the one that a house has installed cannot be used."""


# --- ours -----------------------------------------------------------------------------------------------------


def _lines(name: str) -> Driver:
    return Driver(name=name, make_decoder=partial(LineDecoder, SPELLINGS[name]))


REFERENCE_SHOE: Final = Driver(name=REFERENCE, make_decoder=ReferenceDecoder)
ANGEL_EYE_II_EX: Final = Driver(
    name=ANGEL_EYE,
    make_decoder=AngelDecoder,
    baud=4800,
    variants={name: partial(AngelDecoder, rule) for name, rule in CHECK_RULES.items()},
)
BEE_TEK: Final = _lines("bee-tek")
SCANNER_NUMBER: Final = _lines("scanner-number")
SCANNER_BARCODE: Final = _lines("scanner-barcode")
SCANNER_RANK_SUIT: Final = _lines("scanner-rank-suit")
MANUAL: Final = Driver(name="manual", make_decoder=None)

OURS: Final[Mapping[str, Driver]] = {
    driver.name: driver
    for driver in (
        *(REFERENCE_SHOE, ANGEL_EYE_II_EX, BEE_TEK, SCANNER_NUMBER, SCANNER_BARCODE, SCANNER_RANK_SUIT),
        MANUAL,
    )
}


# --- finding --------------------------------------------------------------------------------------------------


def driver_names() -> tuple[str, ...]:
    """All that can be asked for, without the variants."""
    return (*OURS, *sorted({point.name for point in _installed()}))


def find_driver(name: str) -> Driver:
    base, _, variant = name.partition("/")
    driver = OURS.get(base) or _load(base)
    if not variant and name == base:
        return driver
    if variant not in driver.variants:
        known = ", ".join(driver.variants) or "it has none"
        raise UnknownDriver(f"the shoe driver {base!r} has no variant {variant!r}: {known}")
    return replace(driver, name=name, make_decoder=driver.variants[variant], variants={})


def _installed() -> tuple[EntryPoint, ...]:
    return tuple(point for point in entry_points(group=GROUP) if point.name not in OURS)


def _load(name: str) -> Driver:
    points = [point for point in _installed() if point.name == name]
    if not points:
        raise UnknownDriver(f"there is no shoe driver {name!r}: one of {', '.join(driver_names())}")
    if len(points) > 1:
        origins = ", ".join(sorted(point.value for point in points))
        raise UnknownDriver(f"more than one shoe driver is called {name!r}: {origins}")
    try:
        driver = points[0].load()
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownDriver(f"the shoe driver {name!r} ({points[0].value}) cannot be loaded: {error}") from error
    if not isinstance(driver, Driver):
        raise UnknownDriver(f"the shoe driver {name!r} ({points[0].value}) is no Driver but {driver!r}")
    return driver
