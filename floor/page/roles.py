"""Who may see what on the pit's page. Pure: one table, asked before anything is looked up or sent."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """A person's on the floor's own register; what he is at a table, the table's own staff says."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    MANAGER = "manager"
    ACCOUNTING = "accounting"
    SURVEILLANCE = "surveillance"
    TECHNICIAN = "technician"


class Sight(StrEnum):
    """Something that can be seen on the page."""

    TABLES = "tables"  # phase, Round, cards, seats, halts, calls
    MONEY = "money"  # credit, stakes, handle, win, hold, amounts
    REPORTS = "reports"
    TICKETS = "tickets"
    EVENTS = "events"  # the codes that surveillance looks for
    HEALTH = "health"  # machines, links, how far behind a copy is
    RECORD = "record"  # who has signed on here, and who looked at what


MAY_SEE: Final[Mapping[Role, frozenset[Sight]]] = {
    Role.DEALER: frozenset(),
    Role.SUPERVISOR: frozenset({Sight.TABLES}),
    Role.MANAGER: frozenset(Sight),
    Role.ACCOUNTING: frozenset({Sight.TABLES, Sight.MONEY, Sight.REPORTS, Sight.TICKETS}),
    Role.SURVEILLANCE: frozenset({Sight.TABLES, Sight.EVENTS}),
    Role.TECHNICIAN: frozenset({Sight.HEALTH}),
}


def sights(role: str) -> frozenset[Sight]:
    """A role that nobody knows sees nothing."""
    return MAY_SEE[Role(role)] if role in Role.__members__.values() else frozenset()
