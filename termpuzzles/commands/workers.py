"""Who answers the puzzles of a command: this process, others on this machine (`--jobs`), or a cluster (`--scheduler`).

The same functions answer in each case, so the answers are the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from termpuzzles.batches.address import checked_address
from termpuzzles.commands.answers import Answer, Console
from termpuzzles.commands.command import Parser, budget_of, number
from termpuzzles.commands.reading import Answering, items_of, with_remarks_said


def take_workers(parser: Parser) -> None:
    """Let the parser take the options that say who works."""
    parser.add_argument("--jobs", metavar="N", type=number, default=1, help="number of processes to use")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", type=_scheduler, help="use a Dask cluster, such as tcp://host:8786"
    )


def _scheduler(text: str) -> str:
    try:
        return checked_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def is_alone(options: argparse.Namespace) -> bool:
    """Whether this process does all the work."""
    return options.jobs == 1 and options.scheduler is None


def answers_to(options: argparse.Namespace, console: Console, answering: Answering) -> Iterator[Answer]:
    """The answers to each puzzle that the command line asks for, in order.

    The function that `answering` makes may be sent to others, and so may the puzzles.
    """
    budget = budget_of(options)
    if not is_alone(options):
        from termpuzzles.commands.elsewhere import answers_from  # 30 ms, of use only to many puzzles

        yield from answers_from(options, console, answering)
        return
    read = getattr(console.stdin.buffer, "read1", console.stdin.buffer.read)
    items = (item for item in items_of(options, console, read) if item is not None)
    for entry in with_remarks_said((item.read(budget) for item in items), console.say):
        yield from answering(budget)(entry)
