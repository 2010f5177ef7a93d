"""Card Shoes that only speak, over a long day: what the console must be told, event by event and in order.

The production port, link, decoder and stamps against `formats.py`, which was written from the documents of the makes.
One trouble follows the other on the same line: endless lines, half lines, noise, a line that talks nonsense until it
is believed no more and is then well again, a cable that is pulled, a console that is late. Of a make of lines each
event is known; of Angel Eye's three copies, what whole messages and those with one damaged copy must bring, and that
what is damaged more is at most unread.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from shoe_driver import link as l
from shoe_driver.makes.angel_eye import fitting_rules
from shoe_driver.port import REOPEN_MS_MAX, Shoe
from shoe_driver.tape import Damaged, Kind, read_tape
from simulation.formats import (
    ANGEL_COPIES,
    ANGEL_NOTICES,
    ANGEL_PAIRS,
    ANGEL_RESULTS,
    BAD,
    CARDS,
    LINE_MAX,
    READ,
    Found,
    LineReader,
    angel_card,
    angel_copy,
    angel_result,
    spellings,
)
from simulation.memory_folder import folder_in_memory
from simulation.serial_line import SerialLine
from simulation.world import Violation

LINE_MAKES: Final = ("bee-tek", "scanner-number", "scanner-barcode", "scanner-rank-suit")
ANGEL: Final = "angel-eye-ii-ex"
ANGEL_RULES: Final = tuple(
    f"{how}-{where}-{written}"
    for how in ("xor", "sum")
    for where in ("seq-etx", "enq-etx", "seq-data", "enq-data")
    for written in ("hex", "big", "little")
)
# Of the documents: so many bad frames in so many ms, and a line is not believed until it was silent for so long.
BAD_MAX, BAD_MS, QUIET_MS = 20, 10_000, 2_000
SETTLED_MS: Final = 1_000  # what a line had kept says nothing of when it was drawn
LOOKED_MS: Final = 700  # nor what came while nobody looked
ENDLESS: Final = 10_000  # turns within one wait
TAPED: Final = 0.1  # of the drills: their tapes are files, and read again

Told = tuple[str, ...]


def told(event: l.ShoeEvent) -> Told:
    match event:
        case l.CardSeen():
            return ("card", event.card, event.hand)
        case l.CardUnread():
            return ("unread",)
        case l.CardsTogether():
            return ("together", str(event.within_ms))
        case l.ResultSeen():
            return ("result", event.outcome, *event.pairs)
        case l.ShoeNotice():
            return ("notice", event.notice.value)
    return (type(event).__name__,)


class Making:
    """The shoe's cable, the console's turns, and what the driver has told."""

    def __init__(self, rng: Random, driver: str) -> None:
        self.rng, self.driver, self.now_ms, self.plugged = rng, driver, 1_000, True
        self.line = SerialLine(lambda: self.plugged)
        self.together_ms = rng.choice((0, 60, 150))
        self.folder = folder_in_memory() if rng.random() < TAPED else None
        tapes = Path(self.folder.name) if self.folder else None
        self.shoe = Shoe(driver, "simulated", 0, "", tapes, together_ms=self.together_ms)
        port: Any = self.shoe._port
        port._serial = self.line
        if self.shoe._tape is not None:
            self.shoe._tape._size_max = 4_000
        self.carried: list[tuple[int, bytes]] = []  # that the console has read, as its tape must have it
        self.waiting = b""
        self.faulty = False
        self.heard_ms = 0  # when something was on the line, or its fault was found
        self.story: list[str] = []

    def fail(self, why: str) -> Violation:
        return Violation("shoe", f"{self.driver}, {', '.join(self.story[-6:])}: {why}")

    def say(self, data: bytes) -> None:
        self.line.carry(data)
        self.waiting += data

    def service(self) -> tuple[bytes, bool, tuple[l.ShoeEvent, ...]]:
        """What was read, if the port was opened just now, and what was told of it."""
        was_open = self.line.is_open
        data, self.waiting = (self.waiting if was_open else b""), b""
        events = self.shoe.service(self.now_ms)
        if data:
            self.heard_ms = self.now_ms
            self.carried.append((self.now_ms, data))
        opened = self.line.is_open and not was_open
        if was_open and not self.line.is_open and self.plugged:
            if not self.faulty:
                raise self.fail("a line on which nothing is wrong is closed")
            if self.now_ms < self.heard_ms + QUIET_MS:
                raise self.fail(f"a faulty line is closed {self.now_ms - self.heard_ms} ms after it spoke")
        return data, opened, events

    def wakes_by(self, due_ms: int | None) -> None:
        wake_ms = self.shoe.wake_ms()
        if due_ms is not None and (wake_ms is None or wake_ms > due_ms):
            raise self.fail(f"at {due_ms} something is due, and it sleeps until {wake_ms}")

    def end(self) -> None:
        self.shoe.close()
        if self.folder is not None:
            self._read_tapes(Path(self.folder.name))

    def _read_tapes(self, folder: Path) -> None:
        """What was on the line is on the tapes; and one byte that is not what was written shows where it stands."""
        rng, kept = self.rng, list[tuple[int, bytes]]()
        paths = sorted(folder.iterdir())
        for path in paths:
            records = list(read_tape(path))
            kept += [(it.now_ms, it.data) for it in records if not isinstance(it, Damaged) and it.kind is Kind.IN]
        if kept != self.carried:
            raise self.fail(f"{len(kept)} pieces are on the tapes, and {len(self.carried)} were read")
        for path in paths[:2]:
            lines = path.read_bytes().splitlines(keepends=True)
            at = rng.randrange(len(lines))
            hit = bytearray(lines[at])
            hit[rng.randrange(len(hit) - 1)] ^= 1 << rng.randrange(7)
            whole, gone = list(read_tape(path)), rng.random() < 0.5 and at + 1 < len(lines)
            path.write_bytes(b"".join([*lines[:at], *(() if gone else (bytes(hit),)), *lines[at + 1 :]]))
            found = list(read_tape(path))
            if not any(isinstance(it, Damaged) for it in found):
                raise self.fail(f"line {at + 1} of a tape {'is taken out' if gone else 'was changed'}, unseen")
            if sum(it in whole for it in found) < len(lines) - 2 - (b"\n" in hit[:-1]):
                raise self.fail("one line of a tape was changed, and others are not believed")


# --- lines of text ---------------------------------------------------------------------------------------------------


class LineStory(Making):
    """Every event of a make of lines is known beforehand."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, rng.choice(LINE_MAKES))
        self.reader = LineReader(self.driver)
        self.spelled = spellings(self.driver)
        self.lost = False
        self.bad_ms: list[int] = []
        self.opened_ms = self.looked_ms = -1
        self.card_ms: int | None = None  # when the last card came, if it came as it was drawn

    def turn(self) -> None:
        was_open = self.line.is_open
        data, opened, events = self.service()
        now_ms, expected = self.now_ms, list[Told]()
        heard = [told(event) for event in events]
        # Of one that was closed just then it learns when it opens it again.
        gone = not self.line.is_open and not self.plugged and (was_open or ("LinkLost",) in heard)
        if opened:
            self.opened_ms, self.lost, self.faulty = now_ms, False, False
            self.bad_ms.clear()
            self.card_ms = None
            expected.append(("LinkRestored",))
        elif gone and not self.lost:
            expected += self._made_of(self.reader.cut(), timed=False)
            self.lost = True
            self.card_ms = None
            expected.append(("LinkLost",))
        if not self.faulty:
            expected += self._made_of(
                self.reader.read(now_ms, data) if data else self.reader.silent(now_ms), bool(data)
            )
        self.looked_ms = now_ms
        if heard != expected:
            raise self.fail(f"at {now_ms} {expected} is to be told, and {heard} is")
        self.wakes_by(None if self.faulty else self.reader.ends_ms)
        if self.faulty:
            self.wakes_by(max(now_ms, self.heard_ms + QUIET_MS) if self.line.is_open else now_ms + REOPEN_MS_MAX)

    def _made_of(self, found: Sequence[Found], timed: bool) -> list[Told]:
        made: list[Told] = []
        for kind, card in found:
            if self.faulty:
                break
            if kind == BAD:
                self.bad_ms = [*self.bad_ms, self.now_ms][-BAD_MAX:]
                if len(self.bad_ms) == BAD_MAX and self.now_ms - self.bad_ms[0] < BAD_MS:
                    self.faulty, self.heard_ms = True, self.now_ms
                    self.reader.forget()
                    made.append(("LinkFaulty",))
                continue
            made.append(("card", card, "") if kind == READ else ("unread",))
            if timed:
                made += self._together()
        return made

    def _together(self) -> list[Told]:
        """001 §5.7: two cards within a moment, if when they came says when they were drawn."""
        prompt = self.now_ms - self.looked_ms <= LOOKED_MS and self.now_ms - self.opened_ms > SETTLED_MS
        before, self.card_ms = (self.card_ms, self.now_ms) if prompt else (None, None)
        if before is None or self.now_ms - before >= self.together_ms:
            return []
        return [("together", str(self.now_ms - before))]

    def wait(self, some_ms: int) -> None:
        end_ms = self.now_ms + some_ms
        for _ in range(ENDLESS):
            self.turn()
            wake_ms = self.shoe.wake_ms()
            if wake_ms is None or wake_ms >= end_ms:
                break
            self.now_ms = max(self.now_ms + 1, wake_ms)
        else:
            raise self.fail("it wants to be served for ever")
        self.now_ms = end_ms

    # --- what happens

    def play(self, steps: int) -> None:
        self.wait(self.rng.choice((10, 3_000)))
        for _ in range(steps):
            act = self.rng.choices(*_ON_A_LINE)[0]
            self.story.append(act)
            getattr(self, act)()
            self.wait(self.rng.choice((0, 5, 40, 140, 400, 499, 500, 501, 1_200, 2_500)))
        self.plugged = True
        self.wait(15_000)
        if self.faulty or self.lost:
            raise self.fail("all is well, and it is not heard")

    def _pieces(self, data: bytes) -> None:
        """As a line delivers them: in one piece, or in several while the console turns, or does not."""
        rng = self.rng
        while data:
            size = len(data) if rng.random() < 0.4 else 1 + rng.randrange(len(data))
            self.say(data[:size])
            data = data[size:]
            if rng.random() < 0.7:
                self.turn()
            self.now_ms += rng.choice((0, 1, 3, 20))

    def _text(self) -> bytes:
        text = self.rng.choice(self.spelled[self.rng.choice(CARDS)])
        return "".join(self.rng.choice((it, it.lower())) for it in text).encode()

    def _noise(self, size: int) -> bytes:
        letters = bytes(it for it in range(256) if it not in (10, 13))
        return bytes(self.rng.choice(letters) for _ in range(size))

    def _end(self) -> bytes:
        return self.rng.choice((b"\r\n", b"\r\n", b"\r", b"\n"))

    def cards(self) -> None:
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            self._pieces(self._text() + self._end())
            self.now_ms += self.rng.choice((0, 30, 59, 60, 61, 149, 150, 151, 400))

    def empty_lines(self) -> None:
        self._pieces(self._end() * self.rng.randrange(1, 4))

    def endless(self) -> None:
        """Longer than any line, and then it ends, perhaps like a card; or it does not end."""
        rng, piece = self.rng, LINE_MAX + 1
        size = rng.choice((piece, piece, 2 * piece, 3 * piece, LINE_MAX, piece + 1, rng.randrange(20, 150)))
        end = self._text() if rng.random() < 0.6 else b""
        self._pieces(self._noise(size) + end + (self._end() if rng.random() < 0.8 else b""))

    def half(self) -> None:
        """The end of a line is lost, or its beginning; or the next one runs into it."""
        text = self._text()
        self._pieces(self.rng.choice((text, text[:-1], text[1:] + self._end(), text + self._text() + self._end())))

    def wrong(self) -> None:
        text = bytearray(self._text())
        text[self.rng.randrange(len(text))] ^= 1 << self.rng.randrange(8)
        at_all = bytes(it for it in text if it not in (10, 13)) or b"?"
        self._pieces(self.rng.choice((at_all, self._noise(self.rng.randrange(1, 8)), b"?", b"0", b"??")) + self._end())

    def one_byte(self) -> None:
        self._pieces(self._noise(1))

    def nonsense(self) -> None:
        """Until nobody believes the line any more, or just not."""
        for _ in range(self.rng.choice((BAD_MAX - 1, BAD_MAX, BAD_MAX + 9))):
            self.say(self._noise(self.rng.randrange(2, 6)) + b"\n")
            if self.rng.random() < 0.9:
                self.turn()
            self.now_ms += self.rng.choice((1, 20, 300))
        if self.rng.random() < 0.5:
            self.turn()
            self.wait(self.rng.choice((1_999, 2_500, 6_000)))

    def unplugged(self) -> None:
        if self.rng.random() < 0.3:  # what is cut off may be the last straw
            for _ in range(BAD_MAX - 1 - len(self.bad_ms)):
                self._pieces(b"?\n")
        if self.rng.random() < 0.5:
            self._pieces(self._text()[: self.rng.randrange(1, 4)])
        self.turn()
        self.plugged = False
        self.line.unplug()
        self.wait(self.rng.choice((10, 300, 5_000)))
        self.plugged = True
        self.wait(self.rng.choice((100, REOPEN_MS_MAX, 4_000)))

    def late(self) -> None:
        """The console does not look, and more comes than one card."""
        self.turn()
        self.now_ms += self.rng.choice((300, 699, 700, 701, 3_000))
        self.say((self._text() + b"\r\n") * self.rng.choice((1, 2)))


