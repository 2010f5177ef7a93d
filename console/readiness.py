"""What `etg console --check` finds beyond the file itself: keys, register, shoe, screens, network, and the journal.

Reads, and changes nothing. What would stop a start, or leave a table that nobody can join, is a problem. A shoe that is
not there is a warning, because a table is also played with cards that are entered by hand; so is whatever a start would
warn of. A journal in use is compared as a copy that its process makes.
"""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from errno import EACCES, EADDRINUSE
from pathlib import Path
from typing import Final

from msgspec import Struct, structs

from console.books import Books
from console.config import TableConfig
from console.credentials import FOLDER, Credentials, missing_founders, read_staff
from console.table.bound import other_currency, other_register
from console.table.confirming import CONFIRM
from console.table.table import Table
from games.money import InvariantBroken
from protocol.chain import ChainBroken
from protocol.config import named
from protocol.copies import borrowed
from protocol.door import claim_files
from protocol.journal import InUse, Journal, JournalError, left_alone
from protocol.keys import NEXT_KEY, BadKey, fingerprint, is_demo, load_pair, load_signer, load_ticket_secret
from protocol.ours import not_ours_alone
from protocol.process import Log
from protocol.register import Register, words
from protocol.view import TableView
from shoe_driver.makes import find_driver

PATIENCE_S: Final = 30.0  # for the copy of a journal in use: a console that hangs gives none
ANY: Final = "0.0.0.0"


class Findings(Struct):
    problems: list[str] = []
    warnings: list[str] = []
    notes: list[str] = []


def look_around(config: TableConfig, *, new: bool = False) -> Findings:
    """`new`: of a table whose journal is to be begun."""
    found = Findings()
    if config.setup.unplayable:
        found.problems.append(f"{config.setup.unplayable}; [table] headless = true opens it")
    register = _look_at_keys(config, found, new=new)
    if config.setup.placard.training:
        found.notes.append(f"{config.keys}: a register for demo or training: no money is real, devices may be emulated")
    _look_at_staff(config, found, new=new)
    found.warnings += _without_shoe(config)
    found.warnings += _untimed_shoe(config)
    found.problems += _without_folder(config)
    running = False
    if why := not_ours_alone(config.journal) or wrong_start(config, None, new=new):
        found.problems.append(why)
    elif config.journal.exists():
        running = _compare_with_journal(config, found, register, new=new)
    else:
        found.notes.append(f"{config.journal}: there is no journal yet: this is a new table")
    found.problems += _without_network(config, running=running)
    if config.network.host == ANY:
        found.warnings.append(f"network.host: {ANY} is every network of this machine: name the one of the table")
    if register is not None and not running:
        try:
            claim_files(len(register.live()))
        except OSError as error:
            found.problems.append(str(error))
    return found


def wrong_start(config: TableConfig, entries: int | None, *, new: bool) -> str:
    """A journal is begun once, when somebody says so. One that is missing is a loss, and an empty one in its place
    would be a table without debts. `entries`: None, before the file is opened. "" if nothing is wrong.
    """
    begun = "A table that has never been is begun with --new; else bring the file back, or rebuild it from the archive"
    if entries is None and not config.journal.exists():
        return left_alone(config.journal) if new else f"{config.journal} is missing. {begun}"
    if entries == 0 and not new:
        return f"{config.journal} has no entry. {begun}"
    if entries and new:
        return f"{config.journal} exists, and a journal is begun once: start without --new"
    return ""


