"""Every figure of every report is what the journal's own ledger says, however the file came to be."""

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from audit.report import theory
from floor import paper
from floor.codes import CODES
from floor.match import Scope, everything, match, of_day, of_shift, of_shoe, of_terminal
from floor.read_model import ReadModel, ReportError, Shifts, build
from floor.reports import Amount, Report, Reports
from floor.rows import ACCOUNTS, KINDS, TABLES
from games.money import Currency
from games.round import PlayerId
from protocol import events as e
from protocol.chain import Entry, first_link, make_entry
from protocol.codec import decode_event, encode_body
from protocol.config import LANGUAGES
from protocol.events import Event
from protocol.ledger import MONEY, Ledger, entry_of
from simulation.house import HouseWorld
from tests.console.cluster import TABLE as CALM
from tests.console.coins import TABLE as COINS
from tests.floor import histories
from tests.turns import DAY

# Of the simulator: the game, the seed, and whether it is a script. Chosen for what happens in them.
SIMULATED: Final = {
    "baccarat, corrected": ("", 418, True),
    "baccarat, owed": ("", 3, True),
    "baccarat, trouble": ("", 3, False),
    "blackjack, corrected": ("blackjack", 27, True),
    "blackjack, trouble": ("blackjack", 2, False),
    "blackjack_plus, trouble": ("blackjack_plus", 4, False),
    "three_pictures, corrected": ("three_pictures", 4, False),
}
HISTORIES: Final = (
    *SIMULATED,
    "two currencies",
    "two coins",
    "claims",
    "three_pictures",
    "classic_blackjack",
    "premium_blackjack",
)
ROUNDS: Final = 16


def history(name: str) -> tuple[str, tuple[Entry, ...]]:
    """Whose journal, and its entries."""
    if name in SIMULATED:
        game, seed, script = SIMULATED[name]
        return histories.TABLE, histories.simulated(game, seed, ROUNDS, script=script)
    if name == "two coins":
        return COINS, histories.two_coins()
    if name in ("two currencies", "claims"):
        return CALM, histories.claims() if name == "claims" else histories.two_currencies()
    return CALM, histories.three_pictures() if name == "three_pictures" else histories.online(name)


@pytest.fixture(scope="module", params=HISTORIES)
def told(request: pytest.FixtureRequest) -> tuple[str, tuple[Entry, ...]]:
    return history(request.param)


