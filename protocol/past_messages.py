"""Orders about a Round that is over. Everybody knows them as `messages.X`."""

from typing import Annotated

from msgspec import Meta

from protocol.fields import WHOLE_MAX, Cards, OrderWord, Terminal


class Correct(OrderWord, frozen=True):
    """A settled Round had other cards (001 §5.6)."""

    cards: Cards


class VoidSettled(OrderWord, frozen=True):
    """001 §5.3.3: the last Round is voided although it was settled, before the next one begins. 002 §5.8: of a `box`,
    its Hand alone; then `withdrawn` are those who have taken the option of having their Bets returned (§5.8.1, §5.6.3).
    """

    paragraph: Annotated[str, Meta(min_length=1, max_length=16)]
    box: Annotated[int, Meta(ge=0, le=99)] = 0
    withdrawn: Annotated[tuple[Terminal, ...], Meta(max_length=250)] = ()


class TakeBackVoid(OrderWord, frozen=True):
    """001 §5.12: the Void of a whole Round was a mistake. Its cards are settled as they lie."""


class RecallRound(OrderWord, frozen=True):
    """001 §5.6: this Round, of whatever day, shall be at hand to be corrected. Moves nothing."""

    round_no: Annotated[int, Meta(ge=1, le=WHOLE_MAX)]
