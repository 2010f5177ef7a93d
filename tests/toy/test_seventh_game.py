"""The proof that a game is a folder: a seventh one is opened, bet on, dealt, certified, corrected, voided and shown by
the cores of console, terminal, panel and display, and settled by the auditors' command, without one changed line.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.settle import answer
from console.config import read_table
from console.panel import board
from deploy.demo.rehearsal import Rehearsal
from games.cards import parse_cards
from games.round import Reconstructed, Voided
from protocol import messages as m
from tests.console.tables import CAPS
from tests.toy.table import SETUP, catalogued, toy_table


@pytest.fixture(autouse=True)
def _catalogue() -> Iterator[None]:
    with catalogued():
        yield


def played(cards: str = "KS 5D") -> Rehearsal:
    table = toy_table()
    table.load_shoe()
    table.open_bets()
    table.seats["T01"].bets(dragon=1_000)
    table.seats["T02"].bets(tiger=500, draw=500)
    table.close_bets()
    table.draw(cards)
    return table


def balances(table: Rehearsal) -> list[int]:
    return [seat.view.credit for seat in table.seats.values()]


def test_it_is_bet_on_dealt_and_certified() -> None:
    table = toy_table()
    table.load_shoe()
    table.open_bets()
    table.seats["T01"].bets(dragon=1_000)
    view = table.seats["T01"].view
    assert [(shown.spot, shown.registered) for shown in view.spots] == [("dragon", 1_000)]
    close = board.show(table.desk, table.now_ms).next
    assert (close.key, close.paragraph) == ("close_bets", "8.4")
    table.close_bets()
    table.draw("KS")
    draw = board.show(table.desk, table.now_ms).next
    assert (draw.key, draw.detail, draw.paragraph) == ("draw", "tiger", "8.4")
    table.draw("5D")
    certify = board.show(table.desk, table.now_ms).next
    assert (certify.key, certify.paragraph) == ("certify", "8.5")
    table.certify()
    view = table.seats["T01"].view
    assert [(line.spot, line.returned, line.paragraph) for line in view.lines] == [("dragon", 2_000, "8.5")]
    assert (view.credit, view.disputed) == (101_000, 0), "the terminal has recomputed its own lines"


def test_every_screen_shows_it_in_its_own_words() -> None:
    table = played()
    shown = board.show(table.desk, table.now_ms)
    assert [(hand.hand, hand.cards, hand.points) for hand in shown.hands] == [
        ("dragon", ("KS",), 13),
        ("tiger", ("5D",), 5),
    ]
    assert [(area.spot, area.amount, area.pays) for area in shown.exposure] == [
        ("dragon", 1_000, 1_000),
        ("tiger", 500, 500),
        ("draw", 500, 4_000),
    ]
    assert (shown.differential, shown.result) == (500, table.display.result)
    assert table.display.result is not None
    assert (table.display.result.winner, table.display.result.points) == ("dragon", 13)
    assert table.seats["T02"].view.result == table.display.result
    assert table.display.road == ()


def test_it_is_corrected_and_what_that_changes_is_shown_before() -> None:
    table = played()
    table.certify()
    assert balances(table) == [101_000, 99_000]
    other = parse_cards(["5S", "5D"])
    seen = board.preview("dragon_tiger", other)
    assert seen is not None
    assert seen.result is not None
    assert (seen.places, seen.result.winner) == (("dragon", "tiger"), "draw")
    table.order(m.Correct(other))
    assert balances(table) == [99_000, 103_500]


def paragraphs(table: Any, act: type) -> list[str]:
    """Under which of its paragraphs the guide offers this ruling now."""
    orders = (it.step.order for guide in board.show(table.desk, table.now_ms).guides for it in guide.choices)
    return sorted({it.paragraph for it in orders if isinstance(it, m.Rule) and isinstance(it.act, act)})


def test_it_is_voided_under_its_own_paragraph_and_no_other() -> None:
    table = played()
    table.order(m.Rule(Voided("5.3.1"), "5.3.1"))
    refused = board.show(table.desk, table.now_ms).refused
    assert refused is not None
    assert refused.reason == "illegal_ruling"
    assert paragraphs(table, Voided) == ["9.1", "9.2", "9.9"]
    table.order(m.Rule(Voided("9.2"), "9.2"))
    assert (table.display.void, balances(table)) == ("9.2", [100_000, 100_000])


def test_a_card_too_many_stops_it_and_its_order_is_restored() -> None:
    table = played("KS 5D 9C")
    shown = board.show(table.desk, table.now_ms)
    assert ([halt.reason for halt in shown.halts], shown.surplus) == (["surplus"], ("9C",))
    assert paragraphs(table, Reconstructed) == ["9.3"]


def test_auditors_settle_its_lines() -> None:
    line = b'{"game":"dragon_tiger","cards":["5S","5D"],"bets":{"draw":100}}'
    assert answer(line) == {
        "bets": {"draw": {"stake": 100, "profit": 800, "returned": 900, "odds": "8 to 1", "paragraph": "8.5"}}
    }


def test_its_configuration_is_read_and_without_its_felts_it_is_not_opened(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    limits = "".join(f"{spot} = {{ min = 5, max = 100 }}\n" for spot in ("dragon", "tiger", "draw"))
    notes = "notes = [10, 50]\nnotes_per_hour = 1000\n"
    file.write_text(f'[table]\nid = "1"\ngame = "dragon_tiger"\ncurrency = "SGD"\n{notes}[limits]\n{limits}{CAPS}')
    assert read_table(file).setup.unplayable == ""
    table = toy_table(replace(SETUP, unplayable="no screen can show it"))
    refused = board.show(table.desk, table.now_ms).refused
    assert refused is not None
    assert (refused.reason, refused.detail, table.desk.view.game) == ("no_felt", "no screen can show it", "")
