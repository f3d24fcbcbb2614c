"""The screens of new boards and of practice: making boards in the background, cancelling, keeping choices."""

import asyncio
from pathlib import Path

import pytest

from termpuzzles.catalogue.new_board import PRESETS, BoardRequest, PreviewQuestion, preset, presets
from termpuzzles.games import named, names
from termpuzzles.games.making.circles import CIRCLED_LOOP
from termpuzzles.games.queries import solve
from termpuzzles.logic.answers.grades import efforts
from termpuzzles.play.opening import open_session
from termpuzzles.session.attempt import GAVE_UP, HINT
from termpuzzles.session.questions import NewQuestion
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.screens.new import NewScreen, time_in_words
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.practise import PractiseScreen
from termpuzzles.tui.widgets.choices import Choices
from tests.play.test_review import puzzle
from tests.play.test_session import Time
from tests.tui.apps import Game, Never, playing, shown
from tests.tui.screens.test_home import choose, listed


async def new(game: Game) -> NewScreen:
    game.app.context.settings["started"] = True
    await listed(game)
    game.app.go("new")
    await game.pilot.pause()
    assert isinstance(game.app.screen, NewScreen)
    return game.app.screen


async def test_digits_are_presets_as_far_as_the_game_has_them(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await new(game)
        for title in ("net", "masyu"):
            screen.request = BoardRequest(title)
            for place in range(1, len(PRESETS) + 1):
                before = screen.request
                await game.press(f"{place}")
                known = presets(title)
                assert screen.request == (preset(known[place - 1], title) if place <= len(known) else before)
                if place <= len(known):
                    assert f"‹ {known[place - 1]} ›" in row(game, "preset")
        assert len(presets("masyu")) < len(PRESETS)


def row(game: Game, name: str) -> str:
    return next(line for line in shown(game.app) if line.strip().startswith(name))


async def test_presets_fill_in_the_rows(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await new(game)
        assert "‹ everyday ›" in row(game, "preset")
        for name in list(PRESETS)[2:]:
            await game.press("right")
            assert f"‹ {name} ›" in row(game, "preset")
        assert "Net 50x50" in row(game, "New board")
        await game.press("down", "left")
        assert "∞ Loop 50x50" in row(game, "New board")


@pytest.mark.parametrize(("size", "large"), [((140, 40), True), ((139, 40), False), ((140, 39), False)])
async def test_presets_are_cards_where_there_is_room(size: tuple[int, int], large: bool, tmp_path: Path) -> None:
    async with playing(tmp_path, size=size) as game:
        screen = await new(game)
        assert screen.query_one("#presets").display == large
        assert any("‹ everyday ›" in line for line in shown(game.app)) != large


async def test_a_board_of_circles_may_be_asked_for_with_more_of_them_than_it_needs(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.settings["again"] = {"game": "masyu", "size": "6x6"}
        screen = await new(game)
        await game.press("up")
        assert screen.query_one(Choices).value == "spare"
        assert "‹ only needed ›" in row(game, "circles")
        assert "make a board easier" in " ".join(game.text_of("about").split())
        await game.press("right", "right")
        assert "Masyu 6x6, many more circles" in row(game, "New board")
        await game.press("m")
        await listed(game)
        solved = solve(game.puzzle)
        assert solved
        assert CIRCLED_LOOP.clues
        allowed = CIRCLED_LOOP.clues(game.puzzle.grid, solved.lines)
        assert sum(map(bool, game.puzzle.clues)) >= 0.65 * sum(map(bool, allowed))
        assert game.app.context.settings["again"]["spare"] == "many"


async def test_the_row_at_the_cursor_is_explained(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await new(game)
        explanations = []
        for _ in range(9):
            await game.press("down")
            explanations.append(" ".join(game.text_of("about").splitlines()))
        assert any("A choice here fills in the rows below." in words for words in explanations)
        assert any("a size of your own" in words for words in explanations)
        assert any(words.startswith(" Enter makes the board") for words in explanations)


async def test_a_size_of_ones_own_is_typed_made_and_kept_for_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await new(game)
        await game.press("s", *"6x4", "enter")
        await game.pilot.pause()
        assert "Net 6x4" in row(game, "New board")
        assert "your own" in row(game, "preset")
        await game.press("s", *"1x1", "enter")
        await game.pilot.pause()
        assert "at least 1" in " ".join(game.text_of("about").split())
        await game.press("m")
        await listed(game)
        assert str(game.puzzle.grid) == "6x4"
    async with playing(tmp_path) as game:
        await new(game)
        assert "Net 6x4" in row(game, "New board")
        await game.press("enter")  # the cursor is on the row that makes it again
        await listed(game)
        assert str(game.puzzle.grid) == "6x4"


async def test_making_shows_progress_and_can_be_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = asyncio.Event()

    class Slow:
        async def answer(self, question: object) -> object:
            try:
                return await asyncio.Event().wait()
            finally:
                cancelled.set()

    async with playing(tmp_path) as game:
        screen = await new(game)
        monkeypatch.setattr(game.app.context, "answerer", Slow())
        await game.press("m")
        await game.until(lambda: "Making the board" in game.text_of("about"))
        assert "Esc stops" in game.text_of("about")
        await game.press("down")  # the keys go on meanwhile
        await game.press("escape")
        await cancelled.wait()
        assert game.app.screen is screen
        await game.until(lambda: any("Stopped" in line for line in shown(game.app)))


async def test_practice_leads_to_boards_on_which_the_technique_comes_next_and_keeps_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.settings["started"] = True
        await listed(game)
        game.app.go("practise")
        lines = await listed(game)
        assert any("nothing has cost you" in line for line in lines)
        assert not any("new to you" in line for line in lines)  # as every technique is
        await choose(game, "small pocket")
        await listed(game)
        assert isinstance(game.app.screen, PlayScreen)
        assert not game.app.screen.context.library.keeps
        await game.press("i")
        await listed(game)
        assert game.staged_hint.hint
        assert game.staged_hint.hint.rule == "pocket"
        await game.press("space", "q")
        assert isinstance(game.app.screen, PractiseScreen)
    assert not (tmp_path / "data" / "journals").exists()


async def test_boards_finished_with_help_are_listed_and_played_again(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    kept = open_session(library, puzzle(), Time())
    for _ in range(3):
        kept.session.apply(HINT, "pocket")
    kept.session.apply(GAVE_UP)
    kept.leave()
    async with playing(tmp_path) as game:
        await listed(game)
        game.app.go("practise")
        lines = await listed(game)
        assert any("Needs practice" in line and "hints" in line for line in lines)
        assert any("small pocket" in line and "3" in line.split() for line in lines)
        assert any("given up" in line and "5x5" in line for line in lines)
        await choose(game, "given up")
        assert isinstance(game.app.screen, PlayScreen)
        assert game.puzzle.tiles == puzzle().tiles


async def test_a_difficulty_that_no_board_of_the_size_has_is_not_offered(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.settings["again"] = {"game": "simpleloops", "size": "9x9"}
        screen = await new(game)
        assert "any" in row(game, "difficulty")
        for _ in range(6):
            if screen.query_one(Choices).value == "grade":
                break
            await game.press("up")
        assert "easy any" in " ".join(game.text_of("about").split())
        assert "Boards of this kind and size are easy." in " ".join(game.text_of("about").split())
        await game.press("right")
        _, most = efforts("easy", "simpleloops", 9 * 9)
        assert f"from 1 to {most}" in game.text_of("about")


async def test_the_arrows_go_through_every_value_of_every_row_and_around(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(70, 24)) as game:
        game.app.context.answerer = Never()  # type: ignore[assignment]  # no preview is looked at
        screen = await new(game)

        def marked(name: object) -> str:
            """The value in force, as the row shows it."""
            (words,) = ["".join(piece[0] for piece in row.words) for row in screen.rows() if row.value == name]
            return words[12:].strip()

        games = list[str]()
        for _ in names():
            screen.show("game")
            games.append(marked("game"))
            for name in [row.value for row in screen.rows() if row.value not in ("game", "make", "preset", None)]:
                screen.show(name)
                first, about, found = marked(name), screen.headline().about, list[str]()
                while not found or marked(name) != first:
                    found.append(marked(name))
                    screen.action_change(1)
                assert all(found), (name, found)
                assert len(set(found)) == len(found), (name, found)
                assert screen.headline().about == about, "around"
                screen.action_change(-1)
                assert marked(name) == found[-1]
                screen.action_change(1)
            screen.show("game")
            screen.action_change(1)
        assert games == [named(name).title for name in names()] or set(games) == {named(name).title for name in names()}
        before = screen.headline().about
        screen.show("make")
        screen.action_change(1)
        assert screen.headline().about == before, "at the row that makes it, there is no value"


class Asked:
    """Writes down what is asked, and answers nothing."""

    def __init__(self) -> None:
        self.questions: list[object] = []

    async def answer(self, question: object) -> object:
        self.questions.append(question)
        return await asyncio.Event().wait()


async def test_a_preview_is_asked_for_where_it_would_look_different_and_of_ninety_cells_across_at_most(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as game:
        game.app.context.settings["started"] = True
        game.app.context.answerer = asked = Asked()  # type: ignore[assignment]
        screen = NewScreen(game.app.context)
        await game.app.push_screen(screen)
        await game.until(lambda: len(asked.questions) == 1)
        for name, looks_different in (
            ("size", True),
            ("grade", False),
            ("wraps", True),
            ("hardest", False),
            ("walls", True),
            ("shape", True),
        ):
            count = len(asked.questions)
            screen.show(name)
            screen.action_change(1)
            await game.pilot.pause()
            await game.pilot.pause()
            assert len(asked.questions) == count + looks_different, name
        assert {question.most for question in asked.questions if isinstance(question, PreviewQuestion)} == {90}
        count = len(asked.questions)
        screen.action_make()
        await game.until(lambda: len(asked.questions) > count)
        assert isinstance(asked.questions[-1], NewQuestion)
        kept = Library(game.app.context.library.where).settings()["again"]
        assert kept["size"] == "9x9"
        assert kept["words"] == screen.headline().about


def test_how_long_making_takes_is_told_by_the_last_board_of_its_kind() -> None:
    plain, hard = BoardRequest(), BoardRequest(grade="tricky")
    assert time_in_words(plain, None) == "about a second"
    assert time_in_words(plain._replace(size="50x50"), {}) == "up to a minute"
    assert time_in_words(hard, {plain.words(): 3.0}) == "up to a minute"
    for seconds, words in ((0.0, "about 0.1 s"), (0.44, "about 0.4 s"), (9.96, "about 10.0 s"), (31.2, "about 31 s")):
        assert time_in_words(hard, {hard.words(): seconds}) == words
    odds: list[object] = ["x", {hard.words(): "x"}, {hard.words(): True}, []]
    for odd in odds:
        assert time_in_words(hard, odd) == "up to a minute"