_ON_A_LINE: Final = (
    ("cards", "empty_lines", "endless", "half", "wrong", "one_byte", "nonsense", "unplugged", "late"),
    (40, 4, 14, 8, 8, 4, 5, 6, 6),
)


# --- everything three times ------------------------------------------------------------------------------------------


class AngelStory(Making):
    """What whole messages bring is known; a damaged one is at most unread, and never another card."""

    def __init__(self, rng: Random) -> None:
        self.rule = rng.choice(ANGEL_RULES)
        self.knows = rng.random() < 0.5  # which check it is; else two equal copies are all that it goes by
        super().__init__(rng, f"{ANGEL}/{self.rule}" if self.knows else ANGEL)
        self.seq, self.counts = rng.randrange(256), rng.random() < 0.7
        self.heard: list[Told] = []

    def turn(self) -> None:
        self.heard += [it for it in map(told, self.service()[2]) if it[0] != "together"]

    def wait(self, some_ms: int) -> None:
        end_ms = self.now_ms + some_ms
        for _ in range(ENDLESS):
            self.turn()
            wake_ms = self.shoe.wake_ms()
            if wake_ms is None or wake_ms >= end_ms:
                break
            self.now_ms = max(self.now_ms + 1, wake_ms)
        else:
            raise self.fail("it wants to be served for ever")
        self.now_ms = end_ms

    def play(self, steps: int) -> None:
        self.wait(200)
        self._hears([("LinkRestored",)])
        for _ in range(steps):
            self.heard.clear()
            act = self.rng.choices(*_IN_COPIES)[0]
            self.story.append(act)
            getattr(self, act)()

    def _hears(self, expected: Sequence[Told]) -> None:
        if self.heard != list(expected):
            raise self.fail(f"{list(expected)} is to be told, and {self.heard} is")

    # --- what is said

    def _message(self) -> tuple[bytes, Told]:
        """DATA, and what must come of it."""
        rng = self.rng
        dice = rng.random()
        if dice < 0.55:
            card, hand = rng.choice(CARDS), rng.choice(("player", "banker"))
            said = bytearray(angel_card(card, hand))
            said[1] |= rng.choice((0, 0, 0, 0, 3, 15))  # which means nothing to us, also where it looks like an end
            return bytes(said), ("card", card, hand)
        if dice < 0.75:
            outcome, pairs = rng.choice(list(ANGEL_RESULTS)), rng.choice(list(ANGEL_PAIRS))
            return angel_result(outcome, pairs), ("result", outcome, *pairs)
        if dice < 0.9:
            command = rng.choice("SPR")
            return command.encode(), ("notice", ANGEL_NOTICES[command])
        if dice < 0.94:
            command = rng.choice("Ee")
            return command.encode() + self._some(rng.randrange(4)), ("notice", ANGEL_NOTICES[command])
        if dice < 0.97:
            return b"d" + self._some(rng.randrange(3)), ("unread",)  # outside the flow of the game
        if dice < 0.98:
            code = rng.choice((0x00, 0x10, 0x1E, 0x50, 0x91))  # no card in any document
            return bytes((0x44, 0x00, code)), ("unread",)
        if dice < 0.99:
            return bytes((0x47, rng.choice((0x00, 0x30, 0x50)))), ("notice", "unknown")
        return b"Z", ("notice", "unknown")

    def _some(self, size: int) -> bytes:
        return bytes(self.rng.randrange(0x20, 0x7F) for _ in range(size))

    def _next_seq(self) -> int:
        if self.counts:
            self.seq = (self.seq + 1) % 256
        return self.seq

    def _copies(self) -> tuple[list[bytes], Told]:
        while True:
            data, expected = self._message()
            copy = angel_copy(self._next_seq(), data, self.rule)
            # Check bytes in binary that look like the begin of a copy are known for what they are by the rule alone.
            if self.knows or b"\x05" not in copy[-2:]:
                return [copy] * ANGEL_COPIES, expected

    def _carry(self, data: bytes) -> None:
        while data:
            size = 1 + self.rng.randrange(len(data))
            self.say(data[:size])
            data = data[size:]
            if data and self.rng.random() < 0.5:
                self.turn()
                self.now_ms += self.rng.randrange(8)

    def _silence(self) -> None:
        self.wait(self.rng.choice((1_100, 1_500, 4_000)))

    # --- what happens

    def one(self) -> None:
        copies, expected = self._copies()
        self._carry(b"".join(copies))
        self._silence()
        self._hears([expected])

    def in_a_row(self) -> None:
        """Several, of which no two that follow each other are the same bytes."""
        expected, before = [], b""
        for _ in range(self.rng.randrange(2, 6)):
            copies, told_of_it = self._copies()
            if copies[0] == before:
                continue
            self._carry(b"".join(copies))
            self.wait(self.rng.choice((10, 200, 800)))
            expected.append(told_of_it)
            before = copies[0]
        self._silence()
        self._hears(expected)

    def is_identified(self) -> None:
        """Captured frames tell which check it is, and no rule that one of them contradicts."""
        copies = [angel_copy(self.rng.randrange(256), self._message()[0], self.rule) for _ in range(12)]
        found = fitting_rules(copies)
        if self.rule not in found:
            raise self.fail(f"frames by {self.rule} are said to fit {found}")
        contradicted = [it for it in found if any(angel_copy(copy[1], copy[2:-3], it) != copy for copy in copies)]
        if contradicted or fitting_rules([*copies, copies[0][:-1] + bytes((copies[0][-1] ^ 1,))]):
            raise self.fail(f"frames by {self.rule} are said to fit {contradicted}, or any")

    def same_again(self) -> None:
        """The same card under the same number: after a silence it is another one; at once nobody can tell."""
        copies, expected = self._copies()
        while expected[0] != "card":
            copies, expected = self._copies()
        said = b"".join(copies)
        self._carry(said)
        later = self.rng.random() < 0.6
        self.wait(self.rng.choice((1_050, 3_000)) if later else 300)
        self._carry(said)
        self._silence()
        first = self.heard[:1]
        if len(first) != 1 or first[0][0] != "card" or self.heard[1:] != (first if later else [("unread",)]):
            raise self.fail(f"the same card twice, {'later' if later else 'at once'}: {self.heard}")

    def one_copy_hit(self) -> None:
        """One damaged copy changes nothing; of what was no card it may look like one that was."""
        copies, expected = self._copies()
        while b"\x05" in copies[0][-2:] or b"\x03" in copies[0][3:4]:  # with the next copy it may look like other ones
            copies, expected = self._copies()
        at = self.rng.randrange(ANGEL_COPIES)
        copies[at] = self._hit(copies[at])
        self._carry(b"".join(copies))
        self._silence()
        if expected[0] != "card" and len(self.heard) == 2 and ("unread",) in self.heard:
            self.heard.remove(("unread",))
        self._hears([expected])

    def _hit(self, copy: bytes) -> bytes:
        rng, hit = self.rng, bytearray(copy)
        match rng.randrange(3):
            case 0:
                hit[rng.randrange(len(hit))] ^= 1 << rng.randrange(8)
            case 1:
                del hit[rng.randrange(len(hit))]
            case 2:
                hit.clear()
        return bytes(hit)

    def two_copies_hit(self) -> None:
        """What is left of a card is unread, and no other card."""
        card, hand = self.rng.choice(CARDS), self.rng.choice(("player", "banker"))
        copies = [angel_copy(self._next_seq(), angel_card(card, hand), self.rule)] * ANGEL_COPIES
        spared = self.rng.randrange(ANGEL_COPIES)
        hit = [copy if at == spared else self._hit(copy) for at, copy in enumerate(copies)]
        while len(set(hit)) < ANGEL_COPIES:  # in the same way: no reader could tell
            hit = [copy if at == spared else self._hit(copy) for at, copy in enumerate(copies)]
        self._carry(b"".join(hit))
        self._silence()
        cards = [it for it in self.heard if it[0] == "card"]
        if cards not in ([], [("card", card, hand)]) or (not cards and ("unread",) not in self.heard):
            raise self.fail(f"{card}, of which one copy is whole, is told as {self.heard}")
        if cards and not any(len(it) % len(copies[0]) for it in hit):  # one that lost a byte may find it in the next
            raise self.fail(f"{card} is believed by one copy alone: {self.heard}")

    def noise(self) -> None:
        """Too short to have been a card, or long enough."""
        short = self.rng.random() < 0.5
        size = self.rng.randrange(1, 8) if short else self.rng.randrange(8, 40)
        self._carry(bytes(self.rng.choice((0x00, 0x20, 0x41, 0xFF, 0x44)) for _ in range(size)))
        self._silence()
        self._hears([] if short else [("unread",)])

    def nonsense(self) -> None:
        """A line at the wrong speed: it is believed no more, until it has been silent."""
        self.say(bytes(self.rng.choice((0x00, 0x80, 0xF8, 0x41)) for _ in range(16 * (BAD_MAX + 2))))
        self.faulty = True
        self.turn()
        if ("LinkFaulty",) not in self.heard:
            raise self.fail(f"so much noise, and it is believed: {self.heard}")
        self.heard.clear()
        copies, _ = self._copies()
        self._carry(b"".join(copies))
        self.wait(self.rng.choice((300, 1_900)))
        self._hears([])
        self.wait(QUIET_MS + REOPEN_MS_MAX)
        self._hears([("LinkRestored",)])
        self.faulty = False

    def unplugged(self) -> None:
        self.plugged = False
        self.line.unplug()
        self.wait(self.rng.choice((10, 3_000)))
        self.plugged = True
        self.wait(REOPEN_MS_MAX)
        self._hears([("LinkLost",), ("LinkRestored",)])


_IN_COPIES: Final = (
    (
        "is_identified",
        "one",
        "in_a_row",
        "same_again",
        "one_copy_hit",
        "two_copies_hit",
        "noise",
        "nonsense",
        "unplugged",
    ),
    (2, 30, 20, 8, 25, 15, 8, 4, 4),
)


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    rng = Random(f"makes {seed}")
    story: LineStory | AngelStory = LineStory(rng) if rng.random() < 0.55 else AngelStory(rng)
    try:
        story.play(steps)
        story.end()
    except Violation as broken:
        raise Violation(broken.name, f"drill {seed} of a make: {str(broken).partition(': ')[2]}") from None
    finally:
        story.line.close()
        story.shoe.close()
        if story.folder is not None:
            story.folder.cleanup()
