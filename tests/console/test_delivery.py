"""Who is sent what after a commit: one public batch, and to each peer the bodies that are for it alone (M13)."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from console.table.delivery import BYTES_MAX, ENTRIES_MAX, Delivery, deltas_for, expanded, for_reader, public_batch
from console.table.shown import ShowEntry
from console.table.table import ShowAfter
from games.round import DealingError
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link, link, opened, sealed
from protocol.codec import body_decoder, decode_event, decode_news, encode
from protocol.events import ALL, SEALED, STAFF, Audience, only
from protocol.follower import Follower
from protocol.halts import Halt
from protocol.loop import Reply
from protocol.picture import Picture
from simulation.calm import EVERYBODY
from tests.console.cluster import BANKER_WINS, PANEL, TABLE, Cluster, betting, cards_of, dealt, of, played, texts
from tests.console.people import SUPERVISOR


def told(**more: Any) -> Cluster:
    """A Round in which both Players bet and win or lose."""
    return played(BANKER_WINS, {"T1": {"banker": 100}, "T2": {"player": 50}}, **more)


def readable(entries: Sequence[m.SentEntry]) -> list[str]:
    return ["-" if entry.body is None else type(decode_event(entry.body)).__name__ for entry in entries]


# --- what one may read -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reader", "may"),
    [
        ("T1", {ALL, "T1"}),
        ("T2", {ALL, "T2"}),
        ("nobody", {ALL}),
        (STAFF, {ALL, "T1", "T2", STAFF}),
        ("archive", {ALL, "T1", "T2", STAFF, SEALED}),
        ("witness", set()),
    ],
)
def test_m13_each_reader_gets_the_bodies_that_are_for_it_and_seals_for_the_rest(reader: str, may: set[str]) -> None:
    for entry in [*told().entries, *hole_card().entries]:
        sent = for_reader(reader, entry)
        assert sent == (opened(entry) if entry.audience in may else sealed(entry))
        assert (sent.digest, sent.audience) == (entry.digest, entry.audience)  # its place in the chain is shown to all


@pytest.mark.rule("001 §1.6")
def test_the_public_batch_is_what_anybody_may_read() -> None:
    cluster = told()
    sent = tuple(for_reader("nobody", entry) for entry in cluster.entries)
    assert public_batch(cluster.entries) == m.Batch(1, sent, cluster.table.chain)


def heard_by(peer: str, cluster: Cluster) -> Iterator[tuple[int, Sequence[m.SentEntry], bytes]]:
    """Everything that ever went out to somebody who listens to this line and to the broadcast."""
    for to, news in cluster.line:
        if to in (peer, EVERYBODY) and isinstance(news, m.Deltas | m.Batch):
            yield news.first_seq, news.entries, news.chain
        elif to in (peer, EVERYBODY) and isinstance(news, m.See):
            yield news.seq, (news.entry,), news.chain


def test_m13_no_message_to_a_terminal_holds_another_ones_money() -> None:
    cluster = betting({"T1": {"banker": 100}, "T2": {"player": 50}})
    cluster.answer("T1", {"banker": 5_000})
    cluster.finish(BANKER_WINS)
    cluster.cash_out("T1", 100)
    cluster.dispute("T1", 1)
    cluster.heard("T2", m.Sync(*cluster.process("T2"), 0))
    heard = [entry for _, entries, _ in heard_by("T2", cluster) for entry in entries]
    bodies = [decode_event(entry.body) for entry in heard if entry.body is not None]
    assert {getattr(event, "terminal", "T2") for event in bodies} == {"T2"}
    assert not any(isinstance(event, e.Ordered | e.OrderRefused | e.TerminalJoined) for event in bodies)


# --- after a commit --------------------------------------------------------------------------------------------------


def test_a_bet_goes_to_its_terminal_and_the_panel_at_once_and_to_the_others_with_the_next_public_entry() -> None:
    cluster = betting()
    batches = len(cluster.published)
    cluster.bet("T1", banker=100)
    assert [reply.to for reply in cluster.outbox] == ["T1", PANEL]
    assert [readable(reply.message.entries) for reply in cluster.outbox] == [["LayoutRegistered"]] * 2
    assert len(cluster.published) == batches
    cluster.bet("T2", player=50)
    assert {reply.to: readable(reply.message.entries) for reply in cluster.outbox} == {
        "T2": ["-", "LayoutRegistered"],  # what the others have not been sent yet comes along, sealed
        PANEL: ["LayoutRegistered"],  # the first one it has
    }
    cluster.bet("T2", player=75)
    assert {reply.to: readable(reply.message.entries) for reply in cluster.outbox} == {
        "T2": ["LayoutRegistered"],
        PANEL: ["LayoutRegistered"],
    }
    cluster.close()
    assert readable(cluster.published[-1].entries) == ["-", "-", "-", "-", "WindowClosed"]
    assert cluster.published[-1].chain == cluster.table.chain


def test_a_settlement_is_one_broadcast_and_one_message_to_each_player() -> None:
    cluster = told()
    assert readable(cluster.published[-1].entries) == ["-", "Certified", "-", "-", "RoundEnded"]
    first, second = (entry for entry in cluster.entries[-3:-1])
    assert [(reply.to, reply.message) for reply in cluster.outbox[:-1]] == [
        ("T1", m.See(first.seq, opened(first), first.chain)),  # the rest comes with the broadcast
        ("T2", m.See(second.seq, opened(second), second.chain)),
    ]
    assert cluster.outbox[-1].to == PANEL
    assert readable(cluster.outbox[-1].message.entries) == ["Ordered", "Certified", "Settled", "Settled", "RoundEnded"]


def test_what_a_player_is_told_of_a_settlement_does_not_grow_with_the_number_of_players() -> None:
    longest = []
    for count in (1, 12):
        players = [f"T{number}" for number in range(1, count + 1)]
        cluster = played(BANKER_WINS, {name: {"banker": 100} for name in players}, terminals=players)
        longest.append(max(len(encode(reply.message)) for reply in cluster.outbox if reply.to != PANEL))
    assert longest[0] <= longest[1] < longest[0] + 20  # larger numbers, nothing else


def test_a_public_commit_needs_no_private_message() -> None:
    cluster = dealt()
    cluster.draw("9S")
    assert cluster.outbox == []
    assert readable(cluster.published[-1].entries) == ["CardDealt"]


def test_what_has_waited_goes_out_before_the_pulse_that_names_it() -> None:
    cluster = betting()
    head = len(cluster.entries)
    assert cluster.delivery.before_pulse(head, cluster.read) == []
    cluster.bet("T1", banker=100)
    batch = m.Batch(head + 1, (sealed(cluster.entries[-1]),), cluster.table.chain)
    assert cluster.delivery.before_pulse(head + 1, cluster.read) == [batch]
    assert cluster.delivery.before_pulse(head + 1, cluster.read) == []
    cluster.close()
    assert cluster.published[-1].first_seq == head + 2  # nobody is sent it twice


def test_a_follower_of_the_broadcast_alone_has_the_whole_chain() -> None:
    cluster = told()
    waited = cluster.delivery.before_pulse(len(cluster.entries), cluster.read)
    follower = Follower("nobody", 0, first_link(TABLE))
    for sent in [*cluster.published, *waited]:
        follower.offer(sent.first_seq, sent.entries, sent.chain)
        follower.take()
    assert (follower.seq, follower.chain) == (cluster.table.seq, cluster.table.chain)


def test_a_follower_of_its_own_messages_and_the_broadcast_misses_nothing_that_is_for_it() -> None:
    cluster = Cluster(terminals=())
    cluster.join("T1")
    cluster.buy("T1", 1_000)
    cluster.open_round({"T1": {"banker": 100}})
    cluster.close()
    follower = Follower("T1", 0, first_link(TABLE))
    taken: list[m.SentEntry] = []
    for sent in heard_by("T1", cluster):
        follower.offer(*sent)
        taken.extend(entry for _, entry, _ in follower.take())
    assert follower.seq == len(cluster.entries)
    own = [decode_event(entry.body) for entry in taken if entry.audience == "T1" and entry.body is not None]
    assert own == cluster.journal(e.CreditBought, e.LayoutRegistered)


# --- answers to questions --------------------------------------------------------------------------------------------


def test_see_shows_an_entry_to_whom_it_is_for_and_its_seal_to_others() -> None:
    cluster = told()
    entry = next(entry for entry in cluster.entries if entry.audience == "T1")
    head = len(cluster.entries)
    reply = Reply("T1", ShowEntry(entry.seq))
    assert expanded(reply, "T1", head, cluster.read) == Reply("T1", m.See(entry.seq, opened(entry), entry.chain))
    other = Reply("T2", ShowEntry(entry.seq))
    assert expanded(other, "T2", head, cluster.read) == Reply("T2", m.See(entry.seq, sealed(entry), entry.chain))


def entries_of(sizes: Sequence[int], audience: Audience = ALL) -> list[Entry]:
    """Entries with bodies of these sizes; what is in them is of no account here."""
    return [
        Entry(seq, "", audience, b"", b"b" * size, b"d" * 32, seq.to_bytes(32)) for seq, size in enumerate(sizes, 1)
    ]


def test_deltas_come_five_hundred_at_a_time_and_say_how_far_the_log_goes() -> None:
    entries = entries_of([10] * 1_200)

    def read(first: int, last: int) -> Sequence[Entry]:
        return entries[first - 1 : last]

    reply = expanded(Reply("T1", ShowAfter(3)), "T1", 1_200, read)
    assert reply == Reply("T1", deltas_for("T1", entries[3 : 3 + ENTRIES_MAX], 1_200))
    assert reply is not None
    assert (reply.message.first_seq, reply.message.head_seq, reply.message.chain) == (4, 1_200, entries[502].chain)
    assert expanded(Reply("T1", ShowAfter(1_198)), "T1", 1_200, read) == Reply(
        "T1", deltas_for("T1", entries[-2:], 1_200)
    )


@pytest.mark.parametrize(
    ("sizes", "pieces"),
    [
        ([10] * ENTRIES_MAX, [ENTRIES_MAX]),
        ([10] * (ENTRIES_MAX + 1), [ENTRIES_MAX, 1]),
        ([BYTES_MAX // 2] * 5, [2, 2, 1]),
        ([10, BYTES_MAX, 10], [1, 1, 1]),
        ([2 * BYTES_MAX], [1]),
    ],
    ids=["just", "more", "large", "one_large", "huge"],
)
def test_what_would_be_too_long_for_one_message_goes_out_in_pieces(sizes: list[int], pieces: list[int]) -> None:
    entries = entries_of(sizes)
    batches, replies = Delivery(0).after_commit(entries, [PANEL], lambda _first, _last: entries)
    assert ([len(batch.entries) for batch in batches], replies) == (pieces, [])
    assert [entry for batch in batches for entry in batch.entries] == [opened(entry) for entry in entries]
    assert all(batch.chain == entries[batch.first_seq + len(batch.entries) - 2].chain for batch in batches)
    private = entries_of(sizes, Audience("T1"))
    batches, replies = Delivery(0).after_commit(private, [PANEL], lambda _first, _last: private)
    assert batches == []
    assert [(reply.to, len(reply.message.entries)) for reply in replies] == [
        *(("T1", size) for size in pieces),
        *((PANEL, size) for size in pieces),
    ]


def test_the_largest_message_passes_the_codec() -> None:
    entries = entries_of([BYTES_MAX - ENTRIES_MAX * 500, *[500] * (ENTRIES_MAX - 1)])
    (batch,), _ = Delivery(0).after_commit(entries, [], lambda _first, _last: entries)
    assert decode_news(encode(batch)) == batch


@pytest.mark.parametrize("after", [0, 1, 2**53 - 1])
def test_who_has_everything_or_more_is_sent_nothing(after: int) -> None:
    cluster = Cluster()
    head = len(cluster.entries)
    assert expanded(Reply("T1", ShowAfter(head + after)), "T1", head, cluster.read) is None


def test_any_other_reply_goes_out_as_it_is() -> None:
    reply = Reply("T1", m.Denied(1, b"runrunru", "retired"))
    assert expanded(reply, "T1", 0, lambda _first, _last: ()) == reply


# --- cards that lie face down ----------------------------------------------------------------------------------------


def hole_card() -> Cluster:
    """The Dealer's second card lies face down, and nobody may know it."""
    return dealt("9S 6D 8H KD", {"T1": {"1/main": 100}}, "premium_blackjack", snapshot_from=10)


