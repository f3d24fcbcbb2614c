"""Tables over domains: what a set of masks says about each side.

A *known* byte says which sides of a cell are settled: the high four bits are the sides with a line, the low four bits
those without.
"""

from functools import cache

from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES, SIDES_OF

ALL = 0xFFFF  # the domain of every mask


def _known_table() -> bytes:
    # The index is a domain. If bit m is set, only sides of m can surely have a line, and only the others surely none.
    # So the half of the table where bit m is set is the half before it with that limit added.
    table = b"\xff"
    for mask in MASKS:
        limit = mask << 4 | 15 ^ mask
        table += table.translate(bytes(known & limit for known in range(256)))
    return table


KNOWN = _known_table()  # KNOWN[domain]: the sides that all its masks agree on; all of them, twice, where it is empty

# HAS[side]: the domain of all masks with a line there; LACKS[side]: of all masks without.
HAS = {side: sum(1 << mask for mask in MASKS if mask & side) for side in SIDES}
LACKS = {side: ALL ^ HAS[side] for side in SIDES}


def _fits_table() -> tuple[int, ...]:
    table = [ALL]
    for lines in (LACKS, HAS):  # each side without a line, then each with one, doubles the table
        for side in (1, 2, 4, 8):
            table += [domain & lines[side] for domain in table]
    return tuple(table)


FITS = _fits_table()  # FITS[known]: the masks that agree with a known byte: its lines, and none where it has none

LONE = {1 << mask: mask for mask in MASKS}  # each domain of just one mask, with that mask


_BY_LINES = [tuple((side, HAS[OPPOSITE[side]], True) for side in SIDES_OF[mask]) for mask in MASKS]
_BY_OTHERS = [tuple((side, LACKS[OPPOSITE[side]], False) for side in SIDES_OF[mask]) for mask in MASKS]

# TELLS[known]: for each side that a known byte settles, the masks it allows the cell beyond, and whether it has a line.
TELLS = tuple(lines + others for lines in _BY_LINES for others in _BY_OTHERS)


@cache
def masks_of(domain: int) -> tuple[int, ...]:
    """The masks in a domain, ascending."""
    return tuple(mask for mask in MASKS if domain >> mask & 1)


@cache
def choices(domain: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each mask of the domain its bit, and its sides without those that all masks of the domain have."""
    sure = KNOWN[domain] >> 4
    return tuple((1 << mask, SIDES_OF[mask & ~sure]) for mask in masks_of(domain))
