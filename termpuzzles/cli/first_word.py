"""What the first word of a command line means that is neither the exact name of a command nor a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from termpuzzles.english import joined
from termpuzzles.errors import PuzzleError, did_you_mean, folded, meanings, nearest, shortened
from termpuzzles.formats import is_puzzle
from termpuzzles.games.making.request import asked_board, begins_request, game_titles


def command_meant(words: Sequence[str], commands: Iterable[str]) -> str:
    """The command that is meant: by its name in any case, by its beginning, or `play` for a puzzle or a new board.

    "" if it is none of these, or the beginning of several.
    """
    word, titles = words[0], {name: name for name in commands}
    if is_puzzle(word):
        return "play"
    if folded(word) in map(folded, titles):
        return meanings(word, titles)[0]
    begun = meanings(word, titles | game_titles())
    if len(begun) == 1 and begun[0] in titles:
        return begun[0]
    return "play" if not set(begun) & set(titles) and begins_request(" ".join(words)) else ""


def not_understood(words: Sequence[str], commands: Iterable[str]) -> str:
    """Why the words are nothing, with the nearest command or request."""
    word, titles = words[0], {name: name for name in commands}
    begun = meanings(word, titles | game_titles())
    if len(begun) > 1:
        return f"{shortened(word)!r} is the beginning of {joined([repr(name) for name in begun])}"
    first = word.partition(" ")[0]
    known = (*titles, *game_titles(), *game_titles().values())
    near = nearest(first, known)
    if near and near not in titles:
        try:
            asked_board(" ".join(words))
        except PuzzleError as error:
            return str(error)
    return f"{word!r} is not a command, file or puzzle{did_you_mean(first, known)}"
