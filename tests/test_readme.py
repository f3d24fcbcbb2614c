"""README.md and the pages show what really happens: their commands and examples are run again, with the same output.

Where one fails because the program was meant to change, `.venv/bin/python -m tests.readme` brings the files up to date.
"""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from runpy import run_path
from types import ModuleType

import pytest
from platformdirs import user_state_path

import termpuzzles
from termpuzzles.cli.parser import command_parser, make_parser
from termpuzzles.commands import all_commands
from termpuzzles.games import GAMES, named
from termpuzzles.play.command_table import COMMANDS
from termpuzzles.storage.library import Folders, Library, folders
from tests.programs import programs
from tests.readme import PAGES, README, ROOT, blocks, refreshed, run

CONTRIBUTING = ROOT / ".github" / "CONTRIBUTING.md"
TEXT = README.read_text(encoding="utf-8")
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in PAGES}
WHOLE = "\n".join(TEXTS.values())
IN_A_CHECKOUT = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/termpuzzles"
TESTED = ".venv/bin/pip install '.[test]' && .venv/bin/python -m pytest -n auto"
EXAMPLES = [(name, kind) for name in TEXTS for kind in ("console", "python") if f"```{kind}\n" in TEXTS[name]]


@pytest.mark.parametrize(("name", "kind"), EXAMPLES)
def test_what_is_shown_is_what_happens(name: str, kind: str) -> None:
    assert refreshed(TEXTS[name], (kind,)) == TEXTS[name]


def test_tables_of_keys_settings_and_techniques_and_the_tour_are_made_by_the_program() -> None:
    made = subprocess.run([sys.executable, "-m", "tests.readme", "--tables"], cwd=ROOT, capture_output=True)
    assert made.stdout.decode() == "".join(TEXTS.values())
    assert sum(text.count("<!-- end -->") for text in TEXTS.values()) == 5


def test_the_readme_is_short_and_names_each_page() -> None:
    assert len(TEXT.split()) <= 900
    for path in PAGES[1:]:
        assert f"](termpuzzles/docs/{path.name})" in TEXT, path.name


def test_it_counts_the_levels_and_lessons_that_come_with_it() -> None:
    index = json.loads((ROOT / "levels" / "index.json").read_text(encoding="utf-8"))
    del index["patterns"]
    lessons = sum(map(len, index.pop("lessons").values()))
    levels = sum(len(pack["levels"]) for pack in index.values() if "levels" in pack)
    assert f"{levels} levels and {lessons} lessons" in TEXT


