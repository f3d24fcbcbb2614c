"""Opening a board or a game in the app: the question whether to take it over, or the wait for the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from termpuzzles.play.opening import Closed, Opened, Opening
from termpuzzles.tui.adapter.app import TerminalApp

if TYPE_CHECKING:
    from termpuzzles.tui.context import Context

T = TypeVar("T")


def settle_opening(
    app: TerminalApp,
    context: Context,
    found: Opening[T],
    go_on: Callable[[Opened[T]], None],
    what: str = "puzzle",
    stay: Callable[[], None] = lambda: None,
) -> None:
    """Ask whether to take it over, or wait for the store; then go on. Esc goes back where one was, and does `stay`."""
    if isinstance(found, Opened):
        go_on(found)
        return
    if isinstance(found, Closed):
        app.notify(found.why, markup=False)
        stay()
        return
    from termpuzzles.tui.screens.dialogs import asking_for  # 5 ms, needed where it is not here

    def answered(settled: Opening[T] | None) -> None:
        if settled is not None:
            settle_opening(app, context, settled, go_on, what, stay)
        elif len(app.screen_stack) < 2:  # there is no screen below to go back to
            app.exit()
        else:
            stay()

    app.push_screen(asking_for(context, found, what), answered)
