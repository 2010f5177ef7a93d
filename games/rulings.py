"""Irregularities: what may be ruled under which paragraph, and by whom.

Each game brings its `Rulings`, read by the console and by the panel that guides staff; its rule book (`Game.rule`) says
whether a ruling fits the Round. Knows no names of people: a person acts in the position assigned to him (001 §1.12).
"""

from collections.abc import Mapping
from enum import IntEnum, StrEnum

from msgspec import Struct

from games.round import Refusal


class Position(IntEnum):
    """001 §1.12 (003 §1.20, 002 §1.10): who may rule, in rising order; "or above" is a comparison. Cashier and
    Technician are no positions of a game: they lie below all of these, so that no such comparison lets them in. Nor is
    a participant (004), who is known by number and PIN as they are, signs on at terminals alone, and gives no order.
    """

    PARTICIPANT = -3
    CASHIER = -2
    TECHNICIAN = -1
    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    SHIFT_MANAGER = 4  # Table Games Shift Manager


class Topic(StrEnum):
    """What a paragraph is about, in words that all documents share. Whoever cites one asks the game that is played
    for its number; screens translate the word.
    """

    CARDS = "cards"  # how many decks, and how they come into play
    BETS_OPEN = "bets_open"
    LIMITS = "limits"
    BET = "bet"
    NO_MORE_BETS = "no_more_bets"
    BETS_STAND = "bets_stand"  # as they lie when the Bets are closed
    REGISTERED = "registered"  # and settled, though a terminal has failed
    NOT_REGISTERED = "not_registered"
    SETTLEMENT = "settlement"
    PAY_TABLE = "pay_table"
    INTERRUPTION = "interruption"
    ESTABLISHED = "established"  # a Bet was decided before it: the Round is concluded
    CORRECTION = "correction"  # a result that was registered wrong
    LATER_ROUNDS = "later_rounds"  # are not touched by an error that is found in them
    CARDS_PREVAIL = "cards_prevail"  # over whatever a screen shows
    VOID = "void"  # all Bets are returned
    SEATED = "seated"  # who decides for a box
    EXCESS = "excess"  # more on a box than its maximum
    INTERIM = "interim"  # what the first cards decide is settled before others come
    LATE_INTERIM = "late_interim"  # or, if that was forgotten, as soon as may be
    ON_REQUEST = "on_request"  # staff place what a Player asks them to
    EXCLUSION = "exclusion"  # who stays away from play of his own will
    # Irregularities
    INTERRUPTED = "interrupted"  # before any Bet was decided
    FOREIGN_CARD = "foreign_card"
    MISCOUNT = "miscount"
    WRONG_HAND = "wrong_hand"  # a Hand with a wrong number of cards
    SHOE_DRY = "shoe_dry"
    UNSHUFFLED = "unshuffled"
    SURPLUS = "surplus"
    WRONG_SIDE = "wrong_side"
    TOGETHER = "together"  # two cards at once
    NEW_SET = "new_set"
    WALKED_AWAY = "walked_away"
    DEALING_ERROR = "dealing_error"  # Players choose
    OUT_OF_ORDER = "out_of_order"
    NONE_HANDLED = "none_handled"  # cards dealt incorrectly, and no Player has handled them
    DEALER_COMPLETE = "dealer_complete"  # and drew all the same
    EMPTY_BOX = "empty_box"  # cards on a box without a Bet
    DEALERS_TOGETHER = "dealers_together"
    DEALERS_NUMBER = "dealers_number"  # a wrong number of cards for the Dealer
    FACE_UP = "face_up"  # a card in the shoe that can be seen
    SIDE_ALONE = "side_alone"  # a side Bet on a box without any Initial Bet
    ANYTHING_ELSE = "anything_else"


class Irregularity(Struct, frozen=True):
    paragraph: str
    topic: Topic
    who: Position
    acts: tuple[type, ...]  # the rulings it can lead to


class Rulings(Struct, frozen=True):
    """Section 5 of a document, and the number of every other paragraph that staff or a Player is told."""

    irregularities: tuple[Irregularity, ...]
    paragraphs: Mapping[Topic, str]
    reaches_back: bool = True  # a Round may be corrected after the next one has begun
    voids_settled: tuple[Topic, ...] | None = None  # on which a settled Round may still be voided; None: on any

    def paragraph(self, topic: Topic) -> str:
        """Its number; "" if the document does not speak of it."""
        known = (it.paragraph for it in self.irregularities if it.topic is topic)
        return self.paragraphs.get(topic) or next(known, "")

    def topic(self, paragraph: str) -> str:
        """What an irregularity is about; "" if this paragraph is none."""
        return next((it.topic.value for it in self.irregularities if it.paragraph == paragraph), "")


def may_rule(rulings: Rulings, paragraph: str, act: type, position: Position) -> Refusal | None:
    """The position named in the paragraph, or above: 001 §1.12, §5.7, §5.7.1, §5.12; 003 §1.20, §5.12.1, §5.19;
    002 §1.10, §5.10, §5.16.
    """
    for irregularity in rulings.irregularities:
        if irregularity.paragraph == paragraph and act in irregularity.acts:
            if position >= irregularity.who:
                return None
            needed = irregularity.who.name.replace("_", " ").title()
            return Refusal("not_entitled", f"this is for a {needed} or above", paragraph)
    return Refusal("illegal_ruling", f"§{paragraph} knows no such ruling", paragraph)


def who_corrects(rulings: Rulings, *, next_round_begun: bool) -> Position | None:
    """001 §5.6, §5.8: a Round's own result may be corrected, by a second person too; later Rounds stand.

    Until the next Round begins a Pit Supervisor corrects; after that a Shift Manager, and in 003 and 000 nobody:
    earlier Rounds stand (003 §5.6). A later Round is never touched (001 §5.8, 003 §5.13, 002 §5.11).
    """
    if not next_round_begun:
        return Position.PIT_SUPERVISOR
    return Position.SHIFT_MANAGER if rulings.reaches_back else None
