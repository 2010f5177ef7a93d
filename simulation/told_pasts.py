"""Told pasts of a Player Terminal: what the dice would seldom bring about together, and from where they go on.

Each brings the terminal of a drill (`drill_session.py`) somewhere, by what people and consoles do, and is judged there.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from games.boxes import SQUEEZE
from games.cards import DECK, parse_cards
from games.money import Currency
from games.round import Answer, CardDrawn, Refusal, Spot
from protocol import events as e
from protocol import messages as m
from protocol.ledger import standing
from protocol.view import Phase
from simulation.told_console import ME
from terminal import intents as t

if TYPE_CHECKING:
    from simulation.drill_session import ToldDrill

BET: Final = 20
ROUNDS: Final = 103
NOTE: Final = 100


def _spot(drill: "ToldDrill") -> Spot:
    return Spot(f"1/{drill.console.game.shared}" if drill.console.game.shared else "player")


def _bets(drill: "ToldDrill", amount: int = BET) -> None:
    """A Round begins, and he bets."""
    drill.console.begins()
    drill.goes_well()
    drill.goes_well(t.PlaceBet(_spot(drill), amount))


def _stacks(drill: "ToldDrill", *cards: str) -> None:
    """These come next."""
    drill.console.set += reversed([*parse_cards(cards)])


def _plays_out(drill: "ToldDrill") -> None:
    console = drill.console
    for _ in range(80):
        if console.is_over() and not console.view.windows:
            break
        if console.view.windows:
            console.closes(next(iter(console.view.windows)))
        elif console.hidden and not console.view.due and not drill.auto:
            console.turns(min(console.hidden))
        else:
            console.deals()
    if lines := console.lines(ME) if console.bets(ME) else ():
        console.pays(ME, lines)
    console.ends()
    drill.goes_well()


def _pays_all_out(drill: "ToldDrill") -> None:
    """001 §1.15: his sitting is over."""
    console = drill.console
    if console.credit and not drill.coins:
        console.write(e.HandPaid(ME, console.ledger.sittings[ME], console.credit))
    drill.goes_well()


def somebody_else_comes(drill: "ToldDrill") -> None:
    """Who was here has saved Bets, wanted to squeeze, and left his last Bets; nothing of it is the next one's."""
    console = drill.console
    if drill.coins:
        return
    _bets(drill)
    drill.goes_well(t.WishSqueeze(wanted=True))
    drill.goes_well(t.SaveBets(0))
    _plays_out(drill)
    _pays_all_out(drill)
    console.write(e.CreditBought(drill.new_id(), ME, console.sitting(), 300))
    console.begins()
    drill.goes_well()
    drill.goes_well(t.PlaceSaved(0))
    drill.goes_well(t.PlaceBet(_spot(drill), BET))


def is_owed(drill: "ToldDrill") -> None:
    """001 §5.6: he has won, and spent it; it was another card."""
    console = drill.console
    if console.name != "baccarat":
        return
    _bets(drill, 100)
    _stacks(drill, "9S", "2D", "KH", "2C")  # the Player Hand has a Natural
    _plays_out(drill)
    if drill.rng.random() < 0.7:
        console.write(e.HandPaid(ME, console.ledger.sittings[ME], max(1, console.credit - drill.rng.choice((0, 30)))))
    drill.goes_well()
    drill.corrects(console.round_no, parse_cards(["2S", "2D", "2H", "5C"]))
    drill.goes_well()
    if drill.rng.random() < 0.5:
        drill.corrects(console.round_no, parse_cards(["9S", "2D", "KH", "2C"]))
        drill.goes_well()


def is_in_dispute(drill: "ToldDrill") -> None:
    """He was paid too little; then his machine starts anew, or its disk is lost."""
    drill.lies, lies = 1.0, drill.lies
    console = drill.console
    _bets(drill)
    for _ in range(60):
        if console.is_over() and not console.view.windows:
            break
        drill._plays_on()
    if console.is_over() and console.bets(ME):
        drill._pays()
    drill.lies = lies
    drill.goes_well()
    befallen: Callable[[], None] = drill.rng.choice((drill.terminal.dies, drill.is_wiped, lambda: None))
    befallen()
    drill.goes_well(t.PlaceBet(_spot(drill), BET), t.CashOut(drill.new_id(), BET))


