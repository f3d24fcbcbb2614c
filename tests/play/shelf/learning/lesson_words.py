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
            f"{goal} No line may leave the board, so the marked tile, a straight, runs along its border.{_TURN}",
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
            "What a neighbour says",
            "edge",
            "Tiles that stand out are pinned: they are right and do not turn. The marked tile must meet their lines."
            f"{_TURN}",
            "A tile that is right tells you about the tiles beside it. You pin one with s.",
            _EDGE,
            "pinned",
            "corner",
            "inside",
        ),
        Spec(
            "A neighbour that says no",
            "edge",
            "An end has one line. Where a pinned neighbour has no line toward it, that line cannot point there."
            f"{_TURN}",
            "A side without a line tells as much as a line does.",
            _EDGE,
            "end",
            "end",
        ),
    )


_WALLS = (
    "A thick bar is a wall: no line crosses it, just as none leaves the board." + _TURN,
    "Walls tell you where lines cannot be, wherever they stand.",
)
_WRAPS = "This board wraps around: a line that leaves it on one side comes in on the opposite side." + _TURN

_SAME = Spec(
    "Same or opposite",
    "colouring",
    f"A straight passes a line on, a corner has a line on just one of two opposite sides. Follow that around.{_TURN}",
    "The corners tie two lines together: both are drawn, or neither.",
    ("3x4w, rating colouring", "4x4w, rating colouring", "6x6, rating colouring"),
)
_SAME_AROUND_A_ROW = _SAME._replace(
    before="A straight passes a line on; a corner has a line on just one of two opposite sides, and so has the T in "
    f"this row. Follow that around.{_TURN}",
    after="The corner and the T beside it tie two lines together: both are drawn, or neither.",
)
_CHAIN = Spec(
    "If this, then that",
    "chain",
    f"Suppose that the marked tile stands otherwise, and follow what that leads to, tile by tile.{_TURN}",
    "It led to something that cannot be, so what you supposed was wrong.",
    ("4x4w, rating chain", "5x5w, rating chain"),
)

NET = (
    *_first_turns(
        "Turn the tiles until all are joined in one group and none has a loose end, a line that meets no other.",
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
        "Two ends that point at each other would be a pocket, sealed off from all others. So this end looks elsewhere."
        f"{_TURN}",
        "All tiles have to be joined in one net, so no two ends may meet.",
        ("4x4, rating pocket", "5x4, rating pocket", "5x5, rating pocket"),
        "net, pocket, sealed off",
        "end",
    ),
    Spec(
        "No loop",
        "no loop",
        f"A loop is a way of lines that leads back to where it began. A net has none: do not close one.{_TURN}",
        "Two tiles that are joined already need no second way between them.",
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
        f"Look at the four tiles that meet in a point: try their turns together, and only some fit.{_TURN}",
        "None of the four told you that by itself.",
        ("5x5, rating block", "5x5w, rating block", "6x6, rating block"),
    ),
    Spec(
        "Sealed off",
        "dead end",
        "The small marks between tiles are notes: a line is certain, or there is none. A pocket may be large: turned "
        f"the other way, the marked tile would seal off half of the board.{_TURN}",
        "Count how many tiles could still be joined: it must be all.",
        ("4x4w, rating dead end", "5x5w, rating dead end"),
    ),
    _SAME,
    _CHAIN,
)

