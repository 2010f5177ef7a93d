"""What must be true of the files of a table when everything has stopped, whatever was killed before.

Reads journals only. Judges Rounds by `simulation/oracle.py`, which shares no code with the rule books.
"""

from collections import Counter
from pathlib import Path

from msgspec import Struct, field

from deploy.demo.findings import check_table
from games.round import CardDrawn, PlayerId
from protocol import events as e
from protocol.codec import decode_event
from protocol.fact import Fact
from protocol.journal import Journal
from protocol.ledger import Ledger
from protocol.messages import BuyCredit
from protocol.view import TableView
from simulation.oracle import fates, whose_turn
from terminal.records import LayoutSent, MoneyAsked, decode_record
from terminal.session import Session

DECIDED_FROM = 3  # cards: then the Player Pair is won or lost, so an outcome is established (5.1.1)

Bets = dict[str, int]


class Round(Struct):
    """A Round as the console's journal tells it."""

    no: int
    bets: dict[str, Bets] = field(default_factory=dict)  # registered, by terminal
    closed: bool = False
    cards: list[str] = field(default_factory=list)
    interrupted: list[int] = field(default_factory=list)  # with so many cards on the felt
    answers: list[tuple[bool, int]] = field(default_factory=list)  # does it affect the Round, cards on the felt
    trouble: list[str] = field(default_factory=list)  # halts and rulings, in their order
    lines: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)  # spot, staked, returned
    ended: bool = False
    void: bool = False

    @property
    def voided_by_rule(self) -> bool:
        """5.1.2: an interruption that affects the Round, with no Bet decided, voids it."""
        return any(affects and cards < DECIDED_FROM for affects, cards in self.answers)


class Story(Struct):
    rounds: dict[int, Round]
    starts: int  # of the console
    credit: dict[str, int]
    unregistered: Counter[str]  # layouts that a terminal had written down and the console never registered (5.2.2)
    bought: list[tuple[str, bytes, int]]  # notes that became credit: terminal, id, amount


def audit(folder: Path, table: str, terminals: list[str]) -> Story:
    finding = check_table(folder, table, terminals)
    assert finding.problems == []
    story, view, ledger = _told(folder)
    assert not view.in_round
    for round in story.rounds.values():
        _check_round(round)
    for name in terminals:
        player = PlayerId(name)
        assert ledger.stake(player) == 0, f"{name} has a stake left over"
        story.credit[name] = ledger.credit(player)
        _check_terminal(folder, table, player, story)
    return story


def _told(folder: Path) -> tuple[Story, TableView, Ledger]:
    story, view, ledger = Story({}, 0, {}, Counter(), []), TableView(), Ledger()
    with Journal.open_to_read(folder / "table.journal") as journal:
        for entry in journal.entries():
            event = decode_event(entry.body)
            view.apply(event)
            ledger.apply(event)
            _tell(story, view, event)
    return story, view, ledger


def _tell(story: Story, view: TableView, event: Fact) -> None:
    match event:
        case e.ConsoleStarted():
            story.starts += 1
        case e.CreditBought(terminal=terminal, id=key, amount=amount):
            story.bought.append((terminal, key, amount))
        case _:
            pass
    if not view.round_no:
        return
    round = story.rounds.setdefault(view.round_no, Round(view.round_no))
    match event:
        case e.LayoutRegistered(terminal=terminal, answer=answer):
            assert not round.closed, f"round {round.no}: registered after the close (5.9)"
            round.bets[terminal] = {str(spot): amount for spot, amount in answer.bets.items()}
        case e.WindowClosed():
            round.closed = True
        case e.CardDealt() | e.CardsCorrected():
            round.cards = _on_the_felt(view)
        case e.RulingMade(paragraph=paragraph):
            round.cards = _on_the_felt(view)
            round.trouble.append(f"ruled by {paragraph}")
        case e.Interrupted():
            round.interrupted.append(len(view.draws))
        case e.Halted(reason=reason, detail=detail):
            round.trouble.append(f"{reason}: {detail}")
        case e.InterruptionAnswered(affects=affects):
            round.answers.append((affects, len(view.draws)))
        case e.Settled(terminal=terminal, lines=lines):
            assert terminal not in round.lines, f"round {round.no}: {terminal} is settled twice"
            round.lines[terminal] = [(str(line.spot), line.staked, line.returned) for line in lines]
        case e.RoundEnded(void=void):
            round.ended, round.void = True, void
        case _:
            pass


def _on_the_felt(view: TableView) -> list[str]:
    return [act.card.text for act in view.acts if isinstance(act, CardDrawn)]


def _check_round(round: Round) -> None:
    """Every registered Bet is settled exactly once, by the cards or as returned (5.1, 5.2.1, 5.11)."""
    assert round.ended, f"round {round.no} has no end"
    assert round.void == round.voided_by_rule, f"round {round.no}: void is {round.void}: {round}"
    staked = {name: bets for name, bets in round.bets.items() if bets}
    settled = {name: {spot: amount for spot, amount, _ in lines} for name, lines in round.lines.items()}
    assert settled == staked, f"round {round.no}: settled is not what was registered"
    by_the_cards = {} if round.void else fates(*_hands(round.cards))
    for lines in round.lines.values():
        for spot, amount, returned in lines:
            _, gain, stake = ("void", 0, 1) if round.void else by_the_cards[spot]
            assert returned == amount + amount * gain // stake, f"round {round.no} {round.cards}: {spot} {amount}"


def _hands(cards: list[str]) -> tuple[list[str], list[str]]:
    """3.8: the first four go in turns; the fifth to the Player Hand if it draws, which the oracle knows."""
    player: list[str] = []
    banker: list[str] = []
    for card in cards:
        turn = whose_turn(player, banker)
        assert turn is not None, f"{cards}: one card too many"
        (player if turn == "player" else banker).append(card)
    assert whose_turn(player, banker) is None, f"{cards}: a card is missing"
    return player, banker


def _check_terminal(folder: Path, table: str, name: PlayerId, story: Story) -> None:
    """Nothing is held, the money is the console's, and what was never registered is free again (5.2.2).

    Every note in the box is credit exactly once: the one thing of value that only the terminal has seen.
    """
    session = Session(name, table)
    sent: list[LayoutSent] = []
    stacked: list[tuple[str, bytes, int]] = []
    with Journal.open_to_read(folder / f"{name}.journal") as journal:
        for entry in journal.entries():
            record = decode_record(entry.body)
            session.apply(entry, record)
            match record:
                case LayoutSent():
                    sent.append(record)
                case MoneyAsked(request=BuyCredit(id=key, amount=amount)):
                    stacked.append((name, key, amount))
                case _:
                    pass
    mine = (session.credit, session.stake, session.spendable, len(session.state.outbox.layouts))
    assert mine == (story.credit[name], 0, story.credit[name], 0), f"{name}: credit, stake, spendable, in flight"
    assert sorted(stacked) == sorted(it for it in story.bought if it[0] == name), f"{name}: notes and credit differ"
    for layout in sent:
        registered = story.rounds[layout.window.round_no].bets.get(name)
        bets = {str(spot): amount for spot, amount in layout.bets.items()}
        story.unregistered[name] += registered != bets  # superseded ones count too: a later one was registered