def is_in_two_disputes(drill: "ToldDrill") -> None:
    """001 §5.6: two Rounds are corrected, and wrongly; it is ruled on the first, and nobody has heard of the second."""
    console = drill.console
    if console.name != "baccarat":
        return
    for _ in range(2):
        _bets(drill)
        _plays_out(drill)
    if len(console.past) < 2:  # he has not bet, or not in both
        return
    drill.lies, lies = 1.0, drill.lies
    first, *rest = list(console.past)
    drill.corrects(first, parse_cards(["9S", "2D", "KH", "2C"]))
    drill.goes_well()
    for number in rest:
        drill.corrects(number, parse_cards(["9S", "2D", "KH", "3C"]))
    drill.lies, told = lies, drill.told + 1
    if console.disputed and console.seq >= told:
        drill.told = console.seq
        drill.goes_badly(console.batch(told, console.seq))
        console.write(e.DisputeRuled(ME, console.disputed, "as it is"))
        console.disputed = 0
        drill.goes_well()
        drill.goes_well(t.NoteIn(drill.new_id(), NOTE))


def is_dark_with_a_note(drill: "ToldDrill") -> None:
    """In escrow, stacked, or both: the power goes."""
    for _ in range(2):
        note = drill.new_id()
        drill.goes_well(t.NoteIn(note, NOTE))
        if drill.rng.random() < 0.6:
            drill.terminal.power = drill.rng.choice(("before", "after"))
            drill.goes_well(drill.rng.choice((t.NoteStacked(note), t.NoteReturned(note))))
            drill.terminal.power = ""
    drill.terminal.dies()
    drill.goes_well()


def fills_the_hour(drill: "ToldDrill") -> None:
    """Some are given back: they do not count."""
    for number in range(6):
        note = drill.new_id()
        drill.goes_well(t.NoteIn(note, NOTE))
        drill.goes_well(t.NoteReturned(note) if number % 2 else t.NoteStacked(note))
        drill.terminal.now_ms += 100


def is_wiped_in_a_round(drill: "ToldDrill") -> None:
    _bets(drill)
    if drill.rng.random() < 0.5:
        drill.console.closes(next(iter(drill.console.view.windows)))
        if drill.console.view.due:
            drill.console.deals()
    drill.is_wiped()
    drill.goes_well()


def has_asked_too_often(drill: "ToldDrill") -> None:
    """Rule 2: two hundred changes in one window; the last registered Bets stand."""
    if drill.console.credit < 3 * BET:
        return
    drill.console.begins()
    drill.goes_well()
    (opened,) = drill.console.view.windows.values()
    drill.console.registers(opened.id, ME, m.REVISIONS_MAX - 2, Answer({_spot(drill): BET}))
    drill.goes_well()
    for amount in (BET, 2 * BET, 3 * BET, BET, BET):
        drill.goes_well(t.SetLayout("", {_spot(drill): amount}))


def splits(drill: "ToldDrill") -> None:
    """003 §3.14: a pair on both boxes, and what is asked then, answered or not."""
    console = drill.console
    if console.name != "blackjack":
        return
    console.begins()
    drill.goes_well()
    (opened,) = console.view.windows.values()
    shared = console.game.shared
    both = {Spot(f"{box}/{shared}"): BET for box in (1, 2)}
    if console.credit >= 2 * BET:
        console.registers(opened.id, ME, 1, Answer(both))
    drill.goes_well()
    dealers = drill.rng.choice(("AS", "7D"))
    _stacks(drill, "8S", "8D", "8H", "8C", dealers) if drill.rng.random() < 0.5 else _stacks(
        drill, "8S", "9D", dealers, "8H", "9C"
    )
    console.closes(opened.window.name)
    for _ in range(8):
        if console.view.windows or not console.view.due:
            break
        console.deals()
    drill.goes_well()
    for _ in range(6):
        if not drill.terminal.opinion.mine():
            break
        drill.goes_well(drill.some_answer())


def turns_his_cards(drill: "ToldDrill") -> None:
    """003 §3.12, 002 §3.10: they lie face down for him; he turns some, takes them up, waits, or starts anew."""
    console = drill.console
    if not console.felt.squeeze or drill.coins:
        return
    console.begins()
    drill.goes_well(t.WishSqueeze(wanted=True))
    (opened,) = console.view.windows.values()
    if console.credit >= BET:
        bets = {_spot(drill): BET}
        if console.name == "three_pictures":
            bets = {spot: BET for spot in opened.window.spots if spot.endswith("/initial")}
        if sum(bets.values()) <= console.credit:
            console.registers(opened.id, ME, 1, Answer(bets, SQUEEZE))
    drill.goes_well()
    console.closes(opened.window.name)
    for _ in range(8):
        if console.view.due:
            console.deals()
    drill.goes_well()
    for _ in range(5):
        down = drill.terminal.opinion.to_turn()
        dice = drill.rng.random()
        if dice < 0.3:
            drill.goes_badly(t.TurnCards(down[:1]))
        elif dice < 0.5:
            drill.goes_well(t.TurnCards(down[:1]))
        elif dice < 0.7:
            drill.goes_well(t.TurnCards())
        elif dice < 0.8:
            drill.terminal.dies()
            drill.goes_well()
        elif console.hidden:
            console.turns(drill.rng.choice(list(console.hidden)))
            drill.goes_well()


