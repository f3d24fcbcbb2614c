"""Composes again only what has changed: textual renders every line of every widget for each line that it updates.

That was half of what a key costs. It leans on the inside of textual 8.2's compositor, as `textual_compat` does, and has
a check that it still can; where that fails, textual composes as it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip

_Chops = list[dict[int, Strip | None]]


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
