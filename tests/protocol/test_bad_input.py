"""Whatever comes off the wire is understood whole or is a PeerError: nothing else is raised, nothing is guessed.

Every message that can be sent is spoilt at every place it has; the places are found from the types, so that a new
field is attacked as soon as it exists (FAULTS 4.5, A6 and A10).
"""

import re
import struct
import tracemalloc
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

import msgpack
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import inspect, structs

from games.cards import Card
from games.round import Felt, PlayerId, Spot
from protocol.codec import (
    ANSWER_MAX,
    FROM_CONSOLE,
    FROM_TERMINALS,
    Limits,
    PeerError,
    _decode,
    _FromConsole,
    _FromTerminal,
    decode_news,
    decode_request,
    encode,
)
from protocol.events import Event
from protocol.messages import (
    BETS_MAX,
    Answer,
    Beat,
    Certify,
    CloseBets,
    Command,
    DealCard,
    News,
    OpenBets,
    Order,
    Request,
    SetLimits,
    Terminal,
    WindowId,
)
from tests.protocol.anything import anything

Path = tuple[str | int, ...]
Decode = Callable[[bytes], Request] | Callable[[bytes], News]


# --- bytes that a well-behaved packer would not write -----------------------------------------------------


class Raw(NamedTuple):
    """Bytes put in the place of a value, as they are."""

    data: bytes


class Pairs(NamedTuple):
    """A map by its pairs: keys may stand twice, and be anything."""

    pairs: Sequence[tuple[object, object]]


def packed(value: object) -> bytes:
    match value:
        case Raw(as_it_is):
            return as_it_is
        case Pairs(pairs):
            return b"\xdf" + struct.pack(">I", len(pairs)) + b"".join(packed(key) + packed(one) for key, one in pairs)
        case dict():
            return packed(Pairs(list(value.items())))
        case list():
            return b"\xdd" + struct.pack(">I", len(value)) + b"".join(packed(one) for one in value)
    data: bytes = msgpack.packb(value)
    return data


def put(value: Any, path: Path, instead: object) -> Any:
    """The same value with something else in one place; the value itself is left alone."""
    if not path:
        return instead
    key, *rest = path
    changed = value.copy()
    changed[key] = put(value[key], tuple(rest), instead)
    return changed


def understood(decode: Decode, data: bytes) -> Request | News | None:
    """None if it was refused with a PeerError. Any other exception goes through, and the test fails."""
    try:
        return decode(data)
    except PeerError as error:
        said = str(error)
    assert 0 < len(said) <= 200
    return None


# --- plain examples of everything that can be sent, and the places in them --------------------------------


class Message:
    """A message that can be sent, as a plain map in its envelope."""

    def __init__(self, plain: dict[str, Any], decode: Decode, limits: Limits) -> None:
        self.label = "/".join(_tags({"m": plain}))
        self.plain: dict[str, Any] = {"v": 1, "m": plain}
        self.data = packed(self.plain)
        self.decode = decode
        self.limits = limits


class Place:
    """A value inside a message, and what its type says about it."""

    def __init__(self, message: Message, path: Path, info: inspect.Type, name: str, *, optional: bool) -> None:
        self.message = message
        self.info = info
        self.name = name  # whose it is: "Hello.boot", "Answer.bets[]"
        self.optional = optional  # nil is allowed here
        value: Any = message.plain
        for key in path:
            value = value[key]
        self.value = value
        self._before, self._after = packed(put(message.plain, path, Raw(b"*here*"))).split(b"*here*")

    def holding(self, instead: object) -> Request | News | None:
        """What the message means with something else in this place; None: it is refused."""
        return understood(self.message.decode, self._before + packed(instead) + self._after)


# A text of each pattern; for a role both words do.
SHAPED: Final = ("GC", "T9", "2026-11-17", "panel", "credit", "123456", "person")


