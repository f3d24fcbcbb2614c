"""`data`: everything that was played, written to one file or read from one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import BAD, YES, Answer, Console
from termpuzzles.commands.command import Command, Parser, take_config
from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.storage.library import Library, folders
from termpuzzles.storage.transfer import export, merge

if TYPE_CHECKING:
    import argparse


def export_data(library: Library, file: str) -> Answer:
    """Write everything to the file."""
    try:
        count = export(library.where, Path(file))
    except OSError as error:
        error.filename = file  # and not the name that it has until it is complete
        raise
    return Answer(f"{counted(count, 'journal')} written to {file}")


def import_data(library: Library, file: str) -> Answer:
    """Merge what is in the file, and say what was new."""
    try:
        imported = merge(library, Path(file))
    except PuzzleError as error:
        return Answer("", BAD, f"{shortened(file)}: {error}")
    return Answer(imported.sentence(), YES, "; ".join(imported.refused))


def run(options: argparse.Namespace, console: Console) -> int:
    library = Library(folders(console.environment, options.config))
    act = export_data if options.what == "export" else import_data
    return console.show([act(library, options.file)])


def _arguments(parser: Parser) -> None:
    parser.add_argument("what", choices=("export", "import"), help="export everything to FILE, or import it from FILE")
    parser.add_argument("file", metavar="FILE", help="the file")
    take_config(parser)


DATA = Command(
    "data",
    run,
    ("data export played.zip", "data import played.zip"),
    arguments=_arguments,
    more="An import merges: nothing is lost on either side.",
)
