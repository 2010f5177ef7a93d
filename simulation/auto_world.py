"""What is another in a run at a table where nobody deals (004): the processes, the felt, people who only watch, and
Players of whom one lies about his nonce.

Participants with number and PIN play at four of five of these tables (`participants.py`): of both coins, each within
its own limits. At the others whoever has bought credit plays, for one coin.
"""

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from console.table.state import DealingPace
from games.round import Felt, Limit, PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event, encode
from protocol.halts import Halt
from protocol.view import Phase, TableView
from simulation import participants
from simulation.auto_checks import AutoChecks
from simulation.auto_nodes import WAYS, AutoConsole
from simulation.box_players import BoxPlayer
from simulation.box_staff import BoxStaff
from simulation.mix import Mix
from simulation.nodes import CONSOLE
from simulation.participants import Visitors
from simulation.signers import SECOND, WRONG_PIN
from simulation.world import Violation, World
from terminal import intents as t
from terminal.session import Session

if TYPE_CHECKING:
    from simulation.cluster import Cluster

GAMES: Final = ("classic_blackjack", "premium_blackjack")
SHARE: Final = 0.06  # of the seeds of the swarm, where no game is named
BOXES: Final = 3
MAIN: Final = "main"
LIMITS: Final[Mapping[str, Limit]] = {MAIN: Limit(50, 600, 10)}
PACE: Final = DealingPace(card_ms=80, nonces_ms=1_000, quiet_ms=300, result_ms=400)
COIN: Final = "GC"
CHIPS: Final = (50, 100, 300)
UNFAIR_MS: Final = 120_000  # how long a Round may take in which the House deals as it likes


def draw_game(seed: int) -> str:
    """ "": no table of these."""
    rng = random.Random(f"nobody deals {seed}")
    return rng.choice(GAMES) if rng.random() < SHARE else ""


def felt_of(persons: int = 0) -> Felt:
    if persons:
        coins = {coin: {MAIN: limit} for coin, limit in participants.LIMITS.items()}
        return Felt(coins[COIN], boxes=BOXES, coins=coins)
    return Felt(limits=dict(LIMITS), boxes=BOXES)


def visitors_of(world: World, mix: Mix) -> Visitors | None:
    return Visitors(world, mix.persons) if mix.persons else None


def without_a_dealer(mix: Mix, seed: int) -> Mix:
    """What may go wrong here alone: by dice of its own. There is no shoe that could be unplugged."""
    rng = random.Random(f"seeds and nonces {seed}")

    def some(most: float, chance: float) -> float:
        return rng.random() * most if rng.random() < chance else 0.0

    mix.loses_seeds, mix.prattles = some(0.5, 0.5), some(0.1, 0.5)
    mix.chaos = tuple(act for act in mix.chaos if act != "unplug")
    if rng.random() < 0.3:
        mix.ending = "U"
    if rng.random() < 0.8:
        mix.persons = rng.randrange(3, len(participants.EVERYBODY) + 1)
    return mix


def make_checks(world: World, table: str, game: str, visitors: Visitors | None) -> AutoChecks:
    return AutoChecks(world, table, game, felt_of(0 if visitors is None else len(visitors.people)), PACE, visitors)


class AutoStaff(BoxStaff):
    """They open and close the table, let it go on, and serve: nobody deals."""

    visitors: Visitors | None = None

    def _act(self, view: TableView) -> None:
        desk, rng = self.panel.desk, self.world.rng
        if len(desk.refusals) > self._seen_refusals:
            self._seen_refusals = len(desk.refusals)
            self.world.fault("D", "staff", str(list(desk.refusals.values())[-1].refusal.detail))
        if self.world.chance(self.manners.wrong_order):
            self.order(self._some_order(view))
        elif self.world.chance(self.manners.late_order):
            self._late(view)
        elif Halt.UNCONFIRMED in view.halts:
            self._await_confirmation()
        elif Halt.BOOKS in view.halts:
            self.order(m.Resume(Halt.BOOKS), SECOND)
        elif self._service():
            pass
        elif view.halts:
            self._resolve(view)
        elif view.phase is Phase.CLOSED:
            if self.playing or view.round_no == 0:
                self.order(m.OpenTable())
        elif not view.closing:
            self._watches(view, rng)

    def _watches(self, view: TableView, rng: random.Random) -> None:
        between = view.phase is Phase.READY
        if not self.playing or (between and (self.day_ends or self.world.chance(self.manners.day_change))):
            self.day_ends = False
            self.order(m.CloseTable())
        elif rng.random() < self.manners.void * 0.02:
            self.order(m.CallSupervisor("somebody asks for the Supervisor"))
        elif rng.random() < 0.002:
            self.order(m.CloseTable())
        elif self.visitors is not None and rng.random() < 0.015:
            self._sees_to_a_participant(self.visitors)

    def _sees_to_a_participant(self, visitors: Visitors) -> None:
        """Mostly he is granted coins; seldom he is kept away, sent off (also with a Bet on its way), let in again, or
        given another PIN.
        """
        rng = self.world.rng
        number = rng.choice([*visitors.present(), *(it.number for it in visitors.people)])
        known, dice = self.panel.desk.people.staff.get(number), rng.random()
        again = visitors.generations[number] + 1
        if known is None:
            return
        if not known.active:
            self.order(m.AdmitStaff(number, known.name, known.home, participants.credential(number, again)))
        elif known.locked or dice < 0.06:
            self.order(m.SetCredential(number, participants.credential(number, again)))
        elif dice < 0.12:
            self.order(m.DisableStaff(number, "he has asked for it"))
        elif dice < 0.16 and len(visitors.away | {number}) + 1 < len(visitors.people):
            self.order(m.ExcludeParticipant(number, rng.choice((1, 2)), "he has asked for it"))
        else:
            amount = rng.choice((100, 700, 3_000))
            self.order(m.GrantCoins(number, rng.choice((*participants.COINS, *participants.COINS, "XX")), amount))

    def _takes_away(self, terminal: PlayerId, credit: int) -> m.Order:
        """What lies there goes back to a purse by itself."""
        return super()._takes_away(terminal, credit if self.visitors is None else 0)

    def _resolve(self, view: TableView) -> None:
        if "history" in view.halts:
            self._history()
        else:
            self.order(m.Resume(next(iter(view.halts))))


