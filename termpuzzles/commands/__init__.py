"""The commands: what each does, and how it prints; streams and environment are arguments here.

In the order in which to read them:

- `command`      the record of a command, and the arguments that several commands take
- `startup`      makes the program start and end sooner; an interrupt while it starts is one line and its status
- `answers`      the answers of commands: results, how they are written, what is shown when time runs out; and the
                 console of a command line: answers go to stdout, words to stderr
- `reading`      from arguments (files, folders, ids, standard input) to puzzles, one after the other
- `workers`      who answers puzzles: this process, others on this machine, or a cluster
- `elsewhere`    puzzles answered by other processes and machines
- `play`         the app, if there is a terminal to draw on, or else plain mode
- `new_boards`   new boards that are asked for among puzzles to play
- `solve`        each puzzle solved, or proved to have no solution; on request with every deduction on the way
- `explanation`  the lesson of `solve --explain`: the steps in words, as text or as a page of HTML
- `check`        how many solutions each puzzle has, and how hard it is; on request two solutions side by side
- `hint`         the next step in each position, with its reason and the board marked; or all of them to the end
- `convert`      each puzzle in another format
- `generate`     new puzzles, each with exactly one solution unless any will do; a file holds them all or none
- `daily`        the boards of a day, the same for everyone who asks
- `stats`        what was solved, by game, size and rating, from the journals themselves
- `settings`     the settings in force, and what cannot be used of those that the player has written down
- `data`         everything that was played, written to one file or read from one
- `render`       pictures of boards, and pages to print
- `shell`        completions for a shell, and the manual page, made from the parser

The file of a command ends with its record, which is imported only when the command is called.
The answers of a command are a generator, so each is written as soon as it is known and an interrupt loses none.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from termpuzzles.commands.startup import without_openssl
from termpuzzles.guests import Door, guests, with_guests

if TYPE_CHECKING:
    from termpuzzles.commands.command import Command

_HERE = "termpuzzles.commands"
COMMANDS = {  # where each command's file ends with its record, and what it does
    "play": Door(f"{_HERE}.play:PLAY", "play puzzles in the terminal"),
    "solve": Door(f"{_HERE}.solve:SOLVE", "solve puzzles"),
    "check": Door(f"{_HERE}.check:CHECK", "count the solutions of puzzles and rate their difficulty"),
    "hint": Door(f"{_HERE}.hint:HINT", "give the next step from a position, with its reason"),
    "convert": Door(f"{_HERE}.convert:CONVERT", "write puzzles in another format"),
    "generate": Door(f"{_HERE}.generate:GENERATE", "make new puzzles, each with exactly one solution"),
    "render": Door(f"{_HERE}.render:RENDER", "draw puzzles as a picture or as sheets to print"),
    "daily": Door(f"{_HERE}.daily:DAILY", "print today's board, the same for everyone"),
    "stats": Door(f"{_HERE}.stats:STATS", "show what you have solved, how often without help, and how fast"),
    "settings": Door(f"{_HERE}.settings:SETTINGS", "print the settings in force, or check those that you wrote"),
    "data": Door(f"{_HERE}.data:DATA", "move journals and settings between machines"),
    "completions": Door(f"{_HERE}.shell:COMPLETIONS", "print completions for a shell"),
    "manual": Door(f"{_HERE}.shell:MANUAL", "print the manual page"),
}


@cache
def all_commands() -> dict[str, Door]:
    """The commands of the core and of its guests, which are asked for only now."""
    return with_guests(COMMANDS, (guest.commands for guest in guests()))


def command_named(name: str) -> Command:
    """The record of that command; its file is imported only now."""
    command: Command
    if name not in COMMANDS:
        command = all_commands()[name].load()
    else:
        with without_openssl():
            command = COMMANDS[name].load()
    return command
