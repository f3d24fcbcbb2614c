"""How a hint is marked on the board: by shape as well as by colour, cells and sides."""

from __future__ import annotations

import re

import pytest

from termpuzzles.board.grid import E, N
from termpuzzles.catalogue.practice import first_use
from termpuzzles.formats import read
from termpuzzles.hints.guide import hint
from termpuzzles.logic.explain.parts import Role
from termpuzzles.logic.rules.techniques import POSITIONS
from termpuzzles.render.glyph_sets import ASCII, UNICODE, Glyphs
from termpuzzles.render.ink import LARGE, ground_of
from termpuzzles.render.picture import BECAUSE, TARGET, hint_mark, picture_of
from termpuzzles.session.staged_hint import DONE, WHERE, WHICH, WHY, StagedHint
from tests.hints.test_sentences import NUMBERS
from tests.render.looks import as_text

ROW = "infinity:3x1:351"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_hinted_cells_and_those_they_rest_on_are_told_apart_by_shape(glyphs: Glyphs) -> None:
    (puzzle,) = read(ROW)
    drawn = as_text(picture_of(puzzle, puzzle.start, hints={0: TARGET, 2: BECAUSE}), LARGE, glyphs)[0]
    assert (drawn[1], drawn[3]) == tuple(glyphs.roles[TARGET])
    assert (drawn[11], drawn[13]) == tuple(glyphs.roles[BECAUSE])
    assert drawn[6] == drawn[8] == " "


def test_a_side_that_counts_is_marked_where_no_line_is_drawn() -> None:
    (puzzle,) = read(ROW)
    rows = as_text(picture_of(puzzle, puzzle.start, hints={2: hint_mark(BECAUSE, N | E)}), LARGE)
    assert rows[0][12] == UNICODE.counts
    assert rows[1][14] != UNICODE.counts  # the end's own line is there


def test_marks_keep_their_ground_whatever_sides_count() -> None:
    (puzzle,) = read(ROW)
    picture = picture_of(puzzle, puzzle.start, hints={0: hint_mark(TARGET, N), 1: hint_mark(BECAUSE, N | E)})
    assert [ground_of(picture.look(cell), LARGE) for cell in range(3)] == ["target", "because", "plain"]


def test_a_hint_tells_where_then_which_then_why_then_does_it() -> None:
    (puzzle,) = read("infinity:2x2:3333")
    found = hint(puzzle, near=1)
    assert found
    staged = StagedHint(puzzle)
    assert (staged.marks, staged.sentence, staged.next()) == ({}, "", None)
    staged.give(found)
    assert (staged.stage, staged.title) == (WHERE, "")
    assert set(staged.marks[Role.BECAUSE]) >= set(found.cells)
    assert staged.next() is None
    assert (staged.stage, staged.title) == (WHICH, "Only fit")
    assert staged.marks == {Role.TARGET: dict.fromkeys(found.cells, 0)}
    for page in range(1, staged.pages + 1):
        assert staged.next() is None
        assert (staged.stage, staged.page) == (WHY, page)
        assert staged.sentence
    assert staged.is_last
    assert staged.next() == found.move
    assert staged.stage == DONE


def test_a_hint_can_be_done_at_once() -> None:
    (puzzle,) = read("infinity:2x2:3333")
    found = hint(puzzle)
    assert found
    staged = StagedHint(puzzle)
    assert staged.do() is None
    staged.give(found)
    assert (staged.do(), staged.stage) == (found.move, DONE)


def test_every_cell_that_is_counted_looks_so_even_if_the_hint_is_about_it() -> None:
    (puzzle,) = read(POSITIONS["parity type 1"])
    found = first_use(puzzle, "parity type 1")
    assert found
    striped = set(found.pages[0].marks[Role.CUT_OFF])
    dark = sum(sum(puzzle.grid.place(cell)) % 2 == 0 for cell in striped)
    match = re.search(r"has (\w+) dark cells? and (as many|\w+) light", found.sentence)
    assert match
    assert dark == NUMBERS.index(match[1])
    assert len(striped) - dark == (dark if match[2] == "as many" else NUMBERS.index(match[2]))
    assert not striped.isdisjoint(found.cells)
    assert not striped.isdisjoint(found.pages[-1].marks[Role.TARGET])


def test_light_and_dark_cells_are_shown_on_the_pages_that_count_them_alone() -> None:
    (puzzle,) = read(POSITIONS["parity type 1"])
    found = first_use(puzzle, "parity type 1")
    assert found
    page = found.reason[0]
    assert page.checkerboard
    plain = page._replace(checkerboard=False)
    staged = StagedHint(puzzle)
    staged.give(found._replace(reason=(page, plain, plain)))
    shown = []
    for _ in range(4):
        shown.append((staged.stage >= WHY, staged.checkerboard))
        staged.next()
    shown.append((staged.is_last, staged.checkerboard))
    assert shown == [(False, False), (False, False), (True, True), (True, False), (True, False)]