def examples(info: inspect.Type) -> list[Any]:
    """Plain values that show every alternative of this type at least once; nothing optional is left out."""
    match info:
        case inspect.BoolType():
            return [True]
        case inspect.IntType(ge=low):
            return [max(1, low or 0)]
        case inspect.StrType(pattern=None, min_length=least):
            return ["x" * (least or 1)]
        case inspect.StrType(pattern=pattern):
            return [next(text for text in SHAPED if re.search(pattern or "", text))]
        case inspect.BytesType(min_length=least):
            return [b"b" * (least or 4)]
        case inspect.CustomType():
            return ["9S"]
        case inspect.EnumType(cls=cls):
            return [next(iter(cls)).value]
        case inspect.LiteralType(values=values):
            return [min(values, key=str)]
        case inspect.UnionType(types=types):
            return [one for kind in types if not isinstance(kind, inspect.NoneType) for one in examples(kind)]
        case inspect.TupleType(item_types=types):
            return [[examples(one)[0] for one in types]]
        case inspect.VarTupleType(item_type=item):
            return [[one] for one in examples(item)]
        case inspect.DictType(key_type=key, value_type=value):
            return [{examples(key)[0]: one} for one in examples(value)]
        case inspect.StructType(fields=fields, array_like=array_like, tag=tag):
            columns = {field.encode_name: examples(field.type) for field in fields}
            rows = [{name: values[0] for name, values in columns.items()}]
            rows += [rows[0] | {name: other} for name, values in columns.items() for other in values[1:]]
            if array_like:
                return [list(row.values()) for row in rows]
            return [({"type": tag} if tag else {}) | row for row in rows]
    raise TypeError(f"no example of {info}")


def places(message: Message, info: inspect.Type, value: Any, path: Path, name: str) -> Iterator[Place]:
    """Every place of a plain value, itself first."""
    optional = False
    if isinstance(info, inspect.UnionType):
        optional = any(isinstance(kind, inspect.NoneType) for kind in info.types)
        (info,) = (kind for kind in info.types if _is_of(kind, value))
    yield Place(message, path, info, name, optional=optional)
    match info:
        case inspect.TupleType(item_types=types):
            for n, one in enumerate(types):
                yield from places(message, one, value[n], (*path, n), f"{name}[{n}]")
        case inspect.VarTupleType(item_type=item):
            yield from places(message, item, value[0], (*path, 0), f"{name}[]")
        case inspect.DictType(value_type=item):
            for key in value:
                yield from places(message, item, value[key], (*path, key), f"{name}[]")
        case inspect.StructType(cls=cls, fields=fields, array_like=array_like):
            for n, field in enumerate(fields):
                key = n if array_like else field.encode_name
                yield from places(message, field.type, value[key], (*path, key), f"{cls.__name__}.{field.name}")


def _is_of(info: inspect.Type, value: Any) -> bool:
    match info:
        case inspect.StructType(array_like=True):
            return isinstance(value, list)
        case inspect.StructType(tag=tag):
            return isinstance(value, dict) and value.get("type") == tag
        case inspect.IntType():
            return isinstance(value, int)
        case inspect.BytesType():
            return isinstance(value, bytes)
    return False


def _tags(plain: Mapping[str, Any]) -> Iterator[str]:
    for value in plain.values():
        if isinstance(value, dict) and "type" in value:
            yield value["type"]
            yield from _tags(value)


def messages_of(kinds: Sequence[type], decode: Decode, limits: Limits) -> Iterator[Message]:
    for kind in kinds:
        for plain in examples(inspect.type_info(kind)):
            yield Message(plain, decode, limits)


def places_of(kinds: Sequence[type], decode: Decode, limits: Limits) -> Iterator[Place]:
    for kind in kinds:
        info = inspect.type_info(kind)
        for plain in examples(info):
            yield from places(Message(plain, decode, limits), info, plain, ("m",), kind.__name__)


def each_once(found: Iterator[Place]) -> tuple[Place, ...]:
    """The same field in another message, `Command.boot` of every order, is the same place."""
    once: dict[tuple[str, str], Place] = {}
    for place in found:
        kind = place.info.cls if isinstance(place.info, inspect.StructType) else type(place.info)
        once.setdefault((place.name, kind.__name__), place)
    return tuple(once.values())


REQUESTS: Final = tuple(messages_of(get_args(Request), decode_request, FROM_TERMINALS))
NEWS: Final = tuple(messages_of(get_args(News), decode_news, FROM_CONSOLE))
MESSAGES: Final = (*REQUESTS, *NEWS)
PLACES: Final = (
    *each_once(places_of(get_args(Request), decode_request, FROM_TERMINALS)),
    *each_once(places_of(get_args(News), decode_news, FROM_CONSOLE)),
)
ENVELOPES: Final = tuple(
    Place(message, (), inspect.DictType(inspect.StrType(), inspect.AnyType()), "envelope", optional=False)
    for message in (REQUESTS[0], NEWS[0])
)
VERSIONS: Final = tuple(
    Place(message, ("v",), inspect.IntType(), "version", optional=False) for message in (REQUESTS[0], NEWS[0])
)
EVERYWHERE: Final = (*PLACES, *ENVELOPES, *VERSIONS)
MAPS: Final = tuple(place for place in (*ENVELOPES, *PLACES) if isinstance(place.value, dict))


