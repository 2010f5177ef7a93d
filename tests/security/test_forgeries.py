"""The files of a stopped table are edited by somebody who may write to them and has not the console's key: a generator
makes the edits from a seed. Each is found when the console starts, before it has answered anybody, and named; none is
believed. What only a copy elsewhere can know (an older file, a cut one, a history told anew with the key) is found as
soon as the archive has said Hello, and by `etg journal verify --archive`.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, Final

import apsw
import msgspec
import pytest

from benchmarks import history
from benchmarks.history import History
from console.config import read_table
from console.service import Service
from console.table.checkpoint import digest, read_state
from console.table.table import Heard
from deploy.cli import main
from deploy.demo.rig import ARCHIVE, Rig
from deploy.start import REFUSALS
from games.round import PlayerId
from protocol import events
from protocol import messages as m
from protocol.alarm_words import in_english
from protocol.chain import Entry, digest_of, link, make_entry
from protocol.codec import decode_event, encode_body
from protocol.events import SEALED, audience_of
from protocol.journal import Journal, state_digest
from protocol.keyring import Enrolment
from protocol.keys import ENROLLED, load_signer, make_pair
from protocol.ledger import HOUSE, credit
from protocol.process import Log
from protocol.schema import SCHEMA
from protocol.signing import WITNESSED, Signer, new_secret
from protocol.wal import wal_of

TABLE: Final = "DEMO-01"
T01: Final = PlayerId("T01")
WITNESS: Final = "Witness"
EACH: Final = 11  # edits of each kind, always the same ones
FRESH: Final = token_hex(4)  # and one that nobody has seen: its seed stands in the failure
LOOKED_AT: Final = 2  # of them, also by the commands that only read
UNCONFIRMED: Final = "unconfirmed"  # every start: nobody has been heard yet
ENVIRONMENT: Final = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


class Forger:
    """Somebody with an SQL shell, who knows how entries are linked."""

    def __init__(self, path: Path, rng: Random) -> None:
        self.path, self.rng = path, rng
        self._db = apsw.Connection(str(path))
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("BEGIN")
        self._guards = [name for name in SCHEMA if SCHEMA[name].startswith("CREATE TRIGGER")]
        for guard in self._guards:
            self._db.execute(f"DROP TRIGGER {guard}")
        self._db.execute("PRAGMA ignore_check_constraints = 1")
        self.entries = [Entry(*row) for row in self._db.execute("SELECT * FROM entry ORDER BY seq")]

    def close(self) -> None:
        for guard in self._guards:
            self._db.execute(SCHEMA[guard])
        self._db.execute("COMMIT")
        self._db.close()

    def sql(self, statement: str, *values: Any) -> list[Any]:
        return list(self._db.execute(statement, values))

    def some(self, wanted: Callable[[Entry], bool] = lambda _entry: True) -> Entry:
        return self.rng.choice([entry for entry in self.entries[:-1] if wanted(entry)])

    def put(self, entry: Entry) -> None:
        self.sql("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", *msgspec.structs.astuple(entry))

    def relink(self, changed: Sequence[Entry]) -> bytes:
        """Every digest and link anew, from the first of these to the end; and the mark of a file that was closed."""
        by_seq = {entry.seq: entry for entry in changed}
        chain = self.entries[changed[0].seq - 2].chain if changed[0].seq > 1 else b""
        count = max(len(self.entries), changed[-1].seq)
        for seq in range(changed[0].seq, count + 1):
            it = by_seq.get(seq) or self.entries[seq - 1]
            made = digest_of(it.seq, it.wall_time, it.audience, it.salt, it.body)
            chain = link(chain, made)
            self.put(msgspec.structs.replace(it, digest=made, chain=chain))
        self.mark(chain)
        return chain

    def mark(self, chain: bytes) -> None:
        self.sql("UPDATE meta SET closed = ?", chain)

    def sign(self, seq: int, signature: bytes) -> None:
        self.sql("INSERT OR REPLACE INTO signature VALUES (?, ?)", seq, signature)

    def with_more_money(self) -> Entry:
        """An entry with another amount in it, not linked yet."""

        def has_amount(entry: Entry) -> bool:
            return entry.seq > 1 and "amount" in msgspec.msgpack.decode(entry.body)

        entry = self.some(has_amount)
        body = msgspec.msgpack.decode(entry.body)
        body["amount"] += self.rng.randrange(1, 10**6)
        return msgspec.structs.replace(entry, body=msgspec.msgpack.encode(body))

    def appended(self, *facts: events.Event) -> list[Entry]:
        """Behind the last entry, with right links."""
        entries = [self.entries[-1]]
        for fact in facts:
            last, audience = entries[-1], audience_of(fact)
            salt = self.rng.randbytes(16) if audience else b""
            entries.append(make_entry(last.chain, last.seq + 1, last.wall_time, audience, salt, encode_body(fact)))
        for entry in entries[1:]:
            self.put(entry)
        self.mark(entries[-1].chain)
        return entries[1:]

    def money(self) -> events.Event:
        return events.CreditBought(self.rng.randbytes(16), T01, 1, self.rng.randrange(1, 10**6))

    def rich_state(self) -> tuple[int, bytes]:
        """The newest checkpoint, in which somebody has more than he had."""
        seq, state = self.sql("SELECT seq, state FROM checkpoint ORDER BY seq DESC")[0]
        there, amount = read_state(state), self.rng.randrange(1, 10**6)
        there.ledger.balances[credit(T01)] += amount
        there.ledger.balances[HOUSE] -= amount
        return seq, encode_body(there)

    def keep_state(self, seq: int, state: bytes) -> None:
        chain = self.sql("SELECT chain FROM entry WHERE seq = ?", seq)[0][0]
        self.sql("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", seq, state, state_digest(chain, state))


# --- edits that the console finds by itself --------------------------------------------------------------------------


def flip_a_byte(forger: Forger) -> str:
    entry = forger.some()
    column = forger.rng.choice(("wall_time", "audience", "salt", "body", "digest", "chain"))
    value = getattr(entry, column)
    if not value:
        column, value = "body", entry.body
    data = bytearray(value.encode() if isinstance(value, str) else value)
    data[forger.rng.randrange(len(data))] ^= 1 << forger.rng.randrange(7)
    changed = data.decode("latin-1") if isinstance(value, str) else bytes(data)
    forger.sql(f"UPDATE entry SET {column} = ? WHERE seq = ?", changed, entry.seq)
    return f"entry {entry.seq} "


def change_an_amount(forger: Forger) -> str:
    entry = forger.with_more_money()
    forger.put(entry)
    return f"entry {entry.seq} is not what its digest was made of"


def change_an_amount_and_its_digest(forger: Forger) -> str:
    entry = forger.with_more_money()
    made = digest_of(entry.seq, entry.wall_time, entry.audience, entry.salt, entry.body)
    forger.put(msgspec.structs.replace(entry, digest=made))
    return f"entry {entry.seq} "


def change_an_amount_and_all_links(forger: Forger) -> str:
    forger.relink([forger.with_more_money()])
    return "the signature on its last entry"


def change_an_amount_all_links_and_forget_the_mark(forger: Forger) -> str:
    chain = forger.entries[-1].chain
    forger.relink([forger.with_more_money()])
    forger.mark(chain)
    return "closed at another entry than its last"


def tell_all_anew_and_sign_with_another_key(forger: Forger) -> str:
    forger.relink([forger.with_more_money()])
    forger.sign(len(forger.entries), forger.rng.randbytes(64))
    return "is not by this console's key"


def append(forger: Forger) -> str:
    forger.appended(*(forger.money() for _ in range(forger.rng.randrange(1, 4))))
    return rf"is signed up to {len(forger.entries)}: what follows is not the console's"


def append_with_an_old_signature(forger: Forger) -> str:
    *_, last = forger.appended(forger.money())
    forger.sign(last.seq, forger.sql("SELECT signature FROM signature ORDER BY random() LIMIT 1")[0][0])
    return "is not by this console's key"


def append_a_rich_checkpoint(forger: Forger) -> str:
    _, state = forger.rich_state()
    there = read_state(state)
    there.seq, there.chain = forger.entries[-1].seq, forger.entries[-1].chain
    state = encode_body(there)
    (entry,) = forger.appended(events.Checkpointed(digest(state)))
    forger.keep_state(entry.seq, state)
    return "what follows is not the console's"


def enrich_the_checkpoint(forger: Forger) -> str:
    seq, state = forger.rich_state()
    forger.sql("UPDATE checkpoint SET state = ? WHERE seq = ?", state, seq)
    return rf"the checkpoint at entry {seq} is not the one that the entry names"


def enrich_the_checkpoint_and_its_digest(forger: Forger) -> str:
    seq, state = forger.rich_state()
    forger.keep_state(seq, state)
    return rf"the checkpoint at entry {seq} is not the one that the entry names"


def name_a_rich_checkpoint(forger: Forger) -> str:
    """Its entry is written anew, and all that follow."""
    seq, state = forger.rich_state()
    forger.relink(
        [msgspec.structs.replace(forger.entries[seq - 1], body=encode_body(events.Checkpointed(digest(state))))]
    )
    forger.keep_state(seq, state)
    return "the signature on its last entry"


def lose_an_entry(forger: Forger) -> str:
    entry = forger.some(lambda entry: entry.seq > 1)
    forger.sql("DELETE FROM entry WHERE seq = ?", entry.seq)
    return f"entry {entry.seq} is missing"


def exchange_two_entries(forger: Forger) -> str:
    one, two = sorted((forger.some(), forger.some()), key=lambda entry: entry.seq)
    if one == two:
        return flip_a_byte(forger)
    forger.put(msgspec.structs.replace(two, seq=one.seq))
    forger.put(msgspec.structs.replace(one, seq=two.seq))
    return rf"entry ({one.seq}|{two.seq}) "


def damage_the_signature(forger: Forger) -> str:
    last = forger.entries[-1].seq
    if forger.rng.random() < 0.5:
        forger.sql("DELETE FROM signature WHERE seq = ?", last)
        return "what follows is not the console's"
    forger.sign(last, forger.rng.randbytes(64))
    return "is not by this console's key"


def damage_an_earlier_signature(forger: Forger) -> str:
    """Nothing that is served stands on it: only who verifies hears of it."""
    seq = forger.rng.choice(forger.sql("SELECT seq FROM signature ORDER BY seq")[:-1])[0]
    forger.sign(seq, forger.rng.randbytes(64))
    return f"the signature on entry {seq} is not by the key in"


def cut_the_end(forger: Forger) -> str:
    left = forger.rng.randrange(1, len(forger.entries) - 1)
    forger.sql("DELETE FROM entry WHERE seq > ?", left)
    return r"closed at another entry than its last|signature on entry \d+ is damaged, or its entry is missing"


IN_THE_JOURNAL: Final = (
    *(flip_a_byte, change_an_amount, change_an_amount_and_its_digest, change_an_amount_and_all_links),
    *(change_an_amount_all_links_and_forget_the_mark, tell_all_anew_and_sign_with_another_key, append),
    *(append_with_an_old_signature, append_a_rich_checkpoint, enrich_the_checkpoint),
    *(enrich_the_checkpoint_and_its_digest, name_a_rich_checkpoint, lose_an_entry, exchange_two_entries),
    *(damage_the_signature, cut_the_end),
)


# --- what only a copy elsewhere can know ----------------------------------------------------------------------------


def cut_it_at_a_signed_entry(forger: Forger) -> None:
    heads = [seq for (seq,) in forger.sql("SELECT seq FROM signature ORDER BY seq")]
    left = forger.rng.choice(heads[:-1])
    for table in ("entry", "signature", "checkpoint"):
        forger.sql(f"DELETE FROM {table} WHERE seq > ?", left)
    forger.mark(forger.entries[left - 1].chain)


def tell_all_anew_with_the_key(forger: Forger) -> None:
    """By somebody who is root, and no fool."""
    signer = load_signer(forger.path.with_name("keys") / "console.sign", TABLE)
    chain = forger.relink([forger.with_more_money()])
    last = len(forger.entries)
    forger.sql("DELETE FROM signature")
    forger.sql("DELETE FROM checkpoint")
    forger.sign(last, signer.sign(last, chain).signature)


# --- the table ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that has played, and was stopped: its keys, register, configuration and journal."""
    folder = tmp_path_factory.mktemp("stopped")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(history, "CHECKPOINT_EVERY", 60)
        Rig(folder, terminals=2)
        past = History(folder, 2)
        for _ in range(6):
            past.play(1)
            past.flush()
        past.close()
    shutil.copy(folder / "table.journal", folder / "archive.copy")
    return folder


