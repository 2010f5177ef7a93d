"""Deliberate bugs that only a second opinion of the whole table can see: an unjust no, a window that closes at the wrong
time, a limit that does not hold, a thing done without its cause, a line that is missing, somebody who was not entitled.

Declared and played as those of `mutants.py`; kept apart, because each of them is for `simulation/reference`.
"""

from typing import Final

from tests.sim.mutants import Mutant

TABLE, ORDERS, CASHIER = "console/table/table.py", "console/table/orders.py", "console/table/cashier.py"
STATE, SETTLING, DEALING = "console/table/state.py", "console/table/settling.py", "console/table/dealing.py"
MOVES, HALTS, VIEW, ROUND = "protocol/moves.py", "protocol/halts.py", "protocol/view.py", "games/round.py"

MUTANTS: Final = (
    # --- a no that is unjust ---
    Mutant("the whole credit cannot be cashed out", CASHIER, "if amount > ledger.credit(terminal):", "if amount >= ledger.credit(terminal):", "long pauses"),
    Mutant("the last chip cannot be bet", TABLE, "change > self.ledger.credit(terminal):", "change > 0 and change >= self.ledger.credit(terminal):", "wrong cards"),
    Mutant("a Bet of the minimum is refused", ROUND, "        if amount < limit.min:\n", "        if amount <= limit.min:\n"),
    Mutant("a Bet that is lowered meets the differential", "games/baccarat/rules.py", "    if now <= max(was, most):\n", "    if now <= most:\n"),
    Mutant("a ticket is not taken while a Bet is in play", CASHIER, "                refusal = self.objection(number, ticket_days)\n", "                refusal = self.objection(number, ticket_days)\n                if ledger.stake(terminal):\n                    refusal = Refusal(\"stake_in_play\", \"a Bet is in play\")\n", "long pauses"),
    Mutant("a cash-out is refused while the table is closed", TABLE, "            return self._answer_anew(terminal, asking, self.peers.blocked(terminal, self.view.game))\n", "            closed = Refusal(\"closed\", \"\") if self.view.phase == \"closed\" else None\n            return self._answer_anew(terminal, asking, closed or self.peers.blocked(terminal, self.view.game))\n", "long pauses"),
    Mutant("Bets cannot be taken back in the last second", TABLE, "        if refusal is None and change > self.ledger", "        if change < 0 and now_ms > (self.state.deadline_ms or 0) - 1_000:\n            refusal = Refusal(\"closed\", \"too late\")\n        if refusal is None and change > self.ledger"),
    Mutant("credit cannot be sold to a terminal that is dark", ORDERS, "    if not table.peers.in_service(order.terminal):\n", "    if not table.peers.peer(order.terminal).greeted:\n"),
    Mutant("a certificate is refused in the first second after the last card", ORDERS, "    m.Certify: lambda table, _command, _order, _by: verify_certificate(table),\n", "    m.Certify: lambda table, _command, _order, _by: verify_certificate(table) or (\n        Refusal(\"not_finished\", \"\") if table.view.shoe.last_seq % 7 == 0 else None\n    ),\n"),
    # --- a yes that is unjust ---
    Mutant("the maximum of a Spot does not hold", ROUND, "if limit.max is not None and amount > limit.max:\n            return Refusal(\"bad_stake\", f\"{spot}", "if limit.max is not None and amount > 2 * limit.max:\n            return Refusal(\"bad_stake\", f\"{spot}"),
    Mutant("the differential does not hold for who bets on Banker", "games/baccarat/rules.py", "    return abs(sum(layout.get(PLAYER, 0) - layout.get(BANKER, 0) for layout in bets.values()))", "    return max(0, sum(layout.get(PLAYER, 0) - layout.get(BANKER, 0) for layout in bets.values()))"),
    Mutant("the limits of this moment hold, not those of the Round", VIEW, "        view.round_felt = view.felt\n", "        view.round_felt = view.felt if view.round_no % 2 else Felt()\n"),
    Mutant("a Bet below the minimum is registered", ROUND, "        if amount < limit.min:\n", "        if amount * 2 < limit.min:\n", "lies"),
    # --- windows ---
    Mutant("Bets close half a second early", TABLE, "return () if wake is None or now_ms < wake else", "return () if wake is None or now_ms + 500 < wake else"),
    Mutant("Bets close before the answers of the same batch", "protocol/loop.py", "(*inputs, TICK)", "(TICK, *inputs)"),
    Mutant("AddTime adds nothing", STATE, "    table.state.deadline_ms = event.deadline_ms\n\n\ndef _console", "    if not isinstance(event, events.TimeAdded):\n        table.state.deadline_ms = event.deadline_ms\n\n\ndef _console"),
    Mutant("AddTime counts from now", ORDERS, "    deadline = max(now_ms, table.state.deadline_ms or now_ms) + order.more_ms\n", "    deadline = now_ms + order.more_ms\n"),
    Mutant("after a halt the old countdown goes on", STATE, "deadline_ms = now_ms + self.view.countdown_ms\n", "deadline_ms = self.state.deadline_ms or now_ms + self.view.countdown_ms\n", "wrong orders"),
    Mutant("the pulse tells another time than the table keeps", TABLE, "max(0, wake - now_ms)", "max(0, wake - now_ms - 250)"),
    # --- without its cause ---
    Mutant("a Round is begun after the cut card", MOVES, "shoe.foreign or shoe.rounds_left == 0 or", "shoe.foreign or", "wrong counter"),
    Mutant("a day is closed that is not due", MOVES, "    if not view.due_day:\n        return _no(view.game, order, \"not_due\", f\"the gaming day", "    if view.closed_day == order.day:\n        return _no(view.game, order, \"not_due\", f\"the gaming day", "wrong orders", also=()),
    Mutant("a terminal is retired with a stake in play", ORDERS, "table.ledger.credit(order.terminal) or table.ledger.stake(order.terminal)", "table.ledger.credit(order.terminal) > 10**6", "dead terminals"),
    Mutant("an interruption is answered that was none", MOVES, "    if Halt.INTERRUPTED in view.halts:\n", "    if view.halts:\n"),
    Mutant("the count at the end of the shoe forgets cards that were not read", "console/table/reconcile.py", "return shoe.passed + len(shoe.foreign)", "return sum(shoe.drawn) + len(shoe.foreign)"),
    Mutant("a shoe is said to be dry one card too early", DEALING, "view.shoe.left == len(table.state.hidden)", "view.shoe.left <= 1 + len(table.state.hidden)", "wrong counter"),
    Mutant("a surplus card is waved through by a word", HALTS, "Halt.SURPLUS: HaltRule(void=True", "Halt.SURPLUS: HaltRule(_SUPERVISOR, void=True", "mixed-up cards"),
    Mutant("a Void lifts a lost shoe, too", HALTS, "HaltRule(changes_set=True)", "HaltRule(void=True, changes_set=True)", "noise"),
    Mutant("a Void leaves the call for a Supervisor standing", HALTS, "HaltRule(_SUPERVISOR, void=True, ruling=True, correction=True, changes_set=True)", "HaltRule(_SUPERVISOR, ruling=True, correction=True, changes_set=True)"),
    Mutant("a new set lifts a conflict in the middle of a Round", HALTS, "correction=True, new_set=NewSet.BETWEEN_ROUNDS),\n    Halt.FOREIGN", "correction=True, new_set=NewSet.ALWAYS),\n    Halt.FOREIGN"),
    Mutant("an alarm rings again and again", STATE, "        if any(told == known or", "        if False and any(told == known or", "lies"),
    Mutant("a terminal is latched one refusal too early", CASHIER, "REFUSED_MAX: Final = 20", "REFUSED_MAX: Final = 19", "lies"),
    # --- a line that is missing, or another one's ---
    Mutant("lines whose money does not change are not corrected", "games/correction.py", "        if after != before:\n", "        if sum(it.returned for it in after) != sum(it.returned for it in before):\n", "wrong cards"),
    Mutant("a correction goes to the sitting of today", SETTLING, "found.was.sittings[change.terminal], change)", "table.ledger.sittings[change.terminal], change)", "found very late"),
    Mutant("who saw the close is off by one entry", SETTLING, "if it in terminals and seq >= closed_seq", "if it in terminals and seq > closed_seq"),
    Mutant("what is left open at the close is not all told", "protocol/standing.py", "        *(OpenItem(\"latched\", terminal) for terminal in sorted(latched)),\n", "", "long pauses"),
    Mutant("the cut card before a gap is not recorded", DEALING, "    yield events.CutCardSeen(at)\n    if missing:", "    if not missing:\n        yield events.CutCardSeen(at)\n    if missing:", "noise"),
    Mutant("too many wrong numbers lock nobody out", CASHIER, "WRONG_MAX: Final = 5 ", "WRONG_MAX: Final = 6 ", "lies"),
    Mutant("a held note latches nobody", TABLE, "            if not self.peers.peer(terminal).latched:\n                yield events.TerminalLatched(terminal, f\"a note", "            if False:\n                yield events.TerminalLatched(terminal, f\"a note", "lies"),
    # --- what is told ---
    Mutant("a Welcome names the head after the Hello", TABLE, "        yield Reply(peer, welcome)\n", "        yield Reply(peer, m.Welcome(hello.boot, hello.run, self.seq, self.chain))\n"),
    Mutant("who is not joined is told that another one is", "console/table/peers.py", "            return Denial.SAY_HELLO\n", "            return Denial.REPLACED\n"),
    Mutant("a repeated answer gets no reply", TABLE, "            return (*alarm, Reply(terminal, ShowEntry(found.seq)))\n", "            return alarm\n", "bad weather"),
    Mutant("a picture forgets that its terminal is latched", TABLE, "            peer.disputed,\n            peer.latched,\n", "            peer.disputed,\n            \"\",\n", "lies"),
    Mutant("a panel's picture forgets what is not printed", TABLE, "                if it.good and it.printed != \"printed\"\n            },\n            tuple", "                if it.good and it.printed == \"failed\"\n            },\n            tuple", "long pauses"),
    Mutant("a ticket that was used is good at the desk", CASHIER, "        standing = \"used\" if not ticket.good else", "        standing = \"good\" if not ticket.good else", "long pauses"),
)
