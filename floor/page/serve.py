"""The pit's page as a process: TLS, and uvicorn around the application, until it is told to stop."""

import socket
from pathlib import Path
from typing import Final

import uvicorn

from floor.page import certificate
from floor.page.app import make_app
from floor.page.config import PageFile
from floor.page.house import House
from floor.reports import Theory
from protocol.process import Log

DAYS_WARNED: Final = 30  # before the certificate ends
GRACE_S: Final = 3  # for open streams, when it stops


class PageServer(uvicorn.Server):
    """Says where it listens, once it does; `should_exit` stops it, from any thread."""

    def __init__(self, config: uvicorn.Config, log: Log, said: str) -> None:
        super().__init__(config)
        self._log, self._said = log, said
        self.port = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.port = self.servers[0].sockets[0].getsockname()[1]
            self._log.info("the pit's page", address=f"https://{self.config.host}:{self.port}/", certificate=self._said)


def make_server(address: str, page: PageFile, folder: Path, log: Log, theory: Theory) -> PageServer:
    """`address`: of the database; `folder`: where our own certificate lies, if the house has none."""
    if page.certificate:
        files = (Path(page.certificate), Path(page.key or page.certificate))
    else:
        files = certificate.ours(folder, page.names)
    if (left := certificate.days_left(files[0])) < DAYS_WARNED:
        log.warning("the certificate of the page ends soon", file=files[0], days=left)
    config = uvicorn.Config(
        make_app(House(address, page, log, theory)),
        host=page.listen,
        port=page.port,
        ssl_certfile=str(files[0]),
        ssl_keyfile=str(files[1]),
        ssl_ciphers="ECDHE+AESGCM:ECDHE+CHACHA20",
        log_config=None,
        access_log=False,  # the record is in the database, and knows persons
        server_header=False,
        proxy_headers=False,  # an address is the one that has called
        date_header=True,
        lifespan="on",
        timeout_graceful_shutdown=GRACE_S,
        limit_concurrency=400,
        h11_max_incomplete_event_size=16_384,
    )
    return PageServer(config, log, f"SHA-256 {certificate.fingerprint(files[0])}")
