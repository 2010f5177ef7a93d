"""Deliberate bugs that the drills of a table where nobody deals, of tickets between tables and of the read model's rows
must object to. Declared as those of `mutants.py`; `trouble` is the drill that plays them.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.sim.mutants import RUN_S_MAX, Caught, Mutant, broken_copy

AUTO, TICKETS, ROWS = "drill_auto", "drill_tickets", "drill_rows"
STEPS: Final = {AUTO: 400, TICKETS: 120, ROWS: 200}
SEEDS: Final = {AUTO: 150, TICKETS: 100, ROWS: 60}  # in which each must be caught
_PLAY: Final = """
import importlib, json, sys
from games.money import InvariantBroken
from simulation.world import Violation
drill = importlib.import_module("simulation." + sys.argv[1])
for seed in range(int(sys.argv[2])):
    try:
        drill.run(seed, int(sys.argv[3]))
    except (Violation, InvariantBroken) as broken:
        print(json.dumps([seed, seed + 1, getattr(broken, "name", "the core itself"), str(broken)]))
        break
else:
    print("null")
"""

AUTOMATIC, PARTICIPANTS = "console/table/automatic.py", "console/table/participants.py"
SIGNING, JOURNEYS = "console/table/signing.py", "console/table/journeys.py"
READ: Final = "floor/rows.py"

MUTANTS: Final = (
    # --- nobody deals ---
    Mutant(
        "Bets close when one of all has bet",
        AUTOMATIC,
        "bool(given) and all(player in given for player in playing(table))",
        "bool(given) and any(player in given for player in playing(table))",
        AUTO,
    ),
    Mutant(
        "a Round is dealt for nobody",
        AUTOMATIC,
        "if all_may and not table.windows.players() and playing(table)",
        "if all_may and table.windows.players() and playing(table)",
        AUTO,
    ),
    Mutant(
        "who is out of play is waited for",
        AUTOMATIC,
        "        and peers.blocked(terminal, table.view.game) is None\n",
        "",
        AUTO,
    ),
    Mutant("the shell is asked again and again", AUTOMATIC, "if table.forgotten.asked != key:", "if key:", AUTO),
    Mutant(
        "a card that nobody wanted is dealt",
        AUTOMATIC,
        "case Drawn(asked=asked, card=card) if asked == wish and not view.halts:",
        "case Drawn(asked=asked, card=card) if wish is not None and wish.what == asked.what and not view.halts:",
        AUTO,
    ),
    Mutant(
        "cards come while the table is stopped",
        AUTOMATIC,
        "case Drawn(asked=asked, card=card) if asked == wish and not view.halts:",
        "case Drawn(asked=asked, card=card) if asked == wish:",
        AUTO,
    ),
    Mutant(
        "nobody waits for the nonces",
        AUTOMATIC,
        "if due or shuffle.nonces.keys() == shuffle.digests.keys():",
        "if shuffle is not None:",
        AUTO,
    ),
    Mutant("who does not open his nonce is not named", AUTOMATIC, "if not part.opened:", "if part.opened:", AUTO),
    Mutant(
        "whoever looks at the covered card shows it",
        "console/dealer.py",
        "return card if table.game.ends_by(table.round, card) else None",
        "return card",
        AUTO,
    ),
    # --- participants ---
    Mutant(
        "the last day of an exclusion does not count",
        "console/table/participants_state.py",
        "or day <= exclusion.ends()",
        "or day < exclusion.ends()",
        AUTO,
    ),
    Mutant(
        "a shorter exclusion follows a longer one",
        PARTICIPANTS,
        "return last_day(day, days) <= known.ends()",
        "return last_day(day, days) == known.ends()",
        AUTO,
    ),
    Mutant(
        "somebody else's wish excludes who is there",
        PARTICIPANTS,
        "if session is None or session.number != asked.number or",
        "if session is None or",
        AUTO,
    ),
    Mutant("the grant of a day comes again", PARTICIPANTS, '(number, "") >= day:', '(number, "") > day:', AUTO),
    Mutant(
        "what lies before him is no part of his purse",
        PARTICIPANTS,
        "ledger.purse(number, coin) + lies + amount <= AMOUNT_MAX",
        "ledger.purse(number, coin) + amount <= AMOUNT_MAX",
        AUTO,
    ),
    Mutant(
        "who plays elsewhere is signed on here",
        PARTICIPANTS,
        "if stays_away or (at_play and elsewhere != terminal):",
        "if stays_away:",
        AUTO,
    ),
    Mutant(
        "who was disabled plays on after a restart",
        PARTICIPANTS,
        'return "disabled"',
        'return ""',
        AUTO,
    ),
    Mutant(
        "a coin is changed with a Bet in play",
        PARTICIPANTS,
        "coin not in coins(table) or table.ledger.stake(terminal):",
        "coin not in coins(table):",
        AUTO,
    ),
    Mutant(
        "who has left keeps his box",
        "console/table/purses.py",
        "if terminal in table.view.felt.seats.values() and",
        "if terminal not in table.view.felt.seats.values() and",
        AUTO,
    ),
    Mutant(
        "a person waits at one terminal alone",
        SIGNING,
        "wait = max(_wait(table, now_ms, number), _wait(table, now_ms, at_panel(panel)))",
        "wait = _wait(table, now_ms, at_panel(panel))",
        AUTO,
    ),
    Mutant(
        "what waits for the end of a Round is forgotten",
        SIGNING,
        "table.forgotten.leaving[panel] = why  # when the Round is over",
        "table.forgotten.leaving.pop(panel, None)",
        AUTO,
    ),
    # --- tickets between tables ---
    Mutant(
        "a paper that became credit is paid at a desk",
        JOURNEYS,
        "return tag in table.journeys.cashed or tag in table.journeys.taken",
        "return tag in table.journeys.cashed",
        TICKETS,
    ),
    Mutant(
        "a paper is paid at a desk while it is asked for",
        JOURNEYS,
        "if any(it.tag == tag for it in table.journeys.asked.values()):",
        "if tag in table.journeys.cashed:",
        TICKETS,
    ),
    Mutant("an old floor is heard", JOURNEYS, "if said.term < term:", "if said.term < term - 1:", TICKETS),
    Mutant(
        "any term is believed",
        JOURNEYS,
        "if said.term > term + TERMS_AT_ONCE:",
        "if said.term > term + 2 * TERMS_AT_ONCE:",
        TICKETS,
    ),
    Mutant(
        "what is meant for another table is heard",
        JOURNEYS,
        "if _meant_for(fact) != table.setup.table:",
        'if _meant_for(fact) == "":',
        TICKETS,
    ),
    Mutant(
        "a ticket of other money becomes credit",
        JOURNEYS,
        "    if other := _other_money(table, said):\n        return other\n",
        "",
        TICKETS,
    ),
    Mutant(
        "an end that is not known is no tombstone",
        JOURNEYS,
        "return e.TicketReleaseRefused(said.journey, by, gone) if declined else None",
        "return None",
        TICKETS,
    ),
    Mutant(
        "who waits for a floor is refused at once",
        JOURNEYS,
        "just = now_ms - table.forgotten.clock[1] < FLOOR_BACK_MS",
        "just = now_ms - table.forgotten.clock[1] < FLOOR_BACK_MS - 1",
        TICKETS,
    ),
    Mutant(
        "honest ends are in doubt",
        "floor/journeys.py",
        '{"restored": "declined", "arrived": "accepted"}',
        '{"restored": "accepted", "arrived": "declined"}',
        TICKETS,
    ),
    # --- the rows of a table ---
    Mutant(
        "a Round that is past is opened again",
        READ,
        'if memory.round.get("round_no") != number:',
        'if memory.round.get("round_no") != number or event.id.n > 1:',
        ROWS,
    ),
    Mutant(
        "lines that were taken back are added",
        READ,
        '("reversed", -1, event.before)',
        '("reversed", 1, event.before)',
        ROWS,
    ),
    Mutant("a sale is a note", READ, 'name = "sold"', 'name = "note_in"', ROWS),
    Mutant(
        "the last close of a Round counts",
        READ,
        'if memory.round and not memory.round["closed_seq"]:',
        "if memory.round:",
        ROWS,
    ),
    Mutant(
        "a ticket that came back stays used",
        READ,
        "    e.TicketRestored: Projection._ticket_restored,\n",
        "",
        ROWS,
    ),
)  # fmt: skip


def objected(mutant: Mutant) -> Caught | None:
    """In a copy, in a process of its own, until somebody objects."""
    with tempfile.TemporaryDirectory() as folder:
        broken_copy(mutant, Path(folder))
        done = subprocess.run(
            [sys.executable, "-P", "-B", "-c", _PLAY, mutant.trouble, *_numbers(mutant.trouble)],
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


def _numbers(drill: str) -> tuple[str, str]:
    return str(SEEDS[drill]), str(STEPS[drill])
