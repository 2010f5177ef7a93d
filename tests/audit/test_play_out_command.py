"""`etg play-out`: its table, its JSON, its verdict, and how it tells how far it is."""

import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from audit import play_out as simulate
from audit import progress as progress_module
from audit import shuffled_shoes
from audit.play_out import PLAYERS, Comparison, Seen, Simulated, Task, house_edges, table
from audit.progress import Progress
from audit.shuffled_shoes import Profit
from audit.unshuffled import AFTER, SORTS, bounds
from deploy import cli
from games.baccarat.odds import baccarat_odds
from games.blackjack.odds import blackjack_odds, blackjack_plus_odds
from games.shuffle_test import ALARM
from games.three_pictures.odds import three_pictures_odds

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 20_000
ODDS = {
    "three_pictures": three_pictures_odds(1),
    "blackjack": blackjack_odds(8),
    "blackjack_plus": blackjack_plus_odds(8),
}


def tampered(task: Task) -> Seen:
    """Baccarat in which every fiftieth Player win is called a Tie."""
    seen = simulate.play_baccarat(task)
    moved = seen.events["player"] // 50
    events = {**seen.events, "player": seen.events["player"] - moved, "tie": seen.events["tie"] + moved}
    return seen._replace(events=events)


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play-out", "--game", "baccarat", "--rounds", str(ROUNDS), "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    tally = shuffled_shoes.simulate(ROUNDS, 7)
    assert lines[0] == f"Non-Commission Baccarat, 8 decks, seed 7: 20,000 rounds from {tally.shoes} shoes"
    rows = {line[:15].strip(): line[15:].split() for line in lines if re.search(r"[+-]\d+\.\d\d$", line)}
    assert list(rows) == [
        *("Player", "Banker", "Tie", "Banker on Six", "Player Pair", "Banker Pair"),
        *("Natural", "Four Cards", "Five Cards", "Six Cards"),
    ]  # the house edges come under the same names and are the last word on them
    assert rows["Natural"][:2] == [f"{tally.events()['natural'] / ROUNDS:.6f}", "0.343049"]
    assert rows["Tie"][2:4] == ["14.3596", "%"]
    frequencies, edges = lines[2:14], lines[15:22]
    assert frequencies[0].split() == ["Frequency", "of", "observed", "exact", "difference", "z"]
    assert edges[0].split() == ["House", "edge", "of", "observed", "exact", "difference", "z"]
    assert len({len(line) for line in (*frequencies, *edges)}) == 1
    assert "depend on each other a little" in " ".join(lines)


@pytest.mark.rule("001 §5.3.5")
def test_how_many_sets_that_were_not_shuffled_are_found_is_as_the_document_prints_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["play-out", "--unshuffled", "40", "--seed", "3"]
    assert cli.main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["shoes"], told["after"], told["false"]) == (40, list(AFTER), 0)
    assert cli.main(asked) == 0
    printed, document = capsys.readouterr().out, (ROOT / "docs" / "shuffle.md").read_text()
    for sort in SORTS:
        for line in (printed, document):
            shares = re.search(rf"^{sort.name} +(.*)$", line, re.MULTILINE)
            assert shares is not None, sort.name
            said = [float(low) for low in re.findall(r"([0-9.]+) %", shares[1])]
            for count, share in zip(told["found"][sort.name], said, strict=True):
                low, high = bounds(count, told["shoes"])
                assert 100 * low - 5 <= share <= 100 * high + 5, (sort.name, share)
    last = f"at most 1 in {ALARM:,.0f}"
    assert last in printed
    assert last in document


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play-out", "--rounds", str(ROUNDS), "--seed", "3", "--decks", "6", "--cut", "52", "--burn", "--json"]
    assert cli.main(argv) == 0
    first = capsys.readouterr().out
    answer = json.loads(first)
    tally = shuffled_shoes.simulate(ROUNDS, 3, decks=6, cut=52, burn=True)
    exact = baccarat_odds(6)
    assert {name: answer[name] for name in ("game", "decks", "seed", "rounds", "shoes", "too_far")} == {
        "game": "baccarat",
        "decks": 6,
        "seed": 3,
        "rounds": ROUNDS,
        "shoes": tally.shoes,
        "too_far": [],
    }
    assert list(answer["frequencies"]) == list(exact.events)
    assert list(answer["house_edges"]) == [bet.bet for bet in exact.bets]
    tie = answer["frequencies"]["tie"]
    chance = float(exact.events["tie"])
    assert tie["observed"] == tally.events()["tie"] / ROUNDS
    assert Fraction(tie["exact"]["fraction"]) == exact.events["tie"]
    assert tie["difference"] == pytest.approx(tie["observed"] - chance)
    assert tie["z"] == pytest.approx((tie["observed"] - chance) / (chance * (1 - chance) / ROUNDS) ** 0.5)
    edge = answer["house_edges"]["tie"]
    assert edge["observed"] == pytest.approx(1 - 9 * tie["observed"])
    assert edge["z"] == pytest.approx(-tie["z"])  # the Tie Bet is its event, paid
    assert cli.main(argv) == 0
    assert capsys.readouterr().out == first


