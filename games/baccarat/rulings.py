"""Section 5 of document 001, and the paragraphs that staff and Players are told."""

from typing import Final

from games.round import Reconstructed, Voided
from games.rulings import Irregularity, Position, Rulings, Topic

_SUPERVISOR: Final = Position.PIT_SUPERVISOR

RULINGS: Final = Rulings(
    irregularities=(
        Irregularity("5.1.2", Topic.INTERRUPTED, _SUPERVISOR, (Voided,)),
        Irregularity("5.3.1", Topic.FOREIGN_CARD, _SUPERVISOR, (Voided,)),
        Irregularity("5.3.2", Topic.MISCOUNT, _SUPERVISOR, (Voided,)),
        Irregularity("5.3.3", Topic.WRONG_HAND, _SUPERVISOR, (Voided, Reconstructed)),
        Irregularity("5.3.4", Topic.SHOE_DRY, _SUPERVISOR, (Voided,)),
        Irregularity("5.3.5", Topic.UNSHUFFLED, _SUPERVISOR, (Voided,)),
        Irregularity("5.4", Topic.SURPLUS, _SUPERVISOR, (Reconstructed,)),
        Irregularity("5.5", Topic.WRONG_SIDE, _SUPERVISOR, (Reconstructed,)),
        Irregularity("5.7", Topic.TOGETHER, _SUPERVISOR, (Reconstructed,)),
        Irregularity("5.7.1", Topic.NEW_SET, _SUPERVISOR, ()),
        Irregularity("5.12", Topic.ANYTHING_ELSE, Position.SHIFT_MANAGER, (Voided, Reconstructed)),
    ),
    paragraphs={
        Topic.CARDS: "2.2.1",
        Topic.BETS_OPEN: "3.3",
        Topic.LIMITS: "3.4",
        Topic.BET: "3.6",
        Topic.NO_MORE_BETS: "3.7",
        Topic.SETTLEMENT: "3.13",
        Topic.PAY_TABLE: "4.1",
        Topic.INTERRUPTION: "5.1",
        Topic.ESTABLISHED: "5.1.1",
        Topic.REGISTERED: "5.2.1",
        Topic.NOT_REGISTERED: "5.2.2",
        Topic.CORRECTION: "5.6",
        Topic.LATER_ROUNDS: "5.8",
        Topic.BETS_STAND: "5.9",
        Topic.CARDS_PREVAIL: "5.10",
        Topic.VOID: "5.11",
    },
    voids_settled=(Topic.WRONG_HAND,),  # §5.3.3 alone reaches back; all other Rounds stand (§5.3)
)
