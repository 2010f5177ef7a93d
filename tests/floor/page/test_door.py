"""Who is let in at the pit's page, who is not, and that both are on record: real TLS, a real PostgreSQL."""

import io
import re
import socket
import ssl
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy import cli
from floor.page.guard import Bucket, Doorstep
from floor.page.house import FORM, SESSION
from floor.page.register import Register, RegisterError
from floor.page.roles import MAY_SEE, Role, Sight
from protocol.people import LOCKED_AT, PANEL_TRIES, PERSON_TRIES
from protocol.pins import hash_pin
from tests.floor.page import stage
from tests.floor.page.conftest import Pit
from tests.security.staffed import STRONG

WRONG = "135790"
# Every page, and what of it somebody must be allowed to see.
PAGES = {
    "/": (Sight.TABLES, Sight.HEALTH),
    "/table/BAC-01": (Sight.TABLES,),
    "/table/BAC-01/round/1": (Sight.TABLES,),
    "/live": (Sight.TABLES, Sight.HEALTH),
    "/search": (Sight.TABLES,),
    "/reports": (Sight.REPORTS,),
    "/reports/BAC-01/table": (Sight.REPORTS,),
    "/events": (Sight.EVENTS,),
    "/health": (Sight.HEALTH,),
    "/record": (Sight.RECORD,),
}
# Enough to end a text, a tag, a statement or a path with.
NASTY = "aZ09 <>'\"`%;&\\/\x00\n\t{}()=$-_?#\u202e\u4e2d\ufffd"
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' OR '1'='1",
    "1; DROP TABLE page_staff; --",
    "{{ 7 * 7 }}",
    "%00",
    "../../etc/passwd",
    "javascript:alert(1)",
    "\u202eegap",
    "x" * 3_000,
)


def enrol(pit: Pit, number: str, role: str = "supervisor") -> str:
    stage.ask(
        pit.database,
        "INSERT INTO page_staff (number, name, role, pin) VALUES (%s, %s, %s, %s)",
        (number, "Nia", role, STRONG),
    )
    return number


def on_record(pit: Pit, number: str) -> list[tuple[str, str]]:
    return [(what, detail) for whose, what, detail in stage.record(pit.database) if whose == number]


# --- signing on ---------------------------------------------------------------------------------------------------


