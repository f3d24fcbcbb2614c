"""The techniques as players read of them: their names, why each holds, and an example of each, kept by a test.

Each is the one-line text that holds lines drawn (1) and crosses (-1) beside the board.
"""

from collections.abc import Iterable
from typing import NamedTuple

from termpuzzles.board.grid import MASK_OF, Grid
from termpuzzles.board.surface import CYLINDER_ACROSS, CYLINDER_DOWN, PLANE, TORUS, Surface
from termpuzzles.logic.problem import SEARCH, Whole

TITLES = {
    "edge": "Only fit",
    "degree": "Two lines each",
    "circles": "Circles",
    "pocket": "Small pocket",
    "no loop": "No loop",
    "patterns": "Circle patterns",
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


class Pattern(NamedTuple):
    """A shape that players know by a name of its own: the rule that finds it, that name, what it says and why."""

    rule: str
    title: str
    sentence: str
    why: str


PATTERNS = {
    "white straight": Pattern(
        "degree",
        "White goes straight",
        "A white circle at a blocked side is passed along it; a line that enters one goes straight on.",
        "Through a white circle the loop goes straight, so one side that is blocked blocks the side across as well. "
        "Blocked is a side at the border, at a cross, or at a cell that is full.",
    ),
    "black turns": Pattern(
        "degree",
        "Black turns",
        "A black circle has one line up or down and one left or right, so what blocks a side draws the one across.",
        "On a black circle the loop turns, so of two sides across from each other exactly one has a line.",
    ),
    "straight on": Pattern(
        "circles",
        "Straight on after black",
        "A line from a black circle goes straight on through the next cell.",
        "The loop goes straight through both cells beside a black circle.",
    ),
    "room for black": Pattern(
        "circles",
        "Room for black",
        "A black circle within two cells of something that blocks turns its back to it.",
        "Each line of a black circle is two cells long, so it needs two free cells in a row.",
    ),
    "two blacks": Pattern(
        "circles",
        "Two blacks side by side",
        "Two black circles side by side lead away from each other.",
        "A line between them would have to go straight on through each of them, and on both the loop turns.",
    ),
    "three whites": Pattern(
        "circles",
        "Three whites in a row",
        "Three or more white circles in a row are crossed, each on a line of its own.",
        "A line along the row would go straight before and after the circle in the middle, where it must turn.",
    ),
    "two whites": Pattern(
        "circles",
        "Two whites on one line",
        "A line through two white circles side by side turns right before the first and right after the second.",
        "Each circle has the other on one side, where the line goes straight, so it turns on the other side.",
    ),
    "white turns": Pattern(
        "circles",
        "A turn beside white",
        "A line that goes straight on one side of a white circle turns on the other.",
        "The loop turns in at least one of the two cells beside a white circle.",
    ),
    "no turn to black": Pattern(
        "patterns",
        "No turn before black",
        "A way that leads to a black circle never turns in the cell before it.",
        "The loop goes straight through both cells beside a black circle. So whichever cells it comes from, it does "
        "not come round a corner.",
    ),
    "no way past white": Pattern(
        "patterns",
        "No straight way past white",
        "Where a line through a white circle goes straight on one side, it cannot go straight on the other.",
        "The loop turns in at least one of the two cells beside a white circle.",
    ),
    "two whites ahead": Pattern(
        "patterns",
        "Two whites ahead of black",
        "A black circle does not lead toward two white ones in its row with one cell between.",
        "Its line goes straight through the cell between, so it would have to turn after the first white circle, "
        "where the second one is.",
    ),
    "straight past white": Pattern(
        "patterns",
        "Black, a cell, white, straight",
        "A black circle does not lead toward a white one, one cell away, behind which the loop goes straight.",
        "Its line goes straight through the cell between, so the loop must turn behind the white circle.",
    ),
    "whites at corners": Pattern(
        "patterns",
        "Two whites at black's corners",
        "A black circle with white ones at both corners of one side does not lead that way.",
        "Both white circles would be passed beside that line. So their lines enter the cells on both sides of the "
        "black circle, and it could turn to neither.",
    ),
    "between blacks": Pattern(
        "patterns",
        "Between two blacks",
        "A cell between two black circles in a row is passed from one to the other or straight across, never round a "
        "corner.",
        "A line to a black circle goes straight, so where one side across is blocked, the other has no line.",
    ),
}  # by the name of the pattern, in the order of the rules that find them


def easiest_first(rules: Iterable[str], extra_rules: Iterable[str] = ()) -> list[str]:
    """The rules of a problem in its order, and each extra one before the first that is harder."""
    found, order = [rule for rule in rules if rule != SEARCH], list(TITLES)
    for name in extra_rules:
        place = (at for at, rule in enumerate(found) if order.index(rule) > order.index(name))
        found.insert(next(place, len(found)), name)
    return found


def rule_of(name: str) -> str:
    """The rule that finds a pattern; of any other name that name itself."""
    return PATTERNS[name].rule if name in PATTERNS else name


def title_of(name: str) -> str:
    """The title of a rule or a pattern, as players read it; the name itself of what has no title."""
    return PATTERNS[name].title if name in PATTERNS else TITLES.get(name, name)


class Example(NamedTuple):
    """A board of tiles to turn: the picture of a solution, and the surface on which it lies."""

    picture: str
    surface: Surface = PLANE

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
    "only way across": Example("╻┏┓\n┛┃┗\n┏┛╻\n┛┏┻\n┓┃┏\n╹┗┛", CYLINDER_ACROSS),
    "parity": Example("┏━━┓╺┳━╸\n╹╻┏┻┳┫╻╻\n┏┻┛┏┛┃┣┛\n┃╺┓╹╻╹┣╸\n┗━┻━┻━┻╸"),
    "pairs": Example("╻┏━┓╻\n┗┻╸┣┛\n╻┏┳┫╻\n┣┛┃┣┛\n╹╺┛┗╸"),
    "block": Example("┏┓╺━┳╸\n╹┗━━┫╻\n╺━━┳┻┛\n╺┳┳┻┳┓\n╺┛┃╺┛╹\n╺━┻━━╸"),
    "dead end": Example("╺┓╻╻╻╻\n┏┫┃┣┻┫\n╹┗┻┻╸┃\n┏┳┳┳╸┃\n╹╹╹┗━┛"),
    "colouring": Example("╻╻┏╸┏╸\n┣┫┣━┻╸\n┃╹┗┳┳╸\n┗┳┳┛┣┓\n╺┛┗╸╹╹"),
    "chain": Example("╺━┳━┳┓\n╺┳┫╻┃┃\n╻┃╹┗┫╹\n┗┻┓┏┻╸\n┏┳┫┗┳┓\n╹╹╹╺┛╹"),
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
    "patterns": (
        "Each circle asks something of the cells beside it. Where several circles lie close together, only one way may "
        "be left that suits them all, whatever is around."
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
        "In the end, all tiles are joined. If, turned one way, all of a tile's lines lead into a dead end, that turn "
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
