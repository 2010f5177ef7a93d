"""A short log, another one that parts from it, and who signs them."""

from protocol import events as e
from protocol.chain import Entry, first_link
from protocol.codec import decode_event
from protocol.events import audience_of
from protocol.loop import Pen
from protocol.signing import Signer

TABLE = "BAC-01"


SECRET = bytes(range(32))


SIGNER = Signer(SECRET, TABLE)


def log(*rules: str) -> list[Entry]:
    pen: Pen[e.Event] = Pen(0, first_link(TABLE), decode_event, audience_of)
    return [pen.write(e.RulingRecorded(text), "20:00") for text in rules]


ENTRIES = log("one", "two", "three", "four")


OTHER = log("one", "two", "tree", "four")
