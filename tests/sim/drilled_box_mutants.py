"""Deliberate bugs of tables with boxes that the drill of boxes alone must object to: a question at the wrong time, an
unjust no, a Bet that is not given back, a message that says something else, a terminal that offers what it may not.

Declared as those of `mutants.py`, and played in copies like theirs.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.sim.mutants import RUN_S_MAX, Caught, Mutant, broken_copy

SEEDS: Final = 9  # three of each game
MUTANT_SEEDS: Final = 60
STEPS: Final = 400
_PLAY: Final = """
import json, sys
from games.money import InvariantBroken
from simulation import drill_boxes
from simulation.world import Violation
for seed in range(int(sys.argv[1])):
    try:
        drill_boxes.run(seed, int(sys.argv[2]))
    except (Violation, InvariantBroken) as broken:
        print(json.dumps([seed, seed + 1, getattr(broken, "name", "the core itself"), str(broken)]))
        break
else:
    print("null")
"""
BOXES, WINDOWS, PLAYING = "console/table/boxes.py", "console/table/windows.py", "console/table/playing.py"
SETTLING, TURNING, STATE = "console/table/settling.py", "console/table/turning.py", "console/table/state.py"
GAME_BOXES, LEGALITY = "games/boxes.py", "protocol/legality.py"


def drilled(mutant: Mutant) -> Caught | None:
    """Plays the drill in a copy, in a process of its own, until somebody objects."""
    with tempfile.TemporaryDirectory() as folder:
        broken_copy(mutant, Path(folder))
        done = subprocess.run(
            [sys.executable, "-P", "-B", "-c", _PLAY, str(MUTANT_SEEDS), str(STEPS)],
            cwd=folder,
            env={"PYTHONPATH": folder},
            capture_output=True,
            text=True,
            timeout=RUN_S_MAX,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"the run itself is broken, which is no catch:\n{done.stderr[-4_000:]}")
    caught = json.loads(done.stdout)
    return None if caught is None else Caught(*caught)


DRILLED_BOX_MUTANTS: Final = (
    # --- questions ---
    Mutant(
        "a question ends with the first answer",
        WINDOWS,
        "return all(answers.get(player, NO_ANSWER).choice for player in window.respondents)",
        "return any(answers.get(player, NO_ANSWER).choice for player in window.respondents)",
    ),
    Mutant(
        "somebody is asked while cards lie face down for Players",
        PLAYING,
        "asked = () if table.state.turners else game.windows(table.round)",
        "asked = game.windows(table.round)",
    ),
    Mutant(
        "what was answered to a question that is asked again still stands",
        PLAYING,
        "                yield from _return_answers(table, name)  # asked again after a Reconstruction\n",
        "",
    ),
    Mutant(
        "after a halt what is open has the time of the shortest",
        STATE,
        "return max((it.left_ms for it in self.view.windows.values()), default=self.view.countdown_ms)",
        "return min((it.left_ms for it in self.view.windows.values()), default=self.view.countdown_ms)",
    ),
    Mutant(
        "who has folded may still follow",
        "games/blackjack/answers.py",
        "            return tuple(player for player in hand.players[1:] if player not in hand.declined)",
        "            return hand.players[1:]",
    ),
    # --- Bets ---
    Mutant(
        "a Standing Player may bet up to the whole maximum too",
        GAME_BOXES,
        "counted = amount if felt.seats.get(box) == player else amount + others_total",
        "counted = amount",
    ),
    Mutant(
        "whoever stood there first makes room",
        GAME_BOXES,
        "for player in sorted(standing, key=lambda player: since.get(player, 0), reverse=True):",
        "for player in sorted(standing, key=lambda player: since.get(player, 0)):",
    ),
    Mutant(
        "the minimum is each Player's own",
        GAME_BOXES,
        "    if amount + others_total < limit.min:\n",
        "    if amount < limit.min:\n",
    ),
    Mutant(
        "what staff enter takes the place of what stood there",
        BOXES,
        "for spot, amount in {**before.bets, **order.bets}.items() if amount",
        "for spot, amount in order.bets.items() if amount",
    ),
    # --- seats, and what is told ---
    Mutant(
        "a box is free for whoever asks",
        LEGALITY,
        "    if box and view.felt.seats.get(box, terminal) != terminal:\n",
        "    if box > view.felt.boxes:\n",
    ),
    Mutant(
        "what lies on the boxes is told whenever somebody bets",
        BOXES,
        "if found is not None and found != self._said and now_ms >= self._next_ms:",
        "if found is not None and found != self._said:",
    ),
    Mutant(
        "a wiped terminal is shown its answers to both of two questions",
        WINDOWS,
        "given = self.given.get(name, {}).get(terminal) if last[name] == key else None",
        "given = self.given.get(name, {}).get(terminal)",
    ),
    Mutant(
        "a late copy after the close is shown the close",
        WINDOWS,
        "if highest is not None and revision <= highest.revision:",
        "if highest is not None and revision <= highest.revision and key not in self.closes:",
    ),
    # --- rulings ---
    Mutant(
        "a Void answers what was being asked by its default",
        PLAYING,
        '            yield events.WindowClosed(opened.id, name, "void", None, NO_HAND)\n',
        '            yield from close(table, name, "void")\n',
    ),
    Mutant(
        "a card that was put in order, and that no Hand takes, stays face down",
        PLAYING,
        "less(left, act.cards) if isinstance(act, DrawnTogether) else left",
        "left",
    ),
    # --- terminals ---
    Mutant(
        "a terminal has no lines of its own, and disputes each that it is paid",
        "terminal/own_rounds.py",
        "return lines_of(game, round, terminal, own.bets)",
        "return ()",
    ),
    Mutant(
        "a terminal believes that no one else bets on the box",
        "terminal/boxes.py",
        "    return replace(limit, min=max(1, limit.min - others), max=most)",
        "    return replace(limit, max=most)",
    ),
    Mutant(
        "screens show every window as a question",
        "protocol/box_view.py",
        "    return bool(windows) and all(it.window.respondents is not None for it in windows)",
        "    return bool(windows)",
    ),
)
