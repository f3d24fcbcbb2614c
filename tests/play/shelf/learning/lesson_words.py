"""The texts of the lessons and the boards they need: a tuple of lessons for each game, in the order of teaching."""

from typing import NamedTuple


class Spec(NamedTuple):
    """The specification of a lesson.

    `rule` is what it teaches, `before` and `after` are its sentences, `words` the words of the game that it explains,
    `params` the boards to search. The marked tile has this `shape` and lies at this `place`.
    """

    title: str
    rule: str
    before: str
    after: str
    params: tuple[str, ...]
    words: str = ""
    shape: str = ""
    place: str = ""


_EDGE = ("3x3, at most edge", "4x3, at most edge", "4x4, at most edge")
_TURN = " Turn it: {key}."


def _first_turns(goal: str, rest: str, words: str) -> tuple[Spec, ...]:
    """The lessons with which both games of turning tiles begin."""
    return (
        Spec(
            "A straight at the border",
            "edge",
            f"{goal} No line may leave the board, so the marked tile, a straight, must run along the border.{_TURN}",
            f"Now turn the others until {rest}: the arrows move, space turns.",
            ("3x3, at most edge", "4x3, at most edge"),
            words,
            "straight",
            "border",
        ),
        Spec(
            "A corner in the corner",
            "edge",
            f"A corner has two lines that meet at a right angle. Here both must stay on the board.{_TURN}",
            "Only one of its four turns fits there. Go on with the others.",
            _EDGE,
            "corner",
            "corner",
            "corner",
        ),
        Spec(
            "A T at the border",
            "edge",
            f"A T has three lines. At the border, the side without a line faces out.{_TURN}",
            "Its three lines point along the border and into the board. Go on with the others.",
            _EDGE,
            "T",
            "T",
            "border",
        ),
        Spec(
            "What a neighbour shows",
            "edge",
            "Tiles that look different are pinned: they are correct and stay as they are. The marked tile must meet "
            "their lines."
            f"{_TURN}",
            "A correct tile shows you more about its neighbours. You pin one with s.",
            _EDGE,
            "pinned",
            "corner",
            "inside",
        ),
        Spec(
            "A side without a line",
            "edge",
            f"An end has one line. If a pinned neighbour has no line toward it, the end cannot point there.{_TURN}",
            "A side without a line helps as much as a line.",
            _EDGE,
            "end",
            "end",
        ),
    )


_WALLS = (
    "A thick bar is a wall: no line crosses it, just as none leaves the board." + _TURN,
    "A wall works like the border: no line can be there.",
)
_WRAPS = "This board wraps around: a line that leaves on one side comes back on the opposite side." + _TURN

_SAME = Spec(
    "Same or opposite",
    "colouring",
    "A straight has lines on two opposite sides or on neither; a corner has a line on one of them. Follow that "
    f"around.{_TURN}",
    "The corners link two lines: both are drawn, or neither is.",
    ("3x4w, rating colouring", "4x4w, rating colouring", "6x6, rating colouring"),
)
_SAME_AROUND_A_ROW = _SAME._replace(
    before="A straight has lines on two opposite sides or on neither; a corner has a line on one of them, and so "
    f"does the T in this row. Follow that around.{_TURN}",
    after="The corner and the T beside it link two lines: both are drawn, or neither is.",
)
_CHAIN = Spec(
    "If this, then that",
    "chain",
    f"Suppose the marked tile is turned another way, and follow what that leads to, tile by tile.{_TURN}",
    "That led to a contradiction, so the assumption was wrong.",
    ("4x4w, rating chain", "5x5w, rating chain"),
)

