"""Completions tried in the shells themselves, if they are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import packs
from termpuzzles.cli.parser import make_parser
from termpuzzles.commands.shell import completions
from termpuzzles.errors import slug
from termpuzzles.formats import FORMATS
from termpuzzles.games import named
from termpuzzles.games.making.request import name_of_game
from termpuzzles.generator import ratings
from termpuzzles.logic.rules.techniques import title_of
from tests.cli.program import on_a_terminal

CASES = [
    ("generate ", {"infinity-loop", "net", "simple-loop", "simple-loops", "masyu", "tricky"}),
    ("convert --to ", set(FORMATS)),
    ("generate --rating ", {"only-fit", "no-loop", "sealed-off", "light-and-dark-ii"}),
    ("generate net --rating ", {"only-fit", "no-loop", "sealed-off"}),
    ("generate net --at-most ", {"only-fit", "no-loop", "what-if"}),
    ("play --pack ", {pack.key for pack in packs()}),
    ("play --pack net/w", {pack.key for pack in packs() if pack.key.startswith("net/w")}),
    ("render --paper ", {"a4", "letter"}),
    ("data ", {"export", "import"}),
    ("solve ", {"a-file"}),
    ("a-f", {"a-file"}),
    ("", {"play", "solve", "check", "hint", "generate", "render", "completions", "a-file"}),
]

# The game on a line, an option, and ratings that the option takes in other games alone.
FOREIGN = [
    ("net", "--rating", {"two-lines-each", "light-and-dark-i", "only-bridge", "what-if"}),
    ("infinity", "--rating", {"two-lines-each", "no-loop", "small-pocket", "what-if"}),
    ("simple-loop", "--rating", {"only-fit", "four-together", "if-then"}),
    ("simpleloops", "--at-most", {"only-fit", "odd-or-even", "what-if"}),
]

BASH = r"""
source "$1"
words=($2)
[[ $2 == *" " ]] && words+=("")
COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1)) COMP_LINE=$2 COMP_POINT=${#2}
function=$(complete -p termpuzzles); function=${function##*-F }
${function%% *} termpuzzles "${words[COMP_CWORD]}" "${words[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


def needs(shell: str) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    return found


@pytest.mark.parametrize(("line", "wanted"), CASES, ids=[case[0].strip() for case in CASES])
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_the_shell_offers_what_there_is(shell: str, line: str, wanted: set[str], tmp_path: Path) -> None:
    found = offered(shell, line, tmp_path)
    assert wanted <= found
    if "--" in line:
        assert "a-file" not in found, "these options take no file"


@pytest.mark.parametrize(("game", "option", "foreign"), FOREIGN, ids=[case[0] for case in FOREIGN])
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_the_shell_offers_only_ratings_that_the_game_on_the_line_can_have(
    shell: str, game: str, option: str, foreign: set[str], tmp_path: Path
) -> None:
    found = offered(shell, f"generate {game} {option} ", tmp_path)
    assert found
    assert found <= set(ratings_of(game, option))
    assert not found & foreign


def ratings_of(game: str, option: str) -> list[str]:
    found = ratings(named(name_of_game(game)), at_most=option == "--at-most")
    return [slug(title_of(rating)) for rating in found]


def offered(shell: str, line: str, folder: Path) -> set[str]:
    """What the shell offers for the line in a folder with one file, `a-file`."""
    script = folder / "script"
    script.write_text(completions(make_parser(), shell), encoding="utf-8")
    (folder / "a-file").touch()
    asked = {
        "bash": [needs("bash"), "--norc", "-c", BASH, "bash", str(script), f"termpuzzles {line}"],
        "fish": [needs(shell), "--no-config", "-c", f"source {script}; complete -C 'termpuzzles {line}'"],
    }[shell]
    done = subprocess.run(asked, cwd=folder, capture_output=True, text=True)
    assert not done.stderr
    return {word.split("\t")[0].strip() for word in done.stdout.splitlines()}


FOR_ZSH = [*CASES[:6], *CASES[-3:]]


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where zsh keeps what it has found out about the completions of all other programs."""
    return tmp_path_factory.mktemp("zsh") / "dump"


@pytest.mark.parametrize(("line", "wanted"), FOR_ZSH, ids=[case[0].strip() for case in FOR_ZSH])
def test_zsh_offers_what_there_is(line: str, wanted: set[str], others: Path, tmp_path: Path) -> None:
    zsh_offers(line, wanted, others, tmp_path)


@pytest.mark.parametrize(("game", "option", "foreign"), FOREIGN, ids=[case[0] for case in FOREIGN])
def test_zsh_offers_only_ratings_that_the_game_on_the_line_can_have(
    game: str, option: str, foreign: set[str], others: Path, tmp_path: Path
) -> None:
    possible = set(ratings_of(game, option)) - foreign
    assert not zsh_offers(f"generate {game} {option} ", possible, others, tmp_path) & foreign


def zsh_offers(line: str, wanted: set[str], others: Path, tmp_path: Path) -> set[str]:
    """All words that zsh has shown once it has shown these for the line, in a folder with one file, `a-file`."""
    needs("zsh")
    (tmp_path / "a-file").touch()
    (tmp_path / "_termpuzzles").write_text(completions(make_parser(), "zsh"), encoding="utf-8")
    environment = os.environ | {"TERM": "dumb", "COLUMNS": "400", "LINES": "100", "HOME": str(tmp_path)}
    program, terminal = on_a_terminal(["zsh", "-f", "-i"], tmp_path, environment)
    try:
        completing = f"fpath=({tmp_path} $fpath); autoload -Uz compinit; compinit -u -d {others}"
        os.write(terminal, f"PS1=; LISTMAX=1000; {completing}; print rea''dy\n".encode())
        seen_until(terminal, {"ready"})
        os.write(terminal, f"termpuzzles {line}\t\t".encode())
        return seen_until(terminal, wanted)
    finally:
        os.close(terminal)
        program.wait()


def seen_until(terminal: int, words: set[str]) -> set[str]:
    """All words that the terminal shows until these have appeared; fail if they do not."""
    seen = ""
    while not words <= set(seen.split()):
        seen += os.read(terminal, 65536).decode(errors="replace")
    return set(seen.split())
