"""The other games through the same table: windows, decisions, splits, interim settlements. The console knows none."""

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from games.catalog import FACES
from games.round import (
    Answer,
    CardDrawn,
    DealingError,
    Discarded,
    DrawnTogether,
    HandId,
    HandRemoved,
    InterimSettled,
    PlayerId,
    Reconstructed,
    Refusal,
    Spot,
    Voided,
    WalkedAway,
    WindowClosed,
)
from games.settlement import fold, refold
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import Phase, cards_digest
from shoe_driver import link as shoe
from terminal.own_rounds import check_settled
from terminal.records import Opened
from terminal.session import Session
from tests.console.cluster import COUNTDOWN_MS, TABLE, Cluster, alone, betting, cards_of, dealt, of, played, texts
from tests.console.people import DEALER, OTHER_DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR, T1, T2

ROOT: Final = Path(__file__).resolve().parents[2]
BLACKJACK: Final = ("blackjack", "blackjack_plus")
ONLINE: Final = ("classic_blackjack", "premium_blackjack")


def on_boxes(game: str, cards: str) -> Cluster:
    """T1 on box 1, T2 on box 2, each with 100; these cards are dealt."""
    return dealt(cards, {"T1": {"1/main": 100}, "T2": {"2/main": 100}}, game)


def squeezing(cards: str) -> Cluster:
    """T1 turns the cards of his box himself; these are dealt and turned, and nobody has surrendered."""
    cluster = betting({}, "blackjack", squeeze=True)
    cluster.place("T1", {"1/main": 100}, "squeeze")
    cluster.close()
    cluster.deal(cards)
    turn_all(cluster)
    cluster.close()
    return cluster


def turn_all(cluster: Cluster) -> None:
    draws = tuple(cluster.table.state.turners)
    cluster.heard("T1", m.TurnCards(*cluster.process("T1"), cluster.view.round_no, draws))


def check_picture(cluster: Cluster) -> None:
    """The Hands on the screens are those of the Round."""
    hands = {hand: texts(cards) for hand, cards in cluster.table.game.hands(cluster.table.round).items() if cards}
    assert {hand: cards for hand, cards in cluster.hands.items() if cards} == hands


def settle(cluster: Cluster, written: Sequence[e.Event] = ()) -> dict[str, dict[str, tuple[int, int]]]:
    """By terminal and Spot: staked and returned, by this or by the certificate.

    Decision 7: each terminal has the same lines from the public entries and its own Bets, and claims nothing.
    """
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for event in of(written or cluster.certify(), e.Settled):
        found[event.terminal] = {line.spot: (line.staked, line.returned) for line in event.lines}
        bets = {Spot(spot): amount for spot, amount in cluster.registered(event.terminal).items()}
        session = Session(event.terminal, TABLE)
        session.state.view = cluster.public
        session.state.layouts.registered = {m.WindowId(1, 1, b"nonce001"): Answer(bets)}
        check_settled(session, Opened(1, "", event.terminal, event), event)
        assert not session.disputed, (session.state.outbox.asked, event.lines)
    return found


# --- no game's words -------------------------------------------------------------------------------------------------

GAME_WORDS: Final = re.compile(
    r"baccarat|(?<![a-z])natural|banker|blackjack|(?<![a-z])hole(?![a-z])|insurance|even_money|surrender|three_?pictures"
    r"|(?<![a-z])bust(?![a-z])|player_pair|point_?total",
    re.IGNORECASE,
)


def words_of(source: str) -> list[str]:
    """Names and texts of a module, without its comments and docstrings."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                found.append(text)
            case ast.Name(id=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                found.append(name)
            case ast.Attribute(attr=name):
                found.append(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                found.append(name)
            case _:
                pass
    return found


@pytest.mark.parametrize("package", ["console", "terminal", "protocol", "floor"])
def test_no_game_word_in_console_terminal_protocol_floor(package: str) -> None:
    """DESIGN 3: the test of the boundary."""
    guilty = [
        f"{file.name}: {word!r}"
        for file in sorted((ROOT / package).rglob("*.py"))
        if file.relative_to(ROOT).as_posix() not in SPEAK_OF_A_GAME
        for word in words_of(file.read_text())
        if GAME_WORDS.search(word)
    ]
    assert guilty == []


# The marks of a road are those of baccarat, and so are the words in which this make of shoe says its own result.
SPEAK_OF_A_GAME: Final = ("looks/road_view.py", "floor/page/roads.py", "shoe_driver/makes/angel_eye.py")


@pytest.mark.parametrize("package", ["looks", "shoe_driver", "deploy"])
def test_no_text_is_a_word_of_a_game_outside_its_folder(package: str) -> None:
    """What all games share is no game's own: a main Bet, a double, a Player; and numbers are natural too."""
    words = {word for face in FACES.values() for word in (*face.pays, *face.words, *face.sides)}
    words -= {"main", "double", "player", "initial", "natural"}
    words -= {"hit", "split", "next", "surrendered", "dealer", "done", "follow", "continue", "waits", "plays", "stand"}
    words -= {"asked", "withdrawn"}
    files = {file.relative_to(ROOT).as_posix(): file for file in (ROOT / package).rglob("*.py")}
    assert {"banker_pair", "under_13", "boom_busted", "three_pictures"} <= words
    assert not [
        f"{name}: {text!r}"
        for name, file in sorted(files.items())
        if name not in SPEAK_OF_A_GAME and not name.startswith("deploy/demo/")
        for text in words_of(file.read_text())
        if text in words
    ]


def test_the_test_of_the_boundary_finds_what_it_looks_for() -> None:
    source = '"""The banker."""\nx = 1  # natural\ndef f(banker):\n    """Tie."""\n    return "a, b".split(",")\n'
    assert [word for word in words_of(source) if GAME_WORDS.search(word)] == ["banker"]
    assert GAME_WORDS.search('"insurance"')
    assert GAME_WORDS.search("hole_card")
    assert not GAME_WORDS.search("settled dealer player whole pictures robust")


# --- blackjack -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BLACKJACK)
def test_a_round_of_blackjack_is_asked_decided_dealt_and_settled(game: str) -> None:
    cluster = on_boxes(game, "9S 5D 6H 8H 4C")  # 17 against 9, and the Dealer's 6
    assert cluster.windows == ["surrender/1", "surrender/2"]
    cluster.close()
    assert cluster.windows == ["choice/1/0/5"]
    assert cluster.refused_bet("T2", {}, "stand") == Refusal(
        "illegal_decision", "this is for another Player to decide", "3.8"
    )
    closed, opened = cluster.choose("T1", "stand")
    assert (closed.by, opened.window.name) == ("answers", "choice/2/0/5")  # type: ignore[union-attr]
    cluster.go("T2 hit, KC, T2 stand")
    assert (cluster.phase, cluster.view.due) == (Phase.DEALING, "dealer")
    cluster.deal("KD 2S")  # 18
    check_picture(cluster)
    assert settle(cluster) == {"T1": {"1/main": (100, 0)}, "T2": {"2/main": (100, 200)}}
    assert cluster.money() == {"cash": -2_000, "credit/T1": 900, "credit/T2": 1_100}


def test_a_decision_that_nobody_makes_is_the_default_when_the_countdown_ends() -> None:
    cluster = alone("blackjack", "9S 6D 8H")
    (closed,) = of(cluster.wait(COUNTDOWN_MS), e.WindowClosed)
    assert (closed.by, closed.act.choice) == ("countdown", "stand")  # type: ignore[union-attr]
    assert cluster.view.due == "dealer"


