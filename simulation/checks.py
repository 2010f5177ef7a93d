"""What must always hold (M1 to M14), worked out from the log and from the physical truth, not with the code under test.

Settlement is judged by the oracle, which was written from the rule text and shares no code with games/; money and cards
are counted a second time, each in a file of its own. A violation names the invariant.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from console.table.cashier import NOTE_WHY
from console.table.table import Table
from games.cards import Card
from games.round import Answer, PlayerId, Voided
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import Entry, first_link
from protocol.codec import body_decoder, decode_event, encode_body
from protocol.fact import Fact
from protocol.picture import Picture
from simulation import oracle
from simulation.card_count import CardCount
from simulation.felt import Hands, OnFelt, differ, laid
from simulation.inputs import InputCheck
from simulation.money_count import MoneyCount
from simulation.nodes import ConsoleNode, TerminalNode
from simulation.reference.table import Examiner
from simulation.reference.tape import Objection
from simulation.seals import Seals
from simulation.world import Violation, World
from terminal.records import LayoutSent, decode_record

NO_ANSWER: Final = Answer()
_pictures: Final = body_decoder(Picture)
_TICKET_NUMBER: Final = re.compile(rb"[0-9]{18}")
PRIVATE: Final = frozenset(kind.__name__ for kind in e.PRIVATE)
FOR_STAFF: Final = frozenset(e.FOR_STAFF)
# The most frequent entries of those that are no concern of `_follow` and `_watch`, nor of what they hand on.
_NOT_FOLLOWED: Final = frozenset(
    {
        *(e.TerminalJoined, e.Ordered, e.OrderRefused, e.OrderProposed, e.OrderSigned, e.StartConfirmed),
        *(e.Halted, e.Resumed, e.Certified, e.SignOnTried),
    }
)
_NOT_WATCHED: Final = frozenset(
    {
        *(e.TerminalJoined, e.OrderRefused, e.OrderProposed, e.OrderSigned, e.StartConfirmed, e.SignOnTried),
        *(e.CardDealt, e.Settled),
    }
)
_REFUSED: Final = (e.MoneyRefused, e.TicketSought)
_FORGIVEN: Final = frozenset({e.RoundEnded, e.DayClosed, e.TerminalUnlatched, e.DisputeRuled, e.TicketsUnlocked})


class Checks:
    def __init__(self, world: World, table: str) -> None:
        self.world = world
        self.active = True
        self.entries: list[Entry] = []  # the history as it was committed: what nobody may contradict
        self.chains: list[bytes] = [first_link(table)]
        self.kinds: set[str] = set()  # of entries, and of Rulings
        self.rounds = 0
        self.settlements = 0
        self.numbers: set[str] = set()  # that stand on tickets
        self.refusals: dict[tuple[str, str], int] = {}  # by whom and what, in this Round
        self.answered: dict[tuple[m.WindowId, str, int], int] = {}  # with the entry
        self.closed: dict[m.WindowId, int] = {}
        self.open: set[m.WindowId] = set()
        self.layouts: dict[str, dict[m.WindowId, dict[str, int]]] = {}
        self.paid: dict[str, set[str]] = {}
        self.felt = OnFelt()
        self.interruption = "5.1.2"  # the paragraph of the game that is played
        self.past: dict[int, tuple[Hands, bool]] = {}
        self.lines: dict[tuple[int, str], tuple[Line, ...]] = {}
        self.void = False
        self.sure: Mapping[tuple[int, bytes], Sequence[Card]] = {}  # the cards that staff compared, by certificate
        self.halts: set[str] = set()
        self.blocked: set[str] = set()  # latched or in dispute
        self.copied: set[str] = set()  # whose key a second machine has, or had
        self.set_back: set[str] = set()  # whose disk was put back to what it was before
        self.out_of_play: set[str] = set()  # by an order that was just given
        self.count = CardCount()
        self.money = MoneyCount()
        self.foreign: set[str] = set()  # for which the table was halted
        self.liars: set[PlayerId] = set()
        self.salts: set[bytes] = set()
        self.inputs = InputCheck(world, self.open, self.halts, self.chains, Seals(table).verify)
        self.in_round = False
        self.must_ask = False
        self.must_void = False
        self.affects: bool | None = None  # what was answered to the interruption in this commit
        self._jump_ms = 0
        self.examiner: Examiner | None = None  # the second opinion of the whole table
        self.again: Table | None = None  # the entries folded a second time, as far as they were compared

    def batch(self, inputs: Sequence[Any]) -> None:
        """What the console is about to decide."""
        self.inputs.batch(inputs)

    def carried(self, to: str, data: bytes) -> None:
        """What the console sends to anybody, as bytes."""

    # --- the console's log -----------------------------------------------------------------------------------------

    def wrote(self, entries: Sequence[Entry]) -> list[e.Event]:
        """A commit of the console: everything about the log that can be seen from the log. Gives it in words."""
        if not self.active:
            return []
        if self.world.clock_jump_ms != self._jump_ms:
            self._jump_ms = self.world.clock_jump_ms
            self.world.faults["N10"] += 1
        written: list[e.Event] = []
        for entry in entries:
            if entry.seq != len(self.chains):
                raise Violation("M8", f"entry {entry.seq} was written where {len(self.chains)} is due")
            self.chains.append(entry.chain)
            self.entries.append(entry)
            self.world.recorder.seal(entry.chain)
            event = decode_event(entry.body)
            self.world.note("log", str(entry.seq), event)
            if type(event).__name__ in PRIVATE and entry.audience != event.terminal:  # type: ignore[union-attr]
                raise Violation("M13", f"entry {entry.seq} about {event.terminal} is for {entry.audience!r}")  # type: ignore[union-attr]
            self.kinds.add(type(event).__name__)
            self._guarded(entry, event)
            self._no_number(entry, event)
            self.felt.apply(entry.seq, event, bets_open=bool(self.open))
            self._follow(entry.seq, event)
            self._watch(entry.seq, event)
            self.inputs.wrote(entry.seq, event)
            self.count.apply(event)
            written.append(event)
        self._after_commit()
        self.examine(lambda examiner: examiner.judge(written, [entry.audience for entry in entries]))
        return written

    def examine(self, ask: Callable[[Examiner], None]) -> None:
        """What the reference model says to it."""
        if self.examiner is not None and self.active:
            try:
                ask(self.examiner)
            except Objection as objection:
                raise Violation("R", str(objection)) from None

    def _no_number(self, entry: Entry, event: Fact) -> None:
        """M13: the number of a ticket is in the one entry that its terminal alone may read."""
        if isinstance(event, e.TicketNumbered):
            if entry.audience != f"only/{event.terminal}" or event.number in self.numbers:
                raise Violation("M13", f"entry {entry.seq}: the number of {event.ticket} is for {entry.audience!r}")
            if not _TICKET_NUMBER.fullmatch(event.number.encode()):
                raise Violation("M13", f"entry {entry.seq}: {event.ticket} has no number of 18 digits")
            self.numbers.add(event.number)
        elif not isinstance(event, e.CardDealt) and self._has_number(entry.body):
            raise Violation("M13", f"entry {entry.seq} tells the number of a ticket")
        if isinstance(event, _REFUSED):
            key = (event.terminal if isinstance(event, e.MoneyRefused) else event.panel, type(event).__name__)
            self.refusals[key] = self.refusals.get(key, 0) + 1
            if self.refusals[key] > 20:
                raise Violation("M13", f"entry {entry.seq}: {key} was refused {self.refusals[key]} times in a Round")
        elif type(event) in _FORGIVEN:
            self.refusals.clear()

    def _has_number(self, body: bytes) -> bool:
        found = _TICKET_NUMBER.search(body)  # seldom: only then it is worth while to look for each
        return found is not None and any(number.encode() in body for number in self.numbers)

    def _guarded(self, entry: Entry, event: Fact) -> None:
        """M13: who may read it, and that nobody can guess what he may not read."""
        if type(event) in FOR_STAFF and entry.audience != "staff":
            raise Violation("M13", f"entry {entry.seq}, for staff, is for {entry.audience!r}")
        if entry.audience:
            if len(entry.salt) != 16 or entry.salt in self.salts:
                raise Violation("M13", f"entry {entry.seq} could be guessed: its salt is {entry.salt!r}")
            self.salts.add(entry.salt)

    # --- the table as people would watch it ------------------------------------------------------------------------

    def _watch(self, seq: int, event: Fact) -> None:
        """Cards against the shoe's sensor, and what may not happen while the table is halted or a terminal blocked."""
        if type(event) in _NOT_WATCHED:
            return
        match event:
            case e.Halted(reason=reason):
                self.halts.add(reason)
            case e.ConsoleStarted():
                self.must_ask = self.in_round
            case e.Interrupted():
                self.must_ask = False
                self.halts.add("interrupted")
            case e.Resumed(reason=reason):
                self.halts.discard(reason)
            case e.InterruptionAnswered(affects=affects):
                self.halts.discard("interrupted")
                self.affects = affects
                if affects and not self.felt.established:
                    self.must_void = True
            case e.LayoutRegistered(terminal=terminal) | e.LayoutRefused(terminal=terminal):
                if self.halts:
                    raise Violation("M7", f"entry {seq}: {terminal} is answered while {self.halts} halts the table")
                if isinstance(event, e.LayoutRegistered) and terminal in self.blocked:
                    raise Violation("M3", f"entry {seq}: {terminal} bets, and is out of play")
            case e.TicketIssued(terminal=terminal):
                if terminal in self.blocked:
                    raise Violation("M3", f"entry {seq}: {terminal} cashes out, and is out of play")
            case e.WindowClosed(by=by):
                if self.halts and by in ("countdown", "dealer"):
                    raise Violation("M7", f"entry {seq}: closed by {by} while {self.halts} halts the table")
            case e.Certified(round_no=round_no, cards_digest=digest):
                self._certified(seq, round_no, digest)
            case e.Ordered(order=m.Latch(terminal=terminal)):
                self.out_of_play.add(terminal)
            case e.TerminalLatched(terminal=terminal) | e.SettlementDisputed(terminal=terminal):
                self.blocked.add(terminal)
                ordered = isinstance(event, e.TerminalLatched) and terminal in self.out_of_play  # by staff, who may err
                self.out_of_play.discard(terminal)
                # A copied disk may have joined first, and then it is the other machine that comes without a record.
                twice = isinstance(event, e.TerminalLatched) and (event.why == Alarm.TWICE or event.wiped)
                overdrawn = isinstance(event, e.TerminalLatched) and event.why == Alarm.OVERDRAWN
                if twice and terminal in self.copied:
                    self.world.fault("A3", terminal, "both speak, and both are latched")
                elif overdrawn and terminal in self.copied:
                    pass  # the other machine with its key has spent it
                elif isinstance(event, e.TerminalLatched) and event.wiped and terminal in self.set_back:
                    pass  # to before it had ever heard of the table
                elif terminal not in self.liars and not ordered and not self._note_held(event):
                    raise Violation("M11", f"entry {seq}: {terminal} is honest and was paid right, and {event}")
            case e.TerminalUnlatched(terminal=terminal) | e.DisputeRuled(terminal=terminal):
                self.blocked.discard(terminal)  # one of two reasons may be left: then the check is too mild
            case _:
                self._play(seq, event)

    def _note_held(self, event: e.TerminalLatched | e.SettlementDisputed) -> bool:
        """An honest terminal that has forgotten with its process what it took may take a note too many."""
        held = any(terminal == event.terminal for terminal, _ in self.money.held.values())
        return held and isinstance(event, e.TerminalLatched) and event.why in NOTE_WHY.values()

    def _certified(self, seq: int, round_no: int, digest: bytes) -> None:
        felt = self.felt
        self._as_shown(seq, round_no, digest)
        compared = self.sure.get((round_no, digest))
        if compared is not None and laid(compared) != felt.hands:
            raise Violation("M11", f"entry {seq}: certified {felt.hands}, and staff compared it with {compared}")

    def _as_shown(self, seq: int, round_no: int, digest: bytes) -> None:
        felt = self.felt
        if self.halts or felt.surplus:
            raise Violation("M11", f"entry {seq}: certified with {self.halts} and {felt.surplus} on the felt")
        hands = "; ".join(f"{hand}: {' '.join(cards)}" for hand, cards in sorted(felt.hands.items()))
        if digest != sha256(f"{round_no}: {hands}; surplus: 0; ".encode()).digest():
            raise Violation("M11", f"entry {seq}: other cards were certified than {hands}")

    def _play(self, seq: int, event: Fact) -> None:
        """001 §5.1, and a set of cards that is another."""
        match event:
            case e.ShoeLoaded():
                self.foreign = set()
            case e.WindowOpened(id=key):
                self.in_round = self.in_round or key.n == 1
            case e.RulingMade(act=Voided(paragraph=paragraph)) if paragraph == self.interruption:
                if not self.affects or self.felt.established:
                    raise Violation("5.1", f"entry {seq}: Void of {self.felt.hands}, answered {self.affects}")
                self.must_void = False
            case e.RoundEnded():
                self.in_round = False
            case _:
                pass

    def _after_commit(self) -> None:
        if self.must_ask:
            raise Violation("5.1", "the console started in the middle of a Round, and asks nobody")
        if self.must_void:
            raise Violation("5.1", f"the interruption affects a Round of {self.felt.hands}, and it is not Void")
        self.affects = None
        decks = self.count.decks
        if self.count.most <= decks:
            return  # nearly always
        foreign = {text for text, copies in self.count.with_hidden.items() if copies > decks} - self.foreign
        if decks and foreign and "foreign_card" not in self.halts:
            raise Violation("M10", f"{foreign} more often than in {decks} decks, and the table plays on")
        self.foreign |= foreign

    def _follow(self, seq: int, event: Fact) -> None:
        if type(event) in _NOT_FOLLOWED:
            return
        match event:
            case e.CardDealt():
                if self.open:
                    raise Violation("M7", f"entry {seq}: a card is dealt while Bets are open")
            case e.LayoutRegistered():
                self._registered(seq, event)
            case e.LayoutRefused(id=key, terminal=terminal, revision=revision):
                self._answered(seq, key, terminal, revision)
            case e.WindowOpened(id=key):
                if key.n == 1:
                    self.layouts, self.paid, self.void = {}, {}, False
                    if any(self.money.stake.values()):
                        raise Violation("M3", f"round {key.round_no} begins with {self.money.stake}")
                self.open.add(key)
            case e.WindowClosed(id=key):
                self.open.discard(key)
                self.closed[key] = seq
            case e.RulingMade(act=act):
                self.kinds.add(type(act).__name__)
                self.void = self.void or isinstance(act, Voided)
            case e.LayoutReturned():
                self._returned(seq, event)
            case e.Settled():
                self._settled(seq, event)
            case e.RoundEnded(round_no=round_no, void=void):
                self._ended(round_no, void)
            case e.RoundCorrected():
                self._round_corrected(seq, event)
            case e.LinesCorrected():
                self._corrected(seq, event)
            case _:
                self.money.apply(seq, event)

    def _answered(self, seq: int, key: m.WindowId, terminal: str, revision: int) -> None:
        if key in self.closed:
            raise Violation("M7", f"{terminal} revision {revision} is answered after the close of {key}")
        if (key, terminal, revision) in self.answered:
            raise Violation("M6", f"{terminal} revision {revision} of {key} is answered twice")
        self.answered[key, terminal, revision] = seq

    def _registered(self, seq: int, event: e.LayoutRegistered) -> None:
        self._answered(seq, event.id, event.terminal, event.revision)
        layouts = self.layouts.setdefault(event.terminal, {})
        before = sum(layouts.get(event.id, {}).values())
        layouts[event.id] = {str(spot): amount for spot, amount in event.answer.bets.items()}
        change = sum(event.answer.bets.values()) - before
        if change != event.change:
            raise Violation("M2", f"entry {seq}: {event.terminal} changes by {change}, and {event.change} is posted")
        self.money.move(seq, event.terminal, -change, change)

    def _returned(self, seq: int, event: e.LayoutReturned) -> None:
        """001 §5.12: all that stands there, once, and it does not play any more."""
        stands = sum(sum(bets.values()) for bets in self.layouts.pop(event.terminal, {}).values())
        if stands != event.amount or event.terminal in self.paid:
            raise Violation("M6", f"entry {seq}: {event.amount} goes back to {event.terminal}, {stands} stands")
        self.money.move(seq, event.terminal, event.amount, -event.amount)

    def _settled(self, seq: int, event: e.Settled) -> None:
        self.settlements += 1
        layouts = self.layouts.get(event.terminal, {}).values()
        bets = {spot: amount for layout in layouts for spot, amount in layout.items()}
        paid = self.paid.setdefault(event.terminal, set())
        for line in event.lines:
            if line.spot in paid:
                raise Violation("M6", f"entry {seq}: {event.terminal} is paid twice for {line.spot}")
            paid.add(line.spot)
            registered = bets.get(line.spot)
            if registered != line.staked:
                raise Violation("M11", f"entry {seq}: {line.spot} staked {line.staked}, registered {registered}")
        self._judge(seq, event.lines, self.felt.hands, self.void)
        self.lines[event.round_no, event.terminal] = event.lines
        self.money.settled(seq, event)

    def _judge(self, seq: int, lines: Sequence[Line], hands: Hands, void: bool) -> None:
        """M11: what the oracle makes of the certified cards."""
        fates = {} if void else oracle.fates(hands["player"], hands["banker"])
        for line in lines:
            _, gain, per = ("returned", 0, 1) if void else fates[line.spot]
            returned = line.staked + line.staked * gain // per
            if returned != line.returned:
                raise Violation("M11", f"entry {seq}: {line.spot} returns {line.returned}, the oracle says {returned}")

    def _ended(self, round_no: int, void: bool) -> None:
        self.rounds += 1
        if any(self.money.stake.values()):
            raise Violation("M6", f"round {round_no} ends and {self.money.stake} is still in play")
        if not void and self.felt.turn is not None:
            raise Violation("M11", f"round {round_no} is settled, and a card is due: {self.felt.hands}")
        self.past[round_no] = (self.felt.hands, void)

    def _round_corrected(self, seq: int, event: e.RoundCorrected) -> None:
        """M11: the cards that were named, laid by the oracle; or, if it is voided, those that lay there."""
        before, void = self.past[event.round_no]
        after = before if event.void else laid(event.cards)
        if (void and event.void) or differ(after, event.hands):
            raise Violation("M11", f"entry {seq}: {before} become {event.hands}, the oracle lays {after}")
        if not event.void:
            self.count.instead(event.round_no, _faces(before), _faces(after))
        self.past[event.round_no] = (after, bool(event.void))

    def _corrected(self, seq: int, event: e.LinesCorrected) -> None:
        hands, void = self.past[event.round_no]
        self._judge(seq, event.after, hands, void)
        if self.lines.get((event.round_no, event.terminal)) != event.before:
            raise Violation("M11", f"entry {seq} reverses lines that were not posted")
        self.lines[event.round_no, event.terminal] = event.after
        self.money.corrected(seq, event)

    # --- the console's state -----------------------------------------------------------------------------------------

    def console(self, node: ConsoleNode) -> None:
        """M1, M2, M3, M5, M10 of the live console, against the second count."""
        table = node.table
        if table.seq != len(self.entries):
            raise Violation("M12", f"the console is at {table.seq}, its log at {len(self.entries)}")
        table.check()
        self.money.compare(table.ledger)
        if self.count.changed and (objection := self.count.objection(table.view.shoe)):
            raise Violation("M10", objection)

    def restarted(self, node: ConsoleNode) -> None:
        """M14: what anybody was told is on the disk, after any crash."""
        self.inputs.restarted()
        self.examine(Examiner.restarted)
        if len(node.disk.entries) < len(self.entries) or node.disk.entries[-1:] != self.entries[-1:]:
            raise Violation("M14", f"{len(self.entries)} entries were committed, {len(node.disk.entries)} are there")

    def replayed(self, table: Table, again: Table) -> None:
        """M12: folding the journal from the start gives the live state."""
        for name in table.state.__struct_fields__:
            mine, theirs = getattr(table.state, name), getattr(again.state, name)
            if mine != theirs:
                raise Violation("M12", f"after a replay {name} is {theirs}, not {mine}")
        if (table.game, table.round) != (again.game, again.round):
            raise Violation("M12", "another Round after a replay")

    # --- the others ---------------------------------------------------------------------------------------------------

    def sent(self, to: str, message: m.News, panels: Sequence[str]) -> None:
        """M13: nobody is sent a body that is not for him. M8, M14: and nothing that is not in the journal. To `*`, that
        is to everybody, goes only what everybody may read.
        """
        match message:
            case m.Batch() | m.Deltas():
                first, entries = message.first_seq, message.entries
            case m.See():
                first, entries = message.seq, (message.entry,)
            case m.Pulse(seq=seq, chain=chain) | m.Welcome(head_seq=seq, head_chain=chain):
                if seq >= len(self.chains) or self.chains[seq] != chain:
                    raise Violation("M14", f"{to} is told of a head {seq} that is not durable")
                return
            case m.Snapshot():
                self._pictured(to, message, staff=to in panels)
                return
            case _:
                return
        for seq, entry in enumerate(entries, first):
            if seq > len(self.entries) or entry.digest != self.entries[seq - 1].digest:
                raise Violation("M14", f"{to} is told of entry {seq}, which is not durable")
            if entry.body is None or entry.audience in ("", to, f"only/{to}"):
                continue
            if to not in panels or entry.audience == "sealed" or entry.audience.startswith("only/"):
                raise Violation("M13", f"{to} is shown entry {seq}, which is for {entry.audience}")

    def _pictured(self, to: str, snapshot: m.Snapshot, *, staff: bool) -> None:
        """M13: a picture has what everybody may see, what is the reader's own, and what is for staff only if he is."""
        if snapshot.seq >= len(self.chains) or self.chains[snapshot.seq] != snapshot.chain:
            raise Violation("M14", f"{to} is shown the table at {snapshot.seq}, which is not durable")
        picture = _pictures.decode(snapshot.state)
        own = picture.own
        if picture.terminal != to or (picture.staff is not None) != staff:
            raise Violation("M13", f"{to} is sent the picture of {picture.terminal}, {picture.staff}")
        if (own.credit, own.stake) != self.money.at(to, snapshot.seq):
            raise Violation("M13", f"{to} is sent the money of somebody else: {own}")
        if snapshot.seq < len(self.entries):
            return  # somebody else's request was decided after this one, in the same commit
        bets = {layout.id: dict(layout.registered.bets) for layout in own.layouts if layout.registered.bets}
        mine = {key: layout for key, layout in self.layouts.get(to, {}).items() if layout} if self.in_round else {}
        if bets != mine:
            raise Violation("M13", f"{to} is sent the Bets of somebody else: {own}")

    def terminal(self, node: TerminalNode) -> None:
        """M8: a prefix of the same history. M4: at equal sequence number, the same balances."""
        session = node.session
        follower, outbox, credit = session.join.follower, session.state.outbox, session.credit
        seq, stake = follower.seq, session.stake
        if seq >= len(self.chains) or self.chains[seq] != follower.chain:
            raise Violation("M8", f"{node.name} has another history at {seq}")
        expected = self.money.at(node.key, seq)
        if (credit, stake) != expected:
            raise Violation("M4", f"{node.name} shows {credit, stake} at {seq}, the log {expected}")
        held = 0
        for window, sent in outbox.layouts.items():
            registered = session.state.layouts.registered.get(window, NO_ANSWER)
            held += max(0, sum(sent.bets.values()) - sum(registered.bets.values()))
        if outbox.asked:  # rule 6: what may already be on a ticket is nobody's to bet
            held += sum(asked.amount for asked in outbox.asked.values() if isinstance(asked, m.CashOut))
        if session.spendable > credit - held:
            raise Violation("M6", f"{node.name} could spend {session.spendable} of {credit}, {held} is held")
        if node.honest:
            self._holds(node, seq)

    def _holds(self, node: TerminalNode, seq: int) -> None:
        """M6: a revision that was sent is held exactly until this terminal's log says what became of it."""
        session = node.session
        layouts = session.state.outbox.layouts
        for window, revision in node.superseded:
            told = self.answered.get((window, node.key, revision), seq + 1)
            if min(told, self._given_up(node, window, revision) or told) > seq:
                raise Violation("M6", f"{node.name} has sent another revision while {revision} was in flight")
        node.superseded.clear()
        for window, revision in list(node.latest.items()):
            told = min(self.answered.get((window, node.key, revision), seq + 1), self.closed.get(window, seq + 1))
            told = min(told, self._given_up(node, window, revision) or told)
            held = layouts.get(window)
            if told <= seq:
                del node.latest[window]
                if held is not None and held.revision == revision:
                    raise Violation("M6", f"{node.name} holds revision {revision}, which its log has answered")
            elif held is None or held.revision != revision:
                raise Violation("M6", f"{node.name} has let go of revision {revision}, and its log has not answered")

    def _given_up(self, _node: TerminalNode, _window: m.WindowId, _revision: int) -> int:
        """The entry with which a revision that has no answer ends all the same; 0: there is none."""
        return 0

    def views(self, table: Table, node: TerminalNode) -> None:
        """M9: at equal sequence number, the same picture."""
        session = node.session
        if session.join.follower.seq == table.seq and encode_body(session.state.view) != encode_body(table.view):
            raise Violation("M9", f"{node.name} has another picture at {table.seq}")

    def fates(self, node: TerminalNode) -> None:
        """M6: each revision that was ever sent has exactly one fate in the log."""
        for entry in node.disk.entries:
            record = decode_record(entry.body)
            if isinstance(record, LayoutSent):
                window = record.window
                told = (window, node.key, record.revision) in self.answered
                told = told or bool(self._given_up(node, window, record.revision))
                if not told and window not in self.closed:
                    raise Violation("M6", f"{node.name} revision {record.revision} of {window} has no fate")


def _faces(hands: Hands) -> list[str]:
    return [card for cards in hands.values() for card in cards]
