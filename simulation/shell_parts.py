"""What stands around the cores, drilled alone: shoes of every make and one that counts, keepers and journals with
their files, the files of staff and seeds, days where the clocks are set, and the console's whole shell."""

from simulation import (
    drill_calendar,
    drill_counter,
    drill_credentials,
    drill_dealer,
    drill_door,
    drill_journal,
    drill_keep,
    drill_keys,
    drill_makes,
    drill_register,
    drill_service,
)

MAKES, MAKE_STEPS, COUNTERS, COUNTER_STEPS = 4, 30, 2, 30
KEEPERS, KEEP_STEPS, JOURNALS, JOURNAL_STEPS = 2, 40, 1, 30
CREDENTIAL_STEPS, DEALER_STEPS, CALENDAR_STEPS = 12, 20, 10
SERVICE_STEPS, KEYS_STEPS, DOORS, DOOR_STEPS = 30, 60, 2, 50
REGISTER_STEPS = 8


def drill_shells(seed: int) -> None:
    """Raises a Violation."""
    for number in range(MAKES):
        drill_makes.run(MAKES * seed + number, MAKE_STEPS)
    for number in range(COUNTERS):
        drill_counter.run(COUNTERS * seed + number, COUNTER_STEPS)
    for number in range(KEEPERS):
        drill_keep.run(KEEPERS * seed + number, KEEP_STEPS)
    for number in range(JOURNALS):
        drill_journal.run(JOURNALS * seed + number, JOURNAL_STEPS)
    drill_credentials.run(seed, CREDENTIAL_STEPS)
    drill_dealer.run(seed, DEALER_STEPS)
    drill_calendar.run(seed, CALENDAR_STEPS)
    drill_service.run(seed, SERVICE_STEPS)
    drill_keys.run(seed, KEYS_STEPS)
    drill_register.run(seed, REGISTER_STEPS)
    for number in range(DOORS):
        drill_door.run(DOORS * seed + number, DOOR_STEPS)
