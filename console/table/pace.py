"""How often one peer may make us write: whatever its key may ask for, its entries in a day are bounded (FAULTS A11).

Above what people do, and far below what a program can. Not persisted: a start begins to count anew.
"""

from typing import Final

from msgspec import Struct

from protocol.liveness import HOUR_MS

AN_HOUR: Final = {
    "call": 60,  # that an attendant is called, or no longer
    "ticket": 120,
    "note": 1_000,  # an acceptor takes some three seconds for one
    "refused order": 2_000,
    "sign on": 600,  # and signatures: a table changes its people a few times in an hour
    "proposal": 2_000,
    "seat": 60,  # that a Player sits down, or leaves his box
    "coin": 120,  # that a participant takes up his other coin
}


class Pace(Struct):
    times: dict[tuple[str, str], list[int]] = {}  # of each peer and kind: when, within the last hour

    def full(self, now_ms: int, peer: str, kind: str) -> bool:
        recent = [then_ms for then_ms in self.times.get((peer, kind), ()) if now_ms - then_ms < HOUR_MS]
        self.times[peer, kind] = recent
        return len(recent) >= AN_HOUR[kind]

    def count(self, now_ms: int, peer: str, kind: str) -> None:
        self.times.setdefault((peer, kind), []).append(now_ms)
