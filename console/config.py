"""`table.toml`: what this table is, read once at the start and checked whole (DESIGN 4.8).

Amounts are written as people say them, in the currency's own unit (25 or "2.50"), and are minor units from here on.
The commented example is deploy/table.toml.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from console.clock import GamingDay
from console.currencies import OUR_OWN, find_currency
from console.table.state import DealingPace, Setup
from games.catalog import UnknownGame, find_face, find_game, paragraph_of
from games.face import DISPLAY, PANEL, TERMINAL
from games.money import Currency, write_amount
from games.round import Felt, Game, Limit, PlayerId, SelfDealt, kind_of
from games.rulings import Topic
from protocol.config import LANGUAGES, ConfigError, FileName, address_problem, minor_units, read
from protocol.events import Caps, CashCap, Placard
from protocol.keys import BadKey, Unreadable, is_demo, is_training
from shoe_driver.makes import UnknownDriver, find_driver

ROOT: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = (TERMINAL, DISPLAY, PANEL)
Written = Annotated[int, Meta(ge=1)] | str  # an amount
Most = Annotated[int, Meta(ge=0)] | str  # an amount, or 0
Seconds = Annotated[int, Meta(ge=1, le=600)]
Port = Annotated[int, Meta(ge=0, le=65_535)]
Device = Annotated[str, Meta(max_length=1_000, pattern=r"^[^\x00-\x1f\x7f]*\Z")]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class TablePart(_Part, frozen=True):
    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}\Z")]
    game: str
    currency: str
    name: Annotated[str, Meta(max_length=40)] = ""
    rules: str = ""  # the version of the rule book; empty: the one that is here
    decks: Annotated[int, Meta(ge=1, le=8)] = 8
    exponent: Annotated[int, Meta(ge=0, le=4)] | None = None  # None: that of the currency, and it can be no other
    chips: Annotated[tuple[Written, ...], Meta(min_length=1, max_length=8)] = (5, 25, 100, 500, 1000)
    boxes: Annotated[int, Meta(ge=1, le=9)] = 7  # of the games that have them
    seats: dict[str, str] = {}  # home boxes: who sits at which when the table opens
    squeeze: bool = False
    headless: bool = False  # it may be opened though screens have no felt for the game
    languages: Annotated[tuple[str, ...], Meta(min_length=1, max_length=8)] = ("en",)
    # What terminals take, and the most of it in an hour (0: no cap). Must be said: a forged note can be of any amount.
    notes: Annotated[tuple[Written, ...], Meta(max_length=16)] = ()
    notes_per_hour: Annotated[int, Meta(ge=0)] | str | None = None
    ticket_days: Annotated[int, Meta(ge=0, le=3_650)] = 0  # gaming days that a ticket is good for; 0: for ever
    house: Annotated[str, Meta(max_length=60)] = ""  # the establishment, as its tickets name it
    address: Annotated[str, Meta(max_length=80)] = ""
    reality_minutes: Annotated[int, Meta(ge=0, le=1_440)] = 60  # of play, between two reality checks; 0: none
    day_starts: Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d\Z")] = "06:00"  # when the gaming day begins
    time_zone: str = "UTC"  # where that is: a name of the IANA database
    # What one Ruling under 001 §5.12 may pay of the House's own money; 0: nothing.
    house_pays_max: Annotated[int, Meta(ge=0)] | str = 0
    interruption: Literal["ask", "strict"] = "ask"  # 001 §5.1: does every interruption affect the continuation?


class LimitPart(_Part, frozen=True):
    min: Written | None = None
    max: Written | None = None
    step: Written | None = None


class TimingPart(_Part, frozen=True):
    countdown_s: Seconds = 15
    last_call_s: Seconds = 5
    questions: dict[str, Seconds] = {}  # to what a game asks besides; what is not named has the time for Bets
    takeover_s: Annotated[float, Meta(ge=0.05, le=60)] = 2.5  # silence, before a later process with the same key joins


class ShoePart(_Part, frozen=True):
    driver: str = "manual"
    device: Device = ""  # relative to the file that names it, as all paths are
    together_ms: Annotated[int, Meta(ge=0, le=2_000)] = 0  # cards that come within it were drawn at once; 0: not asked


class AutomaticPart(_Part, frozen=True):
    """Of a game that software deals: how fast, so that people can follow."""

    card_ms: Annotated[int, Meta(ge=0, le=10_000)] = 700
    nonces_ms: Annotated[int, Meta(ge=100, le=10_000)] = 2_000  # how long terminals may take to open their nonces
    quiet_ms: Annotated[int, Meta(ge=0, le=60_000)] = 3_000  # after the last Bet, if everybody has one
    result_ms: Annotated[int, Meta(ge=0, le=60_000)] = 4_000  # before the next Round


class NetworkPart(_Part, frozen=True):
    host: str = "127.0.0.1"
    requests: Port = 5_555
    broadcast: Port = 5_556
    metrics: Port | None = None  # of the loopback address


class FilesPart(_Part, frozen=True):
    """Relative to the file that names them."""

    journal: FileName = "table.journal"
    keys: FileName = "keys"
    tapes: FileName = "tapes"


class LogPart(_Part, frozen=True):
    form: Literal["readable", "json"] = "readable"


class CapPart(_Part, frozen=True):
    """The most for which a person of each position may answer."""

    cashier: Most | None = None
    dealer: Most | None = None
    pit_supervisor: Most | None = None
    pit_manager: Most | None = None
    shift_manager: Most | None = None


class CoinPart(_Part, frozen=True):
    """A coin that participants play with (004)."""

    chips: Annotated[tuple[Written, ...], Meta(min_length=1, max_length=8)]
    min: Written
    max: Written
    step: Written | None = None
    daily: Written | None = None  # what each is granted on a gaming day on which he comes; None: nothing
    grants: CapPart = CapPart()  # the most that a person of each position grants, in all until a day is closed


class CapsPart(_Part, frozen=True):
    sell_credit: CapPart = CapPart()
    pay_ticket: CapPart = CapPart()
    pay_by_hand: CapPart = CapPart()
    day: CapPart = CapPart()  # of the three together, in a gaming day


class Config(_Part, frozen=True):
    table: TablePart
    caps: CapsPart = CapsPart()
    limits: dict[str, LimitPart] = {}  # by kind of Spot
    total: LimitPart | None = None  # of all Bets that one Player places
    differential: Written | None = None
    timing: TimingPart = TimingPart()
    house: dict[str, bool] = {}  # readings of the rules that this house has chosen
    shoe: ShoePart = ShoePart()
    automatic: AutomaticPart = AutomaticPart()
    participants: dict[str, CoinPart] = {}  # by coin: who plays here signs on, and the House grants what he plays with
    network: NetworkPart = NetworkPart()
    files: FilesPart = FilesPart()
    log: LogPart = LogPart()


class TableConfig(Struct, frozen=True):
    """The file, understood."""

    setup: Setup
    headless: bool
    day: GamingDay
    shoe: ShoePart
    network: NetworkPart
    log: LogPart
    journal: Path
    keys: Path
    tapes: Path


def read_table(path: Path) -> TableConfig:
    """Raises ConfigError with all that is wrong."""
    config = read(path, Config)
    understood = _Understood(config)
    setup, day = understood.setup(), understood.gaming_day()
    folder = path.resolve().parent
    understood.check_takeover(folder / config.files.keys)
    if setup is None or day is None or understood.problems:
        raise ConfigError(*(f"{path}: {problem}" for problem in understood.problems))
    shoe = replace(config.shoe, device=str(folder / config.shoe.device)) if config.shoe.device else config.shoe
    journal, keys, tapes = (folder / name for name in (config.files.journal, config.files.keys, config.files.tapes))
    setup = replace(setup, placard=replace(setup.placard, training=_is_training(keys)))
    return TableConfig(setup, config.table.headless, day, shoe, config.network, config.log, journal, keys, tapes)


def _is_training(keys: Path) -> bool:
    """No line of this file: whoever may edit it does not thereby make money for nothing. The register says it."""
    try:
        return is_training(keys)
    except Unreadable as error:
        raise ConfigError(str(error)) from None


TAKEOVER_MIN_S: Final = 1
_LEAST: Final = 1  # minor unit: what an amount is a multiple of when nothing is said


class _Understood:
    """What the file means, and all that is wrong with it. An amount that is none is 0 until that is told."""

    def __init__(self, config: Config) -> None:
        self.problems: list[str] = []
        self._config, self._table = config, config.table
        self._currency = self._find_currency()

    def setup(self) -> Setup | None:
        config, table, timing = self._config, self._table, self._config.timing
        game = self._find_game()
        self._check_rest()
        felt = Felt() if game is None else self._felt(game)
        coins = {coin: self._rising(f"participants.{coin}.chips", it.chips) for coin, it in config.participants.items()}
        chips = coins.get(self._currency.code) or self._rising("table.chips", table.chips)
        self._check_chips("table.chips", chips, felt.limits)
        for coin in felt.coins:
            self._check_chips(f"participants.{coin}.chips", coins[coin], felt.coins[coin])
        notes_per_hour = self._most("table.notes_per_hour", table.notes_per_hour)
        placard = Placard(
            name=table.name or table.id,
            currency=self._currency.code,
            exponent=self._currency.exponent,
            chips=chips,
            decks=table.decks,
            last_call_ms=timing.last_call_s * 1_000,
            languages=self._languages(),
            ticket_days=table.ticket_days,
            notes_per_hour=notes_per_hour,
            notes=self._notes(notes_per_hour),
            house=table.house,
            address=table.address,
            reality_minutes=table.reality_minutes,
            caps=self._caps(),
            automatic=isinstance(game, SelfDealt),
            coins=coins,
            daily={
                coin: self._minor(f"participants.{coin}.daily", it.daily)
                for coin, it in config.participants.items()
                if it.daily is not None
            },
            house_pays_max=self._most("table.house_pays_max", table.house_pays_max),
            strict=table.interruption == "strict",
        )
        if game is None:
            return None
        self._check_coins(game)
        return Setup(
            table=table.id,
            game=game.name,
            felt=felt,
            countdown_ms=timing.countdown_s * 1_000,
            times=self._times(game),
            takeover_ms=round(timing.takeover_s * 1_000),
            rules=game.rules,
            house=config.house,
            manual=config.shoe.driver == "manual" and not placard.automatic,
            pace=DealingPace(*msgspec.structs.astuple(config.automatic)),
            placard=placard,
            unplayable="" if table.headless else _without_felt(game),
        )

    def _check_coins(self, game: Game) -> None:
        """004 §2.3: its limits are of each coin, and a house may be stricter; coins are for nothing else."""
        code, limits = self._currency.code, self._config.limits
        if not isinstance(game, SelfDealt):
            if code in OUR_OWN:
                self.problems.append(f"table.currency: {game.name} is not played for {code}")
            if self._config.participants:
                self.problems.append(f"participants: {game.name} is played by whoever has credit, and nobody signs on")
            return
        if self._config.participants:
            self._check_participants(game)
            return
        if self._config.shoe != ShoePart():
            self.problems.append(f"shoe: nobody deals {game.name}, and no shoe is read: leave it out")
        most = game.coins.get(code)
        if most is None:
            self.problems.append(f"table.currency: {game.name} is played for {' or '.join(game.coins)}, not {code}")
            return
        for kind, part in limits.items():
            limit = self._limit(f"limits.{kind}", part)
            if limit.min < most.min or (limit.max or 0) > (most.max or 0):
                within = f"{self._write(most.min)} to {self._write(most.max or 0)} {code}"
                self.problems.append(
                    f"limits.{kind}: the rules allow {within} (§{paragraph_of(game.name, Topic.LIMITS)})"
                )

    def _check_participants(self, game: SelfDealt) -> None:
        """004 §2.3, for each version and coin; and nothing is said of cash where there is none."""
        participants, document = self._config.participants, paragraph_of(game.name, Topic.LIMITS)
        if self._currency.code not in participants:
            self.problems.append(f"participants: table.currency, {self._currency.code}, is not among the coins")
        for coin, part in participants.items():
            most, key = game.coins.get(coin), f"participants.{coin}"
            if most is None:
                self.problems.append(f"{key}: {game.name} is played for {' or '.join(game.coins)}")
                continue
            limit = self._limit(key, LimitPart(part.min, part.max, part.step))
            if limit.min < most.min or (limit.max or 0) > (most.max or 0):
                within = f"{self._write(most.min)} to {self._write(most.max or 0)} {coin}"
                self.problems.append(f"{key}: the rules allow {within} (§{document})")
        cash = {
            "limits": self._config.limits,
            "table.notes": self._table.notes,
            "caps": self._config.caps != CapsPart(),
        }
        for name in [name for name, said in cash.items() if said]:
            self.problems.append(f"{name}: where participants play with coins it says nothing: leave it out")

    def gaming_day(self) -> GamingDay | None:
        table = self._table
        try:
            ZoneInfo(table.time_zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # not known, or no name at all: a path, a folder
            detail = f'{table.time_zone!r} is no time zone, as "Asia/Singapore" or "UTC" is'
            self.problems.append(f"table.time_zone: {detail}")
            return None
        return GamingDay(table.time_zone, table.day_starts)

    def check_takeover(self, keys: Path) -> None:
        """Two processes with one key take turns if neither need be silent for long: only a demo's are in such haste."""
        seconds = self._config.timing.takeover_s
        try:
            if seconds < TAKEOVER_MIN_S and not is_demo(keys):
                self.problems.append(f"timing.takeover_s: {seconds:g} is less than {TAKEOVER_MIN_S}")
        except BadKey as error:
            self.problems.append(str(error))

    def _find_currency(self) -> Currency:
        code, exponent = self._table.currency, self._table.exponent
        found = find_currency(code)
        if found is None:
            self.problems.append(f"table.currency: {code!r} is no currency of ISO 4217, as SGD is")
            return Currency(code, 2 if exponent is None else exponent)
        if exponent not in (None, found.exponent):
            self.problems.append(
                f"table.exponent: {code} has {found.exponent} decimal places (ISO 4217), not {exponent}"
            )
        return found

    def _find_game(self) -> Game | None:
        table, house = self._table, self._config.house
        try:
            game = find_game(table.game, table.rules or None, **house)
        except UnknownGame as error:
            self.problems.append(f"table.game, table.rules or house: {error}")
            return None
        if table.decks not in game.decks:
            played_with = f"{table.game} is played with {_spoken(game.decks)} decks"
            self.problems.append(f"table.decks: {played_with}, not {table.decks}")
        return game

    def _check_rest(self) -> None:
        """Shoe, times and addresses."""
        shoe, timing, network = self._config.shoe, self._config.timing, self._config.network
        for key in ("name", "house", "address"):
            text = getattr(self._table, key)
            if not text.isprintable() or text != text.strip():
                detail = "has signs that nobody sees, or begins or ends with a space; screens and tickets show it"
                self.problems.append(f"table.{key}: {text!r} {detail}")
        try:
            driver = find_driver(shoe.driver)
        except UnknownDriver as error:
            self.problems.append(f"shoe.driver: {error}")
        else:
            if driver.make_decoder is not None and not shoe.device:
                self.problems.append(f"shoe.device: a shoe of the make {shoe.driver} is read from a device: name it")
        if timing.last_call_s >= timing.countdown_s:
            detail = f"{timing.last_call_s} is not before the end of {timing.countdown_s}"
            self.problems.append(f"timing.last_call_s: {detail}")
        if problem := address_problem("network.host", network.host):
            self.problems.append(problem)
        ports = {"requests": network.requests, "broadcast": network.broadcast, "metrics": network.metrics}
        taken: dict[int, str] = {}
        for name, port in ports.items():
            if port and port in taken:  # 0: any that is free, for tests
                self.problems.append(f"network.{name}: {port} is the port of {taken[port]} too")
            elif port:
                taken[port] = name

    def _times(self, game: Game) -> dict[str, int]:
        """By kind of window."""
        times = {}
        for name, seconds in self._config.timing.questions.items():
            if name not in game.questions:
                known = ", ".join(game.questions) or "nothing"
                self.problems.append(f"timing.questions.{name}: {game.name} asks no such question; it asks {known}")
            times.update(dict.fromkeys(game.questions.get(name, ()), seconds * 1_000))
        return times

    def _seats(self, game: Game) -> dict[int, PlayerId]:
        """003 §1.26: the home boxes, of terminals that stand at their box."""
        table, seats = self._table, dict[int, PlayerId]()
        if table.seats and not game.shared:
            self.problems.append(f"table.seats: {game.name} has no boxes to sit at")
        for box, name in table.seats.items():
            if not box.isdecimal() or not 1 <= int(box) <= table.boxes:
                self.problems.append(f"table.seats.{box}: there are boxes 1 to {table.boxes}")
            elif name in seats.values():
                self.problems.append(f"table.seats.{box}: {name} sits at another box already")
            else:
                seats[int(box)] = PlayerId(name)
        return seats

    def _notes(self, per_hour: int) -> tuple[int, ...]:
        if self._config.participants:
            return ()  # none is taken
        if not self._table.notes:
            self.problems.append("table.notes: must be said: the notes that terminals take")
        if self._table.notes_per_hour is None:
            detail = "the most that one terminal takes in notes within an hour; 0: no cap"
            self.problems.append(f"table.notes_per_hour: must be said: {detail}")
        notes = self._rising("table.notes", self._table.notes)
        if notes and 0 < per_hour < notes[0]:
            detail = f"{self._write(per_hour)} is less than the smallest note: none would ever be taken"
            self.problems.append(f"table.notes_per_hour: {detail}")
        return notes

    def _caps(self) -> Caps:
        found: dict[str, Any] = {}
        missing: list[str] = []
        if self._config.participants:
            return Caps(grants={coin: self._grants(coin, it) for coin, it in self._config.participants.items()})
        for name in [name for name in Caps.__struct_fields__ if name != "grants"]:
            part, amounts = getattr(self._config.caps, name), {}
            for position in CashCap.__struct_fields__:
                written = getattr(part, position)
                missing += [f"{name}.{position}"] if written is None else []
                amounts[position] = self._most(f"caps.{name}.{position}", written)
            found[name] = CashCap(**amounts)
        if missing:
            detail = "must be said: the most for which such a person may answer (0: nothing)"
            self.problems.append(f"caps: {detail}: {', '.join(missing)}")
        return Caps(**found)

    def _grants(self, coin: str, part: CoinPart) -> CashCap:
        """Must be said, as those of cash are."""
        written = {position: getattr(part.grants, position) for position in CashCap.__struct_fields__}
        if missing := [position for position, most in written.items() if most is None]:
            detail = "must be said: the most that such a person grants until a day is closed (0: nothing)"
            self.problems.append(f"participants.{coin}.grants: {detail}: {', '.join(missing)}")
        key = f"participants.{coin}.grants"
        return CashCap(**{name: self._most(f"{key}.{name}", most) for name, most in written.items()})

    def _languages(self) -> tuple[str, ...]:
        for name in self._table.languages:
            if name.replace("-", "_") not in LANGUAGES:
                self.problems.append(f"table.languages: {name!r} is none of {', '.join(LANGUAGES)}")
        return self._table.languages

    # --- limits --------------------------------------------------------------------------------------------------

    def _felt(self, game: Game) -> Felt:
        config, table = self._config, self._table
        bare = Felt(boxes=table.boxes, seats=self._seats(game), squeeze=table.squeeze)
        kinds = {kind_of(spot): None for window in game.windows(game.begin(bare)) for spot in window.spots}
        if config.participants:
            return replace(bare, **self._coin_limits(game))
        for unknown in [kind for kind in config.limits if kind not in kinds]:
            self.problems.append(f"limits.{unknown}: no such bet in {game.name}; there are {', '.join(sorted(kinds))}")
        document = f"{game.rules} §{paragraph_of(game.name, Topic.LIMITS)}"
        for kind in kinds:
            part = config.limits.get(kind, LimitPart())
            missing = [name for name in ("min", "max") if getattr(part, name) is None]
            if missing:
                detail = f"{' and '.join(missing)} must be said: the limits of every bet are on display"
                self.problems.append(f"limits.{kind}: {detail} ({document})")
        limits = {kind: self._limit(f"limits.{kind}", part) for kind, part in config.limits.items()}
        total = None if config.total is None else self._limit("total", config.total)
        differential = None if config.differential is None else self._minor("differential", config.differential)
        opposed = [limits[kind].min for kind in map(kind_of, find_face(game.name).opposed) if kind in limits]
        if total is not None and total.max and limits and total.max < min(limit.min for limit in limits.values()):
            self.problems.append("total.max: it is below the minimum of every bet: none could be made")
        if differential is not None and not opposed:
            self.problems.append(f"differential: no two bets of {game.name} are set against each other")
        elif differential and differential < min(opposed):
            self.problems.append("differential: it is below the minimum of both bets: the first could never be made")
        return replace(bare, limits=limits, total=total, differential=differential)

    def _coin_limits(self, game: Game) -> dict[str, Any]:
        """Those of the table's own currency are its limits, too."""
        coins = {
            coin: {game.shared: self._limit(f"participants.{coin}", LimitPart(it.min, it.max, it.step))}
            for coin, it in self._config.participants.items()
        }
        return {"coins": coins, "limits": coins.get(self._currency.code, {})}

    def _limit(self, key: str, part: LimitPart) -> Limit:
        step = _LEAST if part.step is None else self._minor(f"{key}.step", part.step)
        least = step if part.min is None else self._minor(f"{key}.min", part.min)
        most = None if part.max is None else self._minor(f"{key}.max", part.max)
        if most and most < least:
            self.problems.append(f"{key}.max: {part.max} is below the minimum of {part.min}")
        for name, amount in (("min", least), ("max", most)):
            if amount and step and amount % step:
                self.problems.append(f"{key}.{name}: {getattr(part, name)} is no multiple of the step of {part.step}")
        return Limit(least or _LEAST, most, step or _LEAST)

    def _check_chips(self, key: str, chips: Iterable[int], limits: Mapping[str, Limit]) -> None:
        """A chip that no bet takes would be offered to Players all evening, and refused."""
        steps = {limit.step for limit in limits.values()}
        for chip in chips:
            if chip and steps and all(chip % step for step in steps):
                said = f"{self._write(chip)} is no multiple of the step of any bet"
                self.problems.append(f"{key}: {said} ({', '.join(map(self._write, sorted(steps)))})")

    # --- amounts -------------------------------------------------------------------------------------------------

    def _write(self, amount: int) -> str:
        return write_amount(amount, self._currency.exponent, whole=True)

    def _rising(self, key: str, values: Iterable[int | str]) -> tuple[int, ...]:
        found = tuple([self._minor(key, value) for value in values])
        if 0 not in found and list(found) != sorted(set(found)):
            self.problems.append(f"{key}: the values must rise")
        return found

    def _most(self, key: str, value: int | str | None) -> int:
        """0 is an amount here, and what was not said is 0 too; an empty text is neither."""
        return 0 if value is None or value == 0 else self._minor(key, value)

    def _minor(self, key: str, value: int | str) -> int:
        try:
            return minor_units(value, self._currency.exponent)
        except ValueError as error:
            self.problems.append(f"{key}: {error}")
            return 0


def _without_felt(game: Game) -> str:
    """Why screens cannot show the game; "" if they can."""
    missing = [room for room in ROOMS if not (ROOT / find_face(game.name).felt_in(room)).is_file()]
    return f"no screen can show {game.name}: {', '.join(missing)} have no felt for it" if missing else ""


def _spoken(decks: range) -> str:
    return str(decks[0]) if len(decks) == 1 else f"{decks[0]} to {decks[-1]}"
