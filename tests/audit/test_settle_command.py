"""`etg settle`: every line gets its answer or its error word, in order, and never a traceback."""

import io
import json
import random
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.settle import answer
from deploy import cli
from games.line import WORDS
from tests.rules.lines_blackjack import lines

Json = dict[str, Any]

BACCARAT: Json = {
    "game": "baccarat",
    "cards": ["5C", "QS", "5C", "JD", "AS", "TS"],
    "bets": {"player": 1000, "banker": 700, "tie": 100, "player_pair": 50, "banker_pair": 50},
}
THREE_PICTURES: Json = {
    "game": "three_pictures",
    "box": ["JC", "JS", "KH"],
    "dealer": ["KC", "JD", "QD"],
    "bets": {"initial": 100, "tie": 10, "three_pictures": 10},
}
A: Json = {"player": "A", "seated": True, "bet": 1000, "side": {"player_pair": 100, "under_13": 100}}
BLACKJACK: Json = {
    "game": "blackjack",
    "decks": 8,
    "boxes": [
        {
            "walked_away": False,
            "bettors": [{**A, "insurance": 0, "even_money": False, "surrender": False}, {"player": "B", "bet": 500}],
        }
    ],
    "decisions": [
        {"box": 0, "hand": 0, "action": "split", "follow": ["B"]},
        {"box": 0, "hand": 0, "action": "double", "amounts": {"A": 1000, "B": 200}},
        {"box": 0, "hand": 1, "action": "hit"},
        {"box": 0, "hand": 1, "action": "stand"},
    ],
    "cards": "8S 6D 8H 3C TD 4D 6H TC 2D".split(),
}
ONLINE: Json = {
    "game": "premium_blackjack",
    "currency": "SC",
    "boxes": [{"bettors": [{"player": "A", "bet": 2500}]}],
    "decisions": [{"box": 0, "hand": 0, "action": "stand"}],
    "cards": ["TS", "TD", "9S", "8D"],
}
PLUS: Json = {
    "game": "blackjack_plus",
    "boxes": [
        {"bettors": [{"player": "A", "bet": 100, "side": {"rws_pairs": 10, "boom_busted": 10}}]},
        {"bettors": [{"player": "B", "side": {"boom_busted": 5}}]},
    ],
    "decisions": [{"box": 0, "hand": 0, "action": "stand"}],
    "cards": ["KS", "6D", "KS", "TD", "9C"],
}
EXAMPLES = [BACCARAT, THREE_PICTURES, BLACKJACK, ONLINE, PLUS]


def settled(line: Json) -> Json:
    return answer(json.dumps(line).encode())


def word(line: Json | bytes) -> str:
    """The error of a line, with the shape that every error has."""
    told = answer(line if isinstance(line, bytes) else json.dumps(line).encode())
    assert list(told) == ["error", "detail"], told
    assert isinstance(told["detail"], str)
    assert len(told["detail"]) > 10
    return str(told["error"])


def bet(stake: int, profit: int, odds: str | None, paragraph: str) -> Json:
    return {"stake": stake, "profit": profit, "returned": stake + profit, "odds": odds, "paragraph": paragraph}


def changed(line: Json, *path: str | int, to: Any) -> Json:
    """The line with another value at this place, or without it."""
    other = deepcopy(line)
    inner: Any = other
    for key in path[:-1]:
        inner = inner[key]
    if to is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return other


# --- the examples of the issue, exactly ----------------------------------------------------------------------------


def test_a_baccarat_round() -> None:
    assert settled(BACCARAT) == {
        "player": {"cards": ["5C", "5C", "AS"], "total": 1},
        "banker": {"cards": ["QS", "JD", "TS"], "total": 0},
        "natural": False,
        "winner": "player",
        "player_pair": True,
        "banker_pair": False,
        "bets": {
            "player": bet(1000, 1000, "1 to 1", "4.1"),
            "banker": bet(700, -700, None, "3.13"),
            "tie": bet(100, -100, None, "3.13"),
            "player_pair": bet(50, 550, "11 to 1", "4.1"),
            "banker_pair": bet(50, -50, None, "3.13"),
        },
        "returned": 2600,
    }


