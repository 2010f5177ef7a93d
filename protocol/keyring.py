"""The keys that the journal has let in, those that have ended, and the console's own: a fold of what it says of them.

Pure: knows texts and entries, no file and no socket. The door of the console asks this and nothing else; the files of
the register (`keys.py`) are compared with it, and let nobody in or out.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

Role = Literal["terminal", "panel", "display", "archive", "witness", "floor", "table"]
What = Literal["enrol", "replace", "end", "rotate"]  # is to become of a key
ROLES: Final[tuple[str, ...]] = get_args(Role)
# Whose word or orders the table hangs on: of these a Technician and a Shift Manager decide together.
WEIGHTY: Final = ("panel", "archive", "witness", "floor", "table")
Z85: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
PublicText = Annotated[str, Meta(min_length=40, max_length=40)]  # 32 bytes; `is_key` says if it really is one
CONSOLE: Final = "console"  # whose its own keys are
LIVE_MAX: Final = 1_000  # keys: each needs open files, and a place in the picture that a panel gets


def is_key(text: str) -> bool:
    """32 bytes in Z85. There is one such text for each key, so texts can be compared."""
    if len(text) != 40 or any(letter not in Z85 for letter in text):
        return False
    fives = (text[at : at + 5] for at in range(0, 40, 5))
    return all(
        sum(Z85.index(letter) * 85 ** (4 - place) for place, letter in enumerate(five)) < 1 << 32 for five in fives
    )


def bytes_of(text: str) -> bytes:
    """Of a text that `is_key`."""
    fives = (text[at : at + 5] for at in range(0, 40, 5))
    words = (sum(Z85.index(letter) * 85 ** (4 - place) for place, letter in enumerate(five)) for five in fives)
    return b"".join(word.to_bytes(4) for word in words)


@lru_cache(1_000)  # every request is heard with it
def fingerprint(public: str) -> str:
    """For people who compare two keys over the phone, and for the record."""
    digest = sha256(public.encode()).hexdigest()
    return "-".join(digest[at : at + 4] for at in range(0, 16, 4))


class Enrolment(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Who a live key is."""

    name: str
    role: Role
    public: str

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)


class Keyring(Struct, forbid_unknown_fields=True):
    live: dict[str, Enrolment] = {}  # by name: each has one key at a time
    owners: dict[str, str] = {}  # every key that there ever was, and whose it is or was: none comes back
    generation: int = 0  # changes whenever this did
    own: str = ""  # the console's own key; "": none was ever named here
    coming: str = ""  # to which it answers as well, until the next day is closed; "": it has one
    rotated_seq: int = 0  # the entry that says so

    def peer_of(self, public: str) -> Enrolment | None:
        """Who comes with this key; None: nobody who is let in."""
        found = self.live.get(self.owners.get(public, ""))
        return found if found is not None and found.public == public else None

    def past(self, public: str) -> str:
        """Whose key this was before it ended; "": nobody's, or it is live."""
        return "" if self.peer_of(public) is not None else self.owners.get(public, "")

    def peers(self) -> list[Enrolment]:
        return sorted(self.live.values(), key=lambda peer: peer.name)

    def against(self, what: What, peer: Enrolment) -> str:
        """Why this cannot be ordered; "": it can. What is prepared is asked the same."""
        live = self.live.get(peer.name)
        if what == "end":
            if live != peer:
                return f"{peer.name} has another key by now" if live is not None else f"{peer.name} has no live key"
            last = peer.role == "panel" and sum(it.role == "panel" for it in self.live.values()) == 1
            return f"{peer.name} is the last panel: enrol another first" if last else ""
        if not is_key(peer.public):
            return "this is no key"
        if peer.role not in ROLES:
            return f"there is no role {peer.role}"
        if owner := self.owners.get(peer.public):
            return f"this key is, or was, that of {owner}: no key comes back"
        if what == "replace":
            if live is None:
                return f"{peer.name} has no live key: enrol it"
            return "" if live.role == peer.role else f"{peer.name} is a {live.role}: a name keeps its role"
        if live is not None:
            return f"{peer.name} has a live key: replace or end it"
        return "" if len(self.live) < LIVE_MAX else f"{LIVE_MAX} keys are live: end those that have gone"

    def against_rotation(self, public: str, prepared: str) -> str:
        """Why the console's own key cannot become this one; "": it can. `prepared` is the one that it has."""
        if public == self.coming:
            return "the console answers to this key already"
        if not prepared or public != prepared:
            return "the console has not this key: `etg keys rotate console` prepares one"
        owner = self.owners.get(public)
        return f"this key is, or was, that of {owner}: no key comes back" if owner else ""

    def rotate(self, seq: int, public: str, was: str) -> None:
        self.own, self.coming, self.rotated_seq = was, public, seq
        self.owners[was] = self.owners[public] = CONSOLE

    def settle(self, public: str) -> None:
        """The console has one key again."""
        self.own, self.coming, self.rotated_seq = public, "", 0

    def enrol(self, peer: Enrolment) -> None:
        self.live[peer.name] = peer
        self.owners[peer.public] = peer.name
        self.generation += 1

    def end(self, name: str) -> None:
        self.live.pop(name, None)
        self.generation += 1
