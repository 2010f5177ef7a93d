"""`etg terminal`: what is wrong with its printer is said before the first Player wants to be paid."""

from pathlib import Path

import pytest

from deploy.terminal import check_printer


def test_a_printer_s_folder_is_made_and_a_program_that_is_there_is_good(tmp_path: Path) -> None:
    check_printer(tmp_path / "spool", "true --fast")
    assert (tmp_path / "spool").stat().st_mode & 0o777 == 0o700
    check_printer(None, "")


@pytest.mark.parametrize(
    ("tickets", "command", "named"),
    [(None, "lp", "--tickets"), ("spool", "no-such-program -d x", "no-such-program"), ("no/spool", "true", "no/spool")],
)
def test_what_is_wrong_is_named(tmp_path: Path, tickets: str | None, command: str, named: str) -> None:
    with pytest.raises(OSError, match=named):
        check_printer(tmp_path / tickets if tickets else None, command)
