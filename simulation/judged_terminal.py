"""A production terminal session with its own journal in memory, and its second opinion beside it after each batch.

Whatever is handed in is one batch of the real loop; then all that the session says of itself is compared: what it has
asked for, what it shows, what it holds, why it disputes, when it wants to be woken. A process may end before or after
its commit; another one is begun from the journal, or from a checkpoint, and must stand where the first one stood.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any, Final

import msgspec

from games.money import InvariantBroken
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import Entry, digest_of, first_link, link
from protocol.codec import decode_news, decode_request, encode, encode_body
from protocol.fields import NewsWord
from protocol.journal import JournalError
from protocol.loop import Reply, run_batch
from protocol.signing import Verify
from simulation.oracle_shuffle import nonce_digest
from simulation.real_disk import Unheard
from simulation.second_known import money_of
from simulation.second_speech import Speaking
from simulation.shells import CLAIMS
from simulation.told_console import ToldConsole
from simulation.told_devices import ToldDevices
from simulation.told_shelf import Line, OwnShelf, Shelf
from simulation.told_sitting import ToldSitting
from simulation.world import Violation
from terminal import answers, checkpoint, layouts, records
from terminal import intents as t
from terminal.fairness import show_shuffle
from terminal.layouts import BetIntent
from terminal.participant import show_participant
from terminal.records import decode_record, own_pen
from terminal.runtime import Runtime, bring_up
from terminal.screen import TerminalView, show
from terminal.session import Session

ABOUT_THE_LOG: Final = (m.Hello, m.Sync, m.Beat)
WALL: Final = "2026-11-16T20:45:00.000Z"
CHECKPOINT_EVERY: Final = 25
MIXES: Final = (m.CommitNonce, m.OpenNonce)


class PowerCut(Exception):
    """Around a commit."""


class Opinion(Speaking):
    """Disputes have the id that follows from the entry which they are about: the same after any restart."""

    def opens_dispute(self, number: int, lines: tuple[tuple[str, int, int], ...]) -> None:
        key = sha256(f"dispute {self.me} {self.table} {number} {self.seq}".encode()).digest()[:16]
        self.asked[key] = m.Dispute(self.boot, self.run, key, number, lines)


class JudgedTerminal:
    shell: Runtime | None = None

    def __init__(self, name: str, console: ToldConsole, rng: Random) -> None:
        self.name, self.console, self.rng = PlayerId(name), console, rng
        self.verify: Verify = console.seals.verify
        self.now_ms = 1_000
        self.outgoing: list[m.Request] = []
        self.power = ""  # "before" or "after": it goes around the next commit
        self.lied = False  # the console has said what its log does not say
        self.in_shell = rng.random() < 0.4
        self.picture: TerminalView | None = None
        self.devices: ToldDevices | None = None
        self.nonces: dict[bytes, int] = {}  # that were opened, and in which Round
        self._blank()

    def _blank(self) -> None:
        self.lied = False
        self.sitting = ToldSitting(self.rng)
        self.journal: list[Entry] = []
        self.checkpoint: tuple[int, bytes] | None = None
        self.session = Session(self.name, self.console.table, verify=self.verify)
        self.pen = own_pen(0, first_link(self.name))
        self.opinion = Opinion(self.name, self.console.table)
        self._turns_by_itself()

    # --- what the loop asks for ---------------------------------------------------------------------------------------

    def commit(self, entries: Sequence[Entry]) -> None:
        if self.power == "before":
            raise PowerCut
        self.journal += entries
        if self.power == "after":
            raise PowerCut

    def publish(self, entries: Sequence[Entry]) -> None:
        """Its journal is nobody else's."""

    def send(self, reply: Reply) -> None:
        self.outgoing.append(decode_request(encode(reply.message)))

    # --- a batch ------------------------------------------------------------------------------------------------------

    def does(self, *given: Any) -> list[m.Request]:
        """One message at most, and before all wishes, as the shell has it. What left."""
        inputs = [_as_it_comes(it) for it in given]
        before, seq = len(self.journal), self.session.state.seq
        known = (deepcopy(self.opinion), encode_body(self.session.state)) if self.power == "before" else None
        self.outgoing = []
        try:
            self._runs(inputs)
        except PowerCut:
            if known is not None:  # nothing of it has happened
                self.opinion, stood = known
                self._taken_up_as(stood)
                return []
        except InvariantBroken as broken:
            raise Violation("core", f"{given}: {broken}") from broken
        self._follow(inputs, [decode_record(entry.body) for entry in self.journal[before:]], seq)
        requests, revisions = self.opinion.leaves(self.now_ms)
        sent = [it for it in map(decode_record, _bodies(self.journal[before:])) if isinstance(it, records.LayoutSent)]
        told = [(it.window, it.revision, it.bets, it.choice) for it in sent]
        mine = [(window, revision, dict(answer.bets), answer.choice) for window, revision, answer in revisions]
        self._expect("R", told == mine, f"it writes down {told}, and it should be {mine}, by {given}")
        if self.power:
            self._ends_and_begins()
            return []
        self._judge_sent(requests, given)
        self.sitting.see(self.now_ms, seated=self.session.sits)
        self.compare(given)
        return self.outgoing

    def _runs(self, inputs: Sequence[Any]) -> None:
        if self.shell is None:
            run_batch(self.session, self.pen, self, self, self.now_ms, WALL, inputs)
            return
        line: Any = self.shell.peer
        for given in inputs:
            if _is_news(given):
                line.waiting.append(given)
            else:
                line.rung = False
                self.shell.submit(given)
                self._expect("liveness", line.rung, f"nobody is woken for {given}")
        self._wishes_only = all(isinstance(it, BetIntent) for it in inputs)
        self.shell.turn()
        self._expect("R", self.picture == show(self.session), "what it shows is not what is")

    def rests(self) -> list[m.Request]:
        """Nothing comes in: the shell keeps a checkpoint, if there is much since the last one."""
        before = len(self.journal)
        sent = self.does()
        kept = 0 if self.checkpoint is None else self.checkpoint[0]
        idle = self.shell is not None and len(self.journal) == before and not self.session.state.view.in_round
        much = len(self.journal) - kept >= CHECKPOINT_EVERY
        self._expect("R", not (idle and much), f"{len(self.journal) - kept} records, and it keeps no checkpoint")
        return sent

    def _sees(self, picture: TerminalView) -> None:
        """M14: what is seen before a commit claims nothing of it; a tap on the felt alone is seen before."""
        shell = self.shell
        if shell is not None and shell.pen.seq > shell.journal.seq and self.picture is not None:
            self._expect("M14", self._wishes_only, "news or money are shown before they are committed")
            for name in CLAIMS:
                new, old = getattr(picture, name), getattr(self.picture, name)
                self._expect("M14", new == old, f"it shows {name} {new}, which is not committed: it was {old}")
        self.picture = picture

    def _turns_by_itself(self) -> None:
        """The shell over this session, as in a process of its own."""
        self.picture = None
        self.sitting.begins()
        self.devices = ToldDevices(self.rng) if self.in_shell else None
        if self.in_shell:
            journal: Any = OwnShelf(self)
            clock = (lambda: self.now_ms, lambda: WALL)
            self.shell = Runtime.over(
                *(journal, self.session, Line(self), self._sees, Unheard()),
                clock=clock,
                checkpoint_every=CHECKPOINT_EVERY,
            )

    def _expect(self, name: str, holds: bool, otherwise: str) -> None:
        if not holds:
            raise Violation(name, f"{self.name}: {otherwise}")

    def _follow(self, inputs: Iterable[Any], written: Sequence[Any], seq: int) -> None:
        copies = [it for it in written if isinstance(it, records.Copied | records.Restored | records.Stopped)]
        for given in inputs:
            if _is_news(given):
                self.opinion.hears(self.now_ms, given)
                for record in copies:
                    seq = self._takes(record, seq)
                copies = []
            else:
                self.opinion.wants(self.now_ms, given)

    def _takes(self, record: Any, seq: int) -> int:
        """M8: nothing but the console's log, entry by entry; and it gives up only a console that has lied."""
        console = self.console
        if isinstance(record, records.Stopped):
            self._expect("M8", self.lied, f"it stops, and nobody has lied: {record.why}")
            self.opinion.stops()
            return seq
        if isinstance(record, records.Restored):
            self._expect("M8", seq == 0, f"it takes a picture at {seq}")
            self.opinion.restores(record.seq, record.chain, record.picture)
            return record.seq
        self._expect("M8", record.first_seq == seq + 1, f"{record.first_seq} is copied after {seq}")
        for entry in record.entries:
            seq += 1
            known = seq <= console.seq and console.entries[seq - 1].digest == entry.digest
            self._expect("M8", known, f"entry {seq} is copied, and is not the console's")
            self.opinion.copies(seq, entry, console.link(seq))
        return seq

    def _judge_sent(self, requests: list[m.Request], given: Sequence[Any]) -> None:
        opinion = self.opinion
        out: list[m.Request] = []
        for request in self.outgoing:
            if isinstance(request, ABOUT_THE_LOG):
                self._judge_about_the_log(request)
            elif isinstance(request, MIXES):
                out.append(type(request)(request.boot, request.run, request.round_no, bytes(32)))
                self._judge_nonce(request)
            else:
                out.append(request)
        told, mine = sorted(map(_written, out)), sorted(map(_written, requests))
        self._expect("R", told == mine, f"it sends {told}, and it should send {mine}, by {given}")
        names = {(it.boot, it.run) for it in self.outgoing}
        self._expect("R", names <= {(opinion.boot, opinion.run)}, f"it speaks as {names}")

    def _judge_about_the_log(self, request: Any) -> None:
        opinion, console = self.opinion, self.console
        if isinstance(request, m.Hello):
            self._expect("R", not opinion.shut_out, "it is shut out, and says Hello")
            known = (request.last_seq, request.last_chain)
            self._expect("M8", known == (opinion.seq, console.link(opinion.seq)), f"its Hello has {known}")
            if (head := request.signed) is not None:
                good = head.seq <= opinion.seq and console.link(head.seq) == head.chain and self.verify(head)
                self._expect("M8", good, f"its Hello shows {head}")
        else:
            self._expect("R", opinion.welcomed is not None, f"it says {request}, and is not welcome")
        if isinstance(request, m.Beat):
            known = (request.applied_seq, request.chain)
            self._expect("M8", known == (opinion.seq, console.link(opinion.seq)), f"its beat has {known}")

    def _judge_nonce(self, request: Any) -> None:
        """Another one for each Round and each process; opened as it was bound, and not before."""
        opinion, number = self.opinion, request.round_no
        if isinstance(request, m.CommitNonce):
            said = opinion.said_nonces.setdefault(number, request.digest)
            self._expect("U", said == request.digest, f"two nonces for round {number}")
            return
        bound = nonce_digest(self.console.table, number, self.name, request.nonce)
        self._expect("U", bound == opinion.said_nonces.get(number), f"the nonce of round {number} is not what it said")
        self._expect("U", self.nonces.setdefault(request.nonce, number) == number, "a nonce for two Rounds")
        self._expect("U", len(request.nonce) >= 32, f"a nonce of {len(request.nonce)} bytes")

    # --- all that it says of itself -----------------------------------------------------------------------------------

    def compare(self, given: Sequence[Any] = ()) -> None:
        state, forgotten, it = self.session.state, self.session.forgotten, self.opinion
        rounds, session = state.own_rounds, self.session
        sent = {key: (sent.revision, dict(sent.bets), sent.choice) for key, sent in state.outbox.layouts.items()}
        pairs: dict[str, tuple[Any, Any]] = {
            "credit and stake": ((session.credit, session.stake), (it.credit, it.stake)),
            "what can be spent": (session.spendable, it.spendable),
            "who sits here": ((rounds.sitting, rounds.told, session.sits), (it.sits_for, it.told, it.sits)),
            "a dispute": ((session.disputed, rounds.half_known), (it.disputed, it.half_known)),
            "latched": ((state.latched, state.calls, state.locked), (it.latched, it.calls, it.locked)),
            "stopped": (bool(state.stopped), bool(it.stopped)),
            "its start": ((state.boot, state.run), (it.boot, it.run)),
            "the log": ((state.seq, state.chain), (it.seq, self.console.link(it.seq))),
            "registered": (
                (_plain(state.layouts.registered), state.layouts.names, state.layouts.receipts),
                (_plain(it.registered), it.names, it.receipts),
            ),
            "the last Bets": (dict(state.layouts.last_bets), dict(it.last_bets)),
            "on its way": (sent, {key: (one, dict(two.bets), two.choice) for key, (one, two) in it.sent.items()}),
            "revisions": (state.outbox.revisions, it.revisions),
            "asked": (state.outbox.asked, it.asked),
            "notes": ((state.outbox.notes, state.outbox.unpaid), (it.notes, it.unpaid)),
            "tickets": (
                (state.tickets, state.numbers, state.prints, state.good_until, state.away),
                (it.tickets, it.numbers, it.prints, it.until, it.away),
            ),
            "own cards": (state.own_cards, it.own_cards),
            "who is here": (state.here, it.here),
            "its Rounds": (
                [(a.round_no, a.sitting, money_of(a.paid.values()), a.whole, a.unseen) for a in rounds.rounds.values()],
                [(a.number, a.sitting, money_of(a.paid.values()), a.whole, a.unseen) for a in it.rounds.values()],
            ),
            "what is looked up": ([_looked(one) for one in rounds.history], [tuple(one) for one in it.history]),
            "given back": (
                (rounds.returned_round, money_of(rounds.returned)) if rounds.returned_round else (0, ()),
                it.given_back,
            ),
            "the sum": ((rounds.counted, rounds.result, rounds.played), it.sum_of),
            "a correction": (
                None if rounds.correction is None else msgspec.structs.astuple(rounds.correction),
                it.correction,
            ),
            "the shuffle": ((bool(rounds.unfair), rounds.foreign), (it.is_unfair, it.foreign_nonce)),
            "wanted": (_plain(forgotten.wanted), _plain(it.wanted)),
            "undo": (_undo(forgotten.undo), _undo(it.undo)),
            "returned": (dict(forgotten.returned), it.back),
            "the boxes": (forgotten.boxes, it.boxes),
            "passed": (forgotten.passed, it.passed),
            "cards that he turns": (
                None if forgotten.turns is None else forgotten.turns[0],
                None if it.turns is None else it.turns[0],
            ),
            "a seat": (None if forgotten.seat is None else forgotten.seat[0], None if it.seat is None else it.seat[0]),
            "a call": (None if forgotten.call is None else forgotten.call[0], None if it.call is None else it.call[:2]),
            "a PIN": (
                (forgotten.unlocked and forgotten.unlocked_by, forgotten.trying is None, forgotten.tried),
                (it.unlocked and it.unlocked_by, it.trying is None, it.tried),
            ),
            "open": (session.is_open, it.is_open),
            "coin": ((forgotten.coin_wish, forgotten.exclusion), (it.coin_wish, it.exclusion)),
            "saved": (dict(layouts.saved_bets(session)), it.saved[1] if it.saved[0] == it.sits_for else {}),
            "squeezes": (layouts.squeezes(session), it.squeeze_of != 0 and it.squeeze_of == it.sits_for),
            "booking": (state.outbox.booking_amount(), it.booking),
            "notes of an hour": (forgotten.notes.amount(self.now_ms), it.of_an_hour(self.now_ms)),
            "refused": (list(forgotten.refused), it.refused),
            "noes": (forgotten.notices, it.noes),
            "joined": ((session.join.joined, bool(session.join.denied)), (it.joined, bool(it.shut_out))),
            "how it stands": (session.link, it.link(self.now_ms)),
            "for participants": (_participant(session), it.participant()),
            "of the shuffle": (_shuffle(session), it.shuffle()),
            "put away": (forgotten.put_away, it.put_away),
        }
        for name, (told, mine) in pairs.items():
            self._expect("R", told == mine, f"{name}: {told}, and it should be {mine}, after {given}")
        notice = None if forgotten.notice is None else forgotten.notice.reason
        good = notice is None if it.notice is None else notice in it.notice
        self._expect("R", good, f"it says {notice}, and true would be {it.notice}, after {given}")
        asks = [(ask.opened.id, ask.question, ask.key, ask.registered) for ask in answers.asked(session)]
        should = [(opened.id, question, *it.stands_on(opened, question)) for opened, question in it.questions()]
        self._expect("R", asks == should, f"it asks {asks}, and it should be {should}, after {given}")
        for opened in it.mine():
            told, mine = layouts.layout_in(session, opened.id), it.shown(opened.id)
            self._expect("R", (told.bets, told.choice) == (mine.bets, mine.choice), f"it shows {told}, not {mine}")
            short = set(layouts.find_short(session, opened.id, told.bets))
            built = it.being_built(opened.id, mine.bets)
            low = layouts.find_low(session, opened.id)
            self._expect("R", low == it.low(opened.id), f"{low} are low, and it should be {it.low(opened.id)}")
            self._expect("R", short == built, f"{short} are being built, and it should be {built}")
        self._wakes()

    def _wakes(self) -> None:
        """In time for whatever is due next."""
        it, wake_ms = self.opinion, self.session.wake_ms(self.now_ms)
        due = [it.heard_ms + 1_500] if it.heard_ms is not None and self.now_ms < it.heard_ms + 1_500 else []
        if it.joined and not it.shut_out:
            due += [kept[-1].at_ms for kept in (it.call, it.seat, it.turns, it.mixing, it.trying, it.saying) if kept]
            bets = (it.is_open or it.stake > 0) and not it.unbound()
            due += [again.at_ms for key, again in it.timers.items() if key in it.asked or (bets and key in it.sent)]
        late = due and (wake_ms is None or wake_ms > max(self.now_ms, min(due)))
        self._expect("liveness", not late, f"it sleeps until {wake_ms}, and {due} are due")
        self._expect("liveness", wake_ms is None or wake_ms > self.now_ms, f"it does not sleep: {wake_ms}")

    # --- a process ends, another one begins ---------------------------------------------------------------------------

    def begins(self) -> list[m.Request]:
        return self.does(t.Started(self.rng.randbytes(8), self.rng.randbytes(32)))

    def _ends_and_begins(self) -> None:
        self._taken_up_as(encode_body(self.session.state))

    def dies(self) -> None:
        """Between two batches."""
        self._taken_up_as(encode_body(self.session.state))

    def keeps_checkpoint(self) -> None:
        state = checkpoint.save(self.session.state)
        if state is not None:
            before = len(self.journal)
            self.does(t.CheckpointMade(sha256(state).digest()))
            self._expect("R", len(self.journal) == before + 1, "it keeps no checkpoint between two Rounds")
            self.checkpoint = (len(self.journal), state)
        else:
            before = len(self.journal)
            self.does(t.CheckpointMade(bytes(32)))
            self._expect("R", len(self.journal) == before, "it keeps a checkpoint in a Round")

    def _taken_up_as(self, stood: bytes) -> None:
        """M4, rule 5: from its journal alone, and from its checkpoint, it stands where it stood."""
        self.power = ""
        pasts = [None] if self.checkpoint is None else [None, self.checkpoint]
        told = [self._brought_up(kept) for kept in pasts]
        for session in told:
            self._expect("M4", encode_body(session.state) == stood, "after a restart it stands elsewhere")
        chosen = self.rng.randrange(len(told))
        self.session, kept = told[chosen], pasts[chosen]
        self.pen = own_pen(len(self.journal), self.journal[-1].chain if self.journal else first_link(self.name))
        self.opinion.forgets()
        self.opinion.reads_again(0 if kept is None else checkpoint.restore(kept[1]).seq)
        self._turns_by_itself()
        self.begins()

    def _brought_up(self, kept: tuple[int, bytes] | None) -> Session:
        shelf: Any = Shelf(self.journal, kept)
        longest = 0 if kept is not None else None
        return bring_up(shelf, self.name, self.console.table, self.verify, Unheard(), longest=longest)

    def is_wiped(self) -> None:
        """Another disk, and nothing on it."""
        self._blank()
        self.begins()

    def has_another_checkpoint(self) -> None:
        """Its digest is in no record of its journal: it is read from the first record."""
        if self.checkpoint is None:
            return
        seq, kept = self.checkpoint
        state = checkpoint.restore(kept)
        state.tickets = {**state.tickets, "forged": 10**6}
        told = self._brought_up((seq, encode_body(state)))
        same = encode_body(told.state) == encode_body(self.session.state)
        self._expect("M4", same, "it stands on a checkpoint that nobody has kept")

    # --- a disk that somebody has written on --------------------------------------------------------------------------

    def is_forged(self) -> None:
        """M8: an entry of its copy says something else, or is gone; the links may be made anew, up to a head with the
        console's signature. It does not come up on it.
        """
        copies = [place for place, it in enumerate(self.journal) if b"Copied" in it.body[:16]]
        signed = self.session.state.signed
        if not copies or signed is None:
            return
        place = self.rng.choice(copies)
        record: Any = decode_record(self.journal[place].body)
        at = self.rng.randrange(len(record.entries))
        if record.first_seq + at > signed.seq:
            return
        forged = self._forged(record, at)
        bodies = [entry.body for entry in self.journal]
        bodies[place] = encode_body(forged)
        if self.rng.random() < 0.2 and place != copies[-1]:
            del bodies[place]
        elif self.rng.random() < 0.5:
            bodies = self._linked_anew(bodies)
        if not self._comes_up_on(bodies):
            return
        raise Violation(
            "M8", f"{self.name} comes up with another entry {record.first_seq + at}, {signed.seq} is signed"
        )

    def _forged(self, record: Any, at: int) -> Any:
        entries = list(record.entries)
        entry = entries[at]
        if entry.body is not None:
            wall = "another time"
            digest = entry.digest
            if self.rng.random() < 0.6:
                digest = digest_of(record.first_seq + at, wall, entry.audience, entry.salt, entry.body)
            entries[at] = m.SentEntry(digest, entry.audience, wall, entry.salt, entry.body)
        else:
            entries[at] = m.SentEntry(self.rng.randbytes(32), entry.audience)
        return msgspec.structs.replace(record, entries=tuple(entries))

    def _linked_anew(self, bodies: list[bytes]) -> list[bytes]:
        """By somebody who knows how the chain is made, and has no key."""
        chain: bytes | None = None
        for place, body in enumerate(bodies):
            record: Any = decode_record(body)
            if isinstance(record, records.Restored):
                chain = record.chain
            elif isinstance(record, records.Copied):
                chain = first_link(self.console.table) if chain is None else chain
                for entry in record.entries:
                    chain = link(chain, entry.digest)
                bodies[place] = encode_body(msgspec.structs.replace(record, chain=chain))
        return bodies

    def _comes_up_on(self, bodies: Sequence[bytes]) -> bool:
        pen = own_pen(0, first_link(self.name))
        entries = [pen.write(decode_record(body), WALL) for body in bodies]
        shelf: Any = Shelf(entries, None)
        try:
            bring_up(shelf, self.name, self.console.table, self.verify, Unheard())
        except JournalError:
            return False
        return True


