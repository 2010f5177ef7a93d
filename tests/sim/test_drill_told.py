"""The drill of told terminals: whatever the log of a console that is only a pen can tell, each does what it must."""

from functools import cache
from typing import Final

from protocol import events as e
from protocol import view
from protocol.codec import decode_event
from simulation import drill_session
from simulation.run import TOLD_STEPS
from terminal import following

SEEDS: Final = range(120)
# Of what the picture shows: shoes and their cards, surplus cards, the end of a day. Drills of the table tell these.
NOT_TOLD: Final = frozenset(
    "CardBurnt CardIdle CardMatched CardTakenBack CardUnread CardWaiting Certified ClosingCalled CutCardSeen DayClosed "
    "DayDoubted Interrupted InterruptionAnswered SetWithdrawn ShoeBack ShoeEmptied ShoeEnded ShoeLive ShoeLoaded "
    "ShoeLost ShoeSetAside ShuffleLost SurplusDrawn SurplusKept".split()
)


@cache
def told(seed: int) -> tuple[e.Event, ...]:
    """Raises a Violation."""
    return tuple(decode_event(entry.body) for entry in drill_session.run(seed, TOLD_STEPS).console.entries)


def test_whatever_a_log_can_tell_a_terminal_it_does_what_it_must() -> None:
    for seed in SEEDS:
        assert len(told(seed)) > 3


def test_the_drill_tells_what_it_is_for() -> None:
    """Else nobody would object because nothing happens."""
    kinds = {type(event) for seed in SEEDS for event in told(seed)}
    assert set(following._REACTIONS) <= kinds
    assert {it.__name__ for it in set(view._CHANGES) - kinds} <= NOT_TOLD
    later = [event for seed in SEEDS for event in told(seed)[3:]]  # after the start and the first currency
    assert any(isinstance(event, e.CurrencyBound) for event in later)
    assert e.CardPeeked in kinds
