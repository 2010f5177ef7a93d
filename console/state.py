"""The state of the table: what it is after each entry of its journal. Only `apply` changes it.

Knows windows, hands and verdicts through the `Game` protocol, and no game. Whoever decides (`dealing`, `settling`,
`orders`, `table`, each on top of the one before) reads it and changes nothing that must outlive the process.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from console.cashier import CASH_EVENTS, Cashier
from console.draft import Draft
from console.moves import MOVE_FOR
from console.peers import PEER_EVENTS, Peers
from console.reconcile import CARD_EVENTS, ShoeRecord, check_cards
from console.windows import Windows
from games.cards import Card
from games.catalog import find_game
from games.money import check
from games.round import Act, CardDrawn, Felt, Game, PlayerId, Refusal, Spot
from games.settlement import Line, corrected_acts, fold
from protocol import events
from protocol.chain import Entry, first_link
from protocol.ledger import Ledger, check_no_debt, check_zero_sum
from protocol.liveness import LastHour
from protocol.messages import Order
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


class SettledRound(Struct, frozen=True, gc=False):
    """What is needed to correct a Round later: also by which rule book it was played, for the table may have been
    opened under another one since.
    """

    game: str
    rules: str
    house: Mapping[str, bool]
    felt: Felt
    acts: tuple[Act, ...]
    lines: Mapping[PlayerId, tuple[Line, ...]]
    sittings: Mapping[PlayerId, int]
    void: bool

    def rule_book(self) -> Game:
        return find_game(self.game, self.rules, **self.house)


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
        self._before_view(entry.seq, event)
        self.view.apply(event)
        self.ledger.apply(event)
        kind = type(event)
        if kind in CARD_EVENTS:
            self.shoe.apply(event)
        elif kind in PEER_EVENTS:
            self.peers.apply(event)
        if kind in CASH_EVENTS:
            self.cashier.apply(entry.seq, event)

    def _before_view(self, seq: int, event: events.Event) -> None:
        """What the table keeps besides the picture that everybody has."""
        match event:
            case events.CardDealt(card=card):
                if card is not None:
                    self.round = self.game.step(self.round, CardDrawn(card))
            case events.LayoutRegistered():
                self.windows.registered(seq, event)
            case events.LayoutRefused():
                self.windows.refused(seq, event)
            case events.WindowOpened(id=key, deadline_ms=deadline):
                if key.n == 1:
                    self._new_round()
                self.windows.opened(event)
                self.deadline_ms = deadline
            case events.WindowClosed(act=act):
                self.windows.closed(seq, event)
                self.closed_seq = seq
                if act is not None:
                    self.round = self.game.step(self.round, act)
            case events.Settled(terminal=terminal, lines=lines, sitting=sitting):
                self.paid[terminal] = (*self.paid.get(terminal, ()), *lines)
                self.sat[terminal] = sitting
            case events.RoundEnded(round_no=round_no, void=void):
                self._round_ended(round_no, void)
            case events.SurplusDrawn(card=card):
                self.round = self.game.step(self.round, CardDrawn(card))
            case events.CardHidden(draw=draw, card=card):
                self.hidden[draw] = card
                self.round = self.game.step(self.round, CardDrawn(card))
            case events.CardRevealed(draw=draw):
                self.hidden.pop(draw, None)
            case events.RulingMade(act=ruled):
                self.round = self.game.step(self.round, ruled)
            case events.CardsCorrected(cards=cards):
                acts = corrected_acts(self.view.acts, cards)
                self.round, self.hidden = fold(self.game, self.view.round_felt, acts), {}
            case events.LayoutReturned():
                self.windows.returned(event)
            case events.TimeAdded(deadline_ms=deadline) | events.Resumed(deadline_ms=deadline):
                self.deadline_ms = deadline
            case events.InterruptionAnswered(deadline_ms=deadline):
                self.deadline_ms = deadline
            case events.ConsoleStarted():
                self.deadline_ms = None
            case events.Ordered(command_id=command_id, order=order):
                self._remember(command_id, seq, order)
            case events.OrderRefused(command_id=command_id, order=order):
                self._remember(command_id, seq, order)  # a late copy must not be obeyed after the no was read
            case events.LimitsSet(felt=felt):
                self.felt, self.felt_set = felt, True
            case events.RoundCorrected(round_no=round_no, cards=cards, void=paragraph):
                self._round_corrected(round_no, cards, paragraph)
            case events.LinesCorrected(round_no=round_no, terminal=terminal, after=after):
                was = self.settled[round_no]
                self.settled[round_no] = replace(was, lines={**was.lines, terminal: after})
            case events.TableOpened(game=game, rules=rules, house=house):
                self.game = find_game(game, rules, **house)
            case events.AlarmRaised(terminal=peer, why=why):
                self.alarms.add(f"{peer}: {why}")
            case _:
                pass

    def _new_round(self) -> None:
        self.round = self.game.begin(self.view.felt)
        self.hidden, self.paid, self.sat, self.alarms = {}, {}, {}, set()

    def _round_ended(self, round_no: int, void: bool) -> None:
        for terminal in self.windows.players():
            check(not self.open_bets(terminal), f"round {round_no} ends and {terminal} is not settled (M6)")
        acts = tuple(act for act in self.view.acts if act is not None)
        view = self.view
        self.settled[round_no] = SettledRound(
            view.game, view.rules, view.house, view.round_felt, acts, self.paid, self.sat, void
        )
        self.settled.pop(round_no - ROUNDS_KEPT, None)

    def _round_corrected(self, round_no: int, cards: tuple[Card, ...], void: str) -> None:
        was = self.settled[round_no]
        acts = was.acts if void else tuple(corrected_acts(was.acts, cards))
        self.settled[round_no] = replace(was, acts=acts, void=bool(void))

    def _remember(self, command_id: bytes, seq: int, order: Order) -> None:
        if not MOVE_FOR[type(order)].of_round:  # for ever: no Round passes, and money sold twice would be money made
            self.lasting[command_id] = seq
            return
        self.orders[command_id] = seq
        if len(self.orders) > ORDERS_KEPT:
            del self.orders[next(iter(self.orders))]

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
