"""What panel and console compute alike about people: the digest that is signed, a credential, and how long to wait.

Pure. Knows no file and no PIN but the one that it is asked about.
"""

from hashlib import sha256
from itertools import pairwise
from typing import Final

from msgspec import Struct

from games.round import Refusal
from games.rulings import Position
from protocol import messages as m
from protocol.codec import encode_body

ORDER: Final = b"etg order 1"  # what is signed is nothing else, whatever its bytes look like
CREDENTIAL: Final = b"etg credential 1"
CODE: Final = b"etg check code 1"
_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

PIN_MIN, PIN_MAX = 6, 12  # digits
SHIFT_ENDS: Final = "shift"  # why somebody is signed off who goes home
PERSON_TRIES: Final = 5  # wrong ones in a row, before a person waits
PANEL_TRIES: Final = 10  # and before a panel does, whoever tried there
LOCKED_AT: Final = 20  # of a person: until two people have reset it
FIRST_WAIT_MS: Final = 30_000  # doubled with each wrong one
LONGEST_WAIT_MS: Final = 900_000
KEEPER_WAIT_MS: Final = (
    3_600_000  # of those who are never locked, from `LOCKED_AT` on: 24 tries a day of a million PINs
)


class Member(Struct, frozen=True, gc=False):
    """One of the staff, as a panel sees him."""

    number: str
    name: str
    position: int  # for this shift
    home: int
    active: bool = True
    panel: str = ""  # where he is signed on
    locked: bool = False  # until two people have reset it
    on_shift: bool = False  # works here today, and has not gone home

    @property
    def person(self) -> m.Person:
        return m.Person(self.number, self.name, self.position)


def who_answers(by: m.Person, second: m.Person | None) -> m.Person:
    """For the cash of an order: whoever is in the higher position; of two alike, who signs what the other wants."""
    return by if second is None or second.position < by.position else second


def assigns_himself(order: m.Order, *people: m.Person) -> bool:
    """Nobody has a part in his own rise or fall: neither he who proposes it nor he who signs."""
    return isinstance(order, m.AssignStaff) and order.number in [it.number for it in people]


class Proposal(Struct, frozen=True, gc=False):
    """An order that waits for a signature."""

    command_id: bytes
    panel: str
    by: m.Person
    round_no: int
    order: m.Order
    window: m.WindowId | None
    digest: bytes
    needs: tuple[int, ...]  # positions of whom somebody must sign
    lacks: Refusal  # why the proposer's own word is not enough
    amount: int = 0  # that it pays or takes: of a ticket the order itself does not say it


def order_digest(table: str, panel: str, command: m.Command, by: str, amount: int) -> bytes:
    """Of the very order that is shown: at which table and panel, about what, with what in it, for how much. `by`: his
    number.
    """
    about = (table, panel, command.command_id, command.round_no, command.window, command.order, by, amount)
    return sha256(ORDER + encode_body(about)).digest()


def digest_of(table: str, proposal: Proposal) -> bytes:
    """What its digest must be, if it is about what it says."""
    about = (proposal.command_id, proposal.round_no, proposal.order, proposal.window)
    return order_digest(table, proposal.panel, m.Command(0, b"", *about), proposal.by.number, proposal.amount)


def credential_of(pin: str, badge: str) -> bytes:
    """What the chain knows of a person's file: `pin` is the Argon2 string in it, `badge` the token ("": none)."""
    return sha256(CREDENTIAL + encode_body((pin, badge))).digest()


def check_code(secret: bytes) -> str:
    """By which two people can tell whether they mean the same bytes, read out or written down: 80 bits, so that nobody
    finds other bytes with the same code. The alphabet has no signs that look alike.
    """
    number = int.from_bytes(sha256(CODE + secret).digest()[:10])
    signs = "".join(_SIGNS[number >> shift & 31] for shift in range(75, -5, -5))
    return "-".join(signs[at : at + 4] for at in range(0, 16, 4))


def wait_ms(tries: int, free: int = PERSON_TRIES, *, keeper: bool = False) -> int:
    """After so many wrong ones in a row; in full after every restart, since no clock outlives the process. `keeper`:
    he is never locked, and waits longer instead.
    """
    if tries < free:
        return 0
    if keeper and tries >= LOCKED_AT:
        return min(KEEPER_WAIT_MS, LONGEST_WAIT_MS << min(tries - LOCKED_AT + 1, 10))
    return min(LONGEST_WAIT_MS, FIRST_WAIT_MS << min(tries - free, 10))


def poor_pin(pin: str) -> str:
    """Why nobody may have this PIN; "" if he may."""
    if not (pin.isascii() and pin.isdigit() and PIN_MIN <= len(pin) <= PIN_MAX):
        return f"a PIN has {PIN_MIN} to {PIN_MAX} digits"
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if steps == {0}:
        return "all its digits are the same"
    return "its digits are a run" if steps in ({1}, {9}) else ""


def position_named(name: str) -> Position | None:
    """As people write it: pit supervisor, Shift-Manager."""
    return Position.__members__.get(name.strip().upper().replace(" ", "_").replace("-", "_"))
