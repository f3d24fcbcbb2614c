"""For each rule a small board on which it finds something where no easier one does: shown in help, kept by a test."""

from typing import NamedTuple

from termpuzzles.board.grid import MASK_OF, Grid
from termpuzzles.logic.problem import Whole


class Example(NamedTuple):
    """A board of tiles to turn: the picture of a solution, and which ways it wraps.

    `without` names easier rules to leave out, or nothing would be left for this rule to find: some rules are hardly
    ever needed, yet now and then give the shortest reason.
    """

    picture: str
    wrap_x: bool = False
    wrap_y: bool = False
    without: tuple[str, ...] = ()

    @property
    def grid(self) -> Grid:
        """The grid of the picture; it has no walls."""
        rows = self.picture.split("\n")
        return Grid.make(len(rows[0]), len(rows), self.wrap_x, self.wrap_y)

    @property
    def tiles(self) -> bytes:
        """The mask of each cell in the solution."""
        return bytes(MASK_OF[glyph] for glyph in self.picture if glyph != "\n")


OF_TREES = {
    "edge": Example("┏╸╻\n┣━┛\n┗━╸"),
    "pocket": Example("╺┓╻\n╺┻┫\n╺┳┫\n╺┛╹"),
    "no loop": Example("╺┓╻\n╺┻┫\n┏┳┛\n╹┣┓\n╺┛╹"),
    "block": Example("╻╻╻\n┗┻┫\n╺┳┛\n╸┗━", wrap_x=True),
    "dead end": Example("╺┓┃╹\n╻┃┗┓\n┛┗┓┣", wrap_x=True, wrap_y=True),
    "colouring": Example("╻┏┓\n┗┛┃\n┳┓┣\n╹╹╹", wrap_x=True),
    "only way across": Example("╻┏┓\n┛┃┗\n┏┛╻\n┛┏┻\n┓┃┏\n╹┗┛", wrap_x=True, without=("block", "colouring")),
    "parity": Example("╺┛┗╸\n┏━━┓\n┗┓┏┛", wrap_y=True, without=("block", "colouring")),
    "pairs": Example("┗┓╹┏┛\n┏┛┏┻┓\n╹┏┛╻╹\n┏┻┓┗┓", wrap_y=True),
    "chain": Example("┓┏╸╺\n┣┫┏┓\n┃┣┛╹\n┫┣╸┏\n╹┗╸╹", wrap_x=True),
    "one step ahead": Example("╻┏━┛\n┣┛╺┓\n┻╸┏┻\n━╸╹┏", wrap_x=True, wrap_y=True),
}  # by the name of the rule: boards where all tiles must form one tree

OF_LINES = {
    "edge": OF_TREES["edge"],
    "block": Example("╻╺┓\n┃┏┫\n┣╋┫\n┛┗┻", wrap_x=True),
    "colouring": Example("╻┏┓\n┣╋┫\n┗┛╹", wrap_x=True),
    "parity": Example("╻╺┓┣┻┫\n┗╸┃╹╻╹\n╺╸╹╻┣┓", wrap_y=True),
    "chain": Example("╺╸╻\n━╸┣\n╺╸╹", wrap_x=True),
    "one step ahead": Example("╺╸╻╻╺╸\n╺┓╹┗┓╻\n ┗╸╺┛╹"),
}  # boards on which all that is asked is that no end is loose


def example(name: str, whole: Whole) -> Example | None:
    """The board for the rule of that name where `whole` holds; None if there is none."""
    return (OF_TREES if whole is Whole.TREE else OF_LINES).get(name)
