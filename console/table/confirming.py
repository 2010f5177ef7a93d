"""A start must be confirmed: is the journal that this process found the one that the last process left?

A file can be put back as it was an hour ago, whole, signed and in order; only who heard more can tell. So a table that
comes up on a journal with a past is halted (`Halt.UNCONFIRMED`): it greets, tells the log, and takes notes that are in
the box, and nothing else. A witness or an archive lifts that with a head that we have signed and that is in our log;
where there is none of either, all Player Terminals do that were joined before. Who is dark is named, and people may go
on without it. No time does.
"""

from typing import Final

from console.table.peers import TERMINAL
from console.table.settling import answer_interruption
from console.table.state import Facts, TableCore
from protocol import events
from protocol import messages as m
from protocol.halts import Halt

CONFIRM: Final = ("witness", "archive")  # the roles whose word is enough
NAMED: Final = 5  # of those that are waited for: they stand in a line of the panel
TAKEN: Final = (m.Sync, m.Beat, m.BuyCredit, m.Command)  # while nobody has confirmed; of the orders, one


def begin(table: TableCore, outside: tuple[str, ...]) -> Facts:
    """`outside`: the names that have a key of a witness or an archive now. Only one that was here before can know more
    than we do. A journal in which nobody was here yet may be one that was put back from then: so we ask them all.
    """
    peers, forgotten = table.peers, table.forgotten
    if any(peer.role in (TERMINAL, *CONFIRM) for peer in peers.known.values()):
        outside = tuple(name for name in outside if peers.peer(name).role in CONFIRM)
    elif not outside or table.view.console_boot == 1:
        return  # a journal that was just begun, or one of which nobody who keeps anything was ever told
    forgotten.outside = tuple(name for name in outside if not peers.peer(name).retired)
    forgotten.dark = [] if forgotten.outside else [name for name in sorted(peers.known) if peers.in_service(name)]
    yield events.Halted(Halt.UNCONFIRMED, _awaited(table))


def hear(table: TableCore, now_ms: int, peer: str, hello: m.Hello) -> Facts:
    """From a peer whose copy is ours. What was signed for it before this process began, or what it has linked to that
    since, is in our log: so is all that lies before it. Who came with nothing can only tell us our own words.
    """
    forgotten = table.forgotten
    if Halt.UNCONFIRMED not in table.view.halts or not (peer in forgotten.outside or peer in forgotten.dark):
        return
    if table.peers.peer(peer).doubted:
        return  # people have found that it does not tell the truth: they go on without it
    proof = hello.signed
    if proof is None or table.verify is None or not table.verify(proof):
        forgotten.blank.add(peer)
    if proof is None or peer in forgotten.blank:
        return
    yield events.StartConfirmed(peer, proof.seq)
    if peer in forgotten.dark:
        forgotten.dark.remove(peer)
    if forgotten.dark:
        yield events.Halted(Halt.UNCONFIRMED, _awaited(table))
    else:
        yield from lift(table, now_ms)


def lift(table: TableCore, now_ms: int) -> Facts:
    """Confirmed, or people go on without. What a strict house answers to an interruption by itself has waited for it:
    it returns stakes.
    """
    yield from table.clear(now_ms, Halt.UNCONFIRMED)
    if table.setup.strict and Halt.INTERRUPTED in table.view.halts:
        yield from answer_interruption(table, now_ms, affects=True)


def _awaited(table: TableCore) -> str:
    """Names alone, which are the same in every language; "": nobody is left who could confirm the journal."""
    outside, dark = table.forgotten.outside, table.forgotten.dark
    more = f" +{len(dark) - NAMED}" if len(dark) > NAMED else ""
    return f"{' / '.join(outside) or ', '.join(dark[:NAMED])}{more}"
