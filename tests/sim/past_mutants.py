"""Deliberate bugs that want a past: what the drill reaches by what it is told (`drill_openings.py`), and what
the reference judges since. Declared as those of `mutants.py`.
"""

from typing import Final

from tests.sim.mutants import Mutant

DEALING, VIEW, TABLE = "console/table/dealing.py", "protocol/view.py", "console/table/table.py"
STAFFING, KEYRING, STATE = "console/table/staffing.py", "protocol/keyring.py", "console/table/state.py"

PAST_MUTANTS: Final = (
    Mutant(
        "a card that was taken back is not in the dry shoe again",
        DEALING,
        "        yield from table.clear(now_ms, Halt.FOREIGN_CARD)\n    yield from table.clear(now_ms, Halt.SHOE_DRY)",
        "        yield from table.clear(now_ms, Halt.FOREIGN_CARD)",
    ),
    Mutant(
        "of several cards that had waited only the last can be foreign",
        DEALING,
        "foreign = foreign or _is_foreign(table, face)",
        "foreign = _is_foreign(table, face)",
    ),
    Mutant(
        "a card too many that had waited is nothing between Rounds",
        DEALING,
        "foreign = foreign or _is_foreign(table, face)",
        "foreign = foreign or (view.in_round and _is_foreign(table, face))",
    ),
    Mutant(
        "a burnt card is never foreign",
        DEALING,
        "    foreign = card is not None and _is_foreign(table, card)\n    yield events.CardBurnt",
        "    foreign = False\n    yield events.CardBurnt",
    ),
    Mutant(
        "with more cards than there can be Bets open on none",
        "protocol/shoe_view.py",
        "return max(0, 52 * self.decks - self.passed)",
        "return 52 * self.decks - self.passed",
    ),
    Mutant(
        "the last who leads a shift may be moved away",
        STAFFING,
        "    if table.people.lead_now() == [order.number]:\n        return Refusal",
        "    if False:\n        return Refusal",
    ),
    Mutant(
        "an ended key is let in under another name",
        KEYRING,
        "if owner := self.owners.get(peer.public):",
        "if (owner := self.owners.get(peer.public)) in self.live:",
    ),
    Mutant("the old key of the console never ends", STAFFING, "    if table.keyring.coming:\n", "    if False:\n"),
    Mutant(
        "the console's old key ends before the new one is there",
        STAFFING,
        "    if coming in table.forgotten.own_keys:\n",
        "    if coming:\n",
    ),
    Mutant(
        "what others took makes a liar of a terminal",
        "console/table/cashier.py",
        "self.taken[terminal] = self.taken.get(terminal, 0) - credited",
        "self.taken[terminal] = self.taken.get(terminal, 0) + credited",
    ),
    Mutant(
        "a dispute is too much that was refused",
        "console/table/asking.py",
        ">= REFUSED_MAX and not peer.disputed:",
        ">= REFUSED_MAX:",
    ),
    Mutant(
        "two machines with one key ring as one that counts badly",
        TABLE,
        "        yield from self.alarm(name, Alarm.TWICE)\n",
        "        yield from self.alarm(name, Alarm.DENIED_BOOT)\n",
    ),
    Mutant("the roads of the last set go on with the next", VIEW, "        view.past = []\n", "        pass\n"),
    Mutant(
        "the day that was missed first is forgotten", VIEW, "view.day, view.due_since or view.day", "view.day, view.day"
    ),
    Mutant(
        "an id under which another panel orders is looked at in silence",
        "console/table/orders.py",
        "            yield from table.alarm(panel, Alarm.OTHERS_ID)\n",
        "            pass\n",
    ),
    Mutant(
        "a panel's process is heard on whichever connection",
        "console/table/peers.py",
        "        return self.lines.get(name, line) != line\n",
        "        return False\n",
    ),
    Mutant(
        "of two that know a panel's run the second keeps the session",
        TABLE,
        "        elif moves and peer in watch.twice:",
        "        elif False and peer in watch.twice:",
    ),
)
