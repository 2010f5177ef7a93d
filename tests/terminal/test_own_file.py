"""A terminal's own file, changed by somebody who can link its records anew: what is in it of the console's log is not
believed, and so not shown to a Player.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from benchmarks.history import History
from deploy.demo.rig import Rig
from games.round import PlayerId
from protocol.chain import digest_of, first_link, link, opened, sealed
from protocol.config import PeerConfig
from protocol.events import may_read
from protocol.journal import Journal, JournalError
from protocol.keys import load_verifier
from protocol.ledger import credit
from protocol.messages import SentEntry, SignedHead
from protocol.process import Log
from terminal import runtime
from terminal.checkpoint import digest, restore, save
from terminal.records import Booted, Checkpointed, Copied, NoteHeld, TerminalEvent, own_pen
from terminal.runtime import bring_up
from terminal.session import Session

NAME = "T01 at DEMO-01"
Records = list[TerminalEvent]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> PeerConfig:
    folder = tmp_path_factory.mktemp("table")
    rig = Rig(folder, terminals=2)
    past = History(folder, 2)
    for _ in range(3):
        past.play(1)
        past.flush()
    past.close()
    return rig.peer("T01")


@pytest.fixture
def records(config: PeerConfig) -> Records:
    """What a terminal has kept that heard all of it, commit by commit."""
    with Journal.open_to_read(config.journal.with_name("table.journal")) as table:
        entries, heads = list(table.entries()), list(table.heads("signature"))
    found: Records = [Booted(1, b"run-calm"), NoteHeld(b"note", 5_000)]
    first = 1
    for head in heads:
        sent = tuple(opened(it) if may_read("T01", it.audience) else sealed(it) for it in entries[first - 1 : head.seq])
        found.append(Copied(first, sent, head.chain, head))
        first = head.seq + 1
    return found


def write(path: Path, records: Records, state: bytes | None = None) -> Path:
    """With right links; `state` is the checkpoint that the last of them names."""
    with Journal(path, NAME, reserve=0) as journal:
        pen = own_pen(0, journal.chain)
        *before, last = [pen.write(record, "20:00") for record in records]
        journal.commit(before)
        journal.commit([last], state)
    return path


def brought_up(path: Path, config: PeerConfig) -> Session:
    with Journal(path, NAME, reserve=0) as journal:
        verify = load_verifier(config.console_key, config.table).verify
        return bring_up(journal, PlayerId(config.name), config.table, verify, Log("T01"))


def test_what_nobody_has_touched_is_believed(tmp_path: Path, config: PeerConfig, records: Records) -> None:
    """The control: with the money that the console says, and the note that is held."""
    session = brought_up(write(tmp_path / "T01.journal", records), config)
    assert session.credit > 0
    assert session.state.outbox.notes == {b"note": 5_000}


def rich(entry: SentEntry) -> SentEntry:
    """A hundred times as much bought."""
    assert entry.body is not None
    fact = msgspec.msgpack.decode(entry.body)
    fact["amount"] *= 100
    return msgspec.structs.replace(entry, body=msgspec.msgpack.encode(fact))


def with_its_digest(seq: int, entry: SentEntry) -> SentEntry:
    assert entry.body is not None
    made = digest_of(seq, entry.wall_time, entry.audience, entry.salt, entry.body)
    return msgspec.structs.replace(entry, digest=made)


def bought(records: Records) -> tuple[int, int]:
    """Where it is: the record, and the entry in it."""
    return next(
        (at, place)
        for at, record in enumerate(records)
        if isinstance(record, Copied)
        for place, entry in enumerate(record.entries)
        if entry.body is not None and b"CreditBought" in entry.body
    )


def altered(record: TerminalEvent, place: int, entry: SentEntry) -> Copied:
    assert isinstance(record, Copied)
    entries = (*record.entries[:place], entry, *record.entries[place + 1 :])
    return msgspec.structs.replace(record, entries=entries)


def more_money(records: Records) -> str:
    at, place = bought(records)
    record = records[at]
    assert isinstance(record, Copied)
    records[at] = altered(record, place, rich(record.entries[place]))
    return f"entry {record.first_seq + place} is not what its digest was made of"


def more_money_with_its_digest(records: Records) -> str:
    at, place = bought(records)
    record = records[at]
    assert isinstance(record, Copied)
    seq = record.first_seq + place
    records[at] = altered(record, place, with_its_digest(seq, rich(record.entries[place])))
    return r"entry \d+ is not the one that the console has signed|do not make the link behind them"


def linked_anew(records: Records, signed: Callable[[SignedHead | None, bytes], SignedHead | None]) -> None:
    """All links of the copy, from the first entry on."""
    more_money_with_its_digest(records)
    chain = first_link("DEMO-01")
    for at, record in enumerate(records):
        if isinstance(record, Copied):
            for entry in record.entries:
                chain = link(chain, entry.digest)
            records[at] = msgspec.structs.replace(record, chain=chain, signed=signed(record.signed, chain))


def more_money_and_all_links(records: Records) -> str:
    linked_anew(records, lambda signed, _chain: signed)
    return r"entry \d+ is not the one that the console has signed"


def more_money_all_links_and_old_signatures(records: Records) -> str:
    linked_anew(records, lambda signed, chain: None if signed is None else msgspec.structs.replace(signed, chain=chain))
    return r"entry \d+ is not signed by the console whose key we have"


def an_entry_less(records: Records) -> str:
    at, _ = bought(records)
    del records[at]
    return r"entry \d+ is missing"


@pytest.mark.parametrize(
    "forge",
    [
        *(more_money, more_money_with_its_digest, more_money_and_all_links),
        *(more_money_all_links_and_old_signatures, an_entry_less),
    ],
)
def test_a_changed_copy_of_the_log_is_not_believed_and_the_file_is_kept(
    tmp_path: Path, config: PeerConfig, records: Records, forge: Callable[[Records], str]
) -> None:
    named = forge(records)
    path = write(tmp_path / "T01.journal", records)
    with pytest.raises(JournalError, match=f"not what the console told: ({named}).* Keep the file"):
        brought_up(path, config)
    with Journal.open_to_read(path) as journal:
        assert journal.seq == len(records), "what it has asked for is still there"


def with_rich_checkpoint(records: Records) -> tuple[Records, bytes]:
    session = Session(PlayerId("T01"), "DEMO-01")
    pen = own_pen(0, b"")
    for record in records:
        session.apply(pen.write(record, "20:00"), record)
    state = save(session.state)
    assert state is not None
    there = restore(state)
    there.ledger.balances[credit(PlayerId("T01"))] *= 100
    rich_state = save(there)
    assert rich_state is not None
    return [*records, Checkpointed(digest(rich_state))], rich_state


def test_a_changed_checkpoint_is_not_believed(tmp_path: Path, config: PeerConfig, records: Records) -> None:
    path = write(tmp_path / "T01.journal", records)
    told = brought_up(path, config).credit
    forged = write(tmp_path / "forged.journal", *with_rich_checkpoint(records))
    assert brought_up(forged, config).credit == told


def test_a_long_file_is_taken_up_at_its_checkpoint(
    tmp_path: Path, config: PeerConfig, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not read from the first record, so a forged state is believed: the console's account is the master."""
    monkeypatch.setattr(runtime, "WHOLE_AT_START", len(records))
    forged, state = with_rich_checkpoint(records)
    path = write(tmp_path / "T01.journal", forged, state)
    assert (
        brought_up(path, config).credit == 100 * brought_up(write(tmp_path / "short.journal", records), config).credit
    )
