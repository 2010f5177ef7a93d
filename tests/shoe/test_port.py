"""The port and the shoe that the console serves, over real pseudo-terminals: whatever happens there is an event."""

import os
import re
import select
import termios
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import zmq

from shoe_driver.emulator import EmulatedShoe, Fault, shuffled
from shoe_driver.frames import BAD_BYTES
from shoe_driver.link import CardSeen, CardUnread, LinkFaulty, LinkLost, LinkRestored, ShoeEvent, TapeFailed
from shoe_driver.makes import OURS, UnknownDriver
from shoe_driver.port import (
    FAULTY_QUIET_MS,
    READ_MAX,
    REOPEN_MS_MAX,
    REOPEN_MS_MIN,
    UNSENT_MAX,
    WRITE_AGAIN_MS,
    Shoe,
    ShoePort,
)
from shoe_driver.tape import Kind, Record, read_tape
from tests.shoe.conftest import Lay
from tests.shoe.hearing import REFERENCE
from tests.shoe.line import Line

RESTORED = LinkRestored("EMU1")


def links(said: list[ShoeEvent]) -> list[ShoeEvent]:
    return [event for event in said if isinstance(event, LinkLost | LinkRestored | LinkFaulty)]


def gone(line: Line) -> LinkLost:
    return LinkLost(f"{line.device}: the line is lost")


# --- coming and going


def test_a_device_that_is_missing_at_the_start_and_appears_later(lay: Lay) -> None:
    line = lay()
    missing = LinkLost(f"{line.device}: No such file or directory (ENOENT)")
    line.emulator.unplug()
    line.wait(5_000)
    assert line.said == [missing]
    assert line.shoe.fileno() is None
    line.emulator.plug_in()
    line.until(lambda: RESTORED in line.said)
    line.deal(3)
    assert line.said == [missing, RESTORED, *(CardSeen(drawn.seq, drawn.card) for drawn in line.emulator.drawn)]


@pytest.mark.parametrize("k", range(7))
def test_s2_unplugged_after_k_cards_the_cards_dealt_meanwhile_come_after_it_is_back(lay: Lay, k: int) -> None:
    line = lay()
    line.deal(k)
    line.emulator.unplug()
    line.run()
    assert line.said[-1] == gone(line)
    assert line.shoe.fileno() is None
    line.emulator.draw()
    line.emulator.draw()
    line.wait(3_000)
    line.emulator.plug_in()
    line.until(lambda: len(line.cards) == k + 2)
    line.deal(1)
    assert (line.cards, links(line.said)) == (line.truth, [RESTORED, gone(line), RESTORED])


def test_a_new_console_goes_on_where_the_journal_ends(lay: Lay) -> None:
    line = lay()
    line.deal(3)
    line.shoe.close()
    line.emulator.draw()
    line.emulator.draw()
    line.new_console(last_seq=3, serial="EMU1")
    line.until(lambda: len(line.cards) == 5)
    assert line.cards == line.truth


def test_s14_another_shoe_at_the_same_path_is_refused_once_and_the_right_one_is_taken_up(lay: Lay) -> None:
    line = lay()
    line.deal(2)
    line.emulator.unplug()
    line.run()
    other = EmulatedShoe(REFERENCE, shuffled(8, 2), 2, link=line.device, serial="EMU2")
    right, line.emulator = line.emulator, other
    line.wait(20_000)
    assert links(line.said) == [RESTORED, gone(line), LinkFaulty("shoe EMU2 in place of EMU1")]
    other.unplug()
    line.emulator = right
    right.plug_in()
    line.wait(10_000)
    line.deal(1)
    assert line.cards == line.truth
    assert links(line.said)[-2:] == [LinkFaulty("shoe EMU2 in place of EMU1"), RESTORED]


def test_it_is_tried_again_after_a_tenth_of_a_second_and_then_more_and_more_slowly(tmp_path: Path) -> None:
    port = ShoePort(str(tmp_path / "nothing"), OURS[REFERENCE])
    now_ms, waits = 0, []
    for _ in range(8):
        assert port.reopen_due(now_ms)
        assert not port.open(now_ms)
        assert not port.reopen_due(now_ms)
        wake_ms = port.wake_ms()
        assert wake_ms is not None
        waits.append(wake_ms - now_ms)
        now_ms = wake_ms
    assert waits == [REOPEN_MS_MIN, 200, 400, 800, 1600, REOPEN_MS_MAX, REOPEN_MS_MAX, REOPEN_MS_MAX]