def test_the_unspoilt_message_is_understood() -> None:
    for message in MESSAGES:
        meaning = understood(message.decode, message.data)
        assert meaning is not None, message.label
        assert msgpack.unpackb(encode(meaning), strict_map_key=False) == message.plain


def test_the_examples_show_every_message_every_order_and_every_ruling() -> None:
    labels = [message.label.split("/") for message in MESSAGES]
    assert {label[0] for label in labels} == {kind.__name__ for kind in (*get_args(Request), *get_args(News))}
    assert {label[1] for label in labels if label[0] == "Command"} == {kind.__name__ for kind in get_args(Order)}
    assert len([label for label in labels if label[1:2] == ["Rule"]]) == 8


# --- numbers ----------------------------------------------------------------------------------------------

OUT_OF_BOUNDS: Final = (-1, -(2**31), -(2**63), 2**63, 2**64 - 1)
NO_INTEGERS: Final[tuple[object, ...]] = (
    *(True, False, 1.0, 1.5, -0.0, float("nan"), float("inf"), float("-inf")),
    *("1", "", "one", b"1", b"", [], [1], {}, {"x": 1}),
)
NO_KEYS: Final[tuple[object, ...]] = (None, True, False, 1.0, 1.5, float("nan"), b"x", [], ["x"], {}, {"x": 1})
NO_KEY: Final = "a key is neither a text nor a whole number"
NUMBERS: Final = {place.name: place for place in PLACES if isinstance(place.info, inspect.IntType)}
BELOW_ZERO: Final = {  # no countdown runs; a Technician
    name: [-1]
    for name in (
        "Pulse.left_ms",
        "Side.share",
        "Person.position",
        "AdmitStaff.position",
        "AssignStaff.position",
        "PreparedStaff.position",
    )
}


def test_all_numbers_of_all_messages_were_found() -> None:
    """By hand and in short, so that a mistake in the search above does not go unseen."""
    assert NUMBERS.keys() >= set(
        "Hello.boot Hello.last_seq Sync.after_seq Answer.revision Answer.bets[] WindowId.round_no WindowId.n "
        "Beat.applied_seq BuyCredit.amount CashOut.amount Dispute.round_no Command.round_no Person.position "
        "LoadShoe.decks LoadShoe.burn LoadShoe.first_seq EndShoe.counted AddTime.more_ms SellCredit.amount "
        "PayByHand.amount PayDue.sitting CollectOwed.sitting Deltas.head_seq See.seq Pulse.left_ms Felt.boxes "
        "Felt.differential Limit.min Limit.max Limit.step WalkedAway.box HandRemoved.box Dispute.lines[][1]".split()
    )


@pytest.mark.parametrize("place", NUMBERS.values(), ids=NUMBERS)
def test_every_number_has_bounds(place: Place) -> None:
    assert [value for value in OUT_OF_BOUNDS if place.holding(value)] == BELOW_ZERO.get(place.name, [])


def test_a_number_at_its_bound_is_taken_and_one_beyond_it_is_not() -> None:
    for place in NUMBERS.values():
        assert isinstance(place.info, inspect.IntType)
        for bound, one_beyond in ((place.info.ge, -1), (place.info.le, +1)):
            if bound is not None:
                assert place.holding(bound), f"{bound} for {place.name}"
                assert place.holding(bound + one_beyond) is None, f"{bound + one_beyond} for {place.name}"


# --- other types ------------------------------------------------------------------------------------------


def wrong_for(info: inspect.Type) -> list[object]:
    """What must not pass for a value of this type."""
    numbers: list[object] = [0, 1, -1, 2**64 - 1, 1.0, float("nan"), True]
    match info:
        case inspect.IntType():
            return [*NO_INTEGERS]
        case inspect.BoolType():
            return [0, 1, 1.0, "true", b"\x01", [], {}]
        case inspect.StrType():
            return [*numbers, b"x", [], ["x"], {}, {"x": "x"}]
        case inspect.EnumType(cls=cls):
            return [*numbers, *({""} - {it.value for it in cls}), "x", b"x", [], {}]
        case inspect.LiteralType():
            return [*numbers, "", "x", b"x", [], {}]
        case inspect.BytesType(min_length=least):
            return [*numbers, "x", "b" * (least or 3), [], [98] * (least or 3), {}]
        case inspect.CustomType():
            return [*numbers, "", "9s", "1S", "9S ", "XX", b"9S", [], ["9S"], {}, {"rank": "9", "suit": "S"}]
        case inspect.StructType(array_like=True):
            return [*numbers, "x", b"x", [], [[]], {}, {"0": 1}]
        case inspect.StructType() | inspect.DictType():
            return [*numbers, "x", b"x", [], [["x", 1]]]
        case inspect.TupleType() | inspect.VarTupleType():
            return [*numbers, "x", b"x", {}, {"0": 1}]
    raise TypeError(f"what is wrong for {info}?")


