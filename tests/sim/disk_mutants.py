"""Deliberate bugs in journal, WAL check, books, checkpoints and a terminal's shell: what only real parts can show.

As `mutants.py`, which has bugs in the cores; here every run has the production journal on a simulated disk. Run as a
script in a copy of the packages, this file plays seed after seed until a check is broken, and says which.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from simulation.mix import Mix
from simulation.people import Manners
from simulation.real_disk import Parts
from simulation.run import run
from tests.sim.mutants import ROOT, RUN_S_MAX, Caught, Change, Mutant, Trouble, broken_copy, first_caught

SEEDS: Final = 20  # within so many runs each must be caught


def _mix(*acts: str, whole: int | None = None, every: int = 15, ending: str = "", act_ms: int = 600) -> Mix:
    parts = Parts(every, terminal_every=8, whole=whole, look_ms=400, chaos_ms=act_ms, acts=acts)
    return Mix(disk=parts, ending=ending, manners=Manners(leaves=0.3))


TROUBLES: Final = {
    "rot": Trouble(lambda: _mix("rot"), SEEDS),
    "power": Trouble(lambda: _mix("power", act_ms=800), SEEDS),
    "failing writes": Trouble(lambda: _mix("write_fails", "fill", act_ms=1_500), SEEDS),
    "forged checkpoints": Trouble(lambda: _mix("forge"), SEEDS),
    "forged and relied on": Trouble(lambda: _mix("forge", whole=0), SEEDS),
    "restarts": Trouble(lambda: _mix("restart", whole=0), SEEDS),
    "appended": Trouble(lambda: _mix("append", act_ms=900), SEEDS),
    "edited": Trouble(lambda: _mix("restart", ending="C13"), SEEDS),
}

_JOURNAL: Final = "protocol/journal.py"
_WAL: Final = "protocol/wal.py"
_BOOKS: Final = "console/books.py"

MUTANTS: Final = (
    Mutant(
        "entries behind the last signature are served",
        _JOURNAL,
        "if self.seq and (self.signed is None or self.signed.seq != self.seq):",
        "if self.seq and (self.signed is None or self.signed.seq > self.seq):",
        "appended",
    ),
    Mutant(
        "a damaged frame in the WAL takes acknowledged entries with it",
        _WAL,
        "            if ended:\n",
        "            if False:\n",
        "rot",
    ),
    Mutant(
        "a damaged header of the WAL takes all of it",
        _WAL,
        '        return "its header is not what was written"\n',
        '        return ""\n',
        "rot",
    ),
    Mutant(
        "nobody looks at the WAL at a start",
        _JOURNAL,
        "            self._check_wal()\n            if self.doubt:\n",
        "            if self.doubt:\n",
        "rot",
    ),
    Mutant(
        "the pages are not looked at, nor the links",
        _JOURNAL,
        "                chain = verify_sealed(chain, start, piece) if sealed else verify(chain, start, piece)\n",
        "                chain = piece[-1].chain\n",
        "rot",
        also=(
            Change(_JOURNAL, '        if found != [("ok",)]:\n', "        if False:\n"),
            # What is changed and readable would be found by the fold, or by nobody.
            Change(_BOOKS, "        made = encode_body(self._fold.state)\n", "        made = kept\n"),
        ),
        noisy=True,
    ),
    Mutant(
        "a commit returns before it is synced",
        _JOURNAL,
        'synchronous: str = "FULL",',
        'synchronous: str = "NORMAL",',
        "power",
    ),
    Mutant(
        "a commit is several transactions",
        _JOURNAL,
        "            self._db.executemany(_INSERT, map(astuple, entries))\n",
        "            for entry in entries:\n"
        "                self._db.execute(_INSERT, astuple(entry))\n"
        '                self._db.execute("COMMIT")\n'
        '                self._db.execute("BEGIN IMMEDIATE")\n',
        "power",
    ),
    Mutant(
        "the signature comes in a transaction of its own",
        _JOURNAL,
        "            if signature:\n                self._db.execute(",
        '            if signature:\n                self._db.execute("COMMIT")\n'
        '                self._db.execute("BEGIN IMMEDIATE")\n                self._db.execute(',
        "power",
    ),
    Mutant(
        "a failed commit is taken for a good one",
        _JOURNAL,
        '            raise self._failed("a commit", error) from error\n',
        '            self._failed("a commit", error)\n',
        "failing writes",
    ),
    Mutant(
        "the file is not marked as in use, and a lost WAL is not missed",
        _JOURNAL,
        '            self._mark(system.inode(path), b"")\n',
        "",
        "power",
    ),
    Mutant(
        "the console's checkpoint forgets orders that were obeyed",
        "console/table/checkpoint.py",
        "    return encode_body(table.state)\n",
        "    return encode_body(msgspec.structs.replace(table.state, orders={}))\n",
        "restarts",
        also=(
            Change(
                "console/table/checkpoint.py",
                "from console.table.state import Setup, TableState\n",
                "import msgspec\nfrom console.table.state import Setup, TableState\n",
            ),
        ),
    ),
    Mutant(
        "a terminal's checkpoint forgets what it has asked for, and notes in escrow",
        "terminal/checkpoint.py",
        "    return None if state.view.in_round else encode_body(state)\n",
        "    return None if state.view.in_round else encode_body(msgspec.structs.replace(state, outbox=Outbox()))\n",
        "restarts",
        also=(
            Change(
                "terminal/checkpoint.py",
                "from terminal.state import State\n",
                "import msgspec\nfrom terminal.outbox import Outbox\nfrom terminal.state import State\n",
            ),
        ),
    ),
    Mutant(
        "a terminal's checkpoint is of one record before",
        "terminal/runtime.py",
        "                return restore(state), seq - 1\n",
        "                return restore(state), seq - 2\n",
        "restarts",
        noisy=True,
    ),
    Mutant(
        "a forged checkpoint of the console is believed",
        _BOOKS,
        "            if state is None or named != [Checkpointed(digest(state))]:\n",
        "            if state is None:\n",
        "forged and relied on",
    ),
    Mutant(
        "a forged checkpoint of the console is passed over in silence",
        _BOOKS,
        "        self._found = self._found or escaped(what)  # an entry will say it\n",
        "",
        "forged checkpoints",
    ),
    Mutant(
        "a forged checkpoint of a terminal is believed",
        "terminal/runtime.py",
        "        if isinstance(record, Checkpointed) and record.digest == digest(state):\n",
        "        if isinstance(record, Checkpointed) and digest(state):\n",
        "forged and relied on",
    ),
    Mutant(
        "a terminal's picture, and so its devices, act before the commit",
        "terminal/runtime.py",
        "        self._wished = not news and all(isinstance(intent, BetIntent) for intent in intents)\n",
        "        self._wished = True\n",
        "restarts",
    ),
    Mutant(
        "a terminal's shell sends first and commits with the next batch",
        "terminal/runtime.py",
        "        self._journal.commit(entries, state)\n",
        "        self._late, entries = entries, getattr(self, '_late', [])\n"
        "        self._journal.commit(entries, state)\n",
        "restarts",
    ),
    Mutant(
        "money is paid out before the books are read",
        _BOOKS,
        "            told.append(BooksRead(self.done, self.relied))\n",
        "            told.append(BooksRead(self.relied, self.relied))\n",
        "restarts",
    ),
    Mutant(
        "a journal need not end in the console's signature",
        _JOURNAL,
        "        if self.signed is not None and not verify(self.signed):\n",
        "        if False:\n",
        "edited",
    ),
)


def play(mutant: Mutant) -> Caught | None:
    """In a copy, in a process of its own, until a seed is caught."""
    with tempfile.TemporaryDirectory() as folder:
        broken_copy(mutant, Path(folder))
        noisy = "noisy" if mutant.noisy else ""
        done = subprocess.run(
            [sys.executable, "-P", "-B", str(Path(__file__).resolve()), mutant.trouble, noisy],
            cwd=folder,
            env={"PYTHONPATH": f"{folder}:{ROOT}"},  # the copy first; the tests are here
            capture_output=True,
            text=True,
            timeout=RUN_S_MAX,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"the run itself is broken, which is no catch:\n{done.stderr[-4_000:]}")
    caught = json.loads(done.stdout)
    return None if caught is None else Caught(*caught)


def main(trouble: str, noisy: str, *seeds: str) -> None:
    simulation = Path(sys.modules[run.__module__].__file__ or "").absolute()  # not where a link leads
    if not simulation.is_relative_to(Path.cwd()):
        raise RuntimeError(f"{simulation} is not the copy")
    numbers: Sequence[int] = [int(seed) for seed in seeds] or TROUBLES[trouble].runs
    print(json.dumps(first_caught(TROUBLES[trouble], numbers, noisy=bool(noisy))))


if __name__ == "__main__":
    main(*sys.argv[1:])
