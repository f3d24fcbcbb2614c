"""The player's choices for a new board, in words; presets, and the choices kept for the next time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from termpuzzles.board.surface import PLANE, SURFACES, TORUS
from termpuzzles.english import plural
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.games import USUAL, named, with_maker
from termpuzzles.games.making.params import SHAPES, Params
from termpuzzles.games.making.randomness import rng_of
from termpuzzles.games.making.request import SPARE, WALLS, asked_board
from termpuzzles.logic.answers.grades import GRADES, efforts, may_have, technique_name

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle
    from termpuzzles.logic.task import Task
    from termpuzzles.session.questions import GuideCache

SIZES = ("5x5", "7x7", "9x9", "11x11", "13x13", "20x20", "30x30")
ANY, NO, OWN = "any", "no", "your own"
_SURFACES = {NO: PLANE, "yes": TORUS} | {suffix: SURFACES[suffix] for suffix in ("cx", "cy", "mx", "my", "kx", "ky")}
AS_DRAWN = 250  # cells: larger boards are hardly harder than they are drawn
LARGEST = 200 * 200  # cells: the largest board to make while the player waits


class BoardRequest(NamedTuple):
    """The player's choices for a new board; `hardest` is the id of a rule, or any.

    `more` is what was asked for in words and has no row of its own, in the text form of `Params`.
    """

    game: str = USUAL
    size: str = "7x7"
    wraps: str = NO
    walls: str = NO
    grade: str = ANY
    hardest: str = ANY
    shape: str = "bushy"
    spare: str = NO
    more: str = ""

    def params(self) -> Params:
        """The params for the generator."""
        params = replace(
            Params.parse(", ".join(filter(None, (self.size, self.more)))),
            surface=_SURFACES[self.wraps],
            style=SHAPES[self.shape],
            walls=WALLS[self.walls],
            grade=None if self.grade == ANY else self.grade,
            spare=SPARE[self.spare],
        )
        return params if self.hardest == ANY else replace(params, rating=self.hardest, at_most=False)

    @property
    def cells(self) -> int:
        """The number of cells."""
        width, _, height = self.size.partition("x")
        return int(width) * int(height)

    def words(self) -> str:
        """`Net 9x9 wraps, tricky, sealed off`."""
        game = named(self.game)
        board = [f"{game.title} {self.size}"]
        board += [*filter(None, (_SURFACES[self.wraps].words, f"{self.walls} walls" * (self.walls != NO)))]
        asked = [self.grade] * (self.grade != ANY) + [technique_name(self.hardest)] * (self.hardest != ANY)
        asked += [self.shape] * (self.shape != "bushy")
        if game.clue and self.spare != NO:
            asked.append(f"{self.spare} more {plural(game.clue.noun)}")
        asked += [self.more] * bool(self.more)
        return ", ".join([" ".join(board), *asked])


class PreviewQuestion(NamedTuple):
    """Asks for a picture of what a request means: a solved board of its size, edges and shape, drawn without any proof.

    Of a board that is larger than `most` columns or rows only such a part is drawn.
    """

    request: BoardRequest
    most: int

    def work(self, desk: GuideCache) -> Task[Puzzle | None]:
        """The board; None if none can be drawn like that."""
        from termpuzzles.generator.generate import sketch  # the screen shows its rows before

        params = self.request.params()
        params = replace(params, width=min(params.width, self.most), height=min(params.height, self.most))
        yield None
        return sketch(named(self.request.game), params, rng_of("preview"))


PRESETS: dict[str, Mapping[str, str]] = {
    "quick": {"size": "5x5", "grade": "easy"},
    "everyday": {},
    "around": {"size": "9x9", "wraps": "yes"},
    "twisted": {"wraps": "mx"},
    "walled": {"size": "9x9", "walls": "some"},
    "tricky": {"size": "9x9", "grade": "tricky"},
    "evening": {"size": "20x20"},
    "monster": {"size": "50x50"},
}  # for each preset its values; all others as in a request without any


@cache
def preset(name: str, game: str) -> BoardRequest:
    """The request of that preset for a game, as far as the game allows it."""
    return allowed(BoardRequest(game)._replace(**PRESETS[name]))


@cache
def presets(game: str) -> tuple[str, ...]:
    """The presets of which the game has every value."""
    return tuple(
        name for name, chosen in PRESETS.items() if preset(name, game) == BoardRequest(game)._replace(**chosen)
    )


def preset_of(request: BoardRequest) -> str:
    """The preset that asks for exactly this; `your own` if none does."""
    return next((name for name in presets(request.game) if preset(name, request.game) == request), OWN)


def values(request: BoardRequest, field: str) -> tuple[str, ...]:
    """The values to choose from in a field; they depend on the game, and include a size that was typed."""
    game = named(request.game)
    styled = game.maker is not None and bool(game.maker().styles)
    if field == "grade":  # these two take longer than all others together
        return (*grades(request), ANY)
    if field == "hardest":
        return (ANY, *_ratings(request))
    return {
        "game": with_maker(),
        "size": SIZES if request.size in SIZES else (*SIZES, request.size),
        "wraps": tuple(_SURFACES) if game.wraps else (NO,),
        "walls": tuple(WALLS) if game.wraps else (NO,),
        "shape": tuple(SHAPES) if styled else ("bushy",),
        "spare": tuple(SPARE) if game.clue else (NO,),
        "more": (request.more,),
    }[field]


def grades(request: BoardRequest) -> tuple[str, ...]:
    """The grades that boards of this game and size can have: a request for any other would wait in vain."""
    game = named(request.game)
    if game.maker is None:
        return ()
    maker, wraps = game.maker(), request.wraps != NO
    least, most = maker.efforts(request.cells, wraps)
    if request.cells > AS_DRAWN:
        most = max(least, round(min(most, maker.drawn[wraps] * request.cells)))
    bounds = {name: efforts(name, request.game, request.cells) for name in GRADES}
    return tuple(name for name, (low, high) in bounds.items() if low <= most and least <= high)


def _ratings(request: BoardRequest) -> tuple[str, ...]:
    """The ratings that boards of this game, size, shape and grade can have, as far as is known."""
    from termpuzzles.generator import ratings, refusal

    game = named(request.game)
    asked = request._replace(hardest=ANY, grade=ANY).params()
    found = (rule for rule in ratings(game) if request.grade == ANY or may_have(request.grade, rule))
    return tuple(rule for rule in found if not refusal(game, replace(asked, rating=rule)))


def allowed(request: BoardRequest) -> BoardRequest:
    """The request with any value, or else the first, in place of each that its game does not have."""
    for field in BoardRequest._fields:
        found = values(request, field)
        if getattr(request, field) not in found:
            request = request._replace(**{field: ANY if ANY in found else found[0]})
    return request


def typed_size(text: str) -> str:
    """The size that was typed, such as `17x9` or `17`. Raises PuzzleError."""
    params = Params.parse(text.strip().lower().replace("×", "x").replace(" ", "").removesuffix("w"))
    if params.width * params.height > LARGEST:
        raise PuzzleError(f"a board of at most {LARGEST:,} cells", repr(shortened(text)))
    return f"{params.width}x{params.height}"


def requested(text: str, usual: BoardRequest) -> BoardRequest:
    """The request that was typed, such as `17x9` or `masyu 12x12, hard`; what it does not name stays as it was.

    Raises PuzzleError for what cannot be read, a board that is too large, and what the game does not have.
    """
    game, params = asked_board(text, usual=usual.game)
    plain = Params(params.width, params.height)
    size = typed_size(f"{params.width}x{params.height}")
    left = replace(params, surface=plain.surface, style=plain.style, walls=0.0, grade=None, spare=0.0)
    found = usual._replace(game=game, size=size)
    if params.surface != plain.surface:
        found = found._replace(wraps=_named(_SURFACES, params.surface))
    if params.walls:
        found = found._replace(walls=_nearest(WALLS, params.walls))
    if params.spare:
        found = found._replace(spare=_nearest(SPARE, params.spare))
    if params.style != plain.style:
        found = found._replace(shape=_named(SHAPES, params.style))
    if params.grade:
        found = found._replace(grade=params.grade, hardest=ANY)
    if params.rating and not params.at_most:
        found, left = found._replace(hardest=params.rating, grade=params.grade or ANY), replace(left, rating=None)
    found = found._replace(more=str(left).partition(", ")[2])
    if (possible := allowed(found)) != found:
        field = next(name for name in found._fields if getattr(found, name) != getattr(possible, name))
        raise PuzzleError(f"boards of {named(game).title} in this size have no such {_ROWS.get(field, field)}")
    return found


_ROWS = {"wraps": "surface", "grade": "difficulty", "hardest": "technique", "spare": "clues to spare"}


def _named(values: Mapping[str, object], value: object) -> str:
    return next(name for name, each in values.items() if each == value)


def _nearest(shares: Mapping[str, float], share: float) -> str:
    return min((name for name in shares if name != NO), key=lambda name: abs(shares[name] - share))


def request_of(kept: Any) -> BoardRequest:
    """The request that was kept, as far as it is still allowed."""
    if not isinstance(kept, dict):
        return BoardRequest()
    request = BoardRequest()._replace(
        **{name: kept[name] for name in BoardRequest._fields if isinstance(kept.get(name), str)}
    )
    if request.grade == "fair":  # as 0.1.0 called it
        request = request._replace(grade="medium")
    if request.game not in with_maker():
        request = request._replace(game=USUAL)
    try:
        request = request._replace(size=typed_size(request.size))
    except PuzzleError:
        request = request._replace(size=SIZES[1])
    return allowed(request)
