"""What a terminal asks for besides Bets: a note that is in its box, an attendant; and when it asks for too much.

Rooms of functions over the table's state. A stacked note is a fact and is never refused; what is not credit is held.
"""

from console.table.cashier import NOTE_WHY, REFUSED_MAX
from console.table.peers import process_of
from console.table.state import Outcomes, TableCore
from games.round import PlayerId
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm


def latch(table: TableCore, terminal: PlayerId, why: Alarm, *, machine: bool = True) -> Outcomes:
    """No terminal that is in order does this. `machine`: it ends with the machine that has done it."""
    if not table.peers.peer(terminal).latched:
        yield events.TerminalLatched(terminal, why, machine=machine)
        yield from table.alarm(terminal, why)


def had_bets(table: TableCore, terminal: PlayerId, round_no: int) -> bool:
    """In that Round; of one that is too long ago nobody remembers, and a Supervisor must look."""
    if round_no == table.view.round_no and table.view.in_round:
        return terminal in table.state.paid
    settled = table.state.settled.get(round_no)
    long_ago = 0 < round_no <= table.view.round_no - table.setup.rounds_kept
    return terminal in settled.lines if settled is not None else long_ago


def call_attendant(table: TableCore, now_ms: int, terminal: PlayerId, call: m.CallAttendant) -> Outcomes:
    if table.peers.peer(terminal).calls == call.wanted:
        return ()
    if table.forgotten.pace.full(now_ms, terminal, "call"):
        return table.alarm(terminal, Alarm.MANY_CALLS)
    table.forgotten.pace.count(now_ms, terminal, "call")
    return (events.AttendantCalled(terminal, call.wanted, call.reason if call.wanted else m.CallReason.NONE),)


def stop_asking(table: TableCore, terminal: PlayerId) -> Outcomes:
    """Too much was refused. Not while a dispute is open: that alone refuses all, and a Supervisor is called."""
    peer = table.peers.peer(terminal)
    if table.cashier.refusals.get(terminal, 0) >= REFUSED_MAX and not peer.disputed:
        yield from latch(table, terminal, Alarm.MANY_MONEY_REFUSED)


def take_note(table: TableCore, now_ms: int, terminal: PlayerId, note: m.BuyCredit) -> Outcomes:
    """What is not credit is held, and then people look at that terminal: a forged note would be told like this."""
    began_ms, started_ms = table.forgotten.clock
    clock_ms, peer, process = began_ms + now_ms - started_ms, table.peers.peer(terminal), process_of(note)
    passed, _ = table.forgotten.watch.passed.get(terminal, (None, 0))
    joined = process in ((peer.boot, peer.run), passed)
    often = table.forgotten.pace.full(now_ms, terminal, "note")
    taken = table.cashier.note_taken(terminal, note, table.ledger, table.placard, clock_ms, joined=joined, often=often)
    if taken is not None:
        yield taken
        table.forgotten.pace.count(now_ms, terminal, "note")
    if isinstance(taken, events.MoneyRefused):
        yield from table.alarm(terminal, Alarm.NOTE_OTHER_CURRENCY, str(note.amount), note.currency)
        yield from stop_asking(table, terminal)
    if isinstance(taken, events.NoteHeld):
        if not table.peers.peer(terminal).latched:
            yield events.TerminalLatched(terminal, NOTE_WHY[taken.why])
        yield from table.alarm(terminal, NOTE_WHY[taken.why])
