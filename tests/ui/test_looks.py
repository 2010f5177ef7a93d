"""The shared look: the gallery passes every check in every language, size and theme, and the checks can fail."""

import io
import re
import subprocess
import sysconfig
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Property, QCoreApplication, QDateTime, QPointF, QRectF, QSize, QSizeF, Qt, QTranslator
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QRawFont
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from games.baccarat.roads import Result, parse_result, roads_of
from games.cards import DECK
from games.catalog import FACES
from looks import IMPORT_PATH, LANGUAGES, road_view, words
from looks.fonts import FAMILY, FAMILY_TW, FOLDER, load_fonts
from looks.pictures import picture
from looks.road_view import KINDS, RoadCounts, RoadPainting, Scribe
from looks.sounds import CUES, sound
from looks.squeeze_view import area_of, drawn_across, folded, pulled_to, take_hold
from looks.times import clock, clock_minutes
from protocol import guide_words
from protocol.alarm_words import ALARMS
from protocol.halts import Halt
from protocol.join import Link
from protocol.view import Phase
from tests.tools.make_translations import QML_FOLDERS, TRANSLATED, collect, phrases, texts_of, texts_shown
from tests.ui.quick import (
    Screen,
    contrast,
    flaws,
    luminance,
    overflows,
    overlaps,
    small_targets,
    tappables,
    texts,
    theme,
    walk,
)

GALLERY = IMPORT_PATH / "Gallery.qml"
Show = Callable[..., Screen]

pytestmark = pytest.mark.usefixtures("qapp")  # fonts and pictures need the application as well


@pytest.mark.in_turn(6)
def test_the_gallery_is_without_flaw_in_every_language(show: Show, tmp_path: Path) -> None:
    for language in LANGUAGES:
        for high_contrast in (False, True):
            screen = show(GALLERY, language=language, high_contrast=high_contrast)
            screen.shot(tmp_path / f"{language}_{high_contrast}.png")
            assert flaws(screen.root) == []
            # The checks have seen what is there.
            assert len(texts(screen.root)) == 55
            assert len(tappables(screen.root)) == 9


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (2560, 1440), (3840, 2160)])
@pytest.mark.in_turn(6)
def test_the_gallery_is_without_flaw_in_every_size(show: Show, size: tuple[int, int]) -> None:
    screen = show(GALLERY, size=size, language="ms")
    assert flaws(screen.root) == []


PAGE = """
import QtQuick
import Looks
Rectangle {{ color: "#05211a"; width: 600; height: 400
{0}
}}
"""


SMALL = (600, 400)
COVER = 'Rectangle { color: "#05211a"; width: 600; height: 400; Label { text: "b" } }'


@pytest.mark.parametrize(
    ("check", "part", "flaw"),
    [
        (overflows, 'Label { text: "Banker Pair"; width: 40 }', "'Banker Pair' in the screen is larger than its place"),
        (overflows, 'Label { text: "Banker Pair"; width: 60; elide: Text.ElideRight }', "is cut off"),
        (overflows, 'Rectangle { width: 50; height: 30; Label { text: "Banker Pair" } }', "sticks out"),
        (overflows, 'Label { text: "Banker Pair"; x: 570 }', "sticks out"),
        (overflows, 'Label { text: "Banker Pair" }', ""),
        (overlaps, 'Label { text: "Banker" } Label { x: 20; text: "Player" }', "overlap"),
        (overlaps, 'BigButton { text: "a" } BigButton { text: "b"; y: 50 }', "overlap"),
        (overlaps, 'BigButton { text: "a" } BigButton { text: "b"; y: 70 }', ""),
        (overlaps, f'Label {{ text: "a" }} {COVER}', ""),
        (contrast, 'Label { text: "Banker"; color: "#24443a" }', "has a contrast of"),
        (contrast, 'Label { text: "Banker"; opacity: 0.2 }', "has a contrast of"),
        (contrast, 'Label { text: "Banker" }', ""),
        (small_targets, 'BigButton { objectName: "tiny"; text: "a"; height: 40 }', "tiny 'a' is only 64 by 40 px"),
        (small_targets, 'MouseArea { objectName: "area"; width: 30; height: 90 }', "is only 30 by 90 px"),
    ],
)
def test_each_check_finds_its_flaw_and_no_other(
    show: Show, check: Callable[[QQuickItem], list[str]], part: str, flaw: str
) -> None:
    found = check(show(PAGE.format(part), size=SMALL).root)
    assert flaw in "\n".join(found)
    assert bool(found) == bool(flaw)