def test_a_decision_may_be_changed_by_nobody_once_everybody_asked_has_answered() -> None:
    cluster = alone("blackjack", "9S 6D 8H")
    key = cluster.opened().id
    (closed,) = of(cluster.choose("T1", "stand"), e.WindowClosed)
    assert cluster.answer("T1", {}, "hit", window=key) == []
    assert cluster.shown() == [closed]


def test_an_empty_answer_is_no_decision() -> None:
    cluster = alone("blackjack", "9S 6D 8H")
    assert [type(event) for event in cluster.answer("T1")] == [e.LayoutRegistered]
    assert cluster.windows == ["choice/1/0/3"]
    cluster.choose("T1", "stand")
    assert cluster.windows == []


def test_a_double_takes_its_bet_with_the_decision_and_is_paid() -> None:
    cluster = alone("blackjack", "5S 6D 6H")
    assert cluster.refused_bet("T1", {"1/double": 200}, "double").reason == "bad_stake"
    cluster.choose("T1", "double", {"1/double": 100})
    assert (cluster.stake("T1"), cluster.registered("T1")) == (200, {"1/main": 100, "1/double": 100})
    cluster.go("KC, KD KS")  # 21 against 26
    assert settle(cluster) == {"T1": {"1/main": (100, 200), "1/double": (100, 200)}}
    assert cluster.credit("T1") == 1_200


def test_a_double_without_the_credit_for_it_is_refused_and_the_question_stays() -> None:
    cluster = dealt("5S 6D 6H", {"T1": {"1/main": 100}}, game="blackjack", credit=150)
    cluster.close()
    refusal = cluster.refused_bet("T1", {"1/double": 100}, "double")
    assert refusal == Refusal("credit", "100 more than before, and the credit is 50")
    assert cluster.windows == ["choice/1/0/3"]
    cluster.choose("T1", "double", {"1/double": 50})


def test_a_split_is_two_hands_and_each_is_played_and_paid() -> None:
    cluster = alone("blackjack", "8S 6D 8H")
    cluster.choose("T1", "split", {"1/main/1": 100})
    check_picture(cluster)
    cluster.draw("3C")
    check_picture(cluster)
    cluster.choose("T1", "double", {"1/double": 100})
    cluster.draw("KC")  # 21
    cluster.go("9C, T1 stand")  # 17
    cluster.deal("KD KH")  # 26
    assert settle(cluster) == {"T1": {"1/main": (100, 200), "1/main/1": (100, 200), "1/double": (100, 200)}}
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_300, "credit/T2": 1_000, "house": -300}


def test_a_split_with_cards_that_were_kept_lays_each_card_once() -> None:
    cluster = Cluster("classic_blackjack")
    for card in "8S 6D 8H KD 3C 9C".split():
        cluster.draw(card)
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.open_round({"T1": {"1/main": 100}})
    cluster.close()
    cluster.choose("T1", "split", {"1/main/1": 100})
    assert cluster.hands == {"1": "8S 3C", "1/1": "8H 9C", "dealer": "6D ??"}


def test_m13_the_cards_of_a_split_of_squeezed_ones_lie_face_down_too() -> None:
    cluster = squeezing("8S 6D 8H")
    cluster.choose("T1", "split", {"1/main/1": 100})
    cluster.deal("2C")
    assert cluster.hands == {"1": "8S ??", "1/1": "8H", "dealer": "6D"}


def test_a_standing_player_follows_a_double() -> None:
    cluster = dealt("5S 6D 6H", {"T1": {"1/main": 100}, "T2": {"1/main": 60}}, game="blackjack")
    cluster.close()
    cluster.choose("T1", "double", {"1/double": 100})
    assert cluster.opened().window.kind == "follow"
    cluster.place("T2", {"1/double": 60})
    assert cluster.windows  # one may change one's mind until it is closed
    cluster.go("close, KC KD KS")
    assert settle(cluster) == {
        "T1": {"1/main": (100, 200), "1/double": (100, 200)},
        "T2": {"1/main": (60, 120), "1/double": (60, 120)},
    }


def test_insurance_and_even_money_are_open_together_and_closed_together() -> None:
    cluster = on_boxes("blackjack", "AS 9D AH KS 8C")  # T1 has a Blackjack, the Dealer an Ace
    assert cluster.windows == ["insurance", "even_money/1"]
    cluster.place("T2", {"2/insurance": 50}, kind="insurance")
    closed, *_ = cluster.choose("T1", "even_money", kind="even_money")
    assert (closed.name, closed.by) == ("even_money/1", "answers")  # type: ignore[union-attr]
    assert cluster.windows == ["insurance"]
    cluster.go("close, T2 stand, KD")
    assert settle(cluster) == {"T1": {"1/main": (100, 200)}, "T2": {"2/main": (100, 0), "2/insurance": (50, 150)}}


# --- the Interim Settlement ------------------------------------------------------------------------------------------


def test_1_17_what_the_initial_deal_has_decided_is_settled_in_between_and_the_rest_at_the_end() -> None:
    cluster = dealt("9S 6D", {"T1": {"1/main": 100, "1/player_pair": 10}}, "blackjack")
    too_early = Refusal("not_finished", "the Round is not over, and nothing is settled in between", "1.17")
    assert cluster.refuse(m.Certify(cards_digest(cluster.view))) == too_early
    cluster.draw("8H")
    digest = cards_digest(cluster.view)
    certified, ruled, settled = cluster.certify()
    assert certified == e.Certified(1, digest, ())
    assert isinstance(ruled, e.RulingMade)
    assert ruled.act == InterimSettled()
    assert settle(cluster, [settled]) == {"T1": {"1/player_pair": (10, 0)}}
    assert (cluster.phase, cluster.stake("T1"), cluster.credit("T1")) == (Phase.BETTING, 100, 890)
    cluster.restart()  # the halves that are settled stay so
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    cluster.go("close, T1 stand, KD 6C")
    assert settle(cluster) == {"T1": {"1/main": (100, 200)}}
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_090, "credit/T2": 1_000, "house": -90}


@pytest.mark.rule("003 §5.17", "000 §5.17")
@pytest.mark.parametrize("game", BLACKJACK)
def test_003_5_17_a_void_after_an_interim_settlement_returns_lost_side_bets_too(game: str) -> None:
    side = "1/player_pair" if game == "blackjack" else "1/rws_pairs"
    cluster = played("9S 6D 8H", {"T1": {"1/main": 100, side: 10}}, game=game)
    assert cluster.credit("T1") == 890
    written = cluster.void("5.5.1")
    assert settle(cluster, written) == {"T1": {"1/main": (100, 100)}}
    (reversed_,) = of(written, e.LinesCorrected)
    assert {line.spot: (line.staked, line.returned) for line in reversed_.after} == {
        "1/main": (100, 100),
        side: (10, 10),
    }
    assert (reversed_.credited, reversed_.due, reversed_.owed) == (10, 0, 0)
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_000, "credit/T2": 1_000}