@pytest.fixture(scope="module")
def model(told: tuple[str, tuple[Entry, ...]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadModel]:
    """Asked, and changed by nobody."""
    with build(tmp_path_factory.mktemp("model") / "reports.sqlite", *told, Shifts()) as model:
        yield model


# --- a second opinion: the ledger of the journal, cut by hand -------------------------------------------------------

Cut = tuple[str, Any]  # the column, and its value
Sums = Counter[str]


class Counted:
    """What moved, by each cut and currency: folded from the entries, with nothing of the rows."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.by: defaultdict[tuple[Cut, str], Sums] = defaultdict(Counter)
        self.handle: Counter[tuple[Cut, str]] = Counter()
        self.win: Counter[tuple[Cut, str]] = Counter()
        self.ledger = Ledger()
        day, shoe, shifts = "", 0, Shifts()
        for entry in entries:
            event = decode_event(entry.body)
            self.ledger.apply(event)
            day = event.day if isinstance(event, e.DayBegan) else day
            shoe += isinstance(event, e.ShoeLoaded)
            moved = entry_of(event)
            if moved is None:
                continue
            shift = shifts.of(entry.wall_time)
            terminal = getattr(event, "terminal", "")
            cuts = (("all", ""), ("day", day), ("shift", (day, shift)), ("shoe", shoe), ("terminal", terminal))
            for cut in cuts:
                key = (cut, self.ledger.currency_of(event).code)
                for posting in moved.postings:
                    self.by[key][posting.account.split("/")[0]] += posting.amount
                self.by[key][type(event).__name__] += getattr(event, "amount", 0)
                if isinstance(event, e.Settled):
                    self.handle[key] += sum(line.staked for line in event.lines)
                if isinstance(event, e.Settled | e.LinesCorrected):
                    self.win[key] += sum(it.amount for it in moved.postings if it.account == "house")


def scope_of(cut: Cut) -> Scope:
    match cut:
        case "all", _:
            return everything()
        case "day", str(day):
            return of_day(day)
        case "shift", (str(day), str(shift)):
            return of_shift(day, shift)
        case "shoe", int(shoe):
            return of_shoe(shoe)
        case "terminal", str(terminal):
            return of_terminal(terminal)
    raise AssertionError(cut)


def test_every_sum_of_every_report_is_the_ledgers_own(told: tuple[str, tuple[Entry, ...]], model: ReadModel) -> None:
    counted, reports = Counted(told[1]), Reports(model, theory)
    assert counted.by
    for (cut, code), sums in counted.by.items():
        (found,) = [it for it in reports.sums(scope_of(cut)) if it.currency.code == code]
        assert {name: found.money[name] for name in ACCOUNTS} == {name: sums[name] for name in ACCOUNTS}, cut
        assert (found.handle, found.win) == (counted.handle[cut, code], counted.win[cut, code]), cut
        bought = found.money["notes_in"] + found.money["sold"]
        assert (bought, found.money["tickets_in"]) == (sums["CreditBought"], sums["TicketAccepted"]), cut
        assert (found.money["tickets_out"], found.money["tickets_paid"]) == (sums["TicketIssued"], sums["TicketPaid"])
        assert found.money["hand_paid"] == sums["HandPaid"], cut
        assert found.money["house"] == found.win - found.money["house_paid"], cut
    balances = {row.pop("currency"): row for row in model.ask("SELECT * FROM balances")}
    for currency, accounts in counted.ledger.books().items():
        kinds: Sums = Counter()
        for account, amount in accounts.items():
            kinds[account.split("/")[0]] += amount
        assert balances.get(currency.code or "-", dict.fromkeys(ACCOUNTS, 0)) == {it: kinds[it] for it in ACCOUNTS}


RANDOM: Final = 36  # of each game one a day


@pytest.mark.in_turn(RANDOM // 4)
@pytest.mark.parametrize("number", range(RANDOM))
def test_every_sum_of_a_random_table_is_the_ledgers_own(number: int, tmp_path: Path) -> None:
    """Of the simulator, with every sort of trouble; other tables each day, and the same for everybody on that day."""
    rng = Random(f"{os.environ[DAY]} {number}")
    game = ("", "blackjack", "blackjack_plus", "three_pictures")[number % 4]
    seed, script = rng.randrange(10**6), game != "three_pictures" and rng.random() < 0.4
    entries = histories.simulated.__wrapped__(game, seed, ROUNDS, script=script)
    with build(tmp_path / "reports.sqlite", histories.TABLE, entries, Shifts()) as model:
        told = (histories.TABLE, entries)
        test_every_sum_of_every_report_is_the_ledgers_own(told, model)
        test_every_page_is_made_of_the_same_figures(model)
        test_ledger_tickets_and_cards_agree(told, model)


def each_ticket_is_somewhere(report: Report) -> int:
    """Of a whole table. How many were released to other tables."""
    (section,) = [it for it in report.sections if it.title == "Tickets"]
    by: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for code, _what, count, amount in section.rows:
        assert isinstance(count, int)
        assert isinstance(amount, Amount)
        by[str(code)].append((count, amount.minor))
    for issued, *gone, _late in by.values():
        assert issued == tuple(map(sum, zip(*gone, strict=True)))
    return sum(cells[3][0] for cells in by.values())


def test_every_page_is_made_of_the_same_figures(model: ReadModel) -> None:
    """What stands in the parts of a report adds up to what stands above them."""
    reports = Reports(model, theory)
    days = [row["day"] for row in model.ask("SELECT DISTINCT day FROM money")]
    made = [reports.table(), *map(reports.day, days)]
    for report in made:
        sections = {section.title: section for section in report.sections}
        money = {(row[0], row[1]): row[2] for row in sections["Money"].rows}
        for (code, name), cell in money.items():
            if name == "Drop":
                parts_of_it = ("notes", "sold at the table", "tickets taken", "notes held", "notes not found")
                assert cell.minor == sum(money[code, f"  {part}"].minor for part in parts_of_it)  # type: ignore[union-attr,misc]
        for title in ("By day", "By shift", "By shoe", "By terminal"):
            if title not in sections:
                continue
            parts: Counter[tuple[str, str]] = Counter()
            for _part, code, dropped, handle, win, _hold in sections[title].rows:
                for name, cell in (("Drop", dropped), ("Handle", handle), ("Win", win)):
                    assert isinstance(cell, Amount)
                    parts[str(code), name] += cell.minor
            for (code, name), whole in parts.items():
                above = money[code, name]
                assert isinstance(above, Amount)
                assert above.minor == whole, (report.title, title, code, name)
    each_ticket_is_somewhere(made[0])
    assert {json.loads(paper.as_json(report))["title"] for report in made} == {report.title for report in made}


def test_ledger_tickets_and_cards_agree(told: tuple[str, tuple[Entry, ...]], model: ReadModel) -> None:
    reports = Reports(model, theory)
    assert [list(row) for row in reports.table().sections[1].rows] == []
    ended = [event for event in map(decode_event, (it.body for it in told[1])) if isinstance(event, e.RoundEnded)]
    (counted,) = model.ask("SELECT COUNT(*) AS n, SUM(void <> '') AS void FROM rounds WHERE ended_seq > 0")
    assert counted["n"] == len(ended)
    facts = [(entry.seq, decode_event(entry.body)) for entry in told[1]]
    opened = {it.id.round_no: seq for seq, it in facts if isinstance(it, e.WindowOpened) and it.id.n == 1}
    rounds = model.ask("SELECT round_no, opened_seq FROM rounds WHERE ended_seq > 0")
    assert {row["round_no"]: row["opened_seq"] for row in rounds} == {it.round_no: opened[it.round_no] for it in ended}
    corrected = {
        it.round_no for it in map(decode_event, (it.body for it in told[1])) if isinstance(it, e.RoundCorrected)
    }
    assert counted["void"] >= sum(event.void and event.round_no not in corrected for event in ended)


# --- rebuilt from nothing, and kept current -------------------------------------------------------------------------


def everything_in(model: ReadModel) -> dict[str, list[dict[str, Any]]]:
    tables = {name: model.ask(f"SELECT * FROM {name} ORDER BY 1, 2") for name in TABLES}
    return {**tables, "about": model.ask("SELECT * FROM about")}


@given(st.data())
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
def test_rebuilt_from_nothing_is_what_was_kept_current(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    name, entries = history(data.draw(st.sampled_from(HISTORIES)))
    folder = tmp_path_factory.mktemp("kept")
    with build(folder / "rebuilt.sqlite", name, entries, Shifts()) as rebuilt:
        whole = everything_in(rebuilt)
        found = [row["seq"] for row in Reports(rebuilt, theory).events(search="the")]
    kept = ReadModel.begin(folder / "kept.sqlite", name, Shifts())
    kept.follow(entries[: data.draw(st.integers(0, 40))])
    kept.finish()
    while kept.seq < len(entries):
        kept.follow(entries[kept.seq : kept.seq + data.draw(st.integers(1, 120))])
        if data.draw(st.booleans()):  # its process ends, and another one goes on
            kept.close()
            kept = ReadModel(folder / "kept.sqlite")
    assert everything_in(kept) == whole
    assert [row["seq"] for row in Reports(kept, theory).events(search="the")] == found
    kept.close()


def test_another_history_is_not_taken_for_the_next_entries(tmp_path: Path) -> None:
    name, entries = history("two currencies")
    with build(tmp_path / "reports.sqlite", name, entries[:20], Shifts()) as model:
        before = everything_in(model)
        other = make_entry(first_link("another"), 21, "", e.ALL, b"", entries[20].body)
        for wrong in (other, entries[21], entries[19]):
            with pytest.raises(ReportError, match="another history"):
                model.follow([wrong])
        assert everything_in(model) == before


def test_a_file_that_is_there_is_never_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "reports.sqlite"
    ReadModel.begin(path, CALM, Shifts()).close()
    before = path.read_bytes()
    with pytest.raises(ReportError, match="never begun anew"):
        ReadModel.begin(path, CALM, Shifts())
    assert path.read_bytes() == before
    with pytest.raises(ReportError, match="cannot be made"):
        ReadModel.begin(tmp_path / "nowhere" / "reports.sqlite", CALM, Shifts())


# --- what does not agree is named -----------------------------------------------------------------------------------


def changed(entries: Sequence[Entry], seq: int, event: Event) -> list[Entry]:
    """The same log with one other fact in it, linked and whole."""
    chain, made = first_link(CALM), []
    for entry in entries:
        body = encode_body(event) if entry.seq == seq else entry.body
        made.append(make_entry(chain, entry.seq, entry.wall_time, entry.audience, entry.salt, body))
        chain = made[-1].chain
    return made


def test_a_line_that_the_cards_do_not_decide_is_named_with_its_entry(tmp_path: Path) -> None:
    _, entries = history("two currencies")
    at, settled = next((it.seq, fact) for it in entries if isinstance(fact := decode_event(it.body), e.Settled))
    line = settled.lines[0]
    wrong = replace(settled, lines=(replace(line, returned=line.returned + 1), *settled.lines[1:]))
    with build(tmp_path / "reports.sqlite", CALM, changed(entries[: at + 3], at, wrong), Shifts()) as model:
        ended = next(it.seq for it in entries[at:] if isinstance(decode_event(it.body), e.RoundEnded))
        found = Reports(model, theory).table()
        expected = f"{line.staked} staked, {line.returned} returned"
        paid = f"{line.staked} staked, {line.returned + 1} returned"
        row = (ended, settled.round_no, settled.terminal, f"cards and lines {line.spot}", expected, paid)
        assert (found.differences, found.sections[1].rows) == (1, (row,))


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("UPDATE lines SET returned = returned + 1 WHERE n = 1", "lines and ledger: what the House has won"),
        ("UPDATE money SET house = house + 1 WHERE kind = 'settled'", "an entry of the ledger that does not sum to 0"),
        (
            "UPDATE money SET stake = stake - 1, cash = cash + 1 WHERE kind = 'bet'",
            "Bets and lines: a stake without a fate",
        ),
        ("DELETE FROM tickets WHERE used_seq > 0", "ledger and tickets: one that was never issued"),
        ("UPDATE tickets SET amount = amount + 1 WHERE used_seq > 0", "ledger and tickets: another amount"),
        ("UPDATE tickets SET used_seq = used_seq + 1 WHERE used_seq > 0", "tickets: one that was used twice"),
        ("UPDATE tickets SET amount = amount + 1 WHERE used_seq = 0", "open tickets and the ledger, SGD"),
    ],
)
def test_whatever_does_not_agree_is_found(sql: str, what: str, tmp_path: Path) -> None:
    with build(tmp_path / "reports.sqlite", *history("two currencies"), Shifts()) as model:
        assert Reports(model, theory).table().differences == 0
        model.db.execute(sql)
        report = Reports(model, theory).table()
        assert what in {row[3] for row in report.sections[1].rows}
        assert all(isinstance(row[0], int) and row[0] > 0 for row in report.sections[1].rows)


def test_what_was_due_and_owed_after_a_correction_stands_in_the_game_that_it_came_of(tmp_path: Path) -> None:
    with build(tmp_path / "reports.sqlite", *history("claims"), Shifts()) as model:
        reports = Reports(model, theory)
        for terminal, what, minor in (("T1", "owed collected", 20_000), ("T2", "due paid", 2_000)):
            (game,) = [it for it in reports.terminal(terminal).sections if it.title.startswith("Round 1")]
            last = game.rows[-1]
            assert (last[2], last[4]) == (what, Amount(minor, Currency("SGD", 2))), terminal
        assert "<td>已付应付款</td>" in paper.page(reports.terminal("T2"), "zh_CN")


# --- single figures -------------------------------------------------------------------------------------------------


def test_theory_counts_stakes_on_one_spot_as_one_and_leaves_void_rounds_out(tmp_path: Path) -> None:
    with build(tmp_path / "reports.sqlite", *history("two currencies"), Shifts()) as model:
        (section,) = [it for it in Reports(model, theory).table().sections if it.title.startswith("Theory")]
    rows = {(row[2], row[3].currency.code): row for row in section.rows if isinstance(row[3], Amount)}
    edge = theory("baccarat", 8, "player")
    assert edge is not None
    yen = rows["player", "JPY"]
    assert (yen[3], yen[4]) == (
        Amount(2_000, Currency("JPY", 0)),
        Amount(-2_000, Currency("JPY", 0)),
    )  # one of two Rounds
    assert yen[7] == Amount(round(edge.edge * 2_000), Currency("JPY", 0))
    assert yen[8] == Amount(round(float(edge.variance * 2_000**2) ** 0.5), Currency("JPY", 0))


def test_nobody_guesses_the_edge_of_a_bet_that_depends_on_how_one_plays() -> None:
    assert theory("blackjack", 8, "main") is None
    assert theory("no_such_game", 8, "main") is None
    assert theory("baccarat", 8, "tie") is not None


def test_rows_have_no_number_of_a_ticket_and_no_card_that_lies_face_down(tmp_path: Path) -> None:
    name, entries = history("blackjack, corrected")
    secrets = [fact for fact in map(decode_event, (it.body for it in entries)) if isinstance(fact, e.TicketNumbered)]
    assert secrets
    path = tmp_path / "reports.sqlite"
    build(path, name, entries, Shifts()).close()
    data = path.read_bytes()
    assert not any(fact.number.encode() in data for fact in secrets)
    assert e.CardHidden.__name__.encode() not in data
    assert path.stat().st_mode & 0o077 == 0


def test_every_fact_that_moves_money_has_a_kind() -> None:
    assert {*KINDS, e.CurrencyBound} == MONEY


BETWEEN_TABLES = (
    *(e.TicketReleased, e.TicketRestored, e.ForeignTicketAccepted, e.ForeignTicketCashed, e.ClaimSettled),
)


def test_the_match_holds_for_tables_between_which_tickets_travel(tmp_path: Path) -> None:
    """At each of them, also while tickets are under way; what all have in transit is nothing once all have arrived."""
    seen, moving, released = set(), 0, 0
    for seed in (3, 4):
        world = HouseWorld(seed)
        world.run(250)
        for name, table in world.tables.items():
            seen |= {type(fact) for _seq, fact in table.facts()}
            model = build(tmp_path / f"{seed}{name}.sqlite", name, table.entries, Shifts())
            for last in range(len(table.entries) // 2, len(table.entries) + 1, 7):
                assert match(model, everything(), last) == []
            ((balance,),) = [tuple(row.values()) for row in model.ask("SELECT SUM(transit) AS transit FROM money")]
            moving += balance or 0
            released += each_ticket_is_somewhere(Reports(model, theory).table())
            model.close()
    assert seen >= {*BETWEEN_TABLES}
    assert released > 0
    assert moving == 0


def test_these_histories_have_nearly_every_way_for_money_to_move() -> None:
    """Else the sums above would say less than they seem to."""
    seen = {type(decode_event(entry.body)) for name in HISTORIES for entry in history(name)[1]}
    never = {kind.__name__ for kind in MONEY - seen}
    assert never <= {"HousePaid", "LayoutReturned", "BetRejected", *(kind.__name__ for kind in BETWEEN_TABLES)}, never
    assert {e.RoundCorrected, e.RulingMade, e.CardHidden, e.DayBegan, e.ConsoleStarted} <= seen


def test_the_words_of_an_event_have_amounts_as_a_screen_has_them() -> None:
    bought = CODES[e.CreditBought].text(e.CreditBought(bytes(16), PlayerId("T1"), 1, 50_000), Currency("SGD", 2).write)
    assert bought == "T1: SGD 500.00 of credit was bought"


@pytest.mark.parametrize(
    ("zone", "shift"), [("UTC", "14:00"), ("Asia/Singapore", "22:00"), ("America/New_York", "14:00")]
)
def test_a_shift_is_by_the_clock_of_the_house(zone: str, shift: str) -> None:
    assert Shifts(zone).of("2026-11-16T20:45:00.000Z") == shift
    assert Shifts(zone).of("no clock") == ""


@pytest.mark.parametrize("wrong", [("Nowhere/Land", ["06:00"]), ("UTC", ["6:00"]), ("UTC", ["24:00"])])
def test_hours_that_are_none_are_refused(wrong: tuple[str, list[str]]) -> None:
    with pytest.raises(ReportError):
        Shifts(*wrong)


# --- in the house's languages --------------------------------------------------------------------------------------


def phrases(report: Report) -> set[str]:
    """All that is no name, time or event: titles, columns, notes, and what stands before an amount."""
    found = {report.title, *(name for name, _ in report.about)}
    for section in report.sections:
        found |= {section.title, *section.columns, section.note, *(drawn.title for drawn in section.charts)}
        if section.title in ("Money", "Tickets", "Meters"):
            found |= {cell.strip() for row in section.rows for cell in row[1:] if isinstance(cell, str)}
    return found - {""}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_phrase_of_every_report_is_in_every_language(language: str, tmp_path: Path) -> None:
    with build(tmp_path / "reports.sqlite", *history("two currencies"), Shifts()) as model:
        reports = Reports(model, theory)
        shift = model.ask("SELECT shift FROM money WHERE day = '2026-11-16'")[0]["shift"]
        made = [reports.table(), reports.day("2026-11-16"), reports.shift("2026-11-16", shift), reports.shoe(1)]
        made += [reports.terminal("T1"), reports.staff(), reports.staff("2026-11-16")]
    found = set().union(*map(phrases, made))
    same = {text for text in found if paper.say(text, language) == text}
    assert same <= {"Terminal T1", "terminal", "meter", "Drop", "drop", "hold"}, same  # the trade's own words
    page = paper.page(made[1], language)
    assert f'<html lang="{language.replace("_", "-")}">' in page
    assert paper.say("Gaming day 2026-11-16", language) in paper.text(made[1], language)


def test_a_phrase_with_places_is_said_with_what_stands_there() -> None:
    assert paper.say("Shift from 14:00 of gaming day 2026-11-16", "zh_CN") == "营业日 2026-11-16\uff0c14:00 起的班次"
    assert paper.say("Ledger: house", "zh_TW") == "帳簿\uff1a賭場"
    assert paper.say("T2: note 4 of 555 is held", "ms") == "T2: note 4 of 555 is held"
    assert paper.say("Drop", "en") == "Drop"
