"""Two tables of one house and a floor that carries entries between them, in memory: the production cores, and nothing
that decides in between.
"""

from typing import Any, Final

import zmq.utils.z85 as z85
from msgspec.structs import replace

from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.journeys import TRAVEL, carried
from protocol.keyring import fingerprint
from protocol.signing import VOUCHED, Signer, public_of
from tests.console.cluster import Cluster
from tests.console.people import SHIFT_MANAGER, TECHNICIAN

SECRET: Final = b"a secret of the house, 32 bytes.."[:32]
FLOOR: Final = "Floor"


def signs(name: str) -> bytes:
    """The secret signing key of a table."""
    return name.encode().ljust(32, b".")


class HouseTable(Cluster):
    def __init__(self, name: str, others: tuple[str, ...], **more: Any) -> None:
        more.setdefault("house_secret", SECRET)
        super().__init__(table=name, **more)
        self.vouches = Signer(signs(name), name, VOUCHED)
        self.readers_as[FLOOR] = "floor"
        self.term = 0
        for other in others:
            self.enrol_table(other)
        self.enrol(FLOOR, role="floor")
        self.join(FLOOR)

    def enrol_table(self, other: str) -> list[e.Event]:
        key = z85.encode(public_of(signs(other))).decode()
        self.keys[other] = fingerprint(key)
        return self.obey(m.EnrolKey(PlayerId(other), "table", key), SHIFT_MANAGER, TECHNICIAN)

    def show_ticket(self, terminal: str, ticket: str, number: int | None = None) -> list[Any]:
        return super().show_ticket(terminal, ticket, number)

    def last(self, kind: type) -> int:
        """The number of its last entry of this kind."""
        found = [entry.seq for entry in self.entries if isinstance(self.fact(entry.seq), kind)]
        return found[-1]

    def fact(self, seq: int) -> e.Event:
        return decode_event(self.entries[seq - 1].body)

    def vouched(self, seq: int) -> m.Vouched:
        self.heard(FLOOR, m.VouchFor(*self.process(FLOOR), seq))
        (told,) = [it.message for it in self.outbox if it.to == FLOOR]
        assert isinstance(told, m.Vouched)
        return told

    def shown_by(self, other: "HouseTable", kind: type | int, **forged: Any) -> list[Any]:
        """The floor carries the last such entry of the other table to this one. What was written."""
        seq = kind if isinstance(kind, int) else other.last(kind)
        said = carried(*self.process(FLOOR), self.term, other.setup.table, other.vouched(seq))
        return self.heard(FLOOR, replace(said, **forged))

    def travel(self) -> list[e.Event]:
        return [fact for seq in range(1, len(self.entries) + 1) if isinstance(fact := self.fact(seq), TRAVEL)]


def house() -> tuple[HouseTable, HouseTable]:
    """Who has issued it, and where it is shown."""
    return HouseTable("BAC-01", ("BAC-02",)), HouseTable("BAC-02", ("BAC-01",))
