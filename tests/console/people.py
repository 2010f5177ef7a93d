"""Who is at the table in the tests: staff in every position, and the terminals of three Players."""

from typing import Final

from games.round import PlayerId
from simulation.calm import CREW

T1, T2, T3 = PlayerId("T1"), PlayerId("T2"), PlayerId("T3")
DEALER, SUPERVISOR, OTHER_SUPERVISOR, MANAGER, SHIFT_MANAGER, CASHIER, TECHNICIAN, OTHER_DEALER, OTHER_MANAGER = CREW
STAFF: Final = CREW
