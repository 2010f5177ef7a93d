"""Deliberate bugs of participants (004): who is signed on where, whose a Bet is, what ends a session, who stays away,
what a purse holds and what a screen shows.

Declared and played as those of `mutants.py`, at tables of document 004 to which people come with number and PIN.
"""

import sys
from typing import Final

from simulation.mix import Mix
from simulation.network import Weather
from simulation.people import Manners
from tests.sim.mutants import Change, Mutant, Trouble, main

ROOM, PURSES, SIGNING = "console/table/participants.py", "console/table/purses.py", "console/table/signing.py"
SCREEN = "terminal/participant.py"


def hostile() -> Mix:
    """A bad line, terminals that are killed and one that lies."""
    return Mix(
        weather=Weather(drop=0.3, double=0.3, overtake=0.5),
        lies=0.7,
        persons=5,
        chaos=("kill_terminal", "slow", "clog"),
        chaos_ms=1_500,
    )


def crashes() -> Mix:
    return Mix(weather=Weather(drop=0.2), crash_console=0.012, persons=5)


def slow() -> Mix:
    """Bets are open for long, on a bad line: a wish to stay away comes before what was said earlier."""
    slowly = Manners(pace=2.0)
    return Mix(weather=Weather(drop=0.3, overtake=0.5), persons=5, countdown_ms=9_000, manners=slowly)


PARTICIPANT_TROUBLES: Final = {
    "participants": Trouble(lambda: Mix(persons=5), 16, game="classic_blackjack"),
    # They come back and give their PINs again, and others try them.
    "terminals that end": Trouble(
        lambda: Mix(persons=5, chaos=("kill_terminal",), chaos_ms=1_500), 12, game="classic_blackjack"
    ),
    "slow participants": Trouble(slow, 12, game="classic_blackjack"),
    "hostile participants": Trouble(hostile, 16, game="classic_blackjack"),
    "participants and crashes": Trouble(crashes, 16, game="premium_blackjack"),
}

