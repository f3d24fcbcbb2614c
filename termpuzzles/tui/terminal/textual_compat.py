"""All that relies on the inside of textual 8.2, in one place, each with a check that it still holds.

Where a check fails, the app does without: it then sends more bytes, or some colours, and nothing else changes.
"""

from __future__ import annotations

from functools import lru_cache

from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from textual.screen import Screen
from textual.strip import Strip


class CroppedUpdate(ChopsUpdate):
    """An update of parts of the screen that is cut on the left too.

    Textual's own begins each line at the left edge of the widget that changed: 750 bytes for a cursor move on a board
    100 columns wide, where the two cells themselves take about 60.
    """

    def render_segments(self, console: Console) -> str:
        """The update as it is written to the terminal."""
        written: list[str] = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is not None and x < last and end > first:
                    start = max(x, first)
                    written.append(Control.move_to(start, y).segment.text)
                    written.append(strip.crop(start - x, min(end, last) - x).render(console))
        return "".join(written)


def crop(renderable: RenderableType | None) -> RenderableType | None:
    """The same update cut on the left, if it is one of parts of the screen and can be."""
    if type(renderable) is ChopsUpdate and crop_works():
        return CroppedUpdate(renderable.chops, renderable.spans, renderable.chop_ends)
    return renderable


@lru_cache(maxsize=1)
def crop_works() -> bool:
    """Whether an update is still made of chops, spans and their ends, as we take it to be."""
    chops = [{0: Strip([Segment("abcdef", Style())])}]
    try:
        written = CroppedUpdate(chops, [(0, 2, 4)], [[6]]).render_segments(Console(color_system=None))
    except (AttributeError, TypeError, ValueError):
        return False
    return written == Control.move_to(2, 0).segment.text + "cd"


class Colourless(LineFilter):
    """Leaves of each style what is no colour, so that no colour code is sent at all, not even the default ones."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colour; each keeps a style, since textual cannot draw one without."""
        return [Segment(text, _colourless(style), control) for text, style, control in segments]


@lru_cache(maxsize=1024)
def _colourless(style: Style | None) -> Style:
    if style is None:
        return Style()
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse,
        strike=style.strike,
    )


class CalmApp(App[None]):
    """An app that sends only what changed, and ends on a bug without a traceback on the screen.

    `crash` then holds the error, for whoever ran the app to report; tests get it raised by textual's pilot.
    """

    crash: Exception | None = None

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        super()._display(screen, crop(renderable))

    def _handle_exception(self, error: Exception) -> None:
        self._return_code = 1
        if self._exception is None:
            self.crash = self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()


def send_no_colour(app: App[None]) -> None:
    """Let nothing that the app draws have a colour."""
    app._filters[:] = [Colourless()]


def send_all_colours(app: App[None]) -> None:
    """Let all be drawn in the colours it has, whatever this program's own environment says.

    None of them is one of the terminal's sixteen, so textual's filter for these would only cost time.
    """
    app.no_color = False
    app._filters.clear()