def _bodies(entries: Iterable[Entry]) -> list[bytes]:
    return [entry.body for entry in entries]


def _is_news(given: Any) -> bool:
    return isinstance(given, NewsWord)


def _as_it_comes(given: Any) -> Any:
    """Off the wire, or from a finger."""
    return decode_news(encode(given)) if _is_news(given) else given


def _participant(session: Session) -> Any:
    shown = show_participant(session)
    return None if shown is None else msgspec.structs.astuple(shown)


def _shuffle(session: Session) -> Any:
    shown = show_shuffle(session)
    return None if shown is None else (*msgspec.structs.astuple(shown)[:7], bool(shown.wrong))


def _written(request: m.Request) -> str:
    """Whatever order its Bets are in."""
    if isinstance(request, m.Answer):
        request = msgspec.structs.replace(request, bets=dict(sorted(request.bets.items())))
    return repr(request)


def _plain(answers: Any) -> dict[Any, Any]:
    return {key: (dict(answer.bets), answer.choice, answer.entered_by) for key, answer in answers.items()}


def _undo(changes: Iterable[Any]) -> list[Any]:
    return [(key, dict(answer.bets), answer.choice) for key, answer in changes]


def _looked(played: Any) -> tuple[Any, ...]:
    changed = tuple((str(it.hand), it.index, it.before, it.after) for it in played.changed)
    return (played.round_no, played.void, played.sitting, money_of(played.lines), played.corrected, changed)
