"""Surfaces that tests are run over."""

from termpuzzles.board.surface import SURFACES, Seam, Surface

TWISTED = tuple(surface for surface in SURFACES.values() if Seam.FLIPPED in surface)


def glued(across: bool, down: bool = False) -> Surface:
    """The surface with these seams, none of them flipped."""
    return Surface(Seam(across), Seam(down))
