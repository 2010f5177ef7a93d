"""The chain: whatever is changed, dropped, swapped or put in, whoever checks the links finds it."""

import struct
from hashlib import sha256
from typing import Final, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.chain import ChainBroken, Entry, digest_of, first_link, link, make_entry, opened, sealed, verify
from protocol.events import ALL, SEALED, STAFF, Audience
from protocol.messages import SentEntry
from tests.protocol.chained import START, Written, journal

T1: Final = Audience("T1")


# The same fact twice, an empty body, and bodies that are each other's beginning.
JOURNAL: Final = journal(
    [
        ("2026-01-02T20:00:00.000Z", ALL, b"", b"opened"),
        ("2026-01-02T20:00:00.001Z", T1, b"salt of 16 bytes", b"bought"),
        ("2026-01-02T20:00:00.001Z", T1, b"salt of 16 bytes", b"bought"),
        ("2026-01-02T20:00:01.500Z", STAFF, b"other salt, same", b"bought 100"),
        ("2026-01-02T20:00:02.000Z", SEALED, b"the third of all", b""),
        ("2026-01-02T20:00:02.000Z", ALL, b"", b""),
    ]
)

TEXTS: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
AUDIENCES: Final = st.sampled_from([ALL, STAFF, SEALED, T1, Audience("T2")])
FACTS: Final = st.tuples(TEXTS, AUDIENCES, st.binary(max_size=4), st.binary(max_size=8)).map(
    lambda fact: fact if fact[1] != ALL else (fact[0], fact[1], b"", fact[3])
)
JOURNALS: Final = st.lists(FACTS, min_size=1, max_size=6).map(journal)


# --- what is hashed, byte for byte ------------------------------------------------------------------------


def test_the_first_link_is_the_name_of_the_table() -> None:
    assert first_link("BAC-01") == sha256(b"etg/1 BAC-01").digest()
    assert first_link("Tisch für 7") == sha256("etg/1 Tisch für 7".encode()).digest()
    assert first_link("BAC-01") != first_link("BAC-02")


def test_a_digest_covers_the_lengths_and_then_everything() -> None:
    made = digest_of(7, "20:00", "T1", b"salt", b"body!")
    assert made == sha256(struct.pack(">QIIII", 7, 5, 2, 4, 5) + b"20:00T1saltbody!").digest()


def test_a_link_joins_the_link_before_and_the_digest() -> None:
    assert link(b"b" * 32, b"d" * 32) == sha256(b"b" * 32 + b"d" * 32).digest()


def test_the_bytes_never_change() -> None:
    """These are in the journals of tables that have been played: a change here makes them unreadable."""
    entry = make_entry(START, 1, "2026-01-02T20:00:00.000Z", ALL, b"", b"opened")
    assert START.hex() == "32ec8e455acbb5e3c459af0fdcc4f991ef5669c7e5719085d6d46a824975f973"
    assert entry.digest.hex() == "abbce13674ee94e112c055907fd7fb92600a05a4d1886d2bce43fb6d8e4b2ca4"
    assert entry.chain.hex() == "cadfd5f75a3be9f53c83d1d1ac6c050d5ef368a251f1f3cc1fd9c9e655e5c01e"


def test_an_entry_is_made_with_its_digest_and_its_link() -> None:
    made = make_entry(START, 1, "20:00", T1, b"salt", b"body")
    digest = digest_of(1, "20:00", "T1", b"salt", b"body")
    assert made == Entry(1, "20:00", T1, b"salt", b"body", digest, link(START, digest))


