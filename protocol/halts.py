"""Why play waits for people, and what ends the waiting: one table, read by the core, the panel and the documents.

A halt lies over any state of the table and keeps it, over any restart too. Knows no game: which paragraph a house reads
for a halt, the game that is played says (`games.rulings`).
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from games.rulings import Position, Topic


class Halt(StrEnum):
    INTERRUPTED = "interrupted"  # the console was away in the middle of a Round
    SHOE_LOST = "shoe_lost"  # the Card Shoe does not answer
    SHOE_FAULTY = "shoe_faulty"  # by its own word, or by what it sends
    CARD_MISSING = "card_missing"  # one was not read, or never came
    CARD_CONFLICT = "card_conflict"  # one was read twice, and not alike
    FOREIGN_CARD = "foreign_card"  # one more often than there are decks
    SURPLUS = "surplus"  # one that no Hand expects
    UNSHUFFLED = "unshuffled"  # the cards come in an order that no shuffle leaves
    DRAWN_TOGETHER = "drawn_together"  # two cards at once: their order cannot be determined
    SHOE_DRY = "shoe_dry"  # a card is due, and there is none
    RESULT_DIFFERS = "result_differs"  # the shoe computed another one
    MISCOUNT = "miscount"  # what is left of the set was counted
    CALLED = "called"  # the Dealer wants a Pit Supervisor
    HISTORY = "history"  # a peer holds links that our journal does not have
    UNCONFIRMED = "unconfirmed"  # we have started, and nobody has said yet that our journal is the whole one
    BOOKS = "books"  # entries, checkpoint and links of our own journal do not agree


class NewSet(StrEnum):
    """Does a new set of cards end the halt?"""

    NO = "no"
    BETWEEN_ROUNDS = "between Rounds"
    ALWAYS = "always"


class HaltRule(Struct, frozen=True):
    """What ends a halt. Its own act always does: the shoe is back, the card was entered, the question answered."""

    resume: Position | None = None  # who may say that it is dealt with; None: only an act ends it
    second: bool = False  # and a second person with him
    void: bool = False  # a Void of the Round ends it: its cards are out of play
    void_under: Topic | None = None  # only a Void under this paragraph does: the flaw is the set's, not the Round's
    ruling: bool = False  # a ruling on the Round does, unless it leaves a card over
    correction: bool = False  # a correction of the cards does, unless the new ones have the same flaw
    concluded: bool = False  # a Shift Manager's Ruling that the Round is concluded does (001 §5.12)
    new_set: NewSet = NewSet.NO
    pays: bool = True  # money may be paid out over it
    changes_set: bool = False  # over it the set may be changed in the middle of a Round


_SUPERVISOR, _SHIFT_MANAGER = Position.PIT_SUPERVISOR, Position.SHIFT_MANAGER

# 001 §5.3.4 is Void, and a new set does not cure it; §5.7.1 changes the set in a Round only under §5.7 or for a dead
# shoe, and ends that one halt alone (READINGS). What a machine has raised, a Pit Supervisor may find to be false.
HALTS: Final[Mapping[Halt, HaltRule]] = {
    Halt.INTERRUPTED: HaltRule(void=True, concluded=True),
    Halt.SHOE_LOST: HaltRule(changes_set=True),
    Halt.SHOE_FAULTY: HaltRule(_SUPERVISOR, changes_set=True),
    Halt.CARD_MISSING: HaltRule(void=True, new_set=NewSet.BETWEEN_ROUNDS),
    Halt.CARD_CONFLICT: HaltRule(
        _SUPERVISOR, void=True, correction=True, concluded=True, new_set=NewSet.BETWEEN_ROUNDS
    ),
    Halt.FOREIGN_CARD: HaltRule(
        _SUPERVISOR, void_under=Topic.FOREIGN_CARD, correction=True, new_set=NewSet.BETWEEN_ROUNDS
    ),
    Halt.SURPLUS: HaltRule(void=True, ruling=True, correction=True, new_set=NewSet.BETWEEN_ROUNDS),
    Halt.UNSHUFFLED: HaltRule(_SUPERVISOR, void_under=Topic.UNSHUFFLED, new_set=NewSet.BETWEEN_ROUNDS),
    Halt.DRAWN_TOGETHER: HaltRule(
        _SUPERVISOR, void=True, ruling=True, concluded=True, new_set=NewSet.ALWAYS, changes_set=True
    ),
    Halt.SHOE_DRY: HaltRule(_SUPERVISOR, void=True),
    Halt.RESULT_DIFFERS: HaltRule(_SUPERVISOR, void=True, concluded=True),
    Halt.MISCOUNT: HaltRule(_SUPERVISOR, new_set=NewSet.BETWEEN_ROUNDS),
    Halt.CALLED: HaltRule(_SUPERVISOR, void=True, ruling=True, correction=True, concluded=True),
    Halt.HISTORY: HaltRule(_SHIFT_MANAGER, second=True, pays=False),
    Halt.UNCONFIRMED: HaltRule(_SUPERVISOR, second=True, pays=False),
    Halt.BOOKS: HaltRule(_SHIFT_MANAGER, second=True, pays=False),
}

ENDED_BY_RULING: Final = tuple(halt for halt, rule in HALTS.items() if rule.ruling)
ENDED_BY_CONCLUSION: Final = tuple(halt for halt, rule in HALTS.items() if rule.concluded)
ENDED_BY_CORRECTION: Final = tuple(halt for halt, rule in HALTS.items() if rule.correction)


def ended_by_void(topic: str) -> tuple[Halt, ...]:
    """By a Void under the paragraph on this topic: what was wrong with the Round, and of the set only what it names."""
    return tuple(halt for halt, rule in HALTS.items() if rule.void or rule.void_under == topic)


def ended_by_new_set(*, mid_round: bool) -> tuple[Halt, ...]:
    ends = (NewSet.ALWAYS,) if mid_round else (NewSet.ALWAYS, NewSet.BETWEEN_ROUNDS)
    return tuple(halt for halt, rule in HALTS.items() if rule.new_set in ends)


def may_change_set(halts: Iterable[Halt]) -> bool:
    """001 §5.7.1: may a set of cards be changed in the middle of a Round that is stopped by these?"""
    return any(HALTS[halt].changes_set for halt in halts)
