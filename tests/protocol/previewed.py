"""Tables on which every order that is offered has its money told before: walked on at random, on boxes too."""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from random import Random

from audit.guide import sight_of
from games.cards import DECK, Card
from games.round import DrawnTogether, Reconstructed, Voided, WalkedAway
from protocol import messages as m
from protocol.guide import guides, left_by
from protocol.situation import Step
from protocol.view import cards_digest
from tests.console.cluster import BANKER_WINS, PLAYER_WINS, SIX_CARDS, TIE, Cluster, alone, betting, dealt
from tests.console.people import OTHER_SUPERVISOR, SHIFT_MANAGER
from tests.console.walk import HAPPENINGS, happen

BETS = {"T1": {"banker": 100, "tie": 10}, "T2": {"player": 200, "player_pair": 20}, "T3": {"banker": 50, "player": 50}}


THREE = ("T1", "T2", "T3")


def orders(step: Step, rng: Random | None = None) -> Iterator[m.Order]:
    """What somebody might order after he has chosen this: with other cards, under each paragraph."""
    dice = rng or Random(7)
    match step.order:
        case m.Rule(act=Reconstructed(cards=cards)):
            ways = (
                list(permutations(cards)) if len(cards) <= 4 else [cards, *(_shuffled(cards, dice) for _ in range(6))]
            )
            yield from (m.Rule(Reconstructed(tuple(way)), it.paragraph) for way in ways for it in step.under)
        case m.Rule(act=DrawnTogether(cards=cards), paragraph=paragraph):
            yield from (m.Rule(DrawnTogether(tuple(way)), paragraph) for way in permutations(cards))
        case m.Rule(act=WalkedAway(), paragraph=paragraph):
            yield from (m.Rule(left_by(who), paragraph) for who in step.among)
        case m.Rule(act=Voided()):
            yield from (m.Rule(Voided(it.paragraph), it.paragraph) for it in step.under)
        case m.VoidSettled():
            yield from (m.VoidSettled(it.paragraph) for it in step.under)
        case m.CorrectCards(cards=cards) | m.Correct(cards=cards):
            kind = type(step.order)
            yield kind(cards)
            for at in range(len(cards)):
                yield kind((*cards[:at], DECK[dice.randrange(52)], *cards[at + 1 :]))
        case None if step.key == "enter_card":
            yield from (m.EnterCard(card) for card in dice.sample(DECK, 6))
        case None:
            return
        case order:
            yield order


def _shuffled(cards: tuple[Card, ...], dice: Random) -> tuple[Card, ...]:
    return tuple(dice.sample(cards, len(cards)))


def in_play(cards: str) -> Cluster:
    return dealt(cards, BETS, terminals=THREE)


def interrupted(cluster: Cluster) -> Cluster:
    cluster.restart()
    return cluster


def settled(cards: str = BANKER_WINS) -> Cluster:
    cluster = in_play(cards)
    cluster.certify()
    return cluster


def without_credit() -> Cluster:
    """T2 has won and cashed out since: what he would have to give back is owed."""
    cluster = settled(PLAYER_WINS)
    cluster.ticket("T2", cluster.credit("T2"))
    return cluster


def played_on_by_another() -> Cluster:
    cluster = without_credit()
    cluster.buy("T2", 500)
    return cluster


def drawn(cluster: Cluster, cards: str) -> Cluster:
    cluster.deal(cards)
    return cluster


def unread(cluster: Cluster, behind: str = "") -> Cluster:
    cluster.unread()
    cluster.deal(behind)
    return cluster


def called(cluster: Cluster) -> Cluster:
    cluster.call()
    return cluster


def boxes(game: str, cards: str) -> Cluster:
    main = "initial" if game == "three_pictures" else "main"
    return dealt(cards, {"T1": {f"1/{main}": 100}, "T2": {f"2/{main}": 60}}, game)


