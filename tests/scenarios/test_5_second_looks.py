"""001 section 5, the other way: what was taken for an irregularity and was none, what is put right twice or undone, and
terminals that are swapped.
"""

import pytest

from deploy.cli import main
from games.cards import parse_cards
from games.round import PlayerId
from protocol import messages as m
from protocol.halts import Halt
from tests.scenarios.conftest import TableWith
from tests.scenarios.rounds import (
    BETS,
    BETS_STAND,
    LOST,
    MOVED,
    NOT_BY_SUE,
    NOT_BY_THESE,
    WON,
    begin,
    read_win,
    sign_in_vain,
)
from tests.scenarios.table import ANOTHER, HIGHER, Table
from tests.scenarios.telling import BEGUN, CERTIFIED, dealt
from tests.ui.dealer import DORA, SAM, SUE

WAS_LOST = "player 2500>0 §3.13, player_pair 500>0 §3.13"
ENDED = (*CERTIFIED, WON, LOST, "RoundEnded")


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_it_was_a_card_of_the_set(table: Table) -> None:
    """Only its sensor has not read it: it is asked for, entered as it lies, and play goes on."""
    begin(table)
    table.shoe.tell("fault unreadable")
    drawn = table.draw("5S")
    table.waits_for("Halted card_missing")
    table.reads("panel", "A card was not read", "Which card lies there? A card is never guessed.", "§5.3.1")
    table.reads("T01", "Play is paused", BETS_STAND)

    table.gives(m.Certify(bytes(32)))
    before = table.about
    table.panel.choose("next", f"card.{drawn}", "form.send")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    table.gives(m.EnterCard(parse_cards(["9C"])[0]), before)  # too late: it is known
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D QH"),
        "CardUnread",
        "Halted card_missing",
        "Certify of Dora refused: halted",
        "EnterCard proposed by Dora",
        *NOT_BY_THESE,
        "EnterCard by Dora + Sue",
        "5S to banker by hand",
        "Resumed card_missing",
        "EnterCard of Dora refused: not_halted",
        *ENDED,
    ]
    read_win(table)


@pytest.mark.rule("001 §5.3.4")
def test_5_3_4_the_cards_are_there(table: Table) -> None:
    """The sensor was wrong: for a Pit Supervisor to say, and the Round goes on."""
    begin(table)
    table.shoe.tell("empty")
    table.draw()
    table.waits_for("Halted shoe_dry")
    table.shoe.tell("new")  # they had not slid down; the emulated shoe knows it only so
    table.panel.choose("step.resume")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    table.deal("5S")
    table.gives(m.Resume(Halt.SHOE_DRY))  # too late: nothing waits
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D QH"),
        "ShoeEmptied",
        "Halted shoe_dry",
        "Resume proposed by Dora",
        *NOT_BY_THESE,
        "Resume by Dora + Sue",
        "Resumed shoe_dry",
        "5S to banker",
        "Resume of Dora refused: not_halted",
        *ENDED,
    ]
    read_win(table)


@pytest.mark.rule("001 §5.3.3", "001 §5.12")
def test_5_3_3_a_mistaken_void_is_taken_back(table: Table) -> None:
    """By a Shift Manager and a second person, and no lower: all that was returned is settled as it was."""
    table.play(BETS, "KS 4D QH 5S")
    table.panel.choose("page.rounds", "rounds.do.void_settled", "form.send")
    table.panel.signed_by(SUE)
    table.waits_for("RoundCorrected void under 5.3.3")
    assert table.moved() == {}
    table.story()
    table.panel.choose("rounds.do.take_back_void")
    table.reads("panel", "100.00", "0.00")
    table.panel.tap("form.send")
    sign_in_vain(table, {}, by=SUE)
    table.panel.signed_by(SAM)
    table.waits_for("RoundCorrected KS 4D QH 5S")
    table.panel.choose("page.table")
    table.gives(m.TakeBackVoid())  # it is no Void any more
    assert table.story() == [
        "TakeBackVoid proposed by Dora",
        *NOT_BY_SUE,
        "TakeBackVoid by Dora + Sam",
        "RoundCorrected KS 4D QH 5S",
        "LinesCorrected T01 banker 5000>5000 §5.11, tie 500>500 §5.11 -> banker 5000>10000 §4.1, tie 500>0 §3.13",
        f"LinesCorrected T02 player 2500>2500 §5.11, player_pair 500>500 §5.11 -> {WAS_LOST}",
        "TakeBackVoid of Dora refused: no_such_round",
    ]
    assert table.moved() == MOVED
    table.reads("panel", "Banker wins with 9")
    table.reads("T01", "This round was corrected", "Balance +45.00")
    table.reads("display", "Banker wins")


