"""What a person, a device or a bot may want of this terminal: the one way in, for touch screen, tests and bots alike.

Requests, not facts: the session may refuse each of them. Must never know how it is asked, nor what comes of it.
"""

from typing import Final

from msgspec import Struct

from games.round import Refusal, Spot
from protocol.messages import CallReason

SAVED_MAX: Final = 3  # layouts that a Player may keep while he sits here


class _Intent(Struct, frozen=True, gc=False):
    """What a person, a device or a bot wants. One that cannot be is answered by a `Notice`."""


class Notice(Struct, frozen=True, gc=False):
    """A no for the Player to read: to a wish of his, or from the log. It names the place and the limit it is about."""

    reason: str
    detail: str
    paragraph: str = ""  # or its topic, until `Seat.notify` knows the game
    spot: Spot = Spot("")
    limit: int = 0  # the maximum that it is about; 0: none


def notice_of(refusal: Refusal) -> Notice:
    return Notice(refusal.reason, refusal.detail, refusal.paragraph)


class Started(_Intent, frozen=True):
    """The first input of each process; `run` is random."""

    run: bytes
    secret: bytes = b""  # random too, and told to nobody: of which nonces are made (`fairness.py`)


class CallAttendant(_Intent, frozen=True):
    wanted: bool = True
    reason: CallReason = CallReason.NONE


class Turning(_Intent, frozen=True):
    """The Player has, or no longer has, cards before him that he may turn: others wait for him, if not for long."""

    wanted: bool


class PutAway(_Intent, frozen=True):
    """The Player has read what the screen told him before all else, and closed it: `mark` says which."""

    mark: str


class CheckpointMade(_Intent, frozen=True):
    """The shell has the whole state in its hands (`checkpoint.save`) and will keep it with the record that follows."""

    digest: bytes


class PlaceBet(_Intent, frozen=True):
    """One more chip of this amount."""

    spot: Spot
    amount: int


class TakeBack(_Intent, frozen=True):
    spot: Spot
    amount: int


class ClearBets(_Intent, frozen=True):
    pass


class UndoBet(_Intent, frozen=True):
    pass


class RepeatBets(_Intent, frozen=True):
    """The Bets of the last Round again, or twice as much."""

    times: int = 1


class SaveBets(_Intent, frozen=True):
    """What lies on the felt now is to be placed again some day, at a touch; nothing: this place is free again."""

    place: int  # 0 to SAVED_MAX - 1


class PlaceSaved(_Intent, frozen=True):
    place: int


class DoubleBets(_Intent, frozen=True):
    pass


class SitDown(_Intent, frozen=True):
    """At this box; 0: at none any more."""

    box: int


class WishSqueeze(_Intent, frozen=True):
    """The Player asks to turn the cards of his box himself, from now on, or no longer (003 §3.12, 002 §3.10)."""

    wanted: bool


class TurnCards(_Intent, frozen=True):
    """He turns these of the cards that lie face down for him, by their draw; none: he has taken them up."""

    draws: tuple[int, ...] = ()


class AnswerBox(_Intent, frozen=True):
    """What the Player answers to all that is asked of his Bet on this box (0: of the whole table): the key of an option
    that he was shown, with another amount if that may be smaller.
    """

    box: int
    key: str
    amount: int = 0


class SetLayout(_Intent, frozen=True):
    """The whole answer to a window at once; "" is the first one open to this terminal."""

    window_name: str
    bets: dict[Spot, int] = {}
    choice: str = ""


class NoteIn(_Intent, frozen=True):
    """A note is in escrow. It may be stacked when its id is in `outbox.notes`."""

    id: bytes
    amount: int


class NoteStacked(_Intent, frozen=True):
    id: bytes


class NoteReturned(_Intent, frozen=True):
    id: bytes


class SignOnHere(_Intent, frozen=True):
    """A participant gives number and PIN (004)."""

    id: bytes
    number: str
    pin: str

    def __repr__(self) -> str:
        return f"SignOnHere({self.number!r}, pin kept)"


class SignOffHere(_Intent, frozen=True):
    """He takes a break, or leaves: what he has is in his purses."""


class ChooseCoin(_Intent, frozen=True):
    """With which he plays from now on."""

    coin: str


class ExcludeMyself(_Intent, frozen=True):
    """004 §3: for so many gaming days, with this one. There is no way back."""

    days: int


class TicketIn(_Intent, frozen=True):
    id: bytes
    ticket: str


class CashOut(_Intent, frozen=True):
    id: bytes
    amount: int


class PrintResult(_Intent, frozen=True):
    """What the printer did with a ticket: printing, printed, failed."""

    id: bytes
    ticket: str
    state: str


Intent = (
    Started | CheckpointMade | CallAttendant | Turning | PutAway | PlaceBet | TakeBack | ClearBets | UndoBet
    | RepeatBets | SaveBets | PlaceSaved | DoubleBets | SetLayout | AnswerBox | SitDown | WishSqueeze | TurnCards
    | NoteIn | NoteStacked
    | NoteReturned | TicketIn | CashOut | PrintResult | SignOnHere | SignOffHere | ChooseCoin | ExcludeMyself
)  # fmt: skip
