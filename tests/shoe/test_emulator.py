"""Each make of shoe, emulated on a real pseudo-terminal: what its format can promise holds under its faults.

The reference format: every card once and in order, whatever the line does. The others: never a card that the sensor did
not read; what is not certain is unread. What a format cannot promise is said where it is tested.
"""

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from shoe_driver.driver import FOREIGN, UNREAD
from shoe_driver.emulator import JOKER, CannotDraw, Drawn, EmulatedShoe, Fault, shuffled
from shoe_driver.frames import CARDS
from shoe_driver.link import CardConflict, CardSeen, CardUnread, CutCardSeen, LinkFaulty, ShoeEmpty
from shoe_driver.makes import UnknownDriver
from shoe_driver.makes.angel_eye import CHECK_RULES
from tests.shoe.conftest import Lay
from tests.shoe.hearing import ANGEL_EYE, FORMATS, LINES, MAKES, REFERENCE

ANGELS = [name for name in FORMATS if name.startswith(ANGEL_EYE)]
LINE_FAULTS = (Fault.NOISE, Fault.FLIP, Fault.LOST_BYTE, Fault.LOST_FRAME, Fault.TORN, Fault.TRIPLE)


def is_part_of(cards: Iterable[str], truth: Iterable[str]) -> bool:
    """In the same order, though some may be missing."""
    remaining = iter(truth)
    return all(card in remaining for card in cards)


# --- a line without faults


@pytest.mark.parametrize("format_name", FORMATS)
def test_every_card_comes_across_once_and_in_order(lay: Lay, format_name: str) -> None:
    line = lay(format_name)
    line.run()
    for card in CARDS[:: 1 if format_name in MAKES else 17]:
        line.emulator.draw(card)
        line.run()
    assert line.cards == line.truth


@pytest.mark.parametrize("format_name", MAKES)
def test_a_card_that_the_sensor_could_not_read_is_unread_and_a_misread_one_is_what_it_read(
    lay: Lay, format_name: str
) -> None:
    line = lay(format_name)
    line.deal(1)
    line.emulator.fault(Fault.UNREADABLE)
    line.deal(2)
    line.emulator.fault(Fault.MISREAD)
    line.deal(1)
    line.emulator.fault(Fault.FOREIGN)
    line.deal(2)
    drawn = line.emulator.drawn
    assert [each.read for each in drawn] == [
        drawn[0].card,
        UNREAD,
        drawn[2].card,
        drawn[3].read,
        FOREIGN,
        drawn[5].card,
    ]
    assert drawn[3].read not in (drawn[3].card, UNREAD)
    assert drawn[4].card == JOKER
    assert line.cards == [drawn[0].card, "", drawn[2].card, drawn[3].read, "", drawn[5].card]


def test_two_cards_at_once_are_two_cards(lay: Lay) -> None:
    line = lay()
    line.run()
    line.emulator.fault(Fault.DOUBLE)
    assert len(line.emulator.draw()) == 2
    line.run()
    assert (len(line.cards), line.cards) == (2, line.truth)


def test_the_reference_shoe_tells_of_the_cut_card_and_of_its_end(lay: Lay) -> None:
    line = lay()
    line.emulator.load(["AS"])
    line.deal(1)
    line.emulator.cut_card()
    assert line.emulator.draw() == ()
    line.run()
    assert line.said[1:] == [CardSeen(1, "AS"), CutCardSeen(2), ShoeEmpty(3)]


@pytest.mark.parametrize("format_name", [ANGEL_EYE, "bee-tek"])
def test_other_makes_have_no_words_for_that(lay: Lay, format_name: str) -> None:
    line = lay(format_name)
    line.emulator.load([])
    line.deal(1)
    line.emulator.cut_card()
    line.wait(2_000)
    assert len(line.said) == 1


# --- the reference format on a bad line


@pytest.mark.parametrize("fault", [*LINE_FAULTS, Fault.GARBAGE])
@pytest.mark.parametrize("times", [1, 3])
def test_reference_one_fault_at_each_card_changes_nothing(lay: Lay, fault: Fault, times: int) -> None:
    line = lay()
    line.deal(1)
    for _ in range(8):
        line.emulator.fault(fault, times)
        line.deal(1)
        line.wait(1_500)  # a line with twenty faults in ten seconds would rightly be called faulty
    line.until(lambda: len(line.cards) == 9)
    assert line.cards == line.truth
    assert not any(isinstance(event, CardConflict) for event in line.said)


