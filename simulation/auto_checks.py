"""What must hold at a table where nobody deals, beside what holds at any with boxes: from the log, without `games/`.

The shuffle first: one commitment before Bets open, nonces bound by those who said so and before the close, opened after
it, mixed from all of them, cards in that order, a second computation of it all (`oracle_shuffle`). Then secrecy: nobody
hears of seed, salt or covered card before their time. Then causes: Bets close when it is time, no card is dealt for
nobody, a Round goes on after a restart, and is void only if its seed was really lost.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgpack

from console.table.table import Heard, Table
from games.round import Felt, HandId, Voided
from protocol import events as e
from protocol import messages as m
from protocol.codec import encode_body
from protocol.fact import Fact
from simulation.auto_nodes import SeedDisk
from simulation.box_checks import BoxChecks, BoxFelt, _texts
from simulation.box_judge import BoxRound
from simulation.card_count import CardCount
from simulation.felt import Objection
from simulation.nodes import ConsoleNode, TerminalNode
from simulation.oracle_blackjack import natural
from simulation.oracle_shuffle import NEW_DECK, nonce_digest, order_of, seed_digest
from simulation.participant_checks import ParticipantChecks
from simulation.participants import COINS, LIMITS, Visitors
from simulation.purse_count import PurseCount
from simulation.world import Violation, World

DECKS: Final = 6
DEALER: Final = "dealer"
FACES: Final = frozenset(NEW_DECK)
TENS: Final = "TJQK"
SAID: Final = (e.Ordered, e.OrderProposed, e.OrderRefused)  # what somebody wants, who does not know the card


class AutoFelt(BoxFelt):
    """There is no shoe: a card's number is its place in the shuffle, and one of them lies covered."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.drawn: list[str] = []  # by place; "": covered
        self.where: list[str] = []  # the Hand of each
        self.turned = False

    @property
    def established(self) -> bool:
        """Nobody asks: the Round goes on, whatever has been decided."""
        return False

    @property
    def covered(self) -> int | None:
        """The place of the card that nobody knows."""
        return self.drawn.index("") if "" in self.drawn else None

    def _apply(self, event: Fact, bets_open: bool) -> None:
        match event:
            case e.WindowOpened(id=key) if key.n == 1:
                super()._apply(event, bets_open)
                self.drawn, self.where, self.turned = [], [], False
            case e.WindowOpened() if self.turned:
                raise Objection("2.1.c", f"{event} is asked, and the covered card was turned before")
            case e.CardDealt(shoe_seq=number, card=card, hand=hand, entered=entered):
                if number != len(self.drawn) + 1 or entered:
                    raise Objection("M10", f"card {number} is dealt, and {len(self.drawn)} lie there")
                if card is None and (
                    self.covered is not None or hand != DEALER or len(self.hands.get(DEALER, ())) != 1
                ):
                    raise Objection("2.1.c", f"a card is covered on {hand}: {self.hands}")
                if self.turned and hand != DEALER:
                    raise Objection("2.1.c", f"{hand} draws, and the covered card was turned before")
                if card is not None and hand == DEALER and len(self.hands.get(DEALER, ())) == 1:
                    raise Objection("2.1.c", f"{card} lies open, and it is the Dealer's second")
                face = "" if card is None else card.text
                self.drawn.append(face)
                self.where.append(hand)
                self._deal(event, face)
            case e.CardRevealed(draw=place, card=card, due=due):
                if place != self.covered:
                    raise Objection("M10", f"card {place} is turned, and {self.covered} lies covered")
                self.drawn[place], self.turned = card.text, True
                self.hands[DEALER][1] = card.text
                self.order[place] = card.text
                self.due = due or ""
            case e.CardPeeked(due=due):
                self._peeked()
                self.due = due
            case e.HandsLaid(hands=hands):
                self.hands = _texts(hands)
                if self.covered is not None and self.hands[DEALER][1:] != [""]:
                    raise Objection("M13", f"{self.hands[DEALER]} is told, and its second lies covered")
            case e.SurplusDrawn() | e.CardIdle() | e.CardBurnt() | e.ShoeLoaded() | e.CardUnread() | e.CardWaiting():
                raise Objection("M10", f"{event}, and there is no shoe")
            case _:
                super()._apply(event, bets_open)

    def _peeked(self) -> None:
        """004 §2.9.b: in Premium, under an Ace or a ten."""
        open_card = self.hands.get(DEALER, [""])[0]
        if self._game != "premium_blackjack" or self.covered is None or open_card[:1] not in ("A", *TENS):
            raise Objection("2.9", f"a card is looked at under {open_card} in {self._game}")


