"""Makes that send one line of text for each card, ended by CR, LF or both, in capitals or not.

Such a make is a way to spell a card, and a name. Promises: no card that was not on a line of its own. There is no
check and no counter: a line that was lost or doubled cannot be seen here, only in what the game expects, in the
Dealer's certificate and in the count of the decks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from shoe_driver.driver import FOREIGN, Driver, Voice
from shoe_driver.frames import RANKS, SUITS, Bad, CardRead, Decoder, Frame, Unreadable

LINE_MAX: Final = 32
LINE_ENDS: Final = b"\r\n"


def spell_rank(rank: str) -> tuple[str, ...]:
    return ("10", "T") if rank == "T" else (rank,)


def line_driver(name: str, spell: Callable[[str, str], Iterable[str]]) -> Driver:
    """`spell`: rank and suit to the texts that may stand for this card; an emulator says the first."""
    spellings = {text.encode("ascii"): rank + suit for suit in SUITS for rank in RANKS for text in spell(rank, suit)}
    return Driver(name=name, make_decoder=partial(LineDecoder, spellings), make_voice=partial(LineVoice, spellings))


class LineDecoder(Decoder):
    """A line is a card as it stands, or unreadable as a whole."""

    silence_ms = 500  # a line takes 6 ms; what has not ended by now has lost its end

    def __init__(self, spellings: Mapping[bytes, str]) -> None:
        super().__init__()
        self._spellings = spellings
        self._overlong = False  # reported already: wait for its end

    def _cut(self) -> Iterator[Frame]:
        while True:
            end = self._end_of_line()
            if 0 <= end <= LINE_MAX:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                yield from self._line(line)
                self._overlong = False
            elif len(self._buffer) > LINE_MAX:
                piece = bytes(self._buffer[: LINE_MAX + 1])
                del self._buffer[: LINE_MAX + 1]
                yield from self._unread(piece)
                self._overlong = True
            else:
                return

    def _end_of_line(self) -> int:
        return min((at for end in LINE_ENDS if (at := self._buffer.find(end)) >= 0), default=-1)

    def _line(self, line: bytes) -> Iterator[Frame]:
        card = self._spellings.get(line.upper())
        if card and not self._overlong:
            yield CardRead(card)
        elif line:
            yield from self._unread(line)

    def _unread(self, line: bytes) -> Iterator[Frame]:
        yield Bad(line)
        if not self._overlong:
            yield Unreadable(line)

    def _rest(self) -> Iterator[Frame]:
        """A line without an end may be half a line, even if it reads like a card. One byte alone is noise."""
        line = bytes(self._buffer)
        self._buffer.clear()
        if len(line) > 1:
            yield from self._unread(line)
        elif line:
            yield Bad(line)
        self._overlong = False


class LineVoice(Voice):
    def __init__(self, spellings: Mapping[bytes, str], serial: str, last: int) -> None:
        super().__init__(serial, last)
        self._spellings = spellings

    def card(self, read: str) -> tuple[bytes, ...]:
        self.last += 1
        spelled = (text for text, card in self._spellings.items() if card == read)
        return (next(spelled, FOREIGN.encode()) + LINE_ENDS,)
