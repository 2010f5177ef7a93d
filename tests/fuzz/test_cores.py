"""Both ends behind the decoder: told anything that is a message, neither core breaks, and both still answer.

What is told is made of docs/vectors and of every kind of message (`wire.inputs`): damaged, spliced, in any order. What
is no message never gets so far: the shell answers it with `NotHeard` (`tests/security/test_identity.py`).
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final, cast, get_args

import pytest
from msgspec.structs import replace

from console.panel.board import show
from console.requests import MAY_ASK
from console.table.table import Heard
from deploy.demo.rehearsal import Rehearsal
from games.round import PlayerId
from protocol import messages as m
from protocol.codec import PeerError
from protocol.loop import Tick
from simulation.calm import PANEL, RUN
from terminal import screen
from tests.fuzz import wire

TOLD: Final = 1_500  # inputs of a run; some of them are messages
PLAYS, TOLD_ANYTHING = PlayerId("T01"), PlayerId("T02")


def messages(target: str, seed: int) -> Iterator[m.Request | m.News]:
    decode = wire.TARGETS[target].decode
    for data in islice(wire.inputs(target, seed), TOLD):
        try:
            yield decode(data)
        except PeerError:
            continue


def in_play() -> Rehearsal:
    """Bets are open; both terminals have one."""
    table = Rehearsal(terminals=2)
    for name in (PLAYS, TOLD_ANYTHING):
        table.seats[name].buys(500_000)
    table.open_bets()
    table.seats[PLAYS].bets(player=25_000)
    table.seats[TOLD_ANYTHING].bets(banker=25_000)
    return table


@pytest.mark.parametrize("seed", range(3))
def test_a_console_that_is_told_anything_still_answers(seed: int) -> None:
    """By a terminal's key, half of it with the boot and run of its own process: a stolen key, or a wrong program."""
    table, rng, heard = in_play(), Random(seed), 0
    for request in messages("requests", seed):
        if not isinstance(request, MAY_ASK["terminal"]):
            continue  # the shell says so
        heard += 1
        said = replace(request, boot=1, run=RUN) if rng.random() < 0.5 else request
        table.now_ms += rng.randrange(200)
        table.batch(Heard(TOLD_ANYTHING, cast("m.Request", said), "terminal", table.print_of(TOLD_ANYTHING)))
    assert heard > 50
    table.table.check()
    before = table.table.ledger.credit(PLAYS)
    for _ in range(6):
        table.beat()  # it was silent meanwhile: whoever is there hears it again
    table.seats[PLAYS].buys(100_000)
    assert table.table.ledger.credit(PLAYS) == before + 100_000


@pytest.mark.parametrize("seed", range(2))
def test_a_console_that_is_told_anything_by_a_panel_still_answers(seed: int) -> None:
    """By the key of the panel at which somebody is signed on, half of it as its own process: orders, tries, tickets."""
    table, rng, heard = in_play(), Random(seed), 0
    for request in messages("requests", seed):
        if not isinstance(request, MAY_ASK["panel"]):
            continue  # the shell says so
        heard += 1
        own = replace(request, boot=table.desk.boot, run=table.desk.run) if rng.random() < 0.5 else request
        table.now_ms += rng.randrange(200)
        table.batch(Heard(PlayerId(PANEL), cast("m.Request", own), "panel", table.print_of(PANEL)))
        table.look_at_pins()
    assert heard > 50
    table.table.check()
    before = table.table.ledger.credit(PLAYS)
    for _ in range(6):
        table.beat()
    table.seats[PLAYS].buys(100_000)
    assert table.table.ledger.credit(PLAYS) == before + 100_000


@pytest.mark.parametrize("seed", range(2))
def test_a_panel_that_is_told_anything_is_not_broken_by_it(seed: int) -> None:
    """It follows, or has stopped for good and says so; whatever it shows can be drawn, and it has something to say."""
    table, rng, heard = in_play(), Random(seed), 0
    desk = table.desk
    for news in messages("news", seed):
        heard += 1
        mine = {"boot": desk.boot, "run": desk.run} if isinstance(news, m.Welcome | m.Denied) else {}
        told = replace(news, **mine) if rng.random() < 0.5 else news
        if isinstance(told, m.Denied) and not desk.denied and rng.random() < 0.9:
            continue  # most of them would end it at once
        table.now_ms += rng.randrange(200)
        desk.receive(table.now_ms, cast("m.News", told))
        assert show(desk, table.now_ms) is not None
        desk.outgoing(table.now_ms)
    assert heard > 50
    assert desk.stopped or desk.denied or desk.wake_ms(table.now_ms) is not None


@pytest.mark.parametrize("seed", range(3))
def test_a_terminal_that_is_told_anything_is_not_broken_by_it(seed: int) -> None:
    """It follows, or has stopped for good and says so; whatever it shows can be drawn."""
    table, rng, heard = in_play(), Random(seed), 0
    seat = table.seats[PLAYS]
    credit = seat.session.state.ledger.credit(PLAYS)
    for news in messages("news", seed):
        heard += 1
        now = seat.session.state
        mine = {"boot": now.boot, "run": now.run} if isinstance(news, m.Welcome | m.Denied) else {}
        told = replace(news, **mine) if rng.random() < 0.5 else news
        if isinstance(told, m.Denied) and not seat.session.join.denied and rng.random() < 0.9:
            continue  # most of them would end it at once
        seat.read([told])
        assert screen.show(seat.session).terminal == PLAYS
    assert heard > 50
    table.mail.clear()
    assert seat.session.state.ledger.credit(PLAYS) == credit  # nothing that is not in the chain moved money
    seat.read([Tick()])
    session = seat.session
    assert session.state.stopped or session.join.denied or session.wake_ms(table.now_ms) is not None


def test_every_kind_that_is_promised_an_answer_is_among_what_is_told() -> None:
    """A request is answered by an entry, by `Denied` or by `NotHeard`; each kind is told in these runs."""
    told = {type(request) for seed in range(3) for request in messages("requests", seed)}
    asked = (*MAY_ASK["terminal"], *MAY_ASK["panel"])
    assert told >= {kind for kind in get_args(m.Request) if issubclass(kind, asked)}
