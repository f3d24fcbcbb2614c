"""A hint in stages: what each press shows of it, until it is done or forgotten."""

from __future__ import annotations

import pytest

from termpuzzles.formats import read
from termpuzzles.hints.hint import Hint
from termpuzzles.logic.explain.parts import Part, Role, Sides, part
from termpuzzles.session.staged_hint import DONE, NONE, WHERE, WHICH, WHY, StagedHint, acted_out

BOARDS = ("infinity:2x2:3333", "5x5w:78a2ab47ad541418beb984d39", "simpleloop/5/5/004oo", "infinity:2x2:1111")


def given(text: str, was_asked_for: bool = True) -> tuple[StagedHint, Hint]:
    """The first hint on a board, as it begins."""
    (puzzle,) = read(text)
    staged = StagedHint(puzzle)
    hint = staged.guide.hint(puzzle.start)
    assert hint
    staged.give(hint, was_asked_for)
    return staged, hint


def shown(staged: StagedHint) -> tuple[int, int, str, str | None, str]:
    """The stage, the page and what is said at them."""
    return staged.stage, staged.page, staged.title, staged.technique, staged.conclusion


@pytest.mark.parametrize("text", BOARDS)
def test_a_hint_is_shown_stage_by_stage_and_page_by_page(text: str) -> None:
    staged, hint = given(text)
    assert shown(staged) == (WHERE, 0, "", None, "")
    assert (staged.sentence, staged.marks) == (hint.where, {Role.BECAUSE: dict.fromkeys(hint.region, 0)})
    assert not staged.checkerboard
    assert staged.next() is None
    assert shown(staged) == (WHICH, 0, hint.title, hint.rule, "")
    assert (staged.sentence, staged.marks) == (hint.which, {Role.TARGET: dict.fromkeys(hint.cells, 0)})
    for number, page in enumerate(hint.pages, 1):
        assert not staged.is_last
        assert staged.next() is None
        assert shown(staged) == (WHY, number, hint.title, hint.rule, hint.conclusion)
        assert (staged.sentence, staged.marks, staged.checkerboard) == (page.shown, page.marks, page.checkerboard)
    assert staged.is_last
    assert staged.can_be_done == (hint.move is not None)
    for _ in range(2):
        assert staged.next() == hint.move
        assert staged.stage == DONE


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("presses", range(4))
def test_a_hint_can_be_done_at_any_stage_and_nothing_is_left_once_it_is_forgotten(text: str, presses: int) -> None:
    staged, hint = given(text)
    for _ in range(presses):
        staged.next()
    assert staged.do() == hint.move
    assert (staged.stage, staged.page) == (DONE, staged.pages) == (DONE, len(hint.pages))
    staged.forget()
    assert shown(staged) == (NONE, 0, "", None, "")
    assert (staged.hint, staged.sentence, staged.marks, staged.pages) == (None, "", {}, 0)
    assert not any((staged.was_asked_for, staged.is_last, staged.can_be_done, staged.checkerboard))
    assert staged.next() is None
    assert staged.do() is None
    assert shown(staged) == (NONE, 0, "", None, "")


def test_each_page_says_for_itself_whether_the_checkerboard_is_shown() -> None:
    staged, hint = given(BOARDS[0])
    shown = (False, True, True, False)
    staged.give(hint._replace(reason=tuple(Part((), {Role.BECAUSE: {0: 0}}, each) for each in shown)))
    found = [staged.checkerboard]
    while not staged.is_last:
        staged.next()
        found.append(staged.checkerboard)
    assert found == [False, False, *shown]


def test_nothing_is_shown_before_a_hint_is_given() -> None:
    staged = StagedHint(read(BOARDS[0])[0])
    assert shown(staged) == (NONE, 0, "", None, "")
    assert (staged.hint, staged.sentence, staged.marks, staged.pages) == (None, "", {}, 0)
    assert not staged.was_asked_for
    assert staged.next() is None
    assert staged.stage == NONE


def test_a_hint_that_nobody_asked_for_is_asked_for_with_the_first_press() -> None:
    for was_asked_for in (True, False):
        staged, _ = given(BOARDS[0], was_asked_for)
        assert staged.was_asked_for == was_asked_for
        staged.next()
        assert staged.was_asked_for


def test_turning_leads_through_the_ways_of_a_page_before_the_next_page_and_back() -> None:
    staged, hint = given(BOARDS[1])
    ways: tuple[tuple[Sides, ...], ...] = (({0: 16}, {0: 32}), ({1: 16}, {1: 32}, {1: 64}), ())
    pages = tuple(part(f"page {number}.")._replace(ways=each) for number, each in enumerate(ways, 1))
    staged.give(hint._replace(reason=pages, brief=0))
    staged.turn(onward=True)
    staged.turn(onward=True)
    seen = [(page, way) for page, each in enumerate(ways, 1) for way in range(max(1, len(each)))]
    for there, onward in ((seen, True), (seen[::-1], False)):
        for page, way in there:
            assert (staged.stage, staged.page, staged.way) == (WHY, page, way)
            assert acted_out(staged) == (ways[page - 1][way] if ways[page - 1] else {})
            drawn = f" Way {way + 1} of {len(ways[page - 1])} is drawn; the arrow keys show the others."
            assert staged.reason == f"Page {page}.{drawn if ways[page - 1] else ''}"
            staged.turn(onward=onward)
        assert (staged.page, staged.way) == there[-1]
