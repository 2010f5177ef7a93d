"""What anybody could put on the wire, read by production and by a plain second reader; and what a signature proves.

A message that production takes says one thing only: no key stands twice in it, and what was read is what is written
there, value by value and type by type. A signature is good for the very words that were signed: for that table, that
purpose, that place and that history, and for nothing beside them.
"""

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import msgpack

from floor.witness import Witness
from games.round import PlayerId, Spot
from protocol import messages as m
from protocol.codec import PeerError, decode_news, decode_request, encode
from protocol.journal import JournalError
from protocol.messages import SignedHead
from protocol.signing import HEAD, ROTATED, VOUCHED, WITNESSED, Signer, Verifier, public_of
from simulation.world import Violation

DOMAINS: Final = (HEAD, WITNESSED, VOUCHED, ROTATED)
TABLES: Final = ("table 1", "table 11", "table", "")


class _Map(list[tuple[Any, Any]]):
    """As it is written, with whatever stands twice in it."""


def _read(data: bytes) -> Any:
    return msgpack.unpackb(data, raw=False, strict_map_key=False, object_pairs_hook=_Map)


def _written(tree: Any) -> bytes:
    packer = msgpack.Packer()
    if isinstance(tree, _Map):
        head: bytes = packer.pack_map_header(len(tree))
        return head + b"".join(_written(key) + _written(value) for key, value in tree)
    if isinstance(tree, list):
        head = packer.pack_array_header(len(tree))
        return head + b"".join(map(_written, tree))
    packed: bytes = packer.pack(tree)
    return packed


def _same(one: Any, other: Any) -> bool:
    """`other` may say more: what was left out and has a meaning of its own."""
    if isinstance(one, _Map) and isinstance(other, _Map):
        there = dict(other)
        return all(key in there and _same(value, there[key]) for key, value in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other)


def _doubled(tree: Any) -> bool:
    if isinstance(tree, _Map):
        keys = [key for key, _ in tree]
        return len(set(keys)) < len(keys) or any(_doubled(value) for _, value in tree)
    return isinstance(tree, list) and any(map(_doubled, tree))


