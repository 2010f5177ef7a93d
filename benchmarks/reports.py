"""How quickly a long journal becomes a file of reports, against a bare sqlite-utils insert of the same rows.

The journal is made of facts as a baccarat table writes them, settled by its rule book: four terminals, each with a Bet
that is changed once, a new shoe every seventy Rounds, a gaming day every thousand. Reading, checking and decoding it is
part of what is measured. The bare insert has the rows at hand, the same tables, and neither indexes nor search. Seconds
are of processor time: on a machine that others use, the clock would measure them.

    ./etg bench reports
    ./etg bench reports --large          100,000 Rounds
"""

import resource
import tempfile
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Final

from sqlite_utils import Database

from audit.report import theory
from floor.read_model import PIECE, ReadModel, Shifts, build
from floor.reports import Reports
from floor.rows import KEYS, TABLES
from games.cards import Card, decks
from games.catalog import find_game
from games.money import Currency
from games.round import Act, Answer, CardDrawn, Felt, HandId, PlayerId, Spot
from games.settlement import final_lines
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link, make_entry
from protocol.codec import encode_body
from protocol.events import Audience, audience_of
from protocol.journal import Journal

TABLE: Final = "bench"
ROUNDS: Final = 10_000
ROUNDS_LARGE: Final = 100_000
PLAYERS: Final = tuple(PlayerId(f"T{number:02}") for number in range(1, 5))
OF_A_SHOE: Final = 70
OF_A_DAY: Final = 1_000
STAKE: Final = 2_500
GOAL: Final = 0.25  # of the bare insert
DAY_S_MAX: Final = 2.0
GROUP: Final = 10_000


def facts(rounds: int) -> Iterator[tuple[int, e.Event]]:
    """Seconds since the table began, and what happened."""
    game, rng, shoe_seq = find_game("baccarat"), Random(19), 0
    dealer = m.Person("100", "Dora", 1)
    yield 0, e.CurrencyBound(Currency("SGD", 2))
    yield 0, e.ConsoleStarted(1)
    yield 0, e.TableOpened("baccarat", game.rules, Felt(), 15_000)
    for player in PLAYERS:
        yield 0, e.CreditBought(player.encode().rjust(16, b"."), player, 1, 10**13)
    cards: list[Card] = []
    for number in range(1, rounds + 1):
        now = 40 * number
        if number % OF_A_DAY == 1:
            day = number // OF_A_DAY
            yield now, e.DayBegan(f"{2026 + day // 336:04}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}")
        if number % OF_A_SHOE == 1:
            cards = list(decks(8))
            rng.shuffle(cards)
            yield now, e.ShoeLoaded(8, 0, "300", shoe_seq + 1)
            yield now, e.ShoeLive()
        felt = Felt()
        round = game.begin(felt)
        (window,) = game.windows(round)
        opened = m.WindowId(number, 1, number.to_bytes(8))
        yield now, e.Ordered(number.to_bytes(8), dealer, None, m.OpenBets())
        yield now, e.WindowOpened(opened, window, 15_000, 0)
        given: dict[PlayerId, Answer] = {}
        for revision in (1, 2):
            for player in PLAYERS:
                bets = {Spot(rng.choice(("banker", "player"))): STAKE * revision, Spot("tie"): STAKE}
                before = sum(given[player].bets.values()) if player in given else 0
                given[player] = Answer(bets)
                change = sum(bets.values()) - before
                yield now + revision, e.LayoutRegistered(opened, player, revision, given[player], change)
        act = game.close(round, window, {window.name: given})
        acts: list[Act] = [act]
        round = game.step(round, act)
        yield now + 16, e.WindowClosed(opened, window.name, "countdown", act, game.expects(round) or HandId(""))
        while (hand := game.expects(round)) is not None:
            card = cards.pop()
            shoe_seq += 1
            acts.append(CardDrawn(card))
            round = game.step(round, acts[-1])
            yield now + 20, e.CardDealt(number, shoe_seq, hand, card, game.expects(round) or HandId(""))
        yield now + 30, e.Ordered((number + 2**32).to_bytes(8), dealer, None, m.Certify(bytes(32)))
        yield now + 30, e.Certified(number, bytes(32), PLAYERS)
        for player in PLAYERS:
            lines = final_lines(game, round, player, given[player].bets)
            yield now + 30, e.Settled(number, player, 1, lines)
        yield now + 30, e.RoundEnded(number, void=False)


def entries(rounds: int) -> Iterator[Entry]:
    chain, seqs = first_link(TABLE), count(1)
    for seconds, fact in facts(rounds):
        audience = audience_of(fact)
        moment = time.gmtime(1_767_225_600 + seconds)
        salt = b"" if audience == Audience("") else bytes(16)
        entry = make_entry(
            chain, next(seqs), time.strftime("%Y-%m-%dT%H:%M:%S.000Z", moment), audience, salt, encode_body(fact)
        )
        chain = entry.chain
        yield entry


def write(path: Path, rounds: int) -> None:
    coming = entries(rounds)
    with Journal(path, TABLE, reserve=0, synchronous="OFF") as journal:
        while piece := list(islice(coming, GROUP)):
            journal.commit(piece)


def bare(model: ReadModel, path: Path) -> tuple[int, float]:
    """How many rows, and the seconds of their insert alone."""
    db, rows, seconds = Database(path), 0, 0.0
    db.conn.execute("PRAGMA journal_mode = WAL")
    db.conn.execute("PRAGMA synchronous = OFF")
    for name, columns in TABLES.items():
        table = db.table(name).create(dict(columns), pk=KEYS[name], not_null=set(columns), strict=True)
        cursor = model.db.execute(f"SELECT * FROM {name}")
        while piece := cursor.fetchmany(PIECE):
            began = time.process_time()
            with db.atomic():
                table.insert_all([list(columns), *piece], batch_size=PIECE)
            seconds += time.process_time() - began
            rows += len(piece)
    db.close()
    return rows, seconds


def main(rounds: int = ROUNDS) -> bool:
    """False: a goal was missed."""
    with tempfile.TemporaryDirectory(prefix="etg-bench-") as folder:
        path = Path(folder) / "table.journal"
        write(path, rounds)
        before_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024
        with Journal.open_to_read(path) as journal:
            began = time.process_time()
            model = build(Path(folder) / "reports.sqlite", TABLE, journal.entries(), Shifts())
            seconds = time.process_time() - began
            count_of = journal.seq
        more_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024 - before_mb
        rows, alone = bare(model, Path(folder) / "bare.sqlite")
        ratio = alone / seconds
        began = time.process_time()
        report = Reports(model, theory).day("2026-01-01")
        day = time.process_time() - began
        model.close()
    print(f"reports: {rounds:,} rounds, {count_of:,} entries, {rows:,} rows")
    print(f"  built in {seconds:.1f} s, {rows / seconds:,.0f} rows a second; memory grew by {more_mb:.0f} MB")
    print(
        f"  bare sqlite-utils insert {alone:.1f} s, {rows / alone:,.0f} rows a second: ratio {ratio:.2f} (goal {GOAL})"
    )
    told = f"{report.differences} differences"
    print(f"  a day's report of {OF_A_DAY:,} rounds in {day:.2f} s (goal {DAY_S_MAX:.0f}), {told}")
    return ratio >= GOAL and day <= DAY_S_MAX
