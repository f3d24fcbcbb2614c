"""Damaged settings files: whatever they contain, they give valid settings, and a sentence about each problem."""

from pathlib import Path
from random import Random

from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.settings import OPTIONS
from tests.fuzz.mutate import mutated

SEEDS = [
    b'theme = "dark"\nglyphs = "ascii"\nkeymap = "vim"\n[keys]\n"play.undo" = "u"\n[play]\nmarks = false\n',
    b'[play]\nturn = "anticlockwise"\nrulers = true\n[new]\nsize = "9x9w"\n[hints]\noffer = false\n',
    b'{"zoom": {"10x10": 2}, "marks": false, "theme": {}, "keys": {"play.undo": 5}}',
]


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Try that many files and report the outcome."""
    rng, warned = Random(seed), 0
    library = Library(Folders(folder / "data", folder / "config"))
    library.where.config.mkdir(parents=True)
    for number in range(count):
        name = "settings.json" if number % 3 == 2 else "settings.toml"
        path = library.where.config / name
        path.write_bytes(mutated(rng, rng.choice(SEEDS), SEEDS))
        found = library.settings()
        assert all(option.allows(found[option.name]) for option in OPTIONS if option.name in found)
        assert all(warning.isprintable() for warning in found.warnings)
        warned += bool(found.warnings)
        path.unlink()
    return f"{warned} of {count} with warnings; no traceback"
