"""What is said about participants and their coins (004). Everybody knows these as `messages.X`."""

from typing import Annotated, Final

from msgspec import Meta

from games.money import AMOUNT_MAX
from protocol.fields import OrderWord, RequestWord, StaffNumber, Text

EXCLUSION_MAX: Final = 3_650  # gaming days

Coin = Annotated[str, Meta(pattern=r"^[A-Z]{2,3}\Z")]
ExclusionDays = Annotated[int, Meta(ge=1, le=EXCLUSION_MAX)]


# --- orders ---------------------------------------------------------------------------------------------


class GrantCoins(OrderWord, frozen=True):
    """To a participant's purse, of the House's own making: coins are not bought here, nor paid out."""

    number: StaffNumber
    coin: Coin
    amount: Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]


class ExcludeParticipant(OrderWord, frozen=True):
    """004 §3: he does not play on so many gaming days, with the one that runs. It cannot be taken back."""

    number: StaffNumber
    days: ExclusionDays
    why: Text


# --- to the console, from the terminal at which somebody is signed on --------------------------------------


class ChooseCoin(RequestWord, frozen=True):
    """He wants to play with this coin. Heard when nothing of his is in play; said again until the log says so."""

    coin: Coin


class ExcludeMe(RequestWord, frozen=True):
    """004 §3: he stays away from now on, for so many gaming days with this one."""

    number: StaffNumber  # who: a wish that comes late must not meet another person
    days: ExclusionDays