@pytest.fixture
def table(stopped: Path, quick_folder: Path) -> Path:
    return Path(shutil.copytree(stopped, quick_folder / "table"))


def restored(stopped: Path, table: Path) -> Path:
    for file in table.glob("table.journal*"):
        file.unlink()
    return Path(shutil.copy(stopped / "table.journal", table))


def start(table: Path, then: Callable[[Service], object] = lambda _service: None) -> str:
    """Why it does not start, or is halted; "" if it serves."""
    try:
        with closing(Service(read_table(table / "table.toml"), Log("test"))) as service:
            then(service)
            halts = [halt for halt in service.table.view.halts.values() if halt.reason != UNCONFIRMED]
            return " / ".join(f"{halt.reason}: {halt.detail}" for halt in halts)
    except REFUSALS as refused:
        return str(refused)


def seeds(what: str) -> list[str]:
    return [*(f"{what} {number}" for number in range(EACH)), f"{what} {FRESH}"]


def forge(path: Path, seed: str, edit: Callable[[Forger], Any]) -> Any:
    with closing(Forger(path, Random(seed))) as forger:
        return edit(forger)


def test_the_table_starts_if_nobody_has_touched_it(table: Path) -> None:
    """The control: else whatever is done to it would be found."""
    archive = ("--archive", str(table / "archive.copy"))
    assert main(["journal", "verify", str(table / "table.journal"), *archive]) == 0
    assert main(["console", str(table / "table.toml"), "--check"]) == 0
    assert start(table) == ""


