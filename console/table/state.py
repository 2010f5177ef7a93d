"""The state of the table: what it is after each entry of its journal. Only `apply` changes it.

`TableState` is all that must outlive the process, as one struct of plain data: a checkpoint is that struct encoded.
`Forgotten` is what need not. The rooms of the core (`playing`, `dealing`, `settling`, `orders`) are functions over a
`TableCore`, which holds both, with the rule book and the Round that the state makes. Knows windows, Hands and verdicts
through the `Game` protocol, and no game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Final, get_args

from msgspec import Struct, field

from console.table.cashier import CASH_EVENTS, Cashier, balance_due
from console.table.forgotten import Forgotten
from console.table.participants_state import PARTICIPANT_EVENTS, Participants
from console.table.peers import PEER_EVENTS, Peers
from console.table.people import PEOPLE_EVENTS, People
from console.table.reconcile import CARD_EVENTS, ShoeRecord, check_cards
from console.table.travels import TRAVEL_EVENTS, Journeys
from console.table.windows import Windows
from games.cards import Card
from games.catalog import find_game
from games.correction import PlayedRound
from games.money import Currency, check
from games.round import Act, CardDrawn, Covered, Felt, Handled, Peeked, PlayerId, Refusal, Spot, with_coin
from games.settlement import Line, corrected_acts, fold, fold_without, with_beside
from games.shuffle_test import ShuffleTest
from protocol import events
from protocol.alarms import ONCE, Alarm
from protocol.aside import ASIDE_EVENTS, Aside
from protocol.chain import Entry, first_link
from protocol.halts import HALTS, Halt
from protocol.keyring import Enrolment, Keyring
from protocol.ledger import MONEY, Ledger, check_no_debt, check_zero_sum, in_words, standing
from protocol.loop import Reply
from protocol.messages import (
    CashForeignTicket,
    GrantCoins,
    Order,
    PayByHand,
    PayDue,
    PayFromHouse,
    PayTicket,
    PayTicketByTwo,
    ReleaseNote,
    RuleOtherwise,
    SellCredit,
)
from protocol.moves import ANSWERED_FOR, MOVE_FOR
from protocol.recalled import RECALLED_EVENTS, Recalled, after_correction, with_lines
from protocol.signing import Verify
from protocol.view import Phase, TableView

ROUNDS_KEPT: Final = 100  # settled Rounds that are at hand to be corrected; earlier ones are recalled
ORDERS_KEPT: Final = 1_000  # a double tap is one command; a later copy is refused again, or its Round has passed

Facts = Iterator[events.Event]  # told one by one: each is written and applied before the next is asked for
Outcomes = Iterable[events.Event | Reply]


class DealingPace(Struct, frozen=True, gc=False):
    """How fast software deals, so that people can follow."""

    card_ms: int = 700
    nonces_ms: int = 2_000  # how long the nonces are waited for
    quiet_ms: int = 3_000  # after the last Bet, if everybody has one
    result_ms: int = 4_000  # before the next Round


class Setup(Struct, frozen=True):
    """What the table is, from its configuration; what Players see of it is journaled when the table opens."""

    table: str
    game: str
    felt: Felt = Felt()
    countdown_ms: int = 15_000
    times: Mapping[str, int] = {}  # ms, of kinds of windows that have a time of their own
    rules: str | None = None
    house: Mapping[str, bool] = {}
    manual: bool = False  # no shoe is read: the Dealer deals every card by an order
    pace: DealingPace = DealingPace()  # where nobody deals
    placard: events.Placard = events.Placard()
    unplayable: str = ""  # why this table cannot be opened
    takeover_ms: int = 2_500  # of silence before a later process with the same key may join; who lives beats every 1 s
    panel_silence_ms: int = 300_000  # after which whoever is signed on there is so no longer: panels lock as soon
    secret: bytes = b""  # of which ticket numbers are made: in the console's keys, in no journal and no configuration
    house_secret: bytes = b""  # of which the tags of tickets are made, at all consoles of a house; b"": it stands alone
    snapshot_from: int = 500  # entries: a follower without history gets a picture instead of a longer log
    rounds_kept: int = ROUNDS_KEPT  # no file says it: a checkpoint holds so many

    @property
    def currency(self) -> Currency:
        return Currency(self.placard.currency, self.placard.exponent)


class TableState(Struct, forbid_unknown_fields=True):
    """All that must outlive the process."""

    seq: int
    chain: bytes
    view: TableView = field(default_factory=TableView)
    windows: Windows = field(default_factory=Windows)
    ledger: Ledger = field(default_factory=Ledger)
    shoe: ShoeRecord = field(default_factory=ShoeRecord)
    cashier: Cashier = field(default_factory=Cashier)
    journeys: Journeys = field(default_factory=Journeys)
    peers: Peers = field(default_factory=Peers)
    keyring: Keyring = field(default_factory=Keyring)
    people: People = field(default_factory=People)
    participants: Participants = field(default_factory=Participants)
    hidden: dict[int, Card] = {}  # cards that lie face down, by their draw
    turners: dict[int, PlayerId] = {}  # whose Players turn them; those of nobody else are the Dealer's to turn
    aside: Aside = field(default_factory=Aside)  # and those that lie in no Hand
    paid: dict[PlayerId, tuple[Line, ...]] = {}  # lines of this Round that are settled
    sat: dict[PlayerId, int] = {}  # whose sitting they belong to
    settled: dict[int, PlayedRound] = {}  # the last ones: what is needed to correct them
    recalled: Recalled = field(default_factory=Recalled)  # and earlier ones that somebody has asked for
    orders: dict[bytes, int] = {}  # command id -> its entry, of the last ones
    lasting: dict[bytes, int] = {}  # the same of those that were obeyed and name no Round
    refused: dict[bytes, int] = {}  # and of the last that were refused and name none
    felt: Felt | None = None  # the limits that the next opening shows; None: the configuration's
    # Raised in this Round: an alarm rings once; again after an opening, a closing, a new day.
    alarms: list[tuple[str, ...]] = []
    closed_seq: int = 0  # the entry of the last close
    deadline_ms: int | None = None  # of the open windows; None: no countdown runs
    training: bool | None = None  # what the register was when the currency was bound; None: none was


class TableCore:
    def __init__(
        self,
        setup: Setup,
        chain_at: Callable[[int], bytes | None],
        state: TableState | None = None,
        verify: Verify | None = None,  # knows our own signature; None: nothing is signed, and no claim is proved
    ) -> None:
        self.setup = setup
        self.chain_at = chain_at
        self.verify = verify
        self.forgotten = Forgotten()
        self._ahead: tuple[Any, Act, Any] | None = None
        self.shuffle_test: ShuffleTest | None = None  # of the set in the shoe; made of the state when a card comes
        self.state = TableState(0, first_link(setup.table)) if state is None else state
        # The parts of the state under their own names. None of them is ever replaced.
        self.view, self.windows, self.ledger = self.state.view, self.state.windows, self.state.ledger
        self.shoe, self.cashier, self.peers = self.state.shoe, self.state.cashier, self.state.peers
        self.keyring, self.journeys = self.state.keyring, self.state.journeys
        self.people, self.participants = self.state.people, self.state.participants
        # Made of the state: the rule book that the table was opened with, and the Round on the felt.
        view = self.view
        self.game = (
            find_game(view.game, view.rules, **view.house)
            if view.game
            else find_game(setup.game, setup.rules, **setup.house)
        )
        last = self.state.settled.get(view.round_no)
        # As it was played, whatever the table has been opened as since.
        self.round: Any = None if last is None else fold(last.rule_book(), view.round_felt, _known(view.acts))

    @property
    def seq(self) -> int:
        return self.state.seq

    @property
    def chain(self) -> bytes:
        return self.state.chain

    @property
    def placard(self) -> events.Placard:
        """What this table is: as it was opened, or as it will be."""
        return self.view.placard if self.view.game else self.setup.placard

    # --- for those who decide ----------------------------------------------------------------------------------

    def after(self, act: Act) -> Any:
        """The Round after this act. Remembered: what was just decided is what is applied next."""
        ahead = self._ahead
        if ahead is None or ahead[0] is not self.round or ahead[1] != act:
            self._ahead = ahead = (self.round, act, self.game.step(self.round, act))
        return ahead[2]

    def copies(self) -> Sequence[int]:
        """Of each card, how many of this set have left the shoe, whether or not anybody may see their faces."""
        copies = self.state.aside.copies(self.view)
        if not self.state.hidden:  # nearly always
            return copies
        with_hidden = list(copies)
        for card in self.state.hidden.values():
            with_hidden[card.number] += 1
        return with_hidden

    def has_foreign(self) -> bool:
        return bool(self.view.shoe.foreign) or max(self.copies()) > self.view.shoe.decks

    def fold_with(self, places: Sequence[int], beside: Sequence[Card]) -> Any:
        """The Round from its acts, with these cards beside its Hands. `places`: how many acts came before each."""
        return fold(self.game, self.view.round_felt, _known(with_beside(self._acts(), places, beside)))

    def _acts(self) -> list[Act | None]:
        """Of the Round, with the cards that lie face down."""
        acts = list(self.view.acts)
        for draw, card in self.state.hidden.items():
            acts[self.view.draws[draw]] = CardDrawn(card)
        return acts

    def without(self, seen: Sequence[Card]) -> Any:
        """The Round without what lies beside its Hands; None: that cannot be. `seen`: of those, what lay in a Hand."""
        if not seen:
            return self.fold_with((), ())
        return fold_without(self.game, self.view.round_felt, self.view.acts, seen)

    def before_last(self) -> Any:
        """The Round before its last card; no act has come after it."""
        view, last = self.view, self.view.draws[-1]
        acts = with_beside(self._acts()[:last], view.beside, self.state.aside.unseen(view))
        return fold(self.game, view.round_felt, _known(acts))

    def settled_round(self, round_no: int) -> PlayedRound | None:
        """If it is at hand: one of the last, or recalled."""
        return self.state.settled.get(round_no) or self.state.recalled.rounds.get(round_no)

    def open_bets(self, terminal: PlayerId) -> dict[Spot, int]:
        """What this terminal has in play: registered, and not settled in between."""
        paid = {line.spot for line in self.state.paid.get(terminal, ())}
        bets = self.windows.bets(terminal)
        return {spot: amount for spot, amount in bets.items() if spot not in paid} if paid else bets

    def halt(self, reason: Halt, detail: str) -> tuple[events.Event, ...]:
        """One more reason to stop; once is enough."""
        return () if reason in self.view.halts else (events.Halted(reason, detail),)

    def clear(self, now_ms: int, *reasons: Halt) -> tuple[events.Event, ...]:
        """These reasons are dealt with; windows that are open have their whole countdown again."""
        deadline_ms = now_ms + self.open_ms()
        return tuple(events.Resumed(reason, deadline_ms) for reason in reasons if reason in self.view.halts)

    def open_ms(self) -> int:
        """How long what is open now is open in all: what is asked goes on with its whole time."""
        return max((it.left_ms for it in self.view.windows.values()), default=self.view.countdown_ms)

    def alarm(self, peer: str, kind: Alarm, *about: str, detail: str = "") -> tuple[events.Event, ...]:
        """For a Supervisor to look at; it rings once in a Round."""
        raised = events.AlarmRaised(peer, kind, about, detail)
        return () if _rung_as(raised) in self.state.alarms else (raised,)

    def cash_in(self, order: Order) -> int:
        """How much of it somebody answers for; 0: this is not about cash."""
        if type(order) not in ANSWERED_FOR:
            return 0
        match order:
            case SellCredit(amount=amount) | PayByHand(amount=amount):
                return amount
            case CashForeignTicket(amount=amount) | RuleOtherwise(effect=PayFromHouse(amount=amount)):
                return amount
            case PayTicket(ticket=name) | PayTicketByTwo(ticket=name):
                ticket = self.cashier.tickets.get(name)
                return 0 if ticket is None else ticket.amount
            case PayDue(terminal=terminal, sitting=sitting):
                return balance_due(self.ledger, terminal, sitting)
            case ReleaseNote(note=number):
                held = self.cashier.held.get(number)
                return 0 if held is None else held.amount
        return 0

    def unheard(self) -> list[str]:
        """Who was in service when this process began, and has not said since what it heard before."""
        dark, live = self.forgotten.dark, self.keyring.live
        replaced = {name for name, key in dark.items() if name in live and live[name].fingerprint != key}
        return [name for name in dark if name not in replaced and not self.peers.peer(name).retired]

    def pays_nothing(self, *, by_two: bool = True) -> Refusal | None:
        """Why no money may leave now, whoever asks; or if it is not two people who do."""
        if doubt := next((halt for halt in self.view.halts if not HALTS[halt].pays), None):
            return Refusal("books", f"nothing is paid out: the table is stopped by {doubt}")
        if self.forgotten.unread is not None:
            done, of = self.forgotten.unread
            return Refusal("books", f"the books are being checked, {done:,} of {of:,} entries: nothing is paid out yet")
        if not by_two and (unheard := self.unheard()):
            return Refusal("unconfirmed", f"{len(unheard)} have not confirmed the start: two people may pay")
        return None

    # --- facts -------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, event: events.Event) -> None:
        state = self.state
        state.seq, state.chain = entry.seq, entry.chain
        kind = type(event)
        keep = _KEPT.get(kind)
        if keep is not None:
            keep(self, entry.seq, event)  # before the picture is the new one
        self.view.apply(event)
        for tell in _PARTS[kind]:
            tell(self, entry, event)

    # --- invariants (run at every start, and by the simulator after every step) ----------------------------------

    def check(self) -> None:
        """M1, M2, M3, M10 of the console's own state."""
        check_zero_sum(self.ledger)
        check_no_debt(self.ledger, round_in_play=self.view.in_round)
        check_cards(self.view)
        if self.view.in_round:
            for terminal in self.ledger.sittings:
                self.check_covered(terminal)

    def check_covered(self, terminal: PlayerId) -> None:
        """M2: the stake is what is registered and not yet settled."""
        stake, registered = self.ledger.stake(terminal), sum(self.open_bets(terminal).values())
        check(stake == registered, f"{terminal}: stake {stake}, registered {registered} (M2)")


