"""Entries that are chained, for whoever follows or cuts them."""

from collections.abc import Sequence
from typing import Final

from protocol.chain import Entry, first_link, make_entry
from protocol.events import Audience

START: Final = first_link("BAC-01")


Written = tuple[str, Audience, bytes, bytes]  # wall time, audience, salt, body


def journal(facts: Sequence[Written], before: bytes = START, seq: int = 0) -> list[Entry]:
    entries: list[Entry] = []
    for wall_time, audience, salt, body in facts:
        seq += 1
        entries.append(make_entry(before, seq, wall_time, audience, salt, body))
        before = entries[-1].chain
    return entries
