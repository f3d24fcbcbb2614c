"""What a survey says of positions on every surface, as pictures: joined, loose and looped sides, and the groups."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from termpuzzles.board.grid import HEAVY, E, Grid, S
from termpuzzles.board.resurvey import resurvey
from termpuzzles.board.surface import SURFACES
from termpuzzles.board.survey import Survey, closed_groups, survey
from tests.approved import approve

WIDTH, HEIGHT = 6, 4


def positions(suffix: str) -> Iterator[tuple[Grid, bytes]]:
    """Three boards on a surface: one almost full of lines, one walled and half full, and a single row."""
    rng = Random(f"surveys {suffix}")
    plain = Grid.make(WIDTH, HEIGHT, SURFACES[suffix])
    walled = Grid.make(WIDTH, HEIGHT, SURFACES[suffix], [(1, E), (8, S), (20, S), (23, E)])
    for grid, share in ((plain, 0.7), (walled, 0.5), (Grid.make(5, 1, SURFACES[suffix]), 0.8)):
        masks = bytearray(grid.size)
        for line in grid.lines():
            if rng.random() < share:
                cell, other = grid.ends(line)
                masks[cell] |= S if line % 2 else E
                masks[other] |= 8 if line % 2 else 1
        masks[int(rng.random() * grid.size)] ^= 1 << int(rng.random() * 4)
        yield grid, bytes(masks)


def test_surveys_are_as_approved_and_the_same_by_difference() -> None:
    lines = []
    for suffix in SURFACES:
        for number, (grid, masks) in enumerate(positions(suffix)):
            seen = survey(grid, masks)
            blank = survey(grid, bytes(grid.size))
            changed = [cell for cell, mask in enumerate(masks) if mask]
            assert resurvey(blank, masks, changed) == seen
            assert resurvey(seen, bytes(grid.size), changed) == blank
            if suffix in ("", "kx"):
                lines += [f"{grid}{suffix} {['open', 'walled', 'row'][number]}", *_shown(seen), ""]
    approve(__file__, "surveys", "\n".join(lines))


def _shown(seen: Survey) -> Iterator[str]:
    grid = seen.grid
    parts = seen.lines, seen.joined, seen.loose, seen.ends, seen.blocked, seen.looped
    pictures = ["".join(HEAVY[mask] for mask in part).replace(" ", "·") for part in parts]
    pictures.append("".join("ABCDEFGHIJKLMNOPQRSTUVWX"[first] for first in seen.group))
    pictures.append("".join(".x"[shut] for shut in seen.closed))
    pictures.append("".join(".*"[lit] for lit in seen.lit(grid.size // 2)))
    if grid.surface.is_plane:
        pictures.append("".join(f"{corners:x}" for corners in seen.inside))
    for start in range(0, grid.size, grid.width):
        yield "   ".join(picture[start : start + grid.width] for picture in pictures)
    yield f"{seen.groups} groups, {seen.closed_groups} closed, {seen.loops} loops; heads {seen.heads}"
    yield f"closed: {[*closed_groups(grid, seen.lines)]}; in one step: {[*closed_groups(grid, seen.lines, 1)]}"
