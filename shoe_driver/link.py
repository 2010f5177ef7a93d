"""The core of the shoe driver: bytes and time in, what became of the cards out.

Pure: it is told the time, and it returns the bytes to write. Knows no game and no Round. Keeps these promises: each
card that a counting shoe has given is reported once and in order, as itself or as unread; none is ever invented; none
is acknowledged before somebody says that it is durable. A link belongs to one shoe: for another one, make another link.

A line that talks nonsense, or as another shoe, is reported as `LinkFaulty` and not listened to until the port is
opened anew. A counting shoe loses nothing by that: what was not acknowledged is sent again.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct

from shoe_driver import frames as f

BAD_FRAMES_MAX: Final = 20  # in ...
BAD_FRAMES_MS: Final = 10_000
ASK_GAP_MS: Final = 200  # a question and its answer take 60 ms at 9600 baud
ASK_QUIET_MS: Final = 1_000  # the last card may have been lost, and nothing would come to show it
LOST_MS: Final = 3_000  # three questions without an answer
GIVE_UP_MS: Final = 3_000  # so long, and ...
GIVE_UP_ANSWERS: Final = 3  # ... after so many answers that did not bring it, a card is unread
SETTLED_MS: Final = 1_000  # a line that was just opened may have kept what came before
AHEAD_MAX: Final = 512  # eight decks are 416 cards: a counter that is further ahead is not the one that we followed


# --- what is reported -----------------------------------------------------------------------------------------


class ShoeEvent(Struct, frozen=True):
    """A fact. `shoe_seq` is the shoe's own number, where the make has one."""


class CardSeen(ShoeEvent, frozen=True):
    shoe_seq: int | None
    card: str
    hand: str = ""  # where the shoe believes that it went; "" if it does not say


class CardUnread(ShoeEvent, frozen=True):
    """There was, or may have been, a card that the shoe or the line did not bring across. `raw` is evidence only."""

    shoe_seq: int | None
    raw: bytes = b""


class CardsTogether(ShoeEvent, frozen=True):
    """This card came so soon after the one before it that no hand can have drawn them one by one (001 §5.7). Never said
    of what was told late: by then nobody knows when it was drawn.
    """

    shoe_seq: int | None
    within_ms: int


class CutCardSeen(ShoeEvent, frozen=True):
    shoe_seq: int | None


class ShoeEmpty(ShoeEvent, frozen=True):
    shoe_seq: int | None = None


class CardConflict(ShoeEvent, frozen=True):
    """The same number was said twice and differently. A card already reported stands until a person decides."""

    shoe_seq: int
    first: str
    second: str


class ShoeNotice(ShoeEvent, frozen=True):
    notice: f.Notice
    raw: bytes


class ResultSeen(ShoeEvent, frozen=True):
    """What the shoe believes to be the result: "player", "banker", "tie", "none"; and pairs."""

    outcome: str
    pairs: tuple[str, ...]


class LinkLost(ShoeEvent, frozen=True):
    why: str = ""  # the device and what it failed with; "": the shoe is silent, and `port.py` says where


class LinkRestored(ShoeEvent, frozen=True):
    """Also said the first time. Before any card that follows; "" if the make does not tell its serial number."""

    serial: str


class LinkFaulty(ShoeEvent, frozen=True):
    why: str


class TapeFailed(ShoeEvent, frozen=True):
    """The raw bytes are not being kept. The cards are read all the same: a tape is evidence, not money."""

    why: str


Numbered = f.CardRead | f.Unreadable | f.CutCard | f.Empty


def _event(frame: Numbered | f.Report | f.Result) -> ShoeEvent:
    match frame:
        case f.CardRead():
            return CardSeen(frame.number or None, frame.card, frame.hand)
        case f.Unreadable():
            return CardUnread(frame.number or None, frame.raw)
        case f.CutCard():
            return CutCardSeen(frame.number)
        case f.Empty():
            return ShoeEmpty(frame.number)
        case f.Result():
            return ResultSeen(frame.outcome, frame.pairs)
        case f.Report():
            return ShoeNotice(frame.notice, frame.raw)


# --- the link -------------------------------------------------------------------------------------------------


