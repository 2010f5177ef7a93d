"""Three accounts of the same money: the ledger, the tickets, and the lines that the cards decide. Do they agree?

Asks the rows and changes none; each difference is named with the entry to look at. That lines are what the cards say
was asked of the rule book when the rows were made (`rows.py`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from floor.read_model import Shifts
from floor.rows import ACCOUNTS, Value

# The entry, its Round, the terminal, what does not agree, what was expected, and what was found.
Difference = tuple[int, int | None, str, str, str, str]


class Rows(Protocol):
    """The rows of one table, wherever they are kept: SQL that SQLite and PostgreSQL understand, `?` for a value."""

    journal: str
    seq: int
    chain: bytes
    shifts: Shifts

    def ask(self, sql: str, values: Sequence[Value] = ()) -> list[dict[str, Any]]: ...


class Scope(NamedTuple):
    """Which rows: a condition that every table has the columns for, in SQL, and its values."""

    title: str
    where: str = "1 = 1"
    values: tuple[int | str, ...] = ()


def everything() -> Scope:
    return Scope("The table, from its first entry")


def of_day(day: str) -> Scope:
    return Scope(f"Gaming day {day or '(before the first)'}", "day = ?", (day,))


def of_shift(day: str, shift: str) -> Scope:
    return Scope(f"Shift from {shift} of gaming day {day}", "day = ? AND shift = ?", (day, shift))


def of_shoe(shoe: int) -> Scope:
    return Scope(f"Shoe {shoe}", "shoe = ?", (shoe,))


def of_terminal(terminal: str) -> Scope:
    return Scope(f"Terminal {terminal}", "terminal = ?", (terminal,))


_ZERO: Final = " + ".join(ACCOUNTS)
# Each gives the entry, its Round and terminal, what should be there, and what is.
_TICKETS_MOVED: Final = (
    "{where} AND kind IN ('ticket_out', 'ticket_in', 'ticket_paid', 'ticket_released', 'ticket_restored')"
)
_ITS_TICKET: Final = "FROM tickets WHERE tickets.ticket = money.ticket"
_MATCHES: Final[Mapping[str, str]] = {
    "an entry of the ledger that does not sum to 0": (
        f"SELECT seq, round_no, terminal, 0 AS expected, {_ZERO} AS found FROM money WHERE {{where}} AND {_ZERO} <> 0"
    ),
    "lines and ledger: what the House has won": (
        "SELECT * FROM (SELECT seq, round_no, terminal, house AS found, (SELECT COALESCE(SUM(staked - returned), 0) "
        "FROM lines WHERE lines.seq = money.seq) AS expected FROM money "
        "WHERE {where} AND kind IN ('settled', 'corrected')) AS told WHERE expected <> found"
    ),
    "Bets and lines: a stake without a fate": (
        "SELECT * FROM (SELECT rounds.ended_seq AS seq, round_no, '' AS terminal, 0 AS expected, "
        "(SELECT COALESCE(SUM(stake), 0) FROM money WHERE money.round_no = rounds.round_no) AS found "
        "FROM rounds WHERE {where} AND ended_seq > 0) AS told WHERE found <> 0"
    ),
    "ledger and tickets: one that was never issued": (
        "SELECT seq, round_no, terminal, 'a ticket' AS expected, ticket AS found FROM money "
        f"WHERE {_TICKETS_MOVED} AND ticket NOT IN (SELECT ticket FROM tickets)"
    ),
    "ledger and tickets: another amount": (
        f"SELECT * FROM (SELECT seq, round_no, terminal, (SELECT amount {_ITS_TICKET}) AS expected, "
        f"ABS(tickets) AS found FROM money WHERE {_TICKETS_MOVED}) AS told WHERE expected <> found"
    ),
    "tickets: one that was used twice": (
        f"SELECT * FROM (SELECT seq, round_no, terminal, (SELECT used_seq {_ITS_TICKET}) AS expected, "
        "seq AS found FROM money WHERE {where} AND (kind IN ('ticket_in', 'ticket_paid') OR kind = 'ticket_released' "
        "AND NOT EXISTS (SELECT 1 FROM money AS back WHERE back.kind = 'ticket_restored' "
        "AND back.ticket = money.ticket AND back.seq > money.seq))) AS told WHERE expected <> found"
    ),
}

_OWED_ON_TICKETS: Final = (
    "SELECT currency, SUM(tickets) AS amount FROM money WHERE "
    + _TICKETS_MOVED.format(where="seq <= ?")
    + " GROUP BY currency"
)
_OPEN_TICKETS: Final = (
    "SELECT currency, SUM(amount) AS amount FROM tickets "
    "WHERE issued_seq <= ? AND (used_seq = 0 OR used_seq > ?) AND NOT EXISTS (SELECT 1 FROM money AS away "
    "WHERE away.kind = 'ticket_released' AND away.ticket = tickets.ticket AND away.seq <= ? AND tickets.used_seq = 0 "
    "AND NOT EXISTS (SELECT 1 FROM money AS back WHERE back.kind = 'ticket_restored' AND back.ticket = away.ticket "
    "AND back.seq > away.seq AND back.seq <= ?)) GROUP BY currency"
)


def match(model: Rows, scope: Scope, last: int) -> list[Difference]:
    """Ledger, tickets and cards say the same of the money, or here is where they do not."""
    found: list[Difference] = []
    for what, query in _MATCHES.items():
        for row in model.ask(query.format(where=scope.where), scope.values):
            told = (row["seq"], row["round_no"] or None, row["terminal"], what)
            found.append((*told, str(row["expected"]), str(row["found"])))
    owing = {row["currency"]: row["amount"] for row in model.ask(_OWED_ON_TICKETS, (last,))}
    on_paper = {row["currency"]: row["amount"] for row in model.ask(_OPEN_TICKETS, (last, last, last, last))}
    for currency in {**owing, **on_paper}:
        expected, is_there = owing.get(currency, 0), on_paper.get(currency, 0)
        if expected != is_there:
            told = (last, None, "", f"open tickets and the ledger, {currency}")
            found.append((*told, str(expected), str(is_there)))
    for row in model.ask(f"SELECT * FROM differences WHERE {scope.where} ORDER BY seq", scope.values):
        told = (row["seq"], row["round_no"], row["terminal"], f"{row['what']} {row['spot']}".rstrip())
        found.append((*told, row["expected"], row["found"]))
    return found
