"""The floors of the house: each imports only from floors below it, and the heavy packages stay where they belong."""

import ast
import importlib.util
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "termpuzzles"

CORE = (  # its rooms, each of which imports only from those before it
    "errors",
    "english",
    "guests",
    "board",
    "graphs",
    "logic",
    "games",
    "batches",
    "formats",
    "generator",
    "hints",
    "render",
    "study",
    "storage",
    "session",
    "catalogue",
    "play",
    "terminal",
    "plain",
    "tui",
    "commands",
    "cli",
)
GUESTS = ("company", "wall")  # beside the core, which knows nothing of them
FLOORS = (*CORE, *GUESTS)
KNOWS_ONLY: dict[str, set[str]] = {
    "english": set(),
    "guests": set(),
    "terminal": {"errors"},
}  # rooms that import no more than these
STRANGERS = (  # rooms that do not import each other, in either direction
    {"formats", "generator", "hints", "render"},
    {"plain", "tui"},
)
ABOVE_ALL = ("__init__", "__main__")  # the package and its `python -m` entry point may import any floor

AT_HOME = {  # the only floors that may import these packages
    "textual": ("tui", *GUESTS),
    "rich": ("tui", *GUESTS),
    "asyncssh": ("company",),
    "psycopg": ("company",),
    "argparse": ("commands", "cli", *GUESTS),
    "distributed": ("batches",),
    "dask": ("batches",),
}
HEAVY = ("textual", "rich", "asyncssh", "psycopg", "distributed", "dask")  # loaded only by the work that needs them
START = tuple(room for room in CORE if room != "tui")  # may not load HEAVY

FILES = sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    """The dotted name of the module in that file."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def floor(name: str) -> str:
    """The floor of a dotted name inside the package, `__init__` for the package itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the tree of that file, the module first."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@pytest.fixture(scope="module", autouse=True)
def forgotten() -> Iterator[None]:
    """Keep half a million nodes no longer than they are looked at: each search for garbage would go through them."""
    yield
    nodes.cache_clear()


def modules_that_name(error: str) -> set[str]:
    """The modules that name an error."""
    files = (path for path in FILES if error in path.read_text(encoding="utf-8"))
    return {
        module_name(path)
        for path in files
        if any(error == getattr(node, "id", getattr(node, "name", "")) for node in nodes(path))
    }


def imports(path: Path) -> Iterator[str]:
    """The dotted names that a file imports anywhere in it, also inside functions and for typing only."""
    package = module_name(path) if path.name == "__init__.py" else module_name(path).rpartition(".")[0]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield from (f"{module}.{alias.name}" if module == "termpuzzles" else module for alias in node.names)


def loaded_after(modules: list[str]) -> set[str]:
    """The modules that are loaded in a fresh interpreter once these are imported."""
    code = f"import sys, importlib\nfor name in {modules!r}: importlib.import_module(name)\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent)
    return set(done.stdout.split())


def test_every_file_stands_on_a_floor() -> None:
    assert {floor(module_name(path)) for path in FILES} <= {*FLOORS, *ABOVE_ALL}


ALSO = {  # what files import beyond what their room may
    "termpuzzles.tui.plain_page": {"plain"},  # plain mode in a window of a browser
}
OF_COMPANY_FOR_WALL = ("termpuzzles.company.meetings", "termpuzzles.company.parts")


def arrows(path: Path) -> set[str]:
    """The modules and rooms of ours that a file imports, `termpuzzles.__version__` aside, which stands in no room."""
    return {name for name in imports(path) if name.split(".")[0] == "termpuzzles"} - {"termpuzzles.__version__"}


def allowed(module: str, name: str) -> bool:
    """Whether that module may import that name."""
    own, other = floor(module), floor(name)
    if own == "wall" and other == "company":
        return name in OF_COMPANY_FOR_WALL
    return other in rooms_for(own) | ALSO.get(module, set())


def rooms_for(own: str) -> set[str]:
    """The rooms that files of a room may import."""
    if own in GUESTS:
        return {own, *CORE}
    before = KNOWS_ONLY.get(own, set(CORE[: CORE.index(own)]))
    return {own} | before - {other for group in STRANGERS if own in group for other in group}


def test_a_room_imports_only_from_rooms_before_it() -> None:
    offenders = {
        f"{module_name(path)} imports {name}"
        for path in FILES
        if floor(module_name(path)) not in ABOVE_ALL
        for name in arrows(path)
        if not allowed(module_name(path), name)
    }
    assert not offenders


WITHIN = {  # the parts of these rooms, each of which imports only from those before it
    "logic": "problem task bitboards explain checkerboard engine learning rules counting answers",
    "hints": (  # facts, a choice among them, its words; the hint that is made of these
        "position news justification witness several breach hint region"
        " choice agenda shortest mistakes nearer wording guide check"
    ),
}


