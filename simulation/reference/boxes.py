"""A second opinion of a table with boxes (003, 000, 002): seats, Bets, questions, what they cost, and who is told.

It hears what the console heard and reads each commit entry by entry. What a Round asks next it has from
`box_rounds.py`; what stands where, from the entries. An unjust no is an objection, a yes that should have been a no is
one, and so is a question, a close or a message without its cause, or one that is missing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct

from games.round import Answer, BoxBets, BoxNow, CardDrawn, Felt, PlayerId, Reconstructed, Voided, Window, WindowClosed
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation.reference.box_rounds import Blackjack, Pictures, is_natural, value
from simulation.reference.tape import Objection

PICTURES: Final = "three_pictures"
SIDES: Final = {
    "blackjack": ("player_pair", "under_13", "over_13"),
    "blackjack_plus": ("rws_pairs", "boom_busted"),
    PICTURES: ("tie", "three_pictures"),
}
WITHIN: Final = ("under_13", "over_13")  # 003 §3.13.2.d
OF_THE_TABLE: Final = "boom_busted"  # 000 §3.9.1
NOTHING: Final = Answer()
NEWS_MS: Final = 250
SEATS_AN_HOUR: Final = 60
HOUR_MS: Final = 3_600_000
NO_MORE: Final = 250  # a revision above is refused
Process = tuple[int, bytes]


class Terms(Struct, frozen=True):
    game: str
    felt: Felt
    countdown_ms: int
    times: Mapping[str, int]


class Open(Struct):
    id: m.WindowId
    window: Window
    left_ms: int


class Said(Struct):
    """What was answered last to a terminal in a window, and by which entry."""

    revision: int
    answer: Answer
    receipt: int  # the entry that registered what stands there
    seq: int


class Past(Struct):
    """A Round that is over."""

    tape: list[tuple[str, Any]]
    lost: str
    void: bool


class BoxExaminer:
    def __init__(self, terms: Terms, money: Callable[[str, int], tuple[int, int]]) -> None:
        """`money`: credit and stake of a terminal after an entry, as they were counted elsewhere."""
        self.terms, self._money = terms, money
        self.main = "initial" if terms.game == PICTURES else "main"
        self.seq = 0
        self._reading = 0  # 1: the entry of this number is being judged
        self.now_ms = 0
        self.inputs: Sequence[Any] = ()
        self.felt = Felt()  # as it will lie in the next Round
        self.limits: Felt | None = None  # that people have set
        self.opened = False
        self.round_felt = Felt()
        self.round_no = 0
        self.in_round = False
        self.halts: set[str] = set()
        self.play: Blackjack | Pictures = self._begin()
        self.tape: list[tuple[str, Any]] = []
        self.lost = ""  # why this Round is not followed any more
        self.windows: dict[str, Open] = {}
        self.names: dict[m.WindowId, str] = {}
        self.given: dict[str, dict[PlayerId, Answer]] = {}
        self.raised: dict[str, dict[PlayerId, int]] = {}
        self.said: dict[m.WindowId, dict[str, Said]] = {}
        self.paid: dict[str, set[str]] = {}
        self.deadline_ms: int | None = None
        self.due = ""
        self.down: dict[int, str] = {}  # cards that lie face down: for whom
        self.orders: dict[bytes, m.Command] = {}
        self.obeyed: m.Order | None = None  # the last order of this batch
        self.joined: dict[str, Process] = {}
        self.latched: dict[str, str] = {}
        self.disputed: set[str] = set()
        self.retired: set[str] = set()
        self.sat: dict[str, list[int]] = {}
        self.rung: set[tuple[str, str]] = set()
        self.news: tuple[BoxNow, ...] | None = None
        self.news_ms = -NEWS_MS
        self._before: Any = None
        self.closes: dict[m.WindowId, int] = {}  # with the entry of the close
        self.past: dict[int, Past] = {}
        self._owes: tuple[str, int] | None = None  # who must be shown which entry
        self._sees: list[tuple[str, int]] = []
        self._wait_face: e.CardDealt | None = None
        self._owed: list[tuple[PlayerId, str]] = []  # Bets that must go back at once
        self._seats: list[tuple[str, int]] = []  # asked for in this batch

    def _begin(self) -> Blackjack | Pictures:
        return Pictures() if self.terms.game == PICTURES else Blackjack(self.terms.game)

    # --- a batch -----------------------------------------------------------------------------------------------------

    def batch(self, now_ms: int, inputs: Sequence[Any]) -> None:
        if self._owes is not None and self._owes not in self._sees:
            raise Objection(f"{self._owes} was to be shown, and {self._sees} was")
        self.now_ms, self.inputs, self.obeyed = now_ms, inputs, None
        self._seats, self._sees, self._owes = [], [], self._answered_before(inputs)
        for given in inputs:
            request = getattr(given, "request", None)
            if isinstance(request, m.Command):
                self.orders.setdefault(request.command_id, request)

    def _answered_before(self, inputs: Sequence[Any]) -> tuple[str, int] | None:
        """M6: whoever asks again for a revision that has its answer is shown that; after the close, the close."""
        if len(inputs) != 1 or not isinstance(answer := getattr(inputs[0], "request", None), m.Answer):
            return None
        peer, key = inputs[0].peer, answer.window
        if self.joined.get(peer) != (answer.boot, _digest(answer.run)) or key not in self.said:
            return None
        if Halt.UNCONFIRMED in self.halts or peer in self.retired:
            return None
        said = self.said[key].get(peer)
        if said is not None and answer.revision <= said.revision:
            return (peer, said.seq)
        return (peer, self.closes[key]) if key in self.closes else None

    def restarted(self) -> None:
        self._owes, self._sees = None, []
        self.deadline_ms, self.news = None, None
        self.joined.clear()
        self.sat.clear()
        self.news_ms = -NEWS_MS

    def judge(self, events: Sequence[Any], audiences: Sequence[str]) -> None:
        for event, audience in zip(events, audiences, strict=True):
            self.seq += 1
            self._reading = 1
            try:
                if self._owed and not isinstance(event, e.BetRejected):
                    raise Objection(f"{self._owed} must go back at once (5.1): {event}")
                self._read(event, audience)
            except Objection as objection:
                raise Objection(f"entry {self.seq}: {objection}") from None
            self._before = event
        self._reading = 0

    def decided(self) -> None:
        """The batch is over: what should be open is, and nothing else."""
        if self._owed:
            raise Objection(f"{self._owed} must go back at once (5.1)")
        self._seats_taken()
        for name, it in self.windows.items():
            answers = self.given.get(name, {})
            who = it.window.respondents
            if who is not None and it.window.choices and all(answers.get(each, NOTHING).choice for each in who):
                raise Objection(f"all have answered {name}, and it is open: {answers}")
        late = self.deadline_ms is not None and self.now_ms >= self.deadline_ms
        if self.windows and not self.halts and late:
            raise Objection(f"{list(self.windows)} were to close at {self.deadline_ms}, it is {self.now_ms}")
        if not self.in_round or self.lost or Halt.SURPLUS in self.halts or "bets" in self.windows:
            return
        turns = any(self.down.values())
        asked = [] if turns else self.play.asked()
        open_ = [it.window for it in self.windows.values()]
        if sorted(asked, key=_by_name) != sorted(open_, key=_by_name):
            raise Objection(f"{asked} should be asked, and {open_} is: {self.play}")
        if not turns and not asked and self.due != self.play.expects():
            raise Objection(f"{self.due or 'no Hand'} is due, and it should be {self.play.expects()}: {self.play}")

    # --- entries -----------------------------------------------------------------------------------------------------

    def _read(self, event: Any, audience: str) -> None:
        if self._wait_face is not None and not isinstance(event, e.CardHidden):
            raise Objection(f"{self._wait_face} lies face down, and nobody knows it: {event}")
        handler = _READERS.get(type(event))
        if handler is not None:
            handler(self, event)
        if isinstance(event, e.CardRead):
            # Where a Player may turn cards, nobody sees one before it lies where it belongs (3.12).
            squeeze = self.round_felt.squeeze
            if (audience == "staff") == squeeze:
                raise Objection(f"a card that waits is for {audience!r}, and squeezing is {squeeze}")

    def _opens(self, event: e.TableOpened) -> None:
        wanted = self.limits or self.terms.felt
        if dict(event.felt.seats) != dict(self.terms.felt.seats):
            raise Objection(f"who sat there has gone, and {event.felt.seats} sit there (1.26)")
        if (dict(event.felt.limits), event.felt.boxes) != (dict(wanted.limits), wanted.boxes):
            raise Objection(f"the limits are {wanted.limits}: {event.felt}")
        self.felt, self.opened = event.felt, True

    def _shuts(self, _event: e.TableClosed) -> None:
        self.opened = False

    def _sets(self, event: e.LimitsSet) -> None:
        self.limits = event.felt
        self.felt = _felt(event.felt, dict(self.felt.seats))

    def _sits(self, event: e.Seated) -> None:
        who, box, seats = event.terminal, event.box, dict(self.felt.seats)
        if box and seats.get(box, who) != who:
            raise Objection(f"{seats[box]} sits at box {box}: {event} (1.26)")
        if not self.opened or not 0 <= box <= self.felt.boxes:
            raise Objection(f"there is no such box: {event}")
        asked = [it for it in self.inputs if _sits(it) == (who, box)]
        ordered = self.obeyed == m.Seat(who, box)
        if not asked and not ordered:
            raise Objection(f"nobody has asked for it: {event}")
        if asked and not ordered:
            self.sat.setdefault(who, []).append(self.now_ms)
        seats = {at: sitter for at, sitter in seats.items() if sitter != who}
        self.felt = _felt(self.felt, {**seats, box: who} if box else seats)
        self._seats.append((who, box))

    def _seats_taken(self) -> None:
        """003 §1.26: who asks for a free box has it; the first one who asks."""
        for given in self.inputs:
            who, box = _sits(given)
            if not who or self.joined.get(who) != (given.request.boot, _digest(given.request.run)):
                continue
            if Halt.UNCONFIRMED in self.halts or not self.opened or box > self.felt.boxes:
                continue
            if self.latched.get(who) or who in self.disputed or who in self.retired:
                continue
            if any(it.request.box != box for it in self.inputs if _sits(it)[0] == who) or self.obeyed is not None:
                continue  # he has asked for another one, too
            sits = next((at for at, sitter in self.felt.seats.items() if sitter == who), 0)
            taken = box and self.felt.seats.get(box, who) != who
            times = [it for it in self.sat.get(who, ()) if self.now_ms - it < HOUR_MS]
            if sits != box and not taken and len(times) < SEATS_AN_HOUR:
                raise Objection(f"{who} wants to sit at {box}, which is free, and sits at {sits} (1.26)")

    # --- windows -----------------------------------------------------------------------------------------------------

    def _window_opens(self, event: e.WindowOpened) -> None:
        key, window = event.id, event.window
        ms = self.terms.times.get(window.kind or window.name, self.terms.countdown_ms)
        if (event.left_ms, event.deadline_ms) != (ms, self.now_ms + ms):
            raise Objection(f"a {window.kind} is open for {ms} ms from {self.now_ms}: {event}")
        if key.n == 1:
            self._round_begins(key.round_no)
            self._is_for_bets(window)
        elif not self.lost and window not in self.play.asked():
            raise Objection(f"{window} is asked, and it should be {self.play.asked()}: {self.play}")
        if key.round_no != self.round_no or key.n != len(self.names) + 1:
            raise Objection(f"it is not window {len(self.names) + 1} of round {self.round_no}: {key}")
        if self.given.get(window.name):
            raise Objection(f"{window.name} is asked again, and {self.given[window.name]} were not given back")
        self.windows[window.name] = Open(key, window, ms)
        self.names[key], self.given[window.name], self.said[key] = window.name, {}, {}
        self.deadline_ms = event.deadline_ms

    def _round_begins(self, round_no: int) -> None:
        if round_no != self.round_no + 1 or self.in_round:
            raise Objection(f"round {round_no} begins, and {self.round_no} was the last")
        self.round_no, self.in_round, self.round_felt = round_no, True, self.felt
        self.play, self.tape, self.lost = self._begin(), [], ""
        self.windows, self.names, self.given, self.raised, self.paid = {}, {}, {}, {}, {}
        self.due, self.down = "", {}
        self.said = {key: said for key, said in self.said.items() if key.round_no >= round_no - 1}
        self.closes = {key: seq for key, seq in self.closes.items() if key.round_no >= round_no - 1}
        self.news = None

    def _is_for_bets(self, window: Window) -> None:
        spots = tuple(
            f"{box}/{kind}" for box in range(1, self.felt.boxes + 1) for kind in (self.main, *SIDES[self.terms.game])
        )
        paragraph = "3.4" if self.terms.game == PICTURES else "3.9"
        choices = ("squeeze",) if self.felt.squeeze else ()
        if window != Window("bets", spots, choices, None, "", paragraph, "bets"):  # type: ignore[arg-type]
            raise Objection(f"Bets are open on {spots}: {window}")

    def _window_closes(self, event: e.WindowClosed) -> None:
        it = self.windows.pop(event.name, None)
        if it is None or it.id != event.id:
            raise Objection(f"it is not open: {event}")
        self._has_cause(event, it)
        self.closes[event.id] = self.seq
        if event.act is None:
            if event.by not in ("ruling", "void"):
                raise Objection(f"nobody has taken it away: {event}")
        elif not self.lost:
            wanted = self._closing(it.window)
            if event.act != wanted:
                raise Objection(f"{wanted} is registered: {event}")
            self._tell("close", event.act)
        if not self.lost and event.due != self.play.expects() and not any(self.down.values()):
            raise Objection(f"{self.play.expects() or 'no Hand'} is due: {event}")
        self.due = event.due

    def _has_cause(self, event: e.WindowClosed, it: Open) -> None:
        answers, who, by = self.given.get(event.name, {}), it.window.respondents, event.by
        just = {
            "answers": who is not None and all(answers.get(each, NOTHING).choice for each in who),
            "countdown": not self.halts and self.deadline_ms is not None and self.now_ms >= self.deadline_ms,
            "dealer": isinstance(self.obeyed, m.CloseBets) and not self.halts,
            "card": isinstance(self._before, e.SurplusSeen | e.WindowClosed),
            "void": _voids(self.obeyed) or isinstance(self._before, e.InterruptionAnswered | e.WindowClosed),
            "no_bets": isinstance(self.obeyed, m.RuleOtherwise),
            "ruling": self.lost != "" or it.window not in self.play.asked() or any(self.down.values()),
        }
        if not just.get(by, False):
            raise Objection(f"closed by {by}: {answers}, until {self.deadline_ms}, it is {self.now_ms}: {event}")
        if by == "void" and (who is None) != (event.act is not None):
            raise Objection(f"a Void answers nothing but Bets (5.4.2): {event}")

    def _closing(self, window: Window) -> WindowClosed:
        """003 §5.14: what is registered now."""
        answers, kind = self.given.get(window.name, {}), window.kind
        if kind == "bets":
            players = tuple(who for who, it in answers.items() if it.bets)
            squeezing = tuple(who for who, it in answers.items() if it.choice == "squeeze")
            marks = self._marks(answers)
            return WindowClosed("bets", "", players, tuple(self._in_play()), marks, squeezing, "bets")
        if kind == "choice":
            decided = answers.get((window.respondents or ("",))[0], NOTHING).choice  # type: ignore[call-overload]
            return WindowClosed(window.name, decided or window.default, kind=kind, box=window.box)
        if kind in ("insurance", "follow"):
            players = tuple(who for who, it in answers.items() if it.bets)
            return WindowClosed(window.name, "", players, kind=kind, box=window.box)
        takes = tuple(who for who, it in answers.items() if it.choice not in ("", "continue", "decline"))
        choice = answers[takes[0]].choice if takes else window.default
        marks = ()
        if kind == "options" and isinstance(self.play, Blackjack):
            gone = {*takes, *self.play.withdrawn}
            marks = self._marks({who: it for who, it in self.given.get("bets", {}).items() if who not in gone})
        return WindowClosed(window.name, choice, takes, marks=marks, kind=kind, box=window.box)

    def _marks(self, answers: Mapping[PlayerId, Answer]) -> tuple[Any, ...]:
        """000 §3.26.1."""
        spots = dict.fromkeys(spot for it in answers.values() for spot in it.bets if spot.endswith(OF_THE_TABLE))
        return tuple(spots) if self.terms.game == "blackjack_plus" else ()

    def _in_play(self) -> Iterable[BoxBets]:
        """003 §3.11, §1.26: who sits there decides, else the highest Bet, of equal ones the first."""
        for box in range(1, self.round_felt.boxes + 1):
            on = self._on(box)
            if on:
                since, sits = self.raised.get(f"{box}/{self.main}", {}), self.round_felt.seats.get(box)
                order = sorted(on, key=lambda who: (who != sits, -on[who], since.get(who, 0)))
                yield BoxBets(box, tuple(order), sum(on.values()))

    def _on(self, box: int) -> dict[PlayerId, int]:
        spot = f"{box}/{self.main}"
        return {
            who: amount
            for who, it in self.given.get("bets", {}).items()
            if (amount := it.bets.get(spot, 0))  # type: ignore[call-overload]
        }

    # --- answers -----------------------------------------------------------------------------------------------------

    def _registers(self, event: e.LayoutRegistered) -> None:
        window, before = self._asked_in(event)
        against = self.against(window, event.terminal, event.answer, before, event.revision)
        if against:
            raise Objection(f"{against} speak against it: {event}, before: {before}")
        change = sum(event.answer.bets.values()) - sum(before.bets.values())
        if event.change != change:
            raise Objection(f"it adds {change}: {event}")
        answers = self.given.setdefault(window.name, {})
        if window.respondents is None:
            for spot, amount in event.answer.bets.items():
                if amount > before.bets.get(spot, 0):
                    self.raised.setdefault(spot, {})[event.terminal] = self.seq
        if event.answer.bets or event.answer.choice:
            answers[event.terminal] = event.answer
        else:
            answers.pop(event.terminal, None)
        self.said[event.id][event.terminal] = Said(event.revision, event.answer, self.seq, self.seq)
        if window.respondents is None:
            self._owed = self._excess()

    def _refuses(self, event: e.LayoutRefused) -> None:
        window, before = self._asked_in(event)
        against = self.against(window, event.terminal, event.answer, before, event.revision)
        if event.refusal.reason not in against:
            raise Objection(f"an unjust no, {against or 'nothing'} speaks against it: {event}, before: {before}")
        receipt = self.said[event.id].get(event.terminal, Said(0, NOTHING, 0, 0)).receipt
        self.said[event.id][event.terminal] = Said(event.revision, event.answer, receipt, self.seq)

    def _asked_in(self, event: e.LayoutRegistered | e.LayoutRefused) -> tuple[Window, Answer]:
        it = next((it for it in self.windows.values() if it.id == event.id), None)
        if it is None:
            raise Objection(f"it is not open (5.14): {event}")
        before = self.said[event.id].get(event.terminal)
        if before is not None and before.revision >= event.revision:
            raise Objection(f"revision {before.revision} was answered before: {event}")
        stands = self.given.get(it.window.name, {}).get(event.terminal, NOTHING)
        order = self.obeyed
        if isinstance(order, m.AnswerFor) and isinstance(event, e.LayoutRegistered) and event.answer.entered_by:
            bets = {spot: bet for spot, bet in {**stands.bets, **order.bets}.items() if bet}
            wanted = (bets, order.choice or stands.choice, order.terminal, order.window)
            if (dict(event.answer.bets), event.answer.choice, event.terminal, event.id) != wanted:
                raise Objection(f"{order} was said (5.18): {event}")
            return it.window, stands
        for given in self.inputs:
            said = getattr(given, "request", None)
            if isinstance(said, m.Answer) and (given.peer, said.window) == (event.terminal, event.id):
                bets = {spot: bet for spot, bet in said.bets.items() if bet}
                same = (bets, said.choice, said.revision)
                if same == (dict(event.answer.bets), event.answer.choice, event.revision):
                    return it.window, stands
        raise Objection(f"{event.terminal} has not said so: {event}")

    def against(self, window: Window, who: PlayerId, answer: Answer, before: Answer, revision: int) -> set[str]:
        """Every reason that speaks against this answer; any of them is a true one."""
        found, bets = set(), dict(answer.bets)
        if revision > NO_MORE:
            found.add("too_many")
        if self.latched.get(who):
            found.add("latched")
        if who in self.disputed:
            found.add("disputed")
        if not self.lost and window.respondents is not None and window not in self.play.asked():
            found.add("closed")
        if window.respondents is not None and who not in window.respondents:
            found.add("illegal_decision")
        if answer.choice and answer.choice not in window.choices:
            found.add("illegal_decision")
        unknown = [spot for spot in bets if spot not in window.spots]
        if unknown:
            found |= {"unknown_spot"} | ({"closed", "illegal_decision"} if window.kind in ("options", "order") else set())
            found |= {"illegal_decision", "bad_stake"}
        change = sum(bets.values()) - sum(before.bets.values())
        if change > self._money(who, self.seq - self._reading)[0]:
            found.add("credit")
        if not unknown:
            if window.kind == "bets":
                found |= self._against_bets(who, bets, dict(before.bets))
            else:
                found |= self._against_answer(window, who, answer)
        return found

    def _against_bets(self, who: PlayerId, bets: dict[Any, int], before: dict[Any, int]) -> set[str]:
        felt = self.round_felt
        mine = [int(spot.partition("/")[0]) for spot in bets if spot.endswith(f"/{self.main}")]
        table = 0
        for spot, amount in bets.items():
            box, kind = int(spot.partition("/")[0]), spot.partition("/")[2]
            was, limit = before.get(spot, 0), felt.limits[kind]
            others = {player: bet for player, bet in self._on(box).items() if player != who}
            if kind == self.main:
                there = sum(others.values())
                if amount % 2 or (amount != was and amount + there < limit.min):
                    return {"bad_stake"}  # 5.2: the box has less than its minimum
                if amount > was:
                    sits = felt.seats.get(box) == who
                    lies = amount if sits else amount + there
                    if (limit.max is not None and lies > limit.max) or amount % limit.step:
                        return {"bad_stake"}
                continue
            if amount != was and (amount < limit.min or (amount > was and self._too_much(amount, limit))):
                return {"bad_stake"}
            if kind == OF_THE_TABLE:
                table += amount
                anywhere = mine or any(
                    player != who and spot.endswith(f"/{self.main}")
                    for player, it in self.given.get("bets", {}).items()
                    for spot in it.bets
                )
                if not anywhere:
                    return {"bad_stake"}
            elif box not in mine and not others:
                return {"bad_stake"}  # 3.9
            if kind in WITHIN and amount > self._initial_for(box, who, bets, others):
                return {"bad_stake"}
        if table:
            most = felt.limits[OF_THE_TABLE].max
            raised = any(bet > before.get(it, 0) for it, bet in bets.items() if it.endswith(OF_THE_TABLE))
            if raised and most is not None and table > most:
                return {"bad_stake"}
        total, was = sum(bets.values()), sum(before.values())
        if felt.total is not None and total not in (0, was):
            over = felt.total.max is not None and total > felt.total.max
            if total < felt.total.min or (total > was and (over or total % felt.total.step)):
                return {"bad_stake"}
        return set()

    @staticmethod
    def _too_much(amount: int, limit: Any) -> bool:
        return (limit.max is not None and amount > limit.max) or amount % limit.step != 0

    def _initial_for(self, box: int, who: PlayerId, bets: Mapping[Any, int], others: dict[PlayerId, int]) -> int:
        """003 §3.13.2.d: his own Initial Bet there; of who has none, the decider's."""
        mine = bets.get(f"{box}/{self.main}", 0)
        if mine or not others:
            return mine
        since, sits = self.raised.get(f"{box}/{self.main}", {}), self.round_felt.seats.get(box)
        return others[min(others, key=lambda it: (it != sits, -others[it], since.get(it, 0)))]

    def _excess(self) -> list[tuple[PlayerId, str]]:
        """003 §5.1: the newest Bets of Standing Players, each whole, until the box has no more than its maximum."""
        most, found = self.round_felt.limits[self.main].max, []
        answers = {who: dict(it.bets) for who, it in self.given.get("bets", {}).items()}
        for box in range(1, self.round_felt.boxes + 1):
            spot: Any = f"{box}/{self.main}"
            on, since, sits = self._on(box), self.raised.get(spot, {}), self.round_felt.seats.get(box)
            over = sum(on.values()) - (most or sum(on.values()))
            for who in sorted(on, key=lambda it: since.get(it, 0), reverse=True):
                if who != sits and over > 0:
                    over -= on[who]
                    found.append((who, str(spot)))
                    del answers[who][spot]
        if self.terms.game == "blackjack":
            for who in dict.fromkeys(who for who, _ in found):
                for side, amount in answers[who].items():
                    box, kind = int(side.partition("/")[0]), side.partition("/")[2]
                    if kind not in WITHIN:
                        continue
                    spot = f"{box}/{self.main}"
                    others = {it: bets[spot] for it, bets in answers.items() if it != who and spot in bets}
                    if amount > self._initial_for(box, who, answers[who], others):
                        found.append((who, str(side)))
        return found

    def _rejects(self, event: e.BetRejected) -> None:
        wanted = (event.terminal, str(event.spot))
        if wanted not in self._owed:
            raise Objection(f"{self._owed} must go back (5.1): {event}")
        self._owed.remove(wanted)
        name = self.names.get(event.id, "")
        answer = self.given[name][event.terminal]
        if answer.bets.get(event.spot) != event.amount:
            raise Objection(f"{answer.bets} stands: {event}")
        bets = {spot: bet for spot, bet in answer.bets.items() if spot != event.spot}
        if bets or answer.choice:
            self.given[name][event.terminal] = Answer(bets, answer.choice, answer.entered_by)
        else:
            del self.given[name][event.terminal]

    def _against_answer(self, window: Window, who: PlayerId, answer: Answer) -> set[str]:
        bets, choice, kind = dict(answer.bets), answer.choice, window.kind
        if (choice == "decline" and bets) or (choice in ("insure", "follow") and not bets):
            return {"illegal_decision"}
        initial = self.given.get("bets", {}).get(who, NOTHING).bets
        mine = initial.get(f"{window.box}/{self.main}", 0)  # type: ignore[call-overload]
        if kind == "insurance":
            for spot, amount in bets.items():
                box = spot.partition("/")[0]
                even = self.given.get(f"even_money/{box}", {}).get(who, NOTHING).choice == "even_money"
                if even:
                    return {"illegal_decision", "bad_stake"}
                if amount <= 0 or 2 * amount > initial.get(f"{box}/{self.main}", 0):  # type: ignore[call-overload]
                    return {"bad_stake"}  # 3.14.2.a
        elif kind == "even_money":
            insured = self.given.get("insurance", {}).get(who, NOTHING).bets
            if choice == "even_money" and f"{window.box}/insurance" in insured:
                return {"illegal_decision"}
        elif kind in ("choice", "follow"):
            split = choice == "split"
            if kind == "follow":
                split = window.spots[0].partition("/")[2].startswith("main")
                if not bets:
                    return set()
            elif choice not in ("split", "double"):
                return {"illegal_decision"} if bets else set()
            spot = window.spots[-1] if split else window.spots[0]
            if not mine:
                return {"illegal_decision"}
            if list(bets) != [spot]:
                return {"bad_stake"}
            amount = bets[spot]
            if amount <= 0 or amount > mine or (split and amount != mine):
                return {"bad_stake"}  # 3.21, 3.22
        elif bets:
            return {"unknown_spot", "closed", "illegal_decision"}
        return set()

    def _returns(self, event: e.LayoutReturned) -> None:
        answers = self.given.get(event.window, {})
        if event.terminal not in answers or sum(answers[event.terminal].bets.values()) != event.amount:
            raise Objection(f"{answers} stand: {event}")
        free = isinstance(self.obeyed, m.RuleOtherwise)
        if free:
            effect = getattr(self.obeyed, "effect", None)
            if not isinstance(effect, m.ReturnBets) or event.terminal not in effect.terminals:
                raise Objection(f"nobody has ruled so: {event}")
        elif event.window == "bets" or event.window in self.windows:
            raise Objection(f"it still stands: {event}")
        elif not self.lost and not self._is_asked_again(event.window, event.terminal, answers[event.terminal]):
            raise Objection(f"nothing takes it away: {event}")
        del answers[event.terminal]

    def _is_asked_again(self, name: str, who: PlayerId, answer: Answer) -> bool:
        """A Ruling took the question away, or it will be asked anew, or another one in which the same Spot is bet on."""
        before = self._before
        if isinstance(before, e.LayoutReturned) and before.window == name:
            return True  # with that of another Player
        if isinstance(before, e.WindowClosed) and before.name == name and before.act is None:
            return True
        for window in self.play.asked():
            mine = window.respondents is None or who in window.respondents
            if window.name == name or (mine and any(spot in window.spots for spot in answer.bets)):
                return True
        return False

    # --- cards and rulings -------------------------------------------------------------------------------------------

    def _tell(self, what: str, told: Any) -> None:
        self.tape.append((what, told))
        if not self.lost:
            self._play(what, told)

    def _play(self, what: str, told: Any) -> None:
        play = self.play
        match what:
            case "card":
                play.card(told)
            case "close":
                play.close(told)
            case "handled" if isinstance(play, Pictures):
                play.handled = True
            case "void":
                play.voided = told
            case "kept":
                del play.surplus[len(play.surplus) - told :]
            case "again":
                self.play = play.reconstructed(told)
            case "rule":
                self._play_ruling(told)
            case _:
                pass

    def _play_ruling(self, act: Any) -> None:
        play = self.play
        match type(act).__name__:
            case "WalkedAway":
                play.walk(act.player, act.box)
            case "DealingError":
                play.rule_error()
            case "DrawnTogether":
                self.play = play.drawn_together([card.text for card in act.cards])
            case "Discarded":
                self.play = play.discard(act.card.text)
            case "HandRemoved" if isinstance(play, Pictures):
                play.remove(act.box)
            case "InterimSettled" if isinstance(play, Blackjack):
                play.interim = len(play.order)
            case other:
                raise Objection(f"{other} is no Ruling of this game")

    def _deals(self, event: e.CardDealt) -> None:
        if event.hand != self.due and not any(self.down.values()):
            raise Objection(f"{self.due or 'no Hand'} is due: {event}")
        self.due = event.due
        if event.card is None:
            self._wait_face = event
            return
        if not self.lost and self.play.expects() != event.hand:
            raise Objection(f"{self.play.expects() or 'no Hand'} is due: {event}, {self.play}")
        box = event.hand.partition("/")[0]
        if not self.lost and box.isdigit() and (who := self.play.turner(int(box))):
            raise Objection(f"{who} turns the cards of this box: {event} (3.12)")
        self._tell("card", event.card.text)
        if not self.lost and event.due != self.play.expects():
            raise Objection(f"{self.play.expects() or 'no Hand'} is due next: {event}, {self.play}")

    def _hides(self, event: e.CardHidden) -> None:
        dealt, self._wait_face = self._wait_face, None
        if dealt is None:
            raise Objection(f"no card lies face down: {event}")
        if not self.lost:
            if self.play.expects() != dealt.hand:
                raise Objection(f"{self.play.expects() or 'no Hand'} is due: {dealt}, {self.play}")
            box = dealt.hand.partition("/")[0]
            who = self.play.turner(int(box)) if box.isdigit() else ""
            if who != event.to:
                raise Objection(f"{who or 'nobody'} turns it (3.12): {event}")
            if not who and not self._dealer_waits(dealt):
                raise Objection(f"nobody turns it, and it lies face down: {dealt}")
        self._tell("card", event.card.text)
        if not self.lost and dealt.due not in ("", self.play.expects()):
            raise Objection(f"{self.play.expects() or 'no Hand'} is due next: {dealt}")
        self.down[event.draw] = event.to

    def _dealer_waits(self, dealt: e.CardDealt) -> bool:
        """002 §3.13: the Dealer's lie face down as long as a Player examines his. Of a box that was split or given up
        it may be that nobody turns what lies there.
        """
        if isinstance(self.play, Pictures):
            return dealt.hand == "dealer" and any(self.play.turner(pile.box) for pile in self.play.piles[:-1])
        return any(self.down.values())

    def _reveals(self, event: e.CardRevealed) -> None:
        if event.draw not in self.down:
            raise Objection(f"it does not lie face down: {event}")
        del self.down[event.draw]
        if event.due is not None:
            self.due = event.due

    def _surplus(self, event: e.SurplusSeen) -> None:
        if event.shoe_seq and self.in_round:
            self._tell("card", event.cards[-1].text)

    def _keeps(self, event: e.SurplusKept) -> None:
        if self.in_round:
            self._tell("kept", event.cards)

    def _takes_back(self, event: e.CardTakenBack) -> None:
        """As if it had not come."""
        at = max((at for at, (what, _) in enumerate(self.tape) if what == "card"), default=-1)
        if at < 0 or self.tape[at][1] != event.card.text:
            raise Objection(f"it was not the last: {event}")
        del self.tape[at]
        self._replay()
        self.due = event.due
        if not self.lost and event.due != self.play.expects():
            raise Objection(f"{self.play.expects() or 'no Hand'} is due again: {event}")

    def _replay(self) -> None:
        self.play = self._begin()
        for what, told in self.tape:
            self._play(what, told)

    def _corrects(self, event: e.CardsCorrected) -> None:
        """003 §5.6: other faces; where something was ruled on them it is not followed here."""
        cards = [at for at, (what, _) in enumerate(self.tape) if what == "card"]
        self.down = {}
        self.due = event.due
        plain = all(what in ("card", "close", "handled") for what, _ in self.tape)
        order = self.obeyed
        if not plain or not isinstance(order, m.CorrectCards) or len(cards) != len(order.cards):
            self.lost = self.lost or "other cards after a ruling on them"
            return
        for at, card in zip(cards, order.cards, strict=True):
            self.tape[at] = ("card", card.text)
        self._replay()
        if event.due != self.play.expects() or event.surplus != len(self.play.surplus):
            raise Objection(f"{self.play.expects() or 'no Hand'} is due: {event}, {self.play}")

    def _rules(self, event: e.RulingMade) -> None:
        self.due = event.due
        act, order = event.act, self.obeyed
        if isinstance(act, Voided):
            self._tell("void", act.paragraph)
        elif isinstance(act, Reconstructed):
            whole = act
            if isinstance(order, m.Rule) and isinstance(order.act, Reconstructed):
                whole = order.act  # with what lies beside, which nobody may see
            self._tell("again", [card.text for card in whole.cards])
        else:
            self._tell("rule", act)
        if not self.lost and event.due != self.play.expects():
            raise Objection(f"{self.play.expects() or 'no Hand'} is due: {event}, {self.play}")
        if not self.lost and not event.covered:
            laid = {hand: [card.text if card else "" for card in cards] for hand, cards in event.hands.items() if cards}
            if laid != self.play.hands():
                raise Objection(f"{self.play.hands()} lie there: {event}")

    # --- the rest ----------------------------------------------------------------------------------------------------

    def _settles(self, event: e.Settled) -> None:
        lines = self.paid.setdefault(event.terminal, set())
        lines |= {str(line.spot) for line in event.lines}

    def _ends(self, event: e.RoundEnded) -> None:
        if not event.void and not self.lost and not self.play.finished():
            raise Objection(f"the Round ends, and it is not over: {self.play}")
        self.past[self.round_no] = Past(self.tape, self.lost, event.void)
        self.in_round, self.windows, self.down = False, {}, {}

    def _certifies(self, _event: e.Certified) -> None:
        if any(self.down.values()):
            raise Objection("a card lies face down for its Player, and it is certified (3.12)")

    def _resumes(self, event: e.Resumed) -> None:
        self.halts.discard(event.reason)
        self._has_time(event.deadline_ms)

    def _has_time(self, deadline_ms: int) -> None:
        """Whatever is open has its whole time again."""
        ms = max((it.left_ms for it in self.windows.values()), default=self.terms.countdown_ms)
        if self.windows and deadline_ms != self.now_ms + ms:
            raise Objection(f"{list(self.windows)} are open until {self.now_ms + ms}, and {deadline_ms} is said")
        self.deadline_ms = deadline_ms

    def _interrupts(self, event: e.Interrupted) -> None:
        self.halts.add(Halt.INTERRUPTED)
        if not self.lost and event.established != self.play.established():
            raise Objection(f"an outcome is established or not (5.4.1): {event}, {self.play}")

    def _answered(self, event: e.InterruptionAnswered) -> None:
        self.halts.discard(Halt.INTERRUPTED)
        self._has_time(event.deadline_ms)

    def _adds(self, event: e.TimeAdded) -> None:
        more = getattr(self.obeyed, "more_ms", 0)
        wanted = max(self.now_ms, self.deadline_ms or self.now_ms) + more
        if event.deadline_ms != wanted:
            raise Objection(f"it is open until {wanted}: {event}")
        self.deadline_ms = event.deadline_ms

    def _starts(self, _event: e.ConsoleStarted) -> None:
        self.restarted()

    def _obeys(self, event: e.Ordered) -> None:
        self.obeyed = event.order

    def _halts(self, event: e.Halted) -> None:
        self.halts.add(event.reason)

    def _joins(self, event: e.TerminalJoined) -> None:
        self.joined[event.terminal] = (event.boot, event.run)

    def _latches(self, event: e.TerminalLatched) -> None:
        self.latched[event.terminal] = event.why

    # --- what is said ------------------------------------------------------------------------------------------------

    def sent(self, to: str, message: Any) -> None:
        if isinstance(message, m.See):
            self._sees.append((to, message.seq))
        elif isinstance(message, m.Pulse):
            left = self.deadline_ms if self.windows and not self.halts else None
            wanted = -1 if left is None else max(0, left - self.now_ms)
            if message.left_ms != wanted:
                raise Objection(f"{wanted} ms are left, and everybody is told {message.left_ms}")

    def now(self) -> tuple[BoxNow, ...] | None:
        """003 §3.6: what lies on each box, for everybody; None: nobody may bet."""
        if "bets" not in self.windows:
            return None
        found = []
        for box in range(1, self.round_felt.boxes + 1):
            on = self._on(box)
            if on:
                found.append(BoxNow(box, len(on), sum(on.values()), self.round_felt.seats.get(box) in on))
        return tuple(found)

    def _told(self, message: m.Boxes) -> None:
        if message.round_no != self.round_no or message.boxes != self.now():
            raise Objection(f"everybody is told {message}, and {self.now()} lies there")
        if self.now_ms < self.news_ms + NEWS_MS:
            raise Objection(f"everybody was told at {self.news_ms} ms, and it is {self.now_ms}")
        self.news, self.news_ms = message.boxes, self.now_ms

    def turned(self, told: Sequence[m.Boxes], wake_ms: int | None) -> None:
        """Whoever says it to everybody has had his turn: nothing new is left unsaid for long."""
        for message in told:
            self._told(message)
        now = self.now()
        new = now is not None and now != self.news
        if new and self.now_ms >= self.news_ms + NEWS_MS:
            raise Objection(f"{now} lies there, and everybody knows {self.news}")
        if new and (wake_ms is None or wake_ms > self.news_ms + NEWS_MS):
            raise Objection(f"{now} is to be said at {self.news_ms + NEWS_MS}, and he wakes at {wake_ms}")

    def pictured(self, to: str, seq: int, own: Any, staff: Any) -> None:
        """What stands there, once, under the window in which it was said last; and to staff, all of it."""
        if seq != self.seq:
            return  # something else was decided in the same commit
        shown = [(it.id, it.name, it.revision, it.registered, it.seq) for it in own.layouts]
        if shown != self.layouts(to):
            raise Objection(f"{to} is shown {shown}, and on record is {self.layouts(to)}")
        if staff is None:
            return
        given = self.given if self.in_round else {}
        theirs = {name: {who: dict(it.bets) for who, it in answers.items()} for name, answers in given.items()}
        if {name: dict(it) for name, it in staff.bets.items() if it} != {name: it for name, it in theirs.items() if it}:
            raise Objection(f"staff are shown {staff.bets}, and {theirs} stand")
        paid = {who: {str(line.spot) for line in lines} for who, lines in staff.paid.items()}
        if paid != (self.paid if self.in_round else {}):
            raise Objection(f"staff are shown that {paid} is paid, and {self.paid} is")
        if staff.read and self.round_felt.squeeze:
            raise Objection(f"{staff.read} wait to be laid face down, and staff see them (3.12)")

    def layouts(self, terminal: str) -> list[tuple[Any, ...]]:
        """For a picture: each window of the Round in which it was answered; what stands there stands once."""
        if not self.in_round:
            return []
        last, found = {name: key for key, name in self.names.items()}, []
        for key, name in self.names.items():
            said = self.said[key].get(terminal)
            if said is not None:
                stands = self.given.get(name, {}).get(PlayerId(terminal)) if last[name] == key else None
                found.append((key, name, said.revision, stands or NOTHING, said.receipt if stands else 0))
        return found


