"""A table where the console is only a pen: it writes real entries, hands them over as bytes, and decides nothing.

`Terminal` is a Session on a journal in memory, run by the real loop. Restart: a new Session that folds that journal, or
the part of it that a crash has left.
"""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

import pytest

from games.baccarat.rules import SPOTS, Baccarat
from games.cards import Card, parse_cards
from games.round import Answer, CardDrawn, Felt, HandId, Limit, PlayerId, Refusal, Spot, Voided, Window
from games.round import WindowClosed as ClosingAct
from games.settlement import Line, corrected_acts, final_lines, fold
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link, opened, sealed
from protocol.codec import decode_event, decode_news, decode_request, encode, encode_body
from protocol.events import ALL, audience_of, may_read
from protocol.ledger import Ledger
from protocol.loop import Pen, Reply, run_batch
from protocol.picture import OwnLayout, OwnState, Picture
from protocol.view import TableView
from terminal.intents import Started
from terminal.records import TerminalEvent, decode_record, own_pen
from terminal.screen import show
from terminal.session import Input, Session
from terminal.state import Forgotten, State

TABLE = "table 1"
T1, T2 = PlayerId("T1"), PlayerId("T2")
PLAYER, BANKER, TIE = Spot("player"), Spot("banker"), Spot("tie")
GAME = Baccarat()
LIMITS = {"player": Limit(min=20, max=1_000), "banker": Limit(min=20, max=1_000)}
BANKER_WINS = "2C 4D 5S 5H"  # 7 against 9, a Natural
PLAYER_WINS = "4D 2C 5H 5S"
NO_CREDIT = Refusal("credit", "there is no credit for that")


def key(number: int) -> bytes:
    return number.to_bytes(16)


# --- the table: a console that is only a pen ----------------------------------------------------------------


