"""Verdicts and Bets make lines: what was staked, what comes back, and why. Used by both ends.

Knows no game. Keeps the money exact: `returned = staked + profit`, and a half that is not exact says so.
"""

from msgspec import Struct

from games.money import check
from games.round import Bets, Game, PlayerId, Spot, Verdict


class Line(Struct, frozen=True, gc=False):
    """One Bet settled (4.1): one Spot of one Player."""

    spot: Spot
    staked: int
    returned: int
    verdict: Verdict
    note: str = ""

    @property
    def profit(self) -> int:
        return self.returned - self.staked


def line(spot: Spot, staked: int, verdict: Verdict) -> Line:
    """One Bet and its verdict. Pro rata (003 §5.1.1, 002 §5.1.1) lets only part of a stake play; the rest comes back.

    001 §3.12, §3.13, §4.1, §5.11; 002 §4.1; 003 §3.16, §4.1.1.
    """
    odds = verdict.odds
    plays = staked if verdict.counts is None else verdict.counts
    check(0 <= plays <= staked, f"{spot}: {plays} of a stake of {staked} plays")
    notes = []
    if plays != staked:
        notes.append(f"{plays} of {staked} plays pro rata, the rest is returned")
    if not odds.exact(plays):
        notes.append("the half is rounded down")
    return Line(spot, staked, staked + odds.winnings(plays), verdict, "; ".join(notes))


def settle(game: Game, round: object, player: PlayerId, bets: Bets) -> tuple[Line, ...]:
    """The lines of this Player's Bets that are decided, in the order in which they were placed."""
    verdicts = game.verdicts(round, player, bets)
    lines = []
    for spot, staked in bets.items():
        if spot not in verdicts:
            continue
        verdict = verdicts[spot]
        odds = verdict.odds
        if odds.to == 1 and verdict.counts is None:  # nearly every line there is: nothing to round, nothing to note
            lines.append(Line(spot, staked, staked + staked * odds.pays, verdict))
        else:
            lines.append(line(spot, staked, verdict))
    return tuple(lines)
