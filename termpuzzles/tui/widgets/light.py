"""Light that runs along the lines of a board.

Nothing waits for the light: the position is what it is at once, and some cells only look as before until light reaches
them.
"""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Callable
from typing import NamedTuple

from termpuzzles.board.grid import SIDES
from termpuzzles.render.ink import FILLED, FLASH, in_phase
from termpuzzles.render.picture import Phase, Picture
from termpuzzles.session.open_cells import MOST_WAVING, waves
from termpuzzles.tui.adapter.app import TerminalApp

_FRAME = 0.05  # seconds between two pictures of light
STEP_SECONDS = _FRAME
_RUNS, _BEND = 0.75, 0.85  # seconds until light has reached all, and how it slows down
_FILLS, _FLASHES, _FLASHED, _OVER = 0.95, 1.0, 1.15, 1.2  # seconds after which the inside fills, and all lamps flash
_AGES = (0.08, 0.16, 0.30, 0.44)  # seconds since light has reached a tile, after which it looks different
_BRIEF = 3  # frames that one picture of brief light stands for; each tile glows in one of them


class Light(NamedTuple):
    """What looks different for a moment: the cells through which light runs, and those that it has yet to reach.

    On a solved board `phases` has the phase of each cell instead, and `flags` are those of all cells. It is `early`
    while nothing but the board should be looked at.
    """

    glowing: frozenset[int] = frozenset()
    unreached: frozenset[int] = frozenset()
    phases: bytes = b""
    flags: int = FILLED
    early: bool = False

    def stand(self, cell: int, settled: Phase) -> int:
        """The flags of a cell of a board that has ended in that phase."""
        return self.flags | in_phase(Phase(self.phases[cell]) if self.phases else settled)


STILL = Light()


def sweeping(picture: Picture, start: int, brief: bool = False) -> list[Light]:
    """Light that runs once over a solved board, from the cell where it was solved; none on a large board.

    A `brief` one takes as long, in a third of the pictures: each tile glows and is done, without a shade between, and
    no lamps flash.
    """
    if picture.grid.size > MOST_WAVING or not picture.survey.joined[start]:
        return []
    distances = _distances(picture, start)
    farthest = max(distances, default=0) or 1
    reached = [_RUNS * (steps / farthest) ** _BEND if steps >= 0 else -1.0 for steps in distances]
    frames = range(round(_OVER / _FRAME))
    if brief:
        ages = (_BRIEF * _FRAME,) * len(_AGES)
        lights = [_light_at(frame // _BRIEF * _BRIEF * _FRAME, reached, ages) for frame in frames]
        return [light._replace(flags=light.flags & ~FLASH) for light in lights]
    return [_light_at(frame * _FRAME, reached, _AGES) for frame in frames]


def _light_at(now: float, reached: list[float], ages: tuple[float, ...]) -> Light:
    """The light so many seconds after the last move, by when it reaches each cell; -1 for those without a line."""
    phases = bytes(_phase(now - at if at >= 0 else now, ages) for at in reached)
    flags = FILLED * (now >= _FILLS) | FLASH * (_FLASHES <= now < _FLASHED)
    return Light(phases=phases, flags=flags, early=now < _FLASHES)


def _phase(age: float, ages: tuple[float, ...]) -> Phase:
    """The phase of a tile so long after light has reached it: the next one at each of these ages."""
    return Phase(Phase.UNREACHED + (age >= 0) + sum(age >= each for each in ages))


def _distances(picture: Picture, start: int) -> list[int]:
    """How many steps along lines light goes to each cell, -1 for those without a line.

    It begins in a group that is not joined to the start's when it is in the cell nearest to it.
    """
    grid, lines = picture.grid, picture.survey.joined
    found = [-1] * grid.size
    _follow(picture, start, 0, found)
    owner, ring, order = {cell: cell for cell in range(grid.size) if found[cell] >= 0}, [], []
    ring = list(owner)
    while ring:
        beyond = {}
        for cell in ring:
            for side in SIDES:
                other = grid.without_walls.ways[side][cell]
                if other >= 0 and other not in owner:
                    beyond[other] = owner[other] = owner[cell]
        ring = list(beyond)
        order += ring
    for cell in order:  # the nearest first
        if found[cell] < 0 and lines[cell]:
            _follow(picture, cell, found[owner[cell]], found)
    return found


def _follow(picture: Picture, start: int, steps: int, found: list[int]) -> None:
    """Set the steps to all cells that lines join to the start."""
    ways, lines = picture.grid.ways, picture.survey.joined
    found[start], ring = steps, [start]
    while ring:
        steps += 1
        ring = [
            other
            for other in {ways[side][cell] for cell in ring for side in SIDES if lines[cell] & side}
            if found[other] < 0
        ]
        for cell in ring:
            found[cell] = steps


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
        self._late: Callable[[], None] = lambda: None
        self._is_last = False  # whether it is the light of a solved board, which runs over a line, too

    def run(self, lights: list[Light], late: Callable[[], None] = lambda: None) -> None:
        """Let light run over the board, if anything may move now; whatever is typed ends it.

        `late` is called once the light is no longer early, if it ever was.
        """
        self.left, self._late, self._typed = [*lights, STILL], late, self._app().typed
        self._is_last = any(light.phases for light in lights)
        self.go_on()

    def go_on(self) -> None:
        """Show the next step, and have the one after it shown; where the terminal lags, steps are left out."""
        app = self._app()
        if self._next is not None:
            self._next.cancel()
        output = app.output
        if app.typed != self._typed or not (
            output.may_move or (self._is_last and app.animation_level != "none" and not output.held)
        ):
            self.left = self.left[-1:]
        if self.left:
            light = self.left.pop(0)
            if not (output.lags and self.left):
                self.show(light)
            self._next = app.after(STEP_SECONDS, self.go_on)

    def show(self, light: Light) -> None:
        """Draw what looks different in this light."""
        before, self.now = self.now, light
        if before.phases or light.phases:
            self._draw(self._changed(before, light))
        else:
            self._draw(sorted((before.glowing ^ light.glowing) | (before.unreached ^ light.unreached)))
        if before.early and not light.early:
            self._late()

    def _changed(self, before: Light, light: Light) -> list[int]:
        """The cells of a solved board that look different."""
        size = len(before.phases or light.phases)
        if before.flags != light.flags:
            return list(range(size))
        done = bytes([Phase.DONE]) * size
        pairs = zip(before.phases or done, light.phases or done, strict=True)
        return [cell for cell, (was, now) in enumerate(pairs) if was != now]

    def forget(self) -> None:
        """Let there be no light on a board that is drawn anew."""
        self.left, self.now = [], STILL
