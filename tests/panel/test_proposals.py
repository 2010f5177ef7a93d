"""An order that waits for a signature: whoever signs it reads all that stands in it."""

from collections.abc import Callable, Iterable, Mapping
from typing import get_args

import pytest
from msgspec import json, structs

from console.panel.board import Board
from console.panel.people_parts import proposal_part
from console.panel.proposals import read
from games.cards import DECK, Card, parse_cards
from games.round import (
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    HandId,
    HandRemoved,
    InterimSettled,
    Limit,
    PlayerId,
    Reconstructed,
    Refusal,
    Ruled,
    Spot,
    Voided,
    WalkedAway,
)
from games.rulings import Position
from protocol import messages as m
from protocol.halts import Halt
from protocol.moves import names_a_round
from protocol.people import Proposal, digest_of
from tests.console.cluster import Cluster
from tests.console.people import DEALER, SHIFT_MANAGER, SUPERVISOR
from tests.ui.panel_boards import LIMITS, all_settled, betting, board_of, dealing, open_table

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
    *(
        m.VoidSettled("5.3.3"),
        m.VoidSettled("5.8", 2, (T05,)),
        m.RecordRuling("SEEN BY ALL"),
        m.CloseDay("2026-11-16"),
        m.BeginDay("2026-11-17"),
    ),
    *(m.SellCredit(T05, 12_300), m.PayTicket("000012", PROOF), m.PayTicketByTwo("000012"), m.PrintAgain("000012")),
    *(m.UnlockTickets(T05), m.PayByHand(T05, 45_600), m.ReleaseNote(3, "hand"), m.PayDue(T05, 1)),
    *(m.CollectOwed(T05, 1), m.RuleDispute(T05, "LOOKED AT"), m.Retire(T05), m.Latch(T05, "ITS DISPLAY IS DEAD")),
    *(m.Unlatch(T05), m.Attend(T05), m.AdmitStaff("777", "Nadia", Position.DEALER, bytes(32))),
    *(m.SetCredential(DEALER.number, bytes(32)), m.DisableStaff(DEALER.number, "LEFT THE HOUSE")),
    *(m.AssignStaff(DEALER.number, Position.PIT_SUPERVISOR), m.EnrolKey(T05, "terminal", KEY)),
    *(m.ReportForeignCard(), m.ReportDrawnTogether(), m.TakeBackVoid(), m.DealByHand(), m.DealCard(CARDS[3])),
    *(m.TakeBackCard(), m.ReportWrongSides({HandId("banker"): CARDS[:2], HandId("player"): CARDS[2:]})),
    *(m.RuleOtherwise("SEEN BY ALL", m.PayFromHouse(T05, 12_300)), m.Seat(T05, 0)),
    *(m.GrantCoins("101", "GC", 12_300), m.ExcludeParticipant("101", 7, "SEEN BY ALL")),
    m.AnswerFor(T05, m.WindowId(3, 1, bytes(8)), {Spot("5/main"): 12_300}, "double"),
    m.RecallRound(4_711),
    *(m.GiveUpTicket(b"j" * 16), m.CashForeignTicket("BAC-07", 12_300, PROOF)),
    *(m.ReplaceKey(T05, "terminal", KEY), m.EndKey(T05, "terminal", KEY, "STOLEN"), m.RotateConsole(KEY)),
)
# These are read as a code, as words or as the money that comes of them: that they are read, the test below shows.
OTHERWISE = {"proof", "cards_digest", "credential", "felt", "act", "more_ms", "affects", "window", "journey"}