def test_a_part_of_a_room_imports_only_from_parts_before_it() -> None:
    offenders = set()
    for room, order in WITHIN.items():
        parts = order.split()
        inside = {
            module_name(path): path for path in FILES if floor(module_name(path)) == room and path.stem != "__init__"
        }
        assert {name.split(".")[2] for name in inside if name.count(".") > 1} == set(parts)
        for name, path in inside.items():
            before = parts[: parts.index(name.split(".")[2]) + 1]
            of_room = [other.split(".") for other in modules_imported(path) if other.startswith(f"termpuzzles.{room}.")]
            offenders |= {f"{name} imports {other[2]}" for other in of_room if other[2] not in before}
    assert not offenders


WORDING = {"hints.breach", "hints.choice", "hints.hint"}  # values: what to say is asked of nobody else


def test_wording_is_entered_last_and_asks_nobody_back() -> None:
    found = {name.removeprefix("termpuzzles.") for name in modules_imported(PACKAGE / "hints" / "wording.py")}
    assert {name for name in found if name.startswith("hints.")} <= WORDING


def test_a_heavy_package_is_imported_only_at_home() -> None:
    offenders = {
        f"{module_name(path)} imports {name}"
        for path in FILES
        for name in imports(path)
        if floor(module_name(path)) not in AT_HOME.get(name.split(".")[0], (floor(module_name(path)),))
    }
    assert not offenders


OF_NAMED_TUPLES = {"_replace", "_asdict"}
INSIDE = PACKAGE / "tui" / "adapter" / "inside.py"
ON_TEXTUAL = sorted(path for path in (PACKAGE / "tui").rglob("*.py") if path != INSIDE)


