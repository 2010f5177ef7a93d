"""People at panels: sign-on, sign-off, and signatures under what somebody else has proposed.

A PIN passes through here to the shell and is kept nowhere: `Reply(SHELL, CheckPin(...))` leaves after the commit of
`SignOnTried`, and the shell comes back with `PinChecked`. Whoever signs, signs the digest of one order; whether that
may be obeyed is asked again then, on the state of that moment (`orders.py`).
"""

from itertools import chain
from typing import Any, Final

from msgspec import Struct

from console.table.peers import process_of
from console.table.people import at_panel
from console.table.purses import return_purse
from console.table.state import Facts, Outcomes, TableCore
from games.round import PlayerId
from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.loop import Reply
from protocol.messages import Standing
from protocol.moves import names_a_round
from protocol.people import LOCKED_AT, PANEL_TRIES, PERSON_TRIES, SHIFT_ENDS, Proposal, wait_ms

SHELL: Final = "shell"  # no key has such a name: what is for the console's own process
BUSY_MS: Final = 1_000  # another try is being looked at


class CheckPin(Struct, frozen=True, gc=False):
    """For the shell: is this the PIN of that person? `credential`: what his file must be; b"" if nobody has the number,
    and then it takes as long and is wrong.
    """

    panel: str
    id: bytes
    number: str
    credential: bytes
    pin: str

    def __repr__(self) -> str:
        return f"CheckPin({self.panel!r}, {self.number!r}, pin kept)"


class Check(Struct, frozen=True, gc=False):
    """A try whose PIN the shell is looking at."""

    id: bytes
    number: str
    process: tuple[int, bytes]
    signs: tuple[bytes, bytes] | None  # a command and a digest; None: he signs on
    credential: bytes  # that his PIN is looked at with; b"": nobody has the number


class Pending(Struct, frozen=True):
    """A proposal, and what it was about when it was made."""

    proposal: Proposal
    command: m.Command
    found: Any  # by the verification
    cards: bytes  # on the felt
    seq: int  # its entry
    round_no: int  # on the felt


# --- sign-on and signatures: before the PIN is looked at -------------------------------------------------------


def hear_try(table: TableCore, now_ms: int, panel: str, asked: m.SignOn | m.Sign, shown: str) -> Outcomes:
    """`shown`: whose badge it is, as the shell has found; "": nobody's, or none was shown."""
    forgotten, people = table.forgotten, table.people
    answer = forgotten.answered.get(panel)
    if answer is not None and answer.id == asked.id:
        yield Reply(panel, answer)
        return
    pending = forgotten.checks.get(panel)
    if pending is not None and pending.id == asked.id:
        return
    if table.peers.in_service(panel) and not table.placard.coins:
        yield from answer_try(table, panel, asked.id, Standing.REFUSED)
        return
    # It was tried, and what came of it is not known or not wanted any more; or the panel is out of play.
    if asked.id in people.asked.get(panel, ()) or table.peers.peer(panel).latched:
        yield from answer_try(table, panel, asked.id, Standing.REFUSED)
        return
    number = asked.number or shown
    known = people.active(number)
    if known is not None and (known.home == Position.PARTICIPANT) != table.peers.in_service(panel):
        known = None  # a participant at a panel, one of the staff at a terminal: as good as nobody
    number = number if known is not None else ""
    if people.is_locked(number):
        yield from answer_try(table, panel, asked.id, Standing.LOCKED)
        return
    wait = max(_wait(table, now_ms, number), _wait(table, now_ms, at_panel(panel)))
    busy = pending is not None or (number and any(it.number == number for it in forgotten.checks.values()))
    if busy and not wait:
        yield from answer_try(table, panel, asked.id, Standing.BUSY, BUSY_MS)
        return
    if not wait and forgotten.pace.full(now_ms, panel, "sign on"):
        yield from table.alarm(panel, Alarm.MANY_SIGN_ONS)
        wait = wait_ms(PERSON_TRIES)
    if wait:
        yield from answer_try(table, panel, asked.id, Standing.WAIT, wait)
        return
    forgotten.pace.count(now_ms, panel, "sign on")
    yield events.SignOnTried(panel, number, asked.id)
    signs = (asked.command_id, asked.digest) if isinstance(asked, m.Sign) else None
    credential = b"" if known is None else known.credential
    forgotten.checks[panel] = Check(asked.id, number, process_of(asked), signs, credential)
    yield Reply(SHELL, CheckPin(panel, asked.id, number, credential, asked.pin))


def _wait(table: TableCore, now_ms: int, name: str) -> int:
    return max(0, table.forgotten.waits.get(name, now_ms) - now_ms)


def answer_try(table: TableCore, panel: str, asked: bytes, standing: Standing, wait: int = 0) -> tuple[Reply, ...]:
    """The same again, if the same is asked again."""
    answer = m.SignOnAnswer(asked, standing, wait)
    table.forgotten.answered[panel] = answer
    return (Reply(panel, answer),)


def start_waits(table: TableCore, now_ms: int) -> None:
    """No clock outlives a process: whoever had to wait, waits in full again."""
    table.forgotten.waits = {name: now_ms + wait for name, wait in table.people.waits().items()}


# --- and after ------------------------------------------------------------------------------------------------


def take_check(table: TableCore, panel: str, asked: bytes) -> Check | None:
    """The try that was looked at, if it is still of interest: its panel may be another process or out of play by now,
    and his PIN another one.
    """
    check = table.forgotten.checks.get(panel)
    if check is None or check.id != asked:
        return None
    del table.forgotten.checks[panel]
    joined, known = table.peers.peer(panel), table.people.active(check.number)
    if check.process != (joined.boot, joined.run) or not joined.greeted or joined.latched:
        return None
    return None if known is not None and known.credential != check.credential else check