def test_number_and_pin_let_in_and_off_again(pit: Pit, client: httpx.Client) -> None:
    number = enrol(pit, "4101")
    assert client.get("/").headers["location"] == "/sign-on"
    answer = stage.sign_on(client, number)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    (cookie,) = [it for it in answer.headers.get_list("set-cookie") if it.startswith(SESSION)]
    assert {"HttpOnly", "Secure", "SameSite=strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    page = client.get("/")
    assert "BAC-01" in page.text
    assert client.cookies[SESSION] not in page.text
    (kept,) = stage.ask(pit.database, "SELECT digest FROM page_sessions WHERE number = %s", (number,))
    assert client.cookies[SESSION].encode() not in kept[0], "who reads the database cannot be him"
    csrf = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert csrf is not None
    assert client.post("/sign-off", data={"csrf": csrf[1]}).status_code == 303
    assert client.get("/").headers["location"] == "/sign-on"
    assert on_record(pit, number) == [("signed on", "supervisor"), ("signed off", "")]


def test_a_wrong_pin_and_a_number_that_nobody_has_are_told_alike(pit: Pit, client: httpx.Client) -> None:
    number = enrol(pit, "4102")
    before = len(stage.record(pit.database))
    wrong, unknown = stage.sign_on(client, number, WRONG), stage.sign_on(client, "99999999", stage.PIN)
    assert wrong.status_code == unknown.status_code == 403
    shown = [re.sub(r'value="[^"]*"|data-now="\d+"', "", it.text) for it in (wrong, unknown)]
    assert shown[0] == shown[1]
    assert client.get("/").headers["location"] == "/sign-on"
    assert stage.record(pit.database)[before:] == [(number, "refused", "wrong"), ("", "refused", "unknown")]
    stage.sign_on(client, number)
    assert on_record(pit, number)[-1][0] == "signed on", "a right one ends the count"


def test_a_dealer_has_no_page(pit: Pit, client: httpx.Client) -> None:
    assert stage.sign_on(client, stage.NUMBER_OF["dealer"]).status_code == 403
    assert client.get("/").headers["location"] == "/sign-on"
    assert on_record(pit, stage.NUMBER_OF["dealer"]) == [("refused", "role")]


def test_a_try_is_counted_before_its_pin_is_looked_at_and_wrong_ones_cost_time(pit: Pit) -> None:
    number = enrol(pit, "4103")
    for tries in range(1, PERSON_TRIES + 1):
        with pit.new_client() as client:
            stage.sign_on(client, number, WRONG)
        assert stage.ask(pit.database, "SELECT tries FROM page_staff WHERE number = %s", (number,)) == [(tries,)]
        pit.server.config.app.state.house.doorstep.passed("127.0.0.1")  # type: ignore[union-attr]
    with pit.new_client() as client:
        answer = stage.sign_on(client, number)
        assert answer.status_code == 403
        assert "Too many wrong tries" in answer.text
        assert client.get("/").headers["location"] == "/sign-on", "not even with the right one"
    assert on_record(pit, number)[-1] == ("refused", "wait")
    assert stage.ask(pit.database, "SELECT tries FROM page_staff WHERE number = %s", (number,)) == [(PERSON_TRIES,)]


def test_twenty_wrong_ones_lock_until_somebody_has_reset_it(pit: Pit, client: httpx.Client) -> None:
    number = enrol(pit, "4104")
    stage.ask(pit.database, "UPDATE page_staff SET tries = %s WHERE number = %s", (LOCKED_AT, number))
    assert "locked" in stage.sign_on(client, number).text
    with Register(pit.database) as register:
        assert [it.state for it in register.people() if it.number == number] == ["locked: reset"]
        register.reset(number, hash_pin("271828"))
    assert stage.sign_on(client, number, "271828").status_code == 303
    assert [what for what, _ in on_record(pit, number)] == ["refused", "reset", "signed on"]


def test_an_address_waits_too_whoever_tries_there() -> None:
    doorstep = Doorstep()
    for _ in range(PANEL_TRIES):
        assert not doorstep.wait_s("10.0.0.9")
        doorstep.failed("10.0.0.9")
    assert doorstep.wait_s("10.0.0.9") >= 29
    assert not doorstep.wait_s("10.0.0.8")
    doorstep.passed("10.0.0.9")
    assert not doorstep.wait_s("10.0.0.9")


def test_who_asks_too_much_is_not_heard() -> None:
    bucket = Bucket(burst=3, a_second=0)
    assert [bucket.takes("10.0.0.9") for _ in range(5)] == [True, True, True, False, False]
    assert bucket.takes("10.0.0.8")


# --- sessions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "change", "detail"),
    [
        ("4111", "UPDATE page_sessions SET ends_at = now() - interval '1 s' WHERE number = %s", "expired session"),
        ("4112", "UPDATE page_sessions SET seen_at = now() - interval '2 h' WHERE number = %s", "expired session"),
        ("4113", "UPDATE page_staff SET active = false WHERE number = %s", "expired session"),
        ("4114", "UPDATE page_staff SET role = 'dealer' WHERE number = %s", "expired session"),
    ],
    ids=["its time", "nobody there", "disabled", "another role"],
)
def test_a_session_that_is_over_shows_nothing(
    pit: Pit, client: httpx.Client, number: str, change: str, detail: str
) -> None:
    enrol(pit, number)
    stage.sign_on(client, number)
    assert client.get("/").status_code == 200
    stage.ask(pit.database, change, (number,))
    answer = client.get("/table/BAC-01")
    assert (answer.status_code, answer.headers["location"], answer.text) == (303, "/sign-on", "")
    assert on_record(pit, number)[-1] == ("refused", detail)


def test_a_forged_cookie_shows_nothing(pit: Pit, client: httpx.Client) -> None:
    for forged in ("x" * 43, "' OR ''='", "0", "\\x00"):
        answer = client.get("/", headers={"Cookie": f"{SESSION}={forged}"})
        assert (answer.status_code, answer.text) == (303, "")
    assert ("", "refused", "forged session") in stage.record(pit.database)


def test_who_is_disabled_is_signed_off_at_once(pit: Pit, client: httpx.Client) -> None:
    number = enrol(pit, "4115")
    stage.sign_on(client, number)
    with Register(pit.database) as register:
        register.disable(number)
        with pytest.raises(RegisterError, match="nobody"):
            register.disable(number)
    assert client.get("/").headers["location"] == "/sign-on"
    assert stage.sign_on(client, number).status_code == 403