def test_m13_the_hole_card_is_sealed_for_everybody_until_it_is_turned() -> None:
    cluster = hole_card()
    (king,) = cards_of("KD")
    hidden = next(entry for entry in cluster.entries if isinstance(decode_event(entry.body), e.CardHidden))
    assert (hidden.audience, len(hidden.salt)) == (SEALED, 16)
    for reader in ("T1", "T2", STAFF):
        assert for_reader(reader, hidden) == sealed(hidden)
    assert cluster.hands == {"1": "9S 8H", "dealer": "6D ??"}
    for entry in cluster.entries:
        if entry.seq != hidden.seq and entry.audience != SEALED:
            assert b"KD" not in entry.body
    assert e.CardRevealed(1, 3, king) in cluster.choose("T1", "stand")
    assert cluster.hands["dealer"] == "6D KD"
    assert link(cluster.entries[hidden.seq - 2].chain, hidden.digest) == hidden.chain  # it was that card all the time


def test_m13_a_card_that_waits_behind_an_unread_one_may_be_the_hole_card() -> None:
    cluster = dealt("9S 6D", {"T1": {"1/main": 100}}, game="premium_blackjack")
    cluster.unread()
    (king,) = cards_of("KD")
    assert cluster.draw("KD") == [e.CardWaiting(4), e.CardRead(4, king)]
    assert cluster.entries[-1].audience == SEALED
    assert cluster.draw("KD", shoe_seq=4) == []
    cluster.enter("8H")
    assert (cluster.hands, cluster.halts) == ({"1": "9S 8H", "dealer": "6D ??"}, [])
    assert all(b"KD" not in entry.body for entry in cluster.entries if entry.audience != SEALED)


