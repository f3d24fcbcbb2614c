"""The texts of the lessons and the boards they need: a tuple of lessons for each game, in the order of teaching."""

from collections.abc import Mapping
from typing import NamedTuple


class Spec(NamedTuple):
    """The specification of a lesson.

    `rule` is what it teaches, `before` and `after` are its sentences, `words` the words of the game that it explains,
    `params` the boards to search. The marked tile has this `shape` and lies at this `place`. `then` leads on from it to
    the rest of the board. `aloud` has those of its sentences that differ for players without keys and looks, by header;
    a lesson with `part` is about a part of the board.
    """

    title: str
    rule: str
    before: str
    after: str
    params: tuple[str, ...]
    words: str = ""
    shape: str = ""
    place: str = ""
    then: str = ""
    aloud: Mapping[str, str] = {}
    part: bool = False


_MOVE = "type up, down, left or right to move"
_DRAW = f"{_MOVE}, and line with one of these to draw"
_BY_KEYS = "the arrows move, w a s d draw a line up, left, down and right"
_GO_ON = "Go on with the others."
_BEYOND = {"after": "At an edge, type neighbours to hear which cell lies beyond it."}

_EDGE = ("3x3, at most edge", "4x3, at most edge", "4x4, at most edge")


def _first_turns(goal: str, rest: str, words: str) -> tuple[Spec, ...]:
    """The lessons with which both games of turning tiles begin."""
    return (
        Spec(
            "A straight at the border",
            "edge",
            f"{goal} No line may leave the board, so the marked tile, a straight, must run along the border.",
            "",
            ("3x3, at most edge", "4x3, at most edge"),
            words,
            "straight",
            "border",
            then=f"Now turn the others until {rest}: the arrows move, space turns.",
            aloud={"then": f"Now turn the others until {rest}: {_MOVE}, and turn to turn."},
        ),
        Spec(
            "A corner in the corner",
            "edge",
            "A corner has two lines that meet at a right angle. Here both must stay on the board.",
            "Only one of its four turns fits there.",
            _EDGE,
            "corner",
            "corner",
            "corner",
            _GO_ON,
        ),
        Spec(
            "A T at the border",
            "edge",
            "A T has three lines. At the border, the side without a line faces out.",
            "Its three lines point along the border and into the board.",
            _EDGE,
            "T",
            "T",
            "border",
            _GO_ON,
        ),
        Spec(
            "What a neighbour shows",
            "edge",
            "Tiles that look different are pinned: they are correct and stay as they are. The marked tile must meet "
            "their lines."
            "",
            "A correct tile shows you more about its neighbours. You pin one with s.",
            _EDGE,
            "pinned",
            "corner",
            "inside",
            aloud={
                "before": "Pinned tiles are correct and stay as they are. The marked tile must meet their lines.",
                "after": "A correct tile shows you more about its neighbours. Type pin to pin one.",
            },
        ),
        Spec(
            "A side without a line",
            "edge",
            "An end has one line. If a pinned neighbour has no line toward it, the end cannot point there.",
            "A side without a line helps as much as a line.",
            _EDGE,
            "end",
            "end",
        ),
    )


_WALLS = (
    "A thick bar is a wall: no line crosses it, just as none leaves the board.",
    "A wall works like the border: no line can be there.",
)
_WRAPS = "This board wraps around: a line that leaves on one side comes back on the opposite side."