class WireDrill:
    def __init__(self, seed: int) -> None:
        self.rng = Random(f"wire {seed}")

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self._read_both(self._some_request(), decode_request)
            self._read_both(self._some_news(), decode_news)
        self._signatures()
        self._witness()

    # --- messages

    def _read_both(self, message: Any, decode: Callable[[bytes], Any]) -> None:
        data = encode(message)
        if decode(data) != message:
            raise Violation("wire", f"{message} is read as {decode(data)}")
        tree = _read(data)
        self._disturb(tree)
        data = _written(tree)
        try:
            heard = decode(data)
        except PeerError:
            return
        if _doubled(tree):
            raise Violation("wire", f"a key stands twice, and {heard} is read: {data.hex()}")
        if not _same(tree, _read(encode(heard))):
            raise Violation("wire", f"{tree} is read as {heard}")

    def _disturb(self, tree: Any) -> None:
        """One thing, somewhere in it."""
        rng = self.rng
        places = [tree]
        for place in places:
            if isinstance(place, _Map):
                places += [value for _, value in place if isinstance(value, list)]
            else:
                places += [value for value in place if isinstance(value, list)]
        place = rng.choice([place for place in places if place] or [tree])
        at = rng.randrange(len(place))
        if not isinstance(place, _Map):
            place[at] = self._another(place[at])
            return
        key, value = place[at]
        match rng.randrange(4):
            case 0:
                place.insert(rng.randrange(len(place) + 1), (key, self._another(value)))
            case 1:
                place[at] = (key, self._another(value))
            case 2:
                rng.shuffle(place)
            case 3:
                place.append((f"{key}2", value))

    def _another(self, value: Any) -> Any:
        rng = self.rng
        if type(value) is int:
            return rng.choice((value + 1, -1, float(value), bool(value % 2), str(value), 2**63, 2**53 + 1, None))
        if isinstance(value, str):
            return rng.choice((value + "x", value.encode(), value * 50, ""))
        if isinstance(value, bytes):
            return rng.choice((value + b"\0", value[1:], value.hex()))
        return value

    def _some_request(self) -> m.Request:
        rng = self.rng
        process = (rng.randrange(1 << 40), rng.randbytes(8))
        window = m.WindowId(rng.randrange(1_000), 1 + rng.randrange(4), rng.randbytes(8))
        bets = {Spot(spot): 1 + rng.randrange(10_000) for spot in rng.sample(("player", "banker", "tie", "1/main"), 2)}
        said: tuple[m.Request, ...] = (
            m.Answer(*process, window, 1 + rng.randrange(200), bets),
            m.Answer(*process, window, 1 + rng.randrange(200), {}, "hit"),
            m.Beat(*process, rng.randrange(1 << 30), rng.randbytes(32)),
            m.BuyCredit(*process, rng.randbytes(16), 1 + rng.randrange(10_000), "SGD"),
            m.CashOut(*process, rng.randbytes(16), 1 + rng.randrange(10_000)),
            m.Sync(*process, rng.randrange(1 << 30)),
            m.Command(
                *process, rng.randbytes(8), rng.randrange(1_000), m.SellCredit(PlayerId("T1"), 1 + rng.randrange(99))
            ),
        )
        return rng.choice(said)

    def _some_news(self) -> m.News:
        rng = self.rng
        return m.Pulse(rng.randrange(1 << 30), rng.randbytes(32), rng.randrange(-1, 9_000), rng.randbytes(64))

    # --- signatures

    def _signatures(self) -> None:
        rng = self.rng
        secret = rng.randbytes(32)
        said = (rng.choice(DOMAINS), rng.choice(TABLES), rng.randrange(1 << 40), rng.randbytes(32))
        signature = Signer(secret, said[1], said[0]).sign(said[2], said[3]).signature
        others = [
            *((domain, *said[1:]) for domain in DOMAINS),
            *((said[0], table, *said[2:]) for table in TABLES),
            (*said[:2], said[2] + 1, said[3]),
            (*said[:3], rng.randbytes(32)),
        ]
        for other in others:
            domain, table, seq, chain = other
            good = Verifier(public_of(secret), table, domain).verify(SignedHead(seq, chain, signature))
            if good != (other == said):
                raise Violation("wire", f"what was signed as {said} is {'good' if good else 'refused'} as {other}")

    def _witness(self) -> None:
        """What a witness finds on its disk when it starts: it goes on with it only if both keys have signed one head,
        the console's and its own."""
        rng = self.rng
        secrets = [rng.randbytes(32) for _ in range(3)]  # the console's, its own, somebody's
        seq, chain = 1 + rng.randrange(1 << 40), rng.randbytes(32)
        by, ours_by = rng.choice((0, 0, 0, 2)), rng.choice((1, 1, 1, 2))
        same, whole = rng.random() < 0.7, rng.random() < 0.8
        signed = Signer(secrets[by], TABLES[0], HEAD).sign(seq, chain)
        ours = Signer(secrets[ours_by], TABLES[0], WITNESSED).sign(seq, chain if same else rng.randbytes(32))
        witness: Any = object.__new__(Witness)
        witness.journal = SimpleNamespace(path="it", signed=signed, countersigned=ours if whole else None)
        witness._signer = Signer(secrets[1], TABLES[0], WITNESSED)
        try:
            witness.check_signatures(Verifier(public_of(secrets[0]), TABLES[0], HEAD))
            goes_on = True
        except JournalError:
            goes_on = False
        if goes_on != ((by, ours_by) == (0, 1) and same and whole):
            raise Violation("wire", f"signed by {by}, countersigned by {ours_by}, {same=}, {whole=}: {goes_on=}")


def run(seed: int, steps: int) -> WireDrill:
    """Raises a Violation."""
    drill = WireDrill(seed)
    drill.play(steps)
    return drill