@pytest.mark.rule("001 §5.6")
def test_5_6_twice_and_while_the_table_is_closed(table: Table) -> None:
    """A wrong card is changed and a missing one added. Then it is found that all was right before."""
    table.play(BETS, "KS 4D QH 5S")
    table.panel.choose("step.close_table", "form.send")
    table.panel.signed_by(SUE)
    table.until(lambda: table.panel.model.part("step")["key"] == "open_table", "the table is closed")
    table.story()
    table.panel.choose("page.rounds", "rounds.do.correct")
    table.panel.tap("row.3", "card.2S", "row.add", "card.9H")
    table.reads("panel", "New result: Player wins with 9", "0.00 → 50.00", "100.00 → 0.00", "§5.6")
    table.panel.tap("form.send")
    sign_in_vain(table, MOVED)
    table.panel.signed_by(SUE)
    table.waits_for("RoundCorrected KS 4D QH 2S 9H")
    corrected = {"T01": -5_500, "T02": 2_000, "house": 3_500}
    assert table.moved() == corrected
    table.reads("T02", "This round was corrected", "Balance +50.00")

    table.panel.choose("rounds.do.correct", "row.4", "row.remove", "row.3", "card.5S", "form.send")
    table.panel.signed_by(SUE)
    table.waits_for("RoundCorrected KS 4D QH 5S")
    assert table.moved() == MOVED
    assert table.story() == [
        "Correct proposed by Dora",
        *NOT_BY_THESE,
        "Correct by Dora + Sue",
        "RoundCorrected KS 4D QH 2S 9H",
        "LinesCorrected T01 banker 5000>10000 §4.1, tie 500>0 §3.13 -> banker 5000>0 §3.13, tie 500>0 §3.13",
        f"LinesCorrected T02 {WAS_LOST} -> player 2500>5000 §4.1, player_pair 500>0 §3.13",
        "Correct proposed by Dora",
        "Correct by Dora + Sue",
        "RoundCorrected KS 4D QH 5S",
        "LinesCorrected T01 banker 5000>0 §3.13, tie 500>0 §3.13 -> banker 5000>10000 §4.1, tie 500>0 §3.13",
        f"LinesCorrected T02 player 2500>5000 §4.1, player_pair 500>0 §3.13 -> {WAS_LOST}",
    ]
    table.panel.choose("page.table")
    table.panel.do_next("open_table")
    table.panel.signed_by(SUE)
    table.panel.until_next("open_bets", "load_shoe")
    if table.panel.model.part("step")["key"] == "load_shoe":
        table.new_set()


@pytest.mark.rule("001 §5.12")
def test_5_12_a_round_without_bets_and_a_void(table: Table) -> None:
    """A Round in which nobody can bet, and one that is void for what no rule names. §5.3.3 reaches back no further."""
    table.play(BETS, "KS 4D QH 5S")
    before = table.about
    table.story()
    table.panel.choose("page.rounds", "rounds.do.rule_otherwise", "choice.round_without_bets")
    table.panel.type("text", "DROP")
    table.panel.tap("form.send")
    sign_in_vain(table, MOVED, by=SUE)
    table.panel.signed_by(SAM)
    table.panel.choose("page.table")
    table.gives(m.VoidSettled("5.3.3"), before)  # too late: another Round has begun
    table.reads("T01", "No more bets")
    table.deal("2C 4C 5D 5H")
    table.certify()
    assert table.registered() == {}
    assert table.story() == [
        "RuleOtherwise proposed by Dora",
        *NOT_BY_SUE,
        "RuleOtherwise by Dora + Sam",
        "RulingRecorded DROP",
        "WindowOpened",
        "WindowClosed by no_bets",
        "VoidSettled of Dora refused: wrong_state",
        *dealt("2C 4C 5D 5H"),
        *CERTIFIED,
        "RoundEnded",
    ]
    assert table.moved() == MOVED

    begin(table, "KC 4H QD")
    table.panel.choose("page.rounds", "rounds.do.rule_otherwise", "choice.void_round")
    table.panel.type("text", "FIRE")
    table.reads("panel", "55.00 → 55.00", "30.00 → 30.00", "§5.12")
    table.panel.tap("form.send")
    assert table.panel.signed_in_vain_by(DORA) == ANOTHER
    assert table.panel.signed_in_vain_by(SUE) == HIGHER
    table.panel.signed_by(SAM)
    table.panel.choose("page.table")
    table.reads("T01", "This round is void", "5.12: The Shift Manager decided so: the rules name no other way.")
    table.reads("display", "This round is void")
    assert table.moved() == MOVED