_SAME = Spec(
    "Same or opposite",
    "colouring",
    "A straight has lines on two opposite sides or on neither; a corner has a line on one of them. Follow that around.",
    "The corners link two lines: both are drawn, or neither is.",
    ("3x4w, rating colouring", "4x4w, rating colouring", "6x6, rating colouring"),
)
_SAME_AROUND_A_ROW = _SAME._replace(
    before="A straight has lines on two opposite sides or on neither; a corner has a line on one of them, and so "
    "does the T in this row. Follow that around.",
    after="The corner and the T beside it link two lines: both are drawn, or neither is.",
)
_CHAIN = Spec(
    "If this, then that",
    "chain",
    "Suppose the marked tile is turned another way, and follow what that leads to, tile by tile.",
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
        aloud={"before": "No line crosses a wall, just as none leaves the board."},
    ),
    Spec(
        "Two ends facing",
        "pocket",
        "Two ends that point at each other would be a pocket, sealed off from all others. So this end must point "
        "somewhere else.",
        "All tiles have to be joined in one net, so no two ends may meet.",
        ("4x4, rating pocket", "5x4, rating pocket", "5x5, rating pocket"),
        "net, pocket, sealed off",
        "end",
    ),
    Spec(
        "No loop",
        "no loop",
        "A loop is a line you can follow back to where you started. A net has none, so do not close one.",
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
        "Odd or even",
        "parity",
        "Count the line ends that the shaded part still needs: each line inside it takes two. Only one line can still "
        "lead out of it.",
        "An odd number needs the only way out, an even number leaves nothing for it.",
        ("4x3w, rating parity", "5x5w, rating parity"),
        aloud={
            "before": "Count the line ends that the part named below still needs: each line inside it takes two. Only "
            "one line can still lead out of it."
        },
        part=True,
    ),
    Spec(
        "Two bridges",
        "pairs",
        "Only two lines can still join the shaded part to the rest, so at least one of them is drawn. Count the line "
        "ends that it needs: each line inside takes two.",
        "An even number needs both lines, an odd number just one.",
        ("5x5, rating pairs", "6x6, rating pairs"),
        aloud={
            "before": "Only two lines can still join the part named below to the rest, so at least one of them is "
            "drawn. Count the line ends that it needs: each line inside takes two."
        },
        part=True,
    ),
    Spec(
        "Four together",
        "block",
        "Look at the four tiles that meet at a point. Try their turns together: only a few fit.",
        "No single tile of the four shows that.",
        ("5x5, rating block", "5x5w, rating block", "6x6, rating block"),
    ),
    Spec(
        "Sealed off",
        "dead end",
        "The small marks between tiles are notes: a line must be there, or none can be. A pocket may be large: "
        "turned another way, the marked tile would seal off half of the board.",
        "Count the tiles that can still be joined: it must be all of them.",
        ("4x4w, rating dead end", "5x5w, rating dead end"),
        aloud={
            "before": "A pocket may be large: turned another way, the marked tile would seal off half of the board."
        },
    ),
    _SAME,
    _CHAIN,
    Spec(
        "A Möbius strip",
        "edge",
        "A Möbius strip wraps with a twist: a line that leaves the first row on the right comes back on the left of "
        "the last row, and beyond the edge you see that row mirrored.",
        "Press w and then an arrow to push the board around its strip, and watch it turn over.",
        ("4x4mx, at most edge", "5x4mx, at most edge", "4x3mx, at most edge"),
        "Möbius strip",
        place="seam",
        then="Then solve the rest.",
        aloud={
            "before": "A Möbius strip wraps with a twist: a line that leaves the first row on the right comes back on "
            "the left of the last row.",
            **_BEYOND,
        },
    ),
    Spec(
        "A Klein bottle",
        "pocket",
        "This board is a Klein bottle: it wraps both ways, and from left to right with a twist. There is no border at "
        "all to help, but pockets and loops work as before.",
        "Press w and then an arrow to push the board around: across, it turns over.",
        ("4x4kx", "5x4kx"),
        "Klein bottle",
        aloud=_BEYOND,
    ),
    Spec(
        "Only bridge",
        "only way across",
        "Only one line can still join the shaded part to the rest. All tiles have to be joined, so it must be drawn.",
        "Such a line is a bridge: without it, a part would be cut off.",
        ("5x5", "5x5w", "6x6", "6x6w", "4x4w"),
        "bridge",
        aloud={
            "before": "Only one line can still join the part named below to the rest. All tiles have to be joined, so "
            "it must be drawn."
        },
        part=True,
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
        "A cross has a line on every side, however it is turned. The tile beside it must have a line toward it.",
        "A cross is correct from the start, and so is an empty tile.",
        ("4x4, density 0.65, at most edge", "5x4, density 0.65, at most edge"),
        "cross",
        place="cross",
    ),
    Spec(
        "Loops are welcome",
        "edge",
        "A loop is a line you can follow back to where you started. Here you may close as many as you like.",
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
        aloud={"before": "No line crosses a wall, just as none leaves the board."},
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
        "Look at the four tiles that meet at a point. Try their turns together: only a few fit.",
        "No single tile of the four shows that.",
        ("5x5, rating block", "6x5, rating block", "5x5, at most edge"),
    ),
    _SAME_AROUND_A_ROW,
    Spec(
        "Odd or even",
        "parity",
        "Count the line ends that the shaded part still needs: a line inside it uses two of them.",
        "The number is odd, so one line must lead out, and there is only one way.",
        ("6x3w, rating parity", "6x6, rating parity"),
        aloud={
            "before": "Count the line ends that the part named below still needs: a line inside it uses two of them."
        },
        part=True,
    ),
    _CHAIN,
)


