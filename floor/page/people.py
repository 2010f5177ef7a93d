"""The floor's own register of people and their sessions on the pit's page, and the record of who did what there.

As at a table: a try is on record before its PIN is looked at, wrong ones cost time, twenty lock a person until
somebody has reset it, and a number that nobody has takes as long and is not written down. Here the database's clock
outlives the process, so waits go on over a restart. Of a session the database has a digest alone: whoever reads it
cannot use it.
"""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any, Final, NamedTuple

from floor.page.pool import Pool, Row
from floor.page.roles import MAY_SEE, Role, sights
from protocol.people import LOCKED_AT, wait_ms
from protocol.pins import NOBODYS, UNLOOKED, is_right

TOKEN_BYTES: Final = 32
NUMBER_MAX: Final = 8  # digits of a staff number
WAITING_MAX: Final = 8  # PINs that may wait for the one thread that looks at them


class Session(NamedTuple):
    number: str
    name: str
    role: str
    csrf: str
    digest: bytes


class Refused(Exception):
    """Why somebody is not let in, as a word of the record."""

    def __init__(self, why: str, wait_s: int = 0) -> None:
        super().__init__(why)
        self.why, self.wait_s = why, wait_s


class People:
    def __init__(self, pool: Pool, *, session_minutes: int, idle_minutes: int) -> None:
        self._pool = pool
        self._session_minutes, self._idle_minutes = session_minutes, idle_minutes
        # One at a time: each look takes 64 MB and a good part of a second, and there must be no way to ask for many.
        self._worker = ThreadPoolExecutor(1, "pins")
        self._waiting = 0

    def close(self) -> None:
        self._worker.shutdown(wait=True, cancel_futures=True)

    # --- signing on -----------------------------------------------------------------------------------------------

    async def sign_on(self, number: str, pin: str, address: str) -> str:
        """The token of a new session; else Refused, which is on record by then."""
        try:
            return await self._sign_on(number, pin, address)
        except Refused as refused:
            known = refused.why != "unknown"
            await self.record("refused", refused.why, number if known else "", address)
            raise

    async def _sign_on(self, number: str, pin: str, address: str) -> str:
        if self._waiting >= WAITING_MAX:
            raise Refused("busy", 5)
        self._waiting += 1
        try:
            person = await self._count_try(number)
            string = NOBODYS if person is None else person["pin"]
            right = await asyncio.get_running_loop().run_in_executor(self._worker, _look, string, pin)
        finally:
            self._waiting -= 1
        if person is None:
            raise Refused("unknown")
        if not right:
            raise Refused("locked" if person["tries"] >= LOCKED_AT else "wrong", wait_ms(person["tries"]) // 1_000)
        if not sights(person["role"]):
            raise Refused("role")
        return await self._begin(person, address)

    async def _count_try(self, number: str) -> Row | None:
        """Durable before the PIN is looked at: no crash gives it back. One that is not looked at does not count, else
        anybody could lock anybody. None: nobody has this number, or he may not sign on.
        """
        async with self._pool.transaction() as connection:
            found = await connection.execute(
                "SELECT number, name, role, pin, tries, active, "
                "greatest(0, ceil(extract(epoch FROM wait_until - clock_timestamp())))::int AS wait_s "
                "FROM page_staff WHERE number = %s FOR UPDATE",
                (number,),
            )
            person = await found.fetchone()
            if person is None or not person["active"]:
                return None
            if person["tries"] >= LOCKED_AT:
                raise Refused("locked")
            if person["wait_s"]:
                raise Refused("wait", person["wait_s"])
            person["tries"] += 1
            await connection.execute(
                "UPDATE page_staff SET tries = %s, "
                "wait_until = clock_timestamp() + make_interval(secs => %s) WHERE number = %s",
                (person["tries"], wait_ms(person["tries"]) / 1_000, number),
            )
            return person

    async def _begin(self, person: Row, address: str) -> str:
        token, csrf = secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES)
        async with self._pool.transaction() as connection:
            # The PIN that was right must still be his, and he still staff: somebody may have reset it meanwhile.
            still = await connection.execute(
                "UPDATE page_staff SET tries = 0, wait_until = '-infinity' WHERE number = %s AND pin = %s AND active "
                "RETURNING number",
                (person["number"], person["pin"]),
            )
            if await still.fetchone() is None:
                raise Refused("wrong")
            await connection.execute("DELETE FROM page_sessions WHERE ends_at < clock_timestamp()")
            await connection.execute(
                "INSERT INTO page_sessions (digest, number, csrf, address, ends_at) "
                "VALUES (%s, %s, %s, %s, clock_timestamp() + make_interval(mins => %s))",
                (digest_of(token), person["number"], csrf, address, self._session_minutes),
            )
            await _record(connection, "signed on", person["role"], person["number"], address)
        return token

    # --- sessions -------------------------------------------------------------------------------------------------

    async def session(self, token: str, *, awake: bool) -> Session | None:
        """None: there is none of this token, or it is over. `awake`: somebody has touched the page just now."""
        return await self.session_of(digest_of(token), awake=awake) if token else None

    async def session_of(self, digest: bytes, *, awake: bool = False) -> Session | None:
        found = await self._pool.ask(_AWAKE if awake else _ASLEEP, (digest, self._idle_minutes))
        if not found or not MAY_SEE.get(_role(found[0]["role"])):
            return None
        row = found[0]
        return Session(row["number"], row["name"], row["role"], row["csrf"], digest)

    async def sign_off(self, session: Session, address: str, why: str = "") -> None:
        async with self._pool.transaction() as connection:
            await connection.execute("DELETE FROM page_sessions WHERE digest = %s", (session.digest,))
            await _record(connection, "signed off", why, session.number, address)

    async def ended(self, token: str) -> str:
        """Whose session this token was, if it has ended by time; it is forgotten now. "": it never was one."""
        found = await self._pool.ask(
            "DELETE FROM page_sessions WHERE digest = %s RETURNING number", (digest_of(token),)
        )
        return found[0]["number"] if found else ""

    # --- the record -----------------------------------------------------------------------------------------------

    async def record(self, what: str, detail: str, number: str, address: str) -> None:
        async with self._pool.transaction() as connection:
            await _record(connection, what, detail, number, address)


_LIVE: Final = (
    "s.digest = %s AND p.number = s.number AND p.active AND s.ends_at > clock_timestamp() "
    "AND s.seen_at > clock_timestamp() - make_interval(mins => %s)"
)
_TOLD: Final = "p.number, p.name, p.role, s.csrf"
_ASLEEP: Final = f"SELECT {_TOLD} FROM page_sessions s, page_staff p WHERE {_LIVE}"
_AWAKE: Final = (
    f"UPDATE page_sessions s SET seen_at = clock_timestamp() FROM page_staff p WHERE {_LIVE} RETURNING {_TOLD}"
)


async def _record(connection: Any, what: str, detail: str, number: str, address: str) -> None:
    await connection.execute(
        "INSERT INTO page_audit (number, address, what, detail) VALUES (%s, %s, %s, %s)",
        (clean(number, NUMBER_MAX), clean(address, 64), clean(what, 40), clean(detail, 200)),
    )


def clean(text: str, most: int) -> str:
    """What a stranger has typed goes on record short, printable, and as nothing but text."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:most])


def digest_of(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _role(text: str) -> Role:
    return Role(text) if text in Role.__members__.values() else Role.DEALER  # who sees nothing


def _look(string: str, pin: str) -> bool:
    try:
        return is_right(string, pin)
    except UNLOOKED:
        return False
