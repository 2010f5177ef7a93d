"""Which process speaks for each key, whose word on the log is believed, and when a start is confirmed.

DESIGN 4.2 and FAULTS A2 to A5, C8, C13: a process whose boot was passed is denied, a later one takes over only from a
silent one, two machines with one key are found out, and whoever has our signature on another log stops the table.
"""

from hashlib import sha256
from typing import Any, Final

from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation.reference.money import latch
from simulation.reference.rounds import answer_interruption
from simulation.reference.signing import leave
from simulation.reference.state import Peer, Play, ProcessId
from simulation.reference.tape import Objection

FIRST_BOOT_MAX: Final = 1_000_000
BOOTS_AT_ONCE: Final = 10_000
CONFIRM: Final = ("witness", "archive")
NAMED: Final = 5
LINE_MS: Final = 2_500  # of silence, before another connection may be a panel's


# --- two machines with one key ---------------------------------------------------------------------------------------


def hear(play: Play, name: str, said: m.Request, line: bytes = b"") -> tuple[bool, bool]:
    """Is it listened to at all, and has it shown that two machines have this key?"""
    peer, watch, process = play.peers[name], play.process, (said.boot, said.run)
    takeover_ms = play.terms.takeover_ms
    here = not (peer.greeted and is_elsewhere(play, name, line))
    if here and peer.boot and process == (peer.boot, peer.run):  # of a new machine none has joined: boot 0 is nobody's
        watch.heard_ms[name] = play.now_ms
        if name not in watch.waiting or play.now_ms - watch.waiting[name][1] < 2 * takeover_ms:
            return True, False
        watch.twice[name] = watch.waiting.pop(name)[0]
        return True, True
    passed, since_ms = watch.passed.get(name, (None, 0))
    if passed != process:
        return True, False
    if play.now_ms - since_ms >= takeover_ms:
        return True, True
    return isinstance(said, m.BuyCredit), False  # it may be dead, and only its messages late


def expose(play: Play, name: str) -> None:
    play.alarm(name, "two machines have this key")
    if play.in_service(name) and not play.peers[name].latched:
        latch(play, name, "two machines have this key")


def is_elsewhere(play: Play, name: str, line: bytes) -> bool:
    """A panel gives orders on the connection that it has joined on."""
    return play.process.lines.get(name, line) != line


def denial(play: Play, name: str, said: m.Request, line: bytes = b"") -> str:
    """Why it is not decided; "": it is from the joined process. A note in the box is heard whoever says so."""
    peer = play.peers[name]
    if peer.retired:
        return m.Denial.RETIRED
    if isinstance(said, m.BuyCredit):
        return ""
    if not peer.greeted:
        return m.Denial.SAY_HELLO
    if (said.boot, said.run) != (peer.boot, peer.run):
        return m.Denial.REPLACED
    if is_elsewhere(play, name, line):
        _knocks(play, name, (said.boot, said.run), line)
        return m.Denial.SAY_HELLO
    return ""


def _knocks(play: Play, name: str, process: ProcessId, line: bytes) -> str:
    """ "": the first connection is silent, and it goes on there."""
    return _may_take_over(play, name, (process[0], process[1] + line), max(play.terms.takeover_ms, LINE_MS))


# --- Hello -----------------------------------------------------------------------------------------------------------


