"""Reading a TOML file into a typed value: whole, or not at all, with every error named by its key (DESIGN 4.8).

Also the file of whoever is not the console: a terminal, a panel, a display, an archive. Everything that one sees of
the table comes from the console; here is only what is this machine's own. The console's file is `console/config.py`.
"""

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from games.money import AMOUNT_MAX
from protocol.messages import Terminal

Kind = TypeVar("Kind")

_PLACE: Final = re.compile(r"\A(.*) - at `(?:key in )?\$\.?(.*)`\Z", re.DOTALL)


class ConfigError(Exception):
    """What is wrong in which file, and at which key."""


def read(path: Path, kind: type[Kind]) -> Kind:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: this is no TOML: {error}") from None
    except msgspec.ValidationError as error:
        # The key first, as it stands in the file.
        named = _PLACE.sub(lambda found: f"{found[2]}: {found[1]}" if found[2] else found[1], str(error))
        raise ConfigError(f"{path}: {named}") from None


def minor_units(value: int | str, exponent: int) -> int:
    """An amount as people write it (25, "2.50") in minor units, exactly; ValueError says why not."""
    try:
        minor = Decimal(value).scaleb(exponent)
    except ArithmeticError:
        minor = Decimal("NaN")
    if not minor.is_finite():
        raise ValueError(f'{value!r} is no amount; write 25 or "2.50"')
    if minor != minor.to_integral_value():
        raise ValueError(f"{value} has more than {exponent} decimal places")
    if not 1 <= minor <= AMOUNT_MAX:
        raise ValueError(f"{value} is not between the smallest unit and {AMOUNT_MAX} of them")
    return int(minor)


class _PeerFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: Terminal  # as the console has enrolled it
    table: Annotated[str, Meta(min_length=1, max_length=40)]
    console: str  # address of its machine
    key: str  # this peer's key file
    console_key: str  # file with the console's public key: no other console is believed
    requests: Annotated[int, Meta(ge=1, le=65_535)] = 5_555
    broadcast: Annotated[int, Meta(ge=1, le=65_535)] = 5_556
    journal: str = ""  # of a terminal or an archive; of the others the file in which they count their starts
    language: str = "en"


class PeerConfig(Struct, frozen=True):
    """The file, understood."""

    name: str
    table: str
    router: str
    publisher: str
    key: Path
    console_key: Path
    journal: Path
    language: str = "en"


def read_peer(path: Path) -> PeerConfig:
    """Paths are relative to the file that names them. The commented example is deploy/terminal.toml."""
    config = read(path, _PeerFile)
    folder = path.resolve().parent
    router, publisher = (f"tcp://{config.console}:{port}" for port in (config.requests, config.broadcast))
    key, console_key = folder / config.key, folder / config.console_key
    journal = folder / (config.journal or f"{config.name}.journal")
    return PeerConfig(config.name, config.table, router, publisher, key, console_key, journal, config.language)