@pytest.mark.rule("003 §5.17", "000 §5.17")
def test_003_5_17_a_void_takes_back_what_an_interim_settlement_has_paid() -> None:
    bets = {"T1": {"1/main": 100, "1/player_pair": 10}, "T2": {"2/main": 100}}
    cluster = played("9S AD 6D 9H KH", bets, game="blackjack")  # a pair, and a Blackjack against a 6
    assert (cluster.credit("T1"), cluster.credit("T2")) == (890 + 120, 1_150)
    void = m.Rule(Voided("5.5.1"), "5.5.1")
    assert isinstance(cluster.propose(void, SUPERVISOR)[0], e.OrderProposed), "paid money goes back by two people"
    cluster.void("5.5.1")
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_000, "credit/T2": 1_000}
    assert cluster.table.state.settled[1].void


@pytest.mark.rule("003 §5.17", "000 §5.17")
def test_003_5_17_who_has_cashed_out_what_he_was_paid_owes_it() -> None:
    bets = {"T1": {"1/main": 100, "1/player_pair": 10}, "T2": {"2/main": 100}}
    cluster = played("9S AD 6D 9H KH", bets, game="blackjack")
    cluster.ticket("T2", 1_150)
    (reversed_,) = [it for it in of(cluster.void("5.5.1"), e.LinesCorrected) if it.terminal == "T2"]
    assert (reversed_.credited, reversed_.due, reversed_.owed) == (0, 0, 150)
    assert (cluster.credit("T2"), cluster.money().get("house", 0)) == (0, 0)


def test_a_round_with_an_interim_settlement_is_corrected_whole() -> None:
    cluster = played("9S 6D 8H", {"T1": {"1/main": 100, "1/player_pair": 10}}, game="blackjack")
    cluster.go("close, T1 stand, KD 6C")
    cluster.certify()
    cluster.correct("9S 6D 9H KD 6C")  # it was a pair, and 18 against 22
    assert cluster.money()["credit/T1"] == 1_000 + 100 + 110
    cluster.open_round()
    refusal = cluster.refuse(m.Correct(cards_of("9S 6D 8H KD 6C")), SHIFT_MANAGER, SUPERVISOR, round_no=1)
    assert refusal == Refusal("not_entitled", "nobody any more", "5.6")


def test_003_5_7_3_who_surrendered_after_the_interim_settlement_and_withdraws_gets_all_of_his_bet() -> None:
    """What was paid then stays so; this was not."""
    cluster = dealt("4H 3H 2D AC KD", {"T1": {"1/main": 100, "1/player_pair": 10}, "T2": {"2/main": 100}}, "blackjack")
    cluster.certify()
    cluster.go("T1 surrender, T2 decline")
    cluster.rule(DealingError(), "5.7")
    cluster.go("T1 withdraw, T2 continue, T2 stand, KC KS")
    assert settle(cluster) == {"T1": {"1/main": (100, 100)}, "T2": {"2/main": (100, 200)}}


def test_003_5_7_3_who_withdraws_before_the_interim_settlement_gets_his_side_bets_back() -> None:
    bets = {"T1": {"1/main": 100, "1/under_13": 50}, "T2": {"2/main": 100}}
    cluster = dealt("9H TH 8D 7H 3C", bets, "blackjack")
    cluster.rule(DealingError(), "5.7")
    cluster.go("T1 withdraw, T2 continue, T2 decline")
    interim = settle(cluster)
    assert interim == {"T1": {"1/main": (100, 100), "1/under_13": (50, 50)}}


def test_003_5_6_cards_with_which_a_player_could_not_have_decided_so_are_refused() -> None:
    """3.19: nobody stands on 5."""
    cluster = dealt("9S 6D 8H", {"T1": {"1/main": 100}}, "blackjack")
    cluster.go("close, T1 stand, KD 6C")
    detail = "with these cards the Round would have asked the Players something else"
    refusal = cluster.refuse(m.CorrectCards(cards_of("2S 6D 3H KD 6C")), SUPERVISOR, DEALER)
    assert refusal == Refusal("other_round", detail, "")
    cluster.certify()
    refusal = cluster.refuse(m.Correct(cards_of("2S 6D 3H KD 6C")), SHIFT_MANAGER, SUPERVISOR, round_no=1)
    assert refusal == Refusal("other_round", detail, "5.6")


# --- rulings of the box games ----------------------------------------------------------------------------------------


def test_003_5_3_a_player_who_walked_away_is_drawn_to_twelve() -> None:
    cluster = alone("blackjack", "2S 6D 3H")
    assert cluster.rule(WalkedAway(T1, 1), "5.3", DEALER)[-1].due == "1"  # type: ignore[union-attr]
    assert (cluster.windows, cluster.view.due) == ([], "1")
    cluster.deal("9C KD 5C")
    assert settle(cluster) == {"T1": {"1/main": (100, 0)}}


def test_003_5_7_every_player_chooses_and_who_withdraws_gets_his_bets_back() -> None:
    cluster = on_boxes("blackjack", "9S 5D 6H 8H 4C")
    cluster.close()
    written = cluster.rule(DealingError(), "5.7")
    assert [event.window.name for event in of(written, e.WindowOpened)] == ["options"]
    cluster.choose("T1", "withdraw", kind="options")
    assert cluster.windows == ["options"]  # everybody is asked
    cluster.choose("T2", "continue", kind="options")
    assert cluster.windows == ["choice/2/0/5"]
    cluster.go("T2 hit, KC, T2 stand, KD 2S")
    assert settle(cluster) == {"T1": {"1/main": (100, 100)}, "T2": {"2/main": (100, 200)}}


def goes_on(cluster: Cluster) -> list[e.Event]:
    """003 §5.7.2: T1 and T2 continue with the Reconstructed Hand."""
    written = [*cluster.choose("T1", "continue", kind="options"), *cluster.choose("T2", "continue", kind="options")]
    assert "options" not in cluster.windows
    return written


def test_003_5_9_a_question_that_is_asked_again_returns_what_was_bet_in_it() -> None:
    """T1 has split; in the right order he has no pair, and is asked again, after the options of §5.7."""
    cluster = on_boxes("blackjack", "8S 5D 6H 8H 4C")
    cluster.close()
    cluster.choose("T1", "split", {"1/main/1": 100})
    once = cluster.journal(e.WindowOpened)[-1].id
    cluster.call()
    assert of(cluster.reconstruct("8S 8H 6H 5D 4C", "5.9"), e.LayoutReturned) == []
    assert (cluster.windows, cluster.stake("T1"), cluster.hands["1"]) == (["options"], 200, "8S 5D")
    written = goes_on(cluster)
    assert of(written, e.LayoutReturned) == [e.LayoutReturned(1, "choice/1/0/5", T1, 100)]
    assert (cluster.stake("T1"), cluster.credit("T1"), cluster.registered("T1")) == (100, 900, {"1/main": 100})
    assert (cluster.windows, cluster.hands["1"]) == (["choice/1/0/5"], "8S 5D")
    assert cluster.answer("T1", {"1/main/1": 100}, "split", window=once, revision=1) == []  # it was answered then
    cluster.go("T1 stand, T2 stand, KD 2D")
    assert settle(cluster) == {"T1": {"1/main": (100, 0)}, "T2": {"2/main": (100, 0)}}


def test_003_5_9_a_bet_whose_question_is_gone_is_returned_at_the_end() -> None:
    """T1 has doubled; in the right order he has a Blackjack, and is asked nothing."""
    cluster = on_boxes("blackjack", "KS 5D 6H 3H AC")
    cluster.close()
    cluster.choose("T1", "double", {"1/double": 100})
    cluster.call()
    cluster.reconstruct("KS 5D 6H AC 3H", "5.9")
    assert (cluster.windows, cluster.stake("T1")) == (["options"], 200)
    goes_on(cluster)
    assert (cluster.windows, cluster.stake("T1")) == (["choice/2/0/5"], 200)
    cluster.go("T2 hit, 9D, T2 stand, KD 2D")
    assert settle(cluster) == {"T1": {"1/main": (100, 250), "1/double": (100, 100)}, "T2": {"2/main": (100, 0)}}


