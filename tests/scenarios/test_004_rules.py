"""004 section 2 on real processes: a table where nobody deals, a terminal at which somebody answers what he is asked,
and what each Round has come to. Each comes to pass at both tables; what only one of them knows stands apart.
"""

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from deploy.demo.findings import check_table
from games.round import PlayerId
from protocol import events as e
from protocol.codec import decode_event
from protocol.journal import Journal
from tests.e2e.automatic import AutoGame
from tests.e2e.conftest import quick_folder as quick_folder
from tests.e2e.player import Wish
from tests.e2e.processes import Warm
from tests.e2e.stories import SHUFFLES, ToldShuffles

CLASSIC, PREMIUM = "classic_blackjack", "premium_blackjack"
STAKES: Final = {CLASSIC: 1_000, PREMIUM: 5_000}
NAME: Final = PlayerId("T01")


class Story(NamedTuple):
    cards: str  # his, the Dealer's, his, the covered one, and what follows
    answers: str  # to each question, in their order
    lines: str  # what each Bet has won or lost, in Initial Plays


BOTH: Final = (
    Story("2S 6D 3H TD 4C KC 5S", "hit hit stand", "1/main -1 2.4.c.iii"),
    Story("TS 6D 8S TD KC", "stand", "1/main +1 2.6"),  # the Dealer busts
    Story("TS 6D 8S TD KC", "hit", "1/main -1 2.4.c.i"),
    Story("TS 8D 8S TD", "stand", "1/main +0 2.4.d.ii"),
    Story("AS 6D KS 9D 6C", "", "1/main +1.5 2.6"),  # against a 21 of three cards
    Story("TS AD 8S 8D", "insure stand", "1/main -1 2.4.c.iii, 1/insurance -0.5 2.5.c.ii"),
    Story("5S 6D 6S TD 2C KC", "double", "1/main +1 2.6, 1/double +1 2.6"),
    Story(
        "8S 6D 8H TD 8C 3S 2C 7C KC",  # another 8 comes, and is not split again
        "split hit stand double",
        "1/main +1 2.6, 1/main/1 +1 2.6, 1/double/1 +1 2.6",
    ),
    Story("AS 6D AH TD KS QC 5C", "split", "1/main +0 2.4.d.ii, 1/main/1 +0 2.4.d.ii"),
    Story("TS 6D TH 9D 6S TC KC 4C", "split hit stand", "1/main -1 2.4.c.i, 1/main/1 +1 2.6"),
    Story("AS AD KS KD", "even_money", "1/main +1 2.10.a.ii"),
    Story("AS AD KS 9D 5C", "even_money", "1/main +1 2.10.a.ii"),
    Story("AS AD KS KD", "decline", "1/main +0 2.4.d.i"),
    Story("AS AD KS 9D", "decline", "1/main +1.5 2.6"),
)
STORIES: Final = {
    CLASSIC: (
        *BOTH,
        Story("TS 6D 8S AD 4C", "stand", "1/main -1 2.4.c.iii"),  # a soft 17 is hit, to 21
        Story("TS TD 8S AD", "stand", "1/main -1 2.4.c.ii"),  # nobody has peeked
        Story("TS AD 8S KD", "insure stand", "1/main -1 2.4.c.ii, 1/insurance +1 2.6"),
        Story("5S TD 6S AD TC", "double", "1/main -1 2.7.b.iii, 1/double -1 2.7.b.iii"),
    ),
    PREMIUM: (
        *BOTH,
        Story("TS 6D 8S AD 4C", "stand", "1/main +1 2.6"),  # 18 against a soft 17
        Story("TS TD 8S AD", "", "1/main -1 2.4.c.ii"),  # he is asked nothing
        Story("TS TD 8S 7D", "stand", "1/main +1 2.6"),  # peeked, and played on
        Story("TS AD 8S KD", "insure", "1/main -1 2.4.c.ii, 1/insurance +1 2.6"),
    ),
}


