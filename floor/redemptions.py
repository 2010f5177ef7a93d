"""The coordinator of tickets between tables, on the floor's database: reads what tables have written of journeys, keeps
a row for each, and has the next step said until a table's log answers.

Recorded is only what stands in a table's own checked entries. A unique index lets one redemption of a ticket live at a
time; the others wait, and are taken up in the order in which they came. Nothing ends by time. If a commit is unknown,
all is read again: every step is the same one by its id.
"""

from collections.abc import Mapping, Sequence
from queue import SimpleQueue
from threading import Event
from typing import Any, Final, Protocol

import msgspec
import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from floor.journeys import KINDS, Carry, Journey, Vouch, doubts, next_step, told_by
from floor.store import Store, Unavailable, raise_alarm
from floor.table_follower import Make, OpenStore
from protocol import messages as m
from protocol.codec import decode_event
from protocol.journeys import carried, proven
from protocol.liveness import Backoff, sent_first
from protocol.process import Log, now_ms

LOOK_S: Final = 0.5  # how often it is looked, if nobody rings
AGAIN_S: Final = 1.0  # after the database was not there
DOUBT: Final = "ticket"  # the kind of the alarm when tables contradict each other, or themselves
AT_ONCE: Final = 1_000  # journeys that are looked at in one turn
_COLUMNS: Final = tuple(Journey.__struct_fields__)
_OPEN: Final = f"SELECT {', '.join(_COLUMNS)} FROM redemptions WHERE NOT finished ORDER BY came LIMIT {AT_ONCE}"
_NEW: Final = (
    "SELECT e.seq, e.wall_time, e.body FROM events AS told JOIN entries AS e USING (table_id, seq, day) "
    "WHERE told.table_id = %s AND told.seq > %s AND told.seq <= %s AND told.kind = ANY(%s) ORDER BY e.seq"
)
# Those that wait for a ticket that is spent need not wait for each other: its table can only refuse them.
_SPENT: Final = (
    "UPDATE redemptions AS it SET spent = true FROM redemptions AS other WHERE NOT it.finished AND NOT it.live "
    "AND NOT it.spent AND it.asked_seq > 0 AND other.ended = 'accepted' AND other.issuer = it.issuer "
    "AND other.tag = it.tag AND other.journey <> it.journey"
)
# The first that waits, of each ticket of which none is live.
_TAKE_UP: Final = (
    "UPDATE redemptions SET live = true WHERE journey IN (SELECT DISTINCT ON (issuer, tag) journey FROM redemptions "
    "AS it WHERE NOT finished AND NOT live AND NOT spent AND asked_seq > 0 AND NOT EXISTS (SELECT 1 FROM redemptions "
    "AS other WHERE other.live AND other.issuer = it.issuer AND other.tag = it.tag) ORDER BY issuer, tag, came)"
)
_DECODE: Final = msgspec.msgpack.Decoder(m.Vouched).decode


class Speaks(Protocol):
    """One table that is followed: whoever can say something to its console."""

    def say(self, make: Make) -> None: ...


def look_through(store: Store) -> int:
    """What the tables have written since: into the rows, with how far it was read. How many steps there were."""
    found = 0
    with store.transaction() as cursor:
        cursor.execute("LOCK TABLE redemption_cursors IN EXCLUSIVE MODE")  # one coordinator at a time
        tables = cursor.execute(
            "SELECT table_id, name, tables.seq, COALESCE(read.seq, 0) FROM tables "
            "LEFT JOIN redemption_cursors AS read USING (table_id) WHERE tables.seq > COALESCE(read.seq, 0)"
        ).fetchall()
        for table_id, name, seq, read in tables:
            for number, wall_time, body in cursor.execute(_NEW, (table_id, read, seq, list(KINDS))).fetchall():
                event: Any = decode_event(bytes(body))
                told = told_by(name, number, wall_time, event)
                if doubt := _record(cursor, event.journey, told):
                    raise_alarm(cursor, DOUBT, f"{name}: entry {number}: {doubt}", table_id, number)
                found += 1
            cursor.execute(
                "INSERT INTO redemption_cursors VALUES (%s, %s) "
                "ON CONFLICT (table_id) DO UPDATE SET seq = EXCLUDED.seq",
                (table_id, seq),
            )
        cursor.execute(_SPENT)
        cursor.execute(_TAKE_UP)
    return found


def _record(cursor: psycopg.Cursor[Any], journey: bytes, told: Mapping[str, Any]) -> str:
    """In whatever order the tables' logs came in. What has ended lives no more. What there is to doubt about it."""
    cursor.row_factory, usual = dict_row, cursor.row_factory
    before = cursor.execute("SELECT * FROM redemptions WHERE journey = %s", (journey,)).fetchone() or {}
    cursor.row_factory = usual
    if "asked_seq" in told and before.get("answer") == "released":
        told = {name: value for name, value in told.items() if name != "amount"}  # its table knows what it is worth
    doubt = doubts(before, told)
    if not doubt and told.get("answer") == "released" and (other := _released_before(cursor, journey, told)):
        doubt = f"{told['ticket']!r} was released at entry {other}, and has not come back"
    names = [sql.Identifier(name) for name in told]
    query = sql.SQL(
        "INSERT INTO redemptions (journey, {names}) VALUES ({values}) ON CONFLICT (journey) DO UPDATE SET {changes}"
    ).format(
        names=sql.SQL(", ").join(names),
        values=sql.SQL(", ").join([sql.Placeholder()] * (len(told) + 1)),
        changes=sql.SQL(", ").join(sql.SQL("{0} = EXCLUDED.{0}").format(name) for name in names),
    )
    # Before it: the row may be finished by this, and what is finished may not be live.
    ends = "closed" in told or "ended" in told or told.get("answer") == "refused"
    if ends:
        cursor.execute(
            "UPDATE redemptions SET live = false WHERE journey = %s AND (%s OR (answer = 'refused' AND %s) "
            "OR (ended <> '' AND %s))",
            (journey, "closed" in told, "ended" in told, told.get("answer") == "refused"),
        )
    cursor.execute(query, (journey, *told.values()))
    return doubt


