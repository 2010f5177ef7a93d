"""`table.toml`: what the table is, in minor units, with every error named by its key (DESIGN 4.8)."""

import re
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import looks
from console.clock import GamingDay
from console.config import read_table
from games.catalog import GAMES
from games.money import Currency
from games.round import Limit
from protocol import config as protocol_config
from protocol.config import ConfigError
from tests.console.tables import CAPS

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "deploy" / "table.toml").read_text()


def smallest(more: str = "") -> str:
    """A table of a game with boxes, with no more than must be said."""
    limits = "".join(f"{kind} = {{ min = 10, max = 500 }}\n" for kind in ("main", "player_pair", "under_13", "over_13"))
    currency = "" if "currency" in more else 'currency = "SGD"\n'
    notes = "notes = [10, 50]\nnotes_per_hour = 0\n"
    return f'[table]\nid = "1"\ngame = "blackjack"\n{currency}{notes}{more}\n[limits]\n{limits}{CAPS}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def test_the_example_says_what_the_table_is(file: Path) -> None:
    file.write_text(EXAMPLE)
    config = read_table(file)
    setup = config.setup
    assert (setup.table, setup.game, setup.countdown_ms, setup.placard.strict) == ("BAC-01", "baccarat", 15_000, False)
    assert config.day == GamingDay("Asia/Singapore", "06:00")
    assert setup.felt.limits["banker"] == Limit(2_500, 1_000_000, 500)
    assert (setup.felt.total, setup.felt.differential) == (None, None)
    assert setup.placard.chips == (500, 2_500, 10_000, 50_000, 100_000)
    assert setup.placard.notes == (200, 500, 1_000, 5_000, 10_000, 100_000)
    assert (setup.placard.name, setup.placard.currency, setup.placard.exponent) == ("Baccarat 1", "SGD", 2)
    assert (config.journal, config.keys) == (file.parent / "table.journal", file.parent / "keys")


def test_a_table_differential_and_a_total_are_off_unless_named(file: Path) -> None:
    file.write_text(f'differential = "500.50"\n{EXAMPLE}\n[total]\nmax = 20000\n')
    felt = read_table(file).setup.felt
    assert (felt.differential, felt.total) == (50_050, Limit(1, 2_000_000, 1))


@pytest.mark.parametrize(("written", "cap"), [("notes_per_hour = 0", 0), ("notes_per_hour = 20000", 2_000_000)])
def test_rule_10_a_cap_of_notes_is_off_only_where_it_is_said(file: Path, written: str, cap: int) -> None:
    file.write_text(EXAMPLE.replace("notes_per_hour = 20000", written))
    assert read_table(file).setup.placard.notes_per_hour == cap


def test_caps_must_be_said_for_every_position(file: Path) -> None:
    file.write_text(EXAMPLE)
    caps = read_table(file).setup.placard.caps
    assert (caps.sell_credit.dealer, caps.pay_ticket.cashier, caps.pay_by_hand.dealer) == (500_000, 2_000_000, 0)
    file.write_text(EXAMPLE.replace("pit_manager = 50000\n", "", 1))
    with pytest.raises(ConfigError, match=r"caps: must be said: .*: sell_credit\.pit_manager$"):
        read_table(file)


def test_the_smallest_file_has_sensible_defaults(file: Path) -> None:
    file.write_text(smallest('currency = "JPY"\ninterruption = "strict"'))
    config = read_table(file)
    assert config.setup.placard.strict
    assert config.setup.currency == Currency("JPY", 0)
    assert config.setup.felt.limits["main"] == Limit(10, 500, 1)
    assert config.shoe.driver == "manual"
    assert config.setup.placard.name == "1"
    assert config.network.host == "127.0.0.1"
    assert config.day == GamingDay("UTC", "06:00")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('day_starts = "06:00"', 'day_starts = "24:00"', "table.day_starts: Expected `str` matching"),
        ('day_starts = "06:00"', "day_starts = 6", "table.day_starts: Expected `str`"),
        ('"Asia/Singapore"', '"Asia/Singapur"', "table.time_zone: 'Asia/Singapur' is no time zone"),
        ('"Asia/Singapore"', '"../../etc/passwd"', "table.time_zone: '../../etc/passwd' is no time zone"),
        ('"Asia/Singapore"', '"Asia"', "table.time_zone: 'Asia' is no time zone"),
        ("decks = 8", "decks = 3", "table.decks: baccarat is played with 4 to 8 decks, not 3"),
        ("decks = 8", 'decks = "8"', "table.decks: Expected `int`"),
        ('game = "baccarat"', 'game = "snap"', "'snap' is no game"),
        ('# rules = "RWS v5"', 'rules = "RWS v1"', "not 'RWS v1'"),
        ("min = 25", 'min = "25,00"', "limits.player.min: '25,00' is no amount"),
        ("min = 25", 'min = "0.001"', "limits.player.min: 0.001 has more than 2 decimal places"),
        ("max = 10000", "max = 20", "limits.player.max: 20 is below the minimum of 25"),
        ("[limits.tie]", "[limits.ties]", "limits.ties: no such bet in baccarat"),
        ("last_call_s = 5", "last_call_s = 15", "timing.last_call_s"),
        ("chips = [5, 25,", "chips = [25, 5,", "table.chips: the values must rise"),
        ("notes = [2, 5,", "notes = [5, 2,", "table.notes: the values must rise"),
        ("notes = [2, 5,", "notes = [2, 2,", "table.notes: the values must rise"),
        ("notes = [2, 5,", 'notes = ["2.505", 5,', "table.notes: 2.505 has more than 2 decimal places"),
        ('currency = "SGD"', 'currency = "dollars"', "table.currency"),
        ("notes = [", "# notes = [", "table.notes: must be said: the notes that terminals take"),
        ("notes = [2, 5, 10, 50, 100, 1000]", "notes = []", "table.notes: must be said: the notes that terminals take"),
        ("notes_per_hour = 20000", "", "table.notes_per_hour: must be said: the most that one terminal takes in notes"),
        ("notes_per_hour = 20000", "notes_per_hour = -1", "table.notes_per_hour"),
        ("notes_per_hour = 20000", 'notes_per_hour = "1.005"', "table.notes_per_hour: 1.005 has more than 2 decimal"),
        ("[shoe]", "[shoes]", "unknown field `shoes`"),
        ('interruption = "ask"', 'interruption = "perhaps"', "table.interruption"),
        ("requests = 5555", "requests = -1", "network.requests"),
        ('id = "BAC-01"', 'id = "../x"', "table.id"),
    ],
)
def test_an_error_is_named_with_its_key(file: Path, old: str, new: str, words: str) -> None:
    assert old in EXAMPLE
    file.write_text(EXAMPLE.replace(old, new, 1))
    with pytest.raises(ConfigError) as raised:
        read_table(file)
    assert words in str(raised.value)
    assert str(raised.value).startswith(str(file))


