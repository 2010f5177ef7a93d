"""The pit's page as an application: its routes, and what lies beside them (style, script, fonts, cards). It only
reads.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from mimetypes import types_map
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from floor.page import cards, door, live, pages, report_pages
from floor.page.guard import Guard
from floor.page.house import HERE, House

STATIC: Final = {path.name: path for path in sorted((HERE / "static").iterdir())}
FONTS: Final = {path.name: path for path in sorted((HERE.parents[1] / "looks" / "typefaces").glob("*.otf"))}
KEPT: Final = {"Cache-Control": "private, max-age=86400"}
TYPES: Final = {**types_map, ".js": "text/javascript", ".otf": "font/otf"}


def make_app(house: House) -> Starlette:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(house.watch.run())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await house.close()

    app = Starlette(
        routes=[
            Route("/", pages.floor),
            Route("/sign-on", door.sign_on, methods=["GET", "POST"]),
            Route("/sign-off", door.sign_off, methods=["POST"]),
            Route("/look", door.look, methods=["POST"]),
            Route("/awake", door.awake, methods=["POST"]),
            Route("/live", live.live),
            Route("/table/{name}", pages.table),
            Route("/table/{name}/round/{number}", pages.round_page),
            Route("/search", pages.search),
            Route("/events", pages.events),
            Route("/health", pages.health),
            Route("/record", pages.record),
            Route("/reports", report_pages.choose),
            Route("/reports/{name}/{what}", report_pages.show),
            Route("/static/{name}", static),
            Route("/fonts/{name}", fonts),
            Route("/cards/{name}.svg", card),
        ],
        middleware=[Middleware(Guard, strict_transport=bool(house.page.certificate))],
        exception_handlers={404: not_found, 405: not_found, 500: broken},
        lifespan=lifespan,
    )
    app.state.house = house
    return app


async def not_found(request: Request, _error: Exception) -> Response:
    house: House = request.app.state.house
    return pages.missing(request, house)


async def broken(request: Request, _error: Exception) -> Response:
    """Our own bug. What it was is in the log, never on the page."""
    house: House = request.app.state.house
    house.log.error("a page failed", path=request.url.path)
    return PlainTextResponse("", 500)


async def static(request: Request) -> Response:
    return _file(STATIC.get(request.path_params["name"]))


async def fonts(request: Request) -> Response:
    return _file(FONTS.get(request.path_params["name"]))


def _file(path: Path | None) -> Response:
    """One of those that were there at the start, by its name alone: no path comes from outside."""
    if path is None:
        return Response(status_code=404)
    return Response(path.read_bytes(), media_type=TYPES.get(path.suffix, "application/octet-stream"), headers=KEPT)


async def card(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in cards.names():
        return Response(status_code=404)
    return Response(cards.picture(name), media_type="image/svg+xml", headers=KEPT)