def split_by_mistake() -> Cluster:
    """003 §5.9: T1 has split what was no pair in the right order: he is asked again, and has that Bet back."""
    cluster = boxes("blackjack", "8S 5D 6H 8H 4C")
    while cluster.windows and cluster.opened().window.kind in ("surrender", "insurance", "even_money"):
        cluster.close()
    cluster.choose("T1", "split", {"1/main/1": 100})
    cluster.call()
    return cluster


def doubled_on_two_at_once() -> Cluster:
    cluster = alone("blackjack", "8S 6D 8H")
    cluster.choose("T1", "split", {"1/main/1": 100})
    cluster.draw("3C")
    cluster.choose("T1", "double", {"1/double": 100})
    cluster.draw("9C")
    cluster.call()
    return cluster


def settled_in_between() -> Cluster:
    """003 §1.17: a Blackjack is paid, and the others play on."""
    cluster = boxes("blackjack", "AS 5D 6H KH 4C")
    while cluster.windows and cluster.opened().window.kind in ("surrender", "insurance", "even_money"):
        cluster.close()
    cluster.certify()
    cluster.call()
    return cluster


def cashed_out_in_between() -> Cluster:
    """003 §5.17: and has taken it away. A Void leaves him owing what he had won."""
    cluster = settled_in_between()
    cluster.ticket("T1", cluster.credit("T1"))
    return cluster


TOLD: Mapping[str, Callable[[], Cluster]] = {
    "interrupted in betting": lambda: interrupted(betting(BETS, terminals=THREE)),
    "interrupted after one card": lambda: interrupted(in_play("2C")),
    "interrupted after three cards": lambda: interrupted(in_play("2C KD 3S")),
    "interrupted at the result": lambda: interrupted(in_play(SIX_CARDS)),
    "surplus at the result": lambda: in_play(f"{BANKER_WINS} 9S"),
    "surplus while bets are open": lambda: drawn(betting(BETS, terminals=THREE), "9S"),
    "surplus between rounds": lambda: drawn(settled(), "9S"),
    "called in betting": lambda: called(betting(BETS, terminals=THREE)),
    "called in dealing": lambda: called(in_play("2C KD 3S QH")),
    "called at the result": lambda: called(in_play(TIE)),
    "a card was not read": lambda: unread(in_play("2C 4D 5S")),
    "cards wait behind one that was not read": lambda: unread(in_play("2C 4D"), "5S 5H"),
    "settled": settled,
    "settled, and cashed out": without_credit,
    "settled, and another Player since": played_on_by_another,
    "blackjack": lambda: called(boxes("blackjack", "9C 8C TD")),
    "blackjack with a card too many": lambda: boxes("blackjack", "9C 8C TD 8D 9D 9H"),
    "blackjack, split by mistake": split_by_mistake,
    "blackjack, doubled on two at once": doubled_on_two_at_once,
    "blackjack, settled in between": settled_in_between,
    "blackjack, settled in between and cashed out": cashed_out_in_between,
    "three pictures": lambda: called(boxes("three_pictures", "9C 8C TD 8D")),
    "three pictures, complete": lambda: called(boxes("three_pictures", "9C 8C TD 8D 2C 3C 4D 5D 6D")),
}


def walk_on(cluster: Cluster, rng: Random) -> None:
    """Mostly what comes next; sometimes something irregular, or what a guide offers."""
    view = cluster.view
    offered = [
        order
        for guide in guides(sight_of(cluster.table))
        for choice in guide.choices
        for order in [*orders(choice.step, rng)][:2]
    ]
    if view.halted and offered and rng.random() < 0.5:
        cluster.command(rng.choice(offered), SHIFT_MANAGER, OTHER_SUPERVISOR)
    elif rng.random() < 0.25:
        happen(cluster, rng.choice(HAPPENINGS), rng.randrange(52))
    elif view.windows:
        happen(cluster, "bet", rng.randrange(52))
        if rng.random() < 0.5:
            cluster.command(m.CloseBets())
    elif view.due:
        happen(cluster, "card", rng.randrange(52))
    elif view.in_round:
        cluster.command(m.Certify(cards_digest(view)))
    else:
        cluster.command(m.OpenBets())
