"""What the shelf says, as a person has read and approved it: techniques, lessons, suggestions and new boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from termpuzzles.catalogue.daily import daily_board, daily_games, daily_size, next_of_day
from termpuzzles.catalogue.day import day_of
from termpuzzles.catalogue.lessons import (
    lesson_on,
    lessons,
    lessons_in_words,
    methods_without_lesson,
    next_lesson,
    taught,
)
from termpuzzles.catalogue.levels import Levels, PackLevel, packs
from termpuzzles.catalogue.new_board import (
    PRESETS,
    BoardRequest,
    PreviewQuestion,
    allowed,
    preset,
    preset_of,
    request_of,
    values,
)
from termpuzzles.catalogue.practice import practised, techniques
from termpuzzles.catalogue.statistics import Need
from termpuzzles.catalogue.suggestions import after_lessons, following, suggest
from termpuzzles.games import named
from termpuzzles.logic.task import finish
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.journal_text import identity
from tests.approved import approve
from tests.make_lessons import notes_of

LEVELS = Levels(packs())
GAMES = tuple(dict.fromkeys(pack.game for pack in LEVELS.packs))
_FIRST = {pack.game: pack.key.partition("/")[2] for pack in LEVELS.packs}


def test_techniques_are_explained_as_approved() -> None:
    lines: list[str] = []
    for game in GAMES:
        board = next(pack for pack in LEVELS.packs if pack.game == game).puzzles()[0]
        lines += [named(game).title]
        for found in techniques(board):
            lines += [f"{found.name}: {found.title}. {found.found}"]
            assert found.sentence.endswith(".")
            assert found.why.endswith(".")
            if found.puzzle is not None and found.board is not None:
                height, size = found.puzzle.grid.height, found.puzzle.grid.size
                assert len(found.picture) >= height
                assert found.board.hints
                assert all(0 <= cell < size for cell in found.board.hints)
        lines.append(", ".join(f"{rule} on {count}" for rule, count in practised(LEVELS, game).items()))
    approve(__file__, "techniques", "\n".join([*lines, ""]))


def test_lessons_are_listed_as_approved() -> None:
    approve(__file__, "lessons", "\n".join([*_lessons(), ""]))


def _lessons() -> Iterator[str]:
    done: dict[str, bool] = {}
    for game, titles in taught().items():
        found = lessons(game)
        assert [lesson.title for lesson in found] == titles
        for lesson in found:
            assert next_lesson(game, {"lessons": done}) == lesson.number
            done[lesson.key] = True
            if lesson.number < 3:
                yield lessons_in_words({"lessons": done})
            later = methods_without_lesson(found, lesson.number)
            assert {*later} <= {*methods_without_lesson(found, lesson.number - 1)}
            assert lesson_on(game, lesson.teaches) <= lesson.number
            assert lesson.keys
            assert lesson.mark < lesson.puzzle.grid.size
            yield f"{game} {lesson.number} {lesson.title}: {lesson.shown.moral or '-'}"
            notes = " ".join(notes_of(lesson.puzzle))
            assert notes == dict(lesson.puzzle.header).get("notes", "")
        assert next_lesson(game, {"lessons": done}) == 0
    yield lessons_in_words({"lessons": done})


def test_what_to_play_next_is_as_approved() -> None:
    lines: list[str] = []
    for game in GAMES:
        solved: set[str] = set()
        for _ in range(4):
            found = suggest(LEVELS, solved, game=game)
            if found is None:
                lines.append(f"{game}: nothing is left to suggest")
                break
            level = found.pack_level.level
            after = after_lessons(LEVELS, game, solved)
            next_one = following(LEVELS, found.pack_level.pack.puzzles(), found.pack_level.place, solved)
            lines.append(
                f"{found.pack_level.pack.key} {found.pack_level.place + 1}: {level.title}, effort {level.effort}, new "
                f"{found.new or '-'}; after the lessons {after and after.name}; then {next_one and next_one.name}"
            )
            solved.add(level.identity)
        needs = [Need(game, rule, 3, 0) for rule in reversed([*practised(LEVELS, game)])]
        wanted = suggest(LEVELS, solved, needs, game)
        lines.append(f"{game}, with needs: {wanted and (wanted.pack_level.level.title, wanted.practises)}")
    approve(__file__, "what-to-play-next", "\n".join([*lines, ""]))


@pytest.mark.parametrize("game", GAMES)
def test_a_board_after_the_last_of_a_pack_is_the_first_of_the_next_pack_that_is_not_solved(game: str) -> None:
    mine = [pack for pack in LEVELS.packs if pack.game == game and len(pack.levels) < 30]
    for pack, other in pairwise(mine):
        if LEVELS.packs.index(other) != LEVELS.packs.index(pack) + 1:
            continue
        boards = pack.puzzles()
        found = following(LEVELS, boards, len(boards) - 1, {other.levels[0].identity})
        assert found is not None
        assert found.puzzles is not None
        assert identity(found.puzzles()[found.place]) == other.levels[1].identity
        inside = following(LEVELS, boards[-1:], 0, ())
        assert inside is not None
        assert inside.name.startswith(other.levels[0].title)
        assert following(LEVELS, boards, 0, ()) == following(LEVELS, boards, 0, {identity(boards[0])})
    last = mine[-1]
    if last is [pack for pack in LEVELS.packs if pack.game == game][-1]:
        assert following(LEVELS, last.puzzles(), len(last.levels) - 1, ()) is None


def test_wishes_for_new_boards_are_as_approved() -> None:
    lines: list[str] = []
    for game in GAMES:
        for name in PRESETS:
            assert allowed(preset(name, game)) == preset(name, game)
    for game in ("net", "masyu"):
        lines.append(named(game).title)
        for name in PRESETS:
            request = preset(name, game)
            lines.append(f"  {name}: {request.words()}; {request.params()}")
        for request in (
            BoardRequest(game),
            BoardRequest(game, "5x5", "yes", "some", shape="winding"),
            BoardRequest(game, "17x9", "kx", "many", "hard", shape="mixed", spare="some"),
            BoardRequest(game, "30x30", spare="many"),
        ):
            request = allowed(request)
            lines.append(f"  {request.words()}; {request.params()}; {preset_of(request)}")
            fields = {field: values(request, field) for field in BoardRequest._fields[1:]}
            assert all(getattr(request, field) in found for field, found in fields.items())
            if request.size == "5x5":
                lines += [f"    {field}: {', '.join(found)}" for field, found in fields.items()]
    approve(__file__, "wishes-for-new-boards", "\n".join([*lines, ""]))


def test_previews_are_small_boards_of_what_is_wanted_always_the_same() -> None:
    for game in GAMES:
        for wanted in (
            BoardRequest(game, "6x5"),
            BoardRequest(game, "5x5", "yes", "some", shape="winding"),
            BoardRequest(game, "9x12", walls="many", shape="mixed", spare="many"),
        ):
            board, again = (finish(PreviewQuestion(allowed(wanted), 8).work(GuideCache())) for _ in range(2))
            assert board is not None
            assert board == again
            assert board.game.name == game
            assert max(board.grid.width, board.grid.height) <= 8
            assert board.problem().judge(board.start.lines), "a preview shows how a board looks in the end"
            assert bool(board.grid.walls) == (" walls" in allowed(wanted).words())


def test_a_wish_of_the_first_version_for_a_fair_board_is_one_for_a_medium_board() -> None:
    assert request_of({"game": "net", "grade": "fair"}).grade == "medium"


def test_sizes_of_the_days_of_a_week_are_as_approved() -> None:
    monday = date(2027, 3, 1)
    lines = [
        f"{game}: {' '.join(daily_size(game, monday + timedelta(number)) for number in range(7))}"
        for game in daily_games(monday)
    ]
    approve(__file__, "sizes-of-the-days", "\n".join([*lines, ""]))


def test_after_a_board_of_the_day_comes_the_next_game_around_to_the_first() -> None:
    day = date(2027, 1, 4)
    games = daily_games(day)
    for place, game in enumerate(games):
        of_day = replace(LEVELS.named(f"{game}/{_FIRST[game]}").puzzles()[0], header=(("daily", day.isoformat()),))
        following_game = games[(place + 1) % len(games)]
        assert day_of(of_day) == day
        found = next_of_day(of_day, day, ())
        assert found is not None
        assert found.name.startswith(f"{named(following_game).title} {daily_size(following_game, day).rstrip('w')}")
        if following_game == "net":
            assert found.puzzles is not None
            assert found.puzzles()[found.place] == daily_board("net", day)


def test_a_level_by_its_place_is_the_one_of_the_pack() -> None:
    for pack in LEVELS.packs:
        assert [PackLevel(pack, place).level for place in range(len(pack.levels))] == list(pack.levels)