def test_no_value_is_taken_for_one_of_another_type() -> None:
    for place in EVERYWHERE:
        for wrong in wrong_for(place.info):
            assert place.holding(wrong) is None, f"{wrong!r} for {place.name}"


def test_nil_is_taken_only_where_something_may_be_absent() -> None:
    assert {place.name for place in EVERYWHERE if place.holding(None)} == {
        place.name for place in EVERYWHERE if place.optional
    }


def test_a_text_in_base64_is_no_binary() -> None:
    binaries = [place for place in PLACES if isinstance(place.info, inspect.BytesType)]
    assert [place.name for place in binaries if place.holding(b64encode(place.value).decode())] == []


def test_no_text_and_no_binary_is_longer_or_shorter_than_its_type_allows() -> None:
    for place in PLACES:
        one: str | bytes
        match place.info:
            case inspect.StrType(min_length=least, max_length=most):
                one = "x"
            case inspect.BytesType(min_length=least, max_length=most):
                one = b"b"
            case _:
                continue
        if least:
            assert place.holding(one * least), place.name
            assert place.holding(one * (least - 1)) is None, place.name
        if most:
            assert place.holding(one * most), place.name
            assert place.holding(one * (most + 1)) is None, place.name


TERMINALS: Final = [place for place in PLACES if place.info == inspect.type_info(Terminal)]


def test_every_order_about_a_terminal_names_one_and_who_joins_says_a_name() -> None:
    assert {place.name for place in TERMINALS} == {
        *(f"{kind.__name__}.terminal" for kind in get_args(Order) if "terminal" in kind.__struct_fields__),
        *("Hello.name", "EnrolKey.name", "ReplaceKey.name", "EndKey.name", "ReturnBets.terminals[]"),
        "VoidSettled.withdrawn[]",
        "PayFromHouse.terminal",
    }


@pytest.mark.parametrize("name", ["T", "T1", "Seat-7", "A-very-long-name", "X" * 16])
def test_a_name_that_a_terminal_may_have_is_taken(name: str) -> None:
    assert [place.name for place in TERMINALS if place.holding(name) is None] == []


@pytest.mark.parametrize(
    "name",
    [
        *("", "t1", "1T", "-T1", " T1", "T1 ", "T 1", "T1/2", "T1#1", "T_1", "Tä", "Ä1", "T\u0661", "T1\x00"),
        *("\nT1", "T1\nT2", "T1\n\n", "X" * 17, "staff", "archive", "witness", "floor", "sealed", "only/T1", "console"),
        "T1\n",
    ],
    ids=repr,
)
def test_a_name_that_no_terminal_has_is_refused(name: str) -> None:
    """Not one of the words for audiences, nor anything that would look like another account or another line."""
    assert [place.name for place in TERMINALS if place.holding(name)] == []


@pytest.mark.parametrize(
    ("name", "taken", "refused"),
    [
        ("Hello.role", ("terminal", "panel", "display", "archive"), ("", "Panel", "panel2", "panel\n", "x" * 17)),
        ("ReleaseNote.to", ("credit", "hand", "nobody"), ("", "Credit", "credit\n", "creditor", "handcredit")),
    ],
)
def test_a_word_of_a_few_is_one_of_them(name: str, taken: Sequence[str], refused: Sequence[str]) -> None:
    (place,) = (one for one in PLACES if one.name == name)
    assert [word for word in (*taken, *refused) if place.holding(word)] == [*taken]


# --- fields -----------------------------------------------------------------------------------------------

STRUCTS: Final = [(place, place.info) for place in PLACES if isinstance(place.info, inspect.StructType)]


def test_a_message_without_one_of_its_fields_is_refused_unless_the_field_has_a_default() -> None:
    for place, info in STRUCTS:
        if not info.array_like:
            for field in info.fields:
                rest = {key: value for key, value in place.value.items() if key != field.encode_name}
                assert (place.holding(rest) is None) == field.required, f"{place.name} without {field.name}"


def test_a_struct_that_is_an_array_is_refused_if_it_is_too_short() -> None:
    for place, info in STRUCTS:
        if info.array_like:
            required = len([field for field in info.fields if field.required])
            assert place.holding(place.value[:required]), place.name
            assert place.holding(place.value[: required - 1]) is None, place.name


