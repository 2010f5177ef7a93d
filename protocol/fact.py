"""What every fact of the log is made as: frozen, with its name on it, and read strictly."""

from msgspec import Struct


class Fact(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass
