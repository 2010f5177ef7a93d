"""The console's figures in Prometheus' text format, on the loopback address only.

A thread of its own that reads whole numbers and changes nothing: a scraper that hangs cannot hold up the table.
"""

from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Self

PREFIX = "etg_"


def as_text(figures: Mapping[str, int]) -> str:
    lines = []
    for name, value in figures.items():
        kind = "counter" if name.endswith("_total") else "gauge"
        lines += [f"# TYPE {PREFIX}{name} {kind}", f"{PREFIX}{name} {value}"]
    return "\n".join(lines) + "\n"


class MetricsPage:
    def __init__(self, port: int, measure: Callable[[], Mapping[str, int]]) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path != "/metrics":
                    self.send_error(404)
                    return
                body = as_text(measure()).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_args: object) -> None:
                """A scrape every few seconds is no news."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self._thread = Thread(target=self._server.serve_forever, name="metrics", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
