"""Boots a Debian tree under its own, real systemd, in namespaces of this machine: no engine, no virtual machine.

`systemd-analyze verify` was green of a unit that aborted at every start: only a start shows what a sandbox forbids.
The tree has no network but its own loopback device.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Self, TypeVar

T = TypeVar("T")
PATH: Final = "/usr/sbin:/usr/bin:/sbin:/bin"
PATIENCE_S: Final = 120.0  # a loaded machine is slow, not wrong

# As the first process of new namespaces: what systemd expects of a machine, and then systemd itself.
FIRST: Final = """
set -e; R=$1
mount --make-rprivate /; mount --bind "$R" "$R"
mount -t proc proc "$R/proc"; mount -t sysfs sysfs "$R/sys"; mount -t cgroup2 cgroup2 "$R/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$R/dev"; mkdir "$R/dev/pts" "$R/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$R/dev/pts"; ln -s pts/ptmx "$R/dev/ptmx"
ln -s /proc/self/fd "$R/dev/fd"
for d in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$R/dev/${d%:*}" c 1 "${d#*:}"; done
mknod -m 666 "$R/dev/tty" c 5 0
mount -t tmpfs tmpfs "$R/run"; mount -t tmpfs tmpfs "$R/tmp"
ip link set lo up
cd "$R"; mkdir -p old; pivot_root . old; umount -l /old
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
exec env -i container=tree PATH=$PATH /usr/lib/systemd/systemd --system --unit=multi-user.target --show-status=0
"""
JOIN: Final = 'echo $$ >"$1/cgroup.procs"; exec unshare -C -p -m -n -u -i --fork --kill-child bash -c "$2" boot "$3"'


def why_not(tree: str) -> str:
    """Why nothing can be booted here; "" if it can be tried."""
    if not tree:
        return "no tree is named: ETG_SYSTEMD_TREE=FOLDER of a Debian tree with systemd (docs/operations.md)"
    if os.geteuid():
        return "only root can make the namespaces"
    if not Path(tree, "usr/lib/systemd/systemd").exists():
        return f"{tree} is no Debian tree with systemd"
    missing = [tool for tool in ("unshare", "nsenter", "ip", "findmnt", "chroot") if shutil.which(tool) is None]
    if missing or not _cgroups():
        return f"this machine lacks {', '.join(missing) or 'cgroup v2'}"
    return ""


def _cgroups() -> str:
    found = subprocess.run(
        ["findmnt", "-rn", "-t", "cgroup2", "-o", "TARGET"], capture_output=True, text=True, check=False
    )
    return found.stdout.partition("\n")[0]


class Booted:
    """A tree that runs. Whatever was started in it ends with it."""

    def __init__(self, tree: Path) -> None:
        self._tree = tree.resolve()
        self._group = Path(_cgroups(), f"etg-test-{os.getpid()}")

    def __enter__(self) -> Self:
        self._group.mkdir()
        self._outer = subprocess.Popen(
            ["bash", "-c", JOIN, "boot", self._group, FIRST, self._tree],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._init = self.until(self._find_init, "systemd is there")
            self.until(lambda: self.says("systemctl is-system-running") in ("running", "degraded"), "it has booted")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_raised: object) -> None:
        self._outer.send_signal(signal.SIGKILL)
        self._outer.wait()
        left = sorted((path for path in self._group.rglob("*") if path.is_dir()), reverse=True)
        for group in (*left, self._group):
            self.until(partial(_removed, group), "its processes have ended")

    def _find_init(self) -> str:
        pid = self._outer.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        child = children.read_text().split()[0] if children.exists() and children.read_text() else ""
        return child if child and Path(f"/proc/{child}/comm").read_text() == "systemd\n" else ""

    def run(self, command: str) -> tuple[int, str]:
        """A line of shell inside, as root; status and output."""
        enter = ["nsenter", "-t", self._init, "-a", "-r", "-w", "env", "-i", f"PATH={PATH}", "HOME=/root"]
        done = subprocess.run([*enter, "sh", "-c", command], capture_output=True, text=True, check=False)
        return done.returncode, (done.stdout + done.stderr).strip()

    def says(self, command: str) -> str:
        return self.run(command)[1]

    def does(self, command: str) -> str:
        status, said = self.run(command)
        assert status == 0, f"{command}: {said}"
        return said

    def until(self, come_true: Callable[[], T], what: str) -> T:
        end = monotonic() + PATIENCE_S
        while not (found := come_true()):
            assert monotonic() < end, f"never: {what}"
            sleep(0.2)
        return found


def _removed(group: Path) -> bool:
    try:
        group.rmdir()
    except OSError:
        return False
    return True
