"""Followers of several tables at real sockets: one with another history stops alone, and its alarm names the entry."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from benchmarks.floor_load import Load
from floor.config import read_floor
from floor.following import Following
from floor.intake import read_entries
from floor.store import Store
from protocol.config import ConfigError
from protocol.process import Log

ROUNDS = 3


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    load = Load(tmp_path / "tables", 2, ROUNDS, speed=1_000_000)
    yield load
    load.close()


@contextmanager
def following(load: Load, tmp_path: Path, database: str) -> Iterator[Following]:
    file = tmp_path / "floor.toml"
    file.write_text(load.floor_toml(database))
    followed = Following(read_floor(file), Log("floor"))
    followed.start()
    try:
        yield followed
    finally:
        followed.close()


def taken(database: str) -> dict[str, int]:
    with Store(database) as store:
        return {row["name"]: row["seq"] for row in store.ask("SELECT name, seq FROM tables")}


def play_until(load: Load, reached: Callable[[], bool], *, begin: bool = False) -> None:
    """The tables are served by another thread meanwhile: what is waited for is asked of the database."""
    done: list[bool] = []
    thread = Thread(target=load.play, args=(lambda: bool(done),), kwargs={"begin": begin})
    thread.start()
    try:
        while not reached():
            time.sleep(0.05)
    finally:
        done.append(True)
        thread.join()


def test_all_tables_are_level_and_a_backend_that_is_killed_is_gone_around(
    load: Load, tmp_path: Path, database: str
) -> None:
    def level() -> bool:
        lengths = {table.name: len(table.entries) for table in load.tables}
        return all(table.next_s is None for table in load.tables) and taken(database) == lengths

    killed: list[int] = []

    def kill_then_level() -> bool:
        if not killed and sum(taken(database).values()) > 20:
            with Store(database) as store:
                rows = store.ask(
                    "SELECT pg_terminate_backend(pid) AS pid FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
                killed.append(len(rows))
        return bool(killed) and level()

    with following(load, tmp_path, database) as followed:
        play_until(load, kill_then_level, begin=True)
        assert followed.stopped == {}
    with Store(database) as store:
        for table_id, table in enumerate(sorted(load.tables, key=lambda it: it.name), 1):
            name = store.ask("SELECT name FROM tables WHERE table_id = %s", (table_id,))[0]["name"]
            (mine,) = (each for each in load.tables if each.name == name)
            assert [entry.chain for entry in read_entries(store, table_id, 1)] == [it.chain for it in mine.entries]
            assert table.entries


@pytest.mark.parametrize("wrong", ["another history", "another key", "an entry that nobody can read"])
def test_a_table_with_another_history_stops_alone_and_names_the_entry(
    wrong: str, load: Load, tmp_path: Path, database: str
) -> None:
    honest, forger = load.tables
    for table in load.tables:
        for _ in range(10):
            table.commit()
    with following(load, tmp_path, database):
        play_until(load, lambda: taken(database) == {it.name: len(it.entries) for it in load.tables})
    seq = len(forger.entries)
    if wrong == "another history":
        forger.rewrite(seq)
    elif wrong == "another key":
        forger.sign_as(honest)
    else:
        forger.begin_to_say(b"\xc1")
    for table in load.tables:
        table.commit()

    def stopped() -> bool:
        with Store(database) as store:
            return bool(store.ask("SELECT 1 AS n FROM tables WHERE stopped <> ''")) and (
                taken(database)[honest.name] == len(honest.entries)
            )

    with following(load, tmp_path, database) as followed:
        play_until(load, stopped)
        assert set(followed.stopped) == {forger.name}
    with Store(database) as store:
        (alarm,) = store.ask("SELECT * FROM alarms WHERE ended_at IS NULL")
        assert forger.name in alarm["text"]
        assert "entry" in alarm["text"]
        assert taken(database)[forger.name] == seq, "nothing of it was taken"
        assert store.resume(forger.name)
        assert not store.ask("SELECT * FROM alarms WHERE ended_at IS NULL")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "missing required field `tables`"),
        ("[tables]", "there is none to follow"),
        ('database = "host"\n[tables.A]\nconsole = "10.0.0.1"\nkey = "k"\nconsole_key = "c"', "database: "),
        ('[tables.A]\nconsole = "pit"\nkey = "k"\nconsole_key = "c"', "tables.A.console: 'pit' is no address"),
        ('zone = "Mars"\n[tables.A]\nconsole = "10.0.0.1"\nkey = "k"\nconsole_key = "c"', "'Mars' is no time zone"),
    ],
    ids=["nothing", "no table", "no address of libpq", "a name", "a zone"],
)
def test_a_file_that_is_wrong_is_refused_in_words(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as refused:
        read_floor(file)
    assert words in str(refused.value)


def test_the_commented_example_is_good() -> None:
    config = read_floor(Path(__file__).parents[2] / "deploy" / "floor.toml")
    assert [table.table for table in config.tables] == ["BAC-01", "BJ-02"]
    assert config.database == ""
