"""The units of `deploy/systemd`: what stands in them, and (in a Debian tree, if one is named) that they start and stay.

    ETG_SYSTEMD_TREE=tree ./etg test tests/deploy/test_units.py

tries them under a real systemd: docs/operations.md says how to make the tree. Elsewhere that part says why it cannot.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from deploy.demo.rig import Rig
from protocol import keys
from tests.deploy.booted import PATH, Booted, why_not

ROOT: Final = Path(__file__).resolve().parents[2]
UNITS: Final = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
NAMES: Final = [unit.stem for unit in UNITS]
TREE: Final = os.environ.get("ETG_SYSTEMD_TREE", "")
ADDRESS: Final = "10.0.0.1"
EXPOSURE_MAX: Final = {
    "etg-console": 1.3,
    "etg-archive": 1.2,
    "etg-witness": 1.2,
}  # by systemd-analyze; screens need devices
SCREEN_EXPOSURE_MAX: Final = 1.5
# Who says that it is at work, and how; of all others the console says that they have joined.
TOLD: Final = {
    "etg-terminal": ("etg-console", "TerminalJoined .*terminal=T01 "),
    "etg-floor-page": ("etg-floor-page", "the pit's page address=https://"),
}


def settings(unit: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


# --- what stands in them ---------------------------------------------------------------------------------------------


def test_every_process_of_a_table_has_a_unit() -> None:
    processes = ("console", "archive", "witness", "floor", "terminal", "panel", "display")
    assert {f"etg-{process}" for process in processes} <= set(NAMES)


@pytest.mark.parametrize("unit", UNITS, ids=NAMES)
def test_a_unit_says_what_was_once_missing(unit: Path) -> None:
    said = settings(unit)
    assert "AF_NETLINK" in said["RestrictAddressFamilies"][0].split(), "ZeroMQ aborts without it"
    assert not any("@resources" in calls for calls in said["SystemCallFilter"]), "and with this"
    assert said["StartLimitIntervalSec"] == ["0"], "a limit of starts leaves a table dark"
    assert said["Restart"] == ["always"]
    assert said["UMask"] == ["0077"]
    assert int(said["LimitNOFILE"][0]) >= 4_096
    assert said["ReadWritePaths"] == ["/var/lib/etg"]


@pytest.mark.parametrize("name", ["etg-console", "etg-panel", "etg-floor-page"])
def test_nothing_of_who_hears_pins_reaches_a_disk(name: str) -> None:
    """No core file, and no page of its memory in the swap: a text in Python cannot be wiped."""
    said = settings(ROOT / "deploy" / "systemd" / f"{name}.service")
    assert (said["LimitCORE"], said["MemorySwapMax"]) == (["0"], ["0"])


def test_the_console_may_open_every_serial_line_that_a_shoe_can_be_on() -> None:
    said = settings(ROOT / "deploy" / "systemd" / "etg-console.service")
    assert [allowed.split()[0] for allowed in said["DeviceAllow"]] == ["char-ttyS", "char-ttyUSB", "char-ttyACM"]
    drivers = (ROOT / "deploy" / "systemd" / "etg-shoe.conf").read_text().split()
    assert {"usbserial", "cdc_acm"} <= set(drivers), "systemd denies a kind of device that is not known at the start"
    rule = (ROOT / "deploy" / "systemd" / "99-etg-shoe.rules").read_text()
    name = re.findall(r'SYMLINK\+="([^"]*)"', rule)[0]
    assert f'device = "/dev/{name}"' in (ROOT / "deploy" / "table.toml").read_text()


def test_a_terminal_may_open_its_screen_its_touch_and_its_loudspeaker() -> None:
    """It had a program for its sounds, and no right to the device."""
    said = settings(ROOT / "deploy" / "systemd" / "etg-terminal.service")
    assert {allowed.split()[0] for allowed in said["DeviceAllow"]} >= {"char-drm", "char-input", "char-alsa"}
    assert {"video", "render", "input", "audio"} <= set(said["SupplementaryGroups"][0].split())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
@pytest.mark.parametrize("unit", UNITS, ids=NAMES)
def test_systemd_understands_every_line_and_finds_little_to_attack(unit: Path) -> None:
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    complaints = [line for line in verified.stderr.splitlines() if unit.name in line]
    assert [line for line in complaints if "/opt/etg/etg is not executable" not in line] == []
    offline = ["systemd-analyze", "security", "--no-pager", "--offline=true", str(unit)]
    said = subprocess.run(offline, capture_output=True, text=True, check=False)
    if said.returncode == 0 or "Overall exposure" in said.stdout:  # an old systemd cannot, the running one below can
        assert exposure(said.stdout) <= EXPOSURE_MAX.get(unit.stem, SCREEN_EXPOSURE_MAX)


def exposure(said: str) -> float:
    return float(re.findall(r"Overall exposure level for .*: ([0-9.]+)", said)[0])


# --- under a real systemd --------------------------------------------------------------------------------------------


def install(tree: Path) -> None:
    """As docs/operations.md says; but the packages are those that these tests run with."""
    program, files = tree / "opt" / "etg", tree / "var" / "lib" / "etg"
    for folder in (program, files, tree / "var" / "log" / "journal"):
        shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]
    for name in names:
        (program / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, program / name)
    # A small tree lacks udev, and with it the groups of screens and fingers.
    inside(tree, "for group in input render; do getent group $group >/dev/null || groupadd --system $group; done")
    # It has no spooler either, and a terminal that is told to print does not start without one.
    inside(tree, "command -v lp >/dev/null || ln -s /bin/true /usr/bin/lp")
    inside(tree, "id etg >/dev/null 2>&1 || useradd --system --home-dir /var/lib/etg etg")
    inside(tree, "python3 -m venv --without-pip /opt/etg/.venv")
    (packages,) = (program / ".venv" / "lib").glob("python3*/site-packages")
    if packages.parent.name != f"python3.{sys.version_info.minor}":
        pytest.skip(f"the tree has {packages.parent.name}, and these tests run with 3.{sys.version_info.minor}")
    ours = Path(pytest.__file__).parents[1]
    shutil.copytree(ours, packages, symlinks=True, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    inside(
        tree,
        'cd /opt/etg; printf "%s %s\\n" "$(cksum <deploy/requirements.txt)" "$(readlink -f .venv/bin/python)"'
        " >.venv/etg-ready",
    )
    make_table(files)
    inside(tree, "chown -R etg: /var/lib/etg; chmod 700 /var/lib/etg")
    for unit in UNITS:
        shutil.copy(unit, tree / "etc" / "systemd" / "system" / unit.name)


def make_table(files: Path) -> None:
    rig = Rig(files, terminals=1, driver="manual", ports=(5_555, 5_556), archive=True)
    table = files / "table.toml"
    table.write_text(table.read_text().replace("[network]", f'[network]\nhost = "{ADDRESS}"\nmetrics = 9100'))
    public = keys.make_pair(files / "keys", "Witness", signs=True).public
    keys.enrol(files / "keys", "Witness", "witness", public, by=keys.NOBODY)
    (files / "Witness.toml").write_text((files / "Archive.toml").read_text().replace("Archive", "Witness"))
    units = ("T01", "terminal"), ("Panel", "panel"), ("Display", "display"), ("Archive", "archive")
    for name, unit in (*units, ("Witness", "witness")):
        text = (rig.folder / f"{name}.toml").read_text().replace("127.0.0.1", ADDRESS)
        (files / f"{unit}.toml").write_text(text)
    (files / "floor.toml").write_text(rig.enrol_floor().replace("127.0.0.1", ADDRESS).replace(f"{files}/", ""))
    (files / "spool").mkdir()


def inside(tree: Path, command: str) -> None:
    # Nothing of ours: a variable that names another environment (ETG_VENV) would be one that is not in the tree.
    enter = ["env", "-i", f"PATH={PATH}", "chroot", str(tree), "sh", "-c", command]
    done = subprocess.run(enter, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def booted() -> Iterator[Booted]:
    if why := why_not(TREE):
        pytest.skip(f"not tried under systemd: {why}")
    install(Path(TREE))
    with Booted(Path(TREE)) as tree:
        begin_the_journal(tree)
        yield tree


def begin_the_journal(booted: Booted) -> None:
    """The first start, by hand, as docs/operations.md says. Then the network goes: it comes late in these tests."""
    booted.does(f"ip addr add {ADDRESS}/32 dev lo")
    etg = "setpriv --reuid etg --regid etg --init-groups /opt/etg/etg"
    booted.does(
        f"{etg} console /var/lib/etg/table.toml --new >/tmp/first 2>&1 & first=$!;"
        " until grep -q ' serving ' /tmp/first; do kill -0 $first || { cat /tmp/first; exit 1; }; sleep 0.2; done;"
        " kill $first; wait $first"
    )
    booted.does(f"ip addr del {ADDRESS}/32 dev lo")


def shown(booted: Booted, unit: str, what: str) -> str:
    return booted.says(f"systemctl show -P {what} {unit}")


def log(booted: Booted, unit: str) -> str:
    return booted.says(f"journalctl -u {unit} -o cat --no-pager")


def test_the_console_waits_for_a_network_that_comes_late_and_writes_nothing_meanwhile(booted: Booted) -> None:
    booted.does("systemctl start --no-block etg-console")
    booted.until(lambda: int(shown(booted, "etg-console", "NRestarts")) >= 6, "it was started many times")
    assert f"tcp://{ADDRESS}:5555 cannot be listened on" in log(booted, "etg-console")
    booted.does(f"ip addr add {ADDRESS}/32 dev lo")
    booted.until(lambda: booted.says("systemctl is-active etg-console") == "active", "it serves")
    (before,) = re.findall(r"stopped entry=(\d+)", booted.says("cat /tmp/first"))
    (serving,) = re.findall(r"serving table=\S+ entry=(\d+)", log(booted, "etg-console"))
    assert int(serving) < int(before) + 6, "entries of the one start that found its network, and of none before it"


def test_the_console_is_started_again_after_it_was_killed(booted: Booted) -> None:
    restarts, process = (shown(booted, "etg-console", what) for what in ("NRestarts", "MainPID"))
    booted.does("systemctl kill -s KILL etg-console")
    booted.until(lambda: int(shown(booted, "etg-console", "NRestarts")) > int(restarts), "it was started again")
    booted.until(lambda: booted.says("systemctl is-active etg-console") == "active", "it serves")
    assert shown(booted, "etg-console", "MainPID") != process


def test_what_the_console_writes_is_its_own_and_it_may_open_enough_files(booted: Booted) -> None:
    assert booted.says("stat -c '%a %U' /var/lib/etg/table.journal") == "600 etg"
    limits = booted.says(f"grep 'open files' /proc/{shown(booted, 'etg-console', 'MainPID')}/limits")
    assert int(limits.split()[3]) >= 4_096, "systemd gives 1,024 if nothing is said"


@pytest.mark.parametrize("name", [name for name in NAMES if name != "etg-console"])
def test_every_other_process_starts_and_is_at_work(booted: Booted, name: str) -> None:
    """Without a screen here: Qt draws into memory. Everything else is as in the unit."""
    folder = f"/run/systemd/system/{name}.service.d"
    booted.does(
        f"mkdir -p {folder}; printf '[Service]\\nEnvironment=QT_QPA_PLATFORM=offscreen\\n' >{folder}/screen.conf"
    )
    booted.does(f"systemctl daemon-reload; systemctl start {name}")
    where, said = TOLD.get(name, ("etg-console", f"TerminalJoined .*terminal={name.removeprefix('etg-').title()} "))
    try:
        booted.until(lambda: re.search(said, log(booted, where)), f"{where} says {said}")
    except AssertionError as error:
        raise AssertionError(f"{error}\n{log(booted, name)}") from error
    assert shown(booted, name, "NRestarts") == "0"
    assert booted.says(f"systemctl is-active {name}") == "active"


@pytest.mark.parametrize("name", NAMES)
def test_little_of_a_running_service_is_exposed(booted: Booted, name: str) -> None:
    said = booted.says(f"systemd-analyze security --no-pager {name}")
    assert exposure(said) <= EXPOSURE_MAX.get(name, SCREEN_EXPOSURE_MAX), said
