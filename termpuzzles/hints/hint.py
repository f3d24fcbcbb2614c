"""A hint as a value: technique, conclusion and steps, each page of it in words and in marked cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.logic.explain.parts import Part, Role, Sides, merged_marks
from termpuzzles.logic.rules.techniques import title_of

if TYPE_CHECKING:
    from termpuzzles.board.grid import Grid
    from termpuzzles.games.model import Move, Puzzle, State
    from termpuzzles.logic.problem import Domain

STEPS_A_PAGE = 7  # that plain text tells at once: of a longer reason it first tells where that leads

STEP, MISTAKE, AMBIGUOUS, IMPOSSIBLE, UNSEEN = "step", "mistake", "ambiguous", "impossible", "unseen"
REFUTED, POSSIBLE = "refuted", "possible"  # the answers to "why not?"

_TITLES = {
    STEP: "Hint",
    MISTAKE: "Mistake",
    AMBIGUOUS: "Several solutions",
    IMPOSSIBLE: "No solution",
    UNSEEN: "No hint in time",
    REFUTED: "Why not",
    POSSIBLE: "Possible",
}


_NO_SIDES: Sides = {}


class HintStep(NamedTuple):
    """One deduction of a hint: its `rule` by its id, its `conclusion` as a sentence, and why, in `parts`, page by page.

    `cells` are the cells it is about, `because` those it rests on. `concludes` gives for each cell the sides that are
    now known to have a line, or none, as a known byte; `excludes` the masks ruled out that do not show in these sides.
    `pattern` is the name of the shape by which players know it, if it has one.
    """

    rule: str
    conclusion: Part
    parts: tuple[Part, ...]
    cells: tuple[int, ...]
    because: tuple[int, ...]
    concludes: Mapping[int, int]
    excludes: Mapping[int, Domain]
    pattern: str = ""

    @property
    def sentence(self) -> str:
        """The step in plain text."""
        return " ".join(part.plain for part in (self.conclusion, *self.parts))


class Hint(NamedTuple):
    """A hint for a player.

    `kind` is STEP; MISTAKE, if something shown is wrong; AMBIGUOUS, if the board has several solutions from here on
    (`answers` shows two); IMPOSSIBLE, if it has none; UNSEEN, if nothing was found in time; REFUTED and POSSIBLE
    answer "why not?".

    `rule` is the hardest rule needed, None if none is. `cells` are the cells that the hint is about, `cell` the one
    nearest the cursor. `because` are the known cells on which all of it rests, with the masks of their sides that count
    in `sides`; `region` is where to look. `claim` is the conclusion, `reason` says why. `steps` are the deductions that
    it takes, the last one being the hint itself. `move` makes the step, or takes the mistake back.
    `pattern` is the name of the shape by which players know its hardest step, "" if it has none.
    `conflict` are marks that no solution has together: cells and sides, 0 for a tile as it is turned. `brief` is with
    how many of its parts a long reason begins by telling where it leads. `position` is the puzzle in the position for
    which `hint` was asked.
    """

    kind: str
    rule: str | None
    claim: Part
    reason: tuple[Part, ...]
    cell: int | None
    cells: tuple[int, ...]
    because: tuple[int, ...] = ()
    sides: Sides = _NO_SIDES
    region: tuple[int, ...] = ()
    steps: tuple[HintStep, ...] = ()
    move: Move | None = None
    answers: tuple[State, ...] = ()
    conflict: tuple[tuple[int, int], ...] = ()
    brief: int = 0
    pattern: str = ""
    position: Puzzle | None = None

    def __hash__(self) -> int:
        return hash((self.kind, self.rule, self.cells, self.because))  # its marks are dicts

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows: the position, with the cells of the hint in their roles."""
        found: str | None = import_module("termpuzzles.study.pictures").svg_of_hint(self)
        return found

    @property
    def mistake(self) -> bool:
        """Whether the hint points at a mistake."""
        return self.kind == MISTAKE

    @property
    def title(self) -> str:
        """The name of its technique as players read it, or of its kind if it needs no technique."""
        return title_of(self.technique) if self.technique and not self.mistake else _TITLES[self.kind]

    @property
    def technique(self) -> str | None:
        """The name of the pattern by which players know it, else of the hardest rule; None if it needs none."""
        return self.pattern or self.rule

    def takes(self, technique: str) -> bool:
        """Whether that rule is its hardest, or one of its steps is known by that pattern."""
        return technique in (self.rule, self.pattern, *(step.pattern for step in self.steps))

    @property
    def sentence(self) -> str:
        """The whole hint in plain text, without telling its end first."""
        return " ".join(part.plain for part in (self.claim, *self.reason[self.brief :]))

    @property
    def at_once(self) -> str:
        """What of it is told at once: all but the further pages of a long reason."""
        return " ".join(part.plain for part in (self.claim, *self.leaves[0]))

    @property
    def conclusion(self) -> str:
        """The conclusion as a sentence for a screen."""
        return self.claim.shown

    @property
    def pages(self) -> tuple[Part, ...]:
        """The pages of the reason; each also marks the cells that the hint is about.

        A cell of the hint that is also among those to be counted is shown as one of these, except on the last page.
        """
        *before, last = self.reason or (self.claim,)
        counted = sorted(Role, key=lambda role: role is not Role.CUT_OFF)
        pages = [part._replace(marks=merged_marks(self.claim.marks, part.marks, counted)) for part in before]
        return *pages, last._replace(marks=merged_marks(self.claim.marks, last.marks))

    @property
    def leaves(self) -> tuple[tuple[Part, ...], ...]:
        """The reason in pages of plain text, of at most `STEPS_A_PAGE` parts each; a long one tells its end first."""
        parts, leaves = self.reason, []
        first = self.brief or STEPS_A_PAGE
        while parts:
            leaves.append(parts[:first])
            parts, first = parts[first:], STEPS_A_PAGE
        return tuple(leaves) or ((),)

    @property
    def part(self) -> tuple[int, ...]:
        """The part of the board that its reason counts, or would cut off; () if it speaks of none."""
        return next((tuple(part.marks[Role.CUT_OFF]) for part in self.reason if Role.CUT_OFF in part.marks), ())

    @property
    def where(self) -> str:
        """The first level of help: only where to look."""
        return self.where_to_look("the shaded part")

    def where_to_look(self, part: str) -> str:
        """The first level of help, with these words for the part of the board."""
        if self.kind == IMPOSSIBLE:
            return "This board has no solution."
        if self.kind == REFUTED:
            return f"That cannot be: look at {part}."
        return f"Something is wrong in {part}." if self.mistake else f"Look at {part}."

    def where_by_number(self, grid: Grid) -> str:
        """The first level of help for those who see no marks: by columns and rows."""
        return self.where_to_look(area(grid, self.region or self.cells))

    @property
    def which(self) -> str:
        """The second level of help: which technique to try, or what is wrong."""
        if self.kind != STEP:
            return self.claim.shown
        what = "the marked tile" if len(self.cells) == 1 else "the marked cells"
        return f"Try “{self.title}” on {what}."


def area(grid: Grid, cells: Iterable[int]) -> str:
    """The columns and rows in which these cells lie: `columns 1 to 3, rows 2 to 4`; the board if there are none."""
    places = [grid.place(cell) for cell in cells]
    if not places:
        return "the board"
    columns, rows = zip(*places, strict=True)
    surface = grid.surface
    across = _span("column", columns, grid.width if surface.across else 0)
    return f"{across}, {_span('row', rows, grid.height if surface.down else 0)}"


def _span(noun: str, numbers: Iterable[int], around: int) -> str:
    """`columns 1 to 3`; where they go around, `columns 8 to 2 across the edge`; there are `around` of them then."""
    found = sorted(set(numbers))
    gaps = [place for place in range(1, len(found)) if found[place] - found[place - 1] > 1]
    across = len(gaps) == 1 and found[0] == 0 and found[-1] == around - 1
    if across:
        found = found[gaps[0] :] + found[: gaps[0]]
    first, last = found[0] + 1, found[-1] + 1
    if first == last:
        return f"{noun} {first}"
    return f"{noun}s {first} {'and' if len(found) == 2 else 'to'} {last}{' across the edge' * across}"
