"""`etg settle`: recomputes any Round from its cards, Bets and decisions. JSON Lines in, JSON Lines out.

For auditors: it plays the line through the same rule books as console and terminal, and never stops at a bad line.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from msgspec.structs import replace

from audit.lines import (
    WORDS,
    Fields,
    Unsettled,
    bet_answer,
    box_limits,
    cards_of,
    check_decks,
    refuse,
    short,
    texts,
)
from audit.replay import BLACKJACKS, settle_blackjack
from games.baccarat.rules import BANKER_HAND, PLAYER_HAND, Baccarat, BaccaratRound, decided, fold, hands_of, result_of
from games.boxes import spot_of
from games.round import (
    Answer,
    Answers,
    CardDrawn,
    Felt,
    Game,
    PlayerId,
    Spot,
    Window,
)
from games.settlement import settle
from games.three_pictures.rules import INITIAL, ThreePictures, rank_of

HELP = "Recompute rounds from their cards and bets (JSON Lines)."
EXAMPLE = """\
echo '{"game":"baccarat","cards":["5C","QS","5C","JD","AS","TS"],"bets":{"player":1000,"tie":100}}' | ./etg settle
"""

# --- baccarat ------------------------------------------------------------------------------------------------------

ONLY_PLAYER: Final = PlayerId("player")


def reviewed_bets(game: Game, felt: Felt, bets: dict[Spot, int]) -> Answers:
    """The Bets of one Player, if the rule book takes them."""
    round = game.begin(felt)
    (window,) = game.windows(round)
    refusal = game.review(round, window, ONLY_PLAYER, Answer(bets), {})
    if refusal is not None:
        refuse(replace(refusal, detail=refusal.detail.replace("1/", "")))  # a line has one box, and names none
    return {window.name: {ONLY_PLAYER: Answer(bets)}}


def settle_baccarat(fields: Fields) -> dict[str, object]:
    game = Baccarat()
    cards = cards_of(fields.take("cards", list))
    bets: dict[Spot, int] = fields.take("bets", dict, {})
    interrupted = fields.take("interrupted", bool, False)
    decks = fields.take("decks", int, 8)
    fields.done()
    reviewed_bets(game, Felt(), bets)
    check_decks(game, decks, cards)
    round = fold(cards)
    if round.surplus:
        raise Unsettled("surplus_cards", f"the Round ends with {texts(round.cards)}; {texts(round.surplus)} is left")
    if interrupted:
        return interrupted_baccarat(game, round)
    if round.due is not None:
        raise Unsettled("incomplete", f"after {len(cards)} cards the {HAND_NAMES[round.due]} still draws")
    player, banker = hands_of(cards)
    result = result_of(round)
    lines = settle(game, round, ONLY_PLAYER, bets)
    return {
        "player": {"cards": texts(player), "total": round.player},
        "banker": {"cards": texts(banker), "total": round.banker},
        "natural": result.natural,
        "winner": result.winner,
        "player_pair": result.player_pair,
        "banker_pair": result.banker_pair,
        "bets": {line.spot: bet_answer(line) for line in lines},
        "returned": sum(line.returned for line in lines),
    }


HAND_NAMES: Final = {PLAYER_HAND: "Player Hand", BANKER_HAND: "Banker Hand"}


def interrupted_baccarat(game: Baccarat, round: BaccaratRound) -> dict[str, object]:
    """001 §5.1: what is already decided, and so whether the Round is concluded or Void."""
    established = game.established(round)
    return {
        "decided": {spot: verdict.outcome.value for spot, verdict in decided(round).items()},
        "established": established,
        "paragraph": "5.1.1" if established else "5.1.2",
    }


# --- three pictures ------------------------------------------------------------------------------------------------


def settle_three_pictures(fields: Fields) -> dict[str, object]:
    game = ThreePictures(in_sets=True)
    box = cards_of(fields.take("box", list))
    dealer = cards_of(fields.take("dealer", list))
    amounts = fields.take("bets", dict, {})
    limits = box_limits(fields, INITIAL)
    fields.done()
    check_decks(game, 1, (*box, *dealer))
    for name, hand in (("box", box), ("dealer", dealer)):
        if len(hand) != 3:
            word = "incomplete" if len(hand) < 3 else "surplus_cards"
            raise Unsettled(word, f"{name}: a Hand has three cards, not {len(hand)}")
    bets = {spot_of(1, kind): amount for kind, amount in amounts.items()}
    with_initial = bets if spot_of(1, INITIAL) in bets else {spot_of(1, INITIAL): 2, **bets}
    reviewed_bets(game, Felt(boxes=1), with_initial)  # a side Bet alone is reviewed too; 5.13 returns it
    felt = Felt(limits=limits, boxes=1)
    round = game.step(
        game.begin(felt), game.close(game.begin(felt), Window("bets"), {"bets": {ONLY_PLAYER: Answer(bets)}})
    )
    for card in (*box, *dealer):
        if game.expects(round) is not None:
            round = game.step(round, CardDrawn(card))
    lines = settle(game, round, ONLY_PLAYER, bets)
    ranks = [rank_of(box), rank_of(dealer)]
    winner = "tie" if ranks[0].place == ranks[1].place else "box" if ranks[0].place < ranks[1].place else "dealer"
    return {
        "box": {"cards": texts(box), "total": ranks[0].points, "rank": ranks[0].name},
        "dealer": {"cards": texts(dealer), "total": ranks[1].points, "rank": ranks[1].name},
        "winner": winner,
        "bets": {line.spot.split("/")[1]: bet_answer(line) for line in lines},
        "returned": sum(line.returned for line in lines),
    }


# --- the command ---------------------------------------------------------------------------------------------------


def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unsettled("bad_json", f"a key is named twice among {short([key for key, _ in pairs])}")
    return found


def no_constant(text: str) -> NoReturn:
    raise Unsettled("bad_json", f"{text} is no JSON")


def read(line: bytes) -> Fields:
    if not line.strip():
        raise Unsettled("bad_json", "the line is empty")
    try:
        value = json.loads(line.decode(), object_pairs_hook=no_duplicates, parse_constant=no_constant)
    except UnicodeDecodeError as error:
        raise Unsettled("bad_json", f"the line is not UTF-8: {error}") from None
    except RecursionError:
        raise Unsettled("bad_json", "the line is nested too deeply") from None
    except ValueError as error:
        raise Unsettled("bad_json", f"the line is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise Unsettled("bad_json", f"a line is an object, not {short(value)}")
    return Fields(value, "the line")


def answer(line: bytes) -> dict[str, object]:
    """The answer to one line, or the error that says why there is none."""
    try:
        fields = read(line)
        name = fields.take("game", str)
        if name == "baccarat":
            return settle_baccarat(fields)
        if name == "three_pictures":
            return settle_three_pictures(fields)
        if name in BLACKJACKS:
            return settle_blackjack(name, fields)
        games = ", ".join(("baccarat", "three_pictures", *BLACKJACKS))
        raise Unsettled("unknown_game", f"{short(name)} is no game; there are {games}")
    except Unsettled as error:
        return {"error": error.word, "detail": error.detail}
    except RecursionError:  # it could just be read, but not be quoted
        return {"error": "bad_json", "detail": "the line is nested too deeply"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="JSON Lines; without it, standard input")
    words = "\n".join(f"  {word:17} {meaning}" for word, meaning in WORDS.items())
    parser.description = (
        "Recomputes rounds. One JSON object a line in, one answer a line out, in order; a line that cannot be\n"
        "settled gets an error and the next one goes on. Exit status 1 if there was an error.\n"
        "Amounts are minor units; profit is net, so returned = stake + profit."
    )
    parser.epilog = f"error words:\n{words}\n\n{parser.epilog or ''}"


def run(args: argparse.Namespace) -> int:
    if args.file == "-":
        if sys.stdin is None:
            print("etg settle: standard input is closed", file=sys.stderr)
            return 2
        return settle_lines(sys.stdin.buffer)
    try:
        with Path(args.file).open("rb") as file:
            return settle_lines(file)
    except OSError as error:
        print(f"etg settle: {args.file}: {error.strerror}", file=sys.stderr)
        return 2


def settle_lines(file: BinaryIO) -> int:
    failed = False
    for line in file:
        settled = answer(line)
        failed = failed or "error" in settled
        print(json.dumps(settled), flush=sys.stdout.isatty())
    return 1 if failed else 0