@pytest.mark.qt_log_ignore("missing is not defined", "NoSuchPart is not a type", extend=True)
def test_a_complaint_of_qml_is_found() -> None:
    screen = Screen(PAGE.format("Label { text: missing.word }"))
    assert ["missing is not defined" in warning for warning in screen.close()] == [True]
    with pytest.raises(ValueError, match="NoSuchPart"):
        Screen(PAGE.format("NoSuchPart {}"))


def test_a_button_answers_a_finger_only_while_it_is_enabled(show: Show) -> None:
    page = (
        'property int taps: 0; BigButton {{ objectName: "go"; text: "Go"; enabled: {0}; onTapped: parent.taps += 1 }}'
    )
    on = show(PAGE.format(page.format("true")), size=SMALL)
    on.tap("go")
    assert on.root.property("taps") == 1
    off = show(PAGE.format(page.format("false")), size=SMALL)
    off.tap("go")
    assert off.root.property("taps") == 0


CARD = """
    CardItem {{ objectName: "card"; x: 100; y: 20; face: "{0}"; faceDown: true }}
"""


def test_a_card_turns_over(show: Show) -> None:
    screen = show(PAGE.format(CARD.format("9S")), size=(600, 400), motion=True)
    card = screen.item("card")
    back = screen.image()
    card.setProperty("faceDown", False)
    screen.until(lambda: bool(card.property("open")))
    assert screen.image() != back


SQUEEZED = 'SqueezedCard {{ objectName: "card"; x: 100; y: 20; width: 200; height: 280; face: "{0}" }}'


@pytest.mark.parametrize(
    ("at", "hold"),
    [
        ((10, 20), (0, 0)),  # a corner
        ((195, 270), (200, 280)),
        ((5, 140), (0, 140)),  # a side
        ((190, 120), (200, 120)),
        ((100, 6), (100, 0)),
        ((90, 250), (90, 280)),
    ],
)
def test_a_card_is_taken_by_the_nearest_corner_or_edge(at: tuple[int, int], hold: tuple[int, int]) -> None:
    assert take_hold(QPointF(*at), QRectF(0, 0, 200, 280)) == QPointF(*hold)


@pytest.mark.parametrize(
    ("hold", "by", "across"),
    [
        ((200, 280), (0, 0), 0),
        ((200, 280), (-200, -280), 1),  # a corner onto the opposite one, or along a side
        ((200, 280), (-100, -140), 0.5),
        ((200, 280), (-200, 0), 1),
        ((90, 280), (0, -280), 1),  # a side onto the other
        ((90, 280), (40, -70), 0.25),
        ((0, 140), (50, 9), 0.25),
    ],
)
def test_how_far_a_card_is_drawn_is_told_by_the_way_that_there_is(
    hold: tuple[int, int], by: tuple[int, int], across: float
) -> None:
    size, held = QRectF(0, 0, 200, 280), QPointF(*hold)
    assert drawn_across(held, pulled_to(held, QPointF(*by), size), size) == pytest.approx(across)


def test_a_bent_card_shows_its_pips_and_never_its_index(show: Show) -> None:
    screen = show(PAGE.format(SQUEEZED.format("8H")), size=(600, 400))
    card = screen.item("card")
    flat = screen.image()
    card.setProperty("hold", QPointF(200, 280))
    assert card.property("lifted") == 0
    card.setProperty("finger", QPointF(-120, -160))
    assert 0.1 < card.property("lifted") < 0.5
    assert screen.image() != flat
    card.setProperty("finger", QPointF(40, 40))
    assert card.property("lifted") == 0, "it is not drawn off the card"


@given(st.floats(-400, 400), st.floats(-400, 400), st.floats(0, 200), st.floats(0, 280))
def test_what_lies_and_what_is_bent_up_are_the_whole_card(x: float, y: float, at_x: float, at_y: float) -> None:
    size = QRectF(0, 0, 200, 280)
    hold = take_hold(QPointF(at_x, at_y), size)
    found = folded(hold, pulled_to(hold, QPointF(x, y), size), size)
    if found is not None:
        lies, lifted, mirror = found
        assert area_of(lies) + area_of(lifted) == pytest.approx(200 * 280)
        assert area_of(mirror.map(lifted)) == pytest.approx(area_of(lifted))


