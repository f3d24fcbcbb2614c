"""The commands of play that only a screen has; each takes the frame around the board, which knows the rest."""

from __future__ import annotations

from collections.abc import Callable

from termpuzzles.play.ghost_commands import own_line
from termpuzzles.play.history_commands import ask_position, begin_replay, replay_on
from termpuzzles.play.result import NOT_SOLVED, result_of
from termpuzzles.play.stage import THINKING, Pending
from termpuzzles.tui.keys import bound_keys
from termpuzzles.tui.widgets.frame import BoardFrame
from termpuzzles.tui.widgets.layout import zoom_key

_STEP = 0.2  # seconds between two moves of a replay


def _zoom(step: int) -> Callable[[BoardFrame], None]:
    """The function that draws the board larger or smaller, and keeps that zoom; 0 leaves it to the program again."""

    def zoom(frame: BoardFrame) -> None:
        board, size = frame.board, frame.screen.size
        number = board.zoom.number + step if step else 0
        if number <= len(board.zooms) and (number or not step):
            frame.context.keep_zoom(zoom_key(frame.controller.puzzle, size), number)
            frame.fit(size)

    return zoom


def _toggle(name: str) -> Callable[[BoardFrame], None]:
    """The function that gives the screen that class, or takes it away."""

    def toggle(frame: BoardFrame) -> None:
        frame.screen.toggle_class(name)
        frame.fit(frame.screen.size)

    return toggle


def _half_page(way: int) -> Callable[[BoardFrame], None]:
    """The function that goes up or down by half of the visible rows."""

    def go(frame: BoardFrame) -> None:
        board, grid = frame.board, frame.controller.puzzle.grid
        x, y = grid.place(board.cursor)
        y += way * max(1, board.size.height // board.zoom.height // 2)
        found = grid.unrolled(x, y)
        board.place_cursor(found[0] if found else grid.cell(x, max(0, min(grid.height - 1, y))))

    return go


def _shift(frame: BoardFrame) -> None:
    """Let the arrow keys shift a board that wraps, until another key."""
    controller = frame.controller
    begun = controller.pending is not Pending.SHIFT
    if controller.puzzle.grid.surface.is_plane:
        controller.changed("no wrapping", "Only a board that wraps around can be shifted.")
        return
    drop = frame.name_of("play.close")
    controller.changed("shift", f"The direction keys now shift the board. {drop} ends this." if begun else "")
    controller.pending = Pending.SHIFT if begun else Pending.MOVE


def _shade(frame: BoardFrame) -> None:
    """Shade what lies inside loops, or no longer, on all boards from now on."""
    settings = frame.context.settings
    settings["inside"] = not settings["inside"]
    now = "now" if settings["inside"] else "no longer"
    trouble = frame.context.keep_settings()
    frame.controller.changed("shaded", trouble or f"What lies inside a loop is {now} shaded.")


def _show_overview(frame: BoardFrame) -> None:
    """Show the whole board, and go where the player says."""
    from termpuzzles.tui.screens.overview import show_overview

    show_overview(frame.screen.app, frame.context, frame.controller, frame.board.view)


def _replay(frame: BoardFrame) -> None:
    """Show the moves in force one after the other; any key that acts ends it."""
    screen, controller = frame.screen, frame.controller

    def go_on() -> None:
        if not (screen.is_ready and replay_on(controller)):
            replayed.stop()

    begin_replay(controller)
    replayed = screen.set_interval(_STEP, go_on)


def _show_options(frame: BoardFrame) -> None:
    """Show the options and stop the clock."""
    from termpuzzles.tui.screens.options import OptionsScreen

    def chosen(_: None) -> None:
        frame.fit(frame.screen.size)
        frame.controller.changed()

    frame.screen.app.push_screen(OptionsScreen(frame.context), chosen)


def _copy(frame: BoardFrame) -> None:
    """Copy the puzzle's id, with the address at which browsers play it; once it is solved, the player's ghost."""
    from termpuzzles.tui.screens.dialogs import copy_id

    app, controller = frame.screen.app, frame.controller
    if line := own_line(controller):
        app.copy_to_clipboard(line)
        told = "Your game is copied: a friend who pastes it here plays this board against your ghost."
        controller.changed("ghost copied", told)
    else:
        controller.changed("copied", copy_id(app, controller.puzzle))


def _share(frame: BoardFrame) -> None:
    """Copy the result of the solved board as text."""
    result = result_of(frame.controller)
    if result is not None:
        frame.screen.app.copy_to_clipboard(str(result))
    frame.controller.changed("shared", f"Copied: {result.words}" if result else NOT_SOLVED)


def _review(frame: BoardFrame) -> None:
    """Look back on the game recorded in the journal, and stop the clock."""
    from termpuzzles.tui.screens.review import ReviewScreen

    screen = ReviewScreen(frame.context, frame.controller.puzzle)
    frame.controller.count_help()  # it tells of mistakes and techniques
    frame.screen.app.push_screen(screen)


def _show_help(frame: BoardFrame) -> None:
    """Show rules and keys, at the technique of a hint if there is one, and stop the clock."""
    from termpuzzles.tui.screens.help import HelpScreen

    screen, controller = frame.screen, frame.controller

    def do(action: str | None) -> None:
        if action:
            screen.call_later(screen.run_action, action)

    technique = controller.staged_hint.technique
    screen.app.push_screen(HelpScreen(frame.context, controller.puzzle, bound_keys(screen), technique), do)


def _close(frame: BoardFrame) -> None:
    """Stop thinking, else close what was opened last, else go back to the screen from which this one was opened."""
    screen, controller = frame.screen, frame.controller
    if any(each.node is screen and each.group in THINKING and not each.is_finished for each in screen.workers):
        controller.stage.forget(*THINKING)
        screen.show_message("")
    elif not controller.close():
        screen.leave()


OF_THE_SCREEN: dict[str, Callable[[BoardFrame], None]] = {
    "play.larger": _zoom(1),
    "play.smaller": _zoom(-1),
    "play.automatic": _zoom(0),
    "play.panel": _toggle("turned"),  # the panel in place of the board, if there is no room for both
    "play.zen": _toggle("zen"),
    "board.page_up": _half_page(-1),
    "board.page_down": _half_page(1),
    "play.shift": _shift,
    "play.inside": _shade,
    "play.overview": _show_overview,
    "play.positions": lambda frame: ask_position(frame.controller),
    "play.replay": _replay,
    "play.options": _show_options,
    "play.copy": _copy,
    "play.share": _share,
    "play.review": _review,
    "play.help": _show_help,
    "play.close": _close,
    "play.leave": lambda frame: frame.screen.action_leave(),
}  # by the ids of `command_table`