def proposal(order: m.Order, round_no: int = 3, amount: int | None = None) -> Proposal:
    lacks = Refusal("second_person", "", "")
    paid = getattr(order, "amount", 100) if amount is None else amount
    made = Proposal(b"command1", "Panel", DEALER, round_no, order, None, b"", (2, 3, 4), lacks, paid)
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
            case "bets":
                assert all(f"{spot} {amount}" in text for spot, amount in value.items())
            case "hands":
                assert all(words_of(cards) in text for cards in value.values())
            case "position":
                assert {Position.DEALER: "Dealer", Position.PIT_SUPERVISOR: "Pit Supervisor"}[Position(value)] in text
            case "box" | "withdrawn" if isinstance(order, m.VoidSettled) and not value:
                assert told["key"] == "void_settled"
            case "withdrawn":
                assert " ".join(value) in text
            case _ if name not in OTHERWISE:
                assert str(value) in text, name
    assert ("by", DEALER.name) in told.items()


def test_of_limits_those_that_change_are_told_with_what_stands_there_now() -> None:
    board = board_of(open_table(), me=DEALER)
    limits = {**board.felt.limits, "tie": structs.replace(board.felt.limits["tie"], max=None)}
    order = m.SetLimits(structs.replace(board.felt, limits=limits))
    (item,) = read(proposal(order), board).items
    assert (item.name, item.before, item.value) == ("tie.max", "50000", "none")
    (fact,) = proposal_part(proposal(m.SetLimits(structs.replace(board.felt, total=Limit(1)))), board, "")["facts"][:1]
    assert (fact["name"], fact["before"], fact["value"], fact["changes"]) == ("total.min", "", "0.01", True)


def test_an_opening_shows_the_limits_that_were_last_on_display() -> None:
    board = board_of(open_table(), me=DEALER)
    felt = structs.replace(board.felt, limits={"tie": Limit(500, None, 100)}, total=Limit(1, 9), differential=7)
    told = proposal_part(proposal(m.OpenTable()), structs.replace(board, felt=felt), "")
    assert [(fact["name"], fact["kind"], fact["value"], fact["changes"]) for fact in told["facts"]] == [
        ("tie.range", "range", "5.00||1.00", False),
        ("total.range", "range", "0.01|0.09|0.01", False),
        ("differential", "limit", "0.07", False),
    ]


# --- no two orders look alike ----------------------------------------------------------------------------------------

ACTS: tuple[Ruled, ...] = (
    *(Voided("5.3.3"), Voided("5.12"), Reconstructed(CARDS), Reconstructed(CARDS[::-1]), DrawnTogether(CARDS)),
    *(DrawnTogether(CARDS[1:]), Discarded(CARDS[0]), Discarded(CARDS[1]), HandRemoved(2), HandRemoved(3)),
    *(WalkedAway(T05, 2), WalkedAway(T05, 3), WalkedAway(PlayerId("T06"), 2), DealingError(), InterimSettled()),
)
EFFECTS: tuple[m.Effect, ...] = (
    *(m.Conclude(), m.VoidRound(), m.RoundWithoutBets(), m.ReturnBets((T05,)), m.ReturnBets((T05, PlayerId("T06")))),
    *(m.PayFromHouse(T05, 12_300), m.PayFromHouse(T05, 12_301), m.PayFromHouse(PlayerId("T06"), 12_300)),
)
LIMIT = Limit(500, 50_000, 500)
FELTS: tuple[Felt, ...] = (
    Felt(LIMITS),
    *(Felt({**LIMITS, "tie": structs.replace(LIMITS["tie"], **{part: 1})}) for part in ("min", "max", "step")),
    *(Felt({**LIMITS, "tie": structs.replace(LIMITS["tie"], max=None)}), Felt({**LIMITS, "dragon": LIMIT})),
    Felt({kind: limit for kind, limit in LIMITS.items() if kind != "tie"}),
    *(Felt(LIMITS, boxes=3), Felt(LIMITS, boxes=4), Felt(LIMITS, seats={1: T05}), Felt(LIMITS, seats={2: T05})),
    *(Felt(LIMITS, squeeze=True), Felt(LIMITS, excluded=(T05,)), Felt(LIMITS, excluded=(PlayerId("T06"),))),
    *(Felt(LIMITS, total=LIMIT), Felt(LIMITS, total=Limit(500, 50_001, 500)), Felt(LIMITS, total=Limit(500))),
    *(Felt(LIMITS, differential=0), Felt(LIMITS, differential=1), Felt(LIMITS, differential=10_000)),
)
OTHER_KEY = KEY[:-1] + "6"
OTHERS: Mapping[str, str] = {
    "paragraph": "5.12",
    "role": "display",
    "to": "credit",
    "day": "2026-11-18",
    "key": OTHER_KEY,
    "number": "200",
    "shuffled_by": "200",
    "terminal": "T06",
}