@pytest.mark.rule("001 §5.12")
def test_5_12_conclude(table: Table) -> None:
    """The Round goes on to its end, for what no rule names: that question is answered, and no other one."""
    before = table.about
    begin(table)
    table.panel.choose("step.call_supervisor")
    table.waits_for("Halted called")
    table.shoe.tell("fault unreadable")
    drawn = table.draw("5S")
    table.waits_for("Halted card_missing")
    table.reads("T01", "Play is paused", BETS_STAND)
    table.reads("display", "Play is paused")
    table.gives(m.RuleOtherwise("STALE", m.Conclude()), before)  # it was meant for the table before this Round
    table.panel.choose("page.rounds", "rounds.do.rule_otherwise", "choice.conclude_round")
    table.panel.type("text", "QUAKE")
    table.reads("panel", "The round is concluded", "No money moves: all bets stay as they are", "§5.12")
    table.panel.tap("form.send")
    sign_in_vain(table, by=SUE)
    table.panel.signed_by(SAM)
    table.waits_for("Resumed called")
    table.panel.choose("page.table")
    table.gives(m.Certify(bytes(32)))  # which card lies there is still asked
    table.reads("panel", "A card was not read", "Which card lies there? A card is never guessed.", "§5.3.1")
    table.panel.choose("next", f"card.{drawn}", "form.send")
    table.panel.signed_by(SUE)
    table.certify()
    table.gives(m.RuleOtherwise("LATE", m.Conclude()))  # it is over
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D QH"),
        "CallSupervisor by Dora",
        "Halted called",
        "CardUnread",
        "Halted card_missing",
        "RuleOtherwise of Dora refused: late",
        "RuleOtherwise proposed by Dora",
        *NOT_BY_SUE,
        "RuleOtherwise by Dora + Sam",
        "RulingRecorded QUAKE",
        "Resumed called",
        "Certify of Dora refused: halted",
        "EnterCard proposed by Dora",
        "EnterCard by Dora + Sue",
        "5S to banker by hand",
        "Resumed card_missing",
        *ENDED,
        "RuleOtherwise of Dora refused: wrong_state",
    ]
    read_win(table)


@pytest.mark.rule("001 §5.2", "001 §5.2.1")
def test_5_2_a_dead_terminal_is_paid_and_retired_and_another_is_swapped(table_with: TableWith) -> None:
    """Its money never was in the machine: it is paid by hand, and goes on at the machine that stands there instead."""
    table = table_with(terminals=3)
    table.bets({"T01": {"banker": 5_000}, "T02": {"player": 2_500}, "T03": {"banker": 500 * 10}})
    table.kill("T02")
    table.kill("T03")
    table.no_more_bets()
    table.deal("KS 4D QH 5S")
    table.certify()
    assert table.moved() == {"T01": 5_000, "T02": -2_500, "T03": 5_000, "house": -7_500}
    credit = table.panel.link.desk.ledger.credit(PlayerId("T03"))
    table.story()

    # T03 is taken away: not before its money is paid, which takes two.
    table.gives(m.Retire(PlayerId("T03")))
    table.panel.choose("seat.T03", "seat.do.pay_by_hand")
    table.panel.type("amount", str(credit // 100), "figure")
    table.panel.tap("form.send")
    assert table.panel.signed_in_vain_by(DORA) == ANOTHER
    table.panel.signed_by(SUE)
    table.waits_for(f"HandPaid T03 {credit}")
    table.panel.choose("seat.do.retire", "form.send")
    assert table.panel.signed_in_vain_by(DORA) == ANOTHER
    table.panel.signed_by(SUE)
    table.waits_for("TerminalRetired")
    assert table.story() == [
        "Retire of Dora refused: credit",
        "PayByHand proposed by Dora",
        "signature of Dora refused: second_person",
        "PayByHand by Dora + Sue",
        f"HandPaid T03 {credit}",
        "Retire proposed by Dora",
        "signature of Dora refused: second_person",
        "Retire by Dora + Sue",
        "TerminalRetired",
    ]
    table.start("T03")
    table.reads("T03", "This terminal is not admitted to the table")

    # T02 is another machine now: its key is prepared, compared and ordered, and it has what its Player had.
    left = table.panel.link.desk.ledger.credit(PlayerId("T02"))
    assert main(["keys", "rotate", "T02", "--folder", str(table.folder / "keys")]) == 0
    file = table.folder / "T02.toml"
    file.write_text(file.read_text().replace("keys/T02.key", "keys/T02-2.key"))
    for copied in table.folder.glob("T02.journal*"):
        copied.unlink()
    table.panel.change_to(SUE)
    table.panel.choose("page.machines", "machine.T02", "machine.do.replace_key", "form.send")
    assert table.panel.signed_in_vain_by(SUE) == ANOTHER
    table.panel.signed_by(SAM)
    table.waits_for("KeyEnrolled")
    table.panel.choose("page.table")
    table.panel.change_to(DORA)
    table.start("T02")
    table.level("T01", "T02")
    assert table.picture("T02") is not None
    assert table.panel.link.desk.ledger.credit(PlayerId("T02")) == left
    table.bets({"T01": {"banker": 5_000}, "T02": {"player": 2_500}})
    table.no_more_bets()
    table.deal("KC 4H QD 5C")
    table.certify()
    table.reads("T02", "Net -25")
    table.kill("T03")
    table.terminals.remove("T03")
