"""Figures in Prometheus' text format, on the loopback address."""

import errno
import socket
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from console import metrics
from console.config import read_table
from console.metrics import MetricsPage, as_text
from console.service import Service
from console.table.table import Heard
from deploy.demo.rig import ARCHIVE, Rig
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import first_link
from protocol.process import Log, now_ms


def test_counters_and_gauges_have_their_types() -> None:
    text = as_text({"rounds": 7, "requests_total": 12})
    assert text == "# TYPE etg_rounds gauge\netg_rounds 7\n# TYPE etg_requests_total counter\netg_requests_total 12\n"


def test_samples_of_one_family_stand_together_whatever_their_labels() -> None:
    text = as_text({'behind{name="A"}': 1, "rounds": 7, 'behind{name="B"}': 2})
    behind = '# TYPE etg_behind gauge\netg_behind{name="A"} 1\netg_behind{name="B"} 2\n'
    assert text == f"{behind}# TYPE etg_rounds gauge\netg_rounds 7\n"


def test_the_page_shows_what_is_now_and_nothing_else() -> None:
    figures = {"rounds": 1}
    with MetricsPage(0, lambda: figures) as page:
        address = f"http://127.0.0.1:{page.port}"
        with urlopen(f"{address}/metrics") as answer:
            assert answer.read() == as_text(figures).encode()
            assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        figures["rounds"] = 2
        with urlopen(f"{address}/metrics") as answer:
            assert b"etg_rounds 2" in answer.read()
        with pytest.raises(HTTPError, match="404") as raised:
            urlopen(f"{address}/")
        raised.value.close()


# --- nobody holds it up ----------------------------------------------------------------------------------------


def page_of(page: MetricsPage) -> bytes:
    with urlopen(f"http://127.0.0.1:{page.port}/metrics") as answer:
        body: bytes = answer.read()
    return body


def test_three_hundred_stalled_clients_cost_one_thread_and_the_page_answers() -> None:
    before = threading.active_count()
    with MetricsPage(0, lambda: {"rounds": 1}) as page:
        stalled = [socket.create_connection(("127.0.0.1", page.port)) for _ in range(300)]
        for client in stalled[::2]:
            client.send(b"GET /metr")
        assert page_of(page) == as_text({"rounds": 1}).encode()
        assert threading.active_count() == before + 1
        assert len(page._clients) <= metrics.CLIENTS_MAX
        for client in stalled:
            client.close()


def test_a_client_that_says_too_much_or_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "PATIENCE_S", 0.05)
    with MetricsPage(0, lambda: {"rounds": 1}) as page:
        for said in (b"", b"GET /metrics HTTP/1.1\r\n", b"x" * (metrics.REQUEST_MAX + 1)):
            with socket.create_connection(("127.0.0.1", page.port)) as client:
                client.sendall(said)
                with suppress(ConnectionResetError):  # it had more to say
                    assert client.recv(1) == b""
        assert page_of(page)


def test_a_client_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "PATIENCE_S", 0.05)
    many = {f"figure_{number}": number for number in range(100_000)}
    with MetricsPage(0, lambda: many) as page, socket.create_connection(("127.0.0.1", page.port)) as deaf:
        deaf.send(b"GET /metrics HTTP/1.1\r\n\r\n")
        while not page._clients:
            time.sleep(0.001)
        while page._clients:
            time.sleep(0.001)


def test_without_a_file_for_a_client_the_page_waits_for_better_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "NO_FILES_S", 0.01)
    failed = threading.Event()

    class Short:
        def __init__(self, door: socket.socket) -> None:
            self._door = door

        def accept(self) -> object:
            if not failed.is_set():
                failed.set()
                raise OSError(errno.EMFILE, "Too many open files")
            return self._door.accept()

        def __getattr__(self, name: str) -> object:
            return getattr(self._door, name)

    page = MetricsPage(0, lambda: {"rounds": 1})
    page._door = Short(page._door)  # type: ignore[assignment]
    with page:
        assert page_of(page)
    assert failed.is_set()


# --- of a console -----------------------------------------------------------------------------------------------


def test_the_page_shows_what_the_loop_has_prepared_and_asks_the_table_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Rig(tmp_path, terminals=1, driver="manual")
    file = tmp_path / "table.toml"
    file.write_text(file.read_text().replace("[network]", "[network]\nmetrics = 0"))
    measured_in = []
    measure = Service._metrics

    def measured(self: Service) -> dict[str, int]:
        measured_in.append(threading.current_thread())
        return measure(self)

    monkeypatch.setattr(Service, "_metrics", measured)
    with closing(Service(read_table(file), Log("console"), new=True)) as console:
        assert console._page is not None
        before = page_of(console._page)
        console.counts["flooded"] += 1
        assert page_of(console._page) == before
        console.turn()  # the first one is due a pulse
        assert b"etg_flooded_total 1\n" in page_of(console._page)
    assert set(measured_in) == {threading.main_thread()}


def test_silence_and_lag_of_the_copies_outside_and_what_was_read_of_the_books_are_told(tmp_path: Path) -> None:
    Rig(tmp_path, terminals=1, driver="manual", archive=True)
    with closing(Service(read_table(tmp_path / "table.toml"), Log("console"), new=True)) as console:
        started_ms = console._started_ms
        key = console.table.keyring.live[ARCHIVE].fingerprint
        head = console.table.seq
        assert console._outside(started_ms + 12_000) == (("archive", ARCHIVE, head, 12),)
        hello = m.Hello(1, bytes(8), 0, first_link(console.table.setup.table), PlayerId(ARCHIVE), "archive")
        console._batch([Heard(ARCHIVE, hello, "archive", key)])
        beat = m.Beat(1, bytes(8), head, console.table.chain_at(head) or b"")
        console._batch([Heard(ARCHIVE, beat, "archive", key)])
        console._heard_ms[ARCHIVE] = now_ms()
        behind = console.table.seq - head
        assert behind
        figures = console._metrics()
        assert figures[f'archive_entries_behind{{name="{ARCHIVE}"}}'] == behind
        assert figures[f'archive_silent_seconds{{name="{ARCHIVE}"}}'] == 0
        assert (figures["books_read"], figures["books_to_read"]) == (0, 0)
        console._books.relied = 5  # a longer journal, taken up at its checkpoint
        console._books._fold.state.seq = 3
        figures = console._metrics()
        assert (figures["books_read"], figures["books_to_read"]) == (3, 5)
