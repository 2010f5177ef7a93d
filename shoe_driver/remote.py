"""The remote control of an emulated Card Shoe: its orders, and who gives them (a script, a clock, lines, a keyboard).

One line is one order, one order has one answer, and an answer is one line of JSON. No game is known here.
"""

import json
import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, NoReturn

from shoe_driver.emulator import IN_THE_CARDS, CannotDraw, Drawn, EmulatedShoe, Fault, shuffled
from shoe_driver.frames import CARDS

ORDER_MAX: Final = 4096  # characters of a line


class BadOrder(ValueError):
    """A line that is no order."""


class Order(NamedTuple):
    verb: str
    value: Any = None  # whatever the verb's own reader has made of its words


# --- reading orders ---------------------------------------------------------------------------------------------


def _expect(words: Sequence[str], counts: range, wanted: str) -> None:
    if len(words) not in counts:
        raise BadOrder(f"it wants {wanted}")


def _nothing(words: Sequence[str]) -> None:
    _expect(words, range(1), "nothing more")


def _card(words: Sequence[str]) -> str | None:
    _expect(words, range(2), "one card, or none")
    return _known_card(words[0]) if words else None


def _cards(words: Sequence[str]) -> tuple[str, ...]:
    _expect(words, range(2, 5), "two to four cards")
    return tuple(map(_known_card, words))


def _two_cards(words: Sequence[str]) -> tuple[str, str]:
    _expect(words, range(2, 3), "a card, and what it is taken for")
    card, read = map(_known_card, words)
    return card, read


def _known_card(word: str) -> str:
    card = word.upper().replace("10", "T")
    if card not in CARDS:
        raise BadOrder(f"{word!r} is no card: rank and suit, as in 9S or TH")
    return card


def _fault(words: Sequence[str]) -> tuple[Fault, int]:
    _expect(words, range(1, 3), "a fault, and how often, if more than once")
    return _known_fault(words[0]), _whole(words[1]) if words[1:] else 1


def _rate(words: Sequence[str]) -> tuple[Fault, float]:
    _expect(words, range(2, 3), "a fault, and its chance from 0 to 1")
    fault = _known_fault(words[0])
    if fault in IN_THE_CARDS:
        raise BadOrder(f"{fault} happens when it is ordered, it has no chance")
    try:
        chance = float(words[1])
    except ValueError:
        chance = -1.0
    if not 0 <= chance <= 1:
        raise BadOrder(f"{words[1]!r} is no chance from 0 to 1")
    return fault, chance


def _known_fault(name: str) -> Fault:
    try:
        return Fault(name)
    except ValueError:
        raise BadOrder(f"{name!r} is no fault: one of {', '.join(Fault)}") from None


def _milliseconds(words: Sequence[str]) -> int:
    _expect(words, range(1, 2), "a time in milliseconds")
    return _whole(words[0])


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise BadOrder(f"{text!r} is no whole number up to a billion")
    return int(text)


def _seed(words: Sequence[str]) -> int | None:
    _expect(words, range(2), "one number")
    return _whole(words[0]) if words else None


def _bytes(words: Sequence[str]) -> bytes:
    try:
        return bytes.fromhex("".join(words))
    except ValueError:
        raise BadOrder(f"{' '.join(words)!r} is not hexadecimal") from None


class Verb(NamedTuple):
    usage: str
    help: str
    read: Callable[[Sequence[str]], object]


VERBS: Final[Mapping[str, Verb]] = {
    "draw": Verb("draw [CARD]", "the next card, or this one of those that are left", _card),
    "together": Verb("together CARD CARD", "these cards, drawn at once by one hand", _cards),
    "misread": Verb("misread CARD CARD", "the first of them, which the sensor takes for the second", _two_cards),
    "cut": Verb("cut", "the cut card comes", _nothing),
    "empty": Verb("empty", "all cards are taken out: the next draw finds none, and the shoe says so", _nothing),
    "fault": Verb("fault NAME [TIMES]", "as soon as it can happen", _fault),
    "rate": Verb("rate NAME CHANCE", "from now on, each time that it can happen", _rate),
    "unplug": Verb("unplug", "the cable is out; cards drawn meanwhile are drawn all the same", _nothing),
    "replug": Verb("replug", "the cable is in again, at the same path", _nothing),
    "new": Verb("new [SEED]", "freshly shuffled decks; the counter goes on", _seed),
    "raw": Verb("raw HEX", "these bytes on the line", _bytes),
    "state": Verb("state", "changes nothing, tells how it stands", _nothing),
    "wait": Verb("wait MS", "go on answering the console meanwhile", _milliseconds),
    "stay": Verb("stay", "until a signal comes", _nothing),
    "quit": Verb("quit", "the end", _nothing),
}


def parse(line: str) -> Order | None:
    """One order; none if the line is empty or a comment."""
    words = line.partition("#")[0].split()
    if not words:
        return None
    name = words[0].lower()
    verb = VERBS.get(name)
    if verb is None:
        raise BadOrder(f"there is no order {words[0]!r}: one of {', '.join(VERBS)}")
    try:
        return Order(name, verb.read(words[1:]))
    except BadOrder as error:
        raise BadOrder(f"{name}: {error}") from None


# --- obeying them -----------------------------------------------------------------------------------------------

Answer = dict[str, object]


