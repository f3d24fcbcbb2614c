"""How a board in pipes is read: each state as a tile or two, its name, and what it means."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.board.grid import E
from termpuzzles.board.survey import survey
from termpuzzles.formats import read
from termpuzzles.games.model import Game
from termpuzzles.render.picture import Picture
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import Drawing, text_strip
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import thumbnail_strips

_SMALL, _LARGE = Size(8, 4), Size(16, 8)  # the most room of a picture: four tiles, or two with half the rows
_GAP, _TWO = 2, 96  # columns between a picture and its words, and those from which states stand in two columns
_WIDE = 132  # columns from which tiles are twice as large
_LIKE_TILES = "infinity"  # the game in which a state is drawn that looks the same in all that turn tiles


class TileState(NamedTuple):
    """A state: what it looks like in a word or two, what it means, and a small board as text that shows it."""

    word: str
    meaning: str
    board: str
    game: str = _LIKE_TILES
    marks: bool = True
    bad: bool = False  # whether what is closed is a mistake
    beyond: bool = False  # whether the first tile is a copy beyond a seam, of which half is seen
    lines: bytes = b""  # what is drawn, where a text cannot say it: a line that goes nowhere


def states(game: Game) -> Iterator[TileState]:
    """The states that a board of that game may show."""
    drawn = game.name if game.draws else _LIKE_TILES
    if game.shades:
        yield TileState("dot", "an open cell that has no line yet", "··", drawn)
        yield TileState("block", "a shaded cell: no line goes there", "·■", drawn)
    tip = "a loose end: the next cell has no line toward it"
    yield TileState("faded tip", tip, "··" if game.draws else "╶·", drawn, lines=bytes((E, 0)))
    if game.pins:
        yield TileState("plate", "a pinned tile: it does not turn", "# pins: 1,1\n╶╴", marks=False)
    yield TileState("dark dots", "a line that lies on a loop", "┌┐\n└┘", drawn, bad=game.joins_all)
    if game.source is not None:
        yield TileState("gold disc", "the source; blue lines are joined to it", "╶╴", game.name)
    if game.joins_all:
        yield TileState("stripes", "a group sealed off from the rest: no loose end is left in it", "╶╴", bad=True)
    if game.wraps:
        yield TileState("brick bar", "a wall: no line crosses it", "# walls: 1,1v\n╷╷")
        meaning = "beyond such an edge, lines go on at the opposite one"
        yield TileState("faint half", meaning, "─╴", beyond=True)


class StateTiles(Drawing):
    """Shows the states of a game, in two columns where there is room for two."""

    def __init__(self, context: Context, game: Game) -> None:
        super().__init__(context, self._draw_states)
        self._game = game

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as it takes."""
        return len(self._draw_states(Size(width, 1), CellPainter(self.context.ink, self.context.palette)))

    def _draw_states(self, room: Size, brush: CellPainter) -> list[Strip]:
        across = 2 if room.width >= _TWO else 1
        width = room.width // across
        tile = _LARGE if room.width >= _WIDE else _SMALL
        rows = [_row(state, width, tile, brush) for state in states(self._game)]
        high = -(-len(rows) // across)
        columns = [[strip for row in rows[at : at + high] for strip in row] for at in range(0, len(rows), high)]
        blank = Strip.blank(width, brush.palette.style("text"))
        return [Strip.join(line) for line in zip_longest(*columns, fillvalue=blank)]


def _row(state: TileState, width: int, tile: Size, brush: CellPainter) -> list[Strip]:
    """The picture of a state, beside it its name and what it means, and a blank line."""
    blank = brush.palette.style("text")
    tiles = thumbnail_strips(_picture(state), tile, brush, beyond=0 if state.beyond else None)
    if state.beyond:
        half = tiles[0].cell_length // 4
        tiles = [each.crop(half).adjust_cell_length(4 * half, blank) for each in tiles]
    meaning = wrap(state.meaning, max(1, width - tile.width - _GAP - 1))
    words = [text_strip(brush, (state.word, "lit")), *(text_strip(brush, (line, "text")) for line in meaning)]
    beside = Strip.blank(tile.width, blank)
    lines = [*zip_longest(tiles, words), (None, None)]
    return [
        Strip.join([tile or beside, Strip.blank(_GAP, blank), *([said] if said else [])]).adjust_cell_length(
            width, blank
        )
        for tile, said in lines
    ]


def _picture(state: TileState) -> Picture:
    """The small board that shows a state."""
    (puzzle,) = read(f"# game: {state.game}\n{state.board}\n")
    shown = puzzle.start._replace(lines=state.lines or puzzle.start.lines)
    seen = survey(puzzle.grid, shown.lines)
    return Picture(puzzle, shown, seen, sealed_is_wrong=state.bad, loop_is_wrong=state.bad, marks=state.marks)
