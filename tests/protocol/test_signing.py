"""What a signature on a head says, who knows it again, and what a follower makes of one that is missing or false."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.round import PlayerId
from protocol import messages as m
from protocol.chain import ChainBroken, Entry, first_link, opened
from protocol.faults import Fault
from protocol.follower import Follower
from protocol.join import CAPABILITIES, Join
from protocol.journal import Journal, JournalError
from protocol.keys import BadKey, load_public, load_signer, load_verifier, make_pair
from protocol.signing import HEAD, WITNESSED, Signer, Verifier, new_secret, public_of, statement
from tests.protocol.signed_log import ENTRIES, OTHER, SECRET, SIGNER, TABLE

RUN = b"run-8byt"


# --- a signature -----------------------------------------------------------------------------------------------------


def test_the_same_statement_has_the_same_signature_in_every_language() -> None:
    """RFC 8032: there is one signature for a key and a message. What is signed, byte for byte."""
    assert statement(HEAD, "T", 7, b"c" * 32) == (
        b"\0\0\0\x12etg console head 1\0\0\0\x01T\0\0\0\x08\0\0\0\0\0\0\0\x07\0\0\0\x20" + b"c" * 32
    )
    assert SIGNER.sign(7, b"c" * 32) == Signer(SECRET, TABLE).sign(7, b"c" * 32)


@given(st.integers(0, 2**53), st.binary(min_size=32, max_size=32))
def test_a_signature_is_known_again_by_who_has_the_public_key(seq: int, chain: bytes) -> None:
    head = SIGNER.sign(seq, chain)
    assert Verifier(public_of(SECRET), TABLE).verify(head)
    assert not Verifier(public_of(SECRET), "BAC-02").verify(head)  # another table of the same house
    assert not Verifier(public_of(SECRET), TABLE, WITNESSED).verify(head)  # another thing that is said of it
    assert not Verifier(public_of(new_secret()), TABLE).verify(head)
    assert not SIGNER.verify(replace(head, seq=seq ^ 1))


@given(st.binary(max_size=80))
def test_no_other_bytes_are_a_signature(forged: bytes) -> None:
    assert not SIGNER.verify(m.SignedHead(1, b"c" * 32, forged))


# --- keys ------------------------------------------------------------------------------------------------------------


def test_the_console_s_keys_sign_and_the_public_file_knows_it(tmp_path: Path) -> None:
    make_pair(tmp_path, "console")
    make_pair(tmp_path, "Witness", signs=True)
    make_pair(tmp_path, "T01")
    head = load_signer(tmp_path / "console.sign", TABLE).sign(1, b"c" * 32)
    assert load_verifier(tmp_path / "console.pub", TABLE).verify(head)
    assert not load_verifier(tmp_path / "Witness.pub", TABLE).verify(head)
    assert (tmp_path / "console.sign").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "T01.sign").exists()
    with pytest.raises(BadKey, match=r"T01\.pub has no key for signatures"):
        load_verifier(tmp_path / "T01.pub", TABLE)
    with pytest.raises(BadKey, match=r"is a secret key: hand on console\.pub"):
        load_public(tmp_path / "console.sign")


def test_a_signing_key_that_others_may_read_is_refused_and_none_is_overwritten(tmp_path: Path) -> None:
    make_pair(tmp_path, "console")
    (tmp_path / "console.key").unlink()
    kept = (tmp_path / "console.sign").read_text()
    with pytest.raises(BadKey, match=r"console\.sign exists, and a key is never overwritten"):
        make_pair(tmp_path, "console")
    assert (tmp_path / "console.sign").read_text() == kept
    (tmp_path / "console.sign").chmod(0o640)
    with pytest.raises(BadKey, match=r"console\.sign may be read by others"):
        load_signer(tmp_path / "console.sign", TABLE)
    (tmp_path / "console.sign").chmod(0o600)
    (tmp_path / "console.sign").write_text('signing_secret = "short"')
    with pytest.raises(BadKey, match="40 characters"):
        load_signer(tmp_path / "console.sign", TABLE)


# --- the journal -----------------------------------------------------------------------------------------------------


def kept(path: Path, entries: Sequence[Entry], signed: m.SignedHead | None) -> Path:
    with Journal(path, TABLE, reserve=0) as journal:
        journal.commit(entries[:2], signature=SIGNER.sign(2, entries[1].chain).signature)
        journal.commit(entries[2:], signature=signed.signature if signed else b"")
    return path


def test_a_journal_ends_in_the_console_s_signature(tmp_path: Path) -> None:
    head = SIGNER.sign(4, ENTRIES[-1].chain)
    with Journal(kept(tmp_path / "good", ENTRIES, head), TABLE, reserve=0) as journal:
        journal.check_signed(SIGNER.verify)
        assert journal.signed == head
        with pytest.raises(JournalError, match="not by this console's key"):
            journal.check_signed(Signer(new_secret(), TABLE).verify)


@pytest.mark.parametrize("how", ["no signature", "of another history", "forged"])
def test_entries_that_the_console_has_not_signed_are_refused_at_a_start(tmp_path: Path, how: str) -> None:
    """Somebody has appended entries with right links, or has made all links anew."""
    proof = {
        "no signature": None,
        "of another history": SIGNER.sign(4, OTHER[-1].chain),
        "forged": m.SignedHead(4, ENTRIES[-1].chain, b"f" * 64),
    }[how]
    with Journal(kept(tmp_path / "bad", ENTRIES, proof), TABLE, reserve=0) as journal:
        journal.verify()  # the links alone do not tell
        words = "signed up to 2: what follows is not the console's" if how == "no signature" else "not by this console"
        with pytest.raises(JournalError, match=words):
            journal.check_signed(SIGNER.verify)


def test_a_new_journal_has_nothing_to_be_signed(tmp_path: Path) -> None:
    with Journal(tmp_path / "new", TABLE, reserve=0) as journal:
        journal.check_signed(SIGNER.verify)


# --- a follower ------------------------------------------------------------------------------------------------------


def follower(seq: int = 0, signed: m.SignedHead | None = None) -> Join:
    chain = ENTRIES[seq - 1].chain if seq else first_link(TABLE)
    return Join(Follower("T1", seq, chain), "T1", "terminal", 1, RUN, verify=SIGNER.verify, signed=signed)


@pytest.mark.parametrize(
    "answer", [m.Denied(1, RUN, m.Denial.VERSION, versions=(2, 3)), m.Welcome(1, RUN, 0, first_link(TABLE), version=2)]
)
def test_a_console_of_another_version_is_a_fault_that_lasts_until_there_is_one_of_ours(answer: m.News) -> None:
    peer = follower()
    (hello,) = peer.outgoing(0)
    assert isinstance(hello, m.Hello)
    assert (hello.versions, hello.capabilities) == ((1,), ("boxes", "disputes", "squeeze"))
    peer.hear(0, answer)
    assert (peer.fault, peer.joined, peer.denied) == (Fault.VERSION, False, "")
    assert peer.outgoing(10_000) == [hello]
    peer.hear(10_000, m.Welcome(1, RUN, 0, first_link(TABLE)))
    assert (peer.fault, peer.joined) == (Fault.NONE, True)


def batch(first: int, last: int, signature: bytes | None = None, of: Sequence[Entry] = ENTRIES) -> m.Batch:
    sent = tuple(opened(entry) for entry in of[first - 1 : last])
    proof = SIGNER.sign(last, of[last - 1].chain).signature if signature is None else signature
    return m.Batch(first, sent, of[last - 1].chain, proof)


def hear(join: Join, news: m.News) -> None:
    stretch = join.hear(0, news)
    if stretch is not None:
        join.follower.advance(stretch.last_seq, stretch.chain)


def hello(join: Join) -> m.Hello:
    (said,) = join.outgoing(0)
    assert isinstance(said, m.Hello)
    return said


def test_a_hello_carries_the_newest_head_that_the_console_has_signed() -> None:
    join = follower()
    assert hello(follower()).signed is None
    hear(join, batch(1, 2))
    hear(join, batch(3, 3, b""))  # a part of what was committed: signed with what follows
    told = (PlayerId("T1"), "terminal", SIGNER.sign(2, ENTRIES[1].chain))
    assert hello(join) == m.Hello(1, RUN, 3, ENTRIES[2].chain, *told, capabilities=CAPABILITIES)


def test_a_hello_also_carries_a_head_that_was_only_heard_of() -> None:
    """If the console's disk forgets the entries that never came, this is all that is left of them."""
    join, newest = follower(), SIGNER.sign(4, ENTRIES[3].chain)
    hear(join, batch(1, 2))
    hear(join, m.Pulse(4, ENTRIES[3].chain, -1, newest.signature))
    said = hello(join)
    assert (said.signed, said.heard) == (SIGNER.sign(2, ENTRIES[1].chain), newest)
    hear(join, batch(3, 4))
    join.greet_again()
    said = hello(join)
    assert (said.signed, said.heard) == (newest, None)


