"""The log of a table told in plain words, line by line as it happens: for the demo's live report.

Reads facts and changes nothing. Money is shown in the table's currency; a paragraph stands where the rule decides.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from deploy.cli import wants_colour
from games.cards import Card, is_red
from games.catalog import find_face, paragraph_of
from games.money import write_amount
from games.round import InterimSettled, Outcome, PlayerId, Spot
from games.rulings import Topic
from games.settlement import Line
from protocol import events as e
from protocol.alarm_words import in_english
from protocol.fact import Fact
from protocol.ledger import Ledger
from protocol.view import TableView

SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
WIDTH: Final = 78


class Teller:
    def __init__(self, view: Callable[[], TableView], ledger: Callable[[], Ledger]) -> None:
        self._view, self._ledger = view, ledger
        self._colour = wants_colour(sys.stdout)
        self.rounds = 0
        self.settled: dict[str, int] = {}  # what each terminal got back in the last Round
        self.boots: dict[str, int] = {}  # the last start of each terminal that the log tells of
        self._here: dict[str, str] = {}  # who is signed on, by terminal
        self._layouts: dict[PlayerId, tuple[Mapping[Spot, int], str]] = {}  # and the receipt

    # --- words -----------------------------------------------------------------------------------------------------

    def say(self, text: str, shade: str = "") -> None:
        print(f"\033[{shade}m{text}\033[0m" if shade and self._colour else text, flush=True)

    def fault(self, text: str) -> None:
        """Something was done to the table."""
        self.say(f"  ✗ {text}", "33;1")

    def note(self, text: str) -> None:
        """What the rules make of it."""
        self.say(f"  ✓ {text}", "32")

    def money(self, amount: int, terminal: str = "") -> str:
        """With its coin, where this terminal plays with one of several."""
        coin = self._view().felt.plays.get(PlayerId(terminal), "")
        return self.coins(amount, coin)

    def coins(self, amount: int, coin: str) -> str:
        return f"{coin} {write_amount(amount, self._view().placard.exponent)}".lstrip()

    def card(self, card: Card | None) -> str:
        if card is None:
            return " ??"
        text = f"{'10' if card.text[0] == 'T' else card.text[0]}{SUITS[card.text[1]]}".rjust(3)
        return f"\033[31m{text}\033[0m" if self._colour and is_red(card) else text

    def cards(self, cards: Iterable[Card | None]) -> str:
        return "".join(self.card(card) for card in cards)

    # --- facts -------------------------------------------------------------------------------------------------------

    def tell(self, seq: int, event: Fact) -> None:
        match event:
            case e.ConsoleStarted(boot=boot):
                self.say(f"The console has started (start {boot}).", "2")
            case e.TableOpened(game=game, rules=rules):
                self.say(f"The table is open: {game}, {rules}.", "1")
            case e.ShoeLoaded(decks=decks):
                self.say(f"A new shoe: {52 * decks} cards, shuffled.")
            case e.ShoeLost():
                self.fault("the Card Shoe does not answer")
            case e.ShoeBack():
                self.note("the Card Shoe answers")
            case e.TerminalJoined(terminal=terminal, boot=boot):
                if self.boots.get(terminal, boot) < boot:
                    self.note(f"{terminal} is back (start {boot})")
                self.boots[terminal] = boot
            case e.CreditBought(terminal=terminal, amount=amount):
                self.say(f"    {terminal} buys {self.money(amount)}")
            case e.TicketIssued(terminal=terminal, amount=amount, ticket=ticket):
                self.say(f"    {terminal} cashes out {self.money(amount)}: ticket {ticket}")
            case e.TicketAccepted(terminal=terminal, amount=amount, ticket=ticket):
                self.say(f"    {terminal} is shown ticket {ticket}: {self.money(amount)}")
            case e.CoinsGranted(number=number, coin=coin, amount=amount, day=day):
                self.say(f"    {number} is granted {self.coins(amount, coin)}{' for the day' if day else ''}")
            case e.ParticipantHere(terminal=terminal, number=number) if number and self._here.get(terminal) != number:
                self._here[terminal] = number
                self.say(f"    {number} signs on at {terminal}")
            case _:
                self._tell_round(seq, event)

    def _tell_round(self, seq: int, event: Fact) -> None:
        match event:
            case e.WindowOpened(id=window):
                if window.n == 1:
                    self._layouts, self.settled = {}, {}
                    title = f"Round {window.round_no} "
                    self.say(f"\n{title}{'─' * (WIDTH - len(title))}", "1")
                    self.say(f"  Place your bets. ({self._about(Topic.BETS_OPEN)})")
            case e.LayoutRegistered(terminal=terminal, answer=answer, revision=revision):
                self._layouts[terminal] = (answer.bets, f"revision {revision}, entry {seq}")
            case e.LayoutRefused(terminal=terminal, refusal=refusal):
                self.say(f"    {terminal}  refused: {refusal.detail} ({refusal.paragraph or refusal.reason})")
            case e.WindowClosed(act=act) if act is not None and act.kind not in ("", "bets"):
                self._layouts = {}
                self.say(f"    {act.kind} {act.box or ''}: {act.choice or ', '.join(act.players) or 'nobody'}")
            case e.WindowClosed(act=None):
                self._layouts = {}  # a ruling has taken the question away
            case e.WindowClosed(by=by):
                for terminal, (layout, receipt) in sorted(self._layouts.items()):
                    bets = ", ".join(f"{_name(spot)} {self.money(amount, terminal)}" for spot, amount in layout.items())
                    self.say(f"    {terminal}  {bets or 'took all back'}   registered: {receipt}")
                self.say(
                    f"  No More Bets, by {'the dealer' if by == 'dealer' else by}. ({self._about(Topic.NO_MORE_BETS)})"
                )
                self._layouts = {}
            case e.CardDealt(hand=hand, card=card):
                cards = self._view().hands.get(hand, ())
                self.say(f"    {_name(hand):<7}{self.card(card)}   {self._points(cards)}")
            case e.SurplusDrawn():
                self.fault(f"a card that nobody needs lies face down beside the Hands ({self._about(Topic.SURPLUS)})")
            case e.CardUnread(shoe_seq=number):
                self.fault(f"card {number} was not read")
            case e.SurplusKept():
                self.note("surplus cards become the first of the next Round (5.4)")
            case e.CardsCorrected(cards=cards):
                self.note(f"the cards on the felt count: {self.cards(cards)} (5.6)")
            case e.Certified():
                self.say(f"  {self._hands()}", "1")
            case e.Settled(terminal=terminal, lines=lines):
                self.settled[terminal] = self.settled.get(terminal, 0) + sum(line.returned for line in lines)
                self._settled(terminal, lines)
            case e.RoundEnded(void=void):
                self.rounds += 1
                if void:
                    self.note(f"the Round is Void: all Bets are returned ({self._about(Topic.VOID)})")
                self._credits()
            case _:
                self._tell_staff(event)

    def _tell_staff(self, event: Fact) -> None:
        match event:
            case e.Halted(reason=reason, detail=detail):
                self.fault(f"play waits: {detail or reason}")
            case e.Resumed(reason=reason):
                self.note(f"dealt with: {reason}")
            case e.Interrupted(established=established):
                words = (
                    f"a Bet is decided: it is concluded ({self._about(Topic.ESTABLISHED)})"
                    if established
                    else f"no Bet is decided yet ({self._about(Topic.INTERRUPTED)})"
                )
                self.fault(f"the Round was interrupted; {words}")
            case e.InterruptionAnswered(affects=affects):
                words = "it affects the Round" if affects else "it does not affect the Round, which goes on"
                self.note(f"the Supervisor: {words} ({self._about(Topic.INTERRUPTION)})")
            case e.RulingMade(act=InterimSettled()):
                self.note(f"the initial deal is settled ({self._about(Topic.INTERIM)})")
            case e.RulingMade(paragraph=paragraph):
                self.note(f"ruled under {paragraph}")
            case e.OrderRefused(refusal=refusal):
                self.say(f"    refused to staff: {refusal.detail}", "2")
            case e.SettlementDisputed(terminal=terminal):
                self.fault(f"{terminal} computes another settlement: a Supervisor is called (5.10)")
            case e.RoundCorrected(round_no=round_no):
                self.note(f"Round {round_no} is corrected (5.6)")
            case e.LinesCorrected(terminal=terminal, credited=credited):
                self.say(f"    {terminal}  correction {self.money(credited)}")
            case e.AlarmRaised(terminal=terminal):
                self.fault(f"alarm: {terminal} {in_english(event)}")
            case _:
                pass

    def _hands(self) -> str:
        hands = self._view().hands
        shown = "   ".join(f"{_name(hand)}{self.cards(cards)} {self._points(cards)}" for hand, cards in hands.items())
        return f"Certified: {shown}  ({self._about(Topic.SETTLEMENT)})"

    def _settled(self, terminal: PlayerId, lines: Iterable[Line]) -> None:
        for line in lines:
            verdict = line.verdict
            if verdict.outcome is Outcome.WON:
                back, staked = self.money(line.returned, terminal), self.money(line.staked, terminal)
                text = f"won at {verdict.odds}: {back} back for {staked}"
            elif line.returned:
                text = f"{self.money(line.returned, terminal)} returned"
            else:
                text = f"lost {self.money(line.staked, terminal)}"
            self.say(f"    {terminal}  {_name(line.spot):<12} {text}   ({verdict.paragraph})")

    def _about(self, topic: Topic) -> str:
        return paragraph_of(self._view().game, topic)

    def _points(self, cards: Iterable[Card | None]) -> str:
        points = find_face(self._view().game).points(tuple(cards))
        return "" if points is None else str(points)

    def _credits(self) -> None:
        ledger = self._ledger()
        names = sorted(account.removeprefix("credit/") for account in ledger.balances if account.startswith("credit/"))
        shown = [f"{name} {self.money(ledger.credit(PlayerId(name)), name)}" for name in names]
        self.say("  Credit  " + "   ".join(shown), "2")


def _name(spot: str) -> str:
    return spot.replace("_", " ").title()
