"""Explanations: parts of one fact or one assumption each, with the cells and sides that each part shows.

A rule says why it concludes what it does as a `Reason` (see `step`), whose `parts` come from here; the conclusion is
worded for it, before them, from what its step narrows. A sentence is told to several readers: on a screen "suppose
the marked end points up", where a look of its own shows which end, and in plain text "suppose the end at (3, 1) points
up", beside a board with rulers. A rule writes the sentence once:

    end = one(problem, cell, Role.TARGET, N)              # "the marked end" or "the end at (3, 1)"
    start = part("suppose {} {}.", end, current_lines(problem, cell, N), assumption=True)
    return Reason.of(premises, start, ...)

`part` fills the braces in order with things (cells as they are mentioned) or plain words. A thing that is mentioned is
marked on the board in its role, with the sides that count (here N). Things to show but not to mention go into `marks`.
Several parts make a chain, page after page: first what is supposed (`assumption=True`), then what follows link by link,
last the contradiction. The first part may say "it" for the tile that the conclusion is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum, auto
from string import Formatter
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, E, Grid, N, S, W
from termpuzzles.english import counted, joined
from termpuzzles.logic.problem import Problem, masks_of

Sides = Mapping[int, int]  # cells, each with the mask of its sides that count
_NO_SIDES: Sides = {}


class Role(Enum):
    """The role of a cell in a hint; the value is the name in JSON."""

    TARGET = "target"  # what the hint is about: "the marked tile"
    BECAUSE = "because"  # what it rests on, or where to look: "the shaded tiles"
    CUT_OFF = "cut off"  # what would be sealed off, or is counted as a region: "the striped tiles"
    ASSUMED = "assumed"  # what is only supposed so far: "the dotted tile"

    @property
    def look(self) -> str:
        """The word for how such a cell looks on a screen."""
        return _LOOKS[self]


_LOOKS = {Role.TARGET: "marked", Role.BECAUSE: "shaded", Role.CUT_OFF: "striped", Role.ASSUMED: "dotted"}

IN_WORDS = (
    N,
    S,
    W,
    E,
)  # the order in which sentences name sides, and the places there: up before down, left before right
TOWARD = {N: "up", E: "right", S: "down", W: "left"}  # points up
LEADING = TOWARD | {E: "to the right", W: "to the left"}  # a line to the left: "a line left" may be one that remains
BESIDE = {N: "above", E: "on the right", S: "below", W: "on the left"}  # the tile above, the border on the left
COMING = {N: "above", E: "the right", S: "below", W: "the left"}  # a line comes from above
_BRACKETS = {
    Role.TARGET: "between triangles",
    Role.BECAUSE: "in brackets",
    Role.CUT_OFF: "in braces",
    Role.ASSUMED: "between question marks",
}  # how they look in plain text
_PICTURED = {Role.BECAUSE: "tinted"}  # in a picture, where cells of other roles look as on a screen; some are black
LONGEST = 30  # words, more than which no sentence has
_NAMED = 4  # up to this many cells are named one by one in plain text; more are counted and marked


class Reader(Enum):
    """Before what a reader reads, which decides how cells are called that are too many to be named."""

    SCREEN = auto()  # where each role has a look of its own: even a single cell is "the marked end"
    TEXT = auto()  # plain text with a board, on which cells are in brackets
    PICTURE = auto()  # a picture beside the text, in which cells have a colour
    NOTHING = auto()  # no board at all


class Mention(NamedTuple):
    """Cells as a sentence mentions them: "the marked end" on a screen, "the end at (3, 1)" in plain text.

    Cells that are too many to be named are counted: `noun` is the word for them, in the plural, and `named` has braces
    where their number stands. With `spares`, cells that the hint is about are not counted: they have a mark of their
    own.
    """

    shown: str
    named: str
    role: Role
    cells: Sides
    noun: str = ""
    spares: bool = False

    @property
    def plain(self) -> str:
        """How plain text calls them."""
        return self.told_to(Reader.TEXT)

    @property
    def number(self) -> str:
        """How many they are: "9 tiles"; "" where they are named."""
        return f"{len(self.cells)} {self.noun}" if self.noun else ""

    def sparing(self, cells: Collection[int]) -> Mention:
        """The same without these cells, if it is one that spares them and others are left."""
        kept = {cell: sides for cell, sides in self.cells.items() if cell not in cells}
        if not self.spares or not self.noun or not kept or len(kept) == len(self.cells):
            return self
        one = len(kept) == 1
        return self._replace(
            cells=kept,
            noun=self.noun[:-1] if one else self.noun,
            shown=self.shown[:-1] if one else self.shown,
        )

    def told_to(self, reader: Reader) -> str:
        """How they are called for that reader."""
        if reader is Reader.SCREEN:
            return self.shown
        if not self.noun:
            return self.named
        counted = {
            Reader.TEXT: f"{self.number} {_BRACKETS[self.role]}",
            Reader.PICTURE: f"{len(self.cells)} {_PICTURED.get(self.role, self.role.look)} {self.noun}",
            Reader.NOTHING: self.number,
        }
        return self.named.format(counted[reader])


class Sentence(NamedTuple):
    """A sentence as its parts: a template, and the cells or words in its braces.

    `after` comes before it in the same sentence, as in "then …" or "…, and in both …".
    """

    template: str
    things: tuple[Mention | str | int, ...] = ()
    after: Sentence | None = None

    @classmethod
    def naming(cls, template: str, **things: Mention) -> Sentence:
        """A sentence whose template has the names of its things in its braces."""
        names = [name for _, name, _, _ in Formatter().parse(template) if name]
        return cls(template.format(**dict.fromkeys(names, "{}")), tuple(things[name] for name in names))

    @property
    def subject(self) -> Mention | None:
        """The cells with which it begins."""
        begins = self.after is None and self.template.startswith("{} ")
        return self.things[0] if begins and isinstance(self.things[0], Mention) else None

    @property
    def mentioned(self) -> list[Mention]:
        """All that it mentions, in the order in which it does."""
        before = self.after.mentioned if self.after else []
        return before + [thing for thing in self.things if isinstance(thing, Mention)]

    def about_it(self) -> Sentence:
        """The same with "it" in the place of the first of its things."""
        return self._replace(things=("it", *self.things[1:]))

    def sparing(self, cells: Collection[int]) -> Sentence:
        """The same with mentions that spare these cells."""
        things = tuple(thing.sparing(cells) if isinstance(thing, Mention) else thing for thing in self.things)
        return self._replace(things=things, after=self.after.sparing(cells) if self.after else None)

    def says_as(self, other: Sentence) -> bool:
        """Whether it ends as the other does, which says the same of the same cells, whatever their roles."""
        return self.template == other.template and self._for_text() == other._for_text()

    def _for_text(self) -> list[str | int]:
        return [thing.plain if isinstance(thing, Mention) else thing for thing in self.things]

    def told_to(self, reader: Reader) -> str:
        """Its words for that reader, from the capital to the full stop."""
        text = self._clause(reader)
        return text[0].upper() + text[1:]

    def _clause(self, reader: Reader) -> str:
        things = (thing.told_to(reader) if isinstance(thing, Mention) else thing for thing in self.things)
        text = self.template.format(*things)
        return f"{self.after._clause(reader)} {text}" if self.after else text


class Part(NamedTuple):
    """One page of a hint: one fact or one assumption, in `sentences`.

    `marks` gives for each role its cells, each with the mask of its sides that count (0 if none does). A cell has only
    one role. `checkerboard` asks for the board's light and dark cells to be shown with it. `assumption` says that the
    part supposes something or follows from what is supposed, so that nothing is known by it yet. `shows` is what it
    supposes or what follows, as a known byte for each cell, to be drawn while the part is read. `ways` are the few ways
    of which it speaks, each in the same form.
    """

    sentences: tuple[Sentence, ...]
    marks: Mapping[Role, Sides]
    checkerboard: bool = False
    assumption: bool = False
    shows: Sides = _NO_SIDES
    ways: tuple[Sides, ...] = ()

    @property
    def shown(self) -> str:
        """Its words on a screen: "the 9 shaded tiles"."""
        return self.told_to(Reader.SCREEN)

    @property
    def plain(self) -> str:
        """Its words beside a board in plain text: "the 9 tiles in brackets"."""
        return self.told_to(Reader.TEXT)

    @property
    def pictured(self) -> str:
        """Its words beside a picture: "the 9 tinted tiles"."""
        return self.told_to(Reader.PICTURE)

    @property
    def bare(self) -> str:
        """Its words without a board: "the 9 tiles", which are `unnamed`."""
        return self.told_to(Reader.NOTHING)

    @property
    def unnamed(self) -> Mapping[str, Sides]:
        """The cells that its words only count, by these words: those of their role that are marked."""
        mentioned = (thing for sentence in self.sentences for thing in sentence.mentioned)
        return {thing.number: self.marks[thing.role] for thing in mentioned if thing.noun}

    def told_to(self, reader: Reader) -> str:
        """Its words for that reader."""
        return " ".join(sentence.told_to(reader) for sentence in self.sentences)

    def sparing(self, cells: Collection[int]) -> Part:
        """The same where whatever spares cells that the hint is about, which are these, counts the others alone."""
        sentences = tuple(sentence.sparing(cells) for sentence in self.sentences)
        if sentences == self.sentences:
            return self
        before, after = (
            {(thing.role, cell) for sentence in each for thing in sentence.mentioned for cell in thing.cells}
            for each in (self.sentences, sentences)
        )
        gone = before - after
        marks = {
            role: {cell: sides for cell, sides in marked.items() if (role, cell) not in gone}
            for role, marked in self.marks.items()
        }
        return self._replace(sentences=sentences, marks=marks)

    def after(self, words: str) -> Part:
        """The same part after words such as "then", as a consequence of a supposition."""
        first, *others = self.sentences
        return self._replace(sentences=(first._replace(after=Sentence(words)), *others), assumption=True)

    def followed_by(self, words: str) -> Part:
        """The same part with more at its end."""
        return self._replace(sentences=(*self.sentences, Sentence(words)))


def part(
    template: str,
    *mentioned: Mention | str | int,
    marks: Iterable[Mention] = (),
    checkerboard: bool = False,
    assumption: bool = False,
) -> Part:
    """A part from a template, its braces replaced by what it mentions; things are marked in the order of `Role`."""
    return page_of(Sentence(template, mentioned), marks=marks, checkerboard=checkerboard, assumption=assumption)


def page_of(
    *sentences: Sentence, marks: Iterable[Mention] = (), checkerboard: bool = False, assumption: bool = False
) -> Part:
    """A part of these sentences; what they mention is marked, and `marks` besides."""
    mentioned = [thing for sentence in sentences for thing in sentence.mentioned]
    return Part(sentences, marks_of([*mentioned, *marks]), checkerboard, assumption)


def marks_of(things: Iterable[Mention]) -> Mapping[Role, Sides]:
    """The marks of these things: a cell with several roles keeps the first of them, with all its sides."""
    found: dict[int, tuple[Role, int]] = {}
    order = list(Role)
    for thing in sorted(things, key=lambda thing: order.index(thing.role)):
        for cell, sides in thing.cells.items():
            role, before = found.get(cell, (thing.role, 0))
            found[cell] = role, before | sides
    marks: dict[Role, dict[int, int]] = {}
    for cell, (role, sides) in found.items():
        marks.setdefault(role, {})[cell] = sides
    return marks


def merged_marks(
    first: Mapping[Role, Sides], second: Mapping[Role, Sides], order: Sequence[Role] = tuple(Role)
) -> dict[Role, Sides]:
    """Both marks together: a cell with several roles keeps the first of them, with all its sides."""
    found: dict[int, tuple[Role, int]] = {}
    for role in order:
        for marks in (first, second):
            for cell, sides in marks.get(role, {}).items():
                kept, before = found.get(cell, (role, 0))
                found[cell] = kept, before | sides
    return {
        role: {cell: sides for cell, (kept, sides) in found.items() if kept is role}
        for role in Role
        if any(kept is role for kept, _ in found.values())
    }


def one(problem: Problem, cell: int, role: Role, sides: int = 0) -> Mention:
    """A cell by its tile: an end, a straight, a corner, a T; or "a cell" where lines are drawn."""
    noun = piece(problem, cell)
    return Mention(f"the {role.look} {noun}", f"the {noun} at {problem.grid.name(cell)}", role, {cell: sides})


def many(
    problem: Problem,
    cells: Sides | Sequence[int],
    role: Role,
    noun: str = "",
    ordered: bool = False,
    word: str = "and",
    spares: bool = False,
) -> Mention:
    """One or more cells: "the striped tiles", "the shaded ends"; `noun` is in the singular.

    They are named row by row, or if `ordered` in the order given, with `word` before the last. Those that spare cells
    are counted, however few they are.
    """
    marked = cells if isinstance(cells, Mapping) else dict.fromkeys(cells, 0)
    if len(marked) == 1:
        (cell,) = marked
        return one(problem, cell, role, marked[cell])
    kinds = {piece(problem, cell) for cell in marked}
    noun = noun or (kinds.pop() if len(kinds) == 1 else plain_noun(problem))
    if len(marked) > _NAMED or spares:
        return Mention(f"the {role.look} {noun}s", "the {}", role, marked, f"{noun}s", spares)
    order = marked if ordered else sorted(marked)
    named = f"the {noun}s at {joined([problem.grid.name(cell) for cell in order], word)}"
    return Mention(f"the {role.look} {noun}s", named, role, marked)


def group(problem: Problem, cells: Sides | Sequence[int], role: Role, noun: str = "group") -> Mention:
    """Cells as one thing: "the striped group", "the group of (1, 1) and (2, 1)"."""
    marked = cells if isinstance(cells, Mapping) else dict.fromkeys(cells, 0)
    if len(marked) > _NAMED:
        return Mention(f"the {role.look} {noun}", f"the {noun} of {{}}", role, marked, f"{plain_noun(problem)}s")
    named = f"the {noun} of {joined([problem.grid.name(cell) for cell in sorted(marked)])}"
    return Mention(f"the {role.look} {noun}", named, role, marked)


def between(problem: Problem, cell: int, side: int, role: Role, noun: str = "line") -> Mention:
    """The line, or cross, across a side of a cell; both cells at it are marked, each at its side."""
    other = problem.grid.ways[side][cell]
    back = {N: S, S: N, E: W, W: E}[side]
    marked = {cell: side | back} if other == cell else {cell: side, other: back}
    one_end, other_end = map(problem.grid.name, sorted((cell, other)))
    return Mention(f"the {role.look} {noun}", f"the {noun} between {one_end} and {other_end}", role, marked)


def line_of(problem: Problem, line: int, role: Role) -> Mention:
    """The line of that number."""
    return between(problem, line >> 1, S if line & 1 else E, role)


def plain_noun(problem: Problem) -> str:
    """The player's word for any cell: a tile where tiles turn, a cell where lines are drawn."""
    return "cell" if problem.draws else "tile"


