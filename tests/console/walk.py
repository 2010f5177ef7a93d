"""What may happen at a table, one thing after another, for tests that walk wherever they are led."""

from typing import Final

from console.table.table import DayTold
from games.cards import DECK
from protocol import messages as m
from shoe_driver import link as shoe
from shoe_driver.frames import Notice
from tests.console.cluster import COUNTDOWN_MS, Cluster

HAPPENINGS: Final = (
    *["card"] * 8,
    *("same card", "unread", "skipped", "lost", "back", "cut", "empty", "faulty", "started", "another result"),
    *("bet", "countdown", "restart", "read twice", "history", "cash out", "dispute", "call", "day"),
)


def happen(cluster: Cluster, what: str, number: int) -> None:
    """One of them; the number, below 52, says which card, terminal or amount."""
    match what:
        case "card":
            cluster.draw(DECK[number].text)
        case "same card":
            cluster.draw("2C")
        case "unread":
            cluster.unread()
        case "skipped":
            cluster.lose()
        case "lost":
            cluster.run(shoe.LinkLost())
        case "back":
            cluster.run(shoe.LinkRestored(""))
        case "cut":
            cluster.counter += 1
            cluster.run(shoe.CutCardSeen(cluster.counter))
        case "empty":
            cluster.run(shoe.ShoeEmpty(None))
        case "faulty":
            cluster.run(shoe.LinkFaulty("noise"))
        case "started":
            cluster.run(shoe.ShoeNotice(Notice.STARTED, b""))
        case "another result":
            cluster.run(shoe.ResultSeen("tie", ("player",)))
        case "read twice":
            cluster.draw(DECK[number].text, shoe_seq=cluster.counter)
        case "history":
            cluster.heard("T1", cluster.other_history("T1"))
        case "cash out":
            cluster.cash_out("T2", 1 + number * 10)
        case "dispute":
            cluster.dispute("T2", cluster.view.round_no)
        case "call":
            cluster.heard("T1", m.CallAttendant(*cluster.process("T1"), wanted=True))
        case "day":
            cluster.run(DayTold(f"2026-11-{1 + number % 28:02d}"))
        case "countdown":
            cluster.wait(COUNTDOWN_MS + 5_000)
        case "restart":
            cluster.restart()
        case "bet" if cluster.windows:  # or whatever else is asked
            opened = list(cluster.view.windows.values())[number % len(cluster.windows)]
            window, terminal = opened.window, f"T{1 + number % 2}"
            choice = window.choices[number % len(window.choices)] if window.choices else ""
            spots = window.spots[number % 2 :: 2] if choice in ("", "split", "double") else ()
            cluster.answer(terminal, dict.fromkeys(spots[:1], 2 * number), choice, window=opened.id)