def one_goes_and_one_comes(drill: "ToldDrill") -> None:
    """004: a Bet of his was on its way when he left; the next one signs on, and did not place it."""
    console, rng = drill.console, drill.rng
    if not drill.coins:
        return
    drill.goes_well(t.SignOnHere(rng.randbytes(8), "7001", "271828"))
    if console.here is None:
        return
    console.begins()
    drill.goes_well()
    drill.goes_well(t.SaveBets(0))
    drill.goes_badly(t.PlaceBet(_spot(drill), BET))  # and the console hears nothing of it
    if rng.random() < 0.5:
        drill.goes_badly(t.PlaceBet(_spot(drill), BET))
    drill.goes_badly(t.SignOffHere() if rng.random() < 0.5 else t.SignOnHere(rng.randbytes(8), "7002", "271828"))
    drill.sends_off()
    drill.goes_well()
    drill.goes_well(t.SignOnHere(rng.randbytes(8), "7002", "271828"))
    drill.terminal.now_ms += 3_000
    drill.goes_well(t.PlaceSaved(0))


def has_a_long_past(drill: "ToldDrill") -> None:
    """More Rounds, tickets and changes of mind than a terminal keeps; then the first of them is corrected."""
    console = drill.console
    console.write(e.CreditBought(drill.new_id(), ME, console.sitting(), 10_000))
    for _ in range(ROUNDS):
        console.begins()
        (opened,) = console.view.windows.values()
        console.registers(opened.id, ME, 1, Answer({_spot(drill): BET}))
        console.closes(opened.window.name)
        while not console.is_over():
            console.deals()
        console.pays(ME, console.lines(ME))
        console.ends()
    drill.goes_well()
    for number in range(ROUNDS if drill.rng.random() < 0.5 else 0):
        console.write(e.TicketIssued(drill.new_id(), ME, console.sitting(), f"L{number}", 1, "0000"))
        console.write(e.TicketNumbered(ME, f"L{number}", f"{number:018d}"))
    drill.goes_well()
    for number in (1, 2, ROUNDS - 1):
        drill.corrects(number, parse_cards(["9S", "2D", "KH", "2C"]))
    drill.goes_well()
    console.begins()
    drill.goes_well()
    for _ in range(55):
        drill.goes_badly(t.PlaceBet(_spot(drill), 1))
        drill.goes_badly(t.TakeBack(_spot(drill), 1))
    for _ in range(12):
        drill.goes_badly(t.CashOut(drill.new_id(), 10**9))


def is_dealt_to(drill: "ToldDrill") -> None:
    """004 §2.1.b: a Round as it should be, and one in which the House cheats, in one of the ways that there are."""
    console, rng = drill.console, drill.rng
    if drill.coins:
        drill.goes_well(t.SignOnHere(rng.randbytes(8), "7001", "271828"))
    cheats = rng.choice(("speaks for him", "leaves him out", "another nonce", "another seed", "another card", ""))
    for way in ("", cheats):
        if console.view.in_round or console.credit < BET:
            return
        console.begins()
        lies, drill.lies = drill.lies, float(way == "speaks for him")
        drill.goes_well()
        (opened,) = console.view.windows.values()
        if way == "leaves him out":
            console.registers(opened.id, ME, 1, Answer({_spot(drill): BET}))
            drill.goes_badly(console.batch(drill.told + 1, console.seq))
            drill.told = console.seq
        else:
            drill.goes_well(t.PlaceBet(_spot(drill), BET))
            drill.terminal.now_ms += 600
            drill.goes_well(console.pulse())
        drill.lies = lies
        if rng.random() < 0.15:
            drill.terminal.dies()
        console.closes(opened.window.name)
        if rng.random() < 0.8:
            drill.goes_well()
            drill.goes_well(console.pulse())
        console.mixes(falsely=way == "another nonce")
        if way == "another card":
            console.set[-2:] = console.set[:-3:-1]
        if way == "another seed":
            console.seed = rng.randbytes(32)
        _plays_out(drill)
        if drill.terminal.session.disputed:
            console.write(e.DisputeRuled(ME, console.disputed, "as it is"))
            console.disputed = 0
            drill.goes_well()


def _is_ready(drill: "ToldDrill") -> bool:
    """Whatever came before is over, and he has money."""
    console = drill.console
    if console.view.in_round:
        _plays_out(drill)
    if console.stake or drill.terminal.session.disputed or console.latched:
        return False
    if console.view.phase is Phase.CLOSED:
        console.opens()
    if not drill.coins:
        console.write(e.CreditBought(drill.new_id(), ME, console.sitting(), 200))
    drill.goes_well()
    return console.credit >= BET