def test_a_struct_that_does_not_say_what_it_is_is_refused() -> None:
    for place, info in STRUCTS:
        if info.tag is not None:
            rest = {key: value for key, value in place.value.items() if key != "type"}
            assert place.holding(rest) is None, place.name
            others: tuple[object, ...] = (
                "",
                "Nonsense",
                f"{info.tag} ",
                f"{info.tag}".lower(),
                1,
                None,
                b"Hello",
                [],
                {},
            )
            for other in others:
                assert place.holding({"type": other} | rest) is None, f"{place.name} of type {other!r}"


INNERMOST: Final = {info.cls.__name__: place for place, info in STRUCTS}


# A later version may add to these: what they say of themselves is read by peers of any age.
OPEN_ENDED: Final = ("Hello", "Welcome", "Denied", "NotHeard")
CLOSED: Final = {name: place for name, place in INNERMOST.items() if name not in OPEN_ENDED}


@pytest.mark.parametrize("place", CLOSED.values(), ids=CLOSED)
def test_a_field_that_nobody_knows_is_refused(place: Place) -> None:
    more = [*place.value, 1] if isinstance(place.value, list) else place.value | {"nonsense": 1}
    assert place.holding(more) is None


def test_the_envelope_holds_the_version_and_the_message_and_nothing_else() -> None:
    for message in MESSAGES:
        plain = message.plain["m"]
        for envelope in ({"v": 1, "m": plain, "x": 1}, {"v": 1}, {"m": plain}, plain, [1, plain], [plain], {}):
            assert understood(message.decode, packed(envelope)) is None, message.label


@pytest.mark.parametrize("version", [0, 2, -1, 2**64 - 1, 1.0, True, False, "1", b"1", None, [1], {"v": 1}], ids=repr)
def test_another_version_is_refused(version: object) -> None:
    for message in MESSAGES:
        assert understood(message.decode, packed(message.plain | {"v": version})) is None, message.label


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (packed({"v": 2, "m": {}}), "version 2; here it is 1"),
        (packed(Pairs([("v", 1), ("m", {}), ("v", 1)])), "no MessagePack: a key stands twice in one map"),
        *((packed(Pairs([("v", 1), ("m", {}), (key, 1)])), f"no MessagePack: {NO_KEY}") for key in NO_KEYS),
        (b"\xd4\x05x", "no MessagePack: 2 exceeds max_ext_len(0)"),
    ],
)
def test_a_refusal_says_what_is_wrong(data: bytes, said: str) -> None:
    with pytest.raises(PeerError) as refused:
        decode_request(data)
    assert str(refused.value) == said


def test_a_refusal_is_short_however_long_the_nonsense() -> None:
    with pytest.raises(PeerError) as refused:
        decode_request(packed({"v": "x" * 160, "m": {}}))
    assert str(refused.value) == "version a str; here it is 1"
    sync = next(it for it in REQUESTS if it.plain["m"]["type"] == "Sync")
    with pytest.raises(PeerError) as refused:
        decode_request(packed(put(sync.plain, ("m",), sync.plain["m"] | {"y" * 160: 1})))
    assert str(refused.value) == f"Object contains unknown field `{'y' * 160}` - at `$.m`"[:200]
    assert len(str(refused.value)) == 200


def test_what_the_console_says_is_no_request_and_a_request_is_no_news() -> None:
    assert [message.label for message in REQUESTS if understood(decode_news, message.data)] == []
    assert [message.label for message in NEWS if understood(decode_request, message.data)] == []


def test_a_fact_or_a_bare_order_is_no_message() -> None:
    for kind in (*get_args(Event), *get_args(Order)):
        for plain in examples(inspect.type_info(kind)):
            assert understood(decode_request, packed({"v": 1, "m": plain})) is None, kind
            assert understood(decode_news, packed({"v": 1, "m": plain})) is None, kind


# --- maps: keys that stand twice, keys that are no texts --------------------------------------------------


def test_no_key_stands_twice_in_any_map() -> None:
    for place in MAPS:
        pairs = list(place.value.items())
        assert place.holding(Pairs(pairs)), place.name
        for key, value in pairs:
            for twice in ([*pairs, (key, value)], [(key, value), *pairs], [*pairs, (key, None)]):
                assert place.holding(Pairs(twice)) is None, f"{key} twice in {place.name}"


