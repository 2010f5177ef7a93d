"""Deliberate bugs that only the whole cast can see: who may order what, who may know what, copies outside, starts that
must be confirmed, devices, clocks, numbers of tickets. As in `mutants.py`, with troubles of their own.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from simulation.mix import Mix
from simulation.network import Weather
from simulation.people import Cast, Manners
from tests.sim.mutants import Change, Mutant, Trouble, main

SCRIPT: Final = Path(__file__)


def _cast(**what: Any) -> Callable[[], Mix]:
    """A run with these people and no other trouble than what is named."""
    of_mix = {name: what.pop(name) for name in list(what) if name in Mix.__struct_fields__}

    def make() -> Mix:
        mix = Mix(**of_mix)
        mix.manners = Manners(leaves=0.3) if "manners" not in of_mix else Manners(**of_mix["manners"])
        mix.cast = Cast(**what)
        return mix

    return make


TROUBLES: Final = {
    "dishonest people": Trouble(_cast(panels=4, dishonest=1.0), 6),
    "tickets of others": Trouble(
        _cast(panels=3, dishonest=1.0, mishaps_ms=1_500, mishaps=("kill_beside",), manners={"leaves": 1.0}), 10
    ),
    "beside the table": Trouble(
        _cast(panels=2, displays=1, archives=1, witnesses=1, mishaps_ms=1_500, mishaps=("kill_beside",)), 4
    ),
    "bad weather beside the table": Trouble(
        _cast(witnesses=1, mishaps_ms=800, mishaps=("cut_beside",), weather=Weather(drop=0.3, overtake=0.6)), 6
    ),
    "panels that start anew": Trouble(_cast(panels=3, lies=0.9, mishaps_ms=1_000, mishaps=("kill_beside",)), 6),
    "out of their role": Trouble(_cast(displays=1, mishaps_ms=1_000, mishaps=("out_of_role",)), 4),
    "starts": Trouble(_cast(archives=2, displays=1, mishaps_ms=2_000, mishaps=("archive_away",)), 6),
    "starts without copies": Trouble(_cast(displays=1, chaos=("kill_console", "wipe"), chaos_ms=1_500), 6),
    "a start and tickets": Trouble(
        _cast(displays=1, chaos=("kill_console",), chaos_ms=2_500, manners={"leaves": 1.0}, weather=Weather(drop=0.2)),
        12,
    ),
    "devices": Trouble(_cast(devices=0.3, manners={"leaves": 0.5}), 8),
    "devices of terminals that end": Trouble(
        _cast(devices=0.3, chaos=("kill_terminal",), chaos_ms=1_500, manners={"leaves": 0.5}), 16
    ),
    "clocks": Trouble(
        _cast(clocks=True, ticket_days=1, mishaps_ms=3_000, mishaps=("clock_set",), manners={"day_change": 0.1}), 8
    ),
    "clocks that are lost": Trouble(_cast(clocks=True, mishaps_ms=4_000, mishaps=("clock_lost",)), 4),
    "tickets that expire": Trouble(
        _cast(clocks=True, ticket_days=1, manners={"leaves": 0.6, "day_change": 0.5, "double_show": 0.5}), 10
    ),
    "stolen keys": Trouble(_cast(mishaps_ms=1_500, mishaps=("steal",), countdown_ms=9_000, manners={"pace": 4.0}), 4),
}

MUTANTS: Final = (
    # --- who may order what ---
    Mutant(
        "nobody's position is asked",
        "protocol/moves.py",
        "    return frozenset(it for it in Position if it >= position)\n",
        "    return frozenset(Position)\n",
        "dishonest people",
    ),
    Mutant(
        "two Dealers are enough where a Supervisor is needed",
        "protocol/moves.py",
        "one = above(max(who, second or DEALER))",
        "one = above(who)",
        "dishonest people",
    ),
    Mutant(
        "a halt for which a Shift Manager is needed is lifted by a Supervisor",
        "protocol/moves.py",
        "return max(who, HALTS[reason].resume or who)",
        "return who",
        "dishonest people",
        also=(
            # Else it is refused because nothing halts the table: he is told that he might.
            Change("protocol/legality.py", "if order.reason not in view.halts:", "if False:"),
            Change(
                "protocol/legality.py",
                "if move.halted is not None and move.halted != view.halted:",
                "if move.halted is not None and move.halted != view.halted and type(order) is not m.Resume:",
            ),
        ),
    ),
    Mutant(
        "an order that is refused is remembered as one that was obeyed",
        "console/table/state.py",
        "    if isinstance(event, events.Ordered) and not of_round:",
        "    if not of_round:",
        "dishonest people",
    ),
    # --- money that is not his to pay ---
    Mutant(
        "a proof is good at any panel",
        "console/table/orders.py",
        "found = table.forgotten.found.get(panel)",
        "found = next((it for it in table.forgotten.found.values() if it.ticket == order.ticket), None)",
        "tickets of others",
    ),
    Mutant(
        "a ticket that was printed is paid without its paper",
        "console/table/cashier.py",
        'if ticket.printed == "printed" and not (shown and self.expired(ticket)):',
        "if False:",
        "tickets of others",
    ),
    # --- who may know what ---
    Mutant(
        "a display is sent what is for staff",
        "console/table/table.py",
        "return (self.snapshot(PlayerId(peer), staff=staff),)",
        'return (self.snapshot(PlayerId(peer), staff=heard.role != "terminal"),)',
        "beside the table",
    ),
    Mutant(
        "a witness is shown bodies",
        "protocol/events.py",
        '    if reader == "witness":\n        return False',
        '    if reader == "none":\n        return False',
        "beside the table",
    ),
    Mutant(
        "an archive is sent sealed entries",
        "protocol/events.py",
        'if audience in (ALL, reader) or reader == "archive":',
        "if audience in (ALL, reader):",
        "beside the table",
    ),
    Mutant(
        "a panel's picture has the whole number of a ticket",
        "console/table/table.py",
        "OpenTicket(it.terminal, it.amount, it.ending, it.printed, it.sitting)",
        "OpenTicket(it.terminal, it.amount, it.number, it.printed, it.sitting)",
        "tickets of others",
        also=(Change("console/table/table.py", 'if it.good and it.printed != "printed"', "if it.good"),),
    ),
    Mutant(
        "a panel's picture forgets who is latched",
        "console/table/table.py",
        "{name: peer.latched for name, peer in known.items() if peer.latched},",
        "{},",
        "panels that start anew",
    ),
    Mutant(
        "what is found is told with its number",
        "console/table/cashier.py",
        "whose = (ticket.number[-4:], ticket.amount,",
        "whose = (ticket.number, ticket.amount,",
        "tickets of others",
    ),
    Mutant(
        "a display may ask for money",
        "console/requests.py",
        '    "display": _FOLLOWS,',
        '    "display": (*_FOLLOWS, *_MONEY, m.CallAttendant),',
        "out of their role",
    ),
    # --- numbers of tickets ---
    Mutant(
        "the number of a ticket needs no secret",
        "console/table/cashier.py",
        'seed = _keyed(secret, b"number "',
        'seed = _keyed(b"", b"number "',
        "tickets of others",
    ),
    Mutant(
        "the number of a ticket is made of its request, whatever the secret",
        "console/table/cashier.py",
        'seed = _keyed(secret, b"number " + terminal.encode() + asked)',
        "seed = _keyed(blake2b(asked).digest()[:16], terminal.encode())",
        "tickets of others",
    ),
    Mutant(
        "tickets are numbered one after the other",
        "console/table/cashier.py",
        "{int.from_bytes(seed[:16]) % 10**secret_digits:0{secret_digits}d}",
        "{int.from_bytes(_keyed(secret, secret)[:4]) + len(self.numbers):0{secret_digits}d}",
        "tickets of others",
        also=(Change("console/table/cashier.py", "if number not in self.numbers:", "if True:"),),
    ),
    # --- copies outside ---
    Mutant(
        "an archive keeps no salt",
        "floor/archive.py",
        "Audience(sent.audience), sent.salt, body,",
        'Audience(sent.audience), b"", body,',
        "beside the table",
    ),
    Mutant(
        "a witness keeps what everybody hears",
        "floor/witness.py",
        'return Entry(seq, "", SEALED, b"", b"", sent.digest, chain)',
        'return Entry(seq, "", SEALED, b"", sent.body or b"", sent.digest, chain)',
        "beside the table",
    ),
    Mutant(
        "a witness countersigns what the console has not signed",
        "floor/keeper.py",
        "            self.journal.commit(entries)\n",
        '            self.journal.commit(entries, countersignature=self.countersign(SignedHead(*head, b"")))\n',
        "bad weather beside the table",
    ),
    Mutant(
        "a copy's signature is not kept",
        "floor/keeper.py",
        "commit(entries, signature=signed.signature, countersignature=self.countersign(signed))",
        "commit(entries)",
        "beside the table",
    ),
    # --- starts ---
    Mutant(
        "a start is confirmed by whoever comes",
        "console/table/confirming.py",
        "if known.doubted or not (peer in forgotten.awaited or peer in forgotten.dark):",
        "if known.doubted:",
        "starts",
        also=(
            Change(
                "console/table/confirming.py",
                "    if peer not in forgotten.awaited:\n        return\n    forgotten.awaited.remove(peer)\n",
                "    forgotten.awaited.clear()\n",
            ),
        ),
    ),
    Mutant(
        "a start is confirmed by one who knows nothing",
        "console/table/confirming.py",
        "    elif not known.blank and (proof := _from_before(table, hello)) is not None:\n"
        "        yield from _confirm(table, now_ms, peer, proof.seq)\n",
        "    else:\n        yield from _confirm(table, now_ms, peer, hello.signed.seq if hello.signed else 1)\n",
        "starts without copies",
    ),
    Mutant(
        "a start is confirmed by the first of the terminals",
        "console/table/confirming.py",
        "    if forgotten.awaited:\n",
        "    if False:\n",
        "starts without copies",
    ),
    Mutant(
        "nobody is asked after a start",
        "console/table/confirming.py",
        "    yield events.Halted(Halt.UNCONFIRMED, _awaited(table))\n\n",
        "    yield from ()\n\n",
        "starts",
    ),
    Mutant(
        "tickets are taken before a start is confirmed",
        "console/table/confirming.py",
        "(m.Sync, m.Beat, m.BuyCredit, m.Command, m.SignOn",
        "(m.Sync, m.Beat, m.BuyCredit, m.Command, m.InsertTicket, m.CashOut, m.SignOn",
        "a start and tickets",
        also=(
            Change(
                "console/table/table.py", "isinstance(asking, m.CashOut) and self.pays_nothing(by_two=False)", "False"
            ),
        ),
    ),
    # --- devices ---
    Mutant(
        "a ticket is printed before the log says so",
        "terminal/devices.py",
        '            self._report(ticket, "printing")\n',
        "            self._report(ticket, self._print(view, ticket))\n",
        "devices",
    ),
    Mutant(
        "what an earlier process was printing is printed again",
        "terminal/devices.py",
        'self._report(ticket, self._print(view, ticket) if ticket in self._begun else "failed")',
        "self._report(ticket, self._print(view, ticket))",
        "devices of terminals that end",
    ),
    Mutant(
        "a note is stacked before it is held",
        "terminal/devices.py",
        "            self._submit(t.NoteIn(self._escrow, amount))\n",
        "            self._submit(t.NoteIn(self._escrow, amount))\n"
        "            self._submit(t.NoteStacked(self._escrow))\n",
        "devices",
    ),
    Mutant(
        "a note that was given back is still held",
        "terminal/money.py",
        "        yield NoteLetGo(given.id)\n",
        "        yield from ()\n",
        "devices",
    ),
    # --- clocks ---
    Mutant(
        "a clock that was set back is not noticed",
        "console/clock.py",
        "return step if abs(step) > STEP_MS else 0",
        "return step if step > STEP_MS else 0",
        "clocks",
    ),
    Mutant(
        "a start with a clock before the last entry is not noticed",
        "console/clock.py",
        "return step if step < -STEP_MS else 0",
        "return 0",
        "clocks that are lost",
    ),
    Mutant(
        "the gaming day goes back with the clock",
        "console/table/table.py",
        "if view.day < day and (not known or days_between(known, day) <= DAYS_BELIEVED):",
        "if view.day != day and (not known or days_between(known, day) <= DAYS_BELIEVED):",
        "clocks",
    ),
    Mutant(
        "a day a year ahead is believed",
        "console/table/table.py",
        "DAYS_BELIEVED: Final = 7 ",
        "DAYS_BELIEVED: Final = 700 ",
        "clocks",
    ),
    Mutant(
        "a gaming day begins at midnight",
        "console/clock.py",
        'return (day if f"{local:%H:%M}" >= self.starts else day - timedelta(days=1)).isoformat()',
        "return (day - timedelta(days=1)).isoformat()",
        "clocks",
    ),
    Mutant(
        "a ticket is good for a day more",
        "console/table/cashier.py",
        "days_between(ticket.day, self.day) >= ticket.days",
        "days_between(ticket.day, self.day) > ticket.days",
        "tickets that expire",
    ),
    # --- keys ---
    Mutant(
        "two machines with one key are not told of",
        "console/table/peers.py",
        "        if process is None or now_ms - since_ms < 2 * takeover_ms:\n",
        "        if True:\n",
        "stolen keys",
        also=(
            Change(
                "console/table/peers.py", "return now_ms - since_ms < takeover_ms if passed", "return True if passed"
            ),
        ),
    ),
)


if __name__ == "__main__":
    main(TROUBLES, *sys.argv[1:])
