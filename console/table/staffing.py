"""Orders about staff: who is admitted, disabled, assigned for the shift, or has a new PIN; and what follows at once.

Two people decide it (`moves.py`); a file beside the console only prepares it. Whoever has another position than he
signed on with, signs on again.
"""

from console.table import signing
from console.table.state import Facts, TableCore
from games.round import Refusal
from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm


def unknown(table: TableCore, number: str) -> Refusal | None:
    return None if table.people.active(number) else Refusal("no_such_person", f"{number} is nobody of the staff")


def verify_admission(
    table: TableCore, _command: m.Command, order: m.AdmitStaff, _position: Position
) -> events.StaffAdmitted | Refusal:
    if table.people.active(order.number):
        return Refusal("known_person", f"{order.number} is staff already")
    if not order.name.isprintable() or not order.name.strip():
        return Refusal("bad_name", "a name has characters that can be printed")
    if bad := _no_position(order.position):
        return bad
    known = table.people.staff.get(order.number)
    if known is not None and (known.home == Position.PARTICIPANT) != (order.position == Position.PARTICIPANT):
        # A session of his may wait for the end of a Round, and his purses are kept under the number.
        kind = "a participant" if known.home == Position.PARTICIPANT else "one of the staff"
        return Refusal("known_person", f"{order.number} was {kind}: a number stays what it is, take another one")
    return events.StaffAdmitted(order.number, order.name, order.position, order.credential)


def verify_credential(
    table: TableCore, _command: m.Command, order: m.SetCredential, _position: Position
) -> events.CredentialSet | Refusal:
    return unknown(table, order.number) or events.CredentialSet(order.number, order.credential)


def verify_disabling(
    table: TableCore, _command: m.Command, order: m.DisableStaff, _position: Position
) -> Refusal | None:
    if [order.number] in (table.people.leads(), table.people.lead_now()):
        return Refusal("last_manager", "nobody could admit or disable anybody any more")
    return unknown(table, order.number)


def verify_assignment(
    table: TableCore, _command: m.Command, order: m.AssignStaff, _position: Position
) -> Refusal | None:
    """001 §1.12: among the positions of a game. To the keys and to the cash desk one comes by admission alone."""
    if refused := unknown(table, order.number) or _no_position(order.position):
        return refused
    known = table.people.staff[order.number]
    if min(known.home, order.position) < Position.DEALER:
        return Refusal("fixed_position", "a Cashier or Technician is admitted as one, and nothing else")
    if known.position == order.position and order.number in table.people.on_shift:
        return Refusal("same_position", f"{order.number} has this position already")
    if table.people.lead_now() == [order.number]:
        return Refusal("last_manager", "no Shift Manager would be left for this shift")
    return None


def _no_position(position: int) -> Refusal | None:
    known = position in Position.__members__.values()
    return None if known else Refusal("bad_position", f"{position} is no position")


def set_credential(table: TableCore, _now_ms: int, _order: m.SetCredential, found: events.CredentialSet) -> Facts:
    """Whoever had the old PIN, or a badge that is lost, is signed on no longer."""
    yield found
    yield from signing.leave_everywhere(table, found.number, "credential")


def disable(table: TableCore, _now_ms: int, order: m.DisableStaff, _found: None) -> Facts:
    yield events.StaffDisabled(order.number, order.why)
    yield from signing.leave_everywhere(table, order.number, "disabled")


def assign(table: TableCore, _now_ms: int, order: m.AssignStaff, _found: None) -> Facts:
    yield events.StaffAssigned(order.number, order.position)
    yield from signing.leave_everywhere(table, order.number, "position")


def begin_day(table: TableCore, day: str) -> Facts:
    """No shift outlasts its gaming day: everybody is in his home position again, also at a table that never closes."""
    moved = [number for number, it in table.people.staff.items() if it.position != it.home]
    yield events.DayBegan(day)
    for number in moved:
        yield from signing.leave_everywhere(table, number, "position")


def close_day(table: TableCore, _now_ms: int, order: m.CloseDay, _found: None) -> Facts:
    """Of two keys of the console the old one ends."""
    yield events.DayClosed(order.day, table.view.due_since)
    if table.keyring.coming:
        yield from _settle_own_key(table, table.keyring.own, table.keyring.coming)


def _settle_own_key(table: TableCore, own: str, coming: str) -> Facts:
    if coming in table.forgotten.own_keys:
        yield events.ConsoleKeyEnded(own, coming)
    else:  # with the old one alone nobody would find the console any more
        yield from table.alarm("console", Alarm.NEW_KEY_GONE)