def _felt(felt: Felt, seats: dict[int, PlayerId]) -> Felt:
    return Felt(felt.limits, felt.boxes, seats, felt.squeeze, felt.excluded, felt.total, felt.differential)


def _by_name(window: Window) -> str:
    return window.name


def _sits(given: Any) -> tuple[PlayerId, int]:
    request = getattr(given, "request", None)
    return (PlayerId(given.peer), request.box) if isinstance(request, m.SitDown) else (PlayerId(""), 0)


def _digest(run: bytes) -> bytes:
    """As the record has it."""
    return sha256(b"etg run 1" + run).digest()[:8]


def _voids(order: Any) -> bool:
    match order:
        case m.Rule(act=Voided()) | m.RuleOtherwise(effect=m.VoidRound()) | m.AnswerInterruption():
            return True
    return False


_READERS: Final[Mapping[type, Callable[[BoxExaminer, Any], None]]] = {
    e.TableOpened: BoxExaminer._opens,
    e.TableClosed: BoxExaminer._shuts,
    e.LimitsSet: BoxExaminer._sets,
    e.Seated: BoxExaminer._sits,
    e.WindowOpened: BoxExaminer._window_opens,
    e.WindowClosed: BoxExaminer._window_closes,
    e.LayoutRegistered: BoxExaminer._registers,
    e.LayoutRefused: BoxExaminer._refuses,
    e.LayoutReturned: BoxExaminer._returns,
    e.BetRejected: BoxExaminer._rejects,
    e.CardDealt: BoxExaminer._deals,
    e.CardHidden: BoxExaminer._hides,
    e.CardRevealed: BoxExaminer._reveals,
    e.HandHandled: lambda self, _event: self._tell("handled", None),
    e.SurplusSeen: BoxExaminer._surplus,
    e.SurplusKept: BoxExaminer._keeps,
    e.CardTakenBack: BoxExaminer._takes_back,
    e.CardsCorrected: BoxExaminer._corrects,
    e.RulingMade: BoxExaminer._rules,
    e.Settled: BoxExaminer._settles,
    e.RoundEnded: BoxExaminer._ends,
    e.Certified: BoxExaminer._certifies,
    e.Halted: BoxExaminer._halts,
    e.Resumed: BoxExaminer._resumes,
    e.Interrupted: BoxExaminer._interrupts,
    e.InterruptionAnswered: BoxExaminer._answered,
    e.TimeAdded: BoxExaminer._adds,
    e.ConsoleStarted: BoxExaminer._starts,
    e.Ordered: BoxExaminer._obeys,
    e.TerminalJoined: BoxExaminer._joins,
    e.TerminalLatched: BoxExaminer._latches,
    e.TerminalUnlatched: lambda self, event: self.latched.pop(event.terminal, None),
    e.SettlementDisputed: lambda self, event: self.disputed.add(event.terminal),
    e.DisputeRuled: lambda self, event: self.disputed.discard(event.terminal),
    e.TerminalRetired: lambda self, event: self.retired.add(event.terminal),
}
