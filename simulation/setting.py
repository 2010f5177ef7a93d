"""The simulated table as its files would say: limits, caps, placard; and what the reference model is told of it."""

from typing import Final

from msgspec.structs import replace

from console.table.state import DealingPace, Setup
from games.round import Felt, Limit
from protocol import events as e
from simulation import auto_world, box_world, participants
from simulation.mix import Mix
from simulation.players import NOTES
from simulation.reference.state import Terms
from simulation.service import ROUNDS_KEPT
from simulation.signers import EVERYBODY, pin_of

TABLE: Final = "SIM-7"
LIMITS: Final = {
    "player": Limit(10, 5_000, 10),
    "banker": Limit(10, 5_000, 10),
    "tie": Limit(10, 500, 5),
    "player_pair": Limit(10, 500, 5),
    "banker_pair": Limit(10, 500, 5),
}
# Low enough that what somebody may not answer for comes up.
CAPS: Final = e.Caps(
    e.CashCap(cashier=500, dealer=200, pit_supervisor=1_000, pit_manager=10_000),
    e.CashCap(cashier=1_000, dealer=500, pit_supervisor=5_000),
    e.CashCap(cashier=0, dealer=0, pit_supervisor=2_000, pit_manager=20_000),
)
# A terminal keeps to the limits by itself, but it does not know what others bet: so an honest one is refused, too.
DIFFERENTIAL: Final = 300


def terms_of(setup: Setup) -> Terms:
    """What the examiner is told of the table."""
    limits, unplayable = (setup.felt, setup.countdown_ms, setup.placard), bool(setup.unplayable)
    pins = {it.number: pin_of(it.number) for it in EVERYBODY}
    return Terms(*limits, setup.takeover_ms, setup.snapshot_from, unplayable, pins, setup.rounds_kept)


def setup_of(mix: Mix, game: str = "") -> Setup:
    """`game`: one with boxes."""
    persons = mix.persons if box_world.nobody_deals(game) else 0
    felt = (
        box_world.felt_of(game, squeeze=mix.squeezes > 0, persons=persons)
        if game
        else Felt(limits=LIMITS, differential=DIFFERENTIAL)
    )
    placard = e.Placard(
        currency="SGD",
        notes=NOTES,
        notes_per_hour=mix.notes_per_hour,
        ticket_days=mix.cast.ticket_days,
        caps=CAPS,
        house_pays_max=100,
        strict=mix.strict and not box_world.nobody_deals(game),
    )
    if automatic := box_world.nobody_deals(game):
        placard = replace(placard, currency=auto_world.COIN, decks=6, automatic=True)
    if persons:
        caps = replace(CAPS, grants=dict.fromkeys(participants.COINS, participants.GRANTS))
        placard = replace(placard, coins=participants.CHIPS, caps=caps, daily=participants.DAILY)
    return Setup(
        TABLE,
        game or "baccarat",
        felt,
        countdown_ms=mix.countdown_ms,
        times=box_world.TIMES if game else {},
        placard=placard,
        secret=b"simulated",
        snapshot_from=60,
        rounds_kept=ROUNDS_KEPT,
        pace=auto_world.PACE if automatic else DealingPace(),
    )