def greet(play: Play, given: Any, hello: m.Hello) -> None:
    name, role = given.peer, given.role
    peer, watch, process = play.peers[name], play.process, (hello.boot, hello.run)
    if not hello.boot:
        play.tell(name, "Denied", (0, hello.run, _would_say(play, name, role, hello)))
        return
    proof = next((head for head in (hello.signed, hello.heard) if head and _is_other_history(play, head)), None)
    if proof is not None:
        deny_history(play, name, process, proof)
        return
    if (hello.name, hello.role) != (name, role):
        play.alarm(name, "not its own name")
        play.tell(name, "Denied", (*process, m.Denial.IDENTITY))
        return
    standing = _standing(peer, hello)
    moves = standing == "again" and is_elsewhere(play, name, given.line)
    if moves:
        standing = _knocks(play, name, process, given.line) or standing
    elif standing == "take over":
        standing = _may_take_over(play, name, process, play.terms.takeover_ms) or standing
    if standing == m.Denial.WIPED and not peer.wiped and _may_be_late(play, name):
        play.alarm(name, f"denied: {m.Denial(standing).name.lower()}")
        standing = m.Denial.WAIT
    if standing not in ("join", "take over", "again", m.Denial.WAIT):
        play.alarm(name, f"denied: {m.Denial(standing).name.lower()}")
        if standing == m.Denial.WIPED and play.in_service(name) and not peer.latched:
            latch(play, name, "its records were lost", wiped=True)
        play.tell(name, "Denied", (*process, standing))
    elif play.chain_at(hello.last_seq) != hello.last_chain:
        deny_history(play, name, process, None)
    elif standing == m.Denial.WAIT:
        play.tell(name, "Denied", (*process, standing))
    else:
        play.tell(name, "Welcome", (*process, play.tape.seq))
        if role == "panel":
            if is_elsewhere(play, name, given.line):
                watch.waiting.pop(name, None)
            watch.lines[name], watch.heard_ms[name] = given.line, play.now_ms
        if standing != "again":
            watch.heard_ms[name] = play.now_ms
            watch.waiting.pop(name, None)
            watch.passed.pop(name, None)
            if standing == "take over":
                watch.passed[name] = ((peer.boot, peer.run), play.now_ms)
            _join(play, name, process, role, given.key, hello)
        elif moves and name in watch.twice:
            leave(play, name, "panel")  # of two that know its run nobody can say which is the one
        _confirm(play, name, hello)


def _is_other_history(play: Play, head: m.SignedHead) -> bool:
    """Our own signature, on a head that is not in our log."""
    return play.chain_at(head.seq) != head.chain and play.verify(head)


def _would_say(play: Play, name: str, role: str, hello: m.Hello) -> m.Denial:
    """Boot 0 only asks."""
    if (hello.name, hello.role) != (name, role):
        return m.Denial.IDENTITY
    if play.chain_at(hello.last_seq) != hello.last_chain:
        return m.Denial.HISTORY
    if 1 not in hello.versions:
        return m.Denial.VERSION
    return m.Denial.RETIRED if play.peers[name].retired else m.Denial.ASKED


def _standing(peer: Peer, hello: m.Hello) -> str:
    """By its boot. Another key than before is another machine: its boots begin anew."""
    if peer.retired:
        return m.Denial.RETIRED
    if 1 not in hello.versions:
        return m.Denial.VERSION
    if (hello.boot, hello.run) == (peer.boot, peer.run):
        return "again" if peer.greeted else "join"
    if not hello.last_seq and peer.wiped:
        return m.Denial.WIPED  # no start counts for a machine that has lost its file
    if hello.boot <= peer.boot:
        return m.Denial.REPLACED if hello.last_seq else m.Denial.WIPED  # a count that went back, and no copy
    if hello.boot > (peer.boot + BOOTS_AT_ONCE if peer.boot else FIRST_BOOT_MAX):
        return m.Denial.BOOT
    return "take over" if peer.boot else "join"


def _may_take_over(play: Play, name: str, process: ProcessId, silent_ms: int) -> str:
    """ "": the joined process has been silent for long enough."""
    watch = play.process
    if watch.twice.get(name) == process:
        return m.Denial.TWICE
    heard_ms = max(watch.listening_ms, watch.heard_ms.get(name, 0))
    if play.now_ms - heard_ms >= silent_ms:
        return ""
    since_ms = watch.waiting[name][1] if name in watch.waiting else play.now_ms
    watch.waiting[name] = (process, since_ms)
    return m.Denial.WAIT


def _may_be_late(play: Play, name: str) -> bool:
    """It may have died before the joined process began, which lives: until such words have come, without a pause, for
    longer than lines last.
    """
    watch, takeover_ms = play.process, play.terms.takeover_ms
    row = watch.behind.setdefault(name, [])
    if row and play.now_ms - row[-1] >= 2 * takeover_ms:
        row.clear()
    row.append(play.now_ms)
    heard_ms = max(watch.listening_ms, watch.heard_ms.get(name, 0))
    return play.now_ms < min(heard_ms + takeover_ms, row[0] + 2 * takeover_ms)


