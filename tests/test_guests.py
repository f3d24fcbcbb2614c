"""What stands beside the core is not missed: the core knows no guest, and works without any of them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from termpuzzles import guests
from termpuzzles.commands import all_commands
from termpuzzles.guests import MODULES, Door, with_guests
from tests.data import sweep
from tests.test_layers import FILES, GUESTS, floor, forgotten, imports, module_name, nodes

assert forgotten  # a fixture

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "termpuzzles"

WORDS = {"company", "duel", "duels", "lobby", "race", "races", "racing", "invitation", "invitations", "referee"}
WORDS |= {"asyncssh", "psycopg"}  # a wall is part of a grid, and a match one of a pattern
PROSE = re.compile(r"Wall Game|termpuzzles\.(?:wall|company)\b")


def core_files() -> list[Path]:
    return [path for path in FILES if floor(module_name(path)) not in GUESTS and path.stem != "guests"]


def identifiers(path: Path) -> set[str]:
    """The names in a file, of whatever kind."""
    found = {name for node in nodes(path) for name in (getattr(node, "id", ""), getattr(node, "attr", ""))}
    found |= {getattr(node, "name", None) or "" for node in nodes(path)} | {
        node.arg or "" for node in nodes(path) if isinstance(node, ast.arg | ast.keyword)
    }
    return found | {part for name in imports(path) for part in name.split(".")}


def words(name: str) -> set[str]:
    """`PlayWallGame` and `play_wall_game` are play, wall and game."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}


def test_no_file_of_the_core_names_a_guest_but_the_one_that_lists_them() -> None:
    offenders = {
        f"{module_name(path)}: {name}" for path in core_files() for name in identifiers(path) if words(name) & WORDS
    }
    assert not offenders
    texts = [*core_files(), *(PACKAGE / "tui").rglob("*.tcss")]
    assert not {path.name: found for path in texts if (found := PROSE.findall(path.read_text(encoding="utf-8")))}


@pytest.mark.parametrize("module", MODULES)
def test_the_record_of_a_guest_imports_nothing_and_each_door_leads_somewhere(module: str) -> None:
    (path,) = (path for path in FILES if module_name(path) == module)
    assert set(imports(path)) == {"termpuzzles.guests"}
    (guest,) = (guest for guest, name in zip(guests.guests(), MODULES, strict=True) if name == module)
    doors = [door for table in guest if isinstance(table, dict) for door in table.values() if isinstance(door, Door)]
    for door in (*doors, *([guest.part] if guest.part else [])):
        assert door.load(), door


def test_a_door_of_a_guest_stands_before_the_one_that_it_names_and_else_at_the_end() -> None:
    one, two, three, four = (Door(f"a:{number}", "", before) for number, before in enumerate(("", "", "first", "none")))
    own = {"first": one, "second": two}
    assert list(with_guests(own, [{"third": three}, {"fourth": four}])) == ["third", "first", "second", "fourth"]
    assert list(with_guests(own, [])) == list(own)


# Without guests


