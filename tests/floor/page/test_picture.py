"""What a browser is told of a table: words, cards, roads and charts, and nothing of what lies face down."""

import re
from xml.etree import ElementTree

import pytest

from floor.page import cards, charts, picture, roads
from floor.page.roles import MAY_SEE, Role, Sight
from floor.page.standing import Ring, Standing, Tally
from floor.page.watch import Known
from floor.page.words import HALTS, OURS, SHARED, read, say
from floor.rows import TABLES, Memory, Projection
from games.baccarat.roads import parse_result, roads_of
from games.cards import DECK
from looks.words import HALTS as OF_THE_SCREENS
from protocol.config import LANGUAGES
from protocol.halts import Halt
from tests.console import cluster as calm
from tests.floor import histories

ALL = frozenset(Sight)
TEMPLATES = OURS.parent / "templates"


def followed(entries: object, name: str = "BAC-01") -> Known:
    standing = Standing(name)
    for entry in entries:  # type: ignore[attr-defined]
        standing.apply(entry.seq, entry.wall_time, entry.body)
    return Known(1, standing)


def drawn(known: Known, role: Role = Role.MANAGER, language: str = "en") -> picture.TablePicture:
    return picture.draw(known, MAY_SEE[role], language, now_ms=0)


def test_every_word_is_there_in_every_language() -> None:
    keys = {row["key"] for row in read(OURS)} | {row["en"] for path in SHARED for row in read(path)}
    for row in read(OURS):
        assert all(row[language] for language in LANGUAGES), row
        places = set(re.findall("%[0-9]", row["en"]))
        assert all(set(re.findall("%[0-9]", row[language])) == places for language in LANGUAGES), row
    sources = [path.read_text() for path in sorted(TEMPLATES.rglob("*.html"))]
    texts = {text for source in sources for text in re.findall(r'[^a-z]_\(\s*"([^"]+)"', source)}
    texts |= {text for source in sources for text in re.findall(r"[^a-z]_\(\s*'([^']+)'", source)}
    whole = {text for text in texts if not text.endswith(" ")}
    assert len(whole) > 80
    assert whole <= keys, whole - keys
    for start in texts - whole:  # `_("role " ~ session.role)`
        assert any(key.startswith(start) for key in keys), start
    assert set(picture.PHASES.values()) | set(picture.ROADS.values()) <= keys
    assert {f"role {role}" for role in Role} <= keys
    assert say("call money", "en") == "money"
    assert say("Shoe %1", "ms", 4) == "Kotak kad 4"


def test_why_a_table_waits_is_said_as_on_the_screens() -> None:
    assert HALTS == OF_THE_SCREENS
    assert HALTS.keys() == set(Halt)


def test_a_page_that_was_there_from_the_first_entry_stands_where_the_rows_do() -> None:
    entries = histories.two_currencies()
    projection = Projection(lambda _: "", Memory())
    for entry in entries:
        projection.enter(entry)
    standing = followed(entries).standing
    memory = projection.memory
    assert (standing.view, standing.ledger, standing.seq) == (memory.view, memory.ledger, len(entries))
    lines = [dict(zip(TABLES["lines"], row, strict=True)) for row in projection.rows["lines"]]
    today = Tally()
    for line in lines:
        if line["day"] == memory.view.day and line["currency"] == memory.currency:
            today.add(int(line["staked"] or 0), int(line["returned"] or 0))
    assert standing.today == today
    assert today.handle


def test_halts_calls_and_their_age() -> None:
    table = calm.Cluster(terminals=("T1", "T2"))
    table.open_round({"T1": {"banker": 100}})
    table.call()
    shown = drawn(followed(table.entries))
    assert (shown.phase, [halt.reason for halt in shown.halts]) == ("halted", [HALTS["called"]])
    assert drawn(followed(table.entries), language="zh_CN").said == "暂停"


def test_a_card_that_lies_face_down_is_a_back_and_nothing_else() -> None:
    table = calm.betting({}, "blackjack", squeeze=True)
    table.place("T1", {"1/main": 100}, "squeeze")
    table.close()
    table.deal("9S 6D 8H")
    hidden = [card for hand in table.view.hands.values() for card in hand if card is None]
    shown = drawn(followed(table.entries))
    backs = [card for hand in shown.hands for card in hand.cards if card == cards.BACK]
    assert len(backs) == len(hidden)
    assert hidden, "else nothing was tried"
    open_cards = {card.text for hand in table.view.hands.values() for card in hand if card is not None}
    assert {card for hand in shown.hands for card in hand.cards} == {cards.BACK, *open_cards}


def test_who_may_not_see_money_is_told_none() -> None:
    table = calm.Cluster(terminals=("T1", "T2"))
    table.play(calm.BANKER_WINS, {"T1": {"banker": 200}})
    known = followed(table.entries)
    assert drawn(known).money is not None
    for role in (Role.SUPERVISOR, Role.SURVEILLANCE):
        shown = drawn(known, role)
        assert shown.money is None
        assert not any(seat.credit or seat.stake for seat in shown.seats)
        assert not picture.sums([known], MAY_SEE[role])
    known.standing.ring(Ring(1, "", "E401", "NoteHeld", "T1: note 1 of SGD 7.77 is held", 0))
    assert "7.77" in picture.rings(known.standing, MAY_SEE[Role.MANAGER])[0].text
    assert picture.rings(known.standing, MAY_SEE[Role.SUPERVISOR])[0].text == "NoteHeld"
    bare = drawn(known, Role.TECHNICIAN)
    assert (bare.game, bare.hands, bare.seats, bare.road, bare.round_no) == ("", (), (), "", 0)


def test_every_card_has_a_picture() -> None:
    assert set(cards.names()) == {cards.BACK, *(card.text for card in DECK)}
    for name in cards.names():
        ElementTree.fromstring(cards.picture(name))


def test_roads_are_drawn_with_every_mark() -> None:
    marks = "B P Bpn T Pbp B B T T P B B B B B B B P".split()
    made = roads.roads_from(marks)
    assert made == roads_of(parse_result(word) for word in marks)
    for svg, count in (
        (roads.bead_plate(made, 12, "BPT", "<Beads>"), len(made.bead_plate)),
        (roads.big_road(made, 32, "BPT", "Big"), len(made.big_road)),
        *((roads.derived_road(made, kind, 30, kind), len(getattr(made, kind).marks)) for kind in roads.DERIVED),
    ):
        tree = ElementTree.fromstring(svg)
        assert sum(1 for it in tree if it.tag.endswith("g")) == count
    assert "&lt;Beads&gt;" in roads.bead_plate(made, 12, "BPT", "<Beads>")


@pytest.mark.parametrize("count", [0, 1, 3, 500])
def test_charts_of_any_day_can_be_drawn(count: int) -> None:
    rounds = [(number, Tally(100 * number, (-1) ** number * 70)) for number in range(1, count + 1)]
    for chart in (charts.win_chart(rounds, str, "Win"), charts.handle_chart(rounds, str, "Handle")):
        ElementTree.fromstring(chart)
    assert charts.handle_chart(rounds, str, "Handle").count("<rect") == min(count, 72 if count == 500 else count)