def _released_before(cursor: psycopg.Cursor[Any], journey: bytes, told: Mapping[str, Any]) -> int:
    """The entry of another release of the same ticket; 0: there is none, or it was restored."""
    found = cursor.execute(
        "SELECT answer_seq FROM redemptions WHERE issuer = %s AND ticket = %s AND answer = 'released' "
        "AND closed <> 'restored' AND journey <> %s ORDER BY answer_seq LIMIT 1",
        (told["issuer"], told["ticket"], journey),
    ).fetchone()
    return 0 if found is None else int(found[0])


def open_journeys(store: Store) -> list[Journey]:
    return [Journey(**row) for row in store.ask(_OPEN)]


def keep_vouches(store: Store, vouched: Sequence[tuple[str, m.Vouched]]) -> None:
    """Entries, signed, beside the journeys that they tell of."""
    if not vouched:
        return
    told = [(msgspec.msgpack.encode(each), table, each.seq) for table, each in vouched]
    with store.transaction() as cursor:
        for column, whose in (("asked", "asker"), ("answer", "issuer"), ("end", "asker")):
            names = {"vouch": sql.Identifier(f"{column}_vouch"), "seq": sql.Identifier(f"{column}_seq")}
            update = sql.SQL("UPDATE redemptions SET {vouch} = %s WHERE {whose} = %s AND {seq} = %s")
            cursor.executemany(update.format(**names, whose=sql.Identifier(whose)), told)


class Coordinator:
    """A thread of the floor. `keys`: the signing key of each table, as its console's file has it."""

    def __init__(self, open_store: OpenStore, tables: Mapping[str, Speaks], keys: Mapping[str, str], log: Log) -> None:
        self._open_store, self._tables, self._keys, self.log = open_store, tables, keys, log
        self._ended, self._bell = Event(), Event()
        self._vouched: SimpleQueue[tuple[str, m.Vouched]] = SimpleQueue()
        self._timers: dict[Vouch | Carry, Backoff] = {}

    def hear(self, table: str, news: m.News) -> None:
        """From the thread that follows this table."""
        if isinstance(news, m.Vouched):
            self._vouched.put((table, news))
            self._bell.set()

    def ring(self) -> None:
        """From any thread: a table has gone on."""
        self._bell.set()

    def stop(self) -> None:
        self._ended.set()
        self._bell.set()

    def run(self) -> None:
        while not self._ended.is_set():
            try:
                with self._open_store() as store:
                    self._timers.clear()
                    while not self._ended.is_set():
                        waits = self.turn(store, now_ms())
                        self._bell.wait(LOOK_S if waits is None else min(LOOK_S, waits))
                        self._bell.clear()
            except (psycopg.Error, Unavailable) as error:
                self.log.warning("tickets wait for the database", why=" ".join(str(error).split()))
                self._ended.wait(AGAIN_S)

    def turn(self, store: Store, now: int) -> float | None:
        """Everything that is due. In how many seconds something is to be said again, if nobody answers."""
        heard = [self._vouched.get() for _ in range(self._vouched.qsize())]
        keep_vouches(store, [(table, vouched) for table, vouched in heard if self._believes(table, vouched)])
        look_through(store)
        return self.say_what_is_due(store.term(), open_journeys(store), now)

    def _believes(self, table: str, vouched: m.Vouched) -> bool:
        """It would be refused by the other table, for ever: better to know it here."""
        if proven(carried(0, bytes(8), 0, table, vouched), self._keys[table]) is not None:
            return True
        self.log.error("a table vouches for what it has not signed", table=table, entry=vouched.seq)
        return False

    def say_what_is_due(self, term: int, journeys: Sequence[Journey], now: int) -> float | None:
        steps = {step: None for it in journeys if (step := next_step(it)) is not None}
        self._timers = {step: timer for step, timer in self._timers.items() if step in steps}
        for step in steps:
            timer = self._timers.get(step)
            if timer is None:
                self._timers[step] = sent_first(now)
            elif now < timer.due_ms:
                continue
            else:
                timer.sent(now)
            self._say(term, step)
        due = min((timer.due_ms for timer in self._timers.values()), default=None)
        return None if due is None else max(0, due - now) / 1_000

    def _say(self, term: int, step: Vouch | Carry) -> None:
        where = step.table if isinstance(step, Vouch) else step.to
        table = self._tables.get(where)
        if table is None:
            return  # it is not followed here: the journey is in the list of those that are not over
        if isinstance(step, Vouch):
            seq = step.seq
            table.say(lambda boot, run: [m.VouchFor(boot, run, seq)])
        else:
            signer, vouched = step.table, _DECODE(step.vouch)
            table.say(lambda boot, run: [carried(boot, run, term, signer, vouched)])
