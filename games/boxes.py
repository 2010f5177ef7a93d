"""What the box games share: Seated and Standing Players on betting boxes, their limits, and pro rata.

Knows boxes and Initial Bets, not what is played on them. Paragraphs are those of 003; 000 has the same numbers
here, and 002 differs by the one it names.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

from games.cards import Card
from games.round import (
    NONE_RAISED,
    Act,
    Answer,
    Answers,
    BoxBets,
    BoxNow,
    Felt,
    HandId,
    Limit,
    PlayerId,
    Raised,
    Refusal,
    Spot,
    Voided,
    WalkedAway,
    WindowClosed,
    review_layout,
    review_total,
)
from games.rulings import Irregularity, Position, Topic

DEALER: Final = HandId("dealer")
NO_TIMES: Final[Mapping[PlayerId, int]] = {}

# Section 5 of the box games begins alike.
BOX_IRREGULARITIES: Final = (
    Irregularity("5.3", Topic.WALKED_AWAY, Position.DEALER, (WalkedAway,)),
    Irregularity("5.4.2", Topic.INTERRUPTED, Position.PIT_SUPERVISOR, (Voided,)),
    Irregularity("5.5.1", Topic.FOREIGN_CARD, Position.PIT_SUPERVISOR, (Voided,)),
    Irregularity("5.5.2", Topic.MISCOUNT, Position.PIT_SUPERVISOR, (Voided,)),
)

# Choices that the box games share: to turn one's cards oneself, and after a dealing error to go on or not.
SQUEEZE: Final = "squeeze"
CONTINUE: Final = "continue"
WITHDRAW: Final = "withdraw"
DECLINE: Final = "decline"  # every offer can be answered with no: then nobody waits for the end of its time


@cache
def spot_of(box: int, kind: str, hand: int = 0) -> Spot:
    """`3/main`; for the further hands of a split box `3/main/1`, by the order in which they arose."""
    return Spot(f"{box}/{kind}/{hand}" if hand else f"{box}/{kind}")


@cache
def parse_spot(spot: Spot) -> tuple[int, str, int]:
    box, kind, *hand = spot.split("/")
    return int(box), kind, int(hand[0]) if hand else 0


def box_of(hand: HandId) -> int:
    """`3` and `3/1` are Hands of box 3; 0: the Hand of no box."""
    number = hand.partition("/")[0]
    return int(number) if number.isdigit() else 0


def initial_bets(spot: Spot, given: Answers, but: PlayerId | None = None) -> dict[PlayerId, int]:
    """003 §1.14 (002 §1.7): who has an Initial Bet on the box, and how much, in the order of placing, but for one."""
    answers = given.get("bets", {})
    return {who: answer.bets[spot] for who, answer in answers.items() if spot in answer.bets and who != but}


def in_order_of_decision(
    box: int, felt: Felt, stakes: Mapping[PlayerId, int], since: Mapping[PlayerId, int] = NO_TIMES
) -> tuple[PlayerId, ...]:
    """003 §1.26, §1.32, §3.8 (002 §1.15, §1.16): Seated Player, else highest Bet; of equal ones the first placed, on
    this very box: who has bet elsewhere before, or less, is no earlier here.
    """
    seated = felt.seats.get(box)
    return tuple(sorted(stakes, key=lambda player: (player != seated, -stakes[player], since.get(player, 0))))


def boxes_in_play(kind: str, felt: Felt, given: Answers, raised: Raised = NONE_RAISED) -> tuple[BoxBets, ...]:
    """003 §3.11 (002 §3.12): the boxes with an Initial Bet when the Bets are closed, from the Dealer's left."""
    found = []
    for box in range(1, felt.boxes + 1):
        spot = spot_of(box, kind)
        stakes = initial_bets(spot, given)
        if stakes:
            order = in_order_of_decision(box, felt, stakes, raised.get(spot, NO_TIMES))
            found.append(BoxBets(box, order, sum(stakes.values())))
    return tuple(found)


def boxes_now(kind: str, felt: Felt, given: Answers) -> tuple[BoxNow, ...]:
    """003 §3.6 (002 §3.7): what lies on each box while Bets are open, for everybody at the table."""
    found = []
    for box in range(1, felt.boxes + 1):
        stakes = initial_bets(spot_of(box, kind), given)
        if stakes:
            coin = felt.plays.get(next(iter(stakes)), "")
            found.append(BoxNow(box, len(stakes), sum(stakes.values()), felt.seats.get(box) in stakes, coin))
    return tuple(found)


def excess_bets(kind: str, felt: Felt, given: Answers, raised: Raised) -> tuple[tuple[PlayerId, Spot], ...]:
    """003 §5.1 (002 §5.1): the Seated Player comes first, so the newest Bets of Standing Players go back, each whole,
    until the box has no more than its maximum.
    """
    limit = felt.limits.get(kind, Limit())
    if limit.max is None:
        return ()
    found = []
    for box in range(1, felt.boxes + 1):
        spot = spot_of(box, kind)
        stakes = initial_bets(spot, given)
        over, since = sum(stakes.values()) - limit.max, raised.get(spot, {})
        standing = [player for player in stakes if player != felt.seats.get(box)]
        for player in sorted(standing, key=lambda player: since.get(player, 0), reverse=True):
            if over <= 0:
                break
            over -= stakes[player]
            found.append((player, spot))
    return tuple(found)


