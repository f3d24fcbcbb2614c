"""The techniques as players read of them: their names, why each holds, and an example of each, kept by a test.

Each is the one-line text that holds lines drawn (1) and crosses (-1) beside the board.
"""

from typing import NamedTuple

from termpuzzles.board.grid import MASK_OF, Grid
from termpuzzles.board.surface import CYLINDER_ACROSS, CYLINDER_DOWN, PLANE, TORUS, Surface
from termpuzzles.logic.problem import Whole

TITLES = {
    "edge": "Only fit",
    "degree": "Two lines each",
    "circles": "Circles",
    "pocket": "Small pocket",
    "no loop": "No loop",
    "block": "Four together",
    "dead end": "Sealed off",
    "colouring": "Same or opposite",
    "only way across": "Only bridge",
    "parity": "Odd or even",
    "pairs": "Two bridges",
    "parity type 1": "Light and dark I",
    "parity type 2": "Light and dark II",
    "chain": "If … then …",
    "one step ahead": "What if",
    "search": "Trial and error",
}


class Example(NamedTuple):
    """A board of tiles to turn: the picture of a solution, and the surface on which it lies.

    `without` names easier rules to leave out, or nothing would be left for this rule to find: some rules are hardly
    ever needed, yet now and then give the shortest reason.
    """

    picture: str
    surface: Surface = PLANE
    without: tuple[str, ...] = ()

    @property
    def grid(self) -> Grid:
        """The grid of the picture; it has no walls."""
        rows = self.picture.split("\n")
        return Grid.make(len(rows[0]), len(rows), self.surface)

    @property
    def tiles(self) -> bytes:
        """The mask of each cell in the solution."""
        return bytes(MASK_OF[glyph] for glyph in self.picture if glyph != "\n")


OF_TREES = {
    "edge": Example("┏╸╻\n┣━┛\n┗━╸"),
    "pocket": Example("╺┓╻\n╺┻┫\n╺┳┫\n╺┛╹"),
    "no loop": Example("╺┓╻\n╺┻┫\n┏┳┛\n╹┣┓\n╺┛╹"),
    "block": Example("╻╻╻\n┗┻┫\n╺┳┛\n╸┗━", CYLINDER_ACROSS),
    "dead end": Example("╺┓┃╹\n╻┃┗┓\n┛┗┓┣", TORUS),
    "colouring": Example("╻┏┓\n┗┛┃\n┳┓┣\n╹╹╹", CYLINDER_ACROSS),
    "only way across": Example("╻┏┓\n┛┃┗\n┏┛╻\n┛┏┻\n┓┃┏\n╹┗┛", CYLINDER_ACROSS, without=("block", "colouring")),
    "parity": Example("╺┛┗╸\n┏━━┓\n┗┓┏┛", CYLINDER_DOWN, without=("block", "colouring")),
    "pairs": Example("┗┓╹┏┛\n┏┛┏┻┓\n╹┏┛╻╹\n┏┻┓┗┓", CYLINDER_DOWN),
    "chain": Example("┓┏╸╺\n┣┫┏┓\n┃┣┛╹\n┫┣╸┏\n╹┗╸╹", CYLINDER_ACROSS),
    "one step ahead": Example("╻┏━┛\n┣┛╺┓\n┻╸┏┻\n━╸╹┏", TORUS),
}  # by the name of the rule: boards where all tiles must form one tree

OF_LINES = {
    "edge": OF_TREES["edge"],
    "block": Example("╻╺┓\n┃┏┫\n┣╋┫\n┛┗┻", CYLINDER_ACROSS),
    "colouring": Example("╻┏┓\n┣╋┫\n┗┛╹", CYLINDER_ACROSS),
    "parity": Example("╻╺┓┣┻┫\n┗╸┃╹╻╹\n╺╸╹╻┣┓", CYLINDER_DOWN),
    "chain": Example("╺╸╻\n━╸┣\n╺╸╹", CYLINDER_ACROSS),
    "one step ahead": Example("╺╸╻╻╺╸\n╺┓╹┗┓╻\n ┗╸╺┛╹"),
}  # boards on which all that is asked is that no end is loose


def example(name: str, whole: Whole) -> Example | None:
    """The board for the rule of that name where `whole` holds; None if there is none."""
    return (OF_TREES if whole is Whole.TREE else OF_LINES).get(name)