class Operator:
    """Does to a shoe what it is ordered to do, and keeps it answering while nothing is ordered."""

    def __init__(self, shoe: EmulatedShoe, decks: int, seed: int) -> None:
        self._shoe, self._decks, self._seed = shoe, decks, seed

    def obey(self, order: Order) -> Answer:
        shoe = self._shoe
        match order:
            case Order("draw", card):
                return self._drew(shoe.draw(card))
            case Order("together", cards):
                return self._drew(shoe.draw_together(cards))
            case Order("misread", (card, read)):
                return self._drew(shoe.draw_misread(card, read))
            case Order("cut"):
                shoe.cut_card()
            case Order("empty"):
                shoe.load(())
            case Order("fault", (fault, times)):
                shoe.fault(fault, times)
            case Order("rate", (fault, chance)):
                shoe.rates[fault] = chance
            case Order("unplug"):
                shoe.unplug()
            case Order("replug"):
                shoe.plug_in()
            case Order("new", seed):
                self._seed = self._seed + 1 if seed is None else seed
                shoe.load(shuffled(self._decks, self._seed))
            case Order("raw", data):
                shoe.send_raw(data)
            case Order("wait", some_ms):
                self.serve(some_ms)
            case Order("stay"):
                self.serve(None)
        return {"done": order.verb, **self._state()}

    def serve(self, some_ms: int | None, other: int | None = None) -> bool:
        """Until the time is over, or there is something to read from the other descriptor: then True."""
        end = None if some_ms is None else monotonic() + some_ms / 1000
        while True:
            poll = select.poll()
            for descriptor in (self._shoe.fileno(), other):
                if descriptor is not None:
                    poll.register(descriptor, select.POLLIN)
            left_ms = None if end is None else max(0.0, (end - monotonic()) * 1000)
            ready = [descriptor for descriptor, _ in poll.poll(left_ms)]
            self._shoe.service(int(monotonic() * 1000))
            if other in ready:
                return True
            if end is not None and monotonic() >= end:
                return False

    def _drew(self, cards: Sequence[Drawn]) -> Answer:
        if not cards:
            return {"empty": True, **self._state()}
        first, *others = map(_describe, cards)
        return {**first, "left": len(self._shoe.cards), **({"also": others} if others else {})}

    def _state(self) -> Answer:
        shoe = self._shoe
        return {"seq": shoe.seq, "left": len(shoe.cards), "plugged": shoe.fileno() is not None}


def _describe(drawn: Drawn) -> Answer:
    misread: Answer = {} if drawn.read == drawn.card else {"read": drawn.read or None}
    return {"drew": drawn.card, "seq": drawn.seq, **misread}


def tell(answer: Answer) -> None:
    print(json.dumps(answer), flush=True)


# --- who gives them ---------------------------------------------------------------------------------------------


def read_script(path: Path) -> list[tuple[int, Order]]:
    """The whole of it, before anything is done: a script that stops in the middle has shown nothing."""
    orders = []
    for line_no, line in enumerate(path.read_text().splitlines(), 1):
        try:
            order = parse(line)
        except BadOrder as error:
            raise BadOrder(f"{path}, line {line_no}: {error}") from None
        if order is not None:
            orders.append((line_no, order))
    return orders


def follow_script(operator: Operator, path: Path, orders: Iterable[tuple[int, Order]]) -> int:
    for line_no, order in orders:
        try:
            tell(operator.obey(order))
        except CannotDraw as error:
            print(f"etg shoe: {path}, line {line_no}: {error}", file=sys.stderr)
            return 1
        if order.verb == "quit":
            break
    return 0


def follow_clock(operator: Operator, every_ms: int) -> NoReturn:
    while True:
        operator.serve(every_ms)
        answer = operator.obey(Order("draw"))
        tell(answer)
        if "empty" in answer:
            operator.serve(None)


def follow_lines(operator: Operator, lines: Iterable[str]) -> int:
    for line in lines:
        try:
            order = parse(line)
            tell({"done": None} if order is None else operator.obey(order))
        except (BadOrder, CannotDraw) as error:
            tell({"error": str(error)})
            continue
        if order is not None and order.verb == "quit":
            break
    return 0


def read_lines(operator: Operator, source: int) -> Iterator[str]:
    """Lines as they come, to the end of the file; the shoe is kept answering meanwhile."""
    pending = b""
    while operator.serve(None, source):
        data = os.read(source, ORDER_MAX)
        if not data:
            break
        *whole, pending = (pending + data).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in whole)
        if len(pending) > ORDER_MAX:
            tell({"error": f"no order is longer than {ORDER_MAX} bytes"})
            return
    if pending:
        yield pending.decode("utf-8", "replace")


KEYS: Final[Mapping[str, str]] = {
    " ": "draw",
    "c": "cut",
    "u": "unplug",
    "r": "replug",
    "n": "fault noise",
    "l": "fault lost-frame 3",
    "t": "fault triple",
    "g": "fault garbage 3",
    "m": "fault misread",
    "x": "fault unreadable",
    "2": "fault double",
    "f": "fault foreign",
    "e": "fault excess",
    "s": "fault short",
    "o": "fault unshuffled",
    "N": "new",
    "?": "state",
    "q": "quit",
}


def follow_keys(operator: Operator, source: int) -> int:
    with one_key_at_a_time(source):  # before the help is shown: keys pressed earlier are thrown away
        print("  ".join(f"{'space' if key == ' ' else key} {order}" for key, order in KEYS.items()), flush=True)
        return follow_lines(operator, read_keys(operator, source))


def read_keys(operator: Operator, source: int) -> Iterator[str]:
    while operator.serve(None, source):
        pressed = os.read(source, 1).decode("latin-1")
        if pressed in ("", "\x04"):
            return
        if pressed in KEYS:
            yield KEYS[pressed]


@contextmanager
def one_key_at_a_time(source: int) -> Iterator[None]:
    before = termios.tcgetattr(source)
    tty.setcbreak(source)
    try:
        yield
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
