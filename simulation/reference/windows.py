"""Answers to the window of Bets: the first answer sticks, yes or no (DESIGN 4.3, rules 1 to 3; 001 §3.4 to §3.7).

A layout that meets every limit on display must be registered, any other must be refused, for a reason that is true.
"""

from typing import Any, Final

from games.round import Answer as Given
from protocol import events as e
from protocol import messages as m
from simulation.reference.desk import AMOUNT_MAX
from simulation.reference.state import BETTING, Bets, Layout, Play
from simulation.reference.tape import Objection

SPOTS: Final = ("player", "banker", "tie", "player_pair", "banker_pair")  # 001 §3.6
REVISIONS_MAX: Final = 200  # rule 2
EVEN: Final = "banker"  # §4.1 pays half of it: an odd stake could not be paid exactly (READINGS)


def open_window(play: Play) -> None:
    """001 §1.18, §3.3: the Round begins with the notice for the placement of Bets."""
    nonce = play.chain[:8]  # DESIGN 4.1: of the chain at the opening
    opened = play.tape.take(e.WindowOpened, left_ms=play.countdown_ms, deadline_ms=play.now_ms + play.countdown_ms)
    key, window = opened.id, opened.window
    if key != m.WindowId(play.round_no + 1, 1, nonce):
        raise Objection(f"the first window of round {play.round_no + 1} must open: {key}")
    asked = (window.name, window.spots, window.choices, window.respondents, window.default, window.kind, window.box)
    if asked != ("bets", SPOTS, (), None, "", "", 0) or window.paragraph != "3.6":
        raise Objection(f"anybody may bet on any of the five Spots, and nothing else is asked: {window}")
    play.round_no, play.phase, play.window = key.round_no, BETTING, key
    play.deadline_ms = opened.deadline_ms
    play.round_felt, play.rung = play.shown_felt, set()
    play.windows = {it: said for it, said in play.windows.items() if it.round_no >= key.round_no - 1}
    play.closes = {it: seq for it, seq in play.closes.items() if it.round_no >= key.round_no - 1}
    play.windows[key] = {}
    play.bets, play.receipts = {}, {}
    play.hands = {"player": [], "banker": []}
    play.drawn, play.beside, play.surplus, play.early, play.due, play.undo = [], [], [], 0, "", 0
    play.carried, play.kept = play.kept, []
    if play.shoe.rounds_left:
        play.shoe.rounds_left -= 1


def answer(play: Play, terminal: str, said: m.Answer) -> None:
    layouts = play.windows.get(said.window)
    if layouts is None:
        return  # of another day or another table: it can never land
    bets: Bets = {str(spot): amount for spot, amount in said.bets.items() if amount}
    layout = layouts.get(terminal)
    if layout is not None and said.revision <= layout.revision:
        if said.revision == layout.revision and layout.said != (bets, said.choice):
            play.alarm(terminal, "a revision came again with other content")
        play.tell(terminal, "See", layout.seq)
    elif said.window != play.window:
        play.tell(terminal, "See", play.closes[said.window])
    elif layout is not None and layout.revision > REVISIONS_MAX:  # one too many was refused, and that was the last
        play.tell(terminal, "See", layout.seq)
    elif not play.halts:  # else it waits, and comes again
        _review(play, terminal, said, bets)
        layouts[terminal] = Layout(said.revision, (bets, said.choice), play.tape.seq)


def _review(play: Play, terminal: str, said: m.Answer, bets: Bets) -> None:
    reasons = objections(play, terminal, bets, said.choice)
    if said.revision > REVISIONS_MAX:
        reasons.add("too_many")
    same: dict[str, Any] = {"id": said.window, "terminal": terminal, "revision": said.revision}
    if reasons:
        refused = play.tape.take(e.LayoutRefused, **same)
        if refused.refusal.reason not in reasons:
            raise Objection(f"{bets} of {terminal} is refused for {refused.refusal}, and not for one of {reasons}")
        is_said(refused.answer, bets, said.choice)
        return
    change = sum(bets.values()) - sum(play.bets.get(terminal, {}).values())
    registered = play.tape.take(e.LayoutRegistered, **same, change=change)
    is_said(registered.answer, bets, said.choice)
    play.credit[terminal] -= change
    play.stake[terminal] += change
    if bets:
        play.bets[terminal], play.receipts[terminal] = bets, play.tape.seq
    else:
        play.bets.pop(terminal, None)
        play.receipts.pop(terminal, None)


def is_said(written: Given, bets: Bets, choice: str) -> None:
    if dict(written.bets) != bets or (written.choice, written.entered_by) != (choice, ""):
        raise Objection(f"{bets} was said, and {written} is on record")


def objections(play: Play, terminal: str, bets: Bets, choice: str) -> set[str]:
    """Every reason that speaks against this layout. A Bet that is not touched meets no limit, one that is lowered the
    minimum alone: a Player may always reduce.
    """
    found, before, felt = set(), play.bets.get(terminal, {}), play.round_felt
    peer = play.peers[terminal]
    if peer.latched:
        found.add("latched")
    if peer.disputed:
        found.add("disputed")
    if choice:
        found.add("illegal_decision")
    for spot, amount in bets.items():
        if spot not in SPOTS:
            found.add("unknown_spot")
            continue
        was, limit = before.get(spot, 0), felt.limits.get(spot)
        bad = not 0 < amount <= AMOUNT_MAX or (spot == EVEN and amount % 2 == 1)
        if limit is not None and amount != was:
            bad = bad or amount < limit.min
            if amount > was:
                bad = bad or (limit.max is not None and amount > limit.max) or amount % limit.step != 0
        if bad:
            found.add("bad_stake")
    if _is_bad_total(play, sum(bets.values()), sum(before.values())) or _too_far_apart(play, terminal, bets):
        found.add("bad_stake")
    if sum(bets.values()) - sum(before.values()) > play.credit[terminal]:
        found.add("credit")
    return found


def _is_bad_total(play: Play, total: int, was: int) -> bool:
    """001 §3.4: all Bets of one Player together."""
    limit = play.round_felt.total
    if limit is None or total in (0, was):
        return False
    too_much = (limit.max is not None and total > limit.max) or total % limit.step != 0
    return total < limit.min or (total > was and too_much)


def _too_far_apart(play: Play, terminal: str, bets: Bets) -> bool:
    """How far all Bets on Player and on Banker may differ; to narrow it is always fine."""
    most = play.round_felt.differential
    if most is None:
        return False
    was = sum(it.get("player", 0) - it.get("banker", 0) for it in play.bets.values())
    mine = play.bets.get(terminal, {})
    now = was - mine.get("player", 0) + mine.get("banker", 0) + bets.get("player", 0) - bets.get("banker", 0)
    return abs(now) > max(abs(was), most)
