"""Nothing is believed unread: entries, checkpoints and links are compared before money leaves the table."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from console import books as books_module
from console.books import Books, Differ
from console.table.cashier import Ticket
from console.table.checkpoint import digest, read_state, save
from console.table.signing import SHELL, CheckPin
from console.table.table import BooksRead, CheckpointMade, Heard, PinChecked, Started, Table
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import ChainBroken, Entry
from protocol.codec import decode_event, encode_body
from protocol.events import audience_of
from protocol.halts import Halt
from protocol.journal import Journal
from protocol.ledger import HOUSE, credit
from protocol.loop import Pen, Reply, run_batch
from protocol.process import Log
from simulation.calm import PIN
from tests.console.cluster import BANKER_WINS, PANEL, PLAYER_WINS, TABLE, Cluster, key, state_of
from tests.console.people import DEALER, SHIFT_MANAGER, SUPERVISOR

T1 = PlayerId("T1")


@pytest.fixture
def played() -> Cluster:
    cluster = Cluster()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    return cluster


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every journal is so long that it is taken up at its checkpoint, and read a few entries at a time."""
    monkeypatch.setattr(books_module, "WHOLE_AT_START", 0)
    monkeypatch.setattr(books_module, "STEP_MS", 0)
    monkeypatch.setattr(books_module, "now_ms", lambda: 0)


def a_state(cluster: Cluster) -> bytes:
    state = save(cluster.table)
    assert state is not None
    return state


def forged(state: bytes) -> bytes:
    """Money for one, taken from the House: every sum still holds."""
    there = read_state(state)
    there.ledger.balances[credit(T1)] += 100_000
    there.ledger.balances[HOUSE] -= 100_000
    return encode_body(there)


def write(path: Path, cluster: Cluster, *states: bytes) -> Path:
    """The whole log of the table, with these states as checkpoints that entries name, and a Round after each."""
    with Journal(path, TABLE, reserve=0) as journal:
        for state in states:
            cluster.run(CheckpointMade(digest(state)))
            journal.commit(cluster.entries[journal.seq : -1])
            journal.commit(cluster.entries[-1:], state)
            cluster.play(PLAYER_WINS, {"T2": {"banker": 100}})
        journal.commit(cluster.entries[journal.seq :])
    return path


class Process:
    """The shell of a console as far as its books go."""

    def __init__(self, journal: Journal, cluster: Cluster) -> None:
        self.journal = journal
        self.process_of = cluster.process  # the log does not tell by which word a process is known
        self.books = Books(journal, cluster.setup, Log("test"))
        self.table: Table = self.books.table
        self._pen = Pen(journal.seq, journal.chain, decode_event, audience_of, salt=lambda: bytes(16))
        self._now = 1_000 * journal.seq  # and orders are numbered by it: each process its own
        self.written: list[e.Event] = []
        self.checks: list[CheckPin] = []
        self.run(Started(), *self.books.turn(0, quiet=False))

    def commit(self, entries: Sequence[Entry]) -> None:
        self.journal.commit(entries)
        self.written = [decode_event(entry.body) for entry in entries]

    def publish(self, entries: Sequence[Entry]) -> None:
        pass

    def send(self, reply: Reply) -> None:
        if reply.to == SHELL:
            self.checks.append(reply.message)

    def run(self, *inputs: Any) -> list[e.Event]:
        self.written = []
        run_batch(self.table, self._pen, self, self, 0, "20:00", inputs)
        return self.written

    def read_on(self) -> None:
        """Until everything is read, or found wrong."""
        while self.books.wake_ms() is not None:
            self._now += 1_000
            self.run(*self.books.turn(self._now, quiet=True))

    def hears(self, request: m.Request, by: m.Person | None = None) -> e.Event | None:
        boot, run = self.process_of("T1" if by is None else PANEL)
        said = msgspec.structs.replace(request, boot=boot, run=run)
        written = self.run(Heard("T1" if by is None else PANEL, said, "terminal" if by is None else "panel"))
        for check in self.checks:
            written = self.run(PinChecked(check.panel, check.id, right=True))
        self.checks = []
        return written[-1] if written else None

    def order(self, order: m.Order, by: m.Person = DEALER, second: m.Person | None = SUPERVISOR) -> str:
        """Why it was refused; "" if it was not."""
        if self.table.people.at(PANEL) != by:
            self.hears(m.SignOn(0, b"", self._new_id(), PIN, by.number), by)
        last = self.hears(m.Command(0, b"", self._new_id(), self.table.view.round_no, order, None), by)
        if isinstance(last, e.OrderProposed) and second is not None:
            signed = (last.command_id, last.digest, PIN, second.number)
            self.hears(m.Sign(0, b"", self._new_id(), *signed), by)
            refused = [it for it in self.written if isinstance(it, e.SignatureRefused)]
            last = refused[-1] if refused else None
        if isinstance(last, e.OrderRefused | e.SignatureRefused):
            return f"{last.refusal.reason}: {last.refusal.detail}"
        return f"{last.lacks.reason}: {last.lacks.detail}" if isinstance(last, e.OrderProposed) else ""

    def _new_id(self) -> bytes:
        self._now += 1
        return self._now.to_bytes(8)

    def cash_out(self, number: int, amount: int = 10) -> e.Event | None:
        return self.hears(m.CashOut(0, b"", key(number), amount))

    @property
    def detail(self) -> str:
        return self.table.view.halts[Halt.BOOKS].detail


