"""Any value of a type that goes over the wire or into the journal, for property tests."""

from functools import cache
from typing import Any, Final

from hypothesis import strategies as st
from msgspec import inspect

from games.cards import DECK, Card

TEXTS: Final = st.characters(exclude_categories=["Cs"])


CARDS: Final = st.sampled_from(DECK)


@cache
def anything(kind: Any) -> st.SearchStrategy[Any]:
    """Values of this type, within its bounds."""
    return _made(inspect.type_info(kind))


def _made(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.IntType(ge=low, le=high):
            return st.integers(-(2**63) if low is None else low, 2**64 - 1 if high is None else high)
        case inspect.StrType(pattern=str(pattern)):
            # Not with the line end that Python's `$` overlooks (test_bad_input).
            return st.from_regex(pattern, fullmatch=True).map(str.rstrip)
        case inspect.StrType(min_length=least, max_length=most):
            return st.text(TEXTS, min_size=least or 0, max_size=min(most or 12, 40))
        case inspect.BytesType(min_length=least, max_length=most):
            return st.binary(min_size=least or 0, max_size=most or 24)
        case inspect.EnumType(cls=cls):
            return st.sampled_from(list(cls))
        case inspect.CustomType(cls=cls):
            assert cls is Card
            return CARDS
        case inspect.UnionType(types=types):
            return st.one_of(*(_made(one) for one in types))
        case inspect.TupleType(item_types=types):
            return st.tuples(*(_made(one) for one in types))
        case inspect.VarTupleType(item_type=item, min_length=least):
            return st.lists(_made(item), min_size=least or 0, max_size=3).map(tuple)
        case inspect.ListType(item_type=item):
            return st.lists(_made(item), max_size=3)
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(_made(key), _made(value), max_size=3)
        case inspect.LiteralType(values=values):
            return st.sampled_from(sorted(values, key=str))
        case inspect.StructType(cls=cls):
            return _built(cls)
    raise TypeError(f"no values of {info}")


@cache
def _built(cls: Any) -> st.SearchStrategy[Any]:
    """Once for each: an order is in many facts, and in a picture."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return st.builds(cls, **{field.name: _made(field.type) for field in info.fields})
