"""The simulator itself: the same seed is the same run, seeds that failed once stay good, a crash at every failpoint."""

import re
import subprocess
import sys
from functools import cache
from itertools import pairwise
from typing import get_args

import msgspec
import pytest

from protocol.events import Event
from protocol.messages import ReportPrint
from simulation import drill, oracle
from simulation.chaos import CHAOS, Chaos
from simulation.cluster import Cluster
from simulation.mix import Mix
from simulation.people import Manners
from simulation.run import Failed, count_cards, draw_mix, everything, heal, run, script, unrest
from simulation.world import FAULTS, Violation
from tests.sim.kept import HERE, eventful, kept_seeds

ROOT = HERE.parent.parent

CHUNKS = 8


def test_what_other_code_calls_by_name_is_no_act_of_chaos() -> None:
    """An act befalls the table by dice. A helper among them broke the machine behind everybody's back; and the one that
    throws the dice, drawn by itself, threw twice as often each time."""
    called = set()
    for path in sorted((ROOT / "simulation").glob("*.py")):
        own = "self" if path.name == "chaos.py" else "chaos"
        called |= set(re.findall(rf"\b(?:{own}|chaos)\.(\w+)", path.read_text()))
    assert {"befall", "fail_power", "replace_machine"} <= called
    assert called.isdisjoint(CHAOS)


@pytest.mark.parametrize(("seed", "rounds", "terminals"), [row[:3] for row in kept_seeds() if not row[3]])
def test_a_seed_that_failed_once_stays_good(seed: int, rounds: int, terminals: int) -> None:
    run(seed, rounds, terminals=terminals)


def test_everything_at_once() -> None:
    report = run(7, 15, everything())
    assert report.rounds >= 15
    assert len(report.faults) > 15, f"only {sorted(report.faults)}"


def test_what_befalls_a_table_comes_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """An act that sets the next going brought two the next time, then four: no run came to its end."""
    times: list[float] = []
    befall = Chaos.befall

    def noted(chaos: Chaos) -> None:
        times.append(chaos.world.now_ms)
        befall(chaos)

    monkeypatch.setattr(Chaos, "befall", noted)
    mix = everything()
    run(7, 6, mix)
    assert len(times) > 10
    assert all(later - earlier >= 0.3 * mix.chaos_ms for earlier, later in pairwise(times))


def test_the_same_seed_is_the_same_run_byte_for_byte() -> None:
    """Also in another process, whose hashes of texts differ."""
    here = run(17, 6)
    code = "from simulation.run import run; print(run(17, 6).digest)"
    for hash_seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.strip() == here.digest
    assert run(18, 6).digest != here.digest


def played(seed: int, mix: Mix, jump_ms: int) -> dict[str, object]:
    """Who has what in the end, under a clock that is wrong by so much."""
    cluster = Cluster(seed, 4, mix)
    cluster.start()
    jumps = 0
    while cluster.checks.rounds < 8 and cluster.world.now_ms < 400_000:
        cluster.world.step()
        if cluster.world.now_ms // 1_000 > jumps:
            jumps = cluster.world.now_ms // 1_000
            cluster.world.clock_jump_ms = jump_ms * (-1) ** jumps
    heal(cluster)
    while unrest(cluster) and cluster.world.now_ms < 800_000:
        cluster.world.run_until(cluster.world.now_ms + 500)
    money = cluster.checks.money
    return {**money.credit, "house": money.house, "tickets": money.tickets}


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_m15_the_same_inputs_under_any_clock_give_the_same_money(seed: int) -> None:
    right = played(seed, Mix(), 0)
    assert sum(abs(amount) for amount in right.values() if isinstance(amount, int)) > 0
    assert played(seed, Mix(), 86_400_000) == right


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_m15_also_when_everything_goes_wrong(seed: int) -> None:
    assert played(seed, everything(), 86_400_000) == played(seed, everything(), 0)


def test_m10_a_card_that_left_the_shoe_and_is_on_no_record_is_found_in_the_end() -> None:
    cluster = Cluster(3, 2, Mix())
    cluster.start()
    while cluster.checks.rounds < 2:
        cluster.world.step()
    heal(cluster)
    while unrest(cluster):
        cluster.world.run_until(cluster.world.now_ms + 500)
    count_cards(cluster)
    cluster.device.voice.last += 1
    with pytest.raises(Violation, match=r"^M10: \d+ have left the shoe"):
        count_cards(cluster)
    cluster.device.forgotten.add(cluster.device.last)
    count_cards(cluster)


whole_script = cache(script)  # once in a process


@pytest.mark.in_turn(CHUNKS)  # each day every eighth failpoint; all of them: `etg sim --crash-everywhere`
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_crash_at_every_failpoint(chunk: int) -> None:
    """Before and after each commit, publication, send and acknowledgement of console and terminals."""
    report, kinds = whole_script()
    # If this fails after a change of the simulator, choose another seed in simulation/run.py that has all of it.
    wanted = {
        *("LayoutRefused", "SurplusDrawn", "SurplusKept", "Reconstructed", "Voided"),
        *("RoundCorrected", "LinesCorrected", "TicketIssued", "TicketAccepted"),
    }
    assert wanted <= kinds, f"the script lacks {wanted - kinds}"
    assert report.points > 300
    for point in range(1 + chunk, report.points + 1, CHUNKS):
        script(point)