def test_a_figure_that_chance_does_not_explain_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = PLAYERS["baccarat"]
    monkeypatch.setitem(simulate.PLAYERS, "baccarat", honest._replace(play=tampered))
    assert cli.main(["play-out", "--game", "baccarat", "--rounds", "300000"]) == 1
    output = capsys.readouterr()
    assert [line.split()[0] for line in output.out.splitlines() if line.endswith("<--")] == ["Player", "Tie"]
    assert output.err.splitlines()[-1] == "etg play-out: further off than chance explains (|z| > 5): Player, Tie"
    assert cli.main(["play-out", "--game", "baccarat", "--rounds", "300000", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["too_far"] == ["player", "tie"]


@pytest.mark.parametrize("game", ["three_pictures", "blackjack", "blackjack_plus"])
def test_the_other_games_are_played_too_and_compared_where_there_are_exact_odds(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play-out", "--game", game, "--rounds", "3000", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    exact = ODDS[game]
    assert (answer["game"], answer["rounds"], answer["decks"]) == (game, 3000, exact.decks)
    assert {bet.bet for bet in exact.bets} <= set(answer["house_edges"])
    for bet in exact.bets:
        assert Fraction(answer["house_edges"][bet.bet]["exact"]["fraction"]) == bet.house_edge
    for name, row in answer["house_edges"].items():
        assert (row["z"] is None) == (name == "main")


@pytest.mark.parametrize("game", ["classic_blackjack", "premium_blackjack"])
def test_a_main_bet_by_strategy_has_no_exact_edge(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play-out", "--game", game, "--rounds", "2000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (main,) = (line for line in lines if line.startswith("Main"))
    assert re.fullmatch(r"Main +-?\d+\.\d{4} % +- +± \d\.\d{4} %", main)
    assert "hits below 17" in " ".join(lines)


@pytest.mark.rule("001 §2.2.1")
def test_001_2_2_1_a_wrong_number_of_decks_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play-out", "--decks", "2"]) == 2
    sentence = "Non-Commission Baccarat is played with 4 to 8 decks (001 §2.2.1), not with 2"
    assert capsys.readouterr() == ("", f"etg play-out: {sentence}\n")


@pytest.mark.parametrize(("decks", "cut", "most"), [(8, 10, 405), (8, 406, 405), (4, 198, 197), (4, -1, 197)])
def test_a_cut_card_where_no_round_fits_is_refused(
    decks: int, cut: int, most: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play-out", "--decks", str(decks), "--cut", str(cut)]) == 2
    assert f"the cut card lies 11 to {most} cards before the end of {decks} decks" in capsys.readouterr().err
    for fits in (11, most, None):
        assert simulate.refused_cut("baccarat", decks, fits) == ""


@pytest.mark.parametrize("game", ["three_pictures", "classic_blackjack"])
def test_a_game_that_is_shuffled_before_each_round_has_no_cut_card(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play-out", "--game", game, "--cut", "20"]) == 2
    assert capsys.readouterr().err.endswith("is shuffled before every Round: there is no cut card\n")


@pytest.mark.parametrize("argv", [["--rounds", "0"], ["--rounds", "many"], ["--seed", "-1"], ["--rounds", "1.5"]])
def test_nonsense_is_refused(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["play-out", *argv])
    assert ended.value.code == 2
    assert f"{argv[1]!r} is no whole number from" in capsys.readouterr().err


# --- a figure without exact odds -----------------------------------------------------------------------------------


def test_without_exact_odds_there_is_an_error_and_no_z() -> None:
    row = Comparison("main", 0.005, None, 0.001)
    assert (row.difference, row.z, row.too_far) == (None, None, False)
    (line,) = [line for line in table("", [], [row], "") if line.startswith("Main")]
    assert line.split() == ["Main", "0.5000", "%", "-", "±", "0.1000", "%"]


def test_the_error_of_a_bet_without_exact_odds_comes_from_what_was_seen() -> None:
    seen = Seen(1, {}, {"main": Profit(Fraction(-20), Fraction(100))}, baccarat_odds(8))
    (row,) = house_edges(seen, 100)
    assert row[:3] == ("main", 0.2, None)
    assert row.error == pytest.approx((0.96 / 100) ** 0.5)


def test_certainty_leaves_nothing_to_chance() -> None:
    assert Comparison("sure", 1.0, Fraction(1), 0.0).z == 0
    impossible = Comparison("sure", 0.9, Fraction(1), 0.0)
    assert impossible.too_far
    assert simulate._row_as_json(impossible)["z"] is None  # JSON has no infinity
    assert Comparison("five", 5.0, Fraction(0), 1.0).too_far is False
    assert Comparison("five", -5.1, Fraction(0), 1.0).too_far is True


# --- progress --------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_log_gets_a_line_for_every_tenth() -> None:
    log = io.StringIO()
    progress = Progress(1000, log)
    for done in range(1, 1001):
        progress.show(done)
    lines = log.getvalue().splitlines()
    assert [line[:5] for line in lines] == [f"{percent:3} %" for percent in range(10, 101, 10)]
    assert "500 of 1,000 rounds" in lines[4]
    assert "s left" in lines[4]
    assert "s left" not in lines[-1]


def test_a_terminal_gets_one_line_with_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([0.0, 0.01, 1.0, 1.01, 2.0])
    monkeypatch.setattr(progress_module, "monotonic", lambda: next(seconds))
    terminal = Terminal()
    progress = Progress(1_000_000, terminal)
    for done in (10_000, 500_000, 600_000, 1_000_000):
        progress.show(done)
    drawn = terminal.getvalue().split("\r")[1:]
    assert drawn == [
        "[###############...............]  50 % 500,000 of 1,000,000 rounds, 0.50 million a second, 1 s left\033[K",
        "[##############################] 100 % 1,000,000 of 1,000,000 rounds, 0.50 million a second in 2.0 s\033[K\n",
    ]


def test_progress_goes_to_standard_error_and_leaves_the_answer_clean(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shuffled_shoes, "SHOES_PER_BATCH", 8)
    assert cli.main(["play-out", "--rounds", "10000", "--json"]) == 0
    output = capsys.readouterr()
    json.loads(output.out)
    assert len(output.err.splitlines()) == 10


def test_another_game_is_one_entry(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[Task] = []

    def play(task: Task) -> Seen:
        asked.append(task)
        return Seen(1, {"heads": 5}, {"heads": Profit(Fraction(0), Fraction(10))}, baccarat_odds(8))

    monkeypatch.setitem(simulate.PLAYERS, "three_pictures", Simulated(play, None, "A note."))
    assert cli.main(["play-out", "--game", "three_pictures", "--rounds", "10", "--seed", "4"]) == 0
    assert [task[:5] for task in asked] == [(10, 4, 1, None, False)]
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[-1]) == ("Non-Commission Three Pictures, 1 deck, seed 4: 10 rounds from 1 shoe", "A note.")
    heads, edges = (line for line in lines if "observed" in line)
    assert heads.index("observed") == edges.index("observed")


def test_cards_are_burnt_in_baccarat_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play-out", "--game", "blackjack", "--rounds", "10", "--burn"]) == 2
    assert "no cards are burnt in Blackjack" in capsys.readouterr().err