def join_again(process: Process) -> None:
    for name, role in (("T1", "terminal"), (PANEL, "panel")):
        peer = process.table.peers.peer(name)
        hello = m.Hello(*process.process_of(name), 0, process.journal.chain_at(0) or b"", PlayerId(name), role)
        process.run(Heard(name, hello, role, peer.key))
    assert process.order(m.Resume(Halt.UNCONFIRMED), SUPERVISOR, DEALER) == ""  # these have lost their copies


PAYMENTS = (m.PayTicket("0123", bytes(16)), m.PayByHand(T1, 10), m.PayDue(T1, 1))


# --- before it serves ------------------------------------------------------------------------------------------------


def test_up_to_the_limit_all_is_read_before_it_serves_and_nothing_is_left_to_read(path: Path, played: Cluster) -> None:
    write(path, played, a_state(played))
    with Journal(path, TABLE, reserve=0) as journal:
        books = Books(journal, played.setup, Log("test"))
        assert (books.relied, books.wake_ms(), books.turn(10_000, quiet=True)) == (0, None, [])
        assert state_of(books.table) == state_of(played.table)


def test_a_forged_checkpoint_that_an_entry_names_makes_no_money_and_stops_the_table(
    path: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    """It links, its digests are right, and all sums hold."""
    write(path, played, forged(a_state(played)))
    with Journal(path, TABLE, reserve=0) as journal:
        process = Process(journal, played)
        assert process.table.ledger.balances == played.table.ledger.balances
        where = "ledger.balances[credit/T1], ledger.balances[house]"
        assert process.detail.endswith(f"is not what the entries make: {where}")
        assert "101100" not in process.detail, "everybody hears this"
        assert "kept=101100 by_the_entries=1100" in capsys.readouterr().err


def test_a_checkpoint_with_another_ticket_is_told_without_its_number(
    path: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    state = read_state(a_state(played))
    state.cashier.tickets["000009"] = Ticket(100, T1, number="123456789012345678")
    write(path, played, encode_body(state))
    with Journal(path, TABLE, reserve=0) as journal:
        assert Process(journal, played).detail.endswith("cashier.tickets[000009]")
    said = capsys.readouterr().err
    assert "kept=a Ticket by_the_entries=None" in said
    assert "123456789012345678" not in said


def test_over_that_halt_nothing_is_paid_until_a_shift_manager_and_another_person_have_looked(
    path: Path, played: Cluster
) -> None:
    write(path, played, forged(a_state(played)))
    with Journal(path, TABLE, reserve=0) as journal:
        process = Process(journal, played)
        join_again(process)
        for payment in PAYMENTS:
            assert process.order(payment) == "books: nothing is paid out: the table is stopped by books"
        assert process.cash_out(70) is None  # it waits
        assert process.order(m.Resume(Halt.BOOKS), SUPERVISOR, None).startswith("not_entitled")
        assert process.order(m.Resume(Halt.BOOKS), SHIFT_MANAGER, None).startswith("second_person")
        assert process.order(m.Resume(Halt.BOOKS), SHIFT_MANAGER, SUPERVISOR) == ""
        assert isinstance(process.cash_out(71), e.TicketNumbered)


def sql(path: Path, *statements: str) -> None:
    db = apsw.Connection(str(path))
    for statement in statements:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE checkpoint SET state = x'80'",
        "UPDATE checkpoint SET digest = randomblob(32)",
        "UPDATE checkpoint SET seq = seq - 1",
    ],
)
def test_a_checkpoint_that_is_not_the_one_that_was_named_is_told(path: Path, played: Cluster, statement: str) -> None:
    write(path, played, a_state(played))
    sql(path, statement)
    with Journal(path, TABLE, reserve=0) as journal:
        process = Process(journal, played)
        assert "is not the one that the entry names" in process.detail
        assert process.table.ledger.balances == played.table.ledger.balances


def test_an_entry_that_links_and_cannot_be_is_no_beginning(path: Path, played: Cluster) -> None:
    played.entries.append(played.pen.write(e.HandPaid(T1, 1, 10**9), "20:00"))
    write(path, played)
    with Journal(path, TABLE, reserve=0) as journal, pytest.raises(Differ, match="cannot be: paid by hand"):
        Books(journal, played.setup, Log("test"))


