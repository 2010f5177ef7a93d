"""What accounting, surveillance and a regulator ask each morning: exact sums over the rows of a table's log.

Knows rows (`rows.py`), no journal and no game. Amounts are whole minor units and are added up by SQLite as such; shares
are kept as two whole numbers, and only the writing of a page divides. What a Bet should bring, whoever calls tells
(`Theory`): where nobody can, that is said and no figure is given.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple

from msgspec import Struct

from floor.codes import position
from floor.match import Rows, Scope, everything, match, of_day, of_shift, of_shoe, of_terminal
from floor.rows import ACCOUNTS, NO_CURRENCY
from games.money import Currency
from protocol.day import days_between


class Amount(NamedTuple):
    """Of money, in minor units."""

    minor: int
    currency: Currency


class Share(NamedTuple):
    part: int
    whole: int


class Decimal(NamedTuple):
    """What is no count: a standard deviation, Rounds an hour."""

    value: float
    digits: int = 2


Cell = str | int | Amount | Share | Decimal | None


class Chart(Struct, frozen=True):
    """Bars, in the order of their labels."""

    title: str
    labels: tuple[str, ...]
    values: tuple[Amount, ...]


class Section(Struct, frozen=True):
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    charts: tuple[Chart, ...] = ()


class Report(Struct, frozen=True):
    title: str
    about: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    differences: int = 0  # that the match has found


class Edge(NamedTuple):
    """What the House keeps of one unit on average, and the variance of that."""

    edge: Fraction
    variance: Fraction


# The game, how many decks, the kind of Bet; None: nobody can tell.
Theory = Callable[[str, int, str], Edge | None]


ROW_LIMIT: Final = 500  # of a list on one page; the file has all

# What each figure adds up, of the rows of the ledger. The house's win is in the lines; here it is what the ledger says.
_DROP: Final = (
    "CASE WHEN kind IN ('note_in', 'sold', 'ticket_in', 'foreign_in') THEN credit "
    "WHEN kind IN ('note_held', 'note_not_found') THEN held ELSE 0 END"
)
FIGURES: Final = {
    "notes_in": "CASE kind WHEN 'note_in' THEN credit ELSE 0 END",
    "sold": "CASE kind WHEN 'sold' THEN credit ELSE 0 END",
    "tickets_in": "CASE kind WHEN 'ticket_in' THEN credit ELSE 0 END",
    "foreign_in": "CASE kind WHEN 'foreign_in' THEN credit ELSE 0 END",
    "foreign_cashed": "CASE kind WHEN 'foreign_cashed' THEN cash ELSE 0 END",
    "claims_lost": "CASE kind WHEN 'claim_settled' THEN -house ELSE 0 END",
    "released": "CASE WHEN kind IN ('ticket_released', 'ticket_restored') THEN transit ELSE 0 END",
    "notes_held": "CASE kind WHEN 'note_held' THEN held ELSE 0 END",
    "notes_not_found": "CASE kind WHEN 'note_not_found' THEN held ELSE 0 END",
    "drop_amount": _DROP,
    "tickets_out": "CASE kind WHEN 'ticket_out' THEN tickets ELSE 0 END",
    "tickets_paid": "CASE kind WHEN 'ticket_paid' THEN cash ELSE 0 END",
    "hand_paid": "CASE kind WHEN 'hand_paid' THEN cash ELSE 0 END",
    "due_paid": "CASE kind WHEN 'due_paid' THEN cash ELSE 0 END",
    "owed_collected": "CASE kind WHEN 'owed_collected' THEN -cash ELSE 0 END",
    "house_paid": "CASE kind WHEN 'house_paid' THEN cash ELSE 0 END",
    "notes_paid_back": "CASE kind WHEN 'note_paid_back' THEN cash ELSE 0 END",
    "corrected": "CASE kind WHEN 'corrected' THEN house ELSE 0 END",
    **{account: account for account in ACCOUNTS},
}


class Sums(NamedTuple):
    """Of one currency in one scope."""

    name: str  # of the currency, in the rows
    currency: Currency
    money: dict[str, int]  # by the names of FIGURES
    handle: int
    returned: int
    void: int  # of the handle: stakes of Rounds without a result
    pushes: int  # of the rest: Bets that were returned

    @property
    def win(self) -> int:
        return self.handle - self.returned


class Reports:
    def __init__(self, model: Rows, theory: Theory) -> None:
        self._model, self._ask, self._theory = model, model.ask, theory
        self._known = {
            row["currency"]: Currency(row["currency"], row["exponent"]) for row in self._ask("SELECT * FROM currencies")
        }

    def _currency(self, name: str) -> Currency:
        return self._known.get(name, Currency()) if name != NO_CURRENCY else Currency()

    # --- figures --------------------------------------------------------------------------------------------------

    def sums(self, scope: Scope) -> list[Sums]:
        """One for each currency that something moved in."""
        columns = ", ".join(f"SUM({what}) AS {name}" for name, what in FIGURES.items())
        asked = f"SELECT currency, {columns} FROM money WHERE {scope.where} GROUP BY currency"
        money = {row.pop("currency"): row for row in self._ask(asked, scope.values)}
        lines = {row["currency"]: row for row in self._ask(_LINES.format(where=scope.where), scope.values)}
        found = []
        for name in dict.fromkeys((*money, *lines)):
            line = lines.get(name, {})
            told = (line.get("handle", 0), line.get("returned", 0), line.get("void", 0), line.get("pushes", 0))
            found.append(Sums(name, self._currency(name), money.get(name) or dict.fromkeys(FIGURES, 0), *told))
        return found

    def day(self, day: str) -> Report:
        scope = of_day(day)
        parts = [self._breakdown(scope, "shift"), self._breakdown(scope, "shoe"), self._breakdown(scope, "terminal")]
        return self._report(scope, parts)

    def shift(self, day: str, shift: str) -> Report:
        scope = of_shift(day, shift)
        return self._report(scope, [self._breakdown(scope, "shoe"), self._breakdown(scope, "terminal")])

    def shoe(self, shoe: int) -> Report:
        scope = of_shoe(shoe)
        sets = self._ask("SELECT * FROM shoes WHERE shoe = ?", (shoe,))
        told = tuple((name.replace("_", " "), row[name]) for row in sets for name in row)
        section = Section("The set of cards", ("what", "is"), told)
        return self._report(scope, [section, self._rounds(scope), self._breakdown(scope, "terminal")])

    def table(self) -> Report:
        scope = everything()
        return self._report(scope, [self._breakdown(scope, by) for by in ("day", "shoe", "terminal")])

    def terminal(self, terminal: str, games: int = 10) -> Report:
        scope = of_terminal(terminal)
        sections = [*self._meters(terminal), self._money(scope), self._theory_section(scope)]
        rounds = self._ask(
            "SELECT DISTINCT round_no FROM bets WHERE terminal = ? ORDER BY round_no DESC LIMIT ?", (terminal, games)
        )
        sections += [self._game(terminal, row["round_no"]) for row in rounds]
        events = self._ask(f"SELECT * FROM events WHERE terminal = ? ORDER BY seq DESC LIMIT {ROW_LIMIT}", (terminal,))
        sections.append(_events("Events, the last first", events))
        return Report(scope.title, self._about(), tuple(sections))

    def staff(self, day: str = "") -> Report:
        where, values = ("day = ?", (day,)) if day else ("1 = 1", ())
        people: defaultdict[str, Counter[str]] = defaultdict(Counter)
        names: dict[str, tuple[str, int]] = {}
        for row in self._ask(f"SELECT * FROM acts WHERE {where} ORDER BY seq", values):
            for number, name, held, what in (
                (row["number"], row["name"], row["position"], row["what"]),
                (row["second_number"], row["second_name"], row["second_position"], "second"),
            ):
                if number:
                    people[number][what] += 1
                if name:
                    names[number] = name, held
        words = ("ordered", "second", "refused", "proposed", "signed", "signature refused", "signed on", "wrong PIN")
        rows: list[tuple[Cell, ...]] = []
        for number, counts in sorted(people.items()):
            name, held = names.get(number, ("", 0))
            rows.append((number, name, position(held) if held else "", *(counts[word] for word in words)))
        note = "second: signed what somebody else had proposed. Who has no name here only gave a wrong PIN."
        orders = self._ask(f"SELECT * FROM signed_orders WHERE {where} ORDER BY seq DESC LIMIT {ROW_LIMIT}", values)
        title = f"Staff, gaming day {day}" if day else "Staff, from the first entry"
        sections = (
            Section("People", ("number", "name", "position", *words), tuple(rows), note),
            Section(
                "Orders, the last first",
                ("entry", "time", "Round", "order", "by", "second", "amount", "digest that was signed"),
                tuple(
                    (
                        *(row["seq"], row["at"], row["round_no"] or None, row["act"]),
                        _person(row["number"], row["name"]),
                        _person(row["second_number"], row["second_name"]),
                        Amount(row["amount"], self._currency(row["currency"])) if row["amount"] else None,
                        (row["signed_digest"] or "")[:16],
                    )
                    for row in orders
                ),
            ),
        )
        return Report(title, self._about(), sections)

    def events(
        self, *, day: str = "", severity: str = "", code: str = "", search: str = "", after: int = 0, limit: int = 0
    ) -> list[dict[str, Any]]:
        """In their order; with `limit` the last so many."""
        where, values = ["seq > ?"], [after]
        asked: list[int | str] = [*values]
        for column, wanted in (("day", day), ("severity", severity), ("code", code)):
            if wanted:
                where.append(f"{column} = ?")
                asked.append(wanted)
        if search:
            where.append("rowid IN (SELECT rowid FROM events_fts WHERE events_fts MATCH ?)")
            asked.append(_quoted(search))
        sql = f"SELECT * FROM events WHERE {' AND '.join(where)} ORDER BY seq"
        if limit:
            sql = f"SELECT * FROM ({sql} DESC LIMIT {limit}) AS told ORDER BY seq"
        return self._ask(sql, asked)

    # --- parts of a report ----------------------------------------------------------------------------------------

    def _about(self) -> tuple[tuple[str, str], ...]:
        model = self._model
        hours = f"{' '.join(model.shifts.hours)} ({model.shifts.zone})"
        return (
            ("Table", model.journal),
            ("Up to entry", f"{model.seq} : {model.chain.hex()}"),
            ("Shifts begin", hours),
        )

    def _report(self, scope: Scope, parts: Iterable[Section]) -> Report:
        found = match(self._model, scope, self.last_seq(scope))
        columns = ("entry", "Round", "terminal", "what", "expected", "found")
        good = "Ledger, tickets and cards agree." if not found else "Each is named with its entry: `etg journal show`."
        matched = Section("Three-way match: ledger, tickets, cards", columns, tuple(found), good)
        sections = (
            *(
                self._money(scope),
                matched,
                self._play(scope),
                self._theory_section(scope),
                *parts,
                self._tickets(scope),
            ),
            *(self._notes(scope), self._rulings(scope), self._codes(scope)),
        )
        return Report(scope.title, self._about(), sections, len(found))

    def _money(self, scope: Scope) -> Section:
        rows: list[tuple[Cell, ...]] = []
        for it in self.sums(scope):

            def amount(minor: int, currency: Currency = it.currency) -> Amount:
                return Amount(minor, currency)

            money, code = it.money, it.name
            rows += [
                (code, "Drop", amount(money["drop_amount"]), "notes, credit sold, tickets taken, notes held"),
                (code, "  notes", amount(money["notes_in"]), "stacked and credited"),
                (code, "  sold at the table", amount(money["sold"]), ""),
                (code, "  tickets taken", amount(money["tickets_in"]), "as credit at a terminal"),
                (code, "  tickets of other tables", amount(money["foreign_in"]), "as credit at a terminal"),
                (code, "  notes held", amount(money["notes_held"]), "in a box, and nobody's credit yet"),
                (code, "  notes not found", amount(money["notes_not_found"]), "held, and not in the box after all"),
                (code, "Handle", amount(it.handle), "all Bets that were settled"),
                (code, "  of Void Rounds", amount(it.void), "returned without a result"),
                (code, "  pushes", amount(it.pushes), "returned by the result"),
                (code, "Returned", amount(it.returned), "stakes and winnings"),
                (code, "Win", amount(it.win), "handle less returned"),
                (code, "  by corrections", amount(money["corrected"]), "part of the win"),
                (code, "Hold of drop", Share(it.win, money["drop_amount"]), "win of drop"),
                (code, "Hold of handle", Share(it.win, it.handle), "win of handle"),
                (code, "Tickets issued", amount(money["tickets_out"]), ""),
                (code, "Tickets paid in cash", amount(money["tickets_paid"]), ""),
                (code, "Tickets released", amount(money["released"]), "to other tables, less those restored"),
                (code, "Foreign tickets paid in cash", amount(money["foreign_cashed"]), "as claims on their tables"),
                (code, "Claims lost", amount(money["claims_lost"]), "that no table answered for"),
                (code, "Paid by hand", amount(money["hand_paid"]), ""),
                (code, "Paid by a Ruling", amount(money["house_paid"]), "of the House's own"),
                (code, "Due that was paid", amount(money["due_paid"]), "after a correction"),
                (code, "Owed that was collected", amount(money["owed_collected"]), "after a correction"),
                (code, "Notes paid back", amount(money["notes_paid_back"]), ""),
                *((code, f"Ledger: {name}", amount(money[name]), "how much more or less") for name in ACCOUNTS),
            ]
        return Section("Money", ("currency", "what", "amount", "meaning"), tuple(rows))

    def _play(self, scope: Scope) -> Section:
        """Rounds are of no terminal; an hour is one between the first opening and the last end."""
        rows: list[tuple[Cell, ...]] = []
        asked = f"SELECT game, rules, {_ROUNDS} FROM rounds WHERE {scope.where} AND ended_seq > 0 GROUP BY game, rules"
        for row in self._ask(asked, scope.values):
            hours = _hours(row["first"], row["last"])
            pace = Decimal(row["rounds"] / hours, 1) if hours else None
            rows.append((row["game"], row["rules"], row["rounds"], row["void"], row["corrected"], pace))
        return Section("Play", ("game", "rules", "Rounds", "void", "corrected", "Rounds an hour"), tuple(rows))

    def _theory_section(self, scope: Scope) -> Section:
        """By Bet. Stakes on one Spot in one Round win and lose together, so they are one stake to the deviation."""
        where = scope.where.replace("day", "lines.day").replace("shift", "lines.shift").replace("shoe", "lines.shoe")
        stakes = self._ask(_STAKES.format(where=where), scope.values)
        found: dict[tuple[str, int, str, str], list[int]] = {}
        for row in stakes:
            sums = found.setdefault((row["currency"], row["decks"], row["game"], row["bet"]), [0, 0, 0])
            sums[0] += row["staked"]
            sums[1] += row["staked"] ** 2
            sums[2] += row["win"]
        rows: list[tuple[Cell, ...]] = []
        unknown = False
        for (name, decks, game, bet), (staked, squares, win) in sorted(found.items()):
            currency, edge = self._currency(name), self._theory(game, decks, bet)
            head = (game, decks, bet, Amount(staked, currency), Amount(win, currency), Share(win, staked))
            if edge is None:
                unknown = True
                rows.append((*head, None, None, None, None))
                continue
            expected = edge.edge * staked
            deviation = sqrt(edge.variance * squares)
            rows.append(
                (
                    *(*head, Share(edge.edge.numerator, edge.edge.denominator)),
                    Amount(round(expected), currency),
                    Amount(round(deviation), currency),
                    Decimal(float(win - expected) / deviation) if deviation else None,
                )
            )
        columns = ("game", "decks", "Bet", "handle", "win", "hold", "edge", "expected", "deviation", "deviations off")
        note = "From a full shoe. Void Rounds do not count; a win more than 3 deviations off wants an explanation."
        if unknown:
            note += " Where no edge stands, it depends on how one plays, and nobody can tell it exactly."
        return Section("Theory and result by Bet", columns, tuple(rows), note)

    def _breakdown(self, scope: Scope, by: str) -> Section:
        asked = f"SELECT {by} AS part, currency, SUM({_DROP}) AS dropped FROM money WHERE {scope.where}"
        drops = self._ask(f"{asked} GROUP BY {by}, currency", scope.values)
        asked = f"SELECT {by} AS part, currency, SUM(staked) AS handle, SUM(staked - returned) AS win FROM lines"
        lines = self._ask(f"{asked} WHERE {scope.where} GROUP BY {by}, currency", scope.values)
        found: dict[tuple[str, Any], list[int]] = {}
        for row in drops:
            found.setdefault((row["currency"], row["part"]), [0, 0, 0])[0] = row["dropped"]
        for row in lines:
            found.setdefault((row["currency"], row["part"]), [0, 0, 0])[1:] = [row["handle"], row["win"]]
        rows: list[tuple[Cell, ...]] = []
        wins: defaultdict[str, list[tuple[str, Amount]]] = defaultdict(list)
        for (name, part), (dropped, handle, win) in sorted(
            found.items(), key=lambda it: (it[0][0], str(it[0][1]).zfill(12))
        ):
            if not part and not (dropped or handle or win):
                continue
            currency = self._currency(name)
            told = str(part) if part != "" else "-"
            rows.append((told, name, *(Amount(it, currency) for it in (dropped, handle, win)), Share(win, handle)))
            wins[name].append((told, Amount(win, currency)))
        charts = tuple(
            Chart(f"Win by {by}, {name}", tuple(told for told, _ in bars), tuple(win for _, win in bars))
            for name, bars in wins.items()
            if len(bars) > 1
        )
        return Section(f"By {by}", (by, "currency", "drop", "handle", "win", "hold of handle"), tuple(rows), "", charts)

    def _rounds(self, scope: Scope) -> Section:
        rounds = self._ask(f"SELECT * FROM round_results WHERE {scope.where} ORDER BY round_no", scope.values)
        rows = tuple(
            (
                *(row["round_no"], row["opened_at"], row["result"], row["void"] or None),
                *(Amount(row[name], self._currency(row["currency"])) for name in ("handle", "win")),
                *("yes" if row["corrected"] else "", row["hands"]),
            )
            for row in rounds[:ROW_LIMIT]
        )
        return Section("Rounds", ("Round", "opened", "result", "void", "handle", "win", "corrected", "hands"), rows)

    def last_seq(self, scope: Scope) -> int:
        tables = " UNION ALL ".join(
            f"SELECT MAX(seq) AS seq FROM {table} WHERE {scope.where}" for table in ("money", "events")
        )
        (row,) = self._ask(f"SELECT MAX(seq) AS seq FROM ({tables}) AS told", (*scope.values, *scope.values))
        return row["seq"] or 0

    def _tickets(self, scope: Scope) -> Section:
        """Issued, paid and taken in the scope; open and out of date when it ended."""
        last = self.last_seq(scope)
        before = self._ask("SELECT day FROM money WHERE seq <= ? ORDER BY seq DESC LIMIT 1", (last,))
        day = before[0]["day"] if before else ""
        found: dict[str, list[list[int]]] = {}
        words = {"ticket_out": 0, "ticket_in": 1, "ticket_paid": 2, "ticket_released": 3, "ticket_restored": 3}
        asked = f"SELECT currency, kind, COUNT(*) AS n, SUM(ABS(tickets)) AS amount FROM money WHERE {scope.where}"
        asked += f" AND kind IN ({', '.join('?' * len(words))}) GROUP BY currency, kind"
        for row in self._ask(asked, (*scope.values, *words)):
            cell = found.setdefault(row["currency"], [[0, 0] for _ in range(6)])[words[row["kind"]]]
            sign = -1 if row["kind"] == "ticket_restored" else 1
            cell[0] += sign * row["n"]
            cell[1] += sign * int(row["amount"])
        asked = "SELECT * FROM tickets WHERE issued_seq <= ? AND (used_seq = 0 OR used_seq > ?)"
        for row in self._ask(asked, (last, last)):
            cells = found.setdefault(row["currency"], [[0, 0] for _ in range(6)])
            late = row["days"] and row["issued_day"] and day and days_between(row["issued_day"], day) >= row["days"]
            for cell in (cells[4], cells[5]) if late else (cells[4],):
                cell[0] += 1
                cell[1] += row["amount"]
        released = "to other tables, less those restored"
        titles = ("issued", "taken as credit", "paid in cash", released, "open at the end", "of these out of date")
        rows = tuple(
            (name, title, count, Amount(amount, self._currency(name)))
            for name, cells in sorted(found.items())
            for title, (count, amount) in zip(titles, cells, strict=True)
        )
        return Section("Tickets", ("currency", "what", "tickets", "amount"), rows)

    def _notes(self, scope: Scope) -> Section:
        where = scope.where.replace("day", "held_day")
        if "shift" in where or "shoe" in where:
            seqs = f"SELECT seq FROM money WHERE kind = 'note_held' AND {scope.where}"
            where = f"held_seq IN ({seqs})"
        notes = self._ask(f"SELECT * FROM notes WHERE {where} ORDER BY note", scope.values)
        rows = tuple(
            (
                *(row["held_seq"], row["held_at"], row["note"], row["terminal"]),
                *(Amount(row["amount"], self._currency(row["currency"])), row["why"], row["fate"] or "open"),
            )
            for row in notes
        )
        return Section("Held notes", ("entry", "time", "note", "terminal", "amount", "why", "fate"), rows)

    def _rulings(self, scope: Scope) -> Section:
        """Voids, corrections and what else people have ruled, with who ordered and who signed."""
        kinds = "'RulingMade', 'RulingRecorded', 'RoundCorrected', 'CardsCorrected', 'DisputeRuled', 'HousePaid'"
        asked = f"SELECT * FROM events WHERE {scope.where} AND kind IN ({kinds}) ORDER BY seq LIMIT {ROW_LIMIT}"
        rows: list[tuple[Cell, ...]] = []
        for row in self._ask(asked, scope.values):
            order = self._ask(_ORDER_BEFORE, (row["seq"],))
            by = order[0] if order and order[0]["at"] == row["at"] else None
            people = ("", "") if by is None else _two(by)
            rows.append((row["seq"], row["at"], row["round_no"] or None, row["text"], *people))
        return Section("Rulings and corrections", ("entry", "time", "Round", "what", "by", "second"), tuple(rows))

    def _codes(self, scope: Scope) -> Section:
        asked = f"SELECT code, severity, kind, COUNT(*) AS n, MIN(seq) AS first FROM events WHERE {scope.where}"
        found = self._ask(f"{asked} GROUP BY code, severity, kind ORDER BY code", scope.values)
        rows = tuple((row["code"], row["severity"], row["kind"], row["n"], row["first"]) for row in found)
        return Section("Events by code", ("code", "severity", "kind", "count", "first entry"), rows)

    def _meters(self, terminal: str) -> list[Section]:
        rows: list[tuple[Cell, ...]] = []
        for row in self._ask("SELECT * FROM meters WHERE terminal = ?", (terminal,)):
            currency = self._currency(row["currency"])
            names = [name for name in row if name not in ("terminal", "currency")]
            rows += [(currency.code, name.replace("_", " "), Amount(row[name], currency)) for name in names]
        for row in self._ask("SELECT * FROM games_played WHERE terminal = ?", (terminal,)):
            rows.append((row["currency"], "games played", row["games"]))
        return [Section("Meters", ("currency", "meter", "value"), tuple(rows))]

    def _game(self, terminal: str, round_no: int) -> Section:
        """Every step of one Round as this terminal had it, entry by entry."""
        (told,) = self._ask("SELECT * FROM rounds WHERE round_no = ?", (round_no,)) or ({},)
        asked = "SELECT credit_after FROM money WHERE terminal = ? AND seq < ? ORDER BY seq DESC LIMIT 1"
        before = self._ask(asked, (terminal, told.get("opened_seq", 0)))
        mine = (round_no, terminal)
        found = self._ask(_STEPS, (round_no, round_no, round_no, *mine, *mine, terminal, round_no))
        # Of one entry there may be several, and no two databases order texts alike.
        steps = sorted(found, key=lambda row: (row["seq"], row["what"], row["detail"]))
        rows: list[tuple[Cell, ...]] = []
        currency = self._currency(told.get("currency", NO_CURRENCY))
        for row in steps:
            amount = None if row["amount"] is None else Amount(row["amount"], currency)
            rows.append((row["seq"], row["at"], row["what"], row["detail"], amount))
        asked = "SELECT credit_after FROM money WHERE terminal = ? AND round_no = ? ORDER BY seq DESC LIMIT 1"
        after = self._ask(asked, (terminal, round_no))
        start = Amount(before[0]["credit_after"] if before else 0, currency)
        end = Amount(after[0]["credit_after"] if after else start.minor, currency)
        written = f"Credit before {currency.write(start.minor)}, after {currency.write(end.minor)}."
        state = "" if told.get("ended_seq") else " It is not over."
        title = f"Round {round_no}: {told.get('result') or 'no result yet'}"
        return Section(title, ("entry", "time", "what", "detail", "amount"), tuple(rows), written + state)


# A push is a Bet that the result returned; one of a Void Round had no result.
_LINES: Final = """
SELECT currency, SUM(staked) AS handle, SUM(returned) AS returned,
    SUM(CASE WHEN is_void THEN staked ELSE 0 END) AS void,
    SUM(CASE WHEN NOT is_void AND outcome = 'returned' THEN staked ELSE 0 END) AS pushes
