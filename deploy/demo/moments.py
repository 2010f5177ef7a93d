"""Every state of every screen as moments of a few told games (`rehearsal`), each with a name: what the camera will see.

Knows what happens at a table, and nothing of Qt. A moment is a finished picture for one screen, and what is opened.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from msgspec.structs import replace
from zmq.utils import z85

from console.panel.board import Board
from deploy.demo.rehearsal import NOTES_PER_HOUR, PLACARD, ROUNDS, Rehearsal
from games.cards import parse_cards
from games.money import AMOUNT_MAX
from games.round import PlayerId, Spot, Voided
from protocol import messages as m
from protocol.faults import Fault
from protocol.halts import Halt
from protocol.people import Proposal
from shoe_driver import link as shoe
from simulation.calm import BOSS, CREW, SECOND, WRONG_PIN, Seat
from terminal.display.view import DisplayView
from terminal.intents import (
    CallAttendant,
    CashOut,
    NoteIn,
    NoteStacked,
    PrintResult,
    RepeatBets,
    SaveBets,
    TakeBack,
    TicketIn,
    Turning,
)
from terminal.screen import TerminalView

ME: Final = "T01"  # whose terminal is photographed
BANKER_ON_SIX: Final = "2S 2H 2D 4C 9H"  # with a Player Pair: 3.10 lets the Banker Hand stand
TIE: Final = "4S 3C 3D 4H"
NATURAL: Final = "2C 4D 5S 5H"  # Banker 9 against 7
SIX_CARDS: Final = "KS QH 2C 3D 5S 6C"  # Banker 9 against 7, third cards on both sides
TERMINAL_PAGES: Final = (
    *("history", "rules", "buyin", "cashout", "language", "roads", "comfort", "attendant", "chip", "reality", "break"),
)
LEAVES: Final = ("guide", "wrong", "limits")  # of the rules, besides the one that comes first
PANEL_PAGES: Final = ("shoe", "cash", "limits", "rounds", "events")
DEALER, *_ = CREW
PIT: Final = "Pit"  # another panel


class Moment(NamedTuple):
    """`opened` is a page, a page in some way ("cashout/asked", "rules/LEAF", "history/SHEET", "buyin/emulated"),
    "idle", "banner", "peel/EDGE" (a card half squeezed), "step/KEY" (a form of the panel), "seat/NAME", "prove/NUMBER"
    (who signs on, with a PIN half typed), "relief", "sign" (the order that waits), "people/NUMBER", "machines/NAME" or
    "staff/KEY/NAME" (a form about somebody or a machine).
    """

    name: str
    picture: TerminalView | Board | DisplayView
    opened: str = ""
    main: bool = False  # also in the other sizes, and in high contrast

    @property
    def screen(self) -> str:
        match self.picture:
            case TerminalView():
                return "terminal"
            case Board():
                return "panel"
            case DisplayView():
                return "display"


@cache
def moments() -> tuple[Moment, ...]:
    """Always the same, so they are played once."""
    told = (
        *(_first_round, _a_round, _other_rounds, _irregular_rounds, _trouble, _tickets, _out_of_service, _squeeze),
        *(_sign_on, _signatures, _staff),
    )
    return tuple(moment for tell in told for moment in tell())


def _me(table: Rehearsal) -> Seat:
    return table.seats[ME]


def _everywhere(table: Rehearsal, name: str, *, main: bool = False) -> Iterator[Moment]:
    """The same instant on all three screens."""
    table.wait()
    yield Moment(name, _me(table).view, main=main)
    yield Moment(name, table.board, main=main)
    yield Moment(name, table.display, main=main)


def _full_table(rounds: int = ROUNDS, *, squeeze: bool = False) -> Rehearsal:
    """Everybody has credit, and the shoe has been played for a while."""
    table = Rehearsal(squeeze=squeeze)
    for place, seat in enumerate(table.seats.values()):
        seat.buys(500_000 + 37_500 * place)
    table.play(rounds)
    return table


def _others_bet(table: Rehearsal) -> None:
    table.seats["T02"].bets(player=200_000, player_pair=10_000)
    table.seats["T03"].bets(banker=150_000, tie=2_500)
    table.seats["T05"].bets(player=25_000, banker_pair=5_000)


def _bet(table: Rehearsal) -> None:
    _me(table).bets(banker=110_000, tie=2_500, player_pair=1_000)


def _betting(table: Rehearsal, left_ms: int = 18_000, dealer: m.Person = BOSS) -> None:
    table.open_bets(left_ms, dealer)
    _others_bet(table)
    _bet(table)


def _close_bets(table: Rehearsal) -> None:
    """And everybody has seen it."""
    table.close_bets()
    table.beat()


# --- a table that opens ----------------------------------------------------------------------------------------------


def _first_round() -> Iterator[Moment]:
    table = Rehearsal(opened=False)
    yield from _everywhere(table, "closed")
    table.order(m.OpenTable())
    yield Moment("no_shoe", table.board)
    yield Moment("load_form", table.board, "step/load_shoe")
    table.load_shoe()
    table.open_bets()
    yield Moment("idle", _me(table).view, "idle")
    yield Moment("no_credit", _me(table).view)
    _me(table).buys(500_000)
    table.wait(0)
    yield Moment("first_bet", _me(table).view)
    yield Moment("first_round", table.display)


# --- a Round, from the notice to the pay-out -------------------------------------------------------------------------


def _a_round() -> Iterator[Moment]:
    table = _full_table()
    yield from _everywhere(table, "ready")
    table.open_bets()
    yield Moment("bets_open", _me(table).view, "banner")
    _others_bet(table)
    table.away.add(ME)
    _bet(table)
    yield Moment("placing", _me(table).view, main=True)
    table.away.discard(ME)
    table.beat()
    yield from _everywhere(table, "betting", main=True)
    table.wait(table.table.left_ms(table.now_ms) - 4_000)
    yield from _everywhere(table, "last_seconds")
    _close_bets(table)
    yield from _everywhere(table, "no_more_bets")
    yield Moment("bets_closed", _me(table).view, "banner")
    cards = BANKER_ON_SIX.split()
    table.draw(" ".join(cards[:3]))
    yield from _everywhere(table, "dealing", main=True)
    table.draw(cards[3])
    yield from _everywhere(table, "third_card")
    table.draw(cards[4])
    yield from _everywhere(table, "result", main=True)
    yield Moment("correct_cards_form", table.board, "step/correct_cards")
    table.certify()
    yield from _everywhere(table, "won", main=True)
    yield from (Moment(f"page_{page}", _me(table).view, page) for page in TERMINAL_PAGES)
    yield from (Moment(f"page_rules_{leaf}", _me(table).view, f"rules/{leaf}") for leaf in LEAVES)
    yield Moment("page_buyin_emulated", _me(table).view, "buyin/emulated")
    yield from (Moment(f"page_{page}", table.board, page) for page in PANEL_PAGES)
    yield Moment("seat", table.board, "seat/T02")
    yield Moment("limits_form", table.board, "step/set_limits")
    yield Moment("correct_form", table.board, "step/correct")
    table.correct("2S 2H 2D 5C 9H")
    yield from _everywhere(table, "corrected")


def _other_rounds() -> Iterator[Moment]:
    table = _full_table(12)
    for name, cards in (("tie", TIE), ("natural", NATURAL), ("six_cards", SIX_CARDS)):
        table.open_bets()
        _me(table).bets(player=50_000)
        table.close_bets()
        table.draw(cards)
        table.certify()
        yield from _everywhere(table, name)
    table.open_bets()
    _me(table).bets(banker=2_500, player=10_000)
    _me(table).wants(SaveBets(0))
    table.close_bets()
    table.draw(NATURAL)
    table.certify()
    yield Moment("net_loss", _me(table).view)
    table.order(m.CloseBets())
    yield Moment("refused_order", table.board)
    table.open_bets()
    _me(table).wants(RepeatBets())
    yield Moment("repeat", _me(table).view)
    table.close_bets()
    table.draw("6D 8S 2H TC")
    table.certify()
    yield Moment("page_history_older", _me(table).view, "history/1")
    table.order(m.CloseTable())
    yield from _everywhere(table, "closed_with_credit")
    yield Moment("long_shoe", _full_table(66).display)


# --- what goes wrong -------------------------------------------------------------------------------------------------


def _irregular_rounds() -> Iterator[Moment]:
    table = _full_table(16)
    _betting(table)
    _close_bets(table)
    table.draw("2C 4D")
    table.unread()
    yield from _everywhere(table, "halted", main=True)
    yield Moment("enter_card_form", table.board, "step/enter_card")
    yield Moment("void_form", table.board, "step/void")
    # Nobody has seen that card: the rules name no way for it (5.12).
    table.order(m.Rule(Voided("5.12"), "5.12"))
    yield from _everywhere(table, "void", main=True)
    _betting(table)
    _close_bets(table)
    table.draw(NATURAL)
    table.draw("9C")
    yield from _everywhere(table, "surplus")
    yield Moment("guide_keep_form", table.board, "step/keep_surplus")
    yield Moment("guide_reconstruct_form", table.board, "step/reconstruct")
    table.order(m.KeepSurplus())
    table.order(m.CallSupervisor("the Dealer has seen something"))
    yield Moment("guide_called", table.board, main=True)
    yield Moment("guide_else", table.board, "guide/list")
    table.order(m.Resume(Halt.CALLED))
    table.certify()
    table.open_bets()
    yield Moment("kept", _me(table).view)
    yield Moment("kept", table.display)
    table.close_bets()
    table.draw("4D 5S 5H")
    table.certify()
    table.order(m.VoidSettled("5.3.3"))
    yield from _everywhere(table, "void_settled")
    _betting(table)
    _close_bets(table)
    table.draw("7D 8H")
    table.away.add("T03")
    table.restart()
    yield from _everywhere(table, "unconfirmed")  # one terminal that played before is dark
    table.away.discard("T03")
    table.beat()
    yield from _everywhere(table, "interrupted")
    yield Moment("guide_affects_form", table.board, "step/interruption_affects")
    table.order(m.AnswerInterruption(affects=False))
    table.shoe_says(shoe.LinkLost())
    yield from _everywhere(table, "shoe_lost")


def _trouble() -> Iterator[Moment]:
    """At one terminal; the table goes on."""
    table = _full_table(20)
    me = _me(table)
    table.open_bets()
    me.bets(tie=500)
    me.bets(player=1_000)
    yield Moment("waits", me.view, main=True)  # less than the minimum: the other Bet goes on its own
    me.wants(TakeBack(Spot("player"), 1_000))
    me.bets(banker=110_000)
    me.bets(tie=300_000)
    yield Moment("refused", me.view)
    table.away.add(ME)
    me.wants(TakeBack(Spot("banker"), 10_000))
    yield Moment("removing", me.view)
    me.bets(banker=10_000)
    me.bets(tie=2_500)
    table.wait(5_000)
    yield Moment("offline", me.view, main=True)
    _close_bets(table)
    yield Moment("seat_away", table.board)
    table.away.discard(ME)
    table.beat()
    yield Moment("returned", me.view)
    table.draw(NATURAL)
    table.certify()
    me.wants(CallAttendant())
    table.wait()
    yield Moment("called", me.view)
    yield Moment("called", table.board)
    yield Moment("seat_called", table.board, "seat/T01")
    table.short_paid = ME
    _betting(table)
    _close_bets(table)
    table.draw(SIX_CARDS)
    table.certify()
    yield Moment("disputed", me.view)
    yield Moment("disputed", table.board)
    table.order(m.RuleDispute(PlayerId(ME), "looked at"))
    table.order(m.Latch(PlayerId(ME), "its display is broken"))
    table.wait()
    yield Moment("latched", me.view)
    yield Moment("latched", table.board)
    table.away.update(("Panel", "Display"))
    table.now_ms += 5_000
    yield Moment("offline", table.board)
    yield Moment("offline", table.display)
    table.away.difference_update(("Panel", "Display"))
    table.wait()
    table.cut_card()
    table.wait()
    yield Moment("shoe_end", table.display)
    table.open_bets()
    yield Moment("shoe_end_betting", table.display)
    stranger = Seat(table, "T09")
    yield Moment("joining", stranger.view)


def _tickets() -> Iterator[Moment]:
    """Money that goes in and out, and once does not."""
    table = _full_table(6)
    me = _me(table)
    for name, state in (("ticket", "printed"), ("failed_print", "failed")):
        me.buys(50_000)
        me.wants(CashOut(me.new_id(), me.session.spendable))
        (*_, number) = me.session.state.tickets
        me.wants(PrintResult(me.new_id(), number, state))
        table.wait()
        yield Moment(name, me.view, "cashout/asked")
    me.buys(50_000)
    note = me.new_id()
    me.wants(NoteIn(note, 10_000))
    me.does(NoteStacked(note))
    table.mail.clear()  # lost on the wire, and what the console hears under this number cannot be credit
    table.request(ME, m.BuyCredit(me.session.state.boot, me.session.state.run, note, AMOUNT_MAX))
    yield Moment("unpaid_note", me.view)
    yield Moment("unpaid_note_page", me.view, "buyin")
    crook, guesser = table.seats["T03"].session.state, table.seats["T02"]
    over = m.BuyCredit(crook.boot, crook.run, bytes(16), NOTES_PER_HOUR, PLACARD.currency)
    table.request("T03", over)  # its own count of the hour would not have let the note in
    while not table.board.locked:
        guesser.wants(TicketIn(guesser.new_id(), f"{table.now_ms:018d}"))
        table.wait()
    yield Moment("money_waits", table.board, "cash")
    yield Moment("close_form", table.board, "step/close_table")


def _out_of_service() -> Iterator[Moment]:
    """A terminal or panel that may not go on."""
    table = _full_table(4)
    me = _me(table)
    me.does(m.Pulse(table.pen.seq, bytes(32), -1))  # a console with another history
    yield Moment("stopped", me.view)
    table.rival("T02")
    yield Moment("denied", table.seats["T02"].view)
    table.rival("Panel", "panel")
    yield Moment("denied", table.board)
    table = _full_table(4)
    table.away.add(ME)
    table.wait(5_000)
    for fault in (Fault.NOT_ENROLLED, Fault.CONSOLE_KEY, Fault.ROUTE):
        _me(table).session.join.line = fault
        yield Moment(f"fault_{fault}", _me(table).view)
    stranger = Seat(table, "T09")
    stranger.does(
        m.Denied(stranger.session.state.boot, stranger.session.state.run, m.Denial.IDENTITY, "T07", "terminal")
    )
    yield Moment("fault_identity", stranger.view)


def _squeeze() -> Iterator[Moment]:
    table = _full_table(8, squeeze=True)
    _betting(table)
    _close_bets(table)
    table.draw(NATURAL)
    _me(table).wants(Turning(True))
    table.wait()
    yield Moment("squeeze", _me(table).view)
    yield Moment("squeeze", table.board)
    yield Moment("squeeze", table.display)
    yield Moment("squeeze_corner", _me(table).view, "peel/corner")
    yield Moment("squeeze_side", _me(table).view, "peel/side")


# --- people ----------------------------------------------------------------------------------------------------------


def _sign_on() -> Iterator[Moment]:
    table = _full_table(9)
    table.sign_off()
    yield Moment("sign_on", table.board, main=True)
    yield Moment("sign_on_demo", replace(table.board, placard=replace(PLACARD, training=True)))
    yield Moment("sign_on_pin", table.board, f"prove/{SECOND.number}")
    table.sign_on(SECOND, pin=WRONG_PIN)
    yield Moment("sign_on_wrong", table.board)
    while table.board.answer is not None and not table.board.answer.wait_ms:
        table.sign_on(SECOND, pin=WRONG_PIN)
    yield Moment("sign_on_wait", table.board)
    table.sign_on(DEALER)
    _betting(table, dealer=DEALER)
    table.sign_off()
    yield Moment("locked_betting", table.board)
    table.sign_on(DEALER)
    table.propose(m.CloseBets(), DEALER)
    table.draw("2C 4D 8S")
    for name in ("T04", "T02", "T06"):
        table.seats[name].wants(CallAttendant())
        table.wait()
    yield Moment("calls", table.board, main=True)
    table.unread()
    table.sign_off()
    yield Moment("locked_halted", table.board, main=True)
    table.sign_on(DEALER)
    yield Moment("relief", table.board, "relief", main=True)
    table.away.add("Panel")
    table.now_ms += 5_000
    table.sign_off()
    yield Moment("sign_on_offline", replace(table.board, me=None))


def _signatures() -> Iterator[Moment]:
    """What one person proposes and another one signs: at the same panel, and at another one."""
    table = _full_table(14)
    table.sign_on(DEALER)
    _betting(table, dealer=DEALER)
    table.propose(m.CloseBets(), DEALER)
    table.draw("2C 4D")
    void = _proposed(table, m.Rule(Voided("5.12"), "5.12"))
    yield Moment("sign_void", table.board, "sign", main=True)
    table.sign(void, SECOND)  # a Pit Supervisor: this paragraph is not his
    yield Moment("sign_refused", table.board, "sign")
    table.draw("5S 5H")
    table.certify_as(DEALER)
    table.sign(void, BOSS)  # too late: the Round is settled
    yield Moment("sign_stale", table.board, f"sign/{void.command_id.hex()}")
    _proposed(table, m.Correct(parse_cards("2C 4D 7S 5H".split())))
    yield Moment("sign_correct", table.board, "sign", main=True)
    table.order(m.Correct(parse_cards("2C 4D 7S 5H".split())))
    yield Moment("page_rounds_corrected", table.board, "rounds")
    table.open_bets()
    table.order(m.RecallRound(table.table.view.round_no - 1))
    yield Moment("page_rounds_recalled", table.board, "rounds")
    yield Moment("correct_earlier_form", table.board, "step/correct_earlier")
    table.close_bets()
    table.draw("4C KD 5S")
    yield Moment("report_sides_form", table.board, "step/report_sides")
    yield Moment("rule_otherwise_form", table.board, "step/rule_otherwise")
    table.draw("7H")
    table.certify()
    _proposed(table, m.PayByHand(PlayerId("T05"), 125_000))
    yield Moment("sign_pay", table.board, "sign")
    _proposed(table, m.EndShoe(340))
    yield Moment("sign_shoe", table.board, "sign")
    table.sign_off()
    table.sign_on(DEALER)
    table.open_another(PIT, SECOND)
    table.propose_at(PIT, m.PayByHand(PlayerId("T03"), 40_000))
    yield Moment("waits_elsewhere", table.board, main=True)
    table.seats["T04"].wants(CallAttendant())
    table.propose(m.AddTime(1), DEALER)
    yield Moment("refused_and_more", table.board)
    table.sign_off()
    yield Moment("locked_waiting", table.board)


def _proposed(table: Rehearsal, order: m.Order) -> Proposal:
    found = table.propose(order, DEALER)
    assert found is not None, order
    return found


def _key(seed: str) -> str:
    """Always the same: nobody has the other half."""
    return z85.encode(sha256(seed.encode()).digest()).decode()


def _staff() -> Iterator[Moment]:
    table = _full_table(3)
    table.prepared = (
        m.PreparedStaff("101", "Nadia Rahman", 1, bytes(32)),
        m.PreparedStaff(SECOND.number, SECOND.name, SECOND.position, bytes(32)),
    )
    table.open_another(PIT, SECOND)
    table.wait()
    yield Moment("page_people", table.board, "people", main=True)
    yield Moment("page_people_one", table.board, f"people/{DEALER.number}")
    yield Moment("assign_form", table.board, f"staff/assign_staff/{DEALER.number}")
    yield Moment("admit_form", table.board, "staff/admit_staff/101")
    for name in table.seats:
        table.order(m.EnrolKey(PlayerId(name), "terminal", _key(name)))
    table.prepared_keys = (
        m.PreparedKey("replace", "T03", "terminal", _key("T03 again")),
        m.PreparedKey("enrol", "T07", "terminal", _key("T07")),
    )
    table.wait()
    yield Moment("page_machines", table.board, "machines/T03")
    yield Moment("replace_form", table.board, "staff/replace_key/T03")
    table.propose(m.AssignStaff(DEALER.number, 2))
    yield Moment("sign_assign", table.board, "sign")
