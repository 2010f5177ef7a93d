"""Verifies a dispute pack: python3 check.py PACK.zip [KEY]

Needs Python 3.9 or later and nothing else: no package, no network, none of the software that made the pack. It reads
the file, computes everything in it anew, and says what it found. KEY is the console's key for signatures, 64
hexadecimal digits, as you know it from elsewhere: without it the pack is checked against the key that lies in it, which
only shows that one and the same key signed everything.

What is checked:
  1. the file is, byte for byte, what its parts make, and each part is what the manifest says;
  2. every entry that is shown is what its digest was made of, and every digest, shown or sealed, links to the next;
  3. the console has signed the links: nothing before the last signature was changed, added or left out;
  4. the Round is in it from its beginning to its end.
Status: 0 all holds, 1 something does not, 2 it was called wrongly.
"""

from __future__ import annotations

import hashlib
import io
import json
import pathlib
import struct
import sys
import zipfile
import zlib
from typing import Any

FORMAT = "etg dispute 1"
MANIFEST = "manifest.json"
ABOUT = "about.json"
ENTRIES = "entries.jsonl"
Fields = dict[str, Any]
Entry = dict[str, Any]
Said = tuple[int, str, str, Fields]
Point = tuple[int, int, int, int]
# Whatever a damaged file makes of its reader.
DAMAGED = (ValueError, KeyError, TypeError, IndexError, OSError, EOFError, RuntimeError, OverflowError, MemoryError)
DAMAGED_ZIP = (*DAMAGED, zipfile.BadZipFile, struct.error, zlib.error)
DATE = (1980, 1, 1, 0, 0, 0)  # of every part: so that the same parts make the same file


# --- the file -----------------------------------------------------------------------------------------------------


def manifest_of(parts: dict[str, bytes]) -> bytes:
    """The manifest of these parts, by name."""
    digests = {name: hashlib.sha256(parts[name]).hexdigest() for name in sorted(parts)}
    return (json.dumps({"format": FORMAT, "sha256": digests}, indent=1) + "\n").encode()


def pack_of(parts: dict[str, bytes]) -> bytes:
    """The one file that these parts and their manifest make."""
    whole = {MANIFEST: manifest_of(parts), **{name: parts[name] for name in sorted(parts)}}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as pack:
        for name, data in whole.items():
            info = zipfile.ZipInfo(name, DATE)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            pack.writestr(info, data)
    return out.getvalue()