def changes_currency(drill: "ToldDrill") -> None:
    """He goes with a ticket, which is paid elsewhere; then another currency is bound, and all of his is history."""
    console = drill.console
    if drill.coins or not _is_ready(drill):
        return
    console.write(*(e.NoteCleared(key, ME, 1, amount, paid=True) for key, amount in drill.held.items()))
    drill.held.clear()
    note = drill.new_id()
    drill.goes_well(t.NoteIn(note, NOTE))
    drill.goes_well(t.NoteReturned(note) if drill.rng.random() < 0.3 else t.NoteStacked(note))
    drill.goes_well(t.CashOut(drill.new_id(), console.credit))
    if drill.rng.random() < 0.3:
        drill.terminal.dies()
    console.write(*(e.NoteCleared(key, ME, 1, amount, paid=True) for key, amount in drill.held.items()))
    drill.held.clear()
    _pays_all_out(drill)
    console.write(*(e.TicketPaid(name, amount) for name, amount in console.number_of.values()))
    console.number_of.clear()
    if standing(console.ledger.balances):
        return
    console.changes_currency("EUR" if console.placard.currency == "SGD" else "SGD")
    if drill.rng.random() < 0.3:
        drill.is_wiped()
    drill.goes_well()
    console.opens()
    console.write(e.CreditBought(drill.new_id(), ME, console.sitting(), 200))
    drill.goes_well()
    drill.goes_well(t.NoteIn(drill.new_id(), NOTE))


def has_a_ticket_of_another_table(drill: "ToldDrill") -> None:
    """The House is asked; it is credited, or not, perhaps to another process or another disk."""
    console, rng = drill.console, drill.rng
    if drill.coins or not _is_ready(drill):
        return
    for _ in range(2):
        key, journey = drill.new_id(), drill.new_id()
        drill.goes_badly(t.TicketIn(key, "9" * 18))
        drill.ids_answered.add(key)
        console.write(e.ForeignTicketAsked(key, ME, journey, "5", bytes(32), "1234", Currency()))
        drill.goes_well()
        befallen: Callable[[], None] = rng.choice((drill.terminal.dies, drill.is_wiped, lambda: None))
        befallen()
        if rng.random() < 0.5:
            _pays_all_out(drill)  # what comes then is of another sitting
        if rng.random() < 0.6:
            console.write(e.ForeignTicketAccepted(key, ME, console.sitting(), journey, "5", "K9", 50))
        else:
            console.write(e.ForeignTicketDeclined(key, ME, journey, "5", Refusal("used", "no")))
        drill.goes_well()


def has_other_cards(drill: "ToldDrill") -> None:
    """001 §5.6: the Round in play is corrected before it is settled, also with cards that lie face down for him."""
    console, rng = drill.console, drill.rng
    if not _is_ready(drill):
        return
    console.begins()
    drill.goes_well()
    (opened,) = console.view.windows.values()
    squeeze = SQUEEZE in opened.window.choices and "/" in _spot(drill)
    console.registers(opened.id, ME, 1, Answer({_spot(drill): BET}, SQUEEZE if squeeze else ""))
    drill.goes_well()
    console.closes(opened.window.name)
    for _ in range(rng.choice((2, 4, 5))):
        if console.view.due and not console.view.windows:
            console.deals()
    drill.goes_well()
    if squeeze and rng.random() < 0.5:
        drill.goes_well(t.TurnCards())
    cards = [it.card for it in console.acts if isinstance(it, CardDrawn)]
    if cards and not console.view.windows:
        cards[rng.randrange(len(cards))] = rng.choice(DECK)
        console.corrects_cards(cards)
    drill.goes_well()


_ANY: Final = (somebody_else_comes, is_in_dispute, is_dark_with_a_note, fills_the_hour, is_wiped_in_a_round)
_AUTO: Final = (*(is_dealt_to,) * 3, *(one_goes_and_one_comes,) * 2, is_in_dispute, is_wiped_in_a_round)
OPENINGS: Final[Mapping[str, tuple[Callable[["ToldDrill"], None], ...]]] = {
    "baccarat": (*_ANY, has_a_long_past, has_asked_too_often, is_owed, is_owed, is_in_two_disputes, is_in_two_disputes),
    "blackjack": (*_ANY, splits, splits, turns_his_cards, turns_his_cards),
    "three_pictures": (*_ANY, turns_his_cards, turns_his_cards),
    **dict.fromkeys(("classic_blackjack", "premium_blackjack"), _AUTO),
}
# What may come after that.
_PAID: Final = (changes_currency, changes_currency, has_a_ticket_of_another_table)
LATER: Final[Mapping[str, tuple[Callable[["ToldDrill"], None], ...]]] = {
    **dict.fromkeys(("baccarat", "blackjack", "three_pictures"), (*_PAID, has_other_cards, has_other_cards)),
    **dict.fromkeys(("classic_blackjack", "premium_blackjack"), (*_PAID, is_dealt_to, is_dealt_to)),
}
