"""One new puzzle by its game's name: the simplest call."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.randomness import rng_of
from termpuzzles.generator.loop import generate as make
from termpuzzles.logic.task import never

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle


def generate(
    game: str, params: Params | str = "7x7", seed: str | int | None = None, until: Callable[[], bool] = never
) -> Puzzle:
    """A new puzzle of the game (`infinity`, `net`, …), with just one solution unless the params say `any`.

    `params` is a size such as `13x11w` and more (see `Params`). The same seed gives the same board, everywhere.

    Raises `PuzzleError` if there can be no such puzzle, `NotFound` if none was found, and
    `termpuzzles.logic.task.Unfinished` once `until()`, called every few milliseconds, is true.
    """
    asked = Params.parse(params) if isinstance(params, str) else params
    rng = rng_of(os.urandom(8).hex() if seed is None else seed)
    return make(named(game), asked, rng, until)