INFINITY = (
    *_first_turns(
        "Turn the tiles until none has a loose end, a line that meets no other.",
        "no loose end is left",
        "straight, loose end",
    ),
    Spec(
        "Crosses do not turn",
        "edge",
        f"A cross has a line on every side, however it is turned. The tile beside it must meet it.{_TURN}",
        "A cross is right from the start. So is an empty tile.",
        ("4x4, density 0.65, at most edge", "5x4, density 0.65, at most edge"),
        "cross",
        place="cross",
    ),
    Spec(
        "Loops are welcome",
        "edge",
        f"A loop is a way of lines that leads back to where it began. Here you may close as many as you like.{_TURN}",
        "Only loose ends are wrong: loops are fine, and so are parts that are not joined.",
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
        "There is no border to help: begin at crosses, empty tiles and pinned ones.",
        ("4x4w, density 0.45, at most edge", "5x4w, density 0.45, at most edge"),
        "wraps",
        place="seam",
    ),
    Spec(
        "Four together",
        "block",
        f"Look at the four tiles that meet in a point: try their turns together, and only some fit.{_TURN}",
        "None of the four told you that by itself.",
        ("5x5, rating block", "6x5, rating block", "5x5, at most edge"),
    ),
    _SAME_AROUND_A_ROW,
    Spec(
        "Odd or even",
        "parity",
        f"Count the line ends that the shaded part still needs: a line within it uses two of them.{_TURN}",
        "The number was odd, so one line leads out, and there was only one way.",
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
            f"{whole} The marked cell has only two sides where a line can be, so it has both.{_DRAW}",
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
            f"A cell beside the border has three sides for its two lines. One of them is shut.{_DRAW}",
            "Count the sides that are left: where there are two, both have a line.",
            small,
            place="border",
        ),
        Spec(
            "Full already",
            "degree",
            "A cell that has two lines takes no third one. So its neighbour, the marked cell, must go elsewhere."
            f"{_DRAW}",
            "Lines that are drawn shut the other sides of their cells.",
            ("4x4, rating degree", "5x4, rating degree", "5x5, rating degree"),
            place="inside",
        ),
        Spec(
            "A cross for no line",
            "degree",
            f"Each line that you draw tells you more of both its cells.{_DRAW}",
            "Where you know that there is no line, x and then w a s or d puts a cross.",
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
    "The count leaves the lines no other way out.",
    ("6x6, rating parity type 1", "7x7, rating parity type 1", "6x6, rating degree", "5x5, rating degree"),
    "checkerboard",
)

_SECOND_CHECKERBOARD = Spec(
    "Light and dark II",
    "parity type 2",
    "The shaded part has as many light cells as dark ones, so the loop leaves it from both, equally often. One of the "
    f"two has a single way out.{_DRAW}",
    "The loop leaves at least once from each, so that way is taken.",
    ("8x8, rating parity type 2",),
)

SIMPLELOOP = (
    *_first_lines("One loop, a line that leads back to where it began, passes through every open cell."),
    Spec(
        "No loop too early",
        "no loop",
        f"A line toward a cell that is joined already would close a small loop and leave cells out.{_DRAW}",
        "The loop closes only at the very end.",
        ("5x5, rating no loop", "5x4, rating no loop"),
    ),
    Spec(
        "No loop too early, again",
        "no loop",
        f"Follow the lines from the marked cell: one of its neighbours is their other end.{_DRAW}",
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
    _parity("The loop leaves a part of the board as often as it enters it: an even number of lines."),
    Spec(
        "Two bridges",
        "pairs",
        f"Only two lines can still join these two parts of the board. The loop must go over and back.{_DRAW}",
        "Both bridges are needed.",
        ("6x6, rating pairs", "7x7, rating pairs", "5x5, rating no loop"),
        "bridge",
    ),
    _CHECKERBOARD,
    _SECOND_CHECKERBOARD,
)

SIMPLELOOPS = (
    *_first_lines("Loops, lines that lead back to where they began, pass through every open cell."),
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
                "You may close as many loops as you like. Only the two lines of each cell count.",
                "Every open cell lies on some loop.",
            ),
            (
                "Loops beside loops",
                "6x5",
                "loop",
                "Loops may lie beside each other, and inside each other. They never touch.",
                "No cell has more than two lines, so no two loops meet.",
            ),
            (
                "Between two walls of shade",
                "5x5",
                "passage",
                "Where the cells above and below are shaded, or the border is there, the line goes straight on.",
                "A passage one cell wide is filled at once.",
            ),
            (
                "Follow the border",
                "6x5",
                "border",
                "Along the border the lines of one cell leave little choice to the next. Follow them from a corner.",
                "From each corner you can go both ways.",
            ),
            (
                "From the inside",
                "6x6",
                "inside",
                "Where three neighbours of a cell are settled, the fourth side follows, wherever the cell lies.",
                "The inside of a board gives hints as well as its border.",
            ),
            (
                "A larger board",
                "6x6",
                "corner",
                "On a larger board begin in the corners and beside shaded cells.",
                "Then go on wherever a line was just drawn.",
            ),
            (
                "Counting is enough",
                "7x6",
                "shaded",
                "However large a board with one solution is, some cell always has just two sides left, or two lines.",
                "No board with one solution asks for more than counting.",
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
        f"straight, so at the border there is one way.{_DRAW}",
        "Go on with the others: the arrows move, w a s d draw a line up, left, down and right.",
        _CIRCLED,
        place="white",
    ),
    Spec(
        "Black turns",
        "degree",
        f"On a black circle the loop turns. Two sides that meet are left to this one.{_DRAW}",
        "A black circle has one line up or down, and one to the left or right.",
        _CIRCLED,
        place="black",
    ),
    Spec(
        "Two lines or none",
        "degree",
        f"A line never ends: a cell that it enters has a second line. Here one side is left for it.{_DRAW}",
        "Where only one side of a cell is left and no line is drawn, the cell stays empty.",
        _CIRCLED,
    ),
    Spec(
        "Straight on after black",
        "circles",
        f"Before and after a black circle the loop goes straight, one cell at least.{_DRAW}",
        "So a black circle needs two cells in a row toward each of its lines: never toward the border next to it.",
        _CIRCLED,
        place="beside black",
    ),
    Spec(
        "A turn beside white",
        "circles",
        "The loop turns before a white circle or after it, or on both sides. On one side it goes straight, so it turns "
        f"on the other.{_DRAW}",
        "Three white circles in a row are passed side by side: along the row the middle one could not turn.",
        _CIRCLED,
        place="beside white",
    ),
    Spec(
        "No loop too early",
        "no loop",
        f"A line that closes the loop while a circle or another line is left out is no line.{_DRAW}",
        "The loop closes only at the very end.",
        ("5x5, rating no loop", "6x6, rating no loop"),
    ),
    _parity("The loop leads into the shaded part as often as out of it. Count the lines that cross its border."),
    Spec(
        "Two ways in",
        "pairs",
        f"Only two lines can still join the shaded part to the rest, and the loop passes both.{_DRAW}",
        "It leads in by one of them and out by the other.",
        ("6x6, rating pairs", "7x7, rating pairs"),
    ),
)

SPECS = {
    "infinity": INFINITY,
    "net": NET,
    "simpleloop": SIMPLELOOP,
    "simpleloops": SIMPLELOOPS,
    "masyu": MASYU,
}
