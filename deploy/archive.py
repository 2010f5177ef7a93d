"""`etg archive ARCHIVE.toml`: keeps a second copy of a table's journal on this machine, until it is told to stop."""

import argparse
from pathlib import Path

from deploy.start import Run, add_check_argument, run_peer
from floor.archive import Archive
from protocol.config import PeerConfig
from protocol.process import Log, Stop

HELP = "Keep a second copy of a table's journal on another machine."
EXAMPLE = """
./etg archive archive.toml
./etg archive archive.toml --check
./etg journal rebuild archive.journal table.journal    # when the console's disk is lost
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="as a terminal's file, with the name of a peer of the role archive")
    add_check_argument(parser)


def run(args: argparse.Namespace) -> int:
    return run_peer("archive", args, _start)


def _start(_args: argparse.Namespace, config: PeerConfig, log: Log) -> Run:
    archive = Archive(config, log)

    def keep() -> int:
        stop = Stop(then=archive.stop)
        log.info("keeping", file=config.journal, entry=archive.journal.seq)
        try:
            archive.run()
        finally:
            archive.close()
            stop.close()
        if archive.why:
            log.error("ended: call a technician", why=archive.why)
        return int(bool(archive.why))

    return keep
