"""MessagePack in and out. What comes off the wire passes hard limits and exact types, or is a PeerError.

At the border `msgpack` unpacks with limits on every length, refuses duplicate keys and extension types, and msgspec
converts strictly: no bool for an int, no float, no number beyond its bounds, no field that we do not know. What we
wrote ourselves (the journal) is decoded by msgspec directly. Cards travel as texts, `9S`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import msgpack
import msgspec
from msgspec import Struct

from games.cards import Card, UnknownCard, parse_card
from protocol.events import Event
from protocol.messages import (
    PROTOCOL,
    Answer,
    Batch,
    Beat,
    Certify,
    CloseBets,
    Command,
    DealCard,
    Deltas,
    News,
    OpenBets,
    Request,
    See,
)
from protocol.ticket_messages import ENTRY_MAX


class PeerError(Exception):
    """Nonsense on the wire: dropped, counted, and the state is as it was."""


class OtherVersion(PeerError):
    """Perhaps no nonsense, to whoever speaks that version."""


class Limits(Struct, frozen=True):
    """How large a message may be, before anything of it is believed."""

    message: int
    array: int
    map: int
    text: int
    binary: int


# All terminals of a large table, in one Ruling; 120 characters of any script; an entry of another table is the longest
# of what is no text.
FROM_TERMINALS: Final = Limits(message=4_096, array=250, map=40, text=480, binary=ENTRY_MAX)
ANSWER_MAX: Final = 1_024  # bytes of a bet
FROM_CONSOLE: Final = Limits(message=1 << 20, array=1_024, map=64, text=4_096, binary=1 << 20)


def _encode_hook(value: object) -> object:
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(f"{type(value).__name__} does not travel")


def _decode_hook(kind: type, value: object) -> object:
    if kind is Card:
        return parse_card(value)
    raise NotImplementedError(f"{kind.__name__} does not travel")


# A fact as it is written to a journal: the same bytes for the same fact, its maps in the same order.
encode_body: Final[Callable[[object], bytes]] = msgspec.msgpack.Encoder(enc_hook=_encode_hook).encode
# A fact of the console's log, from a body that the chain vouches for.
decode_event: Final[Callable[[bytes], Event]] = msgspec.msgpack.Decoder(Event, dec_hook=_decode_hook).decode


def body_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """A decoder for what else is kept in a journal or a snapshot."""
    return msgspec.msgpack.Decoder(kind, dec_hook=_decode_hook)


class _FromTerminal(Struct, forbid_unknown_fields=True):
    v: int
    m: Request


class _FromConsole(Struct, forbid_unknown_fields=True):
    v: int
    m: News


_decode_from_terminal: Final = msgspec.msgpack.Decoder(_FromTerminal, dec_hook=_decode_hook).decode
_decode_from_console: Final = msgspec.msgpack.Decoder(_FromConsole, dec_hook=_decode_hook).decode
_VERSION: Final = b"\x82\xa1v\x01\xa1m"
# Requests, and orders, that come in every Round, and whose types allow nothing that the limits forbid.
_BOUNDED: Final = frozenset({Answer, Beat, OpenBets, CloseBets, DealCard, Certify})
# News of entries have no map within. One that has as many keys as fields, and has them all, has none of them twice: how
# its own map begins says how many there are, and the signature alone may be missing.
_ALL_KEYS: Final[Mapping[type, bytes]] = {
    kind: _VERSION + bytes([0x81 + len(kind.__struct_fields__)]) for kind in (Batch, Deltas, See)
}
_ODD: Final = (msgspec.MsgspecError, ValueError, UnknownCard, RecursionError)  # ValueError: no UTF-8

Envelope = TypeVar("Envelope", _FromTerminal, _FromConsole)


def encode(message: Request | News) -> bytes:
    """A message with its version, as a map: {"v": 1, "m": {"type": "Hello", ...}}."""
    return _VERSION + encode_body(message)


def decode_request(data: bytes) -> Request:
    """From a terminal or a panel. A common request that is byte for byte as we would write it ourselves has no doubled
    key, no extension and no wrong type; the careful way, which is slower, says what is wrong with the rest.
    """
    if len(data) <= ANSWER_MAX:
        try:
            request = _decode_from_terminal(data).m
        except _ODD:
            pass
        else:
            about = request.order if isinstance(request, Command) else request
            if type(about) in _BOUNDED and _VERSION + encode_body(request) == data:
                return request
    request = _decode(data, _FromTerminal, FROM_TERMINALS).m
    if isinstance(request, Answer) and len(data) > ANSWER_MAX:
        raise PeerError(f"{len(data)} bytes are too many for a bet")
    return request


def decode_news(data: bytes) -> News:
    """From the console that this peer's key has chosen; the quick way as in `decode_request`."""
    if len(data) <= FROM_CONSOLE.message:
        try:
            news = _decode_from_console(data).m
        except _ODD:
            pass
        else:
            all_keys = _ALL_KEYS.get(type(news))
            signed = getattr(news, "signature", True)  # a See has no place for one
            if all_keys is not None and signed and data.startswith(all_keys):
                return news
            if _VERSION + encode_body(news) == data:
                return news
    return _decode(data, _FromConsole, FROM_CONSOLE).m


def _decode(data: bytes, kind: type[Envelope], limits: Limits) -> Envelope:
    if len(data) > limits.message:
        raise PeerError(f"{len(data)} bytes are more than {limits.message}")
    try:
        message = msgpack.unpackb(
            data,
            raw=False,
            strict_map_key=False,  # `_unique` is stricter about some and lets whole numbers pass: boxes
            object_pairs_hook=_unique,
            max_array_len=limits.array,
            max_map_len=limits.map,
            max_str_len=limits.text,
            max_bin_len=limits.binary,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException, RecursionError) as error:
        raise PeerError(f"no MessagePack: {error}"[:200]) from None
    if type(message) is not dict:
        raise PeerError("a message is a map of the version v and the message m")
    version = message.get("v")
    if type(version) is not int or version != PROTOCOL:
        told = version if type(version) is int else f"a {type(version).__name__}"
        raise OtherVersion(f"version {told}; here it is {PROTOCOL}")
    try:
        # `bytes` are there as they are: without saying so, msgspec would take Base64 text for them.
        return msgspec.convert(message, kind, builtin_types=(bytes,), dec_hook=_decode_hook)
    except (msgspec.ValidationError, UnknownCard, RecursionError) as error:
        raise PeerError(str(error)[:200]) from None


def _unique(pairs: list[tuple[object, object]]) -> dict[object, object]:
    for key, _ in pairs:
        if type(key) is not str and type(key) is not int:
            raise ValueError("a key is neither a text nor a whole number")
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one map")
    return found
