"""Orders about machines: latched, retired, which key is let in or ended; and which panels are left to give orders.

Knows names, roles and public keys, and no money but whether a terminal holds some.
"""

from collections.abc import Callable
from typing import Any, Final

from console.table import journeys, signing
from console.table.peers import PANEL
from console.table.state import Facts, TableCore
from games.round import PlayerId, Refusal
from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.halts import Halt
from protocol.keyring import Enrolment, What

LAST_PANEL: Final = "is the last panel that may give orders: nobody could undo it"


def is_last_panel(table: TableCore, name: str) -> bool:
    """Would nobody be left to give orders without it? A key that was let in counts, though it has never joined."""
    panels = {it for it, peer in table.peers.known.items() if peer.role == PANEL}
    panels |= {it for it, key in table.keyring.live.items() if key.role == PANEL}
    able = {it for it in panels if not (table.peers.peer(it).retired or table.peers.peer(it).latched)}
    return able == {name}


def verify_latch(table: TableCore, _command: m.Command, order: m.Latch, _position: Position) -> Refusal | None:
    return _unknown(table, order.terminal) or _last(table, order.terminal)


def verify_retired(
    table: TableCore, _command: m.Command, order: m.Retire, _position: Position
) -> events.TerminalRetired | Refusal:
    if refused := _last(table, order.terminal):
        return refused
    if table.people.at(order.terminal) is not None and not table.ledger.stake(order.terminal):
        return events.TerminalRetired(order.terminal)  # a participant's session ends, and his purse has it
    if table.ledger.credit(order.terminal) or table.ledger.stake(order.terminal):
        return Refusal("credit", f"{order.terminal} holds money: pay it first")
    return events.TerminalRetired(order.terminal)


def _unknown(table: TableCore, name: PlayerId) -> Refusal | None:
    """A name that nobody has would be latched for whoever gets it one day."""
    known = table.peers.peer(name).role or name in table.keyring.live
    return None if known else Refusal("no_terminal", f"{name} is nobody's name here")


def _last(table: TableCore, name: PlayerId) -> Refusal | None:
    return Refusal("last_panel", f"{name} {LAST_PANEL}") if is_last_panel(table, name) else None


def latch(table: TableCore, _now_ms: int, order: m.Latch, _found: None) -> Facts:
    """Whoever is signed on at a panel that gives no orders is so no longer."""
    # Only who is latched over a claim of another history is not believed again: else one person could silence it.
    yield events.TerminalLatched(order.terminal, order.why, doubted=Halt.HISTORY in table.view.halts)
    yield from signing.leave(table, order.terminal, "panel")


def retire(table: TableCore, _now_ms: int, order: m.Retire, found: events.TerminalRetired) -> Facts:
    yield found
    yield from signing.leave(table, order.terminal, "panel")


def verify_key(what: What) -> Callable[[TableCore, m.Command, Any, Position], Any]:
    def verify(table: TableCore, _command: m.Command, order: Any, _position: Position) -> Any:
        """Gives who has the key, or will have it."""
        peer = Enrolment(order.name, order.role, order.key)
        if why := table.keyring.against(what, peer):
            return Refusal("key", why)
        if what == "end" and is_last_panel(table, order.name):
            return Refusal("key", f"{order.name} {LAST_PANEL}")
        if what == "enrol" and (why := journeys.against_table(table, peer)):
            return Refusal("key", why)
        was = table.peers.peer(order.name).role
        if was and was != order.role:
            return Refusal("key", f"{order.name} was a {was}: a name keeps its role, take another one")
        return peer

    return verify


def verify_rotation(table: TableCore, _command: m.Command, order: m.RotateConsole, _position: Position) -> Any:
    own, prepared = table.forgotten.own_keys
    if why := table.keyring.against_rotation(order.key, prepared):
        return Refusal("key", why)
    return events.ConsoleKeyRotated(order.key, own)


def enrol_key(table: TableCore, _now_ms: int, _order: m.Order, peer: Enrolment) -> Facts:
    """What the name was latched for ends with the machine, if it was the machine's; else it is said, so that nobody
    wonders why the new one takes no Bet.
    """
    name = PlayerId(peer.name)
    yield events.KeyEnrolled(name, peer.role, peer.public)
    before = table.peers.peer(name)
    if before.latched and before.machine:
        yield events.TerminalUnlatched(name)
    elif before.latched:
        yield from table.alarm(name, Alarm.STILL_LATCHED, before.latched)


def replace_key(table: TableCore, now_ms: int, order: m.ReplaceKey, peer: Enrolment) -> Facts:
    yield from end_key(table, table.keyring.live[peer.name], "replaced")
    yield from enrol_key(table, now_ms, order, peer)


def end_key(table: TableCore, peer: Enrolment, why: str) -> Facts:
    """Whoever is signed on at a panel that has no key any more is so no longer."""
    yield events.KeyEnded(PlayerId(peer.name), peer.public, why)
    yield from signing.leave(table, peer.name, "panel")
