"""The floor's database for commands beside a floor that runs."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from floor.config import FloorConfig
from floor.server import Server
from floor.store import Store


@contextmanager
def opened_store(config: FloorConfig) -> Iterator[Store]:
    """By its address; an embedded server is started if nobody has."""
    with ExitStack() as opened:
        address = config.database
        if not address:
            server = Server(config.data)
            if not server.answers():
                opened.enter_context(server)
            address = server.address()
        yield opened.enter_context(Store(address, synchronous=config.synchronous))
