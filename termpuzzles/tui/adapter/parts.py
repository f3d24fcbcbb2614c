"""A screen that is composed part by part where its app shares the loop: in between, others have their turn.

This relies on the internals of textual 8.2, as `compat` does; if it cannot, a screen is composed in one go.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from textual.geometry import Region
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip

T = TypeVar("T")

PART = 0.006  # seconds of composing after which others go first
CELLS = 1_000  # that are composed between two looks at the clock
PAINTED = 2_000  # cells whose differences are found in one go


class ScreenInParts(Screen[T]):
    """A screen whose changes are composed in bands of rows; nothing is painted before all are composed."""

    def _compositor_refresh(self) -> None:
        app: Any = self.app
        if not getattr(app, "shares_loop", False) or self is not app.screen:
            super()._compositor_refresh()
            return
        loop = asyncio.get_running_loop()
        dirty, end = self._compositor._dirty_regions, loop.time() + PART
        while True:
            later = _split(dirty, max(1, CELLS // max(1, self.size.width)))
            app.composes = bool(later)
            super()._compositor_refresh()
            dirty.update(later)
            if not later:
                return
            if loop.time() > end:
                app.after(0, self._compose_on)
                return

    def render_lines(self, crop: Region) -> list[Strip]:
        """Compose a part of the screen; where Textual would render all of a screen below again, only these rows."""
        below = self._screen_below
        if below is None or not getattr(self.app, "shares_loop", False):
            return super().render_lines(crop)
        rows = Region(0, crop.y, below.size.width, crop.height)
        chops = below._compositor._render_chops(rows, range(crop.y, crop.bottom).__contains__)[crop.y : crop.bottom]
        strips = (Strip.join(chop.values()) for chop in chops)
        tinted = (Strip(BackgroundScreen.process_segments(strip, self.styles.background)) for strip in strips)
        return [strip.crop(*crop.column_span) for strip in tinted]

    @property
    def _screen_below(self) -> Screen[object] | None:
        """The screen that is seen below this one, if no more than one is, and that one is laid out for this window."""
        behind = self.app._background_screens
        is_seen = len(behind) == 1 and self is self.app.screen and self.styles.background.a < 1
        return behind[0] if is_seen and behind[0]._compositor.size == self.size else None

    def _compose_on(self) -> None:
        app: Any = self.app
        if self is not app.screen:
            return  # the one above it is composed as a whole
        if app._batch_count:
            app.after(PART, self._compose_on)
        else:
            self._compositor.update_widgets(self._dirty_widgets)  # else those of which it was not told are forgotten
            self._compositor_refresh()


def _split(dirty: set[Region], rows: int) -> set[Region]:
    """Leave only the uppermost rows of the regions; returns the rest."""
    top = min((region.y for region in dirty), default=0) + rows
    later = {
        Region(x, max(y, top), width, y + height - max(y, top)) for x, y, width, height in dirty if y + height > top
    }
    kept = {Region(x, y, width, min(height, top - y)) for x, y, width, height in dirty if y < top}
    dirty.clear()
    dirty.update(kept)
    return later
