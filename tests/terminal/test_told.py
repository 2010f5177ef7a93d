"""What a House may tell a terminal that cannot be: it disputes that, and no power cut makes it forget."""

from random import Random

import pytest

from games.fair_shuffle import commit_nonce
from games.money import Currency
from games.round import Answer, Felt, Limit, Spot
from protocol import events as e
from protocol import messages as m
from simulation.judged_terminal import JudgedTerminal
from simulation.told_console import ME, ToldConsole
from terminal import intents as t


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


@pytest.mark.parametrize("power_goes", ["", "once he is bound", "at the close", "after the Round"])
def test_that_the_house_has_spoken_for_him_is_known_after_a_power_cut(power_goes: str) -> None:
    """004 §2.1.b: that a nonce is not its own is known to the one process that has the secret of its own. The House may
    have the switch of its power: whenever it goes, the terminal disputes.
    """
    felt = Felt({"main": Limit(20, 100, 10)}, 2)
    placard = e.Placard(currency="SGD", automatic=True)
    console = ToldConsole(Random("told"), "table 1", "classic_blackjack", felt, placard)
    console.write(e.ConsoleStarted(1), e.CreditBought(bytes(16), ME, 1, 100))
    console.opens()
    terminal = JudgedTerminal(ME, console, Random("told terminal"))
    (hello,) = terminal.begins()
    terminal.does(console.welcome(hello.boot, hello.run))

    def told(*wishes: t.Intent) -> list[m.Request]:
        return terminal.does(console.batch(terminal.session.state.seq + 1, console.seq), *wishes)

    def comes_to(moment: str) -> None:
        if moment == power_goes:
            terminal.dies()
            (hello,) = [it for it in terminal.outgoing if isinstance(it, m.Hello)]
            terminal.does(console.welcome(hello.boot, hello.run))

    told()
    console.begins()
    told(t.PlaceBet(Spot("1/main"), 20))
    console.write(e.NonceCommitted(1, ME, commit_nonce(console.table, 1, ME, b"the House's")))
    (answer,) = [it for it in told() if isinstance(it, m.Answer)]
    console.registers(answer.window, ME, answer.revision, Answer(answer.bets))
    comes_to("once he is bound")
    told()
    console.closes("bets")
    comes_to("at the close")
    told()
    assert terminal.session.disputed == 0  # nothing was dealt yet
    for _ in range(60):
        if console.is_over():
            break
        if console.view.windows:
            console.closes(next(iter(console.view.windows)))
        else:
            console.deals()
    console.pays(ME, console.lines(ME))
    console.ends()
    told()
    disputes = [it.id for it in terminal.session.state.outbox.disputes()]
    comes_to("after the Round")
    assert [(it.id, it.round_no) for it in terminal.session.state.outbox.disputes()] == [(it, 1) for it in disputes]
    assert len(disputes) == 1
    assert (terminal.session.disputed, bool(terminal.session.state.own_rounds.unfair)) == (1, True)


def test_with_another_currency_all_that_was_of_the_one_before_is_history() -> None:
    """Its tickets are no tickets of this currency, and its notes do not count toward the hour's cap (M1)."""
    felt, placard = Felt({"player": Limit(20, 100, 10)}, 7), e.Placard(currency="SGD", notes_per_hour=150)
    console = ToldConsole(Random("told"), "table 1", "baccarat", felt, placard)
    console.write(e.ConsoleStarted(1), e.CurrencyBound(Currency("SGD", 2)))
    console.opens()
    terminal = JudgedTerminal(ME, console, Random("told terminal"))
    (hello,) = terminal.begins()
    terminal.does(console.welcome(hello.boot, hello.run))

    def told(*wishes: t.Intent) -> list[m.Request]:
        return terminal.does(console.batch(terminal.session.state.seq + 1, console.seq), *wishes)

    note, ticket = bytes(16), b"ticket".ljust(16)
    told(t.NoteIn(note, 100))
    terminal.does(t.NoteStacked(note))
    console.write(e.CreditBought(note, ME, 1, 100), e.TicketIssued(ticket, ME, 1, "K1", 100, "1234", 2))
    console.write(e.TicketNumbered(ME, "K1", "123"), e.TicketPrint(b"print".ljust(16), ME, "K1", "printed"))
    told()
    state = terminal.session.state
    assert (state.tickets, state.prints, state.numbers) == ({"K1": 100}, {"K1": "printed"}, {"K1": "123"})
    assert terminal.session.forgotten.notes.amount(terminal.now_ms) == 100
    console.write(e.TicketPaid("K1", 100))
    console.changes_currency("EUR")
    console.opens()
    told()
    assert [state.tickets, state.prints, state.numbers, state.good_until] == [{}] * 4
    assert state.ledger.currency == Currency("EUR", 2)
    terminal.does(t.NoteIn(b"another".ljust(16), 100))  # SGD 100 and EUR 100 are no 200 of anything
    assert state.outbox.notes == {b"another".ljust(16): 100}
