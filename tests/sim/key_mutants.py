"""Deliberate bugs of keys in the chain, for the drill; declared as those of `mutants.py`."""

from typing import Final

from tests.sim.mutants import Mutant

DEVICES, TABLE, PEERS, KEYRING, MOVES = (
    "console/table/devices.py",
    "console/table/table.py",
    "console/table/peers.py",
    "protocol/keyring.py",
    "protocol/moves.py",
)

KEY_MUTANTS: Final = (
    Mutant(
        "a latch that was the machine's stays when the machine is exchanged",
        DEVICES,
        "    if before.latched and before.machine:\n",
        "    if before.latched and not before.machine:\n",
    ),
    Mutant(
        "the boots of a new machine go on from those of the old one",
        PEERS,
        'begun = replace(self.known[name], boot=0, run=b"", key=',
        "begun = replace(self.known[name], key=",
    ),
    Mutant(
        "an ended key is still listened to",
        PEERS,
        """            case events.KeyEnded(name=name):
                self.known[name] = replace(self.peer(name), retired=True, greeted=False)
""",
        """            case events.KeyEnded(name=name):
                pass
""",
    ),
    Mutant(
        "a name that has a key is enrolled once more",
        KEYRING,
        '        if live is not None:\n            return f"{peer.name} has a live key',
        '        if not peer.name:\n            return f"{peer.name} has a live key',
    ),
    Mutant(
        "a Supervisor lets in a panel or an archive",
        MOVES,
        "isinstance(order, _OF_KEYS) and order.role in WEIGHTY",
        'isinstance(order, _OF_KEYS) and order.role == "nobody"',
    ),
    Mutant(
        "a message with the key before is heard",
        TABLE,
        "if live is not None and live.fingerprint != heard.key:",
        'if live is not None and live.fingerprint == "":',
    ),
)
