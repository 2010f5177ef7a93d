"""Plays the logs of many tables to a floor, at their pace or faster: consoles in all that a follower sees of them.

Keys, encrypted sockets, Welcome, pieces of the log for who asks, batches and signatures are the real ones; there is no
table behind them, only facts as a table writes them (`benchmarks/reports.py`). For measurements, and to try a floor
before it has tables:

    python -m benchmarks.floor_load FOLDER --tables 50 --speed 10     # writes FOLDER/floor.toml, then plays
"""

import argparse
import heapq
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

import zmq

from benchmarks.reports import facts
from console.table.delivery import expanded, public_batch, signed
from console.table.peers import welcomed
from console.table.table import ShowAfter
from deploy.demo.rig import FLOOR, HOST, free_ports
from protocol import messages as m
from protocol.chain import Entry, first_link, make_entry
from protocol.codec import decode_request, encode, encode_body
from protocol.events import ALL, Audience, audience_of, reader_of
from protocol.keyring import Enrolment, Keyring
from protocol.keys import load_signer, make_pair
from protocol.loop import Reply
from protocol.sockets import ConsoleSockets

PULSE_S: Final = 0.5
OF_A_ROUND_S: Final = 40

Group = tuple[float, tuple[tuple[Audience, bytes], ...]]  # seconds since the table began, and what one commit says
Told = Callable[[str, int, int], None]  # the table, its first and its last entry of a commit


def commits(rounds: int) -> Iterator[Group]:
    """What is written together: a terminal's Bet alone, a certificate with all that follows from it."""
    for seconds, together in groupby(facts(rounds), key=lambda fact: fact[0]):
        said = [(audience_of(fact), encode_body(fact)) for _, fact in together]
        private = bool(said) and all(audience != ALL for audience, _ in said)
        for group in ([each] for each in said) if private else (said,):
            yield float(seconds), tuple(group)


class PlayedTable:
    """One console, as its floor knows it."""

    def __init__(self, folder: Path, name: str, log: Sequence[Group]) -> None:
        self.name, self._log = name, log
        pair = make_pair(folder, f"{name}-console", signs=True)
        floor = make_pair(folder, f"{name}-{FLOOR}")
        self._signer = load_signer(folder / f"{name}-console.sign", name)
        keyring = Keyring()
        keyring.enrol(Enrolment(FLOOR, "floor", floor.public))
        self._context = zmq.Context()
        requests, broadcast = free_ports()
        self.sockets = ConsoleSockets(
            self._context, pair, keyring, f"tcp://{HOST}:{requests}", f"tcp://{HOST}:{broadcast}"
        )
        self.entries: list[Entry] = []
        self._chain, self._next = first_link(name), 0
        self._head: m.SignedHead | None = None
        self.toml = (
            f'[tables."{name}"]\nname = "{FLOOR}"\nconsole = "{HOST}"\nrequests = {requests}\nbroadcast = {broadcast}\n'
            f'key = "{folder / name}-{FLOOR}.key"\nconsole_key = "{folder / name}-console.pub"\n'
        )

    def close(self) -> None:
        self.sockets.close()
        self._context.term()

    @property
    def next_s(self) -> float | None:
        """When its next commit is due, in seconds of its own time; None: its log is over."""
        return self._log[self._next][0] if self._next < len(self._log) else None

    def commit(self, *, told: Told | None = None) -> None:
        """The next one, signed, and to everybody who listens."""
        now = time.time()
        wall = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1_000) % 1_000:03}Z"
        first = len(self.entries)
        for audience, body in self._log[self._next][1]:
            salt = b"" if audience == ALL else bytes(16)
            entry = make_entry(self._chain, len(self.entries) + 1, wall, audience, salt, body)
            self._chain = entry.chain
            self.entries.append(entry)
        self._next += 1
        self._head = self._signer.sign(len(self.entries), self._chain)
        if told is not None:
            told(self.name, first + 1, len(self.entries))
        self.sockets.publish(encode(signed(public_batch(self.entries[first:]), self._head)))

    def rewrite(self, seq: int) -> None:
        """Somebody has changed an entry, and made all links and signatures anew: for who must notice."""
        was = self.entries[seq - 1]
        before = self.entries[seq - 2].chain
        self.entries[seq - 1 :] = [make_entry(before, seq, was.wall_time + " ", was.audience, was.salt, was.body)]
        self._chain = self.entries[-1].chain
        self._head = self._signer.sign(seq, self._chain)

    def begin_to_say(self, body: bytes) -> None:
        """Instead of its log: linked and signed as it must be, whatever stands in it."""
        self._log = (*self._log[: self._next], (0.0, ((ALL, body),)))

    def sign_as(self, other: "PlayedTable") -> None:
        """From now on with a key that is not its own."""
        self._signer = other._signer

    def pulse(self) -> None:
        self.sockets.publish(encode(signed(m.Pulse(len(self.entries), self._chain), self._head)))

    def serve(self) -> None:
        self.sockets.serve_zap()
        for peer, data, route in self.sockets.receive():
            request = decode_request(data)
            match request:
                case m.Hello():
                    self._send(peer, welcomed(request, len(self.entries), self._chain, ""), route)
                case m.Sync(after_seq=after):
                    reply = Reply(peer.name, ShowAfter(after))
                    whole = expanded(reply, reader_of("floor", peer.name), len(self.entries), self._read)
                    if whole is not None:
                        self._send(peer, whole.message, route)

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        return self.entries[first - 1 : last]

    def _send(self, peer: Enrolment, news: m.News, route: bytes) -> None:
        self.sockets.send(peer.name, encode(signed(news, self._head)), route)


