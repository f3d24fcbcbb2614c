"""A hint as a value: technique, conclusion and steps, each page of it in words and in marked cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.logic.explain.parts import Part, Role, Sides
from termpuzzles.logic.rules.techniques import TITLES

if TYPE_CHECKING:
    from termpuzzles.games.model import Move, State
    from termpuzzles.logic.problem import Domain

STEP, MISTAKE, AMBIGUOUS, IMPOSSIBLE = "step", "mistake", "ambiguous", "impossible"
REFUTED, POSSIBLE = "refuted", "possible"  # the answers to "why not?"

_TITLES = {
    STEP: "Hint",
    MISTAKE: "Mistake",
    AMBIGUOUS: "Several solutions",
    IMPOSSIBLE: "No solution",
    REFUTED: "Why not",
    POSSIBLE: "Possible",
}


_NO_SIDES: Sides = {}


class HintStep(NamedTuple):
    """One deduction of a hint: its rule, what it concludes, and why, page by page.

    `cells` are the cells it is about, `because` those it rests on. `concludes` gives for each cell the sides that are
    now known to have a line, or none, as a known byte; `excludes` the masks ruled out that do not show in these sides.
    """

    rule: str
    conclusion: Part
    parts: tuple[Part, ...]
    cells: tuple[int, ...]
    because: tuple[int, ...]
    concludes: Mapping[int, int]
    excludes: Mapping[int, Domain]

    @property
    def sentence(self) -> str:
        """The step in plain text."""
        return " ".join(part.plain for part in (self.conclusion, *self.parts))


class Hint(NamedTuple):
    """A hint for a player.

    `kind` is STEP; MISTAKE, if something shown is wrong; AMBIGUOUS, if the board has several solutions from here on
    (`answers` shows two); IMPOSSIBLE, if it has none; REFUTED and POSSIBLE answer "why not?".

    `rule` is the hardest rule needed, None if none is. `cells` are the cells that the hint is about, `cell` the one
    nearest the cursor. `because` are the known cells on which all of it rests, with the masks of their sides that count
    in `sides`; `region` is where to look. `claim` is the conclusion, `reason` says why. `steps` are the deductions that
    it takes, the last one being the hint itself. `move` makes the step, or takes the mistake back.
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

    @property
    def mistake(self) -> bool:
        """Whether the hint points at a mistake."""
        return self.kind == MISTAKE

    @property
    def title(self) -> str:
        """The name of its technique as players read it, or of its kind if it needs no technique."""
        return TITLES[self.rule] if self.rule and not self.mistake else _TITLES[self.kind]

    @property
    def sentence(self) -> str:
        """The whole hint in plain text."""
        return " ".join(part.plain for part in (self.claim, *self.reason))

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
    def where(self) -> str:
        """The first level of help: only where to look."""
        if self.kind == IMPOSSIBLE:
            return "This board has no solution."
        return "Something is wrong in the shaded part." if self.mistake else "Look at the shaded part."

    @property
    def which(self) -> str:
        """The second level of help: which technique to try, or what is wrong."""
        if self.kind != STEP:
            return self.claim.shown
        what = "the marked tile" if len(self.cells) == 1 else "the marked cells"
        return f"Try “{self.title}” on {what}."


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
