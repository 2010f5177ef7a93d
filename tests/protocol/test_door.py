"""The book of connections, with real ones on loopback addresses: who has to go if there are too many, and who stays."""

import errno
import os
import resource
import socket
from collections import Counter
from collections.abc import Iterator

import pytest

from protocol import door
from protocol.door import FILES_OF_OURS, FILES_OF_STRANGERS, KEY_MAX, SILENT_MAX, Door, Place, Side

FILES = FILES_OF_OURS + FILES_OF_STRANGERS + 32  # so 40 connections of one address may wait, and 80 of all
OF_ONE, OF_ALL = 40, 80
STAY = OF_ONE - OF_ONE // 8  # if it is too many, a few more have to go


class Street:
    """Those who knock, and the ends of their connections that libzmq would have."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.door = Door(self.counts, FILES)
        self._entrance = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self.callers: dict[Place, socket.socket] = {}

    def knock(self, *, at: str = "127.0.0.1", now_s: float = 0.0, says: int = 0, side: Side = "requests") -> Place:
        caller = socket.create_connection(self._entrance.getsockname(), source_address=(at, 0))
        end, _ = self._entrance.accept()
        caller.sendall(bytes(says))
        if says:
            end.recv(says, socket.MSG_WAITALL)
        place = (side, end.fileno())
        self._ends.append(end)
        self.callers[place] = caller
        self.door.came(place, now_s)
        return place

    def crowd(self, count: int, *, at: str = "127.0.0.1", now_s: float = 0.0, says: int = 0) -> list[Place]:
        return [self.knock(at=at, now_s=now_s, says=says) for _ in range(count)]

    def still_here(self, place: Place) -> bool:
        """As the caller sees it."""
        caller = self.callers[place]
        caller.setblocking(False)
        try:
            return bool(caller.recv(1))
        except BlockingIOError:
            return True

    def gone(self, *places: Place) -> list[Place]:
        return [place for place in places if not self.still_here(place)]

    def close(self) -> None:
        for each in (self._entrance, *self._ends, *self.callers.values()):
            each.close()


@pytest.fixture
def street() -> Iterator[Street]:
    street = Street()
    yield street
    street.close()


def test_a_number_that_has_become_one_of_our_own_sockets_is_let_be(street: Street) -> None:
    """Somebody dialled and hung up at once; before his coming was read, his number was given to another socket."""
    ours, other = socket.socketpair()
    with ours, other:
        place: Place = ("requests", ours.fileno())
        street.door.came(place, 0.0)
        assert len(street.door) == 0
        street.door.hang_up(place)
        other.sendall(b"still here")
        assert ours.recv(16) == b"still here"


def test_the_connection_that_the_joined_process_speaks_on_is_pushed_out_by_no_other_of_its_key(street: Street) -> None:
    owner, *others = [street.knock() for _ in range(3 * KEY_MAX)]
    street.door.spoke(owner, "key")
    street.door.keep(owner)
    for place in others:
        street.door.spoke(place, "key")
    assert street.gone(owner, *others) == others[: -(KEY_MAX - 1)]
    street.door.keep(others[-1])  # it has dialled anew
    for place in (last := [street.knock() for _ in range(KEY_MAX)]):
        street.door.spoke(place, "key")
    assert street.gone(owner, others[-1], *last) == [owner, last[0]]


def test_a_crowd_of_one_address_loses_its_oldest(street: Street) -> None:
    crowd = street.crowd(OF_ONE)
    street.door.thin_out(0.0)
    assert street.gone(*crowd) == []
    crowd += street.crowd(3)
    street.door.thin_out(0.0)
    out = len(crowd) - STAY
    assert street.gone(*crowd) == crowd[:out]
    assert (street.door.waiting, street.counts) == (STAY, {"crowd": out, "hung up": out})


def test_who_has_come_further_than_a_stranger_can_stays(street: Street) -> None:
    """Nobody says a whole HELLO without the console's public key: libzmq ends the connection."""
    honest = street.knock(says=door.HELLO_BYTES)
    crowd = street.crowd(OF_ONE + 3, says=10)
    street.door.thin_out(0.0)
    assert street.gone(honest, *crowd) == crowd[: 1 + len(crowd) - STAY]