@pytest.mark.parametrize("news", [batch(1, 4, b"f" * 64), m.Pulse(4, ENTRIES[3].chain)])
def test_what_the_console_has_not_signed_is_a_broken_chain(news: m.News) -> None:
    join = follower(2)
    with pytest.raises(ChainBroken):
        hear(join, news)


def test_a_pulse_with_a_false_signature_is_a_broken_chain_and_one_without_entries_is_not() -> None:
    join = follower()
    hear(join, m.Pulse(0, first_link(TABLE)))
    with pytest.raises(ChainBroken, match="entry 4 is not signed by the console whose key we have"):
        hear(join, m.Pulse(4, ENTRIES[3].chain, -1, b"f" * 64))


def test_a_console_with_another_history_does_not_talk_a_follower_out_of_its_proof() -> None:
    """It has the console's own key, and signs what it says."""
    join = follower()
    hear(join, batch(1, 3))
    proof = join.signed
    with pytest.raises(ChainBroken):
        hear(join, batch(4, 4, of=OTHER))
    assert hello(join).signed == proof == SIGNER.sign(3, ENTRIES[2].chain)


def test_two_signed_histories_at_one_entry_are_found_before_the_entries_come() -> None:
    join = follower()
    hear(join, m.Pulse(3, ENTRIES[2].chain, -1, SIGNER.sign(3, ENTRIES[2].chain).signature))
    with pytest.raises(ChainBroken, match="has signed two histories at entry 3"):
        hear(join, m.Pulse(3, OTHER[2].chain, -1, SIGNER.sign(3, OTHER[2].chain).signature))


def test_a_signature_that_was_kept_is_held_against_what_comes_after_a_restart() -> None:
    join = follower(2, SIGNER.sign(3, ENTRIES[2].chain))
    with pytest.raises(ChainBroken):
        hear(join, batch(3, 4, of=OTHER))
