"""Moments of a game with betting boxes: seven boxes, people behind them, and every sort of question.

The same instant on terminal, panel and display, as `moments.py` has them of the game that has none.
"""

from collections.abc import Callable, Mapping
from typing import Final

from console.table.state import Setup
from deploy.demo.moments import Moment
from deploy.demo.rehearsal import Rehearsal
from games.catalog import find_face, find_game
from games.round import DealingError, Felt, Limit, PlayerId, Spot
from protocol import messages as m
from protocol.events import Placard
from simulation.calm import SHUFFLER
from terminal.intents import AnswerBox, PlaceBet, TurnCards, WishSqueeze

ME: Final = "T04"
BEHIND: Final = "T08"  # sits nowhere
PLACARDS: Final = {
    "blackjack": "Blackjack 03",
    "blackjack_plus": "Blackjack Plus 04",
    "three_pictures": "Three Pictures 02",
}
CHIPS: Final = (500, 2_500, 10_000, 50_000, 100_000, 500_000)
SIDE: Final = Limit(min=1_000, max=50_000, step=500)
MAIN: Final = Limit(min=5_000, max=500_000, step=500)
PAGES: Final = ("history", "rules", "rules/wrong", "rules/limits")
TIMES: Final = {"choice": 20_000, "follow": 10_000, "options": 30_000}


def decks_of(game: str) -> int:
    return 6 if 6 in find_game(game).decks else find_game(game).decks[0]


def setup_of(game: str, *, squeeze: bool = False) -> Setup:
    limits = {kind: MAIN if kind == find_game(game).shared else SIDE for kind in find_face(game).layout}
    seats = {box: PlayerId(f"T{box:02d}") for box in (1, 2, 4, 5, 6, 7)}
    languages = ("en", "zh_CN", "zh_TW", "ms")
    placard = Placard(PLACARDS[game], "SGD", 2, CHIPS, decks=decks_of(game), languages=languages, training=True)
    return Setup("BJ-03", game, Felt(limits, 7, seats, squeeze=squeeze), 25_000, TIMES, placard=placard)


class BoxRehearsal(Rehearsal):
    def __init__(self, game: str = "blackjack", *, credit: int = 500_000, squeeze: bool = False) -> None:
        self.game = game
        self.main, self.side = find_face(game).layout[:2]
        super().__init__(terminals=8, setup=setup_of(game, squeeze=squeeze))
        for seat in self.seats.values():
            seat.buys(credit)

    def load_shoe(self) -> None:
        self.order(m.LoadShoe(decks_of(self.game), SHUFFLER.number, 0, self.counter))

    def bet(self, name: str, *bets: tuple[str, int]) -> None:
        self.seats[name].wants(*(PlaceBet(Spot(spot), amount) for spot, amount in bets))

    def bets(self, left_ms: int = 16_000) -> "BoxRehearsal":
        """Everybody bets, some behind others."""
        self.open_bets(left_ms)
        for box, amount in ((1, 20_000), (2, 400_000), (4, 10_000), (5, 30_000), (6, 30_000), (7, 100_000)):
            self.bet(f"T{box:02d}", (f"{box}/{self.main}", amount))
        self.wait(300)
        self.bet(ME, (f"4/{self.side}", 1_000), (f"6/{self.main}", 5_000), (f"6/{self.side}", 1_000))
        self.bet("T01", (f"2/{self.main}", 90_000))
        self.bet(BEHIND, (f"6/{self.main}", 10_000), (f"4/{self.main}", 5_000))
        self.wait(300)
        return self

    def deals(self, cards: str) -> "BoxRehearsal":
        self.close_bets()
        self.beat()
        self.draw(cards)
        self.wait(300)
        return self

    def answer(self, name: str, box: int, key: str, amount: int = 0) -> "BoxRehearsal":
        self.seats[name].wants(AnswerBox(box, key, amount))
        return self

    def all_decline(self) -> "BoxRehearsal":
        """Everybody who was offered something plays on."""
        for name, seat in self.seats.items():
            found = seat.view.boxes
            for question in found.questions if found is not None else ():
                if len(question.options) < 4:
                    self.answer(name, question.box, question.default)
        self.wait(300)
        return self


