"""Moments of a table where nobody deals and participants play (004): one signed on, one Hand or two, both coins.

The House of a rehearsal knows what its terminals will add, and draws seeds until the cards tell the story: so every
shuffle here is opened and agrees, as at a table where nobody could.
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final

from console.dealer import Dealer
from console.table.state import DealingPace, Setup
from console.table.table import DayTold
from deploy.demo.box_rehearsal import TIMES
from deploy.demo.moments import Moment
from deploy.demo.rehearsal import Rehearsal
from games.blackjack.round import card_value
from games.cards import Card
from games.catalog import find_face, find_game
from games.fair_shuffle import Part, shuffle_key, shuffled
from games.round import Felt, Limit, PlayerId, SelfDealt, Spot
from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.view import Phase
from simulation.calm import CREW, PIN, WRONG_PIN, founding
from terminal.fairness import own_nonce
from terminal.intents import AnswerBox, ChooseCoin, PlaceBet, SignOnHere

ME: Final = "T04"
OTHER: Final = "T02"
GC, SC = "GC", "SC"
PAT: Final = m.Person("80001", "Pat", Position.PARTICIPANT)
GIL: Final = m.Person("80002", "Gil", Position.PARTICIPANT)
COINS: Final = {
    GC: {"main": Limit(min=100_000, max=10_000_000, step=100_000)},
    SC: {"main": Limit(min=50, max=50_000, step=50)},
}
HIGH: Final = {
    GC: {"main": Limit(min=1_000_000, max=1_000_000_000, step=1_000_000)},
    SC: {"main": Limit(min=2_500, max=100_000, step=500)},
}
CHIPS: Final = {GC: (100_000, 500_000, 2_500_000, 10_000_000), SC: (50, 500, 2_500, 10_000)}
HIGH_CHIPS: Final = {GC: (1_000_000, 5_000_000, 25_000_000, 100_000_000), SC: (2_500, 5_000, 25_000, 100_000)}
GRANTED: Final = {GC: 22_900_000, SC: 12_345}
HIGH_GRANTED: Final = {GC: 2_290_000_000, SC: 412_300}
GRANTS: Final = events.CashCap(0, 100_000, 500_000, 1_000_000, 100_000_000_000)
PACE: Final = DealingPace(card_ms=100, nonces_ms=1_000, quiet_ms=1_500, result_ms=5_000)
DAY: Final = "2026-11-16"
SEEDS_MAX: Final = 20_000
PAGES: Final = ("history", "rules", "rules/wrong", "rules/limits", "coins", "takeabreak", "shuffle")

# Of cards to come: the own Hand, the Dealer's first, the own second, the hole card, and what follows.
Story = Callable[[tuple[Card, ...]], bool]


def told(*values: int) -> Story:
    """These come, by value; an ace counts 1."""
    return lambda cards: [card_value(card) for card in cards[: len(values)]] == list(values)


def anything(_cards: tuple[Card, ...]) -> bool:
    return True


def setup_of(game: str) -> Setup:
    high = game != "classic_blackjack"
    coins, chips = (HIGH, HIGH_CHIPS) if high else (COINS, CHIPS)
    seats = {box: PlayerId(f"T{box:02d}") for box in range(1, 8)}
    placard = events.Placard(
        *(find_face(game).title, GC, 2, chips[GC]),
        decks=find_game(game).decks[0],
        languages=("en", "zh_CN", "zh_TW", "ms"),
        automatic=True,
        coins=chips,
        caps=events.Caps(grants={GC: GRANTS, SC: GRANTS}),
    )
    felt = Felt(coins[GC], 7, seats, coins=coins)
    return Setup("CBJ-01", game, felt, 15_000, TIMES, placard=placard, pace=PACE)


class Knowing(Dealer):
    """Draws until the story comes; nobody else could."""

    def __init__(self, table: "CoinRehearsal") -> None:
        numbers = (number.to_bytes(32) for number in count(1))
        super().__init__(table.seeds, lambda _size: table.next_seed(numbers))


class CoinRehearsal(Rehearsal):
    def __init__(self, game: str, story: Story = anything, *, plays: tuple[str, ...] = (ME,)) -> None:
        self.game, self.story, self.plays = game, story, plays
        self._salt = False
        super().__init__(terminals=7, setup=setup_of(game), opened=False)
        self.dealer = Knowing(self)
        self.batch(DayTold(DAY))
        self.order(m.OpenTable())
        for person in (PAT, GIL):
            for coin, amount in (GRANTED if game == "classic_blackjack" else HIGH_GRANTED).items():
                self.order(m.GrantCoins(person.number, coin, amount))
        self.wait(300)

    def start(self) -> list[Any]:
        self.staff = (*founding(CREW), *founding((PAT, GIL)))
        return super().start()

    def next_seed(self, numbers: Any) -> bytes:
        """Every second call is for the salt."""
        self._salt = not self._salt
        if not self._salt:
            return bytes(32)
        view, table = self.table.view, self.setup.table
        parts = [Part(name, own_nonce(self.seats[name].session, view.round_no + 1)) for name in self.plays]
        for _ in range(SEEDS_MAX):
            seed: bytes = next(numbers)
            key = shuffle_key(table, view.round_no + 1, seed, parts)
            if self.story(shuffled(key, view.placard.decks)):
                return seed
        raise ValueError("no seed tells this story")

    # --- what people do ----------------------------------------------------------------------------------------------

    def on(self, name: str = ME, person: m.Person = PAT, pin: str = PIN) -> "CoinRehearsal":
        self.seats[name].wants(SignOnHere(self._next_id(), person.number, pin))
        return self

    def coin(self, coin: str, name: str = ME) -> "CoinRehearsal":
        self.seats[name].wants(ChooseCoin(coin))
        self.wait(300)
        return self

    def until(self, done: Callable[[], object]) -> "CoinRehearsal":
        for _ in range(600):
            if done():
                return self
            self.wait(100)
        raise ValueError(f"it stands still: {self.table.view.phase}")

    def bet(self, *bets: tuple[str, int]) -> "CoinRehearsal":
        """`bets`: of whom, and how much."""
        self.until(lambda: self.table.view.phase is Phase.BETTING)
        for name, amount in bets:
            self.seats[name].wants(PlaceBet(Spot(f"{int(name[1:])}/main"), amount))
        self.wait(300)
        return self

    def until_phase(self, phase: Phase) -> "CoinRehearsal":
        return self.until(lambda: self.table.view.phase is phase)

    def until_dealt(self, cards: int) -> "CoinRehearsal":
        return self.until(lambda: len(self.table.view.draws) >= cards)

    def until_asked(self, name: str = ME) -> "CoinRehearsal":
        """He is asked something."""
        return self.until(lambda: any(not it.key for it in self._questions(name)))

    def answer(self, key: str, name: str = ME) -> "CoinRehearsal":
        self.until_asked(name)
        self.seats[name].wants(AnswerBox(int(name[1:]), key))
        self.wait(200)
        return self

    def _questions(self, name: str) -> tuple[Any, ...]:
        found = self.seats[name].view.boxes
        return () if found is None else found.questions

    def over(self) -> "CoinRehearsal":
        self.until(lambda: not self.table.view.in_round or self.table.view.certified)
        self.wait(300)
        return self


def _stake(game: str, coin: str = GC) -> int:
    return setup_of(game).felt.coins[coin]["main"].min * 10


def playing(game: str, story: Story = anything, coin: str = GC) -> CoinRehearsal:
    """One participant, with a Bet in this coin."""
    table = CoinRehearsal(game, story).on()
    if coin != GC:
        table.coin(coin)
    return table.bet((ME, _stake(game, coin)))


def two(game: str, story: Story = anything) -> CoinRehearsal:
    """Two of them, each with a coin of his own, at boxes 2 and 4."""
    table = CoinRehearsal(game, story, plays=(OTHER, ME)).on().on(OTHER, GIL).coin(SC, OTHER)
    return table.bet((ME, _stake(game)), (OTHER, _stake(game, SC)))


def _wrong(game: str) -> CoinRehearsal:
    return CoinRehearsal(game).on(pin=WRONG_PIN)


def _split(game: str) -> CoinRehearsal:
    """Two nines are split, a five and a ten come to them, against a seven."""
    return playing(game, told(9, 7, 9)).answer("split").until_asked()


def _second(game: str) -> CoinRehearsal:
    return _split(game).answer("stand").until_asked()


def _long(game: str) -> CoinRehearsal:
    """As many cards as two Hands can well have."""
    story = told(2, 7, 2)
    table = playing(game, story).answer("split")
    while (found := table.seats[ME].view.boxes) is not None and len(found.tiles[3].hands[0].cards) < 6:
        if found.tiles[3].hands[0].out:
            break
        table.answer("hit")
    return table


def _lost(game: str) -> CoinRehearsal:
    return playing(game, told(10, 9, 6, 10)).answer("stand").over()


def _won(game: str) -> CoinRehearsal:
    return playing(game, told(10, 7, 10, 10)).answer("stand").over()


def _split_over(game: str) -> CoinRehearsal:
    return _second(game).answer("stand").over()


def _called(game: str) -> CoinRehearsal:
    table = playing(game, told(10, 7, 6)).until_asked()
    table.order(m.CallSupervisor("look"))
    table.wait(300)
    return table


def is_automatic(game: str) -> bool:
    return isinstance(find_game(game), SelfDealt)


Scenes = Mapping[str, Callable[[str], CoinRehearsal]]
COIN_SCENES: Final[Scenes] = {
    "ready": lambda game: CoinRehearsal(game).on(),
    "nobody": CoinRehearsal,
    "wrong_pin": _wrong,
    "betting": lambda game: CoinRehearsal(game).on().bet(),
    "bet": playing,
    "sweeps": lambda game: playing(game, coin=SC),
    "shuffled": lambda game: playing(game).until_phase(Phase.DEALING),
    "dealing": lambda game: playing(game, told(10, 7)).until_dealt(2),
    "insurance": lambda game: playing(game, told(10, 1, 7)).until_asked(),
    "even_play": lambda game: playing(game, told(10, 1, 1)).until_asked(),
    "turn": lambda game: playing(game, told(9, 7, 9)).until_asked(),
    "sweeps_turn": lambda game: playing(game, told(9, 7, 5), SC).until_asked(),
    "split": _split,
    "second_hand": _second,
    "long": _long,
    "others_turn": lambda game: two(game, told(10, 9, 7)).until_asked(OTHER),
    "halted": _called,
    "lost": _lost,
    "over": _won,
    "split_over": _split_over,
}
MAIN_SCENES: Final = ("betting", "insurance", "split", "over")


def coin_moments(game: str) -> tuple[Moment, ...]:
    """The same instant on all three screens; and the pages of the terminal."""
    found: list[Moment] = []
    for name, tell in COIN_SCENES.items():
        table = tell(game)
        main = name in MAIN_SCENES
        found.append(Moment(name, table.seats[ME].view, main=main))
        found += [Moment(name, table.board, main=main), Moment(name, table.display, main=main)]
    over = _won(game).seats[ME].view
    found += [Moment(f"page_{page.replace('/', '_')}", over, page) for page in PAGES]
    return tuple(found)
