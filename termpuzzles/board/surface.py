"""How a board's borders are glued together: the surface on which it lies.

A flipped seam mirrors the place, never the side: a line that leaves a Möbius strip toward the east in row 2 comes back
from the west in the last row but one, and east still meets west.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Seam(IntEnum):
    """What becomes of a line at two opposite borders."""

    OPEN = 0  # it ends
    JOINED = 1  # it comes back in the same row or column
    FLIPPED = 2  # it comes back in the row or column as far from the other end

    def __repr__(self) -> str:
        return f"Seam.{self.name}"  # which can be pasted back


class Surface(NamedTuple):
    """The seams of a board: `across` joins its last column to the first, `down` its last row to the first.

    At most one of them is flipped.
    """

    across: Seam = Seam.OPEN
    down: Seam = Seam.OPEN

    @property
    def is_plane(self) -> bool:
        """Whether the board has a border all around."""
        return self == PLANE

    @property
    def is_closed(self) -> bool:
        """Whether the board has no border at all."""
        return Seam.OPEN not in self

    @property
    def words(self) -> str:
        """What a player reads beside a size: `wraps`, `wraps across`, `Möbius strip, upright`; "" for a plane."""
        return f"{self.name}, upright" if self.down is Seam.FLIPPED else self.name

    @property
    def name(self) -> str:
        """What the surface is called, whichever way it is twisted: `wraps across`, `Möbius strip`; "" for a plane."""
        if Seam.FLIPPED in self:
            return "Klein bottle" if self.is_closed else "Möbius strip"
        if self.is_closed:
            return "wraps"
        return "wraps across" if self.across else "wraps down" if self.down else ""

    @property
    def suffix(self) -> str:
        """What follows a size of a board on this surface, one of `SURFACES`."""
        return _SUFFIXES[self]


PLANE = Surface()
CYLINDER_ACROSS, CYLINDER_DOWN = Surface(across=Seam.JOINED), Surface(down=Seam.JOINED)
TORUS = Surface(Seam.JOINED, Seam.JOINED)
SURFACES = {
    "": PLANE,
    "w": TORUS,
    "cx": CYLINDER_ACROSS,
    "cy": CYLINDER_DOWN,
    "mx": Surface(across=Seam.FLIPPED),
    "my": Surface(down=Seam.FLIPPED),
    "kx": Surface(Seam.FLIPPED, Seam.JOINED),
    "ky": Surface(Seam.JOINED, Seam.FLIPPED),
}  # by what follows a size: 7x7mx is a Möbius strip twisted from left to right, 7x7ky a Klein bottle from top to bottom
_SUFFIXES = {surface: suffix for suffix, surface in SURFACES.items()}
