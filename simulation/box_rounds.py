"""Rounds of a game with betting boxes, from a seed: `etg sim --game NAME`.

The production cores of console and terminals on the calm table, with people who sit down, bet behind, split, follow and
insure as the dice say; with terminals whose cable is out, and a console that is started again in the middle of a Round.
Every settlement is judged by `oracle_blackjack`, which shares no code with `games/`, from what the journal says; after
each Round the money is counted, the journal is folded again, and every terminal must agree. Not the hostile world of
`etg sim`: nothing is lost, torn or late here.
"""

from collections import Counter
from hashlib import sha256
from random import Random
from typing import Any, Final

from msgspec import Struct

from console.table.state import Setup
from console.table.table import Table
from games.catalog import find_game
from games.round import Felt, InterimSettled, Limit, PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.events import Placard
from protocol.halts import Halt
from protocol.view import Phase, cards_digest
from shoe_driver.emulator import shuffled
from simulation.calm import PANEL, SHUFFLER, CalmTable, Seat
from simulation.oracle_blackjack import settle
from terminal.intents import AnswerBox, ClearBets, PlaceBet, SitDown, TakeBack, UndoBet

BOXES: Final = 3  # so few that most are shared
TERMINALS: Final = 6
CREDIT: Final = 100_000
DECKS: Final = 8
STEPS_MAX: Final = 400  # of one Round: more, and it does not end
LIMITS: Final = {"main": Limit(50, 600, 10)}
SIDE: Final = Limit(10, 100, 10)
CHIPS: Final = (10, 50, 100, 300)
RARE: Final = ("split", "follow")  # what the cards seldom offer is mostly taken


class Violation(Exception):
    """What must always hold does not."""


class Played(Struct):
    """What happened in a run."""

    rounds: int = 0
    met: Counter[str] = Counter()
    digest: str = ""


def play(game: str, seed: int, rounds: int) -> Played:
    return World(game, seed).play(rounds)


