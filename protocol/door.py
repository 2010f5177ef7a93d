"""Who stands at the console's door: each connection from its first byte, by its address until its key has spoken.

Says who is one too many, and hangs up; must never know a message or a game. A crowd costs the honest peers neither
files nor their place: it is the crowd that is thinned out, and a new caller is never refused for those before him, so
an honest peer behind the attackers' own address gets in too. libzmq has no call for any of this. It tells what it has
accepted and what has ended, each by its file descriptor, and it notices when a descriptor is shut down.
"""

import errno
import os
import resource
import socket
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Final, Literal

from msgspec import Struct

from protocol.liveness import Allowance

Side = Literal["requests", "broadcast"]
Place = tuple[Side, int]  # a connection: of which socket, and its file descriptor

FILES_OF_OURS: Final = 64  # journal, sockets, shoe, tape, metrics: some 40, and what is opened for a moment
FILES_OF_A_PEER: Final = 3  # its two connections, and one that has lost its power and is not given up yet
FILES_OF_STRANGERS: Final = 128  # or a crowd would keep out those who are enrolled
FILES_WANTED: Final = 8_192  # if the system allows it: a crowd that fits in is cheaper than one that dials again

KEY_MAX: Final = 4  # connections of one key to one socket: one is honest, the others may be what it was before
ENTRIES_PER_S: Final = 4  # handshakes of one key; two make a peer, and it tries ten times a second at most
ENTRIES_BURST: Final = 40
# Of the files that are left, half is for connections that no key is known of, and the other half for those who are
# accepted between two looks. One address has half of that: at 1,024 files and 5,000 dials a second, each has 50 ms to
# say HELLO.
WAITING_SHARE: Final = 2
ADDRESS_SHARE: Final = 4
# Handshakes of unknown keys from one address. Each costs libzmq a millisecond and more before it is known whose it is,
# and who is in waits for that. Beyond so many most who come from there are sent away before theirs; an honest peer
# among them tries ten times a second, and is in after one or two.
STRANGERS_PER_S: Final = 50
STRANGERS_BURST: Final = 200
BESET_S: Final = 1.0
STAYS: Final = 8  # one of so many
ADDRESSES: Final = 1_000
SILENT_S: Final = 5.0  # a handshake takes 2 s at most, and then a peer speaks at once
SILENT_MAX: Final = 16  # of one address; a peer that was denied for good has nothing to say, and may stay
HELLO_BYTES: Final = 64 + 202  # greeting and HELLO of ZMTP: nobody gets so far without the console's public key
GAUGE_EVERY_S: Final = 0.25
# In one turn, so that whoever is in is answered in between: each costs some hundredths of a millisecond.
GAUGE_SLICE: Final = 32
HANG_UPS: Final = 32
GAUGE_MAX: Final = 1 << 20  # bytes from one connection between two looks; an honest peer needs 10 s for that


# --- open files ------------------------------------------------------------------------------------------------


class TooFewFiles(OSError):
    """The system does not let us have what the table needs; the text is for the person who changes that."""


def files_needed(peers: int) -> int:
    return FILES_OF_OURS + FILES_OF_A_PEER * peers + FILES_OF_STRANGERS


