"""Commands at the cursor, and commands that move it: turn and pin tiles, draw lines, note them, go somewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from termpuzzles.board.grid import SIDE_NAMES, E, N, S, W, mirrored
from termpuzzles.english import counted
from termpuzzles.games.model import Controls, Gesture
from termpuzzles.play.controller import BoardCommand, Controller, play_asked
from termpuzzles.play.stage import Pending
from termpuzzles.render.picture import number_of_groups
from termpuzzles.session.attempt import SOURCE
from termpuzzles.session.open_cells import next_open

_SIDES = {name: side for side, name in SIDE_NAMES.items()}
_ORDER = ("north", "west", "south", "east")  # in the order of the keys w a s d
_SPOKEN = {"north": "up", "west": "left", "south": "down", "east": "right"}
BY_WORD = {word: _SIDES[side] for side, word in _SPOKEN.items()}
TURNING, DRAWING = (Controls.TURN_TILES,), (Controls.DRAW_LINES,)


def _ask(action: str) -> Callable[[Controller], None]:
    """The function that asks for this action at the cursor, as it is seen."""
    return lambda controller: _play_as_seen(controller, action)


_MIRRORED = {"turn": "turn back", "turn back": "turn"}


def _play_as_seen(controller: Controller, action: str) -> None:
    """Ask for this action at the cursor; a tile that is seen mirrored turns the other way round."""
    stage = controller.stage
    controller.play(Gesture(_MIRRORED.get(action, action) if stage.swapped else action, stage.cursor))


def draw(controller: Controller, kind: str, side: int) -> None:
    """Draw, cross out or erase the line toward a side of the cell at the cursor; a pending note decides which."""
    noted = controller.pending in (Pending.LINE, Pending.CROSS)
    controller.play(Gesture(controller.pending.value if noted else kind, controller.stage.cursor, side))


def _draw(kind: str, name: str) -> Callable[[Controller], None]:
    return lambda controller: draw(controller, kind, _SIDES[name])


def _note(kind: Pending) -> Callable[[Controller], None]:
    """Set a line or a cross on the side that is said, else let the next direction do so."""

    def note(controller: Controller, side: str = "") -> None:
        if side:
            controller.play(Gesture(kind.value, controller.stage.cursor, BY_WORD[side]))
            return
        if controller.pending is kind:
            controller.changed()
            return
        what = "a cross, which means no line" if kind is Pending.CROSS else "a line"
        drop = controller.stage.name_of("play.close")
        controller.changed("direction", f"Now press a direction to set {what}. {drop} cancels.")
        controller.pending = kind

    return note


def _again(controller: Controller) -> None:
    """Repeat the last line or cross at the cursor."""
    controller.play(controller.last._replace(cell=controller.stage.cursor))


def _side_commands(kind: str, keys: str, sentence: str) -> Iterator[BoardCommand]:
    for key, side in zip(keys, _ORDER, strict=True):
        does, for_speech = _draw(kind, side), _SPOKEN[side]
        said, name = f"{kind} PLACE {for_speech}", f"{kind} {for_speech}"
        yield BoardCommand(f"{kind}.{side}", key, said, name, f"{sentence} {for_speech}", "line", does, DRAWING)


def _turn(controller: Controller) -> None:
    """Turn the tile in the direction that the player has chosen."""
    turned = "turn" if controller.settings["turn"] == "clockwise" else "turn back"
    _play_as_seen(controller, turned)


def _pen(controller: Controller) -> None:
    """Put the pen down, so that moving draws, or lift it."""
    controller.pen, controller.pen_in_trial = not controller.pen, controller.session.attempt.trial
    if controller.pen:
        lift = controller.stage.name_of("line.pen")
        controller.changed("pen down", f"The pen is down: moving draws a line. {lift} lifts it.")
    else:
        controller.changed("pen up", "The pen is up.")


CELL_COMMANDS = (
    BoardCommand("tile.turn", "space", "turn PLACE", "turn", "Turn the tile", "tile", _turn, TURNING),
    BoardCommand(
        "tile.clockwise",
        "d",
        "turn PLACE clockwise",
        "turn clockwise",
        "Turn the tile clockwise",
        "tile",
        _ask("turn"),
        TURNING,
    ),
    BoardCommand(
        "tile.back",
        "a",
        "turn PLACE back",
        "turn back",
        "Turn the tile anticlockwise",
        "tile",
        _ask("turn back"),
        TURNING,
    ),
    BoardCommand(
        "tile.half",
        "f",
        "turn PLACE half",
        "half turn",
        "Turn the tile halfway around",
        "tile",
        _ask("turn half"),
        TURNING,
    ),
    BoardCommand("tile.pin", "s", "pin PLACE", "pin", "Pin or unpin the tile", "tile", _ask("pin"), TURNING),
    *_side_commands("line", "wasd", "Draw or erase a line"),
    *_side_commands("cross", "WASD", "Cross out a line"),
    BoardCommand(
        "line.again", "space", "again PLACE", "repeat", "Repeat the last line or cross here", "line", _again, DRAWING
    ),
    BoardCommand(
        "line.pen",
        "p",
        "pen",
        "pen",
        "Put the pen down to draw, or lift it",
        "line",
        _pen,
        DRAWING,
    ),
    BoardCommand(
        "note.cross",
        "x",
        "cross PLACE SIDE",
        "no line",
        "Mark the side you press as having no line",
        "notes",
        _note(Pending.CROSS),
        for_speech="Note that there is no line on that side; repeat it to erase the note",
    ),
    BoardCommand(
        "note.line",
        "z",
        "line PLACE SIDE",
        "line",
        "Mark the side you press as having a line",
        "notes",
        _note(Pending.LINE),
        for_speech="Note a line on that side; repeat it to erase the note",
    ),
)


_STEPS = {N: (0, -1), S: (0, 1), W: (-1, 0), E: (1, 0)}


def _step(side: int) -> Callable[[Controller], None]:
    """The function that moves the cursor one cell, drawing if the pen is down, or completes the key before."""

    def step(controller: Controller) -> None:
        toward = mirrored(side, controller.stage.swapped)
        if controller.pending is not Pending.MOVE:
            draw(controller, "line", toward)
        else:
            _move(controller, toward)

    return step


def _move(controller: Controller, side: int) -> None:
    grid, state, here = controller.puzzle.grid, controller.session.state, controller.stage.cursor
    if controller.pen and not state.lines[here] & side and not controller.session.solved:
        line = Gesture("line", here, side)
        if controller.puzzle.game.interpret(controller.puzzle, state, line) is None:
            lift = controller.stage.name_of("line.pen")
            controller.say("no way", f"The pen is down, but no line can be drawn there. {lift} lifts it.")
            return
        controller.play(line)
    dx, dy = _STEPS[side]
    x, y = grid.place(here)
    if found := grid.unrolled(x + dx, y + dy):
        controller.stage.cursor, _ = found


def _end_of_row(last: bool) -> Callable[[Controller], None]:
    def go(controller: Controller) -> None:
        grid = controller.puzzle.grid
        _, y = grid.place(controller.stage.cursor)
        controller.stage.cursor = grid.cell(grid.width - 1 if last else 0, y)

    return go


def _next(step: int) -> Callable[[Controller], None]:
    """The function that sets the cursor on the next or the previous open cell."""

    def go(controller: Controller) -> None:
        found = next_open(controller.puzzle, controller.session.state, controller.stage.cursor, step)
        if found is None:
            drawn = controller.puzzle.game.draws
            controller.changed("none open", "Every cell has its two lines." if drawn else "Every tile is pinned.")
        else:
            controller.stage.cursor = found

    return go


def jump(controller: Controller, cell: int) -> None:
    """Go to a cell far away; `g b` comes back."""
    controller.jumped_from = controller.stage.cursor
    controller.stage.cursor = cell


def go_by_text(controller: Controller, typed: str) -> None:
    """Go where a player's answer to `g` says: to a column and row, the source, the hint, back, or to a new board."""
    grid, words = controller.puzzle.grid, typed.replace(",", " ").split()
    hint = controller.staged_hint.hint
    if words in (["s"], ["source"]):
        source = controller.picture().source
        if source is not None:
            return jump(controller, source)
    elif words in (["h"], ["hint"]):
        if hint and hint.cell is not None:
            return jump(controller, hint.cell)
    elif words in (["b"], ["back"]):
        return jump(controller, controller.jumped_from)
    elif len(words) == 2 and all(word.isdecimal() for word in words):
        x, y = int(words[0]), int(words[1])
        if 1 <= x <= grid.width and 1 <= y <= grid.height:
            return jump(controller, grid.cell(x - 1, y - 1))
    if play_asked(controller, typed, surely=False):
        return None
    controller.say("no place", f"There is no such place on this {grid} board: {typed}" if typed else "")
    return None