def _first_lines(whole: str) -> tuple[Spec, ...]:
    """The lessons with which both games of drawing lines begin."""
    small = ("4x4, rating degree", "5x4, rating degree", "5x5, rating degree")
    return (
        Spec(
            "Two lines each",
            "degree",
            f"{whole} The marked cell has only two sides left for a line, so it needs both.",
            "",
            ("3x3, rating degree", "4x3, rating degree", "4x4, rating degree"),
            "loop",
            place="corner",
            then=f"Now draw the others: {_BY_KEYS}.",
            aloud={"then": f"Now draw the others: {_DRAW}."},
        ),
        Spec(
            "Beside a shaded cell",
            "degree",
            "Shaded cells stay empty: no line enters them, and none leaves the board.",
            "A shaded cell works like the border.",
            small,
            "shaded",
            place="shaded",
        ),
        Spec(
            "Two ways are left",
            "degree",
            "A cell beside the border has three sides for its two lines. One side is blocked.",
            "Count the sides that are left: if there are two, both have a line.",
            small,
            place="border",
        ),
        Spec(
            "Full already",
            "degree",
            "A cell can have only two lines. So its neighbour, the marked cell, needs other sides.",
            "A cell with two lines blocks its other sides.",
            ("4x4, rating degree", "5x4, rating degree", "5x5, rating degree"),
            place="inside",
        ),
        Spec(
            "A cross for no line",
            "degree",
            "Each line you draw tells you more about both of its cells.",
            "Where there can be no line, x and then w a s or d puts a cross.",
            ("5x5, rating degree", "6x5, rating degree"),
            "cross",
            aloud={"after": "Where there can be no line, type cross and a side."},
        ),
    )


def _parity(before: str) -> Spec:
    return Spec(
        "Odd or even",
        "parity",
        before,
        "Lines cross into a part of the board in pairs.",
        ("6x6, rating parity", "7x7, rating parity", "5x5, rating degree", "6x6, rating degree"),
    )


_CHECKERBOARD = Spec(
    "Light and dark",
    "parity type 1",
    "Colour the cells like a checkerboard: every line joins a light cell to a dark one. Count both in the shaded part.",
    "The count leaves the loop no other way out.",
    ("6x6, rating parity type 1", "7x7, rating parity type 1", "6x6, rating degree", "5x5, rating degree"),
    "checkerboard",
    aloud={
        "before": "Colour the cells like a checkerboard: every line joins a light cell to a dark one. Count both in "
        "the part named below."
    },
    part=True,
)

_SECOND_CHECKERBOARD = Spec(
    "Light and dark II",
    "parity type 2",
    "The shaded part has as many light cells as dark ones, so the loop leaves it equally often from both. One of "
    "the two has only one way out.",
    "The loop leaves at least once from each, so it must take that way.",
    ("8x8, rating parity type 2",),
    aloud={
        "before": "The part named below has as many light cells as dark ones, so the loop leaves it equally often from "
        "both. One of the two has only one way out."
    },
    part=True,
)

