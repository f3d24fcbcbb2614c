"""A game, at first in its own file, a rule, a command and a screen are put into the package as README says."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from termpuzzles.games import GAMES, with_maker
from tests.data import sweep
from tests.readme import ROOT, blocks

TEXT = (ROOT / "termpuzzles" / "docs" / "building.md").read_text(encoding="utf-8")
RECORD, START = ("\n".join(lines) + "\n" for kind, lines in blocks(TEXT) if kind == "py")
PICTURE = "┗╻\n╻·\n"


def run(folder: Path, *words: str, status: int = 0) -> str:
    """What a command line prints when run in that folder, after checking its exit status."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"TERMPUZZLES_DATA": str(folder / "data"), "TERMPUZZLES_CONFIG": str(folder / "config")}
    argv, empty = [sys.executable, *words], subprocess.DEVNULL
    done = subprocess.run(argv, cwd=folder, env=environment, stdin=empty, capture_output=True, text=True)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with the game in its own file, and a level of it."""
    (tmp_path / "forest.py").write_text(RECORD + "\n\n" + START, encoding="utf-8")
    (tmp_path / "forest").mkdir()
    (tmp_path / "forest" / "first.loops").write_text(PICTURE, encoding="utf-8")
    os.symlink(ROOT / "termpuzzles", tmp_path / "termpuzzles")
    return tmp_path


def test_a_game_in_a_file_of_its_own_is_read_solved_checked_hinted_and_converted(own: Path) -> None:
    level = "forest/first.loops"
    assert run(own, "forest.py", "convert", level, "--to", "gameid").startswith("forest:2x2:")
    assert '"game": "forest"' in run(own, "forest.py", "check", "--json", level)
    assert '"solutions": 1' in run(own, "forest.py", "check", "--json", level)
    solved = run(own, "forest.py", "solve", level)
    assert solved.startswith("# game: forest\n")
    assert run(own, "forest.py", "hint", level)
    assert "Forest, 2 by 2.\n" in run(own, "forest.py", "play", level)


def test_a_loop_is_no_solution_of_the_game(own: Path) -> None:
    assert run(own, "forest.py", "solve", "forest:2x2:3333", status=1) == ""
    assert run(own, "forest.py", "solve", "infinity:2x2:3333") == "infinity:2x2:9c36\n"


def test_a_game_without_a_maker_is_not_offered_for_new_boards(own: Path) -> None:
    offered = (
        "import forest; import termpuzzles.catalogue.new_board as new; print(*new.values(new.BoardRequest(), 'game'))"
    )
    assert run(own, "-c", offered).split() == [name for name in with_maker() if name in GAMES]


def test_generating_boards_of_a_game_without_a_maker_is_refused_with_a_message(own: Path) -> None:
    assert run(own, "forest.py", "generate", "forest", "5x5", status=1) == ""


FOREST_POSITIONS = """
MISTAKEN += (
    Position("forest", ("╺┓", "╺━"), {"loose end": "1 loose end", "wall": "1 line runs off the board"}),
    Position("forest", ("╻╻", "╹╹"), {"wall": "2 lines run into a wall"}, walls=((0, S),)),
    Position("forest", ("┏┓", "┗┛"), {"loop": "1 loop"}),
)
SOLVED += (Position("forest", ("╺╸·╻", "···╹"), {}),)
"""
GENERIC = (  # tests that run over every game, and those that speak of all games at once
    *("tests/games/test_conformance.py", "tests/games/test_answers.py", "tests/games/test_model.py"),
    *("tests/formats/test_round_trips.py", "tests/formats/test_bad_texts.py", "tests/formats/test_gate.py"),
    *("tests/hints/test_techniques.py", "tests/play/test_session.py", "tests/play/shelf/test_wishes.py"),
    *("tests/render/test_drawing.py", "tests/test_levels.py", "tests/test_layers.py"),
)
SPOKEN_OF = "(bad_text and not save_file) or refused or map or same_name"

RAILS = (ROOT / "tests" / "games" / "rails.py").read_text(encoding="utf-8")
TRACKS = re.sub("rails", "tracks", re.sub("RAILS", "TRACKS", RAILS)).replace("register(TRACKS)\n", "")
TRACKS_POSITIONS = """
MISTAKEN += tuple(each._replace(game="tracks") for each in MISTAKEN if each.game == "rails")
SOLVED += tuple(each._replace(game="tracks") for each in SOLVED if each.game == "rails")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of all that a developer has."""
    for name in ("termpuzzles", "tests", "levels"):
        copytree(ROOT / name, tmp_path / name, ignore=ignore_patterns("*.pyc.*"))  # those that others write now
    for name in ("README.md", "pyproject.toml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


def change(file: Path, before: str, after: str) -> None:
    """Replace the only place of a text in a file."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{before!r} in {file}"
    file.write_text(text.replace(before, after), encoding="utf-8")


