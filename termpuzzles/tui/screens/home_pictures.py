"""What stands beside the rows of the first screen: the board of the one at the cursor, and a few words about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.catalogue.daily import TodaysBoard
from termpuzzles.catalogue.home import Played, example_for_help, last_game
from termpuzzles.catalogue.ladder import next_level
from termpuzzles.catalogue.lessons import lesson_progress, lessons
from termpuzzles.catalogue.levels import Levels, PackLevel
from termpuzzles.catalogue.new_board import BoardRequest, request_of
from termpuzzles.catalogue.practice import practised, technique_of
from termpuzzles.catalogue.statistics import Practice
from termpuzzles.catalogue.suggestions import Preview
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.guests import guests
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.render.picture import Phase, Picture, picture_of
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.home_rows import board_name
from termpuzzles.tui.screens.value_pictures import sample
from termpuzzles.tui.widgets.lines import Words, wrap
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import thumbnail_strips

_MOST_LINES = 3  # of words
_RUSH = "5x5"  # the size of a board as they come in a rush


class RowPicture(NamedTuple):
    """What stands beside a row: a board, or what a guest draws for the screen of that name; and words about it."""

    picture: Picture | None = None
    title: str = ""
    words: str = ""
    solved: bool = False
    guest: str = ""

    def lines(self, width: int) -> list[Words]:
        """The words in that many columns."""
        words = wrap(self.words, width)[:_MOST_LINES] if self.words else []
        return [((self.title, "good"),), *(((line, "faint"),) for line in words)] if self.title else []

    def strips(self, room: Size, brush: CellPainter) -> list[Strip]:
        """The board in the middle of a room."""
        if self.guest:
            return drawn_by_guests()[self.guest](room, brush)
        if self.picture is None:
            return []
        strips, blank = thumbnail_strips(self.picture, room, brush, solved=self.solved), brush.palette.style("text")
        before = Segment(" " * ((room.width - max((strip.cell_length for strip in strips), default=0)) // 2), blank)
        above = [Strip.blank(room.width, blank)] * ((room.height - len(strips)) // 2)
        return [*above, *(Strip([before, *strip]) for strip in strips)]


def drawn_by_guests() -> dict[str, Callable[[Size, CellPainter], list[Strip]]]:
    """What guests draw, by the names of their screens."""
    return {name: door.load() for guest in guests() for name, door in guest.pictures.items()}


class Shelf(NamedTuple):
    """What the pictures are taken from: the levels, what was played, what needs practice, and the day."""

    context: Context
    levels: Levels
    played: Played
    needs: Practice
    today: date


def of_today(board: TodaysBoard, seen: Preview | None) -> RowPicture:
    """A board of the day."""
    if board.solve is not None:
        how = "no hints" if board.solve.unaided else "with help"
        return RowPicture(
            seen and seen.picture, board.name, f"solved in {clock_text(board.solve.seconds)}, {how}", True
        )
    words = f"{clock_text(board.begun.seconds)} so far, {seen.done if seen else ''}" if board.begun else "not begun yet"
    return RowPicture(seen and seen.picture, board.name, words.rstrip(", "))


def of_begun(entry: Summary, seen: Preview | None) -> RowPicture:
    """A board to go on with."""
    name = entry.title.rpartition("/")[2] or board_name(entry.game, entry.size)
    done = f", {seen.done}" if seen and seen.done else ""
    return RowPicture(seen and seen.picture, name, f"{clock_text(entry.seconds)} so far{done}")


def of_level(found: PackLevel, why: str = "") -> RowPicture:
    """A level as it begins."""
    level, game = found.level, found.pack.game
    facts = (f"{named(game).title} {level.size} {level.wraps}".rstrip(), level.difficulty(game).words, why)
    with suppress(PuzzleError, OSError, IndexError):
        puzzle = found.pack.puzzles()[found.place]
        return RowPicture(picture_of(puzzle, puzzle.start), level.title, ", ".join(filter(None, facts)))
    return RowPicture(title=level.title, words="This level cannot be read.")


def of_lesson(shelf: Shelf) -> RowPicture:
    """The next lesson, of the game with the latest one."""
    course = lesson_progress(shelf.context.settings)
    found = lessons(course.game)[max(1, course.number) - 1 :] if course else []
    if not found:
        return RowPicture(title="Learn", words="how the games are played")
    lesson = found[0]
    return RowPicture(picture_of(lesson.puzzle, lesson.puzzle.start), lesson.title, technique_name(lesson.teaches))


def of_next_level(shelf: Shelf) -> RowPicture:
    """The first level that is not solved: of the pack that was played last, else of any."""
    levels, solved = shelf.levels, shelf.played.solved
    found = (levels.by_identity.get(entry.identity) for entry in shelf.played.entries)
    latest = next((each.pack for each in found if each), None)
    left = (
        PackLevel(pack, place)
        for pack in (*([latest] if latest else []), *levels.packs)
        for place, level in enumerate(pack.levels)
        if level.identity not in solved
    )
    level = next(left, None)
    return of_level(level) if level else RowPicture(title="Levels", words="all are solved")


def of_technique(shelf: Shelf) -> RowPicture:
    """The technique that needs practice most, else the first one that levels teach, as it is explained."""
    game = shelf.needs.needs[0].game if shelf.needs.needs else last_game(shelf.played)
    rule = shelf.needs.needs[0].rule if shelf.needs.needs else next(iter(practised(shelf.levels, game)), "")
    with suppress(PuzzleError, OSError, StopIteration, IndexError):
        if rule:
            found = technique_of(game, rule)
            return RowPicture(found.board, technique_name(rule), found.sentence)
    return RowPicture(title="Practise", words="one technique at a time")


def of_ladder(shelf: Shelf) -> RowPicture:
    """The level that comes next by the player's rating."""
    found = next_level(shelf.played.entries, shelf.levels, last_game(shelf.played), shelf.today)
    return of_level(found) if found else RowPicture(title="Next board", words="a new one")