def _known(acts: Iterable[Act | None]) -> list[Act]:
    return [act for act in acts if act is not None]


# --- what the table keeps besides the picture that everybody has: one function for each fact --------------------


def _card_dealt(table: TableCore, _seq: int, event: events.CardDealt) -> None:
    if event.card is not None:
        table.round = table.after(CardDrawn(event.card))
    elif table.placard.automatic:  # else a `CardHidden` follows
        table.round = table.after(Covered())


def _card_taken_back(table: TableCore, _seq: int, _event: events.CardTakenBack) -> None:
    table.round = table.before_last()
    table.shoe.cards.pop(table.view.undo, None)


def _surplus_seen(table: TableCore, _seq: int, event: events.SurplusSeen) -> None:
    """The Round with the cards that wait for a Ruling: whoever rules on them asks the rule book."""
    view = table.view
    if view.in_round:
        table.round = table.fold_with(view.beside, event.cards[len(event.cards) - len(view.beside) :])


def _surplus_kept(table: TableCore, _seq: int, event: events.SurplusKept) -> None:
    if table.view.in_round:
        table.round = table.without(event.seen)


def _card_hidden(table: TableCore, _seq: int, event: events.CardHidden) -> None:
    table.state.hidden[event.draw] = event.card
    if event.to:
        table.state.turners[event.draw] = PlayerId(event.to)
    table.round = table.after(CardDrawn(event.card))


