"""Which entries stand in the log of the process, too: what whoever looks after the table wants to know. Players' own
entries are none of it, and no secret of anybody is.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from protocol import events
from protocol import messages as m
from protocol.alarm_words import in_english
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.events import ALL, STAFF

LOGGED: Final = (
    *(events.TableOpened, events.TableClosed, events.Halted, events.Resumed, events.Interrupted, events.ShoeLost),
    *(events.ShoeBack, events.ShoeLoaded, events.TerminalJoined, events.AlarmRaised, events.RoundEnded),
    *(events.OrderRefused, events.RoundCorrected, events.DayBegan, events.DayDoubted, events.DayClosed),
    *(events.KeyEnrolled, events.KeyEnded, events.ConsoleKeyRotated, events.ConsoleKeyEnded),
    *(events.ClockStepped, events.StartConfirmed, events.SignedOn, events.SignedOff, events.SignOnFailed),
    *(events.StaffDisabled, events.StaffAssigned, events.OrderWithdrawn, events.SignatureRefused),
)


def told_of(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str, dict[str, Any]]]:
    """Of each that does, what happened and its fields."""
    for entry in entries:
        if entry.audience in (ALL, STAFF):
            event = decode_event(entry.body)
            if isinstance(event, LOGGED):
                told = msgspec.structs.asdict(event)
                if isinstance(event, events.AlarmRaised):
                    told = {"terminal": event.terminal, "why": in_english(event)}
                if isinstance(order := told.get("order"), m.AdmitStaff | m.SetCredential):
                    told["order"] = msgspec.structs.replace(order, credential=b"")  # nobody reads it there
                yield entry, type(event).__name__, told
