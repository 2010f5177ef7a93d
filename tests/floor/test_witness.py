"""The witness: it countersigns what the console has signed and what links, keeps no bodies, and stops at all else."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from floor.witness import Witness
from protocol import messages as m
from protocol.chain import Entry, is_sealed, opened, sealed
from protocol.config import PeerConfig
from protocol.journal import Journal, JournalError
from protocol.keys import load_signer, load_verifier, make_pair
from protocol.signing import WITNESSED, Signer
from tests.protocol.signed_log import ENTRIES, OTHER, TABLE

NOWHERE = "tcp://127.0.0.1:9"


@pytest.fixture
def config(tmp_path: Path) -> PeerConfig:
    make_pair(tmp_path, "console")
    make_pair(tmp_path, "Witness", signs=True)
    key, console_key, journal = (tmp_path / name for name in ("Witness.key", "console.pub", "witness.journal"))
    return PeerConfig("Witness", TABLE, NOWHERE, NOWHERE, key, console_key, journal)


@pytest.fixture
def console(config: PeerConfig) -> Signer:
    return load_signer(config.console_key.with_name("console.sign"), TABLE)


@pytest.fixture
def witness(config: PeerConfig) -> Iterator[Witness]:
    with closing(Witness(config)) as witness:
        yield witness


def told(witness: Witness, *news: m.News) -> None:
    waiting: list[m.News] = list(news)
    witness.peer.news = lambda: [waiting.pop(0) for _ in tuple(waiting)]  # type: ignore[method-assign]
    witness.turn()


def batch(
    signer: Signer | None, first: int, last: int, log: Sequence[m.SentEntry] = (), entries: Sequence[Entry] = ENTRIES
) -> m.Batch:
    chain = entries[last - 1].chain
    signature = b"" if signer is None else signer.sign(last, chain).signature
    sent = tuple(log) or tuple(sealed(entry) for entry in entries[first - 1 : last])
    return m.Batch(first, sent, chain, signature)


def heads(witness: Witness) -> tuple[int, int, int]:
    """Kept, signed by the console, countersigned."""
    kept = witness.journal
    return kept.seq, kept.signed.seq if kept.signed else 0, kept.countersigned.seq if kept.countersigned else 0


def test_it_countersigns_what_the_console_signed_and_keeps_no_body(
    config: PeerConfig, console: Signer, witness: Witness
) -> None:
    told(witness, batch(console, 1, 2, [opened(entry) for entry in ENTRIES[:2]]))  # as everybody hears it
    told(witness, batch(None, 3, 3))  # a part of a commit
    assert heads(witness) == (3, 2, 2)
    told(witness, batch(console, 4, 4))
    assert heads(witness) == (4, 4, 4)
    witness.close()
    with Journal.open_to_read(config.journal) as journal:
        assert all(is_sealed(entry) for entry in journal.entries(sealed=True))
        assert (journal.chain, journal.doubt) == (ENTRIES[3].chain, "")
        assert journal.countersigned is not None
        assert load_verifier(config.key.with_suffix(".pub"), TABLE, WITNESSED).verify(journal.countersigned)
        assert not load_verifier(config.console_key, TABLE).verify(journal.countersigned)
    assert b"RulingRecorded" not in config.journal.read_bytes()


def test_a_signature_that_comes_after_its_entries_is_countersigned_then(console: Signer, witness: Witness) -> None:
    told(witness, batch(None, 1, 2))
    assert heads(witness) == (2, 0, 0)
    head = console.sign(2, ENTRIES[1].chain)
    told(witness, m.Pulse(2, head.chain, -1, head.signature))
    assert heads(witness) == (2, 2, 2)


def test_it_goes_on_from_where_it_was_and_its_hello_shows_it(
    config: PeerConfig, console: Signer, witness: Witness
) -> None:
    told(witness, batch(console, 1, 2))
    witness.close()
    with closing(Witness(config)) as again:
        (hello,) = again.listener.outgoing(0)
        assert isinstance(hello, m.Hello)
        assert (hello.role, hello.last_seq, hello.signed) == ("witness", 2, console.sign(2, ENTRIES[1].chain))
        told(again, batch(console, 3, 4))
        assert heads(again) == (4, 4, 4)


def test_it_stops_at_a_head_that_another_key_has_signed(witness: Witness, console: Signer) -> None:
    told(witness, batch(console, 1, 2))
    told(witness, batch(Signer(bytes(32), TABLE), 3, 4))
    assert witness.why == "entry 4 is not signed by the console whose key we have"
    assert heads(witness) == (2, 2, 2)
    assert witness.head == f"2:{ENTRIES[1].chain.hex()}"


def test_it_stops_at_another_history_however_well_it_is_signed(witness: Witness, console: Signer) -> None:
    told(witness, batch(console, 1, 4))
    told(witness, batch(console, 1, 4, entries=OTHER))
    assert witness.why == "the console has signed two histories at entry 4"
    told(witness, batch(console, 4, 4, entries=OTHER))  # and hears nothing any more
    assert heads(witness) == (4, 4, 4)
    witness.run()  # ends at once


def test_a_signed_head_from_afar_that_the_entries_do_not_lead_to_is_found(
    witness: Witness, console: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("protocol.follower.AHEAD_MAX", 2)
    head = console.sign(3, OTHER[2].chain)
    told(witness, m.Pulse(3, head.chain, -1, head.signature))
    told(witness, batch(None, 1, 2), batch(None, 3, 4))
    assert witness.why == "the console has signed two histories at entry 3"
    assert heads(witness) == (4, 0, 0)


@pytest.mark.parametrize("key", ["console", "Witness"])
def test_a_file_that_other_keys_have_signed_is_not_gone_on_with(
    key: str, config: PeerConfig, console: Signer, witness: Witness
) -> None:
    told(witness, batch(console, 1, 2))
    witness.close()
    folder = config.key.parent
    for ending in ("key", "sign", "pub", "tickets"):
        (folder / f"{key}.{ending}").unlink(missing_ok=True)
    make_pair(folder, key, signs=True)
    whose = "by the console whose key we have" if key == "console" else "by our own key"
    with pytest.raises(JournalError, match=rf"on entry 2 is not {whose}\. Keep the file"):
        Witness(config)


def test_it_ends_when_its_file_was_exchanged_and_keeps_nothing_where_nobody_would_find_it(
    console: Signer, witness: Witness
) -> None:
    told(witness, batch(console, 1, 3))
    path = witness.journal.path
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(JournalError, match=r"witness\.journal is not the file any more that this process writes"):
        told(witness, batch(console, 4, 4))
    assert heads(witness) == (3, 3, 3)