class AutoPlayer(BoxPlayer):
    """One Play each, on a box of his own, if nobody was quicker; the rest are answers."""

    main = MAIN
    boxes = BOXES
    visitors: Visitors | None = None

    def _play(self, session: Session) -> None:
        if self.visitors is None or self.visitors.plays(self.node, session):
            super()._play(session)

    def _is_short(self, session: Session) -> bool:
        """No Round begins before somebody could bet, so nobody waits for one. Coins are granted: there are no notes."""
        return (
            self.visitors is None
            and session.credit < 300
            and not session.state.outbox.asked
            and not session.state.outbox.notes
        )

    def _on_boxes(self) -> None:
        rng, node = self.world.rng, self.node
        box, dice = (int(node.key[1:]) - 1) % BOXES + 1, rng.random()
        if rng.random() < 0.1:
            box = 1 + rng.randrange(BOXES)
        spot = Spot(f"{box}/{MAIN}")
        chips = CHIPS if self.visitors is None else self.visitors.chips(node.session)
        if dice < 0.6:
            node.give(t.PlaceBet(spot, rng.choice(chips)))
        elif dice < 0.66:
            node.give(t.TakeBack(spot, rng.choice(chips)))
        elif dice < 0.70:
            node.give(t.ClearBets())
        elif dice < 0.78:
            node.give(t.RepeatBets())

    def _lie(self, session: Session) -> None:
        """A nonce that was chosen late, twice, or is another than the one that was bound."""
        rng, state = self.world.rng, session.state
        if rng.random() < 0.6:
            super()._lie(session)
            return
        process, round_no = (state.boot, state.run), state.view.round_no + rng.choice((0, 0, 0, 1, -1))
        if round_no < 1:
            return
        if self.visitors is not None and rng.random() < 0.5:
            self._shout(CONSOLE, self.node.name, encode(self._of_participants(self.visitors, process)))
            return
        value = rng.choice((rng.randbytes(32), state.view.shuffle.commitment or bytes(32)))
        kind = rng.choice((m.CommitNonce, m.CommitNonce, m.OpenNonce))
        self._shout(CONSOLE, self.node.name, encode(kind(*process, round_no, value)))

    def _of_participants(self, visitors: Visitors, process: tuple[int, bytes]) -> m.Request:
        """For somebody who has not asked for it."""
        rng = self.world.rng
        number, coin = rng.choice(visitors.people).number, rng.choice(participants.COINS)
        said: list[m.Request] = [
            m.SignOn(*process, rng.randbytes(8), WRONG_PIN, number),
            m.SignOff(*process, rng.randbytes(8), rng.choice(("person", "shift"))),
            m.ChooseCoin(*process, coin),
            m.ExcludeMe(*process, number, 3_000),
            m.ExcludeMe(max(0, process[0] - 1), process[1], number, 3_000),
        ]
        return rng.choice(said)


def deals_unfairly(
    cluster: "Cluster", let_play: Callable[["Cluster", bool], None], rest: Callable[["Cluster"], None]
) -> None:
    """004 §2.1.b: a House that deals other cards than it is bound to, or opens another seed, is found out by everybody
    who has a Bet in that Round.
    """
    console, world, checks = cluster.console, cluster.world, cluster.checks
    assert isinstance(console, AutoConsole)
    cluster.checked = checks.active = False  # the oracle would end it here
    dealer = console.dealer
    dealer.how = world.rng.choice(WAYS)
    dealer.from_round = console.table.view.round_no + 1
    let_play(cluster, True)
    latest = world.now_ms + UNFAIR_MS
    while not (dealer.cheated and _is_opened(console, dealer.from_round)) and world.now_ms < latest:
        world.step()
    dealer.from_round = 1 << 62
    let_play(cluster, False)
    rest(cluster)
    log = [decode_event(entry.body) for entry in console.disk.entries]
    disputes = {(event.terminal, event.round_no) for event in log if isinstance(event, e.SettlementDisputed)}
    settled = {(event.terminal, event.round_no) for event in log if isinstance(event, e.Settled)}
    for round_no in sorted(dealer.cheated):
        if not any(isinstance(event, e.ShuffleOpened) and event.round_no == round_no for event in log):
            continue
        world.fault("U3", CONSOLE)
        for node in cluster.terminals.values():
            honest = node.key not in cluster.staff.liars and (node.key, round_no) in settled
            if honest and (node.key, round_no) not in disputes:
                raise Violation("2.1.b", f"round {round_no} was dealt as the House liked, and {node.name} says nothing")


def _is_opened(console: AutoConsole, round_no: int) -> bool:
    last = console.table.view.shuffle.last
    return last is not None and last.round_no >= round_no