def test_003_5_9_who_takes_his_bets_back_has_the_one_of_a_question_that_is_gone_back_too() -> None:
    """§5.7.3: T1 has doubled and withdraws; T2 plays on."""
    cluster = on_boxes("blackjack", "KS 5D 6H 3H AC")
    cluster.close()
    cluster.choose("T1", "double", {"1/double": 100})
    cluster.call()
    cluster.reconstruct("KS 5D 6H AC 3H", "5.9")
    cluster.choose("T1", "withdraw", kind="options")
    cluster.choose("T2", "continue", kind="options")
    assert cluster.windows == ["choice/2/0/5"]
    cluster.go("T2 hit, 9D, T2 stand, KD 2D")
    assert settle(cluster) == {"T1": {"1/main": (100, 100), "1/double": (100, 100)}, "T2": {"2/main": (100, 0)}}


def test_003_5_9_who_is_being_asked_while_the_cards_are_put_in_order_is_still_asked() -> None:
    """And before that everybody is asked whether he goes on."""
    cluster = on_boxes("blackjack", "9S 5D 6H 8H 4C")
    cluster.close()
    assert cluster.opened().window.respondents == (T1,)
    cluster.call()
    cluster.reconstruct("5D 9S 6H 8H 4C", "5.9")
    assert cluster.hands["1"] == "5D 8H"
    assert (cluster.windows, cluster.opened().window.respondents) == (["options"], (T1, T2))
    goes_on(cluster)
    assert cluster.opened().window.respondents == (T1,)


def test_003_5_9_a_double_in_a_question_that_is_gone_does_not_play_along_with_the_new_one() -> None:
    cluster = on_boxes("blackjack", "KS 5D 6H 3H 4C")
    cluster.go("close, T1 hit, AC, T1 stand")
    cluster.choose("T2", "double", {"2/double": 100})  # at the sixth card
    cluster.call()
    cluster.reconstruct("KS 5D 6H AC 4C 3H", "5.9")  # T1 has a Blackjack: T2 is asked at the fifth
    check_acts(cluster)
    cluster.obey(m.KeepSurplus(), SUPERVISOR)  # all have seen it in a Hand, and it is no card of this Round any more
    check_acts(cluster)
    assert (texts(cluster.kept), cluster.public.shoe.beside, faces(cluster)) == ("3H", 1, "KS 5D 6H 4C AC".split())
    goes_on(cluster)  # the card was kept while they were being asked
    check_acts(cluster)
    cluster.choose("T2", "double", {"2/double": 100})
    cluster.deal("9D KD KS")  # 18 against 26: what he has lost or won is one double
    cluster.certify()
    assert (cluster.stake("T2"), cluster.credit("T2")) == (0, 1_200)


def test_a_ruling_brings_no_card_that_the_shoe_has_not_reported() -> None:
    """`Discarded` and `DrawnTogether` name cards that are on record already (M10)."""
    cluster = alone("blackjack", "2S 6D 3H")
    cluster.certify()
    cluster.choose("T1", "hit")
    (four,) = cards_of("4C")
    assert cluster.refuse(m.Rule(Discarded(four), "5.10.3"), SUPERVISOR) == Refusal(
        "illegal_ruling", "4C is not among the cards that were drawn", "5.10"
    )
    assert cluster.refuse(m.Rule(DrawnTogether(cards_of("4C 5D")), "5.12"), SUPERVISOR) == Refusal(
        "illegal_ruling", "these are not the last cards that were drawn", "5.12"
    )


def dealer_drew_on_21() -> Cluster:
    cluster = alone("blackjack", "9S 6D 8H")
    cluster.go("T1 stand, KD 5C, 2C")
    return cluster


def test_003_5_10_2_a_card_that_the_dealer_drew_on_a_completed_hand_is_discarded_by_a_pit_supervisor() -> None:
    cluster = dealer_drew_on_21()
    cluster.draw("9C")
    two, nine = cards_of("2C 9C")
    order = m.Rule(Discarded(two), "5.10.2")
    assert cluster.refuse(order, DEALER) == Refusal("not_entitled", "this is for a Pit Supervisor or above", "5.10.2")
    ruled, seen = cluster.obey(order, SUPERVISOR)
    assert isinstance(ruled, e.RulingMade)
    assert (ruled.act, ruled.paragraph, ruled.surplus) == (Discarded(two), "5.10.2", 1)  # each is ruled on
    assert (ruled.turned, seen) == ((two,), e.SurplusSeen((nine,)))
    assert isinstance(cluster.rule(Discarded(nine), "5.10.2")[-1], e.Resumed)
    assert (cluster.halts, cluster.surplus, cluster.kept) == ([], (), ())
    assert (cluster.hands["dealer"], cluster.view.shoe.passed) == ("6D KD 5C", 7)  # out of play, and counted
    assert settle(cluster) == {"T1": {"1/main": (100, 0)}}  # 17 against 21, not against 23
    cluster.open_round()
    assert cluster.carried == ()


def test_003_5_10_2_a_card_that_was_kept_for_the_next_round_is_not_discarded_from_this_one() -> None:
    cluster = dealer_drew_on_21()
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    assert cluster.refuse(m.Rule(Discarded(*cards_of("2C")), "5.10.2"), SUPERVISOR).reason == "illegal_ruling"


def test_003_5_6_a_round_with_a_discarded_card_is_corrected_with_that_card_in_its_place() -> None:
    cluster = dealer_drew_on_21()
    cluster.rule(Discarded(*cards_of("2C")), "5.10.2")
    cluster.certify()
    short = cluster.refuse(m.Correct(cards_of("9S 6D 8H KD AC")), SUPERVISOR, OTHER_SUPERVISOR)
    assert short.reason == "other_round"
    cluster.correct("9S 6D 8H KD AC 2C")  # 17 against 17
    assert cluster.credit("T1") == 1_000


def test_003_5_10_3_a_card_for_a_box_without_a_bet_is_taken_from_the_hand_that_the_console_gave_it_to() -> None:
    cluster = alone("blackjack", "KS 6D 2H")
    before = m.Rule(Discarded(*cards_of("9C")), "5.10.3")
    cluster.certify()  # the Interim Settlement
    cluster.go("T1 hit, 9C")  # the Dealer laid it on box 2, where nobody has bet
    assert (cluster.hands["1"], cluster.windows) == ("KS 2H 9C", ["choice/1/0/4"])
    cluster.call()
    written = cluster.obey(before, SUPERVISOR)
    (closed,) = of(written, e.WindowClosed)
    assert (closed.by, closed.act) == ("ruling", None)
    assert (cluster.halts, cluster.windows, cluster.view.due, cluster.hands["1"]) == ([], [], "1", "KS 2H")
    check_picture(cluster)
    cluster.go("5C, T1 stand, KD 2C")
    assert settle(cluster) == {"T1": {"1/main": (100, 0)}}  # 17 against 18