def claim_files(peers: int) -> int:
    """Raises the limit of open files as far as wanted, and gives it; refuses a limit that is below the table's need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = sys.maxsize if hard == resource.RLIM_INFINITY else hard
    needed = files_needed(peers)
    limit = sys.maxsize if soft == resource.RLIM_INFINITY else soft
    wanted = min(max(needed, FILES_WANTED), most)
    if limit < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        limit = wanted
    if limit < needed:
        raise TooFewFiles(
            f"this process may open {limit} files, and a table of {peers} enrolled peers needs {needed}: "
            f"{FILES_OF_OURS} of its own, {FILES_OF_A_PEER} for each peer, {FILES_OF_STRANGERS} for who is not known "
            "yet. Raise LimitNOFILE= (or ulimit -Hn), or revoke the keys of peers that have gone"
        )
    return limit


# --- connections -----------------------------------------------------------------------------------------------


class Caller(Struct, gc=False):
    address: str
    since_s: float
    public: str = ""  # its key, once it has spoken
    taken: int = 0  # bytes that came in, at the last look
    kept: bool = False  # the process that has joined speaks on it
    hung_up: bool = False  # by us


class Door:
    """The book of all connections. `counts` are the console's."""

    def __init__(self, counts: Counter[str], files: int) -> None:
        self._counts = counts
        self._room = files - FILES_OF_OURS
        self._waiting: dict[Place, Caller] = {}  # no key has spoken; the oldest first
        self._waiting_at: Counter[str] = Counter()  # how many of them at each address
        self._known: dict[Place, Caller] = {}
        self._ending: dict[Place, Caller] = {}  # have gone, and libzmq has not told it yet
        self._keys: dict[str, list[Place]] = {}  # whose each known connection is, in the order in which they spoke
        self._entries: dict[str, Allowance] = {}
        self._strangers: dict[str, Allowance] = {}  # by address
        self._beset: dict[str, float] = {}  # addresses with a crowd of strangers, and until when
        self._turned_away = 0
        self._gauged_s = 0.0
        self._to_gauge: list[Place] = []  # of this round

    def __len__(self) -> int:
        return len(self._waiting) + len(self._known)

    def __contains__(self, place: Place) -> bool:
        return place in self._waiting or place in self._known

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def gauging(self) -> bool:
        """`thin_out` has not looked at all of them yet, and wants to be called again soon."""
        return bool(self._to_gauge)

    def may_enter(self, public: str, now_ms: int) -> bool:
        """May this key, which is enrolled, finish one more handshake? ZAP does not tell of which connection it is."""
        entries = self._entries.get(public)
        if entries is None:
            entries = self._entries[public] = Allowance(ENTRIES_PER_S, ENTRIES_BURST)
        return entries.take(now_ms)

    def came(self, place: Place, now_s: float) -> None:
        self.went(place)  # who had this number before has gone unseen
        address = _address(place[1])
        if address is not None:
            self._waiting[place] = Caller(address, now_s)
            self._waiting_at[address] += 1
            if now_s < self._beset.get(address, 0):
                self._turned_away += 1
                if self._turned_away % STAYS:
                    self._counts["crowd"] += 1
                    self.hang_up(place)

    def refused(self, address: str, now_s: float) -> None:
        """A handshake came to its end, and nobody knows the key."""
        if address not in self._strangers:
            if len(self._strangers) >= ADDRESSES:
                del self._strangers[next(iter(self._strangers))]
            self._strangers[address] = Allowance(STRANGERS_PER_S, STRANGERS_BURST)
        self._beset = {it: until_s for it, until_s in self._beset.items() if now_s < until_s}
        if not self._strangers[address].take(round(1_000 * now_s)):
            self._beset[address] = now_s + BESET_S

    def went(self, place: Place) -> Caller | None:
        """libzmq says so. Gives who it was, if that is known."""
        return self._leave(place) or self._ending.pop(place, None)

    def _leave(self, place: Place) -> Caller | None:
        caller = self._no_longer_waits(place)
        if caller is None:
            caller = self._known.pop(place, None)
            if caller is not None:
                self._forget(place, caller.public)
        return caller

    def _no_longer_waits(self, place: Place) -> Caller | None:
        caller = self._waiting.pop(place, None)
        if caller is not None:
            self._waiting_at[caller.address] -= 1
            if not self._waiting_at[caller.address]:
                del self._waiting_at[caller.address]
        return caller

    def ends(self, place: Place) -> bool:
        """We have hung up there, and libzmq has not told yet that it ended."""
        return place in self._ending

    def speaks(self, place: Place, public: str) -> bool:
        """It is this key's connection, as far as is known."""
        caller = self._known.get(place)
        return caller is not None and caller.public == public

    def spoke(self, place: Place, public: str) -> None:
        """A message of this key has come on that connection."""
        caller = self._no_longer_waits(place) or self._known.pop(place, None)
        if caller is None:
            return  # it has spoken and gone
        if caller.public:
            self._forget(place, caller.public)
        caller.public = public
        self._known[place] = caller
        places = self._keys.setdefault(public, [])
        places.append(place)
        beside = [other for other in places if other[0] == place[0]]
        others = [other for other in beside if not self._known[other].kept]
        for other in others[: max(0, len(beside) - KEY_MAX)]:
            self._counts["too many of a key"] += 1
            self.hang_up(other)

    def keep(self, place: Place) -> None:
        """Of its key and its socket this one, and no other: a copy of a key must not push its owner out."""
        if (caller := self._known.get(place)) is not None:
            for other in self._keys[caller.public]:
                if other[0] == place[0]:
                    self._known[other].kept = other == place

    def _forget(self, place: Place, public: str) -> None:
        places = self._keys[public]
        places.remove(place)
        if not places:
            del self._keys[public]

    def hang_up(self, place: Place) -> None:
        self._counts["hung up"] += 1
        caller = self._leave(place)
        if caller is not None:
            caller.hung_up = True
            self._ending[place] = caller
        _shut_down(place[1])

    def cut_off(self, live: Collection[str]) -> None:
        """Whose key has ended since."""
        self._entries = {public: entries for public, entries in self._entries.items() if public in live}
        for public in [public for public in self._keys if public not in live]:
            for place in list(self._keys[public]):
                self.hang_up(place)

    # --- crowds ------------------------------------------------------------------------------------------------

    def thin_out(self, now_s: float) -> None:
        """Once a turn. Hangs up on some and looks at some, never at all of them at once."""
        left = max(FILES_OF_STRANGERS, self._room - len(self._known))
        of_all, of_one = left // WAITING_SHARE, left // ADDRESS_SHARE
        if len(self._waiting) > of_one and (len(self._waiting) > of_all or max(self._waiting_at.values()) > of_one):
            for place in list(islice(_excess(self._crowds(), of_all, of_one), HANG_UPS)):
                self._counts["crowd"] += 1
                self.hang_up(place)
        while len(self._known) > self._room - FILES_OF_STRANGERS:  # many keys, each with all that it may have
            self._counts["too many of a key"] += 1
            places = max(self._keys.values(), key=len)
            self.hang_up(min(places, key=lambda place: self._known[place].kept))
        if not self._to_gauge and now_s - self._gauged_s >= GAUGE_EVERY_S:
            self._gauged_s = now_s
            self._send_silent_away(now_s)
            self._to_gauge = [*self._waiting, *self._known]
        self._gauge()

    def _crowds(self) -> list[list[tuple[Place, Caller]]]:
        """Who waits, by address; the smallest crowd first."""
        crowds: dict[str, list[tuple[Place, Caller]]] = {}
        for place, caller in self._waiting.items():
            crowds.setdefault(caller.address, []).append((place, caller))
        return sorted(crowds.values(), key=len)

    def _gauge(self) -> None:
        """Cuts off who floods us. MAXMSGSIZE holds for one frame only: a message of endless parts libzmq would collect
        until the memory is full, and show us nothing of it before the last one."""
        places = self._to_gauge[-GAUGE_SLICE:]
        del self._to_gauge[-GAUGE_SLICE:]
        for place in places:
            caller = self._known.get(place) or self._waiting.get(place)
            if caller is None:
                continue
            taken = bytes_received(place[1])
            if taken is None:
                self._leave(place)
                self._ending[place] = caller
                continue
            before, caller.taken = caller.taken, taken
            if taken - before > GAUGE_MAX:
                self._counts["flood"] += 1
                self.hang_up(place)

    def _send_silent_away(self, now_s: float) -> None:
        silent: dict[str, list[Place]] = {}
        for place, caller in self._waiting.items():
            if now_s - caller.since_s <= SILENT_S:
                break  # and so are all who came later
            silent.setdefault(caller.address, []).append(place)
        too_many = (place for places in silent.values() for place in places[:-SILENT_MAX])
        for place in list(islice(too_many, HANG_UPS)):
            self._counts["silent"] += 1
            self.hang_up(place)