def put_in(checkout: Path, name: str, record: str, positions: str, picture: str) -> None:
    """Follow the checklist: the game's file and its name, its test data, its levels."""
    games = checkout / "termpuzzles" / "games"
    (games / f"{name}.py").write_text(record, encoding="utf-8")
    change(games / "__init__.py", '"masyu")', f'"masyu", "{name}")')
    change(games / "__init__.py", "`masyu`   the games", f"`masyu`, `{name}`   the games")
    with (checkout / "tests" / "games" / "positions.py").open("a", encoding="utf-8") as file:
        file.write(positions)
    (checkout / "levels" / name).mkdir()
    level = f"# game: {name}\n# title: First 1\n{picture}"
    (checkout / "levels" / name / "01-first.loops").write_text(level, encoding="utf-8")


def put_forest_in(checkout: Path) -> None:
    put_in(checkout, "forest", RECORD, FOREST_POSITIONS, PICTURE.replace("·", " "))


def put_tracks_in(checkout: Path) -> None:
    """A game with clues: Rails by another name."""
    put_in(checkout, "tracks", TRACKS, TRACKS_POSITIONS, "·····\n▣····\n▣·▣▣·\n·▣·▣▣\n·····\n")


@sweep.whole
@pytest.mark.parametrize(("name", "put_in"), [("forest", put_forest_in), ("tracks", put_tracks_in)])
def test_a_game_put_into_the_package_needs_its_file_its_levels_and_its_test_data_and_nothing_else(
    checkout: Path, name: str, put_in: Callable[[Path], None]
) -> None:
    put_in(checkout)
    run(checkout, "-m", "tests.make_levels", "index")
    assert f'"{name}/01-first.loops"' in (checkout / "levels" / "index.json").read_text(encoding="utf-8")
    shown = run(checkout, "-m", "termpuzzles", "check", f"levels/{name}")
    assert re.search(rf"^1 .* {name} ", shown, flags=re.MULTILINE)
    spoken_of = f"{name} or {SPOKEN_OF}"
    assert "[100%]" in run(checkout, "-m", "pytest", "-p", "no:cacheprovider", *GENERIC, "-k", spoken_of)


SQUARE = '''"""`square`: where three of the four lines around a point are drawn, the fourth is not.

Proof: the four lines form a loop, and no solution has one.
"""

from functools import partial

from termpuzzles.board.grid import E, S
from termpuzzles.logic.problem import KNOWN
from termpuzzles.logic.explain.step import Finding, Premise, Reason
from termpuzzles.logic.explain.parts import Role, many, part
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.rules.cuts import joint


def find(knowledge, cells):
    """The squares to the right of each cell and below; the whole board at once."""
    grid = knowledge.grid
    for cell in range(grid.size):
        right, below = grid.beyond(cell, E), grid.beyond(cell, S)
        if right is None or below is None or grid.beyond(right, S) is None:
            continue
        if grid.beyond(below, E) != grid.beyond(right, S) or len({cell, right, below, grid.beyond(right, S)}) < 4:
            continue
        lines = {(cell, E): 0, (cell, S): 0, (right, S): 0, (below, E): 0}
        known = {at: KNOWN[knowledge.left[at[0]]] for at in lines}
        drawn = [at for at in lines if known[at] >> 4 & at[1]]
        left = [at for at in lines if not (known[at] >> 4 | known[at]) & at[1]]
        if len(drawn) == 3 and left:
            narrowed = joint(knowledge, crossed=[grid.line(*left[0])])
            yield Finding("square", narrowed, partial(reason, knowledge, [cell, right, below, grid.beyond(right, S)]))


def reason(knowledge, corners):
    """Three lines, and the loop that the fourth would close."""
    because = [Premise(cell, KNOWN[knowledge.left[cell]], knowledge.left[cell]) for cell in corners]
    marked = many(knowledge.problem, corners, Role.BECAUSE)
    return Reason.of(because, part("a fourth line between {} closes a loop.", marked))


RULE = Rule(name="square", sentence="Four lines around a point are a loop.", find=find)
'''
FIRES = """
from random import Random
from termpuzzles.games import named, queries
from termpuzzles.board.grid import Grid
from termpuzzles.games.making.random_tree import grown_tree
from termpuzzles.games.model import Puzzle
boards = [Puzzle(named("forest"), Grid(5, 5), bytes(grown_tree(Grid(5, 5), Random(seed)))) for seed in range(40)]
print(sum(step.rule == "square" for board in boards for step in queries.steps(board)))
"""