class ShoeLink:
    """One shoe on one port. After each call, `outgoing` is to be written and `wake_ms` to be looked at."""

    def __init__(self, decoder: f.Decoder, last_seq: int = 0, *, serial: str = "") -> None:
        """`last_seq`: the last number that is durable, and `serial`: of which shoe. 0 takes up whatever is there."""
        self._decoder = decoder
        self._talk = Talk(last_seq, serial, decoder.say) if isinstance(decoder, f.CountingDecoder) else None
        self._due: list[ShoeEvent] = []
        self._due_ms: int | None = None
        self._bad_ms: deque[int] = deque(maxlen=BAD_FRAMES_MAX)
        self._is_faulty = False
        self._is_lost = False
        self._opened_ms: int | None = None

    def opened(self, now_ms: int) -> bytes:
        """The port was opened, for the first time or again. These bytes are to be written."""
        self._opened_ms = now_ms
        unfinished = self._decoder.end()
        self._bad_ms.clear()
        self._is_faulty = False
        if self._talk is not None:
            self._talk.opened(now_ms)  # which asks for all that is unfinished
            return self._talk.outgoing()
        self._due += [_event(frame) for frame in unfinished if isinstance(frame, Numbered | f.Report | f.Result)]
        self._due.append(LinkRestored(""))  # it never answers, so an open port is all that can be known
        self._due_ms = now_ms
        self._is_lost = False
        return b""

    def lost(self, now_ms: int, why: str = "") -> tuple[ShoeEvent, ...]:
        """The port is gone, or was never there."""
        events = list(self._and_due(self._heard(now_ms, self._decoder.end())))
        if not self._is_lost:
            events.append(LinkLost(why))
        self._is_lost = True
        if self._talk is not None:
            self._talk.closed()
        return tuple(events)

    def receive(self, now_ms: int, data: bytes) -> tuple[ShoeEvent, ...]:
        if self._is_faulty:
            return ()
        return self._and_due(self._heard(now_ms, self._decoder.receive(now_ms, data)))

    def tick(self, now_ms: int) -> tuple[ShoeEvent, ...]:
        if self._is_faulty:
            return ()
        events = list(self._heard(now_ms, self._decoder.tick(now_ms)))
        if self._talk is not None and not self._is_faulty:
            events += self._noted(self._talk.tick(now_ms))
        return self._and_due(events)

    def wake_ms(self) -> int | None:
        if self._is_faulty:
            return None
        wake = self._due_ms if self._due else None
        for other in (self._decoder.wake_ms(), self._talk.wake_ms() if self._talk else None):
            if other is not None and (wake is None or other < wake):
                wake = other
        return wake

    def acknowledge(self, shoe_seq: int) -> bytes:
        """All up to this number is durable: the shoe may forget it."""
        return b"" if self._talk is None else self._talk.acknowledge(shoe_seq)

    def outgoing(self) -> bytes:
        return b"" if self._talk is None else self._talk.outgoing()

    def is_live(self, now_ms: int, shoe_seq: int | None) -> bool:
        """Was this card told as it was drawn, and not again, or after the line had been away?"""
        if self._talk is not None:
            return shoe_seq is not None and self._talk.is_live(shoe_seq)
        return self._opened_ms is not None and now_ms - self._opened_ms > SETTLED_MS

    def _and_due(self, events: Iterable[ShoeEvent]) -> tuple[ShoeEvent, ...]:
        due, self._due = self._due, []
        return (*due, *events)

    def _heard(self, now_ms: int, frames: Iterable[f.Frame]) -> Iterator[ShoeEvent]:
        for frame in frames:
            if self._is_faulty:
                return
            match frame:
                case f.Bad() | f.Acknowledged() | f.SendFrom():  # the last two are our own words: an echo
                    yield from self._noted(self._bad(now_ms))
                case f.State() | f.CardRead() | f.Unreadable() | f.CutCard() | f.Empty() if self._talk is not None:
                    yield from self._noted(self._talk.heard(now_ms, frame))
                case f.CardRead() | f.Unreadable() | f.CutCard() | f.Empty() | f.Report() | f.Result():
                    yield _event(frame)

    def _bad(self, now_ms: int) -> Iterator[ShoeEvent]:
        self._bad_ms.append(now_ms)
        if len(self._bad_ms) == BAD_FRAMES_MAX and now_ms - self._bad_ms[0] < BAD_FRAMES_MS:
            yield LinkFaulty(f"{BAD_FRAMES_MAX} bad frames in {BAD_FRAMES_MS // 1000} s")

    def _noted(self, events: Iterable[ShoeEvent]) -> Iterator[ShoeEvent]:
        for event in events:
            match event:
                case LinkLost() if self._is_lost:
                    continue  # said already
                case LinkLost():
                    self._is_lost = True
                case LinkRestored():
                    self._is_lost = False
                case LinkFaulty():
                    self._is_faulty = True
                    self._decoder.end()
                    if self._talk is not None:
                        self._talk.closed()
            yield event


