"""Drivers by name: ours without installation, a house's own through entry points, and a clear word for all others."""

from importlib import metadata
from importlib.metadata import EntryPoint, entry_points

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoe_driver.driver import Driver
from shoe_driver.frames import Acknowledged, SendFrom
from shoe_driver.lines import LineDecoder
from shoe_driver.link import CardSeen, LinkRestored, ShoeLink
from shoe_driver.makes import GROUP, OURS, UnknownDriver, driver_names, find_driver
from shoe_driver.makes.reference import ReferenceDecoder
from tests.shoe.hearing import FORMATS

HOUSE_SHOE = Driver(name="house", make_decoder=lambda: LineDecoder({b"ONE": "AS"}), baud=19_200, parity="E")
NO_DRIVER = "a text"


def install(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    """As if packages of other people had these entry points."""
    installed = [EntryPoint(name, value, GROUP) for name, value in points]
    monkeypatch.setattr(metadata, "entry_points", lambda group: installed if group == GROUP else [])


# --- ours


def test_every_format_is_a_driver_and_so_are_cards_by_hand_alone() -> None:
    assert {find_driver(name).name for name in FORMATS} == set(FORMATS)
    assert find_driver("manual") == Driver(name="manual")


def test_the_line_is_set_as_each_make_wants_it() -> None:
    lines = {name: (driver.baud, driver.bytesize, driver.parity, driver.stopbits) for name, driver in OURS.items()}
    assert lines.pop("angel-eye-ii-ex") == (4800, 8, "N", 1)
    assert set(lines.values()) == {(9600, 8, "N", 1)}
    assert find_driver("angel-eye-ii-ex/sum-enq-etx-big").baud == 4800


# --- a house's own


def test_a_house_adds_a_driver_without_touching_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("house", "tests.shoe.test_drivers:HOUSE_SHOE"))
    assert driver_names() == (*OURS, "house")
    found = find_driver("house")
    assert found == HOUSE_SHOE
    assert found.make_decoder is not None
    link = ShoeLink(found.make_decoder())
    link.opened(0)
    assert link.receive(0, b"one\r\n") == (LinkRestored(""), CardSeen(None, "AS"))


def test_nobody_can_put_another_driver_in_the_place_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("reference", "tests.shoe.test_drivers:HOUSE_SHOE"))
    assert find_driver("reference") is OURS["reference"]
    assert driver_names() == tuple(OURS)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("no_such_module:SHOE", "cannot be loaded"),
        ("tests.shoe.test_drivers:NO_SUCH_NAME", "cannot be loaded"),
        ("tests.shoe.test_drivers:NO_DRIVER", "is no Driver but 'a text'"),
    ],
)
def test_a_driver_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, value: str, complaint: str) -> None:
    install(monkeypatch, ("house", value))
    with pytest.raises(UnknownDriver, match=f"'house' .{value}. {complaint}"):
        find_driver("house")


def test_two_packages_with_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("house", "tests.shoe.test_drivers:HOUSE_SHOE"), ("house", "other:SHOE"))
    with pytest.raises(UnknownDriver, match="more than one shoe driver is called 'house'"):
        find_driver("house")


class CountingDecoder(ReferenceDecoder):
    """A make that counts like ours, but has words of its own for what it is told."""

    def say(self, frame: Acknowledged | SendFrom) -> bytes:
        return f"{type(frame).__name__} {frame.number}\n".encode()


def test_a_make_that_counts_is_told_in_its_own_words() -> None:
    link = ShoeLink(CountingDecoder(), 16, serial="H1")
    assert link.opened(0) == b"SendFrom 17\n"


# --- nonsense


def test_an_unknown_driver_is_told_with_those_that_are_known() -> None:
    with pytest.raises(UnknownDriver, match=r"no shoe driver 'bee': one of reference, angel-eye-ii-ex, bee-tek"):
        find_driver("bee")


@pytest.mark.parametrize("name", ["angel-eye-ii-ex/", "angel-eye-ii-ex/xor", "bee-tek/xor-seq-etx-hex"])
def test_an_unknown_variant_is_told_with_those_that_are_known(name: str) -> None:
    with pytest.raises(UnknownDriver, match="has no variant"):
        find_driver(name)


@given(st.text())
def test_any_text_is_a_driver_or_unknown(name: str) -> None:
    try:
        found = find_driver(name)
    except UnknownDriver:
        return
    assert found.name == name


@pytest.mark.parametrize("wrong", [{"baud": 4801}, {"bytesize": 9}, {"parity": "X"}, {"stopbits": 3}])
def test_a_line_that_cannot_be_set_is_refused_before_it_is_opened(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"^house: "):
        Driver(name="house", make_decoder=None, **wrong)  # type: ignore[arg-type]  # nonsense on purpose


def test_the_metadata_of_this_interpreter_is_read() -> None:
    """What the tests above replace is the real thing: it answers for the group, with or without an installation."""
    assert {point.name for point in entry_points(group=GROUP)} <= {*driver_names()}