def test_an_interrupted_baccarat_round() -> None:
    interrupted = {"game": "baccarat", "cards": ["5C", "QS", "4C"], "interrupted": True}
    assert settled(interrupted) == {"decided": {"player_pair": "lost"}, "established": True, "paragraph": "5.1.1"}
    interrupted["cards"] = ["5C", "QS"]
    assert settled(interrupted) == {"decided": {}, "established": False, "paragraph": "5.1.2"}


def test_a_round_of_three_pictures() -> None:
    assert settled(THREE_PICTURES) == {
        "box": {"cards": ["JC", "JS", "KH"], "total": 0, "rank": "Three Pictures"},
        "dealer": {"cards": ["KC", "JD", "QD"], "total": 0, "rank": "Three Pictures"},
        "winner": "tie",
        "bets": {
            "initial": bet(100, 0, None, "3.13.3"),
            "tie": bet(10, 80, "8 to 1", "4.1"),
            "three_pictures": bet(10, 160, "16 to 1", "4.1"),
        },
        "returned": 360,
    }


def row(player: str, kind: str, hand: int | None, stake: int, profit: int, outcome: str, paragraph: str) -> Json:
    about = {"box": 0, "player": player, "bet": kind, "hand": hand}
    money = {"stake": stake, "profit": profit, "returned": stake + profit}
    return {**about, **money, "paragraph": paragraph, "outcome": outcome}


def hand(cards: str, total: int, *, soft: bool = False, blackjack: bool = False, bust: bool = False) -> Json:
    return {"cards": cards.split(), "total": total, "soft": soft, "blackjack": blackjack, "bust": bust}


def test_a_blackjack_round_with_a_split_a_double_and_a_standing_player() -> None:
    assert settled(BLACKJACK) == {
        "dealer": hand("6D TC 2D", 18),
        "boxes": [{"hands": [hand("8S 3C TD", 21), hand("8H 4D 6H", 18)], "surrendered": False}],
        "bets": [
            row("A", "main", 0, 1000, 1000, "won", "4.1.1"),
            row("A", "player_pair", None, 100, 1100, "won", "4.1.1"),
            row("A", "under_13", None, 100, -100, "lost", "3.13.2.a"),
            row("A", "main", 1, 1000, 0, "returned", "3.23.4"),
            row("A", "double", 0, 1000, 1000, "won", "4.1.1"),
            row("B", "main", 0, 500, 500, "won", "4.1.1"),
            row("B", "main", 1, 500, 0, "returned", "3.23.4"),
            row("B", "double", 0, 200, 200, "won", "4.1.1"),
        ],
        "players": {
            "A": {"stake": 3200, "profit": 3000, "returned": 6200},
            "B": {"stake": 1200, "profit": 700, "returned": 1900},
        },
    }


def test_the_paragraphs_are_those_of_each_document() -> None:
    plus = settled(PLUS)
    assert [(bet["box"], bet["bet"], bet["returned"], bet["paragraph"]) for bet in plus["bets"]] == [
        (0, "main", 200, "4.1.1"),
        (0, "rws_pairs", 210, "4.1.2"),
        (0, "boom_busted", 30, "4.1.3"),
        (1, "boom_busted", 15, "4.1.3"),
    ]
    assert plus["boxes"][1] == {"hands": [], "surrendered": False}
    online = settled(ONLINE)
    assert online["bets"] == [row("A", "main", 0, 2500, 2500, "won", "2.6")]
    given_up = changed(BLACKJACK, "boxes", 0, "bettors", 0, "surrender", to=True)
    given_up["decisions"], given_up["cards"] = [], ["8S", "6D", "8H"]
    assert [(bet["bet"], bet["profit"], bet["outcome"], bet["paragraph"]) for bet in settled(given_up)["bets"]] == [
        ("main", -500, "surrendered", "3.16"),
        ("player_pair", 1100, "won", "4.1.1"),
        ("under_13", -100, "lost", "3.13.2.a"),
        ("main", -250, "surrendered", "3.16"),
    ]


