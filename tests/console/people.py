"""Who is at the table in the tests: staff in every position, and the terminals of three Players."""

from typing import Final

from games.round import PlayerId
from games.rulings import Position
from protocol.messages import Person

T1, T2, T3 = PlayerId("T1"), PlayerId("T2"), PlayerId("T3")
DEALER: Final = Person("Dora", Position.DEALER)
SUPERVISOR: Final = Person("Sue", Position.PIT_SUPERVISOR)
OTHER_SUPERVISOR: Final = Person("Ann", Position.PIT_SUPERVISOR)
MANAGER: Final = Person("Max", Position.PIT_MANAGER)
SHIFT_MANAGER: Final = Person("Sam", Position.SHIFT_MANAGER)
