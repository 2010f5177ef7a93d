"""`table.toml`: what the table is, in minor units, with every error named by its key (DESIGN 4.8)."""

from pathlib import Path

import pytest

from console.config import read_table
from deploy import cli
from games.round import Limit
from protocol.config import ConfigError

EXAMPLE = (Path(__file__).parents[2] / "deploy" / "table.toml").read_text()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def test_the_example_says_what_the_table_is(file: Path) -> None:
    file.write_text(EXAMPLE)
    config = read_table(file)
    setup = config.setup
    assert (setup.table, setup.game, setup.countdown_ms, setup.strict) == ("BAC-01", "baccarat", 15_000, False)
    assert setup.felt.limits["banker"] == Limit(2_500, 1_000_000, 500)
    assert (setup.felt.total, setup.felt.differential) == (None, None)
    assert setup.placard.chips == (500, 2_500, 10_000, 50_000, 100_000)
    assert (setup.placard.name, setup.placard.currency, setup.placard.exponent) == ("Baccarat 1", "SGD", 2)
    assert (config.journal, config.keys) == (file.parent / "table.journal", file.parent / "keys")


def test_a_table_differential_and_a_total_are_off_unless_named(file: Path) -> None:
    file.write_text(f'differential = "500.50"\n{EXAMPLE}\n[total]\nmax = 20000\n')
    felt = read_table(file).setup.felt
    assert (felt.differential, felt.total) == (50_050, Limit(100, 2_000_000, 1))


@pytest.mark.parametrize(
    ("written", "cap"), [("", 0), ("notes_per_hour = 0\n", 0), ("notes_per_hour = 20000\n", 2_000_000)]
)
def test_rule_10_a_cap_of_notes_is_off_unless_named(file: Path, written: str, cap: int) -> None:
    file.write_text(EXAMPLE.replace("decks = 8\n", f"decks = 8\n{written}"))
    assert read_table(file).setup.placard.notes_per_hour == cap


def test_the_smallest_file_has_sensible_defaults(file: Path) -> None:
    file.write_text('[table]\nid = "1"\ngame = "blackjack"\ncurrency = "JPY"\nexponent = 0\ninterruption = "strict"\n')
    config = read_table(file)
    assert config.setup.strict
    assert config.shoe.driver == "manual"
    assert config.setup.placard.name == "1"
    assert config.network.host == "127.0.0.1"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
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
        ('currency = "SGD"', 'currency = "dollars"', "table.currency"),
        ("decks = 8", "decks = 8\nnotes_per_hour = -1", "table.notes_per_hour"),
        ("decks = 8", 'decks = 8\nnotes_per_hour = "1.005"', "table.notes_per_hour: 1.005 has more than 2 decimal"),
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


def test_a_game_without_a_felt_cannot_be_opened_unless_the_table_is_headless(file: Path) -> None:
    smallest = '[table]\nid = "1"\ngame = "blackjack"\ncurrency = "SGD"\n'
    file.write_text(smallest)
    why = "no screen can show blackjack: terminal, terminal/display, console/panel have no felt for it"
    assert (read_table(file).setup.unplayable, read_table(file).headless) == (why, False)
    file.write_text(f"{smallest}headless = true\n")
    assert (read_table(file).setup.unplayable, read_table(file).headless) == ("", True)


def test_the_check_says_which_felt_is_missing_and_that_a_table_has_no_screens(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    smallest = '[table]\nid = "1"\ngame = "blackjack"\ncurrency = "SGD"\n'
    file.write_text(smallest)
    assert cli.main(["console", str(file), "--check"]) == 2
    assert "no screen can show blackjack" in capsys.readouterr().err
    file.write_text(f"{smallest}headless = true\n")
    assert cli.main(["console", str(file), "--check"]) == 0
    assert capsys.readouterr().out.endswith("shoe manual, without screens\n")
