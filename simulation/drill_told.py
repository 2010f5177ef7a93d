"""People of a drill who mean to get somewhere: the acts of which a told past is made (`drill_openings.py`).

Each act goes the way of everything in a drill, and is judged by the reference; now and then the console dies.
Who tells a past looks at the reference for where he is, and goes on from wherever an act has led.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any, Final

from games.cards import DECK, Card
from games.round import PlayerId, Spot, Voided
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.halts import Halt
from shoe_driver import link as shoe
from simulation.drill_anything import Anything
from simulation.drill_table import OTHERS, PANELS, SIGNERS, TERMINALS
from simulation.reference.people import who_signs
from simulation.reference.state import BETTING, CLOSED, DEALING, READY
from simulation.signers import BOSS, TECHNICIAN
from simulation.world import Crash

NONE_IN: Final = 4  # drills, in which nothing is told: these play as they always did
PLAYER_WINS: Final = ("9", "2", "JQK", "3")  # ranks, in the order in which they are drawn
BANKER_WINS: Final = ("2", "9", "3", "JQK")
TIE: Final = ("9", "9", "JQK", "JQK")
LONG: Final = ("2", "2", "3", "JQK", "A", "A")  # six cards: 5 and 2, both draw
BOTH: Final = {"player": 20, "banker": 20, "tie": 10, "player_pair": 10}
# Days before the end of a year, of a February of each kind, and of a month of thirty days.
BEGINS: Final = (date(2027, 12, 24), date(2027, 2, 20), date(2028, 2, 20), date(2100, 2, 20), date(2027, 4, 22))
FIRST_OF_ALL: Final = (Halt.UNCONFIRMED, Halt.HISTORY, Halt.BOOKS)
BY_WORD: Final = (Halt.SHOE_FAULTY, Halt.SHOE_DRY, Halt.RESULT_DIFFERS, Halt.CALLED)


class Told(Anything):
    def __init__(self, seed: int, *, desk: bool = False, tells: bool | None = None) -> None:
        """`tells`: pasts; None: in most drills."""
        self.openings = Random(f"openings {seed}")  # what is told, and how it goes
        told = self.openings.randrange(NONE_IN) > 0
        self.tells = told if tells is None else tells
        self.between = Random(f"between {seed}")  # the acts of a told past
        self.begins = self.openings.choice(BEGINS)
        self.batches = 0
        super().__init__(seed, desk=desk)

    def _day(self, ahead: int = 0) -> str:
        """Of the calendar, with its ends of months and years; where nothing is told, as it always was."""
        if not self.tells:
            return super()._day(ahead)
        return (self.begins + timedelta(days=max(0, self.day + ahead))).isoformat()

    # --- one act ------------------------------------------------------------------------------------------------------

    def _tell(self, *inputs: Any) -> None:
        """And whatever the shell has to say about it, at once."""
        dice = self.between
        self.now_ms += dice.choice((0, 1, 20, 100))
        self.batches += 1
        try:
            self._decide(inputs, crashes=dice.random() < 0.004)
            self.examiner.sent(self.now_ms, "*", self._pulse(), tuple(PANELS))
            while self.looked_at or self.looked_for:
                self._decide([self.looked_at.pop(0) if self.looked_at else self.looked_for.pop(0)])
            if dice.random() < 0.004:
                raise Crash("killed")
        except Crash:
            self._dies()

    def _dies(self) -> None:
        self.crashes += 1
        self.start()
        self._all_come()
        if dice_say_so := self.between.random() < 0.7:
            self._signs_on_at("P4", BOSS)
        if dice_say_so and Halt.UNCONFIRMED in self.examiner.halts:
            self._orders(m.Resume(Halt.UNCONFIRMED))

    def _says(self, peer: str, kind: Any, *what: Any) -> None:
        """What its joined process says."""
        self._tell(self._heard(peer, kind(*self._process(peer), *what)))

    def _asks(self, peer: str, kind: Any, *what: Any) -> bytes:
        """With an id of its own."""
        asked = self.rng.randbytes(16)
        self._says(peer, kind, asked, *what)
        return asked

    def _orders(self, order: m.Order, about: int | None = None, *, at: str = "P4", signed: bool = True) -> bool:
        """By whoever is signed on there, and signed by somebody who may. True: it is obeyed."""
        play, command_id = self.examiner, self.rng.randbytes(8)
        round_no = play.round_no if about is None else about
        self._says(at, m.Command, command_id, round_no, order, play.window)
        if signed:
            self._gets_signed(at)
        seq = play.orders.get(command_id)
        return seq is not None and isinstance(decode_event(self.entries[seq - 1].body), e.Ordered)

    def _gets_signed(self, panel: str) -> None:
        play = self.examiner
        if (proposed := play.process.proposals.get(panel)) is None:
            return
        may = who_signs(play, proposed.command, proposed.by)
        able = [it for it in SIGNERS if play.staff[it.number].active and it.number != proposed.by.number]
        signer = next((it for it in able if play.staff[it.number].position in may), BOSS)
        self._knows_pins = 1.0
        self._tell(self._signs(panel, signer, proposed.command.command_id, proposed.digest))
        self._knows_pins = 0.8

    def _signed_by_technician(self) -> None:
        proposed = self.examiner.process.proposals.get("P4")
        if proposed is not None:
            self._knows_pins = 1.0
            self._tell(self._signs("P4", TECHNICIAN, proposed.command.command_id, proposed.digest))
            self._knows_pins = 0.8

    def _signs_on_at(self, panel: str, person: m.Person) -> None:
        if self.examiner.sessions.get(panel, ("",))[0] != person.number:
            self._knows_pins = 1.0
            self._tell(self._signs_on(panel, person, self._process(panel)))
            self._knows_pins = 0.8

    def _comes(self, peer: str, *, boot: int = 0, run: bytes = b"", has: int | None = None, proof: Any = None) -> None:
        """Says Hello: the process that has joined, or that one; with all that it has heard, or only so much."""
        known, seq = self.examiner.peers[peer], len(self.entries) if has is None else has
        boot, run = boot or known.boot or 1, run or (known.run if not boot and known.boot else self.rng.randbytes(8))
        head = proof if proof is not None or not seq else self.heads[-1]
        role = "terminal" if peer in TERMINALS else OTHERS.get(peer, "panel")
        hello = m.Hello(boot, run, seq, self.chains[seq], PlayerId(peer), role, head)
        self._tell(self._heard(peer, hello))

    def _comes_anew(self, peer: str) -> None:
        """Switched off for long enough, and on again."""
        self.now_ms += self.examiner.terms.takeover_ms + 1
        self._comes(peer, boot=self.examiner.peers[peer].boot + 1)

    def _all_come(self) -> None:
        play = self.examiner
        for name in (*PANELS, *TERMINALS, *OTHERS):
            if not play.peers[name].greeted and not play.peers[name].retired and name in play.keys:
                self._comes(name)

    # --- how a table gets ready --------------------------------------------------------------------------------------

    def _gets_ready(self) -> bool:
        """Open, between Rounds, with a set of cards and the Shift Manager at his panel, and nothing stops it. False: it
        cannot be done by these means.
        """
        play = self.examiner
        for _ in range(16):
            self._all_come()
            self._signs_on_at("P4", BOSS)
            if play.sessions.get("P4", ("",))[0] != BOSS.number:
                return False
            if play.phase == READY and not play.halts and self._has_cards():
                return True
            self._does_what_is_next()
        return False

    def _has_cards(self) -> bool:
        known = self.examiner.shoe
        usable = known.live and not (known.foreign or known.withdrawn or known.waiting or known.rounds_left == 0)
        return usable and known.left > 20 and len(self.set) > 20

    def _does_what_is_next(self) -> None:
        play = self.examiner
        halts = sorted(play.halts)
        if found := next((it for it in FIRST_OF_ALL if it in halts), None):
            self._orders(m.Resume(found))
        elif Halt.SHOE_LOST in halts:
            self._tell(shoe.LinkRestored(play.shoe.serial or "S1"))
        elif play.phase == CLOSED:
            self._orders(m.CloseDay(play.due_day) if play.due_day and self.between.random() < 0.7 else m.OpenTable())
        elif halts and (play.in_round or halts[0] in BY_WORD):
            paragraph = {Halt.FOREIGN_CARD: "5.3.1", Halt.UNSHUFFLED: "5.3.5"}.get(Halt(halts[0]), "5.3.3")
            word = halts[0] in (*BY_WORD, Halt.MISCOUNT)
            self._orders(m.Resume(Halt(halts[0])) if word else m.Rule(Voided(paragraph), paragraph))
        elif not play.in_round:
            self._takes_a_set()
        elif play.phase == BETTING:
            self._orders(m.CloseBets())
        elif play.phase == DEALING:
            self._draws(1)
        else:
            self._orders(m.Certify(self._digest()))

    def _takes_a_set(self, burn: int = 0, *, by_hand: bool = False, first_seq: int | None = None) -> None:
        self.set = [*DECK] * 4
        self.rng.shuffle(self.set)
        self._orders(m.LoadShoe(4, "301", burn, first_seq, by_hand))

    # --- a Round -----------------------------------------------------------------------------------------------------

    def _buys(self, terminal: str, notes: int = 1, amount: int = 100) -> None:
        for _ in range(notes):
            self._asks(terminal, m.BuyCredit, amount, "SGD")

    def _bets_on(self, terminal: str, bets: Mapping[str, int], *, more: int = 1) -> None:
        play = self.examiner
        if play.window is None:
            return
        said = play.windows[play.window].get(terminal)
        revision = (said.revision if said else 0) + more
        spots = {Spot(spot): amount for spot, amount in bets.items()}
        self._tell(self._heard(terminal, m.Answer(*self._process(terminal), play.window, revision, spots, "")))

    def _of(self, ranks: str) -> Card:
        """One of the set, of such a rank; if there is none, any."""
        found = next((at for at, card in enumerate(self.set) if card.text[0] in ranks), -1)
        return self.set.pop(found) if self.set else self.rng.choice(DECK)

    def _draws(self, count: int = 6, ranks: Sequence[str] = ()) -> None:
        """Until that is enough for the Round: by the shoe, or told by the Dealer."""
        play, wanted = self.examiner, list(ranks)
        for _ in range(count):
            if play.phase != DEALING or play.halts:
                return
            card = self._of(wanted.pop(0)) if wanted else self._of("A23456789TJQK")
            self._draws_card(card)

    def _draws_card(self, card: Card) -> None:
        play = self.examiner
        if play.shoe.by_hand:
            self._orders(m.DealCard(card))
        else:
            self._tell(shoe.CardSeen(play.shoe.last + 1, card.text))

    def _opens(self, bets: Mapping[str, Mapping[str, int]] | None = None) -> bool:
        """Bets are open, and placed, and closed."""
        if not self._orders(m.OpenBets()):
            return False
        for terminal, layout in (bets or {}).items():
            self._bets_on(terminal, layout)
        return self._orders(m.CloseBets())

    def _plays(self, ranks: Sequence[str] = (), bets: Mapping[str, Mapping[str, int]] | None = None) -> int:
        """A whole Round; its number, 0: it has not come to its end."""
        play = self.examiner
        if not self._opens(bets):
            return 0
        self._draws(6, ranks)
        return play.round_no if self._orders(m.Certify(self._digest())) else 0