@pytest.mark.parametrize("key", NO_KEYS, ids=repr)
def test_every_key_is_a_text_or_a_whole_number(key: object) -> None:
    """Also where the value would be right, and where a number with the same value would be."""
    for place in MAPS:
        values = list(place.value.values())
        for pairs in ([*place.value.items(), (key, values[0])], [(key, value) for value in values[:1]], [(key, 1)]):
            assert place.holding(Pairs(pairs)) is None, place.name
            assert place.holding(Pairs(pairs[::-1])) is None, place.name


BOXES: Final = {place.name: place for place in MAPS if any(type(key) is int for key in place.value)}


def test_only_boxes_have_numbers_for_keys_and_nothing_but_their_numbers() -> None:
    assert BOXES.keys() == {"Felt.seats"}
    for key in (0, 1, -1, 99, 100, 2**64 - 1, "1", "x", ""):
        for place in MAPS:
            in_a_box = place.name in BOXES and key in (1, 99)
            in_a_map = isinstance(place.info, inspect.DictType) and place.name not in (*BOXES, "envelope")
            fits = in_a_box or (in_a_map and isinstance(key, str))
            value = next(iter(place.value.values()))
            assert bool(place.holding(Pairs([(key, value)]))) == fits, f"{key!r} in {place.name}"


def test_a_known_key_in_binary_is_not_known() -> None:
    for place in MAPS:
        pairs = list(place.value.items())
        for n, (key, value) in enumerate(pairs):
            binary = Pairs([*pairs[:n], (f"{key}".encode(), value), *pairs[n + 1 :]])
            assert place.holding(binary) is None, f"{key} of {place.name}"


# --- sizes ------------------------------------------------------------------------------------------------


def too_large(limits: Limits) -> Mapping[str, bytes]:
    """Values one beyond each limit, whole; and bombs, heads that promise more than they hold."""
    return {
        "array": b"\xdd" + struct.pack(">I", limits.array + 1) + b"\xc0" * (limits.array + 1),
        "map": packed(Pairs([(f"{n}", n) for n in range(limits.map + 1)])),
        "text": b"\xdb" + struct.pack(">I", limits.text + 1) + b"x" * (limits.text + 1),
        "binary": b"\xc6" + struct.pack(">I", limits.binary + 1) + b"x" * (limits.binary + 1),
        "array bomb": b"\xdd\xff\xff\xff\xff",
        "map bomb": b"\xdf\xff\xff\xff\xff",
        "text bomb": b"\xdb\xff\xff\xff\xff",
        "binary bomb": b"\xc6\xff\xff\xff\xff",
        "extension bomb": b"\xc9\xff\xff\xff\xff\x05",
        "small array bomb": b"\xdc\xff\xff",
        "small map bomb": b"\xde\xff\xff",
        "small text bomb": b"\xda\xff\xff",
        "small binary bomb": b"\xc5\xff\xff",
    }


def test_nothing_larger_than_the_limits_is_believed_anywhere() -> None:
    bad = {limits: too_large(limits) for limits in (FROM_TERMINALS, FROM_CONSOLE)}
    for place in EVERYWHERE:
        for name, data in bad[place.message.limits].items():
            assert place.holding(Raw(data)) is None, f"{name} for {place.name}"


def one_beyond(kind: str, length: int) -> bytes:
    """A value of this length, in the longest form."""
    head = {"array": b"\xdd", "map": b"\xdf", "str": b"\xdb", "bin": b"\xc6"}[kind] + struct.pack(">I", length)
    return head + b"".join(packed(f"{n}") + b"\xc0" for n in range(length)) if kind == "map" else head + b"x" * length


@pytest.mark.parametrize(
    ("decode", "kind", "most"),
    [
        (decode_request, "array", 250),
        (decode_request, "map", 40),
        (decode_request, "str", 480),
        (decode_request, "bin", 1_024),
        (decode_news, "array", 1_024),
        (decode_news, "map", 64),
        (decode_news, "str", 4_096),
    ],
)
def test_the_refusal_names_the_limit(decode: Decode, kind: str, most: int) -> None:
    with pytest.raises(PeerError) as refused:
        decode(one_beyond(kind, most))
    assert str(refused.value) == "a message is a map of the version v and the message m" or kind == "map"
    with pytest.raises(PeerError) as refused:
        decode(one_beyond(kind, most + 1))
    assert str(refused.value) == f"no MessagePack: {most + 1} exceeds max_{kind}_len({most})"


def test_a_message_is_measured_before_it_is_read() -> None:
    padded = REQUESTS[0].data + b"\xc0" * (4_096 - len(REQUESTS[0].data))
    with pytest.raises(PeerError, match="extra data"):
        decode_request(padded)
    with pytest.raises(PeerError, match="4097 bytes are more than 4096"):
        decode_request(padded + b"\xc0")