def test_003_5_10_1_a_card_that_a_settlement_was_made_on_stays() -> None:
    cluster = alone("blackjack", "KS 6D 2H")
    cluster.go("T1 hit, 9C")
    order = m.Rule(Discarded(*cards_of("9C")), "5.10.3")
    assert cluster.refuse(order, SUPERVISOR) == Refusal(
        "illegal_ruling", "before an Interim Settlement the cards are Reconstructed", "5.9"
    )
    cluster.certify()
    assert cluster.refuse(order, SUPERVISOR) == Refusal(
        "illegal_ruling", "an Interim Settlement has taken place", "5.10.1"
    )


def two_at_once() -> Cluster:
    """T1 has 5 and has hit: the first of two cards came to him, the second when he was asked again."""
    cluster = alone("blackjack", "2S 6D 3H")
    cluster.go("T1 hit, 4C 5D")
    return cluster


def test_003_5_12_of_two_cards_at_once_the_player_chooses_his_first() -> None:
    cluster = two_at_once()
    cluster.rule(DrawnTogether(cards_of("4C 5D")), "5.12", DEALER)
    assert cluster.opened("order").window.choices == ("4C", "5D")
    assert (cluster.halts, cluster.hands["1"], cluster.surplus) == ([], "2S 3H", ())
    check_picture(cluster)
    cluster.choose("T1", "5D", kind="order")
    assert (cluster.hands["1"], cluster.windows) == ("2S 3H 5D", ["options"])  # 5.12.2
    cluster.choose("T1", "continue", kind="options")
    assert (cluster.hands["1"], cluster.windows) == ("2S 3H 5D", ["choice/1/0/4"])
    cluster.choose("T1", "hit")  # the other one is as the next from the shoe
    assert (cluster.hands["1"], cluster.windows) == ("2S 3H 5D 4C", ["choice/1/0/5"])
    check_picture(cluster)
    cluster.go("T1 stand, KD KC")
    assert settle(cluster) == {"T1": {"1/main": (100, 200)}}
    assert cluster.view.shoe.passed == 7


def test_003_5_12_what_was_bet_after_the_first_of_them_is_returned_and_asked_again() -> None:
    cluster = alone("blackjack", "8S 6D 8H")
    cluster.choose("T1", "split", {"1/main/1": 100})
    cluster.draw("3C")
    cluster.choose("T1", "double", {"1/double": 100})
    cluster.draw("9C")  # which was on the felt together with the 3C
    cluster.call()
    written = cluster.rule(DrawnTogether(cards_of("3C 9C")), "5.12", DEALER)
    assert cluster.hands == {"1": "8S", "1/1": "8H", "dealer": "6D"}
    assert of(written, e.LayoutReturned) == []  # not before he is asked again
    cluster.choose("T1", "9C", kind="order")
    (returned,) = of(cluster.choose("T1", "continue", kind="options"), e.LayoutReturned)
    assert (returned.window, returned.amount) == ("choice/1/0/4", 100)
    assert (cluster.stake("T1"), cluster.credit("T1")) == (200, 800)
    cluster.choose("T1", "stand")  # 17; the 3C is the second card of the other Hand
    assert cluster.hands == {"1": "8S 9C", "1/1": "8H 3C", "dealer": "6D"}
    cluster.choose("T1", "double", {"1/double/1": 100})
    cluster.deal("KC KD 2D")  # 21, and the Dealer's 18
    assert settle(cluster) == {"T1": {"1/main": (100, 0), "1/main/1": (100, 200), "1/double/1": (100, 200)}}
    assert cluster.credit("T1") == 1_100


def test_003_5_12_holds_after_a_restart_in_the_middle_of_it() -> None:
    cluster = two_at_once()
    cluster.rule(DrawnTogether(cards_of("4C 5D")), "5.12", DEALER)
    cluster.restart_and_go_on()
    cluster.choose("T1", "4C", kind="order")
    cluster.restart_and_go_on()
    cluster.choose("T1", "continue", kind="options")
    assert (cluster.hands["1"], cluster.windows) == ("2S 3H 4C", ["choice/1/0/4"])


@pytest.mark.rule("003 §5.4.2", "000 §5.4.2")
@pytest.mark.parametrize("game", BLACKJACK)
def test_003_5_4_2_a_void_answers_no_question_for_a_player(game: str) -> None:
    """Two cards at once, and nobody has said which comes first: they lie in no Hand, so nothing is decided by them."""
    cluster = on_boxes(game, "7D TS 9D 4H 9H")
    cluster.rule(DrawnTogether(cards_of("4H 9H")), "5.12", DEALER)
    cluster.restart()
    written = cluster.obey(m.AnswerInterruption(affects=True), SUPERVISOR)
    (closed,) = of(written, e.WindowClosed)
    assert (closed.name, closed.by, closed.act, of(written, e.HandsLaid)) == ("order/1/3", "void", None, [])
    assert (cluster.hands, cluster.windows) == ({"1": "7D", "2": "TS", "dealer": "9D"}, [])
    assert (cluster.credit("T1"), cluster.credit("T2"), cluster.phase) == (1_000, 1_000, Phase.READY)
    table, view = cluster.table, cluster.public
    assert refold(table.game, view.round_felt, [act for act in view.acts if act is not None]) == table.round


@pytest.mark.parametrize("game", BLACKJACK)
def test_003_5_17_bets_of_a_question_that_is_open_are_returned_by_the_void_like_all(game: str) -> None:
    cluster = on_boxes(game, "9S TD AS 9H 9D")
    cluster.choose("T1", "insure", {"1/insurance": 50}, kind="insurance")
    written = cluster.void("5.5.1")
    assert [closed.act for closed in of(written, e.WindowClosed)] == [None]
    assert of(written, e.LayoutReturned) == []
    assert settle(cluster, written) == {
        "T1": {"1/main": (100, 100), "1/insurance": (50, 50)},
        "T2": {"2/main": (100, 100)},
    }
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_000, 1_000)


def test_003_5_12_1_on_the_dealers_hand_a_pit_supervisor_discards_them_and_another_is_drawn() -> None:
    cluster = on_boxes("blackjack", "9S 9D 6H 8H 8D")
    cluster.go("close, T1 stand, T2 stand, KD 5C")  # 21, from two cards of which nobody knows the first
    together = DrawnTogether(cards_of("KD 5C"))
    assert cluster.refuse(m.Rule(together, "5.12"), DEALER) == Refusal(
        "illegal_ruling", "the first of them was due to dealer", "5.12.1"
    )
    assert cluster.refuse(m.Rule(together, "5.12.1"), DEALER).reason == "not_entitled"
    cluster.rule(together, "5.12.1")
    assert (cluster.hands["dealer"], cluster.surplus, cluster.windows) == ("6H", (), ["options"])
    cluster.go("T1 withdraw, T2 continue")
    assert cluster.view.due == "dealer"
    cluster.deal("KC KH")  # 26
    check_picture(cluster)
    assert settle(cluster) == {"T1": {"1/main": (100, 100)}, "T2": {"2/main": (100, 200)}}


def test_5_3_3_cards_are_put_in_order_when_all_of_them_are_known() -> None:
    cluster = two_at_once()
    cluster.unread()
    order = m.Rule(DrawnTogether(cards_of("4C 5D")), "5.12")
    assert cluster.refuse(order, SUPERVISOR) == Refusal(
        "card_missing", "a card of the Round is not known yet: enter it first"
    )