def test_a_crowd_takes_nobody_s_place_at_another_address(street: Street) -> None:
    few = street.crowd(4, at="127.0.0.2")
    crowds = [street.crowd(OF_ONE, at=f"127.0.0.{number}") for number in (3, 4)]
    street.door.thin_out(0.0)
    share = (OF_ALL - len(few)) // 2
    assert street.gone(*few) == []
    assert [OF_ONE - len(street.gone(*crowd)) for crowd in crowds] == [share - share // 8] * 2


def test_a_key_has_a_few_connections_and_the_latest_are_the_ones_that_live(street: Street) -> None:
    places = street.crowd(KEY_MAX + 2)
    for place in places:
        street.door.spoke(place, "one key")
    listening = street.knock(side="broadcast")
    street.door.spoke(listening, "one key")
    other = street.knock()
    street.door.spoke(other, "another key")
    assert street.gone(*places, listening, other) == places[:2]
    assert (len(street.door), street.door.waiting) == (KEY_MAX + 2, 0)


def test_many_keys_with_all_that_they_may_have_leave_room_for_others(street: Street) -> None:
    street.door = Door(street.counts, FILES_OF_OURS + FILES_OF_STRANGERS + 9)
    crowd = street.crowd(3 * KEY_MAX)
    for number, place in enumerate(crowd):
        street.door.spoke(place, f"key {number // KEY_MAX}")
    street.door.thin_out(0.0)
    assert street.gone(*crowd) == [crowd[0], crowd[KEY_MAX], crowd[2 * KEY_MAX]]


def test_a_key_that_ended_loses_all_its_connections_and_nobody_else_does(street: Street) -> None:
    ended, honest = street.crowd(2), street.crowd(2)
    for place in ended:
        street.door.spoke(place, "ended")
    for place in honest:
        street.door.spoke(place, "live")
    street.door.cut_off({"live"})
    assert street.gone(*ended, *honest) == ended


def test_where_strangers_swarm_most_who_come_are_sent_away_before_their_handshake(street: Street) -> None:
    """Each handshake would be waited for by everybody who is in. Nobody pays for another address, or for long."""
    for _ in range(door.STRANGERS_BURST):
        street.door.refused("127.0.0.1", 0.0)
    assert street.gone(*street.crowd(16)) == []
    street.door.refused("127.0.0.1", 0.0)
    swarm = street.crowd(2 * door.STAYS)
    assert len(street.gone(*swarm)) == 2 * door.STAYS - 2
    assert street.counts["crowd"] == 2 * door.STAYS - 2
    assert street.gone(street.knock(at="127.0.0.2")) == []
    assert street.gone(*street.crowd(2 * door.STAYS, now_s=door.BESET_S)) == []
    street.door.refused("127.0.0.1", door.BESET_S)  # one more, now and then, is no swarm
    assert street.gone(*street.crowd(2 * door.STAYS, now_s=door.BESET_S)) == []


def test_as_many_addresses_are_remembered_as_one_can_afford(street: Street) -> None:
    for number in range(door.ADDRESSES + 10):
        street.door.refused(f"10.0.{number // 256}.{number % 256}", 0.0)
    assert len(street.door._strangers) == door.ADDRESSES


def test_who_never_speaks_may_stay_but_not_a_crowd_of_them(street: Street) -> None:
    silent = street.crowd(SILENT_MAX + 2)
    speaks = street.knock()
    street.door.spoke(speaks, "a key")
    later = street.knock(now_s=5.0)
    street.door.thin_out(5.1)
    assert street.gone(*silent, speaks, later) == silent[:2]
    assert street.counts == {"silent": 2, "hung up": 2}


def test_who_has_gone_is_forgotten_though_nobody_said_so(street: Street) -> None:
    place = street.knock()
    street.callers[place].close()
    street.door.thin_out(1.0)
    assert len(street.door) == 0
    street.door.spoke(place, "a key")  # of what it had said
    assert len(street.door) == 0


# --- nobody who is in waits for a look at a crowd ------------------------------------------------------------------


def test_connections_are_looked_at_some_at_a_time_and_each_once_in_a_round(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    received = door.bytes_received

    def look(number: int) -> int | None:
        looked.append(number)
        return received(number)

    monkeypatch.setattr(door, "bytes_received", look)
    monkeypatch.setattr(door, "SILENT_MAX", 1_000)
    street.door = Door(street.counts, 1_024)
    places = street.crowd(2 * door.GAUGE_SLICE + 5)
    for place in places[::2]:
        street.door.spoke(place, f"key {place[1]}")
    turns = []
    for turn in range(3):
        before = len(looked)
        street.door.thin_out(10.0 + turn / 1_000)
        turns.append((len(looked) - before, street.door.gauging))
    assert turns == [(door.GAUGE_SLICE, True), (door.GAUGE_SLICE, True), (5, False)]
    assert sorted(looked) == sorted(number for _, number in places)
    street.door.thin_out(10.1)
    assert len(looked) == len(places)
    street.door.thin_out(10.0 + door.GAUGE_EVERY_S)
    assert len(looked) == len(places) + door.GAUGE_SLICE


def test_a_flood_is_found_in_whichever_part_of_a_round_it_is(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "GAUGE_MAX", 20_000)
    street.door = Door(street.counts, 1_024)
    calm, flood = street.crowd(door.GAUGE_SLICE), street.knock(says=20_001)
    calm += street.crowd(door.GAUGE_SLICE)
    for turn in range(3):
        street.door.thin_out(1.0 + turn / 1_000)
    assert street.gone(*calm, flood) == [flood]


def test_who_went_while_a_round_was_going_on_is_let_be(street: Street) -> None:
    street.door = Door(street.counts, 1_024)
    places = street.crowd(door.GAUGE_SLICE + 1)
    street.door.thin_out(1.0)
    street.door.went(places[0])
    street.door.thin_out(1.001)
    assert (street.gone(*places), street.door.gauging) == ([], False)


def test_a_crowd_is_thinned_out_some_at_a_time(street: Street) -> None:
    crowd = street.crowd(OF_ONE + door.HANG_UPS)
    street.door.thin_out(0.0)
    assert street.counts["hung up"] == door.HANG_UPS
    crowd += street.crowd(5)
    street.door.thin_out(0.0)
    assert street.door.waiting == STAY
    assert street.gone(*crowd) == crowd[: len(crowd) - STAY]


def test_who_is_silent_for_long_is_sent_away_some_at_a_time(street: Street) -> None:
    street.door = Door(street.counts, 1_024)
    street.crowd(SILENT_MAX + door.HANG_UPS + 3)
    street.door.thin_out(door.SILENT_S + 1)
    assert street.counts["silent"] == door.HANG_UPS
    while street.door.gauging:
        street.door.thin_out(door.SILENT_S + 1)
    street.door.thin_out(door.SILENT_S + 2)
    assert (street.counts["silent"], street.door.waiting) == (door.HANG_UPS + 3, SILENT_MAX)


def test_a_key_finishes_so_many_handshakes_and_a_few_more_every_second() -> None:
    at_the_door = Door(Counter(), FILES)
    burst = sum(at_the_door.may_enter("a key", 0) for _ in range(1_000))
    assert burst == door.ENTRIES_BURST
    assert sum(at_the_door.may_enter("a key", 1_000) for _ in range(1_000)) == door.ENTRIES_PER_S
    assert at_the_door.may_enter("another key", 0)


# --- open files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "peers", "raised"),
    [
        ((1_024, 1_048_576), 8, 8_192),
        ((1_024, 1_024), 8, None),
        ((20_000, 20_000), 8, None),
        ((1_024, resource.RLIM_INFINITY), 3_000, 9_192),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), 8, None),
    ],
)
def test_the_limit_is_raised_to_what_is_wanted(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], peers: int, raised: int | None
) -> None:
    was_set: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _which: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda *how: was_set.append(how))
    limit = door.claim_files(peers)
    assert was_set == ([] if raised is None else [(resource.RLIMIT_NOFILE, (raised, limits[1]))])
    assert limit >= door.files_needed(peers)


def test_a_limit_below_the_need_is_refused_with_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (512, 1_024))
    monkeypatch.setattr(resource, "setrlimit", lambda *_how: None)
    with pytest.raises(door.TooFewFiles, match=r"may open 1024 files, and a table of 300 .* needs 1092: 64 of"):
        door.claim_files(300)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS])
def test_what_the_next_caller_would_be_refused_with_is_tried(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    assert door.shortage() == 0

    def fail(*_how: object) -> socket.socket:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket, "socket", fail)
    assert door.shortage() == number


def test_without_a_number_left_in_this_process_the_next_caller_is_refused() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        assert door.shortage() == errno.EMFILE
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
