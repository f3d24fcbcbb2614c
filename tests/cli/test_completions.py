"""Completions tried in the shells themselves, if they are installed."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from termpuzzles.cli.arguments.completions import completions
from termpuzzles.cli.arguments.parser import make_parser
from termpuzzles.formats import FORMATS
from termpuzzles.games import names
from termpuzzles.play.shelf.levels import packs

PATIENCE = 20  # seconds

CASES = [
    ("generate ", set(names()) - {"web"}),
    ("convert --to ", set(FORMATS)),
    ("generate net --rating ", {"edge", "no-loop", "one-step-ahead", "only-way-across", "parity-type-2"}),
    ("generate net --at-most ", {"edge", "no-loop"}),
    ("play --pack ", {pack.key for pack in packs()}),
    ("play --pack net/w", {pack.key for pack in packs() if pack.key.startswith("net/w")}),
    ("render --paper ", {"a4", "letter"}),
    ("data ", {"export", "import"}),
    ("", {"play", "solve", "check", "hint", "generate", "render", "completions"}),
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
    script = tmp_path / "script"
    script.write_text(completions(make_parser(), shell), encoding="utf-8")
    (tmp_path / "a-file").touch()
    asked = {
        "bash": [needs("bash"), "--norc", "-c", BASH, "bash", str(script), f"termpuzzles {line}"],
        "fish": [needs(shell), "--no-config", "-c", f"source {script}; complete -C 'termpuzzles {line}'"],
    }[shell]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    offered = {word.split("\t")[0].strip() for word in done.stdout.splitlines()}
    assert wanted <= offered, done.stderr
    if line.endswith("- ") or "--" in line:
        assert "a-file" not in offered, "these options take no file"


@pytest.mark.parametrize(("line", "wanted"), CASES[:6], ids=[case[0].strip() for case in CASES[:6]])
def test_zsh_offers_what_there_is(line: str, wanted: set[str], tmp_path: Path) -> None:
    needs("zsh")
    (tmp_path / "_termpuzzles").write_text(completions(make_parser(), "zsh"), encoding="utf-8")
    process, terminal = pty.fork()
    if not process:
        os.environ |= {"TERM": "dumb", "COLUMNS": "400", "LINES": "100", "HOME": str(tmp_path)}
        os.execvp("zsh", ["zsh", "-f", "-i"])
    try:
        setting_up = (
            f"PS1=; LISTMAX=1000; fpath=({tmp_path} $fpath); autoload -Uz compinit; compinit -u -D; print rea''dy"
        )
        os.write(terminal, f"{setting_up}\n".encode())
        seen_until(terminal, {"ready"})
        os.write(terminal, f"termpuzzles {line}\t\t".encode())
        seen_until(terminal, wanted)
    finally:
        os.close(terminal)
        os.waitpid(process, 0)


def seen_until(terminal: int, words: set[str]) -> None:
    """Read what the terminal shows until all the words have appeared; fail if they do not."""
    seen, end = "", time.monotonic() + PATIENCE
    while not words <= set(seen.split()):
        assert time.monotonic() < end, f"{words} are missing in {seen!r}"
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