def test_a_rule_put_into_the_package_needs_its_file_its_row_and_its_words(checkout: Path) -> None:
    put_forest_in(checkout)
    logic = checkout / "termpuzzles" / "logic"
    (logic / "rules" / "square.py").write_text(SQUARE, encoding="utf-8")
    change(
        logic / "rules" / "__init__.py",
        '    "no loop": "no_loop",\n',
        '    "no loop": "no_loop",\n    "square": "square",\n',
    )
    change(
        logic / "rules" / "techniques.py",
        '    "block": "Four',
        '    "square": "No square",\n    "block": "Four',
    )
    change(
        logic / "rules" / "techniques.py",
        "\nWHY = {\n",
        '\nWHY = {\n    "square": "It would be a loop.",\n',
    )
    change(logic / "answers" / "effort.py", '    "block":', '    "square": _flat(8),\n    "block":')
    change(checkout / "termpuzzles" / "games" / "forest.py", '("edge", ', '("edge", "square", ')
    assert int(run(checkout, "-c", FIRES)) > 0
    generic = ("-m", "pytest", "-p", "no:cacheprovider", "tests/games/test_answers.py", "-k", "forest")
    assert "[100%]" in run(checkout, *generic)


SIZE = '''"""`size`: how many cells each puzzle has."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from termpuzzles.commands.answers import YES, Answer
from termpuzzles.commands.command import Command, take_limit
from termpuzzles.commands.answers import Console
from termpuzzles.commands.reading import entries_of


def _run(options: argparse.Namespace, console: Console) -> int:
    return console.show(_sizes(options, console))


def _sizes(options: argparse.Namespace, console: Console) -> Iterator[Answer]:
    for entry in entries_of(options, console):
        yield Answer(str(entry.given().grid.size), YES)


SIZE = Command("size", _run, ("size infinity:2x2:3333",), arguments=take_limit, takes_puzzles=True)
'''


@sweep.whole
def test_a_command_put_into_the_package_needs_its_file_its_row_and_its_line_in_the_map(checkout: Path) -> None:
    commands = checkout / "termpuzzles" / "commands"
    (commands / "size.py").write_text(SIZE, encoding="utf-8")
    row = '    "size": Door(f"{_HERE}.size:SIZE", "count the cells"),\n'
    change(commands / "__init__.py", '    "convert": Door(', row + '    "convert": Door(')
    change(commands / "__init__.py", "- `convert`   ", "- `size`      how many cells each puzzle has\n- `convert`   ")
    program = ("-m", "termpuzzles")
    assert run(checkout, *program, "size", "infinity:2x2:3333", "infinity:1x2:28") == "4\n2\n"
    assert re.search(r"^    size +count the cells$", run(checkout, *program, "--help"), flags=re.MULTILINE)
    assert run(checkout, *program, "help", "size").partition("Count the cells.")[1]
    for printed in (("manual",), ("completions", "zsh")):
        assert "size" in run(checkout, *program, *printed)
    generic = ("tests/commands/test_records.py", "tests/cli/test_parser.py", "tests/test_layers.py")
    assert "[100%]" in run(
        checkout, "-m", "pytest", "-p", "no:cacheprovider", *generic, "-k", "size or docstring_of_a_folder"
    )


ALMANAC = '''"""The almanac: the moon over the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType

from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.widgets.choices import Choice


class AlmanacScreen(ListScreen[None, str]):
    """One row for each phase."""

    TITLE = "Almanac"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="almanac.leave", tooltip="Back to where you were"),
    ]

    def rows(self) -> Iterable[Choice[str]]:
        """The phases."""
        return [Choice(((phase, "good"),), phase) for phase in ("new", "full")]

    def choose(self, value: str) -> None:
        """Say it."""
        self.show_message(value)
'''


@sweep.whole
def test_a_screen_put_into_the_package_needs_its_file_its_row_and_its_line_in_the_map(checkout: Path) -> None:
    screens = checkout / "termpuzzles" / "tui" / "screens"
    (screens / "almanac.py").write_text(ALMANAC, encoding="utf-8")
    row = '    "almanac": Door(f"{_HERE}.almanac:AlmanacScreen", "The moon over the board"),\n'
    change(screens.parent / "app.py", '    "statistics": Door(', row + '    "statistics": Door(')
    change(screens / "__init__.py", "- `statistics`", "- `almanac`      the moon over the board\n- `statistics`")
    generic = ("tests/tui/screens/test_palette.py", "tests/test_layers.py")
    picked = "holds_every_binding or docstring_of_a_folder"
    assert "[100%]" in run(checkout, "-m", "pytest", "-p", "no:cacheprovider", *generic, "-k", picked)


def test_every_file_that_the_checklist_names_is_there() -> None:
    checklist = TEXT.partition("## To add a game to the package")[2].partition("\n## ")[0]
    named = re.findall(r"`((?:termpuzzles|tests|levels)/[a-z_/.]*)`", checklist)
    assert len(named) >= 7
    for name in named:
        assert "forest" in name or (ROOT / name).exists(), name
