"""Why a process is not at its table: one list for the log, `--check` and the screens of whoever is not the console.

Knows no socket and no message. What a Player or the staff read of it, in four languages, is in `looks/words.py`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Fault(StrEnum):
    NONE = ""
    # For good: this process must be ended, and people find out why.
    HISTORY = "history"
    REPLACED = "replaced"
    TWICE = "twice"
    IDENTITY = "identity"
    BOOT = "boot"
    WIPED = "wiped"
    RETIRED = "retired"
    OTHER = "other"
    # While they last: the process goes on trying.
    VERSION = "version"
    WAIT = "wait"
    NOT_ENROLLED = "not_enrolled"
    REVOKED = "revoked"
    CONSOLE_KEY = "console_key"
    PORT = "port"
    OFF = "off"
    SILENT = "silent"
    ROUTE = "route"


# Of those that last: no waiting helps, somebody has to change a file or a key.
SET_UP: Final = frozenset({Fault.VERSION, Fault.NOT_ENROLLED, Fault.REVOKED, Fault.CONSOLE_KEY, Fault.PORT})

# For a technician, who has the machine's file before him.
WORDS: Final[Mapping[Fault, str]] = {
    Fault.HISTORY: "its copy of the log is not the console's: call the Shift Manager, and keep both disks",
    Fault.REPLACED: "another process with this key has joined since",
    Fault.TWICE: "two machines have this key: find the other one, and rotate the key",
    Fault.IDENTITY: "the key is enrolled under another name or for another role",
    Fault.BOOT: "its count of starts has leapt: rotate its key",
    Fault.WIPED: "its file of records was lost, or is another one: bring it back, or etg keys rotate",
    Fault.RETIRED: "this key was taken out of service at the table: a new machine needs a new key",
    Fault.OTHER: "the console does not let it join",
    Fault.VERSION: "the console and this program are not of the same version",
    Fault.WAIT: "another process with this key was heard less than a few seconds ago: waiting for its silence",
    Fault.NOT_ENROLLED: "the console answers, and does not know this key: etg keys enrol",
    Fault.REVOKED: "the console answers, and this key was revoked or replaced there: etg keys list",
    Fault.CONSOLE_KEY: (
        "what answers breaks off the handshake: another console's console_key, exchanged ports, or its key was rotated "
        "while this machine was off: copy console.pub from the console again"
    ),
    Fault.PORT: "no console answers at this port: compare requests and broadcast with the table's file",
    Fault.OFF: "the machine answers, and nothing listens there: the console is not running, or has other ports",
    Fault.SILENT: "a connection is made, and nothing answers: the console hangs, or it is another program's port",
    Fault.ROUTE: "the console's machine cannot be reached: cable, switch, firewall or address",
}