def _look_at_keys(config: TableConfig, found: Findings, *, new: bool) -> Register | None:
    if not config.keys.is_dir():
        folder = f"{config.keys}: there is no such folder"
        found.problems.append(f"{folder}: `etg keys make console` and `etg keys enrol` make it")
        return None
    register: list[Register] = []
    looks: tuple[Callable[[], object], ...] = (
        lambda: load_pair(config.keys / "console.key"),
        lambda: load_signer(config.keys / "console.sign", config.setup.table),
        lambda: load_ticket_secret(config.keys),
        lambda: register.append(Register(config.keys)),
    )
    for look in looks:
        try:
            look()
        except BadKey as error:
            found.problems.append(str(error))
        except OSError as error:
            found.problems.append(f"{error.filename or config.keys}: {named(error)}")
    if not register:
        return None
    for name, why in register[0].problems.items():
        found.warnings.append(f"{config.keys / 'enrolled' / name}.toml is not in order: {why}")
    if new and (why := register[0].without_panel()):
        found.problems.append(f"{config.keys}: {why}")
    elif new and not is_demo(config.keys) and sum(peer.role == "panel" for peer in register[0].live()) == 1:
        alone = "one panel alone is enrolled: should it break, no other can be let in"
        found.warnings.append(f"{config.keys}: {alone}; enrol a second one before the first start")
    outside = [peer.name for peer in register[0].live() if peer.role in CONFIRM]
    if new and outside:
        has = f"{' and '.join(outside)} may have the journal of this table"
        found.warnings.append(f"{has}: if there ever was one, do not begin another, rebuild it")
    return register[0]


def _look_at_staff(config: TableConfig, found: Findings, *, new: bool) -> None:
    staff = read_staff(config.keys)
    for number, why in staff.problems.items():
        found.warnings.append(f"{config.keys / FOLDER / number}.toml lets nobody in: {why}")
    if new and (why := missing_founders(config.keys, staff)):
        found.problems.append(f"{config.keys}: {why}")


def _without_folder(config: TableConfig) -> Iterator[str]:
    """SQLite makes its write-ahead log beside the journal, the shoe's tapes are begun anew at each start."""
    for folder in (config.journal.parent, config.tapes if config.tapes.exists() else config.tapes.parent):
        if not folder.is_dir():
            yield f"{folder}: there is no such folder"
        elif not os.access(folder, os.W_OK | os.X_OK):
            yield f"{folder}: nothing can be written there ({os.strerror(EACCES)})"


def _without_network(config: TableConfig, *, running: bool) -> Iterator[str]:
    """`running`: the table's own process has its ports."""
    network = config.network
    ports = [("requests", network.host, network.requests), ("broadcast", network.host, network.broadcast)]
    ports += [("metrics", "127.0.0.1", network.metrics)] if network.metrics is not None else []
    for name, host, port in ports:
        if not port:
            yield f"network.{name}: 0 is any port that is free: nobody would find it"
            continue
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the console: one that has just stopped
            try:
                probe.bind((host, port))
                probe.listen()
            except OSError as error:
                if not (running and error.errno == EADDRINUSE):
                    yield f"network.{name}: {host}:{port} cannot be listened on: {named(error)}"


def _without_shoe(config: TableConfig) -> Iterator[str]:
    if find_driver(config.shoe.driver).make_decoder is None:
        return
    device = config.shoe.device
    try:
        Path(device).stat()
        if not os.access(device, os.R_OK | os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES), device)
    except OSError as error:
        yield f"shoe.device: {device}: {named(error)}; until it answers, cards are entered by hand"


def _untimed_shoe(config: TableConfig) -> Iterator[str]:
    """001 §5.7 is seen by when cards arrive, whichever the make. Cards that a person enters arrive as he types."""
    if find_driver(config.shoe.driver).make_decoder is not None and not config.shoe.together_ms:
        nobody = "two cards faster than a hand can draw are not detected (001 §5.7)"
        yield f"shoe.together_ms: 0: {nobody}; until it is written, the Dealer reports them"


def _compare_with_journal(config: TableConfig, found: Findings, register: Register | None, *, new: bool) -> bool:
    """All of it, from the first entry: a start would do the same. Is a process using it?"""
    running = False
    with ExitStack() as opened:
        try:
            journal = Journal.open_to_read(config.journal)
        except InUse:
            running = True
            try:
                journal = Journal.open_to_read(opened.enter_context(borrowed(config.journal, PATIENCE_S)))
            except (JournalError, OSError) as error:
                found.warnings.append(f"not compared with the journal: {error}")
                return running
        except (JournalError, ChainBroken, OSError) as error:
            found.problems.append(f"not compared with the journal: {error}")
            return running
        with journal:
            _compare(config, journal, found, register, new=new)
    return running