def test_a_reading_of_the_house_that_the_game_does_not_have_is_refused(file: Path) -> None:
    file.write_text(EXAMPLE + "\n[house]\nno_such_reading = true\n")
    with pytest.raises(ConfigError, match="house"):
        read_table(file)


def test_the_example_names_every_reading_that_a_house_may_choose(file: Path) -> None:
    told = re.findall(r"^# (\w+) = true", EXAMPLE.partition("\n# [house]\n")[2].partition("\n\n")[0], re.MULTILINE)
    readings = {name for game in GAMES.values() for name in signature(type(game)).parameters}
    assert (sorted(told), len(told)) == (sorted(readings), 4)
    file.write_text(smallest() + "[house]\nlong_21_stands_off = true\n")
    assert read_table(file).setup.house == {"long_21_stands_off": True}


def test_a_game_without_a_felt_cannot_be_opened_unless_the_table_is_headless(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("console.config.ROOT", tmp_path)  # every game of ours has its felts: there they are not
    file.write_text(smallest())
    why = "no screen can show blackjack: terminal, terminal/display, console/panel have no felt for it"
    assert (read_table(file).setup.unplayable, read_table(file).headless) == (why, False)
    file.write_text(smallest().replace("[table]", "[table]\nheadless = true"))
    assert (read_table(file).setup.unplayable, read_table(file).headless) == ("", True)


def automatic(currency: str = "GC", least: int = 1_000, most: int = 100_000) -> str:
    """004 §2.3: Classic Blackjack, which software deals."""
    text = smallest().replace("blackjack", "classic_blackjack").replace("[table]", "[table]\ndecks = 6")
    text = "\n".join(
        line for line in text.splitlines() if not line.startswith(("player_pair", "under", "over", "main"))
    )
    text = re.sub(r'currency = "\w+"', f'currency = "{currency}"', text)
    return text.replace("[limits]", f"[limits]\nmain = {{ min = {least}, max = {most} }}")


@pytest.mark.rule("004 §2.3")
def test_2_3_a_table_where_nobody_deals_is_for_one_of_its_coins_within_its_limits(file: Path) -> None:
    file.write_text(automatic())
    setup = read_table(file).setup
    assert (setup.placard.automatic, setup.placard.currency, setup.unplayable) == (True, "GC", "")
    for text, why in (
        (automatic("SGD"), "classic_blackjack is played for GC or SC, not SGD"),
        (automatic(least=999), "the rules allow 1,000 to 100,000 GC (§2.3)"),
        (automatic(most=100_001), "the rules allow 1,000 to 100,000 GC (§2.3)"),
        (automatic() + '\n[shoe]\ndriver = "reference"\ndevice = "x"\n', "nobody deals classic_blackjack"),
        (re.sub(r'currency = "\w+"', 'currency = "GC"', smallest()), "blackjack is not played for GC"),
    ):
        file.write_text(text)
        with pytest.raises(ConfigError) as error:
            read_table(file)
        assert any(why in problem for problem in error.value.problems), error.value.problems


def test_the_languages_that_a_table_may_offer_are_those_of_the_screens() -> None:
    assert protocol_config.LANGUAGES == looks.LANGUAGES


@pytest.mark.parametrize("device", ["shoe", "/dev/shoe"])
def test_the_shoe_lies_where_the_file_says_it_does(file: Path, device: str) -> None:
    file.write_text(EXAMPLE.replace("/dev/etg-shoe", device))
    assert read_table(file).shoe.device == str(file.parent / device)


def test_the_example_and_the_rule_for_the_shoe_have_one_name_for_it() -> None:
    rule = (ROOT / "deploy" / "systemd" / "99-etg-shoe.rules").read_text()
    assert 'SYMLINK+="etg-shoe"' in rule
    assert 'device = "/dev/etg-shoe"' in EXAMPLE


def test_all_that_is_wrong_is_told_at_once(file: Path) -> None:
    text = EXAMPLE.replace('currency = "SGD"', 'currency = "XQZ"').replace("broadcast = 5556", "broadcast = 5555")
    file.write_text(text.replace("max = 1000\n", "").replace("last_call_s = 5", "last_call_s = 99"))
    with pytest.raises(ConfigError) as raised:
        read_table(file)
    assert [problem.removeprefix(f"{file}: ").split(":")[0] for problem in raised.value.problems] == [
        "table.currency",
        "timing.last_call_s",
        "network.broadcast",
        "limits.tie",
    ]
    text = EXAMPLE.replace("decks = 8", 'decks = "8"\ncolour = 1').replace('journal = "table.journal"', "journal = 7")
    file.write_text(text.replace("[limits.tie]\nmin = 5", "[limits.tie]\nmin = 2.5"))
    with pytest.raises(ConfigError) as raised:
        read_table(file)
    assert [problem.removeprefix(f"{file}: ") for problem in raised.value.problems] == [
        "table: unknown field `colour`",
        "table.decks: Expected `int`, got `str`",
        "limits.tie.min: Expected `int | str | null`, got `float`",
        "files.journal: Expected `str`, got `int`",
    ]


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


SCRAPS = st.sampled_from(
    [
        *("0", "-1", "1e9", "nan", "inf", '""', '"\\u0000"', "true", "[]", "[[]]", "{}", "{ min = 0 }", "1979-05-27"),
        *('"25,00"', '"NaN"', '"1e99"', "9" * 5_000, "x" * 50, "[" * 2_000, "[limits]"),
        *("[house]\nname = true", "[house]\nrules = true"),
    ]
)
EDITS = st.lists(st.tuples(st.integers(0, 60), st.one_of(SCRAPS, st.text(max_size=20)), st.booleans()), max_size=4)


@settings(max_examples=150)
@given(EDITS)
def test_whatever_is_written_it_is_read_or_named_as_wrong(edits: list[tuple[int, str, bool]]) -> None:
    """No text ends the reader in any other way than with ConfigError, and each problem names the file."""
    lines = lines_of(EXAMPLE)
    for at, text, whole in edits:
        at %= len(lines)
        lines[at] = text if whole or "=" not in lines[at] else f"{lines[at].split('=')[0]}= {text}"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        file.write_text("\n".join(lines), "utf-8", errors="replace")
        try:
            read_table(file)
        except ConfigError as error:
            problems = error.problems
        else:
            return
    assert problems
    assert all(problem.startswith(f"{file}: ") for problem in problems)


# --- box games -------------------------------------------------------------------------------------------------------


def test_home_boxes_and_times_of_questions_are_the_games(file: Path) -> None:
    file.write_text(
        smallest('boxes = 5\nheadless = true\nseats = { 1 = "T01", 4 = "T04" }\n')
        + "[timing]\nquestions = { decision = 20, options = 40 }\n"
    )
    setup = read_table(file).setup
    assert setup.felt.seats == {1: "T01", 4: "T04"}
    assert setup.times == {"choice": 20_000, "options": 40_000, "order": 40_000}


@pytest.mark.parametrize(
    ("more", "timing", "problem"),
    [
        ('seats = { 6 = "T01" }\nboxes = 5\n', "", "table.seats.6: there are boxes 1 to 5"),
        ('seats = { x = "T01" }\n', "", "table.seats.x: there are boxes 1 to 7"),
        ('seats = { 1 = "T01", 2 = "T01" }\n', "", "table.seats.2: T01 sits at another box already"),
        ("", "questions = { advice = 9 }\n", "timing.questions.advice: blackjack asks no such question"),
    ],
)
def test_what_the_boxes_of_a_game_cannot_have_is_named(file: Path, more: str, timing: str, problem: str) -> None:
    file.write_text(smallest(f"headless = true\n{more}") + f"[timing]\n{timing}")
    with pytest.raises(ConfigError, match=problem.replace(".", r"\.")):
        read_table(file)


def test_003_3_12_the_house_may_let_players_squeeze_the_cards_of_a_box(file: Path) -> None:
    file.write_text(smallest("headless = true\nsqueeze = true\n"))
    assert read_table(file).setup.felt.squeeze


def test_a_game_without_boxes_has_no_home_boxes(file: Path) -> None:
    file.write_text(EXAMPLE.replace('id = "BAC-01"', 'id = "BAC-01"\nseats = { 1 = "T01" }'))
    with pytest.raises(ConfigError, match="baccarat has no boxes to sit at"):
        read_table(file)
