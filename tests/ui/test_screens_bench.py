"""`etg bench screens` stays runnable, and measures what it says: a chip and a card that are really to be seen."""

import pytest

from benchmarks import screens

pytestmark = pytest.mark.usefixtures("qapp")


def test_it_prints_every_figure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, few in (("STARTS", 1), ("TOGETHER", 1), ("CARDS", 5), ("TAPS", 3)):
        monkeypatch.setattr(screens, name, few)
    screens.main()
    told = capsys.readouterr().out
    assert "start to first frame" in told
    assert "MB each (PSS)" in told
    assert "seen in the first frame 3 of 3 times" in told
    assert "card event to changed pixel" in told
    assert "frame during the reveal" in told
