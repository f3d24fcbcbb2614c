"""Findings and steps as values: what they settle, whether they contradict, and what they rest on."""

from __future__ import annotations

import pytest

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.logic.explain.parts import part
from termpuzzles.logic.explain.slices import smallest_slice
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason, Step
from termpuzzles.logic.problem import ALL, domain

CORNERS = domain(N | E, E | S, S | W, W | N)


@pytest.mark.parametrize(
    ("before", "after", "settles", "sides"),
    [
        (CORNERS, domain(N | E), True, 15),
        (CORNERS, domain(N | E, E | S), False, E | W),
        (domain(N | E, E | S), domain(N | E), True, N | S),
        (CORNERS, domain(N | E, S | W), False, 0),
        (domain(N, E), 0, False, 15),
    ],
)
def test_a_narrowing_tells_the_sides_that_become_known(before: int, after: int, settles: bool, sides: int) -> None:
    narrowing = Narrowing(0, before, after)
    assert narrowing.settles == settles
    if after:
        assert narrowing.sides == sides


def test_a_premise_cites_the_sides_with_and_without_a_line() -> None:
    assert Premise(0, N << 4 | S, ALL).sides == N | S
    assert Premise(0, 0, ALL).sides == 0


def test_a_reason_joins_its_parts_to_a_sentence() -> None:
    pages = part("one."), part("two.")
    reason = Reason.of([Premise(1, 0, ALL)], *pages, alone=lambda: pages[:1])
    assert (reason.because, reason.sentence, reason.parts) == ((Premise(1, 0, ALL),), "One. Two.", pages)
    assert reason.alone
    assert reason.alone() == pages[:1]
    assert Reason.of([], pages[0]).alone is None


def finding(*narrowed: Narrowing, because: tuple[Premise, ...] = ()) -> Finding:
    return Finding("edge", narrowed, lambda: Reason.of(because, part("so.")))


def test_a_step_is_the_finding_with_its_reason() -> None:
    found = finding(Narrowing(1, 7, 1), Narrowing(2, 7, 3), because=(Premise(5, 1, ALL),))
    assert not found.contradiction
    assert (found.because, found.sentence) == ((Premise(5, 1, ALL),), "So.")
    step = found.step()
    assert step == Step("edge", found.narrowed, found.because, (part("so."),))
    assert (step.contradiction, step.settled) == (False, (1,))


def test_a_contradiction_also_rests_on_all_that_the_cell_could_have_been() -> None:
    premises = Premise(5, 1, ALL), Premise(1, 6, ALL)
    found = finding(Narrowing(1, 7, 0), Narrowing(2, 7, 3), because=premises)
    assert found.contradiction
    assert found.because == (premises[0], Premise(1, 6, 7))
    assert found.step().contradiction
    assert found.step().settled == ()
    assert finding(Narrowing(3, 12, 0), because=premises).because == (*premises, Premise(3, 0, 12))


def test_the_reason_is_worked_out_once() -> None:
    asked = []

    def tell() -> Reason:
        asked.append(1)
        return Reason.of([], part("so."))

    found = Finding("edge", (Narrowing(1, 7, 1),), tell)
    assert found.sentence == found.step().sentence == "So."
    assert len(asked) == 1


def test_part_of_a_finding_may_be_told_by_itself() -> None:
    narrowed = Narrowing(1, 7, 1), Narrowing(2, 7, 3), Narrowing(4, 7, 6)

    def tell_some(some: tuple[Narrowing, ...]) -> Reason:
        return Reason.of([], part(" ".join(str(each.cell) for each in some) + "."))

    whole = Finding("block", narrowed, lambda: Reason.of([], part("all.")), 3, tell_some=tell_some)
    some = whole.about({4, 1, 9})
    assert (some.narrowed, some.sentence, some.size) == (narrowed[::2], "1 4.", 3)
    assert whole.about({9}) is whole
    assert finding(*narrowed).about({1}).narrowed == narrowed


def test_only_the_steps_on_which_the_last_one_rests_are_kept() -> None:
    grid = Grid.make(3, 2)

    def step(cell: int, *because: Premise) -> Step:
        return Step("edge", (Narrowing(cell, 7, 3),), because)

    first, other, second = step(0), step(5), step(1, Premise(0, E << 4, ALL))
    last = step(2, Premise(1, E << 4 | S, ALL))
    kept = smallest_slice(grid, [first, other, second, last], lambda cell: 0)
    assert kept == ([first, second, last], {0, 1, 2, 4})
    kept = smallest_slice(grid, [first, other, second, last], lambda cell: S)
    assert kept == ([first, second, last], {0, 1, 2})
    kept = smallest_slice(grid, [first, other, step(4, Premise(5, 0, ALL)), last], lambda cell: S)
    assert kept.cells == {1, 2}
    kept = smallest_slice(grid, [first, other, step(4, Premise(5, 0, ALL)), last], lambda cell: 0)
    assert kept.cells == {1, 2, 4, 5}