class AutoCount(CardCount):
    """Six decks for each Round; the covered card is of no account before it is turned."""

    def apply(self, event: Fact) -> None:
        match event:
            case e.ShuffleCommitted(decks=decks):
                self._new_set(decks, {})
            case e.CardRevealed(card=card):
                self.faces[card.text] += 1
                self._round.append(card.text)
                self.changed = True
            case _:
                super().apply(event)


class AutoRound(BoxRound):
    """With the covered card in its place once it was turned."""

    def apply(self, event: Fact) -> None:
        super().apply(event)
        if isinstance(event, e.CardRevealed):
            self.cards[event.draw] = event.card.text
            self.hands[DEALER][1] = event.card.text


class AutoChecks(BoxChecks):
    felt: AutoFelt

    def __init__(
        self, world: World, table: str, game: str, felt: Felt, pace: Any, visitors: Visitors | None = None
    ) -> None:
        super().__init__(world, table, game, felt, DECKS)
        self.participants: ParticipantChecks | None = None
        if visitors is not None:
            self.money = money = PurseCount(COINS)
            self.participants = ParticipantChecks(visitors, money, self)
        self.table, self._pace = table, pace
        self.count = AutoCount()
        self.seeds = SeedDisk()  # of the console, once it is there: the truth
        self.said: set[tuple[str, bytes]] = set()  # digests of nonces that were really sent, by terminal
        self.commitment: tuple[int, bytes] = (0, b"")  # that waits to be opened, and its Round
        self.used: set[bytes] = set()  # commitments and nonces: each is another one
        self.bound: dict[str, bytes] = {}
        self.nonces: dict[str, bytes] = {}
        self.added: dict[str, bytes] | None = None
        self.closed_ms = self.changed_ms = 0  # when Bets closed, and when one was registered last
        self.peeked = False
        self._known: tuple[bytes, list[str]] = (b"", [])  # the order under a commitment, once it is fixed
        self.kept: list[str] = []  # the cards of the Round that waits to be opened, by place ...
        self.lay: list[str] = []  # ... and where each of them lay
        self.shuffles: Counter[str] = Counter()
        self._closing = False

    def _make_felt(self) -> BoxFelt:
        return AutoFelt(self.game)

    def _make_round(self, seats: Mapping[int, str]) -> BoxRound:
        return AutoRound(self.game, DECKS, self._limits.boxes, seats)

    # --- the shuffle ----------------------------------------------------------------------------------------

    def batch(self, inputs: Sequence[Any]) -> None:
        super().batch(inputs)
        if self.participants is not None:
            self.participants.batch(inputs)
        for given in inputs:
            if isinstance(given, Heard) and isinstance(given.request, m.CommitNonce):
                self.said.add((given.peer, given.request.digest))

    def _on_boxes(self, seq: int, event: Fact) -> None:
        if self.participants is not None:
            self.participants.wrote(seq, event)
        try:
            self._shuffle(event)
        except Objection as objection:
            raise Violation(objection.name, f"entry {seq}: {objection}") from None
        super()._on_boxes(seq, event)

    def _shuffle(self, event: Fact) -> None:
        match event:
            case e.ShuffleCommitted():
                self._committed(event)
            case e.WindowOpened(id=key) if key.n == 1:
                self.changed_ms, self.peeked = self.world.now_ms, False
                if self.commitment[0] != key.round_no:
                    raise Objection("2.1.b", f"round {key.round_no} opens, and {self.commitment[0]} is committed to")
            case e.LayoutRegistered(id=key) if key == self._bets:
                self.changed_ms = self.world.now_ms
            case e.NonceCommitted() | e.NonceOpened():
                self._nonce(event)
            case e.WindowClosed(id=key, by=by) if key == self._bets:
                self._bets_close(by)
            case e.ShuffleMixed():
                self._mixed(event)
            case e.CardDealt():
                self._dealt()
            case e.CardPeeked():
                self.peeked = True
            case e.RoundEnded():
                self.kept, self.lay = list(self.felt.drawn), list(self.felt.where)
            case e.ShuffleOpened():
                self._opened(event)
            case e.ShuffleLost():
                self._lost(event)
            case e.ClosingCalled():
                self._closing = True
            case e.TableOpened() | e.TableClosed():
                self._closing = False
            case e.InterruptionAnswered(affects=True):
                raise Objection("2.1", "a Round that software deals is affected by an interruption")
            case e.Certified() | e.OrderProposed():
                pass
            case e.Ordered(order=order) if isinstance(order, m.Certify | m.OpenBets | m.CloseBets | m.LoadShoe):
                raise Objection("4.7", f"{order} is obeyed, and nobody deals here")
            case _:
                pass

    def _committed(self, event: e.ShuffleCommitted) -> None:
        if self.in_round or self.commitment[1]:
            raise Objection("2.1.b", f"{event}, and {self.commitment} is not opened")
        if event.round_no != self._round_no + 1 or event.decks != DECKS or event.commitment in self.used:
            raise Objection("2.1.b", f"{event} after round {self._round_no}")
        if event.commitment not in self.seeds.all:
            raise Objection("2.1.b", f"{event}: no seed makes it")
        kept = self.seeds.all[event.commitment]
        if seed_digest(self.table, event.round_no, kept.seed, kept.salt) != event.commitment:
            raise Objection("2.1.b", f"{event} is not of the seed that was drawn")
        self.commitment = (event.round_no, event.commitment)
        self.used.add(event.commitment)
        self.bound, self.nonces, self.added = {}, {}, None
        self.kept, self.lay = [], []

    def _nonce(self, event: e.NonceCommitted | e.NonceOpened) -> None:
        who = event.terminal
        if event.round_no != self.commitment[0] or self.added is not None:
            raise Objection("2.1.b", f"{event}, and the shuffle is {self.commitment}, mixed from {self.added}")
        if isinstance(event, e.NonceCommitted):
            if self._bets not in self.open or who in self.bound:
                raise Objection("2.1.b", f"{event}: too late, or {who} is bound to another one")
            if (who, event.digest) not in self.said:
                raise Objection("2.1.b", f"{event}, and {who} never said so")
            self.bound[who] = event.digest
            return
        if self._bets in self.open or who in self.nonces:
            raise Objection("2.1.b", f"{event} before the close, or once more")
        if self.bound.get(who) != nonce_digest(self.table, event.round_no, who, event.nonce):
            raise Objection("2.1.b", f"{event} is not what {who} is bound to")
        if event.nonce in self.used:
            raise Objection("2.1.b", f"{event}: there was such a nonce before, so somebody could have known it")
        self.used.add(event.nonce)
        self.nonces[who] = event.nonce

    def _bets_close(self, by: str) -> None:
        now_ms, self.closed_ms = self.world.now_ms, self.world.now_ms
        if by == "answers" and (now_ms - self.changed_ms < self._pace.quiet_ms or not self.given_bets()):
            raise Objection("M7", f"Bets are closed {now_ms - self.changed_ms} ms after the last one")
        if not (self.world.faults or self._closing or self.given_bets()) and self._somebody_could():
            raise Objection("2.5.a", "Bets are closed, and nobody has bet who could")
        if by not in ("answers", "countdown", "void"):
            raise Objection("M7", f"Bets are closed by {by}, and nobody deals here")

    def _somebody_could(self) -> bool:
        coin = self.money.coin if isinstance(self.money, PurseCount) else {}
        least = {who: LIMITS[coin[who]].min if coin.get(who) else 50 for who in self.money.credit}
        return any(credit >= least[who] for who, credit in self.money.credit.items())

    def given_bets(self) -> dict[str, int]:
        return {who: stake for who, stake in self.money.stake.items() if stake}

    def _mixed(self, event: e.ShuffleMixed) -> None:
        added = {part.terminal: part.value for part in event.parts}
        if self.added is not None or event.round_no != self.commitment[0] or self._bets in self.open:
            raise Objection("2.1.b", f"{event}, and Bets are open, or it was mixed before")
        if added != {who: self.nonces.get(who, digest) for who, digest in self.bound.items()}:
            raise Objection("2.1.b", f"{event}: bound were {self.bound}, opened {self.nonces}")
        unopened = [part.terminal for part in event.parts if not part.opened]
        if sorted(unopened) != sorted(set(self.bound) - set(self.nonces)):
            raise Objection("2.1.b", f"{event}: opened were {sorted(self.nonces)}")
        if unopened and self.world.now_ms - self.closed_ms < self._pace.nonces_ms:
            raise Objection("2.1.b", f"{unopened} had {self.world.now_ms - self.closed_ms} ms for their nonces")
        for who in unopened:
            self.world.fault("U2", who)
        self.added = added
        self.shuffles["mixed"] += 1

    def _bets_closed(self, seq: int) -> None:
        if self.participants is None:
            super()._bets_closed(seq)
            return
        for box in range(1, self._limits.boxes + 1):
            self.participants.bets_closed(box, self._on(box))

    def _after_commit(self) -> None:
        super()._after_commit()
        if self.participants is not None:
            self.participants.committed()

    def terminal(self, node: TerminalNode) -> None:
        super().terminal(node)
        if self.participants is not None:
            level = node.session.join.follower.seq == len(self.entries)
            self.participants.screen(node, is_level=level)

    def _given_up(self, node: TerminalNode, window: m.WindowId, revision: int) -> int:
        """Whose it was has left, and it is not said again: the table could not tell whose it is."""
        return 0 if self.participants is None else self.participants.given_up(node, window, revision)

    def _dealt(self) -> None:
        if self.added is None:
            raise Objection("2.1.b", "a card is dealt, and its order is not fixed yet")
        if not self.given_bets():
            raise Objection("2.5.a", "a card is dealt, and nobody has bet")

    def _order(self, seed: bytes) -> list[str]:
        assert self.added is not None
        return order_of(self.table, self.commitment[0], seed, self.added, DECKS)

    def _opened(self, event: e.ShuffleOpened) -> None:
        round_no, commitment = self.commitment
        if event.round_no != round_no or self.in_round or not commitment:
            raise Objection("2.1.b", f"{event}, and the shuffle of {round_no} is in play")
        if seed_digest(self.table, round_no, event.seed, event.salt) != commitment:
            raise Objection("2.1.b", f"{event} is not the seed that the House is bound to")
        if self.added is not None:
            order = self._order(event.seed)
            for place, face in enumerate(self.kept):
                if face and face != order[place]:
                    raise Objection("2.1.b", f"card {place} was {face}, by the shuffle {order[place]}")
            dealers = [order[place] for place, hand in enumerate(self.lay) if hand == DEALER][:2]
            if self.peeked and natural(dealers):
                raise Objection("2.9", "the Dealer has looked, and played on with a Blackjack Hand")
            self.shuffles["recomputed"] += 1
        self.commitment = (0, b"")

    def _lost(self, event: e.ShuffleLost) -> None:
        """A House whose cards do not please it must not be able to say that it has lost them."""
        if event.round_no != self.commitment[0] or self.commitment[1] not in self.seeds.lost:
            raise Objection("2.1.b", f"{event}, and its seed is there")
        self.world.fault("U1", "console")
        self.must_void = self.in_round
        self.commitment = (0, b"")

    def _play(self, seq: int, event: Fact) -> None:
        """004 knows no Void: only a shuffle that nobody can go on dealing ends in one."""
        if isinstance(event, e.RulingMade):
            if not (self.must_void and isinstance(event.act, Voided)):
                raise Violation("2.1", f"entry {seq}: {event.act}, and the seed is there")
            self.must_void = False
            return
        super()._play(seq, event)

    # --- secrecy --------------------------------------------------------------------------------------------

    def _guarded(self, entry: Any, event: Fact) -> None:
        super()._guarded(entry, event)
        self._hides(f"entry {entry.seq}", entry.body, opens=isinstance(event, e.ShuffleOpened))
        if self._lies_covered and not isinstance(event, e.CardRevealed):
            known = Counter(face for face in self.felt.drawn if face)
            if isinstance(event, e.CardDealt) and event.card is not None:
                known[event.card.text] += 1
            told = Counter(_faces_of(event))
            hole = self._truth()
            if told[hole] and not known[hole] and not isinstance(event, SAID):
                raise Violation("M13", f"entry {entry.seq} tells {hole}, which lies covered: {event}")

    @property
    def _lies_covered(self) -> bool:
        """A card of the Round in play, and it may still be turned."""
        return self.felt.covered is not None and self.commitment[0] == self._round_no and self.added is not None

    def _truth(self) -> str:
        """What really lies covered, which nobody knows."""
        place = self.felt.covered
        assert place is not None
        if self._known[0] != self.commitment[1]:
            self._known = (self.commitment[1], self._order(self.seeds.all[self.commitment[1]].seed))
        return self._known[1][place]

    def _hides(self, what: str, data: bytes, *, opens: bool = False) -> None:
        kept = self.seeds.all.get(self.commitment[1])
        if kept is not None and not opens and (kept.seed in data or kept.salt in data):
            raise Violation("M13", f"{what} tells the seed of round {self.commitment[0]}, which is not over")

    def carried(self, to: str, data: bytes) -> None:
        """M13: to whomever, archive and witness included."""
        self._hides(f"what {to} is sent", data)

    def console(self, node: ConsoleNode) -> None:
        super().console(node)
        new = self.shuffles["covered"] < self.shuffles["mixed"]
        if self._lies_covered and new:
            self.shuffles["covered"] = self.shuffles["mixed"]
            self._no_secret(node.table)

    def _no_secret(self, table: Table) -> None:
        """2.1.c: nor does the console's own state know the card, of which checkpoints are made."""
        self._hides("the console's state", encode_body(table.state))
        if table.state.hidden or None not in table.view.hands[HandId(DEALER)]:
            raise Violation("M13", f"the console knows what lies covered: {table.state.hidden}, {table.view.hands}")
        known = Counter(face for face in self.felt.drawn if face)
        told = Counter(_faces_of(table.round))
        if told[self._truth()] and not known[self._truth()]:
            raise Violation("M13", f"the Round of the console has {self._truth()}, which lies covered")


def _faces_of(thing: object) -> Iterator[str]:
    """As it would be written down."""
    return _faces_in(msgpack.unpackb(encode_body(thing), strict_map_key=False))


def _faces_in(thing: Any) -> Iterator[str]:
    """Every text in it that is a card."""
    match thing:
        case str():
            if thing in FACES:
                yield thing
        case dict():
            for item in (*thing.keys(), *thing.values()):
                yield from _faces_in(item)
        case list() | tuple() | set() | frozenset():
            for item in thing:
                yield from _faces_in(item)
