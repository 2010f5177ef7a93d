"""The part of the log's vocabulary that is about Player Terminals, and whoever else joins: calls, latches, disputes.

Everybody knows these facts as `events.X`.
"""

from games.round import PlayerId
from protocol.alarms import Alarm
from protocol.fact import Fact
from protocol.messages import CallReason


class TerminalRetired(Fact, frozen=True):
    """Out of service for good: its key is denied."""

    terminal: PlayerId


class TerminalJoined(Fact, frozen=True):
    """Also of a panel, a display or an archive: whoever follows the log. Another key than before: a new machine, whose
    boots start anew.
    """

    terminal: PlayerId
    boot: int
    run: bytes  # `fields.run_digest` of it: the run itself would be enough to speak as that process
    role: str = "terminal"  # of its key, in the register
    key: str = ""  # its fingerprint
    blank: bool = False  # nobody had confirmed the console's start, and it came with nothing that could


class AttendantCalled(Fact, frozen=True):
    """A Player wants somebody to come; or (`wanted` is false) no longer, or somebody came."""

    terminal: PlayerId
    wanted: bool
    reason: CallReason = CallReason.NONE


class TerminalLatched(Fact, frozen=True):
    """It may not bet or cash out until staff has looked at it: what it said contradicts what it said before."""

    terminal: PlayerId
    why: str
    doubted: bool = False  # staff has found that it does not tell the truth: its word on the log is not believed
    machine: bool = False  # the machine or its key is what is wrong: another machine ends it
    wiped: bool = False  # its records were lost: however often it starts, it does not join


class TerminalUnlatched(Fact, frozen=True):
    terminal: PlayerId


class AlarmRaised(Fact, frozen=True):
    """Something a Supervisor should look at, about one key; nothing follows from it by itself."""

    terminal: str
    kind: Alarm
    about: tuple[str, ...] = ()  # what stands in its sentence: names, numbers, amounts, or another kind
    detail: str = ""  # what the system said of it, for technicians


class SettlementDisputed(Fact, frozen=True):
    """A terminal computed other lines from the cards than it was paid: bets and cash-out stop there (decision 7)."""

    id: bytes
    terminal: PlayerId
    round_no: int
    lines: tuple[tuple[str, int, int], ...]  # spot, staked, returned, as the terminal has them


class DisputeRuled(Fact, frozen=True):
    terminal: PlayerId
    round_no: int
    text: str
