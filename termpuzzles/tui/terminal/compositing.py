"""Composes again only what has changed, and at once, without the detour of textual's messages and timers.

Textual renders every line of every widget for each line that it updates, which was half of what a key costs; the
messages and timers by which keys and changes are handed on were as much again. This leans on the inside of textual 8.2,
as `textual_compat` does, and checks that it still can; where it cannot, all goes textual's own way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, Compositor
from textual.app import App
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

_Chops = list[dict[int, Strip | None]]
_BARE = Style()
_DRAWS = all(hasattr(Screen, name) for name in ("_on_timer_update", "is_current")) and hasattr(Widget, "_set_dirty")


class PromptApp(App[None]):
    """An app that acts on keys and draws without a detour."""

    _draws = False  # whether what has changed is about to be drawn

    def after(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something later; a timer of textual's is a task, and sends a message."""
        return asyncio.get_running_loop().call_later(seconds, self._guarded, call)

    def draw_soon(self) -> None:
        """Draw what has changed once all that happens now has happened."""
        if not self._draws:
            self._draws = True
            asyncio.get_running_loop().call_soon(self._guarded, self._draw)

    def _draw(self) -> None:
        self._draws = False
        if self._running and self.screen_stack:
            self.screen._on_timer_update()

    def _guarded(self, call: Callable[[], None]) -> None:
        try:
            if self._running and not self._closing:
                call()
        except Exception as error:  # ends the app as one of a message does
            self._handle_exception(error)

    async def on_event(self, event: events.Event) -> None:
        """Do what a key is bound to, where the widget with the focus knows keys by their bindings alone."""
        if isinstance(event, events.Key) and self._is_bound_at_once and await self._act(event.key):
            return
        await super().on_event(event)

    @property
    def _is_bound_at_once(self) -> bool:
        if self._keymap or not self.app_focus or self.screen.is_modal:
            return False
        return getattr(self.focused, "knows_bindings_alone", False)

    async def _act(self, key: str) -> bool:
        """Do what the key is bound to; whether it is."""
        assert self.focused is not None
        nodes = self.focused.ancestors_with_self
        asked = [(node, True) for node in reversed(nodes)] + [(node, False) for node in nodes]
        for node, first in asked:
            for binding in node._bindings.key_to_bindings.get(key, ()):
                if binding.priority == first and await self.run_action(binding.action, node):
                    return True
        return False


def redraw(widget: Widget, *regions: Region) -> None:
    """Have these regions of a widget drawn, as its `refresh` does, but by the next turn of the loop."""
    app: Any = widget.app
    if not (_DRAWS and isinstance(app, PromptApp) and widget.is_mounted and not app._batch_count):
        widget.refresh(*regions)
        return
    screen = widget.screen
    if not screen.is_current:
        widget.refresh(*regions)
        return
    widget._set_dirty(*regions)
    screen._dirty_widgets.add(widget)
    app.draw_soon()


def plain_lines(widget: Widget, crop: Region) -> list[Strip]:
    """The lines of a widget as it draws them; it has neither border nor padding, nor anything laid over its colours."""
    filters, (_, background), width = widget.get_line_filters(), widget.background_colors, widget.size.width
    strips = []
    for y in range(crop.y, crop.bottom):
        strip = widget.render_line(y).adjust_cell_length(width, _BARE)
        for each in filters:
            strip = strip.apply_filter(each, background)
        strips.append(strip)
    return strips if crop.column_span == (0, width) else [strip.crop(*crop.column_span) for strip in strips]


def blank_lines(widget: Widget, crop: Region) -> list[Strip]:
    """The lines of a widget that draws nothing itself: one for all, where textual would keep each."""
    _, background = widget.background_colors
    strip = Strip.blank(crop.width, Style(bgcolor=background.rich_color))
    for each in widget.get_line_filters():
        strip = strip.apply_filter(each, background)
    return [strip] * crop.height


def render_partial_update(compositor: Any) -> ChopsUpdate | None:
    """What has changed since the last update, as the compositor's own method of this name tells it."""
    regions = compositor._dirty_regions.copy()
    compositor._dirty_regions.clear()
    screen = compositor.size.region
    spans = list(compositor._regions_to_spans(found for region in regions if (found := region.intersection(screen))))
    if not spans:
        return None
    cuts: list[list[int]] = compositor.cuts
    chops: _Chops = [dict.fromkeys(cut_set[:-1]) for cut_set in cuts]
    wanted = _pieces(cuts, spans)
    for widget, (region, clip) in compositor.visible_widgets.items():  # from the front to the back
        seen = region.intersection(clip)
        rows = (
            y for y, left in wanted.items() if seen.y <= y < seen.bottom and any(seen.x <= x < seen.right for x in left)
        )
        for first, last in _runs(rows):
            crop = Region(seen.x - region.x, first - region.y, seen.width, last - first)
            for y, strip in zip(range(first, last), widget.render_lines(crop), strict=False):
                _fill(chops[y], cuts[y], wanted[y], seen, strip)
        wanted = {y: left for y, left in wanted.items() if left}
        if not wanted:
            break
    return ChopsUpdate(chops, spans, [cut_set[1:] for cut_set in cuts])


def _pieces(cuts: list[list[int]], spans: list[tuple[int, int, int]]) -> dict[int, set[int]]:
    """The columns where the pieces of each row begin that a span touches; each piece belongs to one widget."""
    found: dict[int, set[int]] = {}
    for y, first, last in spans:
        pieces = zip(cuts[y], cuts[y][1:], strict=False)
        found.setdefault(y, set()).update(start for start, end in pieces if start < last and end > first)
    return found


def _fill(chops: dict[int, Strip | None], cuts: list[int], wanted: set[int], seen: Region, strip: Strip) -> None:
    """Take of the strip what is wanted and what no widget before it covers."""
    own = [cut for cut in cuts if seen.x <= cut <= seen.right]
    for cut, piece in zip(own, strip.divide([cut - seen.x for cut in own[1:]]), strict=False):
        if cut in wanted:
            wanted.discard(cut)
            chops[cut] = piece


def _runs(rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Rows in their order, as the first of each run and the one after its last."""
    first = last = -1
    for y in rows:
        if y != last:
            if first >= 0:
                yield first, last
            first = y
        last = y + 1
    if first >= 0:
        yield first, last


def compose_only_what_changed() -> None:
    """Let every app of this program compose so, if textual's compositor is still as we take it to be."""
    kind: Any = Compositor
    compositor = kind()
    needed = ("_dirty_regions", "_regions_to_spans", "size", "visible_widgets", "cuts", "render_partial_update")
    if all(hasattr(compositor, name) for name in needed):
        kind.render_partial_update = render_partial_update


compose_only_what_changed()