FROM (SELECT lines.*, COALESCE((SELECT void FROM rounds WHERE rounds.round_no = lines.round_no), '') <> '' AS is_void
    FROM lines WHERE {where}) AS told
GROUP BY currency
"""
_ROUNDS: Final = (
    "COUNT(*) AS rounds, SUM(CASE WHEN void <> '' THEN 1 ELSE 0 END) AS void, SUM(corrected) AS corrected, "
    "MIN(opened_at) AS first, MAX(ended_at) AS last"
)
_STAKES: Final = """
SELECT lines.currency, lines.game, rounds.decks, lines.bet, lines.round_no, lines.spot,
    SUM(staked) AS staked, SUM(staked - returned) AS win
FROM lines JOIN rounds ON rounds.round_no = lines.round_no
WHERE {where} AND rounds.void = ''
GROUP BY lines.currency, lines.game, rounds.decks, lines.bet, lines.round_no, lines.spot
"""
# A claim belongs to a sitting: what was paid or collected stands at the last Round of it that was corrected before.
_STEPS: Final = """
SELECT opened_seq AS seq, opened_at AS at, 'open' AS what, name || ', ' || left_ms || ' ms' AS detail,
    CAST(NULL AS bigint) AS amount
    FROM windows WHERE round_no = ?
UNION ALL SELECT closed_seq, closed_at, 'closed', name || ' by ' || "by", CAST(NULL AS bigint) FROM windows
    WHERE round_no = ? AND closed_seq > 0
