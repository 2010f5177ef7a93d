"""The calm table (`simulation/calm.py`) under checks, and the words in which people tell what happens there.

Every request passes the codec, as it would on its way in. After every batch the table's own checks run, the entries are
folded again by a second table, read back from their bytes, and both must be in the same state (M12); the picture that
anybody may have is folded from what is for all (M9), and the cash that came in and went out is counted apart (M5).
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, TypeVar

from msgspec.structs import asdict, replace

from console.table.checkpoint import restore, save
from console.table.shown import ShowEntry
from console.table.state import Setup
from console.table.table import Heard, Table
from games.cards import Card, parse_cards
from games.money import Currency
from games.round import Answer, Felt, Limit, PlayerId, Reconstructed, Refusal, Ruled, Spot, Voided
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import PeerError, decode_event, decode_request, encode
from protocol.events import ALL
from protocol.fact import Fact as AnyFact
from protocol.fields import run_digest
from protocol.halts import Halt
from protocol.keyring import fingerprint
from protocol.ledger import check_conservation
from protocol.loop import Reply
from protocol.messages import WindowId
from protocol.moves import case_in, second_for
from protocol.signing import Signs
from protocol.view import OpenWindow, Phase, TableView, cards_digest
from shoe_driver import link as shoe
from simulation.calm import EVERYBODY, PIN, CalmConsole
from simulation.keys import public_key as public_key
from tests.console.people import DEALER, MANAGER, OTHER_DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR, TECHNICIAN

TABLE: Final = "table 1"
PANEL: Final = "Panel"
COUNTDOWN_MS: Final = 15_000
CREDIT: Final = 1_000

# Whole Rounds of baccarat, as the cards leave the shoe: player, banker, player, banker, and the third cards.
BANKER_WINS: Final = "2C 4D 5S 5H"  # 7 against a Natural 9
BANKER_ON_SIX: Final = "KC 3D 5S 3H AC"  # 5 draws an Ace and has 6: a Tie on 6
PLAYER_WINS: Final = "4D 2C 5H 5S"  # a Natural 9 against 7
TIE: Final = "4D 4C 5H 5S"
SIX_CARDS: Final = "2C KD 3S QH 9D 8C"  # 4 against 8: third cards on both sides

Bets = Mapping[str, int]
NOBODY_BETS: Final[Mapping[str, Bets]] = {}
NOTHING_BET: Final[Bets] = {}
NO_LIMITS: Final[Mapping[str, Limit]] = {}
NO_PLACARD: Final = e.Placard()
NO_HOUSE: Final[Mapping[str, bool]] = {}

Fact = TypeVar("Fact")


def key(number: int) -> bytes:
    """A 128-bit id, as the random ones of a terminal."""
    return b"i" + number.to_bytes(15)


def cards_of(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def state_of(table: Table) -> dict[str, object]:
    """All that the journal makes of a table; what is forgotten at a restart is left out."""
    placing = {name: list(answers) for name, answers in table.windows.given.items()}  # the order counts
    return {**asdict(table.state), "game": table.game.name, "round": table.round, "placing": placing}


class Cluster(CalmConsole):
    """The table, its journal, its shoe, its staff and its terminals."""

    def __init__(
        self,
        game: str = "baccarat",
        *,
        terminals: Sequence[str] = ("T1", "T2"),
        credit: int = CREDIT,
        limits: Mapping[str, Limit] = NO_LIMITS,
        house: Mapping[str, bool] = NO_HOUSE,
        boxes: int = 2,
        squeeze: bool = False,
        strict: bool = False,
        snapshot_from: int = 500,
        decks: int | None = None,
        burn: int = 0,
        opened: bool = True,
        placard: e.Placard = NO_PLACARD,
        seals: Signs | None = None,
        table: str = TABLE,
        house_secret: bytes = b"",
    ) -> None:
        felt = Felt(limits, boxes, squeeze=squeeze)
        setup = Setup(
            *(table, game, felt, COUNTDOWN_MS),
            house=house,
            placard=replace(placard, strict=True) if strict else placard,
            snapshot_from=snapshot_from,
            house_secret=house_secret,
        )
        self.commits = 0
        self.published: list[m.Batch] = []
        self.sent: list[Reply] = []  # of the last batch, as the core said it
        self.outbox: list[Reply] = []  # of the last batch, as it goes out
        self.peer_errors = 0
        self.left: m.SignedHead | None = None  # the head that the last process of the console has left
        self.processes: dict[str, tuple[int, bytes]] = {}  # boot and run of each peer
        self.keys: dict[str, str] = {}  # fingerprints of those who have another key than at first
        self.roles = {PANEL: "panel"}  # of their keys, in the register; the others are terminals
        self.revisions: dict[tuple[str, WindowId], int] = {}
        self._numbers = 0
        super().__init__(setup, wall_time="20:00", panel=PANEL, seals=seals)
        self.join(PANEL)
        for terminal in terminals:
            self.join(terminal)
            if credit:
                self.buy(terminal, credit)
        if opened:
            self.obey(m.OpenTable(), SUPERVISOR)
            self.load_shoe(decks, burn=burn)

    # --- the process -------------------------------------------------------------------------------------------------

    def start(self) -> list[Entry]:
        self._fold_from_the_start()
        self.left = self.signed
        return super().start()

    def restart(self) -> list[e.Event]:
        """The process ends and another one reads the journal; then the terminals and the panel say Hello again, and
        have confirmed it. What was written besides."""
        written = _read(self.start())
        for peer, process in list(self.processes.items()):
            written += self.hello(peer, *process)
        return [fact for fact in written if not isinstance(fact, e.TerminalJoined) and not _confirms(fact)]

    def restart_and_go_on(self) -> None:
        self.restart()
        self.obey(m.AnswerInterruption(affects=False), SUPERVISOR)

    def reopen(self, **changed: Any) -> None:
        """Staff close the table; its configuration is changed, and it opens as that."""
        self.obey(m.CloseTable(), SUPERVISOR)
        self.setup = replace(self.setup, **changed)
        self.restart()
        self.obey(m.OpenTable(), SUPERVISOR)

    def run(self, *inputs: Any) -> list[e.Event]:
        """One batch. What it wrote."""
        return _read(self.batch(*inputs))

    def batch(self, *inputs: Any) -> list[Entry]:
        self.sent, self.outbox = [], []
        before = len(self.line)
        entries = super().batch(*inputs)
        self.outbox = [Reply(to, news) for to, news in self.line[before:] if to != EVERYBODY]
        self.published += [news for to, news in self.line[before:] if to == EVERYBODY and isinstance(news, m.Batch)]
        self._check()
        return entries

    def commit(self, entries: Sequence[Entry]) -> None:
        super().commit(entries)
        self.commits += 1

    def send(self, reply: Reply) -> None:
        self.sent.append(reply)
        super().send(reply)

    # --- what must hold after every batch ----------------------------------------------------------------------------

    def _fold_from_the_start(self) -> None:
        self._again = Table(self.setup, self.chain_at)
        self.public = TableView()
        self._money_in = self._money_out = 0
        self._currency, self._shut = Currency(), dict[Currency, tuple[int, int]]()
        self._folded = 0

    def _check(self) -> None:
        self.table.check()
        written = self.entries[self._folded :]
        for entry in written:
            event = decode_event(entry.body)
            self._again.apply(entry, event)
            if entry.audience == ALL:
                self.public.apply(event)
            self._count_cash(event)
        self._folded = len(self.entries)
        state = state_of(self.table)
        assert state_of(self._again) == state, "the entries do not make the state that we have (M12)"
        if not written:
            return  # the state is what it was, and so was all that follows from it
        saved = save(self.table)
        if saved is not None:
            restored = restore(self.setup, self.chain_at, saved, self.table.seq)
            assert state_of(restored) == state, "a checkpoint is not the state that we have (M12)"
        assert self.public == self.table.view, "the public entries make another picture (M9)"
        check_conservation(self.table.ledger, money_in=self._money_in, money_out=self._money_out)
        for currency, (money_in, money_out) in self._shut.items():
            check_conservation(self.table.ledger, money_in=money_in, money_out=money_out, currency=currency)

    def _count_cash(self, event: AnyFact) -> None:
        match event:
            case e.CurrencyBound(currency=currency):
                self._shut[self._currency] = self._money_in, self._money_out
                self._money_in, self._money_out = self._shut.pop(currency, (0, 0))
                self._currency = currency
            case e.CreditBought(amount=amount) | e.NoteHeld(amount=amount) | e.OwedCollected(amount=amount):
                self._money_in += amount
            case e.CoinsGranted(amount=amount):  # of the House's own making
                self._money_in += amount
            case e.NoteCleared(amount=amount):
                self._money_out += amount
            case e.TicketPaid() | e.HandPaid() | e.DuePaid() | e.HousePaid() | e.ForeignTicketCashed():
                self._money_out += event.amount
            case _:
                pass

    # --- peers -------------------------------------------------------------------------------------------------------

    def heard(self, peer: str, request: m.Request, shown: str = "") -> list[e.Event]:
        """A request comes in, as bytes. `shown`: whose badge is in it."""
        return self.wire(peer, encode(request), shown)

    def wire(self, peer: str, data: bytes, shown: str = "") -> list[e.Event]:
        try:
            request = decode_request(data)
        except PeerError:
            self.peer_errors += 1
            return []
        return self.run(Heard(peer, request, self.role(peer), self.keys.get(peer, peer), shown))

    def enrol(self, peer: str, number: int = 1, role: str = "") -> list[e.Event]:
        """Two people let a machine in; if that name had a key, in its place."""
        if role:
            self.roles[peer] = role
        live = self.table.keyring.live.get(peer)
        kind = m.EnrolKey if live is None else m.ReplaceKey
        written = self.obey(kind(PlayerId(peer), self.role(peer), public_key(peer, number)), SHIFT_MANAGER, TECHNICIAN)
        self.keys[peer] = fingerprint(public_key(peer, number))
        self.processes.pop(peer, None)  # its boots are those of another machine
        return written

    def process(self, peer: str) -> tuple[int, bytes]:
        return self.processes.get(peer, (1, run_of(peer, 1)))

    def join(self, peer: str, role: str = "") -> list[e.Event]:
        """The next boot of this peer, which has the whole log."""
        if role:
            self.roles[peer] = role
        boot = self.processes[peer][0] + 1 if peer in self.processes else 1
        self.now_ms += self.setup.takeover_ms if boot > 1 else 0  # in which the process before it was silent
        self.processes[peer] = (boot, run_of(peer, boot))
        return self.hello(peer, *self.processes[peer])

    def hello(self, peer: str, boot: int, run: bytes) -> list[e.Event]:
        """First with what it had when the last process of the console ended: nobody is told of a start before."""
        head = self.signed if self.table.peers.peer(peer).greeted or self.left is None else self.left
        return self.heard(peer, m.Hello(boot, run, self.table.seq, self.table.chain, *self.identity(peer), head))

    def identity(self, peer: str) -> tuple[PlayerId, str]:
        return PlayerId(peer), self.role(peer)

    def role(self, peer: str) -> str:
        return self.roles.get(peer, "terminal")

    def other_history(self, peer: str, seq: int = 9_999) -> m.Hello:
        """From a peer that has our own signature on a head that is not in our log."""
        chain = b"x" * 32
        return m.Hello(*self.process(peer), seq, chain, *self.identity(peer), self.seals.sign(seq, chain))

    def beat(self, peer: str) -> list[e.Event]:
        return self.heard(peer, m.Beat(*self.process(peer), self.table.seq, self.table.chain))

    # --- staff -------------------------------------------------------------------------------------------------------

    def sign_on(self, person: m.Person = DEALER, panel: str = PANEL, pin: str = PIN) -> list[e.Event]:
        """Number and PIN, and what the shell says of it."""
        return self.try_pin(panel, m.SignOn(*self.process(panel), self.new_command_id(), pin, person.number))

    def sign_off(self, panel: str = PANEL, why: str = "person") -> list[e.Event]:
        return self.heard(panel, m.SignOff(*self.process(panel), self.new_command_id(), why))

    def sign(self, person: m.Person, panel: str = PANEL, pin: str = PIN, **other: Any) -> list[e.Event]:
        """What was proposed last, wherever; or something `other` than that (command_id, digest)."""
        waiting = [it.proposal for it in self.table.forgotten.proposals.values()]
        shown = {"command_id": waiting[-1].command_id, "digest": waiting[-1].digest} if waiting else {}
        about = {**shown, **other}
        boot, run = self.process(panel)
        asked = m.Sign(boot, run, self.new_command_id(), **about, pin=pin, number=person.number)
        return self.try_pin(panel, asked)

    def try_pin(self, panel: str, request: m.SignOn | m.Sign, shown: str = "") -> list[e.Event]:
        """All that came of it: both commits."""
        return self.heard(panel, request, shown) + _read(self.look_at_pins())

    def at_panel(self, person: m.Person, panel: str = PANEL) -> None:
        """He is signed on there."""
        if self.table.people.at(panel) != person:
            assert isinstance(self.sign_on(person, panel)[-1], e.SignedOn)

    def propose(
        self,
        order: m.Order,
        by: m.Person = DEALER,
        *,
        panel: str = PANEL,
        round_no: int | None = None,
        window: WindowId | None = None,
        command_id: bytes | None = None,
    ) -> list[e.Event]:
        """An order comes from the panel at which he is signed on. What was written."""
        self.at_panel(by, panel)
        named = self.table.view.round_no if round_no is None else round_no
        opened = next(iter(self.table.view.windows.values()), None)
        about = opened.id if window is None and opened is not None else window
        number = self.new_command_id() if command_id is None else command_id
        return self.heard(panel, m.Command(*self.process(panel), number, named, order, about))

    def command(
        self, order: m.Order, by: m.Person = DEALER, second: m.Person | None = None, **more: Any
    ) -> list[e.Event]:
        """An order, and if it waits for that the signature of a second person. What was written at last."""
        written = self.propose(order, by, **more)
        if second is None or not (written and isinstance(written[0], e.OrderProposed | e.OrderWithdrawn)):
            return written
        return [it for it in self.sign(second) if not isinstance(it, e.SignOnTried | e.OrderSigned)]

    def new_command_id(self) -> bytes:
        return self._new_number().to_bytes(8)

    def obey(self, order: m.Order, by: m.Person = DEALER, second: m.Person | None = None, **more: Any) -> list[e.Event]:
        """An order that is obeyed: what follows from it."""
        first, *written = self.command(order, by, second, **more)
        assert isinstance(first, e.Ordered), first
        assert (first.order, first.by, first.second) == (order, by, second)
        return written

    def refuse(self, order: m.Order, by: m.Person = DEALER, second: m.Person | None = None, **more: Any) -> Refusal:
        """An order that is not obeyed: it is on record why, and nothing else has changed. What waits for somebody
        else's signature is withdrawn.
        """
        self.at_panel(by, more.get("panel", PANEL))
        before = self.unrecorded()
        refused = [it for it in self.command(order, by, second, **more) if not isinstance(it, e.OrderWithdrawn)]
        assert self.unrecorded() == before, "a refused order has changed something"
        for panel, pending in list(self.table.forgotten.proposals.items()):
            self.heard(panel, m.Withdraw(*self.process(panel), self.new_command_id(), pending.proposal.command_id))
        (fact,) = refused
        match fact:
            case e.OrderRefused():
                assert (fact.order, fact.by) == (order, by)
                return fact.refusal
            case e.OrderProposed():
                assert (fact.order, fact.by) == (order, by)
                return fact.lacks
            case e.SignatureRefused():
                assert fact.person == second
                return fact.refusal
        raise AssertionError(fact)

    def unrecorded(self) -> dict[str, object]:
        """The state without that something is on record: to be compared before and after a refusal."""
        state = state_of(self.table)
        for name in ("seq", "chain", "orders", "lasting", "refused"):
            del state[name]
        people = self.table.people
        return deepcopy({**state, "people": (people.staff, people.sessions, people.tries, people.panel_tries)})

    def state(self) -> dict[str, object]:
        """The whole state, as it is now."""
        return deepcopy(state_of(self.table))

    def load_shoe(self, decks: int | None = None, *, burn: int = 0) -> list[e.Event]:
        order = m.LoadShoe(decks or self.table.game.decks[-1], MANAGER.number, burn, self.counter)
        return self.obey(order, DEALER, SUPERVISOR)

    def open_round(self, bets: Mapping[str, Bets] = NOBODY_BETS) -> list[e.Event]:
        written = self.obey(m.OpenBets())
        for terminal, layout in bets.items():
            self.place(terminal, layout)
        return written

    def close(self) -> list[e.Event]:
        return self.obey(m.CloseBets())

    def certify(self) -> list[e.Event]:
        return self.obey(m.Certify(cards_digest(self.table.view)))

    def rule(self, act: Ruled, paragraph: str, by: m.Person = SUPERVISOR) -> list[e.Event]:
        """With the second person whom it takes."""
        order = m.Rule(act, paragraph)
        needed = second_for(self.view.game, order, case_in(self.view, paid=bool(self.table.state.paid)))
        second = OTHER_DEALER if needed is None or by.position >= needed else SUPERVISOR
        return self.obey(order, by, None if needed is None else second)

    def void(self, paragraph: str = "5.3.3", by: m.Person = SUPERVISOR) -> list[e.Event]:
        return self.rule(Voided(paragraph), paragraph, by)

    def reconstruct(self, cards: str, paragraph: str = "5.4") -> list[e.Event]:
        return self.rule(Reconstructed(cards_of(cards)), paragraph)

    def call(self) -> list[e.Event]:
        return self.obey(m.CallSupervisor("look here"))

    def enter(self, card: str) -> list[e.Event]:
        (face,) = cards_of(card)
        return self.obey(m.EnterCard(face), DEALER, SUPERVISOR)

    def correct_cards(self, cards: str) -> list[e.Event]:
        return self.obey(m.CorrectCards(cards_of(cards)), DEALER, SUPERVISOR)

    def correct(self, cards: str, round_no: int | None = None, by: m.Person = SUPERVISOR) -> list[e.Event]:
        return self.obey(m.Correct(cards_of(cards)), by, OTHER_SUPERVISOR, round_no=round_no)

    # --- the shoe ----------------------------------------------------------------------------------------------------

    def draw(self, card: str, *, shoe_seq: int | None = None) -> list[e.Event]:
        """The next card leaves the shoe; or one of another number is reported."""
        if shoe_seq is None:
            self.counter += 1
        return self.run(shoe.CardSeen(self.counter if shoe_seq is None else shoe_seq, card))

    def deal(self, cards: str) -> list[e.Event]:
        return [event for card in cards.split() for event in self.draw(card)]

    def unread(self) -> list[e.Event]:
        self.counter += 1
        return self.run(shoe.CardUnread(self.counter))

    def lose(self, cards: int = 1) -> None:
        """So many cards leave the shoe, and nobody hears of them."""
        self.counter += cards

    # --- Players -----------------------------------------------------------------------------------------------------

    def opened(self, kind: str = "", box: int | None = None) -> OpenWindow:
        """The open window of this name or kind."""
        for name, opened in self.table.view.windows.items():
            if kind in ("", name, opened.window.kind) and box in (None, opened.window.box):
                return opened
        raise AssertionError(f"no window {kind!r} is open, only {list(self.table.view.windows)}")

    def answer(
        self,
        terminal: str,
        bets: Bets = NOTHING_BET,
        choice: str = "",
        *,
        window: WindowId | None = None,
        revision: int | None = None,
    ) -> list[e.Event]:
        """The terminal sends its next revision, or this one again."""
        about = self.opened().id if window is None else window
        if revision is None:
            revision = self.revisions.get((terminal, about), 0) + 1
        self.revisions[terminal, about] = max(revision, self.revisions.get((terminal, about), 0))
        layout = {Spot(spot): amount for spot, amount in bets.items()}
        return self.heard(terminal, m.Answer(*self.process(terminal), about, revision, layout, choice))

    def place(self, terminal: str, bets: Bets, choice: str = "", *, kind: str = "", box: int | None = None) -> None:
        """Registered, in the window of this kind."""
        written = self.answer(terminal, bets, choice, window=self.opened(kind, box).id)
        assert isinstance(written[0], e.LayoutRegistered), written

    def bet(self, terminal: str, **bets: int) -> None:
        self.place(terminal, bets)

    def choose(self, terminal: str, choice: str, bets: Bets = NOTHING_BET, *, kind: str = "choice") -> list[e.Event]:
        """A decision: what follows from it."""
        registered, *written = self.answer(terminal, bets, choice, window=self.opened(kind).id)
        assert isinstance(registered, e.LayoutRegistered), registered
        return written

    def refused_bet(self, terminal: str, bets: Bets, choice: str = "", **more: Any) -> Refusal:
        """The terminal is told no; that is on record, and no money has moved."""
        money, given = self.money(), deepcopy(self.table.windows.given)
        (refused,) = self.answer(terminal, bets, choice, **more)
        assert isinstance(refused, e.LayoutRefused), refused
        assert (self.money(), self.table.windows.given) == (money, given)
        return refused.refusal

    def buy(self, terminal: str, amount: int, number: int | None = None) -> list[e.Event]:
        """A note was stacked."""
        return self.heard(
            terminal, m.BuyCredit(*self.process(terminal), self.new_key(number), amount, self.view.placard.currency)
        )

    def cash_out(self, terminal: str, amount: int, number: int | None = None) -> list[e.Event]:
        return self.heard(terminal, m.CashOut(*self.process(terminal), self.new_key(number), amount))

    def ticket(self, terminal: str, amount: int) -> str:
        """The terminal cashes out: the number of its ticket."""
        issued, numbered = self.cash_out(terminal, amount)
        assert isinstance(issued, e.TicketIssued), issued
        assert isinstance(numbered, e.TicketNumbered), numbered
        return numbered.number

    def find(self, number: str, asked: int | None = None, panel: str = PANEL) -> m.TicketFound:
        """Somebody types the number of a ticket in at the panel."""
        if self.table.people.at(panel) is None:
            self.sign_on(DEALER, panel)
        key = self.new_key(asked)[-8:]
        self.heard(panel, m.FindTicket(*self.process(panel), key, number))
        (reply,) = self.sent
        assert isinstance(reply.message, m.TicketFound)
        return reply.message

    def paying(self, number: str) -> m.PayTicket:
        """The order that pays it, as the panel would give it."""
        found = self.find(number)
        return m.PayTicket(found.ticket or "000000", found.proof or bytes(16))

    def show_ticket(self, terminal: str, ticket: str, number: int | None = None) -> list[e.Event]:
        return self.heard(terminal, m.InsertTicket(*self.process(terminal), self.new_key(number), ticket))

    def dispute(self, terminal: str, round_no: int, number: int | None = None) -> list[e.Event]:
        lines = (("banker", 100, 0),)
        return self.heard(terminal, m.Dispute(*self.process(terminal), self.new_key(number), round_no, lines))

    def new_key(self, number: int | None = None) -> bytes:
        return key(1_000 + self._new_number() if number is None else number)

    def _new_number(self) -> int:  # an itertools.count cannot be copied, from Python 3.14 on
        self._numbers += 1
        return self._numbers

    # --- time --------------------------------------------------------------------------------------------------------

    def wait(self, passed_ms: int) -> list[e.Event]:
        self.now_ms += passed_ms
        return self.run()

    # --- what there is -----------------------------------------------------------------------------------------------

    @property
    def surplus(self) -> tuple[Card, ...]:
        """What lies beside the Hands and waits for a Ruling, as staff see it."""
        return self.table.state.aside.surplus(self.view)

    @property
    def carried(self) -> tuple[Card, ...]:
        return tuple(self.table.state.aside.beside[: self.view.carried])

    @property
    def kept(self) -> tuple[Card, ...]:
        beside = self.table.state.aside.beside
        return tuple(beside[self.view.carried : self.view.carried + self.view.kept])

    @property
    def phase(self) -> Phase:
        return self.table.view.phase

    @property
    def halts(self) -> list[str]:
        return list(self.table.view.halts)

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def hands(self) -> dict[str, str]:
        return {hand: texts(cards) for hand, cards in self.table.view.hands.items()}

    @property
    def windows(self) -> list[str]:
        return list(self.table.view.windows)

    def credit(self, terminal: str) -> int:
        return self.table.ledger.credit(PlayerId(terminal))

    def stake(self, terminal: str) -> int:
        return self.table.ledger.stake(PlayerId(terminal))

    def money(self) -> dict[str, int]:
        """All balances that are not zero."""
        return {account: balance for account, balance in self.table.ledger.balances.items() if balance}

    def registered(self, terminal: str) -> dict[str, int]:
        return dict(self.table.windows.bets(PlayerId(terminal)).items())

    def layout(self, terminal: str, kind: str = "bets") -> Answer:
        return self.table.windows.given.get(kind, {}).get(PlayerId(terminal), Answer())

    def journal(self, *kinds: type[Fact]) -> list[Fact]:
        """All facts of these kinds on record."""
        facts: list[Any] = [decode_event(entry.body) for entry in self.entries]
        return [fact for fact in facts if isinstance(fact, kinds)]

    def shown(self) -> list[e.Event]:
        """The entries that the last batch pointed to as its answers."""
        seqs = [reply.message.seq for reply in self.sent if isinstance(reply.message, ShowEntry)]
        return [decode_event(self.entries[seq - 1].body) for seq in seqs]

    def denials(self) -> list[str]:
        return [reply.message.why for reply in self.sent if isinstance(reply.message, m.Denied)]

    # --- whole stories -----------------------------------------------------------------------------------------------

    def go(self, story: str) -> None:
        """Step by step: "close", cards, or who chooses what. As in "T1 hit, 9C, T1 stand, KD 6C"."""
        for step in story.split(", "):
            who, _, choice = step.partition(" ")
            if who in self.processes:
                windows = [it.window for it in self.view.windows.values() if choice in it.window.choices]
                self.choose(who, choice, kind=next(it.name for it in windows if who in (it.respondents or (who,))))
            elif step == "close":
                self.close()
            else:
                self.deal(step)

    def finish(self, cards: str) -> list[e.Event]:
        """No more Bets, these cards, and the certificate: what that wrote."""
        self.close()
        self.deal(cards)
        return self.certify()

    def play(self, cards: str, bets: Mapping[str, Bets] = NOBODY_BETS) -> list[e.Event]:
        """A whole Round of a game with one window; what the certificate wrote."""
        self.open_round(bets)
        return self.finish(cards)


def betting(bets: Mapping[str, Bets] = NOBODY_BETS, game: str = "baccarat", **more: Any) -> Cluster:
    """A table that takes Bets; these are registered."""
    cluster = Cluster(game, **more)
    cluster.open_round(bets)
    return cluster


def dealt(cards: str = "", bets: Mapping[str, Bets] = NOBODY_BETS, game: str = "baccarat", **more: Any) -> Cluster:
    """A Round whose Bets are closed; these cards lie on the felt."""
    cluster = betting(bets, game, **more)
    cluster.close()
    cluster.deal(cards)
    return cluster


def played(cards: str, bets: Mapping[str, Bets] = NOBODY_BETS, game: str = "baccarat", **more: Any) -> Cluster:
    """A Round that was certified: settled, or in the games that have it, settled in between."""
    cluster = dealt(cards, bets, game, **more)
    cluster.certify()
    return cluster


def alone(game: str, cards: str) -> Cluster:
    """T1 on box 1 with 100; these cards are dealt, and no offer is taken."""
    cluster = dealt(cards, {"T1": {"1/main": 100}}, game)
    while cluster.windows and cluster.opened().window.kind in ("surrender", "insurance", "even_money"):
        cluster.close()
    return cluster


def _confirms(fact: e.Event) -> bool:
    if isinstance(fact, e.StartConfirmed):
        return True
    return isinstance(fact, e.Halted | e.Resumed) and fact.reason is Halt.UNCONFIRMED


def _read(entries: Sequence[Entry]) -> list[e.Event]:
    return [decode_event(entry.body) for entry in entries]


def joins(name: PlayerId, boot: int, run: bytes, *more: Any, **others: Any) -> e.TerminalJoined:
    """What is on record of a process that joins."""
    return e.TerminalJoined(name, boot, run_digest(run), *more, **others)


def run_of(peer: str, boot: int) -> bytes:
    return f"{peer[:5]:5}{boot:03}".encode()


def texts(cards: Sequence[Card | None]) -> str:
    return " ".join("??" if card is None else card.text for card in cards)


def of(events: Sequence[e.Event], *kinds: type[Fact]) -> list[Fact]:
    """Those of these kinds."""
    facts: list[Any] = list(events)
    return [fact for fact in facts if isinstance(fact, kinds)]
