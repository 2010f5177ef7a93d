"""Told stories for `etg demo --scenario`: something goes wrong at the worst moment, and the report shows what the rule
document made of it. Real processes are killed at named places; nothing is acted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from games.round import PlayerId, Spot
from protocol.journal import Journal
from protocol.view import Phase
from terminal.records import LayoutSent, decode_record

if TYPE_CHECKING:
    from deploy.demo.command import Demo


class Story(NamedTuple):
    title: str
    tell: Callable[[Demo], None]


def play_rounds(demo: Demo, rounds: int = 1) -> None:
    demo.croupier.rounds_left = rounds
    demo.until(lambda: demo.croupier.done)


def title(demo: Demo, text: str) -> None:
    demo.teller.say(f"\n{text}", "1;36")


def _cards(demo: Demo) -> int:
    return len(demo.link.desk.view.draws)


def _kill_console_at(demo: Demo, cards: int) -> None:
    """Deals until so many cards lie on the felt, then pulls the plug and puts it back."""
    demo.croupier.before_draw = lambda view: len(view.draws) >= cards
    demo.croupier.rounds_left = 1
    demo.until(lambda: _cards(demo) == cards and demo.link.desk.view.phase is Phase.DEALING)
    demo.teller.fault(f"the plug of the console is pulled after card {cards}")
    demo.rig.kill("console")
    demo.rig.start_console()
    demo.until(lambda: "interrupted" in demo.link.desk.view.halts)
    demo.croupier.before_draw = lambda _view: False
    demo.until(lambda: demo.croupier.done)


def console_interrupted(demo: Demo) -> None:
    title(demo, "001 §5.1.2: the console loses power after the second card. No Bet is decided.")
    demo.croupier.affects = True
    _kill_console_at(demo, 2)
    title(demo, "Had the Supervisor said that it does not affect the Round, it would go on where it stood.")
    demo.croupier.affects = False
    _kill_console_at(demo, 2)
    title(demo, "001 §5.1.1: again, after the third card. The Player Pair is decided: the Round is concluded.")
    _kill_console_at(demo, 3)


def _written(demo: Demo, name: str) -> str:
    """What a dark terminal's own journal knows of its last Bet."""
    bets: Mapping[Spot, int] = {}
    with Journal.open_to_read(demo.rig.folder / f"{name}.journal") as journal:
        for entry in journal.entries():
            record = decode_record(entry.body)
            if isinstance(record, LayoutSent):
                bets = record.bets
    return ", ".join(f"{spot} {demo.teller.money(amount)}" for spot, amount in bets.items()) or "nothing"


def until_joined_again(demo: Demo, *names: str) -> None:
    before = {name: demo.teller.boots.get(name, 0) for name in names}
    demo.until(lambda: all(demo.teller.boots.get(name, 0) > before[name] for name in names))


def terminals_interrupted(demo: Demo) -> None:
    if len(demo.rig.terminals) < 2:
        raise SystemExit("etg demo: this story has two terminals: --terminals 2 or more")
    first, second = demo.rig.terminals[:2]
    title(demo, f"001 §5.2.1: {first} loses power just before it could learn that its Bet is registered.")
    title(demo, f"001 §5.2.2: {second} loses power after it has written its Bet down, before it could send it.")
    for name, place in ((first, "before_commit/LayoutRegistered"), (second, "after_commit/LayoutSent")):
        demo.doomed.add(name)
        demo.rig.kill(name)
        demo.start_terminal(name, ETG_KILL_AT=place)
    until_joined_again(demo, first, second)
    dark: list[str] = []

    def watch() -> bool:
        for name in (first, second):
            if name not in dark and not demo.rig.alive(name):
                dark.append(name)
                demo.teller.fault(f"{name} is dark")
        return demo.croupier.done

    demo.croupier.rounds_left = 1
    demo.until(watch)
    settled, ledger = dict(demo.teller.settled), demo.link.desk.ledger
    for name in sorted(dark):
        written = f"{name} had written down {_written(demo, name)}"
        credit = demo.teller.money(ledger.credit(PlayerId(name)))
        if name in settled:
            demo.teller.note(f"{written}: registered, and settled while it was dark (5.2.1); credit {credit}")
        else:
            demo.teller.note(f"{written}: never registered, so it is returned (5.2.2); credit {credit}")
    demo.doomed.clear()
    title(demo, "They get their power back, ask the log what became of their Bets, and play on.")
    for name in dark:
        demo.start_terminal(name)
    until_joined_again(demo, *dark)
    play_rounds(demo)


def foreign_card(demo: Demo) -> None:
    title(demo, "001 §5.3.1: a joker is in the shoe.")
    demo.shoe.tell("fault foreign")
    play_rounds(demo)
    title(demo, "The next Round is played from a good shoe.")
    play_rounds(demo)


def surplus_card(demo: Demo) -> None:
    title(demo, "001 §5.4: two cards come out at once, and the second is one too many.")
    drawn = demo.croupier.draw

    def draw() -> None:
        view = demo.link.desk.view
        if len(view.draws) == 3:  # with luck the fourth is the last
            demo.shoe.tell("fault double")
        drawn()

    demo.croupier.draw = draw  # type: ignore[method-assign]
    play_rounds(demo)
    demo.croupier.draw = drawn  # type: ignore[method-assign]
    play_rounds(demo)


def misread_card(demo: Demo) -> None:
    title(demo, "001 §5.6: the shoe misreads a card. The Dealer compares before he certifies: the cards count.")
    demo.shoe.tell("fault misread")
    play_rounds(demo)


def shoe_lost(demo: Demo) -> None:
    title(demo, "001 §5.1: the cable of the shoe is pulled after the third card, and put back.")
    demo.croupier.before_draw = lambda view: len(view.draws) >= 3
    demo.croupier.rounds_left = 1
    demo.until(lambda: _cards(demo) == 3)
    demo.teller.fault("the cable is out")
    demo.shoe.tell("unplug")
    demo.until(lambda: bool(demo.link.desk.view.halts))
    demo.croupier.before_draw = lambda _view: False
    demo.until(lambda: demo.croupier.done)


STORIES: Final[Mapping[str, Story]] = {
    "5.1": Story("the console loses power in a Round", console_interrupted),
    "5.2": Story("terminals lose power around a Bet", terminals_interrupted),
    "5.3": Story("a foreign card", foreign_card),
    "5.4": Story("a surplus card", surplus_card),
    "5.6": Story("a misread card", misread_card),
    "shoe": Story("the shoe's cable is pulled", shoe_lost),
}