@pytest.mark.parametrize("how", ["no form", "another's form", "another site", "fetched elsewhere", "twice", "too much"])
def test_a_form_that_is_not_ours_is_refused(pit: Pit, how: str) -> None:
    number = enrol(pit, str(4120 + sum(map(ord, how)) % 70))
    with pit.new_client() as client:
        client.get("/sign-on")
        data: dict[str, object] = {"form": client.cookies[FORM], "number": number, "pin": stage.PIN}
        headers = {}
        match how:
            case "no form":
                data["form"] = ""
            case "another's form":
                data["form"] = "x" * 32
            case "another site":
                headers["Origin"] = "https://example.com"
            case "fetched elsewhere":
                headers["Sec-Fetch-Site"] = "cross-site"
            case "twice":
                data["number"] = [number, number]
            case _:
                data["more"] = "x" * 5_000
        answer = client.post("/sign-on", data=data, headers=headers)
        assert answer.status_code in (400, 403)
        assert SESSION not in client.cookies
        assert not on_record(pit, number)


def test_signing_off_wants_the_token_of_the_session(pit: Pit, client: httpx.Client) -> None:
    number = enrol(pit, "4116")
    stage.sign_on(client, number)
    assert client.post("/sign-off", data={"csrf": "x"}).status_code == 403
    assert client.get("/").status_code == 200
    assert on_record(pit, number)[-1] == ("refused", "foreign form")


# --- what each may see --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [role for role in Role if MAY_SEE[role]], ids=str)
def test_each_role_sees_its_pages_and_no_other(pit: Pit, client: httpx.Client, role: Role) -> None:
    pit.table.tell()
    number = stage.NUMBER_OF[role]
    assert stage.sign_on(client, number).status_code == 303
    for path, wanted in PAGES.items():
        allowed = bool(MAY_SEE[role].intersection(wanted))
        with client.stream("GET", path) as answer:
            status = answer.status_code
        assert (status in (200, 404)) if allowed else status == 403, path
        if not allowed:
            assert on_record(pit, number)[-1] == ("refused", f"role {role}: {path}")
    floor = client.get("/").text
    assert ("Hold today" in floor) == (Sight.MONEY in MAY_SEE[role])
    assert ("Bets open" in floor or "Between Rounds" in floor) == (Sight.TABLES in MAY_SEE[role])


def test_what_is_private_is_on_record_when_somebody_has_looked(pit: Pit, client: httpx.Client) -> None:
    stage.sign_on(client, stage.NUMBER_OF["manager"])
    for path in ("/table/BAC-01", "/search?q=000001", "/reports/BAC-01/table", "/events?q=open"):
        client.get(path)
    seen = [detail for what, detail in on_record(pit, stage.NUMBER_OF["manager"]) if what == "looked"]
    assert seen[-4:] == ["table BAC-01", "ticket 000001", "report table BAC-01", "events q=open"]


def test_a_ticket_is_found_by_its_name_and_its_end_and_by_no_beginning(pit: Pit, client: httpx.Client) -> None:
    number = pit.table.ticket("T3", 4_200)
    pit.table.tell()
    name = max(pit.table.table.cashier.tickets)
    stage.sign_on(client, stage.NUMBER_OF["accounting"])
    for asked in (name, name.lstrip("0"), number[-4:]):
        assert "42.00" in client.get("/search", params={"q": asked}).text, asked
    for asked in (f"{name}9", f"{name}999999", number, number[:6]):
        answer = client.get("/search", params={"q": asked}).text
        assert "42.00" not in answer, "who types more than a name is shown no other ticket"
        assert asked == number or number not in answer


def test_the_record_cannot_be_changed(pit: Pit) -> None:
    for sql in ("UPDATE page_audit SET what = ''", "DELETE FROM page_audit", "TRUNCATE page_audit"):
        with pytest.raises(Exception, match="never changed"):
            stage.ask(pit.database, sql)


# --- what strangers type ------------------------------------------------------------------------------------------


def is_harmless(answer: httpx.Response, given: str) -> bool:
    policy = answer.headers["content-security-policy"]
    good = answer.status_code < 500 and "script-src 'self'" in policy and "default-src 'none'" in policy
    return good and ("<" not in given or given not in answer.text)