def piece(problem: Problem, cell: int) -> str:
    """The player's word for this cell: an end, a straight, a corner, a T, a cross tile; a cell or its clue."""
    if problem.draws:
        return problem.clue_names[problem.clues[cell]] if problem.clues and problem.clues[cell] else "cell"
    masks = masks_of(problem.domain_of(cell))
    degree = max(DEGREE[mask] for mask in masks)  # all of them have equally many lines
    if degree == 2:
        bars = {mask in (N | S, E | W) for mask in masks}
        return "tile" if len(bars) > 1 else "straight" if True in bars else "corner"
    return ("blank tile", "end", "", "T", "cross tile")[degree]


def beside(sides: int, seam: int = 0, word: str = "and") -> str:
    """`above`, `above and on the left`: up before down, left before right; the mask must not be empty.

    `seam`: the sides across which the board wraps.
    """
    return _directions(BESIDE, sides, seam, word)


def incoming_line(sides: int, seam: int = 0) -> str:
    """`from above`, `from above and the left`; likewise."""
    return f"from {_directions(COMING, sides, seam)}"


def toward(sides: int, seam: int = 0, word: str = "and") -> str:
    """`up`, `up and right`, `up, down or left across the edge`; likewise."""
    return _directions(TOWARD, sides, seam, word)


