"""The durable state between two Rounds as bytes, and back: so that a start need not replay years.

Bound into the terminal's own chain by the digest in `Checkpointed`.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from protocol.codec import body_decoder, encode_body
from terminal.state import State

# Raises what msgspec raises for other bytes.
restore: Final[Callable[[bytes], State]] = body_decoder(State).decode


def save(state: State) -> bytes | None:
    """The state after its last record; None while a Round is in play."""
    return None if state.view.in_round else encode_body(state)


def digest(state: bytes) -> bytes:
    return sha256(state).digest()
