"""What stands before every page: how much one address may ask, what a browser is allowed to do with an answer, and
whether a form is one of ours. Knows no person and no table.
"""

import hmac
from collections import OrderedDict
from collections.abc import Mapping, MutableMapping
from time import monotonic
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from protocol.people import PANEL_TRIES, wait_ms

BODY_MAX: Final = 4_096  # bytes of a form
FIELDS_MAX: Final = 12
QUERY_MAX: Final = 2_048
ADDRESSES_MAX: Final = 4_096  # remembered; the one that was quiet for longest is forgotten first
BURST, A_SECOND = 400, 40  # requests of one address: a page with all its pictures at once, and then some
REFUSALS_BURST, REFUSALS_A_SECOND = 30, 0.2  # refusals of one address that are written on record
# Nothing from elsewhere, nothing inline, in no frame; forms go nowhere else.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src {style}; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class Bucket:
    """So many at once, and so many a second afterwards, for each address."""

    def __init__(self, burst: float, a_second: float) -> None:
        self._burst, self._a_second = burst, a_second
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, address: str) -> bool:
        now = monotonic()
        level, then = self._levels.pop(address, (self._burst, now))
        level = min(self._burst, level + (now - then) * self._a_second)
        allowed = level >= 1
        self._levels[address] = (level - 1 if allowed else level, now)
        if len(self._levels) > ADDRESSES_MAX:
            self._levels.popitem(last=False)
        return allowed


class Doorstep:
    """Wrong PINs from one address, whoever tried there: as at a panel. A person's own are remembered elsewhere."""

    def __init__(self) -> None:
        self._tries: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait_s(self, address: str) -> int:
        _, until = self._tries.get(address, (0, 0.0))
        return max(0, round(until - monotonic() + 0.5))

    def failed(self, address: str) -> None:
        tries = self._tries.pop(address, (0, 0.0))[0] + 1
        self._tries[address] = (tries, monotonic() + wait_ms(tries, PANEL_TRIES) / 1_000)
        if len(self._tries) > ADDRESSES_MAX:
            self._tries.popitem(last=False)

    def passed(self, address: str) -> None:
        self._tries.pop(address, None)


class Guard:
    """The outermost layer: bounds what is asked, and says to the browser what an answer may do."""

    def __init__(self, app: ASGIApp, *, strict_transport: bool) -> None:
        self._app, self._bucket = app, Bucket(BURST, A_SECOND)
        self._headers = {**HEADERS, "Content-Security-Policy": POLICY.format(style="'self'")}
        if strict_transport:  # not with a certificate of our own, which a browser first has to be told to trust
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        if not self._bucket.takes(client[0] if client else ""):
            await _plain(send, 429, self._headers)
            return
        if len(scope.get("query_string", b"")) > QUERY_MAX or len(scope.get("raw_path", b"")) > QUERY_MAX:
            await _plain(send, 414, self._headers)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add(message, self._headers)
            await send(message)

        await self._app(scope, receive, guarded)


def _add(message: MutableMapping[str, Any], headers: Mapping[str, str]) -> None:
    given = {name.lower() for name, _ in message["headers"]}
    more = {**headers, "Cache-Control": "no-store"}
    message["headers"] = [
        *message["headers"],
        *(
            (name.lower().encode(), value.encode())
            for name, value in more.items()
            if name.lower().encode() not in given
        ),
    ]


async def _plain(send: Send, status: int, headers: Mapping[str, str]) -> None:
    start: Message = {"type": "http.response.start", "status": status, "headers": [(b"retry-after", b"5")]}
    _add(start, headers)
    await send(start)
    await send({"type": "http.response.body", "body": b""})


class BadForm(Exception):
    """What came is no form of ours."""


async def read_form(request: Request) -> dict[str, str]:
    """Few short fields, each once; whatever else is none of ours."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise BadForm("kind")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_MAX:
            raise BadForm("size")
    try:
        pairs = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS_MAX, errors="strict", separator="&"
        )
    except ValueError as error:
        raise BadForm("form") from error
    form = dict(pairs)
    if len(form) != len(pairs):
        raise BadForm("twice")
    return form


def is_from_here(request: Request) -> bool:
    """A browser says where a form comes from: from our own page, or it is not taken."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        return False
    return origin is None or origin == f"https://{request.headers.get('host', '')}"


def same(given: str, wanted: str) -> bool:
    return bool(wanted) and hmac.compare_digest(given.encode(), wanted.encode())
