"""A Card Shoe that counts, over a long day and several troubles: what the console must be told of it, and of strangers.

The device and its words are written from the description of the reference format (`formats.py`), the other end is the
production port, link and decoder. The line damages and loses; the cable is pulled; the console starts again and knows
no more than it had made durable; a stranger is put on the cable, or the shoe is set back or far ahead, and then the
right one comes back. Every card is told once and in order, as itself or, for a cause, as unread; a stranger's cards are
told by nobody, and nobody makes him forget them; a line that was faulty is heard again when it is well.
"""

from random import Random
from typing import Any, Final

from shoe_driver import link as l
from shoe_driver.port import REOPEN_MS_MAX, Shoe
from simulation.formats import CARDS, Words, framed
from simulation.serial_line import SerialLine
from simulation.world import Violation

AHEAD: Final = 512  # of the documents: further ahead is another counter
LOST_MS: Final = 3_000  # so long without an answer, and it is silent
NOTICED_MS: Final = 9_000  # a question, its answer, a cable that is looked for
TOGETHER_MS: Final = 150
HELD_MS: Final = 40_000
ENDLESS: Final = 20_000
UNREAD: Final = ""


class Device:
    """By the document: one counter for all it says, kept until it was acknowledged, and said again when asked."""

    def __init__(self, serial: str, last: int = 0) -> None:
        self.serial, self.last = serial, last
        self.said: dict[int, tuple[str, str]] = {}  # what each number was: its kind, and the card as it was read
        self.kept: dict[int, bytes] = {}
        self.words = Words()

    def give(self, kind: str, card: str = "") -> bytes:
        self.last += 1
        self.said[self.last] = (kind, card)
        payload = card.encode() if kind == "C" else b"\x01\x02" if kind == "U" else b""
        self.kept[self.last] = framed(kind, self.last, payload)
        return self.kept[self.last]

    def state(self) -> bytes:
        oldest = min(self.kept, default=self.last + 1)
        return framed("S", self.last, oldest.to_bytes(4, "big") + self.serial.encode())

    def hear(self, said: bytes) -> list[bytes]:
        answers = []
        for kind, number in self.words.read(said):
            if kind == "A":
                self.kept = {it: frame for it, frame in self.kept.items() if it > number}
            else:
                answers.append(self.state())
                answers += [frame for it, frame in sorted(self.kept.items()) if it >= number]
        return answers


