"""Connections of the page to the floor's database: a few, kept, thrown away at the first error.

A page that cannot reach the database says so and goes on trying; it never answers from what it remembers as if it were
new.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row

Row = dict[str, Any]
MOST: Final = 6  # at once; who comes later waits
CONNECT_S: Final = 5


class Pool:
    def __init__(self, address: str, most: int = MOST) -> None:
        self.address = address
        self._room = asyncio.Semaphore(most)
        self._idle: list[psycopg.AsyncConnection[Row]] = []

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[psycopg.AsyncConnection[Row]]:
        """Committed at its end, undone by an exception."""
        async with self._room:
            connection = await self._take()
            try:
                yield connection
                await connection.commit()
            except BaseException:
                # Whatever state it is in, the next one shall not have it; a connection is quickly made.
                await connection.close()
                raise
            self._idle.append(connection)

    async def _take(self) -> psycopg.AsyncConnection[Row]:
        while self._idle:
            connection = self._idle.pop()
            if not connection.closed:
                return connection
        return await open_connection(self.address)

    async def ask(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """One statement, tried once more on a fresh connection: idle ones may be of a server that has gone."""
        try:
            return await self._ask(sql, values)
        except psycopg.OperationalError:
            await self.drop_idle()
            return await self._ask(sql, values)

    async def _ask(self, sql: str, values: Sequence[object]) -> list[Row]:
        async with self.transaction() as connection:
            cursor = await connection.execute(sql.encode(), values)
            return await cursor.fetchall() if cursor.description else []

    async def drop_idle(self) -> None:
        while self._idle:
            await self._idle.pop().close()

    async def close(self) -> None:
        await self.drop_idle()


async def open_connection(address: str, *, autocommit: bool = False) -> psycopg.AsyncConnection[Row]:
    return await psycopg.AsyncConnection.connect(
        address, row_factory=dict_row, autocommit=autocommit, connect_timeout=CONNECT_S, prepare_threshold=None
    )
