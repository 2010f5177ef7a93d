"""How long all roads take after one more result: the marks, where they are drawn, the ask marks and the statistics."""

import random
from time import perf_counter

from games.baccarat.roads import Outcome, Result, Roads, visible_bead_plate, visible_big_road, visible_derived_road

SHOES = 50
RESULTS = 80  # about what an eight-deck shoe yields before the cut card
OUTCOMES: tuple[Outcome, ...] = ("B", "P", "T")
PROBABILITIES = (0.458597, 0.446247, 0.095156)  # of eight decks
GOAL_MS = 0.2


def roads_after_one_more() -> float:
    """Milliseconds for one more result, on average over whole shoes, with what a screen of 24 columns then shows."""
    rng = random.Random(7)
    shoes = [_shoe(rng) for _ in range(SHOES)]
    started = perf_counter()
    for results in shoes:
        roads = Roads()
        for result in results:
            roads = roads.then(result)
            visible_bead_plate(roads, columns=12)
            visible_big_road(roads, columns=24)
            for road in (roads.big_eye_boy, roads.small_road, roads.cockroach_pig):
                visible_derived_road(road, columns=24)
    return (perf_counter() - started) * 1000 / (SHOES * RESULTS)


def _shoe(rng: random.Random) -> list[Result]:
    return [
        Result(outcome, banker_pair=rng.random() < 0.075, player_pair=rng.random() < 0.075, points=rng.randrange(10))
        for outcome in rng.choices(OUTCOMES, PROBABILITIES, k=RESULTS)
    ]


if __name__ == "__main__":
    print(f"all roads after one more result: {roads_after_one_more():.4f} ms (goal: at most {GOAL_MS} ms)")
