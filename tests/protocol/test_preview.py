"""What the guide says of the money before an order is given is what the table then does, to the cent.

The most important test of the guide: every order that it offers, and every other way to name the cards, is given at a
copy of the table, and each terminal's credit, stake, due and owed and the House are compared with what was said.
"""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from audit.guide import sight_of
from console.table.settling import certify, verify_certificate
from games.round import DealingError, Reconstructed, Spot
from protocol import events as e
from protocol import messages as m
from protocol.guide import NAMES_CARDS, guides
from protocol.ledger import HOUSE, Account, credit, due, owed, stake
from protocol.preview import Preview, Share, When, preview
from protocol.situation import Situation
from protocol.view import cards_digest
from tests.console.cluster import BANKER_WINS, TIE, Cluster, betting, cards_of
from tests.console.people import OTHER_SUPERVISOR, SHIFT_MANAGER, T1
from tests.protocol.previewed import (
    BETS,
    THREE,
    TOLD,
    in_play,
    orders,
    played_on_by_another,
    settled,
    split_by_mistake,
    walk_on,
)
from tests.protocol.sights import sight_at_a_panel

Money = dict[str, int]


def given_at_a_copy(cluster: Cluster, order: m.Order) -> Cluster | None:
    """The table after it was given by a Shift Manager and a Supervisor; None: it was refused."""
    other = deepcopy(cluster)
    written = other.command(order, SHIFT_MANAGER, OTHER_SUPERVISOR)
    return other if any(isinstance(fact, e.Ordered) for fact in written) else None


def moved(before: Cluster, after: Cluster) -> Money:
    """Which balances have changed, by how much."""
    was, now = before.money(), after.money()
    return {account: now.get(account, 0) - was.get(account, 0) for account in {*was, *now}}


def nothing(changes: Money) -> bool:
    return not any(changes.values())


def paid_by_certificate(cluster: Cluster) -> dict[str, tuple[int, int]]:
    """What the certificate would write, once nothing stops the table any more: staked and returned of each terminal."""
    assert (verify_certificate(cluster.table), cluster.view.surplus) == (None, 0)
    return {
        fact.terminal: (sum(it.staked for it in fact.lines), sum(it.returned for it in fact.lines))
        for fact in certify(cluster.table, cards_digest(cluster.view))
        if isinstance(fact, e.Settled)
    }


def compare(cluster: Cluster, order: m.Order, said: Preview) -> None:
    after = given_at_a_copy(cluster, order)
    if after is None:
        assert said.when in (When.UNKNOWN, When.NEVER, When.CERTIFIED), (order, said)
        return
    changes = moved(cluster, after)
    told = (order, said, {account: amount for account, amount in changes.items() if amount})
    match said.when:
        case When.UNKNOWN:
            assert None in cluster.view.acts, f"no card lies face down, so this could be known: {told}"
        case When.NEVER:
            assert nothing(changes), told
        case When.AT_ONCE if said.settled:
            for share in said.shares:
                sitting = _sitting(cluster, share.terminal)
                assert changes.get(credit(share.terminal), 0) == share.credit, told
                assert changes.get(due(share.terminal, sitting), 0) == share.due, told
                assert changes.get(owed(share.terminal, sitting), 0) == -share.owed, told
                assert share.credit + share.due - share.owed + share.cash == share.change, told
            assert changes.get(HOUSE, 0) == said.house, told
            assert sum(map(abs, changes.values())) == _all_of(said) + abs(said.house), told
        case When.AT_ONCE:
            expected: dict[Account, int] = {HOUSE: said.house}
            for share in said.shares:
                expected[credit(share.terminal)] = share.after - share.due + share.owed
                expected[stake(share.terminal)] = -share.before
                if share.due or share.owed:
                    sitting = _sitting(cluster, share.terminal)
                    expected |= {due(share.terminal, sitting): share.due, owed(share.terminal, sitting): -share.owed}
            assert {account: amount for account, amount in changes.items() if amount} == {
                account: amount for account, amount in expected.items() if amount
            }, told
        case When.CERTIFIED:
            assert nothing(changes), told
            paid = paid_by_certificate(after)
            assert {share.terminal: share.after for share in said.shares} == {
                name: returned for name, (_, returned) in paid.items()
            }, told
            if not said.settled:
                assert {share.terminal: share.before for share in said.shares} == {
                    name: staked for name, (staked, _) in paid.items()
                }, told
                assert said.house == sum(staked - returned for staked, returned in paid.values())
            else:
                was = paid_by_certificate(cluster)
                assert {share.terminal: share.before for share in said.shares} == {
                    name: returned for name, (_, returned) in was.items()
                }, told


def _all_of(said: Preview) -> int:
    return sum(abs(share.credit) + abs(share.due) + abs(share.owed) + share.cash for share in said.shares)


def _sitting(cluster: Cluster, terminal: str) -> int:
    return next(fact.sitting for fact in reversed(cluster.journal(e.Settled)) if fact.terminal == terminal)


def check(cluster: Cluster, rng: Random | None = None) -> set[str]:
    """Every order of every choice of every guide. Which kinds of choices there were."""
    sight, keys = sight_of(cluster.table), set()
    for guide in guides(sight):
        for choice in guide.choices:
            keys.add(choice.step.key)
            for order in orders(choice.step, rng):
                said = preview(sight, order, choice.step.round_no or None)
                if choice.step.key not in NAMES_CARDS:
                    assert choice.money.shares == said.shares
                compare(cluster, order, said)
    return keys


# --- what a panel sees is what the table has -------------------------------------------------------------------------


