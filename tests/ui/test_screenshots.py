"""The set of pictures of `etg demo --screenshots`: it is whole, every picture shows something, and none has a flaw."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

import pytest
from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickItem

from deploy.demo.moments import LEAVES, TERMINAL_PAGES, Moment, moments
from deploy.demo.screenshots import CLOCK, OTHER_SIZES, SIZE, Shot, Studio, plan
from looks import LANGUAGES
from terminal.screen import TerminalView
from tests.ui.conftest import ItsTurn
from tests.ui.quick import Sight, flaws, texts, theme, walk

SCREENS = ("terminal", "panel", "display")

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def studio() -> Iterator[Studio]:
    opened = Studio()
    yield opened
    opened.close()
    assert opened.complaints == []


def told_on(screen: str) -> dict[str, Moment]:
    return {moment.name: moment for moment in moments() if moment.screen == screen}


def item_on(studio: Studio, moment: Moment, name: str) -> QQuickItem:
    """Of this name, on the picture."""
    return next(item for item in walk(studio.pose(Shot(moment)).rootObject()) if item.objectName() == name)


def test_the_plan_has_every_state_in_every_language_and_the_main_ones_in_every_size_and_theme() -> None:
    told, shots = moments(), plan()
    assert len({shot.name for shot in shots}) == len(shots)
    assert {(shot.moment.screen, shot.moment.name) for shot in shots} == {(it.screen, it.name) for it in told}
    for language in LANGUAGES:
        assert sum(shot.language == language and shot.size == SIZE and not shot.high_contrast for shot in shots) == len(
            told
        )
    main = Counter(moment.screen for moment in told if moment.main)
    assert set(main) == set(SCREENS)
    assert sum(shot.high_contrast for shot in shots) == main.total()
    for size in OTHER_SIZES:
        assert sum(shot.size == size for shot in shots) == main.total()


def judged(studio: Studio, shot: Shot) -> list[str]:
    """Takes the picture; what is wrong with it."""
    view = studio.pose(shot)
    picture = view.grabWindow()
    assert (picture.width(), picture.height()) == shot.size
    found = flaws(view.rootObject(), notice="announcement" if shot.moment.opened == "banner" else "")
    return [f"{shot.name}: {flaw}" for flaw in [*found, *(["nothing is on it"] if is_blank(picture) else [])]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.in_turn(6)
def test_every_state_in_every_language_and_the_main_ones_in_high_contrast_have_no_flaw(
    studio: Studio, its_turn: ItsTurn, screen: str, language: str
) -> None:
    told = [moment for moment in moments() if moment.screen == screen]
    look, looks = LANGUAGES.index(language), len(LANGUAGES)
    shots = [Shot(moment, language) for number, moment in enumerate(told) if its_turn(number, look, looks)]
    main = [moment for moment in told if moment.main]
    shots += [Shot(it, language, high_contrast=True) for at, it in enumerate(main) if its_turn(at, look, looks)]
    assert [flaw for shot in shots for flaw in judged(studio, shot)] == []


# What was cut or stuck to its border in larger text, and the others in turn.
LARGE: Final = ("closed_with_credit", "page_rules_guide", "returned", "unpaid_note")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_may_have_larger_text_on_every_screen_of_his_in_every_language(
    studio: Studio, its_turn: ItsTurn, language: str
) -> None:
    told, look = told_on("terminal"), LANGUAGES.index(language)
    names = [name for at, name in enumerate(told) if name in LARGE or its_turn(at, 5 * look, 5 * len(LANGUAGES))]
    found: list[str] = []
    for name in names:
        shot = Shot(told[name], language)
        theme(studio.pose(shot).engine()).setProperty("largeText", True)
        found += judged(studio, shot)
    assert found == []


# The longest words, the other writing, and the language of the source.
@pytest.mark.parametrize("language", ["ms", "zh_TW", "en"])
@pytest.mark.parametrize("size", OTHER_SIZES)
@pytest.mark.in_turn(6)
def test_the_main_screens_have_no_flaw_in_the_other_sizes(
    studio: Studio, its_turn: ItsTurn, size: tuple[int, int], language: str
) -> None:
    main = [moment for moment in moments() if moment.main]
    # Each in one of the nine looks.
    look = 3 * OTHER_SIZES.index(size) + ("ms", "zh_TW", "en").index(language)
    shots = [Shot(moment, language, size) for number, moment in enumerate(main) if its_turn(number, look, 9)]
    assert [flaw for shot in shots for flaw in judged(studio, shot)] == []


def test_every_state_that_a_player_must_understand_is_in_the_set() -> None:
    shown = {moment.name: moment.picture for moment in moments() if moment.screen == "terminal"}
    standings = {spot.standing for view in shown.values() for spot in views(view).spots}
    assert standings >= {"waits", "placing", "removing", "registered", "returned"}
    attentions = {views(view).attention for view in shown.values()}
    told = ("stopped", "denied", "latched", "reconnecting", "joining", "disputed", "halted", "void", "corrected")
    assert attentions >= {"", *told}
    assert {state for view in shown.values() for _, _, state in views(view).tickets} >= {"printed", "failed"}
    assert any(views(view).unpaid for view in shown.values())
    opened = {moment.opened for moment in moments() if moment.screen == "terminal"}
    also = ("history/1", "buyin/emulated", *(f"rules/{leaf}" for leaf in LEAVES))
    assert opened >= {"banner", "idle", "cashout/asked", *also, *TERMINAL_PAGES}
    dispute = views(shown["disputed"]).dispute
    assert dispute is not None
    assert (dispute.paid[0].returned, dispute.expected[0].returned) == (165_000, 220_000)
    assert views(shown["repeat"]).attention == ""
    assert views(shown["closed_with_credit"]).credit > 0


def test_what_is_opened_at_the_terminal_is_on_its_picture(studio: Studio) -> None:
    told = told_on("terminal")
    for name in (*(f"page_rules_{leaf}" for leaf in LEAVES), "page_buyin_emulated", "page_history_older"):
        page = told[name].opened.partition("/")[0]
        assert read(studio, Shot(told[name])) != read(studio, Shot(told[name]._replace(opened=page))), name


def test_a_half_squeezed_card_is_on_its_picture_and_on_no_other(studio: Studio) -> None:
    told = told_on("terminal")
    for name, peeled in (("squeeze", False), ("squeeze_corner", True), ("squeeze_side", True), ("squeeze", False)):
        assert (item_on(studio, told[name], "squeeze.card").property("lifted") > 0) is peeled


def views(picture: object) -> TerminalView:
    assert isinstance(picture, TerminalView)
    return picture


def test_a_banner_is_on_its_pictures_and_on_no_other(studio: Studio) -> None:
    told = told_on("terminal")
    banners = {"bets_open": "Place your bets", "betting": "", "bets_closed": "No more bets", "won": ""}
    for name, words in banners.items():
        banner = item_on(studio, told[name], "announcement")
        assert (banner.property("text") if banner.isVisible() else "") == words


def test_what_became_of_a_ticket_is_on_its_picture_and_its_number_on_none(studio: Studio) -> None:
    told = told_on("terminal")
    for name, failed in (("ticket", False), ("failed_print", True)):
        assert item_on(studio, told[name], "ticket.text").isVisible() is failed
        assert item_on(studio, told[name], "ticket.amount").isVisible()


def test_what_is_opened_at_the_panel_is_on_its_picture(studio: Studio) -> None:
    told = told_on("panel")
    forms = [name for name, moment in told.items() if moment.opened.startswith("step/")]
    for name in (*forms, "seat", "page_cash"):
        assert read(studio, Shot(told[name])) != read(studio, Shot(told[name]._replace(opened="")))


def test_what_waits_for_people_at_a_panel_is_on_its_picture(studio: Studio) -> None:
    told = told_on("panel")
    said = {
        "unconfirmed": ("The table has started anew", "+ The round was interrupted", "Missing: T03."),
        "money_waits": (
            "over the cap of an hour",
            "ticket …\u2060",
            "Print again",
            "Pay with a second person",
            "Take tickets again",
        ),
        "close_form": ("Notes held: 10,000.00", "T01: ticket not printed, 500.00", "Are you sure?"),
    }
    for name, parts in said.items():
        words = "\n".join(read(studio, Shot(told[name])))
        assert [part for part in parts if part not in words] == []


@pytest.mark.parametrize("screen", SCREENS)
def test_no_screen_allows_itself_a_text_below_22_px(studio: Studio, screen: str) -> None:
    """On 1080 lines; `small_texts` measures every picture by this. Staff have eyes like everybody."""
    root = studio.pose(Shot(next(iter(told_on(screen).values())))).rootObject()
    assert Sight(root).least == 22


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lines_of_a_round_and_their_sum_are_seen_and_its_void_looks_like_nothing_else(
    studio: Studio, language: str
) -> None:
    """Five kinds of Bets, a correction, and what may still be ordered: nothing lies behind a button."""
    for name in ("page_rounds", "page_rounds_corrected", "page_rounds_recalled"):
        view = studio.pose(Shot(told_on("panel")[name], language))
        view.grabWindow()
        root = view.rootObject()
        seen = Counter(item.objectName() for item, _ in texts(root))
        assert (seen["round.line"], seen["round.total"]) == (5 * 3, 3), name
        assert flaws(root) == [], name
        marked = [item.isVisible() for item in walk(root) if item.objectName() == "red.void_settled"]
        assert any(marked) is (name != "page_rounds_recalled"), name


def test_a_machine_whose_place_another_has_taken_says_so(studio: Studio) -> None:
    told = told_on("terminal")["denied"]
    assert views(told.picture).attention == "denied"
    assert "This terminal is not admitted to the table" in read(studio, Shot(told))
    assert "Not admitted" in read(studio, Shot(told_on("panel")["denied"]))


def test_why_a_terminal_is_not_at_its_table_is_on_its_picture(studio: Studio) -> None:
    told = told_on("terminal")
    said = [read(studio, Shot(moment)) for name, moment in told.items() if name.startswith("fault_")]
    assert len(said) == 4
    assert len({tuple(words) for words in said}) == 4
    assert "The table does not know the key of this device." in "\n".join(said[0])


def test_all_screens_tell_the_same_time_in_every_language_and_leave_nothing_of_it_behind(studio: Studio) -> None:
    betting = [moment for moment in moments() if moment.name == "betting"]
    told = [[read(studio, Shot(moment, language)) for moment in betting] for language in (*LANGUAGES, LANGUAGES[0])]
    assert len(betting) == 3
    assert all(CLOCK in words for screens in told for words in screens)
    assert told[0] == told[-1]
    for one, other in combinations(told[:-1], 2):
        assert all(words != others for words, others in zip(one, other, strict=True))


def read(studio: Studio, shot: Shot) -> list[str]:
    """Every text on the picture."""
    return [str(item.property("text")) for item, _place in texts(studio.pose(shot).rootObject())]


def is_blank(picture: QImage) -> bool:
    """Nothing was painted: one colour all over."""
    width, height = picture.width(), picture.height()
    return len({picture.pixel(width * x // 40, height * y // 40) for x in range(40) for y in range(40)}) < 20
