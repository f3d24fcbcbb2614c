"""Ids and addresses of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.errors import ArgumentError, PuzzleError, did_you_mean
from termpuzzles.formats import canonical_id, web_address, write
from termpuzzles.games.arguments import as_found

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle

PUZZ_LINK, COLLECTION = "puzz.link", "chiark.greenend.org.uk"


def id_of(puzzle: Puzzle) -> str:
    """The id or address by which the puzzle is shared."""
    return canonical_id(puzzle)


def url_of(puzzle: Puzzle, site: str) -> str:
    """The address at which that site shows the puzzle."""
    if site not in (PUZZ_LINK, COLLECTION):
        meant = did_you_mean(site, (PUZZ_LINK, COLLECTION)) if isinstance(site, str) else ""
        raise ArgumentError(f"expected {PUZZ_LINK} or {COLLECTION}, found {as_found(site)}{meant}")
    address = web_address(puzzle) if site == COLLECTION else _on_puzz_link(puzzle)
    if not address.startswith("https://"):
        raise ArgumentError(f"{site} has no such boards of {puzzle.game.title}")
    return address


def _on_puzz_link(puzzle: Puzzle) -> str:
    try:
        return write(puzzle, "puzzlink")
    except PuzzleError:
        return ""
