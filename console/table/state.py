"""The state of the table: what it is after each entry of its journal. Only `apply` changes it.

Knows windows, hands and verdicts through the `Game` protocol, and no game. Whoever decides (`dealing`, `settling`,
`orders`, `table`, each on top of the one before) reads it and changes nothing that must outlive the process.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from console.table.cashier import CASH_EVENTS, Cashier
from console.table.draft import Draft
from console.table.peers import PEER_EVENTS, Peers
from console.table.reconcile import CARD_EVENTS, ShoeRecord, check_cards
from console.table.windows import Windows
from games.cards import Card
from games.catalog import find_game
from games.correction import PlayedRound
from games.money import check
from games.round import CardDrawn, Felt, PlayerId, Refusal, Spot
from games.settlement import Line, corrected_acts, fold
from protocol import events
from protocol.chain import Entry, first_link
from protocol.ledger import MONEY, Ledger, check_no_debt, check_zero_sum
from protocol.liveness import LastHour
from protocol.moves import MOVE_FOR
from protocol.view import TableView

ROUNDS_KEPT: Final = 100  # settled Rounds that can be corrected
ORDERS_KEPT: Final = 1_000  # a double tap is one command; a later copy is refused again, or its Round has passed


class Setup(Struct, frozen=True):
    """What the table is, from its configuration; what Players see of it is journaled when the table opens."""

    table: str
    game: str
    felt: Felt = Felt()
    countdown_ms: int = 15_000
    rules: str | None = None
    house: Mapping[str, bool] = {}
    strict: bool = False  # 001 §5.1: every interruption affects the continuation; else the Supervisor is asked
    placard: events.Placard = events.Placard()
    snapshot_from: int = 500  # entries: a follower without history gets a picture instead of a longer log


class SettledRound(PlayedRound, frozen=True, gc=False):
    """What is needed to correct a Round later."""

    sittings: Mapping[PlayerId, int]
    void: bool


class Said(Exception):
    """A refusal on its way out of the middle of a decision. Caught where the order came in."""

    def __init__(self, reason: str, detail: str, paragraph: str = "") -> None:
        self.refusal = Refusal(reason, detail, paragraph)


class TableState:
    def __init__(self, setup: Setup, chain_at: Callable[[int], bytes | None]) -> None:
        self.setup = setup
        self.game = find_game(setup.game, setup.rules, **setup.house)
        self.chain_at = chain_at
        self.seq, self.chain = 0, first_link(setup.table)
        self.view = TableView()
        self.windows = Windows()
        self.ledger = Ledger()
        self.shoe = ShoeRecord()
        self.cashier = Cashier()
        self.peers = Peers()
        self.round: Any = None
        self.hidden: dict[int, Card] = {}
        self.paid: dict[PlayerId, tuple[Line, ...]] = {}  # lines of this Round that are settled
        self.sat: dict[PlayerId, int] = {}  # whose sitting they belong to
        self.settled: dict[int, SettledRound] = {}
        self.orders: dict[bytes, int] = {}  # command id -> its entry, of the last ones
        self.lasting: dict[bytes, int] = {}  # the same of those that name no Round
        self.felt = setup.felt  # the limits that the next opening shows
        self.felt_set = False  # by staff: then the configuration's no longer count
        self.alarms: set[str] = set()  # raised in this Round: an alarm rings once
        self.closed_seq = 0  # the entry of the last close
        self.deadline_ms: int | None = None  # of the open windows; None: no countdown runs
        # Forgotten at a restart.
        self.applied: dict[str, int] = {}  # how far each peer says it is
        self.space = True  # on the disk
        self.notes: dict[PlayerId, LastHour] = {}  # that each terminal has taken
        self.over_cap: set[PlayerId] = set()  # with more than it may take in an hour: told once

    def apply(self, entry: Entry, event: events.Event) -> None:
        self.seq, self.chain = entry.seq, entry.chain
        kind = type(event)
        keep = _KEPT.get(kind)
        if keep is not None:
            keep(self, entry.seq, event)  # before the picture is the new one
        self.view.apply(event)
        if kind in MONEY:
            self.ledger.apply(event)
        if kind in CARD_EVENTS:
            self.shoe.apply(event)
        elif kind in PEER_EVENTS:
            self.peers.apply(event)
        if kind in CASH_EVENTS:
            self.cashier.apply(entry.seq, event)

    # --- what the table keeps besides the picture that everybody has: one method for each fact ------------------

    def _card_dealt(self, _seq: int, event: events.CardDealt) -> None:
        if event.card is not None:
            self.round = self.game.step(self.round, CardDrawn(event.card))

    def _card_surplus(self, _seq: int, event: events.SurplusDrawn) -> None:
        self.round = self.game.step(self.round, CardDrawn(event.card))

    def _card_hidden(self, _seq: int, event: events.CardHidden) -> None:
        self.hidden[event.draw] = event.card
        self.round = self.game.step(self.round, CardDrawn(event.card))

    def _card_revealed(self, _seq: int, event: events.CardRevealed) -> None:
        self.hidden.pop(event.draw, None)

    def _cards_corrected(self, _seq: int, event: events.CardsCorrected) -> None:
        acts = corrected_acts(self.view.acts, event.cards)
        self.round, self.hidden = fold(self.game, self.view.round_felt, acts), {}

    def _ruled(self, _seq: int, event: events.RulingMade) -> None:
        self.round = self.game.step(self.round, event.act)

    def _window_opened(self, _seq: int, event: events.WindowOpened) -> None:
        if event.id.n == 1:
            self._new_round()
        self.windows.opened(event)
        self.deadline_ms = event.deadline_ms

    def _window_closed(self, seq: int, event: events.WindowClosed) -> None:
        self.windows.closed(seq, event)
        self.closed_seq = seq
        if event.act is not None:
            self.round = self.game.step(self.round, event.act)

    def _layout_registered(self, seq: int, event: events.LayoutRegistered) -> None:
        self.windows.registered(seq, event)

    def _layout_refused(self, seq: int, event: events.LayoutRefused) -> None:
        self.windows.refused(seq, event)

    def _layout_returned(self, _seq: int, event: events.LayoutReturned) -> None:
        self.windows.returned(event)

    def _was_settled(self, _seq: int, event: events.Settled) -> None:
        terminal = event.terminal
        self.paid[terminal] = (*self.paid.get(terminal, ()), *event.lines)
        self.sat[terminal] = event.sitting

    def _time_given(self, _seq: int, event: events.TimeAdded | events.Resumed | events.InterruptionAnswered) -> None:
        self.deadline_ms = event.deadline_ms

    def _console_started(self, _seq: int, _event: events.ConsoleStarted) -> None:
        self.deadline_ms = None

    def _order_answered(self, seq: int, event: events.Ordered | events.OrderRefused) -> None:
        """Also refused ones: a late copy must not be obeyed after the no was read."""
        if not MOVE_FOR[type(event.order)].of_round:  # for ever: no Round passes, and money sold twice would be made
            self.lasting[event.command_id] = seq
            return
        self.orders[event.command_id] = seq
        if len(self.orders) > ORDERS_KEPT:
            del self.orders[next(iter(self.orders))]

    def _limits_set(self, _seq: int, event: events.LimitsSet) -> None:
        self.felt, self.felt_set = event.felt, True

    def _table_opened(self, _seq: int, event: events.TableOpened) -> None:
        self.game = find_game(event.game, event.rules, **event.house)

    def _alarm_raised(self, _seq: int, event: events.AlarmRaised) -> None:
        self.alarms.add(f"{event.terminal}: {event.why}")

    def _round_ended(self, _seq: int, event: events.RoundEnded) -> None:
        view, round_no = self.view, event.round_no
        for terminal in self.windows.players():
            check(not self.open_bets(terminal), f"round {round_no} ends and {terminal} is not settled (M6)")
        acts = tuple([act for act in view.acts if act is not None])
        self.settled[round_no] = SettledRound(
            view.game, view.rules, view.house, view.round_felt, acts, self.paid, self.sat, event.void
        )
        self.settled.pop(round_no - ROUNDS_KEPT, None)

    def _round_corrected(self, _seq: int, event: events.RoundCorrected) -> None:
        was = self.settled[event.round_no]
        acts = was.acts if event.void else tuple(corrected_acts(was.acts, event.cards))
        self.settled[event.round_no] = replace(was, acts=acts, void=bool(event.void))

    def _lines_corrected(self, _seq: int, event: events.LinesCorrected) -> None:
        was = self.settled[event.round_no]
        self.settled[event.round_no] = replace(was, lines={**was.lines, event.terminal: event.after})

    def _new_round(self) -> None:
        self.round = self.game.begin(self.view.felt)
        self.hidden, self.paid, self.sat, self.alarms = {}, {}, {}, set()

    def open_bets(self, terminal: PlayerId) -> dict[Spot, int]:
        """What this terminal has in play: registered, and not settled in between."""
        paid = {line.spot for line in self.paid.get(terminal, ())}
        bets = self.windows.bets(terminal)
        return {spot: amount for spot, amount in bets.items() if spot not in paid} if paid else bets

    # --- for those who decide ----------------------------------------------------------------------------------

    def draft(self, now_ms: int) -> Draft:
        return Draft(self.game, self.round, self.view, self.windows.given, self.hidden, self.chain[:8], now_ms)

    def halt(self, reason: str, detail: str) -> tuple[events.Event, ...]:
        """One more reason to stop; once is enough."""
        return () if reason in self.view.halts else (events.Halted(reason, detail),)

    def cleared(self, now_ms: int, *reasons: str) -> tuple[events.Event, ...]:
        """These reasons are dealt with; windows that are open have their whole countdown again."""
        deadline_ms = now_ms + self.view.countdown_ms
        return tuple(events.Resumed(reason, deadline_ms) for reason in reasons if reason in self.view.halts)

    def alarm(self, peer: str, why: str) -> tuple[events.Event, ...]:
        """For a Supervisor to look at; it rings once in a Round."""
        return () if f"{peer}: {why}" in self.alarms else (events.AlarmRaised(peer, why),)

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


_KEPT: Final[Mapping[type, Callable[[TableState, int, Any], None]]] = {
    events.CardDealt: TableState._card_dealt,
    events.SurplusDrawn: TableState._card_surplus,
    events.CardHidden: TableState._card_hidden,
    events.CardRevealed: TableState._card_revealed,
    events.CardsCorrected: TableState._cards_corrected,
    events.RulingMade: TableState._ruled,
    events.WindowOpened: TableState._window_opened,
    events.WindowClosed: TableState._window_closed,
    events.LayoutRegistered: TableState._layout_registered,
    events.LayoutRefused: TableState._layout_refused,
    events.LayoutReturned: TableState._layout_returned,
    events.Settled: TableState._was_settled,
    **dict.fromkeys((events.TimeAdded, events.Resumed, events.InterruptionAnswered), TableState._time_given),
    events.ConsoleStarted: TableState._console_started,
    **dict.fromkeys((events.Ordered, events.OrderRefused), TableState._order_answered),
    events.LimitsSet: TableState._limits_set,
    events.TableOpened: TableState._table_opened,
    events.AlarmRaised: TableState._alarm_raised,
    events.RoundEnded: TableState._round_ended,
    events.RoundCorrected: TableState._round_corrected,
    events.LinesCorrected: TableState._lines_corrected,
}
