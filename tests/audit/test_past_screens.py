"""The screens of a Round that is over are the screens of then: compared with those of a table that is running."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import asdict

from audit import dispute_check as check
from audit import past_screens
from audit.evidence import find
from audit.past_screens import watch
from audit.replay import frames_of
from audit.shown import FIELDS, parts, terminals_of
from console.panel.board import Board
from deploy.cli import main
from deploy.demo.box_rehearsal import BoxRehearsal
from deploy.demo.rehearsal import Rehearsal
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.journal import Journal
from terminal.screen import TerminalView
from tests.console.cluster import TABLE
from tests.floor import histories

# Of a Board, what a panel is told besides the log, and what it was asked itself.
NOT_IN_THE_LOG: Final = (
    "as_of",
    "fates",
    "answer",
    "asking",
    "waiting",
    "prepared",
    "left_ms",
    "machines",
    "seats",
    "unsigned",
)


def board_of(board: Board) -> dict[str, Any]:
    told = {name: value for name, value in asdict(board).items() if name not in (*NOT_IN_THE_LOG, "sight", "guides")}
    return {
        **told,
        "guides": [(it.halt, it.choices) for it in board.guides],
        "credits": [it.credit for it in board.seats],
    }


def picture_of(view: TerminalView) -> dict[str, Any]:
    """What is written into a pack, and what else the window draws."""
    drawn = ("history", "road", "repeat", "crowd", "cards_left", "result_amount", "link", "changed", "staked_amount")
    return {name: getattr(view, name) for name in (*FIELDS, *drawn) if name != "left_ms"}


class Filmed:
    """Looks at every screen of a running table after each act."""

    def __init__(self, table: Rehearsal) -> None:
        self.table = table
        self.seen: dict[int, tuple[dict[str, Any], dict[str, dict[str, Any]]]] = {}

    def look(self) -> None:
        self.table.wait(300)  # everybody has heard the pulse
        seats = {name: picture_of(seat.view) for name, seat in self.table.seats.items()}
        self.seen[self.table.pen.seq] = board_of(self.table.board), seats


def baccarat() -> Filmed:
    table = Rehearsal(terminals=3)
    filmed = Filmed(table)
    for seat in table.seats.values():
        seat.buys(500_000)
    table.open_bets()
    table.seats["T02"].bets(banker=10_000)
    table.close_bets()
    table.draw("5S 6H TH 9S 4C 3D")
    table.certify()
    table.open_bets()
    filmed.look()
    table.seats["T01"].bets(player=25_000, tie=5_000)
    filmed.look()
    table.seats["T02"].bets(banker=50_000)
    table.seats["T03"].bets(banker=2_500)
    filmed.look()
    table.seats["T01"].bets(player=25_000)
    filmed.look()
    table.close_bets()
    filmed.look()
    for card in ("5S", "6H", "TH", "9S", "4C", "3D"):
        table.draw(card)
        filmed.look()
    table.propose(m.OpenBets())  # refused, and told so at this panel
    filmed.look()
    assert table.board.refused is not None
    table.certify()
    filmed.look()
    table.correct("5S 6H TH 3S")
    filmed.look()
    return filmed


def blackjack() -> Filmed:
    table = BoxRehearsal()
    filmed = Filmed(table)
    table.bets()
    filmed.look()
    table.close_bets()
    filmed.look()
    cards = iter("5S 6H TH 9S 4C 3D 2S 8H 7D KC QS JD 5D 6C 9H 4H 3S 2D".split())
    while table.table.view.due:
        table.draw(next(cards))
        filmed.look()
    table.all_decline()
    filmed.look()
    return filmed


@pytest.mark.parametrize("play", [baccarat, blackjack])
def test_each_screen_is_what_it_was(play: Callable[[], Filmed], tmp_path: Path) -> None:
    filmed = play()
    table = filmed.table
    path = histories.keep(tmp_path, table.setup.table, table.entries)
    with Journal.open_to_read(path) as journal:
        span, _ = find(journal, table.table.view.round_no)
        found = list(watch(journal, span, sorted(filmed.seen), [*table.seats], panel=True))
    assert len(found) == len(filmed.seen) > 5
    for moment in found:
        board, seats = filmed.seen[moment.seq]
        assert moment.panel is not None
        for name, view in moment.terminals.items():
            shown = picture_of(view)
            assert {key: (shown[key], seats[name][key]) for key in shown if shown[key] != seats[name][key]} == {}, name
        assert board_of(moment.panel) == board


def test_a_round_far_behind_is_shown_with_what_a_day_before_it_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From a picture that the console's own core makes; what was before is known as whoever joined then would."""
    filmed = baccarat()
    path = histories.keep(tmp_path, filmed.table.setup.table, filmed.table.entries)
    with Journal.open_to_read(path) as journal:
        span, _ = find(journal, 2)
        monkeypatch.setattr(past_screens, "CONTEXT", 10)
        assert span.began - 1 > 10
        found = list(watch(journal, span, sorted(filmed.seen), ["T01"], panel=True))
    for moment in found:
        board, seats = filmed.seen[moment.seq]
        assert moment.panel is not None
        assert {**board_of(moment.panel), "log": ()} == {**board, "log": ()}  # it begins later
        shown = picture_of(moment.terminals["T01"])
        assert {name: shown[name] for name in FIELDS if name in shown} == {
            name: seats["T01"][name] for name in FIELDS if name in shown
        }


