"""001 §5.1: the console was away in the middle of a Round. It has all it had, pauses, and a Supervisor answers."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.round import Refusal, Spot, Voided, returned
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import Phase
from tests.console.cluster import BANKER_WINS, COUNTDOWN_MS, SIX_CARDS, Cluster, betting, cards_of, dealt, of
from tests.console.people import SUPERVISOR, T1

BET = {"T1": {"banker": 100}}
BACK = e.Settled(1, T1, 1, (Line(Spot("banker"), 100, 100, returned("5.11")),))


def after(cards: int, **more: Any) -> Cluster:
    """A Round with a Bet on Banker, after so many of six cards."""
    return dealt(" ".join(SIX_CARDS.split()[:cards]), BET, **more)


def finish(cluster: Cluster) -> None:
    """The Round is played to its end: 4 against 8."""
    cluster.deal(" ".join(SIX_CARDS.split()[len(cluster.view.draws) :]))
    cluster.certify()


@pytest.mark.parametrize("cards", range(7))
def test_5_1_a_start_in_a_round_pauses_it_and_asks(cards: int) -> None:
    cluster = after(cards)
    before = (cluster.hands, cluster.money(), cluster.phase)
    established = cards >= 3
    assert cluster.restart() == [e.ConsoleStarted(2), e.Interrupted(1, established)]
    assert (cluster.hands, cluster.money(), cluster.phase) == before
    assert cluster.halts == ["interrupted"]
    detail = "an outcome is established" if established else "no outcome is established"
    assert cluster.view.halts[Halt.INTERRUPTED].detail == detail


@pytest.mark.rule("001 §5.1")
@pytest.mark.parametrize("cards", range(7))
def test_5_1_an_interruption_that_does_not_affect_the_continuation_lets_it_go_on(cards: int) -> None:
    cluster = after(cards)
    cluster.restart()
    answer = m.AnswerInterruption(affects=False)
    assert cluster.obey(answer, SUPERVISOR) == [e.InterruptionAnswered(1, False, 1_000 + COUNTDOWN_MS)]
    assert cluster.halts == []
    finish(cluster)
    assert cluster.credit("T1") == 1_100


@pytest.mark.rule("001 §5.1", "001 §5.1.2")
@pytest.mark.parametrize("cards", range(3))
def test_5_1_2_if_it_does_and_nothing_is_established_the_round_is_void(cards: int) -> None:
    cluster = after(cards)
    cluster.restart()
    written = cluster.obey(m.AnswerInterruption(affects=True), SUPERVISOR)
    assert written[0] == e.InterruptionAnswered(1, True, 1_000 + COUNTDOWN_MS)
    assert of(written, e.RulingMade)[0].act == Voided("5.1.2")
    assert written[2:] == [BACK, e.RoundEnded(1, True)]
    assert (cluster.credit("T1"), cluster.phase, cluster.halts) == (1_000, Phase.READY, [])


@pytest.mark.rule("001 §5.1", "001 §5.1.1")
@pytest.mark.parametrize("cards", range(3, 7))
def test_5_1_1_an_established_outcome_is_concluded(cards: int) -> None:
    cluster = after(cards)
    cluster.restart()
    assert cluster.refuse(m.AnswerInterruption(affects=True), SUPERVISOR).reason == "established"
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    finish(cluster)
    assert cluster.credit("T1") == 1_100


def test_5_1_1_a_pit_supervisor_cannot_void_an_established_outcome_as_interrupted() -> None:
    cluster = after(3)
    cluster.restart()
    refusal = cluster.refuse(m.Rule(Voided("5.1.2"), "5.1.2"), SUPERVISOR)
    assert refusal == Refusal("illegal_ruling", "an outcome is established: the Round is concluded", "5.1.1")
    cluster = after(2)
    cluster.restart()
    cluster.void("5.1.2")
    assert cluster.halts == []


@pytest.mark.rule("001 §5.1", "001 §5.1.1", "001 §5.1.2")
@pytest.mark.parametrize("cards", range(7))
def test_5_1_strict_every_interruption_affects_the_continuation(cards: int) -> None:
    cluster = after(cards, strict=True)
    written = cluster.restart()
    assert written[:3] == [
        e.ConsoleStarted(2),
        e.Interrupted(1, cards >= 3),
        e.InterruptionAnswered(1, True, 1_000 + COUNTDOWN_MS),
    ]
    assert cluster.halts == []
    if cards < 3:
        assert written[4:] == [BACK, e.RoundEnded(1, True)]
        assert (cluster.credit("T1"), cluster.phase) == (1_000, Phase.READY)
    else:
        assert written[3:] == []
        finish(cluster)
        assert cluster.credit("T1") == 1_100


def test_5_1_a_file_that_calls_the_house_strict_returns_no_stake_before_an_opening_puts_it_on_record() -> None:
    """Else who may edit it and start the console takes back what is about to lose, and nobody has answered it."""
    cluster = after(2)
    cluster.setup = replace(cluster.setup, placard=e.Placard(strict=True))
    cluster.restart()
    assert (cluster.halts, cluster.stake("T1")) == ([Halt.INTERRUPTED], 100)
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    finish(cluster)
    cluster.reopen()
    assert cluster.journal(e.TableOpened)[-1].placard.strict


@pytest.mark.rule("001 §5.1", "001 §5.1.2")
def test_5_1_2_bets_that_are_open_are_returned() -> None:
    cluster = betting(BET)
    key = cluster.opened().id
    cluster.restart()
    written = cluster.obey(m.AnswerInterruption(affects=True), SUPERVISOR)
    assert of(written, e.WindowClosed)[0].by == "void"
    assert of(written, e.Settled) == [BACK]
    assert cluster.answer("T1", {"banker": 200}, window=key) == []  # what comes later is shown the close
    assert cluster.shown() == of(written, e.WindowClosed)


@pytest.mark.rule("001 §5.1")
def test_5_1_while_the_question_is_open_bets_wait_and_then_have_the_whole_time_again() -> None:
    cluster = betting(BET)
    cluster.restart()
    assert cluster.table.wake_ms() is None
    before = cluster.state()
    assert cluster.answer("T1", {"banker": 200}, revision=2) == []
    assert (cluster.sent, cluster.state()) == ([], before)
    assert cluster.wait(COUNTDOWN_MS * 3) == []
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    assert cluster.table.left_ms(cluster.now_ms) == COUNTDOWN_MS
    assert isinstance(cluster.answer("T1", {"banker": 200}, revision=2)[0], e.LayoutRegistered)
    assert [event.by for event in of(cluster.wait(COUNTDOWN_MS), e.WindowClosed)] == ["countdown"]


def test_the_monotonic_clock_ends_with_the_process() -> None:
    cluster = betting(BET)
    cluster.now_ms = 0  # the new process counts from its own beginning
    cluster.restart_and_go_on()
    assert cluster.table.left_ms(0) == COUNTDOWN_MS


def test_c4_cards_that_were_dealt_meanwhile_are_told_by_the_shoe() -> None:
    cluster = after(3)
    cluster.restart()
    cluster.draw("QH")  # still halted: a card is a fact
    assert (cluster.hands, cluster.halts) == ({"player": "2C 3S", "banker": "KD QH"}, ["interrupted"])
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    finish(cluster)
    assert cluster.credit("T1") == 1_100


def test_c4_cards_that_were_dealt_meanwhile_are_entered_by_hand() -> None:
    cluster = after(3)
    cluster.restart()
    cluster.enter("QH")
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    assert cluster.hands == {"player": "2C 3S", "banker": "KD QH"}
    assert cluster.draw("QH") == [e.CardMatched(4, cards_of("QH")[0])]


def test_a_second_interruption_before_the_answer_is_one_question() -> None:
    cluster = after(2)
    cluster.restart()
    assert cluster.restart() == [e.ConsoleStarted(3), e.Interrupted(1, False)]
    assert cluster.halts == ["interrupted"]
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    assert cluster.refuse(m.AnswerInterruption(affects=True), SUPERVISOR).reason == "not_halted"


@pytest.mark.parametrize("opened", [True, False])
def test_a_start_between_rounds_interrupts_nothing(opened: bool) -> None:
    cluster = Cluster(opened=opened)
    if opened:
        cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    money = cluster.money()
    assert cluster.restart() == [e.ConsoleStarted(2)]
    assert (cluster.money(), cluster.halts) == (money, [])


def test_a_commit_that_fails_is_as_though_nothing_had_been_said() -> None:
    """The process ends before anybody was told; the journal says what was before."""
    cluster = after(6)
    entries, money = list(cluster.entries), cluster.money()
    published = len(cluster.published)

    def fail(entries: object) -> None:
        raise OSError(f"no space left on device for {entries}")

    cluster.commit = fail  # type: ignore[method-assign]
    with pytest.raises(OSError, match="no space"):
        cluster.certify()
    assert (cluster.entries, len(cluster.published), cluster.sent) == (entries, published, [])
    del cluster.commit
    cluster.restart()
    assert cluster.money() == money