# Boxes 1, 2, 4, 5, 6, 7, the Dealer, and the boxes again.
FIRST: Final = "TS AC 8S 5C 7S TD 9D 9C JS 8H 6S 7H 6D"
ACE: Final = "TS 6C KD 9H AD 5S AS 7D 5D 6S 9S QC 4S"
SIXTEEN: Final = "TS 6C KD 9H 8D 5S 9D 7D 5D 6S 9S QC 4S"
# The same with a five on box 3.
ACE_OF_SEVEN: Final = "TS 6C 2C KD 9H AD 5S AS 7D 5D 3C 6S 9S QC 4S"
SIXTEEN_OF_SEVEN: Final = "TS 6C 2C KD 9H 8D 5S 9D 7D 5D 3C 6S 9S QC 4S"


def squeezed(game: str, cards: str, *, turned: int = 0) -> BoxRehearsal:
    """003 §3.12, 002 §3.10: this Player turns the cards of his box himself, as another does; so many he has turned."""
    table = BoxRehearsal(game, squeeze=True)
    for name in (ME, "T06"):
        table.seats[name].wants(WishSqueeze(wanted=True))
    table.bets().deals(cards)
    found = table.seats[ME].view.boxes
    if turned and found is not None:
        table.seats[ME].wants(TurnCards(tuple(it.draw for it in found.turns[:turned])))
        table.wait(300)
    return table


def wishing(game: str) -> BoxRehearsal:
    table = BoxRehearsal(game, squeeze=True)
    table.seats[ME].wants(WishSqueeze(wanted=True))
    return table.bets()


def _playing(game: str) -> BoxRehearsal:
    """Box 4 is split into three Hands, the second one plays."""
    table = BoxRehearsal(game).bets().deals(FIRST)
    table.certify()
    table.answer("T07", 7, "surrender").all_decline()
    table.answer("T01", 1, "stand")
    table.answer(ME, 4, "split")
    table.answer(BEHIND, 4, "follow")
    table.draw("8D")
    table.answer(ME, 4, "split")
    table.answer(BEHIND, 4, "follow")
    table.draw("3D")
    table.answer(ME, 4, "double")
    table.answer(BEHIND, 4, "follow", 2_500)
    table.draw("KC")
    table.draw("8C")
    table.wait(300)
    return table


def _four(game: str) -> BoxRehearsal:
    table = _playing(game)
    table.answer(ME, 4, "split")
    table.answer(BEHIND, 4, "decline/follow")
    table.draw("TH")
    table.wait(300)
    return table


def _long(game: str) -> BoxRehearsal:
    """As much as a box can hold: four Hands, and 22 cards."""
    table = BoxRehearsal(game).bets().deals(FIRST.replace("8S", "2S").replace("8H", "2H"))
    table.certify()
    table.all_decline()
    table.answer("T01", 1, "stand")
    for card in ("2D", "2C", "3S"):
        table.answer(ME, 4, "split")
        table.answer(BEHIND, 4, "follow")
        table.draw(card)
    for number, cards in enumerate(("4D 2H 3C", "3D 4H 2H 3H", "3S 4C 2C 3D AD", "3C 4S 2D 3S AC")):
        for card in cards.split():
            if not table.table.view.due:
                table.answer(ME, 4, "hit")
            table.draw(card)
        if number < 3:
            table.answer(ME, 4, "stand")
    table.wait(300)
    return table


def crowded(game: str) -> BoxRehearsal:
    """Everybody has a Bet on every box."""
    table = BoxRehearsal(game).bets()
    for seat, name in enumerate(table.seats):
        for box in (1, 2, 4, 5, 6, 7):
            if box not in (seat + 1, 2):
                table.bet(name, (f"{box}/{table.main}", 5_000))
    table.wait(300)
    return table


def _crowd(game: str) -> BoxRehearsal:
    return crowded(game).deals(SIXTEEN)


def _insurance(game: str) -> BoxRehearsal:
    table = BoxRehearsal(game).bets().deals(ACE)
    table.answer(ME, 4, "insure")
    table.wait(300)
    return table


def everywhere(game: str) -> BoxRehearsal:
    """This Player has a Bet on each box, and decides for the one where nobody sits."""
    table = BoxRehearsal(game).bets()
    for box in (1, 2, 3, 5, 7):
        table.bet(ME, (f"{box}/{table.main}", 5_000))
    table.wait(300)
    return table


