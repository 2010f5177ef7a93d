"""Deliberate bugs of signatures, positions, caps and PINs, for the drill; declared as those of `mutants.py`."""

from typing import Final

from tests.sim.mutants import Mutant

PEOPLE, SIGNING, STAFFING = "console/table/people.py", "console/table/signing.py", "console/table/staffing.py"
ORDERS, TABLE, MOVES, WORDS = (
    "console/table/orders.py",
    "console/table/table.py",
    "protocol/moves.py",
    "protocol/people.py",
)

PEOPLE_MUTANTS: Final = (
    # --- signatures ---
    Mutant(
        "whoever proposes an order may sign it himself",
        MOVES,
        "if (second is None or second.number != by.number) and want.stand(*positions, answered=answered):",
        "if want.stand(*positions, answered=answered):",
    ),
    Mutant(
        "another order than the one that was shown is signed",
        ORDERS,
        "    if digest != pending.proposal.digest:\n",
        "    if not digest:\n",
    ),
    Mutant(
        "a signature is taken however the cards lie by then",
        ORDERS,
        "return bool(found != pending.found or (of_cards and _lying(table) != pending.cards))",
        "return bool(found != pending.found)",
    ),
    Mutant(
        "what has been signed waits for a second signature",
        ORDERS,
        "    del proposals[where]\n    yield events.Ordered(command_id, by, person, command.order)\n",
        "    yield events.Ordered(command_id, by, person, command.order)\n",
    ),
    Mutant(
        "who proposed and who signed change places",
        ORDERS,
        "yield events.Ordered(command_id, by, person, command.order)",
        "yield events.Ordered(command_id, person, by, command.order)",
    ),
    Mutant(
        "a proposal outlives its Round",
        SIGNING,
        "named == pending.round_no != table.view.round_no:",
        "named == pending.round_no < table.view.round_no - 1:",
    ),
    Mutant("what an order pays does not stand in its proposal", ORDERS, 'getattr(found, "amount", 0)', "0"),
    Mutant(
        "what somebody proposed stays when he signs off",
        SIGNING,
        'yield from drop(table, panel, "signed off")',
        "yield from ()",
    ),
    Mutant(
        "a wrong PIN signs",
        ORDERS,
        "    if not right or table.people.active(check.number) is None:\n",
        "    if (not right and check.signs is None) or table.people.active(check.number) is None:\n",
    ),
    # --- sign-on ---
    Mutant(
        "a new process of a panel keeps the session of the one before",
        SIGNING,
        "if session is not None and (session.boot, session.run) != (joined.boot, joined.run):",
        "if session is not None and session.boot > joined.boot:",
    ),
    Mutant(
        "one is signed on at two panels",
        SIGNING,
        "    if elsewhere and elsewhere != panel:\n",
        "    if elsewhere == panel:\n",
    ),
    Mutant(
        "a try is not counted before its PIN is looked at",
        PEOPLE,
        "                    self.tries[number] = self.tries.get(number, 0) + 1\n",
        "                    self.tries.setdefault(number, 1)\n",
    ),
    Mutant(
        "nobody waits after wrong PINs",
        SIGNING,
        "        waits[number] = now_ms + own\n",
        "        waits[number] = now_ms\n",
    ),
    Mutant(
        "a start forgets who has to wait",
        SIGNING,
        "table.forgotten.waits = {name: now_ms + wait for name, wait in table.people.waits().items()}",
        "table.forgotten.waits = {}",
    ),
    Mutant(
        "whoever is disabled stays where he is",
        STAFFING,
        'yield from signing.leave_everywhere(table, order.number, "disabled")',
        "yield from ()",
    ),
    Mutant(
        "an order without anybody signed on is somebody's",
        TABLE,
        "return journeys.hear_question(self, peer, request) if self.people.at(peer) is not None else ()",
        "return journeys.hear_question(self, peer, request)",
    ),
    # --- positions and caps ---
    Mutant(
        "a position for a shift outlasts the day",
        PEOPLE,
        "                self.staff = {number: replace(it, assigned=None) for number, it in staff.items()}\n",
        "                pass\n",
    ),
    Mutant(
        "whoever goes home is on shift all the same",
        PEOPLE,
        "                    self.on_shift.pop(number, None)\n            case _:",
        "                    pass\n            case _:",
    ),
    Mutant(
        "beyond his cap a Dealer pays all the same",
        MOVES,
        "for position, most in _by_position(cap).items() if case.amount <= most)",
        "for position, most in _by_position(cap).items() if case.amount <= most or position == DEALER)",
    ),
    Mutant("the cap itself is too much", MOVES, "if case.amount <= most)", "if case.amount < most)"),
    Mutant(
        "a Pit Supervisor alone latches an archive",
        MOVES,
        "(isinstance(order, _OF_PEERS) and case.role in WEIGHTY):",
        '(isinstance(order, _OF_PEERS) and case.role == "witness"):',
    ),
    Mutant(
        "a Cashier has a part in every order",
        MOVES,
        "    part = above(move.least) | frozenset(move.also)\n",
        "    part = above(move.least) | frozenset((CASHIER, *move.also))\n",
    ),
    Mutant(
        "the last Shift Manager can be disabled",
        STAFFING,
        "    if [order.number] in (table.people.leads(), table.people.lead_now()):\n",
        '    if table.people.leads() == [""]:\n',
    ),
    Mutant(
        "a Dealer is made a Technician for a shift",
        STAFFING,
        "    if min(known.home, order.position) < Position.DEALER:\n",
        "    if known.home < Position.DEALER:\n",
    ),
)

DESK_MUTANTS: Final = (
    Mutant(
        "what somebody has answered for in a day is not counted",
        PEOPLE,
        "self.answered[number] = self.answered.get(number, 0) + amount",
        "self.answered[number] = amount",
    ),
    Mutant(
        "the next day begins with what was answered for in the last",
        PEOPLE,
        "                self.answered = {}\n",
        "                pass\n",
    ),
    Mutant(
        "whoever asks for a signature answers for it himself",
        WORDS,
        "return by if second is None or second.position < by.position else second",
        "return by",
    ),
    Mutant(
        "what is exactly left of a day is too much",
        MOVES,
        "answered[at] + self.amount <= self.a_day[Position(positions[at])]",
        "answered[at] + self.amount < self.a_day[Position(positions[at])]",
    ),
)