# --- a shoe that counts and answers ---------------------------------------------------------------------------


class Talk:
    """The conversation with one shoe: what it gave, what is missing, and what it may forget."""

    def __init__(self, last_seq: int, serial: str, say: Callable[[f.Acknowledged | f.SendFrom], bytes]) -> None:
        if not 0 <= last_seq <= f.NUMBER_MAX:
            raise ValueError(f"{last_seq} is no number of a shoe")
        self._serial = serial
        self._say = say
        self._reported = last_seq
        self._acknowledged = last_seq if serial else 0  # repeated to that shoe, not to whichever comes
        self._known = last_seq  # the highest number that was given, as far as we have heard
        self._told_late = (
            last_seq  # up to here a card is no news: a state has announced it, or one behind it came first
        )
        self._held: dict[int, Numbered | None] = {}  # waits for one before it; None: known to be unreadable
        self._words: dict[int, str] = {}  # what the numbers of late were said to be
        self._conflicts: set[int] = set()
        self._is_joined = False  # it has said who it is
        self._is_taken_up = last_seq > 0  # from here on nothing that it has forgotten is before our time
        self._gap_ms: int | None = None  # since when the same number is missing
        self._answers = 0  # heard since then
        self._ask_ms: int | None = None  # deadlines, if the port is open
        self._lost_ms: int | None = None
        self._wants_answer = False
        self._owes_acknowledgement = False

    def opened(self, now_ms: int) -> None:
        self.closed()
        self._lost_ms = now_ms + LOST_MS
        self._ask(now_ms)

    def closed(self) -> None:
        self._leave()
        self._ask_ms = self._lost_ms = None
        self._wants_answer = self._owes_acknowledgement = False

    def heard(self, now_ms: int, frame: f.State | Numbered) -> Iterator[ShoeEvent]:
        objection = self._objection(frame)
        if objection:
            yield LinkFaulty(objection)
            return
        was_complete = self._gap_ms is None
        if isinstance(frame, f.State):
            yield from self._introduced(frame)
        elif self._is_joined:  # before that its number means nothing, and it will be sent again
            yield from self._given(frame)
        yield from self._in_order(now_ms)
        if was_complete and self._gap_ms is not None and not isinstance(frame, f.State):
            self._wants_answer = True  # after a state, what it announces is on its way
        yield from self._given_up(now_ms)
        self._lost_ms = now_ms + LOST_MS
        self._ask_ms = now_ms + self._patience_ms()

    def tick(self, now_ms: int) -> Iterator[ShoeEvent]:
        yield from self._given_up(now_ms)
        if self._lost_ms is not None and now_ms >= self._lost_ms:
            self._lost_ms = None
            self._leave()
            yield LinkLost()
        if self._ask_ms is not None and now_ms >= self._ask_ms:
            self._ask(now_ms)

    def wake_ms(self) -> int | None:
        wake = self._give_up_ms()
        for other in (self._ask_ms, self._lost_ms):
            if other is not None and (wake is None or other < wake):
                wake = other
        return wake

    def acknowledge(self, shoe_seq: int) -> bytes:
        if not 0 <= shoe_seq <= self._reported:
            raise ValueError(f"{shoe_seq} was not reported: a shoe that forgot it would lose cards")
        self._acknowledged = max(self._acknowledged, shoe_seq)
        # Otherwise another shoe may be there, which must not forget its own. The same one is told when it comes back.
        return self._say(f.Acknowledged(self._acknowledged)) if self._is_joined else b""

    def outgoing(self) -> bytes:
        data = self._say(f.Acknowledged(self._acknowledged)) if self._owes_acknowledgement else b""
        data += self._say(f.SendFrom(self._reported + 1)) if self._wants_answer else b""
        self._owes_acknowledgement = self._wants_answer = False
        return data

    def is_live(self, number: int) -> bool:
        return number > self._told_late

    # --- asking

    def _ask(self, now_ms: int) -> None:
        self._wants_answer = True
        self._ask_ms = now_ms + self._patience_ms()

    def _patience_ms(self) -> int:
        is_urgent = self._gap_ms is not None or not self._is_joined
        return ASK_GAP_MS if is_urgent and self._lost_ms is not None else ASK_QUIET_MS

    def _leave(self) -> None:
        """What is held back was never acknowledged: it is sent again, if the same shoe comes back."""
        self._is_joined = False
        self._held.clear()
        self._known = self._reported
        self._gap_ms = None

    # --- hearing

    def _objection(self, frame: f.State | Numbered) -> str:
        """Why this cannot be the shoe, or the counter, that we have followed so far."""
        if not isinstance(frame, f.State):
            ahead = self._is_joined and frame.number > self._reported + AHEAD_MAX
            return f"number {frame.number} right after {self._reported}" if ahead else ""
        if self._serial and frame.serial != self._serial:
            return f"shoe {frame.serial} in place of {self._serial}"
        if frame.last < self._reported:
            return f"shoe {frame.serial} has given {frame.last}, though {self._reported} was seen: was it set back?"
        if frame.last > (self._reported if self._is_taken_up else frame.oldest - 1) + AHEAD_MAX:
            return f"shoe {frame.serial} has given {frame.last}, but only {self._reported} was seen"
        return ""

    def _introduced(self, state: f.State) -> Iterator[ShoeEvent]:
        if not self._is_joined:
            self._is_joined = True
            self._serial = state.serial
            if not self._is_taken_up:
                self._is_taken_up, self._reported = True, state.oldest - 1
            yield LinkRestored(state.serial)
        self._known = max(self._known, state.last)
        self._told_late = max(self._told_late, state.last)
        self._answers += 1
        self._owes_acknowledgement |= state.oldest <= self._acknowledged
        for number in range(self._reported + 1, state.oldest):
            self._held.setdefault(number, None)  # it cannot send these again, and we do not have them

    def _given(self, frame: Numbered) -> Iterator[ShoeEvent]:
        number = frame.number
        self._owes_acknowledgement |= number <= self._acknowledged
        if number <= self._reported - AHEAD_MAX:
            return  # a repeat of something long past
        if number != self._known + 1:  # again, or behind a gap: whatever fills it comes late
            self._told_late = max(self._told_late, number)
        self._known = max(self._known, number)
        word = _word(frame)
        first = self._words.setdefault(number, word)
        if first != word and number not in self._conflicts:
            self._conflicts.add(number)
            yield CardConflict(number, first, word)
        if number > self._reported:
            # Which of two is true is not ours to guess.
            self._held[number] = None if number in self._conflicts else frame

    # --- reporting

    def _in_order(self, now_ms: int) -> Iterator[ShoeEvent]:
        before = self._reported
        while self._reported + 1 in self._held:
            self._reported += 1
            frame = self._held.pop(self._reported)
            self._words.pop(self._reported - AHEAD_MAX, None)
            self._conflicts.discard(self._reported - AHEAD_MAX)
            yield CardUnread(self._reported) if frame is None else _event(frame)
        if self._known <= self._reported:
            self._gap_ms = None
        elif self._gap_ms is None or self._reported > before:
            self._gap_ms = now_ms
            self._answers = 0

    def _give_up_ms(self) -> int | None:
        if self._gap_ms is None or self._answers < GIVE_UP_ANSWERS:
            return None
        return self._gap_ms + GIVE_UP_MS

    def _given_up(self, now_ms: int) -> Iterator[ShoeEvent]:
        give_up_ms = self._give_up_ms()
        if give_up_ms is None or now_ms < give_up_ms:
            return
        for number in range(self._reported + 1, min(self._held, default=self._known + 1)):
            self._held[number] = None
        yield from self._in_order(now_ms)


def _word(frame: Numbered) -> str:
    match frame:
        case f.CardRead():
            return frame.card
        case f.Unreadable():
            return f"unreadable {frame.raw.hex()}".strip()
        case f.CutCard():
            return "cut card"
        case f.Empty():
            return "empty"