UNION ALL SELECT seq, at, what, hand || ' ' || card, CAST(NULL AS bigint) FROM cards WHERE round_no = ?
UNION ALL SELECT seq, at, what, spot || choice || ' ' || reason || ' revision ' || revision, amount FROM bets
    WHERE round_no = ? AND terminal = ?
UNION ALL SELECT seq, at, what, spot || ' ' || outcome || ' §' || paragraph || ', staked ' || staked, returned
    FROM lines WHERE round_no = ? AND terminal = ?
UNION ALL SELECT seq, at, REPLACE(kind, '_', ' '), 'sitting ' || sitting, amount FROM money
    WHERE terminal = ? AND kind IN ('due_paid', 'owed_collected') AND ? = (
        SELECT round_no FROM lines WHERE terminal = money.terminal AND sitting = money.sitting AND what = 'corrected'
            AND seq < money.seq ORDER BY seq DESC LIMIT 1)
ORDER BY 1
"""
_ORDER_BEFORE: Final = "SELECT * FROM acts WHERE what = 'ordered' AND seq < ? ORDER BY seq DESC LIMIT 1"


def _events(title: str, events: Iterable[dict[str, Any]]) -> Section:
    names = ("seq", "at", "code", "severity", "round_no", "terminal", "text")
    rows = tuple(tuple(row[name] for name in names) for row in events)
    return Section(title, ("entry", "time", "code", "severity", "Round", "terminal", "what"), rows)


def _in_order(part: tuple[tuple[str, Any], list[int]]) -> tuple[str, str]:
    """T2 before T10."""
    (currency, name), _ = part
    return currency, re.sub(r"[0-9]+", lambda digits: digits[0].zfill(12), str(name))


def _person(number: str, name: str) -> str:
    return f"{name} ({number})" if name else number


def _two(row: dict[str, Any]) -> tuple[str, str]:
    return _person(row["number"], row["name"]), _person(row["second_number"], row["second_name"])


def _quoted(search: str) -> str:
    """Every word must be there; none of them is a command to the search."""
    return " ".join('"' + word.replace('"', '""') + '"' for word in search.split())


def _hours(first: str, last: str) -> float:
    try:
        return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds() / 3_600
    except ValueError:
        return 0.0  # a clock that never said what time it is
