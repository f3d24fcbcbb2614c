"""The commands: what each does, and how it prints; streams and environment are arguments here.

In the order in which to read them:

- `command`      the record of a command, and the arguments that several commands take
- `startup`      makes the program start and end sooner; an interrupt while it starts is one line and its status
- `answers`      the answers of commands: results, how they are written, what is shown when time runs out; and the
                 console of a command line: answers go to stdout, words to stderr
- `reading`      from arguments (files, folders, ids, standard input) to puzzles, one after the other
- `play`         the app, if there is a terminal to draw on, or else plain mode
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
- `sync`         the same of this machine, and of one's player at a service, merged into both
- `render`       pictures of boards, and pages to print
- `wall`         the Wall Game, for scripts: replay, count turns, best turns, forced wins
- `serve`        the SSH service, and what an operator does with its data: backups, bans, lost keys, who plays
- `shell`        completions for a shell, and the manual page, made from the parser

The file of a command ends with its record, which is imported only when the command is called.
The answers of a command are a generator, so each is written as soon as it is known and an interrupt loses none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termpuzzles.commands.command import Command

COMMANDS = {  # each command's file here, which ends with its record (its name in capitals), and what it does
    "play": ("play", "play puzzles in the terminal"),
    "solve": ("solve", "solve puzzles"),
    "check": ("check", "count the solutions of puzzles and rate their difficulty"),
    "hint": ("hint", "give the next step from a position, with its reason"),
    "convert": ("convert", "write puzzles in another format"),
    "generate": ("generate", "make new puzzles, each with exactly one solution"),
    "render": ("render", "draw puzzles as a picture or as sheets to print"),
    "daily": ("daily", "print today's board, the same for everyone"),
    "stats": ("stats", "show what you have solved, how often without help, and how fast"),
    "settings": ("settings", "print the settings in force, or check those that you wrote"),
    "data": ("data", "move journals and settings between machines"),
    "sync": ("sync", "merge what you played here and at an SSH service, both ways"),
    "wall": ("wall", "play the Wall Game; replay and analyse its games"),
    "serve": ("serve", "let others play and ask for hints over SSH"),
    "service": ("serve", "back up the data of the SSH service, ban visitors and revoke keys"),
    "completions": ("shell", "print completions for a shell"),
    "manual": ("shell", "print the manual page"),
}


def command_named(name: str) -> Command:
    """The record of that command; its file is imported only now."""
    file, _ = COMMANDS[name]
    command: Command = getattr(import_module(f"termpuzzles.commands.{file}"), name.upper())
    return command
