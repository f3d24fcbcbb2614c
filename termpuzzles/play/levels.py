"""Where the levels are that come with the program."""

from pathlib import Path


def folder() -> Path:
    """The folder of the shipped levels: inside the installed package, or beside the package in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "levels"
    return installed if installed.is_dir() else package.parent / "levels"
