"""What a House may tell a terminal that cannot be: the terminal disputes it, and goes on."""

from random import Random

from games.round import Answer, Felt, Limit, Spot
from protocol import events as e
from simulation.judged_terminal import JudgedTerminal
from simulation.told_console import ME, ToldConsole


def test_a_house_that_says_of_no_box_that_he_is_on_it_is_disputed_and_ends_no_process() -> None:
    console = ToldConsole(
        Random("told"), "table 1", "three_pictures", Felt({"initial": Limit(20, 100, 10)}, 2), e.Placard(currency="SGD")
    )
    console.write(e.ConsoleStarted(1), e.CreditBought(bytes(16), ME, 1, 100))
    console.opens()
    console.begins()
    (opened,) = console.view.windows.values()
    console.registers(opened.id, ME, 1, Answer({Spot("1/initial"): 20}))
    console.closes("bets", leaves_him_out=True)
    console.ends()
    terminal = JudgedTerminal(ME, console, Random("told terminal"))
    terminal.begins()
    terminal.does(console.batch(1, console.seq))
    assert (terminal.session.disputed, terminal.session.stake) == (1, 20)