@pytest.mark.parametrize("seed", range(6))
def test_reference_under_all_faults_of_the_line_at_once_and_unplugging(lay: Lay, seed: int) -> None:
    line = lay(seed=seed)
    line.run()
    line.emulator.rates = dict.fromkeys(LINE_FAULTS, 0.08)
    for number in range(1, 25):
        line.emulator.draw()
        line.wait(700)
        if number % 8 == 0:
            line.emulator.unplug()
            line.wait(500)
            line.emulator.draw()
            line.emulator.plug_in()
    line.until(lambda: len(line.cards) == len(line.truth))
    assert (len(line.truth), line.cards) == (27, line.truth)


def test_reference_a_whole_shoe(lay: Lay) -> None:
    line = lay(seed=3)
    line.run()
    for _ in range(41):
        for _ in range(10):
            line.emulator.draw()
        line.run()
    line.until(lambda: len(line.cards) == 410)
    assert line.cards == line.truth
    assert Counter(line.cards + line.emulator.cards) == Counter(dict.fromkeys(CARDS, 8))


# --- the other formats on a bad line


@pytest.mark.parametrize("format_name", [ANGEL_EYE, f"{ANGEL_EYE}/xor-seq-etx-hex", f"{ANGEL_EYE}/sum-enq-etx-big"])
@pytest.mark.parametrize("fault", [*LINE_FAULTS, Fault.GARBAGE])
def test_angel_one_copy_hit_is_still_the_card(lay: Lay, format_name: str, fault: Fault) -> None:
    line = lay(format_name)
    line.deal(1)
    for _ in range(8):
        line.emulator.fault(fault)
        line.deal(1)
        line.wait(1_500)
    seen = [card for card in line.cards if card]
    assert seen == line.truth
    # Five copies are too many for one card, and half a copy before SEQ 03 looks like a whole one: then a person looks.
    if fault not in (Fault.TRIPLE, Fault.TORN):
        assert line.cards == line.truth


@pytest.mark.parametrize("rule", ["", *(f"/{rule}" for rule in list(CHECK_RULES)[::5])])
def test_angel_whatever_the_line_does_no_card_is_invented(lay: Lay, rule: str) -> None:
    line = lay(ANGEL_EYE + rule, seed=len(rule))
    line.run()
    line.emulator.rates = dict.fromkeys((*LINE_FAULTS, Fault.UNREADABLE), 0.15)
    for _ in range(12):
        line.deal(1)
        line.wait(1_100)
    assert is_part_of(filter(None, line.cards), line.truth)
    assert "" in line.cards or line.cards == line.truth


@pytest.mark.parametrize("format_name", LINES)
def test_lines_noise_before_a_card_hides_it_but_invents_none(lay: Lay, format_name: str) -> None:
    """A line has no check: a bit that turns a nine into an eight, or a line that comes twice, nobody can see."""
    line = lay(format_name, seed=5)
    line.run()
    line.emulator.rates = {Fault.NOISE: 0.4, Fault.LOST_FRAME: 0.1, Fault.UNREADABLE: 0.1}
    for _ in range(20):
        line.deal(1)
        line.wait(1_000)
    assert is_part_of(filter(None, line.cards), line.truth)
    assert 0 < sum(map(bool, line.cards)) < 20
    assert "" in line.cards


@pytest.mark.parametrize("format_name", [*ANGELS[:2], *LINES])
def test_unplugged_in_the_middle_of_a_card_it_is_unread_and_the_next_one_is_read(lay: Lay, format_name: str) -> None:
    line = lay(format_name)
    line.deal(1)
    line.emulator.fault(Fault.TORN, 1 if format_name in LINES else 3)
    line.deal(1)
    line.emulator.unplug()
    line.wait(500)
    line.emulator.draw()  # with nobody there to hear it: these makes cannot say it again
    line.emulator.plug_in()
    line.wait(3_000)
    line.deal(1)
    truth = line.truth
    assert [card for card in line.cards if card] == [truth[0], truth[3]]
    assert [isinstance(event, CardUnread) for event in line.said].count(True) == 1


