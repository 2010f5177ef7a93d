"""A Game Console that is only a pen: it writes whatever Round the dice want, by the rule book of a game, or against it.

Keeps the whole log, and books of its own; decides nothing by itself and asks nobody. What it writes is well formed:
each entry fits the picture and the money. Whether a line is true, a Bet registered, a seed the promised one, says
whoever holds the pen. Knows one terminal by name, and another one that only sits there.
"""

from random import Random
from typing import Any, Final

from msgspec.structs import replace

from games.baccarat.rules import SPOTS
from games.boxes import box_of
from games.cards import Card, decks
from games.catalog import find_game
from games.fair_shuffle import commit_seed, shuffle_key, shuffled
from games.money import Currency, InvariantBroken
from games.round import Answer, CardDrawn, Covered, Due, Felt, HandId, Peeked, PlayerId, Spot, Voided, Window
from games.settlement import Line, corrected_acts, final_lines, fold, settle, try_fold, unvoided_acts
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.codec import decode_event, encode_body
from protocol.events import audience_of, may_read
from protocol.ledger import Ledger, share_out
from protocol.loop import Pen
from protocol.picture import OwnLayout, OwnState, Picture
from protocol.view import Phase, TableView
from simulation.seals import Seals

ME: Final = PlayerId("T1")
OTHER: Final = PlayerId("T2")
WALL: Final = "2026-11-16T20:45:00.000Z"
NO_HAND: Final = HandId("")
__all__ = ["ME", "OTHER", "SPOTS", "ToldConsole"]


