"""What this terminal's Player is asked besides his Bets, and what a tap on an answer makes of it.

The game's face says what is asked and what each answer would send; nothing here knows a game. A question stands for one
Bet: a window that asks about several boxes at once is answered when the last of them is.
"""

from collections.abc import Iterator

from msgspec import Struct

from games.box_face import Option, Question
from games.catalog import find_face
from games.round import Answer, Bets, Spot
from games.rulings import Topic
from protocol.box_view import public_round
from protocol.view import OpenWindow
from terminal import intents, layouts
from terminal.intents import Notice
from terminal.state import Seat


class Ask(Struct, frozen=True, gc=False):
    """A question, and how it stands."""

    opened: OpenWindow
    question: Question
    key: str = ""  # the answer that the Player has given; "": none
    registered: bool = False  # and the log has it


def asked(seat: Seat) -> Iterator[Ask]:
    """Every question that is open to this Player, with his answer to it."""
    state, face = seat.state, find_face(seat.state.view.game)
    bets, round = state.layouts.bets(), public_round(state.view)
    mine = [it for it in layouts.own_windows(state) if it.window.respondents is not None]
    # What stands in a window that has closed excludes an answer too (003 §3.15: no Even Money with Insurance).
    chosen = {name: state.layouts.registered[window] for window, name in state.layouts.names.items()}
    chosen |= {opened.window.name: layouts.layout_in(seat, opened.id) for opened in mine}
    for opened in mine if round is not None else ():
        answer = chosen[opened.window.name]
        stands = layouts.registered_in(seat, opened.id)
        for question in face.questions(round, opened.window, state.terminal, bets, chosen):
            key = _key(seat, opened, question, answer)
            yield Ask(opened, question, key, bool(key) and stands and _is_known(answer, question, key))


def _key(seat: Seat, opened: OpenWindow, question: Question, answer: Answer) -> str:
    spot = _spot_of(question)
    if spot and spot in answer.bets:
        return next((it.key for it in question.options if spot in it.bets), "")
    if spot and spot in seat.forgotten.passed.get(opened.id, ()):
        return question.default
    if not answer.choice or (spot and answer.bets and len(opened.window.spots) > 1):
        return "" if not answer.choice else question.default
    return next((it.key for it in question.options if it.choice == answer.choice), "")


def _is_known(answer: Answer, question: Question, key: str) -> bool:
    """What was only passed over is on record with the last answer."""
    return bool(answer.choice) or any(spot in answer.bets for spot in _option(question, key).bets)


def _spot_of(question: Question) -> Spot:
    """The place that a question of several is about; "": its window asks only this."""
    return next((spot for it in question.options for spot in it.bets if question.kind == question.window), Spot(""))


def _option(question: Question, key: str) -> Option:
    return next((it for it in question.options if it.key == key), Option("", ""))


# --- a tap -----------------------------------------------------------------------------------------------------------


def answer_box(seat: Seat, now_ms: int, given: intents.AnswerBox) -> None:
    """Who says yes to one question on his Bet says no to the others; who says no says it to all."""
    asks = list(asked(seat))
    about = [ask for ask in asks if ask.question.box == given.box]
    chosen = next((ask for ask in about if _option(ask.question, given.key).choice), None)
    option = None if chosen is None else _option(chosen.question, given.key)
    if chosen is None or option is None:
        seat.notify(Notice("closed", f"nothing of box {given.box} is asked any more", Topic.NO_MORE_BETS))
        return
    if option.why or (given.amount and (not option.spot or not option.least <= given.amount <= option.adds)):
        seat.notify(Notice("illegal_decision", f"{given.key} is not offered here", chosen.opened.window.paragraph))
        return
    bets: Bets = {option.spot: given.amount} if given.amount else option.bets
    _give(seat, now_ms, chosen, asks, option.choice, bets)
    for other in about:
        if other is not chosen and seat.forgotten.notice is None:
            _give(seat, now_ms, other, asks, _option(other.question, other.question.default).choice, {})


def _give(seat: Seat, now_ms: int, ask: Ask, asks: list[Ask], choice: str, bets: Bets) -> None:
    window, spot = ask.opened, _spot_of(ask.question)
    if spot:
        before = {it: bet for it, bet in layouts.layout_in(seat, window.id).bets.items() if it != spot}
        bets = {**before, **bets}
        passed = seat.forgotten.passed.setdefault(window.id, set())
        passed.discard(spot)
        if spot not in bets:
            passed.add(spot)
        others = [_spot_of(it.question) for it in asks if it.opened.id == window.id]
        answered = all(it in bets or it in passed for it in others)
        yes = next(it.choice for it in ask.question.options if it.bets)
        choice = "" if not answered else yes if bets else _option(ask.question, ask.question.default).choice
    layouts.change_bets(seat, now_ms, intents.SetLayout(window.window.name, dict(bets), choice))
