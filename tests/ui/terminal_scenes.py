"""A terminal's pictures in every state, made by the real session at a table that is only a pen (tests/terminal)."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QPoint
from PySide6.QtTest import QTest

from games.round import Felt, Limit, PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.events import Placard
from protocol.halts import Halt
from terminal import window
from terminal.intents import CallAttendant, CashOut, ClearBets, Intent, NoteIn, NoteStacked, PlaceBet, RepeatBets
from terminal.screen import TerminalView, show
from tests.terminal.pen import BANKER, GAME, PLAYER, TIE, Console, Terminal, key
from tests.ui import quick

PLACARD: Final = Placard(
    *("Baccarat 07", "SGD", 2, (500, 2_500, 10_000, 50_000, 100_000, 1_000_000)), languages=("en",), training=True
)
LIMITS: Final = {
    "player": Limit(min=2_500, max=2_000_000, step=500),
    "banker": Limit(min=2_500, max=2_000_000, step=500),
    "tie": Limit(min=500, max=200_000, step=500),
    "player_pair": Limit(min=500, max=100_000, step=500),
    "banker_pair": Limit(min=500, max=100_000, step=500),
}
SHOE: Final = (
    "2C 4D 5S 5H",  # Banker, a natural 9
    "4D 2C 5H 5S",  # Player, a natural 9
    "KS QH 2C 3D 5S 6C",  # Player draws 5: 7; Banker on 3 draws: 9
    "9S 7D KH AC",  # Player 9 against 8
    "KD KH 6C 6S",  # Tie on 6, no pair
    "2S KC 4H 6H",  # a tie on 6
    "2S 2H 2D 4C 9H",  # Player pair; Player 5, Banker on 6 against a 9: stands, and wins with 6
    "5C 2S 2H 7D",  # Banker natural 9
    "AS 3H 7C 4S",  # Player natural 8
    "KC 9H QD 9D",  # Banker pair, natural 8
    "4S 3C 3D 4H",  # seven each: a tie
    "2D 5C 4H 3S",  # Banker natural 8
)


class Player:
    """A terminal at a table with a placard, and limits on every Spot: each method is something that happens, and `view`
    is what is to be seen then.
    """

    def __init__(
        self, *, credit: int = 500_000, squeeze: bool = False, opened: bool = True, joined: bool = True
    ) -> None:
        self.table = Console(e.ConsoleStarted(1))
        if opened:
            felt = Felt(limits=LIMITS, squeeze=squeeze)
            self.table.write(e.TableOpened("baccarat", GAME.rules, felt, 25_000, {}, PLACARD))
            self.table.write(e.ShoeLoaded(8, 0, "Max", 1))
        if credit:
            self.table.credit(credit)
        self.terminal = Terminal(self.table).restart()
        if joined:
            self.terminal.is_welcomed()
        self.revision = 0
        self.left_ms = -1

    @property
    def view(self) -> TerminalView:
        return show(self.terminal.session)

    def shoe(self, *rounds: str) -> "Player":
        for cards in rounds or SHOE:
            self.table.open_bets().play(cards)
        return self.level()

    def level(self) -> "Player":
        self.terminal.catches_up()
        self.terminal.hears(self.table.pulse(self.left_ms))
        return self

    def opens(self, left_ms: int = 18_000) -> "Player":
        self.table.open_bets()
        self.revision, self.left_ms = 0, left_ms
        return self.level()

    def wants(self, *intents: Intent) -> "Player":
        self.terminal.does(*intents)
        return self

    def registered(self, **bets: int) -> "Player":
        """What was asked is registered."""
        self.revision += 1
        self.table.register(self.revision, PlayerId("T1"), **bets)
        return self.level()

    def closes(self) -> "Player":
        self.table.close_bets()
        self.left_ms = -1
        return self.level()

    def deals(self, cards: str) -> "Player":
        self.table.deal(cards)
        return self.level()

    def settles(self) -> "Player":
        self.table.settle()
        return self.level()

    def voids(self) -> "Player":
        self.table.void()
        return self.level()

    def corrected(self, cards: str = "", *, void: str = "") -> "Player":
        self.table.correct(cards, void=void)
        return self.level()

    def plays(self, cards: str) -> "Player":
        """From the close to the pay-out."""
        return self.closes().deals(cards).settles()

    def reads(self, *facts: e.Event) -> "Player":
        self.table.write(*facts)
        return self.level()

    def hears(self, *news: m.News) -> "Player":
        self.terminal.hears(*news)
        return self

    def is_cut_off(self) -> "Player":
        self.terminal.does(after_ms=5_000)
        return self


T1: Final = PlayerId("T1")
TICKET: Final = "000001"  # its name
NUMBER: Final = "004217733905112846"  # and what stands on it
BETS: Final = {"banker": 110_000, "tie": 2_500, "player_pair": 1_000}
BANKER_ON_SIX: Final = "2S 2H 2D 4C 9H"  # with a Player Pair
BANKER_ON_NINE: Final = "2C 4D 5S 5H"
SEVEN_EACH: Final = "4S 3C 3D 4H"
UNPAID: Final = e.MoneyRefused(key(7), T1, Refusal("bad_note", "over the cap of an hour", ""))


def _registered() -> Player:
    return Player().shoe().opens().registered(**BETS)


def _dealt(cards: str) -> Player:
    return _registered().closes().deals(cards)


def _won() -> Player:
    """Banker on 6, with a Player Pair, and the Tie lost."""
    return _dealt(BANKER_ON_SIX).settles()


def _placing() -> Player:
    player = Player().shoe().opens().wants(PlaceBet(BANKER, 100_000)).registered(banker=100_000)
    return player.wants(PlaceBet(BANKER, 10_000), PlaceBet(TIE, 2_500), PlaceBet(PLAYER, 500))


def _unpaid() -> Player:
    """A note was taken, and the console would not book it."""
    return _registered().wants(NoteIn(key(7), 100_000), NoteStacked(key(7))).reads(UNPAID)


def _last_seconds() -> Player:
    player = _registered()
    player.left_ms = 4_000
    return player.level()


def _all_five() -> Player:
    """Every place at once, with amounts as they are in a currency of many noughts."""
    return Player(credit=99_999_999_999).shoe().opens().registered(**dict.fromkeys(LIMITS, 123_456_700))


def _denied() -> Player:
    player = _registered()
    state = player.terminal.state
    return player.hears(m.Denied(state.boot, state.run, "this key is not enrolled any more"))


def _stopped() -> Player:
    """The console's history is not what it was."""
    player = _registered()
    return player.hears(m.Pulse(player.table.pen.seq, bytes(32), -1))