NET = (
    *_first_turns(
        "Turn the tiles until all of them are joined in one group, without a loose end: a line that meets no other.",
        "all tiles are joined",
        "straight, loose end, group",
    ),
    Spec(
        "Walls",
        "edge",
        *_WALLS,
        ("4x4, walls 0.4, at most edge", "4x3, walls 0.5, at most edge", "5x4, walls 0.4, at most edge"),
        "wall",
        place="walled",
    ),
    Spec(
        "Two ends facing",
        "pocket",
        "Two ends that point at each other would be a pocket, sealed off from all others. So this end must point "
        "somewhere else."
        f"{_TURN}",
        "All tiles have to be joined in one net, so no two ends may meet.",
        ("4x4, rating pocket", "5x4, rating pocket", "5x5, rating pocket"),
        "net, pocket, sealed off",
        "end",
    ),
    Spec(
        "No loop",
        "no loop",
        f"A loop is a line you can follow back to where you started. A net has none, so do not close one.{_TURN}",
        "Two tiles that are already joined need no second way between them.",
        ("4x4, rating no loop", "5x4, rating no loop", "5x5, rating no loop"),
        "loop",
        "corner",
    ),
    Spec(
        "Wrapping around",
        "pocket",
        _WRAPS,
        "There is no border to help, but pockets and loops work as before.",
        ("4x4w, at most pocket", "5x4w, at most pocket", "4x3w, at most pocket"),
        "wraps",
        place="seam",
    ),
    Spec(
        "Four together",
        "block",
        f"Look at the four tiles that meet at a point. Try their turns together: only a few fit.{_TURN}",
        "No single tile of the four shows that.",
        ("5x5, rating block", "5x5w, rating block", "6x6, rating block"),
    ),
    Spec(
        "Sealed off",
        "dead end",
        "The small marks between tiles are notes: a line must be there, or none can be. A pocket may be large: "
        f"turned another way, the marked tile would seal off half of the board.{_TURN}",
        "Count the tiles that can still be joined: it must be all of them.",
        ("4x4w, rating dead end", "5x5w, rating dead end"),
    ),
    _SAME,
    _CHAIN,
    Spec(
        "A Möbius strip",
        "edge",
        "A Möbius strip wraps with a twist: a line that leaves the first row on the right comes back on the left of "
        f"the last row, and beyond the edge you see that row mirrored.{_TURN}",
        "Press w and then an arrow to push the board around its strip, and watch it turn over. Then solve the rest.",
        ("4x4mx, at most edge", "5x4mx, at most edge", "4x3mx, at most edge"),
        "Möbius strip",
        place="seam",
    ),
    Spec(
        "A Klein bottle",
        "pocket",
        "This board is a Klein bottle: it wraps both ways, and from left to right with a twist. There is no border at "
        f"all to help, but pockets and loops work as before.{_TURN}",
        "Press w and then an arrow to push the board around: across, it turns over.",
        ("4x4kx", "5x4kx"),
        "Klein bottle",
    ),
)

INFINITY = (
    *_first_turns(
        "Turn the tiles until there is no loose end: a line that meets no other.",
        "no loose end is left",
        "straight, loose end",
    ),
    Spec(
        "Crosses do not turn",
        "edge",
        "A cross has a line on every side, however it is turned. The tile beside it must have a line toward "
        f"it.{_TURN}",
        "A cross is correct from the start, and so is an empty tile.",
        ("4x4, density 0.65, at most edge", "5x4, density 0.65, at most edge"),
        "cross",
        place="cross",
    ),
    Spec(
        "Loops are welcome",
        "edge",
        f"A loop is a line you can follow back to where you started. Here you may close as many as you like.{_TURN}",
        "Only loose ends are wrong. Loops are fine, and so are separate parts.",
        ("3x3, density 0.6, at most edge", "4x3, density 0.6, at most edge", "4x4, density 0.6, at most edge"),
        "loop",
        "corner",
        "loop",
    ),
    Spec(
        "Walls",
        "edge",
        *_WALLS,
        ("4x4, walls 0.4, at most edge", "4x3, walls 0.5, at most edge", "5x4, walls 0.4, at most edge"),
        "wall",
        place="walled",
    ),
    Spec(
        "Wrapping around",
        "edge",
        _WRAPS,
        "There is no border to help, so begin at crosses, empty tiles and pinned tiles.",
        ("4x4w, density 0.45, at most edge", "5x4w, density 0.45, at most edge"),
        "wraps",
        place="seam",
    ),
    Spec(
        "Four together",
        "block",
        f"Look at the four tiles that meet at a point. Try their turns together: only a few fit.{_TURN}",
        "No single tile of the four shows that.",
        ("5x5, rating block", "6x5, rating block", "5x5, at most edge"),
    ),
    _SAME_AROUND_A_ROW,
    Spec(
        "Odd or even",
        "parity",
        f"Count the line ends that the shaded part still needs: a line inside it uses two of them.{_TURN}",
        "The number is odd, so one line must lead out, and there is only one way.",
        ("6x3w, rating parity", "6x6, rating parity"),
    ),
    _CHAIN,
)