class CounterStory:
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"counter {seed}")
        self.now_ms, self.plugged = 1_000, True
        self.line = SerialLine(lambda: self.plugged)
        self.device = self.right = Device("S1", rng.choice((0, 0, 37)))
        self.lossy = rng.choice((0.0, 0.0, 0.1, 0.35))
        self.torn = rng.choice((0.0, 0.0, 0.1))
        self.reported = self.durable = self.device.last
        self.links: list[str] = []  # LinkLost and so on, since somebody looked
        self.faults: list[str] = []  # what was told to be wrong
        self.conflicts: set[int] = set()  # numbers that were told to be two things
        self.unsure: set[int] = set()  # may be unread: damaged or lost on the line, or gone with the shoe's power
        self.strange = False  # what speaks there is not our shoe
        self.deaf = False
        self.bursts: list[int] = []  # when noise came
        self.story: list[str] = []
        self.shoe = self._console()

    def _console(self) -> Shoe:
        serial = self.right.serial if self.durable and self.durable > 0 else ""
        shoe = Shoe("reference", "simulated", self.durable, serial, None, together_ms=TOGETHER_MS)
        port: Any = shoe._port
        port._serial = self.line
        return shoe

    def fail(self, why: str) -> Violation:
        return Violation("shoe", f"{', '.join(self.story[-7:])}: {why}")

    # --- the line

    def emit(self, frame: bytes) -> None:
        """Lost, torn, or in pieces."""
        rng = self.rng
        if rng.random() < self.lossy:
            return
        if rng.random() < self.torn:
            self.bursts.append(self.now_ms)
            frame = frame[: rng.randrange(len(frame))]
        at = rng.randrange(len(frame) + 1) if rng.random() < 0.2 else 0
        for piece in (frame[:at], frame[at:]):
            self.line.carry(piece)
            self.serve()

    def serve(self) -> None:
        for event in self.shoe.service(self.now_ms):
            self._told(event)

    def turn(self) -> None:
        self.serve()
        said = self.line.said()
        if self.deaf:
            return
        before = self.device.kept.keys()
        answers = self.device.hear(said)
        if gone := [it for it in before - self.device.kept.keys() if self.strange or it > self.durable]:
            raise self.fail(f"{self.device.serial} may forget {sorted(gone)}, and {self.durable} are durable")
        for answer in answers:
            self.emit(answer)

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
        self.bursts = [at_ms for at_ms in self.bursts if self.now_ms - at_ms < 12_000]

    # --- what is told

    def _told(self, event: l.ShoeEvent) -> None:
        match event:
            case l.LinkLost() | l.LinkRestored() | l.LinkFaulty():
                self.links.append(type(event).__name__)
                self.faults += [event.why] if isinstance(event, l.LinkFaulty) else []
                if isinstance(event, l.LinkFaulty) and not self.strange and len(self.bursts) < 4:
                    raise self.fail(f"our own shoe is said to be faulty: {event.why}")
                if isinstance(event, l.LinkRestored) and (self.strange or event.serial != self.right.serial):
                    raise self.fail(f"{self.device.serial} is taken for {event.serial or 'ours'}")
            case l.CardConflict():
                if event.shoe_seq not in self.conflicts:
                    raise self.fail(f"{event}, and nothing was said twice")
            case l.CardSeen() | l.CardUnread() | l.CutCardSeen() | l.ShoeEmpty():
                self._told_of(event, event.shoe_seq or 0)

    def _told_of(self, event: l.ShoeEvent, number: int) -> None:
        if self.strange:
            raise self.fail(f"{event} is told of a stranger")
        if number != self.reported + 1:
            raise self.fail(f"{event} is told after {self.reported}")
        kind, card = self.right.said.get(number, ("", ""))
        self.reported = number
        names = {"C": "CardSeen", "U": "CardUnread", "X": "CutCardSeen", "E": "ShoeEmpty"}
        right = type(event).__name__ == names.get(kind) and getattr(event, "card", "") == card
        for_a_cause = isinstance(event, l.CardUnread) and (
            number in self.conflicts or number in self.unsure or self.lossy > 0 or self.torn > 0
        )
        if not right and not for_a_cause:
            raise self.fail(f"{event} is told of {kind} {card}")

    def _links(self, *expected: str) -> None:
        links, self.links = self.links, []
        if self.lossy or self.torn:
            return
        if tuple(links) != expected:
            raise self.fail(f"{expected} is to be told of the line, and {links} is")

    # --- what happens

    def play(self, steps: int) -> None:
        self.wait(300)
        for _ in range(steps):
            act = self.rng.choices(*_ACTS)[0]
            self.story.append(act)
            getattr(self, act)()
            self.wait(self.rng.choice((5, 50, 200, 1_000, 2_500)))
        self._settle()

    def _settle(self) -> None:
        """Without any trouble from here on everything is told that has passed, and the shoe may forget it."""
        self.lossy = self.torn = 0.0
        self.wait(HELD_MS)
        if self.reported != self.right.last:
            raise self.fail(f"{self.right.last} have passed, {self.reported} are told")
        self.commit(whole=True)
        self.wait(3_000)
        if self.right.kept:
            raise self.fail(f"all is durable, and it keeps {sorted(self.right.kept)}")

    def draw(self) -> None:
        rng = self.rng
        kind = rng.choices(("C", "U", "X", "E"), (30, 2, 2, 1))[0]
        self.emit(self.device.give(kind, rng.choice(CARDS) if kind == "C" else ""))

    def draw_quickly(self) -> None:
        """001 §5.7: two at once on a line that is well are told to be so; two after a while are not."""
        if self.lossy or self.torn:
            return
        self.wait(2_500)
        self.turn()
        heard: list[l.ShoeEvent] = []
        apart_ms = self.rng.choice((0, 20, TOGETHER_MS - 1, TOGETHER_MS, TOGETHER_MS + 60))
        for pause_ms in (apart_ms, 0):
            self.line.carry(self.device.give("C", self.rng.choice(CARDS)))
            heard += self.shoe.service(self.now_ms)
            self.now_ms += pause_ms
        for event in heard:
            self._told(event)
        together = [event.within_ms for event in heard if isinstance(event, l.CardsTogether)]
        if together != ([apart_ms] if apart_ms < TOGETHER_MS else []):
            raise self.fail(f"two cards {apart_ms} ms apart, told to be together: {together}")

    def commit(self, *, whole: bool = False) -> None:
        """Not always all of it; and the shoe hears of it."""
        before = max(self.durable, self.reported - 1 if self.reported - 1 in self.right.said else 0)
        self.durable = self.reported if whole else self.rng.choice((self.reported, self.reported, before))
        self.shoe.acknowledge(self.durable)
        self.turn()

    def says_again(self) -> None:
        """An old frame once more; or with another face, and then nobody may choose."""
        rng, device = self.rng, self.device
        if not device.kept:
            return
        number = rng.choice(sorted(device.kept))
        self.emit(device.kept[number])
        if rng.random() < 0.3 and not self.lossy and not self.torn:
            before, told = self.reported, len(self.conflicts)
            self.wait(2_500)
            face = next(card for card in CARDS if card != device.said[number][1])
            self.conflicts.add(number)
            heard: list[l.ShoeEvent] = []
            self.line.carry(framed("C", number, face.encode()))
            heard += self.shoe.service(self.now_ms)
            for event in heard:
                self._told(event)
            conflicts = [it for it in heard if isinstance(it, l.CardConflict)]
            if before == self.reported and told < len(self.conflicts) and len(conflicts) != 1 and not self.links:
                raise self.fail(f"{number} is said to be two things, and it tells {heard}")

    def says_otherwise_at_once(self) -> None:
        """Behind a gap, so that the first word has not been told when the second comes: it is unread."""
        if self.lossy or self.torn:
            return
        self.wait(2_500)
        missing = self.device.give("C", self.rng.choice(CARDS))
        held = self.device.give("C", self.rng.choice(CARDS))
        number = self.device.last
        self.conflicts.add(number)
        face = next(card for card in CARDS if card != self.device.said[number][1])
        for frame in (held, framed("C", number, face.encode()), missing):
            self.line.carry(frame)
            for event in self.shoe.service(self.now_ms):
                self._told(event)
                if isinstance(event, l.CardSeen) and event.shoe_seq == number:
                    raise self.fail(f"{number} was said to be two cards, and one is dealt")

    def noise(self) -> None:
        """A little of it harms nothing."""
        if len(self.bursts) < 2:
            self.bursts.append(self.now_ms)
            self.line.carry(bytes(self.rng.randrange(256) for _ in range(self.rng.randrange(1, 30))))
            self.wait(250)

    def nonsense(self) -> None:
        """So much that the line is not believed, until it was silent; what was drawn meanwhile comes then."""
        self.bursts += [self.now_ms] * 9
        lossy, torn, self.lossy, self.torn = self.lossy, self.torn, 0.0, 0.0
        self.wait(250)
        self.links.clear()
        for _ in range(3):
            self.line.carry(bytes(self.rng.choice((0, 0x80, 0xF8, 0x41)) for _ in range(250)))
            self.serve()
        if self.links[-1:] != ["LinkFaulty"]:
            raise self.fail(f"so much noise, and of the line is told {self.links}")
        reported = self.reported
        self.draw()
        self.turn()
        if self.reported != reported:
            raise self.fail("a line that is faulty is believed")
        self.wait(NOTICED_MS)
        if self.links[-1:] != ["LinkRestored"] or self.reported != self.right.last:
            raise self.fail(f"it was silent, and is not heard again: {self.links}, {self.reported} are told")
        self.links.clear()
        self.lossy, self.torn = lossy, torn
        self.wait(11_000)

    def silent(self) -> None:
        """It does not answer; then it does."""
        self.wait(1_500)
        self.links.clear()
        self.deaf = True
        self.wait(LOST_MS + 1_200)
        self._links("LinkLost")
        self.deaf = False
        self.wait(2_000)
        self._links("LinkRestored")

    def unplugged(self) -> None:
        self.wait(1_500)
        self.links.clear()
        self._pull()
        if self.rng.random() < 0.3:
            self.device.give("C", self.rng.choice(CARDS))  # drawn while nobody hears it
        if self.rng.random() < 0.3:
            self.unsure |= set(self.device.kept)
            self.device.kept.clear()  # its power went, too; it still counts
        self.wait(self.rng.choice((50, 4_000)))
        self.plugged = True
        self.wait(REOPEN_MS_MAX + 1_000)
        self._links("LinkLost", "LinkRestored")

    def _pull(self) -> None:
        self.turn()
        self.plugged = False
        self.line.unplug()
        self.device.words = Words()

    def console_dies(self) -> None:
        """The next one knows what was durable; the rest is told again."""
        self.line.close()
        self.reported = self.durable or min(self.right.kept, default=self.right.last + 1) - 1
        self.device.words = Words()
        self.shoe = self._console()
        self.wait(3_000)
        self.links.clear()

    def stranger(self) -> None:
        """Another device, or ours with another counter; at once or after the cable was out; then ours is back."""
        lossy, torn, self.lossy, self.torn = self.lossy, self.torn, 0.0, 0.0
        rng, right = self.rng, self.right
        self.wait(2_000)
        if not right.last or not self.reported:
            self.lossy, self.torn = lossy, torn
            return
        kind = rng.choice(("other", "back", "ahead"))
        if kind == "other":
            strange = Device("S2", rng.choice((0, right.last, right.last + 5)))
        elif kind == "back":
            strange = Device(right.serial, rng.choice((0, self.reported - 1)))
        else:
            strange = Device(right.serial, self.reported + AHEAD + rng.choice((1, 2, 300)))
        for _ in range(rng.randrange(3)):
            if strange.last + 1 < self.reported or kind != "back":
                strange.give("C", rng.choice(CARDS))
        self.links.clear()
        self.faults.clear()
        in_place = kind != "other" and rng.random() < 0.5
        if not in_place:
            self._pull()
            self.wait(rng.choice((50, 300, 4_000)))
        self.strange, self.device = True, strange
        self.plugged = True
        self.wait(NOTICED_MS)
        if "LinkFaulty" not in self.links:
            raise self.fail(
                f"{kind}: {strange.serial} has given {strange.last} after {self.reported}, told: {self.links}"
            )
        if rng.random() < 0.5 and kind == "ahead":
            self.emit(strange.give("C", rng.choice(CARDS)))
        self.wait(rng.choice((500, 5_000)))
        if len(set(self.faults)) < len(self.faults):
            raise self.fail(f"{kind}: the same fault is told again and again: {self.faults}")
        self._pull()
        self.wait(rng.choice((50, 300)))
        self.strange, self.device, self.plugged = False, right, True
        right.words = Words()
        self.wait(NOTICED_MS)
        if self.links[-1] != "LinkRestored" or self.reported != right.last:
            raise self.fail(
                f"{kind} has gone, ours is back, and {self.reported} of {right.last} are told: {self.links}"
            )
        self.links.clear()
        self.lossy, self.torn = lossy, torn

    def another_set(self) -> None:
        """Staff load another device: a console that follows whatever is there now, from what that still keeps."""
        self._settle()
        self._pull()
        self.shoe.close()
        self.device = self.right = Device(f"S{self.rng.randrange(3, 99)}", self.rng.choice((0, 5, 4_000_000)))
        for _ in range(self.rng.randrange(3)):
            self.device.give("C", self.rng.choice(CARDS))
        self.reported = self.device.last - len(self.device.kept)
        self.durable, self.plugged = 0, True
        self.conflicts, self.unsure = set(), set()
        self.shoe = self._console()
        self.wait(3_000)
        self.links.clear()


_ACTS: Final = (
    (
        *("draw", "draw_quickly", "commit", "says_again", "says_otherwise_at_once", "noise", "nonsense", "silent"),
        *("unplugged", "console_dies", "stranger", "another_set"),
    ),
    (60, 6, 25, 8, 5, 8, 3, 4, 6, 6, 8, 2),
)


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    story = CounterStory(seed)
    try:
        story.play(steps)
    except Violation as broken:
        raise Violation(broken.name, f"drill {seed} of a counter: {str(broken).partition(': ')[2]}") from None
    finally:
        story.line.close()