def _disputed() -> Player:
    player = _dealt(BANKER_ON_SIX)
    (first, *rest) = player.table.lines()
    wrong = type(first)(first.spot, first.staked, first.returned + 100, first.verdict)
    return player.reads(e.Settled(player.table.round_no, T1, 1, (wrong, *rest)))


def _ticket() -> Player:
    player = Player().shoe().wants(CashOut(key(5), 500_000))
    return player.reads(
        e.TicketIssued(key(5), T1, 1, TICKET, 500_000, NUMBER[-4:]), e.TicketNumbered(T1, TICKET, NUMBER)
    )


SCENES: Final[dict[str, Callable[[], Player]]] = {
    "ready": lambda: Player().shoe(),
    "first_bet": lambda: Player().opens(),
    "closed": lambda: Player(credit=0, opened=False),
    "no_credit": lambda: Player(credit=0).shoe().opens(),
    "placing": _placing,
    "registered": _registered,
    "removing": lambda: _registered().wants(ClearBets()),
    "refused": lambda: _registered().wants(PlaceBet(TIE, 300_000)),  # more than its limit allows
    "unpaid": _unpaid,
    "last_seconds": _last_seconds,
    "returned": lambda: Player().shoe().opens().registered(banker=110_000).wants(PlaceBet(TIE, 2_500)).closes(),
    "dealing": lambda: _dealt("2C 4D 5S"),
    "third_card": lambda: _dealt("KS QH 2C 3D 5S"),
    "confirming": lambda: _dealt(BANKER_ON_SIX),
    "won": _won,
    "tie": lambda: _dealt(SEVEN_EACH).settles(),
    "lost": lambda: Player().shoe().opens().registered(player=50_000).plays(BANKER_ON_NINE),
    "all_five": _all_five,
    "all_five_won": lambda: _all_five().plays(BANKER_ON_SIX),
    "void": lambda: _dealt("2C 4D").voids(),
    "void_without_bet": lambda: Player().shoe().opens().closes().deals("2C 4D").voids(),
    "void_after_payment": lambda: _won().corrected(void="5.3.3"),
    "corrected": lambda: _won().corrected("2S 2H 2D 5C 9H"),
    "corrected_while_betting": lambda: _won().corrected("2S 2H 2D 5C 9H").opens().registered(banker=2_500),
    "closed_with_credit": lambda: _won().reads(e.TableClosed()),  # somebody still has money here
    "failed_print": lambda: _ticket().reads(e.TicketPrint(key(6), T1, TICKET, "failed")),
    "unpaid_after_a_round": lambda: _unpaid().plays(BANKER_ON_SIX),  # the strip needs room beside the result
    "shoe_ends": lambda: Player().shoe().reads(e.CutCardSeen(2)),
    "offline": lambda: _placing().is_cut_off(),
    "joining": lambda: Player(credit=0, joined=False),
    "halted": lambda: _dealt("2C 4D").reads(e.Halted(Halt.CARD_MISSING, "card 3 was not read", "5.3.3")),
    "latched": lambda: _registered().reads(e.TerminalLatched(T1, "an id came again with another content")),
    "denied": _denied,
    "stopped": _stopped,
    "disputed": _disputed,
    "called": lambda: _registered().wants(CallAttendant()).reads(e.AttendantCalled(T1, True)),
    "ticket": _ticket,
    "repeat": lambda: _won().opens().wants(RepeatBets()),
    "long_shoe": lambda: Player().shoe(*SHOE * 5).opens(),
    "last_round": lambda: Player().shoe().reads(e.CutCardSeen(2)).opens(),
    "squeeze": lambda: Player(squeeze=True).opens().registered(banker=110_000).closes().deals(BANKER_ON_NINE),
}
FINGER: Final = QTest.createTouchDevice()
PAGES: Final = ("history", "rules", "buyin", "cashout", "language", "idle")


