"""What `etg console --check` finds beyond the file itself: keys, register, shoe, screens, and the journal.

Reads, and changes nothing. What would stop a start is a problem; a shoe that is not there is a warning, because a table
is also played with cards that are entered by hand. So is a journal in use: the process that holds it has looked.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from errno import EACCES
from pathlib import Path

from msgspec import Struct, structs

from console.config import TableConfig
from console.table.table import Table
from games.money import InvariantBroken
from protocol.chain import ChainBroken
from protocol.codec import decode_event
from protocol.config import named
from protocol.journal import InUse, Journal, JournalError, left_alone
from protocol.keys import BadKey, Register, load_pair, load_signer, load_ticket_secret
from protocol.view import TableView
from shoe_driver.makes import find_driver


class Findings(Struct):
    problems: list[str] = []
    warnings: list[str] = []
    notes: list[str] = []


def look_around(config: TableConfig, *, new: bool = False) -> Findings:
    """`new`: of a table whose journal is to be begun."""
    found = Findings()
    if config.setup.unplayable:
        found.problems.append(f"{config.setup.unplayable}; [table] headless = true opens it")
    found.problems += _without_keys(config)
    if config.setup.placard.training:
        found.notes.append(f"{config.keys}: a register for demo or training: no money is real, devices may be emulated")
    found.warnings += _without_shoe(config)
    if why := wrong_start(config, None, new=new):
        found.problems.append(why)
    elif config.journal.exists():
        _compare_with_journal(config, found, new=new)
    else:
        found.notes.append(f"{config.journal}: there is no journal yet: this is a new table")
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


def _without_keys(config: TableConfig) -> Iterator[str]:
    if not config.keys.is_dir():
        yield f"{config.keys}: there is no such folder: `etg keys make console` and `etg keys enrol` make it"
        return
    looks: tuple[Callable[[], object], ...] = (
        lambda: load_pair(config.keys / "console.key"),
        lambda: load_signer(config.keys / "console.sign", config.setup.table),
        lambda: load_ticket_secret(config.keys),
        lambda: Register(config.keys),
    )
    for look in looks:
        try:
            look()
        except BadKey as error:
            yield str(error)
        except OSError as error:
            yield f"{error.filename or config.keys}: {named(error)}"


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


def _compare_with_journal(config: TableConfig, found: Findings, *, new: bool) -> None:
    """All of it, from the first entry: a start would do the same."""
    try:
        with Journal.open_to_read(config.journal) as journal:
            found.problems += _unlike_ours(config, journal, new=new)
            table = Table(config.setup, journal.chain_at)
            for entry in journal.entries():
                table.apply(entry, decode_event(entry.body))
    except InUse as error:
        found.warnings.append(f"not compared with the journal: {error}")
        return
    except (JournalError, OSError) as error:
        found.problems.append(f"not compared with the journal: {error}")
        return
    except (ChainBroken, InvariantBroken, LookupError, ValueError) as error:
        found.problems.append(f"{config.journal}: {error}; `etg journal verify` says more")
        return
    if other := table.other_currency():
        found.problems.append(f"{config.journal}: table.currency: {other}")
    if other := table.other_register():
        found.problems.append(f"{config.keys}: {other}")
    found.notes.append(f"{config.journal}: compared, {table.seq:,} entries, bound to {table.ledger.currency}")
    if table.view.game:
        found.notes += [f"the next opening changes {change}" for change in _changes(config, table.view)]


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