def parts_of(data: bytes) -> tuple[dict[str, bytes], list[str]]:
    """The parts of a file, and what is wrong with it as a file."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as pack:
            parts = {name: pack.read(name) for name in pack.namelist()}
    except DAMAGED_ZIP as error:
        return {}, [f"this is no whole zip file: {error}"]
    wrong = []
    manifest = parts.pop(MANIFEST, b"")
    wrong += [f"{name} is missing" for name in (ABOUT, ENTRIES) if name not in parts]
    if manifest != manifest_of(parts):
        wrong.append("the manifest does not fit the parts: " + (", ".join(_changed(manifest, parts)) or "itself"))
    if not wrong and pack_of(parts) != data:
        wrong.append("the file has bytes that its parts do not make")
    return parts, wrong


def _changed(manifest: bytes, parts: dict[str, bytes]) -> list[str]:
    try:
        known = json.loads(manifest)["sha256"]
        return [
            name
            for name in sorted({*known, *parts})
            if known.get(name) != hashlib.sha256(parts.get(name, b"")).hexdigest()
        ]
    except DAMAGED:
        return []


# --- the chain ----------------------------------------------------------------------------------------------------


def digest_of(seq: int, wall_time: str, audience: str, salt: bytes, body: bytes) -> bytes:
    time, reader = wall_time.encode(), audience.encode()
    lengths = struct.pack(">QIIII", seq, len(time), len(reader), len(salt), len(body))
    return hashlib.sha256(lengths + time + reader + salt + body).digest()


def read_entries(data: bytes) -> list[Entry]:
    """Each line: seq and digest; of one that is shown also time, audience, salt and body, in hexadecimal digits."""
    found = []
    for line in data.decode().splitlines():
        entry = json.loads(line)
        for name in ("digest", "salt", "body"):
            if name in entry:
                entry[name] = bytes.fromhex(entry[name])
        found.append(entry)
    return found


def check_chain(about: Fields, entries: list[Entry]) -> tuple[list[str], dict[int, bytes]]:
    """What is wrong, and the link after each entry."""
    wrong: list[str] = []
    links: dict[int, bytes] = {}
    link, seq = bytes.fromhex(about["before"]), about["first"]
    for entry in entries:
        if entry["seq"] != seq:
            return [*wrong, f"entry {seq} is missing: {entry['seq']} stands in its place"], links
        if "body" in entry:
            made = digest_of(seq, entry["time"], entry["audience"], entry["salt"], entry["body"])
            if made != entry["digest"]:
                wrong.append(f"entry {seq} is not what its digest was made of")
        link = hashlib.sha256(link + entry["digest"]).digest()
        links[seq] = link
        seq += 1
    if seq - 1 != about["last"]:
        wrong.append(f"entries up to {about['last']} are missing at the end")
    if (
        about["first"] == 1
        and bytes.fromhex(about["before"]) != hashlib.sha256(b"etg/1 " + about["table"].encode()).digest()
    ):
        wrong.append("the first link is not that of this table")
    return wrong, links


def check_heads(about: Fields, links: dict[int, bytes], key: bytes) -> list[str]:
    """The signatures. One must be on the last entry, or what is behind the last one is nobody's word."""
    wrong = []
    for head in about["heads"]:
        seq = head["seq"]
        if links.get(seq, b"").hex() != head["chain"]:
            wrong.append(f"entry {seq} has not the link that was signed: something was changed, added or left out")
        elif not verify(key, bytes.fromhex(head["signature"]), statement(about["table"], seq, links[seq])):
            wrong.append(f"the signature on entry {seq} is not by this key")
    if about["last"] not in [head["seq"] for head in about["heads"]]:
        wrong.append(f"entry {about['last']} is the last, and nobody has signed it")
    return wrong


def statement(table: str, seq: int, chain: bytes) -> bytes:
    parts = (b"etg console head 1", table.encode(), seq.to_bytes(8, "big"), chain)
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


# --- Ed25519 (RFC 8032), as it stands there -------------------------------------------------------------------------

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def _x_of(y: int, sign: int) -> int | None:
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P:
        return None
    return P - x if (x & 1) != sign else x


def _point(data: bytes) -> Point | None:
    y = int.from_bytes(data, "little")
    x = _x_of(y & ((1 << 255) - 1), y >> 255)
    y &= (1 << 255) - 1
    return None if x is None else (x, y, 1, x * y % P)


def _add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Point) -> Point:
    found = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = _add(found, point)
        point = _add(point, point)
        number >>= 1
    return found


_Y = 4 * pow(5, P - 2, P) % P
BASE = _point(_Y.to_bytes(32, "little")) or (0, 0, 0, 0)


