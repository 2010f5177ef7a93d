"""Is there a screen to draw on? Qt ends a process that finds none with SIGABRT; this says it in words."""

import os
import re
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 5.0  # a display on another machine
_X11: Final = re.compile(r"(?:(?P<host>[^:]*)/)?(?P<where>[^:/]*):(?P<number>\d+)(?:\.\d+)?\Z")
_X11_PORT: Final = 6_000
DRAWS_ON_ONE: Final = ("", "xcb", "wayland", "wayland-egl")  # other platforms of Qt need no server


def why_no_display(environment: Mapping[str, str]) -> str:
    """Why Qt would find none; "" if one answers, or none is needed."""
    platform = environment.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    if platform not in DRAWS_ON_ONE:
        return ""
    displays = {name: environment[name] for name in ("WAYLAND_DISPLAY", "DISPLAY") if environment.get(name)}
    if not displays:
        return "there is no display here: neither DISPLAY nor WAYLAND_DISPLAY is set, nor QT_QPA_PLATFORM"
    silent = []
    for name, value in displays.items():
        try:
            _knock_x11(value) if name == "DISPLAY" else _knock_wayland(value, environment.get("XDG_RUNTIME_DIR", ""))
        except (OSError, ValueError) as error:
            silent.append(f"{name} is {value}, and there nobody answers ({getattr(error, 'strerror', None) or error})")
        else:
            return ""
    return f"there is no display here: {'; '.join(silent)}"


def _knock_x11(value: str) -> None:
    found = _X11.match(value)
    if found is None:
        raise ValueError("this is no name of a display, as :0 is")
    number = int(found["number"])
    if found["where"] not in ("", "unix"):
        socket.create_connection((found["where"], _X11_PORT + number), PATIENCE_S).close()
        return
    path = f"/tmp/.X11-unix/X{number}"
    try:
        _knock(f"\0{path}")
    except OSError:
        _knock(path)


def _knock_wayland(value: str, folder: str) -> None:
    _knock(str(Path(folder) / value))


def _knock(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE_S)
        line.connect(address)


def check_display() -> None:
    if why := why_no_display(os.environ):
        raise OSError(why)
