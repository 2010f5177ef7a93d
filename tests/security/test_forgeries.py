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
from protocol.chain import Entry, digest_of, link, make_entry
from protocol.codec import decode_event, encode_body
from protocol.events import audience_of
from protocol.journal import Journal, state_digest
from protocol.keyring import Enrolment
from protocol.keys import ENROLLED, load_signer, make_pair
from protocol.ledger import HOUSE, credit
from protocol.process import Log
from protocol.schema import SCHEMA
from protocol.signing import Signer
from protocol.wal import wal_of

TABLE: Final = "DEMO-01"
T01: Final = PlayerId("T01")
EACH: Final = 11  # edits of each kind
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
    """Who verifies the file, or looks if it would start, hears of it too."""
    assert main(["journal", "verify", str(table / "table.journal")]) == 1, capsys.readouterr()
    assert main(["console", str(table / "table.toml"), "--check"]) == 2, capsys.readouterr()
    assert "etg console: " in capsys.readouterr().err


@pytest.mark.parametrize("edit", IN_THE_JOURNAL, ids=lambda edit: edit.__name__)
def test_an_edited_journal_is_found_before_the_table_serves(
    stopped: Path, table: Path, edit: Callable[[Forger], str], capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(EACH):
        path = restored(stopped, table)
        named = forge(path, f"{edit.__name__} {number}", edit)
        if number < LOOKED_AT:
            assert_told_beforehand(table, capsys)
        told = start(table)
        assert re.search(named, told), f"{edit.__name__} {number}: expected {named!r}, and it said {told!r}"


def test_an_edit_of_the_write_ahead_log_is_found(stopped: Path, table: Path) -> None:
    """The console was killed: its last entries are in the WAL. Frames are changed, with right checksums and without."""
    path = restored(stopped, table)
    config = read_table(table / "table.toml")
    left = left_by_a_kill(path, load_signer(config.keys / "console.sign", TABLE))
    whole = wal_of(path).read_bytes()
    assert start(table) == ""
    for number in range(EACH):
        rng = Random(f"wal {number}")
        path.write_bytes(left)
        mark = rng.choice(MARKED[:-1])  # of the last commit nobody could tell it from a loss of power
        changed = whole.replace(mark, mark.replace(b"marked", b"Marked"))
        wal_of(path).write_bytes(with_right_checksums(changed) if number % 2 else changed)
        told = start(table)
        named = r"entry \d+ is not what its digest was made of" if number % 2 else "is not what was written"
        assert re.search(named, told), told


MARKED: Final = tuple(f"marked {number} in the log".encode() for number in range(8))


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
        alarms = [fact.why for fact in facts if isinstance(fact, events.AlarmRaised)]
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


# --- with an archive --------------------------------------------------------------------------------------------------


def archive_says_hello(table: Path) -> Callable[[Service], None]:
    with Journal.open_to_read(table / "archive.copy") as archive:
        hello = m.Hello(1, bytes(8), archive.seq, archive.chain, PlayerId(ARCHIVE), "archive", archive.signed)
    return lambda service: service._batch([Heard(ARCHIVE, hello, "archive")])


@pytest.mark.parametrize("edit", [cut_it_at_a_signed_entry, tell_all_anew_with_the_key], ids=lambda edit: edit.__name__)
def test_what_only_a_copy_elsewhere_can_know_is_found_by_the_archive(
    stopped: Path, table: Path, edit: Callable[[Forger], None], capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(EACH):
        path = restored(stopped, table)
        forge(path, f"{edit.__name__} {number}", edit)
        assert main(["journal", "verify", str(path), "--archive", str(table / "archive.copy")]) == 1
        assert re.search("entries .* are missing|another history", capsys.readouterr().err)
        assert "history: Archive has our signature on entry" in start(table, archive_says_hello(table))


def test_an_older_file_is_found_by_the_archive(stopped: Path, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = restored(stopped, table)
    start(table)
    shutil.copy(path, table / "archive.copy")
    shutil.copy(stopped / "table.journal", path)
    assert main(["journal", "verify", str(path), "--archive", str(table / "archive.copy")]) == 1
    assert "are missing" in capsys.readouterr().err
    assert "history: Archive has our signature on entry" in start(table, archive_says_hello(table))


def test_a_real_console_refuses_to_start_and_says_why(table: Path) -> None:
    forge(table / "table.journal", "real", change_an_amount_and_all_links)
    command = [sys.executable, "-m", "deploy.cli", "console", "table.toml"]
    ended = subprocess.run(command, cwd=table, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "cannot start" in ended.stderr
    assert "the signature on its last entry" in ended.stderr
