"""A command is a record at the end of its file, and the file is loaded only when the command is called."""

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from termpuzzles.cli.parser import command_parser, make_parser
from termpuzzles.cli.run import run
from termpuzzles.commands import COMMANDS, all_commands, command_named

ROOT = Path(__file__).parents[2]
RECORDS = {name: door.at.partition(":")[::2] for name, door in all_commands().items()}  # module and name
MODULES = sorted({module for module, _ in RECORDS.values()})


@pytest.mark.parametrize("name", RECORDS)
def test_the_record_of_a_command_has_its_name_and_examples_of_it(name: str) -> None:
    record = command_named(name)
    assert record.name == name
    assert record.examples
    assert all(name in example for example in record.examples)


@pytest.mark.parametrize("module", MODULES)
def test_the_file_of_a_command_ends_with_its_record(module: str) -> None:
    last = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")).body[-1]
    assert isinstance(last, ast.Assign)
    assert ast.unparse(last.targets[0]) in [record for home, record in RECORDS.values() if home == module]


def test_the_core_knows_a_command_by_its_letters_and_asks_no_guest_for_its_own() -> None:
    assert all(name.isalpha() for name in RECORDS)
    code = "import sys; from termpuzzles.cli import main; main(['solve', 'infinity:2x2:3333']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not [name for name in done.stdout.split() if name.startswith(("termpuzzles.wall", "termpuzzles.company"))]


def test_a_table_keeps_its_order_and_takes_in_what_guests_add() -> None:
    names = [*RECORDS]
    assert [name for name in names if name in COMMANDS] == [*COMMANDS]
    assert names[names.index("data") :] == ["data", "sync", "wall", "serve", "service", "completions", "manual"]


@pytest.mark.parametrize(("words", "called"), [(["hint", "infinity:2x2:3333"], {"hint"}), (["--version"], set())])
def test_a_command_line_loads_no_other_command(words: list[str], called: set[str]) -> None:
    code = f"import sys; from termpuzzles.cli import main; main({words!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {*MODULES} & set(done.stderr.split())
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


NOT_DONE = {  # a command line that ends with status 1, for each command whose help lists it
    "solve": "solve infinity:2x1:13",
    "check": "check infinity:4x2:9c883622",
    "hint": "hint --pins '1,1 2,1 1,2 2,2' infinity:2x2:9c36",
    "render": "render --solution infinity:2x1:13",
    "generate": "generate net 3x3 --rating if-then",
}


@pytest.mark.parametrize("name", [name for name in COMMANDS if command_named(name).statuses])
def test_the_help_lists_the_statuses_that_the_command_can_return_and_no_other(
    name: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    shown = command_parser(make_parser(), name).format_help()
    listed = [int(found) for found in re.findall(r"^  (\d+) +\w", shown.partition("exit status:")[2], re.MULTILINE)]
    is_limited = "--limit" in shown
    assert listed == [0, *[1] * (name in NOT_DONE), 2, *[3] * is_limited, 130]
    if name in NOT_DONE:
        assert run(shlex.split(NOT_DONE[name])) == 1
    assert run([name, "--nosuch"]) == 2
