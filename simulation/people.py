"""How the people at a simulated table behave, and the real money in their hands. `staff` and `players` act by it."""

from msgspec import Struct

from games.round import PlayerId


class Manners(Struct):
    """How the people of a run behave: chances per look or per act."""

    out_of_turn: float = 0.0  # the Dealer draws a card that is not due
    wrong_order: float = 0.0
    late_order: float = 0.0
    careless: float = 0.0  # certifies without looking
    void: float = 0.0  # the Supervisor voids where he may
    foreign: float = 0.0  # a card too many is in the shoe
    day_change: float = 0.0
    double_show: float = 0.0  # a Player shows his ticket twice
    pace: float = 1.0  # how long people take for everything; a benchmark hurries them
    leaves: float = 0.0  # a Player takes his credit between two Rounds, all of it or all but a chip (FAULTS P10)
    finds_ms: float = 0.0  # how long it may take to find a wrong certificate (001 §5.6, §5.8)
    together: float = 0.0  # two cards leave the shoe at once: which was first is ruled (001 §5.7)
    wrong_side: float = 0.0  # the Dealer lays cards on the wrong side, and the Hands are Reconstructed (001 §5.5)
    early_cut: float = 0.0  # the cut card lies near the front of a new set
    short_set: float = 0.0  # a new set has too few cards, and runs dry (001 §5.3.2, §5.3.4)
    unshuffled: float = 0.0  # a new set was not shuffled (001 §5.3.5)
    wrong_counter: float = 0.0  # the counter of the shoe is typed in too low when a set is loaded: numbers are missing
    serves: float = 0.0  # somebody at the table sells credit, lets a terminal in again, writes a Ruling down
    mistypes: float = 0.0  # a PIN is typed wrong
    locks: float = 0.0  # a look: whoever is at a panel locks it, and signs on again
    walks_away: float = 0.0  # on boxes: a Player leaves in the middle of a Round (003 §5.3)
    dealing_error: float = 0.0  # the same, and all have the options (003 §5.7)
    interim: float = 0.0  # the Dealer settles what the Initial Deal has decided (003 §1.17)
    guesses: float = 0.0  # somebody shows a terminal, or types in at the desk, the number of a ticket that there is not


class Cast(Struct):
    """Who and what else is at the table, besides one panel in the hands of a Shift Manager, and what they get up to."""

    panels: int = 1  # 1: the Shift Manager does everything; more: people with panels of their own, from the Dealer up
    displays: int = 0
    archives: int = 0
    witnesses: int = 0
    mishaps_ms: int = 0  # between two that befall those beside the table, keys or clocks, on average; 0: none
    mishaps: tuple[str, ...] = ()
    contrary: float = 0.0  # a look: two people give orders that contradict each other, or one gives an order twice
    dishonest: float = 0.0  # a look: somebody tries what he may not
    devices: float = 0.0  # a terminal has the production devices, and so often they fail; 0: it has not
    clocks: bool = False  # the console reads a clock of its own, and nobody's clock says what another's does
    ticket_days: int = 0

    @property
    def is_whole(self) -> bool:
        """Is anybody there?"""
        return self != Cast()


class Till:
    """Real money and real tickets: what the ledger must agree with in the end (M5)."""

    def __init__(self) -> None:
        self.stacked: dict[bytes, tuple[PlayerId, int]] = {}  # notes in the boxes, by id
        self.tickets: dict[str, int] = {}  # in Players' pockets
        self.printed: set[str] = set()
        self.tray: dict[str, str] = {}  # papers that nobody has taken yet: name and number
        self.inserted: dict[bytes, int] = {}  # notes that an acceptor has pulled in
        self.returned: set[bytes] = set()  # those that the acceptor has given back
        self.papers: dict[str, int] = {}  # how often each number was printed, and ...
        self.again: dict[str, int] = {}  # ... how often somebody has ordered that its ticket be printed once more
