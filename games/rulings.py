"""Irregularities: what may be ruled under which paragraph, and by whom.

A table, read by the console and by the panel that guides staff; the rule books (`Game.rule`) say whether a
ruling fits the Round. Knows no names of people: a person acts in the position assigned to him (001 §1.12).
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from msgspec import Struct

from games.round import (
    DealingError,
    Discarded,
    DrawnTogether,
    HandRemoved,
    Reconstructed,
    Refusal,
    Voided,
    WalkedAway,
)


class Position(IntEnum):
    """001 §1.12 (003 §1.20, 002 §1.10): who may rule, in rising order; "or above" is a comparison."""

    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    SHIFT_MANAGER = 4  # Table Games Shift Manager


class Irregularity(Struct, frozen=True):
    paragraph: str
    what: str  # in our words, for the panel
    who: Position
    acts: tuple[type, ...]  # the rulings it can lead to


_VOID: Final = (Voided,)
_BOX_GAMES: Final = (
    Irregularity("5.3", "a Player walked away from his Bet", Position.DEALER, (WalkedAway,)),
    Irregularity("5.4.2", "interrupted before any Bet was decided", Position.PIT_SUPERVISOR, _VOID),
    Irregularity("5.5.1", "a card that is not of this set", Position.PIT_SUPERVISOR, _VOID),
    Irregularity("5.5.2", "too many or too few cards", Position.PIT_SUPERVISOR, _VOID),
)
_BLACKJACK: Final = (
    *_BOX_GAMES,
    Irregularity("5.5.3", "the shoe ran dry", Position.PIT_SUPERVISOR, _VOID),
    Irregularity("5.5.4", "the cards were not shuffled", Position.PIT_SUPERVISOR, _VOID),
    Irregularity("5.7", "another dealing error: Players choose", Position.PIT_SUPERVISOR, (DealingError,)),
    Irregularity("5.9", "cards out of order before a settlement", Position.PIT_SUPERVISOR, (Reconstructed,)),
    Irregularity("5.10.2", "the Dealer drew on a completed Hand", Position.PIT_SUPERVISOR, (Discarded,)),
    Irregularity("5.10.3", "cards on a box without a Bet", Position.PIT_SUPERVISOR, (Discarded,)),
    Irregularity("5.12", "two cards at once: the Player orders them", Position.DEALER, (DrawnTogether,)),
    Irregularity("5.12.1", "two cards at once for the Dealer", Position.PIT_SUPERVISOR, (DrawnTogether,)),
    Irregularity("5.19", "anything else", Position.SHIFT_MANAGER, (Voided, DealingError, Reconstructed)),
)

IRREGULARITIES: Final[Mapping[str, tuple[Irregularity, ...]]] = {
    "001": (
        Irregularity("5.1.2", "interrupted before any Bet was decided", Position.PIT_SUPERVISOR, _VOID),
        Irregularity("5.3.1", "a card that is not of this set", Position.PIT_SUPERVISOR, _VOID),
        Irregularity("5.3.2", "too many or too few cards", Position.PIT_SUPERVISOR, _VOID),
        Irregularity("5.3.3", "a Hand with a wrong number of cards", Position.PIT_SUPERVISOR, (Voided, Reconstructed)),
        Irregularity("5.3.4", "the shoe ran dry", Position.PIT_SUPERVISOR, _VOID),
        Irregularity("5.3.5", "the cards were not shuffled", Position.PIT_SUPERVISOR, _VOID),
        Irregularity("5.4", "a card too many, or exposed", Position.PIT_SUPERVISOR, (Reconstructed,)),
        Irregularity("5.5", "cards on the wrong side", Position.PIT_SUPERVISOR, (Reconstructed,)),
        Irregularity("5.7", "two cards at once: their order", Position.PIT_SUPERVISOR, (Reconstructed,)),
        Irregularity("5.7.1", "a new set of cards", Position.PIT_SUPERVISOR, ()),
        Irregularity("5.12", "anything else", Position.SHIFT_MANAGER, (Voided, Reconstructed)),
    ),
    "002": (
        *_BOX_GAMES,
        Irregularity("5.5.3", "the cards were not shuffled", Position.PIT_SUPERVISOR, _VOID),
        Irregularity(
            "5.5.4", "cards dealt incorrectly, none handled", Position.PIT_SUPERVISOR, (Voided, Reconstructed)
        ),
        Irregularity("5.5.5", "the shoe ran dry", Position.PIT_SUPERVISOR, _VOID),
        Irregularity(
            "5.5.6", "a wrong number of cards for the Dealer", Position.PIT_SUPERVISOR, (Voided, Reconstructed)
        ),
        Irregularity("5.6", "another dealing error: Players choose", Position.PIT_SUPERVISOR, (DealingError,)),
        Irregularity("5.8", "a wrong number of cards on a box", Position.PIT_SUPERVISOR, (HandRemoved, Reconstructed)),
        Irregularity("5.10", "two cards at once: their order", Position.PIT_SUPERVISOR, (DrawnTogether,)),
        Irregularity("5.16", "anything else", Position.SHIFT_MANAGER, (Voided, DealingError, Reconstructed, Discarded)),
    ),
    "003": _BLACKJACK,
    "000": _BLACKJACK,
    "004": (),  # the document knows no irregularities
}


# Under which paragraph a Round is Void that was interrupted before any Bet was decided. Document 004 says nothing of
# interruptions; its Rounds are dealt by software that has all it had, and a House that finds otherwise voids by 5.12.
INTERRUPTED: Final[Mapping[str, str]] = {"001": "5.1.2", "002": "5.4.2", "003": "5.4.2", "000": "5.4.2", "004": "5.4.2"}


def may_rule(document: str, paragraph: str, act: type, position: Position) -> Refusal | None:
    """The position named in the paragraph, or above: 001 §1.12, §5.7, §5.7.1, §5.12; 003 §1.20, §5.12.1, §5.19;
    002 §1.10, §5.10, §5.16.
    """
    for irregularity in IRREGULARITIES[document]:
        if irregularity.paragraph == paragraph and act in irregularity.acts:
            if position >= irregularity.who:
                return None
            needed = irregularity.who.name.replace("_", " ").title()
            return Refusal("not_entitled", f"this is for a {needed} or above", paragraph)
    return Refusal("illegal_ruling", f"§{paragraph} knows no such ruling", paragraph)


def who_corrects(document: str, *, next_round_begun: bool) -> Position | None:
    """001 §5.6, §5.8: a Round's own result may be corrected, by a second person too; later Rounds stand.

    Until the next Round begins a Pit Supervisor corrects; after that a Shift Manager, and in 003 and 000 nobody:
    earlier Rounds stand (003 §5.6). A later Round is never touched (001 §5.8, 003 §5.13, 002 §5.11).
    """
    if not next_round_begun:
        return Position.PIT_SUPERVISOR
    return None if document in ("003", "000") else Position.SHIFT_MANAGER