def test_m13_a_ruling_on_cards_turns_those_that_lie_face_down() -> None:
    cluster = squeezing("2S 6D 3H")
    cluster.go("T1 hit, 4C 5D")
    assert cluster.hands["1"] == "2S 3H ??"
    cluster.rule(DrawnTogether(cards_of("4C 5D")), "5.12", DEALER)
    assert (cluster.hands, cluster.table.state.hidden) == ({"1": "2S 3H", "dealer": "6D"}, {})
    cluster.go("T1 5D, T1 continue, T1 hit, T1 hit, 2C")
    assert cluster.hands["1"] == "2S 3H 5D 4C ??"
    turn_all(cluster)
    cluster.go("T1 stand, KD KC")
    assert settle(cluster) == {"T1": {"1/main": (100, 200)}}


def test_003_5_7_3_a_box_that_left_in_the_initial_deal_does_not_stop_the_certificate() -> None:
    cluster = on_boxes("blackjack", "9S 5D 6H")
    cluster.call()
    cluster.rule(DealingError(), "5.7")
    cluster.go("T1 withdraw, T2 continue, 8D")
    cluster.certify()  # an Interim Settlement
    assert cluster.surplus == ()
    cluster.go("close, T2 stand, KD 6C")
    assert settle(cluster) == {"T2": {"2/main": (100, 200)}}


def test_a_card_while_a_player_is_asked_leaves_the_next_question_open() -> None:
    cluster = on_boxes("blackjack", "9S 5D 6H 8H 4C")
    cluster.go("close, 2C")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    assert cluster.windows == ["choice/2/0/5"]


# --- three pictures --------------------------------------------------------------------------------------------------


def three_pictures(cards: str, **house: bool) -> Cluster:
    bets = {"T1": {"1/initial": 100, "1/tie": 10, "1/three_pictures": 10}, "T2": {"2/initial": 200}}
    return dealt(cards, bets, "three_pictures", house=house)


@pytest.mark.rule("002 §5.5.1")
def test_002_5_5_1_a_correction_by_which_a_card_of_the_one_deck_was_there_twice_stops_the_table() -> None:
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 4D 7S")
    cluster.certify()
    cluster.correct("KS 2D 9S QS 3D 8S JS 4D 9S")
    assert cluster.halts == ["foreign_card"]
    assert cluster.refuse(m.OpenBets()).reason == "halted"
    assert cluster.refuse(m.Resume(Halt.FOREIGN_CARD), SUPERVISOR).reason == "needs_act"


def test_a_round_of_three_pictures() -> None:
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 4D 7S")  # pictures, 9 points, and the Dealer's 4
    assert (cluster.phase, cluster.hands) == (Phase.RESULT, {"1": "KS QS JS", "2": "2D 3D 4D", "dealer": "9S 8S 7S"})
    check_picture(cluster)
    assert settle(cluster) == {
        "T1": {"1/initial": (100, 200), "1/tie": (10, 0), "1/three_pictures": (10, 170)},
        "T2": {"2/initial": (200, 400)},
    }


def test_002_3_12_1_a_house_reading_is_journaled_and_holds_after_a_restart() -> None:
    cluster = three_pictures("KS QS JS", in_sets=True)
    assert cluster.hands == {"1": "KS QS JS"}
    assert cluster.journal(e.TableOpened)[0].house == {"in_sets": True}
    cluster.restart_and_go_on()
    cluster.deal("2D 3D 4D 9S 8S 7S")
    assert cluster.phase is Phase.RESULT


def test_002_5_5_4_whole_hands_are_moved_by_two_people_once_they_lie_open_and_nobody_is_asked() -> None:
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 4D 7S")
    moved = m.Rule(Reconstructed(cards_of("2D KS 9S 3D QS 8S 4D JS 7S")), "5.5.4")
    assert isinstance(cluster.propose(moved, SUPERVISOR)[0], e.OrderProposed)
    cluster.rule(moved.act, "5.5.4")
    assert cluster.hands == {"1": "2D 3D 4D", "2": "KS QS JS", "dealer": "9S 8S 7S"}
    assert cluster.windows == []
    broken = m.Rule(Reconstructed(cards_of("KS 2D 9S 3D QS 8S 4D JS 7S")), "5.5.4")
    assert cluster.refuse(broken, SUPERVISOR, OTHER_DEALER).reason == "illegal_ruling"
    assert settle(cluster) == {
        "T1": {"1/initial": (100, 200), "1/tie": (10, 0), "1/three_pictures": (10, 0)},
        "T2": {"2/initial": (200, 400)},
    }


def test_002_5_8_a_removed_hand_returns_its_bets_and_the_others_are_asked() -> None:
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 4D 7S")
    assert isinstance(cluster.propose(m.Rule(HandRemoved(1), "5.8"), SUPERVISOR)[0], e.OrderProposed)  # all see who won
    cluster.rule(HandRemoved(1), "5.8")
    assert cluster.windows == ["options"]
    cluster.go("T1 continue, T2 continue")
    assert settle(cluster) == {
        "T1": {"1/initial": (100, 100), "1/tie": (10, 10), "1/three_pictures": (10, 10)},
        "T2": {"2/initial": (200, 400)},
    }


def settled_pictures() -> Cluster:
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 4D 7S")
    cluster.certify()
    return cluster


def lines_of(cluster: Cluster, terminal: str) -> dict[str, tuple[int, int]]:
    lines = cluster.table.state.settled[1].lines[PlayerId(terminal)]
    return {str(line.spot): (line.staked, line.returned) for line in lines}


@pytest.mark.rule("002 §5.8", "002 §5.8.1", "002 §5.6.3")
def test_002_5_8_a_hand_is_removed_when_all_is_paid_and_who_wants_has_his_bets_back_too() -> None:
    cluster = settled_pictures()
    before = lines_of(cluster, "T2")
    corrected, *_ = cluster.obey(m.VoidSettled("5.8", 1), SUPERVISOR, OTHER_SUPERVISOR)
    assert isinstance(corrected, e.RoundCorrected)
    assert [type(act) for act in corrected.ruled] == [HandRemoved, WindowClosed]
    back = {"1/initial": (100, 100), "1/tie": (10, 10), "1/three_pictures": (10, 10)}
    assert (lines_of(cluster, "T1"), lines_of(cluster, "T2")) == (back, before), "he plays on, and is paid as he was"
    assert cluster.credit("T1") == 1_000
    assert cluster.view.corrected
    other = settled_pictures()
    other.obey(m.VoidSettled("5.8", 1, (T2,)), SUPERVISOR, OTHER_SUPERVISOR)
    assert lines_of(other, "T2") == {"2/initial": (200, 200)}
    assert (other.credit("T1"), other.credit("T2")) == (1_000, 1_000)
    again = other.refuse(m.VoidSettled("5.8", 2, (T1,)), SUPERVISOR, OTHER_SUPERVISOR)
    assert again.reason == "illegal_ruling", "nobody is left on box 2"