def _go_to(controller: Controller, *place: str) -> None:
    """Go to the place that is said, else ask for one."""
    if place:
        go_by_text(controller, " ".join(place))
        return
    question = "Go to a column and row (3 4), the source (s), the hint (h), back (b), or a new board (net 9x9)"
    controller.stage.request(question, None, lambda text: go_by_text(controller, text))


def _move_source(controller: Controller) -> None:
    """Light the tiles from the cell at the cursor."""
    if controller.puzzle.game.source is None:
        controller.changed("no source", "This game has no source.")
        return
    controller.session.apply(SOURCE, controller.stage.cursor)
    controller.changed("source moved", "The tiles are now lit from here.")


def _show_groups(controller: Controller) -> None:
    """Tell groups apart by colour, or no longer, and say how many there are."""
    controller.shows_groups = not controller.shows_groups
    attempt = controller.session.attempt
    number = counted(number_of_groups(attempt.survey), "group")
    if not controller.shows_groups:
        controller.changed("one colour", f"One colour again; {number}.")
    elif controller.picture().source is None:
        controller.changed("groups", f"{number}, each in one colour.")
    else:
        controller.changed("groups", f"{number}; the source's has the usual colour.")


CURSOR_COMMANDS = (
    BoardCommand("board.north", "up,k", "up, north", "up", "Move the cursor up", "move", _step(N)),
    BoardCommand("board.south", "down,j", "down, south", "down", "Move the cursor down", "move", _step(S)),
    BoardCommand("board.west", "left,h", "left, west", "left", "Move the cursor left", "move", _step(W)),
    BoardCommand("board.east", "right,l", "right, east", "right", "Move the cursor right", "move", _step(E)),
    BoardCommand(
        "board.first",
        "home",
        "row start",
        "start of row",
        "Go to the first cell of the row",
        "move",
        _end_of_row(False),
    ),
    BoardCommand(
        "board.last", "end", "row end", "end of row", "Go to the last cell of the row", "move", _end_of_row(True)
    ),
    BoardCommand("board.page_up", "pageup", "", "half page up", "Go up half a page", "move"),
    BoardCommand("board.page_down", "pagedown", "", "half page down", "Go down half a page", "move"),
    BoardCommand("play.next", "n", "next open", "next open", "Go to the next open cell", "move", _next(1)),
    BoardCommand(
        "play.before", "b", "previous open", "previous open", "Go to the previous open cell", "move", _next(-1)
    ),
    BoardCommand(
        "play.goto",
        "g",
        "go NAME, go to NAME",
        "go to",
        "Go to a place, the source, a hint or back",
        "move",
        _go_to,
    ),
    BoardCommand(
        "play.shift",
        "w",
        "",
        "shift board",
        "Shift a board that wraps, by direction",
        "view",
        controls=TURNING,
    ),
    BoardCommand(
        "play.inside", "F", "", "shade inside", "Shade what lies inside loops, or not", "view", controls=DRAWING
    ),
    BoardCommand(
        "play.groups",
        "C",
        "groups",
        "group colours",
        "Colour each group of joined tiles, or not",
        "view",
        _show_groups,
        TURNING,
        for_speech="Say how many groups of joined tiles there are",
    ),
    BoardCommand(
        "play.source",
        "S",
        "source PLACE",
        "move source",
        "Light the tiles joined to this one",
        "view",
        _move_source,
        TURNING,
    ),
)