def _compare(config: TableConfig, journal: Journal, found: Findings, register: Register | None, *, new: bool) -> None:
    try:
        found.problems += _unlike_ours(config, journal, new=new)
        books = Books(journal, config.setup, Log("check", config.log.form), whole=True)
    except (JournalError, OSError) as error:
        found.problems.append(f"not compared with the journal: {error}")
        return
    except (ChainBroken, InvariantBroken, LookupError, ValueError) as error:
        found.problems.append(f"{config.journal}: {error}; `etg journal verify` says more")
        return
    if books.differs:
        found.problems.append(f"{config.journal}: {books.differs}: the table would be halted")
    _compare_table(config, books.table, found)
    _compare_own_key(config, books.table, found)
    if register is not None:
        _compare_keys(config, books.table, register, found)


def _compare_own_key(config: TableConfig, table: Table, found: Findings) -> None:
    keyring = table.keyring
    try:
        files = [path for name in ("console.key", NEXT_KEY) if (path := config.keys / name).exists()]
        known = [load_pair(path).public for path in files]
    except BadKey:
        return  # which is told already
    if keyring.own and keyring.own not in known:
        found.problems.append(f"{config.keys}: the journal says that this console's key is {fingerprint(keyring.own)}")
    if keyring.coming and keyring.coming not in known:
        found.problems.append(f"{config.keys / NEXT_KEY} is missing: {fingerprint(keyring.coming)} was ordered")
    elif keyring.coming:
        found.notes.append("the console answers to two keys until the next gaming day is closed")


def _compare_table(config: TableConfig, table: Table, found: Findings) -> None:
    if other := other_currency(table):
        found.problems.append(f"{config.journal}: table.currency: {other}")
    if other := other_register(table):
        found.problems.append(f"{config.keys}: {other}")
    files = Credentials(config.keys)
    for name, why in files.problems(table.people.staff).items():
        found.warnings.append(f"{config.keys}: {name}: {why}")
    waiting = [f"{it.number} ({it.name})" for it in files.prepared(table.people.staff)]
    found.notes += [f"prepared, for two people at a panel: the file of {who}" for who in waiting]
    found.notes.append(f"{config.journal}: compared, {table.seq:,} entries, bound to {table.ledger.currency}")
    if table.view.game:
        found.notes += [f"the next opening changes {change}" for change in _changes(config, table.view)]


def _compare_keys(config: TableConfig, table: Table, register: Register, found: Findings) -> None:
    """The journal says who is let in. A file that says something else is no order, but somebody has written it."""
    for name, why in register.differences(table.keyring).items():
        found.warnings.append(f"{config.keys / 'enrolled' / name}.toml is not what the journal says: {why}")
    found.notes += [f"prepared, for two people at a panel: {words(it)}" for it in register.to_order(table.keyring)]
    if not any(peer.role == "panel" for peer in table.keyring.live.values()):
        found.warnings.append(f"{config.journal}: no panel has a live key: nobody could give an order")


def _unlike_ours(config: TableConfig, journal: Journal, *, new: bool) -> Iterator[str]:
    """What a start refuses, and who only reads does not: another table's, one with a doubtful end or not signed."""
    if journal.name != config.setup.table:
        yield f"{config.journal} is the journal of {journal.name}, not of {config.setup.table}"
        return
    if why := wrong_start(config, journal.seq, new=new):
        yield why
    if journal.doubt:
        yield f"{config.journal}: {journal.doubt}. Keep it, and rebuild from the archive"
    with suppress(BadKey, OSError):  # a key that cannot be read has been told
        try:
            journal.check_signed(load_signer(config.keys / "console.sign", config.setup.table).verify)
        except JournalError as error:
            yield str(error)


def _changes(config: TableConfig, view: TableView) -> Iterator[str]:
    """What is on record of the last opening, and what this file says now."""
    setup = config.setup
    now = {"game": setup.game, "rules": setup.rules, "house": setup.house, "countdown_ms": setup.countdown_ms}
    was = {name: getattr(view, name) for name in now}
    now |= structs.asdict(setup.placard) | {f"felt.{name}": value for name, value in structs.asdict(setup.felt).items()}
    was |= structs.asdict(view.placard) | {f"felt.{name}": value for name, value in structs.asdict(view.felt).items()}
    for name, value in now.items():
        if was[name] != value:
            yield f"{name}: {was[name]!r} becomes {value!r}"