@pytest.mark.rule("002 §5.8", "002 §5.8.1")
def test_002_5_8_what_is_no_hand_in_play_or_is_asked_too_late_is_not_removed() -> None:
    cluster = settled_pictures()
    money = cluster.money()
    for order, reason in (
        (m.VoidSettled("5.8", 5), "illegal_ruling"),  # nobody has bet there
        (m.VoidSettled("5.5.6", 1), "illegal_ruling"),  # that is a Void of all
        (m.VoidSettled("5.8"), "illegal_ruling"),
        (m.VoidSettled("5.5.6", 0, (T1,)), "illegal_ruling"),
        (m.VoidSettled("5.8", 1, (PlayerId("T9"),)), "illegal_decision"),
    ):
        assert cluster.refuse(order, SUPERVISOR, OTHER_SUPERVISOR).reason == reason
    assert cluster.refuse(m.VoidSettled("5.8", 1), DEALER, OTHER_DEALER).reason == "second_position"
    assert isinstance(cluster.propose(m.VoidSettled("5.8", 1), SUPERVISOR)[0], e.OrderProposed)
    assert cluster.money() == money
    cluster.load_shoe(1)
    cluster.open_round({"T1": {"1/initial": 100}})
    cluster.close()
    cluster.deal("KS 9S QS 8S JS 7S")
    assert cluster.refuse(m.VoidSettled("5.8", 1), SUPERVISOR, OTHER_SUPERVISOR, round_no=1).reason == "wrong_state"
    cluster.certify()
    assert cluster.refuse(m.VoidSettled("5.8", 1), SUPERVISOR, OTHER_SUPERVISOR, round_no=1).reason == "late"