def test_pro_rata_says_so() -> None:
    line = changed(BLACKJACK, "limits", to={"box_min": 100, "box_max": 1000})
    line["decisions"], line["cards"] = [{"box": 0, "hand": 0, "action": "stand"}], ["TS", "6D", "8H", "TC", "2D"]
    main = [bet for bet in settled(line)["bets"] if bet["bet"] == "main"]
    assert [(bet["profit"], bet["note"]) for bet in main] == [
        (0, "666 of 1000 plays pro rata, the rest is returned"),
        (0, "333 of 500 plays pro rata, the rest is returned"),
    ]
    line["cards"][-1] = "3D"
    assert [bet["profit"] for bet in settled(line)["bets"] if bet["bet"] == "main"] == [-666, -333]


def test_a_walked_away_box_is_drawn_to_12_and_a_dealer_may_have_drawn_for_nobody() -> None:
    line: Json = {"game": "blackjack", "boxes": [{"walked_away": True, "bettors": [{"player": "A", "bet": 100}]}]}
    line["cards"] = ["2S", "6D", "3H", "4S", "5S", "TD", "9C"]
    assert settled(line)["boxes"] == [{"hands": [hand("2S 3H 4S 5S", 14)], "surrendered": False}]
    bust: Json = {"game": "blackjack", "boxes": [{"bettors": [{"player": "A", "bet": 100}]}]}
    bust["decisions"] = [{"box": 0, "hand": 0, "action": "hit"}]
    bust["cards"] = ["TS", "6D", "6H", "KS"]
    short = settled(bust)
    bust["cards"] += ["TD", "9C"]
    long = settled(bust)
    assert short["bets"] == long["bets"] == [row("A", "main", 0, 100, -100, "lost", "3.18")]
    assert (short["dealer"], long["dealer"]) == (hand("6D", 6), hand("6D TD 9C", 25, bust=True))


# --- every error word ----------------------------------------------------------------------------------------------