def same_sight(cluster: Cluster) -> None:
    own, seen = sight_of(cluster.table), sight_at_a_panel(cluster)
    assert (seen.view, dict(seen.ledger.balances)) == (own.view, dict(own.ledger.balances))
    assert {name: it for name, it in seen.bets.items() if it} == {name: it for name, it in own.bets.items() if it}
    assert seen.paid == own.paid
    for number, played in seen.rounds.items():
        assert (played.acts, played.lines, played.sittings) == (
            own.rounds[number].acts,
            own.rounds[number].lines,
            own.rounds[number].sittings,
        )
    assert guides(seen) == guides(own)


# --- told by states --------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.1.1", "001 §5.1.2", "001 §5.4", "001 §5.6", "001 §5.11")
@pytest.mark.parametrize("state", TOLD)
def test_what_is_said_of_the_money_is_what_the_table_does(state: str) -> None:
    cluster = TOLD[state]()
    same_sight(cluster)
    assert check(cluster)


@pytest.mark.rule("001 §5.12")
@pytest.mark.parametrize("state", TOLD)
def test_5_12_what_a_ruling_in_free_words_does_to_the_money_is_said_before(state: str) -> None:
    cluster = TOLD[state]()
    sight, at = sight_of(cluster.table), Situation(sight_of(cluster.table))
    for effect in at.effects():
        order = m.RuleOtherwise("seen by all", effect)
        assert given_at_a_copy(cluster, order) is not None or isinstance(effect, m.PayFromHouse)
        if not isinstance(effect, m.PayFromHouse):
            compare(cluster, order, preview(sight, order))


@pytest.mark.rule("001 §5.12")
def test_5_12_what_the_house_pays_by_a_ruling_is_said_before() -> None:
    cluster = settled()
    cluster.reopen(placard=e.Placard(house_pays_max=100))
    order = m.RuleOtherwise("seen by all", m.PayFromHouse(T1, 50))
    said = preview(sight_of(cluster.table), order)
    assert (said.house, given_at_a_copy(cluster, order) is not None) == (-50, True)
    compare(cluster, order, said)


@pytest.mark.rule("001 §5.12")
@pytest.mark.parametrize("when", ["in play", "settled", "a card too many", "a card too soon"])
def test_5_12_what_a_void_taken_back_does_to_the_money_is_said_before(when: str) -> None:
    if when == "settled":
        cluster = settled()
        cluster.obey(m.VoidSettled("5.3.3"), SHIFT_MANAGER, OTHER_SUPERVISOR)
    else:
        cluster = betting(BETS, terminals=THREE)
        if when == "a card too soon":
            cluster.draw("9S")  # 001 §5.4: it closes them
        else:
            cluster.close()
        cluster.deal(BANKER_WINS + (" 9S" if when == "a card too many" else ""))
        cluster.void("5.3.3")
    same_sight(cluster)
    said = preview(sight_of(cluster.table), m.TakeBackVoid())
    assert (said.when, said.settled, len(said.shares)) == (When.AT_ONCE, True, 3)
    compare(cluster, m.TakeBackVoid(), said)
    cluster.obey(m.TakeBackVoid(), SHIFT_MANAGER, OTHER_SUPERVISOR)
    same_sight(cluster)


def test_5_9_a_question_that_is_asked_again_is_seen_to_give_back_what_was_bet_in_it() -> None:
    cluster, again = split_by_mistake(), m.Rule(Reconstructed(cards_of("8S 8H 6H 5D 4C")), "5.9")
    assert preview(sight_of(cluster.table), again) == Preview(When.NEVER)  # they have the options of 5.7 first
    cluster.rule(DealingError(), "5.7")
    cluster.close()
    cluster.call()
    assert preview(sight_of(cluster.table), again) == Preview(When.AT_ONCE, (Share(T1, 100, 100),))


@pytest.mark.rule("001 §5.6")
def test_5_6_what_a_sitting_that_is_over_has_to_give_back_is_owed_and_not_taken_from_the_next_player() -> None:
    said = preview(sight_of(played_on_by_another().table), m.Correct(cards_of(BANKER_WINS)))
    shares = {share.terminal: (share.change, share.credit, share.due, share.owed) for share in said.shares}
    assert shares == {"T1": (200, 200, 0, 0), "T2": (-400, 0, 0, 400), "T3": (0, 0, 0, 0)}
    assert said.house == 200


def test_of_a_round_that_a_panel_has_not_heard_whole_nothing_is_guessed() -> None:
    sight = sight_of(in_play(BANKER_WINS).table)
    certify = m.Certify(cards_digest(sight.view))
    assert preview(sight, certify).when is When.AT_ONCE
    assert preview(replace(sight, bets={"bets": {T1: {Spot("banker"): 100}}}), certify).when is When.UNKNOWN
    assert preview(replace(sight, rounds={}), m.Correct(cards_of(TIE))).when is When.UNKNOWN


@pytest.mark.parametrize("game", ["baccarat", "blackjack", "blackjack_plus", "three_pictures", "premium_blackjack"])
@settings(max_examples=6)
@given(rng=st.randoms(use_true_random=False), steps=st.integers(3, 30))
def test_wherever_a_table_gets_what_is_said_of_the_money_is_what_the_table_does(
    game: str, rng: Random, steps: int
) -> None:
    cluster = Cluster(game, decks=4 if game == "baccarat" else None)
    main = "banker" if game == "baccarat" else "1/initial" if game == "three_pictures" else "1/main"
    cluster.open_round({"T1": {main: 100}, "T2": {main.replace("1", "2"): 60}})
    for _ in range(steps):
        walk_on(cluster, rng)
    check(cluster, rng)
