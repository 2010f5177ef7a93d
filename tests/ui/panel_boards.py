"""Boards for the tests of the dealer panel: real tables in memory, brought into every state that a panel can meet."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from console.panel.board import Board, show
from console.panel.desk import Desk
from console.panel.diary import Diary
from console.table.table import DayTold
from games.cards import DECK
from games.round import Limit, PlayerId
from protocol import messages as m
from protocol.chain import opened
from protocol.events import Placard
from protocol.view import Phase
from shoe_driver import link as shoe
from tests.console.cluster import BANKER_WINS, TABLE, Cluster
from tests.console.people import OTHER_SUPERVISOR, SUPERVISOR

TERMINALS: Final = tuple(f"T{number:02d}" for number in range(1, 9))
RUN: Final = b"panel-01"
_WIDE, _SIDE = Limit(2_500, 200_000, 500), Limit(500, 50_000, 500)
LIMITS: Final = {"player": _WIDE, "banker": _WIDE, "tie": _SIDE, "player_pair": _SIDE, "banker_pair": _SIDE}
PLACARD: Final = Placard("Baccarat 07", "SGD", 2, (500, 2_500, 10_000), 8)
SIX: Final = "2C KD 3S QH 9D 8C"


def closed_table() -> Cluster:
    """Eight terminals with credit, and nobody has opened the table yet."""
    cluster = Cluster(terminals=TERMINALS, credit=0, limits=LIMITS, opened=False, placard=PLACARD)
    for place, terminal in enumerate(TERMINALS):
        cluster.buy(terminal, 100_000 + place * 37_550)
    return cluster


def open_table(burn: int = 0) -> Cluster:
    cluster = closed_table()
    cluster.obey(m.OpenTable(), SUPERVISOR)
    cluster.load_shoe(burn=burn)
    return cluster


def betting() -> Cluster:
    cluster = open_table()
    cluster.play("2C 4D 5S 5H", {"T01": {"banker": 5_000}})
    cluster.play("KC 3D 5S 3H AC", {"T01": {"tie": 500}})
    cluster.open_round()
    cluster.place("T01", {"banker": 5_000, "tie": 500})
    cluster.place("T02", {"player": 10_000, "player_pair": 1_000})
    cluster.place("T05", {"banker": 150_000})
    cluster.heard("T06", m.CallAttendant(*cluster.process("T06"), wanted=True))
    return cluster


def dealing(cards: str = "") -> Cluster:
    cluster = betting()
    cluster.close()
    cluster.deal(cards)
    return cluster


def all_settled(cards: str = "2S 2H 2D 4C 9H") -> Cluster:
    """Banker has won with 6, and every terminal has a Bet on a side."""
    cluster = all_bet(cards)
    cluster.certify()
    return cluster


def all_bet(cards: str) -> Cluster:
    """No more Bets; every terminal has one on a side."""
    cluster = open_table()
    cluster.open_round()
    for place, terminal in enumerate(TERMINALS, 1):
        side = {"player": 10_000 * place} if place % 2 else {"banker": 5_000 * place, "tie": 500}
        cluster.place(terminal, side)
    cluster.close()
    cluster.deal(cards)
    return cluster


def _with(cluster: Cluster, *happened: Callable[[Cluster], object]) -> Cluster:
    for happen in happened:
        happen(cluster)
    return cluster


def _no_shoe() -> Cluster:
    return _with(closed_table(), lambda c: c.obey(m.OpenTable(), SUPERVISOR))


def _in_dispute() -> Cluster:
    """One terminal disputes its lines, another is out of play."""
    cluster = betting()
    cluster.heard("T01", m.Dispute(*cluster.process("T01"), b"d" * 16, 2, (("tie", 500, 0),)))
    cluster.obey(m.Latch(PlayerId("T07"), "its display is broken"), SUPERVISOR)
    return cluster


def _says(*said: shoe.ShoeEvent) -> Callable[[Cluster], object]:
    return lambda cluster: cluster.run(*said)


def _at_its_end() -> Cluster:
    """The cut card has come before the last Round, which was played."""
    cluster = open_table()
    cluster.run(shoe.CutCardSeen(None))
    cluster.counter += 1
    cluster.play(BANKER_WINS, {"T01": {"banker": 5_000}})
    return cluster


def _foreign() -> Cluster:
    """A fifth two of clubs from four decks."""
    cluster = open_table()
    cluster.load_shoe(4)
    cluster.open_round()
    cluster.place("T01", {"banker": 5_000})
    cluster.close()
    cluster.deal("2C 2C 2C 2C 2C")
    return cluster


def _by_hand() -> Cluster:
    """The shoe has died in the middle of a Round, and the Dealer has entered one card."""
    cluster = dealing("2C")
    cluster.run(shoe.LinkLost())
    cluster.obey(m.DealByHand(), SUPERVISOR, OTHER_SUPERVISOR)
    cluster.obey(m.DealCard(DECK[0]))
    return cluster


def _unshuffled(cluster: Cluster) -> Cluster:
    for rank in "A23456789TJQK":
        if "unshuffled" in cluster.halts:
            break
        if cluster.phase is Phase.RESULT:
            cluster.certify()
            cluster.open_round()
            cluster.close()
        cluster.draw(f"{rank}S")
    return cluster


def _other_history(cluster: Cluster) -> Cluster:
    """A terminal that was never asked knows more of the log than the console."""
    cluster.heard("T01", cluster.other_history("T01"))
    return cluster


def _day_after(cluster: Cluster) -> None:
    cluster.run(DayTold("2026-11-16"), DayTold("2026-11-17"))


# The state by its name, and the key of the step that must be next in it.
STATES: Final[Mapping[str, tuple[Callable[[], Cluster], str]]] = {
    "closed": (closed_table, "open_table"),
    "day over": (lambda: _with(closed_table(), _day_after), "close_day"),
    "no shoe": (_no_shoe, "load_shoe"),
    "burning": (lambda: open_table(burn=3), "burn"),
    "ready": (open_table, "open_bets"),
    "betting": (betting, "close_bets"),
    "dispute": (_in_dispute, "close_bets"),
    "no card yet": (dealing, "draw"),
    "three cards": (lambda: dealing("2C KD 3S"), "draw"),
    "result": (lambda: dealing(SIX), "certify"),
    "settled": (lambda: _with(dealing(SIX), Cluster.certify), "open_bets"),
    "void": (lambda: _with(dealing("2C"), Cluster.void), "open_bets"),
    "end of the shoe": (_at_its_end, "end_shoe"),
    "surplus": (lambda: dealing(f"{SIX} 7H"), "decide"),
    "surplus in betting": (lambda: _with(betting(), lambda c: c.draw("9H")), "decide"),
    "card not read": (lambda: _with(dealing("2C"), Cluster.unread), "enter_card"),
    "called": (lambda: _with(dealing("2C"), Cluster.call), "decide"),
    "interrupted": (lambda: _with(dealing("2C"), Cluster.restart), "decide"),
    "shoe lost": (lambda: _with(dealing("2C"), _says(shoe.LinkLost())), "plug_in"),
    "shoe lost while closed": (lambda: _with(closed_table(), _says(shoe.LinkLost())), "plug_in"),
    "shoe lost in betting": (lambda: _with(betting(), _says(shoe.LinkLost())), "plug_in"),
    "shoe dry": (lambda: _with(dealing("2C"), _says(shoe.ShoeEmpty(None))), "void"),
    "foreign card": (_foreign, "void"),
    "shoe faulty": (lambda: _with(dealing("2C"), _says(shoe.LinkFaulty("noise on the line"))), "resume"),
    "another result": (lambda: _with(dealing(SIX), _says(shoe.ResultSeen("tie", ()))), "decide"),
    "unshuffled": (lambda: _unshuffled(dealing()), "void"),
    "history": (lambda: _other_history(dealing("2C")), "call_shift_manager"),
    "card conflict": (lambda: _with(dealing("2C KD"), lambda c: c.draw("9H", shoe_seq=c.counter)), "decide"),
    "miscount": (lambda: _with(open_table(), lambda c: c.obey(m.EndShoe(400), second=SUPERVISOR)), "resume"),
    "two reasons": (lambda: _with(dealing("2C"), Cluster.call, _says(shoe.LinkLost())), "decide"),
}

# The same troubles in other phases: they look alike, and other ways lead out of them.
ALL_STATES: Final[Mapping[str, tuple[Callable[[], Cluster], str]]] = {
    **STATES,
    "surplus between rounds": (lambda: _with(open_table(), lambda c: c.draw("9H")), "decide"),
    "card not read in betting": (lambda: _with(betting(), Cluster.unread), "enter_card"),
    "card not read between rounds": (lambda: _with(open_table(), Cluster.unread), "enter_card"),
    "called in betting": (lambda: _with(betting(), Cluster.call), "decide"),
    "called at the result": (lambda: _with(dealing(SIX), Cluster.call), "decide"),
    "called between rounds": (lambda: _with(open_table(), Cluster.call), "decide"),
    "interrupted in betting": (lambda: _with(betting(), Cluster.restart), "decide"),
    "interrupted at the result": (lambda: _with(dealing(SIX), Cluster.restart), "conclude"),
    "shoe lost between rounds": (lambda: _with(open_table(), _says(shoe.LinkLost())), "plug_in"),
    "shoe lost at the result": (lambda: _with(dealing(SIX), _says(shoe.LinkLost())), "plug_in"),
    "a day far ahead": (lambda: _with(betting(), _day_after, lambda c: c.run(DayTold("2099-12-31"))), "close_bets"),
    "a whole round void": (lambda: _with(dealing(SIX), Cluster.void), "open_bets"),
    "by hand": (_by_hand, "deal_card"),
    "together": (lambda: _with(dealing("2C KD"), lambda c: c.obey(m.ReportDrawnTogether())), "reconstruct"),
    "not of this set": (
        lambda: _with(dealing("2C"), Cluster.unread, lambda c: c.obey(m.ReportForeignCard(), second=SUPERVISOR)),
        "void",
    ),
    "after a foreign card": (lambda: _with(_foreign(), lambda c: c.void("5.3.1")), "end_shoe"),
}


def desk_of(cluster: Cluster, *, left_ms: int = -1, away: tuple[str, ...] = (), diary: Diary | None = None) -> Desk:
    """A panel that has followed the whole log. T03 has not yet seen the close."""
    desk = Desk("P1", TABLE, 1, RUN)
    if diary is not None:
        desk.diary = diary
    sent = tuple(opened(entry) for entry in cluster.entries)
    desk.receive(0, m.Deltas(1, sent, cluster.entries[-1].chain, len(sent)))
    desk.receive(0, m.Welcome(1, RUN, len(sent), cluster.entries[-1].chain))
    heard = tuple((name, 1 if name == "T03" else len(sent)) for name in TERMINALS if name not in away)
    desk.receive(0, m.Seats(heard))
    desk.receive(0, m.Pulse(len(sent), cluster.entries[-1].chain, left_ms))
    return desk


def board_of(
    cluster: Cluster,
    *,
    left_ms: int = -1,
    away: tuple[str, ...] = (),
    diary: Diary | None = None,
    me: m.Person | None = SUPERVISOR,
) -> Board:
    """What such a panel shows to this person."""
    desk = desk_of(cluster, left_ms=left_ms, away=away, diary=diary)
    return replace(show(desk, 0), me=me)