@given(FACTS, FACTS, st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_different_entries_have_different_digests(one: Written, other: Written, seq: int, other_seq: int) -> None:
    assert (digest_of(seq, *one) == digest_of(other_seq, *other)) == ((seq, one) == (other_seq, other))


def test_no_byte_can_wander_from_one_field_to_the_next() -> None:
    parts = {
        digest_of(1, "ab", "cd", b"ef", b"gh"),
        digest_of(1, "a", "bcd", b"ef", b"gh"),
        digest_of(1, "ab", "c", b"def", b"gh"),
        digest_of(1, "ab", "cd", b"e", b"fgh"),
        digest_of(1, "ab", "cd", b"efgh", b""),
        digest_of(1, "", "abcd", b"ef", b"gh"),
    }
    assert len(parts) == 6


# --- verify -----------------------------------------------------------------------------------------------


def test_a_journal_as_it_was_written_is_believed() -> None:
    assert (verify(START, 1, JOURNAL), verify(START, 1, [])) == (JOURNAL[-1].chain, START)
    assert verify(START, 1, iter(JOURNAL)) == JOURNAL[-1].chain


@given(JOURNALS, st.integers(0, 5))
def test_any_run_of_a_journal_is_believed_from_the_link_before_it(entries: list[Entry], start: int) -> None:
    start = min(start, len(entries))
    before = entries[start - 1].chain if start else START
    assert verify(before, start + 1, entries[start:]) == entries[-1].chain


def changed(entry: Entry, name: str) -> list[Entry]:
    """The same entry with one field other than it was, in a few ways."""
    value = getattr(entry, name)
    if isinstance(value, int):
        others: list[object] = [value + 1, value - 1, 0, value + 2**32]
    elif isinstance(value, str):
        others = [value + " ", value[:-1], "T9", "", STAFF, SEALED]
    else:
        flipped = [bytes([*value[:n], value[n] ^ 1, *value[n + 1 :]]) for n in range(len(value))]
        others = [*flipped, value + b"\0", value[:-1], b"", b"\0" * 32, sha256(value).digest()]
    return [replace(entry, **{name: other}) for other in others if other != value]


@pytest.mark.parametrize("name", get_type_hints(Entry))
def test_every_change_of_every_field_of_every_entry_is_found(name: str) -> None:
    for index, entry in enumerate(JOURNAL):
        spoilt = changed(entry, name)
        assert spoilt
        for other in spoilt:
            with pytest.raises(ChainBroken, match=f"^entry {index + 1} "):
                verify(START, 1, [*JOURNAL[:index], other, *JOURNAL[index + 1 :]])


@pytest.mark.parametrize("index", range(len(JOURNAL) - 1))
def test_a_dropped_entry_is_found(index: int) -> None:
    with pytest.raises(ChainBroken) as broken:
        verify(START, 1, [*JOURNAL[:index], *JOURNAL[index + 1 :]])
    assert str(broken.value) == f"entry {index + 1} is missing: {index + 2} stands in its place"


def test_a_tail_that_was_cut_off_is_found_by_whoever_has_the_last_link() -> None:
    shorter = verify(START, 1, JOURNAL[:-1])
    assert shorter == JOURNAL[-2].chain
    assert shorter != JOURNAL[-1].chain


@pytest.mark.parametrize("index", range(len(JOURNAL) - 1))
def test_two_swapped_entries_are_found_also_if_they_are_numbered_anew(index: int) -> None:
    one, other = JOURNAL[index], JOURNAL[index + 1]
    with pytest.raises(ChainBroken):
        verify(START, 1, [*JOURNAL[:index], other, one, *JOURNAL[index + 2 :]])
    renumbered = [replace(other, seq=one.seq), replace(one, seq=other.seq)]
    with pytest.raises(ChainBroken, match="is not what its digest was made of"):
        verify(START, 1, [*JOURNAL[:index], *renumbered, *JOURNAL[index + 2 :]])


@pytest.mark.parametrize("index", range(len(JOURNAL)))
def test_an_entry_that_was_put_in_is_found(index: int) -> None:
    before = JOURNAL[index - 1].chain if index else START
    forged = make_entry(before, index + 1, "20:00", ALL, b"", b"forged")
    with pytest.raises(ChainBroken, match=f"entry {index + 2} is missing: {index + 1} stands in its place"):
        verify(START, 1, [*JOURNAL[:index], forged, *JOURNAL[index:]])
    doubled = [*JOURNAL[: index + 1], *JOURNAL[index:]]
    with pytest.raises(ChainBroken, match=f"entry {index + 2} is missing: {index + 1} stands in its place"):
        verify(START, 1, doubled)


@pytest.mark.parametrize("index", range(len(JOURNAL) - 1))
def test_an_entry_that_was_forged_with_its_own_digest_and_link_is_found_at_the_next_one(index: int) -> None:
    before = JOURNAL[index - 1].chain if index else START
    forged = make_entry(before, index + 1, "20:00", ALL, b"", b"forged")
    with pytest.raises(ChainBroken) as broken:
        verify(START, 1, [*JOURNAL[:index], forged, *JOURNAL[index + 1 :]])
    assert str(broken.value) == f"entry {index + 2} does not follow from the one before it"


def test_a_journal_that_was_forged_to_its_end_is_found_by_whoever_has_one_of_its_links() -> None:
    forged = journal([("20:00", ALL, b"", b"forged") for _ in JOURNAL])
    assert not {entry.chain for entry in forged} & {entry.chain for entry in JOURNAL}


def test_a_digest_that_was_forged_does_not_link() -> None:
    other = replace(JOURNAL[1], chain=link(JOURNAL[0].chain, b"x" * 32))
    with pytest.raises(ChainBroken, match="entry 2 does not follow from the one before it"):
        verify(START, 1, [JOURNAL[0], other])


def test_a_journal_of_another_table_or_from_another_place_is_found() -> None:
    with pytest.raises(ChainBroken, match="entry 1 does not follow"):
        verify(first_link("BAC-02"), 1, JOURNAL)
    with pytest.raises(ChainBroken, match="entry 2 is missing: 1 stands in its place"):
        verify(START, 2, JOURNAL)


def test_what_is_for_all_has_no_salt() -> None:
    salted = make_entry(START, 1, "20:00", ALL, b"s", b"body")
    with pytest.raises(ChainBroken) as broken:
        verify(START, 1, [salted])
    assert str(broken.value) == "entry 1 is for all and has a salt"
    assert verify(START, 1, [make_entry(START, 1, "20:00", T1, b"s", b"body")])


@given(JOURNALS, st.data())
@settings(max_examples=100)
def test_any_change_of_any_journal_is_found(entries: list[Entry], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(entries) - 1))
    name = data.draw(st.sampled_from(sorted(get_type_hints(Entry))))
    kind = type(getattr(entries[index], name))
    value = data.draw({int: st.integers(0, 2**64 - 1), str: TEXTS, bytes: st.binary(max_size=40)}[kind])
    spoilt = replace(entries[index], **{name: value})
    tampered = [*entries[:index], spoilt, *entries[index + 1 :]]
    if spoilt == entries[index]:
        assert verify(START, 1, tampered) == entries[-1].chain
    else:
        with pytest.raises(ChainBroken):
            verify(START, 1, tampered)


