"""Every alarm of the console at a panel, in the panel's language: with what it is about, and no word of another one."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from console import table
from console.panel.board import Board
from console.panel.diary import Told, tell
from games.round import PlayerId
from looks import LANGUAGES
from looks.words import say_in
from protocol import events as e
from protocol.alarm_words import ALARMS, in_english
from protocol.alarms import Alarm
from tests.ui.conftest import OpenPanel as Open
from tests.ui.panel_boards import TERMINALS, board_of, open_table

CONSOLE = Path(table.__file__).parents[1]
SYSTEM = "[Errno 5] Input/output error"  # in no language of ours
pytestmark = pytest.mark.usefixtures("qapp")

T01 = PlayerId(TERMINALS[0])


def places(kind: Alarm) -> int:
    return len(set(re.findall(r"%\d", ALARMS[kind])))


def raised(kind: Alarm) -> e.AlarmRaised:
    return e.AlarmRaised("T07", kind, ("T08 (panel)", "4,711.00")[: places(kind)], SYSTEM)


def ringing(*facts: e.Event) -> Board:
    lines: tuple[Told | None, ...] = tuple(tell(900 + place, fact) for place, fact in enumerate(facts))
    return replace(board_of(open_table()), log=tuple(line for line in lines if line is not None))


def test_whatever_rings_has_a_sentence_and_a_place_where_it_is_raised() -> None:
    assert ALARMS.keys() == set(Alarm)
    source = "\n".join(path.read_text() for path in CONSOLE.rglob("*.py"))
    assert [kind.name for kind in Alarm if not re.search(rf"\bAlarm\.{kind.name}\b", source)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_panel_says_every_alarm_in_its_own_language(open_panel: Open, language: str) -> None:
    panel = open_panel(language=language)
    panel.model.show(ringing(*map(raised, Alarm)))
    told = dict(zip(Alarm, reversed(panel.model.part("log")), strict=True))
    for kind, row in told.items():
        alarm, (whose, said) = raised(kind), row["parts"]
        assert (whose, row["detail"]) == ("T07", SYSTEM), kind
        wanted = say_in(language, ALARMS, kind)
        for place, about in enumerate(alarm.about, 1):
            wanted = wanted.replace(f"%{place}", about)
        assert said == wanted, kind
        assert "%" not in said, kind
        assert (said == in_english(replace(alarm, detail=""))) is (language == "en"), kind
        assert language[:2] != "zh" or re.search(r"[一-鿿]", said), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_of_them_are_without_flaw_on_the_page(open_panel: Open, language: str) -> None:
    panel = open_panel(language=language)
    longest = sorted(Alarm, key=lambda kind: -len(say_in(language, ALARMS, kind)))[:10]
    panel.shows(ringing(*map(raised, longest)))
    assert panel.flaws() == []
    panel.tap("page.events")
    assert panel.flaws() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_terminal_is_out_of_play_is_said_likewise_and_a_persons_words_as_they_are(
    open_panel: Open, language: str
) -> None:
    panel = open_panel(language=language)
    board = board_of(open_table())
    for why, said in ((Alarm.OVERDRAWN, say_in(language, ALARMS, Alarm.OVERDRAWN)), ("look at it", "look at it")):
        seats = tuple(replace(seat, latched=str(why)) if seat.terminal == T01 else seat for seat in board.seats)
        panel.model.show(replace(board, seats=seats))
        (seat,) = [row for row in panel.model.part("seats") if row["terminal"] == T01]
        assert seat["latched"] == said


def test_what_somebody_has_written_is_shown_as_he_wrote_it(open_panel: Open) -> None:
    """No place in it is filled, and no sign of a pattern means anything."""
    ruling, name = "$& $1 50%2 %1", "%2 $`"
    panel = open_panel(ringing(e.RulingRecorded(ruling), e.AlarmRaised(name, Alarm.DENIED_IDENTITY, ("%2", "%1"))))
    panel.tap("page.events")
    panel.image()
    said = panel.said()
    assert f"Ruling: {ruling}" in said
    assert f"Alarm, {name}: not let in: it says %2, and its key is that of %1" in said
