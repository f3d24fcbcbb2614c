"""`turning` had this name; it forwards there for one version."""

from warnings import warn

from termpuzzles.games.turning import *  # noqa: F403

warn("termpuzzles.games.rotate is part of termpuzzles.games.turning now", DeprecationWarning, stacklevel=2)
