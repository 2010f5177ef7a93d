"""What a table remembers of participants (004) besides who they are and what they have: who stays away, since when and
for how many gaming days; on which day somebody was granted his coins; which coin he played with last.

Knows no clock: days are those of the table's own log (M15).
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from protocol import events
from protocol.day import last_day

PARTICIPANT_EVENTS: Final = frozenset(
    {events.PurseDrawn, events.CoinsGranted, events.ParticipantExcluded, events.DayBegan}
)


class Exclusion(Struct, frozen=True, gc=False):
    first_day: str  # "": no day had begun
    days: int

    def ends(self) -> str:
        """Its last day."""
        return last_day(self.first_day, self.days) if self.first_day else ""


class Participants(Struct, forbid_unknown_fields=True):
    excluded: dict[str, Exclusion] = {}  # by number; the one that ends last
    granted: dict[str, str] = {}  # the gaming day of the last daily grant
    coin: dict[str, str] = {}  # that he played with last

    def stays_away(self, number: str, day: str) -> bool:
        """004 §3: on this gaming day?"""
        exclusion = self.excluded.get(number)
        return exclusion is not None and (not exclusion.first_day or day <= exclusion.ends())

    def apply(self, event: Any, day: str) -> None:
        match event:
            case events.PurseDrawn(number=number, coin=coin):
                self.coin[number] = coin
            case events.CoinsGranted(number=number, day=of_day) if of_day:
                self.granted[number] = of_day
            case events.ParticipantExcluded(number=number, first_day=first, days=days):
                self.excluded[number] = Exclusion(first, days)
            case events.DayBegan():
                for number, exclusion in self.excluded.items():
                    if not exclusion.first_day:
                        self.excluded[number] = replace(exclusion, first_day=day)
            case _:
                pass
