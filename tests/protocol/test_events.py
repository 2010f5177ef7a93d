"""Who may read which fact (M13): every fact has exactly one audience, and nobody reads another Player's money."""

from typing import Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from games.cards import DECK
from protocol import events, money_events
from protocol.events import (
    ALL,
    FOR_STAFF,
    PRIVATE,
    SEALED,
    STAFF,
    Audience,
    CardHidden,
    Event,
    audience_of,
    may_read,
    only,
)
from protocol.fact import Fact
from tests.protocol.anything import anything

# What everybody at the table may know. By hand: a new fact is public only if somebody writes it down here too.
PUBLIC: Final = frozenset(
    "ConsoleStarted Checkpointed TableOpened LimitsSet TableClosed DayBegan DayDoubted DayClosed Halted Resumed "
    "Interrupted InterruptionAnswered ShoeLoaded CardBurnt ShoeLive CutCardSeen ShoeEmptied ShoeEnded ShoeLost "
    "ShoeBack WindowOpened TimeAdded WindowClosed CardDealt CardRevealed HandsLaid SurplusDrawn CardUnread CardWaiting "
    "SetWithdrawn ShoeSetAside CardTakenBack SidesReported "
    "CardMatched CardIdle SurplusKept RulingMade CardsCorrected Certified RoundEnded RoundCorrected "
    "CurrencyBound Seated HandHandled ShuffleCommitted NonceCommitted NonceOpened ShuffleMixed CardPeeked "
    "ShuffleOpened ShuffleLost ClosingCalled CoinChosen".split()
)
EVENTS: Final = {kind.__name__: kind for kind in get_args(Event)}


def names(kinds: tuple[type, ...]) -> set[str]:
    return {kind.__name__ for kind in kinds}


def test_every_fact_is_public_or_for_one_terminal_or_for_staff_or_a_hidden_card() -> None:
    groups = [set(PUBLIC), names(PRIVATE), names(FOR_STAFF), {"CardHidden", "CardRead", "TicketNumbered"}]
    assert set().union(*groups) == set(EVENTS)
    assert sum(map(len, groups)) == len(EVENTS)
    assert len(set(PRIVATE)) == len(PRIVATE)
    assert len(set(FOR_STAFF)) == len(FOR_STAFF)


def test_every_struct_of_the_vocabulary_is_an_event() -> None:
    """A fact that was forgotten in the union could be written and never be read."""
    here = (*vars(events).values(), *vars(money_events).values())
    facts = {kind.__name__ for kind in here if isinstance(kind, type) and issubclass(kind, Fact)}
    assert facts - {"Fact"} == set(EVENTS)


def test_a_fact_never_changes_says_what_it_is_and_takes_no_field_that_nobody_knows() -> None:
    for name, kind in EVENTS.items():
        config = kind.__struct_config__
        assert (config.frozen, config.tag, config.forbid_unknown_fields) == (True, name, True), name


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
@given(st.data())
@settings(max_examples=3)
def test_the_audience_follows_from_the_type_alone(kind: type, data: st.DataObject) -> None:
    event = data.draw(anything(kind))
    if kind.__name__ in PUBLIC:
        assert audience_of(event) == ALL
    elif kind in PRIVATE:
        assert audience_of(event) == event.terminal
    elif kind in FOR_STAFF:
        assert audience_of(event) == STAFF
    elif isinstance(event, events.CardRead):
        assert audience_of(event) == (STAFF if event.staff else SEALED)
    elif isinstance(event, events.TicketNumbered):
        assert audience_of(event) == f"only/{event.terminal}"
    else:
        assert isinstance(event, CardHidden)
        assert audience_of(event) == (f"only/{event.to}" if event.to else SEALED)


def test_the_face_of_a_hidden_card_is_for_the_player_who_turns_it_or_for_nobody() -> None:
    assert audience_of(CardHidden(7, 0, DECK[0], "T1")) == only("T1") == "only/T1"
    assert audience_of(CardHidden(7, 0, DECK[0], "")) == SEALED


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_m13_no_public_fact_has_a_place_for_one_players_money(name: str) -> None:
    private = {
        "terminal",
        "amount",
        "change",
        "answer",
        "lines",
        "before",
        "after",
        "credited",
        "owed",
        "sitting",
        "id",
    }
    found = {field.name for field in fields(EVENTS[name])} & private
    # Of the window; and who sits where, who takes his cards up, and whose nonce it is, is seen by everybody.
    seen = {"WindowOpened": {"id"}, "WindowClosed": {"id"}, "Seated": {"terminal"}, "HandHandled": {"terminal"}}
    seen["CoinChosen"] = {"terminal"}  # which coin lies there, everybody sees
    seen |= {"NonceCommitted": {"terminal"}, "NonceOpened": {"terminal"}}
    assert found <= seen.get(name, set())


def test_every_private_fact_names_its_terminal() -> None:
    for kind in PRIVATE:
        assert "terminal" in {field.name for field in fields(kind)}, kind


READERS: Final = ("T1", "T2", "staff", "archive")
TABLE: Final[dict[str, tuple[bool, bool, bool, bool]]] = {
    #          T1     T2     staff  archive
    "": (True, True, True, True),
    "T1": (True, False, True, True),
    "T2": (False, True, True, True),
    "only/T1": (True, False, False, True),
    "only/T2": (False, True, False, True),
    "staff": (False, False, True, True),
    "sealed": (False, False, False, True),
}


@pytest.mark.parametrize("audience", TABLE)
def test_who_may_read_what(audience: str) -> None:
    assert tuple(may_read(reader, Audience(audience)) for reader in READERS) == TABLE[audience]


def test_the_words_for_audiences_are_in_journals_and_do_not_change() -> None:
    assert (ALL, STAFF, SEALED) == ("", "staff", "sealed")


def test_m13_the_panel_does_not_see_a_card_that_a_player_has_yet_to_turn() -> None:
    assert not may_read(STAFF, audience_of(CardHidden(7, 0, DECK[0], "T1")))
