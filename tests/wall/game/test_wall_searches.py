"""How many steps each search takes, and what it finds: whoever changes how one searches records both anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from termpuzzles.logic.task import finish
from termpuzzles.wall.game.engine import LEVELS, best_turn, ranking
from termpuzzles.wall.game.notation import position_text, read_position
from termpuzzles.wall.game.position import WallPosition
from termpuzzles.wall.game.proof import wins
from termpuzzles.wall.game.rules import after_turn
from tests.approved import approve
from tests.wall.game.games import random_game

OPENINGS = (
    ("3x5 classic a5 a1 c5 c1 r -", 5),
    ("5x5 standard b5 a1 d5 d1 r >a3,>c1,>c2,>d2,^d2", 5),
    ("5x5 standard b1 a1 b2 c2 r -", 3),
    ("6x5 standard a5 a1 f5 f1 b -", 3),
    ("12x10 standard a10 a1 l10 l1 b -", 2),
    ("8x8 classic a8 a1 h8 h1 r -", 3),
    ("12x10 freestyle d7 a5 i7 l5 r >d9,>e6,>f2,>g6,>h9,^a2,^a3,^b6,^e5,^f2,^g2,^h5,^k6,^l2,^l3", 2),
)


class Steps:
    """Counts how often a search asks whether to stop."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> bool:
        self.number += 1
        return False


def games(seed: int, number: int) -> Iterator[tuple[WallPosition, Counter[WallPosition]]]:
    """A position of each of so many random games, and how often each has stood in it before."""
    chance = Random(seed)
    for _ in range(number):
        found = random_game(chance).positions[:-1]
        at = chance.randrange(len(found))
        yield found[at], Counter(found[: at + 1])


def searched(position: WallPosition, depth: int, seen: Counter[WallPosition] | None = None) -> str:
    steps = Steps()
    found = best_turn(position, depth=depth, cancel=steps, seen=seen)
    return f"{position_text(position)}: depth {found.depth} in {steps.number} steps, {found.turn} {found.value}"


def test_the_engine_takes_as_many_steps_as_were_recorded_and_finds_the_same() -> None:
    lines = [searched(read_position(text), depth) for text, depth in OPENINGS]
    lines += [searched(position, depth, seen) for depth in (3, 4) for position, seen in games(6, 10)]
    for position, _ in games(7, 8):
        replies = Counter({after: 2 for after in _replies(position)})
        lines.append(f"repeated: {searched(position, 4, replies)}")
    approve(__file__, "wall-searches", "\n".join(lines) + "\n")


def _replies(position: WallPosition) -> list[WallPosition]:
    """The positions to which the best turns at several depths lead."""
    return [after_turn(position, best_turn(position, depth=depth).turn) for depth in (1, 2, 3)]


def test_a_proof_takes_as_many_steps_as_were_recorded_and_finds_as_many_turns() -> None:
    lines, chance = [], Random(8)
    for turns, number, size in ((1, 10, (0, 0)), (2, 20, (4, 3)), (3, 5, (3, 2))):
        for _ in range(number):
            found = random_game(chance, *size).positions
            position, steps = found[max(0, len(found) - 2 * turns)], Steps()
            right = wins(position, turns, steps)
            lines.append(f"{position_text(position)}: {len(right)} win in {turns}, {steps.number} steps")
    approve(__file__, "wall-proofs", "\n".join(lines) + "\n")


def test_the_best_turns_are_in_their_order_and_the_first_is_worth_what_the_search_for_one_finds() -> None:
    depth = LEVELS["medium"].depth
    for position, seen in games(5, 12):
        if not position.distance(0) or not position.distance(1):
            continue
        found = finish(ranking("medium", position, 4, seen))
        values = [each.value for each in found]
        assert values == sorted(values, reverse=True)
        assert len({each.turn for each in found}) == len(found) <= 4
        assert values[0] == best_turn(position, depth=depth, seen=seen).value
        alone = finish(ranking("medium", position, 1, seen))
        assert [each.value for each in alone] == values[:1]
        for each in found[1:]:  # what is weaker than the best of all is no better once the opponent has replied
            reply = best_turn(after_turn(position, each.turn), depth=depth - 1).value
            assert -reply <= values[0]
