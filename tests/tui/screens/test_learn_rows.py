"""The rows of Learn, and how a lesson's board and words share a window, asked without an app."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Size

from termpuzzles.board.grid import Grid
from termpuzzles.catalogue.lessons import taught
from termpuzzles.render.ink import LARGE, LARGEST, MEDIUM, PIPE_ZOOMS, SMALL, ZOOMS, Zoom
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.learn import LearnScreen, LessonNumber
from termpuzzles.tui.screens.lesson import arranged
from termpuzzles.tui.widgets.captions import filled_bar


@pytest.mark.parametrize(("ascii_only", "signs"), [(False, "▸▾"), (True, "+-")])
@pytest.mark.parametrize("done", [(), (1,), (2, -1), (1, 2, -2, -1)])
def test_each_game_says_how_many_of_its_lessons_are_done_and_the_open_one_which(
    done: tuple[int, ...], ascii_only: bool, signs: str, tmp_path: Path
) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = Context(library, library.settings(), ascii_only=ascii_only)
    every = {game: len(titles) for game, titles in taught().items()}
    keys = {f"{game}/{number % (every[game] + 1)}": True for game in every for number in done}
    context.settings["lessons"] = keys
    rows = {row.value: row.words for row in LearnScreen(context).rows() if row.value}
    words = {value: "".join(piece[0] for piece in pieces).split() for value, pieces in rows.items()}
    opened = {game for game, number in rows if number}
    assert len(opened) == 1
    for place, (game, number) in enumerate(every.items(), 1):
        row = LessonNumber(game, 0)
        bar = "".join(piece[0] for piece in filled_bar(len(done) / number, 6, not ascii_only))
        assert words[row][:2] == [f"{place}", signs[game in opened]]
        assert words[row][-4:] == [f"{len(done)}", "of", f"{number}", bar]
        assert {tone for text, tone, *_ in rows[row] if f" of {number}" in text} == {"text" if done else "faint"}
    (game,) = opened
    for number, title in enumerate(taught()[game], 1):
        mark = [context.glyphs.done] * (f"{game}/{number}" in keys)
        assert words[LessonNumber(game, number)] == [f"{number}", *mark, *title.split()]


@pytest.mark.parametrize(
    ("board", "window", "arrangement"),
    [
        ((1, 2), (130, 30), (LARGEST, True, Size(46, 28))),
        ((1, 2), (80, 24), (LARGEST, True, Size(32, 22))),
        ((1, 2), (40, 24), (LARGEST, True, Size(26, 22))),
        ((1, 2), (26, 10), (MEDIUM, True, Size(20, 8))),
        ((1, 2), (26, 9), (MEDIUM, False, Size(26, 1))),  # beside the board they would take eight rows in seven
        ((1, 2), (24, 15), (LARGE, False, Size(24, 2))),  # no twenty columns and six
        ((3, 3), (24, 10), (SMALL, False, Size(24, 2))),
        ((3, 3), (32, 18), (LARGE, False, Size(32, 2))),  # beside the words it would be smaller
        ((7, 2), (83, 20), (PIPE_ZOOMS[-2], True, Size(26, 18))),
        ((7, 2), (84, 20), (PIPE_ZOOMS[-1], False, Size(84, 1))),  # seven tiles of twelve columns
        ((7, 2), (103, 20), (PIPE_ZOOMS[-1], False, Size(103, 1))),
        ((7, 2), (104, 20), (PIPE_ZOOMS[-1], True, Size(20, 18))),
    ],
)
def test_the_words_of_a_lesson_stand_beside_its_board_if_they_have_room_there_and_it_is_no_smaller(
    board: tuple[int, int], window: tuple[int, int], arrangement: tuple[Zoom, bool, Size]
) -> None:
    def lines(width: int, at_the_end: bool) -> int:
        return -(-40 // (width - 3)) + 5 * at_the_end

    zooms = PIPE_ZOOMS if arrangement[0].pixels else ZOOMS
    assert arranged(Grid.make(*board), zooms, Size(*window), lines) == arrangement
