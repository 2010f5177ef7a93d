"""A House that knows all nonces tells a shuffle in an order that suits it (004 §2.1.b): whoever follows sees it."""

import pytest

from games.fair_shuffle import Part, commit_nonce, commit_seed
from games.round import PlayerId
from protocol import events as e
from protocol.shuffle_view import find_wrong
from protocol.view import TableView
from tests.console.automatic import Auto

SEED, SALT = b"of the House".ljust(32), b"salt".ljust(32)
OURS, NONCE = PlayerId("T9"), b"that pleases the House".ljust(32)


class Told:
    """An honest Round, followed up to where all nonces are known and nothing is mixed."""

    def __init__(self) -> None:
        auto = Auto()
        auto.bet(T1=200, T2=400)
        auto.until(lambda: auto.table.view.shuffle.parts is not None)
        facts, kept = auto.facts, auto.seeds.kept[-1]
        self.facts = facts[: next(at for at, it in enumerate(facts) if isinstance(it, e.ShuffleMixed))]
        self.seed, self.salt = kept.seed, kept.salt
        self.view = TableView()
        self.tell(*self.facts)
        assert len(self.view.shuffle.nonces) == 2

    def tell(self, *facts: e.Event) -> None:
        for fact in facts:
            self.view.apply(fact)

    def wrong(self, seed: bytes, salt: bytes, *more: Part) -> str:
        """Once the House has mixed it, with more than everybody has followed, and opened it."""
        shuffle = self.view.shuffle
        self.tell(e.ShuffleMixed(1, (*shuffle.mix(), *more)), e.ShuffleOpened(1, seed, salt))
        assert shuffle.last is not None
        return find_wrong("A", shuffle.last, ())


@pytest.fixture
def told() -> Told:
    return Told()


def test_told_honestly_nothing_is_wrong(told: Told) -> None:
    assert told.wrong(told.seed, told.salt) == ""


@pytest.mark.rule("004 §2.1.b")
def test_a_house_that_binds_itself_again_once_it_knows_the_nonces_is_held_to_its_first_seed(told: Told) -> None:
    bound = [it for it in told.facts if isinstance(it, e.NonceCommitted | e.NonceOpened)]
    told.tell(e.ShuffleCommitted(1, 6, commit_seed("A", 1, SEED, SALT)), *bound)
    assert told.wrong(SEED, SALT) == "the seed is not the one that was committed to before Bets opened"


@pytest.mark.rule("004 §2.1.b")
def test_a_house_that_opens_bets_again_for_a_terminal_of_its_own_is_named(told: Told) -> None:
    opened = next(it for it in told.facts if isinstance(it, e.WindowOpened))
    closed = next(it for it in told.facts if isinstance(it, e.WindowClosed))
    told.tell(opened, e.NonceCommitted(1, OURS, commit_nonce("A", 1, OURS, NONCE)), closed)
    told.tell(e.NonceOpened(1, OURS, NONCE))
    more = () if OURS in told.view.shuffle.digests else (Part(OURS, NONCE),)
    wrong = told.wrong(told.seed, told.salt, *more)
    assert wrong == "the shuffle was not mixed from what every terminal was bound to"


def test_a_seed_that_was_lost_before_bets_opened_is_followed_by_another(told: Told) -> None:
    """So nobody is bound to a nonce for it: this one is no choice."""
    again, first = commit_seed("A", 2, SEED, SALT), e.ShuffleCommitted(2, 6, b"lost".ljust(32))
    told.tell(first, e.ShuffleLost(2), e.ShuffleCommitted(2, 6, again))
    assert told.view.shuffle.commitment == again
