"""The boards of fixed seeds, which never change, over every wish; and what is refused, in which words."""

from __future__ import annotations

import pytest

from termpuzzles import games
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.queries import rate, two_solutions
from termpuzzles.generator import NotFound, make_board, ratings, refusal, rng_of
from termpuzzles.generator.generate import sketch
from termpuzzles.generator.target import rule_names
from tests.approved import approve

TURNED = (
    "2x1", "1x7", "3x3", "5x5", "8x6", "5x5w", "1x6w", "3x9w", "6x6cx", "6x6cy", "5x6mx", "5x6my", "6x5kx", "5x5ky",
    "12x9", "6x6, walls 0.2", "6x6w, walls 0.5", "6x6, walls 1", "5x5, walls 0.5, walls matter",
    "2x5w, walls 0.6, walls matter", "5x5kx, walls 0.3", "5x5, any", "2x4w, any", "6x6, rating edge",
    "6x6, at most edge", "6x6, effort 30-50", "5x5, effort 10-30, rating edge",
)  # fmt: skip
OF_LOOPS = ("2x2", "3x2", "4x4", "5x5", "7x4", "8x8", "5x6, density 0.2", "6x6, density 0.4", "5x5, any", "16x15")
WISHES = {
    "net": (
        *TURNED, "6x6, uniform", "6x6, depth-first", "7x5w, uniform", "7x5w, depth-first", "5x5kx, uniform",
        "6x6, depth-first, rating pocket", "7x7, rating no loop", "8x8w, rating block", "7x7, rating dead end",
        "6x6w, depth-first, rating colouring", "7x7, at most pocket", "7x6mx, rating colouring",
        "7x7kx, rating dead end", "6x7my, rating dead end", "7x6ky, rating colouring", "8x7, rating chain",
        "7x7, walls 0.2, rating no loop",
    ),
    "infinity": (
        *TURNED, "6x6, density 0.1", "6x6, density 0.3", "6x6, density 0.8", "6x6w, density 0.95",
        "7x7w, rating block", "6x6w, rating colouring", "6x6w, density 0.3", "6x6mx, rating block",
        "6x6my, rating block", "7x7kx, rating colouring", "7x7ky, rating colouring", "7x7, rating chain",
        "9x8, rating chain", "10x10, rating chain",
    ),
    "simpleloop": (*OF_LOOPS, "6x6, rating degree", "7x7, rating no loop", "8x8, rating parity", "7x7, effort 20-60",
        "6x6, mirror", "8x8, half turn", "12x9, mirror"),
    "simpleloops": (*OF_LOOPS, "6x6, rating degree"),
    "masyu": (
        "3x2", "4x4", "5x5", "7x4", "6x6", "6x6, spare 0.5", "6x6, spare 1", "6x6, rating circles", "5x6, density 0.2",
        "6x6, density 0.8", "5x5, any", "6x6, at most no loop", "6x6, rating degree",
        "6x6, mirror", "8x8, half turn",
    ),
}  # fmt: skip
NONE_SUCH = (
    ("net", "2x5w"), ("net", "5x2w"), ("net", "2x5cx"), ("net", "5x2mx"), ("net", "7x7, density 0.3"),
    ("net", "7x7, spare 1"), ("net", "7x7, rating search"), ("net", "7x7, rating one step ahead"),
    ("net", "7x7, rating parity"), ("net", "7x7, rating only way across"), ("net", "2x2, rating dead end"),
    ("net", "3x3, rating chain"), ("net", "7x7, walls matter, rating chain"), ("net", "1x9w, rating colouring"),
    ("infinity", "7x7, density 0"), ("infinity", "7x7, density 1"), ("infinity", "2x5w"), ("infinity", "7x7, uniform"),
    ("infinity", "2x2, rating block"), ("infinity", "3x3mx, rating colouring"), ("simpleloop", "1x4"),
    ("simpleloop", "4x1"), ("simpleloop", "5x5w"), ("simpleloop", "5x5, walls 0.1"),
    ("simpleloop", "4x4, rating parity"),
    ("simpleloop", "3x3, rating parity type 2"), ("simpleloop", "5x5, depth-first"), ("simpleloops", "1x4"),
    ("simpleloops", "6x6, rating no loop"), ("masyu", "1x6"), ("masyu", "2x2"), ("masyu", "5x1"), ("masyu", "5x5w"),
    ("masyu", "5x5, walls 0.5"), ("masyu", "20x20, rating block"), ("masyu", "18x18, rating block"),
    ("masyu", "12x12, rating pairs"), ("masyu", "13x12, rating pairs"), ("masyu", "13x12, rating chain"),
    ("masyu", "6x6, rating parity"), ("masyu", "13x12, at most chain"), ("net", "7x7, rating nothing"),
    ("net", "7x7, rating no lop"), ("simpleloop", "9x9, density 0"), ("simpleloop", "9x9, density 1"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def _shipped_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the games that only the tests know."""
    monkeypatch.setattr(games, "_registered", {})


def test_the_boards_of_these_seeds_never_change() -> None:
    lines = [f"{game} {wish}: {_made(game, wish)}" for game, wishes in WISHES.items() for wish in wishes]
    approve(__file__, "boards", "\n".join([*lines, ""]))


def _made(game: str, wish: str) -> str:
    params = Params.parse(wish)
    try:
        puzzle = make_board(named(game), params, rng_of("fixed", 0))
    except PuzzleError as error:
        nearest = error.nearest if isinstance(error, NotFound) else None
        return f"{error}{f' {canonical_id(nearest)}' if nearest else ''}"
    if params.rating and not params.at_most:
        assert (rate(puzzle).hardest, len(two_solutions(puzzle))) == (params.rating, 1)
    assert puzzle.start.lines == (puzzle.tiles if not puzzle.game.draws else bytes(puzzle.grid.size))
    return canonical_id(puzzle)


def test_what_is_refused_and_why() -> None:
    lines = [f"{game} {wish}: {_refusal(game, wish)}" for game, wish in NONE_SUCH]
    for game in games.names():
        found, limits = ratings(named(game)), ratings(named(game), at_most=True)
        lines.append(f"{game} is rated {', '.join(found)}; at most {', '.join(limits)}")
        maker = named(game).maker
        assert maker
        for wraps in (False, True):
            efforts = [maker().efforts(cells, wraps) for cells in (25, 64, 65, 144, 145, 250, 251, 450, 451, 2000)]
            lines.append(f"  efforts{' where it wraps' * wraps}: {' '.join(map(_effort, efforts))}")
    approve(__file__, "refused-boards", "\n".join([*lines, ""]))


def _refusal(game: str, wish: str) -> str:
    if reason := refusal(named(game), Params.parse(wish)):
        return reason
    if Params.parse(wish).rating in (None, *rule_names(named(game))):
        return "may be made"
    with pytest.raises(PuzzleError) as error:
        make_board(named(game), Params.parse(wish), rng_of("none such"))
    return str(error.value)


def _effort(effort: tuple[int, int]) -> str:
    least, most = effort
    return f"{least}-{most}" if most < 1 << 30 else f"{least}-"


def test_sketches_are_drawn_boards_and_none_where_none_can_be() -> None:
    lines = []
    for game, wish in (
        *((game, wish) for game in games.names() for wish in ("5x4", "6x6, rating edge", "5x5, effort 900-1000")),
        ("net", "5x5w, walls 0.5"), ("net", "5x5kx"), ("infinity", "6x3, density 0.2"), ("simpleloop", "1x5"),
        ("masyu", "5x5w"), ("net", "2x5w"),
    ):  # fmt: skip
        found = sketch(named(game), Params.parse(wish), rng_of("sketch"))
        assert found is None or found.problem().judge(found.start.lines)
        lines.append(f"{game} {wish}: {canonical_id(found) if found else 'none'}")
    approve(__file__, "sketches", "\n".join([*lines, ""]))
