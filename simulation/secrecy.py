"""Who may know what (M13), of every message and picture: a display, a terminal, a panel, an archive, a witness.

Folds what everybody may read by itself, so that no picture can hold more than that; and plays somebody who has all that
a display, another terminal and a panel have seen, and the source code, and works out the numbers of other people's
tickets. Knows nothing of the console's own state.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b, md5, sha1, sha256, sha512
from typing import Any, Final

from msgspec import Struct

from console.table.cashier import Cashier
from console.table.table import Heard
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import body_decoder, encode_body
from protocol.journeys import CODE
from protocol.ledger import Ledger
from protocol.picture import OwnState, Picture
from protocol.view import TableView
from simulation.world import Violation

_pictures: Final = body_decoder(Picture)
DIGITS: Final = 10**18
OTHER_SECRET: Final = b"a guess"


class Reader(Struct, frozen=True):
    """One who is told something."""

    name: str
    role: str  # terminal, panel, display, archive, witness, floor

    def may_read(self, audience: str) -> bool:
        match self.role:
            case "archive":
                return True
            case "witness":
                return False
            case "panel" | "floor":
                return audience != "sealed" and not audience.startswith("only/")
            case "terminal":
                return audience in ("", self.name, f"only/{self.name}")
            case _:
                return audience == ""


class Secrecy:
    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self.public = TableView()  # what everybody may know, and ...
        self._public_seq = 0  # ... up to here
        self.live: dict[str, str] = {}  # numbers that can still be paid, and whose they are
        self.names: dict[str, str] = {}  # of tickets, by number
        self._numbers: dict[str, str] = {}  # by name

    def wrote(self, entries: Sequence[Entry], events: Sequence[e.Event]) -> None:
        for entry, event in zip(entries, events, strict=True):
            self._public_seq = entry.seq
            if entry.audience == "":
                self.public.apply(event)
            match event:
                case e.TicketNumbered(terminal=terminal, ticket=ticket, number=number):
                    self.live[number] = terminal
                    self.names[number], self._numbers[ticket] = ticket, number
                case e.TicketAccepted(ticket=ticket) | e.TicketPaid(ticket=ticket):
                    self.live.pop(self._numbers.get(ticket, ""), None)

    # --- messages ------------------------------------------------------------------------------------------------

    def sent(self, reader: Reader | None, message: m.News, data: bytes) -> None:
        """`None`: to everybody."""
        match message:
            case m.Batch(first_seq=first, entries=entries) | m.Deltas(first_seq=first, entries=entries):
                self._bodies(reader, first, entries, whole=type(message) is m.Deltas)
            case m.See(seq=first, entry=entry):
                self._bodies(reader, first, (entry,), whole=True)
            case m.Snapshot():
                self._pictured(reader, message)
            case m.Seats() | m.TicketFound():
                if reader is None or reader.role != "panel":
                    raise Violation("M13", f"{reader} is told {message}")
        for number, owner in self.live.items():
            told = reader is not None and (
                reader.role == "archive" or (reader.role, reader.name) == ("terminal", owner)
            )
            if number.encode() in data and not told:
                raise Violation("M13", f"{reader} is told a number that pays: {type(message).__name__}")

    def _bodies(self, reader: Reader | None, first: int, sent: Sequence[m.SentEntry], *, whole: bool) -> None:
        for seq, entry in enumerate(sent, first):
            audience = self._entries[seq - 1].audience
            may = audience == "" if reader is None else reader.may_read(audience)
            if entry.body is not None and not may:
                raise Violation("M13", f"{reader or 'everybody'} is shown entry {seq}, which is for {audience!r}")
            if entry.body is None and (entry.salt or entry.wall_time) and not may:
                raise Violation("M13", f"{reader or 'everybody'} is told the salt of entry {seq}: it could be guessed")
            if entry.body is None and whole and reader is not None and reader.role == "archive":
                raise Violation("M8", f"{reader} keeps everything, and is sent entry {seq} sealed")

    def _pictured(self, reader: Reader | None, snapshot: m.Snapshot) -> None:
        picture = _pictures.decode(snapshot.state)
        if reader is None or reader.role in ("archive", "witness", "floor"):
            raise Violation("M13", f"{reader} keeps entries, and is sent a picture")
        if reader.role != "terminal" and picture.own != OwnState():
            raise Violation("M13", f"{reader} has no seat, and is sent {picture.own}")
        if (picture.staff is not None) != (reader.role == "panel"):
            raise Violation("M13", f"{reader} is sent {picture.staff}")
        if snapshot.seq == self._public_seq:
            self.shown(reader.name, picture.view)

    def shown(self, who: str, view: TableView) -> None:
        """M9, M13: a picture is what the public entries make, and not a word more."""
        if encode_body(view) != encode_body(self.public):
            raise Violation("M13", f"{who} has another picture at {self._public_seq} than everybody may have")


# --- somebody who reckons -------------------------------------------------------------------------------------------

Hash = Callable[[bytes], bytes]
HASHES: Final[tuple[Hash, ...]] = (
    lambda data: sha256(data).digest(),
    lambda data: sha512(data).digest(),
    lambda data: sha1(data, usedforsecurity=False).digest(),
    lambda data: md5(data, usedforsecurity=False).digest(),
    lambda data: blake2b(data).digest(),
)
WIDTHS: Final = (8, 16, 32)


class Guesser:
    """Has every entry that is not for one terminal alone, the ids and links of all, our source code, and no secret."""

    def __init__(self, table: str) -> None:
        self._table = table.encode()
        self._last = ""  # the number before this one
        self._with_other: dict[bytes, str] = {}  # what a console with another secret would print, by request

    def batch(self, cashier: Cashier, ledger: Ledger, inputs: Sequence[Any]) -> None:
        """Before it is decided: a number that another secret gives, too, needs none."""
        for given in inputs:
            if isinstance(given, Heard) and isinstance(given.request, m.CashOut):
                asked = cashier.answer(PlayerId(given.peer), given.request, ledger, None, secret=OTHER_SECRET)
                numbered = next((it.number for it in asked if isinstance(it, e.TicketNumbered)), "")
                self._with_other[given.request.id] = numbered

    def wrote(self, entries: Sequence[Entry], events: Sequence[e.Event]) -> None:
        for at, event in enumerate(events):
            if isinstance(event, e.TicketNumbered):
                issued = next(it for it in events if isinstance(it, e.TicketIssued) and it.ticket == event.ticket)
                before = entries[at - 1] if at else entries[at]
                self._try(event.number, issued, before)

    def _try(self, number: str, issued: e.TicketIssued, before: Entry) -> None:
        terminal, name = issued.terminal.encode(), issued.ticket.encode()
        words = (issued.id, terminal + issued.id, b"number " + terminal + issued.id, name, terminal + name, self._table)
        links = (before.chain, before.digest, before.salt, before.chain + issued.id, before.digest + issued.id)
        guesses = {*self._guesses((*words, *links)), self._with_other.get(issued.id, "")}
        if any(guess.endswith(number[CODE:]) for guess in guesses):
            raise Violation("M13", f"the number of ticket {issued.ticket} can be worked out from what others know")
        if issued.ticket.lstrip("0") == number.lstrip("0") or str(issued.amount) == number.lstrip("0"):
            raise Violation("M13", f"the number of ticket {issued.ticket} is its name, or its amount")
        secret, last = number[CODE:], self._last[CODE:]  # the first digits say whose ticket it is, to everybody
        if last and (abs(int(secret) - int(last)) < 10**5 or secret[:6] == last[:6]):
            raise Violation("M13", f"ticket {issued.ticket} has a number beside that of the ticket before it")
        self._last = number

    def _guesses(self, materials: Sequence[bytes]) -> Iterator[str]:
        keys = (b"", self._table)
        for material in materials:
            digests = [make(material) for make in HASHES]
            digests += [blake2b(material, key=key[:64], digest_size=32).digest() for key in keys]
            digests.append(material)
            for digest in digests:
                for width in WIDTHS:
                    part = digest[:width]
                    yield f"{int.from_bytes(part) % DIGITS:018d}"
                yield f"{int.from_bytes(digest[:8], 'little') % DIGITS:018d}"
