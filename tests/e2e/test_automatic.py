"""A table where nobody deals, on real processes that lose power: SIGKILL at every failpoint of its Round.

It goes on, with the same shuffle and the same Bets, and the money is what another rule book makes of it (004 §2.1).
"""

import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.automatic import BETS_OF, AutoGame
from tests.e2e.game import CONSOLE
from tests.e2e.processes import FILES_ENOUGH_TO_POLL, Warm
from tests.summary import KILLS

# In the order of a Round: a console that was killed at one of them soon comes to the next. Windows are of Bets first,
# then of what somebody is asked.
ROUND: Final = (
    *("ShuffleCommitted", "WindowOpened", "LayoutRegistered", "NonceCommitted", "WindowClosed", "NonceOpened"),
    *("ShuffleMixed", "CardDealt", "CardDealt:3", "CardPeeked", "WindowOpened", "LayoutRegistered", "WindowClosed"),
    *("CardRevealed", "Certified", "Settled", "ShuffleOpened"),
)
SITES: Final = ("before_commit", "after_commit", "before_publish", "after_publish")
# Between his Bet and the opening of his nonce; by what of it his successor can still say.
AT_THE_TERMINAL: Final = (
    *("after_send/Answer", "after_send/CommitNonce", "after_commit/LayoutRegistered"),
    *("before_send/OpenNonce", "after_send/OpenNonce"),
)


@pytest.fixture
def table(
    request: pytest.FixtureRequest, warm: Warm, quick_folder: Path, record_property: Callable[[str, object], None]
) -> Iterator[AutoGame]:
    name = getattr(request, "param", "classic_blackjack")
    game = AutoGame(warm, quick_folder, game=name, bets=BETS_OF[name])
    yield game
    record_property(KILLS, [list(kill) for kill in game.kills])
    game.close()


def dies(game: AutoGame, name: str, place: str, then: str = "") -> None:
    """Whoever was started to die there does, and comes back to die where it says `then`."""
    game.until(lambda: name not in game.processes, f"{name} dies at {place}")
    game.start(name, then)


@pytest.mark.in_turn(len(SITES))
@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("table", ["premium_blackjack"], indirect=True)  # it peeks, and has what Classic has
@pytest.mark.rule("004 §2.1")
def test_a_console_that_is_killed_anywhere_in_a_round_goes_on_with_it(table: AutoGame, site: str) -> None:
    places = [f"{site}/{fact}" for fact in ROUND]
    table.start(CONSOLE, places[0])
    table.start_all()
    for place, then in zip(places, [*places[1:], ""], strict=True):
        dies(table, CONSOLE, place, then)
    table.plays_on()
    told = table.judged()
    assert [kill.point for kill in table.kills] == [place.partition(":")[0] for place in places]
    assert told.began_in_play >= len(ROUND) - 5


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("part", range(2))
def test_a_terminal_that_is_killed_between_its_bet_and_its_nonce_keeps_nobody_waiting(
    table: AutoGame, part: int
) -> None:
    """What it was bound to is in the shuffle, whether or not anybody can open it."""
    places = AT_THE_TERMINAL[part::2]
    table.start(CONSOLE)
    table.start("T01", places[0])
    table.start_all()
    for place, then in zip(places, [*places[1:], ""], strict=True):
        dies(table, "T01", place, then)
    table.plays_on()
    told = table.judged()
    assert [kill.point for kill in table.kills] == list(places)
    assert set(told.unopened) <= {"T01"}
    if "before_send/OpenNonce" in places:
        assert told.unopened["T01"] > 0  # its successor has another secret


def test_c15_without_a_single_file_more_no_seed_is_kept_and_the_table_waits(table: AutoGame) -> None:
    """It died, and so did each that came after it. No Round begins with a seed that is not on the disk."""
    table.seat_all()
    table.plays_on()
    pid = table.processes[CONSOLE].pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (FILES_ENOUGH_TO_POLL, hard))
    table.until(lambda: "the seed of the shuffle cannot be kept: no round begins" in told(table), "it is told")
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (hard, hard))
    table.until(lambda: "that is over what=seed" in told(table), "and that it is over")
    table.plays_on()
    assert table.judged().began_in_play == 0, "it never ended"


def told(game: AutoGame) -> str:
    return (game.folder / f"{CONSOLE}.log").read_text()
