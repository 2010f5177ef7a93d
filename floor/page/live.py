"""What an open page is told as it happens: the parts of it that have changed, as server-sent events, and what rings.

A part is a piece of HTML with an id, made by the same templates as the page itself. Who may see less gets less, and a
session that has ended ends the stream.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from time import monotonic
from typing import Any, Final

import psycopg
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from floor.page import picture
from floor.page.house import House, Look, guarded, now_ms
from floor.page.people import Session
from floor.page.roles import Sight, sights
from floor.page.watch import Known

COALESCE_S: Final = 0.05  # changes that come together are told together
LOOK_S: Final = 5.0  # without a change: is the session still good, is a follower silent
STREAMS_MAX: Final = 8  # of one session


def picture_of(house: House, known: Known, role: str, look: Look) -> picture.TablePicture:
    """As it was drawn last, if nothing has changed: twenty tablets that show one floor cost as much as one."""
    moment = now_ms()
    place, state = (known.table_id, role, look.language), (known.version, picture.is_silent(known, moment))
    found = house.pictures.get(place)
    if found is None or found[0] != state:
        drawn = picture.draw(known, sights(role), look.language, now_ms=moment)
        found = house.pictures[place] = (state, drawn)
    return found[1]


def part_of(house: House, template: str, known: Known, role: str, look: Look) -> str:
    shown = picture_of(house, known, role, look)
    place = (template, known.table_id, role, look)
    found = house.parts.get(place)
    if found is None or found[0] is not shown:
        found = house.parts[place] = (shown, draw_part(house, template, known, shown, role, look))
    return found[1]


def draw_part(house: House, template: str, known: Known, shown: picture.TablePicture, role: str, look: Look) -> str:
    seen = sights(role)
    values: dict[str, Any] = {"t": shown, "sees": set(map(str, seen))}
    if template == "parts/roads.html":
        values["roads"] = picture.all_roads(known.standing, look.language)
    if template == "parts/charts.html":
        values["charts"] = picture.day_charts(known.standing, look.language) if Sight.MONEY in seen else ()
    if template == "parts/rings.html":
        values["rings"] = picture.rings(known.standing, seen)
    return house.draw(template, look, **values)


# Of a table's own page, by the id of the place that it goes to.
TABLE_PARTS: Final = {
    "head": "parts/head.html",
    "felt": "parts/felt.html",
    "seats": "parts/seats.html",
    "shoe": "parts/shoe.html",
    "roads": "parts/roads.html",
    "charts": "parts/charts.html",
    "rings": "parts/rings.html",
    "links": "parts/links.html",
}
MONEY_PARTS: Final = frozenset({"charts"})


def parts_of(house: House, session: Session, look: Look, table: str) -> dict[str, str]:
    """All parts of one page: of a table's, or ("") of the floor."""
    seen = sights(session.role)
    if table:
        known = house.watch.tables.get(table)
        if known is None:
            return {}
        return {
            place: part_of(house, template, known, session.role, look)
            for place, template in TABLE_PARTS.items()
            if place not in MONEY_PARTS or Sight.MONEY in seen
        }
    tables = in_order(house)
    found = {f"tile-{it.table_id}": part_of(house, "parts/tile.html", it, session.role, look) for it in tables}
    if Sight.TABLES in seen:
        pictures = [picture_of(house, it, session.role, look) for it in tables]
        found["matters"] = house.draw("parts/matters.html", look, tables=pictures)
        found["sums"] = house.draw("parts/sums.html", look, sums=picture.sums(tables, seen), tables=pictures)
    return found


def in_order(house: House) -> list[Known]:
    return [known for _, known in sorted(house.watch.tables.items())]


@guarded(Sight.TABLES, Sight.HEALTH, awake=False)
async def live(request: Request, house: House, session: Session) -> Response:
    table = request.query_params.get("table", "")
    if table and (table not in house.watch.tables or Sight.TABLES not in sights(session.role)):
        return Response(status_code=404)
    if house.streams.get(session.digest, 0) >= STREAMS_MAX:
        return Response(status_code=429)
    return EventSourceResponse(_stream(house, session, house.look_of(request), table), ping=15)


async def _stream(house: House, session: Session, look: Look, table: str) -> AsyncIterator[ServerSentEvent]:
    house.streams[session.digest] = house.streams.get(session.digest, 0) + 1
    try:
        with house.watch.listening() as bell:
            async for event in _tell(house, session, look, table, bell):
                yield event
    finally:
        house.streams[session.digest] -= 1
        if not house.streams[session.digest]:
            del house.streams[session.digest]


async def _tell(
    house: House, session: Session, look: Look, table: str, bell: asyncio.Event
) -> AsyncIterator[ServerSentEvent]:
    told: dict[str, str] = {}
    at: dict[str, int] = {}
    heard = _rung(house, session)
    looked, gone = monotonic(), False
    while True:
        bell.clear()
        if house.watch.gone != gone:
            gone = house.watch.gone
            yield _event("gone" if gone else "back", {})
        if monotonic() - looked >= LOOK_S and not gone:
            try:
                if await house.people.session_of(session.digest) != session:
                    yield _event("over", {})
                    return
                looked = monotonic()
            except psycopg.OperationalError:
                pass  # the watch will say so; until then nothing new can be told
        parts = parts_of(house, session, look, table)
        if not table and {place for place in parts if place.startswith("tile-")} != _tiles(told) and told:
            yield _event("again", {})  # a table has come or gone: the page is asked for anew
            return
        for place, html in parts.items():
            if told.get(place) != html:
                told[place] = html
                yield _event("part", {"id": place, "html": html})
        seqs = {name: known.standing.seq for name, known in house.watch.tables.items() if not table or name == table}
        if new := {name: seq for name, seq in seqs.items() if at.get(name) != seq}:
            at |= new
            yield _event("at", new)  # how far what stands there goes, by table
        now = _rung(house, session)
        for what in sorted({what for key, what in now.items() if key not in heard}):
            yield _event("ring", {"what": what})
        heard = now
        try:
            await asyncio.wait_for(bell.wait(), LOOK_S)
            await asyncio.sleep(COALESCE_S)
        except TimeoutError:
            pass


def _tiles(told: dict[str, str]) -> set[str]:
    return {place for place in told if place.startswith("tile-")}


def _rung(house: House, session: Session) -> dict[tuple[str, object], str]:
    """All that has rung, as an alarm or a call; of machines for who looks after them."""
    seen = sights(session.role)
    found: dict[tuple[str, object], str] = {}
    for name, known in house.watch.tables.items():
        if Sight.TABLES in seen:
            found |= {(name, ring.seq): "alarm" for ring in known.standing.rings}
            found |= {(name, f"call {it}"): "call" for it in known.standing.calls()}
        if Sight.HEALTH in seen and (known.stopped or known.trouble):
            found[name, "stopped"] = "alarm"
    return found


def _event(name: str, value: Mapping[str, object]) -> ServerSentEvent:
    return ServerSentEvent(json.dumps(value, ensure_ascii=False), event=name)