PARTICIPANT_MUTANTS: Final = (
    # --- who is signed on ---
    Mutant(
        "who stays away is signed on",
        ROOM,
        "    if stays_away or (at_play and elsewhere != terminal):\n",
        "    if at_play and elsewhere != terminal:\n",
        "participants",
    ),
    Mutant(
        "he moves on with a Bet in play",
        ROOM,
        "    if stays_away or (at_play and elsewhere != terminal):\n",
        "    if stays_away:\n",
        "participants",
    ),
    Mutant(
        "he is at two terminals",
        ROOM,
        '        if elsewhere:\n            yield from signing.leave(table, elsewhere, "elsewhere")\n',
        "",
        "participants",
    ),
    Mutant(
        "his PIN is not looked at",
        "console/table/orders.py",
        "    if not right or table.people.active(check.number) is None:\n",
        "    if table.people.active(check.number) is None:\n",
        "participants",
    ),
    Mutant(
        "nobody waits after wrong PINs",
        SIGNING,
        "    return max(0, table.forgotten.waits.get(name, now_ms) - now_ms)\n",
        "    return 0\n",
        "terminals that end",
    ),
    Mutant(
        "a try is looked at twice",
        SIGNING,
        "    if asked.id in people.asked.get(panel, ()) or table.peers.peer(panel).latched:\n",
        "    if table.peers.peer(panel).latched:\n",
        "participants and crashes",
    ),
    # --- what ends a session ---
    Mutant(
        "he leaves with a Bet in play",
        SIGNING,
        "        if table.ledger.stake(PlayerId(panel)):\n",
        "        if table.ledger.stake(PlayerId(panel)) < 0:\n",
        "participants",
    ),
    Mutant(
        "another process of the terminal keeps him signed on",
        SIGNING,
        "    if session is not None and (session.boot, session.run) != (joined.boot, joined.run):\n",
        "    if session is not None and session.boot > joined.boot:\n",
        "hostile participants",
        also=(
            Change(
                ROOM,
                ' or not _is_of_this_process(table, terminal, session)\n    return "panel"',
                '\n    return "panel"',
            ),
        ),
    ),
    Mutant(
        "what should have ended a session is forgotten with the process",
        ROOM,
        '        why = why or (EXCLUDED if table.participants.stays_away(number, day) else "")\n',
        "",
        "participants and crashes",
    ),
    # --- whose a Bet is ---
    Mutant(
        "who stays away bets on",
        ROOM,
        "    if stays_away and not asked:\n",
        "    if stays_away and asked:\n",
        "slow participants",
    ),
    Mutant(
        "a Bet that was not heard is made by whoever comes next",
        SCREEN,
        "    seat.state.outbox.left()\n",
        "",
        "hostile participants",
    ),
    # --- purses and coins ---
    Mutant(
        "a purse is not emptied to its end",
        PURSES,
        "coin, ledger.purse(number, coin))",
        "coin, min(2_000, ledger.purse(number, coin)))",
        "participants",
    ),
    Mutant(
        "what lies there is left to who comes next",
        PURSES,
        "    yield events.PurseReturned(terminal, sitting, number, coin, ledger.credit(terminal))\n",
        "    yield events.PurseReturned(terminal, sitting, number, coin, ledger.credit(terminal) // 2)\n",
        "participants",
    ),
    Mutant(
        "the coin is another than he asks for",
        ROOM,
        "    coin = coin if coin in coins(table) else coins(table)[0]\n",
        "    coin = coins(table)[0]\n",
        "participants",
    ),
    Mutant(
        "the limits of one coin are those of both",
        "games/round.py",
        '    return felt.coins.get(felt.plays.get(player, ""), felt.limits) if felt.coins else felt.limits\n',
        "    return felt.limits\n",
        "participants",
    ),
    Mutant(
        "the grant of the day comes each time he comes",
        ROOM,
        '    if not day or table.participants.granted.get(number, "") >= day:\n',
        '    if not day or table.participants.granted.get(number, "") > day:\n',
        "participants",
    ),
    Mutant(
        "another file raises the grant of the day",
        ROOM,
        "    daily = table.view.placard.daily.items()\n",
        "    daily = table.setup.placard.daily.items()\n",
        "participants and crashes",
    ),
    Mutant(
        "a grant is brought to nobody",
        ROOM,
        "    yield found\n    yield from _bring(table, found.number)\n",
        "    yield found\n",
        "participants",
    ),
    Mutant(
        "what somebody has granted in a day is not counted",
        "console/table/people.py",
        "        of_coin[number] = of_coin.get(number, 0) + amount\n",
        "        of_coin[number] = 0\n",
        "participants",
    ),
    # --- staying away ---
    Mutant(
        "an exclusion ends a day early",
        "console/table/participants_state.py",
        "day <= exclusion.ends()",
        "day < exclusion.ends()",
        "participants",
    ),
    Mutant(
        "somebody else at the terminal keeps him away",
        ROOM,
        "    if session is None or session.number != asked.number or not table.people.is_participant(asked.number):\n",
        "    if session is None or not table.people.is_participant(asked.number):\n",
        "hostile participants",
    ),
    # --- the screen ---
    Mutant(
        "a screen stays open while another gives his PIN",
        SCREEN,
        '        if {here, opens_for} - {"", given.number}:\n',
        "        if opens_for and {here, opens_for} - {opens_for, given.number}:\n",
        "participants",
    ),
    Mutant(
        "a screen opens for whoever the log tells of",
        "terminal/state.py",
        "        return here is not None and forgotten.unlocked and forgotten.unlocked_by == here.number\n",
        "        return here is not None and forgotten.unlocked\n",
        "hostile participants",
    ),
    Mutant(
        "a wrong PIN opens the screen",
        SCREEN,
        "    seat.forgotten.unlocked = answer.standing == Standing.RIGHT\n",
        "    seat.forgotten.unlocked = answer.standing in (Standing.RIGHT, Standing.WRONG)\n",
        "participants",
    ),
)

if __name__ == "__main__":
    main(PARTICIPANT_TROUBLES, *sys.argv[1:])
