"""Section 5 of document 002, and the paragraphs that staff and Players are told."""

from typing import Final

from games.boxes import BOX_IRREGULARITIES
from games.round import DealingError, Discarded, DrawnTogether, HandRemoved, Reconstructed, Voided
from games.rulings import Irregularity, Position, Rulings, Topic

_SUPERVISOR: Final = Position.PIT_SUPERVISOR
_ANYTHING: Final = (Voided, DealingError, Reconstructed, Discarded)

RULINGS: Final = Rulings(
    irregularities=(
        *BOX_IRREGULARITIES,
        Irregularity("5.5.3", Topic.UNSHUFFLED, _SUPERVISOR, (Voided,)),
        Irregularity("5.5.4", Topic.NONE_HANDLED, _SUPERVISOR, (Voided, Reconstructed)),
        Irregularity("5.5.5", Topic.SHOE_DRY, _SUPERVISOR, (Voided,)),
        Irregularity("5.5.6", Topic.DEALERS_NUMBER, _SUPERVISOR, (Voided, Reconstructed)),
        Irregularity("5.6", Topic.DEALING_ERROR, _SUPERVISOR, (DealingError, Reconstructed)),
        Irregularity("5.8", Topic.WRONG_HAND, _SUPERVISOR, (HandRemoved, Reconstructed)),
        Irregularity("5.9", Topic.FACE_UP, Position.DEALER, ()),  # it is the next card all the same
        Irregularity("5.10", Topic.TOGETHER, _SUPERVISOR, (DrawnTogether,)),
        Irregularity("5.13", Topic.SIDE_ALONE, Position.DEALER, ()),  # it goes back by itself
        Irregularity("5.16", Topic.ANYTHING_ELSE, Position.SHIFT_MANAGER, _ANYTHING),
    ),
    paragraphs={
        Topic.CARDS: "2.2.1",
        Topic.BETS_OPEN: "3.4",
        Topic.LIMITS: "3.5",
        Topic.BET: "3.6",
        Topic.NO_MORE_BETS: "3.11",
        Topic.SETTLEMENT: "3.13",
        Topic.PAY_TABLE: "4.1",
        Topic.INTERRUPTION: "5.4",
        Topic.ESTABLISHED: "5.4.1",
        Topic.SURPLUS: "5.6",
        Topic.CORRECTION: "5.11",
        Topic.LATER_ROUNDS: "5.11",
        Topic.BETS_STAND: "5.12",
        Topic.VOID: "5.14",
        Topic.SEATED: "1.15",
        Topic.EXCESS: "5.1",
        Topic.ON_REQUEST: "5.15",
    },
    voids_settled=(Topic.DEALERS_NUMBER,),
)