def _card_revealed(table: TableCore, _seq: int, event: events.CardRevealed) -> None:
    known = table.state.hidden.pop(event.draw, None)
    table.state.turners.pop(event.draw, None)
    if known is None and table.placard.automatic:  # nobody has known it until now
        table.round = table.after(CardDrawn(event.card))


def _card_peeked(table: TableCore, _seq: int, _event: events.CardPeeked) -> None:
    table.round = table.after(Peeked())


def _hand_handled(table: TableCore, _seq: int, event: events.HandHandled) -> None:
    table.round = table.after(Handled(event.terminal, event.box))


def _cards_corrected(table: TableCore, _seq: int, event: events.CardsCorrected) -> None:
    acts = corrected_acts(table.view.acts, event.cards)
    table.round = fold(table.game, table.view.round_felt, acts)  # what lies beside its Hands, `SurplusSeen` says
    table.state.hidden.clear()
    table.state.turners.clear()


def _ruled(table: TableCore, _seq: int, event: events.RulingMade) -> None:
    table.round = table.after(event.act)


def _window_opened(table: TableCore, _seq: int, event: events.WindowOpened) -> None:
    state = table.state
    if event.id.n == 1:
        table.round = table.game.begin(table.view.felt)
        state.hidden, state.turners, state.paid, state.sat, state.alarms = {}, {}, {}, {}, []
    table.windows.opened(event)
    state.deadline_ms = event.deadline_ms


