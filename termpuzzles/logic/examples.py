"""For each rule a small board on which it finds something where no easier one does: shown in help, kept by a test."""

from typing import NamedTuple

from termpuzzles.board.glyphs import MASK_OF
from termpuzzles.board.grid import Grid


class Example(NamedTuple):
    """A board on which all tiles must form one tree: the picture of a solution, and which ways it wraps."""

    picture: str
    wrap_x: bool = False
    wrap_y: bool = False

    @property
    def grid(self) -> Grid:
        """The grid of the picture; it has no walls."""
        rows = self.picture.split("\n")
        return Grid.make(len(rows[0]), len(rows), self.wrap_x, self.wrap_y)

    @property
    def tiles(self) -> bytes:
        """The mask of each cell as the solution has it."""
        return bytes(MASK_OF[glyph] for glyph in self.picture if glyph != "\n")


EXAMPLES = {
    "edge": Example("┏╸╻\n┣━┛\n┗━╸"),
    "no loop": Example("╺┓┏╸\n┏┻╋┓\n╹╺┛╹"),
    "dead end": Example("╺┓┏╸\n╻┣┫╻\n┃┃┗┛\n┗╋┳┓\n╺┛╹╹"),
    "only way across": Example("╻┏┓\n┛┃┗\n┏┛╻\n┛┏┻\n┓┃┏\n╹┗┛", wrap_x=True),
    "parity": Example("╺┛┗╸\n┏━━┓\n┗┓┏┛", wrap_y=True),
    "pairs": Example("┏┫╹\n╹┗╸\n╺┳┓", wrap_y=True),
    "one step ahead": Example("╸╻┏\n╺┻┫\n┏┳┛\n╹┗╸", wrap_x=True),
}  # by the name of the rule
