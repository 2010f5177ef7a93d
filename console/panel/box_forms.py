"""The forms of the games with betting boxes: who has left his box, and what staff enter at a Player's request.

Pure, like all forms. What a Player may answer, the game's face says; nothing here knows a game.
"""

from collections.abc import Iterator

from console.panel.board import Board
from console.panel.fields import Field, Form
from games.box_face import Question
from games.cards import parse_cards
from games.catalog import find_face
from games.correction import removal
from games.round import PlayerId, Reconstructed, Refusal, Spot, WindowClosed, kind_of
from protocol import messages as m
from protocol.box_view import public_round
from protocol.config import minor_units
from protocol.guide import exchanged
from protocol.situation import Situation, Step


def asked_alone(among: tuple[str, ...], board: Board) -> str:
    """Who has probably left: the only one who is waited for, on his box."""
    waits = [f"{player} / {box}" for _, box, player in board.awaited if f"{player} / {box}" in among]
    return waits[0] if len(waits) == 1 else ""


def moved(form: Form) -> m.Order:
    """002 §5.5.4: the two Hands that were tapped change places."""
    one, other = (parse_cards(form.value(name).partition(" / ")[2].split()) for name in ("one", "other"))
    if one == other:
        raise ValueError("a Hand cannot change places with itself")
    drawn = parse_cards(form.value("cards").split())
    return m.Rule(Reconstructed(exchanged(drawn, one, other)), form.paragraph)


def removal_fields(step: Step, board: Board) -> tuple[Field, ...]:
    """002 §5.8, §5.8.1: which box, and, if the Players have their options, who has taken his Bets back."""
    at, order = Situation(board.sight), step.order
    box = Field("box", "choice", step.among)
    if at.game is None or at.last is None or not isinstance(order, m.VoidSettled):
        return (box,)
    ruled = removal(at.game, at.round, order.box, order.paragraph, ())
    asked = not isinstance(ruled, Refusal) and any(isinstance(act, WindowClosed) for act in ruled)
    return (box, Field("withdrawn", "several", tuple(sorted(at.last.lines)), optional=True)) if asked else (box,)


def removed_by(form: Form) -> m.Order:
    withdrawn = tuple(map(PlayerId, form.value("withdrawn").split()))
    return m.VoidSettled(form.paragraph, int(form.value("box")), withdrawn)


def questions_for(step: Step, board: Board) -> tuple[Question, ...]:
    """003 §5.18: what the Player is asked for whom staff answer, each with the answers that he may give."""
    order, view = step.order, board.sight.view
    round = public_round(view)
    if not isinstance(order, m.AnswerFor) or round is None:
        return ()
    opened = next((it.window for it in view.windows.values() if it.id == order.window), None)
    mine = [answers.get(order.terminal, {}) for answers in board.sight.bets.values()]
    staked = {spot: amount for bets in mine for spot, amount in bets.items()}
    return () if opened is None else find_face(view.game).questions(round, opened, order.terminal, staked, {})


def answer_fields(questions: tuple[Question, ...]) -> Iterator[Field]:
    for number, question in enumerate(questions):
        yield Field(f"answer{number}", "choice", tuple(it.key for it in question.options if not it.why))
        if any(it.spot for it in question.options):
            yield Field(f"less{number}", "amount", optional=True)


def place_fields(board: Board) -> tuple[Field, ...]:
    window = next((it.window for it in board.sight.view.windows.values() if it.window.respondents is None), None)
    kinds = dict.fromkeys(kind_of(spot) for spot in (() if window is None else window.spots))
    boxes = tuple(str(box) for box in range(1, board.felt.boxes + 1))
    players = tuple(seat.terminal for seat in board.seats if seat.credit or seat.stake)
    return (
        *(Field("terminal", "choice", players), Field("box", "choice", boxes)),
        *(Field("spot", "choice", tuple(kinds)), Field("amount", "amount")),
    )


def placed_for(form: Form) -> m.Order | None:
    """003 §5.18: beside the Bets that he has; an amount of 0 takes one away."""
    window = form.about.window
    spot = Spot(f"{form.value('box')}/{form.value('spot')}")
    bets = {spot: minor_units(form.value("amount").strip(), form.exponent)}
    return None if window is None else m.AnswerFor(PlayerId(form.value("terminal")), window, bets)


def answered_for(form: Form) -> m.Order | None:
    """003 §5.18: an answer to each of his Bets that the window asks about; yes to one of them is yes."""
    if not isinstance(form.order, m.AnswerFor):
        return None
    bets: dict[Spot, int] = {}
    chosen = []
    for number, question in enumerate(form.questions):
        option = next(it for it in question.options if it.key == form.value(f"answer{number}"))
        less = form.value(f"less{number}").strip()
        amount = minor_units(less, form.exponent) if less else 0
        if less and (not option.spot or not option.least <= amount <= option.adds):
            raise ValueError("this may not be so much, or takes no amount")
        bets |= {option.spot: amount} if less else dict(option.bets)
        chosen.append(option)
    yes = next((it.choice for it in chosen if it.bets), chosen[0].choice)
    return m.AnswerFor(form.order.terminal, form.order.window, bets, yes)