def test_a_device_that_opens_and_dies_is_not_asked_all_the_time_but_one_that_spoke_is(ends: "Ends") -> None:
    emulator, port = ends
    waits = []
    for attempt in range(4):
        if attempt == 3:
            emulator.draw()
            wait_for(port)
            assert port.read(0) == b"SA\r\n"
        emulator.unplug()
        assert port.read(0) is None
        waits.append(port.wake_ms())
        emulator.plug_in()
        assert port.open(0)
    assert waits == [REOPEN_MS_MIN, 200, 400, REOPEN_MS_MIN]


@pytest.mark.parametrize("kind", ["folder", "file", "pipe", "loop"])
def test_a_path_that_is_no_serial_device_is_a_lost_shoe(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "shoe"
    match kind:
        case "folder":
            path.mkdir()
        case "file":
            path.write_text("SA\r\n")
        case "pipe":
            os.mkfifo(path)
        case "loop":
            path.symlink_to(path)
    shoe = Shoe("bee-tek", str(path), 0, "", None)
    (lost,) = shoe.service(1)
    assert isinstance(lost, LinkLost)
    assert re.fullmatch(rf"{path}: .+( \(E[A-Z]+\)|Inappropriate ioctl for device'\))", lost.why)
    assert shoe.service(10_000) == ()
    shoe.close()


def test_only_one_console_has_the_shoe(lay: Lay) -> None:
    line = lay()
    line.run()
    second = Shoe(REFERENCE, str(line.device), 0, "", None)
    assert second.service(1) == (LinkLost(f"{line.device}: Resource temporarily unavailable (EAGAIN)"),)
    line.shoe.close()
    assert second.service(10_000) == ()
    assert second.fileno() is not None
    second.close()


# --- reading and writing


def wait_for(end: ShoePort | EmulatedShoe) -> int:
    """Its descriptor, when there is something to read."""
    fd = end.fileno()
    assert fd is not None
    select.select([fd], [], [])
    return fd


@pytest.fixture
def ends(tmp_path: Path) -> Iterator["Ends"]:
    """Of one line, open."""
    emulator = EmulatedShoe("bee-tek", ["AS"], 1, link=tmp_path / "shoe")
    port = ShoePort(str(tmp_path / "shoe"), OURS["bee-tek"])
    assert port.open(0)
    yield emulator, port
    emulator.close()
    port.close()


Ends = tuple[EmulatedShoe, ShoePort]


def test_reading_never_waits_and_takes_so_much_at_once(ends: Ends) -> None:
    emulator, port = ends
    assert port.read(0) == b""
    for _ in range(3):
        emulator.send_raw(b"x" * 2000)
    sizes: list[int] = []
    while sum(sizes) < 6000:
        wait_for(port)
        sizes.append(len(port.read(0) or b""))
    assert max(sizes) <= READ_MAX
    assert port.read(0) == b""


def test_all_256_bytes_pass_in_both_directions(ends: Ends) -> None:
    emulator, port = ends
    everything = bytes(range(256))
    emulator.send_raw(everything)
    wait_for(port)
    assert port.read(0) == everything
    port.write(everything)
    assert os.read(wait_for(emulator), 1000) == everything


def test_writing_to_a_line_that_nobody_reads_never_waits_and_keeps_little(ends: Ends) -> None:
    emulator, port = ends
    for _ in range(1000):
        port.write(b"R" * 100)
    assert port.wake_ms() == WRITE_AGAIN_MS  # there is something left to be written
    assert port.read(0) == b""
    master, taken = wait_for(emulator), 0
    while select.select([master], [], [], 0.05)[0]:
        taken += len(os.read(master, 65_536))
        port.write(b"")
    assert taken < 100_000
    assert taken % 100 == 0  # whole questions, or none of it
    assert port.wake_ms() is None


def test_writing_to_a_dead_line_is_a_loss_that_the_next_read_tells(ends: Ends) -> None:
    emulator, port = ends
    emulator.unplug()
    port.write(b"anybody there?")
    assert port.wake_ms() == 0  # at once
    assert port.read(0) is None
    assert port.fileno() is None
    port.write(b"nobody")
    assert port.read(0) == b""


def test_a_question_that_was_half_written_is_not_finished_on_another_line(ends: Ends) -> None:
    emulator, port = ends
    for _ in range(1000):
        port.write(b"R" * (UNSENT_MAX - 1))
    emulator.unplug()
    assert port.read(0) is None
    emulator.plug_in()
    assert port.open(1_000)
    port.write(b"new")
    assert os.read(wait_for(emulator), 10_000) == b"new"


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), termios.error(22, "Invalid argument")])
def test_every_kind_of_failure_is_a_loss(ends: Ends, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    _, port = ends

    def fail(_: int) -> bytes:
        raise error

    monkeypatch.setattr("shoe_driver.port._available", fail)
    assert port.read(0) is None


# --- nonsense on the line


def test_s3_garbage_at_the_wrong_speed_is_a_faulty_link_said_once_and_over_when_the_line_is_right(lay: Lay) -> None:
    line = lay()
    line.deal(1)
    line.emulator.rates[Fault.GARBAGE] = 1.0
    for _ in range(40):
        line.emulator.send_raw(bytes(range(128, 128 + BAD_BYTES)))
        line.run()
    line.deal(3)
    line.wait(10_000)
    assert [event for event in line.said if isinstance(event, LinkFaulty)] == [LinkFaulty("20 bad frames in 10 s")]
    assert len(line.cards) == 1
    line.emulator.rates.clear()
    line.until(lambda: len(line.cards) == 4)
    assert line.cards == line.truth


def test_a_faulty_line_is_not_opened_anew_while_it_babbles(lay: Lay) -> None:
    line = lay("bee-tek")
    line.run()
    for _ in range(60):
        line.emulator.send_raw(b"\xff" * 40 + b"\r\n")
        line.wait(FAULTY_QUIET_MS // 2)
    assert [type(event) for event in links(line.said)] == [LinkRestored, LinkFaulty]
    line.wait(2 * FAULTY_QUIET_MS)
    assert [type(event) for event in links(line.said)] == [LinkRestored, LinkFaulty, LinkRestored]
    line.deal(1)
    assert line.said[-1] == CardSeen(None, line.emulator.drawn[-1].card)


def test_a_fault_that_shows_when_the_cable_goes_is_over_when_it_is_back(lay: Lay) -> None:
    line = lay("bee-tek")
    line.run()
    line.emulator.send_raw(b"?!\r\n" * 19 + b"h1")
    line.run()
    line.emulator.unplug()
    line.run()
    assert [type(event) for event in links(line.said)] == [LinkRestored, LinkFaulty, LinkLost]
    line.emulator.plug_in()
    line.wait(REOPEN_MS_MAX)
    line.wait(2 * FAULTY_QUIET_MS)  # it was closed and opened once more, and a card between was lost
    assert [type(event) for event in links(line.said)] == [LinkRestored, LinkFaulty, LinkLost, LinkRestored]


@pytest.mark.parametrize("format_name", [name for name in OURS if name != "manual"])
def test_a_megabyte_of_random_bytes_gives_no_card_and_no_exception(lay: Lay, format_name: str) -> None:
    line = lay(format_name)
    line.run()
    fd = line.shoe.fileno()
    assert fd is not None
    for seed in range(512):
        line.emulator.send_raw(Random(seed).randbytes(2048))
        select.select([fd], [], [])
        line.said += line.shoe.service(line.now_ms)
    assert LinkFaulty("20 bad frames in 10 s") in line.said
    assert [event for event in line.said if isinstance(event, CardSeen)] == []


# --- the shoe as the console sees it


def test_cards_by_hand_alone_have_no_line_at_all(tmp_path: Path) -> None:
    shoe = Shoe("manual", "", 17, "", tmp_path / "tapes")
    assert (shoe.fileno(), shoe.wake_ms()) == (None, None)
    assert shoe.service(1_000) == ()
    shoe.acknowledge(17)
    shoe.close()
    assert not (tmp_path / "tapes").exists()


def test_an_unknown_driver_is_refused_at_once() -> None:
    with pytest.raises(UnknownDriver, match="no shoe driver 'nonsense'"):
        Shoe("nonsense", "/dev/null", 0, "", None)


def test_nothing_is_opened_before_it_is_served_and_it_wants_to_be_served_at_once(lay: Lay) -> None:
    line = lay()
    assert line.shoe.fileno() is None
    assert line.shoe.wake_ms() in range(line.now_ms + 1)


def test_the_poller_of_the_console_sees_cards_and_the_unplugging(lay: Lay) -> None:
    line = lay("bee-tek")
    line.run()
    fd = line.shoe.fileno()
    assert fd is not None
    poller = zmq.Poller()
    poller.register(fd, zmq.POLLIN)
    line.emulator.draw()
    assert [ready for ready, _ in poller.poll()] == [fd]
    line.run()
    line.emulator.unplug()
    assert [ready for ready, _ in poller.poll()] == [fd]
    assert line.shoe.service(line.now_ms) == (gone(line),)


def test_it_wakes_for_whatever_falls_due_first(lay: Lay) -> None:
    line = lay("bee-tek")
    line.run()
    assert line.shoe.wake_ms() is None
    line.emulator.send_raw(b"H1")
    line.run()
    assert line.shoe.wake_ms() == line.now_ms + 500
    line.wait(500)
    assert line.said[-1] == CardUnread(None, b"H1")
    line.emulator.unplug()
    line.run()
    assert line.shoe.wake_ms() == line.now_ms + REOPEN_MS_MIN


# --- evidence


def tape_of(line: Line) -> list[Record]:
    assert line.tapes is not None
    (path,) = line.tapes.iterdir()
    return [record for record in read_tape(path) if isinstance(record, Record)]


def test_all_that_was_on_the_line_is_on_the_tape(lay: Lay) -> None:
    line = lay("bee-tek", tape=True)
    line.run()
    line.emulator.send_raw(b"S")
    line.run()
    line.now_ms += 50
    line.emulator.send_raw(b"A\r\n\xff")
    line.run()
    line.emulator.unplug()
    line.run()
    assert [(record.now_ms, record.kind, record.data) for record in tape_of(line)] == [
        (5_000, Kind.TAPE, b"bee-tek"),
        (5_000, Kind.OPENED, str(line.device).encode()),
        (5_000, Kind.IN, b"S"),
        (5_050, Kind.IN, b"A\r\n\xff"),
        (5_050, Kind.LOST, b""),
    ]


def test_questions_and_acknowledgements_are_on_the_tape(lay: Lay) -> None:
    line = lay(tape=True)
    line.deal(1)
    kinds = [record.kind for record in tape_of(line)]
    assert kinds == [Kind.TAPE, Kind.OPENED, Kind.OUT, Kind.IN, Kind.IN, Kind.OUT]


def test_the_bytes_are_on_the_tape_before_they_are_interpreted(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    line = lay("bee-tek", tape=True)
    line.run()

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("shoe_driver.link.ShoeLink.receive", fail)
    line.emulator.draw("AS")
    with pytest.raises(KeyboardInterrupt):
        line.run()
    assert tape_of(line)[-1].data == b"SA\r\n"


def test_a_tape_that_cannot_be_written_is_told_once_and_every_card_is_read(lay: Lay) -> None:
    line = lay(tape=True)
    assert line.tapes is not None
    line.tapes.write_text("a file where the folder should be")
    line.deal(5)
    line.wait(5_000)
    assert line.cards == line.truth
    assert [type(event) for event in line.said].count(TapeFailed) == 1
    line.tapes.unlink()
    line.wait(2_000)
    assert [record.kind for record in tape_of(line)][:3] == [Kind.TAPE, Kind.OUT, Kind.IN]


def test_a_line_that_opens_and_stays_silent_is_named() -> None:
    """Another cable than the shoe's, say: whoever looks for it must know which."""
    outer, inner = os.openpty()
    device = os.ttyname(inner)
    os.close(inner)
    with closing(Shoe("reference", device, 0, "", None)) as shoe:
        said = [event for now_ms in range(0, 60_000, 100) for event in shoe.service(now_ms)]
    os.close(outer)
    assert said == [LinkLost(f"{device}: it is open, and the shoe is silent")]
