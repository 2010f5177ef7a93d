"""A terminal's pictures in every state, made by the real session at a table that is only a pen (tests/terminal)."""

from collections.abc import Callable
from itertools import count
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from games.round import Felt, Limit, PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.chain import first_link
from protocol.codec import decode_event
from protocol.events import Placard, audience_of
from protocol.halts import Halt
from protocol.ledger import Ledger
from protocol.loop import Pen
from protocol.view import TableView
from terminal import window
from terminal.intents import CallAttendant, CashOut, ClearBets, Intent, NoteIn, NoteStacked, PlaceBet, RepeatBets
from terminal.screen import TerminalView, show
from tests.terminal.pen import BANKER, GAME, PLAYER, TABLE, TIE, Console, Terminal, key
from tests.ui import quick

PLACARD: Final = Placard("Baccarat 07", "SGD", 2, (500, 2_500, 10_000, 50_000, 100_000, 1_000_000), languages=("en",))
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


class Table(Console):
    """With a placard, and limits on every Spot."""

    def __init__(self, *, squeeze: bool = False, opened: bool = True) -> None:
        salts = count(1)
        self.pen = Pen(0, first_link(TABLE), decode_event, audience_of, lambda: key(next(salts)))
        self.entries = []
        self.ledger = Ledger()
        self.view = TableView()
        self.bets = {}
        self.round_no = 0
        self.shoe_seq = 0
        felt = Felt(limits=LIMITS, squeeze=squeeze)
        self.write(e.ConsoleStarted(1))
        if opened:
            self.write(e.TableOpened("baccarat", GAME.rules, felt, 25_000, {}, PLACARD), e.ShoeLoaded(8, 0, "Max", 1))


class Player:
    """A terminal at such a table: each method is something that happens, and `view` is what is to be seen then."""

    def __init__(self, *, credit: int = 500_000, squeeze: bool = False, opened: bool = True) -> None:
        self.table = Table(squeeze=squeeze, opened=opened)
        if credit:
            self.table.credit(credit)
        self.terminal = Terminal(self.table).joins()
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


BETS: Final = {"banker": 110_000, "tie": 2_500, "player_pair": 1_000}


def _ready() -> Player:
    return Player().shoe()


def _first_bet() -> Player:
    return Player().opens()


def _closed() -> Player:
    return Player(credit=0, opened=False)


def _no_credit() -> Player:
    return Player(credit=0).shoe().opens()


def _placing() -> Player:
    player = Player().shoe().opens().wants(PlaceBet(BANKER, 100_000)).registered(banker=100_000)
    return player.wants(PlaceBet(BANKER, 10_000), PlaceBet(TIE, 2_500), PlaceBet(PLAYER, 500))


def _registered() -> Player:
    return Player().shoe().opens().registered(**BETS)


def _removing() -> Player:
    return _registered().wants(ClearBets())


def _refused() -> Player:
    """More on the Tie than its limit allows."""
    return _registered().wants(PlaceBet(TIE, 300_000))


def _unpaid() -> Player:
    """A note was taken, and the console would not book it."""
    player = _registered().wants(NoteIn(key(7), 100_000), NoteStacked(key(7)))
    player.table.write(e.MoneyRefused(key(7), PlayerId("T1"), Refusal("bad_note", "over the cap of an hour", "")))
    return player.level()


def _last_seconds() -> Player:
    player = _registered()
    player.left_ms = 4_000
    return player.level()


def _returned() -> Player:
    return Player().shoe().opens().registered(banker=110_000).wants(PlaceBet(TIE, 2_500)).closes()


def _dealing() -> Player:
    return _registered().closes().deals("2C 4D 5S")


def _third_card() -> Player:
    return _registered().closes().deals("KS QH 2C 3D 5S")


def _confirming() -> Player:
    return _registered().closes().deals("2S 2H 2D 4C 9H")


def _won() -> Player:
    """Banker on 6, with a Player Pair, and the Tie lost."""
    return _confirming().settles()


def _tie() -> Player:
    return _registered().closes().deals("4S 3C 3D 4H").settles()


def _lost() -> Player:
    return Player().shoe().opens().registered(player=50_000).closes().deals("2C 4D 5S 5H").settles()


def _all_five() -> Player:
    """Every place at once, with amounts as they are in a currency of many noughts."""
    player = Player(credit=99_999_999_999).shoe().opens()
    return player.registered(**dict.fromkeys(LIMITS, 123_456_700))


def _all_five_won() -> Player:
    return _all_five().closes().deals("2S 2H 2D 4C 9H").settles()


def _void() -> Player:
    player = _registered().closes().deals("2C 4D")
    player.table.void()
    return player.level()


def _void_without_bet() -> Player:
    player = Player().shoe().opens().closes().deals("2C 4D")
    player.table.void()
    return player.level()


def _void_after_payment() -> Player:
    player = _won()
    player.table.correct(void="5.3.3")
    return player.level()


def _corrected_while_betting() -> Player:
    return _corrected().opens().registered(banker=2_500)