def review_boxes(
    felt: Felt,
    player: PlayerId,
    answer: Answer,
    given: Answers,
    *,
    main: str,
    sides: Collection[str],
    table_sides: Collection[str] = (),
    steps: Mapping[str, int],
) -> Refusal | None:
    """003 §3.4, §3.5, §3.6, §3.7, §3.9 (002 §3.5, §3.6, §3.7, §3.8, §3.9): Bets on any boxes, each within its limits,
    side Bets where an Initial Bet stands.

    For a side Bet that belongs to the table, an Initial Bet on any box is enough (000 §3.9, §3.9.1).
    """
    kinds = (main, *sides)
    spots = {spot_of(box, kind) for box in range(1, felt.boxes + 1) for kind in kinds}
    before = given.get("bets", {}).get(player, Answer()).bets
    single = {kind: limit for kind, limit in felt.limits.items() if kind != main}
    refusal = review_layout(answer.bets, before, spots, single, steps, "3.5")
    refusal = refusal or review_total(answer.bets, before, felt.total, "3.5")
    if refusal is not None:
        return refusal
    limit = felt.limits.get(main, Limit())
    own_boxes = {parse_spot(spot)[0] for spot in answer.bets if parse_spot(spot)[1] == main}
    others_bet = {box: initial_bets(spot_of(box, main), given, but=player) for box in range(1, felt.boxes + 1)}
    for spot, amount in answer.bets.items():
        box, kind, _ = parse_spot(spot)
        if kind == main:
            others_total = sum(others_bet[box].values())
            refusal = review_box_total(box, felt, player, amount, before.get(spot, 0), others_total, limit)
            if refusal is not None:
                return refusal
        elif kind in table_sides:
            if not own_boxes and not any(others_bet.values()):
                return Refusal("bad_stake", f"{spot}: there is no Initial Bet on any box", "3.9.1")
            most = single.get(kind, Limit()).max  # it is one Bet of his, on whichever boxes its chips lie
            whole = sum(bet for other, bet in answer.bets.items() if parse_spot(other)[1] == kind)
            if amount > before.get(spot, 0) and most is not None and whole > most:
                return Refusal("bad_stake", f"{spot}: {whole} in all, more than the limit of {most}", "3.5")
        elif box not in own_boxes and not others_bet[box]:
            return Refusal("bad_stake", f"{spot}: there is no Initial Bet on box {box}", "3.9")
    return None


def review_box_total(
    box: int, felt: Felt, player: PlayerId, amount: int, before: int, others_total: int, limit: Limit
) -> Refusal | None:
    """003 §5.1, §5.2 (002 §3.10, §5.1, §5.2): the limits are the box's; the Seated Player comes first, up to the whole
    maximum.

    If he comes after Standing Players have filled the box, their newest Bets go back (`excess_bets`). A Bet
    that is only lowered must still meet the minimum, and nothing else: a Player may always reduce.
    """
    if amount == before:
        return None  # a Bet that others have left below the minimum plays as it stands (5.2.1)
    if amount + others_total < limit.min:
        detail = f"box {box}: {amount + others_total} is below the minimum of {limit.min}: increase or withdraw the Bet"
        return Refusal("bad_stake", detail, "5.2")
    if amount < before:
        return None
    counted = amount if felt.seats.get(box) == player else amount + others_total
    if limit.max is not None and counted > limit.max:
        detail = f"box {box}: {amount} is more than the {max(limit.max - counted + amount, 0)} left of the maximum"
        return Refusal("bad_stake", detail, "5.1")
    if amount % limit.step:
        return Refusal("bad_stake", f"box {box}: {amount} is no multiple of the step {limit.step}", "3.5")
    return None


def pro_rata(stake: int, total: int, limit: Limit | None) -> int:
    """003 §5.1.1, §5.1.2 (002 §5.1.1, §5.1.2): how much of a Bet plays on a box whose Bets exceed its maximum.

    Its share of the maximum, rounded down, never below the minimum; a Bet under the minimum plays whole.
    """
    if limit is None or limit.max is None or total <= limit.max or stake < limit.min:
        return stake
    return max(stake * limit.max // total, limit.min)


def is_answer(act: Act | None) -> bool:
    """To a question of the game: not to Bets, and not to what was asked after an error."""
    return isinstance(act, WindowClosed) and act.kind not in ("bets", "options", "order")


def players_of(given: Answers) -> tuple[PlayerId, ...]:
    """003 §1.22 (002 §1.11): everybody who has a Bet when the Bets are closed."""
    return tuple(player for player, answer in given.get("bets", {}).items() if answer.bets)


def taken_from(surplus: Sequence[Card], cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """What is left of the surplus without these cards, and those of them that were not in it, but in Hands.

    A surplus card stops the table: of twins, it is the one that came last.
    """
    left, dealt = list(surplus), []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            dealt.append(card)
    return tuple(left), tuple(dealt)