def _follow(game: str) -> BoxRehearsal:
    table = BoxRehearsal(game).bets().deals(FIRST)
    table.certify()
    table.all_decline()
    table.answer("T01", 1, "stand")
    table.answer(ME, 4, "stand")
    table.answer("T05", 5, "double")
    table.draw("7D")
    table.answer("T06", 6, "split")
    table.wait(300)
    return table


def _other(game: str) -> BoxRehearsal:
    table = BoxRehearsal(game).bets().deals(SIXTEEN)
    table.all_decline()
    return table


def _error(game: str) -> BoxRehearsal:
    table = BoxRehearsal(game).bets().deals(SIXTEEN)
    table.order(m.Rule(DealingError(), "5.7"))
    table.wait(300)
    return table


def _full(game: str) -> BoxRehearsal:
    table = BoxRehearsal(game).bets()
    table.bet("T02", (f"2/{table.main}", 100_000))
    table.bet("T05", (f"5/{table.main}", 470_000))
    table.wait(300)
    return table


def _over(game: str) -> BoxRehearsal:
    """Round over and settled."""
    table = _other(game)
    table.answer("T01", 1, "hit").draw("AH")
    for name, box in (("T01", 1), ("T02", 2), (ME, 4), ("T05", 5), ("T06", 6), ("T07", 7)):
        view = table.seats[name].view.boxes
        while view is not None and any(it.box == box and it.kind == "choice" for it in view.questions):
            options = {it.key: it.why for it in view.questions[0].options}
            if options["stand"]:
                table.answer(name, box, "hit").draw("6H")
            else:
                table.answer(name, box, "stand")
            view = table.seats[name].view.boxes
    return table


def over(game: str) -> BoxRehearsal:
    """All cards lie, and nobody has certified them."""
    table = _over(game)
    while table.table.view.due:
        table.draw("5H")
    return table


def _certified(game: str) -> BoxRehearsal:
    table = over(game)
    table.certify()
    table.wait(300)
    return table


def _surrender(game: str) -> BoxRehearsal:
    return BoxRehearsal(game).bets().deals(SIXTEEN)


def _refused(game: str) -> BoxRehearsal:
    table = BoxRehearsal(game).bets()
    table.bet(ME, (f"2/{table.main}", 50_000))
    return table


def called(table: BoxRehearsal) -> BoxRehearsal:
    table.order(m.CallSupervisor("look"))
    table.wait(300)
    return table


def _nowhere(game: str) -> BoxRehearsal:
    """Nobody sits at a box, and this Player has no credit."""
    table = BoxRehearsal(game, credit=0)
    table.order(m.Seat(PlayerId(ME), 0))
    table.open_bets()
    table.wait(300)
    return table


Scenes = Mapping[str, Callable[[str], BoxRehearsal]]
OPEN_SCENES: Final[Scenes] = {
    "ready": BoxRehearsal,
    "nowhere": _nowhere,
    "betting": lambda game: BoxRehearsal(game).bets(),
    "full": _full,
    "refused": _refused,
}
SCENES: Final[Scenes] = {
    **OPEN_SCENES,
    "dealing": lambda game: BoxRehearsal(game).bets().deals(FIRST[:11]),
    "surrender": _surrender,
    "surrender_two": lambda game: everywhere(game).deals(SIXTEEN_OF_SEVEN),
    "insurance": _insurance,
    "insurance_all": lambda game: everywhere(game).deals(ACE_OF_SEVEN),
    "turn": _playing,
    "four_hands": _four,
    "long": _long,
    "crowd": _crowd,
    "others_turn": _other,
    "follow": _follow,
    "options": _error,
    "wish": wishing,
    "squeeze": lambda game: squeezed(game, FIRST),
    "squeezed_by_others": lambda game: squeezed(game, FIRST, turned=2),
    "halted": lambda game: called(_other(game)),
    "over": _certified,
}
MAIN_SCENES: Final = ("betting", "insurance", "four_hands", "follow", "removed", "over")


def box_moments(game: str, scenes: Scenes = SCENES) -> tuple[Moment, ...]:
    """The same instant on all three screens; and the pages of the terminal."""
    found: list[Moment] = []
    for name, tell in scenes.items():
        table = tell(game)
        main = name in MAIN_SCENES
        found.append(Moment(name, table.seats[ME].view, main=main))
        found += [Moment(name, table.board, main=main), Moment(name, table.display, main=main)]
    over = scenes["over"](game).seats[ME].view
    found += [Moment(f"page_{page.replace('/', '_')}", over, page) for page in PAGES]
    return tuple(found)
