"""The shell of the Game Console: one thread that waits for sockets, shoe and clock, and runs the loop on what came.

Decides nothing. Keeps the bring-up order of DESIGN 2.4 (journal, replay, checks, shoe, sockets, `ConsoleStarted`) and
lets nothing out before the commit that it speaks of (M14). If the journal fails, the process ends.
"""

import errno
import os
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final

import msgspec
import zmq

from console.books import Books
from console.clock import Clock
from console.config import TableConfig
from console.credentials import Credentials, PinWorker, founding, missing_founders
from console.dealer import Dealer, Errand, SeedFile
from console.lines import Lines
from console.logged import told_of
from console.metrics import MetricsPage
from console.own_keys import OwnKeys
from console.recall import Recall
from console.requests import MAY_ASK
from console.store import NOBODY, Store, open_journal
from console.table.automatic import AskDealer
from console.table.bound import other_currency, other_register
from console.table.boxes import BoxNews
from console.table.checkpoint import digest, save
from console.table.confirming import CONFIRM
from console.table.delivery import Delivery, expanded, signed
from console.table.peers import process_of
from console.table.recalling import FindRound
from console.table.signing import SHELL
from console.table.table import (
    BooksDiffer,
    CheckpointMade,
    ClockSet,
    DayTold,
    Heard,
    Input,
    Noticed,
    SpaceLeft,
    Stalled,
    Started,
)
from console.troubles import notice
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import Entry
from protocol.codec import OtherVersion, PeerError, decode_event, decode_request, encode
from protocol.config import ConfigError
from protocol.copies import Copies
from protocol.door import claim_files, files_needed, shortage
from protocol.events import audience_of, reader_of
from protocol.failpoints import Failpoints
from protocol.keyring import Enrolment, fingerprint
from protocol.keys import BadKey, load_house_secret, load_signer, load_ticket_secret
from protocol.loop import Pen, Reply, run_batch
from protocol.ours import Places
from protocol.process import Log, Stop, Systemd, now_ms, settle_memory, wall_time
from protocol.register import Register
from protocol.signing import VOUCHED
from protocol.sockets import ConsoleSockets
from protocol.tally import Tally
from shoe_driver.link import LinkLost
from shoe_driver.port import Shoe

PULSE_MS: Final = 500
HEARD_MS: Final = 2_500  # a terminal beats once a second
STALL_MS: Final = 1_000  # two pulses: a turn that comes later has not listened meanwhile
LOOK_MS: Final = 5_000  # how often disk and wall clock are looked at
CHECKPOINT_EVERY: Final = 2_000  # entries: replaying twice as many takes a tenth of a second
PEERS: Final = 1_024  # whose nonsense we remember at a time
REFUSED_US: Final = "the system refuses us something: nobody is cut off for it"
WRONG_FILE: Final = "a file of the register is not as it should be: nobody is let in or cut off for it"
RECENT: Final = 1_000  # entries kept in memory: more than a busy second


