"""What each maker draws, mends, offers and scrambles solves the board that is made of it; what seeds give."""

from __future__ import annotations

from itertools import islice

import pytest

from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.board.surface import SURFACES
from termpuzzles.games import named
from termpuzzles.games.making.maker import turn_all
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.randomness import below, chance_bits, pick, rng_of, shuffled
from termpuzzles.games.model import Puzzle

WALLS = ((1, 4), (3, 2), (6, 4), (8, 2))
LOOPS = ("2x2", "2x5", "6x5", "7x7", "9x6, density 0.2", "9x6, density 0.9", "6x6, density 0", "6x6, density 1")
WISHES = {
    "net": ("2x1", "6x5", "6x5, uniform", "6x5, depth-first", "5x6w", "5x6w, uniform", "5x6w, depth-first", "6x4mx",
            "6x4kx, uniform", "1x6w", "9x9"),
    "infinity": ("2x1", "6x5", "6x5, density 0.2", "6x5, density 0.9", "5x6w", "4x6my", "1x6w", "6x4ky, density 0.3"),
    "simpleloop": LOOPS,
    "simpleloops": LOOPS,
    "masyu": LOOPS,
}  # fmt: skip


@pytest.mark.parametrize("game", WISHES)
def test_what_is_drawn_mended_and_offered_solves_its_board_and_what_is_scrambled_is_that_board(game: str) -> None:
    maker = named(game).maker
    assert maker
    made, changed, scrambled = maker(), 0, 0
    for wish in WISHES[game]:
        params = Params.parse(wish)
        for walls in ((), WALLS) if named(game).wraps and params.width > 4 else ((),):
            grid, rng = Grid.make(params.width, params.height, params.surface, walls), rng_of(f"drawn {walls}")
            masks = made.draw(grid, params, rng)
            drawn = [bytes(masks)]
            for patch in ([0], [grid.size // 2, grid.size // 2 - 1], list(range(grid.size))):
                made.mend(grid, masks, [patch], params, rng)
                drawn.append(bytes(masks))
            if made.offer:
                drawn += map(bytes, islice(made.offer(grid, bytearray(grid.size), params, rng), 4))
            for each in drawn:
                clues = made.clues(grid, each) if made.clues else bytes(grid.size)
                puzzle = Puzzle(named(game), grid, made.tiles(each), clues=clues)
                assert puzzle.problem().judge(each), (wish, each.hex())
            changed += len({*drawn}) > 1
            if not named(game).draws and any(mask not in (0, 15) for mask in masks):  # else nothing can be turned
                problem = Puzzle(named(game), grid, made.tiles(bytes(masks))).problem()
                tiles = made.scramble(problem, bytes(masks), rng)
                assert all(tile in TURNS[mask] for tile, mask in zip(tiles, masks, strict=True))
                scrambled += tiles != bytes(masks)
    assert changed > 3
    assert scrambled > 3 or named(game).draws


def test_random_choices_from_a_seed_never_change() -> None:
    rng = rng_of("choices", 3)
    assert [below(rng, limit) for limit in (1, 2, 10, 1000)] == [0, 0, 3, 161]
    assert [pick(rng, "abcdefghij") for _ in range(8)] == [*"eebbjcbe"]
    assert [shuffled(rng, range(number)) for number in (0, 1, 2, 6)] == [[], [0], [1, 0], [1, 2, 3, 4, 0, 5]]
    assert [chance_bits(rng, 12, share) for share in (0.0, 0.25, 0.5, 0.9, 1.0)] == [0, 256, 3638, 4095, 4095]
    assert turn_all(bytes((1, 3, 5, 7, 15, 0)), rng).hex() == "0803050b0f00"
    assert rng_of("choices", 3).random() != rng_of("choices", 4).random()


def test_the_surfaces_have_their_suffixes_and_words() -> None:
    assert {suffix: surface.words for suffix, surface in SURFACES.items()} == {
        "": "",
        "w": "wraps",
        "cx": "wraps across",
        "cy": "wraps down",
        "mx": "Möbius strip",
        "my": "Möbius strip, upright",
        "kx": "Klein bottle",
        "ky": "Klein bottle, upright",
    }
    assert all(surface.suffix == suffix for suffix, surface in SURFACES.items())