@pytest.mark.parametrize(
    ("decode", "limits", "most"), [(decode_request, FROM_TERMINALS, 2_000_000), (decode_news, FROM_CONSOLE, 10_000_000)]
)
def test_a_bomb_costs_little_memory(decode: Decode, limits: Limits, most: int) -> None:
    """Arrays that promise all they may, one in the other: what is set aside stays small, and is given back."""
    array = (b"\xdd" + struct.pack(">I", limits.array)) * 800
    nest = (b"\xdf" + struct.pack(">I", limits.map) + b"\xa1x") * 500
    understood(decode, array)  # once before it is measured, for what is made only once
    tracemalloc.start()
    try:
        assert understood(decode, array) is None
        assert understood(decode, nest) is None
        left, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < most
    assert left < 50_000


# --- extension types, deep nests, noise -------------------------------------------------------------------

EXTENSIONS: Final = {
    "fixext1": b"\xd4\x05x",
    "fixext2": b"\xd5\x05xx",
    "fixext4": b"\xd6\x05xxxx",
    "fixext8": b"\xd7\x05" + b"x" * 8,
    "fixext16": b"\xd8\x05" + b"x" * 16,
    "ext8": b"\xc7\x03\x05xxx",
    "ext16": b"\xc8\x00\x03\x05xxx",
    "ext32": b"\xc9\x00\x00\x00\x03\x05xxx",
    "empty ext8": b"\xc7\x00\x05",
    "empty ext16": b"\xc8\x00\x00\x05",
    "empty ext32": b"\xc9\x00\x00\x00\x00\x05",
    "timestamp of 4 bytes": b"\xd6\xff\x00\x00\x00\x01",
    "timestamp of 8 bytes": b"\xd7\xff" + b"\x00" * 8,
    "timestamp of 12 bytes": b"\xc7\x0c\xff" + b"\x00" * 12,
    "empty timestamp": b"\xc7\x00\xff",
    "never used": b"\xc1",
}


NO_UTF_8: Final = {data.hex(): data for data in (b"\xa2\xff\xfe", b"\xa3\xed\xa0\x80", b"\xa1\x80")}


@pytest.mark.parametrize("data", (EXTENSIONS | NO_UTF_8).values(), ids=EXTENSIONS | NO_UTF_8)
def test_extension_types_and_texts_that_are_no_utf_8_do_not_travel(data: bytes) -> None:
    for place in EVERYWHERE:
        assert place.holding(Raw(data)) is None, place.name
    for place in MAPS:
        assert place.holding(Pairs([*place.value.items(), (Raw(data), 1)])) is None, f"a key of {place.name}"


NESTS: Final = {"arrays": b"\x91", "maps": b"\x81\xa1x", "maps of arrays": b"\x81\xa1x\x91"}
# About 1,000 is the worst: msgpack takes 1,024 levels, Python's recursion ends at 1,000.
DEPTHS: Final = (30, 500, 1_000, 1_015, 1_100, 3_900)


@pytest.mark.parametrize("level", NESTS.values(), ids=NESTS)
@pytest.mark.parametrize("depth", DEPTHS)
def test_a_deep_nest_is_refused_wherever_it_is(level: bytes, depth: int) -> None:
    nest = level * depth + b"\x01"
    for place in EVERYWHERE:
        assert place.holding(Raw(nest)) is None, place.name


def test_among_these_places_are_cards_whose_refusal_tells_what_came() -> None:
    cards = {place.name for place in PLACES if isinstance(place.info, inspect.CustomType) and place.info.cls is Card}
    assert cards == {
        "DealCard.card",
        "ReportWrongSides.hands[][]",
        "EnterCard.card",
        "Correct.cards[]",
        "CorrectCards.cards[]",
        "Discarded.card",
    } | {f"{ruled}.cards[]" for ruled in ("Reconstructed", "DrawnTogether")}


def test_a_message_that_is_cut_short_anywhere_is_refused() -> None:
    for message in MESSAGES:
        lengths = range(len(message.data))
        assert [length for length in lengths if understood(message.decode, message.data[:length])] == [], message.label


def test_a_message_with_something_behind_it_is_refused() -> None:
    for message in MESSAGES:
        for more in (b"\x00", b"\xc0", b"\xc1", b"\xff", message.data):
            assert understood(message.decode, message.data + more) is None, message.label


