"""The start script `etg`, on a small copy of the project with a stand-in for uv: nothing is really installed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Makes an "environment" and writes down that it did. SLOW gives others time to come in between, BROKEN is a registry
# that does not answer.
UV = """#!/bin/sh
if [ "$1" = venv ]; then
    for folder; do :; done
    mkdir "$folder" && mkdir "$folder/bin" && touch "$folder/pyvenv.cfg" && ln -s "$PYTHON" "$folder/bin/python"
else
    echo "$@" >>"$LOG"
    sleep "${SLOW:-0}"
    [ -z "${BROKEN:-}" ]
fi
"""
RUN = "requirements"
BOTH = "requirements requirements-test"
CLI = "import os, sys; print(os.getcwd(), *sys.argv[1:])"


class Project:
    """A project folder with nothing in it but the script, the locks and a command line that says how it was called."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a project"
        self.log = folder / "log"
        self.uv = folder / "bin" / "uv"
        (self.root / "deploy").mkdir(parents=True)
        self.uv.parent.mkdir()
        shutil.copy(ROOT / "etg", self.root)
        self.lock = self.root / "deploy" / "requirements.txt"
        self.lock.write_text("one==1 \\\n    --hash=sha256:0\n")
        self.test_lock = self.lock.with_name("requirements-test.txt")
        self.test_lock.write_text("two==2 \\\n    --hash=sha256:0\n")
        (self.root / "deploy" / "cli.py").write_text(CLI)
        self.uv.write_text(UV)
        self.uv.chmod(0o755)

    def start(
        self, *words: str, script: Path | None = None, cwd: Path | None = None, settings: Mapping[str, str] = {}
    ) -> subprocess.Popen[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("ETG_", "PYTHON"))}
        environment["PATH"] = f"{self.uv.parent}:{environment['PATH']}"
        environment |= {"PYTHON": sys.executable, "LOG": str(self.log), "CI": "true"}
        environment |= {"ETG_PYTHON": sys.executable, "ETG_NO_APT": "1", **settings}
        return subprocess.Popen(
            [script or self.root / "etg", *words],
            cwd=cwd or self.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, **settings: str) -> tuple[int, str, str]:
        return finished(self.start(*words, settings=settings))

    def installations(self) -> list[str]:
        """What was installed, one after the other: the first words of the names of the locks."""
        orders = self.log.read_text().splitlines() if self.log.exists() else []
        return [" ".join(re.findall(r"/(requirements[-a-z]*)\.txt", order)) for order in orders]


