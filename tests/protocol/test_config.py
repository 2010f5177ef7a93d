"""Configuration files: read whole or not at all, and every error names its key (DESIGN 4.8)."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.money import AMOUNT_MAX
from protocol.config import ConfigError, minor_units, read_peer

GOOD = """
name = "T01"
table = "BAC-01"
console = "10.0.0.1"
key = "T01.key"
console_key = "/etc/etg/console.pub"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "terminal.toml"
    path.write_text(GOOD)
    return path


def test_a_peer_has_its_addresses_and_paths_relative_to_its_file(file: Path) -> None:
    config = read_peer(file)
    assert (config.name, config.table) == ("T01", "BAC-01")
    assert (config.router, config.publisher) == ("tcp://10.0.0.1:5555", "tcp://10.0.0.1:5556")
    assert (config.key, config.console_key) == (file.parent / "T01.key", Path("/etc/etg/console.pub"))
    assert config.journal == file.parent / "T01.journal"


def test_the_example_is_good() -> None:
    assert read_peer(Path(__file__).parents[2] / "deploy" / "terminal.toml").name == "T01"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "T01"', 'name = "terminal one"', "name: "),
        ('name = "T01"', "", "missing required field `name`"),
        ('console = "10.0.0.1"', "console = 7", "console: "),
        ('table = "BAC-01"', 'tabel = "BAC-01"', "`tabel`"),
        ('key = "T01.key"', 'key = "T01.key"\nrequests = 70000', "requests: "),
        ('key = "T01.key"', 'key = "T01.key"\nrequests = true', "requests: "),
        ('key = "T01.key"', 'key = "T01.key', "no TOML"),
    ],
)
def test_an_error_is_named_with_its_key_and_its_file(file: Path, old: str, new: str, words: str) -> None:
    file.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(ConfigError) as raised:
        read_peer(file)
    assert words in str(raised.value)
    assert str(raised.value).startswith(str(file))


def test_a_file_that_is_not_there_or_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        read_peer(tmp_path / "nothing.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_peer(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(ConfigError, match="cannot be read"):
        read_peer(tmp_path / "latin.toml")


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_is_in_the_file_it_is_good_or_an_error_with_words(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "fuzzed.toml"
        path.write_bytes(data)
        with pytest.raises(ConfigError):
            read_peer(path)


# --- amounts as people write them --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "exponent", "minor"),
    [(25, 2, 2_500), ("2.50", 2, 250), ("0.01", 2, 1), (7, 0, 7), ("7", 0, 7), ("1.5", 3, 1_500)],
)
def test_an_amount_is_exact_in_minor_units(written: int | str, exponent: int, minor: int) -> None:
    assert minor_units(written, exponent) == minor


@pytest.mark.parametrize("written", ["", "x", "0.001", "-1", "0", 0, "NaN", "Infinity", "1,50", AMOUNT_MAX + 1, "1e2"])
def test_what_is_no_amount_is_refused(written: int | str) -> None:
    with pytest.raises(ValueError, match=r"no amount|decimal places|not between"):
        minor_units(written, 2)


@given(st.integers(1, AMOUNT_MAX), st.integers(0, 4))
def test_every_amount_can_be_written(minor: int, exponent: int) -> None:
    whole, rest = divmod(minor, 10**exponent)
    assert minor_units(f"{whole}.{rest:0{exponent}d}" if exponent else str(whole), exponent) == minor


@given(st.text(max_size=12), st.integers(0, 4))
def test_any_text_is_an_amount_or_refused(text: str, exponent: int) -> None:
    try:
        minor = minor_units(text, exponent)
    except ValueError:
        return
    assert 1 <= minor <= AMOUNT_MAX


@pytest.mark.parametrize(("written", "read"), [("zh-CN", "zh_CN"), ("zh_TW", "zh_TW"), ("klingon", "")])
def test_a_language_is_one_of_ours_however_it_is_joined(tmp_path: Path, written: str, read: str) -> None:
    path = tmp_path / "terminal.toml"
    text = (Path(__file__).parents[2] / "deploy" / "terminal.toml").read_text()
    path.write_text(text.replace('language = "en"', f'language = "{written}"'))
    if read:
        assert read_peer(path).language == read
    else:
        with pytest.raises(ConfigError, match="language: 'klingon' is none of en, zh_CN"):
            read_peer(path)
