"""What an examiner of a table with boxes keeps of it, as plain tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from games.round import Answer, BoxNow, Felt, PlayerId, Window
from protocol import events as e
from protocol import messages as m
from simulation.reference.box_rounds import Blackjack
from simulation.reference.pictures_rounds import Pictures

PICTURES: Final = "three_pictures"
SIDES: Final = {
    "blackjack": ("player_pair", "under_13", "over_13"),
    "blackjack_plus": ("rws_pairs", "boom_busted"),
    PICTURES: ("tie", "three_pictures"),
}
WITHIN: Final = ("under_13", "over_13")  # 003 §3.13.2.d
OF_THE_TABLE: Final = "boom_busted"  # 000 §3.9.1
NOTHING: Final = Answer()
NEWS_MS: Final = 250
SEATS_AN_HOUR: Final = 60
HOUR_MS: Final = 3_600_000
NO_MORE: Final = 250  # a revision above is refused

Process = tuple[int, bytes]


class Terms(Struct, frozen=True):
    game: str
    felt: Felt
    countdown_ms: int
    times: Mapping[str, int]


class Open(Struct):
    id: m.WindowId
    window: Window
    left_ms: int


class Said(Struct):
    """What was answered last to a terminal in a window, and by which entry."""

    revision: int
    answer: Answer
    receipt: int  # the entry that registered what stands there
    seq: int


class Past(Struct):
    """A Round that is over."""

    tape: list[tuple[str, Any]]
    lost: str
    void: bool


class BoxState:
    """What is known of the table."""

    def __init__(self, terms: Terms, money: Callable[[str, int], tuple[int, int]]) -> None:
        """`money`: credit and stake of a terminal after an entry, as they were counted elsewhere."""
        self.terms, self._money = terms, money
        self.main = "initial" if terms.game == PICTURES else "main"
        self.seq = 0
        self._reading = 0  # 1: the entry of this number is being judged
        self.now_ms = 0
        self.inputs: Sequence[Any] = ()
        self.felt = Felt()  # as it will lie in the next Round
        self.limits: Felt | None = None  # that people have set
        self.opened = False
        self.round_felt = Felt()
        self.round_no = 0
        self.in_round = False
        self.halts: set[str] = set()
        self.play: Blackjack | Pictures = self._begin()
        self.tape: list[tuple[str, Any]] = []
        self.lost = ""  # why this Round is not followed any more
        self.windows: dict[str, Open] = {}
        self.names: dict[m.WindowId, str] = {}
        self.given: dict[str, dict[PlayerId, Answer]] = {}
        self.raised: dict[str, dict[PlayerId, int]] = {}
        self.said: dict[m.WindowId, dict[str, Said]] = {}
        self.paid: dict[str, set[str]] = {}
        self.deadline_ms: int | None = None
        self.due = ""
        self.down: dict[int, str] = {}  # cards that lie face down: for whom
        self.aside: list[str] = []  # those beside the Hands that nobody but staff has seen
        self.orders: dict[bytes, m.Command] = {}
        self.obeyed: m.Order | None = None  # the last order of this batch
        self.joined: dict[str, Process] = {}
        self.latched: dict[str, str] = {}
        self.disputed: set[str] = set()
        self.retired: set[str] = set()
        self.sat: dict[str, list[int]] = {}
        self.rung: set[tuple[str, str]] = set()
        self.news: tuple[BoxNow, ...] | None = None
        self.news_ms = -NEWS_MS
        self._before: Any = None
        self.closes: dict[m.WindowId, int] = {}  # with the entry of the close
        self.past: dict[int, Past] = {}
        self._owes: tuple[str, int] | None = None  # who must be shown which entry
        self._sees: list[tuple[str, int]] = []
        self._wait_face: e.CardDealt | None = None
        self._owed: list[tuple[PlayerId, str]] = []  # Bets that must go back at once
        self._seats: list[tuple[str, int]] = []  # asked for in this batch

    def _begin(self) -> Blackjack | Pictures:
        return Pictures() if self.terms.game == PICTURES else Blackjack(self.terms.game)
