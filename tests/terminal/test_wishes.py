"""What a Player may keep while he sits here, what he is told of it, and that whoever comes next finds none of it."""

from protocol import events as e
from protocol import messages as m
from protocol.join import BEAT_MS
from terminal import intents as t
from terminal.screen import show
from tests.terminal.pen import key
from tests.ui.terminal_scenes import BANKER_ON_NINE, SCENES, T1, Player

BETS = {"banker": 110_000, "tie": 2_500, "player_pair": 1_000}


def asked(player: Player) -> dict[str, int]:
    return {spot.spot: spot.asked for spot in player.view.spots if spot.asked}


def next_sitting(player: Player) -> Player:
    """He leaves with all his money, and somebody else sits down."""
    credit = player.view.credit
    player.reads(e.TicketIssued(key(50), T1, 1, "000007", credit, "1234"))
    return player.reads(e.CreditBought(key(51), T1, 2, 500_000))


def test_up_to_three_layouts_are_kept_and_placed_as_far_as_limits_and_credit_allow() -> None:
    player = SCENES["registered"]().wants(t.SaveBets(0), t.SaveBets(3), t.SaveBets(-1))
    assert list(player.view.saved) == [(0, 113_500, False)], "it lies there already; there are no other places"
    player.plays(BANKER_ON_NINE).opens().wants(t.PlaceSaved(0))
    assert asked(player) == BETS
    player.wants(t.ClearBets(), t.SaveBets(0))
    assert not player.view.saved, "nothing lies there: the place is free"
    player.wants(t.PlaceSaved(0))
    assert player.view.notice is not None


def test_layouts_of_another_sitting_are_not_offered() -> None:
    player = SCENES["registered"]().wants(t.SaveBets(0)).plays(BANKER_ON_NINE)
    next_sitting(player).opens()
    assert player.view.saved == ()
    player.wants(t.PlaceSaved(0))
    assert asked(player) == {}


def test_the_last_bets_twice() -> None:
    player = SCENES["registered"]().plays(BANKER_ON_NINE).opens()
    assert player.view.repeat_double.amount == 2 * 113_500
    player.wants(t.RepeatBets(2))
    assert asked(player) == {spot: 2 * amount for spot, amount in BETS.items()}


def test_what_a_sitting_came_to_is_counted_with_its_corrections_and_ends_with_it() -> None:
    player = SCENES["won"]()
    assert (player.view.result_amount, player.view.result_rounds) == (63_500, 1)
    player.opens().registered(player=50_000).plays(BANKER_ON_NINE)
    assert (player.view.result_amount, player.view.result_rounds) == (13_500, 2)
    again = Player().shoe().opens().registered(**BETS).plays("2S 2H 2D 4C 9H").corrected("2S 2H 2D 5C 9H")
    assert again.view.result_amount == again.view.gain, "as it was settled in the end"
    next_sitting(player)
    assert (player.view.result_amount, player.view.result_rounds) == (0, 0)


def test_a_restart_remembers_it() -> None:
    player = SCENES["won"]()
    player.terminal.restart()
    view = show(player.terminal.session)
    assert (view.result_amount, view.result_rounds) == (63_500, 1)


def test_of_rounds_before_this_sitting_nothing_is_said() -> None:
    player = Player().shoe()
    assert not any(past.hidden for past in player.view.history), "nobody else has sat here"
    player.opens().registered(**BETS).plays(BANKER_ON_NINE)
    last = player.view.history[-1]
    assert (last.hidden, len(last.lines)) == (False, 3)
    next_sitting(player)
    assert all(past.hidden and not past.lines for past in player.view.history)
    player.opens().plays(BANKER_ON_NINE)
    assert [past.hidden for past in player.view.history[-2:]] == [True, False], "this one had no bet, and that is said"


def test_5_6_a_correction_names_the_cards_that_it_changed() -> None:
    player = SCENES["corrected"]()
    assert [(card.hand, card.index, card.before, card.after) for card in player.view.changed] == [
        ("banker", 1, "4C", "5C")
    ]


def test_a_halt_is_told_without_its_detail() -> None:
    """It may name a card that nobody may know yet (001 §5.4)."""
    player = SCENES["halted"]()
    assert [halt.detail for halt in player.view.halts] == [""]


def test_that_a_player_turns_cards_is_said_at_once_and_with_every_beat() -> None:
    player = SCENES["squeeze"]()
    player.terminal.does(after_ms=10)
    said = [sent.turning for sent in player.terminal.does(t.Turning(True)) if isinstance(sent, m.Beat)]
    assert said == [True]
    assert [sent.turning for sent in player.terminal.does(after_ms=BEAT_MS) if isinstance(sent, m.Beat)] == [True]
    assert [sent.turning for sent in player.terminal.does(t.Turning(False)) if isinstance(sent, m.Beat)] == [False]