def of_options(shelf: Shelf) -> RowPicture:
    """A board that shows every state, in the colours that were chosen."""
    return RowPicture(sample(), "Options", "colours, keys, and what is done for you")


def of_help(shelf: Shelf) -> RowPicture:
    """The first board of the game whose rules are explained."""
    puzzle = example_for_help(shelf.levels.packs, last_game(shelf.played), shelf.today)
    return RowPicture(picture_of(puzzle, puzzle.start), "Help", "the rules, the keys, the techniques")


def of_statistics(shelf: Shelf) -> RowPicture:
    """The days that were played, which are drawn by themselves."""
    return RowPicture(title="Statistics", words="what you solved, and how fast")


AT_HAND: dict[str, Callable[[Shelf], RowPicture]] = {
    **{"learn": of_lesson, "levels": of_next_level, "options": of_options, "help": of_help},
    **{"statistics": of_statistics},
}  # by the screens that rows lead to
ASIDE: dict[str, Callable[[Shelf], RowPicture]] = {"practise": of_technique, "next board": of_ladder}  # take longer

ASKED = ("new", "rush")  # show an example of a new board


def asked_by(to: str, shelf: Shelf) -> tuple[BoardRequest, str, str] | None:
    """The request of which the row shows an example, and words about it; None if it shows something else."""
    again = shelf.context.settings.get("again")
    if to == "new":
        request = request_of(again or {})
        return request, request.words(), "an example, not your board"
    if to == "rush":
        return BoardRequest(last_game(shelf.played), _RUSH), "Rush", "small boards on the clock, or a streak"
    return None


def of_example(board: Puzzle | None, title: str, words: str) -> RowPicture:
    """An example of a board that is made when one asks for it."""
    return RowPicture(replace(picture_of(board, board.start), settled=Phase.NONE) if board else None, title, words)


def of_guest(to: str, titles: Iterable[tuple[str, str, str]]) -> RowPicture:
    """A screen of a guest's, by its name; `titles` has the title of each, its sentence, and that name."""
    for title, words, name in titles:
        if name == to:
            return RowPicture(None, title, words, guest=to if to in drawn_by_guests() else "")
    return RowPicture()
