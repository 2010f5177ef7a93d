"""Deliberate bugs that only a second opinion of the whole table can see: an unjust no, a window that closes at the
wrong time, a limit that does not hold, a thing done without its cause, a line that is missing.

Declared as those of `mutants.py` and played in copies like theirs, by the drill.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.sim.key_mutants import KEY_MUTANTS
from tests.sim.mutants import RUN_S_MAX, Caught, Mutant, broken_copy
from tests.sim.past_mutants import PAST_MUTANTS
from tests.sim.people_mutants import PEOPLE_MUTANTS

SEEDS: Final = 30
MUTANT_SEEDS: Final = 240  # a rare one wants many; who is caught early costs little
STEPS: Final = 400
_PLAY: Final = """
import json, sys
from games.money import InvariantBroken
from simulation import drill
from simulation.world import Violation
for seed in range(int(sys.argv[1])):
    try:
        drill.run(seed, int(sys.argv[2]), desk=sys.argv[3:] == ["desk"])
    except (Violation, InvariantBroken) as broken:
        print(json.dumps([seed, seed + 1, getattr(broken, "name", "the core itself"), str(broken)]))
        break
else:
    print("null")
"""


def drilled(mutant: Mutant, *where: str) -> Caught | None:
    """`where`: "desk", or nowhere else. Plays the drill in a copy, in a process of its own, until somebody objects."""
    with tempfile.TemporaryDirectory() as folder:
        broken_copy(mutant, Path(folder))
        done = subprocess.run(
            [sys.executable, "-P", "-B", "-c", _PLAY, str(MUTANT_SEEDS), str(STEPS), *where],
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


TABLE, ORDERS, CASHIER = "console/table/table.py", "console/table/orders.py", "console/table/cashier.py"
STATE, SETTLING, DEALING = "console/table/state.py", "console/table/settling.py", "console/table/dealing.py"
CONFIRMING = "console/table/confirming.py"
LEGALITY, HALTS, VIEW, ROUND = "protocol/legality.py", "protocol/halts.py", "protocol/view.py", "games/round.py"

MUTANTS: Final = (
    *PEOPLE_MUTANTS,
    *KEY_MUTANTS,
    *PAST_MUTANTS,
    # --- a no that is unjust ---
    Mutant(
        "the whole credit cannot be cashed out",
        CASHIER,
        "if amount > ledger.credit(terminal):",
        "if amount >= ledger.credit(terminal):",
    ),
    Mutant(
        "the last chip cannot be bet",
        "console/table/boxes.py",
        "change > table.ledger.credit(terminal):",
        "change > 0 and change >= table.ledger.credit(terminal):",
    ),
    Mutant(
        "a Bet of the minimum is refused",
        ROUND,
        "        if amount < limit.min:\n",
        "        if amount <= limit.min:\n",
    ),
    Mutant(
        "a ticket is not taken while a Bet is in play",
        CASHIER,
        "                refusal = self.objection(number)\n",
        "                refusal = self.objection(number)\n"
        "                if ledger.stake(terminal):\n"
        '                    refusal = Refusal("stake_in_play", "a Bet is in play")\n',
    ),
    Mutant(
        "a cash-out is refused while the table is closed",
        TABLE,
        "        blocked = self.peers.blocked(terminal, self.view.game)\n",
        '        blocked = events.Refusal("closed", "") if self.view.phase == "closed" else None\n'
        "        blocked = blocked or self.peers.blocked(terminal, self.view.game)\n",
    ),
    Mutant(
        "Bets cannot be taken back in the last second",
        TABLE,
        "        refusal = too_many(revision) or may_register(self, terminal, found.window, given, change)\n",
        "        refusal = too_many(revision) or may_register(self, terminal, found.window, given, change)\n"
        "        if change < 0 and now_ms > (self.state.deadline_ms or 0) - 1_000:\n"
        '            refusal = events.Refusal("closed", "too late")\n',
    ),
    Mutant(
        "a certificate is refused after some cards",
        ORDERS,
        "    m.Certify: lambda table, _command, _order, _position: verify_certificate(table),\n",
        "    m.Certify: lambda table, _command, _order, _position: verify_certificate(table) or (\n"
        '        Refusal("not_finished", "") if table.view.shoe.last_seq % 7 == 0 else None\n'
        "    ),\n",
    ),
    # --- a yes that is unjust ---
    Mutant(
        "the maximum of a Spot does not hold",
        ROUND,
        'if limit.max is not None and amount > limit.max:\n            return Refusal("bad_stake", f"{spot}',
        'if limit.max is not None and amount > 2 * limit.max:\n            return Refusal("bad_stake", f"{spot}',
    ),
    Mutant(
        "the differential does not hold for who bets on Banker",
        "games/baccarat/rules.py",
        "    return abs(sum(layout.get(PLAYER, 0) - layout.get(BANKER, 0) for layout in bets.values()))",
        "    return max(0, sum(layout.get(PLAYER, 0) - layout.get(BANKER, 0) for layout in bets.values()))",
    ),
    Mutant(
        "a Bet below the minimum is registered",
        ROUND,
        "        if amount < limit.min:\n",
        "        if amount * 2 < limit.min:\n",
    ),
    # --- windows ---
    Mutant(
        "Bets close half a second early",
        TABLE,
        "if ends is None or now_ms < ends:",
        "if ends is None or now_ms + 500 < ends:",
    ),
    Mutant("Bets close before the answers of the same batch", "protocol/loop.py", "(*inputs, TICK)", "(TICK, *inputs)"),
    Mutant(
        "AddTime adds nothing",
        STATE,
        "    table.state.deadline_ms = event.deadline_ms\n\n\ndef _console",
        "    if not isinstance(event, events.TimeAdded):\n"
        "        table.state.deadline_ms = event.deadline_ms\n"
        "\n"
        "\n"
        "def _console",
    ),
    Mutant(
        "AddTime counts from now",
        ORDERS,
        "    deadline = max(now_ms, table.state.deadline_ms or now_ms) + order.more_ms\n",
        "    deadline = now_ms + order.more_ms\n",
    ),
    Mutant(
        "after a halt the old countdown goes on",
        STATE,
        "deadline_ms = now_ms + self.open_ms()\n",
        "deadline_ms = self.state.deadline_ms or now_ms + self.open_ms()\n",
    ),
    Mutant(
        "the pulse tells another time than the table keeps",
        TABLE,
        "max(0, wake - now_ms)",
        "max(0, wake - now_ms - 250)",
    ),
    # --- without its cause ---
    Mutant(
        "a Round is begun after the cut card", LEGALITY, "shoe.foreign or shoe.rounds_left == 0 or", "shoe.foreign or"
    ),
    Mutant(
        "a day is closed that is not due",
        LEGALITY,
        '    if not view.due_day:\n        return no(view.game, order, "not_due", f"the gaming day',
        '    if view.closed_day == order.day:\n        return no(view.game, order, "not_due", f"the gaming day',
    ),
    Mutant(
        "a terminal is retired with a stake in play",
        "console/table/devices.py",
        "table.ledger.credit(order.terminal) or table.ledger.stake(order.terminal)",
        "table.ledger.credit(order.terminal) > 10**6",
    ),
    Mutant(
        "an interruption is answered that was none",
        LEGALITY,
        "    if Halt.INTERRUPTED not in view.halts:\n",
        "    if not view.halts:\n",
    ),
    Mutant(
        "the count at the end of the shoe forgets cards that were not read",
        "console/table/reconcile.py",
        "return shoe.passed + len(shoe.foreign)",
        "return sum(shoe.drawn) + len(shoe.foreign)",
    ),
    Mutant(
        "a surplus card is waved through by a word",
        HALTS,
        "Halt.SURPLUS: HaltRule(void=True",
        "Halt.SURPLUS: HaltRule(_SUPERVISOR, void=True",
    ),
    Mutant(
        "a Void leaves the call for a Supervisor standing",
        HALTS,
        "    Halt.CALLED: HaltRule(_SUPERVISOR, void=True, ",
        "    Halt.CALLED: HaltRule(_SUPERVISOR, ",
    ),
    Mutant(
        "an alarm rings again and again",
        STATE,
        "        return () if _rung_as(raised) in self.state.alarms else (raised,)",
        "        return (raised,)",
    ),
    Mutant(
        "a terminal is latched one refusal too early", CASHIER, "REFUSED_MAX: Final = 20", "REFUSED_MAX: Final = 19"
    ),
    # --- a line that is missing, or another one's ---
    Mutant(
        "a correction goes to the sitting of today",
        SETTLING,
        "found.was.sittings[change.terminal], change)",
        "table.ledger.sittings[change.terminal], change)",
    ),
    Mutant(
        "who saw the close is off by one entry",
        SETTLING,
        "if it in terminals and seq >= closed_seq",
        "if it in terminals and seq > closed_seq",
    ),
    Mutant(
        "what is left open at the close is not all told",
        "protocol/standing.py",
        '        *(OpenItem("latched", terminal) for terminal in sorted(latched)),\n',
        "",
    ),
    Mutant(
        "the cut card before a gap is not recorded",
        DEALING,
        "    yield events.CutCardSeen(at)\n    if missing:",
        "    if not missing:\n        yield events.CutCardSeen(at)\n    if missing:",
    ),
    Mutant("one more wrong number is let pass", CASHIER, "WRONG_MAX: Final = 5 ", "WRONG_MAX: Final = 6 "),
    Mutant(
        "a held note latches nobody",
        "console/table/asking.py",
        "        if not table.peers.peer(terminal).latched:\n"
        "            yield events.TerminalLatched(terminal, NOTE_WHY",
        "        if False:\n            yield events.TerminalLatched(terminal, NOTE_WHY",
    ),
    # --- what is told ---
    Mutant(
        "a Welcome names the head after the Hello",
        TABLE,
        "        yield Reply(peer, welcome, heard.line)\n",
        "        yield Reply(peer, m.Welcome(hello.boot, hello.run, self.seq, self.chain))\n",
    ),
    Mutant(
        "who is not joined is told that another one is",
        "console/table/peers.py",
        "            return Denial.SAY_HELLO\n",
        "            return Denial.REPLACED\n",
    ),
    Mutant(
        "a repeated answer gets no reply",
        TABLE,
        "            return (*alarm, Reply(terminal, ShowEntry(found.seq)))\n",
        "            return alarm\n",
    ),
    Mutant(
        "a picture forgets that its terminal is latched",
        TABLE,
        "            peer.disputed,\n            peer.latched,\n",
        '            peer.disputed,\n            "",\n',
    ),
    Mutant(
        "a panel's picture forgets what is not printed",
        TABLE,
        '                if it.good and it.printed != "printed"\n            },\n            tuple',
        '                if it.good and it.printed == "failed"\n            },\n            tuple',
    ),
    Mutant(
        "a ticket that was used is good at the desk",
        CASHIER,
        '        standing = "used" if not ticket.good else',
        '        standing = "good" if not ticket.good else',
    ),
    # --- a start, and what one key may do ---
    Mutant(
        "a terminal that comes with our words of today has confirmed the start",
        CONFIRMING,
        "proof is None or proof.seq >= table.forgotten.began_seq or table.verify",
        "proof is None or table.verify",
    ),
    Mutant(
        "over a new journal one archive that has nothing is not enough where it is the only one",
        CONFIRMING,
        "known.blank and table.view.console_boot == 1:",
        "known.blank and table.view.console_boot == 0:",
    ),
    Mutant(
        "tickets are issued before all terminals have confirmed",
        TABLE,
        "m.CashOut) and self.pays_nothing(by_two=False):",
        "m.CashOut) and self.pays_nothing():",
    ),
    Mutant(
        "the last chip of a credit is less than the least ticket",
        CASHIER,
        "    if amount < least and amount < ledger.credit(terminal):\n",
        "    if amount < least:\n",
    ),
    Mutant(
        "a Player may dispute a Round that he was not in",
        "console/table/asking.py",
        "    return terminal in settled.lines if settled is not None else long_ago",
        "    return True if settled is not None else long_ago",
    ),
    Mutant(
        "a second dispute takes the place of the first",
        TABLE,
        "isinstance(asking, m.Dispute) and self.peers.peer(terminal).disputed:",
        "isinstance(asking, m.Dispute) and False:",
    ),
    Mutant("who asks for more than its credit is only refused", TABLE, "        if lies:  #", "        if False:  #"),
    Mutant(
        "a payment by hand makes a liar of the terminal",
        CASHIER,
        "        return amount > believed and",
        "        return amount > ledger.credit(terminal) and",
    ),
    Mutant(
        "nobody minds tickets that are not printed",
        CASHIER,
        "UNPRINTED_MAX: Final = 20 ",
        "UNPRINTED_MAX: Final = 2_000 ",
    ),
    Mutant("an attendant may be called all day", "console/table/pace.py", '    "call": 60,', '    "call": 6_000,'),
    Mutant(
        "a ticket is good for as many days as the file says today",
        CASHIER,
        "number[-4:], ticket_days)",
        "number[-4:], 0)",
    ),
    Mutant(
        "a clock that walks is believed week after week",
        TABLE,
        "        known = view.due_since or view.day\n",
        "        known = view.day\n",
    ),
    # --- section 5 of 001, to the letter ---
    Mutant(
        "a set that was found out plays on",
        SETTLING,
        "    if topic in OF_THE_SET:\n",
        "    if topic in OF_THE_SET[:1]:\n",
    ),
    Mutant(
        "a dry shoe is cured by a new set",
        HALTS,
        "    Halt.SHOE_DRY: HaltRule(_SUPERVISOR, void=True),\n",
        "    Halt.SHOE_DRY: HaltRule(_SUPERVISOR, void=True, changes_set=True),\n",
    ),
    Mutant(
        "every paragraph reaches back to a settled Round",
        "games/baccarat/rulings.py",
        "    voids_settled=(Topic.WRONG_HAND,),",
        "    voids_settled=None,",
    ),
    Mutant(
        "a Void that was taken back leaves its lines returned",
        ORDERS,
        "    m.TakeBackVoid: lambda table, _now_ms, _order, found: correct_round(table, found),\n",
        "    m.TakeBackVoid: lambda table, _now_ms, _order, found: (found.event,),\n",
    ),
    Mutant(
        "the alarm over the shuffle rings at chance",
        "games/shuffle_test.py",
        "ALARM: Final = 200_000.0",
        "ALARM: Final = 2.0",
    ),
    Mutant(
        "two cards at once stop nothing",
        DEALING,
        "        case shoe.CardsTogether(within_ms=within_ms) if view.in_round:\n",
        "        case shoe.CardsTogether(within_ms=within_ms) if view.in_round and within_ms > 5:\n",
    ),
    Mutant(
        "the House pays by a Ruling whatever is asked",
        "console/table/rulings.py",
        "            if amount > most:\n",
        "            if amount > 100 * most:\n",
    ),
    Mutant(
        "another file raises what the House pays by a Ruling",
        "console/table/rulings.py",
        "most = table.view.placard.house_pays_max",
        "most = table.setup.placard.house_pays_max",
    ),
    Mutant(
        "another file calls the house strict",
        CONFIRMING,
        "if table.view.placard.strict and",
        "if table.setup.placard.strict and",
    ),
    Mutant(
        "a Round without Bets takes some",
        "console/table/rulings.py",
        '            yield from close_all(table, "no_bets")\n',
        "            pass\n",
    ),
    Mutant(
        "a card that was taken back is still counted",
        VIEW,
        "    shoe.uncount(event.card)\n    del view.acts[view.draws.pop() :]\n",
        "    del view.acts[view.draws.pop() :]\n",
    ),
    Mutant(
        "a kept card is still one of its Round",
        VIEW,
        "    view.surplus, view.beside = 0, []\n    if not event.seen",
        "    view.surplus = 0\n    if not event.seen",
    ),
    Mutant(
        "wrong sides are put in the order in which they lie",
        SETTLING,
        "    act = Reconstructed(drawn)\n",
        "    act = Reconstructed(tuple(card for cards in lying.values() for card in cards))\n",
    ),
)