def others(name: str, value: object) -> tuple[object, ...]:
    """What could stand in such a field instead."""
    match value:
        case Halt():
            return tuple(it for it in Halt if it is not value)
        case bool():
            return (not value,)
        case int():
            return (value + 1,)
        case bytes():
            return (b"q" * len(value),)
        case str():
            return (OTHERS.get(name, value + "X"),)
        case Card():
            return (CARDS[1],)
        case tuple() if name == "withdrawn":
            return ((T05, PlayerId("T09")), (PlayerId("T09"),))
        case tuple():
            return value[::-1], (*value[:-1], DECK[0])
        case m.WindowId():
            return (structs.replace(value, n=value.n + 1), structs.replace(value, nonce=b"another1"))
        case dict() if name == "bets":
            return ({Spot("5/main"): 12_400}, {Spot("4/main"): 12_300}, {})
        case dict():
            return ({HandId("banker"): CARDS[:3], HandId("player"): CARDS[3:]},)
        case None if name == "first_seq":
            return (4_711,)
        case None if name == "proof":
            return (PROOF,)
    return ()


def alike(order: m.Order) -> tuple[m.Order, ...]:
    """This order, and all that differ from it in one field."""
    match order:
        case m.Rule():
            ruled = [m.Rule(act, "5.9") for act in ACTS] + [m.Rule(act, "5.10") for act in ACTS]
            return (*ruled, m.Rule(Voided("5.12"), "5.12"))
        case m.RuleOtherwise(text=text, effect=effect):
            return (*(m.RuleOtherwise(text, it) for it in EFFECTS), m.RuleOtherwise("SEEN BY NOBODY", effect))
        case m.SetLimits():
            return tuple(m.SetLimits(felt) for felt in FELTS)
    changed = [
        structs.replace(order, **{name: other})
        for name in order.__struct_fields__
        for other in others(name, getattr(order, name))
    ]
    return (order, *changed)


KINDS: Mapping[str, m.Order] = {
    **{type(order).__name__: order for order in (*ORDERS, m.SetLimits(Felt()))},
    "VoidSettled": m.VoidSettled("5.3.3"),
    "VoidSettled of a box": m.VoidSettled("5.8", 2, (T05,)),
}


def sheets(orders: Iterable[m.Order], board: Board, round_nos: Iterable[int]) -> dict[str, list[m.Order]]:
    """What is on the sheet, without the id by which a finger finds it: and which orders look so."""
    found: dict[str, list[m.Order]] = {}
    for order in orders:
        for round_no in round_nos if names_a_round(order) else (3,):
            told = proposal_part(proposal(order, round_no), board, "")
            found.setdefault(words_in({**told, "id": ""}), []).append(order)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("state", [betting, lambda: dealing("2C KD"), all_settled], ids=["betting", "dealing", "ended"])
def test_two_orders_that_differ_in_any_field_never_look_alike(kind: str, state: Callable[[], Cluster]) -> None:
    orders = alike(KINDS[kind])
    fields = set(KINDS[kind].__struct_fields__)
    assert len(orders) > len(fields), "every field was changed"
    twins = [told for told in sheets(orders, board_of(state(), me=DEALER), (1, 2, 3, 4)).values() if len(told) > 1]
    assert twins == []


