"""The named places at which processes are killed: every site of `protocol.failpoints` with every fact or message that
the games of these tests bring there. `test_kills` fails if a game passes a place that is not on these lists.

In the order in which a Round passes them, so that a process that was killed at one of them soon comes to the next.
"""

from typing import Final

_RECOVERY: Final = (
    *("ConsoleStarted", "Interrupted", "ShoeBack", "TerminalJoined", "StartConfirmed", "InterruptionAnswered"),
)
_ROUND: Final = (
    *("Ordered", "OrderRefused", "WindowOpened", "LayoutRegistered", "WindowClosed", "CardDealt"),
    *("ShoeLost", "Halted", "Resumed", "RulingMade", "Certified", "Settled", "RoundEnded"),
)
_BETWEEN: Final = (
    *("TableOpened", "TableClosed", "LeftOpen", "ShoeLoaded", "ShoeLive", "Checkpointed"),
    *("CreditBought", "TicketIssued", "TicketNumbered", "TicketPrint", "TicketAccepted", "MoneyRefused"),
)
_FACTS: Final = (*_RECOVERY, *_ROUND, *_BETWEEN)
_BEFORE_THE_SOCKETS: Final = ("ConsoleStarted", "Interrupted")  # written when nobody can have joined: not published

CONSOLE_POINTS: Final = (
    *(f"before_commit/{fact}" for fact in _FACTS),
    *(f"after_commit/{fact}" for fact in _FACTS),
    *(f"before_publish/{fact}" for fact in _FACTS if fact not in _BEFORE_THE_SOCKETS),
    *(f"after_publish/{fact}" for fact in _FACTS if fact not in _BEFORE_THE_SOCKETS),
    *(f"{when}_send/{message}" for when in ("before", "after") for message in ("Welcome", "Deltas", "Denied")),
    *("before_ack/int", "after_ack/int", "before_pulse/Pulse"),
)

# A terminal keeps what it heard as `Copied`; the facts in it count as well. Those for staff it never sees.
_FOR_STAFF: Final = ("TerminalJoined", "StartConfirmed", "Ordered", "OrderRefused", "LeftOpen")
_RECORDS: Final = ("Booted", "Copied", "NoteHeld", "MoneyAsked", "LayoutSent")
_HEARD: Final = tuple(fact for fact in _FACTS if fact not in _FOR_STAFF)
_REQUESTS: Final = ("Hello", "Sync", "Beat", "BuyCredit", "Answer", "CashOut", "ReportPrint", "InsertTicket")

TERMINAL_POINTS: Final = (
    *(f"before_commit/{kind}" for kind in (*_RECORDS, *_HEARD)),
    *(f"after_commit/{kind}" for kind in (*_RECORDS, *_HEARD)),
    *(f"{when}_send/{request}" for when in ("before", "after") for request in _REQUESTS),
)

# Later cards of a Round, and a second blow while the process still recovers from the first.
CONSOLE_AGAIN: Final = (
    *(f"{site}/CardDealt:{nth}" for site in ("before_commit", "after_commit", "after_publish") for nth in (2, 3, 4, 5)),
    *("before_commit/ConsoleStarted", "after_commit/ConsoleStarted", "before_pulse/Pulse", "before_send/Welcome") * 3,
)
TERMINAL_AGAIN: Final = (
    *("before_commit/Booted", "after_commit/Booted", "before_send/Hello", "before_commit/Copied") * 3,
    *(f"{site}/LayoutRegistered:2" for site in ("before_commit", "after_commit")),
    *(f"{site}/CardDealt:{nth}" for site in ("before_commit", "after_commit") for nth in (3, 4)),
)

# Only once: a table's money is bound, and its day begins, at its very first start (`test_storage.py` kills it there).
# Only by chance: an answer came again because the first one was late; a card was on its way when its Round was voided
# (5.4); nothing was known of the log.
FIRST: Final = ("CurrencyBound", "StaffAdmitted", "KeyEnrolled", "DayBegan")
# Once at each start of a panel, and wherever two people are wanted: where a console dies there, the proposal is gone.
_PEOPLE: Final = (
    *("SignOnTried", "SignedOn", "SignedOff", "SignOnFailed"),
    *("OrderProposed", "OrderSigned", "OrderWithdrawn", "SignatureRefused"),
)
_STRAY: Final = (*FIRST, *_PEOPLE, "CardIdle", "SurplusKept", "SurplusDrawn", "SurplusSeen", "Restored", "CutCardSeen")
RARE: Final = frozenset(
    f"{when}_{site}"
    for when in ("before", "after")
    for site in (
        *("send/See", "send/Snapshot", "send/SignOnAnswer"),
        *(f"{way}/{fact}" for way in ("commit", "publish") for fact in _STRAY),
    )
)
EVERY: Final = frozenset((*CONSOLE_POINTS, *TERMINAL_POINTS)) | RARE