def _window_closed(table: TableCore, seq: int, event: events.WindowClosed) -> None:
    table.windows.closed(seq, event)
    table.state.closed_seq = seq
    if event.act is not None:
        table.round = table.after(event.act)


def _layout_registered(table: TableCore, seq: int, event: events.LayoutRegistered) -> None:
    table.windows.registered(seq, event)


def _layout_refused(table: TableCore, seq: int, event: events.LayoutRefused) -> None:
    table.windows.refused(seq, event)


def _layout_returned(table: TableCore, _seq: int, event: events.LayoutReturned) -> None:
    table.windows.returned(event)


def _bet_rejected(table: TableCore, _seq: int, event: events.BetRejected) -> None:
    table.windows.rejected(event)


def _settled(table: TableCore, _seq: int, event: events.Settled) -> None:
    paid, terminal = table.state.paid, event.terminal
    paid[terminal] = (*paid.get(terminal, ()), *event.lines)
    table.state.sat[terminal] = event.sitting


def _time_given(
    table: TableCore, _seq: int, event: events.TimeAdded | events.Resumed | events.InterruptionAnswered
) -> None:
    table.state.deadline_ms = event.deadline_ms


def _console_started(table: TableCore, _seq: int, _event: events.ConsoleStarted) -> None:
    table.state.deadline_ms = None


