"""A ghost beside one's own game: copied, pasted, shown, and beaten."""

from pathlib import Path

from textual import events

from termpuzzles.formats import canonical_id, read
from termpuzzles.formats.ghost import ghost_of
from termpuzzles.tui.screens.play import PlayScreen
from tests.tui.apps import Game, playing
from tests.tui.screens.play.test_play import net, ring


def panel(game: Game) -> str:
    return " ".join(game.text_of("panel").split())


async def solve_ring(game: Game) -> None:
    """Play the board of four tiles to its end, by what its solution is."""
    screen = game.screen
    assert isinstance(screen, PlayScreen)
    while screen.controller.solution is None:
        await game.pilot.pause(0.01)
    for cell in range(screen.controller.puzzle.grid.size):
        screen.cursor = cell
        while screen.controller.session.state.lines[cell] != screen.controller.solution[cell]:
            game.time.now += 2
            await game.press("space")


async def test_a_solved_board_is_copied_as_a_ghost_and_played_against(tmp_path: Path) -> None:
    puzzle = ring()
    async with playing(tmp_path / "one", puzzle) as game:
        await game.press("y")
        assert game.app.clipboard.split("\t")[0] == canonical_id(puzzle)
        await solve_ring(game)
        took = game.screen.controller.session.clock.seconds
        await game.press("y")
        line = game.app.clipboard
        assert "friend" in game.text_of("status")
    (friend,) = read(line)
    ghost = ghost_of(friend)
    assert ghost is not None
    assert ghost.seconds == round(took, 1)

    async with playing(tmp_path / "two", puzzle) as game:
        assert "ghost" not in panel(game)
        game.screen.post_message(events.Paste(line))
        await game.pilot.pause()
        assert "runs beside you" in game.text_of("status")
        game.time.now += took + 60
        await game.press("right")
        await game.press("x")
        assert "ghost" in panel(game)
        assert "s behind" in panel(game)
        await solve_ring(game)
        assert "behind the ghost" in " ".join(game.text_of("solved").split())


async def test_ones_own_best_runs_beside_the_next_attempt(tmp_path: Path) -> None:
    async with playing(tmp_path, ring()) as game:
        game.screen.action_act("play.ghost")
        assert "not solved this board yet" in game.message
        await solve_ring(game)
        game.screen.action_act("play.ghost")
        assert "Your best game" in game.message
        await game.press("R")
        assert "ghost" in panel(game)
        assert "level" in panel(game)


async def test_a_ghost_of_another_board_opens_that_board(tmp_path: Path) -> None:
    async with playing(tmp_path / "one", ring()) as game:
        await solve_ring(game)
        await game.press("y")
        line = game.app.clipboard
    async with playing(tmp_path / "two", net()) as game:
        game.screen.post_message(events.Paste(line))
        await game.pilot.pause()
        assert canonical_id(game.puzzle) == canonical_id(ring())
        assert "ghost" in panel(game)