# --- sealed and opened ------------------------------------------------------------------------------------


@given(JOURNALS)
def test_sealed_and_opened_entries_link_alike(entries: list[Entry]) -> None:
    chain = START
    for entry in entries:
        assert sealed(entry).digest == opened(entry).digest == entry.digest
        chain = link(chain, sealed(entry).digest)
        assert chain == entry.chain


def test_a_sealed_entry_shows_its_place_and_its_audience_and_nothing_else() -> None:
    entry = JOURNAL[1]
    assert sealed(entry) == SentEntry(entry.digest, "T1", "", b"", None)
    assert opened(entry) == SentEntry(entry.digest, "T1", "2026-01-02T20:00:00.001Z", b"salt of 16 bytes", b"bought")


def test_an_entry_that_is_opened_later_is_proved_to_be_the_same() -> None:
    entry = JOURNAL[1]
    shown, told = sealed(entry), opened(entry)
    assert told.body is not None
    assert digest_of(entry.seq, told.wall_time, told.audience, told.salt, told.body) == shown.digest
    assert digest_of(entry.seq, told.wall_time, told.audience, told.salt, b"bought 2") != shown.digest


def test_the_same_card_under_two_salts_cannot_be_recognised() -> None:
    one, other = (digest_of(1, "20:00", "sealed", salt, b"9S") for salt in (b"salt 1", b"salt 2"))
    assert one != other
