"""The floor's own register of people, as whoever runs the floor changes it at the command line; all of it on record.

Whoever is changed is signed off at once. `people.py` has what the page itself does with them.
"""

import getpass
from typing import Any

import psycopg
from msgspec import Struct

from floor.page.people import clean
from protocol.people import LOCKED_AT


class RegisterError(Exception):
    """What cannot be done, in plain words."""


class Listed(Struct, frozen=True):
    number: str
    name: str
    role: str
    state: str  # "": he may sign on


class Register:
    def __init__(self, address: str) -> None:
        try:
            self._connection = psycopg.connect(address, connect_timeout=5)
        except psycopg.OperationalError as error:
            raise RegisterError(f"the database does not answer: {' '.join(str(error).split())}") from error

    def __enter__(self) -> "Register":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def add(self, number: str, name: str, role: str, pin: str) -> None:
        """`pin`: the Argon2 string."""
        sql = "INSERT INTO page_staff (number, name, role, pin) VALUES (%s, %s, %s, %s)"
        self._change(number, "added", sql, (number, name, role, pin))

    def reset(self, number: str, pin: str) -> None:
        sql = "UPDATE page_staff SET pin = %s, tries = 0, wait_until = '-infinity', changed_at = now()"
        self._change(number, "reset", f"{sql} WHERE number = %s AND active", (pin, number))

    def disable(self, number: str) -> None:
        sql = "UPDATE page_staff SET active = false, changed_at = now() WHERE number = %s AND active"
        self._change(number, "disabled", sql, (number,))

    def people(self) -> list[Listed]:
        rows = self._run("SELECT number, name, role, active, tries FROM page_staff ORDER BY number", ()).fetchall()
        return [
            Listed(number, name, role, "disabled" if not active else "locked: reset" if tries >= LOCKED_AT else "")
            for number, name, role, active, tries in rows
        ]

    def _change(self, number: str, what: str, sql: str, values: tuple[object, ...]) -> None:
        try:
            changed = self._run(sql, values).rowcount
        except psycopg.errors.UniqueViolation as error:
            raise RegisterError(f"{number} is enrolled already: `reset` gives a new PIN") from error
        if not changed:
            raise RegisterError(f"nobody of the number {number} is let in")
        self._run("DELETE FROM page_sessions WHERE number = %s", (number,))
        by = clean(f"by {getpass.getuser()} at the command line", 200)
        self._run("INSERT INTO page_audit (number, address, what, detail) VALUES (%s, '', %s, %s)", (number, what, by))
        self._connection.commit()

    def _run(self, sql: str, values: tuple[object, ...]) -> "psycopg.Cursor[Any]":
        try:
            return self._connection.execute(sql.encode(), values)
        except psycopg.errors.UndefinedTable as error:
            raise RegisterError("the database has no tables of the page yet: run `etg floor` once") from error