def test_a_card_that_nobody_may_know_has_only_a_back(show: Show) -> None:
    screen = show(PAGE.format(SQUEEZED.format("")), size=(600, 400))
    flat = screen.image()
    screen.item("card").setProperty("hold", QPointF(200, 280))
    screen.item("card").setProperty("finger", QPointF(-150, -200))
    assert screen.image() == flat


def test_ring_and_title_call_for_the_last_bets_at_the_same_second(show: Show) -> None:
    ring = 'CountdownRing { objectName: "ring"; leftMs: -1; lastCallMs: 5000; running: false }'
    screen = show(PAGE.format(ring), size=SMALL)
    looks = theme(screen.view.engine())
    tones = {"betting": looks.property("good"), "lastBets": looks.property("warn")}
    for left_ms, last in ((18_000, False), (5_400, False), (5_000, True), (4_600, True), (0, True)):
        screen.item("ring").setProperty("leftMs", left_ms)
        assert screen.item("ring").property("lastCall") is last
        assert screen.item("ring").property("tone") == tones["lastBets" if last else "betting"]


def test_a_button_is_reached_and_pressed_by_keyboard(show: Show) -> None:
    page = """property string pressed: ""
        BigButton { objectName: "one"; text: "One"; onTapped: parent.pressed += "1" }
        BigButton { objectName: "off"; x: 200; text: "Off"; enabled: false; onTapped: parent.pressed += "!" }
        BigButton { objectName: "two"; x: 400; text: "Two"; onTapped: parent.pressed += "2" }"""
    screen = show(PAGE.format(page), size=(700, 200))
    before = screen.image()
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_Tab, Qt.Key.Key_Return):
        QTest.keyClick(screen.view, key)
    assert screen.root.property("pressed") == "12"
    assert screen.image() != before, "where the focus is, is seen"


@pytest.mark.parametrize("ground", ["felt", "bar", "panel", "panelRaised"])
@pytest.mark.parametrize("high_contrast", [False, True])
def test_outlines_stand_out_three_to_one(show: Show, ground: str, *, high_contrast: bool) -> None:
    looks = theme(show(PAGE.format(""), size=SMALL, high_contrast=high_contrast).view.engine())
    colours = np.array([looks.property(name).getRgbF()[:3] for name in ("edge", ground)])
    dark, light = sorted(luminance(colours))
    assert (light + 0.05) / (dark + 0.05) >= 3


# --- sounds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cue", sorted(CUES))
def test_each_sound_is_short_begins_and_ends_softly_and_is_as_loud_as_wanted(cue: str) -> None:
    levels = []
    for volume in (1, 2, 3):
        with wave.open(io.BytesIO(sound(cue, volume))) as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)
            assert 0.03 < file.getnframes() / file.getframerate() < 1.5
        assert max(abs(samples[0]), abs(samples[-1])) < 1_000
        levels.append(int(np.max(np.abs(samples))))
    assert levels == sorted(set(levels))
    assert sound(cue, 0) == b""
    assert len(sound(cue, 3)) < 65_536, "a pipe takes it whole"


def test_a_cue_without_a_sound_is_silent() -> None:
    assert sound("lost", 3) == b""


def test_a_countdown_that_is_stopped_goes_on_where_it_was(show: Show) -> None:
    ring = 'CountdownRing { objectName: "ring"; leftMs: 9000; running: false }'
    screen = show(PAGE.format(ring), size=SMALL)
    assert screen.item("ring").property("remainingMs") == 9000
    screen.item("ring").setProperty("running", True)
    screen.until(lambda: screen.item("ring").property("remainingMs") < 8900)
    screen.item("ring").setProperty("running", False)
    left = screen.item("ring").property("remainingMs")
    screen.image()
    assert screen.item("ring").property("remainingMs") == left


def test_the_countdown_counts_by_itself_and_tells_each_second(show: Show) -> None:
    ring = 'CountdownRing { objectName: "ring"; leftMs: 1200; onSecondPassed: seconds => parent.heard += seconds }'
    screen = show(PAGE.format('property string heard: ""; ' + ring), size=SMALL)
    screen.until(lambda: screen.item("ring").property("remainingMs") == 0)
    assert str(screen.root.property("heard")).endswith("10")


