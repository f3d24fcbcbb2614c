"""Surfaces that tests are run over."""

from random import Random

from termpuzzles.board.surface import SURFACES, Seam, Surface

ALL = tuple(SURFACES.values())
TWISTED = tuple(surface for surface in ALL if Seam.FLIPPED in surface)


def glued(across: bool, down: bool = False) -> Surface:
    """The surface with these seams, none of them flipped."""
    return Surface(Seam(across), Seam(down))


def random_surface(rng: Random) -> Surface:
    """Any surface; half of them without a twist."""
    return rng.choice(TWISTED) if rng.random() < 0.5 else glued(rng.random() < 0.5, rng.random() < 0.5)
