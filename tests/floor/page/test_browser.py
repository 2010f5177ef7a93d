"""The pit's page in a real Chromium: somebody signs on, sees a Round dealt and a halt come up, prints, is refused.

Where there is no Chromium it is installed if we may, as `etg` does it with libraries; else the test says that it could
not be tried.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, sync_playwright

from floor.paper import html
from protocol import messages as m
from protocol.halts import Halt
from tests.console.people import SUPERVISOR
from tests.floor.page import stage
from tests.floor.page.conftest import Pit

ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
TARGET_MIN = 44  # pixels, for a finger
REPORT = "/reports/BAC-01/shoe?shoe=1"


def find_chromium() -> str:
    found = shutil.which("chromium")
    if found is None and os.getuid() == 0 and not os.environ.get("ETG_NO_APT") and shutil.which("apt-get"):
        subprocess.run(["apt-get", "-qq", "update"], check=False, capture_output=True)
        told = subprocess.run(
            # Another worker may be at it already: then it is there when ours has waited.
            "apt-get -qq -o DPkg::Lock::Timeout=600 install -y --no-install-recommends chromium".split(),
            check=False,
            capture_output=True,
        )
        found = shutil.which("chromium")
        if found is None:
            pytest.skip(f"the page was not tried: Chromium cannot be installed: {told.stderr.decode()[-200:]}")
    if found is None:
        pytest.skip("the page was not tried: there is no Chromium; please run: apt-get install chromium")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def page(pit: Pit, browser: Browser) -> Iterator[Page]:
    base = f"https://127.0.0.1:{pit.server.port}"
    context = browser.new_context(ignore_https_errors=True, viewport=TABLET, base_url=base, has_touch=True)  # type: ignore[arg-type]
    opened = context.new_page()
    said: list[str] = []
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("console", lambda line: said.append(line.text) if line.type in ("error", "warning") else None)
    yield opened
    context.close()
    assert [line for line in said if "403" not in line and "404" not in line] == [], "the browser complained"


def enter(page: Page, role: str) -> None:
    page.goto("/")
    page.fill("#number", stage.NUMBER_OF[role])
    page.fill("#pin", stage.PIN)
    page.keyboard.press("Enter")
    page.wait_for_selector(".tiles")


def flaws(page: Page) -> list[str]:
    """What axe has found, and whether anything hangs out at the side or is too small for a finger."""
    found = [
        f"{it['id']}: {[node['target'] for node in it['nodes']][:3]}" for it in Axe().run(page).response["violations"]
    ]
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 1:
        found.append(f"{wide} px too wide")
    small = page.evaluate(
        "least => [...document.querySelectorAll('button, summary, nav a, select, input:not([type=hidden])')]"
        ".filter(it => it.checkVisibility() && it.getBoundingClientRect().height < least).map(it => it.outerHTML)",
        TARGET_MIN,
    )
    over = page.evaluate(
        "[...document.querySelectorAll('.tile')].flatMap(tile => [...tile.querySelectorAll('*')]"
        ".filter(it => it.getBoundingClientRect().right > tile.parentElement.getBoundingClientRect().right + 1)"
        ".map(it => `${it.className} hangs over its tile ${tile.dataset.key}`))"
    )
    return [*found, *small, *over]


def test_a_round_is_seen_dealt_and_a_halt_comes_up(pit: Pit, page: Page) -> None:
    table, shoe = pit.table, stage.shuffled(3)
    stage.deal_round(table, shoe, {"T1": {"banker": 5_000}})
    table.tell()
    enter(page, "supervisor")
    tile = page.locator(".tile", has_text="BAC-01")
    tile.get_by_text("Between Rounds").wait_for()
    tile.click()
    page.wait_for_selector("body[data-open]")
    table.open_round({"T1": {"player": 10_000}})
    table.tell()
    page.locator(".head .pill", has_text="Bets open").wait_for()
    page.locator(".seat.bets", has_text="T1").wait_for()
    table.close()
    dealt = 0
    while table.view.due:
        table.draw(next(shoe))
        dealt += 1
        table.tell()
        page.wait_for_function("n => document.querySelectorAll('#felt img.card').length === n", arg=dealt)
    lying = {card.text for hand in table.view.hands.values() for card in hand if card is not None}
    shown = page.locator("#felt img.card")
    assert {shown.nth(at).get_attribute("alt") for at in range(dealt)} == lying
    page.locator(".felt .result").wait_for()
    table.certify()
    before = int(page.evaluate("document.body.dataset.rung || 0"))
    table.call()
    table.tell()
    page.locator(".matter.stop", has_text="The Supervisor was called").wait_for()
    page.wait_for_function("n => Number(document.body.dataset.rung) > n", arg=before)
    page.goto("/")
    page.locator("#matters .chip.stop", has_text="BAC-01").wait_for()
    assert "Credit" not in page.content(), "a supervisor is told of no money"
    table.obey(m.Resume(Halt.CALLED), SUPERVISOR)
    table.tell()
    page.locator("#matters .calm").wait_for()


def test_a_report_is_printed(pit: Pit, page: Page, tmp_path: Path) -> None:
    pit.table.tell()
    enter(page, "accounting")
    page.get_by_role("link", name="Reports").click()
    page.locator(".choices a").first.click()
    page.locator("article.report h1", has_text="Gaming day").wait_for()
    assert page.locator("article.report", has_text="Three-way match").count() == 1
    page.pdf(path=tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    page.goto(f"{page.url}&form=print")
    assert page.evaluate("getComputedStyle(document.querySelector('th')).borderBottomStyle") == "solid"


@pytest.mark.parametrize("language", ["zh_CN", "zh_TW"])
def test_a_printed_report_brings_its_characters_along(pit: Pit, page: Page, tmp_path: Path, language: str) -> None:
    """A machine may have no Chinese font: then a page from the floor has ours, and so has a file."""
    pit.table.tell()
    enter(page, "accounting")
    page.click("summary[aria-label]")
    page.click(f"button[value={language}]")
    page.goto("/reports/BAC-01/table?form=print")
    loaded = "document.fonts.ready.then(() => [...document.fonts].map(it => `${it.family} ${it.status}`))"
    assert page.evaluate(loaded) == ["ETG Print loaded"], "from the floor"
    file = tmp_path / "report.html"
    file.write_text(html("\u8cbb", "<p>\u8cbb\u7528</p>", language.replace("_", "-")), encoding="utf-8")
    page.goto(file.as_uri())
    assert page.evaluate(loaded) == ["ETG Print loaded"], "of a file that is alone"


def test_who_may_not_is_refused_and_sent_to_the_door_when_it_ends(pit: Pit, page: Page) -> None:
    enter(page, "technician")
    assert page.locator(".tile.health").count() >= 1
    answer = page.goto("/reports")
    assert answer is not None
    assert answer.status == 403
    page.get_by_role("heading", name="Not for your position").wait_for()
    page.goto("/")
    page.wait_for_selector("body[data-open]")
    stage.ask(pit.database, "DELETE FROM page_sessions WHERE number = %s", (stage.NUMBER_OF["technician"],))
    page.wait_for_url("**/sign-on")


def test_every_page_is_without_flaw_on_a_tablet_and_a_phone_in_every_language(pit: Pit, page: Page) -> None:
    pit.table.tell()
    placard = replace(stage.SGD, name="Blackjack Plus, the long name")
    others = [
        stage.LiveTable(f"BAC-{number:02}", pit.database, limits=stage.LIMITS, placard=placard) for number in (2, 3)
    ]
    stage.deal_round(others[0], stage.shuffled(4), {"T1": {"banker": 5_000}})
    for other in others:
        other.tell()
        other.end()
    page.goto("/sign-on")
    assert flaws(page) == []
    enter(page, "manager")
    page.locator(".tile", has_text="long name").nth(1).wait_for()
    paths = ("/", "/table/BAC-01", "/table/BAC-01/round/1", "/search?q=1", "/reports", "/events", "/health", "/record")
    for path in paths:
        page.goto(path)
        assert flaws(page) == [], path
    page.click("button[name=contrast]")
    page.wait_for_selector("html[data-contrast=high]")
    for language, path in (("zh_CN", "/"), ("zh_TW", "/table/BAC-01"), ("ms", "/events?q=open"), ("en", REPORT)):
        page.goto(path)
        page.click("summary[aria-label]")
        page.click(f"button[value={language}]")
        page.wait_for_selector(f"html[lang={language.replace('_', '-')}]")
        assert page.url.endswith(path), "it is still the page that was looked at"
        assert flaws(page) == [], language
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for path in paths[:2]:
        page.goto(path)
        assert flaws(page) == [], f"{path} on a phone"


def test_it_can_be_used_with_keys_alone(pit: Pit, page: Page) -> None:
    pit.table.tell()
    enter(page, "supervisor")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('tile')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/BAC-01")
