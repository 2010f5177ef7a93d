"""A table as the big screen follows it."""

from deploy.demo.rehearsal import Rehearsal


def table(rounds: int = 6) -> Rehearsal:
    found = Rehearsal(terminals=2)
    for seat in found.seats.values():
        seat.buys(500_000)
    found.play(rounds)
    return found