_DRAW = " Draw it: {key}."


def _first_lines(whole: str) -> tuple[Spec, ...]:
    """The lessons with which both games of drawing lines begin."""
    small = ("4x4, rating degree", "5x4, rating degree", "5x5, rating degree")
    return (
        Spec(
            "Two lines each",
            "degree",
            f"{whole} The marked cell has only two sides left for a line, so it needs both.{_DRAW}",
            "Now draw the others: the arrows move, w a s d draw a line up, left, down and right.",
            ("3x3, rating degree", "4x3, rating degree", "4x4, rating degree"),
            "loop",
            place="corner",
        ),
        Spec(
            "Beside a shaded cell",
            "degree",
            f"Shaded cells stay empty: no line enters them, and none leaves the board.{_DRAW}",
            "A shaded cell works like the border.",
            small,
            "shaded",
            place="shaded",
        ),
        Spec(
            "Two ways are left",
            "degree",
            f"A cell beside the border has three sides for its two lines. One side is blocked.{_DRAW}",
            "Count the sides that are left: if there are two, both have a line.",
            small,
            place="border",
        ),
        Spec(
            "Full already",
            "degree",
            f"A cell can have only two lines. So its neighbour, the marked cell, needs other sides.{_DRAW}",
            "A cell with two lines blocks its other sides.",
            ("4x4, rating degree", "5x4, rating degree", "5x5, rating degree"),
            place="inside",
        ),
        Spec(
            "A cross for no line",
            "degree",
            f"Each line you draw tells you more about both of its cells.{_DRAW}",
            "Where there can be no line, x and then w a s or d puts a cross.",
            ("5x5, rating degree", "6x5, rating degree"),
            "cross",
        ),
    )


def _parity(before: str) -> Spec:
    return Spec(
        "Odd or even",
        "parity",
        f"{before}{_DRAW}",
        "Lines cross into a part of the board in pairs.",
        ("6x6, rating parity", "7x7, rating parity", "5x5, rating degree", "6x6, rating degree"),
    )


_CHECKERBOARD = Spec(
    "Light and dark",
    "parity type 1",
    "Colour the cells like a checkerboard: every line joins a light cell to a dark one. Count both in the shaded part."
    f"{_DRAW}",
    "The count leaves the loop no other way out.",
    ("6x6, rating parity type 1", "7x7, rating parity type 1", "6x6, rating degree", "5x5, rating degree"),
    "checkerboard",
)

_SECOND_CHECKERBOARD = Spec(
    "Light and dark II",
    "parity type 2",
    "The shaded part has as many light cells as dark ones, so the loop leaves it equally often from both. One of "
    "the two has only one way out.{_DRAW}",
    "The loop leaves at least once from each, so it must take that way.",
    ("8x8, rating parity type 2",),
)

SIMPLELOOP = (
    *_first_lines("One loop, a line you can follow back to where you started, passes through every open cell."),
    Spec(
        "No loop too early",
        "no loop",
        f"A line to a cell that is already joined would close a small loop and leave cells out.{_DRAW}",
        "The loop closes only at the very end.",
        ("5x5, rating no loop", "5x4, rating no loop"),
    ),
    Spec(
        "No loop too early, again",
        "no loop",
        f"Follow the lines from the marked cell: they end at one of its neighbours.{_DRAW}",
        "The two ends of a line meet only when every open cell is on it.",
        ("6x5, rating no loop", "5x5, rating no loop"),
    ),
    Spec(
        "The long way",
        "no loop",
        f"The line may be long: look where it ends before you go on.{_DRAW}",
        "It pays to know both ends of every line.",
        ("6x6, rating no loop", "6x5, rating no loop"),
    ),
    _parity("The loop leaves a part of the board as often as it enters it: by an even number of lines."),
    Spec(
        "Two bridges",
        "pairs",
        f"Only two lines can still join these two parts of the board. The loop must cross over and come back.{_DRAW}",
        "Both bridges are needed.",
        ("6x6, rating pairs", "7x7, rating pairs", "5x5, rating no loop"),
        "bridge",
    ),
    _CHECKERBOARD,
    _SECOND_CHECKERBOARD,
)

