"""The techniques as players read of them: their names, why each holds, and an example of each, kept by a test.

Each is the one-line text that holds lines drawn (1) and crosses (-1) beside the board.
"""

from typing import NamedTuple

from termpuzzles.board.grid import MASK_OF, Grid
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


OF_CIRCLES = {
    "degree": "pzprv3/mashu/4/4/. 2 . . /. . . . /. . . 1 /. 1 . . /"
    "0 0 0 /0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /",
    "circles": "pzprv3/mashu/5/5/. . . 1 . /1 . . . 1 /1 1 1 . . /. . . . . /. . . . 2 /"
    "1 0 1 1 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 1 /1 0 0 0 1 /1 1 1 0 1 /1 1 1 0 0 /0 0 0 0 1 /",
    "no loop": "pzprv3/mashu/5/5/. . 2 . 2 /. . . . . /1 . 1 . . /. . . . 1 /. . . . . /"
    "0 0 1 1 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 1 /0 0 1 0 1 /1 0 1 -1 1 /1 0 1 -1 1 /0 0 -1 0 1 /",
    "parity": "pzprv3/mashu/6/6/. . 1 . 1 . /. . . . . . /2 . 1 . . . /. . . . 2 . /. . 1 . . . /. . . 1 . . /"
    "0 1 1 1 1 /-1 1 1 0 0 /1 1 1 0 0 /0 0 1 1 -1 /0 0 0 0 0 /0 0 1 1 0 /"
    "-1 1 0 0 0 1 /0 0 0 1 0 0 /1 0 0 0 0 0 /1 0 0 0 0 0 /0 0 0 0 0 0 /",
    "pairs": "pzprv3/mashu/6/6/. . 2 . . . /. . . 2 . . /. . . . . . /2 . . . . 1 /1 . 1 1 . . /. . . . . . /"
    "0 0 0 0 0 /0 0 0 1 1 /0 0 0 0 0 /1 1 0 0 0 /0 0 0 0 0 /1 0 0 0 0 /"
    "0 0 1 0 0 0 /0 0 1 1 0 0 /0 0 0 1 0 1 /1 0 0 0 0 1 /1 0 0 0 0 0 /",
    "one step ahead": "pzprv3/mashu/6/6/. . 1 . . . /. . . 1 . . /. . 1 1 . 1 /1 . . . . 1 /. . . . . . /. . 2 . . . /"
    "0 1 1 0 -1 /0 0 0 0 1 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 1 /0 0 0 0 -1 /"
    "0 0 0 0 0 0 /0 0 0 0 0 1 /1 0 0 0 0 1 /1 0 1 0 0 1 /0 0 1 0 0 0 /",
}  # the same on boards of circles


WHY = {
    "edge": (
        "A line runs through both tiles beside it, or through neither. So what is known of a side leaves a "
        "tile fewer turns, and often just one."
    ),
    "degree": (
        "The loop enters each open cell once and leaves it once. So two lines rule all others out, and two "
        "sides that are left both have a line."
    ),
    "circles": (
        "On a black circle the loop turns, and goes straight through both cells beside it. Through a white one it goes "
        "straight, and turns in one of the two cells beside it at least."
    ),
    "pocket": (
        "In the end all tiles are joined. Two ends that face each other are joined to nothing else, and so "
        "are a corner and the two ends at it: they would stay apart."
    ),
    "no loop": (
        "Two tiles that are joined already have a way between them. One more line between them would lead "
        "around to where it began."
    ),
    "block": (
        "Four tiles that meet in a point share four lines, so they have few ways to stand together. What all "
        "of those ways agree on is so."
    ),
    "dead end": (
        "In the end all tiles are joined. A turn whose lines all lead into parts without a way out leaves its"
        " tiles apart from the rest."
    ),
    "colouring": (
        "A straight has both its lines or neither along one way, a corner exactly one of two. So lines hang "
        "together through them: from one, many others follow, alike or unlike."
    ),
    "only way across": (
        "In the end all tiles are joined. If one line alone can still join two parts of the board, it must be drawn."
    ),
    "parity": (
        "Each line has two ends. A region whose lines all stay within needs an even number of ends; so "
        "whether the only way out is used depends on how many it needs."
    ),
    "pairs": (
        "Where only two lines can still join two parts, one of them at least is drawn. Counting the ends that"
        " one part needs tells whether both are."
    ),
    "parity type 1": (
        "Colour the cells like a checkerboard: every line joins a dark cell and a light one, and each cell "
        "has two. So the dark cells of a region tell how many more lines leave it from dark cells than from "
        "light ones."
    ),
    "parity type 2": (
        "A region with as many dark cells as light ones is left as often from either colour. The one loop "
        "must leave it, so it leaves it from each colour at least once."
    ),
    "chain": (
        "Suppose a line, and follow what it forces, step by step. If it ends in something that cannot be, it "
        "was wrong from the start."
    ),
    "one step ahead": (
        "Suppose that a tile stood in one of its turns, and follow all that comes of it. If that cannot be, "
        "the tile does not stand so."
    ),
}  # by the name of the rule