WRONG: list[tuple[str, Json]] = [
    ("unknown_game", changed(BACCARAT, "game", to="roulette")),
    ("unknown_game", changed(BACCARAT, "game", to="Baccarat")),
    ("bad_field", changed(BACCARAT, "game", to=...)),
    ("bad_field", changed(BACCARAT, "game", to=None)),
    ("bad_field", changed(BACCARAT, "cards", to=...)),
    ("bad_field", changed(BACCARAT, "cards", to="5C QS")),
    ("bad_field", changed(BACCARAT, "bets", to=[])),
    ("bad_field", changed(BACCARAT, "interrupted", to=1)),
    ("bad_field", changed(BACCARAT, "round", to=1)),
    ("bad_field", changed(BACCARAT, "decks", to=8.0)),
    ("bad_decks", changed(BACCARAT, "decks", to=9)),
    ("bad_decks", changed(BACCARAT, "decks", to=-8)),
    ("unknown_card", changed(BACCARAT, "cards", 0, to="5c")),
    ("unknown_card", changed(BACCARAT, "cards", 0, to="10C")),
    ("unknown_card", changed(BACCARAT, "cards", 0, to=5)),
    ("unknown_card", changed(BACCARAT, "cards", 0, to=["5C"])),
    ("foreign_card", {"game": "baccarat", "decks": 4, "cards": ["5C"] * 5, "bets": {}}),
    ("incomplete", changed(BACCARAT, "cards", to=["5C", "QS", "5C", "JD", "AS"])),
    ("incomplete", changed(BACCARAT, "cards", to=[])),
    ("surplus_cards", changed(BACCARAT, "cards", to=["9C", "QS", "KC", "JD", "AS"])),
    ("bad_stake", changed(BACCARAT, "bets", "banker", to=701)),  # wins on 6 are paid half
    ("bad_stake", changed(BACCARAT, "bets", "player", to=0)),
    ("bad_stake", changed(BACCARAT, "bets", "player", to=True)),
    ("bad_stake", changed(BACCARAT, "bets", "player", to="1000")),
    ("bad_stake", changed(BACCARAT, "bets", "player", to=10**15 + 1)),
    ("unknown_spot", changed(BACCARAT, "bets", "dragon", to=10)),
    ("unknown_card", changed(THREE_PICTURES, "box", 1, to="ZZ")),
    ("foreign_card", changed(THREE_PICTURES, "dealer", 0, to="JC")),
    ("incomplete", changed(THREE_PICTURES, "box", to=["JC", "JS"])),
    ("surplus_cards", changed(THREE_PICTURES, "dealer", to=["KC", "JD", "QD", "2C"])),
    ("bad_stake", changed(THREE_PICTURES, "bets", "initial", to=101)),
    ("bad_stake", changed(THREE_PICTURES, "bets", "tie", to=None)),
    ("unknown_spot", changed(THREE_PICTURES, "bets", "initial/1", to=100)),
    ("bad_field", changed(THREE_PICTURES, "cards", to=[])),
    ("bad_field", changed(THREE_PICTURES, "limits", to={"box_min": 10, "box_max": 5})),
    ("bad_field", changed(THREE_PICTURES, "limits", to={"box_min": 0})),
    ("bad_field", changed(THREE_PICTURES, "limits", to={"minimum": 1})),
    ("bad_decks", changed(BLACKJACK, "decks", to=3)),
    ("bad_decks", changed(ONLINE, "decks", to=8)),
    ("bad_field", changed(BLACKJACK, "boxes", to=[])),
    ("bad_field", changed(BLACKJACK, "boxes", 0, to=[])),
    ("bad_field", changed(BLACKJACK, "boxes", 0, "bettors", to=[])),
    ("bad_field", changed(BLACKJACK, "boxes", 0, "bettors", 1, "player", to="A")),
    ("bad_field", changed(BLACKJACK, "boxes", 0, "bettors", 1, "seated", to=True)),
    ("bad_field", changed(BLACKJACK, "boxes", 0, "bettors", 1, "seated", to=1)),
    ("bad_field", changed(BLACKJACK, "boxes", 0, "seat", to=1)),
    ("bad_field", changed(BLACKJACK, "decisions", 0, "follow", to=[1])),
    ("bad_field", changed(BLACKJACK, "decisions", 0, "follow", to="B")),
    ("bad_field", changed(BLACKJACK, "decisions", 0, "action", to=...)),
    ("bad_field", changed(BLACKJACK, "currency", to="GC")),
    ("bad_field", changed(ONLINE, "currency", to="EUR")),
    ("bad_field", changed(ONLINE, "boxes", to=[{"bettors": [{"player": "A", "bet": 10}, {"player": "B", "bet": 10}]}])),
    ("unknown_spot", changed(BLACKJACK, "boxes", 0, "bettors", 0, "side", to={"rws_pairs": 10})),
    ("unknown_spot", changed(ONLINE, "boxes", 0, "bettors", 0, "side", to={"player_pair": 10})),
    ("bad_stake", changed(BLACKJACK, "boxes", 0, "bettors", 1, "bet", to=501)),
    ("bad_stake", changed(BLACKJACK, "boxes", 0, "bettors", 1, "bet", to=...)),
    ("bad_stake", changed(BLACKJACK, "boxes", 0, "bettors", 0, "side", "under_13", to=1001)),
    ("bad_stake", changed(BLACKJACK, "boxes", 0, "bettors", to=[{"player": "A", "side": {"player_pair": 10}}])),
    ("bad_stake", changed(BLACKJACK, "decisions", 1, "amounts", "A", to=1001)),
    ("bad_stake", changed(BLACKJACK, "decisions", 1, "amounts", "B", to=0)),
    ("bad_stake", changed(ONLINE, "boxes", 0, "bettors", 0, "bet", to=2498)),
    ("bad_stake", changed(ONLINE, "boxes", 0, "bettors", 0, "bet", to=100_002)),
    ("unknown_card", changed(BLACKJACK, "cards", 0, to="8")),
    ("foreign_card", changed(BLACKJACK, "cards", to=["8S"] * 9)),
    ("incomplete", changed(BLACKJACK, "cards", to=["8S", "6D"])),
    ("incomplete", changed(BLACKJACK, "cards", to=BLACKJACK["cards"][:-1])),
    ("incomplete", changed(BLACKJACK, "decisions", to=BLACKJACK["decisions"][:-1])),
    ("surplus_cards", changed(BLACKJACK, "cards", to=[*BLACKJACK["cards"], "2C"])),
    ("illegal_decision", changed(BLACKJACK, "decisions", 0, "follow", to=["C"])),
    ("illegal_decision", changed(BLACKJACK, "decisions", 3, "action", to="surrender")),
    ("illegal_decision", changed(BLACKJACK, "decisions", 3, "action", to="split")),
    ("illegal_decision", changed(BLACKJACK, "decisions", 0, "box", to=1)),
    ("illegal_decision", changed(BLACKJACK, "decisions", to=[*BLACKJACK["decisions"], BLACKJACK["decisions"][-1]])),
    ("illegal_decision", changed(BLACKJACK, "boxes", 0, "bettors", 0, "insurance", to=500)),
    ("illegal_decision", changed(BLACKJACK, "boxes", 0, "bettors", 0, "even_money", to=True)),
    ("illegal_decision", changed(BLACKJACK, "boxes", 0, "bettors", 1, "surrender", to=True)),
]


