"""An order that waits for a signature: whoever signs it reads all that stands in it."""

from typing import get_args

import pytest
from msgspec import json, structs

from console.panel.people_parts import proposal_part
from console.panel.proposals import read
from games.cards import Card, parse_cards
from games.round import Discarded, DrawnTogether, HandId, HandRemoved, PlayerId, Reconstructed, Refusal, Voided
from games.rulings import Position
from protocol import messages as m
from protocol.halts import Halt
from protocol.people import Proposal, digest_of
from tests.console.people import DEALER, SHIFT_MANAGER, SUPERVISOR
from tests.ui.panel_boards import all_settled, betting, board_of, dealing, open_table

T05 = PlayerId("T05")
CARDS = parse_cards("2S 2H 2D 5C 9H".split())
PROOF = b"p" * 16
KEY = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
# Every order once, with something in each field that could be told from anything else.
ORDERS: tuple[m.Order, ...] = (
    *(m.OpenTable(), m.OpenBets(), m.AddTime(1_000), m.CloseBets(), m.KeepSurplus(), m.CloseTable()),
    *(m.LoadShoe(6, DEALER.number, 3, 4711, by_hand=True), m.EndShoe(417), m.EnterCard(CARDS[0])),
    m.CorrectCards(CARDS),
    *(m.Certify(bytes(32)), m.Rule(Voided("5.3.3"), "5.3.3"), m.Rule(Reconstructed(CARDS), "5.4")),
    *(m.AnswerInterruption(affects=True), m.CallSupervisor("called"), m.Resume(Halt.CALLED), m.Correct(CARDS)),
    *(m.VoidSettled("5.3.3"), m.RecordRuling("SEEN BY ALL"), m.CloseDay("2026-11-16"), m.BeginDay("2026-11-17")),
    *(m.SellCredit(T05, 12_300), m.PayTicket("000012", PROOF), m.PayTicketByTwo("000012"), m.PrintAgain("000012")),
    *(m.UnlockTickets(T05), m.PayByHand(T05, 45_600), m.ReleaseNote(3, "hand"), m.PayDue(T05, 1)),
    *(m.CollectOwed(T05, 1), m.RuleDispute(T05, "LOOKED AT"), m.Retire(T05), m.Latch(T05, "ITS DISPLAY IS DEAD")),
    *(m.Unlatch(T05), m.Attend(T05), m.AdmitStaff("777", "Nadia", Position.DEALER, bytes(32))),
    *(m.SetCredential(DEALER.number, bytes(32)), m.DisableStaff(DEALER.number, "LEFT THE HOUSE")),
    *(m.AssignStaff(DEALER.number, Position.PIT_SUPERVISOR), m.EnrolKey(T05, "terminal", KEY)),
    *(m.ReportForeignCard(), m.ReportDrawnTogether(), m.TakeBackVoid(), m.DealByHand(), m.DealCard(CARDS[3])),
    *(m.TakeBackCard(), m.ReportWrongSides({HandId("banker"): CARDS[:2], HandId("player"): CARDS[2:]})),
    *(m.RuleOtherwise("SEEN BY ALL", m.PayFromHouse(T05, 12_300)), m.Seat(T05, 0)),
    *(m.ReplaceKey(T05, "terminal", KEY), m.EndKey(T05, "terminal", KEY, "STOLEN")),
)
# What is no secret, but nothing that a person could compare either: the console does.
UNREAD = {"proof", "cards_digest", "credential", "felt", "act", "detail", "more_ms", "affects", "note"}


def proposal(order: m.Order, round_no: int = 3) -> Proposal:
    lacks = Refusal("second_person", "", "")
    made = Proposal(b"command1", "Panel", DEALER, round_no, order, None, b"", (2, 3, 4), lacks)
    return structs.replace(made, digest=digest_of("table 1", made))