@given(st.binary(max_size=300))
@example(b"")
@example(b"\x00")
@example(b"\x80")
@example(b"\x82\xa1v\x01\xa1m")
@settings(max_examples=150)
def test_noise_is_refused(data: bytes) -> None:
    for noise in (data, b"\x82\xa1v\x01\xa1m" + data):  # as it is, and in a good envelope
        assert understood(decode_request, noise) is None
        assert understood(decode_news, noise) is None


KEYS: Final = st.text(max_size=3) | st.integers(-(2**63), 2**64 - 1)
PLAIN: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=5) | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(EVERYWHERE), PLAIN)
@settings(max_examples=150)
def test_any_value_in_any_place_is_refused_or_has_a_meaning_that_can_be_sent_again(place: Place, value: object) -> None:
    meaning = place.holding(value)
    assert meaning is None or place.message.decode(encode(meaning)) == meaning


@given(anything(Request), st.integers(0, 5_000), st.integers(0, 20), st.binary(max_size=8))
@settings(max_examples=100)
def test_a_request_with_a_part_exchanged_is_refused_or_has_a_meaning_that_can_be_sent_again(
    request: Request, start: int, length: int, instead: bytes
) -> None:
    data = encode(request)
    start %= len(data)
    meaning = understood(decode_request, data[:start] + instead + data[start + length :])
    assert meaning is None or decode_request(encode(meaning)) == meaning


# --- the quick way in: byte for byte as we would write it ----------------------------------------------------------


def carefully(decode: Decode, data: bytes) -> object:
    """What the careful way makes of it; None: nothing."""
    try:
        if decode is decode_request:
            return _decode(data, _FromTerminal, FROM_TERMINALS).m
        return _decode(data, _FromConsole, FROM_CONSOLE).m
    except PeerError:
        return None


@given(st.sampled_from(MESSAGES), st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=3))
@settings(max_examples=300)
def test_a_spoilt_message_is_refused_or_can_be_sent_again_and_the_quick_way_and_the_careful_way_agree(
    message: Message, changes: list[tuple[int, int]]
) -> None:
    data = bytearray(message.data)
    for index, value in changes:
        data[index % len(data)] = value
    meaning = understood(message.decode, bytes(data))
    assert meaning == carefully(message.decode, bytes(data))
    assert meaning is None or message.decode(encode(meaning)) == meaning


@pytest.mark.parametrize("bets", [BETS_MAX, BETS_MAX + 1])
def test_a_bet_on_more_spots_than_the_limit_is_not_taken_the_quick_way_either(bets: int) -> None:
    answer = Answer(1, b"r" * 8, WindowId(1, 1, b"n" * 8), 1, {Spot(f"s{number}"): 1 for number in range(bets)})
    data = encode(answer)
    assert len(data) <= ANSWER_MAX
    assert understood(decode_request, data) == (answer if bets <= BETS_MAX else None)
    assert understood(decode_request, data) == carefully(decode_request, data)


@given(anything(News), st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=3))
@settings(max_examples=300)
def test_spoilt_news_as_short_as_we_write_them_are_taken_as_the_careful_way_would(
    news: News, changes: list[tuple[int, int]]
) -> None:
    """Only so is a part of them taken the quick way that looks at the number of keys."""
    data = bytearray(encode(news))
    for index, value in changes:
        data[index % len(data)] = value
    assert understood(decode_news, bytes(data)) == carefully(decode_news, bytes(data))


COMMON_ORDERS: Final = st.builds(
    structs.replace, anything(Command), order=st.one_of(*map(anything, (OpenBets, CloseBets, DealCard, Certify)))
)


@given(anything(Answer) | anything(Beat) | COMMON_ORDERS)
@settings(max_examples=150)
def test_whatever_the_types_of_a_common_request_allow_is_within_the_limits(request: Request) -> None:
    """Only such requests may go the quick way: it does not count their parts."""
    data = encode(request)
    if len(data) <= ANSWER_MAX:
        assert carefully(decode_request, data) == request


def test_an_order_with_more_parts_than_the_limit_is_not_taken_the_quick_way() -> None:
    """Its types have no bounds of their own."""
    felt = Felt(excluded=tuple(PlayerId(f"{number:x}") for number in range(FROM_TERMINALS.array + 1)))
    data = encode(Command(1, b"r" * 8, b"c" * 8, 1, SetLimits(felt)))
    assert len(data) <= ANSWER_MAX
    assert understood(decode_request, data) is None


def test_a_bet_may_hold_as_many_spots_as_a_map() -> None:
    assert FROM_TERMINALS.map == BETS_MAX