def leading(sides: int, word: str = "and") -> str:
    """The same after "a line": `up`, `to the left`, `up and right`."""
    return LEADING[sides] if sides in LEADING else toward(sides, word=word)


def _directions(words: Mapping[int, str], sides: int, seam: int, word: str = "and") -> str:
    return joined([words[side] + " across the edge" * bool(side & seam) for side in named_sides(sides)], word)


def named_sides(sides: int) -> list[int]:
    """The sides of a mask in the order in which a sentence names them."""
    return [side for side in IN_WORDS if sides & side]


def naming_order(mask: int) -> list[int]:
    """A key that sorts masks, and sides, as a sentence names them."""
    return [place for place, side in enumerate(IN_WORDS) if mask & side]


def seam_of(grid: Grid, cell: int) -> int:
    """The mask of the cell's sides across which the board wraps around."""
    x, y = grid.place(cell)
    rim = N * (y == 0) | S * (y == grid.height - 1) | W * (x == 0) | E * (x == grid.width - 1)
    return rim & grid.open_sides[cell]


class Does(NamedTuple):
    """What a cell with some lines does, as a verb in its plain form and the rest: `point`, `up`."""

    verb: str
    rest: str

    @property
    def now(self) -> str:
        """`points up`."""
        return f"{'has' if self.verb == 'have' else f'{self.verb}s'} {self.rest}"


