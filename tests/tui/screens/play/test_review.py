"""Looking back on a game: what was wrong, and the board as it stood at any point, to play on without keeping it."""

import asyncio
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import open_session
from termpuzzles.play.review import Moment, Review
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.review import ReviewScreen
from tests.play.test_review import puzzle
from tests.play.test_session import Time
from tests.tui.apps import Game, playing, shown


def played(folder: Path, *gestures: Gesture) -> None:
    """Write the journal of a game with these moves, 10 s apart."""
    time = Time()
    kept = open_session(Library(Folders(folder / "data", folder / "config")), puzzle(), time)
    kept.session.clock.start()
    for gesture in gestures:
        time.now += 10
        kept.session.do(gesture)
    kept.leave()


async def looking_back(game: Game) -> None:
    await game.press("V")
    await game.app.workers.wait_for_complete()
    await game.pilot.pause()
    assert isinstance(game.app.screen, ReviewScreen)


async def test_a_game_without_mistakes_is_said_to_have_none_and_is_seen_as_it_stood_at_any_event(
    tmp_path: Path,
) -> None:
    played(tmp_path, Gesture("turn", 3), Gesture("turn", 7))
    async with playing(tmp_path, puzzle()) as game:
        turned = game.state
        await looking_back(game)
        assert game.text_of("said").strip() == "No wrong pins and no long pauses."
        await game.press(*["right"] * 5)  # to the end, and no further
        events = [line.split() for line in shown(game.app) if " of 3 steps" in line]
        assert [(words[0], words[2]) for words in events] == [("0:10", "1"), ("0:10", "2"), ("0:20", "3")]
        await game.press("left")
        await game.press("enter")
        await game.pilot.pause()
        assert isinstance(game.app.screen, PlayScreen)
        assert not game.app.screen.context.library.keeps
        assert game.turns == 0
        changed = [cell for cell in range(25) if game.state.lines[cell] != turned.lines[cell]]
        assert changed == [7]


async def test_one_goes_from_event_to_event_as_far_as_the_start_and_the_end(tmp_path: Path) -> None:
    played(tmp_path, Gesture("turn", 3))
    async with playing(tmp_path, puzzle()) as game:
        await looking_back(game)
        screen = game.app.screen
        assert isinstance(screen, ReviewScreen)
        seen = []
        for step in (-1, -1, 1, 1, 1, -1, -1, -1):
            screen.action_step(step)
            assert screen.choices.value is not None
            seen.append(screen.choices.value.event)
        assert seen == [0, 0, 1, 2, 2, 1, 0, 0]


class Looks:
    """Finds these moments in any game."""

    def __init__(self, wrong: tuple[Moment, ...], pauses: tuple[Moment, ...]) -> None:
        self._found = Review(wrong, pauses)

    async def answer(self, question: object) -> Review:
        return self._found


async def test_sentences_fill_the_list_and_stand_under_themselves(tmp_path: Path) -> None:
    sentence = " ".join(
        f"{'abcdefghij'[:length]}" for length in (3, 5, 7, 4, 9, 2, 6, 8, 3, 10, 5, 1, 7, 4, 6, 8, 2, 9)
    )
    played(tmp_path, Gesture("turn", 3))
    async with playing(tmp_path, puzzle(), size=(80, 24)) as game:
        game.app.context.answerer = Looks(  # type: ignore[assignment]
            (Moment(1, 75.0, sentence),), (Moment(1, 3725.0, "short"),)
        )
        await game.app.push_screen(ReviewScreen(game.app.context, puzzle()))
        await game.until(lambda: any("Wrong" in line for line in shown(game.app)))
        for width in (80, 81, 82, 83, 40, 60):
            await game.pilot.resize_terminal(width, 24)
            screen = game.app.screen
            assert isinstance(screen, ReviewScreen)
            await game.until(lambda: screen.size.width == width)  # noqa: B023 - at once
            await game.pilot.pause()
            await game.pilot.pause()
            wrong, long, *_ = [row for row in screen.rows() if row.value is not None]
            room = screen.choices.size.width
            first, *more = wrap(sentence, room - 13)  # but for the time before it and the edges of the list
            expected = [f"     1:15  {first}", *(f"{'':11}{line}" for line in more)]
            assert "".join(words for words, _ in wrong.words).splitlines() == expected
            assert "".join(words for words, _ in long.words) == "   1:02:05  short"
            seen = [line.rstrip() for line in shown(game.app)]
            assert all(any(line in row for row in seen) for line in expected)


@pytest.mark.parametrize("moves", [False, True])
async def test_what_was_wrong_is_gone_to_unless_one_has_gone_elsewhere_by_then(moves: bool, tmp_path: Path) -> None:
    played(tmp_path, *[gesture for cell in range(6) for gesture in (Gesture("turn", cell), Gesture("pin", cell))])
    async with playing(tmp_path, puzzle()) as game:
        goes_on, usual = asyncio.Event(), game.app.context.answerer

        class Late:
            async def answer(self, question: Any) -> Any:
                await goes_on.wait()
                return await usual.answer(question)

        game.app.context.answerer = Late()
        await game.press("V")
        screen = game.app.screen
        assert isinstance(screen, ReviewScreen)
        assert game.text_of("said").strip() == "Looking back …"
        if moves:
            await game.press("down")
        before = screen.choices.value
        goes_on.set()
        await game.until(lambda: any("was pinned the wrong way" in line for line in shown(game.app)))
        value = screen.choices.value
        assert value is not None
        assert (value == before, bool(value.sentence)) == (moves, not moves)
