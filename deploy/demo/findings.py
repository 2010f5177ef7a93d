"""What the journals of a whole table say when everything has stopped: are they whole, do they agree, is no money lost?

Folds the console's journal from its first entry, and every terminal's own; reads no checkpoint and trusts no process.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from games.money import InvariantBroken
from games.round import PlayerId
from protocol import events as e
from protocol.chain import ChainBroken
from protocol.codec import decode_event
from protocol.journal import Journal, JournalError
from protocol.ledger import Ledger, check_conservation, check_no_debt, check_zero_sum
from protocol.view import TableView
from terminal.records import decode_record
from terminal.session import Session


class Finding(Struct):
    words: str = ""
    problems: list[str] = []


class FoldedLog:
    """The console's journal, folded: its links, its balances, and the cash that came in and went out."""

    def __init__(self, journal: Journal) -> None:
        self.ledger = Ledger()
        self.view = TableView()
        self.money_in = self.money_out = 0  # a demo's table has one currency, or coins that the House grants
        self.granted: Counter[str] = Counter()  # by coin
        self.links: list[bytes] = []
        self.joined: set[str] = set()  # the terminals that were ever here
        for entry in journal.entries():
            event = decode_event(entry.body)
            self.view.apply(event)
            self.ledger.apply(event)
            self._count(event)
            self.links.append(entry.chain)
        check_zero_sum(self.ledger)
        check_no_debt(self.ledger, round_in_play=self.view.in_round)
        for currency in self.ledger.books():
            money_in = self.money_in + self.granted[currency.code]
            check_conservation(self.ledger, money_in=money_in, money_out=self.money_out, currency=currency)

    def check_part(self, seq: int, chain: bytes) -> None:
        if seq > len(self.links) or (seq and chain != self.links[seq - 1]):
            raise InvariantBroken(f"its copy of the log up to {seq} is not the console's (M8)")

    def _count(self, event: e.Event) -> None:
        match event:
            case e.CreditBought(amount=amount) | e.OwedCollected(amount=amount):
                self.money_in += amount
            case e.CoinsGranted(coin=coin, amount=amount):
                self.granted[coin] += amount
            case e.TerminalJoined(terminal=terminal):
                self.joined.add(terminal)
            case e.TicketPaid(amount=amount) | e.HandPaid(amount=amount) | e.DuePaid(amount=amount):
                self.money_out += amount
            case e.HousePaid(amount=amount) | e.ForeignTicketCashed(amount=amount):
                self.money_out += amount
            case _:
                pass


def check_table(folder: Path, table: str, terminals: list[str]) -> Finding:
    finding = Finding(problems=[])
    with _noting(finding, "the console's journal"), Journal.open_to_read(folder / "table.journal") as journal:
        journal.check_pages()
        journal.verify()
        log = FoldedLog(journal)
        finding.words = f"{journal.seq} entries in the console's journal"
    if finding.problems:
        return finding
    archive = folder / "Archive.journal"
    if archive.exists():
        with _noting(finding, "the archive"), Journal.open_to_read(archive) as copy:
            copy.verify()
            log.check_part(copy.seq, copy.chain)
            finding.words += f", {copy.seq} in the archive's"
    for name in terminals:
        path = folder / f"{name}.journal"
        if path.exists():
            with _noting(finding, name), Journal.open_to_read(path) as journal:
                journal.verify()
                _check_mirror(journal, PlayerId(name), table, log, folder)
        elif name in log.joined:  # else it was stopped before it could come
            finding.problems.append(f"{name}: it has no journal")
    return finding


@contextmanager
def _noting(finding: Finding, whose: str) -> Iterator[None]:
    try:
        yield
    except (JournalError, ChainBroken, InvariantBroken) as error:
        finding.problems.append(f"{whose}: {error}")


def _check_mirror(journal: Journal, name: PlayerId, table: str, log: FoldedLog, folder: Path) -> None:
    """M4, M8: what a terminal knows is a part of the console's history, and its money is what it was there."""
    session = Session(name, table)
    for entry in journal.entries():
        session.apply(entry, decode_record(entry.body))
    seq = session.join.follower.seq
    if session.state.stopped:
        raise InvariantBroken(f"it has stopped: {session.state.stopped}")
    log.check_part(seq, session.join.follower.chain)
    ledger = Ledger()
    with Journal.open_to_read(folder / "table.journal") as console:
        for entry in console.entries(1, seq):
            ledger.apply(decode_event(entry.body))
    mine, theirs = (session.credit, session.stake), (ledger.credit(name), ledger.stake(name))
    if mine != theirs:
        raise InvariantBroken(f"credit and stake {mine} at entry {seq}, the console has {theirs} (M4)")
    if session.disputed:
        raise InvariantBroken(f"round {session.disputed} is in dispute")
