"""Deliberate bugs of a table where nobody deals: the shuffle, who is bound to what and when, what lies covered, what is
asked of the shell, and what a terminal makes of it.

Declared and played as those of `mutants.py`, at tables of document 004.
"""

import sys
from typing import Final

from simulation.mix import Mix
from simulation.network import Weather
from simulation.people import Manners
from tests.sim.mutants import Change, Mutant, Trouble, main

AUTOMATIC, DEALER, SHUFFLE = "console/table/automatic.py", "console/dealer.py", "games/fair_shuffle.py"
RULES, FAIRNESS, VIEW = "games/online_blackjack/rules.py", "terminal/fairness.py", "protocol/shuffle_view.py"


def hostile() -> Mix:
    """Terminals that lie about their nonces, a shell that prattles, processes that end at any failpoint."""
    mix = Mix(weather=Weather(drop=0.1, double=0.2, overtake=0.2), lies=0.6, crash_console=0.004)
    mix.prattles = 0.3
    return mix


def lost() -> Mix:
    return Mix(crash_console=0.006, loses_seeds=0.7)


def unfair() -> Mix:
    return Mix(ending="U")


AUTO_TROUBLES: Final = {
    "calm": Trouble(Mix, 6, game="premium_blackjack"),
    "classic": Trouble(Mix, 6, game="classic_blackjack"),
    "hostile": Trouble(hostile, 8, game="classic_blackjack"),
    "crashes": Trouble(lambda: Mix(crash_console=0.008), 6, game="premium_blackjack"),
    "slow people": Trouble(lambda: Mix(manners=Manners(pace=8.0)), 4, game="classic_blackjack"),
    "lost seeds": Trouble(lost, 6, game="premium_blackjack"),
    "an unfair House": Trouble(unfair, 16, game="classic_blackjack"),
}