def test_the_language_changes_while_the_screen_is_shown(show: Show) -> None:
    screen = show(GALLERY)
    assert screen.text("button.off") == "Undo"
    screen.languages.select("zh_TW")
    assert screen.text("button.off") == "復原"
    assert screen.item("button.off").childItems()
    with pytest.raises(ValueError, match="none of"):
        screen.languages.select("xx")
    screen.languages.select("en")
    assert screen.text("button.off") == "Undo"


def test_every_text_of_every_screen_is_translated(tmp_path: Path) -> None:
    for language in TRANSLATED:
        made = tmp_path / f"{language}.ts"
        missing = collect(language, made)
        assert not missing, f"{language}: run tests.tools.make_translations: {missing}"
        assert {text.source for text in texts_of(made)} == {*phrases(language)}, "a phrase that no screen shows"
        translator = QTranslator()
        assert translator.load(str(words.qm_file(language)))
        for text in texts_of(made):
            assert text.finished
            assert translator.translate(text.context, text.source) == text.translation
            assert [text.source.count(f"%{n}") for n in range(1, 9)] == [
                text.translation.count(f"%{n}") for n in range(1, 9)
            ]


def test_every_word_has_its_place_in_the_translations(tmp_path: Path) -> None:
    collect("zh_CN", made := tmp_path / "zh_CN.ts")
    known = {text.source for text in texts_of(made) if text.context == "words.py"}
    assert known == {
        text
        for table in (
            *(*words.TABLES, guide_words.TOPICS, guide_words.QUESTIONS, guide_words.EFFECTS, ALARMS),
            *(table for face in FACES.values() for table in (face.words, face.letters)),
        )
        for text in table.values()
    }
    assert words.say(words.PHASES, "betting") == "Place your bets"
    assert words.say(words.PHASES, "not a phase") == "not a phase"
    translator = QTranslator()
    assert translator.load(str(words.qm_file("zh_CN")))
    QCoreApplication.installTranslator(translator)
    assert words.word("baccarat", "spot", "banker_pair") == "庄对"
    QCoreApplication.removeTranslator(translator)


def test_whatever_stands_for_a_state_has_a_word() -> None:
    # Betting, where only some are asked; and what software does with the cards before and while it deals them.
    assert words.PHASES.keys() == {*Phase, "deciding", "shuffled", "dealt"}
    assert words.LINKS.keys() == set(Link)
    assert words.HALTS.keys() == set(Halt)


def test_the_fonts_have_every_character_that_is_shown() -> None:
    files = sorted(FOLDER.glob("*.otf"))
    assert len(files) == 6
    wanted = {*"".join(texts_shown()), *"0123456789,.:;%/+-()"} - {"\n"}
    for file in files:
        font = QRawFont(str(file), 20)
        missing = "".join(sorted(character for character in wanted if not font.supportsCharacter(ord(character))))
        assert not missing, f"{file.name}: run tests.tools.make_fonts for {missing}"


@pytest.mark.parametrize("family", [FAMILY, FAMILY_TW])
def test_all_figures_have_one_width(family: str) -> None:
    load_fonts()
    for weight in (QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.Bold):
        font = QFont(family)
        font.setPixelSize(100)
        font.setWeight(weight)
        assert QRawFont.fromFont(font).familyName() == family
        assert len({QFontMetricsF(font).horizontalAdvance(figure) for figure in "0123456789"}) == 1


def test_a_time_of_the_log_is_told_as_the_clock_on_the_wall_shows_it() -> None:
    local = QDateTime.fromString("2026-01-02T12:45:12.345Z", Qt.DateFormat.ISODateWithMs).toLocalTime()
    assert clock("2026-01-02T12:45:12.345Z") == local.toString("HH:mm:ss")
    assert clock_minutes("2026-01-02T12:45:12.345Z") == local.toString("HH:mm")
    assert (clock(""), clock("no time")) == ("", "no time")


@given(st.text())
def test_whatever_stands_there_as_a_time_can_be_shown(text: str) -> None:
    assert clock(text) == text or len(clock(text)) == 8


def test_every_card_has_a_face_of_its_own() -> None:
    load_fonts()
    size = QSize(100, 140)
    pictures = [picture(f"{kind}/{card.text}", size) for card in DECK for kind in ("card", "pips")] + [
        picture("back", size)
    ]
    assert all(image.size() == size for image in pictures)
    assert len({bytes(image.constBits()) for image in pictures}) == len(pictures)


