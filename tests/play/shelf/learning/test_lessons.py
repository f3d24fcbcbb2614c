"""The lessons: a player can finish each by following its text, and none needs what was not taught before."""

import re

import pytest

from termpuzzles.board.surface import SURFACES
from termpuzzles.catalogue.lessons import (
    done_lessons,
    lesson_on,
    lessons,
    lessons_in_words,
    next_lesson,
    taught,
)
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.practice import playing, position_before, practised, techniques
from termpuzzles.games import named
from termpuzzles.games.queries import solve, two_solutions
from termpuzzles.logic.rules.techniques import PATTERNS, rule_of
from tests.games.boards import board
from tests.make_lessons import notes_of, sentences
from tests.play.shelf.learning.lesson_words import SPECS

every_game = pytest.mark.parametrize("game", tuple(taught()))


def test_a_game_with_lessons_has_a_dozen_or_fewer_if_it_has_few_rules() -> None:
    assert len(taught()) >= 5
    for game in taught():
        fewest, most = {"masyu": (8, 20), "net": (12, 18)}.get(game, (12, 13))  # Net has two for its twisted boards
        assert fewest <= len(lessons(game)) <= most
        assert [lesson.title for lesson in lessons(game)] == taught()[game]


@every_game
def test_each_board_is_tiny_and_has_one_solution_and_is_not_solved(game: str) -> None:
    for lesson in lessons(game):
        assert lesson.puzzle.grid.size <= (64 if lesson.teaches in ("parity type 2", "three whites") else 49)
        (solution,) = two_solutions(lesson.puzzle)
        assert lesson.puzzle.start.lines != solution.lines
        assert not lesson.is_understood(lesson.puzzle.start, solution.lines)


@every_game
def test_the_next_deduction_is_the_one_that_is_taught_and_the_rest_was_taught_before(game: str) -> None:
    before: set[str | None] = {None}
    for lesson in lessons(game):
        chain = [hint for _, hint in playing(lesson.puzzle)]
        assert chain[0].takes(lesson.teaches), lesson.title
        assert chain[0].cell == lesson.mark
        assert {hint.rule for hint in chain} <= before | {rule_of(lesson.teaches)}, lesson.title
        before.add(rule_of(lesson.teaches))


@every_game
def test_the_sentences_are_whole_and_name_the_keys(game: str) -> None:
    for lesson in lessons(game):
        assert lesson.shown.before.endswith(".")
        assert lesson.shown.after.endswith(".")
        named = re.findall(r"\w+", lesson.shown.before)
        assert set(lesson.keys) <= set(named), lesson.title
        assert not re.search(r"domain|mask|cell at|propagat", lesson.shown.before)


@every_game
def test_a_lesson_about_a_part_of_its_board_has_one_to_show_and_no_other_speaks_of_one(game: str) -> None:
    for lesson in lessons(game):
        (_, hint), *_ = playing(lesson.puzzle)
        assert lesson.part == ("the shaded part" in lesson.shown.before.lower())
        assert lesson.part == ("the part named below" in lesson.for_speech.before.lower())
        assert hint.part or not lesson.part


@every_game
def test_its_sentences_are_those_of_its_specification(game: str) -> None:
    for lesson, spec in zip(lessons(game), SPECS[game], strict=True):
        told = dict(sentences(spec))
        assert {key: text for key, text in lesson.puzzle.header if key in told} == told
        assert lesson.part == spec.part


@every_game
def test_a_lesson_about_a_surface_is_played_on_it(game: str) -> None:
    surfaces = {surface.words for surface in SURFACES.values() if surface.words}
    about = {word: lesson.puzzle for lesson in lessons(game) for word in lesson.words if word in surfaces}
    assert {word: puzzle.grid.surface.words for word, puzzle in about.items()} == {word: word for word in about}
    if game == "net":
        assert {"wraps", "Möbius strip", "Klein bottle"} <= set(about)


