"""A Round as one line of an audit (`etg settle`): its fields read strictly, words for what is wrong, and the answer.

Knows no game's rules. Each game's folder has a `line.py` with `settle_line(game, fields)`, which plays its lines.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

from msgspec.structs import replace

from games.card_set import first_foreign
from games.cards import Card, UnknownCard, parse_card
from games.money import AMOUNT_MAX, is_amount
from games.round import Answer, Answers, Felt, Game, Limit, PlayerId, Refusal, Spot
from games.settlement import Line

WORDS: Final[Mapping[str, str]] = {
    "bad_json": "the line is no JSON object (or names a key twice)",
    "unknown_game": "there is no such game",
    "bad_field": "a field is missing, unknown, or not of its type",
    "bad_decks": "the game is not played with so many decks",
    "unknown_card": "a text that is no card",
    "foreign_card": "more copies of a card than there are decks: the Round is Void",
    "incomplete": "cards or decisions end before the Round does",
    "surplus_cards": "cards are left when the Round is over",
    "bad_stake": "not a whole positive amount, not a multiple of the step, or not allowed by a limit",
    "unknown_spot": "this game has no such Bet",
    "illegal_decision": "a decision that the rules do not allow there, or that was not asked for",
}


class Unsettled(Exception):
    """A line that has no answer: one of WORDS, and a sentence."""

    def __init__(self, word: str, detail: str) -> None:
        super().__init__(detail)
        self.word = word
        self.detail = detail


def refuse(refusal: Refusal) -> NoReturn:
    raise Unsettled(refusal.reason, f"{refusal.detail} (§{refusal.paragraph})" if refusal.paragraph else refusal.detail)


# --- fields --------------------------------------------------------------------------------------------------------


class Fields:
    """A JSON object being read: every field is asked for by name and type, and none may be left over."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise Unsettled("bad_field", f"{where} is an object, not {short(value)}")
        self.left = dict(value)
        self.where = where

    def take(self, name: str, kind: type, default: Any = ...) -> Any:
        if name not in self.left:
            if default is ...:
                raise Unsettled("bad_field", f"{self.where} has no field {name!r}")
            return default
        value = self.left.pop(name)
        if type(value) is not kind:
            raise Unsettled("bad_field", f"{self.where}: {name!r} is {KINDS[kind]}, not {short(value)}")
        return value

    def take_stake(self, name: str) -> int | None:
        """A stake that may be left out."""
        if name not in self.left:
            return None
        return stake(self.left.pop(name), f"{self.where}: {name!r}")

    def done(self) -> None:
        if self.left:
            raise Unsettled("bad_field", f"{self.where} has no field {next(iter(self.left))!r}")


KINDS: Final = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a whole number"}


def short(value: object) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


def stake(value: object, where: str) -> int:
    if not is_amount(value):
        detail = f"{where}: a stake is a whole number of minor units from 1 to {AMOUNT_MAX}, not {short(value)}"
        raise Unsettled("bad_stake", detail)
    assert isinstance(value, int)
    return value


def cards_of(texts: Iterable[object]) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(text) for text in texts)
    except UnknownCard as unknown:
        raise Unsettled("unknown_card", str(unknown)) from None


def check_decks(game: Game, decks: int, cards: Iterable[Card]) -> None:
    if decks not in game.decks:
        few, many = game.decks[0], game.decks[-1]
        amount = f"{few}" if few == many else f"{few} to {many}"
        raise Unsettled("bad_decks", f"{game.name} is played with {amount} decks, not {decks}")
    foreign = first_foreign(decks, cards)
    if foreign is not None:
        held = "a deck holds" if decks == 1 else f"{decks} decks hold"
        detail = f"{foreign} comes more often than {held} it: the Round is Void, all Bets are returned"
        raise Unsettled("foreign_card", detail)


ONLY_PLAYER: Final = PlayerId("player")


def reviewed_bets(game: Game, felt: Felt, bets: dict[Spot, int]) -> Answers:
    """The Bets of one Player, if the rule book takes them."""
    round = game.begin(felt)
    (window,) = game.windows(round)
    refusal = game.review(round, window, ONLY_PLAYER, Answer(bets), {})
    if refusal is not None:
        refuse(replace(refusal, detail=refusal.detail.replace("1/", "")))  # a line has one box, and names none
    return {window.name: {ONLY_PLAYER: Answer(bets)}}


def bet_answer(line: Line) -> dict[str, object]:
    verdict = line.verdict
    answer: dict[str, object] = {
        "stake": line.staked,
        "profit": line.profit,
        "returned": line.returned,
        "odds": str(verdict.odds) if verdict.odds.pays > 0 else None,
        "paragraph": verdict.paragraph,
    }
    if line.note:
        answer["note"] = line.note
    return answer


def texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def box_limits(fields: Fields, kind: str) -> dict[str, Limit]:
    value = fields.take("limits", dict, None)
    if value is None:
        return {}
    limits = Fields(value, "limits")
    low, high = limits.take("box_min", int, 1), limits.take("box_max", int, None)
    limits.done()
    if low < 1 or (high is not None and high < low):
        raise Unsettled("bad_field", f"limits: from {low} to {high} leaves nothing to bet")
    return {kind: Limit(low, high)}