def test_the_countdown_is_the_one_of_then(tmp_path: Path) -> None:
    path = histories.keep(tmp_path, TABLE, histories.two_currencies())
    with Journal.open_to_read(path) as journal:
        span, _ = find(journal, 1)
        left = [it.terminals["T1"].left_ms for it in watch(journal, span, range(span.began, span.last), ["T1"])]
    opened = left[1:4]
    assert opened == [15_000, 14_900, 14_800]  # a tenth of a second for each commit
    assert left[-1] == -1


# --- in a pack ---------------------------------------------------------------------------------------------------


def test_the_pack_says_what_a_terminal_showed_and_nothing_of_another(tmp_path: Path) -> None:
    path = histories.keep(tmp_path, TABLE, histories.two_currencies())
    with Journal.open_to_read(path) as journal:
        span, _ = find(journal, 1)
        assert terminals_of(journal, span) == ["T1", "T2"]
        found = parts(journal, span, ["T1"])
    assert set(found) == {"shown.T1.jsonl", "shown.T1.txt"}
    pictures = [json.loads(line) for line in found["shown.T1.jsonl"].splitlines()]
    assert [it["seq"] for it in pictures] == sorted(it["seq"] for it in pictures)
    bets = [(it["registered_amount"], it["credit"]) for it in pictures]
    assert (10_000, 40_000) in bets  # the Bet is on the screen, and not in the credit any more
    last = pictures[-1]
    assert last["attention"] == "corrected"
    assert last["computed"] == [["banker", 10_000, 10_000, "3.12"]]
    assert [(it["spot"], it["returned"]) for it in last["lines"]] == [("banker", 10_000)]
    for told in found.values():
        assert not re.search(rb"\bT2\b", told)
        assert b"tie SGD" not in told
    text = found["shown.T1.txt"].decode()
    assert "had not said that it had applied the close" in text
    assert "bet banker SGD 100.00, registered, No. 33" in text
    assert "computed here: banker SGD 100.00 -> SGD 100.00, §3.12" in text


def test_a_regulators_pack_has_every_terminal_and_no_number_of_a_ticket(tmp_path: Path) -> None:
    entries = histories.two_currencies()
    path = histories.keep(tmp_path, TABLE, entries)
    facts = [decode_event(it.body) for it in entries]
    numbers = [it.number for it in facts if isinstance(it, e.TicketNumbered)]
    assert len(numbers) == 2
    for round_no, names in ((1, {"T1", "T2"}), (4, {"T2"})):
        pack = tmp_path / f"{round_no}.zip"
        assert main(["dispute", str(path), "--round", str(round_no), "--everybody", "--output", str(pack)]) == 0
        found, wrong = check.parts_of(pack.read_bytes())
        assert wrong == []
        shown = {name: data for name, data in found.items() if name.startswith("shown.")}
        assert set(shown) == {f"shown.{name}.{kind}" for name in names for kind in ("jsonl", "txt")}
        whole = b"".join(found.values()).decode()
        assert not any(number in whole for number in numbers)
        assert "shown.*" in found["README.txt"].decode()


def test_whoever_has_no_bet_has_no_screen_to_be_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Rehearsal(terminals=1)
    table.play(1)
    path = histories.keep(tmp_path, table.setup.table, table.entries)
    with Journal.open_to_read(path) as journal:
        assert all(it.terminal is None and it.panel is not None for it in frames_of(journal, 1, "", "both"))
        assert all(it.terminal is not None and it.panel is None for it in frames_of(journal, 1, "T01", "terminal"))
    assert main(["replay", str(path), "--round", "1", "--pictures", str(tmp_path)]) == 2  # never into what is there
    assert "exists" in capsys.readouterr().err
