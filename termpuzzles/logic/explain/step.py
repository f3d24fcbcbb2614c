"""What a rule finds, and the step that comes of it: what it settles, what that rests on, and in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import NamedTuple

from termpuzzles.logic.domains import KNOWN
from termpuzzles.logic.explain.telling import Part
from termpuzzles.logic.problem import Domain


class Narrowing(NamedTuple):
    """What a step makes of one cell's domain; an empty `after` is a contradiction."""

    cell: int
    before: Domain
    after: Domain

    @property
    def settles(self) -> bool:
        """Whether one mask is left, where there were more."""
        return self.after.bit_count() == 1

    @property
    def sides(self) -> int:
        """The mask of the sides that become known by it."""
        fresh = KNOWN[self.after] & ~KNOWN[self.before]
        return fresh >> 4 | fresh & 15


class Premise(NamedTuple):
    """A cell that a step rests on: what is known of its sides, and the masks that may be left for it.

    `known` is a known byte (see `termpuzzles.logic.domains`): lines and crosses that were established before.
    `left` is what the step takes to be left of the cell's domain; it is every mask where only the sides matter.
    """

    cell: int
    known: int
    left: Domain

    @property
    def sides(self) -> int:
        """The mask of the sides whose state the step cites."""
        return self.known >> 4 | self.known & 15


class Reason(NamedTuple):
    """Why a step holds: the cells it rests on, with all others free to take any lines; and the step as a sentence.

    `parts` tell it page by page, the conclusion last; `Reason.told` makes the sentence of them.
    """

    because: tuple[Premise, ...]
    sentence: str
    parts: tuple[Part, ...] = ()

    @classmethod
    def told(cls, because: Iterable[Premise], *parts: Part) -> Reason:
        """The reason that these parts tell."""
        return cls(tuple(because), " ".join(part.plain for part in parts), parts)


class Step(NamedTuple):
    """One step of a deduction: a plain value, true whenever it is read.

    `because` are the cells that it rests on: it follows from these, with every other tile free. `parts` tell the
    sentence page by page.
    """

    rule: str
    narrowed: tuple[Narrowing, ...]
    because: tuple[Premise, ...]
    sentence: str
    parts: tuple[Part, ...] = ()

    @property
    def contradiction(self) -> bool:
        """Whether the step finds that the board has no solution."""
        return 0 in [after for _, _, after in self.narrowed]

    @property
    def settled(self) -> tuple[int, ...]:
        """The cells that have just one mask left by this step."""
        return tuple(narrowing.cell for narrowing in self.narrowed if narrowing.settles)


@dataclass(frozen=True)
class Finding:
    """What a rule finds, while it is not put in yet.

    `tell` works the reason out from the knowledge as it was when this was found. So ask for `reason` or `step` before
    anything is put in; once asked, the answer stays. `size` says how much there is to see for it: joint turns, tiles,
    links, whatever the rule goes by. `lines` is what it says of lines as such, whatever was left of the cells at them:
    a known byte for each cell. `tell_some` tells why some or all of the cells are narrowed by as few cells as will do.
    """

    rule: str
    narrowed: tuple[Narrowing, ...]
    tell: Callable[[], Reason] = field(repr=False, compare=False)
    size: int = 0
    lines: Mapping[int, int] = field(default_factory=dict, repr=False, compare=False)
    tell_some: Callable[[tuple[Narrowing, ...]], Reason] | None = field(default=None, repr=False, compare=False)

    def about(self, cells: Collection[int]) -> Finding:
        """The same as far as it is about these cells, where that may rest on fewer."""
        narrowed = tuple(narrowing for narrowing in self.narrowed if narrowing.cell in cells)
        if not self.tell_some or not narrowed:
            return self
        return replace(self, narrowed=narrowed, tell=partial(self.tell_some, narrowed))

    @cached_property
    def reason(self) -> Reason:
        """Cells and sentence together, worked out at the first call."""
        because, sentence, parts = self.tell()
        # Where a cell is left nothing, that rests on all the masks that it had as well.
        cited = {premise.cell: premise for premise in because}
        for cell, before, after in self.narrowed:
            if not after:
                known = cited[cell].known if cell in cited else 0
                cited[cell] = Premise(cell, known, before)
        return Reason(tuple(cited.values()), sentence, parts)

    @property
    def because(self) -> tuple[Premise, ...]:
        """The cells that the finding rests on."""
        return self.reason.because

    @property
    def sentence(self) -> str:
        """The finding as a person would say it."""
        return self.reason.sentence

    @property
    def contradiction(self) -> bool:
        """Whether it shows that the board has no solution."""
        return 0 in [after for _, _, after in self.narrowed]

    def step(self) -> Step:
        """The finding with its reason, to keep."""
        return Step(self.rule, self.narrowed, *self.reason)
