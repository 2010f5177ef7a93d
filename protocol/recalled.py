"""Earlier Rounds that are at hand again (001 §5.6): console and panels fold them from the entries that are for staff.

A few at a time, whatever day they are of: each comes whole with its `RoundRecalled`, and what is corrected of it
follows it here.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.correction import PlayedRound
from games.settlement import corrected_acts, unvoided_acts
from protocol import events
from protocol.fact import Fact

RECALLED_KEPT: Final = 4  # a panel's whole picture stays below the limit of a message with them


def after_correction(was: PlayedRound, event: events.RoundCorrected) -> PlayedRound:
    """The Round with the cards that it should have had, without a Hand (002 §5.8), or without a result."""
    acts = was.acts
    if was.void:  # the Void was taken back (001 §5.12)
        acts = unvoided_acts(acts, event.cards)
    elif event.ruled:
        acts = (*acts, *event.ruled)
    elif not event.void:
        acts = tuple(corrected_acts(acts, event.cards))
    return replace(was, acts=acts, void=bool(event.void))


def with_lines(was: PlayedRound, event: events.LinesCorrected) -> PlayedRound:
    return replace(was, lines={**was.lines, event.terminal: event.after})


RECALLED_EVENTS: Final = frozenset(
    {events.RoundRecalled, events.RoundCorrected, events.LinesCorrected, events.CurrencyBound}
)


class Recalled(Struct):
    rounds: dict[int, PlayedRound] = {}  # the one that was asked for last comes last

    @property
    def newest(self) -> int:
        """0: there is none."""
        return next(reversed(self.rounds), 0)

    def apply(self, event: Fact) -> None:
        if type(event) not in RECALLED_EVENTS:  # nearly always
            return
        match event:
            case events.RoundRecalled(round_no=round_no, played=played):
                self.rounds.pop(round_no, None)
                self.rounds[round_no] = played
                while len(self.rounds) > RECALLED_KEPT:
                    del self.rounds[next(iter(self.rounds))]
            case events.RoundCorrected(round_no=round_no) if round_no in self.rounds:
                self.rounds[round_no] = after_correction(self.rounds[round_no], event)
            case events.LinesCorrected(round_no=round_no) if round_no in self.rounds:
                self.rounds[round_no] = with_lines(self.rounds[round_no], event)
            case events.CurrencyBound():  # its lines are amounts of the currency before
                self.rounds.clear()
            case _:
                pass