class Console:
    wall_time = "12:00"  # of what is written next

    def __init__(self, *begun: e.Event) -> None:
        salts = count(1)
        self.pen: Pen[e.Event] = Pen(0, first_link(TABLE), decode_event, audience_of, lambda: key(next(salts)))
        self.entries: list[Entry] = []
        self.ledger = Ledger()
        self.view = TableView()
        self.bets: dict[PlayerId, dict[Spot, int]] = {}
        self.round_no = 0
        self.shoe_seq = 0
        self.write(*begun or (e.ConsoleStarted(1), e.TableOpened("baccarat", GAME.rules, Felt(limits=LIMITS), 15_000)))

    def write(self, *facts: e.Event) -> "Console":
        for fact in facts:
            self.entries.append(self.pen.write(fact, self.wall_time))
            self.ledger.apply(fact)
            self.view.apply(fact)
        return self

    # --- messages, each as it comes off the wire

    def batch(self, after_seq: int) -> m.Batch:
        """As it is published: bodies only of what is for all."""
        new = self.entries[after_seq:]
        return m.Batch(after_seq + 1, tuple(opened(x) if x.audience == ALL else sealed(x) for x in new), self.pen.chain)

    def deltas(self, after_seq: int, reader: str = T1, upto: int | None = None) -> m.Deltas:
        new = self.entries[after_seq:upto]
        shown = tuple(opened(entry) if may_read(reader, entry.audience) else sealed(entry) for entry in new)
        return m.Deltas(after_seq + 1, shown, new[-1].chain if new else self.link(after_seq), self.pen.seq)

    def see(self, seq: int) -> m.See:
        entry = self.entries[seq - 1]
        return m.See(seq, opened(entry), entry.chain)

    def link(self, seq: int) -> bytes:
        return self.entries[seq - 1].chain if seq else first_link(TABLE)

    def pulse(self, left_ms: int = -1) -> m.Pulse:
        return m.Pulse(self.pen.seq, self.pen.chain, left_ms)

    def welcome(self, terminal: "Terminal") -> m.Welcome:
        return m.Welcome(terminal.state.boot, terminal.state.run, self.pen.seq, self.pen.chain)

    # --- the Round

    @property
    def window(self) -> m.WindowId:
        return m.WindowId(self.round_no, 1, b"nonce%03d" % self.round_no)

    def credit(self, amount: int, terminal: PlayerId = T1) -> "Console":
        sitting = self.ledger.sitting_for_credit(terminal)
        return self.write(e.CreditBought(key(900 + self.pen.seq), terminal, sitting, amount))

    def open_bets(self) -> "Console":
        self.round_no += 1
        self.bets = {}
        return self.write(e.WindowOpened(self.window, Window("bets", SPOTS, paragraph="3.6"), 15_000, 0))

    def register(self, revision: int, terminal: PlayerId = T1, **bets: int) -> "Console":
        layout = {Spot(spot): amount for spot, amount in bets.items()}
        change = sum(layout.values()) - sum(self.bets.get(terminal, {}).values())
        self.bets[terminal] = layout
        return self.write(e.LayoutRegistered(self.window, terminal, revision, Answer(layout), change))

    def refuse(self, revision: int, refusal: Refusal = NO_CREDIT, **bets: int) -> "Console":
        layout = {Spot(spot): amount for spot, amount in bets.items()}
        return self.write(e.LayoutRefused(self.window, T1, revision, Answer(layout), refusal))

    def close_bets(self, by: str = "dealer") -> "Console":
        return self.write(e.WindowClosed(self.window, "bets", by, ClosingAct("bets"), HandId("player")))

    def deal(self, cards: str) -> "Console":
        round = fold(GAME, self.view.round_felt, [act for act in self.view.acts if act is not None])
        for card in parse_cards(cards.split()):
            hand = GAME.expects(round)  # type: ignore[arg-type]
            assert hand is not None
            round = GAME.step(round, CardDrawn(card))  # type: ignore[arg-type]
            self.shoe_seq += 1
            due = GAME.expects(round) or HandId("")
            self.write(e.CardDealt(self.round_no, self.shoe_seq, hand, card, due))
        return self

    def deal_face_down(self, text: str, *, to: str, hand: str = "") -> Card:
        """To the Hands in turn; its face is for `to`, or for nobody yet."""
        (card,) = parse_cards([text])
        draw = len(self.view.draws)
        hand = hand or ("player", "banker")[draw % 2]
        self.shoe_seq += 1
        self.write(e.CardDealt(self.round_no, self.shoe_seq, HandId(hand), None, HandId("")))
        self.write(e.CardHidden(self.round_no, draw, card, to))
        return card

    def lines(self, terminal: PlayerId = T1, cards: Sequence[Card] | None = None, void: str = "") -> tuple[Line, ...]:
        acts = [act for act in self.view.acts if act is not None]
        acts = acts if cards is None else corrected_acts(acts, cards)
        acts += [Voided(void)] if void else []
        return final_lines(GAME, fold(GAME, self.view.round_felt, acts), terminal, self.bets[terminal])

    def settle(self, *, void: bool = False) -> "Console":
        for terminal in self.bets:
            if self.bets[terminal]:
                self.write(e.Settled(self.round_no, terminal, 1, self.lines(terminal)))
        return self.write(e.RoundEnded(self.round_no, void))

    def void(self) -> "Console":
        if self.view.windows:
            self.close_bets(by="void")
        self.write(e.RulingMade(self.round_no, Voided("5.3.1"), "5.3.1", self.view.hands, 0, HandId("")))
        return self.settle(void=True)

    def play(self, cards: str = BANKER_WINS) -> "Console":
        return self.close_bets().deal(cards).settle()

    def correct(self, cards: str = "", *, void: str = "", wrong: int = 0) -> "Console":
        """001 §5.6: `wrong` is how much more than right is returned."""
        drawn = tuple(act.card for act in self.view.acts if isinstance(act, CardDrawn))
        cards_now = parse_cards(cards.split()) if cards else drawn
        round = fold(GAME, self.view.round_felt, corrected_acts(self.view.acts, cards_now))
        self.write(e.RoundCorrected(self.round_no, cards_now, void, GAME.hands(round)))  # type: ignore[arg-type]
        before, after = self.lines(), list(self.lines(cards=cards_now, void=void))
        after[0] = Line(after[0].spot, after[0].staked, after[0].returned + wrong, after[0].verdict)
        more = sum(line.returned for line in after) - sum(line.returned for line in before)
        credited = max(more, -self.ledger.credit(T1))
        return self.write(e.LinesCorrected(self.round_no, T1, 1, before, tuple(after), credited, 0, credited - more))


# --- the terminal ---------------------------------------------------------------------------------------------


class Crash(Exception):
    """The power goes, before or after the commit."""


