"""The whole cast of the simulator: who is drawn, what a copy outside is for, and that its checks can say no."""

import pytest

from protocol import events as e
from protocol import messages as m
from protocol.chain import make_entry
from protocol.codec import decode_event, encode, encode_body
from protocol.events import Audience
from protocol.halts import Halt
from simulation.cluster import Cluster
from simulation.company import CREWS, MISHAPS
from simulation.entitled import WHO
from simulation.mix import Mix
from simulation.people import Cast
from simulation.run import draw_mix, run
from simulation.secrecy import Reader, Secrecy
from simulation.world import Violation


def test_a_third_of_the_runs_has_a_cast_and_everybody_and_every_mishap_is_in_some() -> None:
    casts = [draw_mix(seed).cast for seed in range(2005)]  # of the test command
    there = [cast for cast in casts if cast.is_whole]
    assert len(there) > len(casts) / 3
    assert {cast.panels for cast in there} == {1, *CREWS}
    assert {cast.archives for cast in there} == {0, 1, 2}
    assert {name for cast in there for name in cast.mishaps} == set(MISHAPS)
    for name in ("displays", "witnesses", "contrary", "dishonest", "devices", "clocks", "ticket_days"):
        assert {bool(getattr(cast, name)) for cast in there} == {False, True}, name


def test_every_order_is_given_to_somebody() -> None:
    assert set(WHO) == set(m.Order.__args__)
    assert {person.position for person in CREWS[4]} == {1, 2, 3, 4}


def started_again(*dark: str) -> Cluster:
    """A table with two archives; its console is killed and comes back while these are dark. Nobody is at the panel."""
    cluster = Cluster(5, 2, Mix(cast=Cast(archives=2, displays=1)))
    company = cluster.company
    assert company is not None
    cluster.start()
    while cluster.checks.rounds < 2:
        cluster.world.step()
    for name in dark:
        company.followers[name].kill("dark")
    cluster.panel.kill("nobody is there")
    cluster.console.kill("killed")
    cluster.console.start()
    cluster.world.run_until(cluster.world.now_ms + 30_000)
    return cluster


def test_one_archive_of_two_is_enough_to_confirm_a_start() -> None:
    cluster = started_again("Archive1")
    assert Halt.UNCONFIRMED not in cluster.console.table.view.halts
    assert cluster.world.faults["F4"] == 1


def test_without_an_archive_that_was_here_no_time_confirms_a_start() -> None:
    cluster = started_again("Archive1", "Archive2")
    assert Halt.UNCONFIRMED in cluster.console.table.view.halts
    assert cluster.console.table.view.halts[Halt.UNCONFIRMED].detail == "Archive1 / Archive2"


def test_people_at_panels_of_their_own_play_a_table_without_a_fault() -> None:
    report = run(11, 6, Mix(cast=Cast(panels=4, displays=1, archives=1, witnesses=1)))
    assert report.rounds >= 6
    assert "H2" not in report.faults


def test_each_person_gives_what_is_his_to_give() -> None:
    cluster = Cluster(3, 2, Mix(cast=Cast(panels=4)))
    cluster.start()
    while cluster.checks.rounds < 4:
        cluster.world.step()
    events = [decode_event(entry.body) for entry in cluster.checks.entries]
    orders = [event for event in events if isinstance(event, e.Ordered)]
    assert {event.by.name for event in orders if isinstance(event.order, m.OpenBets)} >= {"Dan"}
    assert "Dan" not in {event.by.name for event in orders if isinstance(event.order, m.OpenTable)}


READERS = {
    "terminal": ("", "T1", "only/T1"),
    "display": ("",),
    "panel": ("", "T1", "T2", "staff"),
    "archive": ("", "T1", "T2", "staff", "sealed", "only/T1", "only/T2"),
    "witness": (),
}


@pytest.mark.parametrize("role", READERS)
@pytest.mark.parametrize("audience", ["", "T1", "T2", "staff", "sealed", "only/T1", "only/T2"])
def test_m13_a_body_is_for_whom_it_is(role: str, audience: str) -> None:
    body = encode_body(e.ClockStepped(1))
    entry = make_entry(b"\0" * 32, 1, "now", Audience(audience), b"salt", body)
    secrecy = Secrecy([entry])
    sent = m.SentEntry(entry.digest, audience, entry.wall_time, entry.salt, body)
    see = m.See(1, sent, entry.chain)
    reader = Reader("T1" if role == "terminal" else "X1", role)
    if audience in READERS[role]:
        secrecy.sent(reader, see, encode(see))
    else:
        with pytest.raises(Violation, match=r"^M13: .* is shown entry 1"):
            secrecy.sent(reader, see, encode(see))


def test_m13_a_number_that_pays_is_in_no_message_but_to_its_terminal_and_the_archive() -> None:
    number = "123456789012345678"
    secrecy = Secrecy([])
    secrecy.live[number] = "T1"
    found = m.TicketFound(b"12345678", "good", ending=number)
    for reader in (Reader("P1", "panel"), Reader("T2", "terminal"), None):
        with pytest.raises(Violation, match=r"^M13"):
            secrecy.sent(reader, found, encode(found))
    welcome = m.Welcome(1, b"12345678", 0, b"\0" * 32)
    secrecy.sent(Reader("T1", "terminal"), welcome, number.encode())
    secrecy.sent(Reader("A1", "archive"), welcome, number.encode())
