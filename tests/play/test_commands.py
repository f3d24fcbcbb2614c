"""Each command of play, in the app and in plain mode: both do the same to the same board, and say the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from termpuzzles.games import GAMES, named
from termpuzzles.games.model import Controls, Puzzle
from termpuzzles.generator.generate import generate
from termpuzzles.plain.commands import COMMANDS as SPOKEN
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.plain.play import BoardPlace
from termpuzzles.play.command_table import BY_ID, COMMANDS
from termpuzzles.play.controller import BoardCommand, Controller
from termpuzzles.play.stage import THINKING
from termpuzzles.storage.library import Folders, Library
from tests.play.test_session import Time
from tests.tui.apps import Game, playing


class Step(NamedTuple):
    """A command, its word if it has several, what is answered if it asks, and the code of the message that follows."""

    id: str
    code: str = ""
    word: str = ""
    answer: str = ""


SHARED = (
    Step("board.south"),
    Step("board.east"),
    Step("board.north"),
    Step("board.west"),
    Step("board.last"),
    Step("board.first"),
    Step("play.next"),
    Step("play.before"),
    Step("play.goto", answer="2 2"),
    Step("play.goto", "no place", answer="9 9"),
    Step("play.undo", "no undo"),
    Step("play.redo", "no redo"),
    Step("play.restart", "unchanged"),
    Step("play.previous", "first puzzle"),
    Step("play.ghost", "no ghost"),
    Step("play.mark", "marked"),
    Step("play.why_not"),
    Step("play.possible", "possible"),
    Step("play.check", "checked"),
    Step("play.hint"),
    Step("play.hint"),
    Step("play.do", "done"),
    Step("play.mark_named", "marked", answer="there"),
    Step("play.undo"),
    Step("play.redo"),
    Step("play.trial", "trial begun", "trial"),
    Step("play.do", "done"),
    Step("play.trial", "trial kept", "keep"),
    Step("play.back", "back", answer="there"),
    Step("play.sound", "sound"),
    Step("play.region", "region"),
    Step("play.region", "no region"),
    Step("play.restart", "begun again"),
)
ENDING = (
    Step("play.following"),
    Step("play.give_up", "gave up"),
    Step("play.unsolved"),
    Step("play.new"),
    Step("play.give_up", "gave up"),
    Step("play.on"),
)
STEPS = {
    Controls.TURN_TILES: (
        *SHARED,
        Step("tile.turn"),
        Step("tile.clockwise"),
        Step("tile.back"),
        Step("tile.half"),
        Step("tile.pin"),
        Step("tile.turn", "pinned"),
        Step("note.line", word="line right"),
        Step("note.cross", word="cross down"),
        Step("play.on"),
        Step("play.source", "source moved"),
        Step("play.groups", "groups"),
        Step("play.jumble", "jumbled"),
        *ENDING,
    ),
    Controls.DRAW_LINES: (
        *SHARED,
        Step("line.north"),
        Step("line.west"),
        Step("line.south"),
        Step("line.east"),
        Step("cross.north"),
        Step("cross.west"),
        Step("cross.south"),
        Step("cross.east"),
        Step("line.again"),
        Step("line.pen", "pen down"),
        Step("board.east", "no way"),
        Step("line.pen", "pen up"),
        *ENDING,
    ),
}
SIDES = {"right": "board.east", "down": "board.south"}


class Found(NamedTuple):
    """What a command leaves behind, whatever shows it."""

    lines: bytes
    pins: bytes
    notes: bytes
    cursor: int
    code: str
    hint: tuple[int, int]
    puzzle: str


def found(controller: Controller) -> Found:
    """What is to be the same in both."""
    session, staged = controller.session, controller.staged_hint
    puzzle = f"{controller.index} of {len(controller.puzzles)} {controller.puzzle.tiles.hex()}"
    code = controller.message.code if controller.message.text else ""
    return Found(*session.state, controller.stage.cursor, code, (staged.stage, staged.page), puzzle)


def boards(game: str) -> list[Puzzle]:
    return [generate(game, "4x4", seed=seed) for seed in (1, 2, 3)]


def context(folder: Path) -> PlainContext:
    library = Library(Folders(folder / "data", folder / "config"))
    return PlainContext(library, library.settings(), Time(), seed=lambda: "1")


def said(folder: Path, puzzles: list[Puzzle], steps: tuple[Step, ...]) -> Iterator[Found]:
    """What each step leaves behind in plain mode."""
    place = BoardPlace(context(folder), puzzles)
    conversation = Conversation(place)
    list(conversation.begin())
    for step in steps:
        random.seed(1)
        lines = [step.word or BY_ID[step.id].phrases[0], *[step.answer] * bool(step.answer)]
        assert all([*conversation.answer(line)] for line in lines), step
        yield found(place.controller)
    conversation.close()


async def press(game: Game, step: Step) -> None:
    """Press the key of a command and give what it asks for, until it is answered."""
    random.seed(1)
    game.time.now += 1
    if keys := BY_ID[step.id].keys:
        await game.press(keys.split(",")[0])
    else:
        game.screen.action_act(step.id)
        await game.pilot.pause()
    if step.id.startswith("note."):
        await game.press(BY_ID[SIDES[step.word.split()[1]]].keys.split(",")[0])
    if step.answer and step.id == "play.back":
        await game.press("down", "enter")
    elif step.answer:
        await game.press(*(key if key != " " else "space" for key in step.answer), "enter")
    screen = game.screen
    while any(worker.group in (*THINKING, "count") and not worker.is_finished for worker in screen.workers):
        await game.pilot.pause(0.01)


@pytest.mark.parametrize("game", ["net", "simpleloop"])
async def test_each_command_does_the_same_in_the_app_and_in_plain_mode(game: str, tmp_path: Path) -> None:
    puzzles, steps = boards(game), STEPS[named(game).controls]
    spoken = said(tmp_path / "plain", puzzles, steps)
    async with playing(tmp_path / "app", *puzzles) as app:
        app.app.context.seed = lambda: "1"
        for step, heard in zip(steps, spoken, strict=True):
            await press(app, step)
            shown = found(app.screen.controller)
            assert shown == heard, step
            assert shown.code == step.code, step


def test_each_command_that_is_not_of_a_screen_alone_has_words_and_stands_in_the_table_of_steps() -> None:
    tried = {step.id for steps in STEPS.values() for step in steps}
    for command in COMMANDS:
        if callable(command.does):
            assert command.phrases, command.id
            assert command.id in tried


@pytest.mark.parametrize("command", SPOKEN, ids=lambda command: command.id)
def test_each_word_is_answered_and_a_word_too_many_changes_nothing(command: BoardCommand, tmp_path: Path) -> None:
    for game in GAMES:
        if named(game).controls not in command.controls or named(game).maker is None:
            continue
        place = BoardPlace(context(tmp_path / game), [generate(game, "4x4", seed=1)])
        before = found(place.controller)
        for phrase in command.phrases:
            if "NAME" not in command.takes:
                (answer,) = [*Conversation(place).answer(f"{phrase} gold")]
                assert answer.startswith(("Type ", "Unknown word 'gold'. ")), (phrase, answer)
                assert found(place.controller)._replace(code=before.code) == before
        place.leave()


def test_no_phrase_stands_for_two_commands_of_a_game() -> None:
    for controls in Controls:
        phrases = [phrase for command in SPOKEN if controls in command.controls for phrase in command.phrases]
        assert len(phrases) == len(set(phrases))