def test_the_back_looks_the_same_either_way_up() -> None:
    back = picture("back", QSize(500, 700)).convertToFormat(QImage.Format.Format_RGB32)
    turned = back.flipped(Qt.Orientation.Horizontal | Qt.Orientation.Vertical)
    points = [(x, y) for x in range(0, 500, 7) for y in range(0, 700, 7)]
    different = [at for at in points if distance(back.pixelColor(*at), turned.pixelColor(*at)) > 60]
    assert len(different) < len(points) // 50


def distance(one: QColor, other: QColor) -> int:
    return abs(one.red() - other.red()) + abs(one.green() - other.green()) + abs(one.blue() - other.blue())


PICTURES = {f"{kind}/{card.text}" for kind in ("card", "pips") for card in DECK} | {
    f"chip/{tone}" for tone in range(10)
}


@given(
    st.text(max_size=2)
    | st.builds("{}/{}".format, st.sampled_from(["card", "chip", "pips"]), st.text("23456789TJQKACDHS", max_size=3))
)
def test_a_picture_is_empty_if_and_only_if_there_is_none_of_this_name(name: str) -> None:
    image = picture(name, QSize(10, 14))
    assert image.isNull() == (name not in PICTURES)
    assert image.isNull() or any(image.pixelColor(x, y).alpha() for x in range(10) for y in range(14))


RESULTS = st.builds(Result, st.sampled_from("BPT"), *[st.booleans()] * 3, st.none() | st.integers(0, 9))


@given(RESULTS)
def test_a_result_survives_as_text(result: Result) -> None:
    assert parse_result(result.text) == result


@given(st.text(max_size=6) | st.from_regex(r"[BPTX][bpnx]{0,3}[0-9]{0,2}", fullmatch=True))
def test_a_text_is_a_result_if_and_only_if_it_is_written_as_one(word: str) -> None:
    if re.fullmatch(r"[BPT]b?p?n?[0-9]?", word):
        assert parse_result(word).text == word
    else:
        with pytest.raises(ValueError, match="is no"):
            parse_result(word)


@given(st.lists(RESULTS, max_size=80), st.sampled_from(["", "B", "P"]))
def test_every_shoe_can_be_drawn_in_every_road(results: list[Result], side: str) -> None:
    painting = RoadPainting()
    painting.setSize(QSizeF(150, 60))
    painting.setProperty("results", " ".join(result.text for result in results))
    painting.setProperty("side", side)
    for kind in KINDS:
        painting.setProperty("kind", kind)
        drawn, paper = drawing(painting), drawing(RoadPainting(), kind)
        # A leading Tie is drawn in the big road; a derived road may well have no mark yet.
        assert (drawn == paper) == (not results and not side) or kind not in ("bead_plate", "big_road")


def drawing(painting: RoadPainting, kind: str = "") -> QImage:
    image = QImage(150, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    if kind:
        painting.setSize(QSizeF(150, 60))
        painting.setProperty("kind", kind)
    painter = QPainter(image)
    painting.paint(painter)
    painter.end()
    return image


def test_the_roads_show_what_is_asked(show: Show) -> None:
    screen = show(GALLERY)
    before = screen.image()
    screen.tap("ask.B")
    assert screen.item("roads").property("asking") == "B"
    assert screen.image() != before
    screen.tap("ask.B")
    assert screen.item("roads").property("asking") == ""
    told = [screen.text(f"count.{name}") for name in ("Played", "B", "P", "T")]
    assert told == ["44", "21  48%", "18  41%", "5  11%"]


def test_a_question_is_over_when_the_next_result_comes_or_its_time_is_up(show: Show) -> None:
    screen = show(GALLERY)
    roads = screen.item("roads")
    screen.tap("ask.P")
    roads.setProperty("results", "B P")
    assert roads.property("asking") == ""
    roads.setProperty("askedMs", 1)
    screen.tap("ask.P")
    screen.until(lambda: roads.property("asking") == "")


@given(st.lists(RESULTS, max_size=60))
def test_shares_are_whole_and_of_all_results(results: list[Result]) -> None:
    counts = RoadCounts()
    counts.setProperty("results", " ".join(result.text for result in results))
    shares = {name: counts.property(f"{name}Share") for name in ("banker", "player", "tie")}
    if not results:
        assert set(shares.values()) == {-1}
        return
    outcomes = "".join(result.outcome for result in results)
    for letter, share in zip("BPT", shares.values(), strict=True):
        assert abs(share - 100 * outcomes.count(letter) / len(results)) <= 0.5


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "bead_plate"])
def test_no_mark_is_told_by_its_colour_alone(kind: str) -> None:
    """Drawn in one ink, red and blue still differ."""
    cell, masks = QRectF(0, 0, 26, 26), []
    for colour in ("R", "B"):
        image = QImage(26, 26, QImage.Format.Format_ARGB32)
        image.fill(road_view.PAPER)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scribe = Scribe(painter, 26, family=FAMILY, letters="BPT")
        if kind == "big_road":
            scribe.big_road_mark(cell, roads_of([Result("B" if colour == "R" else "P")]).big_road[0])
        else:
            scribe.derived_mark(cell, kind, colour)
        painter.end()
        masks.append([distance(image.pixelColor(x, y), road_view.PAPER) > 150 for x in range(26) for y in range(26)])
    red, blue = masks
    assert sum(one != other for one, other in zip(red, blue, strict=True)) > 12


