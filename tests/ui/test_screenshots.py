"""The set of pictures of `etg demo --screenshots`: it is whole, every picture shows something, and none has a flaw."""

from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage

from deploy.moments import moments
from deploy.screenshots import OTHER_SIZES, SIZE, Shot, Studio, plan
from protocol.looks import LANGUAGES
from tests.ui.quick import flaws

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def studio() -> Iterator[Studio]:
    opened = Studio()
    yield opened
    opened.close()
    assert opened.complaints == []


def test_the_plan_has_every_state_in_every_language_and_the_main_ones_in_every_size_and_theme() -> None:
    told, shots = moments(), plan()
    assert len({shot.name for shot in shots}) == len(shots)
    assert {(shot.moment.screen, shot.moment.name) for shot in shots} == {(it.screen, it.name) for it in told}
    for language in LANGUAGES:
        assert sum(shot.language == language and shot.size == SIZE and not shot.high_contrast for shot in shots) == len(
            told
        )
    main = Counter(moment.screen for moment in told if moment.main)
    assert set(main) == {"terminal", "panel", "display"}
    assert sum(shot.high_contrast for shot in shots) == main.total()
    for size in OTHER_SIZES:
        assert sum(shot.size == size for shot in shots) == main.total()


@pytest.mark.parametrize("turn", range(len(LANGUAGES)))
def test_the_whole_set_is_taken_and_has_no_flaw(studio: Studio, turn: int) -> None:
    """All pictures of one language; every fourth is judged, another fourth in each language: so each state once."""
    found, blank = [], []
    for number, moment in enumerate(moments()):
        shot = Shot(moment, LANGUAGES[turn])
        picture = studio.take(shot)
        if is_blank(picture):
            blank.append(shot.name)
        if number % len(LANGUAGES) == turn and moment.name not in COVERED:
            found += [f"{shot.name}: {flaw}" for flaw in flaws(studio.pose(shot).rootObject())]
    assert (found, blank) == ([], [])


# A note that lies over a part of the page until it is read: what is half covered cannot be judged.
COVERED = ("refused_order",)


@pytest.mark.parametrize("size", [*OTHER_SIZES, SIZE])
def test_the_main_screens_have_no_flaw_in_other_sizes_and_in_high_contrast(
    studio: Studio, size: tuple[int, int]
) -> None:
    found = []
    names = ("betting", "result", "halted")
    for moment in [moment for moment in moments() if moment.main and moment.name in names]:
        shot = Shot(moment, size=size, high_contrast=size == SIZE)
        picture = studio.take(shot)
        assert (picture.width(), picture.height()) == size
        if moment.name == names[OTHER_SIZES.index(size) if size in OTHER_SIZES else 0]:
            found += [f"{shot.name}: {flaw}" for flaw in flaws(studio.pose(shot).rootObject())]
    assert found == []


def test_another_language_is_another_picture(studio: Studio) -> None:
    moment = next(moment for moment in moments() if moment.main and moment.screen == "display")
    pictures = [studio.take(Shot(moment, language)) for language in LANGUAGES]
    assert all(one != other for place, one in enumerate(pictures) for other in pictures[:place])
    assert studio.take(Shot(moment, LANGUAGES[0])) == pictures[0]  # nothing of the others is left behind


def is_blank(picture: QImage) -> bool:
    """Nothing was painted: one colour all over."""
    width, height = picture.width(), picture.height()
    return len({picture.pixel(width * x // 40, height * y // 40) for x in range(40) for y in range(40)}) < 20