_VERBS = {"end": "point", "straight": "run", "corner": "open", "T": "open"}


def does_with(problem: Problem, cell: int, mask: int) -> Does:
    """What a cell with these lines does: `point up`, `open up and right`, `have lines up and down`, `have no lines`."""
    if not mask:
        return Does("have", "no lines")
    verb = _VERBS.get(piece(problem, cell), "have")
    return Does(verb, f"lines {toward(mask)}" if verb == "have" else toward(mask))


def current_lines(problem: Problem, cell: int, mask: int) -> str:
    """The verb phrase for a cell with these lines: `points up`, `opens up and right`, `runs up and down`."""
    return does_with(problem, cell, mask).now


def one_of(problem: Problem, cell: int, masks: Iterable[int]) -> str:
    """The lines that a cell can or cannot have: `point up or right`, `have lines up and down or left and right`."""
    first, *others = [does_with(problem, cell, mask) for mask in sorted(masks, key=naming_order)]
    said = [does.rest.removeprefix("lines ") if first.rest.startswith("lines ") else does.rest for does in others]
    return f"{first.verb} {joined([first.rest, *said], 'or')}"


def if_turned(problem: Problem, cell: int, mask: int) -> str:
    """The same phrase as a condition: `pointing up`, `if it ran up and down`."""
    verb = does_with(problem, cell, mask).verb
    return f"{_IF.get(verb, 'if it had lines')} {toward(mask, seam_of(problem.grid, cell) if DEGREE[mask] == 1 else 0)}"


_IF = {"point": "pointing", "open": "if it opened", "run": "if it ran"}


def clauses(parts: Sequence[str]) -> str:
    """`a`, `a, and b`, `a, b, and c`: for clauses, which may have an "and" inside."""
    *before, last = parts
    return f"{', '.join(before)}, and {last}" if before else last


def counted_cells(problem: Problem, number: int) -> str:
    """`one tile`, `9 tiles`."""
    return counted("one" if number == 1 else number, plain_noun(problem))