@pytest.mark.parametrize("format_name", [*ANGELS[:2], *LINES])
def test_at_the_wrong_speed_no_card_is_invented_and_in_the_end_the_link_is_faulty(lay: Lay, format_name: str) -> None:
    line = lay(format_name, seed=2)
    line.run()
    line.emulator.rates[Fault.GARBAGE] = 1.0
    for _ in range(25):
        line.deal(1)
        line.wait(500)
    assert not any(isinstance(event, CardSeen) for event in line.said)
    assert any(isinstance(event, LinkFaulty) for event in line.said)


# --- the cards in it


def emulated(folder: Path, cards: Iterable[str], seed: int = 1) -> EmulatedShoe:
    return EmulatedShoe(REFERENCE, cards, seed, link=folder / "shoe")


def test_the_same_seed_is_the_same_shoe() -> None:
    assert shuffled(8, 7) == shuffled(8, 7) != shuffled(8, 8)
    assert Counter(shuffled(8, 7)) == Counter(dict.fromkeys(CARDS, 8))


def test_a_card_that_is_asked_for_is_taken_out_of_the_rest(tmp_path: Path) -> None:
    shoe = emulated(tmp_path, ["AS", "9S", "KH", "9S"])
    assert shoe.draw("9S") == (Drawn(1, "9S", "9S"),)
    assert shoe.cards == ["AS", "KH", "9S"]
    assert shoe.draw("9S") == (Drawn(2, "9S", "9S"),)
    with pytest.raises(CannotDraw, match="no 9S is left"):
        shoe.draw("9S")
    assert (shoe.cards, shoe.seq, len(shoe.drawn)) == (["AS", "KH"], 2, 2)
    shoe.close()


def test_short_excess_and_unshuffled_decks(tmp_path: Path) -> None:
    shoe = emulated(tmp_path, shuffled(1, 1))
    shoe.fault(Fault.SHORT)
    assert len(shoe.cards) == 51
    shoe.fault(Fault.EXCESS, 2)
    assert len(shoe.cards) == 53
    shoe.fault(Fault.UNSHUFFLED)
    assert shoe.cards == sorted(shoe.cards, key=CARDS.index)
    shoe.load([])
    shoe.fault(Fault.SHORT)
    assert shoe.cards == []
    shoe.close()


def test_a_shoe_goes_on_counting_where_it_was_told_to(tmp_path: Path) -> None:
    shoe = EmulatedShoe(REFERENCE, ["AS"], 1, link=tmp_path / "shoe", last=416)
    assert shoe.draw() == (Drawn(417, "AS", "AS"),)
    shoe.close()


# --- the path of the device


def test_the_device_comes_back_at_the_same_path_and_is_gone_at_the_end(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    shoe = emulated(tmp_path, [])
    assert link.is_char_device()
    shoe.unplug()
    assert not os.path.lexists(link)
    shoe.unplug()
    shoe.plug_in()
    shoe.plug_in()
    assert link.is_char_device()
    shoe.close()
    assert list(tmp_path.iterdir()) == []


def test_a_link_that_a_killed_emulator_left_is_taken_over_but_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "shoe").symlink_to("/dev/pts/99999")
    emulated(tmp_path, []).close()
    (tmp_path / "shoe").write_text("something dear to somebody")
    with pytest.raises(FileExistsError):
        emulated(tmp_path, [])
    (tmp_path / "other").symlink_to(tmp_path / "shoe")
    with pytest.raises(FileExistsError):
        EmulatedShoe(REFERENCE, [], 1, link=tmp_path / "other")
    assert (tmp_path / "shoe").read_text() == "something dear to somebody"


def test_a_second_emulator_at_the_same_path_keeps_its_link_when_the_first_one_goes(tmp_path: Path) -> None:
    first, second = emulated(tmp_path, []), emulated(tmp_path, [])
    first.close()
    assert (tmp_path / "shoe").is_char_device()
    second.close()


def test_a_make_without_a_voice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownDriver, match="'manual' cannot be emulated"):
        EmulatedShoe("manual", [], 1, link=tmp_path / "shoe")
    assert list(tmp_path.iterdir()) == []


def test_a_shoe_that_nobody_listens_to_does_not_stop(tmp_path: Path) -> None:
    shoe = emulated(tmp_path, shuffled(8, 1))
    for _ in range(100):
        shoe.send_raw(b"x" * 4096)
    assert len(shoe.draw()) == 1
    shoe.service(0)
    shoe.close()
    shoe.service(0)
    shoe.send_raw(b"into the air")