@pytest.mark.parametrize(("expected", "line"), WRONG, ids=[f"{word}-{at}" for at, (word, _) in enumerate(WRONG)])
def test_a_wrong_line_gets_its_word(expected: str, line: Json) -> None:
    assert word(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"\n", b"   \r\n", b"not json", b"[]", b"null", b'"baccarat"', b"7"),
        b'{"game":"baccarat"',
        b'{"game":"baccarat","cards":[]} {}',
        b'{"game":"baccarat","game":"baccarat","cards":[]}',
        b'{"game":"baccarat","cards":[],"bets":{"tie":1,"tie":2}}',
        b'{"game":"baccarat","cards":[],"bets":{"tie":NaN}}',
        b'{"game":"baccarat","cards":[],"bets":{"tie":Infinity}}',
        b'{"game":"baccarat","cards":[],"bets":{"tie":-Infinity}}',
        b'{"game":"baccarat","cards":[],"decks":' + b"9" * 5000 + b"}",
        b'\xff\xfe{"game":"baccarat"}',
        b'\xef\xbb\xbf{"game":"baccarat","cards":[]}',
        b'{"game":"\xe9"}',
    ],
)
def test_a_line_that_is_no_json_object_is_bad_json(line: bytes) -> None:
    assert word(line) == "bad_json"


def test_every_word_of_the_list_is_used_and_no_other() -> None:
    assert {expected for expected, _ in WRONG} | {"bad_json"} == set(WORDS)


@pytest.mark.parametrize("depth", [10, 700, *range(900, 1010, 3), 10_000, 200_000])
def test_however_deeply_a_line_is_nested_it_gets_a_word(depth: int) -> None:
    deep, objects = b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth
    for line in (
        deep,
        objects,
        b'{"game":' + deep + b"}",
        b'{"game":' + objects + b"}",
        b'{"game":"baccarat","cards":[' + deep + b"]}",
        b'{"game":"baccarat","cards":[],"bets":{"tie":' + deep + b"}}",
        b'{"game":"baccarat","cards":[],"bets":' + objects + b"}",
        b'{"game":"blackjack","boxes":[' + objects + b'],"cards":[]}',
    ):
        assert word(line) in WORDS


def test_numbers_beyond_all_bounds_are_no_stakes() -> None:
    huge = b"9" * 4300
    assert word(b'{"game":"baccarat","cards":[],"bets":{"tie":' + huge + b"}}") == "bad_stake"
    assert word(b'{"game":"baccarat","cards":[],"bets":{"tie":-' + huge + b"}}") == "bad_stake"
    assert word(b'{"game":"baccarat","cards":[],"bets":{"tie":1e999}}') == "bad_stake"
    assert word(b'{"game":"baccarat","cards":[],"decks":' + huge + b"}") == "bad_decks"
    assert word(b'{"game":"blackjack","cards":[],"boxes":[],"decks":' + huge + b"}") == "bad_field"


# --- the command ---------------------------------------------------------------------------------------------------


def as_lines(*examples: Json) -> bytes:
    return b"".join(json.dumps(example).encode() + b"\n" for example in examples)


