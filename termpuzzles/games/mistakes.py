"""Part of `judges` had this name; it forwards there for one version."""

from warnings import warn

from termpuzzles.games.judges import *  # noqa: F403

warn("termpuzzles.games.mistakes is part of termpuzzles.games.judges now", DeprecationWarning, stacklevel=2)
