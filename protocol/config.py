"""Reading a TOML file into a typed value: whole, or not at all, with every error named by its key (DESIGN 4.8).

Also the file of whoever is not the console: a terminal, a panel, a display, an archive. Everything that one sees of
the table comes from the console; here is only what is this machine's own. The console's file is `console/config.py`.
"""

import re
import tomllib
from decimal import Decimal
from errno import errorcode
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from games.money import AMOUNT_MAX
from protocol.messages import Terminal

Kind = TypeVar("Kind", bound=Struct)

# looks.LANGUAGES, for those who have no screen: this module loads no Qt.
LANGUAGES: Final = ("en", "zh_CN", "zh_TW", "ms")
# A file or device that can be named to people, and opened.
FileName = Annotated[str, Meta(min_length=1, max_length=1_000, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
_PLACE: Final = re.compile(r"\A(.*) - at `(?:key in )?\$\.?(.*)`\Z", re.DOTALL)


class ConfigError(Exception):
    """What is wrong in which file, and at which key: everything that was found."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read(path: Path, kind: type[Kind]) -> Kind:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such file; deploy/ has a commented example of each") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {named(error)}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of more digits than Python likes
        raise ConfigError(f"{path}: this is no TOML: {error}") from None
    problems: list[str] = []
    value = understand(data, kind, "", problems)
    if value is None:
        raise ConfigError(*(f"{path}: {problem}" for problem in problems))
    return value


def understand(data: dict[str, Any], kind: type[Kind], place: str, problems: list[str]) -> Kind | None:
    """Key by key, so that all that is wrong is told at once, each with its key. None: something is."""
    before = len(problems)
    section = f"{place}: " if place else ""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    problems += [f"{section}unknown field `{name}`" for name in data if name not in fields]
    values: dict[str, Any] = {}
    for name, field in fields.items():
        if name in data:
            values[name] = _understand_field(data[name], field.type, f"{place}.{name}".lstrip("."), problems)
        elif field.required:
            problems.append(f"{section}missing required field `{name}`")
    return kind(**values) if len(problems) == before else None


def _understand_field(said: object, kind: Any, key: str, problems: list[str]) -> Any:
    each = get_args(kind)[-1] if get_origin(kind) is dict else None
    if isinstance(said, dict) and isinstance(kind, type) and issubclass(kind, Struct):
        return understand(said, kind, key, problems)
    if isinstance(said, dict) and isinstance(each, type) and issubclass(each, Struct):
        return {name: _understand_field(value, each, f"{key}.{name}", problems) for name, value in said.items()}
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError as error:
        problems.append(_named_place(str(error), key))
        return None


def _named_place(error: str, key: str) -> str:
    """The key first, as it stands in the file."""
    found = _PLACE.match(error)
    if found is None:
        return f"{key}: {error}"
    deeper = found[2] if not found[2] or found[2].startswith("[") else f".{found[2]}"
    return f"{key}{deeper}: {found[1]}"


def named(error: OSError) -> str:
    """No such file or directory (ENOENT)"""
    return f"{error.strerror} ({errorcode.get(error.errno or 0, error.errno)})"


def address_problem(key: str, host: str) -> str:
    """A name would be looked up by whoever answers first, and may change under a running table: "" if it is none."""
    try:
        IPv4Address(host)
    except ValueError:
        return f"{key}: {host!r} is no address, as 10.0.0.1 is; names are not looked up"
    return ""


_AMOUNT: Final = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20})?")


def minor_units(value: int | str, exponent: int) -> int:
    """An amount as people write it (25, "2.50") in minor units, exactly; ValueError says why not. "1e5" is one to a
    computer: whoever meant 15 would hear of it too late.
    """
    if not _AMOUNT.fullmatch(str(value)):
        raise ValueError(f'{value!r} is no amount; write 25 or "2.50"')
    minor = Decimal(value).scaleb(exponent)
    if minor != minor.to_integral_value():
        raise ValueError(f"{value} has more than {exponent} decimal places")
    if not 1 <= minor <= AMOUNT_MAX:
        raise ValueError(f"{value} is not between the smallest unit and {AMOUNT_MAX} of them")
    return int(minor)


class _PeerFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: Terminal  # as the console has enrolled it
    table: Annotated[str, Meta(min_length=1, max_length=40)]
    console: str  # address of its machine
    key: FileName  # this peer's key file
    console_key: FileName  # file with the console's public key: no other console is believed
    requests: Annotated[int, Meta(ge=1, le=65_535)] = 5_555
    broadcast: Annotated[int, Meta(ge=1, le=65_535)] = 5_556
    journal: str = ""  # of a terminal or an archive; of the others the file in which they count their starts
    language: str = "en"
    lock_after_s: Annotated[int, Meta(ge=15, le=3_600)] = 300  # of a panel: without a touch
    demo_staff: str = ""  # of a demo's panel: a file with the people and PINs of a training table


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
    lock_after_s: int = 300
    demo_staff: Path | None = None


def read_peer(path: Path) -> PeerConfig:
    """Paths are relative to the file that names them. The commented example is deploy/terminal.toml."""
    config = read(path, _PeerFile)
    problems = [address_problem("console", config.console)]
    if config.requests == config.broadcast:
        problems.append(f"broadcast: {config.broadcast} is the port of requests too")
    if any(problems):
        raise ConfigError(*(f"{path}: {problem}" for problem in problems if problem))
    folder = path.resolve().parent
    router, publisher = (f"tcp://{config.console}:{port}" for port in (config.requests, config.broadcast))
    key, console_key = folder / config.key, folder / config.console_key
    journal = folder / (config.journal or f"{config.name}.journal")
    language = config.language.replace("-", "_")  # zh-CN is what the world writes
    if language not in LANGUAGES:
        raise ConfigError(f"{path}: language: {config.language!r} is none of {', '.join(LANGUAGES)}")
    demo = folder / config.demo_staff if config.demo_staff else None
    names = (config.name, config.table, router, publisher)
    return PeerConfig(*names, key, console_key, journal, language, config.lock_after_s, demo)