SIMPLELOOP = (
    *_first_lines("One loop, a line you can follow back to where you started, passes through every open cell."),
    Spec(
        "No loop too early",
        "no loop",
        "A line to a cell that is already joined would close a small loop and leave cells out.",
        "The loop closes only at the very end.",
        ("5x5, rating no loop", "5x4, rating no loop"),
    ),
    Spec(
        "No loop too early, again",
        "no loop",
        "Follow the lines from the marked cell: they end at one of its neighbours.",
        "The two ends of a line meet only when every open cell is on it.",
        ("6x5, rating no loop", "5x5, rating no loop"),
    ),
    Spec(
        "The long way",
        "no loop",
        "The line may be long: look where it ends before you go on.",
        "It pays to know both ends of every line.",
        ("6x6, rating no loop", "6x5, rating no loop"),
    ),
    _parity("The loop leaves the shaded part as often as it enters it: by an even number of lines.")._replace(
        aloud={"before": "The loop leaves the part named below as often as it enters it: by an even number of lines."},
        part=True,
    ),
    Spec(
        "Two bridges",
        "pairs",
        "Only two lines can still join these two parts of the board. The loop must cross over and come back.",
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
            before,
            after,
            (f"{size}, rating degree",),
            place=place,
            then="".join(then),
        )
        for title, size, place, before, after, *then in (
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
                "",
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

_SMALL = ("6x6", "6x6, spare 0.5", "7x7", "7x7, spare 0.5")

MASYU = (
    Spec(
        "White is straight",
        "white straight",
        "One loop passes through every circle, and may leave other cells empty. Through a white circle it goes "
        "straight, so at the border there is only one way.",
        "",
        _CIRCLED,
        "loop",
        place="white",
        then=f"Go on with the others: {_BY_KEYS}.",
        aloud={"then": f"Go on with the others: {_DRAW}."},
    ),
    Spec(
        "Black turns",
        "black turns",
        "On a black circle the loop turns. Only two sides at a right angle are left for this one.",
        "A black circle has one line up or down, and one to the left or right.",
        _CIRCLED,
        place="black",
    ),
    Spec(
        "Two lines or none",
        "degree",
        "A line never ends: a cell that it enters has a second line. Here only one side is left for it.",
        "Where only one side of a cell is left and no line is drawn, the cell stays empty.",
        _CIRCLED,
    ),
    Spec(
        "Straight on after black",
        "straight on",
        "Before and after a black circle the loop goes straight through the next cell.",
        "So a black circle needs two free cells in a row on each side that has a line.",
        _CIRCLED,
        place="beside black",
    ),
    Spec(
        "A turn beside white",
        "white turns",
        "The loop turns before a white circle or after it, or on both sides. On one side it goes straight, so it turns "
        "on the other.",
        "The loop passes three white circles in a row one at a time: along the row, it could not turn beside the "
        "middle one.",
        _CIRCLED,
        place="beside white",
    ),
    Spec(
        "Room for black",
        "room for black",
        "A black circle needs two free cells in a row on each side that it uses. Look where there is no such room.",
        "So a black circle near the border turns its back to it.",
        _CIRCLED,
    ),
    Spec(
        "Three whites in a row",
        "three whites",
        "A line along three white circles in a row could not turn beside the middle one. So it passes each of "
        "them on a line of its own.",
        "That settles at least two lines at once.",
        ("6x6, spare 0.5", "6x6, spare 1", "5x5, spare 1"),
        place="white",
    ),
    Spec(
        "Two whites on one line",
        "two whites",
        "A line through two white circles side by side turns right before the first and right after the second.",
        "Each of them has the other on one side, where the loop goes straight on.",
        ("6x6, spare 0.5", "6x6, spare 1", "5x5, spare 1"),
        place="beside white",
    ),
    Spec(
        "No loop too early",
        "no loop",
        "No line may close the loop while a circle or another line is left out.",
        "The loop closes only at the very end.",
        ("5x5, rating no loop", "6x6, rating no loop"),
    ),
    _parity("The loop enters the shaded part as often as it leaves it. Count the lines over its border.")._replace(
        aloud={
            "before": "The loop enters the part named below as often as it leaves it. Count the lines over its border."
        },
        part=True,
    ),
    Spec(
        "Two ways in",
        "pairs",
        "Only two lines can still join the shaded part to the rest. The loop needs both of these bridges.",
        "It leads in by one of them and out by the other.",
        ("6x6, rating pairs", "7x7, rating pairs"),
        "bridge",
        aloud={
            "before": "Only two lines can still join the part named below to the rest. The loop needs both of these "
            "bridges."
        },
        part=True,
    ),
    Spec(
        "Two blacks side by side",
        "two blacks",
        "Two black circles side by side lead away from each other. A line between them would have to go straight on "
        "through both, and on each of them the loop turns.",
        "So each has a line on the far side.",
        _SMALL,
    ),
    Spec(
        "Two whites at black's corners",
        "whites at corners",
        "If the line of the black circle ran between the two white ones, both would be passed alongside it, and the "
        "circle could turn to neither side. So it leads the other way.",
        "Look at the corners of each black circle.",
        _SMALL,
    ),
    Spec(
        "Between two blacks",
        "between blacks",
        "A line to a black circle goes straight through the cell before it. So between two of them no line comes round "
        "a corner: where one side across is closed, there is none on the other.",
        "Such a cell is passed from one circle to the other, or straight across, or not at all.",
        _SMALL,
    ),
    Spec(
        "Four together",
        "block",
        "Look at four cells of a square together: go through the ways in which their lines fit. What all of these ways "
        "have in common is certain.",
        "The cell by itself could not tell you.",
        _SMALL,
    ),
    Spec(
        "Two whites ahead of black",
        "two whites ahead",
        "If the black circle led toward the two white ones in its row, its line would go straight through the cell "
        "between and through both. The first white circle would have no turn beside it.",
        "So the black circle leads elsewhere.",
        _SMALL,
    ),
    Spec(
        "Black, a cell, white, straight",
        "straight past white",
        "If the black circle led toward the white one, its line would go straight before it. Behind it the loop goes "
        "straight as well, but it turns on one side of a white circle.",
        "So the black circle leads elsewhere.",
        _SMALL,
    ),
    Spec(
        "No turn before black",
        "no turn to black",
        "The line of a black circle goes straight through the cell beside it, so the loop never turns there toward the "
        "circle. Leave such turns out when you look at four cells together.",
        "So the cell before a black circle has fewer ways than others.",
        _SMALL,
    ),
    Spec(
        "No straight way past white",
        "no way past white",
        "The loop turns on one side of a white circle. Where it can only go straight on the one side, leave the "
        "straight way out on the other when you look at four cells together.",
        "Cells beside a white circle limit each other.",
        _SMALL,
    ),
)

SPECS = {
    "infinity": INFINITY,
    "net": NET,
    "simpleloop": SIMPLELOOP,
    "simpleloops": SIMPLELOOPS,
    "masyu": MASYU,
}
