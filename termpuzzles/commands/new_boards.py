"""New boards that a command line asks for among its puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from termpuzzles.errors import nearest
from termpuzzles.formats import is_puzzle
from termpuzzles.games.making.request import asked_board, begins_request, game_titles, requests_in
from termpuzzles.games.model import Puzzle
from termpuzzles.generator.generate import generate
from termpuzzles.session.questions import made_by


def separated(arguments: Sequence[str], may_ask: Callable[[str], bool]) -> Iterator[tuple[list[str], str]]:
    """The arguments in order: those that ask for new boards together, and beside them "", or else one puzzle."""
    asked: list[str] = []
    for argument in arguments:
        if may_ask(argument) and _asks(argument, begun=bool(asked)):
            asked.append(argument)
            continue
        if asked:
            yield asked, ""
            asked = []
        yield [], argument
    if asked:
        yield asked, ""


def _asks(argument: str, begun: bool) -> bool:
    """Whether the argument belongs to a request, which may have `begun` before it, though it may be mistyped."""
    if begins_request(argument):
        return True
    titles = game_titles()
    first = argument.partition(" ")[0]
    return not is_puzzle(argument) and (begun or bool(nearest(first, (*titles, *titles.values()))))


def new_boards(words: Sequence[str], more: Sequence[str], game: str | None) -> list[Puzzle]:
    """New boards as the words ask for them, each also with what the options say. Raises `PuzzleError`."""
    asked = [asked_board(" ".join([request, *more]), game) for request in requests_in(words) or [""]]
    return [made_by(generate(board.game, board.params), board.params) for board in asked]
