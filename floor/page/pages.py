"""The pages themselves: the floor, a table, search, a Round, events, machines, the record. Each reads and changes
nothing.

Whatever somebody typed into a field is a value of a query, never a part of its text, and stands on the page as text.
What is private (a ticket, a Round's Bets, events) is on record when somebody has looked at it.
"""

import json
import re
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from floor.page import live, picture
from floor.page.house import House, address_of, guarded, now_ms
from floor.page.people import Session
from floor.page.roles import Sight, sights
from floor.page.standing import harmless
from floor.page.words import say
from games.catalog import find_face
from games.money import write_amount

LIST_MAX: Final = 200  # lines on one page
TEXT_MAX: Final = 60
TICKET: Final = 6  # digits of a ticket's name
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def asked(request: Request, name: str, most: int = TEXT_MAX) -> str:
    """A field of the query: short, and printable; else as if it were not there."""
    text = request.query_params.get(name, "").strip()
    return text if len(text) <= most and text.isprintable() else ""


def asked_day(request: Request) -> str:
    day = asked(request, "day")
    return day if DAY.fullmatch(day) else ""


def asked_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else None


@guarded(Sight.TABLES, Sight.HEALTH)
async def floor(request: Request, house: House, session: Session) -> Response:
    parts = live.parts_of(house, session, house.look_of(request), "")
    return house.show(request, "floor.html", session, parts=parts, tiles=[it for it in parts if it.startswith("tile-")])


@guarded(Sight.TABLES)
async def table(request: Request, house: House, session: Session) -> Response:
    name = request.path_params["name"]
    known = house.watch.tables.get(name)
    if known is None:
        return missing(request, house, session)
    look = house.look_of(request)
    if Sight.MONEY in sights(session.role):
        await house.people.record("looked", f"table {name}", session.number, address_of(request))
    return house.show(
        request,
        "table.html",
        session,
        name=name,
        parts=live.parts_of(house, session, look, name),
        limits=picture.limits(known.standing, look.language),
        currency=known.standing.view.placard.currency,
    )


def missing(request: Request, house: House, session: Session | None = None) -> Response:
    return house.show(request, "missing.html", session, status=404)


# --- search -------------------------------------------------------------------------------------------------------


@guarded(Sight.TABLES)
async def search(request: Request, house: House, session: Session) -> Response:
    """A Round by its number; a ticket by its name, or by the last four digits of its number. No page has the number."""
    wanted, number = asked(request, "q"), asked_number(asked(request, "q"))
    rounds: list[dict[str, Any]] = []
    tickets: list[dict[str, Any]] = []
    if number is not None:
        rounds = await house.pool.ask(_ROUNDS, (number, LIST_MAX))
        if Sight.TICKETS in sights(session.role):
            tickets = await house.pool.ask(_TICKETS, (wanted.zfill(TICKET), wanted, LIST_MAX))
            await house.people.record("looked", f"ticket {_masked(wanted)}", session.number, address_of(request))
            for row in tickets:
                row["amount"] = write_amount(row["amount"], row["exponent"])
                row["ending"] = f"•••• {row['ending']}" if row["ending"] else ""
    for row in rounds:
        row["result"] = _words(row["game"], row["result"], house.look_of(request).language)
    return house.show(request, "search.html", session, q=wanted, rounds=rounds, tickets=tickets)


def _masked(text: str) -> str:
    """Somebody may type a whole number: the record keeps its end."""
    return text if len(text) <= 8 else f"...{text[-4:]}"


def _words(game: str, result: str, language: str) -> str:
    words = find_face(game).words
    return " · ".join(say(words.get(word, word), language) for word in result.split())


@guarded(Sight.TABLES)
async def round_page(request: Request, house: House, session: Session) -> Response:
    """One Round as the entries tell it: windows, cards, result; Bets and lines for who may see money."""
    name, number = request.path_params["name"], asked_number(request.path_params["number"])
    known = house.watch.tables.get(name)
    if known is None or number is None:
        return missing(request, house, session)
    found = await house.pool.ask("SELECT * FROM rounds WHERE table_id = %s AND round_no = %s", (known.table_id, number))
    if not found:
        return missing(request, house, session)
    (told,) = found
    about = (known.table_id, number)
    cards = await house.pool.ask(
        "SELECT seq, at, what, hand, card FROM cards WHERE table_id = %s AND round_no = %s ORDER BY seq", about
    )
    lines: list[dict[str, Any]] = []
    if Sight.MONEY in sights(session.role):
        await house.people.record("looked", f"round {name} {number}", session.number, address_of(request))
        lines = await house.pool.ask(_LINES, about)
        exponent = known.standing.view.placard.exponent
        for row in lines:
            row["staked"], row["returned"] = (write_amount(int(row[it]), exponent) for it in ("staked", "returned"))
    language, face = house.look_of(request).language, find_face(told["game"])
    hands = json.loads(told["hands"]) if told["hands"] else {}
    shown = [
        (face.words.get(hand, hand), [_picture(card) for card in lie.split()], face.tones.get(hand, ""))
        for hand, lie in hands.items()
    ]
    told["result"] = _words(told["game"], told["result"], language)
    return house.show(
        request, "round.html", session, name=name, told=told, cards=cards, lines=lines, hands=shown, words=face.words
    )


