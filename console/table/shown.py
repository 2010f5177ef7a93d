"""What a core leaves to its shell to read from the journal, and to send after the commit."""

from msgspec import Struct


class ShowEntry(Struct, frozen=True, gc=False):
    """Send this entry of the journal as a `See`."""

    seq: int


class VouchEntry(Struct, frozen=True, gc=False):
    """Send this entry of the journal, which another table is to be shown, signed, as a `Vouched`."""

    seq: int
