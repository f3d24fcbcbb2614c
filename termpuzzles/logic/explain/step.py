"""Findings of rules, and the steps made from them: what they settle, what that rests on, and the words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import NamedTuple

from termpuzzles.logic.explain.parts import Part
from termpuzzles.logic.problem import KNOWN, Domain


class Narrowing(NamedTuple):
    """How a step narrows one cell's domain; an empty `after` is a contradiction."""

    cell: int
    before: Domain
    after: Domain

    @property
    def settles(self) -> bool:
        """Whether one mask is left of several."""
        return self.after.bit_count() == 1

    @property
    def sides(self) -> int:
        """The mask of the sides that become known."""
        fresh = KNOWN[self.after] & ~KNOWN[self.before]
        return fresh >> 4 | fresh & 15


class Premise(NamedTuple):
    """A cell on which a step rests: what is known of its sides, and the masks that are left to it.

    `known` is a known byte (see `termpuzzles.logic.problem`): lines and crosses found before. `left` is what the step
    assumes to be left of the cell's domain: every mask where only the sides matter.
    """

    cell: int
    known: int
    left: Domain

    @property
    def sides(self) -> int:
        """The mask of the sides whose state the step cites."""
        return self.known >> 4 | self.known & 15


class Reason(NamedTuple):
    """Why a step holds: the cells it rests on, with all others free to take any lines; and the reason in words.

    `parts` are its pages, the conclusion last. If they say "it" for the cell of the conclusion, which comes before
    them, `alone` tells the same parts with the name of the cell.
    """

    because: tuple[Premise, ...]
    parts: tuple[Part, ...] = ()
    alone: Callable[[], tuple[Part, ...]] | None = None

    @classmethod
    def of(
        cls, because: Iterable[Premise], *parts: Part, alone: Callable[[], tuple[Part, ...]] | None = None
    ) -> Reason:
        """The reason that these parts make up."""
        return cls(tuple(because), parts, alone)

    @property
    def sentence(self) -> str:
        """Its words in plain text, as a person would say them."""
        return " ".join(part.plain for part in self.parts)


class Step(NamedTuple):
    """One step of a deduction: a plain value, true whenever it is read.

    `rule` is the technique by its id, and `narrowed` what it leaves of the masks of each cell. `because` are the cells
    that it rests on: it follows from these, with every other tile free. `parts` say it in words, page after page.
    """

    rule: str
    narrowed: tuple[Narrowing, ...]
    because: tuple[Premise, ...]
    parts: tuple[Part, ...] = ()

    @property
    def sentence(self) -> str:
        """Its words in plain text."""
        return " ".join(part.plain for part in self.parts)

    @property
    def contradiction(self) -> bool:
        """Whether the step finds that the board has no solution."""
        return 0 in [after for _, _, after in self.narrowed]

    @property
    def settled(self) -> tuple[int, ...]:
        """The cells of which this step leaves just one mask."""
        return tuple(narrowing.cell for narrowing in self.narrowed if narrowing.settles)


@dataclass(frozen=True)
class Finding:
    """What a rule has found, before it is put in.

    `tell` works the reason out from the knowledge as it was when this was found. So ask for `reason` or `step` before
    anything is put in; once asked for, the answer stays. `size` says how much there is to see: the number of joint
    turns, tiles, links or whatever the rule counts. `lines` is what it says about lines as such, whatever was left of
    the cells at them: a known byte for each cell. `tell_some` explains some of the narrowings, by as few cells as it
    can. `pattern` names the shape on the board by which players know it, if it has a name of its own. `rests` gives the
    cells of the reason without its words, where these take long.
    """

    rule: str
    narrowed: tuple[Narrowing, ...]
    tell: Callable[[], Reason] = field(repr=False, compare=False)
    size: int = 0
    lines: Mapping[int, int] = field(default_factory=dict, repr=False, compare=False)
    tell_some: Callable[[tuple[Narrowing, ...]], Reason] | None = field(default=None, repr=False, compare=False)
    pattern: str = ""
    rests: Callable[[], Iterable[Premise]] | None = field(default=None, repr=False, compare=False)

    def about(self, cells: Collection[int]) -> Finding:
        """The part of the finding about these cells, if that may rest on fewer cells than the whole; else all of it."""
        narrowed = tuple(narrowing for narrowing in self.narrowed if narrowing.cell in cells)
        if not self.tell_some or not narrowed:
            return self
        return replace(self, narrowed=narrowed, tell=partial(self.tell_some, narrowed), rests=None)

    @cached_property
    def reason(self) -> Reason:
        """The reason, worked out at the first call."""
        told = self.tell()
        return told._replace(because=self._with_emptied(told.because))

    def _with_emptied(self, because: Iterable[Premise]) -> tuple[Premise, ...]:
        """These cells; that one has no mask left also rests on all the masks that it had."""
        cited = {premise.cell: premise for premise in because}
        for cell, before, after in self.narrowed:
            if not after:
                known = cited[cell].known if cell in cited else 0
                cited[cell] = Premise(cell, known, before)
        return tuple(cited.values())

    @cached_property
    def because(self) -> tuple[Premise, ...]:
        """The cells that the finding rests on, worked out at the first call, like the reason."""
        is_told = "reason" in vars(self)  # else the knowledge is still as it was
        return self._with_emptied(self.rests()) if self.rests and not is_told else self.reason.because

    @property
    def sentence(self) -> str:
        """The reason as a person would say it."""
        return self.reason.sentence

    @property
    def contradiction(self) -> bool:
        """Whether it shows that the board has no solution."""
        return 0 in [after for _, _, after in self.narrowed]

    def wordless(self) -> Step:
        """The finding with what it rests on, to keep."""
        return Step(self.rule, self.narrowed, self.because)

    def step(self) -> Step:
        """The finding with its reason, to keep."""
        because, parts, _ = self.reason
        return Step(self.rule, self.narrowed, because, parts)
