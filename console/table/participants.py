"""Participants (004): persons with a number and a PIN, at whichever terminal of the table.

How their PIN is looked at, and how long they wait after wrong ones, is as for staff (`signing.py`); here is what
follows. Nobody leaves with a Bet in play: what would end his session waits until the Round is over. Exclusions count
gaming days, and nothing shortens them (§3).
"""

from typing import Final

from console.table import signing
from console.table.people import Known, Session
from console.table.purses import coins, draw_purse, tell_purses
from console.table.state import Facts, Outcomes, TableCore
from games.money import AMOUNT_MAX
from games.round import PlayerId, Refusal
from games.rulings import Position, Topic
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.day import last_day
from protocol.messages import Standing

EXCLUDED: Final = "excluded"


def sign_on(table: TableCore, terminal: PlayerId, check: signing.Check) -> Outcomes:
    """004 §1 Game Participant: his PIN was right. He is here now, and nowhere else, unless he stays away or Bets are in
    play.
    """
    people, number = table.people, check.number
    elsewhere, before = people.where(number), people.at(terminal)
    person = people.person(number)
    at_play = [it for it in (terminal, elsewhere) if it and table.ledger.stake(PlayerId(it))]
    stays_away = table.participants.stays_away(number, table.view.day)
    if stays_away or (at_play and elsewhere != terminal):
        standing = Standing.EXCLUDED if stays_away else Standing.PLAYING
        yield events.ParticipantTurnedAway(terminal, number, standing)
        yield from signing.answer_try(table, terminal, check.id, standing)
        return
    if before is not None and before.number == number:
        table.forgotten.leaving.pop(terminal, None)
        yield events.SignedOn(terminal, person)  # of this process of the terminal
        yield tell_purses(table, terminal, number)
    else:
        if elsewhere:
            yield from signing.leave(table, elsewhere, "elsewhere")
        if before is not None:
            yield from signing.leave(table, terminal, "relief")
        yield events.SignedOn(terminal, person)
        yield from grants_of_day(table, number)
        yield from take_up(table, terminal, number, table.participants.coin.get(number, ""))
    yield from signing.answer_try(table, terminal, check.id, Standing.RIGHT)


def take_up(table: TableCore, terminal: PlayerId, number: str, coin: str) -> Facts:
    """004 §1 Blackjack Game, §1 Gold Coin Game, §1 Sweepstakes Game: with this coin, if it is played here; else with
    the first.
    """
    coin = coin if coin in coins(table) else coins(table)[0]
    yield events.CoinChosen(terminal, coin)
    yield from draw_purse(table, terminal, number, coin)


def choose_coin(table: TableCore, now_ms: int, terminal: PlayerId, coin: str) -> Facts:
    """004 §2.3: between Rounds, or before his first Bet of one; else it waits, and comes again."""
    session = table.people.sessions.get(terminal)
    if session is None or coin not in coins(table) or table.ledger.stake(terminal):
        return
    if table.view.felt.plays.get(terminal) == coin:
        return
    pace = table.forgotten.pace
    if pace.full(now_ms, terminal, "coin"):
        yield from table.alarm(terminal, Alarm.MANY_COINS)
    else:
        pace.count(now_ms, terminal, "coin")
        was, amount = table.ledger.coin(terminal), table.ledger.credit(terminal)
        sitting = table.ledger.sittings.get(terminal, 0)
        yield events.PurseReturned(terminal, sitting, session.number, was, amount)
        yield from take_up(table, terminal, session.number, coin)


def exclude_himself(table: TableCore, terminal: PlayerId, asked: m.ExcludeMe) -> Facts:
    """004 §3. Asked again it is the same: one that would end no later changes nothing."""
    session = table.people.sessions.get(terminal)
    if session is None or session.number != asked.number or not table.people.is_participant(asked.number):
        return
    if not _is_of_this_process(table, terminal, session):
        return  # it has his PIN from nobody, and nobody could take it back
    yield from exclude(table, asked.number, asked.days, himself=True)


def exclude(table: TableCore, number: str, days: int, *, himself: bool = False) -> Facts:
    if not _ends_sooner(table, number, days):
        yield events.ParticipantExcluded(number, table.view.day, days, himself)
    yield from signing.leave_everywhere(table, number, EXCLUDED)


def _ends_sooner(table: TableCore, number: str, days: int) -> bool:
    """Than one that runs, or no later."""
    day, known = table.view.day, table.participants.excluded.get(number)
    if known is None or not table.participants.stays_away(number, day):
        return False
    if not day or not known.first_day:
        return days <= known.days
    return last_day(day, days) <= known.ends()


def turn(table: TableCore) -> Facts:
    """With every Tick: sessions that should have ended, and grants of a day that has begun since."""
    people, day = table.people, table.view.day
    for terminal, session in list(people.sessions.items()):
        number = session.number
        if not people.is_participant(number):
            continue
        why = table.forgotten.leaving.get(terminal, "")
        why = why or _ended(table, terminal, session)
        why = why or (EXCLUDED if table.participants.stays_away(number, day) else "")
        if why:
            if not table.ledger.stake(PlayerId(terminal)):
                yield from signing.leave(table, terminal, why)
        elif grants := grants_of_day(table, number):
            yield from grants
            yield from _bring(table, number)