def test_sql_and_html_in_every_field_are_text_or_nothing(pit: Pit, client: httpx.Client) -> None:
    for evil in EVIL:
        for field in ("number", "pin"):
            client.get("/sign-on")
            form = {"form": client.cookies[FORM], "number": "4999", "pin": stage.PIN, field: evil}
            answer = client.post("/sign-on", data=form)
            assert answer.status_code in (400, 403, 429)
            assert is_harmless(answer, evil)
    pit.server.config.app.state.house.doorstep.passed("127.0.0.1")  # type: ignore[union-attr]
    stage.sign_on(client, stage.NUMBER_OF["manager"])
    fields = {
        "/search": ("q",),
        "/events": ("table", "severity", "code", "q", "day"),
        "/record": ("number",),
        "/reports": ("table",),
        "/reports/BAC-01/day": ("day",),
        "/reports/BAC-01/shift": ("day", "shift"),
        "/reports/BAC-01/shoe": ("shoe",),
        "/reports/BAC-01/terminal": ("terminal", "form"),
        "/live": ("table",),
    }
    for evil in EVIL:
        for path, names in fields.items():
            for name in names:
                assert is_harmless(client.get(path, params={name: evil}), evil), (path, name, evil)
        for path in ("/table/", "/reports/", "/cards/", "/static/", "/fonts/"):
            assert is_harmless(client.get(path + httpx.URL("/" + evil).raw_path.decode()[1:]), evil)
        back = client.post("/look", data={"back": evil, "language": evil, "contrast": evil})
        assert back.headers["location"].startswith("/")
        assert not back.headers["location"].startswith("//")
    assert stage.ask(pit.database, "SELECT count(*) FROM page_staff WHERE number = '3001'") == [(1,)]
    record = client.get("/record")
    assert all(is_harmless(record, evil) for evil in EVIL), "what was typed is on record as text"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from(["/", "/search", "/events", "/record", "/reports", "/reports/BAC-01/day", "/health"]),
    params=st.dictionaries(
        st.sampled_from(["q", "day", "table", "severity", "code", "number", "shift", "form"]),
        st.text(NASTY, max_size=30) | st.sampled_from(["2026-11-18", "BAC-01", "alarm", "9" * 21, "-1", "%", "_"]),
        max_size=4,
    ),
)
def test_no_query_breaks_a_page(manager: httpx.Client, path: str, params: dict[str, str]) -> None:
    answer = manager.get(path, params=params)
    assert answer.status_code in (200, 404, 414, 429)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    if answer.status_code != 429:
        assert all(value not in answer.text for value in params.values() if "<" in value and len(value) > 3)


@pytest.fixture(scope="module")
def manager(pit: Pit) -> Iterator[httpx.Client]:
    with pit.new_client() as client:
        stage.sign_on(client, stage.NUMBER_OF["manager"])
        yield client


# --- the line -----------------------------------------------------------------------------------------------------


def test_it_speaks_tls_alone_and_no_old_one(pit: Pit) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.minimum_version = ssl.TLSVersion.TLSv1_2
    where = ("127.0.0.1", pit.server.port)
    with socket.create_connection(where) as plain, old.wrap_socket(plain) as line:
        assert line.version() in ("TLSv1.2", "TLSv1.3")
        assert line.cipher()[0].startswith(("TLS_", "ECDHE"))  # type: ignore[index]
    with socket.create_connection(where) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        plain.settimeout(10)
        assert not plain.recv(100).startswith(b"HTTP/1.1 200")
    assert (pit.folder / "page.key").stat().st_mode & 0o077 == 0


def test_the_commands_enrol_list_reset_and_disable(
    pit: Pit, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = pit.folder / "floor.toml"
    table = '[tables.BAC-01]\nconsole = "127.0.0.1"\nkey = "Floor.key"\nconsole_key = "console.pub"\n'
    config.write_text(f'database = "{pit.database}"\n{table}[page]\nport = 9443\n')

    def etg(*words: str, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = cli.dispatch(["floor", "staff", *words, "--config", str(config)])
        told = capsys.readouterr()
        return status, told.out + told.err

    assert etg("add", "4131", "--name", "Bo", "--role", "accounting", "--pin-stdin", typed="314159\n")[0] == 0
    assert etg("add", "4131", "--name", "Bo", "--role", "accounting", "--pin-stdin", typed="314159\n")[0] == 1
    assert "a run" in etg("add", "4132", "--name", "Bo", "--role", "manager", "--pin-stdin", typed="123456\n")[1]
    assert "4131    Bo" in etg("list")[1]
    assert etg("reset", "4131", "--pin-stdin", typed="271828\n")[0] == 0
    with pit.new_client() as client:
        assert stage.sign_on(client, "4131", "271828").status_code == 303
    assert etg("disable", "4131")[0] == 0
    assert etg("disable", "4131")[0] == 1
    assert [what for what, _ in on_record(pit, "4131")] == ["added", "reset", "signed on", "disabled"]