@pytest.mark.rule("002 §5.6", "002 §5.8.1")
def test_002_5_8_1_who_has_had_the_option_in_this_round_has_none_when_it_is_settled() -> None:
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 4D 7S")
    cluster.rule(DealingError(), "5.6")
    cluster.go("T1 continue, T2 continue")
    cluster.certify()
    refused = cluster.refuse(m.VoidSettled("5.8", 1, (T2,)), SUPERVISOR, OTHER_SUPERVISOR)
    assert refused.reason == "illegal_decision"
    cluster.obey(m.VoidSettled("5.8", 1), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.credit("T1") == 1_000


def test_002_5_10_the_pit_supervisor_decides_which_of_two_cards_at_once_is_first() -> None:
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 7S")  # two at once for box 2 and the Dealer: which is whose?
    assert cluster.phase is Phase.DEALING
    cluster.draw("4D")
    together = DrawnTogether(cards_of("4D 7S"))
    assert cluster.refuse(m.Rule(together, "5.10"), DEALER).reason == "not_entitled"
    cluster.rule(together, "5.10")
    assert cluster.hands == {"1": "KS QS JS", "2": "2D 3D 4D", "dealer": "9S 8S 7S"}
    check_picture(cluster)
    cluster.choose("T1", "withdraw", kind="options")  # 5.10.1
    cluster.choose("T2", "continue", kind="options")
    assert settle(cluster) == {
        "T1": {"1/initial": (100, 100), "1/tie": (10, 10), "1/three_pictures": (10, 10)},
        "T2": {"2/initial": (200, 400)},
    }
    assert cluster.view.shoe.passed == 9


def test_002_5_10_of_the_last_card_and_one_too_many_the_other_is_surplus_until_a_shift_manager_discards_it() -> None:
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 4D")
    cluster.deal("7S 6C")
    cluster.rule(DrawnTogether(cards_of("6C 7S")), "5.10")
    assert (cluster.hands["dealer"], texts(cluster.surplus), cluster.halts) == ("9S 8S 6C", "7S", ["surplus"])
    seven = m.Rule(Discarded(*cards_of("7S")), "5.16")
    assert cluster.refuse(seven, SUPERVISOR).reason == "not_entitled"
    cluster.obey(seven, SHIFT_MANAGER, OTHER_DEALER)
    assert (cluster.surplus, cluster.halts) == ((), [])
    cluster.go("T1 continue, T2 continue")
    first = {"1/initial": (100, 200), "1/tie": (10, 0), "1/three_pictures": (10, 170)}
    assert settle(cluster) == {"T1": first, "T2": {"2/initial": (200, 400)}}  # 9 points against 3


@pytest.mark.rule("002 §5.10", "001 §5.4")
@pytest.mark.parametrize(("order", "last", "left"), [("7S 6C", "7S", "6C"), ("6C 7S", "6C", "7S")])
def test_002_5_10_a_card_that_was_put_in_order_lies_open_and_is_kept_only_when_the_round_is_ruled_without_it(
    order: str, last: str, left: str
) -> None:
    """The ruling names it to everybody: without it among the acts they would fold other Hands."""
    cluster = three_pictures("KS 2D 9S QS 3D 8S JS 4D 7S 6C")
    cluster.rule(DrawnTogether(cards_of(order)), "5.10")
    hands = {"1": "KS QS JS", "2": "2D 3D 4D", "dealer": f"9S 8S {last}"}
    public_is(cluster, hands)
    assert (texts(cluster.surplus), cluster.view.beside, cluster.view.shoe.beside) == (left, [], 0)
    assert cluster.view.shoe.passed == 10
    assert cluster.refuse(m.KeepSurplus(), DEALER, SUPERVISOR).reason == "other_round", "it was chosen between"
    cluster.rule(Reconstructed(cards_of(f"KS 2D 9S QS 3D 8S JS 4D {last} {left}")), "5.8")
    cluster.obey(m.KeepSurplus(), DEALER, SUPERVISOR)
    public_is(cluster, hands)
    assert (texts(cluster.kept), cluster.halts) == (left, [])
    assert (cluster.view.shoe.beside, cluster.view.shoe.passed) == (1, 10)
    cluster.go("T1 continue, T2 continue")
    first = {"1/initial": (100, 200), "1/tie": (10, 0), "1/three_pictures": (10, 170)}
    assert settle(cluster) == {"T1": first, "T2": {"2/initial": (200, 400)}}
    cluster.open_round({"T1": {"1/initial": 100}})
    cluster.close()
    assert cluster.hands == {"1": left}


def public_is(cluster: Cluster, hands: dict[str, str]) -> None:
    """Everybody who folds the public acts has these Hands, and so has the table."""
    acts = [act for act in cluster.public.acts if act is not None]
    round = fold(cluster.table.game, cluster.public.felt, acts)
    assert {hand: texts(cards) for hand, cards in cluster.table.game.hands(round).items()} == hands
    check_picture(cluster)
    assert cluster.hands == hands


# --- the online games: a hole card -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ONLINE)
def test_a_round_with_a_hole_card(game: str) -> None:
    cluster = alone(game, "9S 6D 8H KD")
    (king,) = cards_of("KD")
    assert cluster.journal(e.CardHidden) == [e.CardHidden(1, 3, king, "")]
    assert (cluster.table.state.hidden, cluster.hands["dealer"]) == ({3: king}, "6D ??")
    assert cluster.view.shoe.passed == 3  # what nobody may know is not counted yet
    cluster.go("T1 stand, 5C")
    assert cluster.journal(e.CardRevealed) == [e.CardRevealed(1, 3, king)]
    assert (cluster.table.state.hidden, cluster.view.shoe.passed) == ({}, 5)
    check_picture(cluster)
    assert settle(cluster) == {"T1": {"1/main": (100, 0)}}


def test_004_a_bust_turns_the_hole_card_and_ends_the_round() -> None:
    cluster = alone("classic_blackjack", "9S 6D 8H KD")
    cluster.choose("T1", "hit")
    assert of(cluster.draw("9C"), e.CardRevealed) == [e.CardRevealed(1, 3, cards_of("KD")[0])]
    check_picture(cluster)
    assert settle(cluster) == {"T1": {"1/main": (100, 0)}}


def test_004_nothing_can_be_ruled_and_an_interruption_is_answered() -> None:
    cluster = alone("premium_blackjack", "9S 6D 8H KD")
    assert cluster.refuse(m.Certify(cards_digest(cluster.view))).reason == "not_finished"
    cluster.restart()
    cluster.obey(m.AnswerInterruption(affects=True), SUPERVISOR)
    assert (cluster.phase, cluster.credit("T1"), cluster.view.shoe.passed) == (Phase.READY, 1_000, 4)


def test_a_restart_keeps_the_hole_card_hidden() -> None:
    cluster = alone("premium_blackjack", "9S 6D 8H KD")
    cluster.restart()
    assert (texts(list(cluster.table.state.hidden.values())), cluster.hands["dealer"]) == ("KD", "6D ??")
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    cluster.go("T1 stand, 5C")
    check_picture(cluster)


def test_5_10_while_a_card_lies_face_down_no_card_is_corrected() -> None:
    cluster = alone("premium_blackjack", "9S 6D 8H KD")
    cluster.choose("T1", "hit")
    face_down = Refusal("face_down", "a card lies face down: it is corrected when it is turned")
    assert cluster.refuse(m.CorrectCards(cards_of("9S 6D 7H KD")), DEALER, SUPERVISOR) == face_down
    cluster.go("2C, T1 stand")
    cluster.correct_cards("9S 6D 7H KD 2C")
    cluster.deal("5C")
    check_picture(cluster)
    assert (cluster.hands, cluster.view.shoe.passed) == ({"1": "9S 7H 2C", "dealer": "6D KD 5C"}, 6)


def test_5_10_squeezed_cards_are_corrected_when_they_are_turned() -> None:
    cluster = squeezing("2S 6H 3H")
    cluster.go("T1 hit, 9C")
    order = m.CorrectCards(cards_of("2S 6H 3H 8C"))
    assert cluster.refuse(order, DEALER, SUPERVISOR).reason == "face_down"
    turn_all(cluster)
    cluster.go("T1 stand")
    cluster.obey(order, DEALER, SUPERVISOR)
    shown = [act.card for act in cluster.view.acts if isinstance(act, CardDrawn)]
    assert (cluster.view.shoe.passed, texts(shown)) == (4, "2S 6H 3H 8C")
    check_picture(cluster)


def test_a_squeezed_card_that_was_entered_by_hand_is_matched_when_the_shoe_speaks_again() -> None:
    cluster = Cluster("blackjack", squeeze=True)
    cluster.open_round()
    cluster.place("T1", {"1/main": 100}, "squeeze")
    cluster.close()
    cluster.run(shoe.LinkLost())
    cluster.enter("9S")
    cluster.run(shoe.LinkRestored("S1"))
    assert cluster.draw("9S") == [e.CardMatched(1, None)]  # whose face nobody else may know
    assert cluster.view.due == HandId("dealer")


def test_5_10_the_true_cards_may_ask_one_more_question() -> None:
    cluster = alone("blackjack", "9S 6D 8H")
    cluster.go("T1 hit, KC")  # 27, and the Round is over
    assert cluster.phase is Phase.RESULT
    cluster.correct_cards("9S 6D 2H KC")  # 21
    assert (cluster.phase, cluster.windows) == (Phase.BETTING, ["choice/1/0/4"])
    cluster.go("T1 stand, KD 2S")
    assert settle(cluster) == {"T1": {"1/main": (100, 200)}}


# --- corrections that the questions of the Round do not bear ---------------------------------------------------------


@pytest.mark.parametrize("cards", ["", "9S", "9S 6D"])
def test_5_6_too_few_cards_for_the_questions_that_were_asked_are_refused(cards: str) -> None:
    cluster = alone("blackjack", "9S 6D 8H")
    cluster.go("T1 stand, KD 6C")
    cluster.certify()
    assert cluster.refuse(m.Correct(cards_of(cards)), SUPERVISOR, OTHER_SUPERVISOR).paragraph == "5.6"


def test_5_10_cards_under_which_somebody_else_was_asked_are_refused() -> None:
    cluster = on_boxes("blackjack", "KS 8D 6H 6C 8C")
    cluster.go("close, T1 hit, KC")  # 26: T2 is asked
    cluster.choose("T2", "split", {"2/main/1": 100})
    refusal = cluster.refuse(
        m.CorrectCards(cards_of("KS 8D 6H 6C 8C 2C")), DEALER, SUPERVISOR
    )  # 18: T1 was to be asked
    assert refusal.reason == "other_round"


def test_a_card_that_was_kept_for_the_next_round_is_left_over_in_no_ruling_after_it() -> None:
    """003 §5.7 after a kept card: it lies in one place, and the Round can be certified (M10)."""
    cluster = on_boxes("blackjack", "9S 5D 6H 8H 4C")
    cluster.draw("7C")  # while Bets are open: no part of the Round
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    assert texts(cluster.kept) == "7C"
    cluster.rule(DealingError(), "5.7")
    assert (cluster.surplus, texts(cluster.kept), cluster.halts) == ((), "7C", [])


# --- 5.4, 5.9, 5.10: a card that came in the middle of a Round with questions ----------------------------------------


def check_acts(cluster: Cluster) -> None:
    """What everybody knows makes the Hands that lie there, and with what lies face down it makes the Round."""
    table, view = cluster.table, cluster.public
    public = fold(table.game, view.round_felt, [act for act in view.acts if act is not None])
    assert table.game.hands(public) == table.game.hands(table.round)
    whole = [act for act in table.state.aside.acts(view) if act is not None]
    assert fold(table.game, view.round_felt, whole) == table.round
    check_picture(cluster)


def faces(cluster: Cluster) -> list[str]:
    """The cards that everybody knows, as the acts have them."""
    return [act.card.text for act in cluster.public.acts if isinstance(act, CardDrawn)]


@pytest.mark.rule("003 §5.9")
def test_5_9_a_card_that_came_between_two_decisions_is_face_down_until_it_is_put_in_order() -> None:
    """It is an act where it came, and not where it was turned: else the answers after it would find other questions."""
    cluster = on_boxes("blackjack", "9S 5D 6H 8H 4C")
    cluster.go("close, T1 hit")
    cluster.draw("2C")  # to box 1
    cluster.draw("7C")  # while T1 is asked: no Hand expects it, and its time is over, so it stands
    cluster.draw("KD")  # to whom, the table knows
    assert "7C" not in faces(cluster)
    assert texts(cluster.surplus) == "7C KD"
    check_acts(cluster)
    cluster.reconstruct("9S 5D 6H 8H 4C 2C KD 7C", "5.9")
    assert faces(cluster)[:6] == ["9S", "5D", "6H", "8H", "4C", "2C"]
    check_acts(cluster)


@pytest.mark.rule("003 §5.10.2")
def test_5_10_2_of_two_cards_beside_the_hands_the_one_that_is_discarded_is_turned() -> None:
    cluster = alone("blackjack", "9S 6D 8H")
    cluster.go("T1 stand, KD 6C")  # 22: the Dealer's Hand is complete
    cluster.draw("2C")
    cluster.draw("3C")
    before = faces(cluster)
    cluster.rule(Discarded(cards_of("2C")[0]), "5.10.2")
    assert (faces(cluster), texts(cluster.surplus), cluster.halts) == ([*before, "2C"], "3C", ["surplus"])
    check_acts(cluster)
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    check_acts(cluster)
    assert settle(cluster) == {"T1": {"1/main": (100, 200)}}
