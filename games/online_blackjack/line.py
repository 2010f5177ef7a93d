"""A Round of Classic or Premium Blackjack as one line: one participant a box, and the coins that are played with."""

from functools import partial

from games.blackjack.line import Bettor, Decision, Replay
from games.blackjack.line import settle_line as settle_blackjack
from games.blackjack.rules import Blackjack
from games.line import Fields, Unsettled, short
from games.online_blackjack.rules import COIN_LIMITS


class OnlineReplay(Replay):
    blackjack_stands = False

    def __init__(
        self,
        currency: str | None,
        game: Blackjack,
        boxes: list[list[Bettor]],
        walked_away: list[bool],
        decisions: list[Decision],
    ) -> None:
        super().__init__(game, boxes, walked_away, decisions)
        for box, bettors in enumerate(boxes):
            if walked_away[box]:
                raise Unsettled("bad_field", f"box {box}: 004 knows no Player who walks away")
            if len(bettors) > 1:
                raise Unsettled("bad_field", f"box {box}: one Game Participant plays on a box")
        if currency is not None:
            check_coins(game.name, currency, self.bettors)


def settle_line(game: Blackjack, fields: Fields) -> dict[str, object]:
    return settle_blackjack(game, fields, partial(OnlineReplay, fields.take("currency", str, None)))


def check_coins(name: str, currency: str, bettors: list[Bettor]) -> None:
    """004 §2.3."""
    limit = COIN_LIMITS.get((name, currency))
    if limit is None:
        raise Unsettled("bad_field", f"{name} knows no limits in {short(currency)}; 004 has GC and SC")
    for bettor in bettors:
        if bettor.bet is not None and not limit.min <= bettor.bet <= (limit.max or bettor.bet):
            within = f"within {limit.min} to {limit.max} hundredths of a {currency}"
            raise Unsettled("bad_stake", f"{bettor.player}: {bettor.bet} is not {within} (§2.3)")
