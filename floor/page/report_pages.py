"""The reports of `etg report` as pages: of a day, a shift, a shoe, a terminal, staff, the whole table; to read and to
print.

The same figures by the same questions (`floor/reports.py`), over the rows in the floor's database. Who looked at which
is on record.
"""

from base64 import b64encode
from hashlib import sha256
from typing import Final

import psycopg
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from floor import paper
from floor.page.guard import POLICY
from floor.page.house import House, address_of, guarded
from floor.page.pages import asked, asked_day, asked_number, missing
from floor.page.people import Session
from floor.page.roles import Sight
from floor.read_model import ReportError
from floor.reports import Report, Reports
from floor.table_rows import TableRows

KINDS: Final = ("day", "shift", "shoe", "terminal", "staff", "table")
GAMES: Final = 10  # of a terminal, step by step
TYPEFACES: Final = "/fonts/"


def printed(language: str) -> str:
    """The page for the printer brings its own style along, and that alone is allowed there."""
    styles = (paper.STYLE, paper.face(language, TYPEFACES))
    hashes = [b64encode(sha256(style.encode()).digest()).decode() for style in styles if style]
    return POLICY.format(style=" ".join(f"'sha256-{it}'" for it in hashes))


@guarded(Sight.REPORTS)
async def choose(request: Request, house: House, session: Session) -> Response:
    tables = sorted(house.watch.tables)
    name = asked(request, "table")
    name = name if name in house.watch.tables else tables[0] if tables else ""
    there = await run_in_threadpool(_there, house.address, name) if name else {}
    return house.show(request, "reports.html", session, tables=tables, name=name, there=there)


def _there(address: str, name: str) -> dict[str, list[str]]:
    """What can be chosen, the last first."""
    with TableRows(address, name) as rows:
        days = rows.ask("SELECT DISTINCT day FROM money ORDER BY day DESC LIMIT 60")
        shifts = rows.ask("SELECT day, shift FROM money GROUP BY day, shift ORDER BY MAX(seq) DESC LIMIT 60")
        shoes = rows.ask("SELECT shoe FROM shoes ORDER BY shoe DESC LIMIT 60")
        terminals = rows.ask("SELECT DISTINCT terminal FROM money WHERE terminal <> '' ORDER BY terminal LIMIT 200")
    return {
        "days": [row["day"] for row in days],
        "shifts": [f"{row['day']} {row['shift']}" for row in shifts],
        "shoes": [str(row["shoe"]) for row in shoes],
        "terminals": [row["terminal"] for row in terminals],
    }


@guarded(Sight.REPORTS)
async def show(request: Request, house: House, session: Session) -> Response:
    name, what = request.path_params["name"], request.path_params["what"]
    if name not in house.watch.tables or what not in KINDS:
        return missing(request, house, session)
    wanted = {it: asked(request, it) for it in ("shift", "shoe", "terminal")} | {"day": asked_day(request)}
    try:
        report = await run_in_threadpool(_make, house, name, what, wanted)
    except ReportError:
        return missing(request, house, session)
    told = " ".join(value for value in wanted.values() if value)
    await house.people.record("looked", f"report {what} {name} {told}".strip(), session.number, address_of(request))
    look = house.look_of(request)
    if asked(request, "form") == "print":
        return HTMLResponse(
            paper.page(report, look.language, TYPEFACES), headers={"Content-Security-Policy": printed(look.language)}
        )
    body = paper.body(report, look.language)
    query = "&".join(f"{it}={value}" for it, value in wanted.items() if value)
    return house.show(request, "report.html", session, title=report.title, body=body, name=name, query=query)


def _make(house: House, name: str, what: str, wanted: dict[str, str]) -> Report:
    try:
        with TableRows(house.address, name) as rows:
            reports = Reports(rows, house.theory)
            match what:
                case "day":
                    return reports.day(_known(rows, "money", "day", wanted["day"]))
                case "shift":
                    day = _known(rows, "money", "day", wanted["day"])
                    return reports.shift(day, _known(rows, "money", "shift", wanted["shift"]))
                case "shoe":
                    number = asked_number(wanted["shoe"])
                    return reports.shoe(int(_known(rows, "shoes", "shoe", -1 if number is None else number)))
                case "terminal":
                    return reports.terminal(_known(rows, "money", "terminal", wanted["terminal"]), GAMES)
                case "staff":
                    return reports.staff(_known(rows, "acts", "day", wanted["day"]) if wanted["day"] else "")
            return reports.table()
    except psycopg.errors.UndefinedTable as error:  # a floor of another version
        raise ReportError(str(error)) from error


def _known(rows: TableRows, table: str, column: str, value: str | int) -> str:
    """What was asked for, if there is such a thing."""
    if not rows.ask(f"SELECT 1 FROM {table} WHERE {column} = ? LIMIT 1", (value,)):
        raise ReportError(f"there is no {column} {value!r}")
    return str(value)
