"""A table where nobody deals (004): two people who always bet and stand, and staff who only watch.

The journal is judged by the rule book of the simulator and its second shuffle, which share no code with the games.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from deploy.demo.attendant import Attendant
from deploy.demo.findings import check_table
from games.round import PlayerId
from protocol import events as e
from protocol.codec import decode_event
from protocol.fact import Fact
from protocol.journal import Journal
from simulation.auto_checks import AutoRound
from simulation.oracle_shuffle import order_of, seed_digest
from tests.e2e.game import Game
from tests.e2e.player import Layout, Wish

DECKS: Final = 6
BETS_OF: Final[dict[str, dict[str, Layout]]] = {
    "classic_blackjack": {"T01": {"1/main": 100}, "T02": {"2/main": 300}},
    "premium_blackjack": {"T01": {"1/main": 2_500}, "T02": {"2/main": 5_000}},
}
PACE: Final = {"card_ms": 5, "nonces_ms": 400, "quiet_ms": 5, "result_ms": 5}


class AutoGame(Game):
    guests = True

    def __init__(self, *given: Any, game: str = "classic_blackjack", bets: Mapping[str, Layout]) -> None:
        self.game, self.wished = game, bets
        super().__init__(*given, terminals=len(bets), game=game, layouts={name: [its] for name, its in bets.items()})
        file = self.folder / "table.toml"
        text = file.read_text()
        for name, value in PACE.items():
            text, found = re.subn(rf"^{name} = \d+$", f"{name} = {value}", text, flags=re.MULTILINE)
            assert found == 1, f"{name} is not in {file}"
        file.write_text(text)
        for name, its in bets.items():
            Wish(bets=[its], calm=True).write(self.folder, name)

    def plug_in(self, seed: int, **settings: Any) -> None:
        """There is no shoe, and whoever stands at the panel deals nothing."""
        super().plug_in(seed, **settings)
        self.croupier = Attendant(self.link, self.shoe)
        self.croupier.pause_ms, self.croupier.rounds_left = 0, None

    def seat_all(self) -> None:
        self.start_all()
        ledger = self.link.desk.ledger
        self.until(
            lambda: self.up() and all(ledger.credit(PlayerId(name)) > 0 for name in self.terminals), "all are seated"
        )

    def plays_on(self) -> None:
        """As the table does, with whoever is there."""
        self.until(lambda: self.up() and not self.view.halts, "all are back")
        number = self.view.round_no
        self.until(lambda: self.view.round_no > number, f"another Round begins after {number}")

    def judged(self) -> "Told":
        """All has stopped in order."""
        self.stop_all()
        assert check_table(self.folder, self.rig.table, self.terminals).problems == []
        told = Told(self.rig.table, self.game, self.wished)
        with Journal.open_to_read(self.folder / "table.journal") as journal:
            for entry in journal.entries():
                told.apply(decode_event(entry.body))
        assert told.rounds
        assert told.commitment == b""
        return told


class Told:
    """What the console's journal says of each Round, held against it. Whatever happens once in a Round happens once."""

    def __init__(self, table: str, game: str, bets: Mapping[str, Layout]) -> None:
        self.table, self.game, self.bets = table, game, bets
        self.rounds = 0
        self.began_in_play = 0  # consoles that were started in the middle of a Round, and went on with it
        self.unopened: Counter[str] = Counter()  # nonces, by terminal
        self.staked: dict[str, dict[str, int]] = {}  # in the last one
        self.commitment = b""
        self._seated: set[str] = set()  # who has credit
        self._awaited: set[str] = set()  # who had it when Bets were opened
        self._new_round()

    def _new_round(self) -> None:
        self.round = AutoRound(self.game, DECKS, 5, {})
        self.lines: dict[str, dict[str, tuple[int, int]]] = {}
        self.bound: dict[str, bytes] = {}
        self.nonces: dict[str, bytes] = {}
        self.added: dict[str, bytes] = {}
        self.dealt: list[str] = []

    def apply(self, event: Fact) -> None:
        match event:
            case e.CreditBought(terminal=name):
                self._seated.add(name)
            case e.WindowOpened(id=key) if key.n == 1:
                self._awaited = set(self._seated)
            case e.ShuffleCommitted(commitment=commitment):
                assert not self.commitment, "the seed before was never opened"
                self.commitment = commitment
                self._new_round()
            case e.NonceCommitted(terminal=name, digest=digest):
                assert name not in self.bound
                self.bound[name] = digest
            case e.NonceOpened(terminal=name, nonce=nonce):
                assert name not in self.nonces
                self.nonces[name] = nonce
            case e.ShuffleMixed(parts=parts):
                assert not self.added
                self.added = {part.terminal: part.value for part in parts}
                assert self.added == self.bound | self.nonces
                self.unopened.update(part.terminal for part in parts if not part.opened)
            case e.CardDealt(card=card, shoe_seq=number):
                assert number == len(self.dealt) + 1
                self.dealt.append("" if card is None else card.text)
            case e.CardRevealed(draw=place, card=card):
                assert self.dealt[place] == ""
                self.dealt[place] = card.text
            case e.Settled(terminal=name, lines=lines):
                assert name not in self.lines, f"{name} is settled twice"
                self.lines[name] = {str(line.spot): (line.staked, line.returned) for line in lines}
            case e.InterruptionAnswered(affects=affects):
                assert not affects
                self.began_in_play += 1
            case e.ShuffleOpened():
                self._opened(event)
            case e.ShuffleLost():
                raise AssertionError(f"{event}: its file was there")
            case _:
                pass
        if not self.round.over:
            self.round.apply(event)
        if isinstance(event, e.RoundEnded):
            assert not event.void
            assert self.lines == self.round.returns()
            self.staked = {name: {spot: it[0] for spot, it in paid.items()} for name, paid in self.lines.items()}
            assert self.staked.items() <= self.bets.items()
            assert self._awaited <= self.staked.keys(), "a Bet was lost, or not waited for"
            self.rounds += 1

    def _opened(self, event: e.ShuffleOpened) -> None:
        assert seed_digest(self.table, event.round_no, event.seed, event.salt) == self.commitment
        order = order_of(self.table, event.round_no, event.seed, self.added, DECKS)
        turned = [(place, card) for place, card in enumerate(self.dealt) if card]
        assert turned == [(place, order[place]) for place, _ in turned] != []
        self.commitment = b""
