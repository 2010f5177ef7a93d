"""The parts that a table stands on, drilled alone: as they are they stand it, and with a bug in them they are seen."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from protocol import codec, signing
from shoe_driver import frames, link, port
from shoe_driver.makes import angel_eye
from simulation import drill_shoe, drill_wire
from simulation.run import SHOE_STEPS, WIRE_STEPS
from simulation.world import Violation

SEEDS: Final = range(120)  # within so many each bug is seen
Patch = pytest.MonkeyPatch


def drilled(of: Callable[[int, int], object], steps: int) -> str:
    """What the first drill objects to that does; "": none."""
    for seed in SEEDS:
        try:
            of(seed, steps)
        except Violation as broken:
            return str(broken)
    return ""


def forgets_no_card(patch: Patch) -> None:
    rest = angel_eye.AngelDecoder._rest

    def kept(self: angel_eye.AngelDecoder) -> Any:
        believed = self._believed
        yield from rest(self)
        self._believed = believed

    patch.setattr(angel_eye.AngelDecoder, "_rest", kept)


def hears_no_silence_between_two_cards(patch: Patch) -> None:
    receive = frames.Decoder.receive

    def joined(self: Any, now_ms: int, data: bytes) -> Any:
        self.tick = lambda _now_ms: []
        try:
            return receive(self, now_ms, data)
        finally:
            del self.tick

    patch.setattr(frames.Decoder, "receive", joined)


def gives_up_unasked(patch: Patch) -> None:
    patch.setattr(link, "GIVE_UP_ANSWERS", 0)


def believes_the_second_face(patch: Patch) -> None:
    given = link.Talk._given

    def believed(self: link.Talk, frame: Any) -> Any:
        yield from given(self, frame)
        if frame.number > self._reported:
            self._held[frame.number] = frame

    patch.setattr(link.Talk, "_given", believed)


def acknowledges_what_it_reads(patch: Patch) -> None:
    patch.setattr(link.Talk, "acknowledge", lambda self, _number: self._say(frames.Acknowledged(self._known)))


def is_not_asked_again(patch: Patch) -> None:
    patch.setattr(link.Talk, "_ask", lambda self, now_ms: setattr(self, "_ask_ms", now_ms + 60_000))


def loses_what_comes_in_two_pieces(patch: Patch) -> None:
    read = port.ShoePort.read
    patch.setattr(port.ShoePort, "read", lambda self, now_ms: (read(self, now_ms) or b"")[:12] or None)


@pytest.mark.parametrize(
    "bug",
    [
        *(
            forgets_no_card,
            hears_no_silence_between_two_cards,
            gives_up_unasked,
            believes_the_second_face,
            acknowledges_what_it_reads,
        ),
        *(is_not_asked_again, loses_what_comes_in_two_pieces),
    ],
    ids=lambda bug: bug.__name__,
)
def test_a_shoe_driver_with_a_bug_is_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill_shoe.run, SHOE_STEPS)


def test_every_make_of_shoe_is_followed() -> None:
    assert drilled(drill_shoe.run, SHOE_STEPS) == ""


def takes_a_doubled_key(patch: Patch) -> None:
    patch.setattr(codec, "_unique", dict)


def takes_the_quick_way(patch: Patch) -> None:
    def quick(data: bytes) -> Any:
        try:
            return codec._decode_from_terminal(data).m
        except (msgspec.MsgspecError, ValueError) as error:
            raise codec.PeerError(str(error)) from None

    patch.setattr(drill_wire, "decode_request", quick)


def signs_for_every_table(patch: Patch) -> None:
    whole = signing.statement
    patch.setattr(signing, "statement", lambda domain, _table, seq, chain: whole(domain, "", seq, chain))


@pytest.mark.parametrize(
    "bug", [takes_a_doubled_key, takes_the_quick_way, signs_for_every_table], ids=lambda bug: bug.__name__
)
def test_a_wire_with_a_bug_is_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill_wire.run, WIRE_STEPS)


def test_what_is_on_the_wire_says_one_thing_only() -> None:
    assert drilled(drill_wire.run, WIRE_STEPS) == ""