class Load:
    def __init__(self, folder: Path, tables: int, rounds: int, *, speed: float = 1.0) -> None:
        """`speed`: 1 is the pace of a table, a Round in 40 seconds. Tables begin one after the other within a Round."""
        folder.mkdir(parents=True, exist_ok=True)
        log = tuple(commits(rounds))
        self.tables = [PlayedTable(folder, f"LOAD-{number:03}", log) for number in range(1, tables + 1)]
        self._speed = speed
        self._poller = zmq.Poller()
        self._of: dict[object, PlayedTable] = {}
        for table in self.tables:
            for bare in table.sockets.polled:
                self._poller.register(bare, zmq.POLLIN)
                self._of[bare] = table
        self.late_s = 0.0  # the most that this player itself was behind

    def close(self) -> None:
        for table in self.tables:
            table.close()

    def floor_toml(self, database: str) -> str:
        return f'database = "{database}"\n' + "".join(table.toml for table in self.tables)

    def play(self, until: Callable[[], bool], told: Told | None = None, *, begin: bool = True) -> None:
        """Serves whoever asks, and (`begin`) commits what is due, until it is said to be enough."""
        started, pulse = time.monotonic(), 0.0
        due = [
            ((table.next_s or 0.0) / self._speed + number * OF_A_ROUND_S / self._speed / len(self.tables), number)
            for number, table in enumerate(self.tables)
            if begin and table.next_s is not None
        ]
        heapq.heapify(due)
        while not until():
            now = time.monotonic() - started
            if now >= pulse:
                pulse = now + PULSE_S
                for table in self.tables:
                    table.pulse()
                    table.serve()
            while due and due[0][0] <= now:
                at, number = heapq.heappop(due)
                self.late_s = max(self.late_s, now - at)
                table, before = self.tables[number], self.tables[number].next_s or 0.0
                table.commit(told=told)
                if (after := table.next_s) is not None:
                    heapq.heappush(due, (at + (after - before) / self._speed, number))
            wait = min(pulse, due[0][0] if due else pulse) - (time.monotonic() - started)
            for bare, _ in self._poller.poll(max(0, int(wait * 1_000))):
                self._of[bare].serve()


def main() -> None:
    parser = argparse.ArgumentParser(description="Play the logs of many tables to a floor.")
    parser.add_argument("folder", type=Path, help="for keys and floor.toml")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--speed", type=float, default=1.0, help="1: a Round in 40 seconds")
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--database", default="embedded")
    args = parser.parse_args()
    load = Load(args.folder, args.tables, args.rounds, speed=args.speed)
    (args.folder / "floor.toml").write_text(load.floor_toml(args.database))
    print(f"now `./etg floor {args.folder / 'floor.toml'}`; Ctrl-C ends this")
    try:
        load.play(lambda: False)
    except KeyboardInterrupt:
        load.close()


if __name__ == "__main__":
    main()
