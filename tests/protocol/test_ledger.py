"""Double entry: each fact moves what DESIGN 4.4 says, all balances sum to zero, and nobody is in debt.

The state machine plays random facts against a model that counts every person's money in the plainest way.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from games.money import AMOUNT_MAX, Currency, InvariantBroken, Odds
from games.round import Answer, PlayerId, Spot, lost, returned, won
from games.settlement import Line, line
from protocol import events, ledger
from protocol.events import Event
from protocol.ledger import (
    CASH,
    GRANTED,
    HELD,
    HOUSE,
    TICKETS,
    TRANSIT,
    Account,
    Ledger,
    LedgerEntry,
    Posting,
    check_conservation,
    check_no_debt,
    check_zero_sum,
    credit,
    due,
    entry_of,
    owed,
    purse,
    share_out,
    stake,
    totals,
)
from protocol.messages import WindowId
from tests.protocol.anything import anything

T1: Final = PlayerId("T1")
T2: Final = PlayerId("T2")
WINDOW: Final = WindowId(7, 1, b"nonce-08")
ID: Final = b"sixteen bytes id"
PLAYER, BANKER, TIE = Spot("player"), Spot("banker"), Spot("tie")


def bought(amount: int, terminal: PlayerId = T1, sitting: int = 1) -> events.CreditBought:
    return events.CreditBought(ID, terminal, sitting, amount)


def registered(change: int, terminal: PlayerId = T1) -> events.LayoutRegistered:
    return events.LayoutRegistered(WINDOW, terminal, 3, Answer({BANKER: max(change, 0)}), change)


def settled(*lines: Line, terminal: PlayerId = T1, sitting: int = 1) -> events.Settled:
    return events.Settled(7, terminal, sitting, lines)


def issued(amount: int, terminal: PlayerId = T1, sitting: int = 1) -> events.TicketIssued:
    return events.TicketIssued(ID, terminal, sitting, "0042", amount)


def accepted(amount: int, terminal: PlayerId = T1, sitting: int = 1) -> events.TicketAccepted:
    return events.TicketAccepted(ID, terminal, sitting, "0042", amount)


def corrected(
    *, credited: int = 0, due: int = 0, owed: int = 0, terminal: PlayerId = T1, sitting: int = 1
) -> events.LinesCorrected:
    return events.LinesCorrected(7, terminal, sitting, (), (), credited, due, owed)


def ledger_of(*facts: Event) -> Ledger:
    made = Ledger()
    for fact in facts:
        made.apply(fact)
    return made


LOST: Final = line(PLAYER, 40, lost("3.13"))
WON: Final = line(BANKER, 100, won(Odds(1, 2), "4.1"))
VOID: Final = line(TIE, 10, returned("5.11"))


# --- what each fact moves (DESIGN 4.4) --------------------------------------------------------------------

POSTINGS: Final[Sequence[tuple[Event, LedgerEntry]]] = [
    (bought(500), LedgerEntry("credit bought", (Posting(CASH, -500), Posting(credit(T1), 500)))),
    (registered(30), LedgerEntry("round 7 revision 3: 001 §5.2.1", (Posting(credit(T1), -30), Posting(stake(T1), 30)))),
    (
        registered(-30),
        LedgerEntry("round 7 revision 3: 001 §5.2.1", (Posting(credit(T1), 30), Posting(stake(T1), -30))),
    ),
    (
        events.LayoutReturned(7, "bets", T1, 30),
        LedgerEntry("round 7: bets is asked again, 001 §1.17", (Posting(stake(T1), -30), Posting(credit(T1), 30))),
    ),
    (
        events.BetRejected(WindowId(7, 1, bytes(8)), T1, Spot("1/main"), 30, "5.1"),
        LedgerEntry(
            "round 7 1/main: more than the box takes, §5.1", (Posting(stake(T1), -30), Posting(credit(T1), 30))
        ),
    ),
    (
        settled(WON, LOST),
        LedgerEntry(
            "round 7: banker §4.1, player §3.13",
            (Posting(stake(T1), -140), Posting(credit(T1), 150), Posting(HOUSE, -10)),
        ),
    ),
    (
        settled(VOID, VOID),  # 5.11: a Void is settled by lines that return everything
        LedgerEntry("round 7: tie §5.11", (Posting(stake(T1), -20), Posting(credit(T1), 20), Posting(HOUSE, 0))),
    ),
    (
        corrected(credited=30, due=5, owed=0, sitting=4),
        LedgerEntry(
            "round 7 corrected: 001 §5.6",
            (Posting(credit(T1), 30), Posting(due(T1, 4), 5), Posting(owed(T1, 4), 0), Posting(HOUSE, -35)),
        ),
    ),
    (
        corrected(credited=-30, due=0, owed=12, sitting=4),
        LedgerEntry(
            "round 7 corrected: 001 §5.6",
            (Posting(credit(T1), -30), Posting(due(T1, 4), 0), Posting(owed(T1, 4), -12), Posting(HOUSE, 42)),
        ),
    ),
    (events.HandPaid(T1, 1, 70), LedgerEntry("paid by hand", (Posting(credit(T1), -70), Posting(CASH, 70)))),
    (
        events.HousePaid(T1, 70),
        LedgerEntry("paid to T1 by a Ruling: 001 §5.12", (Posting(HOUSE, -70), Posting(CASH, 70))),
    ),
    (
        events.DuePaid(T1, 4, 5),
        LedgerEntry("correction paid by hand: 001 §5.6", (Posting(due(T1, 4), -5), Posting(CASH, 5))),
    ),
    (
        events.OwedCollected(T1, 4, 12),
        LedgerEntry("correction collected: 001 §5.6", (Posting(CASH, -12), Posting(owed(T1, 4), 12))),
    ),
    (
        corrected(credited=30, due=0, owed=-12, sitting=4),  # he owed 12 from an earlier one: that comes first
        LedgerEntry(
            "round 7 corrected: 001 §5.6",
            (Posting(credit(T1), 30), Posting(due(T1, 4), 0), Posting(owed(T1, 4), 12), Posting(HOUSE, -42)),
        ),
    ),
    (
        corrected(credited=0, due=-5, owed=3, sitting=4),
        LedgerEntry(
            "round 7 corrected: 001 §5.6",
            (Posting(credit(T1), 0), Posting(due(T1, 4), -5), Posting(owed(T1, 4), -3), Posting(HOUSE, 8)),
        ),
    ),
    (issued(80), LedgerEntry("cash-out to ticket 0042", (Posting(credit(T1), -80), Posting(TICKETS, 80)))),
    (accepted(80, T2), LedgerEntry("ticket 0042 shown", (Posting(TICKETS, -80), Posting(credit(T2), 80)))),
    (events.TicketPaid("0042", 80), LedgerEntry("ticket 0042 paid", (Posting(TICKETS, -80), Posting(CASH, 80)))),
    (events.NoteHeld(b"n", T1, 3, 80, "cap"), LedgerEntry("note 3 held: cap", (Posting(CASH, -80), Posting(HELD, 80)))),
    (
        events.NoteCredited(b"n", T1, 1, 3, 80),
        LedgerEntry("note 3 released", (Posting(HELD, -80), Posting(credit(T1), 80))),
    ),
    (
        events.NoteCleared(b"n", T1, 3, 80, paid=True),
        LedgerEntry("note 3 paid back", (Posting(HELD, -80), Posting(CASH, 80))),
    ),
    (
        events.TicketReleased(b"j", "BAC-02", "0042", 80, Currency()),
        LedgerEntry("ticket 0042 released to BAC-02", (Posting(TICKETS, -80), Posting(TRANSIT, 80))),
    ),
    (
        events.TicketRestored(b"j", "0042", 80),
        LedgerEntry("ticket 0042 restored", (Posting(TRANSIT, -80), Posting(TICKETS, 80))),
    ),
    (
        events.ForeignTicketAccepted(b"i", T1, 1, b"j", "BAC-01", "0042", 80),
        LedgerEntry("ticket 0042 of BAC-01 shown", (Posting(TRANSIT, -80), Posting(credit(T1), 80))),
    ),
    (
        events.ForeignTicketCashed(b"j", "BAC-01", b"t", "0042", 80, Currency()),
        LedgerEntry("ticket of BAC-01 paid, as a claim on it", (Posting(TRANSIT, -80), Posting(CASH, 80))),
    ),
    (
        events.ClaimSettled(b"j", "BAC-01", "0042", 60, 20),
        LedgerEntry(
            "claim on BAC-01: it answers for 60, the House for the rest", (Posting(HOUSE, -20), Posting(TRANSIT, 20))
        ),
    ),
    (events.CoinsGranted("801", "GC", 80), LedgerEntry("granted", (Posting(GRANTED, -80), Posting(purse("801"), 80)))),
    (
        events.CoinsGranted("801", "GC", 80, "2026-11-18"),
        LedgerEntry("granted for 2026-11-18", (Posting(GRANTED, -80), Posting(purse("801"), 80))),
    ),
    (
        events.PurseDrawn(T1, 1, "801", "GC", 80),
        LedgerEntry("purse of 801 drawn", (Posting(purse("801"), -80), Posting(credit(T1), 80))),
    ),
    (
        events.PurseReturned(T1, 1, "801", "GC", 80),
        LedgerEntry("back to the purse of 801", (Posting(credit(T1), -80), Posting(purse("801"), 80))),
    ),
]
MOVING: Final = {type(fact) for fact, _entry in POSTINGS}


@pytest.mark.rule("001 §1.8", "002 §1.6", "003 §1.13", "000 §1.14")
@pytest.mark.parametrize(("fact", "entry"), POSTINGS, ids=lambda value: type(value).__name__)
def test_a_fact_moves_exactly_this_money_and_says_why(fact: Event, entry: LedgerEntry) -> None:
    assert entry_of(fact) == entry
    assert sum(posting.amount for posting in entry.postings) == 0


@given(st.tuples(*(anything(kind) for kind in get_args(Event) if kind not in {*MOVING, events.CurrencyBound})))
@settings(max_examples=3)
def test_any_other_fact_moves_nothing(facts: tuple[Event, ...]) -> None:
    books = ledger_of(bought(500), registered(30))
    for fact in facts:
        assert entry_of(fact) is None
        books.apply(fact)
        assert books == ledger_of(bought(500), registered(30)), fact


@given(st.one_of(*(anything(kind) for kind in MOVING)))
def test_the_postings_of_any_fact_sum_to_zero(fact: Event) -> None:
    entry = entry_of(fact)
    assert entry is not None
    assert entry.why
    assert sum(posting.amount for posting in entry.postings) == 0


@pytest.mark.rule("001 §5.6")
@pytest.mark.parametrize(
    ("sitting", "change", "shared"),
    [
        (1, 30, (30, 0, 0)),
        (1, -30, (-30, 0, 0)),
        (1, -800, (-500, 0, 300)),  # no more than there is: the rest is owed
        (2, 30, (0, 30, 0)),  # of a sitting that is over: by hand
        (2, -30, (0, 0, 30)),
        (3, -30, (0, -12, 18)),  # 12 are due to it: first from there
        (4, 30, (0, 5, -25)),  # it owes 25: first that
        (4, 20, (0, 0, -20)),
    ],
)
def test_5_6_a_correction_meets_the_claims_of_its_sitting_before_its_credit(
    sitting: int, change: int, shared: tuple[int, int, int]
) -> None:
    books = ledger_of(bought(500), corrected(due=12, sitting=3), corrected(owed=25, sitting=4))
    assert share_out(books, T1, sitting, change) == shared
    credited, more_due, more_owed = shared
    assert credited + more_due - more_owed == change


def test_the_accounts_have_plain_names() -> None:
    assert (CASH, HOUSE, TICKETS) == ("cash", "house", "tickets")
    assert (credit(T1), stake(T1), due(T1, 4), owed(T1, 4)) == ("credit/T1", "stake/T1", "due/T1#4", "owed/T1#4")


def test_totals_are_what_was_staked_and_what_comes_back() -> None:
    assert totals([]) == (0, 0)
    assert totals([WON, LOST, VOID]) == (150, 160)


# --- balances ---------------------------------------------------------------------------------------------


def test_an_account_that_nobody_has_used_is_empty() -> None:
    books = Ledger()
    assert (books.balance(HOUSE), books.credit(T1), books.stake(T1), books.sitting(T1)) == (0, 0, 0, None)
    assert books.balances == {}


@pytest.mark.parametrize(
    ("correction", "said"),
    [
        (corrected(due=-31), "due/T1#1 is -1 (M3)"),
        (corrected(owed=-31), "owed/T1#1 is 1: more was collected than was owed (M3)"),
    ],
)
def test_m3_a_claim_made_less_than_nothing_is_found_in_whole_books_and_a_mirror_bears_it(
    correction: Event, said: str
) -> None:
    """A terminal that began with a snapshot does not know what was due or owed before."""
    books = ledger_of(bought(100), corrected(due=30, owed=30), correction)
    check_zero_sum(books)
    with pytest.raises(InvariantBroken) as broken:
        check_no_debt(books, round_in_play=False)
    assert str(broken.value) == said


# --- M1 and M3: what stops the process --------------------------------------------------------------------

HAS_100: Final = ledger_of(bought(100))
STAKED_60: Final = ledger_of(bought(100), registered(60))
CLAIMS: Final = ledger_of(bought(100), corrected(due=30, owed=30))
OVERDRAWN: Final[dict[str, tuple[Ledger, Callable[[int], Event], int, str]]] = {
    "a Bet": (HAS_100, registered, 100, "credit/T1 would be -1"),
    "a reduction": (STAKED_60, lambda amount: registered(-amount), 60, "stake/T1 would be -1"),
    "returned": (STAKED_60, lambda more: events.LayoutReturned(7, "bets", T1, more), 60, "stake/T1 would be -1"),
    "settled": (STAKED_60, lambda more: settled(line(BANKER, more, lost("3.13"))), 60, "stake/T1 would be -1"),
    "a cash-out": (HAS_100, issued, 100, "credit/T1 would be -1"),
    "paid by hand": (HAS_100, lambda amount: events.HandPaid(T1, 1, amount), 100, "credit/T1 would be -1"),
    "a correction": (HAS_100, lambda amount: corrected(credited=-amount), 100, "credit/T1 would be -1"),
    "paid of what is due": (CLAIMS, lambda amount: events.DuePaid(T1, 1, amount), 30, "due/T1#1 would be -1"),
    "collected": (CLAIMS, lambda more: events.OwedCollected(T1, 1, more), 30, "more is collected than owed/T1#1 owes"),
}


@pytest.mark.parametrize(("books", "spend", "most", "said"), OVERDRAWN.values(), ids=OVERDRAWN)
def test_m3_all_may_be_spent_and_not_one_unit_more(
    books: Ledger, spend: Callable[[int], Event], most: int, said: str
) -> None:
    all_of_it = deepcopy(books)
    all_of_it.apply(spend(most))
    check_no_debt(all_of_it, round_in_play=True)
    with pytest.raises(InvariantBroken) as broken:
        deepcopy(books).apply(spend(most + 1))
    assert str(broken.value).endswith(f": {said} (M3)")


def test_m3_a_terminal_cannot_spend_what_another_has() -> None:
    books = ledger_of(bought(100, T2))
    with pytest.raises(InvariantBroken, match="credit/T1 would be -1"):
        books.apply(registered(1, T1))


def test_m3_the_house_and_the_world_outside_may_go_below_zero() -> None:
    books = ledger_of(bought(10), registered(10), settled(line(TIE, 10, won(Odds(8), "4.1"))))
    assert books.balance(HOUSE) == -80
    assert books.balance(CASH) == -10
    check_no_debt(books, round_in_play=False)


@pytest.mark.parametrize("fact", [accepted(51), events.TicketPaid("0042", 51)], ids=["shown", "paid"])
def test_m3_a_ticket_issued_elsewhere_is_taken_by_a_mirror_and_found_by_the_check_of_whole_books(fact: Event) -> None:
    books = ledger_of(bought(100), issued(50))
    books.apply(fact)
    assert books.balance(TICKETS) == -1
    check_zero_sum(books)
    with pytest.raises(InvariantBroken, match="tickets is -1"):
        check_no_debt(books, round_in_play=True)


def test_m1_a_fact_whose_postings_do_not_sum_to_zero_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    makes_money = ledger.Rule(lambda it: (Posting(credit(it.terminal), it.amount),), lambda _: "alchemy")
    monkeypatch.setitem(ledger._RULES, events.CreditBought, makes_money)
    with pytest.raises(InvariantBroken) as broken:
        Ledger().apply(bought(5))
    assert str(broken.value) == "alchemy: postings sum to 5 (M1)"


def test_the_largest_amounts_are_exact() -> None:
    books = ledger_of(bought(AMOUNT_MAX), registered(AMOUNT_MAX), bought(1))
    assert (books.credit(T1), books.stake(T1), books.balance(CASH)) == (1, AMOUNT_MAX, -AMOUNT_MAX - 1)


# --- sittings ---------------------------------------------------------------------------------------------

ALL_IN: Final = (bought(100), registered(100))
CASHED_OUT: Final = (bought(100), issued(100))


@pytest.mark.parametrize(
    ("facts", "sitting", "for_credit"),
    [
        ((), None, 1),
        ((bought(100),), 1, 1),
        (CASHED_OUT, None, 2),
        ((*CASHED_OUT, bought(50, sitting=2)), 2, 2),
        ((*CASHED_OUT, accepted(100, sitting=2)), 2, 2),
        ((*CASHED_OUT, corrected(due=30)), None, 2),  # what is due to a sitting that is over does not wake it
        (ALL_IN, 1, 1),
        ((*ALL_IN, bought(20), settled(line(BANKER, 100, lost("3.13")))), 1, 1),
        ((*ALL_IN, settled(line(BANKER, 100, lost("3.13")))), None, 2),
        ((*ALL_IN, settled(line(BANKER, 100, returned("5.11")))), 1, 1),
    ],
)
def test_a_sitting_lasts_from_the_first_credit_until_credit_and_stake_are_both_nothing(
    facts: Sequence[Event], sitting: int | None, for_credit: int
) -> None:
    books = ledger_of(*facts)
    assert (books.sitting(T1), books.sitting_for_credit(T1)) == (sitting, for_credit)


# --- the three checks, both ways --------------------------------------------------------------------------


def books_with(**balances: int) -> Ledger:
    made = Ledger()
    made.balances = {Account(name.replace("_", "/", 1)): balance for name, balance in balances.items()}
    return made


def test_m1_all_balances_sum_to_zero() -> None:
    check_zero_sum(Ledger())
    check_zero_sum(books_with(cash=-100, credit_T1=60, house=40))
    with pytest.raises(InvariantBroken) as broken:
        check_zero_sum(books_with(cash=-100, credit_T1=60, house=41))
    assert str(broken.value) == "all balances sum to 0.01 (M1)"


SGD: Final = Currency("SGD", 2)
JPY: Final = Currency("JPY", 0)
PAID_BACK: Final = (events.HandPaid(T1, 1, 150), bought(7), events.HandPaid(T1, 2, 7))


def in_yen_after_dollars() -> Ledger:
    """T1 has bought 100 and won 50 in dollars, and was paid; then yen were played for, and 30 of 200 were lost."""
    won_50 = events.Settled(7, T1, 1, (line(BANKER, 100, won(Odds(1, 2), "4.1")),))
    dollars = (events.CurrencyBound(SGD), bought(100), registered(100), won_50, *PAID_BACK)
    lost_30 = events.Settled(8, T1, 3, (line(PLAYER, 30, lost("3.13")),))
    return ledger_of(*dollars, events.CurrencyBound(JPY), bought(200, sitting=3), registered(30), lost_30)


def test_m1_each_currency_has_books_of_its_own_which_sum_to_zero() -> None:
    books = in_yen_after_dollars()
    yen = {CASH: -200, credit(T1): 170, stake(T1): 0, HOUSE: 30}
    dollars = {CASH: 50, credit(T1): 0, stake(T1): 0, HOUSE: -50}
    assert (books.currency, books.balances, books.shut) == (JPY, yen, {SGD: dollars})
    assert (books.books(), books.credit(T1)) == ({SGD: dollars, JPY: yen}, 170)
    check_zero_sum(books)
    check_no_debt(books, round_in_play=False)
    check_conservation(books, money_in=200, money_out=0)
    check_conservation(books, money_in=107, money_out=157, currency=SGD)
    with pytest.raises(InvariantBroken, match="M5"):
        check_conservation(books, money_in=307, money_out=157)
    # One unit too much here and one too little there would sum to zero, if a dollar were a yen.
    books.balances[HOUSE] += 1
    books.shut[SGD][HOUSE] -= 1
    with pytest.raises(InvariantBroken, match=r"sum to SGD -0.01 \(M1\)"):
        check_zero_sum(books)


def test_m1_a_currency_that_is_taken_up_again_goes_on_where_it_stood() -> None:
    books = in_yen_after_dollars()
    for fact in (events.HandPaid(T1, 3, 170), events.CurrencyBound(SGD), bought(5, sitting=4)):
        books.apply(fact)
    assert books.balance(HOUSE) == -50
    assert (books.shut[JPY][HOUSE], books.shut[JPY][CASH]) == (30, -30)
    assert books.sitting(T1) == 4


@pytest.mark.parametrize("before", [(bought(100),), (bought(100), registered(100))], ids=["credit", "stake"])
def test_m1_no_credit_or_stake_becomes_another_currency(before: tuple[Event, ...]) -> None:
    books = ledger_of(events.CurrencyBound(SGD), *before)
    with pytest.raises(InvariantBroken, match=r"T1 is SGD 1.00 \(M1\)"):
        books.apply(events.CurrencyBound(JPY))


@pytest.mark.parametrize(
    "left",
    [(bought(80), issued(80)), (corrected(due=80),), (corrected(owed=80),)],
    ids=["a ticket", "something due", "something owed"],
)
def test_m3_whole_books_show_what_stands_in_another_currency(left: tuple[Event, ...]) -> None:
    books = ledger_of(events.CurrencyBound(SGD), *left, events.CurrencyBound(JPY))
    with pytest.raises(InvariantBroken, match=r"SGD is not played for, and .* SGD -?0.80 stands \(M3\)"):
        check_no_debt(books, round_in_play=False)


@pytest.mark.parametrize("account", ["credit_T1", "stake_T1", "due_T1#1", "tickets"])
def test_m3_nobody_is_below_zero(account: str) -> None:
    check_no_debt(books_with(**{account: 0}), round_in_play=True)
    check_no_debt(books_with(**{account: 1}), round_in_play=True)
    with pytest.raises(InvariantBroken) as broken:
        check_no_debt(books_with(**{account: -1}), round_in_play=True)
    assert str(broken.value) == f"{account.replace('_', '/')} is -1 (M3)"


def test_m3_what_is_owed_is_a_claim_and_never_more_than_collected() -> None:
    check_no_debt(books_with(**{"owed_T1#1": -5}), round_in_play=False)
    check_no_debt(books_with(**{"owed_T1#1": 0}), round_in_play=False)
    with pytest.raises(InvariantBroken) as broken:
        check_no_debt(books_with(**{"owed_T1#1": 1}), round_in_play=False)
    assert str(broken.value) == "owed/T1#1 is 1: more was collected than was owed (M3)"


def test_m3_between_rounds_there_is_no_stake() -> None:
    staked = ledger_of(bought(100), registered(60))
    check_no_debt(staked, round_in_play=True)
    with pytest.raises(InvariantBroken) as broken:
        check_no_debt(staked, round_in_play=False)
    assert str(broken.value) == "stake/T1 is 60 between Rounds (M3)"
    check_no_debt(books_with(stake_T1=0, cash=-5, house=5), round_in_play=False)


def test_m5_money_that_came_in_and_did_not_go_out_is_here() -> None:
    check_conservation(Ledger(), money_in=0, money_out=0)
    books = books_with(cash=-70, credit_T1=50, stake_T1=10, house=-5, tickets=15, due_T1=10, owed_T1=-10)
    check_conservation(books, money_in=100, money_out=30)
    with pytest.raises(InvariantBroken) as broken:
        check_conservation(books, money_in=100, money_out=31)
    assert str(broken.value) == "100 came in, 31 went out, 70 is here (M5)"


# --- random facts against a plain model -------------------------------------------------------------------

TERMINALS: Final = (T1, T2, PlayerId("T3"))
AMOUNTS: Final = st.integers(1, 1_000)
SEATS: Final = st.sampled_from(TERMINALS)


@dataclass
class Seat:
    """A terminal as one would count it with chips."""

    purse: int = 0
    on_the_felt: int = 0
    people: int = 0  # who have sat here so far
    seated: bool = False


@dataclass
class Casino:
    seats: dict[PlayerId, Seat] = field(default_factory=lambda: {terminal: Seat() for terminal in TERMINALS})
    paper: list[int] = field(default_factory=list)  # tickets that are about
    drop: int = 0  # cash that came in
    paid: int = 0  # cash that went out
    won: int = 0  # by the House
    due: dict[tuple[PlayerId, int], int] = field(default_factory=dict)
    owed: dict[tuple[PlayerId, int], int] = field(default_factory=dict)

    def sit(self, terminal: PlayerId, amount: int) -> int:
        seat = self.seats[terminal]
        if not seat.seated:
            seat.people += 1
            seat.seated = True
        seat.purse += amount
        return seat.people


class LedgerAgainstModel(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.casino = Casino()

    def happened(self, fact: Event) -> None:
        self.ledger.apply(fact)
        for seat in self.casino.seats.values():
            if not seat.purse and not seat.on_the_felt:
                seat.seated = False

    def impossible(self, fact: Event) -> None:
        """A fact that would put somebody in debt; the books that it spoils are thrown away, as the process would be."""
        with pytest.raises(InvariantBroken, match="M3"):
            deepcopy(self.ledger).apply(fact)

    @rule(terminal=SEATS, amount=AMOUNTS)
    def buy_credit(self, terminal: PlayerId, amount: int) -> None:
        sitting = self.ledger.sitting_for_credit(terminal)
        self.casino.drop += amount
        assert self.casino.sit(terminal, amount) == sitting
        self.happened(bought(amount, terminal, sitting))

    @rule(terminal=SEATS, change=st.integers(-1_000, 1_000))
    def bet(self, terminal: PlayerId, change: int) -> None:
        seat = self.casino.seats[terminal]
        if -seat.on_the_felt <= change <= seat.purse:
            seat.purse -= change
            seat.on_the_felt += change
            self.happened(registered(change, terminal))
        else:
            self.impossible(registered(change, terminal))

    @rule(terminal=SEATS, part=st.integers(0, 100), pays=st.integers(-2, 16))
    def settle(self, terminal: PlayerId, part: int, pays: int) -> None:
        seat = self.casino.seats[terminal]
        staked = seat.on_the_felt * part // 100
        verdict = {-2: lost("3.13"), -1: returned("3.12")}.get(pays) or won(Odds(pays, 2), "4.1")
        one = line(BANKER, staked, verdict)
        seat.on_the_felt -= staked
        seat.purse += one.returned
        self.casino.won += staked - one.returned
        self.happened(settled(one, terminal=terminal, sitting=seat.people))
        self.impossible(settled(line(BANKER, seat.on_the_felt + 1, verdict), terminal=terminal))

    @rule(terminal=SEATS, amount=AMOUNTS)
    def ask_again(self, terminal: PlayerId, amount: int) -> None:
        seat = self.casino.seats[terminal]
        fact = events.LayoutReturned(7, "bets", terminal, amount)
        if amount > seat.on_the_felt:
            self.impossible(fact)
            return
        seat.on_the_felt -= amount
        seat.purse += amount
        self.happened(fact)

    @rule(terminal=SEATS, amount=AMOUNTS)
    def cash_out(self, terminal: PlayerId, amount: int) -> None:
        seat = self.casino.seats[terminal]
        if amount > seat.purse:
            self.impossible(issued(amount, terminal))
            return
        seat.purse -= amount
        self.casino.paper.append(amount)
        self.happened(issued(amount, terminal, seat.people))

    @precondition(lambda self: self.casino.paper)
    @rule(terminal=SEATS)
    def show_a_ticket(self, terminal: PlayerId) -> None:
        sitting = self.ledger.sitting_for_credit(terminal)
        amount = self.casino.paper.pop()
        assert self.casino.sit(terminal, amount) == sitting
        self.happened(accepted(amount, terminal, sitting))

    @precondition(lambda self: self.casino.paper)
    @rule()
    def pay_a_ticket(self) -> None:
        amount = self.casino.paper.pop(0)
        self.casino.paid += amount
        self.happened(events.TicketPaid("0042", amount))

    @rule()
    def forge_a_ticket(self) -> None:
        """A mirror takes it, so it is the check of the whole books that finds it."""
        more = sum(self.casino.paper) + 1
        for fact in (events.TicketPaid("0000", more), accepted(more)):
            books = deepcopy(self.ledger)
            books.apply(fact)
            with pytest.raises(InvariantBroken, match="M3"):
                check_no_debt(books, round_in_play=True)

    @rule(terminal=SEATS, amount=AMOUNTS)
    def pay_by_hand(self, terminal: PlayerId, amount: int) -> None:
        seat = self.casino.seats[terminal]
        fact = events.HandPaid(terminal, seat.people, amount)
        if amount > seat.purse:
            self.impossible(fact)
            return
        seat.purse -= amount
        self.casino.paid += amount
        self.happened(fact)

    @rule(terminal=SEATS, back=st.integers(0, 2), change=st.integers(-1_500, 1_500))
    def correct(self, terminal: PlayerId, back: int, change: int) -> None:
        """A Round of this sitting, or of an earlier one, paid `change` too little."""
        seat = self.casino.seats[terminal]
        sitting = max(0, seat.people - back)
        whose = (terminal, sitting)
        credited = to_pay = to_collect = 0
        rest = change
        while rest > 0 and self.casino.owed.get(whose, 0) + to_collect > 0:  # what he owes comes first, coin by coin
            rest, to_collect = rest - 1, to_collect - 1
        while rest < 0 and self.casino.due.get(whose, 0) + to_pay > 0:
            rest, to_pay = rest + 1, to_pay - 1
        if seat.seated and sitting == seat.people:
            credited = max(rest, -seat.purse)
            to_collect += credited - rest
        elif rest > 0:
            to_pay += rest
        else:
            to_collect -= rest
        seat.purse += credited
        self.casino.due[whose] = self.casino.due.get(whose, 0) + to_pay
        self.casino.owed[whose] = self.casino.owed.get(whose, 0) + to_collect
        self.casino.won -= change
        self.happened(corrected(credited=credited, due=to_pay, owed=to_collect, terminal=terminal, sitting=sitting))

    @precondition(lambda self: any(self.casino.due.values()))
    @rule(data=st.data())
    def pay_what_is_due(self, data: st.DataObject) -> None:
        whose = data.draw(st.sampled_from(sorted(key for key, amount in self.casino.due.items() if amount)))
        amount = data.draw(st.integers(1, self.casino.due[whose]))
        self.impossible(events.DuePaid(*whose, self.casino.due[whose] + 1))
        self.casino.due[whose] -= amount
        self.casino.paid += amount
        self.happened(events.DuePaid(*whose, amount))

    @precondition(lambda self: any(self.casino.owed.values()))
    @rule(data=st.data())
    def collect_what_is_owed(self, data: st.DataObject) -> None:
        whose = data.draw(st.sampled_from(sorted(key for key, amount in self.casino.owed.items() if amount)))
        amount = data.draw(st.integers(1, self.casino.owed[whose]))
        self.impossible(events.OwedCollected(*whose, self.casino.owed[whose] + 1))
        self.casino.owed[whose] -= amount
        self.casino.drop += amount
        self.happened(events.OwedCollected(*whose, amount))

    @rule(number=st.integers(1, 416))
    def something_without_money(self, number: int) -> None:
        before = deepcopy(self.ledger)
        self.happened(events.CardIdle(number))
        assert self.ledger == before

    @invariant()
    def the_books_say_what_the_model_counts(self) -> None:
        casino = self.casino
        expected = {CASH: casino.paid - casino.drop, HOUSE: casino.won, TICKETS: sum(casino.paper)}
        for terminal, seat in casino.seats.items():
            expected |= {credit(terminal): seat.purse, stake(terminal): seat.on_the_felt}
            assert self.ledger.sitting(terminal) == (seat.people if seat.seated else None)
            assert self.ledger.sitting_for_credit(terminal) == seat.people + (not seat.seated)
        expected |= {due(*whose): amount for whose, amount in casino.due.items()}
        expected |= {owed(*whose): -amount for whose, amount in casino.owed.items()}
        assert {name: amount for name, amount in self.ledger.balances.items() if amount} == {
            name: amount for name, amount in expected.items() if amount
        }

    @invariant()
    def the_checks_agree(self) -> None:
        check_zero_sum(self.ledger)
        check_no_debt(self.ledger, round_in_play=True)
        check_conservation(self.ledger, money_in=self.casino.drop, money_out=self.casino.paid)


LedgerAgainstModel.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
test_random_facts_leave_the_books_as_a_plain_count_has_them = LedgerAgainstModel.TestCase