def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, given: bytes, *arguments: str
) -> tuple[int, list[Json]]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    status = cli.main(["settle", *arguments])
    told = capsys.readouterr()
    assert told.err == ""
    return status, [json.loads(line) for line in told.out.splitlines()]


def test_standard_input_and_a_file_give_the_same_answers_in_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = as_lines(*EXAMPLES)
    expected = (0, [settled(line) for line in EXAMPLES])
    assert run(capsys, monkeypatch, given) == expected
    assert run(capsys, monkeypatch, given, "-") == expected
    (tmp_path / "lines.jsonl").write_bytes(given)
    assert run(capsys, monkeypatch, b"", str(tmp_path / "lines.jsonl")) == expected


def test_a_bad_line_does_not_stop_the_others_and_shows_in_the_exit_status(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = as_lines(BACCARAT) + b"\n\xff\xfe\n{\n" + as_lines(ONLINE).rstrip(b"\n")  # the last without an end
    status, answers = run(capsys, monkeypatch, given)
    assert status == 1
    assert [line.get("error") for line in answers] == [None, "bad_json", "bad_json", "bad_json", None]
    assert (answers[0], answers[-1]) == (settled(BACCARAT), settled(ONLINE))


def test_nothing_in_nothing_out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(capsys, monkeypatch, b"") == (0, [])


def test_a_file_that_cannot_be_read_is_said_and_not_settled(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for path, why in ((tmp_path / "none.jsonl", "No such file or directory"), (tmp_path, "Is a directory")):
        assert cli.main(["settle", str(path)]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err) == ("", f"etg settle: {path}: {why}\n")


def test_help_lists_every_word_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main(["settle", "--help"])
    assert stopped.value.code == 0
    told = capsys.readouterr().out
    for name, meaning in WORDS.items():
        assert name in told
        assert meaning.split(":")[0].split(",")[0] in told
    assert "etg settle" in told
    assert '"game":"baccarat"' in told


# --- any input at all ----------------------------------------------------------------------------------------------


def check_answer(line: bytes) -> str:
    """An answer whose money adds up, or an error word; in both cases JSON again."""
    told = answer(line)
    assert json.loads(json.dumps(told)) == told
    if "error" in told:
        assert list(told) == ["error", "detail"]
        assert told["error"] in WORDS
        return str(told["error"])
    if "established" in told:
        return "interrupted"
    bets: Any = told["bets"]
    rows = list(bets.values()) if isinstance(bets, dict) else bets
    for entry in rows:
        assert entry["returned"] == entry["stake"] + entry["profit"] >= 0
    if isinstance(bets, dict):
        assert told["returned"] == sum(entry["returned"] for entry in rows)
    else:
        players: Any = told["players"]
        for field in ("stake", "profit", "returned"):
            assert sum(player[field] for player in players.values()) == sum(entry[field] for entry in rows)
    return "settled"


@given(st.binary(max_size=200))
def test_any_bytes_get_a_word(line: bytes) -> None:
    assert check_answer(line) in WORDS


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 10)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["AS", "KD", "8H", "baccarat", "blackjack", "split", "stand", "A", "B", "initial", "main"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(VALUES)
def test_any_json_value_gets_an_answer(value: Any) -> None:
    check_answer(json.dumps(value).encode())


@given(
    st.dictionaries(st.sampled_from(["game", "cards", "bets", "box", "dealer", "boxes", "decisions", "limits"]), VALUES)
)
def test_any_object_with_the_right_names_gets_an_answer(line: Json) -> None:
    for game in ("baccarat", "three_pictures", "blackjack", "blackjack_plus", "classic_blackjack"):
        check_answer(json.dumps({**line, "game": game}).encode())


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a line with every key or index in it."""
    own: list[tuple[Any, Any]]
    if isinstance(value, dict):
        own = [(value, key) for key in value]
    elif isinstance(value, list):
        own = [(value, index) for index in range(len(value))]
    else:
        return []
    return own + [place for inner in (value.values() if isinstance(value, dict) else value) for place in places(inner)]


def broken(line: Json, seed: int, value: Any) -> Json:
    """One to three places of a line made wrong: another value, gone, doubled, or taken from elsewhere in it."""
    rng = random.Random(seed)
    other = deepcopy(line)
    for _ in range(rng.randint(1, 3)):
        found = places(other)
        if not found:
            break
        container, key = rng.choice(found)
        match rng.randrange(4):
            case 0:
                container[key] = deepcopy(value)
            case 1:
                del container[key]
            case 2:
                inner, name = rng.choice(found)
                container[key] = deepcopy(inner[name])
            case _:
                if isinstance(container, list):
                    container.insert(key, deepcopy(container[key]))
                else:
                    container["x" + key] = container[key]
    return other


@given(st.integers(0, 10**9), st.sampled_from(EXAMPLES), VALUES)
@settings(max_examples=400)
def test_a_valid_line_with_any_place_made_wrong_gets_an_answer(seed: int, line: Json, value: Any) -> None:
    check_answer(json.dumps(broken(line, seed, value)).encode())


def test_the_lines_made_wrong_reach_many_words() -> None:
    """Else the test above would show little: so let it be seen what it comes to."""
    values: list[Any] = [None, -1, 0, 2, 10**16, 1.5, "", "AS", [], {}, True, "stand", {"A": 2}]
    rng = random.Random(7)
    words = {
        check_answer(json.dumps(broken(rng.choice(EXAMPLES), seed, rng.choice(values))).encode())
        for seed in range(3000)
    }
    assert words >= {"settled", *WORDS} - {"bad_json", "foreign_card", "bad_decks"}


@given(st.integers(0, 10**6), st.integers(0, 10**9), VALUES)
@settings(max_examples=200)
def test_a_random_round_with_any_place_made_wrong_gets_an_answer(seed: int, place: int, value: Any) -> None:
    for line in lines(seed, 2, doubtful=True):
        check_answer(json.dumps(line).encode())
        check_answer(json.dumps(broken(line, place, value)).encode())


def test_a_table_of_many_boxes_is_refused_at_once() -> None:
    line = {"game": "blackjack", "boxes": [{"bettors": [{"player": "A", "bet": 2}]}] * 21, "cards": []}
    assert settled(line) == {"error": "bad_field", "detail": "a table has at most 20 boxes, not 21"}


def test_a_sentence_counts_boxes_as_the_line_does() -> None:
    boxes = [{"bettors": [{"player": "A", "bet": 100}]}, {"bettors": [{"player": "B", "side": {"over_13": 10}}]}]
    line = {"game": "blackjack", "boxes": boxes, "cards": []}
    assert settled(line)["detail"] == "box 1 over_13: there is no Initial Bet on box 1 (§3.9)"
    odd = {"game": "blackjack", "boxes": [{"bettors": [{"player": "A", "bet": 101}]}], "cards": []}
    assert settled(odd)["detail"] == "box 0 main: 101 is no multiple of the step 2 (§3.5)"
    pictures = changed(THREE_PICTURES, "bets", "initial", to=101)
    assert settled(pictures)["detail"] == "initial: 101 is no multiple of the step 2 (§3.6)"


def test_when_the_decider_of_a_shared_box_walked_away_the_next_one_decides() -> None:
    bettors = [{"player": "A", "seated": True, "bet": 1000}, {"player": "B", "bet": 500}]
    line = {
        "game": "blackjack",
        "boxes": [{"walked_away": True, "bettors": bettors}],
        "decisions": [{"box": 0, "hand": 0, "action": "double"}],
        "cards": "6S 6D 5H TC TD TH".split(),
    }
    won = [("A", "main", 1000), ("B", "main", 500), ("B", "double", 500)]
    assert [(row["player"], row["bet"], row["profit"]) for row in settled(line)["bets"]] == won
    assert word({**line, "game": "classic_blackjack", "boxes": [{"walked_away": True, "bettors": bettors[:1]}]}) == (
        "bad_field"
    )


def test_what_is_no_card_is_not_echoed_whole() -> None:
    line = {"game": "baccarat", "cards": ["x" * 10_000]}
    assert len(str(answer(json.dumps(line).encode())["detail"])) < 200
