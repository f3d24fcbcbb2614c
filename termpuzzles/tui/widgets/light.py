"""Light that runs along the lines of a board.

Nothing waits for the light: the position is what it is at once, and some cells only look as before until light reaches
them.
"""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Callable
from typing import NamedTuple

from termpuzzles.board.grid import SIDES
from termpuzzles.render.picture import Picture
from termpuzzles.session.open_cells import MOST_WAVING, waves
from termpuzzles.tui.adapter.app import TerminalApp

STEP_SECONDS = 0.04


class Light(NamedTuple):
    """What looks different for a moment: the cells through which light runs, and those that it has yet to reach."""

    glowing: frozenset[int] = frozenset()
    unreached: frozenset[int] = frozenset()


STILL = Light()


def sweeping(picture: Picture, start: int) -> list[Light]:
    """Light that runs once over a solved board, from its source or else from the start; none on a large board."""
    source = picture.source if picture.source is not None else start
    return [Light(wave) for wave in waves(picture.grid, picture.state.lines, [source])]


def joining(before: Picture, after: Picture) -> list[Light]:
    """Light that runs into a group that has joined the source's, unless that is a single cell or the board is large."""
    source, survey = after.source, after.survey
    if source is None or source != before.source or after.grid.size > MOST_WAVING:
        return []
    ways, was_lit = after.grid.ways, before.survey.lit(source)
    new = {
        cell for cell, (was, is_lit) in enumerate(zip(was_lit, survey.lit(source), strict=True)) if is_lit and not was
    }
    starts = [cell for cell in new if any(survey.joined[cell] & side and was_lit[ways[side][cell]] for side in SIDES)]
    found = [wave for wave in waves(after.grid, survey.joined, starts, new) if wave]
    return [Light(wave, frozenset().union(*found[place:])) for place, wave in enumerate(found, 1)] if found[1:] else []


class RunningLight:
    """Runs light over a board of an app, step by step; `draw` draws the cells that look different in the light now."""

    def __init__(self, app: Callable[[], TerminalApp], draw: Callable[[list[int]], None]) -> None:
        self.now = STILL
        self.left: list[Light] = []  # still to come
        self._app = app
        self._draw = draw
        self._typed = 0  # by the app's count when it began: whatever is typed ends it
        self._next: TimerHandle | None = None

    def run(self, lights: list[Light]) -> None:
        """Let light run over the board, if anything may move now; whatever is typed ends it."""
        self.left, self._typed = [*lights, STILL], self._app().typed
        self.go_on()

    def go_on(self) -> None:
        """Show the next step, and have the one after it shown."""
        app = self._app()
        if self._next is not None:
            self._next.cancel()
        if not app.output.may_move or app.typed != self._typed:
            self.left = self.left[-1:]
        if self.left:
            self.show(self.left.pop(0))
            self._next = app.after(STEP_SECONDS, self.go_on)

    def show(self, light: Light) -> None:
        """Draw what looks different in this light."""
        before, self.now = self.now, light
        self._draw(sorted((before.glowing ^ light.glowing) | (before.unreached ^ light.unreached)))

    def forget(self) -> None:
        """Let there be no light on a board that is drawn anew."""
        self.left, self.now = [], STILL