def run(folder: Path, *arguments: str, given: str = "", status: int = 0) -> str:
    """What Python prints in that folder with these arguments and input, after its exit status was checked."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    environment |= {"TERMPUZZLES_DATA": str(folder / "data"), "TERMPUZZLES_CONFIG": str(folder / "config")}
    done = subprocess.run(
        [sys.executable, *arguments], input=given, env=environment, cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert not re.search("Traceback|is a bug", done.stderr)
    return done.stdout


def checkout(folder: Path, *missing: str) -> Path:
    """A copy of the project without these guests."""
    for name in ("termpuzzles", "tests", "levels"):
        copytree(ROOT / name, folder / name, ignore=ignore_patterns(*missing) if name != "levels" else None)
    for name in ("pyproject.toml", "README.md"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    return folder


MISSING = [GUESTS, *((guest,) for guest in GUESTS)]


@pytest.mark.parametrize("missing", sweep.sample(MISSING, 2), ids=" ".join)
def test_without_guests_the_program_lists_plays_hints_solves_and_generates(
    missing: tuple[str, ...], tmp_path: Path
) -> None:
    folder = checkout(tmp_path, *missing)
    program = "-m", "termpuzzles"
    shown = {*re.findall(r"^    (\w+) ", run(folder, *program, "--help"), re.MULTILINE)}
    gone = {"wall"} if missing == ("wall",) else {"wall", "sync", "serve", "service"}
    assert {*all_commands()} - shown == gone
    for name in gone:
        run(folder, *program, name, status=2)
    assert run(folder, *program, "manual").startswith(".TH")
    assert run(folder, *program, "solve", "infinity:2x2:3333") == "infinity:2x2:9c36\n"
    assert run(folder, *program, "hint", "infinity:2x2:3333")
    assert run(folder, *program, "generate", "net", "5x5", "--seed", "1").count("\n") >= 1
    said = run(folder, *program, "play", "--plain", given="list\n1\n1\nhint\nquit\n")
    assert "The Wall Game" not in said
    assert "Look at columns" in said


SAMPLE = (  # of the tests of the core: the first plays boards by keys on a terminal
    "tests/tui/test_program.py::test_a_level_is_opened_from_the_list_played_to_its_end_and_left",
    "tests/tui/test_program.py::test_the_list_of_levels_opens_one_and_comes_back",
    "tests/play/storage/test_library.py",
    "tests/commands/test_solve.py",
)


def of_guests() -> set[Path]:
    """The files of tests that need a guest, themselves or by what they import."""
    paths = {module_name_of(path): path for path in (ROOT / "tests").rglob("*.py")}
    needed = {name: imported(path) for name, path in paths.items()}
    reached = {name for name, others in needed.items() if any(map(is_of_a_guest, {name, *others}))}
    while more := {name for name, others in needed.items() if name not in reached and others & reached}:
        reached |= more
    return {paths[name] for name in reached}


def module_name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    """The modules that a file of the tests imports anywhere in it."""
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    found = [node for node in tree if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in found if isinstance(node, ast.Import) for alias in node.names}
    for node in found:
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def is_of_a_guest(name: str) -> bool:
    house, _, rest = name.partition(".")
    return house in ("termpuzzles", "tests") and rest.partition(".")[0] in GUESTS


@pytest.mark.parametrize("missing", [GUESTS] if not sweep.IS_LONG else MISSING, ids=" ".join)
def test_without_guests_the_tests_of_the_core_pass(missing: tuple[str, ...], tmp_path: Path) -> None:
    folder = checkout(tmp_path, *missing)
    picked = [*SAMPLE]
    if sweep.IS_LONG:
        left_out = of_guests() | {ROOT / name for name in OF_THE_WHOLE}
        picked = [
            str(path.relative_to(ROOT))
            for path in (ROOT / "tests").rglob("test_*.py")
            if not {path, *path.parents} & left_out
        ]
        picked += [f"--deselect={name}" for name in OF_THE_WHOLE if "::" in name]
    for path in of_guests():  # as the folders of tests of guests are gone, the others that need them cannot be loaded
        (folder / path.relative_to(ROOT)).unlink(missing_ok=True)
    run(folder, "-m", "pytest", "-p", "no:cacheprovider", *picked)


OF_THE_WHOLE = (  # tests that list everything there is, with what guests add, or read what is not in the copy
    *(f"tests/test_{name}.py" for name in ("claims", "contributing", "guests", "layers", "new_game", "programs")),
    *(f"tests/test_{name}.py" for name in ("readme", "times")),
    *(f"tests/{name}" for name in ("bench", "build", "monkey", "mutants", "pictures")),
    "tests/cli/test_every_device.py",
    "tests/cli/test_program.py::test_a_bug_is_written_to_a_log_whose_path_is_shown",  # as the data are elsewhere here
    "tests/cli/test_first_frame.py",
    "tests/cli/test_parser.py",
    "tests/commands/plain/test_conversations.py",
    "tests/commands/test_errors.py",
    "tests/commands/test_records.py",
    "tests/commands/test_schema.py",
    "tests/commands/test_transcripts.py",
    "tests/commands/plain/test_plain.py::test_the_transcripts_are_reproduced_word_for_word",
    *(
        f"tests/tui/screens/test_every_screen.py::test_a_screen_is_as_approved_and_misses_nothing_in_a_small_window[{name}]"
        for name in ("home", "palette")
    ),
    "tests/tui/screens/test_rows.py::test_all_rows_of_home_are_as_approved",
    "tests/tui/test_keys.py::test_every_id_is_known_before_any_screen_was_opened",
)