class Terminal:
    def __init__(self, console: Console, name: PlayerId = T1) -> None:
        self.console = console
        self.name = name
        self.journal: list[Entry] = []
        self.runs = count(1)
        self.now_ms = 1_000
        self.sent: list[m.Request] = []
        self.crash = ""
        self.restart(start=False)

    # the Store and the Outlet of the loop

    def commit(self, entries: Sequence[Entry]) -> None:
        if self.crash == "before commit":
            raise Crash
        self.journal += entries
        if self.crash == "after commit":
            raise Crash

    def publish(self, entries: Sequence[Entry]) -> None:
        pass

    def send(self, reply: Reply) -> None:
        assert reply.to == "console"
        self.sent.append(decode_request(encode(reply.message)))

    # what happens to it

    def restart(self, *, entries: int | None = None, start: bool = True) -> "Terminal":
        """A new process on its journal, or on an older image of it."""
        self.journal = self.journal[:entries]
        self.crash = ""
        self.session = Session(self.name, TABLE)
        for entry in self.journal:
            self.session.apply(entry, decode_record(entry.body))
        chain = self.journal[-1].chain if self.journal else first_link(self.name)
        self.pen = own_pen(len(self.journal), chain)
        if start:
            self.does(Started(b"run-%04d" % next(self.runs)))
        return self

    def does(self, *inputs: Input, after_ms: int = 0) -> list[m.Request]:
        """One batch, and what was sent because of it."""
        self.now_ms += after_ms
        before = len(self.sent)
        run_batch(self.session, self.pen, self, self, self.now_ms, "12:00", inputs)
        return self.sent[before:]

    def hears(self, *news: m.News, after_ms: int = 0) -> list[m.Request]:
        return self.does(*[decode_news(encode(message)) for message in news], after_ms=after_ms)

    def crashes(self, when: str, *inputs: Input) -> "Terminal":
        self.crash = when
        with pytest.raises(Crash):
            self.does(*inputs)
        return self

    def joins(self) -> "Terminal":
        self.restart()
        return self.is_welcomed()

    def is_welcomed(self) -> "Terminal":
        self.hears(self.console.welcome(self), self.console.deltas(self.session.state.seq, self.name))
        assert self.session.join.joined
        return self

    def catches_up(self, after_ms: int = 0) -> list[m.Request]:
        news = self.console.deltas(self.session.state.seq, self.name)
        return self.hears(news, self.console.pulse(), after_ms=after_ms)

    def follows(self, _: object) -> list[m.Request]:
        """To the end of the log, after what the console has just written."""
        return self.catches_up()

    def taps(self, *intents: Input) -> None:
        """Each a batch of its own."""
        for intent in intents:
            self.does(intent)

    def waits(self, ms: int, step_ms: int = 50) -> list[m.Request]:
        """Pulses come, nothing else."""
        before = len(self.sent)
        for _ in range(0, ms, step_ms):
            self.hears(self.console.pulse(), after_ms=step_ms)
        return self.sent[before:]

    # what it shows

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def forgotten(self) -> Forgotten:
        return self.session.forgotten

    @property
    def records(self) -> list[TerminalEvent]:
        return [decode_record(entry.body) for entry in self.journal]

    @property
    def money(self) -> tuple[int, int, int]:
        """Credit, stake, spendable."""
        return self.session.credit, self.session.stake, self.session.spendable

    @property
    def chips(self) -> dict[str, tuple[int, int, int]]:
        """By Spot: wanted, in flight, registered."""
        found = {shown.spot: (shown.wanted, shown.in_flight, shown.registered) for shown in show(self.session).spots}
        return {spot: amounts for spot, amounts in found.items() if any(amounts)}

    @property
    def standing(self) -> dict[str, tuple[str, int]]:
        """By Spot: how it stands, and what the Player asks for there."""
        return {shown.spot: (shown.standing, shown.asked) for shown in show(self.session).spots}

    @property
    def own_lines(self) -> tuple[Line, ...]:
        """Of the last Round in which this terminal was settled."""
        last = self.session.state.own_rounds.last
        return () if last is None else tuple(last.paid.values())

    @property
    def notice(self) -> str:
        return self.session.forgotten.notice.reason if self.session.forgotten.notice is not None else ""

    @property
    def answers(self) -> list[tuple[int, dict[Spot, int]]]:
        return [(sent.revision, sent.bets) for sent in self.sent if isinstance(sent, m.Answer)]


def of(kind: type, messages: Iterable[m.Request]) -> list[Any]:
    return [message for message in messages if isinstance(message, kind)]


def answers(messages: Iterable[m.Request]) -> list[m.Answer]:
    return of(m.Answer, messages)


# --- what goes wrong, and what a newcomer is shown ---


def wrong_settlement(console: Console) -> Console:
    """The House pays a lost Bet as if it had won."""
    console.register(1, banker=100).close_bets().deal(PLAYER_WINS)
    (line,) = console.lines()
    console.write(e.Settled(1, T1, 1, (Line(line.spot, line.staked, 200, line.verdict),)))
    return console.write(e.RoundEnded(1, void=False))


def picture_of(
    console: Console, revision: int, *, terminal: PlayerId = T1, whole: bool = True, seq: int = 0
) -> m.Snapshot:
    layouts = (OwnLayout(console.window, "bets", revision, Answer(console.bets.get(T1, {})), seq),) if whole else ()
    own = OwnState(console.ledger.credit(T1), console.ledger.stake(T1), 1, layouts, 0, "")
    return m.Snapshot(console.pen.seq, console.pen.chain, encode_body(Picture(console.view, own, terminal)))


def hands(terminal: Terminal) -> dict[str, str]:
    return {hand.hand: " ".join(hand.cards) for hand in show(terminal.session).hands}


def round_of(cards: str) -> Any:
    return fold(GAME, Felt(), [ClosingAct("bets"), *(CardDrawn(card) for card in parse_cards(cards.split()))])


def forged(console: Console) -> m.Batch:
    """The next entry, of a history that is not the one we know."""
    other = Console().write(*[e.LimitsSet(Felt(boxes=3))] * (console.pen.seq - 1))
    return m.Batch(console.pen.seq + 1, (opened(other.entries[-1]),), other.pen.chain)
