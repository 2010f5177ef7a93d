"""Blackjack (003) on real processes that lose power: SIGKILL at failpoints in each kind of window, a dark Seated Player
and a dark Standing one. What was answered is on record once, and the money is what another rule book makes of it.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from games.round import DealingError
from protocol import messages as m
from tests.e2e.boxes import BETS, BoxGame, Told
from tests.e2e.game import CONSOLE
from tests.e2e.player import Wish
from tests.e2e.processes import Warm
from tests.summary import KILLS

# Where whoever hears an answer dies, and whoever gives it.
SITES: Final = ("before_commit", "after_commit", "before_publish", "after_publish")
AT_THE_CONSOLE: Final = (*(f"{site}/LayoutRegistered" for site in SITES), *(f"{site}/WindowClosed" for site in SITES))
AT_THE_TERMINAL: Final = (
    *(f"{site}/LayoutSent" for site in ("before_commit", "after_commit")),
    *(f"{site}/Answer" for site in ("before_send", "after_send")),
    *(f"{site}/LayoutRegistered" for site in ("before_commit", "after_commit")),
    *(f"{site}/WindowClosed" for site in ("before_commit", "after_commit")),
)
# The same, whatever it was doing: in any window it is started anew, joined, told the news, asked whether it is alive. A
# card is acknowledged in none: who deals then is `test_kills`.
ALIVE_AT_THE_CONSOLE: Final = (
    *(f"{site}/{fact}" for fact in ("ConsoleStarted", "Interrupted") for site in ("before_commit", "after_commit")),
    *(f"{site}/{fact}" for fact in ("TerminalJoined", "StartConfirmed", "InterruptionAnswered") for site in SITES),
    *(f"{when}_send/{message}" for when in ("before", "after") for message in ("Welcome", "Deltas")),
    "before_pulse/Pulse",
)
ALIVE_AT_THE_TERMINAL: Final = (
    *(f"{site}/{record}" for record in ("Booted", "Copied") for site in ("before_commit", "after_commit")),
    *(f"{when}_send/{request}" for when in ("before", "after") for request in ("Hello", "Beat")),
)

PLACED: Final = {("bets", name): ("", bets) for name, bets in BETS.items()}
# Box 1 has eights against an Ace. T01 insures, splits, doubles the first Hand; T02 follows the split, not the double.
# Then there is a dealing error, and both go on. Two Hands of 21 and 18 against a soft 17.
EIGHTS: Final = "8S AD 8H 3C KC TD 6S"
SPLIT: Final = Told(
    {
        **PLACED,
        ("insurance", "T01"): ("insure", {"1/insurance": 5_000}),
        ("insurance", "T02"): ("decline", {}),
        ("choice/1/0/3", "T01"): ("split", {"1/main/1": 10_000}),
        ("follow/1/0/3", "T02"): ("follow", {"1/main/1": 5_000}),
        ("choice/1/0/4", "T01"): ("double", {"1/double": 10_000}),
        ("follow/1/0/4", "T02"): ("decline", {}),
        ("options", "T01"): ("continue", {}),
        ("options", "T02"): ("continue", {}),
        ("choice/1/1/6", "T01"): ("stand", {}),
    },
    {
        "T01": {
            "1/insurance": (5_000, 0),
            "1/main": (10_000, 20_000),
            "1/double": (10_000, 20_000),
            "1/main/1": (10_000, 20_000),
        },
        "T02": {"1/main": (5_000, 10_000), "1/main/1": (5_000, 10_000)},
    },
)
# 16 against a nine: surrendered.
SIXTEEN: Final = "KS 9D 6S"
GIVEN_UP: Final = Told(
    {**PLACED, ("surrender/1", "T01"): ("surrender", {})},
    {"T01": {"1/main": (10_000, 5_000)}, "T02": {"1/main": (5_000, 2_500)}},
)
# A Blackjack against an Ace: T01 takes Even Money, T02 does not, and the Dealer has 20.
ACES: Final = "AS AD KS 9C"
EVEN: Final = Told(
    {
        **PLACED,
        **{("insurance", name): ("decline", {}) for name in BETS},
        ("even_money/1", "T01"): ("even_money", {}),
        ("even_money/1", "T02"): ("decline", {}),
    },
    {"T01": {"1/main": (10_000, 20_000)}, "T02": {"1/main": (5_000, 12_500)}},
)
# Eleven against a nine. Two cards come at once: T01 takes the two, stands on 13, and the Dealer gets the ten: 19.
ELEVEN: Final = "6S 9D 5S"
AT_ONCE: Final = ("TC", "2C")
ORDERED: Final = Told(
    {
        **PLACED,
        ("surrender/1", "T01"): ("decline", {}),
        ("choice/1/0/3", "T01"): ("hit", {}),
        ("order/1/3", "T01"): ("2C", {}),
        ("options", "T01"): ("continue", {}),
        ("options", "T02"): ("continue", {}),
        ("choice/1/0/4", "T01"): ("stand", {}),
    },
    {"T01": {"1/main": (10_000, 0)}, "T02": {"1/main": (5_000, 0)}},
)


@pytest.fixture
def table(warm: Warm, quick_folder: Path, record_property: Callable[[str, object], None]) -> Iterator[BoxGame]:
    game = BoxGame(warm, quick_folder)
    game.seat_all()
    yield game
    record_property(KILLS, [list(kill) for kill in game.kills])
    game.close()


class Deaths:
    """Somebody dies at this place in every question that is put here, comes back, and the answers are on record."""

    def __init__(self, game: BoxGame, who: str, place: str) -> None:
        self.game, self.who, self.place = game, who, place

    def answer(self, kind: str, keys: Mapping[str, str], box: int = 1) -> None:
        """The first of them dies, or the console."""
        game, asked = self.game, self.game.asked(kind)
        victim = self._armed(kind, next(iter(keys)))
        for name, key in keys.items():
            game.answer(name, key, box)
        self._dies(victim, lambda: game.have_answered(*keys, window=asked))

    def bet(self) -> None:
        """Its question is closed by the dealer."""
        game, victim = self.game, self._armed("bets", "T01")
        for name, bets in BETS.items():
            game.tell(name, Wish(bets=[bets]))
        if self.place.endswith("/WindowClosed"):
            game.until(lambda: game.bets == BETS, "all have bet")
            game.stop_at = ""
            self._dies(victim, lambda: True)
        else:
            self._dies(victim, lambda: game.bets == BETS)
            game.stop_at = ""

    def _armed(self, kind: str, first: str) -> str:
        game, victim = self.game, CONSOLE if self.who == "console" else first
        game.asked(kind)
        game.until(lambda: all(map(game.hears_all, game.terminals)), "nobody waits for news")
        game.kill(victim)
        game.start(victim, self.place)
        game.until(lambda: victim not in game.processes or game.is_asked(kind), f"{victim} is there, or was")
        return victim

    def _dies(self, victim: str, answered: Callable[[], bool]) -> None:
        game = self.game
        game.until(lambda: victim not in game.processes, f"{victim} dies at {self.place}")
        game.start(victim)
        game.until(lambda: game.up() and not game.view.halts and answered(), "it is back, and the answers stand")
        game.rest()


@pytest.mark.in_turn(26)
@pytest.mark.parametrize(
    ("who", "place"),
    [
        *(("console", place) for place in (*AT_THE_CONSOLE, *ALIVE_AT_THE_CONSOLE)),
        *(("terminal", place) for place in (*AT_THE_TERMINAL, *ALIVE_AT_THE_TERMINAL)),
    ],
    ids=lambda value: value.replace("/", " "),
)
def test_killed_in_every_kind_of_window_each_answer_is_on_record_once(table: BoxGame, who: str, place: str) -> None:
    deaths = Deaths(table, who, place)
    table.begin_round(EIGHTS)
    deaths.bet()
    deaths.answer("insurance", {"T01": "insure", "T02": "decline/insurance"})
    deaths.answer("choice", {"T01": "split"})
    deaths.answer("follow", {"T02": "follow"})
    table.answers("choice", {"T01": "double"})
    table.answers("follow", {"T02": "decline/follow"})
    table.asked("choice")
    table.croupier.order(m.Rule(DealingError(), "5.7"))
    deaths.answer("options", {"T01": "continue", "T02": "continue"}, box=0)
    table.answers("choice", {"T01": "stand"})
    table.end_round()
    table.begin_round(SIXTEEN)
    table.bet()
    deaths.answer("surrender", {"T01": "surrender"})
    table.end_round()
    table.begin_round(ACES)
    table.bet()
    deaths.answer("even_money", {"T01": "even_money", "T02": "decline"})
    table.end_round()
    table.begin_round(ELEVEN)
    table.bet()
    table.answers("surrender", {"T01": "decline"})
    table.draws_together("choice", {"T01": "hit"}, *AT_ONCE)
    deaths.answer("order", {"T01": "2C"})
    table.answers("options", {"T01": "continue", "T02": "continue"}, box=0)
    table.answers("choice", {"T01": "stand"})
    table.end_round()
    assert table.judged() == [SPLIT, GIVEN_UP, EVEN, ORDERED]
    assert len([kill for kill in table.kills if kill.point == place]) == 8


@pytest.mark.in_turn(6)
@pytest.mark.parametrize(
    ("who", "place"),
    [
        *((CONSOLE, f"{site}/WindowOpened") for site in SITES),
        *(("T01", f"{site}/WindowOpened") for site in ("before_commit", "after_commit")),
    ],
    ids=lambda value: value.replace("/", " "),
)
def test_killed_as_every_kind_of_window_opens_it_is_asked_once(table: BoxGame, who: str, place: str) -> None:
    def opens() -> None:
        """The next window is one at which this one dies, and comes back."""
        table.until(lambda: table.up() and all(map(table.hears_all, table.terminals)), "nobody waits for news")
        table.kill(who)
        table.start(who, place)
        table.until(table.is_calm, "all are there")

    table.at_death = table.start
    opens()
    table.begin_round(EIGHTS)
    opens()
    table.bet()
    table.asked("insurance")
    opens()
    table.answers("insurance", {"T01": "insure", "T02": "decline/insurance"})
    table.asked("choice")
    opens()
    table.answers("choice", {"T01": "split"})
    table.asked("follow")
    table.answers("follow", {"T02": "follow"})
    table.answers("choice", {"T01": "double"})
    table.answers("follow", {"T02": "decline/follow"})
    table.asked("choice")
    opens()
    table.rules(DealingError(), "5.7", lambda: table.is_asked("options"))
    table.answers("options", {"T01": "continue", "T02": "continue"}, box=0)
    table.answers("choice", {"T01": "stand"})
    table.end_round()
    table.begin_round(SIXTEEN)
    opens()
    table.bet()
    table.answers("surrender", {"T01": "surrender"})
    table.end_round()
    table.begin_round(ACES)
    opens()
    table.bet()
    table.answers("even_money", {"T01": "even_money", "T02": "decline"})
    table.end_round()
    table.begin_round(ELEVEN)
    table.bet()
    table.answers("surrender", {"T01": "decline"})
    table.draws_together("choice", {"T01": "hit"}, *AT_ONCE, before_it_is_ruled_on=opens)
    table.answers("order", {"T01": "2C"})
    table.answers("options", {"T01": "continue", "T02": "continue"}, box=0)
    table.answers("choice", {"T01": "stand"})
    table.end_round()
    assert table.judged() == [SPLIT, GIVEN_UP, EVEN, ORDERED]
    assert len([kill for kill in table.kills if kill.point == place]) == 8


@pytest.mark.rule("003 §1.26", "003 §3.21.1", "003 §3.22.1")
def test_who_is_dark_is_not_waited_for_and_what_he_has_answered_stands(table: BoxGame) -> None:
    """A Seated Player who is dark in his decision, a Standing one who is dark when he could follow; and both of them
    dark from the moment on at which their answers are on record.
    """
    # 16 against a nine. T01 is dark: the dealer ends the question, and he stands on it, with T02 behind him.
    table.begin_round("KS 9D 6S TH")
    table.bet()
    table.answers("surrender", {"T01": "decline"})
    asked = table.asked("choice")
    table.kill("T01")
    table.croupier.order(m.CloseBets())
    table.until(lambda: table.have_answered(window=asked), "the dealer has ended the question")
    table.end_round()
    table.start("T01")

    # Eleven. T01 doubles, and T02 is dark: he has not followed.
    table.begin_round("6S 9D 5S TC 8H")
    table.bet()
    table.answers("surrender", {"T01": "decline"})
    asked = table.asked("choice")
    table.kill("T02")
    table.answer("T01", "double")
    asked = table.asked("follow")
    table.croupier.order(m.CloseBets())
    table.until(lambda: table.have_answered(window=asked), "the dealer has ended the question")
    table.end_round()
    table.start("T02")

    # The same, and both are dark once they have answered.
    table.begin_round("6D 9S 5D TH 8C")
    table.bet()
    table.answers("surrender", {"T01": "decline"})
    table.croupier.before_draw = lambda _view: bool(table.processes.keys() & BETS.keys())
    table.answers("choice", {"T01": "double"})
    table.answers("follow", {"T02": "follow"})
    table.kill("T01")
    table.kill("T02")
    table.end_round()
    table.croupier.before_draw = lambda _view: False
    declined = {**PLACED, ("surrender/1", "T01"): ("decline", dict[str, int]())}
    doubled = {**declined, ("choice/1/0/3", "T01"): ("double", {"1/double": 10_000})}
    won = {"T01": {"1/main": (10_000, 20_000), "1/double": (10_000, 20_000)}, "T02": {"1/main": (5_000, 10_000)}}
    assert table.judged() == [
        Told(declined, {"T01": {"1/main": (10_000, 0)}, "T02": {"1/main": (5_000, 0)}}),
        Told(doubled, won),
        Told(
            {**doubled, ("follow/1/0/3", "T02"): ("follow", {"1/double": 5_000})},
            {**won, "T02": {"1/main": (5_000, 10_000), "1/double": (5_000, 10_000)}},
        ),
    ]