TURNED = {
    "group": r"\bgroups?\b",
    "sealed off": r"\bsealed.off\b",
    "straight": r"straight",
    "corner": r"corner",
    "T": r"\bT\b",
    "end": r"(?<!loose )\bends?\b",
    "loose end": r"loose ends?",
    "cross": r"\bcross(es)?\b(?! it| them)",
    "pinned": r"\bpin(s|ned)?\b",
    "wall": r"\bwalls?\b",
    "wraps": r"\bwrap",
    "Möbius strip": r"\bMöbius strip",
    "Klein bottle": r"\bKlein bottle",
    "loop": r"(?<!∞ )\bloops?\b",
    "net": r"\bnet\b",
    "pocket": r"pocket",
    "bridge": r"\bbridge(?!s)",
}
DRAWN = {
    "loop": r"\bloops?\b",
    "shaded": r"shaded cell",
    "cross": r"\bcross(es)?\b(?! into)",
    "bridge": r"bridge",
    "checkerboard": r"checkerboard",
}  # patterns that find the words of the games in texts


@every_game
def test_no_word_of_the_game_is_used_before_a_lesson_has_explained_it(game: str) -> None:
    explained: set[str] = set()
    for lesson in lessons(game):
        explained |= set(lesson.words)
        terms = DRAWN if lesson.puzzle.game.draws else TURNED
        (_, hint), *_ = playing(lesson.puzzle)
        for text in (lesson.title, lesson.shown.before, lesson.shown.after, hint.which, hint.conclusion):
            used = {word for word, pattern in terms.items() if re.search(pattern, text, 0 if word == "T" else re.I)}
            assert used <= explained, (lesson.title, text)
        assert all(
            re.search(terms[word], f"{lesson.shown.before} {lesson.shown.after}", re.I) for word in lesson.words
        ), lesson.title


def test_there_is_a_lesson_on_each_technique_that_a_small_board_can_need() -> None:
    found = {game: {lesson.teaches for lesson in lessons(game)} for game in taught()}
    assert found["infinity"] == {"edge", "block", "colouring", "parity", "chain"}
    assert found["net"] == {
        *("edge", "pocket", "no loop", "only way across", "parity", "pairs"),
        *("block", "dead end", "colouring", "chain"),
    }
    assert found["simpleloop"] == {"degree", "no loop", "parity", "pairs", "parity type 1", "parity type 2"}
    assert found["masyu"] == {
        *("degree", "no loop", "parity", "pairs", "block"),
        *PATTERNS,
    }
    assert found["simpleloops"] == {"degree"}  # no board with one solution needs more


def test_every_pattern_has_a_lesson_boards_for_practice_and_a_picture() -> None:
    pictured = {each.name for each in techniques(board(named("masyu"), "··", "··")) if each.picture}
    boards = practised(shipped(), "masyu")
    assert [name for name in PATTERNS if not lesson_on("masyu", name)] == []
    assert [name for name in PATTERNS if not boards.get(name)] == []
    assert [name for name in PATTERNS if name not in pictured] == []


def test_a_board_begins_with_the_notes_of_its_header() -> None:
    lesson = next(lesson for lesson in lessons("net") if lesson.teaches == "dead end")
    start, size = lesson.puzzle.start, lesson.puzzle.grid.width
    noted = dict(lesson.puzzle.header)["notes"].split()
    assert list(notes_of(lesson.puzzle)) == sorted(noted, key=lambda note: (note[2], note[0]))
    assert start.notes[size] >> 4 & 4  # 1,2e+
    assert start.notes[size + 1] >> 4 & 1


@every_game
def test_the_lessons_of_a_technique_begin_where_it_is_first_taught(game: str) -> None:
    found = lessons(game)
    for lesson in found:
        for name in {lesson.teaches, rule_of(lesson.teaches)}:
            first = lesson_on(game, name)
            assert name in (found[first - 1].teaches, rule_of(found[first - 1].teaches))
            assert all(name not in (other.teaches, rule_of(other.teaches)) for other in found[: first - 1])
    assert lesson_on(game, "search") == 0


def test_finished_lessons_are_remembered_and_the_next_one_is_named() -> None:
    assert lessons_in_words({}).startswith("∞ Loop: 0 of")
    kept = {"lessons": {"net/1": True, "net/2": True, "net/9": False, "x": 1}}
    assert done_lessons(kept) == {"net/1", "net/2"}
    assert next_lesson("net", kept) == 3
    assert lessons_in_words(kept).startswith("Net: 2 of ")
    assert "· next: " in lessons_in_words(kept)


def test_practice_begins_where_a_technique_is_needed_next() -> None:
    lesson = next(lesson for lesson in lessons("net") if lesson.teaches == "no loop")
    position = position_before(lesson.puzzle, "no loop")
    assert position is not None
    assert next(playing(position))[1].rule == "no loop"
    assert position_before(lesson.puzzle, "search") is None
    assert solve(position) is not None