def _closed_with_credit() -> Player:
    """After a Round: the table is closed, and somebody still has money here."""
    player = _won()
    player.table.write(e.TableClosed())
    return player.level()


def _failed_print() -> Player:
    player = _ticket()
    player.table.write(e.TicketPrint(key(6), PlayerId("T1"), "004217733905112846", "failed"))
    return player.level()


def _unpaid_after_a_round() -> Player:
    """The strip needs room beside the result."""
    player = _unpaid().closes().deals("2S 2H 2D 4C 9H")
    return player.settles()


def _shoe_ends() -> Player:
    player = Player().shoe()
    player.table.write(e.CutCardSeen(2))
    return player.level()


def _corrected() -> Player:
    player = _won()
    player.table.correct("2S 2H 2D 5C 9H")
    return player.level()


def _offline() -> Player:
    player = _placing()
    player.terminal.does(after_ms=5_000)
    return player


def _joining() -> Player:
    table = Table()
    player = Player.__new__(Player)
    player.table, player.revision, player.left_ms = table, 0, -1
    player.terminal = Terminal(table).restart()
    return player


def _halted() -> Player:
    player = _registered().closes().deals("2C 4D")
    player.table.write(e.Halted(Halt.CARD_MISSING, "card 3 was not read", "5.3.3"))
    return player.level()


def _latched() -> Player:
    player = _registered()
    player.table.write(e.TerminalLatched(PlayerId("T1"), "an id came again with another content"))
    return player.level()


def _denied() -> Player:
    player = _registered()
    session = player.terminal.session
    player.terminal.hears(m.Denied(session.state.boot, session.state.run, "this key is not enrolled any more"))
    return player


def _stopped() -> Player:
    """The console's history is not what it was."""
    player = _registered()
    player.terminal.hears(m.Pulse(player.table.pen.seq, bytes(32), -1))
    return player


def _disputed() -> Player:
    player = _confirming()
    (first, *rest) = player.table.lines()
    wrong = type(first)(first.spot, first.staked, first.returned + 100, first.verdict)
    player.table.write(e.Settled(player.table.round_no, PlayerId("T1"), 1, (wrong, *rest)))
    return player.level()


def _called() -> Player:
    player = _registered().wants(CallAttendant())
    player.table.write(e.AttendantCalled(PlayerId("T1"), True))
    return player.level()


def _ticket() -> Player:
    player = Player().shoe()
    player.wants(CashOut(key(5), 500_000))
    player.table.write(e.TicketIssued(key(5), PlayerId("T1"), 1, "004217733905112846", 500_000))
    return player.level()


def _repeat() -> Player:
    return _won().opens().wants(RepeatBets())


def _long_shoe() -> Player:
    return Player().shoe(*SHOE * 5).opens()


def _last_round() -> Player:
    player = Player().shoe()
    player.table.write(e.CutCardSeen(2))
    return player.opens()


def _squeeze() -> Player:
    return Player(squeeze=True).opens().registered(banker=110_000).closes().deals("2C 4D 5S 5H")


SCENES: Final[dict[str, Callable[[], Player]]] = {
    "ready": _ready,
    "first_bet": _first_bet,
    "closed": _closed,
    "no_credit": _no_credit,
    "placing": _placing,
    "registered": _registered,
    "removing": _removing,
    "refused": _refused,
    "unpaid": _unpaid,
    "last_seconds": _last_seconds,
    "returned": _returned,
    "dealing": _dealing,
    "third_card": _third_card,
    "confirming": _confirming,
    "won": _won,
    "tie": _tie,
    "lost": _lost,
    "all_five": _all_five,
    "all_five_won": _all_five_won,
    "void": _void,
    "void_without_bet": _void_without_bet,
    "void_after_payment": _void_after_payment,
    "corrected": _corrected,
    "corrected_while_betting": _corrected_while_betting,
    "closed_with_credit": _closed_with_credit,
    "failed_print": _failed_print,
    "unpaid_after_a_round": _unpaid_after_a_round,
    "shoe_ends": _shoe_ends,
    "offline": _offline,
    "joining": _joining,
    "halted": _halted,
    "latched": _latched,
    "denied": _denied,
    "stopped": _stopped,
    "disputed": _disputed,
    "called": _called,
    "ticket": _ticket,
    "repeat": _repeat,
    "long_shoe": _long_shoe,
    "last_round": _last_round,
    "squeeze": _squeeze,
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
    ) -> None:
        self.intents: list[Intent] = []
        self.screen = window.TerminalWindow(
            *(view, self.intents.append), language=language, size=size, emulate_devices=emulate_devices
        )
        super().__init__(self.screen, high_contrast=high_contrast, motion=motion)

    def shows(self, view: TerminalView) -> None:
        self.screen.model.show(view)
        self.view.grabWindow()  # laid out and drawn

    def turn_to(self, page: str) -> None:
        """As if a door had been tapped; "idle" is the page that comes by itself."""
        self.root.setProperty("idle", page == "idle")
        self.root.setProperty("page", "" if page == "idle" else page)
        self.view.grabWindow()

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