def finished(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out.strip(), err


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_the_first_call_makes_the_environment_and_says_so_the_second_only_hands_over(project: Project) -> None:
    status, out, err = project.run("deal", "two words")
    assert (status, out) == (0, f"{project.root} deal two words")
    assert "making the environment" in err
    assert project.run("deal") == (0, f"{project.root} deal", "")
    assert project.installations() == [RUN]


def test_it_may_be_called_from_anywhere_and_through_a_link(project: Project, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    # A module of the caller's own must not come between.
    (elsewhere / "deploy.py").write_text("print('wrong one')")
    (elsewhere / "link").symlink_to(project.root / "etg")
    assert finished(project.start("deal", script=elsewhere / "link", cwd=elsewhere))[:2] == (0, f"{elsewhere} deal")
    assert finished(project.start("deal", cwd=elsewhere)) == (0, f"{elsewhere} deal", "")


def test_a_changed_lock_makes_the_environment_anew(project: Project) -> None:
    project.run()
    project.lock.write_text("one==2 \\\n    --hash=sha256:0\n")
    assert project.run("deal")[:2] == (0, f"{project.root} deal")
    assert project.installations() == [RUN, RUN]


@pytest.mark.parametrize("words", [["test", "-x"], ["lock"], ["trace", "--mutate"]], ids=" ".join)
def test_test_tools_come_when_they_are_needed_and_only_then(project: Project, words: list[str]) -> None:
    for other in (["deal"], ["trace", "001"], ["deal", "test", "--mutate"]):
        project.run(*other)
    assert project.installations() == [RUN]
    assert project.run(*words)[:2] == (0, f"{project.root} {' '.join(words)}")
    assert project.run(*words) == (0, f"{project.root} {' '.join(words)}", "")
    assert project.installations() == [RUN, BOTH]
    project.test_lock.write_text("two==3 \\\n    --hash=sha256:0\n")
    assert project.run("deal") == (0, f"{project.root} deal", "")
    project.run(*words)
    assert project.installations() == [RUN, BOTH, BOTH]


def test_test_tools_that_cannot_be_had_leave_the_environment_as_it_was(project: Project) -> None:
    project.run("deal")
    assert project.run("test", BROKEN="1", PIP_NO_INDEX="1")[:2] == (1, "")
    assert project.run("deal") == (0, f"{project.root} deal", "")
    assert project.run("test")[:2] == (0, f"{project.root} test")
    assert project.installations() == [RUN, BOTH, BOTH]


def test_a_half_made_environment_is_noticed_and_thrown_away(project: Project) -> None:
    left_over = project.root / ".venv" / "left over"
    left_over.parent.mkdir()
    left_over.touch()
    assert project.run("deal")[0] == 0
    assert not left_over.exists()


def test_an_installation_that_fails_does_not_look_finished(project: Project) -> None:
    status, out, err = project.run("deal", BROKEN="1", ETG_PYTHON=str(no_python(project, ensurepip=True)))
    assert status == 1
    assert "the packages could not be installed: see above" in err
    assert out == ""
    assert project.run("deal")[:2] == (0, f"{project.root} deal")


def no_python(project: Project, *, ensurepip: bool = False) -> Path:
    """An interpreter of a good version which can do nothing else, so that the way around uv ends, too."""
    python = project.uv.with_name("no_python")
    known = "*version*) echo 3.11 ;; *ensurepip*) ;;" if ensurepip else "*version*) echo 3.11 ;;"
    python.write_text(f"#!/bin/sh\ncase $2 in {known} *) exit 1 ;; esac\n")
    python.chmod(0o755)
    return python


def test_commands_hear_what_qt_needs_of_the_system(project: Project) -> None:
    (project.root / "deploy" / "cli.py").write_text("import os; print(os.environ['ETG_LIBRARIES'])")
    assert {"libgl1", "libxcb-cursor0"} <= set(project.run("deal")[1].split())


def test_a_missing_interpreter_is_named_with_what_to_install(project: Project) -> None:
    status, _, err = project.run("deal", ETG_PYTHON="/no/such/python")
    assert status == 1
    assert "apt-get install python3 python3-venv" in err


def test_a_python_without_ensurepip_is_named_with_what_to_install(project: Project) -> None:
    status, _, err = project.run("deal", ETG_NO_UV="1", ETG_PYTHON=str(no_python(project)))
    assert status == 1
    assert "apt-get install python3.11-venv" in err


def test_an_interpreter_that_went_away_is_noticed(project: Project) -> None:
    project.run()
    (project.root / ".venv" / "bin" / "python").unlink()
    assert project.run("deal")[:2] == (0, f"{project.root} deal")
    assert project.installations() == [RUN, RUN]


def test_two_first_calls_at_once_install_once(project: Project) -> None:
    calls = [project.start("deal", settings={"SLOW": "0.5"}) for _ in range(3)]
    assert [finished(call)[:2] for call in calls] == [(0, f"{project.root} deal")] * 3
    assert project.installations() == [RUN]


def test_a_folder_that_is_no_environment_is_not_deleted(project: Project, tmp_path: Path) -> None:
    precious = tmp_path / "home" / "letter"
    precious.parent.mkdir()
    precious.touch()
    status, _, err = project.run("deal", ETG_VENV=str(precious.parent))
    assert status == 1
    assert "not touching it" in err
    assert precious.exists()


def test_who_may_not_make_the_environment_is_told_who_may(project: Project) -> None:
    """As a table's own user after an upgrade; root may do anything, so here a folder is in the way of the lock."""
    in_the_way = project.root / ".venv.lock"
    in_the_way.mkdir()
    status, out, err = project.run("deal")
    assert (status, out) == (1, "")
    assert f"please run once as its owner: {project.root}/etg --help" in err
    assert "ETG_VENV=FOLDER" in err, "or the folder is a medium that nobody can write to"
    in_the_way.rmdir()
    project.run("deal")
    in_the_way.unlink()
    in_the_way.mkdir()
    assert project.run("deal") == (0, f"{project.root} deal", ""), "an environment that is ready needs no lock"


def test_without_a_network_that_is_said_at_once_with_the_way_around(project: Project, tmp_path: Path) -> None:
    no_routes = project.uv.with_name("grep")
    no_routes.write_text("#!/bin/sh\nexit 1\n")
    no_routes.chmod(0o755)
    settings = {"BROKEN": "1", "PIP_NO_INDEX": "1", "ETG_PYTHON": str(no_python(project))}
    status, _, err = project.run("deal", **settings)
    assert status == 1
    assert "there is no network here" in err
    assert "installing" not in err
    assert f"ETG_WHEELS=FOLDER {project.root}/etg" in err
    status, _, err = finished(project.start("deal", cwd=tmp_path, settings={"ETG_WHEELS": "wheels"}))
    assert (status, err) == (1, f"etg: there is no folder {tmp_path}/wheels (ETG_WHEELS)\n")
    (tmp_path / "wheels").mkdir()
    call = project.start("deal", cwd=tmp_path, settings={"ETG_WHEELS": "wheels"})
    assert finished(call)[:2] == (0, f"{tmp_path} deal")
    assert f"--no-index --find-links {tmp_path}/wheels" in project.log.read_text()


def test_a_folder_of_packages_that_lacks_some_is_named_with_the_lock_and_the_python(
    project: Project, tmp_path: Path
) -> None:
    wheels, python = tmp_path / "wheels", no_python(project, ensurepip=True)
    wheels.mkdir()
    status, _, err = project.run("deal", ETG_WHEELS=str(wheels), BROKEN="1", ETG_PYTHON=str(python))
    assert status == 1
    assert f"{wheels} has not all packages of {project.lock} for Python 3.11 on {os.uname().machine}:" in err
    assert project.run("deal")[0] == 0
    status, _, err = project.run("test", ETG_WHEELS=str(wheels), BROKEN="1")
    assert status == 1
    assert f"{wheels} has not all packages of {project.test_lock} for" in err
