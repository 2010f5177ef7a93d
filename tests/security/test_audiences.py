"""What each role is told of a busy table, on whatever way: pictures, entries, answers; and that it is no more than it
may know.

What one may know is what his own entries make: who has followed from the first entry on must not learn anything from a
picture, nor lack anything.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

import pytest
from msgspec.structs import replace

from console.panel.desk import Desk
from console.requests import MAY_ASK
from console.table.delivery import deltas_for, expanded
from games.cards import parse_cards
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.aside import Aside
from protocol.codec import body_decoder, decode_event, encode, encode_body
from protocol.events import STAFF, may_read
from protocol.ledger import Ledger
from protocol.loop import Reply
from protocol.picture import OwnState, Picture, StaffState
from protocol.view import TableView
from simulation.calm import EVERYBODY
from tests.console.cluster import PANEL, Cluster, public_key
from tests.console.people import DEALER, OTHER_SUPERVISOR, SUPERVISOR, T1, T2, TECHNICIAN

ROLES: Final = {
    "T1": "terminal",
    "T2": "terminal",
    "D1": "display",
    PANEL: "panel",
    "A1": "archive",
    "W1": "witness",
    "F1": "floor",
}
READERS: Final = {"panel": str(STAFF), "archive": "archive", "witness": "witness", "floor": "floor"}


def reader_of(name: str) -> str:
    return READERS.get(ROLES[name], name)


@pytest.fixture(scope="module")
def cluster() -> Cluster:
    """Something of everything that is not for all: credits, Bets, tickets, notes, calls, disputes, a hole card."""
    cluster = Cluster("premium_blackjack", terminals=("T1", "T2", "T3"), snapshot_from=10)
    placard = replace(cluster.setup.placard, notes=(1_000, 5_000), notes_per_hour=20_000)
    cluster.reopen(placard=placard, secret=b"a secret")
    cluster.load_shoe()
    for name, role in ROLES.items():
        if role in ("display", "archive", "witness", "floor"):
            cluster.join(name, role)
    cluster.ticket("T1", 200)
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), cluster.new_key(), "000001", "failed"))
    cluster.ticket("T2", 50)
    cluster.show_ticket("T1", cluster.ticket("T1", 30))  # in nobody's hands any more, and nothing to show on a panel
    cluster.buy("T2", 777)  # no such note: held, and the terminal is latched
    cluster.obey(m.Unlatch(T2), SUPERVISOR)
    cluster.heard("T2", m.CallAttendant(*cluster.process("T2"), True))
    cluster.obey(m.PayByHand(PlayerId("T3"), 1_000), DEALER, SUPERVISOR)
    cluster.obey(m.Retire(PlayerId("T3")), SUPERVISOR, OTHER_SUPERVISOR)
    for number in range(5):
        cluster.show_ticket("T2", f"{number:018}")  # locked
    cluster.open_round({"T2": {"2/main": 60}})  # of which it will say that it was settled wrongly
    cluster.close()
    cluster.deal("9S 6D 8H KD")
    cluster.go("T2 stand, 5C")
    cluster.certify()
    cluster.open_round({"T1": {"1/main": 100}, "T2": {"2/main": 60}})
    cluster.answer("T2", {"2/main": 50_000})  # refused
    cluster.close()
    cluster.deal("9S 5C 6D 8H 4D KD")
    cluster.dispute("T2", 1)
    cluster.obey(m.Latch(T2, "look at it"), SUPERVISOR)
    cluster.obey(m.EnrolKey(PlayerId("T9"), "terminal", public_key("T9")), SUPERVISOR, TECHNICIAN)
    cluster.propose(m.PayByHand(T1, 10))
    assert "??" in cluster.hands["dealer"]
    return cluster


def sent_to(cluster: Cluster, name: str) -> Any:
    """The answer to one who asks for everything from the first entry on."""
    cluster.heard(name, m.Sync(*cluster.process(name), 0))
    (reply,) = cluster.sent
    whole = expanded(reply, reader_of(name), cluster.table.seq, cluster.read)
    assert whole is not None
    return whole.message


def known(cluster: Cluster, reader: str) -> Iterator[tuple[int, str, e.Event]]:
    for entry in cluster.entries:
        if may_read(reader, entry.audience):
            yield entry.seq, entry.audience, decode_event(entry.body)


def public_view(cluster: Cluster) -> TableView:
    view = TableView()
    for _, audience, event in known(cluster, "nobody at all"):
        assert audience == e.ALL
        view.apply(event)
    return view


def own_state(cluster: Cluster, terminal: PlayerId) -> OwnState:
    """As the terminal's own entries make it; layouts and revisions are compared with the table's own."""
    ledger, disputed, latched, calls = Ledger(), 0, "", False
    for _, audience, event in known(cluster, terminal):
        if audience == terminal:
            ledger.apply(event)
        match event:
            case e.SettlementDisputed(round_no=round_no):
                disputed = round_no
            case e.TerminalLatched(why=why):
                latched = why
            case e.TerminalUnlatched():
                latched = ""
            case e.AttendantCalled(wanted=wanted):
                calls = wanted
            case _:
                pass
    money = (ledger.credit(terminal), ledger.stake(terminal), ledger.sittings.get(terminal, 0))
    return OwnState(*money, cluster.table.own_state(terminal).layouts, disputed, latched, calls)


def picture(cluster: Cluster, name: str) -> Picture:
    found = body_decoder(Picture).decode(sent_to(cluster, name).state)
    assert isinstance(found, Picture)
    return found


def test_a_display_is_told_what_everybody_may_see(cluster: Cluster) -> None:
    assert picture(cluster, "D1") == Picture(public_view(cluster), OwnState(), PlayerId("D1"), None)


@pytest.mark.parametrize("terminal", [T1, T2])
def test_a_terminal_is_told_besides_what_its_own_entries_make(cluster: Cluster, terminal: PlayerId) -> None:
    own = own_state(cluster, terminal)
    assert picture(cluster, terminal) == Picture(public_view(cluster), own, terminal, None)
    assert any(layout.seq for layout in own.layouts)
    assert bool(own.disputed) == bool(own.calls) == bool(own.latched) == (terminal == T2)


def test_a_panel_that_takes_a_picture_knows_what_one_knows_that_has_followed(cluster: Cluster) -> None:
    found = picture(cluster, PANEL)
    assert found.staff is not None
    assert (found.view, found.own) == (public_view(cluster), OwnState())
    followed = Desk(PANEL, cluster.setup.table, 1, b"followed")
    for seq, _, event in known(cluster, STAFF):
        followed._apply(seq, event)
    pictured = Desk(PANEL, cluster.setup.table, 1, b"pictured")
    pictured._restore(found)
    assert (pictured.view, pictured.ledger) == (followed.view, followed.ledger)
    of_desk = {"balances": "ledger", "sittings": "ledger", "bets": "windows"}
    of_desk |= {name: f"people.{name}" for name in ("staff", "proposals", "roles", "answered", "granted")}
    of_desk |= {name: f"aside.{name}" for name in ("beside", "read")}
    of_desk |= {"coins": "ledger.beside", "played": "ledger.played"}
    for name in StaffState.__struct_fields__:
        place = attrgetter(of_desk.get(name, name))
        assert place(pictured) == place(followed), name
        # Baccarat settles nothing in between (tests/panel has it of Blackjack); the others have their own tests below.
        # No ticket of another table is shown here, and nobody plays with coins: test_journeys and test_participants.
        if name not in ("paid", "sat", "beside", "read", "recalled", "asked", "coins", "played", "away", "granted"):
            assert getattr(found.staff, name), f"nothing in {name}: the table is not busy enough"


@pytest.mark.parametrize("keeper", ["A1", "W1"])
def test_who_keeps_the_log_gets_it_from_its_first_entry_and_no_picture(cluster: Cluster, keeper: str) -> None:
    sent = sent_to(cluster, keeper)
    assert isinstance(sent, m.Deltas)
    assert sent.first_seq == 1
    bodies = [entry.body for entry in sent.entries]
    if keeper == "A1":
        assert bodies == [entry.body for entry in cluster.entries[: len(bodies)]]
    else:
        assert set(bodies) == {None}
        assert {(entry.wall_time, entry.salt) for entry in sent.entries} == {("", b"")}


def test_every_role_that_may_ask_is_looked_at_here() -> None:
    assert set(ROLES.values()) == {role for role, requests in MAY_ASK.items() if requests}


def test_whatever_was_sent_nobody_was_told_what_is_not_his(cluster: Cluster) -> None:
    """All that has ever left this console: every body in it is one that its reader may have."""
    numbers = [fact.number.encode() for fact in cluster.journal(e.TicketNumbered)]
    hidden = [entry.body for entry in cluster.entries if isinstance(decode_event(entry.body), e.CardHidden)]
    assert len(numbers) == 3
    assert hidden
    bodies = 0
    for to, news in cluster.line:
        # A witness hears what is said to all, and keeps none of it (`tests/floor/test_witness.py`). What the shell of
        # the console answers to those who keep the log, this table, which has no shell, does not say.
        others = [name for name, role in ROLES.items() if role not in ("archive", "witness")]
        readers = others if to == EVERYBODY else {to} & {*others}
        for sent in bodies_of(news):
            bodies += 1
            assert all(may_read(reader_of(name), sent.audience) for name in readers), sent
        if to == EVERYBODY or ROLES.get(to) in ("panel", "display"):
            told = encode(news)
            assert not [number for number in numbers if number in told]
            assert not [body for body in hidden if body in told]
    assert bodies > 50


def bodies_of(news: m.News) -> list[m.SentEntry]:
    match news:
        case m.Batch(entries=entries) | m.Deltas(entries=entries):
            return [entry for entry in entries if entry.body is not None]
        case m.See(entry=entry) if entry.body is not None:
            return [entry]
    return []


def test_a_terminal_reads_nothing_of_another_one(cluster: Cluster) -> None:
    mine = deltas_for("T1", cluster.entries, cluster.table.seq)
    for entry in bodies_of(mine):
        event = decode_event(entry.body or b"")
        assert getattr(event, "terminal", "T1") == "T1", event
    assert expanded(Reply("T1", mine), "T1", 0, cluster.read) == Reply("T1", mine)


def test_5_4_a_surplus_card_is_known_to_staff_alone_until_it_is_dealt() -> None:
    """Who knew the first card of the next Round could bet on it: no entry, picture or word of a halt tells it."""
    cluster = Cluster(terminals=("T1", "T2"), snapshot_from=10)
    for name, role in (("D1", "display"), ("A1", "archive"), ("W1", "witness")):
        cluster.join(name, role)
    cluster.open_round({"T1": {"banker": 100}})
    cluster.close()
    cluster.deal("2C 4D 5S 5H")
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.certify()
    cluster.open_round({"T1": {"player": 100}})
    told = {name: _heard(cluster, name) for name in ("T1", "D1", "W1", PANEL, "A1")}
    assert {name: b"9S" in said for name, said in told.items()} == {
        "T1": False, "D1": False, "W1": False, PANEL: True, "A1": True,
    }  # fmt: skip
    everybody = body_decoder(TableView).decode(encode_body(cluster.public))
    assert (everybody.carried, everybody.shoe.passed, everybody.acts) == (1, 5, [])
    cluster.close()  # and so it is dealt
    assert b"9S" in _heard(cluster, "T1")
    assert cluster.hands == {"player": "9S"}


def test_5_4_nor_is_one_that_waits_behind_a_card_that_was_not_read() -> None:
    cluster = Cluster(terminals=("T1",))
    cluster.join("D1", "display")
    cluster.open_round({"T1": {"banker": 100}})
    cluster.close()
    cluster.deal("2C 4D 5S")
    cluster.unread()
    cluster.draw("9S")
    assert (b"9S" in _heard(cluster, "D1"), b"9S" in _heard(cluster, PANEL)) == (False, True)
    assert _aside(cluster).read == {5: parse_cards(["9S"])[0]}
    cluster.enter("5H")  # and no card is due any more
    assert (cluster.surplus, b"9S" in _heard(cluster, "D1")) == (parse_cards(["9S"]), False)
    assert (_aside(cluster).beside, _aside(cluster).read) == ([*parse_cards(["9S"])], {})


def test_m13_where_a_player_may_turn_it_staff_do_not_know_it_either() -> None:
    cluster = Cluster("premium_blackjack", terminals=("T1",))
    cluster.load_shoe()
    cluster.open_round({"T1": {"1/main": 100}})
    cluster.close()
    cluster.unread()
    cluster.draw("9S")
    assert b"9S" not in _heard(cluster, PANEL)
    assert _aside(cluster).read == {}


def test_5_4_what_a_ruling_leaves_over_is_in_no_public_word_of_it() -> None:
    cluster = Cluster(terminals=("T1",))
    cluster.join("D1", "display")
    cluster.open_round({"T1": {"banker": 100}})
    cluster.close()
    cluster.deal("2C 4D 5S 5H 9S")
    cluster.reconstruct("4D 2C 5S 5H 9S", "5.5")
    cluster.correct_cards("4D 2C 5S 4H 9S")
    assert (cluster.surplus, b"9S" in _heard(cluster, "D1")) == (parse_cards(["9S"]), False)
    cluster.void("5.3.3")  # out of play: whoever counts the cards of the set may know it
    assert b"9S" in _heard(cluster, "D1")


def _heard(cluster: Cluster, name: str) -> bytes:
    """All bodies that this one may read, and the picture that it would be sent."""
    role = {"T1": "terminal", "D1": "display", PANEL: "panel", "A1": "archive", "W1": "witness"}[name]
    reader = READERS.get(role, name)
    bodies = [entry.body for entry in cluster.read(1, cluster.table.seq) if may_read(reader, entry.audience)]
    picture = b"" if role in ("archive", "witness") else encode_body(_picture(cluster, name, staff=role == "panel"))
    return b"\n".join((*bodies, picture))


def _aside(cluster: Cluster) -> Aside:
    """What a panel knows: the same, whether it has followed or was sent a picture."""
    followed, pictured = (Desk(PANEL, cluster.setup.table, 1, b"desk") for _ in range(2))
    for seq, _, event in known(cluster, STAFF):
        followed._apply(seq, event)
    pictured._restore(_picture(cluster, PANEL, staff=True))
    assert pictured.aside == followed.aside
    return pictured.aside


def _picture(cluster: Cluster, name: str, *, staff: bool) -> Picture:
    reply = cluster.table.snapshot(PlayerId(name), staff=staff)
    assert isinstance(reply.message, m.Snapshot)
    picture: Picture = body_decoder(Picture).decode(reply.message.state)
    return picture
