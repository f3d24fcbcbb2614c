"""Boards that show what is uncertain: the two solutions that are most alike."""

from random import Random

from termpuzzles.hints.proof import most_alike


def test_the_board_most_like_the_first_differs_from_it_in_the_fewest_cells() -> None:
    rng = Random(1)
    for _ in range(200):
        first = bytes(rng.choices(range(16), k=9))
        others = [bytes(rng.choice((mask, mask, mask ^ 1 << rng.randrange(4))) for mask in first) for _ in range(4)]
        others = [other for other in others if other != first] or [bytes(9)]
        assert most_alike([first, *others])[0] == first
        differing = [sum(map(int.__ne__, first, other)) for other in others]
        assert most_alike([first, *others])[1] == others[differing.index(min(differing))]
