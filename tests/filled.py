"""A value of any type that travels or is kept, with something in every field: what was forgotten shows by its absence.

Made by looking at the types, so that a field that is added later is filled as well. Knows msgspec's types and cards,
and nothing of what they are for.
"""

import enum
import typing
from collections.abc import Mapping, Sequence
from itertools import count
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

import msgspec

from games.cards import DECK, Card


class Filler:
    """Each value is another one, where the type has more than one."""

    def __init__(self, only: Mapping[type, Sequence[Any]] = {}) -> None:
        """`only`: of types that may hold no value of their kind but these."""
        self._numbers = count(1)
        self._only = only

    def fill(self, kind: Any) -> Any:
        origin, args = get_origin(kind), get_args(kind)
        if kind in self._only:
            return self._only[kind][next(self._numbers) % len(self._only[kind])]
        if origin is typing.Annotated:
            return self._bounded(args[0], [meta for meta in args[1:] if isinstance(meta, msgspec.Meta)])
        if kind is NoneType:
            return None
        if isinstance(kind, typing.NewType):
            return self.fill(kind.__supertype__)
        if origin in (typing.Union, UnionType):
            return self.fill(next(arg for arg in args if arg is not NoneType))
        if origin is tuple:
            return tuple(self.fill(arg) for arg in (_sorts(args[0]) if args[1:] == (...,) else args))
        if origin in (list, Sequence):
            return [self.fill(arg) for arg in _sorts(args[0])]
        if origin in (dict, Mapping):
            return {self.fill(args[0]): self.fill(arg) for arg in _sorts(args[1])}
        if origin is type(typing.Literal):
            return args[-1]
        return self._plain(kind)

    def _bounded(self, kind: Any, metas: Sequence[msgspec.Meta]) -> Any:
        value = self.fill(kind)
        for meta in metas:
            if meta.pattern is not None:
                value = f"2026-03-{next(self._numbers) % 28 + 1:02}"  # the one pattern that there is: a day
            if isinstance(value, bytes):
                value = value[-(meta.max_length or len(value)) :].rjust(meta.min_length or 0, b"-")
            elif isinstance(value, str) and meta.max_length is not None:
                value = value[-meta.max_length :]
            elif isinstance(value, int) and meta.le is not None:
                value = min(value, int(meta.le))
        return value

    def _plain(self, kind: Any) -> Any:
        number = next(self._numbers)
        if kind is Card:
            return DECK[number % len(DECK)]
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return list(kind)[number % len(kind)]
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            hints = typing.get_type_hints(kind, include_extras=True)
            return kind(**{name: self.fill(hints[name]) for name in kind.__struct_fields__})
        if typing.get_origin(kind) is typing.Literal:
            return typing.get_args(kind)[number % len(typing.get_args(kind))]
        if kind is bool:
            return True
        if kind is int:
            return number
        if kind is str:
            return f"text {number}"
        if kind is bytes:
            return number.to_bytes(32)
        raise TypeError(f"nobody knows how to fill {kind}")


def _sorts(kind: Any) -> Sequence[Any]:
    """What may stand in a collection: one of each, where it holds more than one sort of thing."""
    return get_args(kind) if get_origin(kind) in (typing.Union, UnionType) else (kind,)


def leaves(value: Any, place: str = "") -> dict[str, Any]:
    """Each plain value inside, by where it is: `peers.known[text 7].latched`."""
    found: dict[str, Any] = {}
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            found |= leaves(getattr(value, name), f"{place}.{name}" if place else name)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            found |= leaves(inner, f"{place}[{key}]")
    elif isinstance(value, (tuple, list)):
        for index, inner in enumerate(value):
            found |= leaves(inner, f"{place}[{index}]")
    else:
        found[place] = value
    return found