NOT_HERE = {
    "Checkpointed",  # only the shells keep checkpoints; these runs replay the whole journal
    *("LayoutReturned", "HandsLaid"),  # only where a Round asks its Players something after the Bets
    *("CardHidden", "CardRevealed", "CardRead"),  # only where cards lie face down
    *("Seated", "HandHandled", "BetRejected"),  # only where there are boxes
    *(
        "ShuffleCommitted",
        "ShuffleMixed",
        "ShuffleOpened",
        "ShuffleLost",
        "NonceCommitted",
        "NonceOpened",
    ),  # nobody deals
    *("CardPeeked", "ClosingCalled"),  # there, too
    *("CoinChosen", "CoinsGranted", "PurseDrawn", "PurseReturned"),  # nobody plays with coins
    *("ParticipantExcluded", "ParticipantHere", "ParticipantTurnedAway"),
    *("ForeignTicketAsked", "ForeignTicketAccepted", "ForeignTicketDeclined", "ForeignTicketCashed"),  # several tables:
    *(
        "TicketReleased",
        "TicketReleaseRefused",
        "TicketRestored",
        "TicketArrived",
        "ClaimSettled",
        "FloorTerm",
    ),  # house
    *("RoundRecalled", "RecallFailed"),  # the shell looks for it: tests/console/test_recalling.py, and the drill
    *("ConsoleKeyRotated", "ConsoleKeyEnded"),  # no shell here has a new key in hand: tests/console/test_rotation.py
}
# Orders that the table's people here give rarely or never; the drill, which is a part of every run, gives them.
DRILLED = {"CardTakenBack", "CredentialSet", "HousePaid", "NoteCredited", "ShoeSetAside", "StaffAssigned"}
LATE = {"LinesCorrected", "DuePaid", "OwedCollected"}  # when a mistake is found after the money has gone


def pressed() -> Mix:
    """Sets run dry, tickets are guessed, and terminals forget with their processes how many notes they have taken."""
    manners = Manners(short_set=1.0, leaves=1.0, guesses=0.1)
    return Mix(chaos=("kill_terminal",), chaos_ms=1_500, notes_per_hour=10_000, manners=manners)


@pytest.mark.in_turn(3)
def test_every_kind_of_entry_that_baccarat_can_have_is_written() -> None:
    missing = {kind.__name__ for kind in get_args(Event)} - NOT_HERE
    for seed in (138, *range(31)):  # first one in which a shoe is set aside
        if missing & DRILLED:
            missing -= drill.run(seed, 400).kinds() & DRILLED
    missing -= run(3, 10, pressed()).kinds
    late = Manners(careless=1.0, leaves=0.3, finds_ms=15_000)  # when the money has gone
    missing -= run(0, 10, Mix(chaos=("unplug",), chaos_ms=1_500)).kinds  # cards are entered, and told of later
    for seed in (2, 22, 20, 21, 23, 26, 28, 32, *range(33, 50)):  # first those that have it all
        missing -= run(seed, 10, eventful()).kinds
        if missing & LATE:
            missing -= run(seed, 10, Mix(misread=0.4, manners=msgspec.structs.replace(late))).kinds
        if not missing:
            return
    pytest.fail(f"never written: {sorted(missing)}")


def test_the_swarm_draws_calm_days_and_every_sort_of_chaos() -> None:
    mixes = [draw_mix(seed) for seed in range(300)]
    assert any(mix == Mix() for mix in mixes)
    assert {name for mix in mixes for name in mix.chaos} == set(CHAOS)
    assert {mix.ending for mix in mixes} == {"", "C8", "C13", "W"}


def test_a_console_that_pays_wrong_is_found_out() -> None:
    assert run(0, 2, Mix(ending="W")).faults["W"] > 0


def test_a_fault_that_nobody_explains_is_not_counted() -> None:
    report = run(1, 10, everything())
    assert set(report.faults) <= set(FAULTS)


def test_a_failure_names_the_seed_the_invariant_and_the_last_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(oracle.PAY_TABLE, "Player wins", (2, 1))
    with pytest.raises(Failed) as failed:
        run(1, 30, Mix())
    assert "M11" in failed.value.broken
    assert 1 < len(failed.value.lines) <= 40
    assert "the oracle says" in str(failed.value)


def test_a_printer_reports_what_it_printed_once_however_long_the_console_is_away() -> None:
    """Found by a search: reported again and again, it was refused twenty times, and an honest terminal was latched."""
    cluster = Cluster(3, 2, Mix(manners=Manners(leaves=0.5)))
    cluster.start()
    while not (
        printed := [node for node in cluster.terminals.values() if "printed" in node.session.state.prints.values()]
    ):
        cluster.world.step()
    session = printed[0].session
    ticket = next(name for name, state in session.state.prints.items() if state == "printed")
    cluster.console.kill("away")
    session.state.prints[ticket] = "again"
    cluster.world.run_until(cluster.world.now_ms + 5_000)
    asked = [report for report in session.state.outbox.asked.values() if isinstance(report, ReportPrint)]
    assert [report.ticket for report in asked].count(ticket) == 1
