"""What the log says of those who do the same again and again: the first time, then how often, and never much."""

from protocol.tally import DETAILS, EVERY_MS, OTHERS, STRANGERS, Line, Tally

HERE = "10.0.0.7"


def lines(tally: Tally, now_ms: int) -> list[Line]:
    return list(tally.lines(now_ms))


def test_the_first_is_told_at_once_and_then_how_often_once_a_minute() -> None:
    tally = Tally()
    assert lines(tally, 0) == []
    for _ in range(5):
        tally.note("refused", "address", HERE, key="aaaa")
    assert lines(tally, 500) == [("refused", {"address": HERE, "key": "aaaa"})]
    for now_ms in range(1_000, EVERY_MS, 500):
        tally.note("refused", "address", HERE, key="aaaa")
        assert lines(tally, now_ms) == []
    times = 4 + (EVERY_MS - 1_000) // 500
    assert lines(tally, EVERY_MS) == [("refused", {"address": HERE, "key": "aaaa", "times": times})]
    assert lines(tally, EVERY_MS + 500) == []
    tally.note("refused", "address", HERE, key="aaaa")
    assert lines(tally, 2 * EVERY_MS - 1) == []
    assert lines(tally, 2 * EVERY_MS) == [("refused", {"address": HERE, "key": "aaaa", "times": 1})]


def test_some_machines_of_one_address_each_have_their_line_and_a_thousand_keys_do_not() -> None:
    tally = Tally()
    for key in range(1_000):
        tally.note("refused", "address", HERE, key=key)
    assert lines(tally, 0) == [("refused", {"address": HERE, "key": key}) for key in range(DETAILS)]
    told = [("refused", {"address": HERE, "key": 999, "times": 1_000 - DETAILS})]
    assert lines(tally, EVERY_MS) == told


def test_different_things_of_one_address_are_told_apart() -> None:
    tally = Tally()
    tally.note("refused", "address", HERE)
    tally.note("not let in", "address", HERE)
    assert lines(tally, 0) == [("refused", {"address": HERE}), ("not let in", {"address": HERE})]


def test_of_very_many_addresses_some_are_remembered_and_the_rest_is_counted_together() -> None:
    tally = Tally()
    for number in range(10_000):
        tally.note("refused", "address", f"address {number}")
    assert lines(tally, 0) == [("refused", {"address": f"address {number}"}) for number in range(STRANGERS)]
    assert lines(tally, EVERY_MS) == [("refused", {"address": OTHERS, "times": 10_000 - STRANGERS})]
    assert len(tally._doers) <= STRANGERS


def test_who_was_quiet_is_forgotten_and_makes_room() -> None:
    tally = Tally(most=1)
    tally.note("refused", "address", HERE)
    assert lines(tally, 0) == [("refused", {"address": HERE})]
    assert lines(tally, EVERY_MS) == []
    tally.note("refused", "address", "another")
    assert lines(tally, EVERY_MS + 500) == [("refused", {"address": "another"})]