class World:
    def __init__(self, game: str, seed: int) -> None:
        self.rng = Random(f"{game} {seed}")
        sides = dict.fromkeys(("player_pair", "under_13", "over_13", "rws_pairs", "boom_busted"), SIDE)
        spots = find_game(game).windows(find_game(game).begin(Felt()))[0].spots
        kinds = {spot.partition("/")[2] for spot in spots}
        limits = {kind: limit for kind, limit in (LIMITS | sides).items() if kind in kinds}
        self.sides = sorted(kinds - {"main"})
        placard = Placard("sim", "SGD", 0, CHIPS, decks=DECKS, training=True)
        names = [f"T{number}" for number in range(1, TERMINALS + 1)]
        self.table = CalmTable(Setup("SIM", game, Felt(limits, BOXES), 15_000, placard=placard), names)
        self.game, self.played = game, Played(met=Counter())
        self.cards = iter(shuffled(DECKS, self.rng.randrange(1 << 30)))
        self.table.join(PANEL)
        self.table.wait()
        self.table.order(m.OpenTable())
        self.table.order(m.LoadShoe(DECKS, SHUFFLER.number, 0, 0))
        for seat in self.table.seats.values():
            seat.buys(CREDIT)

    def play(self, rounds: int) -> Played:
        for _ in range(rounds):
            self._round()
            self.played.rounds += 1
        self.played.digest = sha256(self.table.entries[-1].chain).hexdigest()[:16]
        return self.played

    # --- a Round -----------------------------------------------------------------------------------------------------

    def _round(self) -> None:
        table, rng = self.table, self.rng
        if table.table.view.shoe.left < 120:
            table.order(m.EndShoe(table.table.view.shoe.left))
            self.cards = iter(shuffled(DECKS, rng.randrange(1 << 30)))
            table.order(m.LoadShoe(DECKS, SHUFFLER.number, 0, table.counter))
        for seat in self._some(0.3):
            seat.wants(SitDown(rng.randrange(BOXES + 1)))
        first = len(table.entries)
        table.order(m.OpenBets())
        for _ in range(rng.choice((1, 2, 3))):
            for seat in self._some(0.7):
                self._bet(seat)
            table.wait(rng.choice((0, 250, 600)))
            self._disturb()
        if table.table.view.phase is Phase.BETTING:
            table.order(m.CloseBets())
        self._to_the_end()
        self._check(first)

    def _some(self, share: float) -> list[Seat]:
        return [seat for seat in self.table.seats.values() if self.rng.random() < share]

    def _bet(self, seat: Seat) -> None:
        rng = self.rng
        box = rng.randrange(1, BOXES + 1)
        kind = "main" if rng.random() < 0.75 else rng.choice(self.sides)
        spot, chip = Spot(f"{box}/{kind}"), rng.choice(CHIPS)
        dice = rng.random()
        wish = PlaceBet(spot, chip) if dice < 0.85 else TakeBack(spot, chip) if dice < 0.93 else UndoBet()
        seat.wants(ClearBets() if dice > 0.99 else wish)

    def _to_the_end(self) -> None:
        table, rng = self.table, self.rng
        for _ in range(STEPS_MAX):
            view = table.table.view
            self._disturb()
            if not view.in_round:
                return
            if view.windows:
                self._ask()
            elif view.due:
                self._settle_between()
                table.draw(next(self.cards))
            else:
                table.order(m.Certify(cards_digest(view)))
            if rng.random() < 0.05:
                table.wait(300)
        raise Violation(f"round {table.table.view.round_no} does not end")

    def _settle_between(self) -> None:
        view = self.table.table.view
        if self.rng.random() < 0.7 or any(isinstance(act, InterimSettled) for act in view.acts):
            return
        if self.table.table.game.rule(self.table.table.round, InterimSettled()) is None:
            self.played.met["interim settlement"] += 1
            self.table.order(m.Certify(cards_digest(view)))

    def _ask(self) -> None:
        """Whoever is asked answers, or the time goes on."""
        table, rng = self.table, self.rng
        asked = [
            (seat, question)
            for seat in table.seats.values()
            if seat.name not in table.away and (found := seat.view.boxes) is not None
            for question in found.questions
            if not question.key
        ]
        if not asked or rng.random() < 0.1:
            table.wait(rng.choice((500, 4_000, 16_000)))
            return
        seat, question = rng.choice(asked)
        options = [it for it in question.options if not it.why and it.adds <= seat.view.spendable]
        rare = [it for it in options if it.key in RARE and rng.random() < 0.8]
        option = rng.choice(rare or options)
        less = option.spot and option.adds > 2 and rng.random() < 0.3
        amount = rng.randrange(1, option.adds // 2 + 1) * 2 if less else 0
        self.played.met[option.key] += 1
        seat.wants(AnswerBox(question.box, option.key, amount))

    # --- what goes wrong ---------------------------------------------------------------------------------------------

    def _disturb(self) -> None:
        table, rng = self.table, self.rng
        dice = rng.random()
        if dice < 0.01:
            table.away.add(rng.choice(list(table.seats)))
            self.played.met["a cable is out"] += 1
        elif dice < 0.05 and table.away:
            table.away.discard(min(table.away))
            table.wait(1_100)
        elif dice > 0.993:
            self._restart()

    def _restart(self) -> None:
        table = self.table
        self.played.met["the console starts again"] += 1
        table.away.clear()
        table.start()
        table.join(PANEL)
        for _ in range(6):
            table.wait(1_100)
        view = table.table.view
        if Halt.UNCONFIRMED in view.halts:
            table.order(m.Resume(Halt.UNCONFIRMED))
        if Halt.INTERRUPTED in view.halts:
            table.order(m.AnswerInterruption(affects=False))
        if view.halts:
            raise Violation(f"after a start the table is stopped by {', '.join(view.halts)}")

    # --- what must hold ----------------------------------------------------------------------------------------------

    def _check(self, first: int) -> None:
        table = self.table
        table.away.clear()
        for _ in range(4):
            table.wait(1_100)
        facts = [decode_event(entry.body) for entry in table.entries[first:]]
        self.judge(facts)
        table.table.check()
        for name, seat in table.seats.items():
            if seat.session.credit != table.table.ledger.credit(PlayerId(name)):
                raise Violation(f"{name} has another credit than the console (M4)")
            if seat.session.disputed:
                raise Violation(f"{name} disputes round {seat.session.disputed} (M11)")
        again = Table(table.setup, table.chain_at, verify=table.seals.verify)
        for entry in table.entries:
            again.apply(entry, decode_event(entry.body))
        if again.state != table.table.state:
            raise Violation("the journal folded again is another table (M12)")

    def judge(self, facts: list[e.Event]) -> None:
        line = line_of(self.game, facts, self.table.table.view.round_felt)
        if line is None or not line["cards"]:
            return
        bare = _without_initial_bet(line)
        found = settle(line)
        if found.get("error") == "bad_stake" and _lowered(line):
            self.played.met["not judged: an Initial Bet was lowered below a side Bet"] += 1
            return
        if "error" in found:
            raise Violation(f"the oracle finds {found['error']} in {line}")
        paid: Counter[str] = Counter()
        for fact in facts:
            if isinstance(fact, e.Settled):
                paid[fact.terminal] += sum(it.returned for it in fact.lines)
        due = Counter({player: sums["returned"] for player, sums in found["players"].items()})
        due.update(bare)
        wrong = {who for who in {*paid, *due} if paid.get(who, 0) != due.get(who, 0)}
        if wrong:
            raise Violation(f"{sorted(wrong)}: paid {dict(paid)}, due {due}, in {line} (M11)")
        self.played.met["rounds judged"] += 1


# --- a Round as the journal tells it ---------------------------------------------------------------------------------


def line_of(game: str, facts: list[e.Event], felt: Felt) -> dict[str, Any] | None:
    """As a line of `etg settle`; None: somebody has ruled on it, and the oracle knows no rulings."""
    names: dict[m.WindowId, str] = {}
    given: dict[str, dict[str, Any]] = {}  # by window: each Player's Bets, in the order of placing
    cards, closings = [], []
    for fact in facts:
        match fact:
            case e.WindowOpened(id=key, window=window):
                names[key] = window.name
                given[window.name] = {}
            case e.LayoutRegistered(id=key, terminal=who, answer=answer):
                answers = given[names[key]]
                if answer.bets or answer.choice:
                    answers[who] = answer
                else:
                    answers.pop(who, None)
            case e.BetRejected(id=key, terminal=who, spot=spot):
                answers = given[names[key]]
                bets = {it: amount for it, amount in answers[who].bets.items() if it != spot}
                if bets or answers[who].choice:
                    answers[who] = type(answers[who])(bets, answers[who].choice)
                else:
                    del answers[who]
            case e.WindowClosed(act=act) if act is not None:
                closings.append(act)
            case e.CardDealt(card=card):
                cards.append("" if card is None else card.text)
            case e.RulingMade(act=ruled) if not isinstance(ruled, InterimSettled):
                return None
            case e.RoundEnded():
                break
    for act in closings:
        said = [answer.choice for answer in given.get(act.window, {}).values() if answer.choice]
        if act.kind == "choice" and said and act.choice != said[0]:
            raise Violation(f"{act.window}: decided {said[0]}, played {act.choice}")
    boxes = [_box(number, given, closings, felt) for number in range(1, felt.boxes + 1)]
    for lies in [lies for act in closings if act.kind == "bets" for lies in act.boxes]:
        if lies.players[0] != _decider(boxes[lies.box - 1]["bettors"]):
            raise Violation(f"box {lies.box}: {lies.players[0]} decides (1.26)")
    decisions = _decisions(given, closings)
    return {"game": game, "decks": DECKS, "boxes": boxes, "cards": cards, "decisions": decisions}


def _box(number: int, given: dict[str, dict[str, Any]], closings: list[Any], felt: Felt) -> dict[str, Any]:
    bettors = []
    surrendered = any(act.kind == "surrender" and act.box == number and act.players for act in closings)
    even = {who for act in closings if act.kind == "even_money" and act.box == number for who in act.players}
    insured = given.get("insurance", {})
    for who, answer in given.get("bets", {}).items():
        own = {spot.partition("/")[2]: bet for spot, bet in answer.bets.items() if spot.startswith(f"{number}/")}
        if not own:
            continue
        entry: dict[str, Any] = {"player": str(who), "side": {kind: bet for kind, bet in own.items() if kind != "main"}}
        if "main" in own:
            entry["bet"] = own["main"]
            entry["seated"] = felt.seats.get(number) == who
            entry["even_money"] = who in even
        if who in insured and f"{number}/insurance" in insured[who].bets:
            entry["insurance"] = insured[who].bets[f"{number}/insurance"]
        bettors.append(entry)
    if surrendered:
        for entry in bettors:
            entry["surrender"] = "bet" in entry and entry["player"] == _decider(bettors)
    return {"bettors": bettors}


def _without_initial_bet(line: dict[str, Any]) -> Counter[str]:
    """003 §5.15: side Bets on a box that nobody has an Initial Bet on are out of play, and go back."""
    back: Counter[str] = Counter()
    for box in line["boxes"]:
        if not any("bet" in it for it in box["bettors"]):
            for entry in box["bettors"]:
                gone = {kind: bet for kind, bet in entry["side"].items() if kind != "boom_busted"}
                back[entry["player"]] += sum(gone.values())
                entry["side"] = {kind: bet for kind, bet in entry["side"].items() if kind not in gone}
            box["bettors"] = [entry for entry in box["bettors"] if entry["side"]]
    return +back


def _lowered(line: dict[str, Any]) -> bool:
    """003 §3.13.2.d was kept when the side Bet was placed; the oracle looks at the end."""
    for box in line["boxes"]:
        most = max((it["bet"] for it in box["bettors"] if "bet" in it), default=0)
        for entry in box["bettors"]:
            thirteen = [bet for kind, bet in entry["side"].items() if kind.endswith("13")]
            if thirteen and max(thirteen) > entry.get("bet", most if entry.get("seated") else 0):
                return True
    return False


def _decider(bettors: list[dict[str, Any]]) -> str:
    betting = [it for it in bettors if "bet" in it]
    seated = [it for it in betting if it["seated"]]
    return str((seated or sorted(betting, key=lambda it: -it["bet"]))[0]["player"])


def _decisions(given: dict[str, dict[str, Any]], closings: list[Any]) -> list[dict[str, Any]]:
    """In their order; a Hand is named by its place from the left, as it stands when it decides."""
    found: list[dict[str, Any]] = []
    hands: dict[int, list[int]] = {}
    for act in closings:
        if act.kind == "choice":
            number = int(act.window.split("/")[2])
            places = hands.setdefault(act.box, [0])
            decision = {"box": act.box - 1, "hand": places.index(number), "action": act.choice}
            if act.choice == "double":
                decision["amounts"] = _amounts(given.get(act.window, {}))
            if act.choice == "split":
                places.insert(places.index(number) + 1, len(places))
            found.append(decision)
        elif act.kind == "follow":
            last = found[-1]
            if last["action"] == "double":
                last["amounts"] |= _amounts(given.get(act.window, {}))
            else:
                last["follow"] = [str(who) for who in act.players]
    return found


def _amounts(answers: dict[str, Any]) -> dict[str, int]:
    return {str(who): sum(answer.bets.values()) for who, answer in answers.items() if answer.bets}
