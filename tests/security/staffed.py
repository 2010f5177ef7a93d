"""A panel and two people at a console's shell, without a network: whatever they say is heard in the next batch."""

import os
import time
from pathlib import Path
from typing import Final

from console.credentials import DEMO_PIN, DEMO_STAFF, StaffFile, write_file
from console.service import Service
from console.table.table import Heard
from deploy.demo.hands import BOSS, SECOND
from games.round import PlayerId
from games.rulings import Position
from protocol import messages as m

PANEL: Final = PlayerId("Panel")
RUN: Final = b"run-desk"
PATIENCE_S: Final = 60.0


# Of the same PIN, and good enough for a table where money is real.
STRONG: Final = "$argon2id$v=19$m=19456,t=1,p=1$FiBElhyEYjx1FI4+F5MNyg$ucnSNzWxnd8wo8rW1u61l25TFmj/xaR7CSuFPBHFMAo"


def make_staff(keys: Path) -> None:
    for number, name, position in (*DEMO_STAFF, ("402", "Uma", Position.SHIFT_MANAGER)):
        write_file(keys, StaffFile(number, name, position.name.lower(), STRONG))


class Staffed:
    """They prove who they are with the PINs of a demo, which the shell's own thread looks at."""

    def __init__(self, service: Service) -> None:
        self.service, table = service, service.table
        self._key = next((it.fingerprint for it in service._register.live() if it.name == PANEL), "")
        self.hear(m.Hello(1, RUN, table.seq, table.chain, PANEL, "panel"))

    def hear(self, request: m.Request) -> None:
        self.service._batch([Heard(PANEL, request, "panel", self._key)])
        end = time.monotonic() + PATIENCE_S
        while self.service.table.forgotten.checks and time.monotonic() < end:
            self.service._batch(self.service._pins.done())
            time.sleep(0.005)

    def order(self, order: m.Order) -> None:
        table = self.service.table
        if table.people.at(PANEL) is None:
            self.hear(m.SignOn(1, RUN, os.urandom(8), DEMO_PIN, BOSS.number))
        self.hear(m.Command(1, RUN, os.urandom(8), table.view.round_no, order, None))
        waiting = table.forgotten.proposals.get(PANEL)
        if waiting is not None:
            signed = (waiting.proposal.command_id, waiting.proposal.digest, DEMO_PIN, SECOND.number)
            self.hear(m.Sign(1, RUN, os.urandom(8), *signed))