SIMPLELOOPS = (
    *_first_lines("Loops, lines you can follow back to where you started, pass through every open cell."),
    *(
        Spec(
            title,
            "degree",
            f"{before}{_DRAW}",
            after,
            (f"{size}, rating degree",),
            place=place,
        )
        for title, size, place, before, after in (
            (
                "Small loops are welcome",
                "5x5",
                "loop",
                "You may close as many loops as you like, as long as each cell has two lines.",
                "In the end, every open cell is on a loop.",
            ),
            (
                "Loops beside loops",
                "6x5",
                "loop",
                "Loops may lie beside and inside each other, but they never touch.",
                "No cell has more than two lines, so two loops never meet.",
            ),
            (
                "Between two walls of shade",
                "5x5",
                "passage",
                "If the cells above and below are shaded or off the board, the line goes straight on.",
                "You can fill a passage one cell wide at once.",
            ),
            (
                "Follow the border",
                "6x5",
                "border",
                "Along the border, the lines of one cell leave the next little choice. Follow them from a corner.",
                "You can go both ways from each corner.",
            ),
            (
                "From the inside",
                "6x6",
                "inside",
                "Once three sides of a cell are known, the fourth follows, wherever the cell is.",
                "The inside of a board helps as much as its border.",
            ),
            (
                "A larger board",
                "6x6",
                "corner",
                "On a larger board, begin in the corners and beside shaded cells.",
                "Then go on from any line you have just drawn.",
            ),
            (
                "Counting is enough",
                "7x6",
                "shaded",
                "However large a board is, if it has one solution, some cell always has just two sides left, or two "
                "lines.",
                "A board with one solution never needs more than counting.",
            ),
        )
    ),
)

_CIRCLED = ("5x5, at most circles", "6x6, at most circles", "6x5, at most circles")

MASYU = (
    Spec(
        "White is straight",
        "degree",
        "One loop passes through every circle, and may leave other cells empty. Through a white circle it goes "
        f"straight, so at the border there is only one way.{_DRAW}",
        "Go on with the others: the arrows move, w a s d draw a line up, left, down and right.",
        _CIRCLED,
        "loop",
        place="white",
    ),
    Spec(
        "Black turns",
        "degree",
        f"On a black circle the loop turns. Only two sides at a right angle are left for this one.{_DRAW}",
        "A black circle has one line up or down, and one to the left or right.",
        _CIRCLED,
        place="black",
    ),
    Spec(
        "Two lines or none",
        "degree",
        f"A line never ends: a cell that it enters has a second line. Here only one side is left for it.{_DRAW}",
        "Where only one side of a cell is left and no line is drawn, the cell stays empty.",
        _CIRCLED,
    ),
    Spec(
        "Straight on after black",
        "circles",
        f"Before and after a black circle the loop goes straight through the next cell.{_DRAW}",
        "So a black circle needs two free cells in a row on each side that has a line.",
        _CIRCLED,
        place="beside black",
    ),
    Spec(
        "A turn beside white",
        "circles",
        "The loop turns before a white circle or after it, or on both sides. On one side it goes straight, so it turns "
        f"on the other.{_DRAW}",
        "The loop passes three white circles in a row one at a time: along the row, it could not turn beside the "
        "middle one.",
        _CIRCLED,
        place="beside white",
    ),
    Spec(
        "No loop too early",
        "no loop",
        f"No line may close the loop while a circle or another line is left out.{_DRAW}",
        "The loop closes only at the very end.",
        ("5x5, rating no loop", "6x6, rating no loop"),
    ),
    _parity("The loop enters the shaded part as often as it leaves it. Count the lines over its border."),
    Spec(
        "Two ways in",
        "pairs",
        f"Only two lines can still join the shaded part to the rest. The loop needs both of these bridges.{_DRAW}",
        "It enters by one of them and leaves by the other.",
        ("6x6, rating pairs", "7x7, rating pairs"),
        "bridge",
    ),
)

SPECS = {
    "infinity": INFINITY,
    "net": NET,
    "simpleloop": SIMPLELOOP,
    "simpleloops": SIMPLELOOPS,
    "masyu": MASYU,
}