class Told(AutoGame):
    """Whoever sits at T01 answers as the stories say."""

    def __init__(self, warm: Warm, folder: Path, game: str) -> None:
        self.bets_of_all = {"T01": {"1/main": STAKES[game]}}
        super().__init__(warm, folder, game=game, bets=self.bets_of_all)
        (self.folder / SHUFFLES).write_text("\n".join(story.cards for story in STORIES[game]))
        self.answers_given = 0

    def answer(self, key: str) -> None:
        """To the next question, as soon as his screen shows it."""
        given = [0]

        def count(_seq: int, event: e.Event) -> None:
            given[0] += isinstance(event, e.LayoutRegistered) and event.answer.choice == key
            self._watch(_seq, event)

        self.link.desk.watch = count
        self.answers_given += 1
        Wish(bets=[self.bets_of_all["T01"]], answer=(self.answers_given, 1, key, 0)).write(self.folder, "T01")
        self.processes["T01"].nudge()
        self.until(lambda: given[0] > 0, f"he has answered {key}")
        self.link.desk.watch = self._watch

    def has_played(self) -> int:
        """The last Round whose shuffle was opened."""
        last = self.view.shuffle.last
        return 0 if last is None else last.round_no


@pytest.mark.rule("004 §2.1.c", "004 §2.1.d", "004 §2.1.e")
@pytest.mark.rule("004 §2.2.b", "004 §2.2.c", "004 §2.2.d")
@pytest.mark.rule(
    "004 §2.4.a",
    "004 §2.4.b.i",
    "004 §2.4.b.ii",
    "004 §2.4.b.iii",
    "004 §2.4.b.iv",
    "004 §2.4.c.i",
    "004 §2.4.c.ii",
    "004 §2.4.c.iii",
    "004 §2.4.d.i",
    "004 §2.4.d.ii",
)
@pytest.mark.rule("004 §2.5.a", "004 §2.5.b", "004 §2.5.c", "004 §2.5.c.i", "004 §2.5.c.ii")
@pytest.mark.rule("004 §2.6")
@pytest.mark.rule("004 §2.7.a", "004 §2.7.b.i", "004 §2.7.b.ii", "004 §2.7.b.iii")
@pytest.mark.rule(
    "004 §2.8.a",
    "004 §2.8.b",
    "004 §2.8.c.i",
    "004 §2.8.c.ii",
    "004 §2.8.c.iii",
    "004 §2.8.d",
    "004 §2.8.e",
    "004 §2.8.f",
    "004 §2.8.g",
)
@pytest.mark.rule("004 §2.9.a", "004 §2.9.b.i", "004 §2.9.b.ii.A", "004 §2.9.b.ii.B", "004 §2.9.c")
@pytest.mark.rule("004 §2.10.a.i", "004 §2.10.a.ii", "004 §2.10.b", "004 §2.10.c")
@pytest.mark.parametrize("game", STORIES)
def test_section_2(warm: Warm, quick_folder: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    table = Told(warm, quick_folder, game)
    try:
        table.seat_all()
        for number, story in enumerate(STORIES[game], 1):
            for key in story.answers.split():
                table.answer(key)
            table.until(lambda: table.has_played() >= number, f"round {number} is over: {story}")  # noqa: B023
        Wish(bets=[table.bets_of_all["T01"]], calm=True).write(table.folder, "T01")  # of the Round that has begun since
        table.processes["T01"].nudge()
        table.stop_all()
    finally:
        table.close()
    told = ToldShuffles(table.folder / SHUFFLES)
    monkeypatch.setattr("protocol.shuffle_view.shuffle_key", told.shuffle_key)
    monkeypatch.setattr("protocol.shuffle_view.shuffled", told.shuffled)
    assert check_table(table.folder, table.rig.table, table.terminals).problems == []
    with Journal.open_to_read(table.folder / "table.journal") as journal:
        facts = [decode_event(entry.body) for entry in journal.entries()]
    assert not [it for it in facts if isinstance(it, e.SettlementDisputed | e.Halted)]
    stake = STAKES[game]
    paid = [
        ", ".join(f"{it.spot} {it.profit / stake:+g} {it.verdict.paragraph}" for it in settled.lines)
        for settled in facts
        if isinstance(settled, e.Settled)
    ]
    assert paid[: len(STORIES[game])] == [story.lines for story in STORIES[game]]
