"""Histories of whole tables for those who read journals: of the simulator, and of a calm evening in two currencies."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from console.table.table import DayTold
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import Entry, first_link, make_entry
from protocol.events import Placard
from protocol.journal import Journal
from protocol.keys import load_signer, make_pair
from simulation.box_world import PICTURES, on_boxes
from simulation.cluster import Cluster
from simulation.play import copied
from simulation.run import BOX_SCRIPT, SCRIPT, _play, draw_mix, everything
from terminal.intents import ChooseCoin, ExcludeMyself
from tests.console import cluster as calm
from tests.console.coins import GC, GIL, PAT, SC, Coins
from tests.console.people import DEALER, SUPERVISOR

TABLE = "SIM-7"
SGD = Placard(currency="SGD", notes=(9_000, 50_000))
JPY = Placard(currency="JPY", exponent=0)


@cache
def simulated(game: str, seed: int, rounds: int, *, script: bool) -> tuple[Entry, ...]:
    """`game`: "" is baccarat. With every sort of trouble; or (`script`) in calm weather, with many corrections. Three
    Pictures as the swarm draws it.
    """
    if game == PICTURES:
        mix = draw_mix(seed, game)
    elif script:
        mix = copied(BOX_SCRIPT if game else SCRIPT)
    else:
        mix = on_boxes(everything(), seed, game) if game else everything()
    table = Cluster(seed, 3, mix, checked=False, game=game)
    _play(table, rounds, lambda _rounds: None)
    return dated(TABLE, table.console.disk.entries)


class Ticking(calm.Cluster):
    """The calm table with a clock: each commit has a time of its own."""

    ticks = 0

    def batch(self, *inputs: Any) -> list[Entry]:
        self.ticks += 1
        self.wall_time = f"2026-11-16T20:45:{self.ticks // 10:02}.{self.ticks % 10}00Z"
        return super().batch(*inputs)


@cache
def two_currencies() -> tuple[Entry, ...]:
    """Dollars, yen, and dollars again, over three gaming days; a Round of each is void or corrected."""
    table = Ticking(placard=SGD, credit=50_000)
    table.run(DayTold("2026-11-16"))
    table.play(calm.BANKER_WINS, {"T1": {"banker": 10_000}, "T2": {"tie": 500, "player": 1_000}})
    table.correct(calm.TIE)
    _pay_out(table)
    table.run(DayTold("2026-11-17"))
    table.reopen(placard=JPY)
    table.load_shoe()
    table.buy("T2", 5_000)
    table.open_round({"T2": {"player": 2_000}})
    table.void()
    table.play(calm.PLAYER_WINS, {"T2": {"player": 2_000}})
    _pay_out(table)
    table.run(DayTold("2026-11-18"))
    table.reopen(placard=SGD)
    table.load_shoe()
    table.buy("T1", 9_000)
    number = table.ticket("T1", 1_000)
    table.show_ticket("T2", number)
    table.ticket("T1", 300)
    table.play(calm.SIX_CARDS, {"T2": {"banker": 500}})
    for note in (777, 888, 999, 555):  # that this table does not take: held
        table.buy("T2", note)
    table.obey(m.ReleaseNote(1, "hand"), DEALER, SUPERVISOR)
    table.obey(m.ReleaseNote(2, "credit"), DEALER, SUPERVISOR)
    table.obey(m.ReleaseNote(3, "nobody"), DEALER, SUPERVISOR)
    return tuple(table.entries)


def _pay_out(table: calm.Cluster) -> None:
    for terminal in ("T1", "T2"):
        if amount := table.credit(terminal):
            table.obey(m.PayByHand(PlayerId(terminal), amount), DEALER, SUPERVISOR)


@cache
def claims() -> tuple[Entry, ...]:
    """A Round is corrected when those who played it have left: one is paid what is due, one brings what is owed."""
    table = Ticking(placard=SGD, credit=50_000)
    table.run(DayTold("2026-11-16"))
    table.play(calm.BANKER_WINS, {"T1": {"banker": 10_000}, "T2": {"player": 1_000}})
    table.ticket("T1", 60_000)
    table.ticket("T2", 49_000)
    table.correct(calm.PLAYER_WINS)
    table.obey(m.PayDue(PlayerId("T2"), 1), DEALER, SUPERVISOR)
    table.obey(m.CollectOwed(PlayerId("T1"), 1), DEALER, SUPERVISOR)
    return tuple(table.entries)


@cache
def three_pictures() -> tuple[Entry, ...]:
    """One Round that ends by its cards, one that is void."""
    bets = {"T1": {"1/initial": 100, "1/tie": 10, "1/three_pictures": 10}, "T2": {"2/initial": 200}}
    table = calm.dealt("KS 2D 9S QS 3D 8S JS 4D 7S", bets, "three_pictures")
    table.certify()
    return tuple(table.entries)


@cache
def online(game: str) -> tuple[Entry, ...]:
    table = calm.alone(game, "9S 6D 8H KD")
    table.choose("T1", "stand")
    while table.view.due:
        table.draw("2C")
    table.certify()
    return tuple(table.entries)


def dated(name: str, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The simulator's clock counts milliseconds; a console's says what day it is. Else the same, entry by entry."""
    chain, made = first_link(name), []
    for entry in entries:
        wall_time = entry.wall_time
        if wall_time.isdecimal():  # else the journal was begun with a clock that knows days
            moment = datetime.fromtimestamp(int(wall_time) / 1_000, UTC)
            wall_time = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        made.append(make_entry(chain, entry.seq, wall_time, entry.audience, entry.salt, entry.body))
        chain = made[-1].chain
    return tuple(made)


def keep(folder: Path, name: str, entries: Sequence[Entry]) -> Path:
    """A console's journal, commit by commit as it was signed; its keys lie beside it."""
    make_pair(folder, "console")
    signer = load_signer(folder / "console.sign", name)
    path = folder / "table.journal"
    with Journal(path, name, reserve=0) as journal:
        first = 0
        while first < len(entries):
            last = first + 1
            while last < len(entries) and entries[last].wall_time == entries[first].wall_time:
                last += 1
            head = entries[last - 1]
            journal.commit(entries[first:last], signature=signer.sign(head.seq, head.chain).signature)
            first = last
    return path


@cache
def two_coins() -> tuple[Entry, ...]:
    """Two participants at one table, one with each coin, then the other way round (004)."""
    table = Coins(daily={GC: 30_000_000, SC: 20_000})
    table.grant(PAT, GC, 1_000_000)
    table.on("T1")
    table.on("T2", GIL)
    for first, second in ((GC, SC), (SC, GC)):
        table.seats["T1"].wants(ChooseCoin(first))
        table.seats["T2"].wants(ChooseCoin(second))
        for _ in range(2):
            for name in ("T1", "T2"):
                table.bet(name, table.seats[name].view.felt.limits["main"].min)
            table.finish()
        table.day(1)
    table.seats["T1"].wants(ExcludeMyself(2))
    assert table.on("T3") == "excluded"
    table.off("T2")
    return tuple(table.entries)
