"""Players at a table with boxes: they sit down and leave, bet on their box and behind others, and answer what they are
asked, late or not at all; and a liar, who answers what others were asked.
"""

from typing import Final

from games.round import Spot
from protocol import messages as m
from protocol.codec import encode
from protocol.view import Phase
from simulation.nodes import CONSOLE
from simulation.players import Player
from terminal import intents as t
from terminal.answers import Ask, asked
from terminal.boxes import own_turns
from terminal.session import Session

CHIPS: Final = (10, 50, 100, 300)
TAKEN: Final = ("split", "double", "follow", "insure", "even_money")  # what the cards seldom offer is mostly taken
CHANGES_MIND: Final = 0.04


class BoxPlayer(Player):
    boxes = 3
    main = "main"
    sides: tuple[str, ...] = ()

    squeezes = 0.0

    def _play(self, session: Session) -> None:
        rng = self.world.rng
        if self.squeezes and self._squeezes(session):
            return
        if not session.state.view.windows and rng.random() < 0.15:
            self.node.give(t.SitDown(rng.randrange(self.boxes + 1)))
            return
        super()._play(session)

    def _squeezes(self, session: Session) -> bool:
        """He says so with his Bets; then he turns one of his cards, or all, takes them up, or sits there; a liar turns
        anybody's.
        """
        rng, node = self.world.rng, self.node
        if session.state.view.phase is not Phase.DEALING:
            if rng.random() < self.squeezes * 0.3:
                node.give(t.WishSqueeze(rng.random() < 0.8))
            return False
        mine = own_turns(session)
        if mine and rng.random() < self.squeezes:
            node.give(t.TurnCards(rng.choice(((), mine[:1], mine[-1:], mine))))
        elif self.lies and rng.random() < self.squeezes:
            state = session.state
            draws = tuple(rng.sample(range(9), rng.randrange(4)))
            said = m.TurnCards(state.boot, state.run, state.view.round_no - (rng.random() < 0.1), draws)
            self._shout(CONSOLE, node.name, encode(said))
        return bool(mine)

    def _bet(self) -> None:
        session, rng = self.node.session, self.world.rng
        if any(it.window.respondents is None for it in session.state.view.windows.values()):
            self._on_boxes()
            return
        asks = [ask for ask in asked(session) if not ask.key or rng.random() < CHANGES_MIND]
        if asks and self.world.chance(0.75):
            self._answer(session, rng.choice(asks))

    def _on_boxes(self) -> None:
        rng, node = self.world.rng, self.node
        kind = self.main if rng.random() < 0.75 else rng.choice(self.sides)
        spot, dice = Spot(f"{1 + rng.randrange(self.boxes)}/{kind}"), rng.random()
        if dice < 0.70:
            node.give(t.PlaceBet(spot, rng.choice(CHIPS)))
        elif dice < 0.78:
            node.give(t.TakeBack(spot, rng.choice(CHIPS)))
        elif dice < 0.84:
            node.give(t.UndoBet())
        elif dice < 0.86:
            node.give(t.ClearBets())
        elif dice < 0.89:
            node.give(t.DoubleBets())
        elif dice < 0.95:
            node.give(t.RepeatBets())
        else:
            node.give(t.SitDown(rng.randrange(self.boxes + 1)))

    def _answer(self, session: Session, ask: Ask) -> None:
        rng = self.world.rng
        options = [it for it in ask.question.options if not it.why and it.adds <= session.spendable]
        if not options:
            return
        wanted = [it for it in options if it.key in TAKEN and rng.random() < 0.6]
        option = rng.choice(wanted or options)
        less = option.spot and option.adds > option.least and rng.random() < 0.3
        amount = rng.randrange(option.least, option.adds + 1) if less else 0
        self.node.give(t.AnswerBox(ask.question.box, option.key, amount))

    def _lie(self, session: Session) -> None:
        opened = next((it for it in session.state.view.windows.values()), None)
        if opened is None or self.world.rng.random() < 0.5:
            super()._lie(session)
            return
        rng, window = self.world.rng, opened.window
        spot = rng.choice(window.spots or (Spot(f"1/{self.main}"),))
        choice = rng.choice((*window.choices, "", "withdraw", "stand", "surrender"))
        bets = {spot: rng.choice((1, 10, 50, 51, 10**9))} if rng.random() < 0.7 else {}
        lie = m.Answer(session.state.boot, session.state.run, opened.id, 1 + rng.randrange(4), bets, choice)
        self._shout(CONSOLE, self.node.name, encode(lie))
