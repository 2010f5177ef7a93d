"""Tickets between tables as a small model: one ticket of T1, journeys that want it, floors that carry signed entries.

As in `model.py` it knows nothing of our code, what was sent stays in the network for good (late, doubled, overtaken, or
lost), and commit and send are one step but for the bugs that take them apart. A floor is a database with a term and a
process that reads the tables' logs and carries what they have signed. After a failover there are two: the old one
goes on to speak, and what it had committed last may be missing in the new one, because the wait for the standby was cut
off. A floor that lies (`liar`) says whatever it wants, but cannot sign.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tests.protocol.model import Model

ASK, CLAIM = "ask", "claim"
ASKED, ACCEPTED, DECLINED = "asked", "accepted", "declined"
CASHED, HONOURED, LOST = "cashed", "honoured", "lost"
RELEASED, REFUSED, RESTORED, ARRIVED = "released", "refused", "restored", "arrived"
NONE, LIVE, QUEUED, ANSWERED, ENDED, CLOSED = "", "live", "queued", "answered", "ended", "closed"
OPEN: Final = (ASKED, CASHED)
LOWER: Final = ("a lower term that is heard", "a term that is not durable")


class Message(NamedTuple):
    what: str  # ASK; RELEASED or REFUSED; ACCEPTED or DECLINED (of a claim: HONOURED, LOST)
    journey: int
    term: int
    signed: bool = True

    def __str__(self) -> str:
        return f"{'' if self.signed else 'unsigned '}{self.what} of journey {self.journey + 1}, term {self.term}"


class Floor(NamedTuple):
    term: int
    rows: tuple[str, ...]
    sent: frozenset[str] = frozenset()  # only for the bug that sends once


class House(NamedTuple):
    good: bool = True  # the ticket, at T1
    paid: bool = False  # by T1 itself
    t1: tuple[str, ...] = ()
    t2: tuple[str, ...] = ()
    tombs: frozenset[int] = frozenset()  # refused because it had been given up: only for people who read traces
    terms: tuple[int, int] = (0, 0)  # the highest that T1 and T2 have heard
    transit: int = 0  # of all tables
    credit: int = 0
    cash: int = 0  # paid out as claims
    loss: int = 0
    floors: tuple[Floor, ...] = ()
    network: frozenset[Message] = frozenset()
    faults: int = 0
    unsaved: int = -1  # a release that was told and is not on T1's disk (only if a bug does so)
    wrong: str = ""


class Journeys(Model[House]):
    BUGS = (
        "a release that leaves the ticket good",
        "a released ticket that its own table pays",
        "a release that is told before its commit",
        "a release that is not posted to transit",
        "a ticket that is restored without the other table's word",
        "a ticket that is restored after it was accepted",
        "a release that is accepted twice",
        "a release that is accepted after the journey was declined",
        "a journey that was given up and is released later",
        "a refusal that is not remembered",
        "a release that nobody has signed is believed",
        "an ask that nobody has signed is believed",
        "a decline that nobody has signed is believed",
        "a lower term that is heard",
        "a term that is not durable",
        "two live redemptions of one ticket",
        "a queued redemption that is never taken up",
        "a message that is sent once",
        "a promoted floor that does not read the logs again",
        "a declined journey of which its table is not told",
        "a claim that is honoured though the ticket was paid",
        "a refused claim that is nobody's loss",
    )

    def __init__(
        self,
        bug: str = "",
        *,
        journeys: tuple[str, ...] = (ASK, ASK),
        faults: int = 1,
        gives_up: bool = True,
        pays: bool = True,
        liar: bool = False,
    ) -> None:
        super().__init__(bug)
        self.kinds, self.faults, self.gives_up, self.pays, self.liar = journeys, faults, gives_up, pays, liar

    def start(self) -> House:
        nothing = (NONE,) * len(self.kinds)
        return House(t1=nothing, t2=nothing, floors=(Floor(1, nothing),), faults=self.faults)

    # --- what can happen ----------------------------------------------------------------------------------------

    def steps(self, house: House) -> Iterator[tuple[str, House]]:
        for message in sorted(house.network):
            yield f"a table: {message} arrives", self.arrives(house, message)
        for journey, stands in enumerate(house.t2):
            if not stands:
                yield f"T2: begins journey {journey + 1}", self.begins(house, journey)
            if stands == ASKED and self.gives_up:
                yield f"T2: gives journey {journey + 1} up", self.t2_is(house, journey, DECLINED)
        if self.pays and (house.good or (self.bug == "a released ticket that its own table pays" and not house.paid)):
            yield "T1: pays the ticket itself", house._replace(good=False, paid=True)
        yield from self.floor_steps(house)
        yield from self.faulty(house)

    def floor_steps(self, house: House) -> Iterator[tuple[str, House]]:
        for index, floor in enumerate(house.floors):
            for journey in range(len(self.kinds)):
                row = self.read(house, floor, journey)
                if row != floor.rows[journey]:
                    yield f"floor {index + 1}: journey {journey + 1} is {row}", self.row_is(house, index, journey, row)
                message = self.carries(house, floor, journey)
                if message is not None and message not in house.network:
                    yield f"floor {index + 1}: carries {message}", self.sends(house, index, message)

    def faulty(self, house: House) -> Iterator[tuple[str, House]]:
        if house.unsaved >= 0:
            lost = house._replace(good=True, unsaved=-1, t1=_with(house.t1, house.unsaved, NONE))
            yield "T1: crashes before its commit", lost._replace(transit=house.transit - 1)
            yield "T1: commits", house._replace(unsaved=-1)
        if self.bug == "a ticket that is restored without the other table's word" and RELEASED in house.t1:
            journey = house.t1.index(RELEASED)
            yield "T1: has waited long enough", self.restored(house, journey)
        if not house.faults:
            return
        if len(house.floors) == 1:
            floor = house.floors[0]
            promoted = Floor(floor.term + 1, floor.rows)
            calm = house._replace(faults=house.faults - 1)
            yield "floor: the standby is promoted", calm._replace(floors=(floor, promoted))
            for journey, row in enumerate(floor.rows):
                if row:  # the last commit was never told to the standby
                    missing = promoted._replace(rows=_with(floor.rows, journey, NONE))
                    yield f"floor: promoted, without journey {journey + 1}", calm._replace(floors=(floor, missing))
        if self.bug == "a term that is not durable" and any(house.terms):
            yield "the tables: crash", house._replace(terms=(0, 0), faults=house.faults - 1)
        if self.liar:
            for journey in range(len(self.kinds)):
                for what in (ASK, RELEASED, DECLINED):
                    lie = Message(what, journey, house.floors[-1].term, signed=False)
                    if lie not in house.network:
                        yield f"floor: lies, {lie}", house._replace(network=house.network | {lie})

    def begins(self, house: House, journey: int) -> House:
        if self.kinds[journey] == ASK:
            return self.t2_is(house, journey, ASKED)
        return self.t2_is(house, journey, CASHED)._replace(transit=house.transit - 1, cash=house.cash + 1)

    def t2_is(self, house: House, journey: int, stands: str) -> House:
        return house._replace(t2=_with(house.t2, journey, stands))

    # --- the floor ------------------------------------------------------------------------------------------------

    def read(self, house: House, floor: Floor, journey: int) -> str:
        """The row of a journey, from the tables' own entries."""
        row, answer, stands = floor.rows[journey], house.t1[journey], house.t2[journey]
        stale = floor.term > 1 and self.bug == "a promoted floor that does not read the logs again" and not row
        if row == CLOSED or not stands or stale:
            return row
        if answer in (RESTORED, ARRIVED) or (answer == REFUSED and stands not in OPEN):
            return CLOSED
        if row in (NONE, QUEUED):
            others = (it for at, it in enumerate(floor.rows) if at != journey)
            if any(it in (LIVE, ANSWERED, ENDED) for it in others) and self.bug != "two live redemptions of one ticket":
                return QUEUED
            never = row == QUEUED and self.bug == "a queued redemption that is never taken up"
            return QUEUED if never else LIVE
        if stands not in OPEN:
            silent = self.bug == "a declined journey of which its table is not told" and stands == DECLINED
            return CLOSED if silent else ENDED
        return ANSWERED if answer else LIVE

    def row_is(self, house: House, index: int, journey: int, row: str) -> House:
        floor = house.floors[index]
        floor = floor._replace(rows=_with(floor.rows, journey, row))
        return house._replace(floors=(*house.floors[:index], floor, *house.floors[index + 1 :]))

    def carries(self, house: House, floor: Floor, journey: int) -> Message | None:
        row, answer, stands = floor.rows[journey], house.t1[journey], house.t2[journey]
        if row == LIVE and stands:
            return Message(ASK, journey, floor.term)
        if row == ANSWERED and answer:
            return Message(REFUSED if answer == REFUSED else RELEASED, journey, floor.term)
        if row == ENDED and stands not in (NONE, *OPEN):
            return Message(stands, journey, floor.term)
        return None

    def sends(self, house: House, index: int, message: Message) -> House:
        house = house._replace(network=house.network | {message})
        if self.bug == "a message that is sent once":
            floor = house.floors[index]
            floor = floor._replace(sent=floor.sent | {str(message)})
            house = house._replace(floors=(*house.floors[:index], floor, *house.floors[index + 1 :]))
        return house

    # --- the tables -------------------------------------------------------------------------------------------------

    def arrives(self, house: House, message: Message) -> House:
        at = 1 if message.what in (RELEASED, REFUSED) else 0
        lower = message.term < house.terms[at]
        if lower and self.bug not in LOWER:
            return house
        believed = {ASK: "an ask", RELEASED: "a release", DECLINED: "a decline"}.get(message.what, "")
        if not message.signed and self.bug != f"{believed} that nobody has signed is believed":
            return house
        heard = house._replace(terms=_with(house.terms, at, max(message.term, house.terms[at])))
        if at:
            done = self.takes(heard, message)
        else:
            done = self.releases(heard, message) if message.what == ASK else self.closes(heard, message)
        newest = max(floor.term for floor in house.floors)
        told = any(it.term == newest for it in house.network)
        if done[2:] != heard[2:] and message.term < newest and told and self.bug in LOWER:
            done = done._replace(wrong=f"{message} was done after a higher term was heard")
        return done

    def releases(self, house: House, message: Message) -> House:
        journey = message.journey
        if house.t1[journey] == REFUSED and self.bug == "a refusal that is not remembered":
            house = house._replace(t1=_with(house.t1, journey, NONE))
        if house.t1[journey]:
            return house
        claim = self.kinds[journey] == CLAIM and self.bug == "a claim that is honoured though the ticket was paid"
        if not house.good and not claim:
            return house._replace(t1=_with(house.t1, journey, REFUSED))
        if not house.t2[journey]:
            house = house._replace(wrong=f"journey {journey + 1} was released, and T2 never asked")
        good = self.bug == "a release that leaves the ticket good"
        moved = 0 if self.bug == "a release that is not posted to transit" else 1
        unsaved = journey if self.bug == "a release that is told before its commit" else -1
        t1 = _with(house.t1, journey, RELEASED)
        return house._replace(good=good, t1=t1, transit=house.transit + moved, unsaved=unsaved)

    def takes(self, house: House, message: Message) -> House:
        journey, stands = message.journey, house.t2[message.journey]
        if stands == CASHED:
            if message.what == RELEASED:
                return self.t2_is(house, journey, HONOURED)
            lost = 0 if self.bug == "a refused claim that is nobody's loss" else 1
            house = house._replace(transit=house.transit + lost, loss=house.loss + lost)
            return self.t2_is(house, journey, LOST)
        again = {
            ACCEPTED: "a release that is accepted twice",
            DECLINED: "a release that is accepted after the journey was declined",
        }
        if message.what == RELEASED and (stands == ASKED or self.bug == again.get(stands)):
            taken = house._replace(transit=house.transit - 1, credit=house.credit + 1)
            return self.t2_is(taken, journey, ACCEPTED)
        if message.what == REFUSED and stands == ASKED:
            return self.t2_is(house, journey, DECLINED)
        return house

    def closes(self, house: House, message: Message) -> House:
        journey, answer = message.journey, house.t1[message.journey]
        declined = message.what in (DECLINED, LOST)
        if not answer and declined and self.bug != "a journey that was given up and is released later":
            return house._replace(t1=_with(house.t1, journey, REFUSED), tombs=house.tombs | {journey})
        if answer != RELEASED:
            return house
        if declined or self.bug == "a ticket that is restored after it was accepted":
            if not message.signed and house.t2[journey] != DECLINED:
                house = house._replace(wrong=f"journey {journey + 1} was restored, and T2 has not declined it")
            return self.restored(house, journey)
        return house._replace(t1=_with(house.t1, journey, ARRIVED))

    def restored(self, house: House, journey: int) -> House:
        return house._replace(good=True, t1=_with(house.t1, journey, RESTORED), transit=house.transit - 1)

    # --- what must hold -----------------------------------------------------------------------------------------------

    def broken(self, house: House) -> str | None:
        if house.wrong:
            return house.wrong
        redeemed = house.credit + house.paid + house.t2.count(HONOURED)
        if redeemed > 1:
            return f"the ticket was redeemed {redeemed} times"
        money = house.good + house.transit + house.credit + house.paid + house.cash - house.loss
        if money != 1:
            return f"M5 conservation: {money} of 1"
        if house.good and redeemed:
            return "a ticket that was redeemed is good"
        for floor in house.floors:
            if sum(row in (LIVE, ANSWERED, ENDED) for row in floor.rows) > 1:
                return "two live redemptions of one ticket"
        return None

    def healed(self, house: House) -> House:
        """The old copy of the floor is gone for good; what T1 had not committed is."""
        return house._replace(network=frozenset(), floors=house.floors[-1:], unsaved=-1)

    def calm_steps(self, house: House) -> Iterator[tuple[str, House]]:
        for message in sorted(house.network):
            arrived = self.arrives(house._replace(network=house.network - {message}), message)
            yield f"a table: {message} arrives", arrived
        for label, after in self.floor_steps(house):
            sends = after.network != house.network
            if sends and self.bug == "a message that is sent once":
                (message,) = after.network - house.network
                if str(message) in house.floors[0].sent:
                    continue
            yield label, after

    def unsettled(self, house: House) -> str | None:
        for journey, stands in enumerate(house.t2):
            if stands in OPEN:
                return f"journey {journey + 1} has no end at T2"
            if house.t1[journey] == RELEASED:
                return f"T1 does not know the end of journey {journey + 1}"
            if stands and house.floors[0].rows[journey] != CLOSED:
                return f"the floor lists journey {journey + 1} for ever"
        if house.transit:
            return f"{house.transit} is in transit for ever"
        redeemed = house.credit + house.paid + house.t2.count(HONOURED)
        return None if house.good or redeemed else "the ticket is lost"


def _with(items: tuple[Any, ...], index: int, value: object) -> Any:
    return (*items[:index], value, *items[index + 1 :])
