"""Section 5 of document 003, which 000 shares, and the paragraphs that staff and Players are told."""

from typing import Final

from msgspec.structs import replace

from games.boxes import BOX_IRREGULARITIES
from games.round import DealingError, Discarded, DrawnTogether, Reconstructed, Voided
from games.rulings import Irregularity, Position, Rulings, Topic

_SUPERVISOR: Final = Position.PIT_SUPERVISOR

RULINGS: Final = Rulings(
    irregularities=(
        *BOX_IRREGULARITIES,
        Irregularity("5.5.3", Topic.SHOE_DRY, _SUPERVISOR, (Voided,)),
        Irregularity("5.5.4", Topic.UNSHUFFLED, _SUPERVISOR, (Voided,)),
        Irregularity("5.7", Topic.DEALING_ERROR, _SUPERVISOR, (DealingError,)),
        Irregularity("5.9", Topic.OUT_OF_ORDER, _SUPERVISOR, (Reconstructed,)),
        Irregularity("5.10.2", Topic.DEALER_COMPLETE, _SUPERVISOR, (Discarded,)),
        Irregularity("5.10.3", Topic.EMPTY_BOX, _SUPERVISOR, (Discarded,)),
        Irregularity("5.11", Topic.FACE_UP, Position.DEALER, ()),  # it is the next card all the same
        Irregularity("5.12", Topic.TOGETHER, Position.DEALER, (DrawnTogether,)),  # the Player orders them
        Irregularity("5.12.1", Topic.DEALERS_TOGETHER, _SUPERVISOR, (DrawnTogether,)),
        Irregularity("5.15", Topic.SIDE_ALONE, Position.DEALER, ()),  # it goes back by itself
        Irregularity("5.19", Topic.ANYTHING_ELSE, Position.SHIFT_MANAGER, (Voided, DealingError, Reconstructed)),
    ),
    paragraphs={
        Topic.CARDS: "2.2.1",
        Topic.BETS_OPEN: "3.3",
        Topic.LIMITS: "3.4",
        Topic.BET: "3.5",
        Topic.NO_MORE_BETS: "3.10",
        Topic.SETTLEMENT: "3.23",
        Topic.PAY_TABLE: "4.1",
        Topic.INTERRUPTION: "5.4",
        Topic.ESTABLISHED: "5.4.1",
        Topic.CORRECTION: "5.6",
        Topic.LATER_ROUNDS: "5.13",
        Topic.SURPLUS: "5.10.2",
        Topic.BETS_STAND: "5.14",
        Topic.VOID: "5.17",
        Topic.SEATED: "1.26",
        Topic.EXCESS: "5.1",
        Topic.INTERIM: "3.13",
        Topic.LATE_INTERIM: "5.16",
        Topic.ON_REQUEST: "5.18",
    },
    reaches_back=False,
    voids_settled=(Topic.FOREIGN_CARD, Topic.MISCOUNT, Topic.SHOE_DRY, Topic.UNSHUFFLED),  # 5.5, until 5.6 ends it
)
PLUS_RULINGS: Final = replace(RULINGS, paragraphs={**RULINGS.paragraphs, Topic.SETTLEMENT: "3.24"})  # of document 000