def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    """Is this the signature of this key on this message?"""
    if len(key) != 32 or len(signature) != 64:
        return False
    public, at = _point(key), _point(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if public is None or at is None or number >= Q:
        return False
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % Q
    left, right = _times(number, BASE), _add(at, _times(hashed, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- what an entry says: MessagePack --------------------------------------------------------------------------------


def unpack(data: bytes) -> Any:
    """The value; raises if these are not the bytes of exactly one."""
    value, at = _unpack(data, 0)
    if at != len(data):
        raise ValueError("bytes are left over")
    return value


def _unpack(data: bytes, at: int) -> tuple[Any, int]:
    kind = data[at]
    at += 1
    if kind < 0x80:
        return kind, at
    if kind >= 0xE0:
        return kind - 256, at
    if kind < 0x90:
        return _map(data, at, kind & 15)
    if kind < 0xA0:
        return _list(data, at, kind & 15)
    if kind < 0xC0:
        return data[at : at + (kind & 31)].decode(), at + (kind & 31)
    if kind in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[kind], at
    whole = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q", 0xCB: ">d"}
    if kind in whole:
        return struct.unpack_from(whole[kind], data, at)[0], at + struct.calcsize(whole[kind])
    sizes = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
    size = sizes[kind]
    count = int.from_bytes(data[at : at + size], "big")
    at += size
    if kind in (0xDC, 0xDD):
        return _list(data, at, count)
    if kind in (0xDE, 0xDF):
        return _map(data, at, count)
    raw = data[at : at + count]
    return (raw if kind in (0xC4, 0xC5, 0xC6) else raw.decode()), at + count


def _list(data: bytes, at: int, count: int) -> tuple[list[Any], int]:
    found = []
    for _ in range(count):
        value, at = _unpack(data, at)
        found.append(value)
    return found, at


def _map(data: bytes, at: int, count: int) -> tuple[dict[Any, Any], int]:
    found = {}
    for _ in range(count):
        key, at = _unpack(data, at)
        found[key], at = _unpack(data, at)
    return found, at


# --- the Round ----------------------------------------------------------------------------------------------------


def told(entries: list[Entry]) -> list[Said]:
    """What the entries that are shown say, in their order: seq, time, kind, fields."""
    found = []
    for entry in entries:
        if "body" in entry:
            fields = unpack(entry["body"])
            found.append((entry["seq"], entry["time"], fields.pop("type"), fields))
    return found


def check_round(about: Fields, story: list[Said]) -> list[str]:
    number, wrong = about["round"], []
    opened = [1 for _, _, kind, fields in story if kind == "WindowOpened" and fields["id"][:2] == [number, 1]]
    ended = [1 for _, _, kind, fields in story if kind == "RoundEnded" and fields["round_no"] == number]
    if not opened:
        wrong.append(f"the beginning of round {number} is not in it")
    if not ended and not about["in_play"]:
        wrong.append(f"the end of round {number} is not in it")
    return wrong


def line(seq: int, time: str, kind: str, fields: Fields) -> str:
    said = "  ".join(f"{name}={_short(it)}" for name, it in fields.items())
    return f"{seq:8}  {time:<24}  {kind:<18}  {said}"


def _short(value: Any) -> str:
    if isinstance(value, bytes):
        return value.hex()[:32]
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_short(key)}: {_short(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_short, value)) + "]"
    return str(value)


def check(data: bytes, key: bytes | None = None) -> tuple[list[str], Fields, list[Said]]:
    """All that is wrong with a pack, and what its entries tell."""
    parts, wrong = parts_of(data)
    if wrong:
        return wrong, {}, []
    try:
        about = json.loads(parts[ABOUT].decode())
        entries = read_entries(parts[ENTRIES])
        wrong, links = check_chain(about, entries)
        own = bytes.fromhex(about["key"])
        if key is not None and key != own:
            wrong.append("the key in the pack is {}, and not the one that you know".format(about["key"]))
        wrong += check_heads(about, links, own if key is None else key)
        story = told(entries)
        wrong += check_round(about, story)
    except (*DAMAGED, struct.error) as error:
        return [f"it cannot be read: {type(error).__name__}: {error}"], {}, []
    return wrong, about, story


def main(argv: list[str]) -> int:
    if len(argv) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        key = bytes.fromhex(argv[1]) if len(argv) == 2 else None
        data = pathlib.Path(argv[0]).read_bytes()
    except (OSError, ValueError) as error:
        print(f"{error}", file=sys.stderr)
        return 2
    wrong, about, story = check(data, key)
    for each in story:
        print(line(*each))
    if wrong:
        print("NOT GOOD: " + "\nNOT GOOD: ".join(wrong))
        return 1
    first, last = about["first"], about["last"]
    sealed = last - first + 1 - len(story)
    print()
    print(f"Table {about['table']}, round {about['round']}: entries {first} to {last}.")
    print(f"{len(story)} are shown above; {sealed} are sealed: they are other matters, and each is in its place.")
    print(f"{len(about['heads'])} signatures of the console hold. Nothing after entry {last} is in this pack.")
    if key is None:
        print("The key is the one in the pack: {}".format(about["key"]))
        print("Compare it with the console's, which the regulator or the house's technician has, or give it as KEY.")
    print(f"The seal of the whole file (SHA-256): {hashlib.sha256(data).hexdigest()}")
    print("GOOD")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
