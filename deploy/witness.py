"""`etg witness WITNESS.toml`: countersigns what a table's console has signed, until it is told to stop."""

import argparse
from pathlib import Path

from deploy.start import Run, add_check_argument, run_peer
from floor.witness import Witness
from protocol.config import PeerConfig
from protocol.process import Log, Stop

HELP = "Countersign a table's log on a machine that its staff cannot reach."
EXAMPLE = """
./etg keys make Witness --signs --folder keys          # Witness.key and Witness.sign stay here
./etg witness witness.toml
./etg witness witness.toml --check
./etg journal verify table.journal --witness witness.journal --witness-key Witness.pub
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="as a terminal's file, with the name of a peer of the role witness")
    add_check_argument(parser)


def run(args: argparse.Namespace) -> int:
    return run_peer("witness", args, _start)


def _start(_args: argparse.Namespace, config: PeerConfig, log: Log) -> Run:
    witness = Witness(config, log)

    def keep() -> int:
        stop = Stop(then=witness.stop)
        log.info("witnessing", file=config.journal, entry=witness.journal.seq, head=witness.head)
        try:
            witness.run()
        finally:
            witness.close()
            stop.close()
        if witness.why:
            log.error("ended: nothing more is countersigned; call a technician", why=witness.why, head=witness.head)
        else:
            log.info("stopped", entry=witness.journal.seq, head=witness.head)
        return int(bool(witness.why))

    return keep
