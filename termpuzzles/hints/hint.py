"""A hint as a value: technique, conclusion and steps, each page of it in words and in marked cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.logic.explain.telling import Part, Role, Sides
from termpuzzles.logic.explain.titles import TITLES

if TYPE_CHECKING:
    from termpuzzles.games.model import Move, State

STEP, MISTAKE, AMBIGUOUS, IMPOSSIBLE = "step", "mistake", "ambiguous", "impossible"
REFUTED, POSSIBLE = "refuted", "possible"  # what "why not?" is answered

_TITLES = {
    STEP: "Hint",
    MISTAKE: "Mistake",
    AMBIGUOUS: "Several solutions",
    IMPOSSIBLE: "No solution",
    REFUTED: "Why not",
    POSSIBLE: "It may be so",
}


_NO_SIDES: Sides = {}


class HintStep(NamedTuple):
    """One deduction of a hint: what it concludes by which rule, and why, page by page.

    `cells` are those that it is about, `because` those that it rests on. `concludes` tells of each cell at which a line
    is now known to be, or not to be, as a known byte.
    """

    rule: str
    conclusion: Part
    parts: tuple[Part, ...]
    cells: tuple[int, ...]
    because: tuple[int, ...]
    concludes: Mapping[int, int]

    @property
    def sentence(self) -> str:
        """The step in plain text."""
        return " ".join(part.plain for part in (self.conclusion, *self.parts))


class Hint(NamedTuple):
    """What a player is told.

    `kind` is STEP; MISTAKE, where something shown is wrong; AMBIGUOUS, where the board has several solutions from here
    on (`answers` shows two); or IMPOSSIBLE, where it has none; REFUTED and POSSIBLE answer "why not?".

    `rule` is the hardest rule needed, None where it takes none. `cells` are those that the hint is about, `cell` the
    one nearest the cursor. `because` are the cells that all rests on without a reason of its own, with the masks of
    their sides that count in `sides`; `region` is where to look. `told` says what the hint comes to, `reason` why.
    `steps` are the deductions that it takes, the last one being the hint itself. `move` does it, or takes the mistake
    back.
    """

    kind: str
    rule: str | None
    told: Part
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
        """Whether it points at a mistake."""
        return self.kind == MISTAKE

    @property
    def title(self) -> str:
        """The name of its technique as players read it; of a hint that needs none what kind it is."""
        return TITLES[self.rule] if self.rule and not self.mistake else _TITLES[self.kind]

    @property
    def sentence(self) -> str:
        """All that is told, in plain text."""
        return " ".join(part.plain for part in (self.told, *self.reason))

    @property
    def conclusion(self) -> str:
        """What it comes to, in a sentence for a screen."""
        return self.told.shown

    @property
    def pages(self) -> tuple[Part, ...]:
        """The reason, page after page; on each the cells that the hint is about are marked as well."""
        return tuple(part._replace(marks=joined(self.told.marks, part.marks)) for part in self.reason or (self.told,))

    @property
    def where(self) -> str:
        """Only where to look."""
        if self.kind == IMPOSSIBLE:
            return "This board has no solution."
        return "Something is wrong in the shaded part." if self.mistake else "Look at the shaded part."

    @property
    def which(self) -> str:
        """Which technique to think of, or what is wrong."""
        if self.kind != STEP:
            return self.told.shown
        what = "the marked tile" if len(self.cells) == 1 else "the marked cells"
        return f"Think of “{self.title}”, for {what}."


def joined(first: Mapping[Role, Sides], second: Mapping[Role, Sides]) -> dict[Role, Sides]:
    """Both marks together: a cell with several roles keeps the first of them, with all its sides."""
    found: dict[int, tuple[Role, int]] = {}
    for role in Role:
        for marks in (first, second):
            for cell, sides in marks.get(role, {}).items():
                kept, before = found.get(cell, (role, 0))
                found[cell] = kept, before | sides
    return {
        role: {cell: sides for cell, (kept, sides) in found.items() if kept is role}
        for role in Role
        if any(kept is role for kept, _ in found.values())
    }