class ToldConsole:
    def __init__(self, rng: Random, table: str, game: str, felt: Felt, placard: e.Placard) -> None:
        self.rng, self.table, self.felt, self.placard = rng, table, felt, placard
        self.name, self.game = game, find_game(game)
        self.auto = placard.automatic
        self.pen: Pen[e.Event] = Pen(0, first_link(table), decode_event, audience_of, lambda: rng.randbytes(16))
        self.entries: list[Entry] = []
        self.view, self.ledger, self.seals = TableView(), Ledger(), Seals(table)
        self.round_no = self.boot = self.tickets = 0
        self.number_of: dict[str, tuple[str, int]] = {}  # open tickets, by number: name and amount
        self.acts: list[Any] = []  # as they truly are
        self.hidden: dict[int, tuple[HandId, Card]] = {}  # draws that lie face down
        self.given: dict[str, dict[PlayerId, Answer]] = {}
        self.answered: dict[m.WindowId, int] = {}  # the highest revision of ours
        self.receipts: dict[m.WindowId, int] = {}
        self.names: dict[m.WindowId, str] = {}
        self.paid: dict[Spot, Line] = {}
        self.past: dict[int, tuple[int, list[Any], dict[Spot, int], tuple[Line, ...]]] = {}  # that can be corrected
        self.disputed, self.latched, self.calls, self.away = 0, "", False, dict[bytes, str]()
        self.here: e.ParticipantHere | None = None
        self.set: list[Card] = []
        self.seed = self.salt = b""

    # --- the log ------------------------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        return len(self.entries)

    def write(self, *facts: e.Event) -> None:
        for fact in facts:
            self.view.apply(fact)
            self.ledger.apply(fact)
            self.entries.append(self.pen.write(fact, WALL))

    def link(self, seq: int) -> bytes:
        return self.entries[seq - 1].chain if seq else first_link(self.table)

    def sent(self, entry: Entry, *, bare: bool = False) -> m.SentEntry:
        """`bare`: what is for one alone comes by itself."""
        if may_read(ME, entry.audience) and not (bare and entry.audience):
            return m.SentEntry(entry.digest, entry.audience, entry.wall_time, entry.salt, entry.body)
        return m.SentEntry(entry.digest, entry.audience)

    def signature(self, seq: int) -> bytes:
        return self.seals.sign(seq, self.link(seq)).signature if seq else b""

    def batch(self, first: int, last: int, *, bare: bool = False) -> m.Batch:
        entries = tuple(self.sent(it, bare=bare) for it in self.entries[first - 1 : last])
        return m.Batch(first, entries, self.link(last), self.signature(last))

    def deltas(self, after: int, last: int) -> m.Deltas:
        entries = tuple(self.sent(it) for it in self.entries[after:last])
        return m.Deltas(after + 1, entries, self.link(last), self.seq, self.signature(last) if entries else b"")

    def see(self, seq: int) -> m.See:
        return m.See(seq, self.sent(self.entries[seq - 1]), self.link(seq))

    def pulse(self) -> m.Pulse:
        return m.Pulse(self.seq, self.link(self.seq), -1, self.signature(self.seq))

    def welcome(self, boot: int, run: bytes) -> m.Welcome:
        return m.Welcome(boot, run, self.seq, self.link(self.seq), self.seals.sign(self.seq, self.link(self.seq)))

    def snapshot(self) -> m.Snapshot:
        last = {name: key for key, name in self.names.items()}
        layouts = []
        for key, revision in self.answered.items() if self.view.in_round else ():
            name = self.names[key]
            stands = self.given.get(name, {}).get(ME) if last[name] == key else None
            layouts.append(
                OwnLayout(key, name, revision, stands or Answer(), self.receipts.get(key, 0) if stands else 0)
            )
        own = OwnState(
            credit=self.credit,
            stake=self.stake,
            sitting=self.ledger.sittings.get(ME, 0),
            layouts=tuple(layouts),
            disputed=self.disputed,
            latched=self.latched,
            calls=self.calls,
            away=dict(self.away),
            here=self.here,
        )
        return m.Snapshot(self.seq, self.link(self.seq), encode_body(Picture(self.view, own, ME)))

    # --- the table ----------------------------------------------------------------------------------------------------

    def starts(self) -> None:
        self.boot += 1
        self.write(e.ConsoleStarted(self.boot))

    def opens(self) -> None:
        felt = replace(self.felt, plays=self.view.felt.plays)  # whoever has signed on stays
        self.write(e.TableOpened(self.name, self.game.rules, felt, 15_000, placard=self.placard))

    def changes_currency(self, code: str) -> None:
        """Where nobody has anything in the one before."""
        self.placard = replace(self.placard, currency=code)
        self.write(e.TableClosed(), e.CurrencyBound(Currency(code, self.placard.exponent)))
        self.number_of, self.past = {}, {}

    @property
    def credit(self) -> int:
        return self.ledger.credit(ME)

    @property
    def stake(self) -> int:
        return self.ledger.stake(ME)

    def sitting(self) -> int:
        return self.ledger.sitting_for_credit(ME)

    # --- a Round ------------------------------------------------------------------------------------------------------

    @property
    def round(self) -> Any:
        return fold(self.game, self.view.round_felt, self.acts)

    def due(self) -> HandId:
        round = self.round
        if self.game.windows(round) or (self.hidden and self.game.expects(round) is None):
            return NO_HAND
        return self.game.expects(round) or NO_HAND

    def begins(self) -> None:
        rng = self.rng
        self.round_no += 1
        self.acts, self.hidden, self.given, self.answered, self.names, self.paid = [], {}, {}, {}, {}, {}
        self.receipts = {}
        if self.auto:
            self.seed, self.salt = rng.randbytes(32), rng.randbytes(32)
            commitment = commit_seed(self.table, self.round_no, self.seed, self.salt)
            self.write(e.ShuffleCommitted(self.round_no, self.game.decks[-1], commitment))
        else:
            self.set = list(decks(self.game.decks[-1]))
            rng.shuffle(self.set)
        for window in self.game.windows(fold(self.game, self.view.felt, [])):
            self._opens(window)

    def _opens(self, window: Window) -> None:
        n = 1 if self.view.round_no != self.round_no else self.view.window_n + 1
        key = m.WindowId(self.round_no, n, self.rng.randbytes(8))
        self.names[key], self.given[window.name] = window.name, {}
        self.write(e.WindowOpened(key, window, 15_000, 0))

    def opens_what_is_asked(self) -> None:
        if not self.hidden:
            for window in self.game.windows(self.round):
                if window.name not in self.view.windows:
                    self._opens(window)

    def bets(self, name: PlayerId) -> dict[Spot, int]:
        found: dict[Spot, int] = {}
        for answers in self.given.values():
            for spot, bet in answers.get(name, Answer()).bets.items():
                found[spot] = found.get(spot, 0) + bet
        return found

    def registers(self, key: m.WindowId, name: PlayerId, revision: int, answer: Answer) -> None:
        window = self.names[key]
        before = self.given[window].get(name, Answer())
        change = sum(answer.bets.values()) - sum(before.bets.values())
        self.given[window].pop(name, None) if not (answer.bets or answer.choice) else None
        if answer.bets or answer.choice:
            self.given[window][name] = answer
        if name == ME:
            self.answered[key], self.receipts[key] = revision, self.seq + 1
        self.write(e.LayoutRegistered(key, name, revision, answer, change))

    def closes(self, name: str, by: str = "dealer", *, leaves_him_out: bool = False) -> None:
        """`leaves_him_out`: the House says of no box that our Player is on it."""
        opened, round = self.view.windows[name], self.round
        window = next(it for it in self.game.windows(round) if it.name == name)
        for player, spot in self.game.excess(round, self.given, {}):
            self.rejects(opened.id, player, spot)
        act = self.game.close(round, window, {name: self.given[name], **self.given}, {})
        if leaves_him_out:
            act = replace(act, boxes=tuple(it for it in act.boxes if ME not in it.players))
        self.acts.append(act)
        self.write(e.WindowClosed(opened.id, name, by, act, self.due()))
        self._lays_anew()
        if not self.view.windows:
            self.opens_what_is_asked()

    def rejects(self, key: m.WindowId, player: PlayerId, spot: Spot) -> None:
        answers = self.given[self.names[key]]
        answer = answers[player]
        bet = answer.bets[spot]
        left = {it: much for it, much in answer.bets.items() if it != spot}
        answers[player] = replace(answer, bets=left)
        if not left and not answer.choice:
            del answers[player]
        self.write(e.BetRejected(key, player, spot, bet, "5.1"))

    def _lays_anew(self) -> None:
        """A Hand was split: the cards lie otherwise."""
        hands = {hand: cards for hand, cards in self.game.hands(self.round).items() if cards}
        shown = {hand: cards for hand, cards in self.view.hands.items() if cards}
        if not self.hidden and not self.auto and hands.keys() != shown.keys() and self.view.acts:
            self.write(e.HandsLaid(self.round_no, self.game.hands(self.round)))

    def deals(self) -> None:
        """What is due, whatever deals it."""
        if self.auto:
            self._deals_by_itself()
            return
        round, card = self.round, self.set.pop()
        hand = self.game.expects(round)
        assert hand is not None
        down = self.game.face_down(round, box_of(hand)) if box_of(hand) else None
        self.acts.append(CardDrawn(card))
        draw = len(self.view.draws)
        if down is not None:
            self.hidden[draw] = (hand, card)
        shown = None if down is not None else card
        self.write(e.CardDealt(self.round_no, self.view.shoe.last_seq + 1, hand, shown, self.due()))
        if down is not None:
            self.write(e.CardHidden(self.round_no, draw, card, down))
        self.opens_what_is_asked()

    def turns(self, draw: int) -> None:
        _hand, card = self.hidden.pop(draw)
        self.write(e.CardRevealed(self.round_no, draw, card, self.due() if not self.hidden else None))
        self.opens_what_is_asked()

    # --- where nobody deals -------------------------------------------------------------------------------------------

    def mixes(self, *, falsely: bool = False) -> None:
        parts = self.view.shuffle.mix()
        if falsely and parts:  # what he has added is left out, or is another one
            other = (replace(parts[0], value=self.rng.randbytes(32)),)
            parts = (*(other if self.rng.random() < 0.6 else ()), *parts[1:])
        self.write(e.ShuffleMixed(self.round_no, parts))
        key = shuffle_key(self.table, self.round_no, self.seed, self.view.shuffle.parts or ())
        self.set = list(shuffled(key, self.view.shuffle.decks))[::-1]

    def _deals_by_itself(self) -> None:
        if self.view.shuffle.parts is None:
            self.mixes()
            return
        game: Any = self.game
        what, round = game.next_due(self.round), self.round
        if what is Due.PEEK:
            covered = self.hidden[min(self.hidden)][1]
            if game.ends_by(round, covered):
                self._uncovers()
                return
            self.acts.append(Peeked())
            self.write(e.CardPeeked(self.round_no, self._due_itself()))
        elif what is Due.TURN:
            self._uncovers()
            return
        else:
            card, hand = self.set.pop(), self.game.expects(round) or HandId("dealer")
            if what is Due.COVER:
                self.hidden[len(self.view.draws)] = (hand, card)
                self.acts.append(Covered())
            else:
                self.acts.append(CardDrawn(card))
            shown = None if what is Due.COVER else card
            self.write(e.CardDealt(self.round_no, self.view.shoe.last_seq + 1, hand, shown, self._due_itself()))
        self._asks_itself()

    def _uncovers(self) -> None:
        draw = min(self.hidden)
        _hand, card = self.hidden.pop(draw)
        self.acts[self.acts.index(Covered())] = CardDrawn(card)
        self.write(e.CardRevealed(self.round_no, draw, card, self._due_itself()))
        self._asks_itself()

    def _due_itself(self) -> HandId:
        return self.game.expects(self.round) or NO_HAND

    def _asks_itself(self) -> None:
        for window in self.game.windows(self.round):
            if window.name not in self.view.windows:
                self._opens(window)

    # --- the end of it ------------------------------------------------------------------------------------------------

    def is_over(self) -> bool:
        return self.view.phase is Phase.RESULT and not self.hidden and self.game.finished(self.round)

    def lines(self, name: PlayerId, *, final: bool = True) -> tuple[Line, ...]:
        bets = self.bets(name)
        try:
            lines = (final_lines if final else settle)(self.game, self.round, name, bets)
        except InvariantBroken:  # he was left out
            return ()
        return tuple(line for line in lines if name != ME or line.spot not in self.paid)

    def pays(self, name: PlayerId, lines: tuple[Line, ...]) -> None:
        if name == ME:
            self.paid.update({line.spot: line for line in lines})
        self.write(e.Settled(self.round_no, name, self.ledger.sittings.get(name, 0), lines))

    def voids(self, paragraph: str = "5.3.1") -> None:
        for name, opened in list(self.view.windows.items()):
            self.write(e.WindowClosed(opened.id, name, "void", None, NO_HAND))
        self.hidden = {}
        act = Voided(paragraph)
        self.acts = [it for it in self.acts if not isinstance(it, Covered)]
        self.acts.append(act)
        self.write(e.RulingMade(self.round_no, act, paragraph, dict(self.view.hands), 0, NO_HAND))

    def ends(self, *, left_out: bool = False) -> None:
        """`left_out`: nobody looks whether all was paid."""
        bets = self.bets(ME)
        if bets and not left_out:
            self.past[self.round_no] = (
                *(self.ledger.sittings.get(ME, 0), list(self.acts), bets, tuple(self.paid.values())),
            )
        void = any(isinstance(act, Voided) for act in self.acts)
        if self.auto:
            self.write(e.ShuffleOpened(self.round_no, self.seed, self.salt))
        self.write(e.RoundEnded(self.round_no, void))

    def corrects_cards(self, cards: list[Card]) -> bool:
        """001 §5.6: before it was settled, the Round has these cards. False: they make none."""
        acts = list(corrected_acts(self.acts, cards))
        round = try_fold(self.game, self.view.round_felt, acts)
        if round is None:
            return False
        self.acts, self.hidden = acts, {}
        self.write(e.CardsCorrected(self.round_no, tuple(cards), self.game.hands(round), 0, self.due()))
        self.opens_what_is_asked()
        return True

    def corrects(self, number: int, cards: list[Card], void: str) -> tuple[e.RoundCorrected, e.LinesCorrected] | None:
        """001 §5.6, §5.3.3: what a true correction of that Round is. None: there is none to be made."""
        sitting, acts, bets, before = self.past[number]
        was_void = any(isinstance(act, Voided) for act in acts)
        if void and was_void:
            return None
        if was_void:
            acts = list(unvoided_acts(acts, [it.card for it in acts if isinstance(it, CardDrawn)]))
        after_acts = [*acts, Voided(void)] if void else list(corrected_acts(acts, cards))
        felt = self.view.round_felt
        round = try_fold(self.game, felt, after_acts)
        if round is None or not self.game.finished(round):
            return None
        after = final_lines(self.game, round, ME, bets)
        change = sum(line.returned for line in after) - sum(line.returned for line in before)
        credited, due, owed = share_out(self.ledger, ME, sitting, change)
        self.past[number] = (sitting, after_acts, bets, after)
        hands = self.game.hands(round)
        return (
            e.RoundCorrected(number, tuple(cards), void, hands),
            e.LinesCorrected(number, ME, sitting, before, after, credited, due, owed),
        )