@pytest.mark.parametrize("order", [m.PayTicket("000012", PROOF), m.PayTicketByTwo("000012"), m.PayDue(T05, 1)])
def test_the_amount_is_that_of_the_proposal_whatever_this_panel_knows(order: m.Order) -> None:
    board = board_of(open_table(), me=DEALER)
    assert (board.claims, board.tickets_open, board.found) == ((), (), None)
    told = proposal_part(proposal(order, amount=900_000), board, "")
    assert {fact["name"]: fact["value"] for fact in told["facts"]}["amount"] == "9,000.00"
    assert told["known"]
    assert not proposal_part(proposal(order, amount=0), board, "")["known"], "nobody signs for an amount he cannot read"


# --- the Round that the order names ----------------------------------------------------------------------------------


def two_rounds() -> Cluster:
    """Player won the second Round, Banker the first; T01 had bet on Player in both."""
    cluster = open_table()
    cluster.play("2C 4D 5S 5H", {"T01": {"player": 10_000}})
    cluster.play("4D 2C 5H 5S", {"T01": {"player": 20_000}})
    return cluster


@pytest.mark.rule("001 §5.8")
def test_5_8_a_correction_of_an_earlier_round_shows_the_cards_and_the_money_of_that_round() -> None:
    """The attacker's sheet: "Correct round 2 · Result stays", and signed it paid T01 for Round 1."""
    board = board_of(two_rounds(), me=DEALER)
    told = proposal_part(proposal(m.Correct(parse_cards("4D 2C 5H 5S".split())), 1), board, "")
    assert (told["detail"], told["round"], told["known"]) == ("1", 1, True)
    assert told["changed"] == [True, True, True, True]
    assert (told["preview"]["same"], told["preview"]["before"]["winner"]) == (False, "banker")
    assert [(row["terminal"], row["change"]) for row in told["money"]["rows"]] == [("T01", "+200.00")]
    same = proposal_part(proposal(m.Correct(parse_cards("4D 2C 5H 5S".split())), 2), board, "")
    assert (same["detail"], same["preview"]["same"], same["money"]["rows"]) == ("2", True, [])


def test_a_void_of_an_earlier_round_and_its_end_show_the_cards_of_that_round() -> None:
    cluster = two_rounds()
    board = board_of(cluster, me=DEALER)
    told = proposal_part(proposal(m.VoidSettled("5.3.3"), 1), board, "")
    assert (told["detail"], told["cards"], told["laid"]) == ("1", ["2C", "4D", "5S", "5H"], False)
    assert [(row["terminal"], row["change"]) for row in told["money"]["rows"]] == [("T01", "+100.00")]
    assert "same" not in told["preview"], "it has no result any more: none stays"
    cluster.open_round({"T01": {"player": 30_000}})
    cluster.close()
    cluster.deal("3C 4H TD 4S 9C")  # 001 §5.4: the last is surplus
    cluster.void()
    cluster.play("8D 2H KS 4C")
    told = proposal_part(proposal(m.TakeBackVoid(), 3), board_of(cluster, me=DEALER), "")
    assert (told["detail"], told["cards"], told["known"]) == ("3", ["3C", "4H", "TD", "4S"], True)
    assert [(row["terminal"], row["change"]) for row in told["money"]["rows"]] == [("T01", "-300.00")]


@pytest.mark.parametrize("order", [order for order in ORDERS if names_a_round(order)], ids=lambda it: type(it).__name__)
def test_what_is_about_a_round_that_this_panel_does_not_know_is_not_signed_here(order: m.Order) -> None:
    told = proposal_part(proposal(order, 7), board_of(betting(), me=DEALER), "")
    assert (told["round"], told["known"], told["laid"]) == (7, False, False)
    assert told["money"]["known"] is False
    assert told["preview"].get("before") is None or told["changed"] == []


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
