"""The makes of Card Shoe by name: ours, one file each, and those that a house has installed beside them.

`OURS` is the one place where a make of ours is registered. A house adds its own by a package of its own, with an entry
point in the group `etg.shoes` that is a `Driver`. Ours need no installation, and cannot be replaced: their names mean
the same at every table.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from shoe_driver.driver import Driver
from shoe_driver.makes import angel_eye, bee_tek, manual, reference, scanner

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "etg.shoes"
OURS: Final[Mapping[str, Driver]] = {
    driver.name: driver
    for driver in (
        *(reference.DRIVER, angel_eye.DRIVER, bee_tek.DRIVER),
        *(scanner.NUMBER, scanner.BARCODE, scanner.RANK_SUIT, manual.DRIVER),
    )
}


class UnknownDriver(ValueError):
    """There is no such driver, or the one that a house has installed cannot be used."""


def driver_names() -> tuple[str, ...]:
    """Everything that can be asked for, without the variants."""
    return (*OURS, *sorted({point.name for point in _installed()}))


def find_driver(name: str) -> Driver:
    base, _, variant = name.partition("/")
    driver = OURS.get(base) or _load(base)
    if name == base:
        return driver
    if variant not in driver.variants:
        known = ", ".join(driver.variants) or "it has none"
        raise UnknownDriver(f"the shoe driver {base!r} has no variant {variant!r}: {known}")
    return driver.variants[variant]


def _installed() -> tuple["EntryPoint", ...]:
    from importlib.metadata import entry_points  # here: a quarter of what a shoe's process takes to start

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
