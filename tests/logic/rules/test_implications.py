"""Which sides of a tile exclude each other, and what follows from one side, against all masks the tile may have."""

from itertools import combinations, product
from random import Random

from termpuzzles.board.grid import MASKS, SIDES
from termpuzzles.logic.rules.implications.graph import Spoken, _following, _impossible


def domains() -> list[int]:
    rng = Random(1)
    some = [sum(1 << mask for mask in rng.sample(MASKS, rng.randint(1, 12))) for _ in range(300)]
    return [*some, *(1 << mask for mask in MASKS)]


def fits(domain: int, *spoken: Spoken) -> bool:
    """Whether some mask of the domain has a line, or none, at each of these sides as they say."""
    return any(domain >> mask & 1 and all(bool(mask & side) == line for side, line in spoken) for mask in MASKS)


def test_the_minimal_impossible_sets_of_three_or_four_sides_are_found() -> None:
    for domain in domains():
        expected = {
            frozenset(spoken)
            for number in (3, 4)
            for sides in combinations(SIDES, number)
            for lines in product((True, False), repeat=number)
            if not fits(domain, *(spoken := tuple(zip(sides, lines, strict=True))))
            and all(fits(domain, *fewer) for fewer in combinations(spoken, number - 1))
        }
        assert set(map(frozenset, _impossible(domain))) == expected


def test_what_follows_from_an_undecided_side_is_exactly_what_is_not_known_without_it() -> None:
    for domain in domains():
        found = dict(_following(domain))
        for one in product(SIDES, (True, False)):
            is_open = fits(domain, one) and fits(domain, (one[0], not one[1]))
            follows = {
                (side, line)
                for side, line in product(SIDES, (True, False))
                if side != one[0] and fits(domain, (side, not line)) and not fits(domain, one, (side, not line))
            }
            assert set(found.get(one, ())) == (follows if is_open else set())
