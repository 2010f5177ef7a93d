"""A start must be confirmed: is the journal that this process found the one that the last process left?

A file can be put back as it was an hour ago, whole, signed and in order; only who heard more can tell. So a table that
comes up on a journal with a past is halted (`Halt.UNCONFIRMED`): it greets, tells the log, and takes notes that are in
the box, and nothing else. A witness or an archive lifts that with a head that we have signed before this process began,
and that is in our log; where none of either is enrolled, all Player Terminals do that were joined before. Who is dark
is named, and people may go on without it. No time does.

A copy outside that was cut off at the moment to which the file was put back is level with it, and cannot tell. So after
its word play goes on, but nothing is paid out by fewer than two people before all those terminals have shown theirs,
and a panel is on: it keeps nothing, but one that was not switched off has heard more.
"""

from typing import Final

from console.table.peers import PANEL, TERMINAL
from console.table.settling import answer_interruption
from console.table.state import Facts, TableCore
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.halts import Halt

CONFIRM: Final = ("witness", "archive")  # the roles whose word is enough
NAMED: Final = 5  # of those that are waited for: they stand in a line of the panel
# While nobody has confirmed; of the orders, two: people have to be signed on for them.
TAKEN: Final = (m.Sync, m.Beat, m.BuyCredit, m.Command, m.SignOn, m.SignOff, m.Sign, m.Withdraw)


def begin(table: TableCore, unknown: tuple[str, ...]) -> Facts:
    """Whoever has a live key of a witness or an archive is asked; over a journal that was just begun, too, since it may
    stand in the place of one that was lost. `unknown`: of whom only a file says so. Such a one cannot come in, but it
    is waited for, by people if nobody else confirms: a journal that was put back from before it came knows nothing.
    """
    forgotten, peers = table.forgotten, table.peers
    known = [peer.name for peer in table.keyring.peers() if peer.role in CONFIRM]
    outside = tuple(dict.fromkeys((*known, *unknown)))
    forgotten.began_seq = table.seq
    if not outside and not any(peer.role in (TERMINAL, *CONFIRM) for peer in peers.known.values()):
        return  # nobody who keeps anything was ever told of it
    forgotten.outside = outside
    here = {name: peer for name, peer in sorted(peers.known.items()) if not peer.retired}
    terminals = {name: peer.key for name, peer in here.items() if peer.role == TERMINAL}
    panels = {name: peer.key for name, peer in here.items() if outside and peer.role == PANEL}
    forgotten.dark, forgotten.awaited = terminals | panels, list(outside or terminals)
    yield events.Halted(Halt.UNCONFIRMED, _awaited(table))


def comes_blank(table: TableCore, role: str, hello: m.Hello) -> bool:
    """Has it nothing that was signed before this process began? What it is told from now on are our own words. They
    prove nothing at the next start either, unless this one is confirmed: so it is on record.
    """
    if Halt.UNCONFIRMED not in table.view.halts or role not in (TERMINAL, *CONFIRM):
        return False
    return _from_before(table, hello) is None


def _from_before(table: TableCore, hello: m.Hello) -> m.SignedHead | None:
    """What it shows, if the signature is ours and older than this process."""
    proof = hello.signed
    if proof is None or proof.seq >= table.forgotten.began_seq or table.verify is None or not table.verify(proof):
        return None
    return proof


def hear(table: TableCore, now_ms: int, peer: str, hello: m.Hello) -> Facts:
    """From a peer that has joined, and whose copy is ours: so is all that lies before the head that it shows."""
    forgotten, known = table.forgotten, table.peers.peer(peer)
    if known.role == PANEL:
        forgotten.dark = {name: key for name, key in forgotten.dark.items() if table.peers.peer(name).role != PANEL}
    if forgotten.dark.get(peer, known.key) != known.key:
        del forgotten.dark[peer]  # a new machine, which can have heard nothing
    if known.doubted or not (peer in forgotten.awaited or peer in forgotten.dark):
        return  # doubted: people have found that it does not tell the truth, and go on without it
    if peer in forgotten.outside and known.blank and table.view.console_boot == 1:
        # It would have the journal that was here before. That another one has it, too, it cannot know: all are asked.
        yield from _confirm(table, now_ms, peer, 0)
    elif not known.blank and (proof := _from_before(table, hello)) is not None:
        yield from _confirm(table, now_ms, peer, proof.seq)


def _confirm(table: TableCore, now_ms: int, peer: str, seq: int) -> Facts:
    forgotten = table.forgotten
    yield events.StartConfirmed(peer, seq)
    forgotten.dark.pop(peer, None)
    if peer not in forgotten.awaited:
        return
    forgotten.awaited.remove(peer)
    if peer in forgotten.outside and seq:
        forgotten.awaited.clear()
    if forgotten.awaited:
        yield events.Halted(Halt.UNCONFIRMED, _awaited(table))
        return
    yield from lift(table, now_ms)


def hold_ticket(table: TableCore) -> tuple[events.Event, ...]:
    """Somebody wants to cash out, and waits until we know that nobody has heard more. Who is dark is told then: they
    all come back within seconds, but for one that is broken, or was cut off.
    """
    unheard = table.unheard()
    return table.alarm("console", Alarm.NO_TICKET_YET, _named(unheard)) if unheard else ()


def go_on_without(table: TableCore, now_ms: int) -> Facts:
    """Two people have decided it."""
    table.forgotten.awaited.clear()
    table.forgotten.dark.clear()
    yield from lift(table, now_ms)


def lift(table: TableCore, now_ms: int) -> Facts:
    """What a strict house answers to an interruption by itself has waited for it: it returns stakes."""
    yield from table.clear(now_ms, Halt.UNCONFIRMED)
    if table.view.placard.strict and Halt.INTERRUPTED in table.view.halts:
        yield from answer_interruption(table, now_ms, affects=True)


def _awaited(table: TableCore) -> str:
    """Names alone, which are the same in every language; "": nobody is left who could confirm the journal."""
    forgotten = table.forgotten
    if forgotten.outside and table.view.console_boot > 1:
        return " / ".join(forgotten.awaited)  # one of them is enough
    return _named(forgotten.awaited)


def _named(names: list[str]) -> str:
    more = f" +{len(names) - NAMED}" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"