def assert_told_beforehand(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who verifies or copies the file, or looks if it would start, hears of it too."""
    assert main(["journal", "verify", str(table / "table.journal")]) == 1, capsys.readouterr()
    assert main(["journal", "backup", str(table / "table.journal"), str(table / "copy")]) == 1, capsys.readouterr()
    assert not (table / "copy").exists()
    assert main(["console", str(table / "table.toml"), "--check"]) == 2, capsys.readouterr()
    assert "etg console: " in capsys.readouterr().err


@pytest.mark.parametrize("edit", IN_THE_JOURNAL, ids=lambda edit: edit.__name__)
def test_an_edited_journal_is_found_before_the_table_serves(
    stopped: Path, table: Path, edit: Callable[[Forger], str], capsys: pytest.CaptureFixture[str]
) -> None:
    for number, seed in enumerate(seeds(edit.__name__)):
        path = restored(stopped, table)
        named = forge(path, seed, edit)
        if number < LOOKED_AT:
            assert_told_beforehand(table, capsys)
        told = start(table)
        assert re.search(named, told), f"{seed}: expected {named!r}, and it said {told!r}"


def test_an_earlier_signature_that_is_none_is_found_by_whoever_verifies_or_copies(
    stopped: Path, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in seeds("an earlier signature")[-LOOKED_AT:]:
        path = restored(stopped, table)
        named = forge(path, seed, damage_an_earlier_signature)
        for command in (["verify", str(path)], ["backup", str(path), str(table / "copy")]):
            assert main(["journal", *command]) == 1, (seed, command)
            assert named in capsys.readouterr().err, (seed, command)


# --- the write-ahead log of a console that was killed: its last entries are there alone -------------------------------

MARKED: Final = tuple(f"marked {number} in the log".encode() for number in range(8))
WAL_HEADER, FRAME_HEADER = 32, 24  # bytes, as SQLite documents them


def _frames(wal: bytes) -> list[range]:
    size = FRAME_HEADER + struct.unpack(">I", wal[8:12])[0]
    return [range(at, at + size) for at in range(WAL_HEADER, len(wal), size)]


def _ends(wal: bytes) -> list[int]:
    """Where each commit ends."""
    return [frame.stop for frame in _frames(wal) if any(wal[frame.start + 4 : frame.start + 8])]


def _flipped(wal: bytes, rng: Random, places: Sequence[int]) -> bytes:
    data = bytearray(wal)
    data[rng.choice(places)] ^= 1 << rng.randrange(8)
    return bytes(data)


def flip_its_header(wal: bytes, rng: Random) -> tuple[bytes, str]:
    return _flipped(wal, rng, range(WAL_HEADER)), "its header is not what was written"


def flip_a_frame(wal: bytes, rng: Random) -> tuple[bytes, str]:
    """Not of the last commit: nobody could tell that from a loss of power. Nor the mark of a commit, with which what
    follows looks like its end (FAULTS C8): a copy elsewhere knows it."""
    frames = [frame for frame in _frames(wal) if frame.stop <= _ends(wal)[-2]]
    places = [at for frame in frames for at in (*frame[:4], *frame[8:])]
    return _flipped(wal, rng, places), "is not what was written, and a whole commit follows it"


def change_a_body(wal: bytes, rng: Random) -> tuple[bytes, str]:
    mark = rng.choice(MARKED[:-1])
    return wal.replace(mark, mark.replace(b"marked", b"Marked")), "is not what was written"


def change_a_body_and_all_checksums(wal: bytes, rng: Random) -> tuple[bytes, str]:
    mark = rng.choice(MARKED)
    changed = wal.replace(mark, mark.replace(b"marked", b"Marked"))
    return with_right_checksums(changed), r"entry \d+ is not what its digest was made of"


IN_THE_LOG: Final = (flip_its_header, flip_a_frame, change_a_body, change_a_body_and_all_checksums)


class Killed:
    """A table whose console was killed: what it has left, as often as wanted."""

    def __init__(self, stopped: Path, table: Path) -> None:
        self.path = restored(stopped, table)
        signer = load_signer(read_table(table / "table.toml").keys / "console.sign", TABLE)
        self.file = left_by_a_kill(self.path, signer)
        self.wal = wal_of(self.path).read_bytes()

    def put_back(self, wal: bytes) -> None:
        self.path.write_bytes(self.file)
        wal_of(self.path).write_bytes(wal)


@pytest.fixture
def killed(stopped: Path, table: Path) -> Killed:
    return Killed(stopped, table)


def test_what_a_killed_console_has_left_is_whole(killed: Killed, table: Path) -> None:
    """The control."""
    killed.put_back(killed.wal)
    assert start(table) == ""


@pytest.mark.parametrize("edit", IN_THE_LOG, ids=lambda edit: edit.__name__)
def test_an_edit_of_the_write_ahead_log_is_found(
    killed: Killed, table: Path, edit: Callable[[bytes, Random], tuple[bytes, str]]
) -> None:
    for seed in seeds(edit.__name__):
        changed, named = edit(killed.wal, Random(seed))
        killed.put_back(changed)
        told = start(table)
        assert re.search(named, told), f"{seed}: expected {named!r}, and it said {told!r}"


def test_a_write_ahead_log_that_is_gone_is_missed(killed: Killed, table: Path) -> None:
    wal_of(killed.path).unlink()
    assert "it was not closed, and table.journal-wal is missing: entries are missing" in start(table)


def cut_at_a_commit(wal: bytes, rng: Random) -> bytes:
    return wal[: rng.choice(_ends(wal)[:-1])]


def cut_anywhere(wal: bytes, rng: Random) -> bytes:
    return wal[: rng.randrange(WAL_HEADER + FRAME_HEADER, len(wal) - 1)]


def empty(_wal: bytes, _rng: Random) -> bytes:
    return b""


def rot_in_the_last_commit(wal: bytes, rng: Random) -> bytes:
    return _flipped(wal, rng, range(_ends(wal)[-2], len(wal)))


def put_an_older_commit_last(wal: bytes, rng: Random) -> bytes:
    """With right checksums: its pages hide those of all that came after it."""
    ends = [WAL_HEADER, *_ends(wal)]
    at = rng.randrange(len(ends) - 2)
    one, two = ends[at : at + 2]
    return with_right_checksums(wal[:one] + wal[two:] + wal[one:two])


CUT: Final = (cut_at_a_commit, cut_anywhere, empty, rot_in_the_last_commit, put_an_older_commit_last)


@pytest.mark.parametrize("edit", CUT, ids=lambda edit: edit.__name__)
def test_a_write_ahead_log_that_was_cut_is_found_by_the_archive(
    killed: Killed, table: Path, edit: Callable[[bytes, Random], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    """As after a loss of power: the console alone cannot know that there was more."""
    with Journal(killed.path, TABLE, reserve=0):
        pass
    shutil.copy(killed.path, table / "archive.copy")
    for seed in seeds(edit.__name__)[-4:]:
        killed.put_back(edit(killed.wal, Random(seed)))
        assert main(["journal", "verify", str(killed.path), "--archive", str(table / "archive.copy")]) == 1, seed
        capsys.readouterr()
        told = start(table, copy_says_hello(table, ARCHIVE))
        assert re.search("history: Archive has our signature on entry|journal-wal is damaged", told), (seed, told)


def left_by_a_kill(path: Path, signer: Signer) -> bytes:
    """One more commit for each, which stay in the WAL; what is in the file itself."""
    journal = Journal(path, TABLE, reserve=0)
    (last,) = journal.read(journal.seq, journal.seq)
    for mark in MARKED:
        fact = events.RulingRecorded(mark.decode())
        entry = make_entry(journal.chain, journal.seq + 1, last.wall_time, audience_of(fact), b"", encode_body(fact))
        journal.commit([entry], None, signer.sign(entry.seq, entry.chain).signature)
    journal._fault = "killed"
    journal.close()
    return path.read_bytes()


def with_right_checksums(wal: bytes) -> bytes:
    """As SQLite documents it: each checksum goes on from the one before it."""
    header, frames = bytearray(wal[:32]), bytearray(wal[32:])
    order = "<>"[header[3] & 1]
    size = 24 + struct.unpack(">I", header[8:12])[0]
    sums = struct.unpack(">2I", header[24:32])
    for at in range(0, len(frames), size):
        sums = _summed(bytes(frames[at : at + 8]) + bytes(frames[at + 24 : at + size]), order, sums)
        frames[at + 16 : at + 24] = struct.pack(">2I", *sums)
    return bytes(header + frames)


def _summed(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two


def _another_role(file: Path, _other: Path) -> None:
    file.write_text(file.read_text().replace('role = "terminal"', 'role = "panel"'))


def _the_key_of_another(file: Path, other: Path) -> None:
    mine, theirs = (re.search(r'public = "(.*)"', it.read_text()) for it in (file, other))
    assert mine is not None
    assert theirs is not None
    file.write_text(file.read_text().replace(mine[1], theirs[1]))


def _another_name(file: Path, other: Path) -> None:
    shutil.copy(other, file)


def _no_longer_a_file_of_the_register(file: Path, _other: Path) -> None:
    file.write_text(file.read_text()[:-30])


def _open_to_others(file: Path, _other: Path) -> None:
    file.chmod(0o666)


IN_THE_REGISTER: Final = (
    (_another_role, "its file says the role panel: it is let in as a terminal"),
    (_the_key_of_another, "have the same key"),
    (_another_name, "is about T02|have the same key"),
    (_no_longer_a_file_of_the_register, "its file|no file that is in order"),
    (_open_to_others, "may be changed by others"),
)


@pytest.mark.parametrize(("edit", "named"), IN_THE_REGISTER, ids=lambda it: getattr(it, "__name__", ""))
def test_an_edited_register_lets_nobody_in_or_out_and_is_named(
    table: Path, edit: Callable[[Path, Path], None], named: str
) -> None:
    """The journal says who is let in. What its copy says otherwise is on record with the first turn of the loop."""
    enrolled = table / "keys" / ENROLLED

    def let_in(service: Service) -> dict[str, Enrolment]:
        return dict(service.table.keyring.live)

    seen: list[dict[str, Enrolment]] = []
    start(table, lambda service: seen.append(let_in(service)))
    edit(enrolled / "T01.toml", enrolled / "T02.toml")

    def look(service: Service) -> None:
        first = service.table.seq + 1
        service.turn()
        facts = [decode_event(entry.body) for entry in service.journal.read(first, service.journal.seq)]
        alarms = [in_english(fact) for fact in facts if isinstance(fact, events.AlarmRaised)]
        assert any(why.startswith("register T01") for why in alarms), alarms
        problem = service._register.problems.get("T01", "")
        assert re.search(named, f"{problem} {alarms}"), (problem, alarms)
        seen.append(let_in(service))

    start(table, look)
    assert seen[0] == seen[1]
    assert "T01" in seen[1]


def test_a_journal_signed_by_another_key_is_refused(table: Path) -> None:
    for ending in ("sign", "key", "pub", "tickets"):
        (table / "keys" / f"console.{ending}").unlink()
    make_pair(table / "keys", "console")
    assert "is not by this console's key" in start(table)


# --- with an archive or a witness ------------------------------------------------------------------------------------


def copy_says_hello(table: Path, name: str) -> Callable[[Service], None]:
    with Journal.open_to_read(table / f"{name.lower()}.copy") as copy:
        hello = m.Hello(1, bytes(8), copy.seq, copy.chain, PlayerId(name), name.lower(), copy.signed)
    return lambda service: service._batch([Heard(name, hello, name.lower())])


def keep_a_witness(table: Path) -> None:
    """What one has that was there all the time: links and signatures, and no body."""
    signer = Signer(new_secret(), TABLE, WITNESSED)
    with (
        Journal.open_to_read(table / "archive.copy") as whole,
        Journal(table / "witness.copy", TABLE, reserve=0, sealed=True) as journal,
    ):
        entries = [Entry(it.seq, "", SEALED, b"", b"", it.digest, it.chain) for it in whole.entries(1, whole.seq)]
        assert whole.signed is not None
        journal.commit(entries, None, whole.signed.signature, signer.sign(whole.seq, whole.chain).signature)


@pytest.mark.parametrize("name", [ARCHIVE, WITNESS])
@pytest.mark.parametrize("edit", [cut_it_at_a_signed_entry, tell_all_anew_with_the_key], ids=lambda edit: edit.__name__)
def test_what_only_a_copy_elsewhere_can_know_is_found_by_it(
    stopped: Path, table: Path, edit: Callable[[Forger], None], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_a_witness(table)
    for seed in seeds(edit.__name__):
        path = restored(stopped, table)
        forge(path, seed, edit)
        assert main(["journal", "verify", str(path), f"--{name.lower()}", str(table / f"{name.lower()}.copy")]) == 1
        assert re.search("entries .* are missing|another history", capsys.readouterr().err), seed
        assert f"history: {name} has our signature on entry" in start(table, copy_says_hello(table, name)), seed


def test_an_older_file_is_found_by_the_archive(stopped: Path, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = restored(stopped, table)
    start(table)
    shutil.copy(path, table / "archive.copy")
    shutil.copy(stopped / "table.journal", path)
    assert main(["journal", "verify", str(path), "--archive", str(table / "archive.copy")]) == 1
    assert "are missing" in capsys.readouterr().err
    assert "history: Archive has our signature on entry" in start(table, copy_says_hello(table, ARCHIVE))


def test_a_real_console_refuses_to_start_and_says_why(table: Path) -> None:
    forge(table / "table.journal", "real", change_an_amount_and_all_links)
    command = [sys.executable, "-m", "deploy.cli", "console", "table.toml"]
    ended = subprocess.run(command, cwd=table, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "cannot start" in ended.stderr
    assert "the signature on its last entry" in ended.stderr