AUTO_MUTANTS: Final = (
    # --- the shuffle ---
    Mutant(
        "the last card never moves",
        SHUFFLE,
        "for last in range(len(cards) - 1, 0, -1):",
        "for last in range(len(cards) - 2, 0, -1):",
        "calm",
    ),
    Mutant("numbers with a bias", SHUFFLE, "fair = _WORD - _WORD % limit", "fair = _WORD", "calm"),
    Mutant(
        "nonces are left out of the key",
        SHUFFLE,
        "texts += [part.terminal.encode(), part.value]",
        "texts += [part.terminal.encode()]",
        "calm",
    ),
    Mutant(
        "the salt is not in the commitment",
        SHUFFLE,
        '_digest(b"etg seed 1", table.encode(), _number(round_no), salt, seed)',
        '_digest(b"etg seed 1", table.encode(), _number(round_no), seed)',
        "calm",
    ),
    # --- who is bound, and when ---
    Mutant(
        "a nonce is bound after the close",
        AUTOMATIC,
        "if open_to_all and view.round_no == round_no and view.shuffle.may_commit(round_no, terminal):",
        "if view.round_no == round_no and view.shuffle.may_commit(round_no, terminal):",
        "hostile",
        also=(Change(VIEW, "not self.closed and terminal not in self.digests", "terminal not in self.digests"),),
    ),
    Mutant(
        "a terminal is bound a second time",
        VIEW,
        "return self.round_no == round_no and not self.closed and terminal not in self.digests",
        "return self.round_no == round_no and not self.closed",
        "hostile",
    ),
    Mutant(
        "any nonce opens a digest",
        VIEW,
        "return self.digests.get(terminal) == commit_nonce(table, round_no, terminal, nonce)",
        "return terminal in self.digests",
        "hostile",
    ),
    Mutant(
        "the nonces are not waited for",
        AUTOMATIC,
        "        if due or shuffle.nonces.keys() == shuffle.digests.keys():",
        "        if True:",
        "calm",
    ),
    Mutant(
        "who did not open his nonce is left out",
        VIEW,
        "            for terminal, digest in sorted(self.digests.items())\n",
        "            for terminal, digest in sorted(self.digests.items())\n            if terminal in self.nonces\n",
        "hostile",
    ),
    Mutant(
        "a second seed is taken",
        AUTOMATIC,
        "case SeedDrawn(round_no=round_no, commitment=commitment) if wish == AskDealer(round_no, SEED):",
        "case SeedDrawn(round_no=round_no, commitment=commitment) if view.in_round or wish is not None:",
        "hostile",
    ),
    # --- what lies covered ---
    Mutant(
        "the covered card is told when it is covered",
        DEALER,
        "        if asked.what == Due.COVER:\n            return None\n",
        "",
        "calm",
        also=(Change(AUTOMATIC, "index + 1, view.due, None,", "index + 1, view.due, card,"),),
    ),
    Mutant(
        "whatever is looked at is told",
        DEALER,
        "return card if table.game.ends_by(table.round, card) else None",
        "return card",
        "calm",
    ),
    Mutant(
        "the Dealer looks and plays on",
        DEALER,
        "return card if table.game.ends_by(table.round, card) else None",
        "return None",
        "calm",
    ),
    Mutant("Classic peeks, too", RULES, "    peeks = False\n", "    peeks = True\n", "classic"),
    # --- the House and its seed ---
    Mutant(
        "a card that was not asked for is dealt",
        AUTOMATIC,
        "case Drawn(asked=asked, card=card) if asked == wish and not view.halts:",
        "case Drawn(asked=asked, card=card) if wish is not None and asked.what == wish.what and not view.halts:",
        "hostile",
    ),
    Mutant(
        "a seed that is lost is drawn anew",
        DEALER,
        "            return SeedGone(round_no)\n",
        "            kept = Kept(shuffle.commitment, bytes(32), bytes(32))\n",
        "lost seeds",
    ),
    Mutant(
        "the seed is kept after it is told",
        DEALER,
        "            self._seeds.keep(Kept(commitment, seed, salt))\n",
        "            if self._order[0]:\n                self._seeds.keep(Kept(commitment, seed, salt))\n",
        "calm",
    ),
    Mutant(
        "a Round whose seed is gone is not void",
        AUTOMATIC,
        "    if view.in_round:\n        yield from void(",
        "    if view.in_round and not view.shoe.live:\n        yield from void(",
        "lost seeds",
    ),
    # --- when it goes on ---
    Mutant(
        "Bets close with the first",
        AUTOMATIC,
        "        return pace.quiet_ms\n",
        "        return pace.card_ms\n",
        "calm",
    ),
    Mutant(
        "after a restart everybody waits",
        AUTOMATIC,
        "    yield events.InterruptionAnswered(table.view.round_no, affects=False,",
        "    yield events.InterruptionAnswered(table.view.round_no, affects=True,",
        "crashes",
    ),
    Mutant(
        "a Round is dealt for nobody",
        AUTOMATIC,
        "if all_may and not table.windows.players() and playing(table) and not view.closing:",
        "if all_may and view.closing and not table.windows.players():",
        "slow people",
    ),
    # --- what a terminal makes of it ---
    Mutant(
        "a terminal checks nothing",
        FAIRNESS,
        "    if state.own_rounds.unfair:\n",
        "    if state.own_rounds.unfair == 'never':\n",
        "an unfair House",
    ),
    Mutant(
        "nobody looks at the cards",
        VIEW,
        "if any(card is not None and card is not order[at] for at, card in enumerate(cards)):",
        "if len(cards) > len(order):",
        "an unfair House",
    ),
    Mutant(
        "nobody looks at the seed",
        VIEW,
        "if commit_seed(table, opened.round_no, opened.seed, opened.salt) != opened.commitment:",
        "if not opened.commitment:",
        "an unfair House",
    ),
    Mutant(
        "a nonce that everybody could know",
        FAIRNESS,
        'return hmac.digest(seat.forgotten.secret, f"{seat.state.table} {round_no}".encode(), "sha256")',
        'return hmac.digest(b"etg", f"{seat.state.table} {round_no}".encode(), "sha256")',
        "calm",
    ),
)

if __name__ == "__main__":
    main(AUTO_TROUBLES, *sys.argv[1:])
