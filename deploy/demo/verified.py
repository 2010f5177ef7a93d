"""What the journals of a whole table say when everything has stopped: are they whole, do they agree, is no money lost?

Folds the console's journal from its first entry, and every terminal's own; reads no checkpoint and trusts no process.
"""

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


class Books:
    """The console's journal, folded: its links, its balances, and the cash that came in and went out."""

    def __init__(self, journal: Journal) -> None:
        self.ledger = Ledger()
        self.view = TableView()
        self.money_in = self.money_out = 0
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
        check_conservation(self.ledger, money_in=self.money_in, money_out=self.money_out)

    def _count(self, event: e.Event) -> None:
        match event:
            case e.CreditBought(amount=amount) | e.OwedCollected(amount=amount):
                self.money_in += amount
            case e.TerminalJoined(terminal=terminal):
                self.joined.add(terminal)
            case e.TicketPaid(amount=amount) | e.HandPaid(amount=amount) | e.DuePaid(amount=amount):
                self.money_out += amount
            case _:
                pass


def check_table(folder: Path, table: str, terminals: list[str]) -> Finding:
    finding = Finding(problems=[])
    try:
        with Journal.open_to_read(folder / "table.journal") as journal:
            journal.check_pages()
            journal.verify()
            books = Books(journal)
            finding.words = f"{journal.seq} entries in the console's journal"
    except (JournalError, ChainBroken, InvariantBroken) as error:
        finding.problems.append(f"the console's journal: {error}")
        return finding
    archive = folder / "Archive.journal"
    if archive.exists():
        try:
            with Journal.open_to_read(archive) as copy:
                copy.verify()
                if copy.seq > len(books.links) or (copy.seq and copy.chain != books.links[copy.seq - 1]):
                    finding.problems.append(f"the archive's copy up to {copy.seq} is not the console's (M8)")
                finding.words += f", {copy.seq} in the archive's"
        except (JournalError, ChainBroken) as error:
            finding.problems.append(f"the archive: {error}")
    for name in terminals:
        path = folder / f"{name}.journal"
        if not path.exists():
            if name in books.joined:  # else it was stopped before it could come
                finding.problems.append(f"{name}: it has no journal")
            continue
        try:
            with Journal.open_to_read(path) as journal:
                journal.verify()
                _check_mirror(journal, PlayerId(name), table, books, folder)
        except (JournalError, ChainBroken, InvariantBroken) as error:
            finding.problems.append(f"{name}: {error}")
    return finding


def _check_mirror(journal: Journal, name: PlayerId, table: str, books: Books, folder: Path) -> None:
    """M4, M8: what a terminal knows is a part of the console's history, and its money is what it was there."""
    session = Session(name, table)
    for entry in journal.entries():
        session.apply(entry, decode_record(entry.body))
    seq = session.join.follower.seq
    if session.state.stopped:
        raise InvariantBroken(f"it has stopped: {session.state.stopped}")
    if seq > len(books.links) or (seq and session.join.follower.chain != books.links[seq - 1]):
        raise InvariantBroken(f"its copy of the log up to {seq} is not the console's (M8)")
    ledger = Ledger()
    with Journal.open_to_read(folder / "table.journal") as console:
        for entry in console.entries(1, seq):
            ledger.apply(decode_event(entry.body))
    mine, theirs = (session.credit, session.stake), (ledger.credit(name), ledger.stake(name))
    if mine != theirs:
        raise InvariantBroken(f"credit and stake {mine} at entry {seq}, the console has {theirs} (M4)")
    if session.disputed:
        raise InvariantBroken(f"round {session.disputed} is in dispute")
