"""A pit's page for tests: the real page with TLS over a real database, and tables in memory that it follows."""

import random
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg

from audit.report import theory
from console.credentials import DEMO_PIN
from console.table.table import DayTold
from floor.intake import Intake
from floor.page.config import PageFile
from floor.page.house import FORM
from floor.page.serve import PageServer, make_server
from floor.read_model import Shifts
from floor.store import Store
from games.cards import DECK
from games.round import Limit
from protocol import messages as m
from protocol.chain import Entry, first_link, make_entry
from protocol.events import Placard
from protocol.process import Log
from tests.console import cluster as calm
from tests.console.people import SUPERVISOR
from tests.security.staffed import STRONG

PIN: Final = DEMO_PIN
STAFF: Final[Mapping[str, tuple[str, str]]] = {
    "1001": ("Dora Lee", "dealer"),
    "2001": ("Sue Tan", "supervisor"),
    "3001": ("Max Ong", "manager"),
    "5001": ("Ada Goh", "accounting"),
    "6001": ("Eve Ng", "surveillance"),
    "7001": ("Tess Lim", "technician"),
}
NUMBER_OF: Final = {role: number for number, (_, role) in STAFF.items()}
SGD: Final = Placard(name="", currency="SGD", notes=(10_000, 1_000_000))
LIMITS: Final = {
    "player": Limit(2_500, 2_000_000),
    "banker": Limit(2_500, 2_000_000),
    "tie": Limit(500, 200_000),
    "player_pair": Limit(500, 100_000),
    "banker_pair": Limit(500, 100_000),
}


class LiveTable(calm.Cluster):
    """A calm table by today's clock, under a name of its own; what it writes goes to the database when told."""

    def __init__(self, name: str, database: str, game: str = "baccarat", **more: Any) -> None:
        self.name, self._told, self._chain = name, 0, first_link(name)
        self._store: Store | None = None
        super().__init__(game, **{"placard": SGD, "credit": 1_000_000, "opened": False, **more})
        self.run(DayTold(datetime.now(UTC).strftime("%Y-%m-%d")))
        self.obey(m.OpenTable(), SUPERVISOR)
        self.load_shoe()
        self._store = Store(database)
        self._intake = Intake(self._store, name, Shifts())
        self.tell()

    def batch(self, *inputs: Any) -> list[Entry]:
        self.wall_time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return super().batch(*inputs)

    def tell(self) -> int:
        """What was written since goes into the database, as its follower would do it; the last entry's number."""
        made = []
        for entry in self.entries[self._told :]:
            made.append(make_entry(self._chain, entry.seq, entry.wall_time, entry.audience, entry.salt, entry.body))
            self._chain = made[-1].chain
        self._told = len(self.entries)
        self._intake.take(made)
        self._intake.tell_standing(joined=True, head_seq=self._told)
        return self._told

    def end(self) -> None:
        if self._store is not None:
            self._store.close()


def enrol(database: str, people: Mapping[str, tuple[str, str]] = STAFF) -> None:
    with psycopg.connect(database) as connection, connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO page_staff (number, name, role, pin) VALUES (%s, %s, %s, %s)",
            [(number, name, role, STRONG) for number, (name, role) in people.items()],
        )


def ask(database: str, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    with psycopg.connect(database) as connection:
        cursor = connection.execute(sql.encode(), values)
        return cursor.fetchall() if cursor.description else []


def record(database: str) -> list[tuple[str, str, str]]:
    """All that is on record, in its order: whose number, what, in detail."""
    return ask(database, "SELECT number, what, detail FROM page_audit ORDER BY audit_id")


@contextmanager
def serving(database: str, folder: Path, **changed: Any) -> Iterator[PageServer]:
    page = PageFile(listen="127.0.0.1", port=0, **changed)
    server = make_server(database, page, folder, Log("page"), theory)
    thread = threading.Thread(target=server.run, name="page", daemon=True)
    thread.start()
    try:
        wait_for(lambda: server.port or not thread.is_alive())
        assert server.port, "the page has not started"
        house = server.config.app.state.house  # type: ignore[union-attr]
        wait_for(house.watch.ready.is_set)
        yield server
    finally:
        server.should_exit = True
        thread.join()


def wait_for(holds: Callable[[], object]) -> None:
    while not holds():
        time.sleep(0.01)


def trusting(folder: Path) -> ssl.SSLContext:
    """Believes the certificate that the page has made for itself, and no other."""
    return ssl.create_default_context(cafile=folder / "page.crt")


def browser(server: PageServer, folder: Path) -> httpx.Client:
    """Without a screen; it keeps cookies, and says where a form comes from."""
    base = f"https://127.0.0.1:{server.port}"
    return httpx.Client(base_url=base, verify=trusting(folder), headers={"Origin": base}, timeout=60)


def sign_on(client: httpx.Client, number: str, pin: str = PIN) -> httpx.Response:
    client.get("/sign-on")
    return client.post("/sign-on", data={"form": client.cookies.get(FORM, ""), "number": number, "pin": pin})


def shuffled(seed: int, decks: int = 8) -> Iterator[str]:
    """The cards of a set in some order, as texts."""
    cards = [card.text for card in DECK for _ in range(decks)]
    random.Random(seed).shuffle(cards)
    return iter(cards)


def deal_round(
    table: LiveTable, cards: Iterator[str], bets: Mapping[str, Mapping[str, int]], *, certify: bool = True
) -> None:
    table.open_round(bets)
    table.close()
    while table.view.due:
        table.draw(next(cards))
    if certify:
        table.certify()
