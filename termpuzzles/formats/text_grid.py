"""Pictures and number grids as they stand in a file: parts with a header and rows, parted by lines `---`."""

from collections.abc import Iterator, Sequence

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import header, number_grid, picture
from termpuzzles.formats.header import Entry, Header
from termpuzzles.games import named, names
from termpuzzles.games.model import Game, Puzzle, State

PARTING = "---"


def parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each part that holds any row or header line, with the number of its first line."""
    lines = text.split("\n")
    start = 0
    for end in [*(number for number, line in enumerate(lines) if line == PARTING), len(lines)]:
        if any(lines[start:end]):
            yield start + 1, lines[start:end]
        start = end + 1


def parse(lines: Sequence[str], first: int, asked: str | None, folder: str | None) -> tuple[Puzzle, str] | None:
    """The puzzle of one part, whose first line has that number, and its format; None where all is comments.

    The game is that of the header, else the one `asked` for, else that of the `folder`, else what the rows look like.
    """
    entries, comment = _leading(lines, first)
    game = _game(Header.of(entries).once.get("game"), asked, folder, lines)
    if game.shades and comment is not None:  # in a game of drawing a row may begin with #
        entries = [entry for entry in entries if entry.line < first + comment]
    head = Header.of(entries)
    rows, numbers = _rows(lines, first, len(entries) if game.shades else None)
    if rows:
        return _puzzle(game, head, rows, numbers)
    if entries:
        raise PuzzleError("rows after the header", "none", line=entries[-1].line)
    return None


def _leading(lines: Sequence[str], first: int) -> tuple[list[Entry], int | None]:
    """The header lines before the first row, and where the first line stands that begins with # and is none."""
    entries, comment = [], None
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            break
        if entry := header.entry(line, first + number):
            entries.append(entry)
        elif comment is None:
            comment = number
    return entries, comment


def _game(said: Entry | None, asked: str | None, folder: str | None, lines: Sequence[str]) -> Game:
    if said is None:
        return named(asked or folder or _looks(lines))
    if said.value not in names():
        raise said.refuse(f"one of {', '.join(names())}")
    if asked not in (None, said.value):
        raise said.refuse(f"a puzzle of the game {asked}")
    return named(said.value)


def _looks(lines: Sequence[str]) -> str:
    """The game that is meant where nothing says it."""
    rows = (line for line in lines if picture.SHADED in line)
    return "simpleloop" if any(row[0] != "#" or picture.TILES.issuperset(row) for row in rows) else "infinity"


def _rows(lines: Sequence[str], first: int, start: int | None) -> tuple[list[str], list[int]]:
    """The rows from `start` on, or else all that do not begin with #, and their line numbers; not the empty last."""
    if start is None:
        kept = [number for number, line in enumerate(lines) if not line.startswith("#")]
    else:
        kept = list(range(start, len(lines)))
    while kept and not lines[kept[-1]]:
        kept.pop()
    return [lines[number] for number in kept], [first + number for number in kept]


def _puzzle(game: Game, head: Header, rows: Sequence[str], numbers: Sequence[int]) -> tuple[Puzzle, str]:
    if _holds_numbers(rows):
        if game.shades:
            raise PuzzleError(f"a picture of {game.title}", "a number grid", line=numbers[0])
        body, form = number_grid.parse(rows, numbers), "numbers"
    else:
        body, form = picture.parse(rows, numbers, game.shades), "picture"
    grid = head.grid(game, body.width, len(body.tiles) // body.width)
    start = game.fresh(grid, body.tiles)._replace(lines=body.lines, pins=head.pins(game, grid))
    return Puzzle(game, grid, body.tiles, head.value("title"), head.value("source"), head.others, start), form


def _holds_numbers(rows: Sequence[str]) -> bool:
    first = next((row for row in rows if row.strip(" ")), "").lstrip(" ")
    return first[:1] in set("-0123456789")


def write_picture(puzzle: Puzzle, state: State) -> str:
    """The puzzle as its picture in that position, below the header that it needs."""
    game = puzzle.game
    default = "simpleloop" if game.shades and 0 in puzzle.tiles else "infinity"
    rows = picture.rows(puzzle.grid.width, puzzle.tiles, state.lines, game.shades)
    return "\n".join(header.lines(puzzle, state, default) + rows)


def write_numbers(puzzle: Puzzle, state: State) -> str:
    """The puzzle as a number grid in that position, below the header that it needs."""
    if puzzle.game.shades:
        raise PuzzleError(
            f"a number grid has no shaded cells: {puzzle.game.title} is written as a picture or an address"
        )
    return "\n".join(header.lines(puzzle, state, "infinity") + number_grid.rows(puzzle.grid.width, state.lines))
