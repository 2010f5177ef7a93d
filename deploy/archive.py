"""`etg archive ARCHIVE.toml`: keeps a second copy of a table's journal on this machine, until it is told to stop."""

import argparse
import sys
from pathlib import Path

HELP = "Keep a second copy of a table's journal on another machine."
EXAMPLE = """
./etg archive archive.toml
./etg journal rebuild archive.journal table.journal    # when the console's disk is lost
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="as a terminal's file, with the name of a peer of the role archive")


def run(args: argparse.Namespace) -> int:
    from floor.archive import Archive
    from protocol.chain import ChainBroken
    from protocol.config import ConfigError, read_peer
    from protocol.journal import JournalError
    from protocol.keys import BadKey
    from protocol.process import Log, Stop

    try:
        config = read_peer(args.config)
    except ConfigError as error:
        print(f"etg archive: {error}", file=sys.stderr)
        return 2
    log = Log(config.name)
    try:
        archive = Archive(config)
    except (BadKey, JournalError, ChainBroken, OSError) as error:
        log.error("cannot start", why=error)
        return 1
    stop = Stop(then=archive.stop)
    log.info("keeping", file=config.journal, entry=archive.journal.seq)
    try:
        archive.run()
    except JournalError as error:
        log.error("the archive's journal has failed", why=error)
        return 1
    finally:
        archive.close()
        stop.close()
    if archive.listener.stopped or archive.listener.denied:
        log.error("ended: call a technician", why=archive.listener.stopped or archive.listener.denied)
        return 1
    return 0
