"""`table.toml`: what this table is, read once at the start and checked whole (DESIGN 4.8).

Amounts are written as people say them, in the currency's own unit (25 or "2.50"), and are minor units from here on.
The commented example is deploy/table.toml.
"""

from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from console.table.state import Setup
from games.catalog import UnknownGame, find_face, find_game
from games.face import DISPLAY, PANEL, TERMINAL
from games.round import Felt, Game, Limit, kind_of
from protocol.config import ConfigError, minor_units, read
from protocol.events import Placard
from shoe_driver.makes import UnknownDriver, find_driver

ROOT: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = (TERMINAL, DISPLAY, PANEL)
Written = Annotated[int, Meta(ge=1)] | str  # an amount
Seconds = Annotated[int, Meta(ge=1, le=600)]
Port = Annotated[int, Meta(ge=0, le=65_535)]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class TablePart(_Part, frozen=True):
    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}\Z")]
    game: str
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")]
    name: Annotated[str, Meta(max_length=40)] = ""
    rules: str = ""  # the version of the rule book; empty: the one that is here
    decks: Annotated[int, Meta(ge=1, le=8)] = 8
    exponent: Annotated[int, Meta(ge=0, le=4)] = 2
    chips: Annotated[tuple[Written, ...], Meta(min_length=1, max_length=8)] = (5, 25, 100, 500, 1000)
    boxes: Annotated[int, Meta(ge=1, le=9)] = 7  # of the games that have them
    squeeze: bool = False
    headless: bool = False  # it may be opened though screens have no felt for the game
    languages: Annotated[tuple[str, ...], Meta(min_length=1, max_length=8)] = ("en",)
    notes_per_hour: Annotated[int, Meta(ge=0)] | str = 0  # the most that a terminal takes in notes; 0: no cap
    interruption: Literal["ask", "strict"] = "ask"  # 001 §5.1: does every interruption affect the continuation?


class LimitPart(_Part, frozen=True):
    min: Written = 1
    max: Written | None = None
    step: Written | None = None


class TimingPart(_Part, frozen=True):
    countdown_s: Seconds = 15
    last_call_s: Seconds = 5


class ShoePart(_Part, frozen=True):
    driver: str = "manual"
    device: str = ""


class NetworkPart(_Part, frozen=True):
    host: str = "127.0.0.1"
    requests: Port = 5_555
    broadcast: Port = 5_556
    metrics: Port | None = None  # of the loopback address


class FilesPart(_Part, frozen=True):
    """Relative to the file that names them."""

    journal: str = "table.journal"
    keys: str = "keys"
    tapes: str = "tapes"


class LogPart(_Part, frozen=True):
    form: Literal["readable", "json"] = "readable"


class Config(_Part, frozen=True):
    table: TablePart
    limits: dict[str, dict[str, Any]] = {}  # by kind of Spot; each a LimitPart
    total: LimitPart | None = None  # of all Bets that one Player places
    differential: Written | None = None
    timing: TimingPart = TimingPart()
    house: dict[str, bool] = {}  # readings of the rules that this house has chosen
    shoe: ShoePart = ShoePart()
    network: NetworkPart = NetworkPart()
    files: FilesPart = FilesPart()
    log: LogPart = LogPart()


class TableConfig(Struct, frozen=True):
    """The file, understood."""

    setup: Setup
    headless: bool
    shoe: ShoePart
    network: NetworkPart
    log: LogPart
    journal: Path
    keys: Path
    tapes: Path


def read_table(path: Path) -> TableConfig:
    config = read(path, Config)
    folder = path.resolve().parent
    try:
        setup = _setup(config)
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None
    files = (folder / name for name in (config.files.journal, config.files.keys, config.files.tapes))
    return TableConfig(setup, config.table.headless, config.shoe, config.network, config.log, *files)


def _setup(config: Config) -> Setup:
    table, timing = config.table, config.timing
    try:
        game = find_game(table.game, table.rules or None, **config.house)
    except UnknownGame as error:
        raise ValueError(f"table.game, table.rules or house: {error}") from None
    try:
        find_driver(config.shoe.driver)
    except UnknownDriver as error:
        raise ValueError(f"shoe.driver: {error}") from None
    if table.decks not in game.decks:
        raise ValueError(f"table.decks: {table.game} is played with {_spoken(game.decks)} decks, not {table.decks}")
    if timing.last_call_s >= timing.countdown_s:
        raise ValueError(f"timing.last_call_s: {timing.last_call_s} is not before the end of {timing.countdown_s}")
    chips = tuple(_minor("table.chips", chip, table.exponent) for chip in table.chips)
    if list(chips) != sorted(set(chips)):
        raise ValueError("table.chips: the values must rise")
    cap = table.notes_per_hour
    placard = Placard(
        name=table.name or table.id,
        currency=table.currency,
        exponent=table.exponent,
        chips=chips,
        decks=table.decks,
        last_call_ms=timing.last_call_s * 1_000,
        languages=table.languages,
        notes_per_hour=_minor("table.notes_per_hour", cap, table.exponent) if cap else 0,
    )
    return Setup(
        table=table.id,
        game=game.name,
        felt=_felt(config, game),
        countdown_ms=timing.countdown_s * 1_000,
        rules=game.rules,
        house=config.house,
        strict=table.interruption == "strict",
        placard=placard,
        unplayable="" if table.headless else _without_felt(game),
    )


def _without_felt(game: Game) -> str:
    """Why screens cannot show the game; "" if they can."""
    missing = [room for room in ROOMS if not (ROOT / find_face(game.name).felt_in(room)).is_file()]
    return f"no screen can show {game.name}: {', '.join(missing)} have no felt for it" if missing else ""


_LEAST: Final = 1  # minor unit: what an amount is a multiple of when nothing is said


def _felt(config: Config, game: Game) -> Felt:
    table, total, differential = config.table, config.total, config.differential
    bare = Felt(boxes=table.boxes, squeeze=table.squeeze)
    kinds = {kind_of(spot) for window in game.windows(game.begin(bare)) for spot in window.spots}
    unknown = sorted(set(config.limits) - kinds)
    if unknown:
        raise ValueError(f"limits.{unknown[0]}: no such bet in {game.name}; there are {', '.join(sorted(kinds))}")
    limits = {kind: _limit(f"limits.{kind}", _part(kind, said), table.exponent) for kind, said in config.limits.items()}
    return replace(
        bare,
        limits=limits,
        total=None if total is None else _limit("total", total, table.exponent),
        differential=None if differential is None else _minor("differential", differential, table.exponent),
    )


def _part(kind: str, said: dict[str, Any]) -> LimitPart:
    """Each on its own, so that an error names the bet it is about."""
    try:
        return msgspec.convert(said, LimitPart)
    except msgspec.ValidationError as error:
        raise ValueError(f"limits.{kind}: {str(error).replace(' - at `$.', ' - at `')}") from None


def _limit(key: str, part: LimitPart, exponent: int) -> Limit:
    least = _minor(f"{key}.min", part.min, exponent)
    most = None if part.max is None else _minor(f"{key}.max", part.max, exponent)
    if most is not None and most < least:
        raise ValueError(f"{key}.max: {part.max} is below the minimum of {part.min}")
    return Limit(least, most, _LEAST if part.step is None else _minor(f"{key}.step", part.step, exponent))


def _minor(key: str, value: int | str, exponent: int) -> int:
    try:
        return minor_units(value, exponent)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None


def _spoken(decks: range) -> str:
    return str(decks[0]) if len(decks) == 1 else f"{decks[0]} to {decks[-1]}"
