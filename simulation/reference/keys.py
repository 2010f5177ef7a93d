"""Keys in the log, told again: whom the first start lets in, what two people may order, what becomes of the machine."""

from typing import Any

from protocol import events as e
from protocol import messages as m
from simulation.reference import signing
from simulation.reference.keyring import print_of
from simulation.reference.state import Play


def found(play: Play, keys: Any) -> None:
    """The first start of a table, and no other."""
    for peer in keys:
        _enrolled(play, peer.name, peer.role, peer.public)


def enrol(play: Play, _command: m.Command, order: m.EnrolKey | m.ReplaceKey) -> None:
    if isinstance(order, m.ReplaceKey):
        _ended(play, order.name, "replaced")
    _enrolled(play, order.name, order.role, order.key)
    peer = play.peers[order.name]
    if peer.latched and peer.machine:
        play.tape.take(e.TerminalUnlatched, terminal=order.name)
        peer.latched, peer.machine = "", False
        play.refusals.pop(order.name, None)
    elif peer.latched:
        play.alarm(order.name, "still out of play")


def rotate(play: Play, _command: m.Command, order: m.RotateConsole) -> None:
    """The console answers to both, until a day is closed; the old one comes back no more."""
    own = play.process.own_keys[0]
    play.tape.take(e.ConsoleKeyRotated, key=order.key, was=own)
    play.own_key, play.coming = own, order.key
    play.owners[own] = play.owners[order.key] = "console"


def settle_own(play: Play) -> None:
    """The old one ends, if the shell has the new one."""
    if play.coming and play.coming in play.process.own_keys:
        play.tape.take(e.ConsoleKeyEnded, key=play.own_key, stays=play.coming)
        play.own_key, play.coming = play.coming, ""
    elif play.coming:
        play.alarm("console", "the new key of the console is gone")


def end(play: Play, _command: m.Command, order: m.EndKey) -> None:
    _ended(play, order.name, order.why)


def _enrolled(play: Play, name: str, role: str, public: str) -> None:
    play.tape.take(e.KeyEnrolled, name=name, role=role, key=public)
    play.keys[name], play.owners[public] = (role, public), name
    peer = play.peers[name]
    peer.wiped = False
    peer.boot, peer.run, peer.key = 0, b"", print_of(public)  # another machine, if there was one before
    peer.greeted = peer.retired = peer.doubted = False


def _ended(play: Play, name: str, why: str) -> None:
    play.tape.take(e.KeyEnded, name=name, key=play.keys.pop(name)[1], why=why)
    play.peers[name].retired, play.peers[name].greeted = True, False
    signing.leave(play, name, "panel")
