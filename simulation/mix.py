"""What may go wrong in a run, and how often: drawn from its seed, or written down for it."""

from typing import Final

from msgspec import Struct, field

from simulation.network import Weather
from simulation.people import Cast, Manners
from simulation.real_disk import Parts

COUNTDOWN_MS: Final = 2_500
# A terminal forgets with its process what it has taken: then the console finds a note beyond the cap, and holds it.
NOTES_PER_HOUR: Final = 30_000


class Mix(Struct):
    """What may go wrong, and how often."""

    weather: Weather = field(default_factory=Weather)
    crash_console: float = 0.0  # at each failpoint
    crash_terminal: float = 0.0
    chaos_ms: int = 0  # between two acts of chaos, on average; 0: none
    chaos: tuple[str, ...] = ()
    noise: float = 0.0
    misread: float = 0.0
    unread: float = 0.0
    lies: float = 0.0
    manners: Manners = field(default_factory=Manners)
    countdown_ms: int = COUNTDOWN_MS
    notes_per_hour: int = NOTES_PER_HOUR
    disk: Parts | None = None  # real journals, set like this; None: as the seed draws them
    ending: str = ""  # a fault after which play cannot go on: C8, C13, W; U, where nobody deals
    loses_seeds: float = 0.0  # where nobody deals: the file of the seeds is lost with a process that ends
    prattles: float = 0.0  # there, too: the shell says what it was not asked for
    persons: int = (
        0  # there, too: who plays with number, PIN and two coins (004); 0: whoever has bought credit, one coin
    )
    strict: bool = False  # where somebody deals: to this House every interruption affects the Round (001 §5.1)
    squeezes: float = 0.0  # on boxes: a look at which a Player says that he turns his cards himself; 0: nobody may
    cast: Cast = field(default_factory=Cast)  # who else is there