def fail(table: TableCore, now_ms: int, panel: str, check: Check) -> Outcomes:
    people, waits = table.people, table.forgotten.waits
    tries, number = people.tries.get(check.number, 0), check.number
    own, here = people.wait_of(number), wait_ms(people.panel_tries.get(panel, 0), PANEL_TRIES)
    if own and number:
        waits[number] = now_ms + own
    if here:
        waits[at_panel(panel)] = now_ms + here
    wait, locked = max(own, here), people.is_locked(number)
    yield events.SignOnFailed(panel, number, tries, wait, locked)
    known = people.active(number)
    who = f"{number} {known.name}" if known is not None else ""
    if wait and own and who:
        yield from table.alarm(panel, Alarm.WRONG_PINS_OF, who)
    elif wait:
        yield from table.alarm(panel, Alarm.WRONG_PINS)
    if tries >= LOCKED_AT and not locked:
        yield from table.alarm(panel, Alarm.KEEPER_GUESSED, who)
    yield from answer_try(table, panel, check.id, Standing.LOCKED if locked else Standing.WRONG, wait)


def sign_on(table: TableCore, panel: str, check: Check) -> Outcomes:
    """He is here now: whoever was is relieved, and he is nowhere else."""
    people = table.people
    person, elsewhere = people.person(check.number), people.where(check.number)
    if elsewhere and elsewhere != panel:
        yield from leave(table, elsewhere, "elsewhere")
    before = people.at(panel)
    if before is not None and before.number != person.number:
        yield from leave(table, panel, "relief")
    yield events.SignedOn(panel, person)
    yield from answer_try(table, panel, check.id, Standing.RIGHT)


def answer_right(table: TableCore, panel: str, check: Check) -> Outcomes:
    """To who has signed: his PIN was right. What became of his signature is in the log."""
    return answer_try(table, panel, check.id, Standing.RIGHT)


# --- sign-off, and what ends with it ---------------------------------------------------------------------------


def leave(table: TableCore, panel: str, why: str) -> Facts:
    """Nobody is signed on there any more, and what he has proposed is not wanted by anybody."""
    session = table.people.sessions.get(panel)
    if session is not None and table.people.is_participant(session.number):
        if table.ledger.stake(PlayerId(panel)):
            table.forgotten.leaving[panel] = why  # when the Round is over
            return
        table.forgotten.leaving.pop(panel, None)
        yield from return_purse(table, PlayerId(panel), session.number)
    if session is not None:
        table.forgotten.found.pop(panel, None)  # the proof of a ticket was told to him
        yield events.SignedOff(panel, session.number, why)
        yield from drop(table, panel, "signed off")


def leave_other_process(table: TableCore, panel: str) -> Facts:
    """A session is one process's: a panel that was started anew may be in other hands."""
    session, joined = table.people.sessions.get(panel), table.peers.peer(panel)
    if session is not None and (session.boot, session.run) != (joined.boot, joined.run):
        yield from leave(table, panel, "panel")


def leave_silent(table: TableCore, now_ms: int) -> Outcomes:
    """A panel locks when nobody touches it, and says so. One that says nothing for as long cannot: whoever stands
    there when it speaks again signs on. Counted while we listen, so that no restart of ours ends a session.
    """
    watch, most = table.forgotten.watch, table.setup.panel_silence_ms
    silent = [panel for panel in table.people.sessions if watch.silent_ms(now_ms, panel) > most]
    return chain.from_iterable(leave(table, panel, "silent") for panel in silent) if silent else ()


def leave_everywhere(table: TableCore, number: str, why: str) -> Facts:
    where = table.people.where(number)
    if where:
        yield from leave(table, where, why)


def hear_sign_off(table: TableCore, panel: str, asked: m.SignOff) -> Outcomes:
    """A try that is being looked at there signs nobody on any more: the panel was locked since."""
    table.forgotten.checks.pop(panel, None)
    yield from leave(table, panel, "person" if _stays_in_charge(table, panel, asked.why) else asked.why)
    if panel in table.people.sessions:
        return  # a Bet of his is in play: it waits, and comes again
    yield Reply(panel, m.SignOnAnswer(asked.id, Standing.RIGHT))


def _stays_in_charge(table: TableCore, panel: str, why: str) -> bool:
    """Every shift has its Shift Manager: the last one, if he is one for this shift alone, leaves the panel only."""
    here = table.people.at(panel)
    if why != SHIFT_ENDS or here is None or table.people.staff[here.number].home == Position.SHIFT_MANAGER:
        return False
    return table.people.lead_now() == [here.number]


def hear_withdrawal(table: TableCore, panel: str, asked: m.Withdraw) -> Outcomes:
    pending = table.forgotten.proposals.get(panel)
    withdrawn = asked.command_id in table.state.refused
    if pending is not None and pending.proposal.command_id == asked.command_id:
        yield from drop(table, panel, "person")
        withdrawn = True
    yield Reply(panel, m.SignOnAnswer(asked.id, Standing.RIGHT if withdrawn else Standing.REFUSED))


def drop(table: TableCore, panel: str, why: str) -> Facts:
    pending = table.forgotten.proposals.pop(panel, None)
    if pending is not None:
        yield events.OrderWithdrawn(pending.proposal.command_id, why)


def with_passed(table: TableCore, outcomes: Outcomes) -> Outcomes:
    """What follows, and the end of what was proposed about a Round that has passed since. A correction of a Round that
    was past already waits on: nothing is another than it was.
    """
    yield from outcomes
    for panel, pending in list(table.forgotten.proposals.items()):
        named = pending.command.round_no
        if names_a_round(pending.command.order) and named == pending.round_no != table.view.round_no:
            yield from drop(table, panel, "round")
