"""The `[page]` section of floor.toml: where the pit's page listens, with which certificate, and how long a session
lasts.
"""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.config import LANGUAGES

Minutes = Annotated[int, Meta(ge=1, le=1_440)]


class PageFile(Struct, frozen=True, forbid_unknown_fields=True):
    listen: str = "0.0.0.0"  # the address of this machine that the pit's tablets reach
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8443  # 0: any that is free, for tests
    certificate: str = ""  # PEM, with its chain; "": one of our own is made at the first start, in the floor's folder
    key: str = ""  # PEM, of that certificate
    names: tuple[str, ...] = ()  # of this machine, for our own certificate: "pit.example", "10.0.0.20"
    language: str = LANGUAGES[0]  # of the page before somebody has chosen one
    session_minutes: Minutes = 720  # a shift, and the handing over
    idle_minutes: Minutes = 30  # without a touch or a key