def test_m13_neither_a_picture_nor_an_order_shows_the_hole_card() -> None:
    cluster = hole_card()
    for peer in ("T1", PANEL):
        cluster.heard(peer, m.Sync(*cluster.process(peer), 0))
        (reply,) = cluster.sent
        picture = body_decoder(Picture).decode(reply.message.state)
        assert texts(picture.view.hands["dealer"]) == "6D ??"
        assert b"KD" not in reply.message.state


def squeezing(cards: str = "9S 5D 6H 8H 4C") -> Cluster:
    """T1 turns the cards of his box himself."""
    cluster = betting({}, "blackjack", squeeze=True, snapshot_from=10)
    cluster.place("T1", {"1/main": 100}, "squeeze")
    cluster.place("T2", {"2/main": 100})
    cluster.close()
    cluster.deal(cards)
    return cluster


def test_m13_a_squeezed_card_is_for_the_player_who_squeezes_it() -> None:
    cluster = squeezing()
    hidden = [entry for entry in cluster.entries if isinstance(decode_event(entry.body), e.CardHidden)]
    assert [entry.audience for entry in hidden] == [only("T1"), only("T1")]
    for entry in hidden:
        assert for_reader("T1", entry) == opened(entry)
        for reader in ("T2", STAFF, "nobody"):
            assert for_reader(reader, entry) == sealed(entry)
    assert cluster.hands == {"1": "?? ??", "2": "5D 4C", "dealer": "6H"}
    cluster.heard("T1", m.TurnCards(*cluster.process("T1"), 1, (0, 3)))
    assert cluster.journal(e.CardRevealed) == [
        e.CardRevealed(1, 0, cards_of("9S")[0]),
        e.CardRevealed(1, 3, cards_of("8H")[0]),
    ]
    assert cluster.hands["1"] == "9S 8H"