# --- one place for every size, colour and duration ------------------------------------------------------------------

THEMED = [file for folder in QML_FOLDERS for file in sorted(folder.rglob("*.qml")) if file.name != "Theme.qml"]
LITERALS = {
    "a colour": r'"#[0-9a-fA-F]{3,8}"',
    "a size of type": r"(pixelSize|minimumPixelSize|[sS]ize): *(Theme\.px\(|\d)",
    "a duration": r"(duration|interval|longPressThreshold): *[\d.]",
}


def literals(text: str) -> list[str]:
    """What a QML file says by itself that the theme should say."""
    return [f"{what}: {found.group()}" for what, form in LITERALS.items() for found in re.finditer(form, text)]


@pytest.mark.parametrize("file", THEMED, ids=lambda file: file.name)
def test_every_screen_takes_type_colours_and_times_from_the_theme(file: Path) -> None:
    assert literals(file.read_text()) == []


def test_the_theme_is_asked_of_all_screens() -> None:
    names = {file.name for file in THEMED}
    assert {"Display.qml", "Attention.qml", "Bar.qml", "ShoeWindow.qml", "CardItem.qml", "Gallery.qml"} <= names


def test_a_literal_beside_the_theme_is_found() -> None:
    text = 'color: "#14000000"; font.pixelSize: Theme.px(22); Timer { interval: 2000 }'
    assert len(literals(text)) == 3


@pytest.mark.parametrize("folder", [folder for folder in QML_FOLDERS if list(folder.rglob("*.qml"))], ids=str)
def test_qmllint_has_nothing_to_say(folder: Path) -> None:
    lint = Path(sysconfig.get_path("scripts")) / "pyside6-qmllint"
    command = [str(lint), "--max-warnings", "0", "-I", str(IMPORT_PATH), *map(str, sorted(folder.rglob("*.qml")))]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.parametrize("name", ["RoadPainting", "RoadAsk", "RoadCounts"])
def test_qmllint_is_told_the_truth_about_the_types_made_in_python(name: str) -> None:
    listed = (IMPORT_PATH / "Looks" / "looks.qmltypes").read_text().split("Component {")
    told = set(re.findall(r'Property { name: "(\w+)"', next(part for part in listed if f'name: "{name}"' in part)))
    made = [part for part in getattr(road_view, name).__mro__ if part.__module__ == road_view.__name__]
    assert told == {key for part in made for key, value in vars(part).items() if isinstance(value, Property)}


def test_a_row_is_changed_where_it_stands(show: Show) -> None:
    screen = show(
        PAGE.format(
            "id: page; property var list: [{ a: 'one' }, { a: 'two' }, { a: 'three' }]\n"
            "Column { Repeater { model: Rows { id: rows; list: page.list }\n"
            "Label { required property int place; readonly property var row: rows.values[place]; text: row.a } } }"
        )
    )

    def labels() -> list[tuple[QQuickItem, str]]:
        return [(item, item.property("text")) for item in walk(screen.root) if item.inherits("QQuickText")]

    before = labels()
    for told in (["one", "2", "3", "4"], ["1"], [], ["a", "b"]):
        screen.root.setProperty("list", [{"a": word} for word in told])
        after = labels()
        assert [text for _item, text in after] == told
        for (stood, _), (stands, _) in zip(before, after, strict=False):
            assert stands is stood, "a delegate under a finger is not replaced"
        before = after