def _join(play: Play, name: str, process: ProcessId, role: str, key: str, hello: m.Hello) -> None:
    """While nobody has confirmed the start, it is on record who came with nothing from before it."""
    asked = Halt.UNCONFIRMED in play.halts and role in ("terminal", *CONFIRM)
    blank = asked and _shown_from_before(play, hello) is None
    on_record = sha256(b"etg run 1" + process[1]).digest()[:8]  # nobody shall be able to speak as it
    told: dict[str, Any] = {"terminal": name, "boot": process[0], "run": on_record, "role": role, "key": key}
    play.tape.take(e.TerminalJoined, **told, blank=blank)
    peer = play.peers[name]
    peer.blank = peer.blank or blank
    peer.boot, peer.run, peer.role, peer.key = *process, role, key
    peer.greeted = True
    if name in play.sessions and play.sessions[name][1] != process:
        leave(play, name, "panel")  # it may be in other hands


def deny_history(play: Play, name: str, process: ProcessId, proof: m.SignedHead | None) -> None:
    """Our own signature on a head that we have not: nothing is played. One peer's word alone stops no table. Over a
    halt that there is already, each new proof is told.
    """
    if proof is None or play.peers[name].doubted:
        play.alarm(name, f"claims another history, {proof is not None}")
    elif Halt.HISTORY not in play.halts:
        play.halt(Halt.HISTORY)
    elif (name, proof.seq, proof.chain) not in play.process.proofs:
        play.alarm(name, "claims another history, True")
    if proof is not None and not play.peers[name].doubted:
        play.process.proofs.add((name, proof.seq, proof.chain))
    play.tell(name, "Denied", (*process, m.Denial.HISTORY))


# --- a start must be confirmed ---------------------------------------------------------------------------------------


def begin(play: Play, unknown: tuple[str, ...]) -> None:
    """By who is enrolled as a witness or an archive, whatever the journal knows of it; where nobody is, by all
    terminals that were here. After the word of one of them terminals and panels are still to be heard.
    """
    process, peers = play.process, play.peers
    known = [name for name, (role, _) in sorted(play.keys.items()) if role in CONFIRM]
    outside = (*known, *(name for name in unknown if name not in known))
    process.began = play.durable
    if not outside and all(peer.role not in ("terminal", *CONFIRM) for peer in peers.values()):
        return  # nobody who keeps anything was ever told of it
    roles = ("terminal", "panel") if outside else ("terminal",)
    process.dark = {it: peers[it].key for it in sorted(peers) if peers[it].role in roles and not peers[it].retired}
    process.outside, process.awaited = outside, list(outside or process.dark)
    _wait(play)


def _wait(play: Play) -> None:
    halted = play.tape.take(e.Halted, reason=Halt.UNCONFIRMED)
    play.halts.add(Halt.UNCONFIRMED)
    process = play.process
    named = process.awaited if process.outside and play.boots > 1 else process.awaited[:NAMED]
    if any(name not in halted.detail for name in named):
        raise Objection(f"{named} are waited for: {halted}")


def _shown_from_before(play: Play, hello: m.Hello) -> m.SignedHead | None:
    """Our own signature, from before this process began: what was signed since are only our own words."""
    head = hello.signed
    return head if head is not None and head.seq <= play.process.began and play.verify(head) else None


def _confirm(play: Play, name: str, hello: m.Hello) -> None:
    process, peer = play.process, play.peers[name]
    if peer.role == "panel":  # one that is on is enough: it keeps nothing, but would have said so
        process.dark = {it: key for it, key in process.dark.items() if play.peers[it].role != "panel"}
    if name in process.dark and process.dark[name] != peer.key:
        del process.dark[name]  # another machine
    if peer.doubted or name not in (*process.awaited, *process.dark):
        return
    head = None if peer.blank else _shown_from_before(play, hello)
    new = name in process.outside and peer.blank and play.boots == 1
    if head is None and not new:
        return
    play.tape.take(e.StartConfirmed, by=name, seq=0 if head is None else head.seq)
    process.dark.pop(name, None)
    if name not in process.awaited:
        return
    process.awaited.remove(name)
    if name in process.outside and head is not None:
        process.awaited = []  # one that was there before is enough; that nothing was, all must say
    if process.awaited:
        _wait(play)
    else:
        lift(play)


def go_on_without(play: Play) -> None:
    """Two people take it upon themselves."""
    play.process.awaited, play.process.dark = [], {}
    lift(play)


def lift(play: Play) -> None:
    play.clear(Halt.UNCONFIRMED)
    if play.placard.strict and Halt.INTERRUPTED in play.halts:
        answer_interruption(play, affects=True)
