"""Figures in Prometheus' text format, on the loopback address."""

from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from console.metrics import MetricsPage, as_text


def test_counters_and_gauges_have_their_types() -> None:
    text = as_text({"rounds": 7, "requests_total": 12})
    assert text == "# TYPE etg_rounds gauge\netg_rounds 7\n# TYPE etg_requests_total counter\netg_requests_total 12\n"


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
