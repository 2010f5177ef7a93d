"""How long it takes from an entry's commit at a table until an open page of the pit has it: a stream, read here.

The page is a process of its own, as in a house; one manager has signed on and looks at the whole floor.
"""

import http.client
import json
import os
import re
import ssl
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlencode

from console.credentials import DEMO_PIN, DEMO_STRING
from floor.page.house import FORM, SESSION
from floor.page.register import Register

NUMBER = "3001"


class Reader:
    """One open page; when it had which entry of each table."""

    def __init__(self, address: str, floor_toml: Path, port: int) -> None:
        self._address, self._port, self._folder = address, port, floor_toml.parent
        self._process = subprocess.Popen(
            [sys.executable, "-m", "deploy.cli", "floor", "page", str(floor_toml)],
            env={**os.environ, "ETG_DIES_WITH": str(os.getpid())},
            stderr=subprocess.DEVNULL,
        )
        self._committed: dict[str, list[tuple[int, float]]] = {}
        self.delays_s: list[float] = []
        self._looks, self._closed = Event(), False

    def open(self) -> None:
        """When the database has its tables; a demo's PIN is quickly looked at."""
        with Register(self._address) as register:
            register.add(NUMBER, "Max", "manager", DEMO_STRING)
        cookie = self._sign_on()
        Thread(target=self._look, args=(cookie,), daemon=True).start()
        self._looks.wait()

    def committed(self, table: str, first: int, last: int) -> None:
        now = time.monotonic()
        self._committed.setdefault(table, []).extend((seq, now) for seq in range(first, last + 1))

    def close(self) -> None:
        self._closed = True
        self._process.terminate()
        self._process.wait()

    def _connect(self) -> http.client.HTTPSConnection:
        trusting = ssl.create_default_context(cafile=self._folder / "page.crt")
        return http.client.HTTPSConnection("127.0.0.1", self._port, context=trusting)

    def _knock(self) -> tuple[http.client.HTTPSConnection, http.client.HTTPResponse]:
        while True:
            try:
                line = self._connect()
                line.request("GET", "/sign-on")
                return line, line.getresponse()
            except OSError:
                time.sleep(0.1)  # it is not there yet

    def _sign_on(self) -> str:
        line, asked = self._knock()
        page = asked.read().decode()
        form = re.search(r'name="form" value="([^"]+)"', page)
        if form is None:
            raise OSError(f"the page does not ask who signs on: {asked.status}")
        kept = asked.headers["set-cookie"].partition(";")[0]
        body = urlencode({"form": form[1], "number": NUMBER, "pin": DEMO_PIN})
        headers = {"Cookie": kept, "Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", "/sign-on", body, headers)
        answer = line.getresponse()
        answer.read()
        given = [it.partition(";")[0] for it in answer.headers.get_all("set-cookie") or ()]
        session = next((it for it in given if it.startswith(SESSION)), "")
        if answer.status != 303 or not session or FORM not in kept:
            raise OSError(f"the page lets nobody in: {answer.status}")
        return session

    def _look(self, cookie: str) -> None:
        """A stream ends when a table has come to the floor: a browser asks for the page anew, and so do we."""
        while not self._closed:
            with suppress(OSError, http.client.HTTPException):
                line = self._connect()
                line.request("GET", "/live", headers={"Cookie": cookie})
                self._read(line.getresponse())

    def _read(self, stream: http.client.HTTPResponse) -> None:
        name = b""
        for line in stream:
            if line.startswith(b"event: "):
                name = line[7:].strip()
            elif line.startswith(b"data: ") and name == b"at":
                now = time.monotonic()
                self._looks.set()
                for table, seq in json.loads(line[6:]).items():
                    waiting = self._committed.get(table, [])
                    done = [began for number, began in tuple(waiting) if number <= seq]
                    del waiting[: len(done)]
                    self.delays_s += [now - began for began in done]
