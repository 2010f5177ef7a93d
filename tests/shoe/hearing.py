"""Every make by name, what it hears in a stream of bytes, and how it writes a card."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import strategies as st

from shoe_driver.frames import Bad, Decoder, Frame
from shoe_driver.link import ShoeLink
from shoe_driver.makes import OURS, angel_eye, find_driver

REFERENCE = "reference"
ANGEL_EYE = angel_eye.NAME
LINES = ("bee-tek", "scanner-number", "scanner-barcode", "scanner-rank-suit")
MAKES = tuple(name for name in OURS if name != "manual")
FORMATS = (*MAKES, *(variant.name for variant in angel_eye.DRIVER.variants.values()))

SILENCE_MS = 5_000  # ends whatever was begun, in every make

noise = st.one_of(
    st.binary(max_size=60),
    st.lists(st.sampled_from([b"\xa5", b"\x5a", b"\x02C", b"\x10U", b"\0", b"\x05", b"\x03", b"D", b"\r\n"])).map(
        b"".join
    ),
)


def decoder_for(format_name: str) -> Decoder:
    make_decoder = find_driver(format_name).make_decoder
    assert make_decoder is not None
    return make_decoder()


def link_to(format_name: str, last_seq: int = 0, *, serial: str = "") -> ShoeLink:
    return ShoeLink(decoder_for(format_name), last_seq, serial=serial)


def encode_line(format_name: str, card: str) -> bytes:
    make_voice = find_driver(format_name).make_voice
    assert make_voice is not None
    (line,) = make_voice("", 0).card(card)
    return line


def heard(format_name: str, *chunks: bytes) -> list[Frame]:
    """All that was said in these chunks, which came at once, and then nothing more."""
    decoder = decoder_for(format_name)
    frames = [frame for chunk in chunks for frame in decoder.receive(0, chunk)]
    return frames + decoder.tick(SILENCE_MS)


def meant(frames: Sequence[Frame]) -> list[Frame]:
    return [frame for frame in frames if not isinstance(frame, Bad)]


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]
