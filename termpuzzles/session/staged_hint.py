"""A hint as it is given in play, one key press after the other: where to look, which technique, why, done.

The screen shows `title`, `sentence` and `marks`, and "`page` of `pages`" if there are several.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termpuzzles.games.model import Move, Puzzle
    from termpuzzles.hints.guide import Guide
    from termpuzzles.hints.hint import Hint
    from termpuzzles.logic.explain.parts import Part, Role, Sides

NONE, WHERE, WHICH, WHY, DONE = range(5)  # the stages


class StagedHint:
    """The hint that is being given for one puzzle, and how far it has gone; `stage` is NONE while there is none."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._hint: Hint | None = None
        self.stage = NONE
        self.way = 0  # of the ways of which the page speaks, from 0
        self.page = 0  # the page of the reason, from 1; 0 before that
        self.was_asked_for = False  # by the player, who may close it
        self.about: tuple[int, int] | None = None  # the cell and the lines of which the player asked why not

    @cached_property
    def guide(self) -> Guide:
        """The puzzle's guide, which keeps what is certain from one question to the next."""
        from termpuzzles.hints.guide import Guide  # 30 ms, only needed for hints

        return Guide(self._puzzle)

    @property
    def hint(self) -> Hint | None:
        """The hint that is being given."""
        return self._hint

    def give(self, hint: Hint, was_asked_for: bool = True, about: tuple[int, int] | None = None) -> None:
        """Begin to give this hint: where to look."""
        self._hint, self.stage, self.page, self.was_asked_for, self.way = hint, WHERE, 0, was_asked_for, 0
        self.about = about

    def forget(self) -> None:
        """Drop the hint, because something was played."""
        self._hint, self.stage, self.page, self.was_asked_for, self.way = None, NONE, 0, False, 0
        self.about = None

    def next(self) -> Move | None:
        """Go one step further; after the last page return the move that carries out the hint, if there is one."""
        if self._hint is None:
            return None
        self.was_asked_for, self.way = True, 0
        if self.stage == WHY and self.page < self.pages:
            self.page += 1
        elif self.stage < DONE:
            self.stage += 1
            self.page = min(self.stage, WHY) // WHY
        return self._hint.move if self.stage == DONE else None

    def do(self) -> Move | None:
        """The move that carries out the hint, or takes its mistake back; None if there is none."""
        if self._hint is None:
            return None
        self.stage, self.page = DONE, self.pages
        return self._hint.move

    def turn_to_end(self) -> None:
        """Turn to the last page of the reason, where all of it has been told."""
        if self.stage == WHY:
            self.page = self.pages

    def turn(self, onward: bool) -> None:
        """Go to the next of the ways of which the page speaks, or the next page, but not past the last; or back."""
        way = self.way + (1 if onward else -1)
        if 0 <= way < len(ways_at(self)):
            self.way = way
        elif onward and not self.is_last:
            self.next()
        elif not onward and self.page > 1:
            self.page -= 1
            self.way = max(0, len(ways_at(self)) - 1)

    @property
    def is_last(self) -> bool:
        """Whether this is the last page, so that the next press carries the hint out."""
        return self.stage == WHY and self.page == self.pages

    @property
    def can_be_done(self) -> bool:
        """Whether the hint comes with a move."""
        return self._hint is not None and self._hint.move is not None

    @property
    def title(self) -> str:
        """The name of the technique as players read it; empty while only the place is shown."""
        return self._hint.title if self._hint and self.stage >= WHICH else ""

    @property
    def technique(self) -> str | None:
        """The rule whose page in the help explains it; None if the hint needs no rule or has not named it yet."""
        return self._hint.rule if self._hint and self.stage >= WHICH else None

    @property
    def conclusion(self) -> str:
        """The conclusion as a sentence; empty until the reason is shown."""
        return self._hint.conclusion if self._hint and self.stage >= WHY else ""

    @property
    def reason(self) -> str:
        """The words of this page, which come after the conclusion; empty if there is nothing but the conclusion."""
        if not (self._hint and self.page and self._hint.reason):
            return ""
        number = len(ways_at(self))
        drawn = f" Way {self.way + 1} of {number} is drawn; the arrow keys show the others." if number > 1 else ""
        return f"{self.parts[self.page - 1].shown}{drawn}"

    @property
    def pages(self) -> int:
        """The number of pages of the reason."""
        return len(self.parts)

    @property
    def sentence(self) -> str:
        """The text of this stage and page, in the words for a screen."""
        if self._hint is None:
            return ""
        if self.stage == WHERE:
            return self._hint.where
        if self.stage == WHICH:
            return self._hint.which
        return self.parts[self.page - 1].shown

    @property
    def marks(self) -> Mapping[Role, Sides]:
        """The cells to be marked at this stage and page, by role, each with the mask of its sides that count."""
        if self._hint is None:
            return {}
        from termpuzzles.logic.explain.parts import Role  # already loaded to give the hint

        if self.stage == WHERE:
            part = () if self.was_asked_for else self._hint.part  # that which the words of a lesson are about
            return {Role.BECAUSE: dict.fromkeys(part or self._hint.region, 0)}
        if self.stage == WHICH:
            return {Role.TARGET: dict.fromkeys(self._hint.cells, 0)}
        return self.parts[self.page - 1].marks

    @property
    def checkerboard(self) -> bool:
        """Whether the board's light and dark cells are to be shown."""
        return self.stage >= WHY and self.parts[self.page - 1].checkerboard

    @property
    def parts(self) -> tuple[Part, ...]:
        """The pages of the reason; () if there is no hint."""
        return self._hint.pages if self._hint else ()


def ways_at(staged: StagedHint) -> tuple[Sides, ...]:
    """The ways of which the page that is shown speaks."""
    return staged.parts[staged.page - 1].ways if staged.page and staged.parts else ()


def acted_out(staged: StagedHint) -> Mapping[int, int]:
    """What is supposed up to this page, and what follows from that, or one of the ways of which the page speaks.

    A known byte for each cell, to be drawn.
    """
    if ways := ways_at(staged):
        return ways[staged.way]
    found: dict[int, int] = {}
    for part in staged.parts[: staged.page]:
        for cell, known in part.shows.items():
            found[cell] = found.get(cell, 0) | known
    return found


def acts_out(staged: StagedHint) -> bool:
    """Whether this reason is drawn on the board page by page."""
    return staged.stage == WHY and any(part.shows or len(part.ways) > 1 for part in staged.parts)