def test_every_command_to_install_is_run_by_the_check_of_a_clean_checkout() -> None:
    script = "".join((ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("run", "smoke.py"))
    texts = (text for name, text in TEXTS.items() if name != "ssh")  # whose commands test_operating runs
    commands = [line for text in texts for kind, lines in blocks(text) if kind == "sh" for line in lines]
    assert len(commands) == 12
    for command in commands:
        assert command.replace("install", "install --quiet") in script or command in script, command


# Placeholders in commands, and what replaces them in the test.
STANDS_FOR = {
    "FILE": "levels/infinity/classic.loops",
    "board.loops": "levels/infinity/classic.loops",
    "levels/forest": "levels/lessons",
    "COMMAND": "solve",
    "9x9 --rating four-together": "6x6 --rating small-pocket",  # which takes seconds less
    "9x9, four together": "6x6, small pocket",
    "…": "cb2522cbc9b9b1d2ed5ba5d5bc9b94ba1e1bc4bd4be3d1b9a",
    "-o ": "-o $OUT/",
    "> ": "> $OUT/",
    "export levels/infinity/classic.loops": "export $OUT/played.zip",
    "import levels/infinity/classic.loops": "import $OUT/played.zip",
}
# Commands of other programs, and the file in which a test, or the check of a clean checkout, runs each.
RUN_BY = {
    "python3 -m pip install": ".ci/run",
    "uvx --from . termpuzzles": ".ci/run",
    "python3 termpuzzles.pyz": ".ci/run",
    "python3 forest.py": "tests/test_new_game.py",
    "ssh -p 2222 HOST": "tests/company/service/test_operating.py",
    "ssh -t HOST wall": "tests/wall/service/test_wall_matches.py",
    "ssh HOST": "tests/company/service/test_operating.py",
    "ssh -o SetEnv=TZ=Europe/Zurich HOST": "tests/company/service/test_openssh.py",
    "ssh HOST wall": "tests/wall/service/test_wall_matches.py",
    "ssh HOST rush": "tests/company/test_rush_table.py",
    "ssh HOST race": "tests/company/service/test_race.py",
    "ssh HOST daily table": "tests/company/service/test_daily_tables.py",
    "ssh HOST help": "tests/company/service/test_requests.py",
}
PROGRAM = "termpuzzles "
OF_TESTS = ".venv/bin/python -m tests."
FOREIGN = (  # other programs: the source of one, needed only for benchmarks, and a web server
    "apt-get source sgt-puzzles",
    "python3 -m http.server --directory dist/page",
)
DRY = {  # tests/company really serves and syncs
    "termpuzzles serve": "termpuzzles serve --check-config --port 0 --data $OUT/service",
    "termpuzzles sync HOST": "termpuzzles sync --help",
    "termpuzzles sync HOST -p 2222": "termpuzzles sync --help",
}


def test_every_command_named_in_the_text_does_what_it_should(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUT", str(tmp_path))
    for name in ("TERMPUZZLES_DATA", "TERMPUZZLES_CONFIG"):
        monkeypatch.setenv(name, str(tmp_path / "kept"))
    text = "\n".join(line for kind, lines in blocks(WHOLE) if kind == "text" for line in lines)
    named = dict.fromkeys(re.sub(r"\s+", " ", found) for found in re.findall(r"`(termpuzzles [^`]+)`", text))
    assert len(named) > 12
    for command in named:
        command = DRY.get(command, command)
        for name, stands in STANDS_FOR.items():
            command = command.replace(name, stands)
        run(f"{command} < /dev/null", must=True)


def test_every_command_in_a_block_that_no_test_runs_has_options_that_there_are() -> None:
    texts = (text for name, text in TEXTS.items() if name != "ssh")  # whose commands test_operating runs
    plain = (line for text in texts for kind, lines in blocks(text) if kind == "plain" for line in lines)
    shown = [line for line in plain if line.startswith(PROGRAM)]
    assert len(shown) >= 2
    for line in shown:
        _, name, *options = shlex.split(re.split(r" [#<>]", line)[0])
        command_parser(make_parser(), name).parse_args(options)


def test_every_other_command_named_in_the_text_is_run_somewhere() -> None:
    text = "\n".join(line for kind, lines in blocks(WHOLE) if kind == "text" for line in lines)
    other = r"`((?:\.venv/bin/python|python3|ssh|apt-get|uvx?|pipx) [^`]+)`"
    named = [re.sub(r"\s+", " ", found) for found in re.findall(other, text)]
    assert len(named) > 9
    for command in named:
        if command.startswith(OF_TESTS):
            assert command.split()[2] in programs(), command  # each of which test_programs runs
        elif command not in FOREIGN:
            file = RUN_BY[max((shown for shown in RUN_BY if command.startswith(shown)), key=len)]
            program, first, *rest = command.split()
            shown = rest[-1] if first == "-m" else first
            if program == "ssh":
                shown = "README" if first == "-p" else [*rest, "ssh"][first == "-t"]
            assert shown in (ROOT / file).read_text(encoding="utf-8"), command


def test_the_settings_that_it_shows_are_read_without_warnings(tmp_path: Path) -> None:
    (shown,) = ("\n".join(lines) for kind, lines in blocks(TEXTS["playing"]) if kind == "toml")
    (tmp_path / "settings.toml").write_text(shown, encoding="utf-8")
    found = Library(Folders(tmp_path / "data", tmp_path)).settings()
    assert not found.warnings
    assert (found["theme"], found["auto-pin"], found["keys"]) == ("dark", True, {"play.undo": "backspace"})


def test_it_opens_with_what_it_is_a_picture_and_two_commands() -> None:
    assert TEXT.splitlines()[2] == "Line puzzles in your terminal, with hints that show the reasoning."
    kind, lines = next(found for found in blocks(TEXT) if found[0] != "text")
    assert (kind, lines) == ("sh", [IN_A_CHECKOUT, TESTED])
    assert TEXT.index('".github/hint-light.svg"') < TEXT.index(IN_A_CHECKOUT)


def test_it_shows_each_game_with_a_picture_and_twelve_keys_that_do_what_it_says() -> None:
    for name in GAMES:
        row = next(line for line in TEXT.splitlines() if f"| **{named(name).title}** |" in line)
        assert f".github/game-{name}-light.svg" in row
        assert f".github/game-{name}-dark.svg" in row
    keys = {key: command.sentence for command in COMMANDS for key in command.keys.split(",")}
    said = {"i": "hint", "c": "Check", "e": "why", "n": "next open", "u": "Undo", "r": "Redo", "question_mark": "rules"}
    said |= {"enter": "pins", "space": "", "q": ""}
    for key, word in said.items():
        assert word.lower() in keys[key].lower(), key
    shown = re.findall(
        r"`(\S+)`", "\n".join(line for line in TEXT.splitlines() if line.count("|") == 5 and "`" in line)
    )
    assert {"space", "Enter", "w", "a", "s", "d", "u", "r", "i", "c", "e", "n", "?", "q"} <= {*shown}


def test_the_commands_that_it_names_take_json_and_a_limit() -> None:
    (sentence,) = re.findall(r"((?:`\w+`,? (?:and )?)+)take `--json` and `--limit`", " ".join(TEXT.split()))
    found = re.findall(r"`(\w+)`", sentence)
    assert found == ["solve", "check", "hint", "convert", "generate"]
    for name in found:
        shown = command_parser(make_parser(), name).format_help()
        assert "--json" in shown
        assert "--limit" in shown


def test_the_folders_that_it_names_are_those_that_are_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    (section,) = re.findall(r"## What it keeps.*?\n(.*?)\n## ", TEXT, re.DOTALL)
    monkeypatch.setenv("HOME", "/home/player")
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform == "linux":
        where = folders({})
        for path in (where.data, where.config, user_state_path("termpuzzles", appauthor=False)):
            assert f"`{path}`".replace("/home/player", "~") in section
    for folder in ("~/.local/share/termpuzzles", "~/.config/termpuzzles", "~/.local/state/termpuzzles"):
        assert f"`{folder}`" in section
        assert folder in TEXTS["playing"]
    for command in ("sync", "serve"):
        assert command in all_commands()


def test_commands_that_need_a_release_stand_below_the_heading_that_says_so() -> None:
    before, _, after = TEXT.partition("\n## Once it is published\n")
    published = (
        "uvx termpuzzles",
        "uv tool install termpuzzles",
        "pipx install termpuzzles",
        "pip install termpuzzles",
    )
    for command in published:
        assert command not in before, command
        assert command in after.partition("\n## ")[0], command
    contributing = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"`{IN_A_CHECKOUT}`" in contributing
    assert "`.venv/bin/pip install '.[test]' && .venv/bin/python -m pytest -n auto`" in contributing


def test_every_file_that_it_links_is_there() -> None:
    for path in (*PAGES, CONTRIBUTING):
        text = re.sub(r"`[^`\n]*`", "", path.read_text(encoding="utf-8"))
        for address in re.findall(r'(?:src|srcset)="([^"]+)"', text) + re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            assert not address.startswith("https://github.com/termpuzzles"), address
            assert address.startswith("https://") or (path.parent / address).is_file(), (path.name, address)


def test_the_package_index_gets_every_link_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    interface = ModuleType("interface")
    interface.MetadataHookInterface = object  # type: ignore[attr-defined]  # of hatchling, which only a build installs
    monkeypatch.setitem(sys.modules, "hatchling.metadata.plugin.interface", interface)
    scope = run_path(str(ROOT / ".build" / "readme.py"))
    text = scope["absolute"](TEXT)
    found = re.findall(r'(?:src|srcset)="([^"]+)"', text) + re.findall(r"\]\(([^)]+)\)", text)
    assert len(found) > 20
    for address in found:
        base = next(each for each in (scope["PICTURES"], scope["REPOSITORY"]) if address.startswith(each))
        assert (ROOT / address.removeprefix(base)).is_file(), address
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["path"] == ".build/readme.py"
    assert "readme" in project["project"]["dynamic"]
    for title in (named(name).title for name in GAMES):
        assert title in project["project"]["description"]
    assert {"masyu", "wall game"} <= {*project["project"]["keywords"]}


def test_every_public_name_has_an_example() -> None:
    examples = "\n".join(line for kind, lines in blocks(TEXTS["python"]) if kind == "python" for line in lines)
    for name in termpuzzles.__all__:
        assert re.search(rf"termpuzzles\.{name}\b", examples)


def test_every_dependency_is_mentioned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in sum(project["optional-dependencies"].values(), project["dependencies"]):
        name = re.split(r"[\[>=]", requirement)[0]
        assert f"**{name}**" in TEXTS["building"]
