"""Deliberate bugs in the production files, and the runner that sees which check of the simulator notices each.

A simulator that catches none is decoration (DESIGN 7). A mutant replaces one piece of text, which must stand there
exactly once, in a copy of the packages. Run as a script in that copy, this file plays seed after seed until a check is
broken, and says which. Knows nothing of the checks themselves.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from simulation.mix import Mix
from simulation.network import Weather
from simulation.people import Manners
from simulation.run import Failed, run

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PACKAGES: Final = ("games", "protocol", "console", "terminal", "floor", "shoe_driver", "simulation")
ROUNDS: Final = 8
RUN_S_MAX: Final = 900  # a bug may make a run endless; the slowest takes 10 s on an idle core


class Stale(Exception):
    """The text that a mutant replaces is not there exactly once: somebody changed the file. Write the bug anew."""


# --- sorts of trouble --------------------------------------------------------------------------------------------


class Trouble(NamedTuple):
    """What goes wrong in the runs, and within how many of them a mutant must be caught."""

    make: Callable[[], Mix | None]  # anew for each run, which changes its own; None: the swarm draws it from the seed
    seeds: int
    first: int = 0  # what happens once in a hundred runs is looked for where it is known to happen
    game: str = ""  # one with boxes; "": baccarat

    @property
    def runs(self) -> range:
        return range(self.first, self.first + self.seeds)


def _pauses() -> Manners:
    """The table is closed and opened again and again: between Rounds Players cash out and come back."""
    return Manners(day_change=0.8, double_show=0.5)


def _found_late() -> Manners:
    """Players have lost their wrong wins, or left with them, when the cards are looked at again."""
    return Manners(careless=1.0, leaves=0.3, finds_ms=15_000)


def _mixed_up() -> Mix:
    """Cards come too early, two at once or on the wrong side; some are misread, and found in time."""
    return Mix(misread=0.2, manners=Manners(out_of_turn=0.4, together=0.2, wrong_side=0.2))


def _images() -> Mix:
    """Bets are open for longer than a later process waits for silence: it comes back with what it has forgotten."""
    slow = Manners(pace=4.0)
    return Mix(weather=Weather(drop=0.2), chaos=("image",), chaos_ms=1_500, countdown_ms=9_000, manners=slow)


SWARM: Final = "swarm"
TROUBLES: Final = {
    SWARM: Trouble(lambda: None, 30),
    # What the swarm has too rarely for so few seeds.
    "bad weather": Trouble(lambda: Mix(weather=Weather(drop=0.5, double=0.5, overtake=0.5)), 20),
    "long pauses": Trouble(lambda: Mix(weather=Weather(drop=0.5, overtake=0.5), manners=_pauses()), 10),
    "lies": Trouble(lambda: Mix(lies=0.9), 30),
    "dead terminals": Trouble(lambda: Mix(chaos=("dead",), chaos_ms=4_000), 3),
    "old images": Trouble(_images, 20),
    "lost disks": Trouble(lambda: Mix(chaos=("wipe",), chaos_ms=3_000), 3),
    "full disks": Trouble(lambda: Mix(chaos=("disk_full",), chaos_ms=1_000), 3),
    "damaged disks": Trouble(lambda: Mix(chaos=("flip",), chaos_ms=2_000), 3),
    "lost commits": Trouble(lambda: Mix(ending="C8"), 5),
    "noisy line": Trouble(lambda: Mix(noise=0.3), 3),
    "wrong counter": Trouble(lambda: Mix(manners=Manners(early_cut=1.0, wrong_counter=1.0)), 5),
    "noise": Trouble(lambda: Mix(noise=0.3, chaos=("unplug",), chaos_ms=1_000), 20),
    "wrong orders": Trouble(lambda: Mix(manners=Manners(wrong_order=0.3)), 15),
    "wrong cards": Trouble(lambda: Mix(misread=0.4, manners=_found_late()), 20),
    "found very late": Trouble(
        lambda: Mix(misread=0.6, manners=Manners(careless=1.0, leaves=0.4, finds_ms=40_000)), 5, first=56
    ),
    "mixed-up cards": Trouble(_mixed_up, 10),
    "wrong names": Trouble(lambda: Mix(chaos=("misnamed", "kill_terminal"), chaos_ms=300), 10),
    "wrong pay": Trouble(lambda: Mix(ending="W"), 10),
}


# --- the bugs ----------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    file: str
    old: str
    new: str


class Mutant(NamedTuple):
    """One bug: a name in plain words, the file, the text and what stands there instead."""

    name: str
    file: str
    old: str
    new: str
    trouble: str = SWARM
    also: tuple[Change, ...] = ()  # where several places guard or say the same thing, the bug in each
    noisy: bool = False  # what it lets in may end a run in any way, even with a TypeError


MUTANTS: Final = (
    # --- name, key, role ---
    Mutant(
        "a later process does not wait for silence",
        "console/table/peers.py",
        "if self.silent_ms(now_ms, name) >= takeover_ms:",
        "if self.silent_ms(now_ms, name) >= 0:",
    ),
    Mutant(
        "a process joins under another name than its key's",
        "console/table/table.py",
        "        if (hello.name, hello.role) != (peer, role):\n            # Its file",
        "        if False:\n            # Its file",
        "wrong names",
    ),
    # --- the loop: nothing leaves before the commit ---
    Mutant(
        "entries are published before the commit",
        "protocol/loop.py",
        "        store.commit(entries)\n        outlet.publish(entries)\n",
        "        outlet.publish(entries)\n        store.commit(entries)\n",
    ),
    Mutant(
        "replies are sent before the commit",
        "protocol/loop.py",
        "    if entries:\n        store.commit(entries)\n",
        "    for reply in replies:\n        outlet.send(reply)\n    replies = []\n"
        "    if entries:\n        store.commit(entries)\n",
    ),
    Mutant(
        "money is noted when it is decided, not when it is written",
        "console/table/settling.py",
        "            yield events.Settled(table.view.round_no, terminal, sitting or 0, lines)\n",
        "            table.state.paid[terminal] = (*table.state.paid.get(terminal, ()), *lines)\n"
        "            yield events.Settled(table.view.round_no, terminal, sitting or 0, lines)\n",
    ),
    # --- who may read ---
    Mutant(
        "a private body is published to everybody",
        "console/table/delivery.py",
        "opened(entry) if entry.audience == ALL else sealed(entry)",
        "opened(entry)",
    ),
    Mutant(
        "a Sync shows everybody's bodies",
        "console/table/delivery.py",
        "opened(entry) if may_read(reader, entry.audience) else sealed(entry)",
        "opened(entry)",
    ),
    Mutant("a Player's own entry loses its audience", "protocol/events.py", "return event.terminal ", "return ALL"),
    Mutant("an entry for staff loses its audience", "protocol/events.py", "= dict.fromkeys(FOR_STAFF, STAFF)", "= {}"),
    Mutant("a private entry has no salt", "protocol/loop.py", "salt = self._salt()", 'salt = b""'),
    Mutant(
        "a picture for a terminal has what is for staff",
        "console/table/table.py",
        "self._staff_state() if staff else None)",
        "self._staff_state())",
        trouble="lost disks",
    ),
    # --- windows and revisions ---
    Mutant(
        "a refused revision is reviewed again, and may be accepted",
        "console/table/windows.py",
        "if highest is not None and revision <= highest.revision:",
        "if highest is not None and highest.receipt == highest.seq and revision <= highest.revision:",
        trouble="bad weather",
    ),
    Mutant(
        "a refusal is not remembered",
        "console/table/windows.py",
        "self._answer(event.id, event.terminal, Answered(event.revision, event.answer, seq, receipt))",
        "pass",
        trouble="bad weather",
    ),
    Mutant(
        "a refusal is not written",
        "console/table/table.py",
        "            return (events.LayoutRefused(key, terminal, revision, given, refusal),)\n",
        "            return ()\n",
    ),
    Mutant(
        "other content is taken under the same revision",
        "console/table/windows.py",
        "if highest is not None and revision <= highest.revision:",
        "if highest is not None and (revision < highest.revision or answer == highest.answer):",
        trouble="lies",
    ),
    Mutant(
        "nothing asks whether the window is closed",
        "console/table/windows.py",
        "        del self.open[event.name]\n        self.closes[event.id] = seq\n",
        "        pass\n",
    ),
    Mutant(
        "the last layout is settled, registered or not",
        "console/table/windows.py",
        "    def refused(self, seq: int, event: events.LayoutRefused) -> None:\n",
        "    def refused(self, seq: int, event: events.LayoutRefused) -> None:\n"
        "        self.given.setdefault(self.named(event.id).name, {})[event.terminal] = event.answer\n",
    ),
    Mutant("a layout that was taken back stays", "console/table/windows.py", "given.pop(event.terminal, None)", "pass"),
    Mutant(
        "credit is not checked",
        "console/table/boxes.py",
        "change > table.ledger.credit(terminal)",
        "change > 10**15",
        also=(Change("terminal/layouts.py", "if more > 0 and more > left_amount:", "if False:"),),
    ),
    Mutant(
        "a revision is charged whole, not by its change",
        "console/table/table.py",
        "change = sum(given.bets.values()) - sum(found.before.bets.values())",
        "change = sum(given.bets.values())",
    ),
    Mutant(
        "answers are decided while the table is halted",
        "console/table/table.py",
        "            if self.view.halts:\n                return ()",
        "            if False:\n                return ()",
    ),
    Mutant(
        "the countdown does not wake the console",
        "console/table/table.py",
        "return self.state.deadline_ms if self.view.windows else turns.ends_ms(self)",
        "return None",
    ),
    # --- who speaks ---
    Mutant(
        "an answer of an earlier boot still lands",
        "console/table/peers.py",
        'return "" if process == (peer.boot, peer.run) else Denial.REPLACED',
        'return "" if process[0] <= peer.boot else Denial.REPLACED',
        trouble="lies",
    ),
    Mutant(
        "the console forgets a Hello after its restart",
        "console/table/peers.py",
        'return "again" if peer.greeted else "join"',
        'return "again"',
    ),
    Mutant(
        "a retired terminal is let in again",
        "console/table/peers.py",
        "case events.TerminalRetired(terminal=name):\n"
        "                self.known[name] = replace(self.peer(name), retired=True",
        "case events.TerminalRetired(terminal=name):\n"
        "                self.known[name] = replace(self.peer(name), retired=False",
        trouble="dead terminals",
    ),
    Mutant(
        "a latched terminal may bet",
        "console/table/peers.py",
        "        if peer.latched:\n",
        "        if False:\n",
        trouble="lies",
    ),
    Mutant(
        "a history that is not ours is not noticed",
        "console/table/table.py",
        "if proof is not None and not self.peers.peer(peer).doubted:",
        "if False:",
        trouble="lost commits",
    ),
    Mutant(
        "a claim of another history is believed without our signature",
        "console/table/table.py",
        "return self.verify(head)",
        "return True",
        trouble="lies",
    ),
    Mutant(
        "a follower keeps no signature",
        "protocol/join.py",
        "            self.signed = claimed\n",
        "            pass\n",
        trouble="lost commits",
        also=(
            Change("protocol/join.py", "heard = self.claimed if self.claimed != self.signed else None", "heard = None"),
        ),
    ),
    # --- money in and out ---
    Mutant(
        "a note that is in the box is refused while a Bet is in play",
        "console/table/cashier.py",
        "        if not why:\n            taken_ms",
        "        if not why and not ledger.stake(terminal):\n            taken_ms",
    ),
    Mutant(
        "the House pays what is due to a Player, and it stays due",
        "protocol/ledger.py",
        "lambda it: _moved(due(it.terminal, it.sitting), CASH, it.amount)",
        "lambda it: _moved(HOUSE, CASH, it.amount)",
        trouble="wrong cards",
    ),
    Mutant(
        "a note that is reported again is paid again",
        "console/table/cashier.py",
        'self.asked[terminal, id] = Asked(("buy", amount), seq)\n                if taken_ms',
        "if taken_ms",
    ),
    Mutant(
        "a cash-out that comes again is paid again",
        "console/table/cashier.py",
        'self.asked[terminal, id] = Asked(("cash out", amount), seq)',
        "pass",
        trouble="long pauses",
    ),
    Mutant(
        "a ticket is redeemed twice",
        "console/table/cashier.py",
        "self.tickets[name] = replace(self.tickets[name], good=False, where=where, when=entry.wall_time)",
        "pass",
        trouble="long pauses",
    ),
    Mutant(
        "notes that there are not are credit",
        "console/table/cashier.py",
        "if placard.notes and amount not in placard.notes:",
        "if False:",
        trouble="lies",
    ),
    Mutant(
        "a note that was not in the box stays held",
        "protocol/ledger.py",
        "lambda it: _moved(HELD, CASH, it.amount)",
        "lambda it: _moved(HOUSE, CASH, it.amount)",
        trouble="lies",
    ),
    Mutant(
        "staff read the numbers of tickets",
        "protocol/events.py",
        "return only(event.terminal)  # type: ignore[union-attr]",
        "return event.terminal  # type: ignore[union-attr]",
    ),
    Mutant(
        "a stake in play does not stop a cash-out",
        "console/table/cashier.py",
        "    if ledger.stake(terminal):\n",
        "    if False:\n",
        trouble="lies",
    ),
    Mutant(
        "a ticket that is shown is new money",
        "protocol/ledger.py",
        "_moved(TICKETS, credit(it.terminal), it.amount)",
        "_moved(CASH, credit(it.terminal), it.amount)",
        trouble="long pauses",
    ),
    Mutant(
        "the House keeps what it pays",
        "protocol/ledger.py",
        "Posting(HOUSE, staked - returned)",
        "Posting(HOUSE, staked)",
    ),
    Mutant(
        "a sitting never ends",
        "protocol/ledger.py",
        "return self.sittings.get(terminal, 0) + 1 if running is None else running",
        "return self.sittings.get(terminal, 0) or 1",
        trouble="long pauses",
    ),
    # --- settlement and corrections ---
    Mutant(
        "everybody is settled with the Bets of whoever came first",
        "console/table/settling.py",
        "make(table.game, table.round, terminal, bets)",
        "make(table.game, table.round, terminal, next(iter(table.windows.players().values())))",
    ),
    Mutant(
        "Banker on 6 is paid 1 to 1",
        "games/baccarat/rules.py",
        "if spot == BANKER and winning_points == 6:",
        "if spot == BANKER and winning_points == 16:",
    ),
    Mutant(
        "a Tie takes the Original Bets", "games/baccarat/rules.py", 'return returned("3.12")', 'return lost("3.12")'
    ),
    Mutant(
        "the Player Hand stands on 5", "games/baccarat/rules.py", "    return total <= 5\n", "    return total <= 4\n"
    ),
    Mutant(
        "the certificate is not compared with the cards",
        "protocol/legality.py",
        "if order.cards_digest != cards_digest(view):",
        "if False:",
        trouble="wrong orders",
    ),
    Mutant("a Void leaves its window open", "console/table/playing.py", "yield from _void_questions(table)", "pass"),
    Mutant(
        "a Void does not return one Player's Bets",
        "console/table/settling.py",
        "    yield from _settle(table)\n    yield events.RoundEnded(round_no, void=True)",
        "    yield from list(_settle(table))[1:]\n    yield events.RoundEnded(round_no, void=True)",
    ),
    Mutant(
        "an established outcome is voided",
        "console/table/settling.py",
        "if affects and not established:",
        "if affects:",
    ),
    Mutant(
        "a correction takes more than the credit",
        "protocol/ledger.py",
        "credited = max(rest, -ledger.credit(terminal)) if runs else 0",
        "credited = rest if runs else 0",
        trouble="wrong cards",
    ),
    Mutant(
        "a correction takes from another sitting",
        "protocol/ledger.py",
        "runs = ledger.sitting(terminal) == sitting",
        "runs = True",
        trouble="wrong cards",
    ),
    Mutant(
        "a correction takes the first two cards in the wrong order, at both ends",
        "games/settlement.py",
        "    left = list(cards)\n",
        "    left = [*cards[1::-1], *cards[2:]]\n",
        trouble="wrong cards",
    ),
    Mutant(
        "the first and the third card go to the Banker Hand",
        "games/baccarat/rules.py",
        "DEAL_ORDER: Final = (PLAYER_HAND, BANKER_HAND, PLAYER_HAND, BANKER_HAND)",
        "DEAL_ORDER: Final = (BANKER_HAND, PLAYER_HAND, BANKER_HAND, PLAYER_HAND)",
        also=tuple(
            Change("games/baccarat/rules.py", old, new)
            for old, new in (
                ("first, second, third, fourth = cards\n", "second, first, fourth, third = cards\n"),
                (
                    "player, banker = tuple(cards[0:4:2]), tuple(cards[1:4:2])",
                    "player, banker = tuple(cards[1:4:2]), tuple(cards[0:4:2])",
                ),
                ("due=None if round.voided else PLAYER_HAND)", "due=None if round.voided else BANKER_HAND)"),
                ("closed=True, due=PLAYER_HAND)", "closed=True, due=BANKER_HAND)"),
                (
                    "            cards[0].rank is cards[2].rank,\n            cards[1].rank is cards[3].rank,\n",
                    "            cards[1].rank is cards[3].rank,\n            cards[0].rank is cards[2].rank,\n",
                ),
            )
        ),
    ),
    Mutant(
        "a Reconstruction lays the cards backwards",
        "games/baccarat/rules.py",
        "return fold(cards, replace(_BETS_CLOSED",
        "return fold(cards[::-1], replace(_BETS_CLOSED",
        trouble="mixed-up cards",
    ),
    Mutant(
        "a card that came early is surplus again when the cards are corrected",
        "games/settlement.py",
        "for act in _brought_into_play(list(acts)):",
        "for act in acts:",
        trouble="mixed-up cards",
    ),
    # --- cards and orders ---
    Mutant(
        "a gap in the shoe's numbers is not noticed",
        "console/table/reconcile.py",
        "        if shoe_seq > shoe.last_seq:\n            return GAP",
        "        if shoe_seq > shoe.last_seq:\n            return NEXT",
        trouble="wrong counter",
    ),
    Mutant(
        "a card is dealt while Bets are open",
        "console/table/dealing.py",
        "    expected = view.phase is Phase.DEALING\n",
        "    expected = view.phase in (Phase.BETTING, Phase.DEALING)\n",
    ),
    Mutant(
        "a repeated card counts twice",
        "console/table/reconcile.py",
        "if shoe_seq == shoe.last_seq + 1:",
        "if shoe_seq in (shoe.last_seq, shoe.last_seq + 1):",
        also=(
            Change(
                "shoe_driver/link.py",
                "        if number > self._reported:\n            # Which",
                "        if number == self._reported:\n            yield _event(frame)\n"
                "        if number > self._reported:\n            # Which",
            ),
        ),
        trouble="noise",
    ),
    Mutant(
        "a card that nobody needs is not recorded",
        "console/table/dealing.py",
        "        yield from draw_surplus(table, seq, card)\n        yield from table.halt",
        "        return\n        yield from table.halt",
    ),
    Mutant(
        "a surplus card is not counted",
        "protocol/view.py",
        "    shoe.beside += 1\n    view.undo = 0\n",
        "    view.undo = 0\n",
    ),
    Mutant(
        "the shoe is not asked again for a card that was lost",
        "shoe_driver/link.py",
        "self._talk.wake_ms() if self._talk else None):",
        "None):",
        trouble="noisy line",
    ),
    Mutant(
        "the interruption is not asked about",
        "console/table/table.py",
        "        if self.view.in_round:\n            yield events.Interrupted",
        "        if False:\n            yield events.Interrupted",
    ),
    Mutant(
        "an order about a Round that has passed is obeyed",
        "protocol/legality.py",
        "if (MOVE_FOR[type(order)].of_round or of_last_round) and command.round_no != view.round_no:",
        "if False:",
    ),
    Mutant(
        "an order that comes twice is obeyed twice",
        "console/table/orders.py",
        "state.orders.get(command_id)",
        "None",
        trouble="bad weather",
    ),
    Mutant(
        "the refusal of an order is not put on record",
        "console/table/orders.py",
        "    yield events.OrderRefused(command.command_id, by, command.order, refusal)\n",
        "    yield from ()\n",
    ),
    Mutant(
        "no second person is asked for",
        "protocol/moves.py",
        "    if second is None:\n        return Wanted(one |",
        "    if True:\n        return Wanted(one |",
        trouble="wrong orders",
    ),
    Mutant(
        "a Round is begun on a full disk",
        "console/table/orders.py",
        "    if table.forgotten.space:\n",
        "    if True:\n",
        trouble="full disks",
    ),
    # --- the follower and the chain ---
    Mutant(
        "the follower does not look for gaps",
        "protocol/follower.py",
        "while (entry := ahead.get(seq)) is not None:",
        "while (entry := ahead.get(seq := min((at for at in ahead if at >= seq), default=0))) is not None:",
    ),
    Mutant(
        "the own entry is skipped without its body",
        "protocol/follower.py",
        "from protocol.events import may_read\n",
        "def may_read(*_: object) -> bool:\n    return False\n",
    ),
    Mutant(
        "a Sync is asked for once",
        "protocol/follower.py",
        "self._asked_ms is None else self._asked_ms + SYNC_AGAIN_MS",
        "self._asked_ms is None else None",
    ),
    Mutant(
        "a damaged journal is believed",
        "protocol/chain.py",
        "if digest_of(seq, entry.wall_time, entry.audience, entry.salt, entry.body) != entry.digest:",
        "if False:",
        trouble="damaged disks",
        noisy=True,
    ),
    Mutant(
        "a snapshot forgets the credit",
        "console/table/table.py",
        "            ledger.credit(terminal),\n",
        "            0,\n",
        trouble="lost disks",
    ),
    # --- the terminal ---
    Mutant(
        "the hold is released on a timeout",
        "terminal/session.py",
        "    forgotten.connected = join.liveness.alive(now_ms)\n",
        "    forgotten.connected = join.liveness.alive(now_ms)\n"
        "    if not forgotten.connected:\n        outbox.layouts.clear()\n",
    ),
    Mutant(
        "a copied run does not move the cursor",
        "terminal/following.py",
        "    state.seq, state.chain = copied.first_seq + len(copied.entries) - 1, copied.chain\n"
        "    seat.join.follower.advance(state.seq, state.chain)\n",
        "",
    ),
    Mutant(
        "a pulse that is ahead is ignored",
        "protocol/join.py",
        "                follower.expect_link(news.seq, news.chain)\n",
        "",
        trouble="bad weather",
        also=(
            Change(
                "protocol/join.py", "        if not linked:\n            self.follower.expect_link(seq, chain)\n", ""
            ),
        ),
    ),
    Mutant(
        "the terminal asks before it has caught up",
        "protocol/join.py",
        "return self._welcome_seq is not None and self.follower.seq >= self._welcome_seq",
        "return self._welcome_seq is not None",
        trouble="old images",
    ),
    Mutant(
        "a new process does not count its boot",
        "terminal/session.py",
        "Booted(session.state.boot + 1, given.run)",
        "Booted(max(1, session.state.boot), given.run)",
    ),
    Mutant(
        "a layout is sent and not written down",
        "terminal/session.py",
        "yield LayoutSent(window, revision, dict(answer.bets), answer.choice)",
        "yield Reply(CONSOLE, m.Answer(state.boot, state.run, window, revision, dict(answer.bets), answer.choice))",
    ),
    Mutant("what is in flight can be spent again", "terminal/layouts.py", " - held_amount(seat)", ""),
    Mutant(
        "a second revision is sent while one is in flight",
        "terminal/layouts.py",
        "        if window in seat.state.outbox.layouts:\n            continue\n",
        "",
    ),
    Mutant(
        "nothing is resent after a restart",
        "terminal/outbox.py",
        "            self.by_key[key] = sent_first(now_ms)\n            return True\n",
        "            return False\n",
    ),
    Mutant(
        "the next revision ignores the log's",
        "terminal/outbox.py",
        '        """Rule 7: the log has answered this revision, and with it every lower one."""\n'
        "        self.revisions[window] = max(revision, self.revisions.get(window, 0))\n",
        "",
        trouble="old images",
    ),
    Mutant(
        "a note that was stacked is not asked for",
        "terminal/outbox.py",
        "        self.asked[request.id] = request\n",
        "",
    ),
    Mutant(
        "what is right is disputed",
        "terminal/own_rounds.py",
        "elif paid_twice or (event.lines != expected and not _agree(event.lines, expected)):",
        "elif len(event.lines) > 1:",
    ),
    Mutant(
        "a cash-out in flight can be spent again",
        "terminal/layouts.py",
        "return seat.credit - asked_amount - held",
        "return seat.credit - held",
    ),
    Mutant(
        "corrected lines are not compared",
        "terminal/own_rounds.py",
        "if expected is not None and not (known and balanced and _agree(expected, own.paid.values())):",
        "if False:",
        trouble="wrong pay",
    ),
    Mutant(
        "a sitting that owes is paid a correction",
        "protocol/ledger.py",
        "more_owed = -min(change, -ledger.balance(owed(terminal, sitting)))",
        "more_owed = 0",
        trouble="found very late",
    ),
    Mutant(
        "a dispute is not raised",
        "terminal/own_rounds.py",
        "elif paid_twice or (event.lines != expected and not _agree(event.lines, expected)):",
        "elif False:",
        trouble="wrong pay",
    ),
)


# --- outside: a copy of the packages with the bug in it ----------------------------------------------------------


class Caught(NamedTuple):
    seed: int
    tried: int  # seeds, this one included
    by: str  # M7, C8, liveness ...
    what: str


def broken_copy(mutant: Mutant, to: Path) -> None:
    """Links to the packages, and in the place of what is changed a file of its own: nothing that is whole is copied.
    What is compiled goes along, for speed; a changed file has none.
    """
    to.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        (to / package).symlink_to(ROOT / package)
    for change in changes(mutant):
        path = to / change.file
        for folder in reversed(path.relative_to(to).parents[:-1]):
            _unfold(to / folder)
        _unfold(path.parent / "__pycache__")
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
            compiled.unlink()
        text = changed(change, path.read_text())
        path.unlink()
        path.write_text(text)


def _unfold(folder: Path) -> None:
    """A link to a folder becomes a folder of links to what is in it."""
    if folder.is_symlink():
        whole = folder.readlink()
        folder.unlink()
        folder.mkdir()
        for inside in whole.iterdir():
            (folder / inside.name).symlink_to(inside)


def changes(mutant: Mutant) -> list[Change]:
    return [Change(mutant.file, mutant.old, mutant.new), *mutant.also]


def changed(change: Change, text: str) -> str:
    found = text.count(change.old)
    if found != 1:
        raise Stale(f"this stands {found} times in {change.file}, not once:\n{change.old}")
    return text.replace(change.old, change.new)


def stale(mutants: Sequence[Mutant]) -> list[str]:
    """Those whose text is not there exactly once. Asked of all of them, before anything is played."""
    texts = [(mutant.name, change) for mutant in mutants for change in changes(mutant)]
    return [
        f"{name}: {change.file}" for name, change in texts if (ROOT / change.file).read_text().count(change.old) != 1
    ]


def play(mutant: Mutant, trouble: str, seeds: Sequence[int], script: Path = Path(__file__)) -> Caught | None:
    """Plays these seeds in a copy, in a process of its own, until one is caught. `script`: which knows the trouble."""
    noisy, numbers = mutant.noisy, [str(seed) for seed in seeds]
    with tempfile.TemporaryDirectory() as scratch:
        folder = str(Path(scratch).resolve())
        broken_copy(mutant, Path(folder))
        done = subprocess.run(
            [sys.executable, "-P", "-B", str(script.resolve()), trouble, "noisy" if noisy else "", *numbers],
            cwd=folder,
            env={
                "PYTHONPATH": os.pathsep.join((folder, str(ROOT)))
            },  # what is tested from the copy, the tests from here
            capture_output=True,
            text=True,
            timeout=RUN_S_MAX,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"the run itself is broken, which is no catch:\n{done.stderr[-4_000:]}")
    caught = json.loads(done.stdout)
    return None if caught is None else Caught(*caught)


# --- inside: seed after seed -------------------------------------------------------------------------------------


def first_caught(trouble: Trouble, seeds: Sequence[int], *, noisy: bool) -> Caught | None:
    for tried, seed in enumerate(seeds, 1):
        try:
            run(seed, ROUNDS, trouble.make(), game=trouble.game)
        except Failed as failed:
            return Caught(seed, tried, *named(failed.broken))
        except Exception as error:
            if not noisy and isinstance(error, NameError | AttributeError | TypeError | ImportError):
                raise  # the mutant is badly written
            return Caught(seed, tried, type(error).__name__, str(error))
    return None


def named(broken: str) -> tuple[str, str]:
    """The check (M7, C8, liveness) and what it says. Our own checks carry the number in brackets at the end."""
    own = re.search(r" \((M\d+)\)$", broken)
    if own:
        return f"{own[1]}, by the core itself", broken[: own.start()]
    name, _, what = broken.partition(": ")
    return name, what


def main(troubles: Mapping[str, Trouble], trouble: str, noisy: str, *seeds: str) -> None:
    for package in PACKAGES:
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            found = Path(sys.modules[name].__file__ or "").absolute()  # not where a link leads
            if not found.is_relative_to(Path.cwd()):
                raise RuntimeError(f"{found} is not the copy")
    print(json.dumps(first_caught(troubles[trouble], [int(seed) for seed in seeds], noisy=bool(noisy))))


if __name__ == "__main__":
    main(TROUBLES, *sys.argv[1:])