@cache
def private_names_of_ours() -> set[str]:
    """The private names that files of `tui` other than `inside` define or assign to."""
    found = {node for path in ON_TEXTUAL for node in nodes(path)}
    stored = {node.attr for node in found if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    functions = {node.name for node in found if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    variables = {node.id for node in found if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return OF_NAMED_TUPLES | stored | functions | variables


def leaning(path: Path) -> set[str]:
    """The private names of others that a file reads, or imports of Textual and Rich."""
    attributes = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    private = {name for name in attributes if name.startswith("_") and not name.startswith("__")}
    return private - private_names_of_ours() | {
        name for name in imports(path) if name.startswith(("textual._", "rich._"))
    }


def test_one_file_alone_leans_on_the_inside_of_textual() -> None:
    assert {module_name(path): found for path in ON_TEXTUAL if (found := leaning(path))} == {}


def test_the_page_on_how_it_is_built_shows_the_floors_from_the_top_down() -> None:
    page = (PACKAGE / "docs" / "building.md").read_text(encoding="utf-8")
    table = page.partition("| floor |")[2].partition("\n\n")[0]
    shown = [line.split("`")[1].removesuffix(".py") for line in table.splitlines() if "`" in line]
    assert shown == [*reversed(CORE), *GUESTS]


def test_nothing_below_the_screen_loads_it() -> None:
    below = [module_name(path) for path in FILES if floor(module_name(path)) in START and path.stem != "__main__"]
    loaded = {name.split(".")[0] for name in loaded_after(below)}
    assert not loaded & set(HEAVY)


def modules_imported(path: Path) -> set[str]:
    """The modules of the package that a file imports anywhere in it, by the names of their files."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & {module_name(other) for other in FILES}


def test_no_files_import_each_other_in_a_circle_even_for_types() -> None:
    left = {module_name(path): modules_imported(path) - {module_name(path)} for path in FILES}
    left = {name: {other for other in others if not name.startswith(f"{other}.")} for name, others in left.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert not left, "these import each other, or stand between files that do"


OWN_TERMINAL = "termpuzzles.terminal.tty"  # only for the terminal in which the program was started


STREAMS = {f"sys.{mark}{stream}{mark}" for mark in ("", "__") for stream in ("stdin", "stdout", "stderr")}
PROCESSES = (  # whose files begin processes, or run in one of their own
    "cli",
    "company",
    *ABOVE_ALL,
)


def test_environment_and_standard_streams_are_arguments_below_the_command_line() -> None:
    offenders = {
        f"{module_name(path)} reads {node.value.id}.{node.attr}"
        for path in FILES
        if floor(module_name(path)) not in PROCESSES and module_name(path) != OWN_TERMINAL
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if f"{node.value.id}.{node.attr}" in {"os.environ", "os.getenv", *STREAMS}
    }
    assert not offenders


def test_the_package_alone_loads_no_floor() -> None:
    loaded = {name for name in loaded_after(["termpuzzles"]) if name.startswith("termpuzzles.")}
    assert not loaded


def test_no_floor_has_the_name_of_a_public_function() -> None:
    import termpuzzles

    assert not set(termpuzzles.__all__) & {path.stem for path in PACKAGE.iterdir()}


UNLISTED = ("termpuzzles", "rules")  # README is the map of the first; each file of the second is named after its rule


def off_the_map(path: Path) -> list[str]:
    """The files and rooms of a folder that the docstring of its `__init__` does not list."""
    shown = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    files = [file.stem for file in path.parent.glob("*.py") if not file.stem.startswith("__")]
    rooms = [f"{room.parent.name}/" for room in path.parent.glob("*/__init__.py")]
    words = set(shown.replace(",", "").split())
    return [name for name in (*files, *rooms) if not {f"`{name}`", f"{name}.py"} & words]


def test_the_docstring_of_a_folder_is_its_map() -> None:
    folders = [path for path in PACKAGE.rglob("__init__.py") if path.parent.name not in UNLISTED]
    assert {module_name(path): missing for path in folders if (missing := off_the_map(path))} == {}


# Functions of records (a game, a maker, a format, a rule), which are all called alike, and of programs.
OF_RECORDS = {
    "find",
    "read",
    "write",
    "sniff",
    "parse",
    "draw",
    "mend",
    "refuse",
    "maker",
    "problem",
    "mistakes",
    "near",
    "initial_state",
    "interpret",
    "is_solved",
    "solved_state",
}
OF_PROGRAMS = {"run", "play", "main", "fits"}
FOR_OTHERS = {"graphs", "study"}  # rooms of public functions, which bear the names of those to which they lead


def test_a_public_name_at_the_top_of_a_file_has_one_home() -> None:
    homes = Counter(
        node.name
        for path in FILES
        if floor(module_name(path)) not in FOR_OTHERS
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if node.name not in OF_RECORDS | OF_PROGRAMS and not node.name.startswith("_")
    )
    assert [name for name, number in homes.items() if number > 1] == []


# Where the tables of commands, screens, games, rules and formats import what is asked for.
DOORS = ("commands", "tui.app", "games", "logic.rules", "formats.gate")
INSIDE_FUNCTIONS = 95  # imports that other files still make inside functions; this number only goes down


def imports_inside_functions(path: Path) -> set[ast.AST]:
    """The import statements of a file that run only when a function does."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    inside = (node for node in nodes(path) if isinstance(node, functions))
    return {found for node in inside for found in ast.walk(node) if isinstance(found, ast.Import | ast.ImportFrom)}


def test_imports_inside_functions_stand_at_five_doors_and_grow_fewer_elsewhere() -> None:
    doors = {f"termpuzzles.{door}" for door in DOORS}
    assert doors <= {module_name(path) for path in FILES}
    found = Counter({module_name(path): len(imports_inside_functions(path)) for path in FILES})
    elsewhere = found.total() - sum(found[door] for door in doors)
    assert elsewhere <= INSIDE_FUNCTIONS, "an import stands at the top of its file, unless a start shows that it costs"


MOST_METHODS = 20
LARGE = {  # the classes with more, by the reason for which they are one; a class that leaves this list does not return
    "answers what a protocol of that size asks, or asyncssh and Textual call": (
        "company.postgres.log.PostgresLog company.postgres.players.PostgresPlayers"
        " company.service.connection.Connection company.service.folder_players.FolderPlayers"
        " company.service.players.KeyedPlayers company.service.wire.ChannelWire"
        " tui.adapter.driver.TerminalDriver"
    ),
    "is a screen or a widget: Textual calls most of its methods by name": (
        "tui.app.PuzzleApp tui.adapter.app.TerminalApp tui.screens.home.HomeScreen"
        " tui.screens.play.PlayScreen tui.widgets.board.Board"
        " wall.screens.board.WallBoardScreen wall.screens.match.WallMatchScreen wall.screens.seat.WallSeatScreen"
    ),
    "is one drawing, with a method for each layer": "render.pixels._Tile",
    "is one search or one propagator, whose parts share its state at each step": "logic.learning.search.Search",
    "is one topic, and what it keeps is shared by all that it does": (
        "company.service.visit.Visit play.controller.Controller"
    ),
}


def methods(node: ast.ClassDef) -> int:
    """How many methods a class has of its own, properties among them; an overloaded one counts once."""
    functions = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    return sum("overload" not in map(ast.unparse, each.decorator_list) for each in functions)


def test_a_class_with_more_than_twenty_methods_is_listed_with_its_reason() -> None:
    found = sorted(
        f"{module_name(path).partition('.')[2]}.{node.name}"
        for path in FILES
        for node in nodes(path)
        if isinstance(node, ast.ClassDef) and methods(node) > MOST_METHODS
    )
    assert found == sorted(name for names in LARGE.values() for name in names.split())