def _order_answered(table: TableCore, seq: int, event: events.Ordered | events.OrderRefused) -> None:
    """Also refused ones: a late copy must not be obeyed after the no was read. Those that name no Round are apart, so
    that only their like push them out; but they are bounded, too: nothing moved, and who is refused all day must not
    make the state grow.
    """
    if isinstance(event, events.Ordered) and (cash := table.cash_in(event.order)):
        table.people.answer_for(event.by, event.second, cash)
    if isinstance(event, events.Ordered) and isinstance(event.order, GrantCoins):
        table.people.grant(event.by, event.second, event.order.coin, event.order.amount)
    state, of_round = table.state, MOVE_FOR[type(event.order)].of_round
    if isinstance(event, events.Ordered) and not of_round:  # for ever: no Round passes, and money would be made twice
        state.lasting[event.command_id] = seq
        return
    kept = state.orders if of_round else state.refused
    kept[event.command_id] = seq
    if len(kept) > ORDERS_KEPT:
        del kept[next(iter(kept))]


def _order_withdrawn(table: TableCore, seq: int, event: events.OrderWithdrawn) -> None:
    """A late copy of it must not be proposed again."""
    kept = table.state.refused
    kept[event.command_id] = seq
    if len(kept) > ORDERS_KEPT:
        del kept[next(iter(kept))]


def _limits_set(table: TableCore, _seq: int, event: events.LimitsSet) -> None:
    table.state.felt = event.felt


def _currency_bound(table: TableCore, _seq: int, event: events.CurrencyBound) -> None:
    """What is counted in the currency before means nothing in this one: limits, and the lines of earlier Rounds."""
    stands = standing(table.ledger.balances)
    check(not stands, f"another currency, and {in_words(stands, table.ledger.currency)} stands (M1)")
    check(table.view.phase is Phase.CLOSED, "another currency at an open table (M1)")
    table.state.felt, table.round, table.state.training = None, None, event.training
    table.state.settled.clear()


def _table_opened(table: TableCore, _seq: int, event: events.TableOpened) -> None:
    table.game, table._ahead = find_game(event.game, event.rules, **event.house), None  # of the rule book before it
    table.state.alarms = []


def _coin_chosen(table: TableCore, _seq: int, event: events.CoinChosen) -> None:
    """While Bets are open to all the Round is only what lies on the felt."""
    view = table.view
    if view.in_round and not view.acts:
        table.round, table._ahead = table.game.begin(with_coin(view.round_felt, event.terminal, event.coin)), None


def _rings_again(table: TableCore, _seq: int, _event: events.TableClosed | events.DayBegan) -> None:
    """No Round begins at a closed table, and the night has its own alarms."""
    table.state.alarms = []


def _rung_as(event: events.AlarmRaised) -> tuple[str, ...]:
    whole = (event.terminal, event.kind, *event.about, event.detail)
    return whole[:2] if event.kind in ONCE else whole


def _alarm_raised(table: TableCore, _seq: int, event: events.AlarmRaised) -> None:
    table.state.alarms.append(_rung_as(event))


def _round_ended(table: TableCore, _seq: int, event: events.RoundEnded) -> None:
    view, state, round_no = table.view, table.state, event.round_no
    for terminal, bets in table.windows.players().items():
        paid = {line.spot for line in state.paid.get(terminal, ())}
        check(paid.issuperset(bets), f"round {round_no} ends and {terminal} is not settled (M6)")
    acts = tuple(_known(view.acts))
    state.settled[round_no] = PlayedRound(
        view.game, view.rules, view.house, view.round_felt, acts, state.paid, state.sat, event.void
    )
    state.settled.pop(round_no - table.setup.rounds_kept, None)


