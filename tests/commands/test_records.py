"""A command is a record at the end of its file, and the file is loaded only when the command is called."""

import ast
import shlex
import subprocess
import sys
from importlib.util import find_spec, resolve_name
from pathlib import Path

import pytest

from termpuzzles import commands
from termpuzzles.cli.run import run
from termpuzzles.commands import COMMANDS, command_named

HOMES: dict[str, list[str]] = {}  # the module of a command, and the commands that are there
for command, (file, _) in COMMANDS.items():
    HOMES.setdefault(resolve_name(file, commands.__name__), []).append(command)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_record_of_a_command_has_its_name_and_examples_of_it(name: str) -> None:
    record = command_named(name)
    assert record.name == name
    assert record.examples
    assert all(name in example for example in record.examples)


@pytest.mark.parametrize("home", sorted(HOMES))
def test_the_file_of_a_command_ends_with_its_record(home: str) -> None:
    found = find_spec(home)
    assert found is not None
    assert found.origin is not None
    last = ast.parse(Path(found.origin).read_text(encoding="utf-8")).body[-1]
    assert isinstance(last, ast.Assign)
    assert ast.unparse(last.targets[0]).lower() in HOMES[home]


@pytest.mark.parametrize(("words", "called"), [(["hint", "infinity:2x2:3333"], {"hint"}), (["--version"], set())])
def test_a_command_line_loads_no_other_command(words: list[str], called: set[str]) -> None:
    code = f"import sys; from termpuzzles.cli import main; main({words!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = HOMES.keys() & set(done.stderr.split())
    assert loaded == {f"termpuzzles.commands.{name}" for name in called}


LOOKS = {
    "solve infinity:2x2:3333": True,
    "check infinity:2x2:3333": True,
    "hint infinity:2x2:3333": True,
    "convert infinity:2x2:3333": True,
    "render infinity:2x2:3333": True,
    "generate infinity 2x2 --seed 1": True,
    "wall turns '2x2 standard a2 a1 b2 b1 r -'": True,
    "wall results": False,
    "daily chess": False,
    "stats": False,
    "help solve": False,
    "--version": False,
}


@pytest.mark.parametrize("line", LOOKS)
def test_a_piece_of_work_may_take_a_gigabyte_and_what_only_looks_something_up_sets_no_limit(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path))
    held = list[int]()
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", held.append)
    monkeypatch.setattr("termpuzzles.wall.command.hold_memory", held.append)
    run(shlex.split(line))
    assert held == [1 << 30] * LOOKS[line]
    assert "".join(capsys.readouterr())
