"""What every page needs: the register, the tables as they stand, the templates, and how a request is answered.

One decorator stands before each page and asks who it is and what he may see; a page that is not named with what it
shows cannot be written.
"""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import psycopg
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from floor.page.config import PageFile
from floor.page.guard import REFUSALS_A_SECOND, REFUSALS_BURST, Bucket, Doorstep
from floor.page.people import People, Session
from floor.page.picture import TablePicture
from floor.page.pool import Pool
from floor.page.roles import Sight, sights
from floor.page.watch import Watch
from floor.page.words import NAMES, chosen, say
from floor.reports import Theory
from protocol.config import LANGUAGES
from protocol.process import Log

HERE: Final = Path(__file__).parent
SESSION: Final = "__Host-etg-session"  # a browser takes such a name only with Secure, the root path and no domain
FORM: Final = "__Host-etg-form"
LOOK: Final = "__Host-etg-look"
YEAR_S: Final = 365 * 86_400
# Pages and what they show, as the bar at the top has them.
PAGES: Final = (
    ("/", "Floor", (Sight.TABLES, Sight.HEALTH)),
    ("/search", "Search", (Sight.TABLES,)),
    ("/reports", "Reports", (Sight.REPORTS,)),
    ("/events", "Events", (Sight.EVENTS,)),
    ("/health", "Machines", (Sight.HEALTH,)),
    ("/record", "Record", (Sight.RECORD,)),
)


class Look(NamedTuple):
    language: str
    contrast: bool


class House:
    def __init__(self, address: str, page: PageFile, log: Log, theory: Theory) -> None:
        self.page, self.log, self.theory, self.address = page, log, theory, address
        self.pool = Pool(address)
        self.people = People(self.pool, session_minutes=page.session_minutes, idle_minutes=page.idle_minutes)
        self.watch = Watch(address, log)
        self.doorstep = Doorstep()
        self.refusals = Bucket(REFUSALS_BURST, REFUSALS_A_SECOND)
        self.streams: dict[bytes, int] = {}  # open ones of each session
        # Drawn last, with what they were drawn from: by table, reader's role and language; and by template too.
        self.pictures: dict[object, tuple[object, TablePicture]] = {}
        self.parts: dict[object, tuple[TablePicture, str]] = {}
        self.templates = Environment(
            loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        self.templates.filters["path"] = lambda text: quote(str(text), safe="")

    async def close(self) -> None:
        self.people.close()
        await self.pool.close()

    def look_of(self, request: Request) -> Look:
        language, _, contrast = request.cookies.get(LOOK, "").partition(".")
        return Look(chosen(language, self.page.language), contrast == "high")

    def draw(self, template: str, look: Look, /, **values: Any) -> str:
        def tell(text: str, *parts: object) -> str:
            return say(text, look.language, *parts)

        shared = {"_": tell, "look": look, "languages": NAMES, "lang": look.language.replace("_", "-")}
        return self.templates.get_template(template).render(**shared, **values)

    def show(
        self, request: Request, template: str, session: Session | None = None, /, *, status: int = 200, **values: Any
    ) -> Response:
        look = self.look_of(request)
        seen = sights(session.role) if session else frozenset()
        pages = [(path, title) for path, title, wanted in PAGES if seen.intersection(wanted)]
        shared = {
            "session": session,
            "pages": pages,
            "here": request.url.path,
            "back": f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path,
            "csrf": session.csrf if session else "",
            "now_ms": now_ms(),
            "sees": {str(sight) for sight in seen},
            "gone": self.watch.gone,
        }
        return HTMLResponse(self.draw(template, look, **shared, **values), status)

    async def refuse(self, request: Request, why: str, number: str = "") -> None:
        """On record; of strangers not without end: who knocks all night fills no disk."""
        address = address_of(request)
        if number or self.refusals.takes(address):
            await self.people.record("refused", why, number, address)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


Page = Callable[[Request, House, Session], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]


def guarded(*wanted: Sight, awake: bool = True) -> Callable[[Page], Endpoint]:
    """Who has signed on, and may see one of these. Who has not is sent to the door; who may not is told so."""

    def wrap(page: Page) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            house: House = request.app.state.house
            try:
                session = await find_session(request, house, awake=awake)
                if session is None:
                    return to_the_door(request)
                if not sights(session.role).intersection(wanted):
                    await house.refuse(request, f"role {session.role}: {request.url.path}", session.number)
                    return house.show(request, "refused.html", session, status=403)
                return await page(request, house, session)
            except psycopg.OperationalError:
                return house.show(request, "gone.html", status=503)

        return endpoint

    return wrap


async def find_session(request: Request, house: House, *, awake: bool) -> Session | None:
    token = request.cookies.get(SESSION, "")
    if not token:
        return None
    session = await house.people.session(token, awake=awake)
    if session is None:
        whose = await house.people.ended(token)
        await house.refuse(request, "expired session" if whose else "forged session", whose)
    return session


def to_the_door(request: Request) -> Response:
    response = RedirectResponse("/sign-on", 303)
    if SESSION in request.cookies:
        forget(response, SESSION)
    return response


def put(response: Response, name: str, value: str, *, lasting: bool = False) -> None:
    response.set_cookie(
        name, value, max_age=YEAR_S if lasting else None, path="/", secure=True, httponly=True, samesite="strict"
    )


def forget(response: Response, name: str) -> None:
    response.delete_cookie(name, path="/", secure=True, httponly=True, samesite="strict")


def language_of(text: str) -> str:
    return text if text in LANGUAGES else ""
