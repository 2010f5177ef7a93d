"""`etg odds`: what it prints, and what it refuses."""

import json
from fractions import Fraction

import pytest

from audit.folders import games_with, part_of
from audit.odds import pays, words
from deploy import cli
from games.baccarat.odds import baccarat_odds
from games.catalog import GAMES
from games.money import Odds


def shown(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert cli.main(["odds", *argv]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


def test_the_table_of_baccarat(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "--game", "baccarat", "--decks", "8").splitlines() == [
        "Non-Commission Baccarat, 8 decks (rule document 001)",
        "",
        "Bet          Ends with                    Pays      Probability  House edge",
        "---------------------------------------------------------------------------",
        "Player       Player wins                  1 to 1     0.446247      1.2351 %",
        "             Tie                          returned   0.095156",
        "             Banker wins                  lost       0.458597",
        "Banker       Banker wins on other points  1 to 1     0.404734      1.4581 %",
        "             Banker wins on 6 points      1 to 2     0.053864",
        "             Tie                          returned   0.095156",
        "             Player wins                  lost       0.446247",
        "Tie          Tie                          8 to 1     0.095156     14.3596 %",
        "             no Tie                       lost       0.904844",
        "Player Pair  pair                         11 to 1    0.074699     10.3614 %",
        "             no pair                      lost       0.925301",
        "Banker Pair  pair                         11 to 1    0.074699     10.3614 %",
        "             no pair                      lost       0.925301",
        "",
        "Natural     0.343049",
        "Four Cards  0.378868",
        "Five Cards  0.303444",
        "Six Cards   0.317687",
    ]


def test_baccarat_with_as_many_decks_as_allowed_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys) == shown(capsys, "--game", "baccarat", "--decks", "8")
    assert "4 decks" in shown(capsys, "--decks", "4")


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("three_pictures", "Three Pictures  Three Pictures        16 to 1    0.009955     83.0769 %"),
        ("blackjack", "Over 13      more than 13 points  1 to 1    0.467285      6.5431 %"),
        ("blackjack_plus", "RWS Pairs    ace pair suited            50 to 1    0.001297      8.6376 %"),
        ("blackjack_plus", "             bust with 8 cards or more  200 to 1   0.00000887"),
    ],
)
def test_the_tables_of_the_other_games(game: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line in shown(capsys, "--game", game).splitlines()


def test_the_points_of_all_probabilities_stand_below_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    rows = shown(capsys, "--game", "blackjack_plus").splitlines()[4:]
    assert len({row.index(" 0.") for row in rows if row}) == 1


@pytest.mark.parametrize("game", games_with("odds"))
def test_json_has_every_figure_as_a_number_and_as_a_fraction(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(shown(capsys, "--game", game, "--json"))
    exact = part_of(game, "odds").odds_of(GAMES[game], GAMES[game].decks[-1])
    assert (answer["game"], answer["document"], answer["decks"]) == (game, exact.document, exact.decks)
    for name, probability in exact.events.items():
        assert Fraction(answer["probabilities"][name]["fraction"]) == probability
        assert answer["probabilities"][name]["decimal"] == float(probability)
    assert list(answer["house_edges"]) == list(answer["bets"]) == [bet.bet for bet in exact.bets]
    for bet in exact.bets:
        edge = {
            "decimal": float(bet.house_edge),
            "fraction": f"{bet.house_edge.numerator}/{bet.house_edge.denominator}",
        }
        assert answer["house_edges"][bet.bet] == answer["bets"][bet.bet]["house_edge"] == edge
        assert Fraction(answer["bets"][bet.bet]["wins"]["fraction"]) == bet.wins
        ends = answer["bets"][bet.bet]["ends"]
        assert sum(Fraction(end["probability"]["fraction"]) for end in ends) == 1


def test_the_json_of_baccarat(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(shown(capsys, "--decks", "6", "--json"))
    tie = baccarat_odds(6).events["tie"]
    assert answer["probabilities"]["tie"] == {
        "decimal": pytest.approx(0.095069, abs=1e-6),
        "fraction": f"{tie.numerator}/{tie.denominator}",
    }
    assert answer["bets"]["banker"]["ends"][1]["pays"] == "1 to 2"
    assert answer["probabilities"]["player_pair"]["fraction"] == "23/311"


@pytest.mark.rule("001 §2.2.1", "002 §2.2.1", "003 §2.2.1", "000 §2.2.1")
@pytest.mark.parametrize(
    ("game", "decks", "sentence"),
    [
        ("baccarat", 3, "Non-Commission Baccarat is played with 4 to 8 decks (001 §2.2.1), not with 3"),
        ("baccarat", 9, "Non-Commission Baccarat is played with 4 to 8 decks (001 §2.2.1), not with 9"),
        ("baccarat", -8, "Non-Commission Baccarat is played with 4 to 8 decks (001 §2.2.1), not with -8"),
        ("three_pictures", 2, "Non-Commission Three Pictures is played with a single deck (002 §2.2.1), not with 2"),
        ("blackjack", 2, "Blackjack is played with 4 to 8 decks (003 §2.2.1), not with 2"),
        ("blackjack_plus", 12, "Blackjack Plus is played with 4 to 8 decks (000 §2.2.1), not with 12"),
    ],
)
def test_2_2_1_a_wrong_number_of_decks_is_refused_with_its_paragraph(
    game: str, decks: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["odds", "--game", game, "--decks", str(decks)]) == 2
    assert capsys.readouterr() == ("", f"etg odds: {sentence}\n")


@pytest.mark.parametrize("argv", [["--decks", "eight"], ["--game", "poker"]])
def test_nonsense_is_refused(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["odds", *argv])
    assert ended.value.code == 2
    assert argv[1] in capsys.readouterr().err


def test_words_for_people() -> None:
    assert [pays(Odds(1, 2)), pays(Odds(0)), pays(Odds(-1))] == ["1 to 2", "returned", "lost"]
    assert [words("rws_pairs"), words("banker_on_six")] == ["RWS Pairs", "Banker on Six"]