class Shown(quick.Framed):
    """The terminal's own screen."""

    def __init__(
        self,
        view: TerminalView,
        *,
        language: str = "en",
        size: tuple[int, int] = (1920, 1080),
        high_contrast: bool = False,
        motion: bool = False,
        emulate_devices: bool = True,
        settle_ms: int = 0,
    ) -> None:
        """`settle_ms`: how long a new question takes no answer."""
        self.intents: list[Intent] = []
        self.screen = window.TerminalWindow(
            *(view, self.intents.append), language=language, size=size, emulate_devices=emulate_devices
        )
        self.settles_in(settle_ms)
        super().__init__(self.screen, high_contrast=high_contrast, motion=motion)
        self.cues: list[str] = []
        self.root.cue.connect(self.cues.append)  # type: ignore[attr-defined]  # QML declares it

    def shows(self, view: TerminalView) -> None:
        self.screen.model.show(view)
        self.view.grabWindow()  # laid out and drawn

    def settles_in(self, ms: int) -> None:
        """What settles already begins anew with this time."""
        quick.theme(self.screen.view.engine()).setProperty("settle", ms)

    def tap_until(self, name: str, condition: Callable[[], bool]) -> None:
        """Again and again, as who finds that nothing has happened yet."""
        self.tap(name)
        while not condition():
            QTest.qWait(5)
            self.tap(name)

    def turn_to(self, page: str) -> None:
        """As if a door had been tapped; "idle" is the page that comes by itself."""
        self.root.setProperty("idle", page == "idle")
        self.root.setProperty("page", "" if page == "idle" else page)
        self.view.grabWindow()

    @property
    def patience(self) -> QObject:
        """The timer that waits until nobody seems to be there."""
        found = self.root.findChild(QObject, "patience")
        assert found is not None
        return found

    def attentions(self) -> list[str]:
        return [item.objectName() for item in quick.walk(self.root) if item.objectName().startswith("attention.")]

    def touch(self, name: str) -> None:
        """As `tap`, with a finger."""
        at: QPoint = self.centre(name)
        QTest.touchEvent(self.view, FINGER).press(0, at, self.view).commit()
        QTest.touchEvent(self.view, FINGER).release(0, at, self.view).commit()

    def hold(self, name: str) -> None:
        """A finger that stays."""
        at: QPoint = self.centre(name)
        QTest.touchEvent(self.view, FINGER).press(0, at, self.view).commit()
        before = len(self.intents)
        self.until(lambda: len(self.intents) > before)
        QTest.touchEvent(self.view, FINGER).release(0, at, self.view).commit()
