"""What a table says of itself when it opens, beyond rules and limits: for screens, devices and the cash desk.

Everybody knows these as `events.X`.
"""

from collections.abc import Mapping

from msgspec import Struct

from games.money import AMOUNT_MAX


class CashCap(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The most for which a person of each position may answer, in minor units."""

    cashier: int = AMOUNT_MAX
    dealer: int = AMOUNT_MAX
    pit_supervisor: int = AMOUNT_MAX
    pit_manager: int = AMOUNT_MAX
    shift_manager: int = AMOUNT_MAX


class Caps(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    sell_credit: CashCap = CashCap()
    pay_ticket: CashCap = CashCap()
    pay_by_hand: CashCap = CashCap()
    day: CashCap = CashCap()  # all that one person answers for in a gaming day, of these and of rulings
    grants: Mapping[str, CashCap] = {}  # what he may grant of each coin until a day is closed (004)


class Placard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What else a terminal must know of this table: for its screen and its devices, not for the rules."""

    name: str = ""
    currency: str = ""  # ISO 4217
    exponent: int = 2  # minor units are so many decimal places
    chips: tuple[int, ...] = ()  # the values one can bet with, in minor units
    decks: int = 8  # that this table is played with
    last_call_ms: int = 5_000  # before the end of the countdown
    languages: tuple[str, ...] = ("en",)
    ticket_days: int = 0  # gaming days that a ticket is good for, with that of its issue; 0: for ever
    notes_per_hour: int = 0  # the most that a terminal takes in notes within an hour, in minor units; 0: no cap
    notes: tuple[int, ...] = ()  # the notes that a terminal takes, in minor units; none is named: any
    training: bool = False  # no money here is real: the console's register says so, and devices may be emulated
    house: str = ""  # the establishment, as its tickets name it
    address: str = ""  # where it is
    reality_minutes: int = 60  # of play, after which a Player is shown how long he plays and what it came to; 0: never
    caps: Caps = Caps()  # how much cash each position may answer for
    automatic: bool = False  # nobody deals: software shuffles, deals and certifies (004)
    coins: Mapping[str, tuple[int, ...]] = {}  # that participants play with here, and the chips of each; {}: none do
    daily: Mapping[str, int] = {}  # what each participant is granted on a gaming day on which he comes, by coin
    house_pays_max: int = 0  # of its own money, by one Ruling under 001 §5.12; 0: nothing
    strict: bool = False  # 001 §5.1: every interruption affects the continuation; else the Supervisor is asked

    def chips_of(self, coin: str) -> tuple[int, ...]:
        return self.coins.get(coin, self.chips)
