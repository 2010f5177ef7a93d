"""A Card Shoe of any make on a line of its own, and the production driver at the other end: port, link and decoder.

What passed and what reached the line whole is known here. Of a shoe that counts, every card is reported once and in
order, as itself or as unread, and unread only for a cause: it could not be read, it was said in two ways, or the shoe
was asked often enough. Of one that does not, a card whose bytes came whole after a silence is reported as itself, and
none that nobody has said. What the console says to a shoe that was taken away reaches no other one.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from shoe_driver import frames as f
from shoe_driver.driver import UNREAD
from shoe_driver.link import CardSeen, CardUnread, LinkFaulty, LinkLost, LinkRestored, ShoeEvent
from shoe_driver.makes import angel_eye, find_driver, reference
from shoe_driver.port import Shoe
from simulation.serial_line import SerialLine
from simulation.world import Violation

MAKES: Final = ("bee-tek", "scanner-number", "scanner-barcode", "scanner-rank-suit", angel_eye.NAME, angel_eye.NAME)
ANSWERS: Final = 3  # that did not bring a card, before it is given up
SILENCE_MS: Final = (1_100, 6_000)  # longer than the longest of any make


class ShoeDrill:
    def __init__(self, seed: int) -> None:
        self.rng = Random(f"shoe {seed}")
        self.now_ms = 1_000
        self.plugged = True
        self.line = SerialLine(lambda: self.plugged)

    shoe: Shoe

    def _console(self, driver: str, last: int = 0, serial: str = "") -> Shoe:
        shoe = Shoe(driver, "simulated", last, serial, None)
        port: Any = shoe._port
        port._serial = self.line
        return shoe

    def _wait(self, some_ms: int) -> None:
        """The console turns whenever it is due; the device says and hears what there is."""
        end_ms = self.now_ms + some_ms
        while True:
            self.turn()
            wake_ms = self.shoe.wake_ms()
            if wake_ms is None or wake_ms >= end_ms:
                break
            self.now_ms = max(self.now_ms + 1, wake_ms)
        self.now_ms = end_ms

    def play(self, steps: int) -> None:
        raise NotImplementedError

    def turn(self) -> None:
        raise NotImplementedError


# --- a shoe that only speaks -----------------------------------------------------------------------------------------


class SpeakingShoe(ShoeDrill):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.make = self.rng.choice(MAKES)
        make_voice = find_driver(self.make).make_voice
        if make_voice is None:
            raise ValueError(f"{self.make} has no voice")
        self.voice = make_voice("", 0)
        self.stands_still = self.make == angel_eye.NAME and self.rng.random() < 0.5  # its SEQ, which nobody relies on
        self.shoe = self._console(self.make)
        self.heard: list[str] = []

    def turn(self) -> None:
        events = self.shoe.service(self.now_ms)
        self.heard += [event.card for event in events if isinstance(event, CardSeen)]

    def play(self, cards: int) -> None:
        rng, card = self.rng, "AS"
        self._wait(100)
        for number in range(cards):
            card = card if rng.random() < 0.3 else rng.choice(f.CARDS)
            said = b"".join(self._say(card))
            whole = rng.random() < 0.8
            if not whole:
                said = said[: 1 + rng.randrange(min(map(len, self._say(card))) - 1)]
            self._carry(said)
            if whole:
                self._wait(rng.randint(*SILENCE_MS))
            else:
                self.turn()
                self.now_ms += rng.randint(*SILENCE_MS)  # and the console is busy until the next one
            if whole and not self._is_right(card):
                raise Violation("shoe", f"{self.make}, card {number}: {card} was said, heard is {self.heard}")
            self._torn = [] if whole else [*self._torn, card]
            self.heard = [] if whole else self.heard

    _torn: Sequence[str] = ()  # since the last one that was whole: what they lack may be no more than their end

    def _is_right(self, card: str) -> bool:
        torn = iter(self._torn)
        return self.heard[-1:] == [card] and all(it in torn for it in self.heard[:-1])

    def _say(self, card: str) -> tuple[bytes, ...]:
        if self.stands_still:
            return (angel_eye.encode(7, angel_eye.card_data(card, "player")),) * angel_eye.COPIES
        return self.voice.card(card)

    def _carry(self, said: bytes) -> None:
        """In pieces, as a line delivers them."""
        while said:
            size = 1 + self.rng.randrange(len(said))
            self.line.carry(said[:size])
            said = said[size:]
            if said and self.rng.random() < 0.5:
                self.turn()
                self.now_ms += self.rng.randrange(8)


# --- a shoe that counts and answers ----------------------------------------------------------------------------------


class CountingShoe(ShoeDrill):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.voice = reference.ReferenceVoice("S1", 0)
        self.read: dict[int, str] = {}  # what the sensor made of each
        self.gone: set[int] = set()  # that this shoe can never say again
        self.deaf_ms = 0  # until then it does not hear, nor take what is sent to it
        self.lossy = self.rng.choice((0.0, 0.1, 0.4))
        self.reported = 0
        self.words: dict[int, set[str]] = {}  # that reached the console whole, of what it has not reported
        self.answers: dict[int, int] = {}  # states that it has had since it could know that this one is missing
        self.late: list[tuple[int, bytes]] = []  # a slow line
        self.slow_ms = 0
        self.faulty = self.joined = False
        self.shoe = self._console(reference.DRIVER.name)

    def play(self, steps: int) -> None:
        rng = self.rng
        self._wait(300)
        for _ in range(steps):
            if self.faulty:
                return  # a line of which nothing is believed any more: that is another story
            getattr(self, rng.choices(*_ACTS)[0])()
            self._wait(rng.choice((5, 50, 300, 1_000, 2_500)))
        self.deaf_ms, self.lossy, self.slow_ms = 0, 0.0, 0
        self._plug()
        self._wait(30_000)
        if not self.faulty and self.reported != self.voice.last:
            raise Violation("shoe", f"{self.voice.last} cards have passed, {self.reported} are reported")

    # --- what happens

    def draw(self) -> None:
        rng = self.rng
        card = rng.choice(f.CARDS) if rng.random() < 0.9 else UNREAD
        said = self.voice.card(card)
        self.read[self.voice.last] = card
        self._emit(said)

    def deaf(self) -> None:
        self.deaf_ms = self.now_ms + 6_000

    def says_otherwise(self) -> None:
        """The same number once more, with another face."""
        number = self.voice.last
        if number > self.reported and number in self.voice.kept and self.read[number]:
            self._emit((reference.encode(f.CardRead(self.rng.choice(f.CARDS), number)),))

    def slow(self) -> None:
        self.slow_ms = self.rng.choice((0, 0, 100, 900))

    def unplug(self) -> None:
        self.plugged = False
        self.line.unplug()
        self.late.clear()
        self.answers.clear()
        if self.rng.random() < 0.3:
            self.gone |= self.voice.kept.keys()
            self.voice.kept = {}  # its power went, too
        self._wait(self.rng.choice((100, 4_000)))
        self._plug()

    def exchange(self) -> None:
        """Another device on the same cable, in the middle of whatever was being said."""
        self.deaf_ms = self.now_ms + 60_000
        self._wait(self.rng.choice((500, 8_000)))
        self.acknowledge()
        self.plugged = False
        self.line.unplug()
        self._wait(200)
        self.late.clear()
        self.voice, self.read, self.reported = reference.ReferenceVoice("S2", 0), {}, 0
        for _ in range(1 + self.rng.randrange(40)):
            self.voice.card(self.rng.choice(f.CARDS))
        self.deaf_ms, self.plugged = 0, True
        self._wait(5_000)  # it has to be told from the other one, and must not forget what that one may
        self.faulty = True

    def _plug(self) -> None:
        self.plugged = True

    def acknowledge(self) -> None:
        if self.reported:
            self.shoe.acknowledge(self.reported)

    # --- the line

    def _emit(self, said: Sequence[bytes]) -> None:
        for data in said:
            if self.plugged and self.rng.random() >= self.lossy:
                self.late.append((self.now_ms + self.slow_ms, data))

    def turn(self) -> None:
        if self.now_ms >= self.deaf_ms:
            self._emit(self._hears(self.line.said()))
        due = [data for at_ms, data in self.late if at_ms <= self.now_ms]
        self.late = [(at_ms, data) for at_ms, data in self.late if at_ms > self.now_ms]
        for data in (b"", *due):
            self.line.carry(data)
            self._note(data)
            for event in self.shoe.service(self.now_ms):
                self._reported(event)

    def _hears(self, said: bytes) -> tuple[bytes, ...]:
        before = set(self.voice.kept)
        answers = self.voice.hear(self.now_ms, said)
        if lost := [number for number in before - self.voice.kept.keys() if number > self.reported]:
            raise Violation("shoe", f"cards {lost} may be forgotten, and were not reported")
        return answers

    def _note(self, data: bytes) -> None:
        if not self.line.is_open:
            return
        for frame in reference.ReferenceDecoder().receive(0, data):
            if isinstance(frame, f.State):
                for number in self.answers:
                    self.answers[number] += 1
                self._missing(frame.last)
            elif isinstance(frame, f.CardRead | f.Unreadable) and self.joined:  # before that its number means nothing
                self.words.setdefault(frame.number, set()).add(frame.card if isinstance(frame, f.CardRead) else "")
                self._missing(frame.number - 1)

    def _missing(self, last: int) -> None:
        for number in range(self.reported + 1, last + 1):
            self.answers.setdefault(number, 1)

    # --- what is reported

    def _reported(self, event: ShoeEvent) -> None:
        match event:
            case LinkFaulty():
                self.faulty = True
            case LinkRestored():
                self.joined = True
            case LinkLost():
                self.joined = False
                self.answers.clear()
        if not isinstance(event, CardSeen | CardUnread):
            return
        number, words = event.shoe_seq or 0, self.words.pop(event.shoe_seq or 0, set())
        taken_up = self.reported == 0 and self.gone.issuperset(range(1, number))
        if number != self.reported + 1 and not taken_up:
            raise Violation("shoe", f"card {number} is reported after {self.reported}")
        self.reported = number
        if isinstance(event, CardSeen):
            if words != {event.card}:
                raise Violation("shoe", f"card {number} is reported as {event.card}, said was {sorted(words)}")
        elif self.read[number] and len(words) < 2 and number not in self.gone:
            answers = self.answers.get(number, 0)
            if words or answers < ANSWERS:
                raise Violation("shoe", f"card {number} is unread after {answers} answers, said was {sorted(words)}")


_ACTS: Final = (
    ("draw", "deaf", "says_otherwise", "slow", "unplug", "acknowledge", "exchange"),
    (100, 10, 30, 10, 10, 40, 2),
)


def run(seed: int, steps: int) -> ShoeDrill:
    """Raises a Violation."""
    drill = CountingShoe(seed) if Random(f"kind {seed}").random() < 0.5 else SpeakingShoe(seed)
    try:
        drill.play(steps)
    except Violation as broken:
        raise Violation(broken.name, f"drill {seed} of a shoe: {str(broken).partition(': ')[2]}") from None
    finally:
        drill.line.close()
    return drill
