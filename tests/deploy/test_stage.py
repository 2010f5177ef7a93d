"""Where the windows of a demo stand: inside the screen, beside each other, and large enough to be drawn."""

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.demo.stage import LEAST, SHOE, TITLE_BAR, Tile, has_screen, place, shoe_tile, size, staged, tiles

screens = st.builds(Tile, st.integers(0, 200), st.integers(0, 200), st.integers(800, 8_000), st.integers(600, 5_000))


@pytest.mark.parametrize("arranged", [tiles, staged])
@given(screens, st.integers(1, 20))
def test_windows_are_inside_the_screen_and_beside_each_other(
    arranged: Callable[[Tile, int], list[Tile]], screen: Tile, count: int
) -> None:
    found = arranged(screen, count)
    assert len(found) == count
    for tile in found:
        assert screen.x <= tile.x
        assert tile.x + tile.width <= screen.x + screen.width
        assert screen.y + TITLE_BAR <= tile.y
        assert tile.y + tile.height <= screen.y + screen.height
    for one, other in combinations(found, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        above = one.y + one.height + TITLE_BAR <= other.y or other.y + other.height + TITLE_BAR <= one.y
        assert beside or above


@given(screens, st.integers(1, 20))
def test_what_is_drawn_there_is_never_smaller_than_it_can_be(screen: Tile, count: int) -> None:
    for tile in staged(screen, count):
        width, height = size(tile.size[1])
        assert width >= LEAST[0] - 1
        assert height >= LEAST[1] - 1
        assert round(width * tile.zoom) in (tile.width - 1, tile.width, tile.width + 1)
        assert bool(tile.environment) == (tile.zoom < 1)


def test_on_an_ordinary_screen_two_windows_can_be_read_and_little_is_left_dark() -> None:
    found = staged(Tile(0, 0, 1920, 1080), 5)
    assert [(tile.width, tile.height) for tile in found] == 2 * [(960, 540)] + 3 * [(640, 360)]
    assert sum(tile.width * tile.height for tile in found) > 0.8 * 1920 * 1080


@given(screens)
def test_the_shoe_stands_upright_in_its_tile(screen: Tile) -> None:
    tile = staged(screen, 4)[3]
    shoe = shoe_tile(tile)
    assert tile.x <= shoe.x
    assert shoe.x + shoe.width <= tile.x + tile.width
    assert (shoe.y, shoe.least) == (tile.y, SHOE)
    assert shoe.height <= tile.height


def test_a_screen_is_there_if_the_environment_says_so() -> None:
    assert has_screen({"DISPLAY": ":0"})
    assert has_screen({"WAYLAND_DISPLAY": "wayland-0"})
    assert not has_screen({"DISPLAY": ""})


@given(st.integers(320, 9_999), st.integers(180, 9_999))
def test_sizes_and_places_are_read(one: int, other: int) -> None:
    assert size(f"{one}x{other}") == (one, other)
    assert place(f"{one},{other}") == (one, other)


@pytest.mark.parametrize("text", ["", "1280", "1280x", "x720", "100x100", "1280x-720", "a,b"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(Exception, match="for example"):
        size(text)
    with pytest.raises(Exception, match="for example"):
        place(text)
