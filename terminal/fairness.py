"""What this terminal adds to the shuffle of a table where nobody deals, and how it checks what became of it.

The nonce follows from a secret of this process, so nothing of it is kept: who restarts after his Bets cannot open it
any more, and its digest counts. That the House has spoken for this terminal is kept: no power cut makes it forget.
Functions over the seat; knows no game.
"""

import hmac
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from games.fair_shuffle import commit_nonce
from games.round import CardDrawn
from protocol import events
from protocol import messages as m
from protocol.liveness import Backoff
from protocol.shuffle_view import OpenedShuffle, find_wrong
from protocol.view import Phase
from terminal.own_rounds import dispute_shuffle
from terminal.records import NonceForeign, Opened
from terminal.state import Seat

LEFT_OUT: Final = "this terminal has bet, and its nonce is not in the shuffle"
FOREIGN: Final = "the nonce that is in the shuffle for this terminal is not its own"


def own_nonce(seat: Seat, round_no: int) -> bytes:
    """Another one for each Round, and not to be told from those before it."""
    return hmac.digest(seat.forgotten.secret, f"{seat.state.table} {round_no}".encode(), "sha256")


def wish(seat: Seat) -> m.CommitNonce | m.OpenNonce | None:
    """What the console has not heard of yet."""
    state, view = seat.state, seat.state.view
    shuffle, terminal = view.shuffle, state.terminal
    unwanted = not seat.forgotten.secret or shuffle.parts is not None or shuffle.round_no != view.round_no
    if unwanted or not view.placard.automatic or not view.in_round:
        return None
    nonce = own_nonce(seat, view.round_no)
    digest = commit_nonce(state.table, view.round_no, terminal, nonce)
    if terminal not in shuffle.digests:
        has_bets = bool(state.outbox.layouts or state.layouts.bets())
        open_to_all = any(it.window.respondents is None for it in view.windows.values())
        return m.CommitNonce(state.boot, state.run, view.round_no, digest) if has_bets and open_to_all else None
    bound = shuffle.digests[terminal] == digest and terminal not in shuffle.nonces
    if bound and view.phase is Phase.DEALING:
        return m.OpenNonce(state.boot, state.run, view.round_no, nonce)
    return None


def is_unbound(seat: Seat) -> bool:
    """Bets are open, and what this terminal adds to the shuffle is not on record yet: so it says none. A Round with a
    Bet of its own and without its nonce is then no lost message.
    """
    view = seat.state.view
    if not (view.placard.automatic and seat.forgotten.secret and view.shuffle.round_no == view.round_no):
        return False
    open_to_all = any(it.window.respondents is None for it in view.windows.values())
    return open_to_all and seat.state.terminal not in view.shuffle.digests


def speak(seat: Seat, now_ms: int) -> Iterator[m.Request]:
    """Until the log says that it was heard."""
    wanted, asked = wish(seat), seat.forgotten.mixing
    if wanted is None:
        seat.forgotten.mixing = None
        return
    if asked is None or asked[0] is not type(wanted):
        seat.forgotten.mixing = asked = (type(wanted), Backoff(now_ms))
    if now_ms >= asked[1].due_ms:
        asked[1].sent(now_ms)
        yield wanted


def see_bound(seat: Seat, opened: Opened, event: events.NonceCommitted) -> None:
    """After it was welcomed nobody else speaks for this terminal: a nonce that is not its own is the House's."""
    welcomed, forgotten = seat.join.welcomed_at, seat.forgotten
    if event.terminal != seat.state.terminal or not forgotten.secret or welcomed is None or opened.seq <= welcomed:
        return
    nonce = own_nonce(seat, event.round_no)
    foreign = commit_nonce(seat.state.table, event.round_no, event.terminal, nonce) != event.digest
    if foreign and seat.state.own_rounds.foreign != event.round_no:
        forgotten.foreign_nonce = event.round_no


def _without_ours(seat: Seat, last: OpenedShuffle) -> str:
    """A House that leaves out whoever plays knows the order of the cards before Bets open."""
    state = seat.state
    if last.round_no not in state.own_rounds.rounds:
        return ""  # no Bet of ours
    return "" if state.terminal in last.digests else LEFT_OUT


def find_foreign(seat: Seat) -> NonceForeign | None:
    """What only this process can tell, which has the secret of its own nonce: so it is written down, once, and before
    the cards are dealt. Whoever binds a terminal to another nonce may also have the switch of its power.
    """
    number = seat.forgotten.foreign_nonce
    return NonceForeign(number, seat.state.seq) if number else None


def apply_foreign(seat: Seat, foreign: NonceForeign) -> None:
    seat.state.own_rounds.foreign, seat.forgotten.foreign_nonce = foreign.round_no, 0
    dispute_foreign(seat, foreign.seq)  # it may all be told at once


def dispute_foreign(seat: Seat, seq: int) -> None:
    """As soon as that shuffle is opened, and this terminal had a Bet in the Round; at its end at the latest."""
    rounds, last = seat.state.own_rounds, seat.state.view.shuffle.last
    number = rounds.foreign
    if last is None or last.round_no != number or number not in rounds.rounds:
        return
    if not rounds.unfair and rounds.half_known != number:
        rounds.unfair = FOREIGN
        dispute_shuffle(seat.state, seq, number)


def check_opened(seat: Seat, opened: Opened, event: events.ShuffleOpened) -> None:
    """004 §2.1.b: were the cards of this Round dealt in the order that nobody could choose? If not, it is disputed."""
    state, view = seat.state, seat.state.view
    last = view.shuffle.last
    if last is None or event.round_no != view.round_no or state.own_rounds.half_known == event.round_no:
        return  # it began before our picture, and we do not know all of it
    acts = [view.acts[at] for at in view.draws]
    cards = [act.card if isinstance(act, CardDrawn) else None for act in acts]
    state.own_rounds.unfair = find_wrong(state.table, last, cards) or _without_ours(seat, last)
    if state.own_rounds.unfair:
        dispute_shuffle(state, opened.seq, event.round_no)
    dispute_foreign(seat, opened.seq)


class ShuffleShown(Struct, frozen=True, gc=False):
    """For a page on which the Player can see, and copy down, that nobody chose the order of the cards."""

    table: str  # its id, which is in every digest
    round_no: int  # the Round that is being played, or the next one; 0: none is bound yet
    commitment: str  # of the House, in hex
    bound: tuple[str, ...]  # the terminals that are bound to a nonce
    own: bool  # this one is among them
    mixed: bool  # the order is fixed
    lost: int  # commitments that the House never opened, since this table began
    last: OpenedShuffle | None  # the last Round that was opened
    wrong: str  # what does not agree in it; "": all of it does


def show_shuffle(seat: Seat) -> ShuffleShown | None:
    """None: people deal here."""
    state, shuffle = seat.state, seat.state.view.shuffle
    if not state.view.placard.automatic:
        return None
    bound = tuple(sorted(shuffle.digests))
    mixed = shuffle.parts is not None
    own = state.terminal in shuffle.digests
    house = (state.table, shuffle.round_no, shuffle.commitment.hex(), bound, own, mixed, shuffle.lost)
    return ShuffleShown(*house, shuffle.last, state.own_rounds.unfair)