def _picture(card: str) -> str:
    return "back" if card == "??" else card


_ROUNDS: Final = """
SELECT tables.name, rounds.round_no, rounds.day, opened_at, ended_at, game, result, void, corrected
FROM rounds JOIN tables USING (table_id) WHERE round_no = %s ORDER BY tables.name LIMIT %s
"""
_TICKETS: Final = """
SELECT tables.name, ticket, ending, terminal, amount, tickets.currency,
    COALESCE(currencies.exponent, 2)::int AS exponent,
    issued_at, issued_day, used_at, used_as, used_where, print
FROM tickets JOIN tables USING (table_id) LEFT JOIN currencies USING (table_id, currency)
WHERE ticket = %s OR ending = %s ORDER BY issued_at DESC LIMIT %s
"""
_LINES: Final = """
SELECT seq, terminal, spot, what, staked, returned, outcome, paragraph FROM lines
WHERE table_id = %s AND round_no = %s ORDER BY seq, n
"""


# --- events, machines, the record ---------------------------------------------------------------------------------


@guarded(Sight.EVENTS)
async def events(request: Request, house: House, session: Session) -> Response:
    wanted = {name: asked(request, name) for name in ("table", "severity", "code", "q")} | {"day": asked_day(request)}
    known = house.watch.tables.get(wanted["table"])
    severity = wanted["severity"] if wanted["severity"] in ("info", "notice", "alarm") else ""
    where: list[str] = []
    values: list[object] = []
    for column, value in (
        ("events.table_id", known.table_id if known else None),
        ("events.day", wanted["day"]),
        ("severity", severity),
        ("code", wanted["code"]),
    ):
        if value:
            where.append(f"{column} = %s")
            values.append(value)
    for word in wanted["q"].split():
        where.append("position(lower(%s) in lower(text || ' ' || kind || ' ' || terminal)) > 0")
        values.append(word)
    sql = _EVENTS.format(where=" AND ".join(where) or "true")
    rows = await house.pool.ask(sql, (*values, LIST_MAX))
    for row in rows:
        row["text"] = harmless(row["kind"], row["text"])
    if any(wanted.values()):
        told = " ".join(f"{name}={value}" for name, value in wanted.items() if value)
        await house.people.record("looked", f"events {told}", session.number, address_of(request))
    return house.show(request, "events.html", session, rows=rows, wanted=wanted, tables=sorted(house.watch.tables))


# Times of entries are texts of one form: they sort as times do.
_EVENTS: Final = """
SELECT tables.name, events.seq, at, events.day, round_no, terminal, code, severity, kind, text
FROM events JOIN tables USING (table_id) WHERE {where} ORDER BY at DESC, events.seq DESC LIMIT %s
"""


@guarded(Sight.HEALTH)
async def health(request: Request, house: House, session: Session) -> Response:
    look, seen = house.look_of(request), sights(session.role)
    drawn = [picture.draw(it, seen, look.language, now_ms=now_ms()) for it in live.in_order(house)]
    lags = {it.standing.name: (it.standing.seq, it.head_seq) for it in live.in_order(house)}
    alarms = await house.pool.ask(_ALARMS, (LIST_MAX,))
    (about,) = await house.pool.ask(_DATABASE)
    return house.show(request, "health.html", session, tables=drawn, lags=lags, alarms=alarms, about=about)


_ALARMS: Final = """
SELECT alarms.at, alarms.ended_at, alarms.kind, alarms.text, COALESCE(tables.name, '') AS name
FROM alarms LEFT JOIN tables USING (table_id) ORDER BY alarm_id DESC LIMIT %s
"""
_DATABASE: Final = """
SELECT current_setting('server_version') AS version, pg_size_pretty(pg_database_size(current_database())) AS size,
    (SELECT max(term) FROM terms) AS term, pg_postmaster_start_time() AS since
"""


@guarded(Sight.RECORD)
async def record(request: Request, house: House, session: Session) -> Response:
    """Who has signed on here, was refused, and looked at what."""
    number = asked(request, "number", 8)
    rows = await house.pool.ask(
        "SELECT at, number, address, what, detail, (SELECT name FROM page_staff s WHERE s.number = a.number) AS name "
        "FROM page_audit a WHERE %s = '' OR number = %s ORDER BY audit_id DESC LIMIT %s",
        (number, number, LIST_MAX),
    )
    return house.show(request, "record.html", session, rows=rows, number=number)