POSITIONS = {
    "degree": "pzprv3/simpleloop/4/4/* . . . /. . . . /. * . . /. . . . /"
    "0 0 0 /0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /",
    "no loop": "pzprv3/simpleloop/5/5/. . . . * /. . . . * /* . . * * /. . . . . /. . . . . /"
    "1 0 1 0 /1 0 1 0 /0 0 0 0 /1 0 0 1 /1 0 0 1 /1 0 0 1 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 0 0 1 /",
    "parity": "pzprv3/simpleloop/5/6/* . . . . . /* . . . * . /* * . . . . /. . . * . . /. . . . . . /"
    "0 1 0 1 1 /0 1 0 0 0 /0 0 1 0 1 /1 0 0 0 1 /1 0 1 1 1 /"
    "0 1 0 0 0 1 /0 0 0 1 0 1 /0 0 0 0 1 0 /1 0 0 0 0 1 /",
    "pairs": "pzprv3/simpleloop/5/5/. . . . * /. . . . * /* . . * * /. . . . . /. . . . . /"
    "1 0 1 0 /1 0 1 0 /0 0 0 0 /1 0 0 1 /1 0 0 1 /1 0 0 1 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 0 0 1 /",
    "parity type 1": "pzprv3/simpleloop/5/6/* . . . . . /* . . . * . /* * . . . . /. . . * . . /. . . . . . /"
    "0 1 0 1 1 /0 1 0 0 0 /0 0 1 0 1 /1 0 0 0 1 /1 0 1 1 1 /"
    "0 1 0 0 0 1 /0 0 0 1 0 1 /0 0 0 0 1 0 /1 0 0 0 0 1 /",
    "parity type 2": "pzprv3/simpleloop/5/5/. . . . * /. . . . * /* . . * * /. . . . . /. . . . . /"
    "1 0 1 0 /1 0 1 0 /0 0 0 0 /1 0 0 1 /1 0 0 1 /1 0 0 1 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 0 0 1 /",
    "chain": "pzprv3/simpleloop/3/8/. . . . . . . . /. . . . . . . . /. . . . . . . . /"
    "1 0 0 0 0 0 1 /0 1 0 0 0 1 0 /1 0 0 0 0 0 1 /1 0 0 0 0 0 0 1 /1 0 0 0 0 0 0 1 /",
    "one step ahead": "pzprv3/simpleloop/5/5/. . . . . /. . . * . /* * . * . /. . . * . /. . . . . /"
    "1 0 1 1 /1 0 0 0 /0 0 0 0 /1 0 0 0 /1 0 1 1 /1 0 0 0 1 /0 0 1 0 1 /0 0 1 0 1 /1 0 0 0 1 /",
}  # by the name of the rule


WHY = {
    "edge": (
        "A line runs through both tiles beside it, or through neither. So whatever is known about a side leaves a "
        "tile fewer turns, and often only one."
    ),
    "degree": (
        "The loop enters each open cell once and leaves it once. So two lines rule out all others, and if only two "
        "sides are left, both have a line."
    ),
    "circles": (
        "On a black circle the loop turns, and goes straight through both cells beside it. Through a white one it goes "
        "straight, and turns in at least one of the two cells beside it."
    ),
    "pocket": (
        "In the end, all tiles are joined. Two ends that point at each other would be joined to nothing else, and so "
        "would a straight or a corner between two ends."
    ),
    "no loop": (
        "Two tiles that are already joined have a path between them. Another line between them would make that path "
        "a loop."
    ),
    "block": (
        "Four tiles that meet at a point share four lines, so only a few of their turns fit together. Whatever all "
        "of those have in common must be true."
    ),
    "dead end": (
        "In the end, all tiles are joined. If every line of a turn leads into a part with no way out, that turn "
        "would cut its tiles off from the rest."
    ),
    "colouring": (
        "A straight has lines on two opposite sides or on neither; a corner has a line on exactly one of them. This "
        "links lines across the board: once you know one, many others follow, the same or the opposite."
    ),
    "only way across": (
        "In the end, all tiles are joined. If only one line can still join two parts of the board, it must be drawn."
    ),
    "parity": (
        "Each line has two ends. A region whose lines all stay inside it needs an even number of ends. So if there "
        "is only one way out, an odd number means that it is used, an even number that it is not."
    ),
    "pairs": (
        "If only two lines can still join two parts, at least one of them is drawn. Counting the ends that one part "
        "needs shows whether both are."
    ),
    "parity type 1": (
        "Colour the cells like a checkerboard: every line joins a dark cell and a light one, and each cell has two "
        "lines. So counting the dark and light cells of a region shows how many more lines must leave it from one "
        "colour than from the other."
    ),
    "parity type 2": (
        "If a region has as many dark cells as light ones, lines leave it equally often from both colours. The "
        "single loop must leave it, so it does at least once from each."
    ),
    "chain": (
        "Suppose a line is drawn, or is not, and follow what that forces, step by step. If it leads to a "
        "contradiction, the opposite is true."
    ),
    "one step ahead": (
        "Suppose a tile is turned one way, and follow everything that comes of it. If that leads to a contradiction, "
        "that turn is wrong."
    ),
}  # by the name of the rule