def test_a_squeezed_card_goes_to_its_player_at_once_and_not_to_staff() -> None:
    cluster = squeezing("9S")
    hidden = cluster.entries[-1]
    assert cluster.outbox == [Reply("T1", m.See(hidden.seq, opened(hidden), hidden.chain))]
    assert isinstance(decode_event(hidden.body), e.CardHidden)
    assert readable(cluster.published[-1].entries) == ["CardDealt", "-"]


def test_m13_a_picture_for_another_terminal_has_no_squeezed_card_in_it() -> None:
    cluster = squeezing()
    cluster.heard("T2", m.Sync(*cluster.process("T2"), 0))
    (reply,) = cluster.sent
    picture = body_decoder(Picture).decode(reply.message.state)
    assert texts(picture.view.hands["1"]) == "?? ??"


def test_a_ruling_turns_the_cards_that_a_player_squeezes() -> None:
    """Whoever rules looks at all the cards; everybody sees them from then on."""
    cluster = squeezing()
    nine, eight = cards_of("9S 8H")
    cluster.call()
    written = cluster.rule(DealingError(), "5.7")
    assert of(written, e.CardRevealed) == [e.CardRevealed(1, 0, nine), e.CardRevealed(1, 3, eight)]
    assert (cluster.hands["1"], cluster.table.state.hidden) == ("9S 8H", {})


def test_m13_a_foreign_hole_card_is_not_named() -> None:
    cluster, bet = Cluster("premium_blackjack"), {"T1": {"1/main": 100}}
    for _ in range(3):
        cluster.open_round(bet)
        cluster.close()
        cluster.deal("KS 9D KS 9D")
        if Halt.UNSHUFFLED in cluster.view.halts:
            cluster.obey(m.Resume(Halt.UNSHUFFLED), SUPERVISOR)
        cluster.choose("T1", "stand")
        cluster.certify()
    cluster.open_round(bet)
    cluster.go("close, 7S 9C 7D KS")
    assert cluster.halts == ["foreign_card"]
    assert "KS" not in cluster.view.halts[Halt.FOREIGN_CARD].detail


# --- the audience is the terminal's own name -------------------------------------------------------------------------


def test_a_commit_of_entries_that_are_for_nobody_goes_out_sealed_with_the_next_pulse() -> None:
    entries = [Entry(1, "", Audience("sealed"), b"salt", b"body", b"d" * 32, b"c" * 32)]
    delivery = Delivery(0)
    assert delivery.after_commit(entries, [PANEL], lambda _first, _last: entries) == ([], [])
    batch = m.Batch(1, (m.SentEntry(b"d" * 32, "sealed"),), b"c" * 32)
    assert delivery.before_pulse(1, lambda _first, _last: entries) == [batch]
