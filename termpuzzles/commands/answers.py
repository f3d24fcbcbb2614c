"""The answers of all commands: results, how they are written, and what can be shown when a budget runs out.

A console writes them: answers go to stdout, words to stderr.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, NamedTuple, TextIO

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid
from termpuzzles.errors import PuzzleError, on_one_line
from termpuzzles.formats import canonical_id, form_for, is_parted, write
from termpuzzles.logic.problem import KNOWN

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.problem import Domain
    from termpuzzles.logic.task import Budget


YES = 0  # solved; exactly one solution; a hint; generated
NO = 1  # no solution; none or several; nothing to hint at; not found
BAD = 2  # bad input or usage
LIMIT = 3  # a limit that was asked for ran out

_GRAVEST_FIRST = (BAD, LIMIT, NO, YES)


class Answer(NamedTuple):
    """One puzzle's answer: the text for stdout (without a newline at its end), words for stderr, and the exit status.

    `block` says that the text may have several lines, so that `---` separates it from its neighbours. A line in
    `place` keeps the place of an answer that is missing: it stands below the text, but only among other answers.
    """

    text: str
    status: int = YES
    words: str = ""
    block: bool = False
    place: str = ""


def worst_status(statuses: Iterable[int]) -> int:
    """The exit status of many puzzles: the first of 2, 3, 1, 0 that occurred; 0 if there were none."""
    occurred = set(statuses)
    return next((status for status in _GRAVEST_FIRST if status in occurred), YES)


def written(puzzle: Puzzle, form: str, state: State | None = None) -> str:
    """The puzzle in that format, in the position `state` if one is given.

    Another format replaces one that is only read or cannot show the lines; raises `PuzzleError` if there is none.
    """
    return write(puzzle, form_for(puzzle, form, state is not None), state)


def is_block(form: str) -> bool:
    """Whether answers in that format, or to puzzles that came in it, have several lines and are separated by `---`."""
    return is_parted(form)


def as_json(facts: Mapping[str, object]) -> str:
    """The facts as one line of JSON."""
    import json  # 3 ms, only needed for --json

    return json.dumps(facts, ensure_ascii=False)


def facts_of(puzzle: Puzzle) -> dict[str, object]:
    """The facts that identify a puzzle: the first keys of every JSON answer."""
    return {
        "id": canonical_id(puzzle),
        "game": puzzle.game.name,
        "width": puzzle.grid.width,
        "height": puzzle.grid.height,
    }


def text_of(puzzle: Puzzle, form: str) -> dict[str, object]:
    """The puzzle in that format, as facts."""
    return {"format": form_for(puzzle, form, with_lines=False), "text": written(puzzle, form)}


def places(puzzle: Puzzle, cells: Iterable[int]) -> list[list[int]]:
    """The cells as `[column, row]`, both from 1."""
    return [[x + 1, y + 1] for x, y in map(puzzle.grid.place, cells)]


def failure(error: PuzzleError, *, json: bool, name: str = "", block: bool = False, status: int = BAD) -> Answer:
    """The answer in place of a puzzle that has none: a sentence for stderr, and `# reason` to keep the place.

    The sentence begins with where the error is, or else with the `name` of the puzzle.
    """
    reason = str(error)
    words = reason if error.source or not name else f"{name}: {reason}"
    if json:
        return Answer(as_json({"error": reason}), status, words)
    return Answer("", status, words, block, place=f"# {reason}")


MOST_NAMED = 12  # open cells to name
WORDS = 0.3  # seconds to write down what is known after the budget has run out
WHY = 2.0  # seconds to look for a reason; most are found at once, others perhaps never


class Known(NamedTuple):
    """A partly settled board: the position that shows what is settled, and the cells still open."""

    state: State
    open_cells: tuple[int, ...]

    def names(self, grid: Grid) -> str:
        """The names of the first open cells, and how many there are."""
        shown = " ".join(map(grid.name, self.open_cells[:MOST_NAMED])) or "none"
        number = len(self.open_cells)
        return f"{shown} … ({number} in all)" if number > MOST_NAMED else shown


def to_tell_why(budget: Budget) -> Budget:
    """The budget for finding a reason why a board has no solution: at most `WHY` seconds of it."""
    return budget.within(WHY)


def known_so_far(puzzle: Puzzle, left: Sequence[Domain] | None) -> Known:
    """The board as far as `left`, the masks certainly left to each cell, settles it; all other cells are as given."""
    if left is None:
        left = list(map(puzzle.problem().domains.__getitem__, puzzle.problem().cell_types))
    open_cells = tuple(cell for cell, domain in enumerate(left) if domain & (domain - 1))
    lines = _certain_lines(puzzle, left) if puzzle.game.draws else _settled_tiles(puzzle, left)
    return Known(puzzle.start._replace(lines=bytes(lines)), open_cells)


def _settled_tiles(puzzle: Puzzle, left: Sequence[Domain]) -> bytearray:
    lines = bytearray(puzzle.start.lines)
    for cell, domain in enumerate(left):
        if not domain & (domain - 1):
            lines[cell] = domain.bit_length() - 1
    return lines


def _certain_lines(puzzle: Puzzle, left: Sequence[Domain]) -> bytearray:
    """Every line that is certain, drawn in both cells at it even if only one of them settles it."""
    lines = bytearray(len(left))
    for cell, domain in enumerate(left):
        for side in SIDES_OF[KNOWN[domain] >> 4]:
            lines[cell] |= side
            lines[puzzle.grid.ways[side][cell]] |= OPPOSITE[side]
    return lines


class Console(NamedTuple):
    """Where a command line was typed: its environment, its streams, and whether arguments may name files.

    Answers go to `stdout` as UTF-8, whatever the terminal uses, and words for a person to `stderr`.
    """

    environment: Mapping[str, str]
    stdin: TextIO
    stdout: TextIO
    stderr: TextIO
    files: bool

    def show(self, answers: Iterable[Answer], out: IO[bytes] | None = None, *, several: bool = False) -> int:
        """Write each answer as soon as it is known (by default to stdout), and return the exit status of all of them.

        Lines follow each other; `---` separates a text of several lines from its neighbours. The place of a missing
        answer is only kept if there are `several`, which is so once a second one comes.
        """
        out = out or self.stdout.buffer
        statuses = set()
        before: Answer | None = None
        held: Answer | None = None  # the first, if it is missing and has no neighbour yet
        for number, answer in enumerate(answers):
            if held is not None:
                if place := self._kept_place(held):
                    _write(out, place)
                before, held = held, None
            alone = not (several or number)
            text = "\n".join(filter(None, (answer.text, "" if alone else self._kept_place(answer))))
            if text:
                if before is not None and (before.block or answer.block):
                    _write(out, "---")
                _write(out, text)
                before = answer
            if alone and answer.place:
                held = answer
            if answer.words:
                self.say(answer.words)
            statuses.add(answer.status)
        return worst_status(statuses)

    def _kept_place(self, answer: Answer) -> str:
        """What keeps the place of a missing answer; on a terminal that has just shown its words, without them."""
        if not (self.stdout.isatty() and self.stderr.isatty()):
            return answer.place
        return "\n".join(line for line in answer.place.split("\n") if line != f"# {answer.words}")

    def say(self, words: str) -> None:
        """Print words for a person to stderr, on one line and without what a terminal might obey."""
        print(f"termpuzzles: {on_one_line(words)}", file=self.stderr, flush=True)

    def refuse(self, words: str) -> int:
        """Say why the command line as a whole cannot be served, and return the exit status for that."""
        self.say(words)
        return BAD


def _write(out: IO[bytes], text: str) -> None:
    out.write(encoded(text))
    out.write(b"\n")
    out.flush()


def encoded(text: str) -> bytes:
    """The text as UTF-8; stand-ins for undecodable bytes in the name of a file are escaped."""
    return text.encode("utf-8", "backslashreplace")


def close_quietly(stream: TextIO) -> None:
    """After a broken pipe, drop what the stream still buffers, as nobody would read it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