# --- a journal that is too long to be read first ---------------------------------------------------------------------


@pytest.mark.usefixtures("long")
def test_a_long_journal_is_taken_up_at_its_checkpoint_and_pays_nothing_before_it_is_read(
    path: Path, played: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, played, a_state(played))
    with Journal(path, TABLE, reserve=0) as journal:
        process = Process(journal, played)
        join_again(process)
        relied = process.books.relied
        words = f"the books are being checked, 0 of {relied:,} entries: nothing is paid out yet"
        assert relied > 0
        for payment in PAYMENTS:
            assert process.order(payment) == f"books: {words}"
        assert process.cash_out(70) is None  # it waits
        assert isinstance(process.hears(m.BuyCredit(0, b"", key(71), 500)), e.CreditBought), "notes go on"
        assert process.order(m.OpenBets(), second=None) == "", "and so do Rounds"

        monkeypatch.setattr(books_module, "STEP_MS", 1)
        process.read_on()
        assert (process.books.relied, process.table.view.halts) == (0, {})
        assert process.order(m.CloseBets(), second=None).startswith("late")
        assert isinstance(process.cash_out(72), e.TicketNumbered)


@pytest.mark.usefixtures("long")
def test_a_forged_checkpoint_of_a_long_journal_is_found_before_anything_is_paid(
    path: Path, played: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, played, forged(a_state(played)))
    monkeypatch.setattr(books_module, "STEP_MS", 1)
    with Journal(path, TABLE, reserve=0) as journal:
        process = Process(journal, played)
        join_again(process)
        assert process.table.ledger.credit(T1) > 100_000
        process.read_on()
        assert "is not what the entries make: ledger.balances[credit/T1]" in process.detail
        assert process.order(m.PayByHand(T1, 10)).startswith("books: ")
        again = "books: start the console again: it then reads every entry before it serves"
        assert process.order(m.Resume(Halt.BOOKS), SHIFT_MANAGER, SUPERVISOR) == again
        assert process.books.relied, "and no checkpoint is made of it"
    with Journal(path, TABLE, reserve=0) as journal:
        process = Process(journal, played)
        join_again(process)
        assert process.table.ledger.balances == played.table.ledger.balances
        assert process.order(m.Resume(Halt.BOOKS), SHIFT_MANAGER, SUPERVISOR) == ""


@pytest.mark.usefixtures("long")
def test_an_old_entry_of_a_long_journal_that_was_edited_stops_the_table_for_good(
    path: Path, played: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, played, a_state(played))
    data = path.read_bytes()
    path.write_bytes(data.replace(played.entries[3].body, played.entries[3].body[:-1] + b"\x7f"))
    monkeypatch.setattr(books_module, "STEP_MS", 1)
    with Journal(path, TABLE, reserve=0) as journal:
        process = Process(journal, played)
        process.read_on()
        assert process.detail.endswith("entry 4 is not what its digest was made of")
    with Journal(path, TABLE, reserve=0) as journal, pytest.raises(ChainBroken, match="entry 4 is not what"):
        Books(journal, played.setup, Log("test"))


@pytest.mark.usefixtures("long")
def test_under_load_it_is_read_all_the_same(path: Path, played: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books_module, "STEP_MS", 1)
    write(path, played, a_state(played))
    with Journal(path, TABLE, reserve=0) as journal:
        books = Books(journal, played.setup, Log("test"))
        wake = books.wake_ms()
        assert wake is not None
        relied = books.relied
        assert books.turn(wake + books_module.LATE_MS - 1, quiet=False) == [BooksRead(0, relied)]
        assert books.turn(wake + books_module.LATE_MS, quiet=False) == [BooksRead(relied, relied)]


def test_a_piece_is_read_at_a_time_and_never_longer_than_a_bet_may_wait(
    path: Path, played: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every look at the clock finds it one millisecond later: four pieces, and then whoever waits is heard."""
    monkeypatch.setattr(books_module, "WHOLE_AT_START", 0)
    monkeypatch.setattr(books_module, "PIECE", 1)
    looks = count(1)
    monkeypatch.setattr(books_module, "now_ms", lambda: next(looks))
    write(path, played, a_state(played))
    with Journal(path, TABLE, reserve=0) as journal:
        books = Books(journal, played.setup, Log("test"))
        before, now = books.done, next(looks)
        books.turn(now, quiet=True)
        assert 0 < books.done - before <= books_module.STEP_MS < books.relied
        wake = books.wake_ms()
        assert wake is not None
        assert wake >= now + books_module.EVERY_MS
        done = books.done
        books.turn(wake - 1, quiet=True)
        assert books.done == done, "a sixth of a core, and no more"
