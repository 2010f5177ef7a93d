"""`etg demo`: a whole shoe by the rule book, told in the terminal."""

import re

import pytest

from deploy.cli import main
from deploy.demo import PLAYERS, Demo
from games.money import InvariantBroken


def demo(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["demo", "--pause", "0", *arguments]) == 0
    return capsys.readouterr().out


def test_the_same_seed_deals_the_same_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    first = demo(capsys, "--seed", "5")
    assert first == demo(capsys, "--seed", "5")
    assert first != demo(capsys, "--seed", "6")


def test_it_tells_every_round_from_bets_to_money(capsys: pytest.CaptureFixture[str]) -> None:
    told = demo(capsys, "--rounds", "3")
    assert re.findall(r"^Round \d+", told, re.MULTILINE) == ["Round 1", "Round 2", "Round 3"]
    assert told.count("Place your bets. (3.3)") == told.count("No More Bets. (3.7)") == 3
    assert len(re.findall(r"^    road ", told, re.MULTILINE)) == 3
    assert "for information only (001 §5.10)" in told
    assert told.endswith("3 rounds dealt, every line checked, money conserved.\n")


def test_money_that_players_and_house_have_is_what_was_bought(capsys: pytest.CaptureFixture[str]) -> None:
    told = demo(capsys, "--rounds", "60", "--seed", "3")
    amounts = [
        int(text.replace(",", "").replace(".", "")) for text in re.findall(r"has ([\d,.]+)$", told, re.MULTILINE)
    ]
    house = re.search(r"House (won|lost) ([\d,.]+)$", told, re.MULTILINE)
    assert house is not None
    kept = minor_units(house[2]) * (1 if house[1] == "won" else -1)
    assert sum(amounts) + kept == 300_000


def minor_units(text: str) -> int:
    return int(text.replace(",", "").replace(".", ""))


def test_a_shoe_that_comes_to_its_cut_card_is_changed(capsys: pytest.CaptureFixture[str]) -> None:
    told = demo(capsys, "--rounds", "60", "--decks", "4")
    assert told.count("A new shoe: 208 cards") == 2


def test_a_settlement_that_makes_money_stops_it() -> None:
    """The last line is earned: one unit from nowhere ends the demo."""
    table = Demo(seed=1, decks=8, pause=0, colour=False)
    table.credit[PLAYERS[0]] += 1
    with pytest.raises(InvariantBroken, match="M1"):
        table.play(1)


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--decks", "3"], ["--pause", "-1"], ["--seed", "x"]])
def test_bad_arguments_are_refused_with_a_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_status:
        main(["demo", *arguments])
    assert exit_status.value.code == 2
    assert arguments[0] in capsys.readouterr().err