def _round_corrected(table: TableCore, _seq: int, event: events.RoundCorrected) -> None:
    settled, recalled = table.state.settled, table.state.recalled.rounds
    check(event.round_no in settled or event.round_no in recalled, f"round {event.round_no} is not at hand")
    if event.round_no in settled:
        settled[event.round_no] = after_correction(settled[event.round_no], event)


def _key_enrolled(table: TableCore, _seq: int, event: events.KeyEnrolled) -> None:
    table.keyring.enrol(Enrolment(event.name, event.role, event.key))


def _key_ended(table: TableCore, _seq: int, event: events.KeyEnded) -> None:
    table.keyring.end(event.name)


def _console_key_rotated(table: TableCore, seq: int, event: events.ConsoleKeyRotated) -> None:
    table.keyring.rotate(seq, event.key, event.was)


def _console_key_ended(table: TableCore, _seq: int, event: events.ConsoleKeyEnded) -> None:
    table.keyring.settle(event.stays)


def _lines_corrected(table: TableCore, _seq: int, event: events.LinesCorrected) -> None:
    settled = table.state.settled
    if event.round_no in settled:
        settled[event.round_no] = with_lines(settled[event.round_no], event)


def _tell_people(table: TableCore, _entry: Entry, event: events.Event) -> None:
    panel = table.peers.peer(event.panel) if isinstance(event, events.SignedOn) else None
    table.people.apply(event, (0, b"") if panel is None else (panel.boot, panel.run))


# The parts of the state that have facts of their own, in the order in which they are told of one.
_TOLD: Final[Sequence[tuple[Set[type], Callable[[TableCore, Entry, Any], None]]]] = (
    (ASIDE_EVENTS, lambda table, _entry, event: table.state.aside.apply(event)),
    (RECALLED_EVENTS, lambda table, _entry, event: table.state.recalled.apply(event)),
    (MONEY, lambda table, _entry, event: table.ledger.apply(event)),
    (CARD_EVENTS, lambda table, _entry, event: table.shoe.apply(event)),
    (PEER_EVENTS, lambda table, _entry, event: table.peers.apply(event)),
    (PEOPLE_EVENTS, _tell_people),
    (CASH_EVENTS, lambda table, entry, event: table.cashier.apply(entry, event)),
    (PARTICIPANT_EVENTS, lambda table, _entry, event: table.participants.apply(event, table.view.day)),
    (TRAVEL_EVENTS, lambda table, entry, event: table.journeys.apply(entry.seq, event)),
)
_PARTS: Final = {kind: tuple(tell for about, tell in _TOLD if kind in about) for kind in get_args(events.Event)}

_KEPT: Final[Mapping[type, Callable[[TableCore, int, Any], None]]] = {
    events.CardDealt: _card_dealt,
    events.CardTakenBack: _card_taken_back,
    events.SurplusSeen: _surplus_seen,
    events.SurplusKept: _surplus_kept,
    events.CardHidden: _card_hidden,
    events.HandHandled: _hand_handled,
    events.CardRevealed: _card_revealed,
    events.CardPeeked: _card_peeked,
    events.CardsCorrected: _cards_corrected,
    events.RulingMade: _ruled,
    events.WindowOpened: _window_opened,
    events.WindowClosed: _window_closed,
    events.LayoutRegistered: _layout_registered,
    events.LayoutRefused: _layout_refused,
    events.LayoutReturned: _layout_returned,
    events.BetRejected: _bet_rejected,
    events.Settled: _settled,
    **dict.fromkeys((events.TimeAdded, events.Resumed, events.InterruptionAnswered), _time_given),
    events.ConsoleStarted: _console_started,
    **dict.fromkeys((events.Ordered, events.OrderRefused), _order_answered),
    events.OrderWithdrawn: _order_withdrawn,
    events.CurrencyBound: _currency_bound,
    events.LimitsSet: _limits_set,
    events.TableOpened: _table_opened,
    **dict.fromkeys((events.TableClosed, events.DayBegan), _rings_again),
    events.CoinChosen: _coin_chosen,
    events.AlarmRaised: _alarm_raised,
    events.RoundEnded: _round_ended,
    events.RoundCorrected: _round_corrected,
    events.LinesCorrected: _lines_corrected,
    events.KeyEnrolled: _key_enrolled,
    events.KeyEnded: _key_ended,
    events.ConsoleKeyRotated: _console_key_rotated,
    events.ConsoleKeyEnded: _console_key_ended,
}
