"""The paragraphs of document 004 that staff and Players are told. It knows no irregularities."""

from typing import Final

from games.rulings import Rulings, Topic

RULINGS: Final = Rulings(
    irregularities=(),
    paragraphs={
        Topic.CARDS: "2.1.b",
        Topic.LIMITS: "2.3",
        Topic.BET: "2.5",
        Topic.SETTLEMENT: "2.4",
        Topic.PAY_TABLE: "2.6",
        Topic.EXCLUSION: "3",
        # The document says nothing of interruptions: its Rounds are dealt by software that has all it had. A House that
        # finds otherwise voids one as in the other games, and the record needs a number.
        Topic.INTERRUPTED: "5.4.2",
    },
)
