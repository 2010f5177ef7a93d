"""What must hold at a table of Three Pictures, beside what holds at any with boxes: by document 002."""

from collections.abc import Mapping

from games.round import HandRemoved, WindowClosed
from protocol import events as e
from protocol.fact import Fact
from simulation.box_checks import BoxChecks, BoxFelt
from simulation.box_judge import BoxRound
from simulation.felt import Objection
from simulation.pictures_judge import PicturesRound


class PicturesFelt(BoxFelt):
    """Knows who plays which box, too: a Hand that is out decides nothing any more."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._players: dict[str, set[str]] = {}
        self._examined = False  # a Player examines a Hand, and nobody has ruled or withdrawn since

    @property
    def established(self) -> bool:
        """002 §5.4.1: a card that is no picture, or the third, has decided the Three Pictures Bet of its box."""
        playing = [cards for box, cards in self.faces.items() if self._players.get(box)]
        return any(len(cards) == 3 or any(card[:1] not in "JQK" for card in cards) for cards in playing)

    def _apply(self, event: Fact, bets_open: bool) -> None:
        if isinstance(event, e.RulingMade):
            self._examined = False
        super()._apply(event, bets_open)
        match event:
            case e.WindowOpened(id=key) if key.n == 1:
                self._players, self._examined = {}, False
            case e.WindowClosed(act=WindowClosed(window="bets", boxes=boxes, squeezing=wished)):
                self._players = {str(it.box): set(it.players) for it in boxes}
                self._examined = any(players & set(wished) for players in self._players.values())
            case e.CardDealt(hand="dealer", card=card) if card is not None and self._examined:
                raise Objection("3.13", f"the Dealer's {card} lies open, and Players examine theirs: {self.hands}")
            case e.WindowClosed(act=WindowClosed(window="options", players=gone)):
                self._players = {box: players - set(gone) for box, players in self._players.items()}
            case e.RulingMade(act=HandRemoved(box=box)):
                self._players.pop(str(box), None)
            case _:
                pass


class PicturesChecks(BoxChecks):
    reaches_back = True  # 002 §5.16: a Shift Manager may correct an earlier Round

    def _make_felt(self) -> BoxFelt:
        return PicturesFelt(self.game)

    def _make_round(self, seats: Mapping[int, str]) -> BoxRound | PicturesRound:
        return PicturesRound(self._limits.boxes, seats)