class Service:
    _now_ms: Callable[[], int] = staticmethod(now_ms)
    _wall_time: Callable[[], str] = staticmethod(wall_time)
    _checkpoint_every: int
    _page: MetricsPage | None = None

    def __init__(self, config: TableConfig, log: Log, *, new: bool = False) -> None:
        """`new`: the table has never been, and its journal is begun."""
        self._begin(log)
        self._points = Failpoints(os.environ)
        with ExitStack() as opened:
            self._own_keys = OwnKeys(config.keys, config.setup.table)
            signer = load_signer(config.keys / "console.sign", config.setup.table)
            self._vouches = load_signer(config.keys / "console.sign", config.setup.table, VOUCHED)
            secrets = {"secret": load_ticket_secret(config.keys), "house_secret": load_house_secret(config.keys)}
            register = Register(config.keys)
            self._credentials = Credentials(config.keys)
            if new and (why := missing_founders(config.keys, self._credentials.found) or register.without_panel()):
                raise ConfigError(f"{config.keys}: {why}")
            self.journal = open_journal(config, log, new=new)
            opened.callback(self.journal.close)
            self._places = Places(self.journal.path)
            self.journal.check_signed(signer.verify)
            self._copies = Copies(self.journal)
            opened.callback(self._copies.close)
            if self._copies.problem:
                log.warning("nobody can copy the journal while it is in use", why=self._copies.problem)
            setup = msgspec.structs.replace(config.setup, **secrets)
            self._books = Books(self.journal, setup, log)
            self._recall = Recall(self.journal, setup, log)
            self.table = self._books.table
            self._keyring = self.table.keyring
            self._own_keys.take_place(self._keyring)
            founders = tuple(register.live()) if new else ()
            self._files = claim_files(len(founders or self._keyring.live))
            if other := other_currency(self.table):
                raise ConfigError(f"{config.journal}: table.currency: {other}")
            if other := other_register(self.table):
                raise ConfigError(f"{config.keys}: {other}")
            if config.setup.placard.training:
                log.warning(
                    "a training table: no money is real here, and devices may be emulated", register=config.keys
                )
            self.table.verify = signer.verify
            self._store = Store(self.journal, signer, self._points)
            self._pen = Pen(
                self.journal.seq, self.journal.chain, decode_event, audience_of, salt=lambda: os.urandom(16)
            )
            self._checkpoint_seq = self.journal.seq if self.journal.seq < self._checkpoint_every else 0
            self._config = config
            shoe = self.table.view.shoe
            # Without a serial number the counter may be our own, of a make that has none, or of another device.
            self._follow_shoe(shoe.last_seq if shoe.serial else 0, shoe.serial)
            opened.callback(self._leave_shoe)
            self._poller = zmq.Poller()
            ports = (config.network.requests, config.network.broadcast)
            self._listen(*(f"tcp://{config.network.host}:{port or '*'}" for port in ports))
            opened.callback(self._hang_up)
            self._register = register
            self._stop = Stop()
            opened.callback(self._stop.close)
            self._pins = PinWorker()
            opened.callback(self._pins.close)
            if config.network.metrics is not None:
                self._figures = self._metrics()
                self._page = opened.enter_context(MetricsPage(config.network.metrics, lambda: self._figures))
            # Last, so that a start that finds no network writes nothing. Nobody is answered before this is durable.
            self._clock = Clock(config.day)
            unknown = () if new else register.outside(self._keyring, CONFIRM)
            staff = founding(self._credentials.found) if new else ()
            first: list[Input] = [Started(unknown, staff, founders), SpaceLeft(self.journal.space())]
            first += [*self._own_keys.look(), *self._at_start()]
            first += self._books.turn(self._now_ms(), quiet=False)
            run_batch(self.table, self._pen, self._store, NOBODY, self._now_ms(), self._wall_time(), first)
            self._admit_register()
            self._delivery = Delivery(self.journal.seq)
            self._errand = Errand(Dealer(SeedFile(config.journal)))  # where nobody deals
            self._space = self.table.forgotten.space
            self._opened = opened.pop_all()
        self._turned_ms = self._now_ms()
        self._poller.register(self._stop.descriptor, zmq.POLLIN)
        self._poller.register(self._copies.descriptor, zmq.POLLIN)
        self._poller.register(self._pins.descriptor, zmq.POLLIN)

    def _begin(self, log: Log) -> None:
        """What it knows of itself alone, whatever it stands on."""
        self.log = log
        self.counts: Counter[str] = Counter()
        self._lines, self._nonsense = Lines(), Tally(most=PEERS)  # what enrolled peers said that we cannot take
        self._heard_ms: dict[str, int] = {}
        self._started_ms = self._turned_ms = self._now_ms()
        self._pulse_ms = self._look_ms = 0
        self._checkpoint_every = CHECKPOINT_EVERY
        self._reported = self._acknowledged = 0  # cards of the shoe that we follow
        self._serial = ""
        self._shoe_descriptor: int | None = None
        self._problems: dict[str, str] = {}
        self._troubles: dict[str, str] = {}  # that were told and are not over
        self._space, self._differs = True, 0  # files of the register that do not say what the journal says
        self._roles_of, self._role = -1, dict[str, str]()  # which generation of the keys, and their roles
        self._recent: list[Entry] = []  # the last entries, as they were committed
        self._box_news = BoxNews()
        self._systemd = Systemd()

    def close(self) -> None:
        self._opened.close()

    def _listen(self, requests: str, broadcast: str) -> None:
        """A context of its own: when that has ended, so have all its connections, and the ports are free."""
        with ExitStack() as opened:
            context, pair = opened.enter_context(zmq.Context()), self._own_keys.pair
            self.sockets = ConsoleSockets(context, pair, self._keyring, requests, broadcast, self._files)
            opened.callback(self.sockets.close)
            for bare in self.sockets.polled:
                self._poller.register(bare, zmq.POLLIN)
                opened.callback(self._poller.unregister, bare)
            self._net = opened.pop_all()

    def _hang_up(self) -> None:
        self._net.close()

    def _tend_own_keys(self, now: int) -> None:
        """While the console has two, everybody is told of the one that stays; then it answers to that alone."""
        if (told := self._own_keys.serve(now, self._keyring, self.sockets)) is not None:
            self._publish(told)
        if self._own_keys.take_place(self._keyring):
            where = (self.sockets.router_endpoint, self.sockets.pub_endpoint)
            self._hang_up()
            self._listen(*where)
            self.log.info("the console answers to its new key alone", key=fingerprint(self._own_keys.pair.public))

    # --- the loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        settle_memory()
        self._systemd.ready()
        endpoints = {"requests": self.sockets.router_endpoint, "broadcast": self.sockets.pub_endpoint}
        self.log.info("serving", table=self.table.setup.table, entry=self.table.seq, **endpoints)
        while not self._stop.asked:
            self._poller.poll(self._patience_ms())
            self.turn()
        self._systemd.stopping()
        self.log.info("stopped", entry=self.table.seq)

    def turn(self) -> None:
        """Whatever waits, as one batch: one commit, however many have spoken."""
        now = self._now_ms()
        inputs: list[Input] = [Stalled()] if now - self._turned_ms > STALL_MS else []
        self._turned_ms = now
        inputs += self._heard(now)
        inputs += self._pins.done()
        inputs += self._errand.done(now, self.table)
        inputs += self._shoe_said(now)
        if now >= self._pulse_ms:
            inputs += self._new_troubles()
        if now >= self._look_ms:
            self._look_ms = now + LOOK_MS
            enough = self.journal.space()
            if enough != self._space:
                self._space = enough
                inputs.append(SpaceLeft(enough))
            if moved := self._places.moved():
                inputs.append(BooksDiffer(moved))  # again and again: nobody's word brings the file back
            inputs += self._time_of_day(self._clock.step_ms())
            inputs += self._own_keys.look()
        inputs += self._books.turn(now, quiet=not inputs)
        inputs += self._recall.turn(now, quiet=not inputs)
        wake = self.table.wake_ms()
        if inputs or (wake is not None and now >= wake):
            self._batch(inputs)
        elif now >= self._pulse_ms:
            self._between_batches()
        self._box_news.turn(now, self.table, self._publish)
        self._copies.turn(now)
        self.sockets.serve_zap()  # who knocks can wait for those who are in
        if now >= self._pulse_ms:
            self._pulse_ms = now + PULSE_MS
            self._pulse(now)
            self._tend_own_keys(now)
            self._note_strangers(now)
            if self._page is not None:
                self._figures = self._metrics()  # a new mapping: the thread that shows them never sees one change
        self._systemd.turned(now)

    def _at_start(self) -> list[Input]:
        last = self.journal.read(self.journal.seq, self.journal.seq)
        return self._time_of_day(self._clock.behind_ms(last[0].wall_time if last else ""))

    def _time_of_day(self, step_ms: int) -> list[Input]:
        """That the clock was set, if it was, and the day that it says now."""
        self.counts["clock_steps"] += bool(step_ms)
        return [*([ClockSet(step_ms)] if step_ms else ()), DayTold(self._clock.day())]

    def _note_strangers(self, now: int) -> None:
        """Who was not let in or not understood, and which files of the register cannot be read."""
        for tally in (self.sockets.strangers, self._nonsense):
            for event, fields in tally.lines(now):
                self.log.warning(event, **fields)
        problems = dict(self._register.problems)
        for name, problem in problems.items():
            if self._problems.get(name) != problem:
                self.log.warning("a file of the register is not in order", file=name, why=problem)
        self._problems = problems

    def _new_troubles(self) -> list[Input]:
        """What the system refuses us, for the log and as an alarm: once, until it is over."""
        self._register.refresh()
        troubles = {f"register {name}": why for name, why in self._register.unreadable.items()}
        differs = self._register.differences(self._keyring)
        troubles |= {f"register {name} differs": why for name, why in differs.items()}
        self._differs = len(differs)
        self._credentials.look()
        self._credentials.tidy(self.table.people.staff)
        troubles |= self._credentials.problems(self.table.people.staff) | self._pins.trouble | self._errand.trouble
        if self._own_keys.problem:
            troubles["console key"] = self._own_keys.problem
        if number := shortage():
            what = "memory" if number in (errno.ENOMEM, errno.ENOBUFS) else "files"
            self.counts[f"no_{what}"] += 1
            troubles[what] = f"nobody new can come in ({errno.errorcode.get(number, number)}, {os.strerror(number)})"
            if number == errno.EMFILE:
                troubles[what] = f"all {self._files} that it may open are open"
        needed = files_needed(len(self._keyring.live))
        if needed > self._files:
            troubles["limit"] = f"{needed} open files are needed for the peers that are enrolled now, of {self._files}"
        new = {name: why for name, why in troubles.items() if name not in self._troubles}
        for name, why in new.items():
            self.log.error(WRONG_FILE if name.startswith("register") else REFUSED_US, what=name, why=why)
        for name in self._troubles.keys() - troubles.keys():
            self.log.info("that is over", what=name)
        self._troubles = troubles
        hasty, self.sockets.hasty = self.sockets.hasty, set()
        return [
            *(notice(name, why) for name, why in new.items()),
            *(Noticed(name, Alarm.HASTY) for name in sorted(hasty)),
        ]

    def _patience_ms(self) -> int:
        now = self._now_ms()
        wakes = [self._pulse_ms, self.table.wake_ms(), self._shoe.wake_ms()]
        wakes += [self._books.wake_ms(), self._copies.wake_ms(), self.sockets.wake_ms(now)]
        wakes += [self._box_news.wake_ms(self.table), self._recall.wake_ms(), self._errand.wake_ms()]
        self._watch_shoe()
        return max(0, min(wake for wake in wakes if wake is not None) - now)

    def _batch(self, inputs: Sequence[Input]) -> None:
        before = self._keyring.generation
        entries = run_batch(self.table, self._pen, self._store, self, self._now_ms(), self._wall_time(), inputs)
        if before != self._keyring.generation:
            self._copy_keys(entries)
        if entries:
            self.counts["commits"] += 1
            self.counts["entries"] += len(entries)
            self._shoe_changed()
            self._acknowledge_cards()

    def _between_batches(self) -> None:
        """Nothing waits: time for a checkpoint, and for the journal to tidy up."""
        if self.table.seq - self._checkpoint_seq >= self._checkpoint_every and not self._books.relied:
            state = save(self.table)
            if state is not None:
                self._store.state = state
                self._checkpoint_seq = self.table.seq
                self._batch([CheckpointMade(digest(state))])
        self.journal.idle()

    # --- in ----------------------------------------------------------------------------------------------------

    def _heard(self, now: int) -> list[Input]:
        heard: list[Input] = []
        for peer, data, route in self.sockets.receive():
            if not self._lines.may_speak(now, peer.name, route):
                self.counts["flooded"] += 1
                self._tell_unheard(now, peer, route, m.Unheard.TOO_MUCH)
                continue
            try:
                request = decode_request(data)
            except PeerError as error:
                why = m.Unheard.VERSION if isinstance(error, OtherVersion) else m.Unheard.MALFORMED
                self._not_heard(now, peer, route, why, str(error))
                continue
            self._heard_ms[peer.name] = now
            if not self._hear_line(now, peer.name, request, route):
                self.counts["flooded"] += 1
                self._tell_unheard(now, peer, route, m.Unheard.TOO_MUCH)
            elif isinstance(request, MAY_ASK[peer.role]):
                heard.append(Heard(peer.name, request, peer.role, peer.fingerprint, self._shown(request), route))
            else:
                not_yours = f"a {peer.role} may not send {type(request).__name__}"
                self._not_heard(now, peer, route, m.Unheard.NOT_YOURS, not_yours)
        self.counts["requests"] += len(heard)
        return heard

    def _shown(self, request: m.Request) -> str:
        """Whose badge it is; "": nobody's, or none was shown."""
        if not isinstance(request, m.SignOn | m.Sign) or not request.badge:
            return ""
        return self._credentials.whose(request.badge, self.table.people.staff)

    def _hear_line(self, now: int, name: str, request: m.Request, route: bytes) -> bool:
        """False: it is a wish for more of the log, so soon after the last that was answered."""
        joined = self.table.peers.peer(name)
        self._lines.hear(name, request.run, route, joined.run)
        bound = self.table.forgotten.watch.lines.get(name, route)
        if process_of(request) != (joined.boot, joined.run):
            return True  # it is told to say Hello, which costs nothing
        if bound == route:
            self.sockets.keep(name, route)
        return not isinstance(request, m.Sync) or self._lines.may_be_shown(now, name)

    def _not_heard(self, now: int, peer: Enrolment, route: bytes, why: m.Unheard, detail: str) -> None:
        self.counts["peer_errors"] += 1
        self._nonsense.note("dropped", "peer", peer.name, why=detail)
        self._tell_unheard(now, peer, route, why, detail)

    def _tell_unheard(self, now: int, peer: Enrolment, route: bytes, why: m.Unheard, detail: str = "") -> None:
        if self._lines.may_be_told(now, peer.name, route):
            self.sockets.send(peer.name, encode(m.NotHeard(why, detail)), route)

    def _shoe_said(self, now: int) -> Sequence[Input]:
        said = self._shoe.service(now)
        for event in said:
            self._reported = max(self._reported, getattr(event, "shoe_seq", None) or 0)
            if isinstance(event, LinkLost) and self.table.view.shoe.lost:  # of another device perhaps
                self.log.warning(f"the Card Shoe does not answer: {event.why}")
        return said

    def _watch_shoe(self) -> None:
        descriptor = self._shoe.fileno()
        if descriptor != self._shoe_descriptor:
            if self._shoe_descriptor is not None:
                self._poller.unregister(self._shoe_descriptor)
            if descriptor is not None:
                self._poller.register(descriptor, zmq.POLLIN)
            self._shoe_descriptor = descriptor

    def _follow_shoe(self, last_seq: int, serial: str) -> None:
        """A link belongs to one device: for another one, a new link (FAULTS S14)."""
        shoe, tapes = self._config.shoe, self._config.tapes
        self._shoe = Shoe(shoe.driver, shoe.device, last_seq, serial, tapes, together_ms=shoe.together_ms)
        self._reported = self._acknowledged = last_seq
        self._serial = serial

    def _leave_shoe(self) -> None:
        self._shoe.close()

    def _shoe_changed(self) -> None:
        """Staff have loaded a shoe that counts from elsewhere: whatever device is there now is the shoe."""
        shoe = self.table.view.shoe
        if self._serial and not shoe.serial:
            self._leave_shoe()
            self._follow_shoe(shoe.last_seq, "")
        self._serial = shoe.serial

    def _acknowledge_cards(self) -> None:
        """A card that is durable need not be sent again."""
        durable = min(self.table.view.shoe.last_seq, self._reported)
        if durable > self._acknowledged:
            self._points.at("before_ack", (durable,))
            self._acknowledged = durable
            self._shoe.acknowledge(durable)
            self._points.at("after_ack", (durable,))

    # --- out: after the commit -----------------------------------------------------------------------------------

    def publish(self, entries: Sequence[Entry]) -> None:
        facts = [decode_event(entry.body) for entry in entries] if self._points.armed else ()
        self._note(entries)
        self._points.at("before_publish", facts)
        self._recent = [*self._recent[-RECENT:], *entries]
        batches, replies = self._delivery.after_commit(entries, self._panels(), self._read)
        for reply in replies:  # first: who is named would have to wait for his own entries with the batch in his hands
            self._tell(reply.to, reply.message)
        for batch in batches:
            self._publish(batch)
        self._points.at("after_publish", facts)

    def send(self, reply: Reply) -> None:
        if isinstance(reply.message, FindRound):
            self._recall.ask(reply.message)
            return
        if isinstance(reply.message, AskDealer):
            self._errand.ask(reply.message)
            return
        if reply.to == SHELL:  # after the commit: the try is on record before its PIN is looked at
            string, counts = self._credentials.string_for(reply.message)
            self._pins.ask(reply.message, string, counts=counts)
            return
        whole = expanded(reply, self._reader(reply.to), self.journal.seq, self._read, self._vouches)
        if whole is not None:
            self._points.at("before_send", (whole.message,))
            self._tell(whole.to, whole.message, whole.line)
            self._points.at("after_send", (whole.message,))

    def _note(self, entries: Sequence[Entry]) -> None:
        for entry, name, fields in told_of(entries):
            self.log.info(name, entry=entry.seq, **fields)

    def _copy_keys(self, entries: Sequence[Entry]) -> None:
        """The files of the register follow the journal; if they cannot, they differ, and that is told."""
        try:
            self._register.follow(entries)
        except (BadKey, OSError) as error:
            self.log.warning("the register does not follow the journal", why=str(error))

    def _admit_register(self) -> None:
        """At every start, should the mark have been lost: it only tells the commands that they prepare."""
        try:
            self._register.admit(self.table.setup.table)
        except OSError as error:
            self.log.warning("nothing can be written beside the keys: their files will differ", why=str(error))

    def _publish(self, news: m.News) -> None:
        self.sockets.publish(encode(signed(news, self.journal.signed)))

    def _tell(self, name: str, message: m.News, line: bytes = b"") -> None:
        """Where it was asked for; a panel, on the connection that it has joined on."""
        bound = line or self.table.forgotten.watch.lines.get(name)
        route = bound or self._lines.route_to(name, message, self.table.peers.peer(name).run)
        data = encode(signed(message, self.journal.signed))
        if route is None or not self.sockets.send(name, data, route):
            self.counts["unreachable"] += 1  # it will ask for what it missed

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        """Entries of the journal. What is asked for is nearly always what was just written."""
        kept = self._recent
        if not kept or first < kept[0].seq:
            return self.journal.read(first, last)
        return kept[first - kept[0].seq : last + 1 - kept[0].seq]

    def _roles(self) -> dict[str, str]:
        """Of each name that has a live key; made anew when they have changed."""
        if self._roles_of != self._keyring.generation:
            self._roles_of = self._keyring.generation
            self._role = {peer.name: peer.role for peer in self._keyring.peers()}
        return self._role

    def _panels(self) -> list[str]:
        return [name for name, role in self._roles().items() if role == "panel"]

    def _reader(self, name: str) -> str:
        return reader_of(self._roles().get(name, ""), name)

    def _pulse(self, now: int) -> None:
        self._points.at("before_pulse", (m.Pulse,))
        for waited in self._delivery.before_pulse(self.journal.seq, self._read):
            self._publish(waited)
        self._publish(self.table.pulse(now, self.journal.seq, self.journal.chain))
        alive = [name for name, heard_ms in self._heard_ms.items() if now - heard_ms < HEARD_MS]
        seats = tuple((name, self.table.forgotten.applied.get(name, 0)) for name in alive)
        terminals = tuple(name for name, role in self._roles().items() if role == "terminal")
        self._box_news.again()
        unread = self.table.forgotten.unread or (0, 0)
        outside, turning = self._outside(now), self.table.turning(now)
        people = self.table.people
        prepared, recall = self._credentials.prepared(people.staff), self._recall.progress
        keys = tuple(
            m.PreparedKey(it.what, it.name, it.role, it.public, it.why or "")
            for it in self._register.to_order(self._keyring)
        ) + self._own_keys.prepared(self._keyring)
        for name in self._panels():
            if name in alive:
                you = people.at(name)
                self._tell(name, m.Seats(seats, terminals, you, unread, outside, prepared, keys, turning, recall))

    # --- for whoever watches ---------------------------------------------------------------------------------------

    def _outside(self, now: int) -> tuple[m.Outside, ...]:
        """How many entries each copy outside is behind, and for how many seconds nothing was heard of it; since the
        start, if never.
        """
        applied, heard = self.table.forgotten.applied, self._heard_ms
        return tuple(
            (role, name, self.table.seq - applied.get(name, 0), (now - heard.get(name, self._started_ms)) // 1_000)
            for role in CONFIRM
            for name, its in self._roles().items()
            if its == role
        )

    def _metrics(self) -> dict[str, int]:
        view = self.table.view
        outside: dict[str, int] = {}
        for role, name, behind, silent in self._outside(self._now_ms()):
            label = f'{{name="{name}"}}'
            outside |= {f"{role}_entries_behind{label}": behind, f"{role}_silent_seconds{label}": silent}
        return {
            "journal_entries": self.table.seq,
            "rounds": view.round_no,
            "halted": len(view.halts),
            "shoe_cards_left": view.cards_left,
            "shoe_lost": int(view.shoe.lost),
            "space": int(self._space),
            **outside,
            "books_read": self._books.done,
            "books_to_read": self._books.relied,
            "files_max": self._files,
            "connections": len(self.sockets.door),
            "connections_without_a_key": self.sockets.door.waiting,
            "register_unreadable": len(self._register.unreadable),
            "register_differs": self._differs,
            "keys_live": len(self._keyring.live),
            **{f"{name}_total": count for name, count in sorted(self.counts.items())},
            **{f"socket_{name.replace(' ', '_')}_total": count for name, count in sorted(self.sockets.counts.items())},
        }
