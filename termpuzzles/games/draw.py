"""`drawing` had this name; it forwards there for one version."""

from warnings import warn

from termpuzzles.games.drawing import *  # noqa: F403

warn("termpuzzles.games.draw is part of termpuzzles.games.drawing now", DeprecationWarning, stacklevel=2)