def words_of(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def words_in(told: object) -> str:
    return json.encode(told).decode()


def test_every_order_is_here() -> None:
    assert {type(order) for order in ORDERS} | {m.SetLimits} == {*get_args(m.Order)}


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_all_that_stands_in_an_order_is_read_before_it_is_signed(order: m.Order) -> None:
    board = board_of(betting(), me=DEALER)
    told = proposal_part(proposal(order), board, "")
    assert told["key"].islower(), "it has a name of ours"
    text = words_in(told)
    for name in order.__struct_fields__:
        value = getattr(order, name)
        match name:
            case "cards":
                assert told["cards"] == [card.text for card in value]
            case "card":
                assert value.text in text
            case "amount":
                assert f"{value / 100:,.2f}" in text
            case "number" | "shuffled_by":
                person = next((it.name for it in board.staff if it.number == value), value)
                assert person in text
            case "by_hand":
                assert "by_hand" in text
            case "effect":
                assert "pay_from_house" in text
                assert "123.00" in text
            case "hands":
                assert all(words_of(cards) in text for cards in value.values())
            case "position":
                assert {Position.DEALER: "Dealer", Position.PIT_SUPERVISOR: "Pit Supervisor"}[Position(value)] in text
            case _ if name not in UNREAD:
                assert str(value) in text, name
    assert ("by", DEALER.name) in told.items()


def test_of_limits_those_that_change_are_told_with_what_stands_there_now() -> None:
    board = board_of(open_table(), me=DEALER)
    limits = {**board.felt.limits, "tie": structs.replace(board.felt.limits["tie"], max=None)}
    order = m.SetLimits(structs.replace(board.felt, limits=limits))
    (item,) = read(proposal(order), board).items
    assert (item.name, item.before, item.value) == ("tie.max", "50000", "none")


def test_a_correction_is_signed_with_its_money_in_sight() -> None:
    board = board_of(all_settled(), me=DEALER)
    told = proposal_part(proposal(m.Correct(parse_cards("2S 2H 2D 4C 2H".split())), 1), board, "")
    assert told["money"]["known"]
    assert {row["terminal"]: row["change"] for row in told["money"]["rows"]}["T07"] == "+700.00"
    assert told["changed"] == [False, False, False, False, True]
    assert told["preview"]["after"]["winner"] == "tie"


def test_a_void_is_signed_over_the_cards_that_lie_there_and_says_what_goes_back() -> None:
    board = board_of(dealing("2C KD"), me=DEALER)
    told = proposal_part(proposal(m.Rule(Voided("5.3.1"), "5.3.1")), board, "")
    facts = {fact["name"]: fact["value"] for fact in told["facts"]}
    assert (facts["paragraph"], facts["returned_bets"]) == ("5.3.1", "1,665.00")
    assert (told["laid"], told["round"]) == (True, 3)
    about = {fact["about"] for fact in told["facts"] if fact["name"] == "paragraph"}
    assert about == {"A card that is not of this set"}


def test_what_waits_no_more_shows_no_money_and_says_why() -> None:
    board = board_of(all_settled(), me=DEALER)
    told = proposal_part(proposal(m.Correct(CARDS)), board, "moved")
    assert (told["stale"], told["why"], told["money"], told["preview"]) == (True, "moved", {}, {})


@pytest.mark.parametrize("act", [DrawnTogether(CARDS), Discarded(CARDS[0]), HandRemoved(2)])
def test_rulings_of_other_games_can_be_read_too(act: object) -> None:
    board = board_of(dealing("2C"), me=DEALER)
    order = m.Rule(act, "5.9")  # type: ignore[arg-type]
    paper = read(proposal(order), board)
    assert paper.cards or len(paper.items) > 1


def test_who_signs_is_tapped_from_those_who_may() -> None:
    from console.panel.rights import who_signs

    staff = board_of(open_table(), me=DEALER).staff
    waits = proposal(m.EndShoe(9))
    assert {it.position for it in who_signs(waits, staff)} == {2, 3, 4}
    own = structs.replace(waits, by=SUPERVISOR)
    assert SUPERVISOR.number not in [it.number for it in who_signs(own, staff)]
    gone = tuple(structs.replace(it, active=it.number != SHIFT_MANAGER.number) for it in staff)
    assert SHIFT_MANAGER.number not in [it.number for it in who_signs(waits, gone)]


@pytest.mark.rule("001 §5.8")
def test_5_8_over_a_signature_stands_the_round_that_is_corrected_and_not_the_one_in_play() -> None:
    board = board_of(betting(), me=DEALER)
    assert board.round_no != 1
    told = proposal_part(proposal(m.Correct(CARDS), round_no=1), board, "")
    assert (told["detail"], told["round"]) == ("1", 1)
    assert (told["changed"], told["preview"]["same"]) == ([], False), "it is not compared with cards of another Round"