def _excess(crowds: list[list[tuple[Place, Caller]]], most: int, of_one: int) -> Iterator[Place]:
    """So many may stay, and all addresses have the same right to it: what small crowds leave, larger ones share."""
    for number, crowd in enumerate(crowds):
        stay = min(len(crowd), of_one, most // (len(crowds) - number))
        most -= stay
        if stay < len(crowd):
            stay -= stay // 8  # some more than must be, so that not every dial has us look at all of them again
            # First who has said little; who knows the console's key has come further. Among equals the oldest goes:
            # an honest handshake takes milliseconds.
            further = []
            out = len(crowd) - stay
            for place, _ in crowd:
                if not out:
                    break
                if (bytes_received(place[1]) or 0) >= HELLO_BYTES:
                    further.append(place)
                    continue
                out -= 1
                yield place
            yield from further[:out]


# --- file descriptors of libzmq ----------------------------------------------------------------------------------
# If a connection has gone and its number was given to another one, that one is interrupted, and dials again. A number
# may also have become that of a file, or of a door which nobody is connected to: the kernel says so, and it is let be,
# as it is if the kernel is short of something.

_ESTABLISHED: Final = 1  # TCP_ESTABLISHED


@contextmanager
def _borrowed(descriptor: int) -> Iterator[socket.socket]:
    """A connection of libzmq, which is detached, not closed. No copy: there may be no descriptor left to copy it to.
    OSError if it is no TCP socket: one of our own has this number now.
    """
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=descriptor)
    try:
        if connection.getsockopt(socket.SOL_SOCKET, socket.SO_PROTOCOL) != socket.IPPROTO_TCP:
            raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN))
        yield connection
    finally:
        connection.detach()


def _address(descriptor: int) -> str | None:
    """Of the other end; None if it has gone again."""
    with suppress(OSError), _borrowed(descriptor) as connection:
        return str(connection.getpeername()[0])
    return None


def _shut_down(descriptor: int) -> None:
    with suppress(OSError), _borrowed(descriptor) as connection:
        connection.getpeername()  # a door is a socket too, and must not be shut
        connection.shutdown(socket.SHUT_RDWR)


def bytes_received(descriptor: int) -> int | None:
    """Since the connection began; None if there is none any more. On Linux, `tcpi_state` is at 0 of `struct tcp_info`
    and `tcpi_bytes_received` at 128."""
    try:
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=descriptor)
        try:  # of any other socket there is no such thing, and the kernel says so
            info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 136)
        finally:
            connection.detach()
    except OSError:
        return None
    return int.from_bytes(info[128:], sys.byteorder) if info[0] == _ESTABLISHED else None


def shortage() -> int:
    """The errno with which the system would refuse one more caller now; 0: it would not.

    What `accept` needs, by trying: a number of this process (EMFILE), a file of the system (ENFILE), memory (ENOMEM,
    ENOBUFS). libzmq tells of each `accept` that fails, but then it tries again at once: that would be tens of thousands
    of events a second for as long as it lasts, in a queue that may have no limit.
    """
    try:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()
    except OSError as error:
        return error.errno or errno.EMFILE
    return 0
