"""`stats`: what was solved, by game, size and rating, from the journals themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from termpuzzles.catalogue.ladder import PlayerRating, ratings_of
from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.catalogue.statistics import LEAST_TIME, Row, rows
from termpuzzles.commands.answers import Answer, Console, as_json
from termpuzzles.commands.command import Command, Parser, take_config, take_json
from termpuzzles.games import named, names
from termpuzzles.logic.rules.techniques import title_of
from termpuzzles.session.session import clock_text
from termpuzzles.storage.library import Library, folders

if TYPE_CHECKING:
    import argparse


def stats(library: Library, json: bool, ladder: bool = True) -> Iterator[Answer]:
    """A line for each row of the statistics, below a heading unless it is JSON, which has the player's ratings, too.

    Without `ladder` these are left out.
    """
    listed, levels = library.journal_list(), Levels(packs())
    found = rows(listed.entries, levels.ratings)
    if json:
        ratings = ratings_of(listed.entries, levels) if ladder else {}
        yield from (Answer(as_json(_facts(row, ratings.get(row.game)))) for row in found)
        yield Answer("", words=listed.notice)
        return
    if not found:
        yield Answer("Nothing has been solved yet.", words=listed.notice)
        return
    yield Answer(_line("game", "size", "rating", "solved", "unaided", "best", "median", "streak"), words=listed.notice)
    for row in found:
        title = named(row.game).title if row.game in names() else row.game
        times = (clock_text(row.best), clock_text(row.median)) if row.best >= LEAST_TIME else ("-", "-")
        counts = (str(row.solved), str(row.unaided), *times, str(row.streak))
        yield Answer(_line(title, row.size, title_of(row.rating) if row.rating else "-", *counts))


def _facts(row: Row, player: PlayerRating | None) -> dict[str, object]:
    rating = player and {
        "rating": round(player.value),
        "deviation": round(player.deviation),
        "boards": len(player.values),
    }
    return {
        "game": row.game,
        "size": row.size,
        "rating": row.rating or None,
        "solved": row.solved,
        "unaided": row.unaided,
        "best": row.best,
        "median": row.median,
        "streak": row.streak,
        "ladder": rating,
    }


_WIDTHS = (6, 7, 8, 8, 6)  # of the figures of a line: a time of ten hours and more fits


def _line(game: str, size: str, rating: str, *figures: str) -> str:
    columns = (f" {figure:>{width}}" for figure, width in zip(figures, _WIDTHS, strict=True))
    return f"{game:<12} {size:<8} {rating:<17}" + "".join(columns)


def run(options: argparse.Namespace, console: Console) -> int:
    library = Library(folders(console.environment, options.config))
    return console.show(stats(library, options.json, bool(library.settings()["ladder"])))


def _arguments(parser: Parser) -> None:
    take_json(parser, "game, size and rating")
    take_config(parser)


STATS = Command(
    "stats",
    run,
    ("stats", "stats --json > stats.json"),
    arguments=_arguments,
)