def _is_of_this_process(table: TableCore, terminal: str, session: Session) -> bool:
    """Has he given his PIN to the process that speaks for the terminal now?"""
    joined = table.peers.peer(terminal)
    return (session.boot, session.run) == (joined.boot, joined.run)


def _ended(table: TableCore, terminal: str, session: Session) -> str:
    """Why his session should have ended, by what is on record: what waited for the end of a Round, and was forgotten
    with the process.
    """
    known, peer = table.people.active(session.number), table.peers.peer(terminal)
    if known is None:
        return "disabled"
    if known.credential != session.credential:
        return "credential"
    by_hand = peer.latched and not peer.machine
    other = by_hand or not table.peers.in_service(terminal) or not _is_of_this_process(table, terminal, session)
    return "panel" if other else ""


def grants_of_day(table: TableCore, number: str) -> tuple[events.CoinsGranted, ...]:
    """What he is granted because a gaming day has begun: once, on a day on which he comes, and what is on record."""
    day = table.view.day
    if not day or table.participants.granted.get(number, "") >= day:
        return ()
    daily = table.view.placard.daily.items()
    return tuple(
        events.CoinsGranted(number, coin, amount, day)
        for coin, amount in daily
        if coin in coins(table) and _room(table, number, coin, amount)
    )


def _room(table: TableCore, number: str, coin: str, amount: int) -> bool:
    ledger, terminal = table.ledger, PlayerId(table.people.where(number))
    lies = ledger.credit(terminal) + ledger.stake(terminal) if terminal and ledger.coin(terminal) == coin else 0
    return ledger.purse(number, coin) + lies + amount <= AMOUNT_MAX


def _bring(table: TableCore, number: str) -> Facts:
    """To the terminal at which he is, if he is at one."""
    terminal = PlayerId(table.people.where(number))
    if not terminal:
        return
    coin = table.ledger.coin(terminal)
    if table.ledger.purse(number, coin):
        yield from draw_purse(table, terminal, number, coin)
    else:
        yield tell_purses(table, terminal, number)


# --- orders ------------------------------------------------------------------------------------------------------


def _participant(table: TableCore, number: str) -> Known | Refusal:
    known = table.people.active(number)
    if known is None or known.home != Position.PARTICIPANT:
        return Refusal("no_such_person", f"{number} is no participant")
    return known


def verify_grant(
    table: TableCore, _command: m.Command, order: m.GrantCoins, _position: Position
) -> events.CoinsGranted | Refusal:
    known = _participant(table, order.number)
    if isinstance(known, Refusal):
        return known
    if order.coin not in coins(table):
        return Refusal("no_coin", f"nobody plays with {order.coin} here")
    if not _room(table, order.number, order.coin, order.amount):
        return Refusal("too_much", f"the purse would pass {AMOUNT_MAX}")
    return events.CoinsGranted(order.number, order.coin, order.amount)


def grant(table: TableCore, _now_ms: int, _order: m.GrantCoins, found: events.CoinsGranted) -> Facts:
    yield found
    yield from _bring(table, found.number)


def order_exclusion(table: TableCore, _now_ms: int, order: m.ExcludeParticipant, _found: None) -> Facts:
    return exclude(table, order.number, order.days)


def verify_exclusion(
    table: TableCore, _command: m.Command, order: m.ExcludeParticipant, _position: Position
) -> Refusal | None:
    """004 §3: nobody takes it back, so none is made shorter."""
    known = _participant(table, order.number)
    if isinstance(known, Refusal):
        return known
    if _ends_sooner(table, order.number, order.days):
        paragraph = table.game.rulings.paragraph(Topic.EXCLUSION)
        return Refusal("excluded_longer", f"{order.number} stays away longer already", paragraph)
    return None


def refused_raise(table: TableCore, terminal: PlayerId, change: int, *, asked: bool) -> Refusal | None:
    """Nothing is added for somebody who has left, or by a process of the terminal that he gave no PIN: it has the key,
    and his credit lies there until the Round is over. 004 §3: of whoever stays away from now on the Round in play is
    finished, and nothing is added to it but what he is asked (`asked`).
    """
    session = table.people.sessions.get(terminal)
    if change <= 0 or session is None:
        return None
    stays_away = table.participants.stays_away(session.number, table.view.day)
    if stays_away and not asked:
        return Refusal(
            "excluded", "you have excluded yourself from play", table.game.rulings.paragraph(Topic.EXCLUSION)
        )
    gone = table.forgotten.leaving.get(terminal, "" if stays_away else _ended(table, terminal, session))
    if gone not in ("", EXCLUDED) or not _is_of_this_process(table, terminal, session):
        return Refusal("nobody", "nobody is signed on here any more", table.game.rulings.paragraph(Topic.BET))
    return None
