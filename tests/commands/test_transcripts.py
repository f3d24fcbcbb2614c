"""What every command prints to which stream, and its exit status, over a table of many command lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from termpuzzles.errors import slug
from tests.approved import approve
from tests.commands.shell import Done, Shell

UNIQUE, SEVERAL, NONE, BAD = "infinity:2x2:3333", "infinity:2x2:1111", "infinity:2x1:35", "infinity:2x1:3"
NET = "net:5x5w:ce2c689e3256b484bb62336b2"
EASY = "5x5w:78a2ab47ad541418beb984d39"
WALLED = "net:4x4:23v4v44vbev5c9h7625b4"
WALLED_IN = "net:3x3:4v213h57842"
SEAM = "net:3x2kx:1c2421"
LOOP = "simpleloop/5/5/004oo"
ODD = "simpleloop/4/4/g0g0"
MASYU = "pearl:5x5:eWcWWWWkB"
SHADED = "'https://puzz.link/p?simpleloop/5/5/sg020'"
LINES = "pzprv3/simpleloop/2/2/. . /. . /1 /0 /0 -1 /"
WON = "wall1 standard 3x3 1-0 knockout Cb2 --- Cc1"

FILES = {
    "board.loops": "# title: A small one\n# author: me\n# pins: 2,1\n┏┓\n┗┛\n",
    "two.loops": "# game: net\n╺┓\n ╹\n---\n# game: simpleloop\n■··\n·┏┓\n·┗┛\n",
    "numbers.loops": "9 12 12 6\n10 13 13 5\n3 3 9 3\n",
    "some.ids": f"# three ids\n{UNIQUE}\n{BAD}\n{EASY}\n",
    "wrong.loops": "┏┓\n┗?\n",
    "net/turned.loops": "┛╻\n╹╻\n",
    "net/more/turned.ids": "2x1:14\n",
    "net/notes.txt": "not read\n",
    "bytes.loops": "┏┓\n┗é\n".encode().replace("é".encode(), b"\xe9").decode("utf-8", "surrogateescape"),
    "games.wall": f"# two games\n{WON}\n\n{WON.replace('--- Cc1', 'Cd2')}\n",
}

GROUPS: dict[str, list[str | tuple[str, str]]] = {
    "solve": [
        f"solve {UNIQUE}",
        f"solve {UNIQUE} {NONE} {BAD} {EASY}",
        f"solve {NONE}",
        f"solve --to picture {UNIQUE} {NONE} {UNIQUE}",
        f"solve --json {UNIQUE} {BAD}",
        f"solve --json --explain {UNIQUE}",
        f"solve --explain {WALLED}",
        "solve --explain infinity:3x1:154",
        "solve --explain infinity:8x6:234519800ca308282d9498006790e5b6d366ea75c7d7c2b9",
        f"solve --possible {SEVERAL} {NONE} {EASY}",
        f"solve --possible {SHADED} infinity:3x1:104 infinity:2x2:00aa",
        f"solve {LOOP} {SHADED} {MASYU} '{LINES}'",
        f"solve --to numbers {SEVERAL} {NET}",
        f"solve --to gameid {LOOP}",
        "solve board.loops two.loops numbers.loops",
        "solve net --game infinity --to gameid",
        "solve some.ids",
        "solve wrong.loops nothing.loops bytes.loops empty",
        ("solve", f"{UNIQUE}\n{NONE}\n"),
        ("solve", ""),
    ],
    "check": [
        f"check {UNIQUE} {SEVERAL} {NONE} {BAD} {EASY} {NET}",
        f"check {BAD} {UNIQUE}",
        f"check {BAD}",
        f"check --witness {SEVERAL} {UNIQUE}",
        f"check --json {UNIQUE} {NONE} {BAD}",
        f"check {WALLED} {WALLED_IN} {SEAM} {ODD} {LOOP} {SHADED} {MASYU} '{LINES}'",
        "check --witness simpleloop/4/4/",
        "check board.loops two.loops",
        ("check --json -", f"{SEVERAL}\n"),
        "check infinity:6x6:000000000000000000000000000000000000",
        "check infinity:8x8:3333333333333333333333333333333333333333333333333333333333333333",
        "check 7x7:c5aa1844d2a6d3a1ad46ba3c4dc4ce97e4c3a7b8a44d21844",
    ],
    "hint": [
        f"hint {UNIQUE}",
        f"hint --depth 1 {UNIQUE}",
        f"hint --json {NET}",
        "hint --all --json infinity:3x1:154",
        f"hint {SEVERAL} {NONE} {BAD} infinity:2x2:9c36",
        f"hint --pins '1,1 2,1' {UNIQUE}",
        f"hint --pins '1,3' {UNIQUE}",
        f"hint --pins '1' {UNIQUE}",
        "hint --trust infinity:2x2:9336",
        f"hint --why-not '1,1 SW' {UNIQUE}",
        f"hint --why-not '2,2 n w' {UNIQUE}",
        f"hint --why-not '1,1 E' {ODD}",
        f"hint --why-not '1,1 X' {UNIQUE}",
        f"hint {ODD} {WALLED_IN}",
        "hint wrong.loops",
    ],
    "convert": [
        f"convert {UNIQUE}",
        f"convert --to picture {UNIQUE} {BAD} {WALLED}",
        f"convert --to numbers {UNIQUE} infinity:2x1:35",
        f"convert --to pzprv3 {LOOP} {MASYU} {UNIQUE}",
        f"convert --to pearl {MASYU} {LOOP}",
        f"convert --to gameid {LOOP} {SHADED} {MASYU} '{LINES}' board.loops two.loops numbers.loops",
        f"convert --json {UNIQUE} {BAD}",
        "convert --to gameid net some.ids",
        "convert --game net numbers.loops",
        "convert bytes.loops wrong.loops nothing.loops",
        "convert 7x7 7x7#12 foo:2x1:44",
        "convert --to png 2x1:14",
        "convert --to pictur 2x1:14",
        "convert --to letters 2x1:14",
        ("convert --to picture", "2x1:14\n\n# a comment\n2x1:41\tthe same\n"),
    ],
    "generate": [
        "generate net 4x4 --seed 1",
        "generate net --seed 1",
        "generate net 3x3 --seed 1 --count 3 --to picture",
        "generate net 4x4 --seed 1 --json --count 2",
        "generate simpleloop 5x5 --seed 1 --to picture",
        "generate masyu 5x5 --seed 1 --to picture",
        "generate net 5x5 --walls 0.5 --walls-matter --seed 2",
        "generate net 3x3 --any --seed 4 --count 2",
        "generate net 4x4 --seed 1 --rating edges",
        "generate net 4x4 --seed 1 --rating pocket",
        "generate net 4x4 --seed 1 --effort 9-",
        "generate net 0x4 --seed 1",
        "generate net 4x4 --walls 2",
        "generate net 4x4 --count 0",
        "generate net 4x4 --seed 1 --to pzprv3",
        "generate net 2x2 --rating guess --seed 1",
        "generate simpleloop 1x4 --seed 1",
        "generate net 4x4 --seed 1 -o .",
        "generate net 4x4 --seed 1 -o none/new.ids",
        "generate net 4x4 --seed 1 --count 2 -o new.ids",
        "convert new.ids",
        "generate chess",
    ],
    "daily": [
        "daily --date 2026-11-21",
        "daily net --date 2026-11-20",
        "daily net --date 2026-11-21 --json",
        "daily masyu --date 2026-11-21 --to picture",
        "daily net --date 2026-11-21 --to pzprv3",
        "daily chess",
        "daily --date 2026-13-01",
    ],
    "wall": [
        "wall check games.wall",
        "wall check 'wall1 standard 3x3 1-0 knockout Cb2 --- Cc1'",
        "wall check wall1 standard 3x3 1-0 knockout Cb2 --- Cc1 wall1 standard 3x3 1-0 knockout Cb2 Cd2",
        "wall best --json --depth 1 nothing.wall '3x3 standard a3 a1 c3 c1 r -'",
        ("wall check", "wall1 standard 3x3 1-0 knockout Cb2 --- Cc1\n# a comment\n\nwall1 standard\n"),
        "wall turns 2x2 standard a2 a1 b2 b1 r -",
        "wall forbidden '2x2 standard a2 a1 b2 b1 r -' '3x3 classic a3 a1 c3 c1 b >a3,^b2'",
        "wall best '8x8 standard a8 a1 h8 h1 r -' --depth 1",
        "wall best '5x5 standard c3 a1 e5 d2 r -' --depth 2 --json",
        "wall wins '5x5 standard c3 a1 e5 d2 r -' 1",
        "wall wins '2x2 standard a2 a1 b2 b1 r -' 1",
        "wall wins",
        "wall turns '2x2 standard'",
        "wall turns nothing.wall",
        "wall best --level easy --depth 2 '2x2 standard a2 a1 b2 b1 r -'",
        "wall check --depth 2 games.wall",
        "wall turns --level easy '2x2 standard a2 a1 b2 b1 r -'",
        "wall check --plain games.wall",
        "wall play a1",
        "wall results a1",
        "wall results --depth 1",
        "wall results",
        "wall --size 3x3",
        "wall --depth 3",
        "wall play --size 1x9 --plain",
        "wall play --size 5 --plain",
        "wall play --clock 3 --plain",
        "wall play --variant wrong --plain",
    ],
    "usage": [
        "nothing.loops",
        "sovle 2x1:14",
        "nett 5x5",
        "solve --limit 0",
        "solve --limit inf 2x1:14",
        "solve --limt=3 2x1:14",
        "solve --expl 2x1:14",
        "manual more",
        "solve --bogus -- 2x1:14",
        "solve --game nett 2x1:14",
        "solve --game infinity 2x1:14",
        "solve 2x1:14 --json 2x1:41",
        "hint --depth 4 2x1:14",
        "render --per-page 0 2x1:14",
        "render --to svg 2x1:14 2x1:14",
        "render --theme dark 2x1:14",
        "render wrong.loops",
        "render --solution infinity:2x1:35 -o none/sheet.html",
        "play --plain net:2x2",
        "play --plain --pack none",
        "play --plain --game net infinity:2x1:14",
        "play --plain 'net 5x5, walls 7'",
        "play --plain 'nett 5x5'",
        "play --plain 'net 5x5 xyzzy'",
        "play --plain 'net 5x5, wals 0.5'",
        "play --plain '5x5, walls 2'",
        "play --plain --game infinity 'net 5x5'",
        "data export",
        "data export none/file.zip",
        "data import nothing.zip",
        "data import wrong.loops",
        "data steal file.zip",
        "data export played.zip",
        "data import played.zip",
        "stats",
        "stats --json",
        "completions tcsh",
        "help nothing",
        "service backup --data nowhere",
        "service ban --data service",
        "service ban 192.0.2.0/24 --data service",
        "service ban --data service",
        "service ban 192.0.2.0/24 --lift --data service",
        "service ban 192.0.2.300 --data service",
        "service players --data service",
        "service revoke SHA256:none --data service",
        "service backup service.zip --data service",
        "service restore service.zip --data restored",
        "service move a",
    ],
    "serve": [
        "serve --check-config --data service --host ::1 --port 0 --metrics '[::1]:9100'",
        "serve --metrics 9100",
        "serve --metrics a:b",
        "serve --config none.toml",
        "serve --processes 2",
        "serve --processes 65",
        "serve --processes 0",
        "serve --port 65536",
        "serve --port 65535 --config none.toml",
        "serve --port 0 --config none.toml",
        "serve --store nowhere",
        "service ban --store nowhere",
        "sync",
        "sync host -p 0",
    ],
    "play": [
        ("play --plain", "quit\n"),
        (f"play --plain {UNIQUE} {EASY}", "next\nwhat\nback\nquit\n"),
        (f"{UNIQUE} --plain", "turn 1 1\nturn 1 1\nundo\nleft\nquit\n"),
        ("wall play --plain --size 3x3 --against me --variant standard", "quit\n"),
        ("wall play --plain --clock 10+2 --against easy", "quit\n"),
        "stats",
        "stats --json",
    ],
}


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder with some files, and the player's own folders beside it."""
    home = tmp_path / "home"
    for name, text in FILES.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    (home / "empty").mkdir()
    monkeypatch.chdir(home)
    for name in ("TERMPUZZLES_DATA", "TERMPUZZLES_CONFIG"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    return Shell(monkeypatch, tmp_path)


@pytest.mark.parametrize("group", GROUPS)
def test_a_command_prints_and_returns_what_was_approved(group: str, shell: Shell) -> None:
    if group == "serve":
        pytest.importorskip("asyncssh")
    approve(__file__, f"command-{group}", shell.transcript(GROUPS[group]))


SHEETS = (
    "render board.loops two.loops",
    f"render --solution {UNIQUE} {SEVERAL} {SEAM} {WALLED} {LOOP}",
    f"render --per-page 9 {UNIQUE} {EASY} {NET} rated.loops {MASYU}",
)
RATED = "# game: net\n# title: {}\n# effort: {}\n# rating: {}\n╺┓\n ╹\n"


def test_sheets_hold_what_was_approved_and_a_picture_of_each_board(shell: Shell) -> None:
    rated = [RATED.format("Easy", "12", "no loop"), RATED.format("Odd", "much", "no rule"), RATED.format("", "999", "")]
    Path("rated.loops").write_text("---\n".join(rated), encoding="utf-8")
    approve(__file__, "sheets", "".join(map(_read_out, map(shell.run, SHEETS))))


def _read_out(done: Done) -> str:
    """What stands on the sheets, with `[]` for a picture and a line for each page."""
    text = re.sub(r"<style>.*?</style>|<head>.*?</head>", "", done.out, flags=re.DOTALL)
    text = re.sub(r"<svg.*?</svg>", "[]", text, flags=re.DOTALL)
    text = re.sub(r"<section[^>]*>", "\n-- page --\n", text)
    rows = [row for row in re.split(r"<[^>]*>|\n", text) if row.strip()]
    return "\n".join([*rows, *(f"! {row}" for row in done.err.splitlines()), f"= {done.status}", ""])


def test_a_drawing_is_of_the_solution_or_of_the_position_in_the_theme_asked_for(shell: Shell) -> None:
    drawn = {
        words: shell.run(f"render --to svg {words}").out
        for words in (
            "board.loops",
            "net/turned.loops",
            "--theme dark board.loops",
            "--theme light board.loops",
            UNIQUE,
        )
    }
    assert len(set(drawn.values())) == len(drawn)
    assert shell.run(f"render --to svg --solution {UNIQUE}").out == shell.run("render --to svg infinity:2x2:9c36").out
    assert shell.run(f"render --to svg {UNIQUE} -o new.svg") == Done("", "", 0)
    assert (
        Path("new.svg").read_text(encoding="utf-8") == drawn[UNIQUE] == shell.run(f"render {UNIQUE} --to svg -o -").out
    )
    dark = shell.run(f"render --to svg --theme dark --solution {UNIQUE}").out
    assert dark == shell.run("render --to svg --theme dark infinity:2x2:9c36").out
    without = shell.run(f"render --solution {NONE} -o none.html")
    assert (without.out, without.err, without.status) == ("", "termpuzzles: no solution\n", 1)
    assert Path("none.html").exists()


def test_a_lesson_as_a_page_says_the_same_in_sections_with_a_picture_each(shell: Shell) -> None:
    for puzzle in (WALLED, LOOP, MASYU, NET, ODD):
        told = shell.run(f"solve --explain {puzzle}").out.splitlines()
        steps = [line.split(". ", 1)[1] for line in told if re.match(r"\d+\. ", line)]
        page = shell.run(f"solve --explain --to html {puzzle}")
        sections = _read_out(page).split("-- page --\n")[1:]
        first, *middle = [section.splitlines() for section in sections]
        assert first[0] == "As given"
        titles = [": ".join([lines[0].split(". ", 1)[1], lines[1]]) for lines in middle if lines[0][0].isdecimal()]
        assert [each.split(": ")[0] for each in titles] == [each.split(": ")[0] for each in steps]
        assert all(section.count("[]") == 1 for section in sections)
        last = told[-2] if puzzle != ODD else ""
        assert last in _read_out(page)
        assert page.out.count("<svg") == len(sections)


def test_the_manual_page_names_each_command_with_every_option_that_its_help_names(shell: Shell) -> None:
    page = shell.run("manual").out
    before, synopsis, after = page.partition(".SH SYNOPSIS\n")
    assert synopsis
    text, commands, rest = re.split(r"(?s)(?<=\.SH COMMANDS\n)(.*?)(?=\.SH )", after[after.index(".SH DESCRIPTION") :])
    approve(__file__, "manual", before + text + rest)  # argparse's usage differs between versions
    of_each = dict(section.split("\n", 1) for section in commands.split(".SS ")[1:])
    assert list(of_each) == [*re.findall(r"^    ([a-z]+)", shell.run("--help").out, re.MULTILINE)]
    for command, section in of_each.items():
        helped = shell.run(f"help {command}").out.partition("options:")[2].partition("examples")[0]
        headings = "\n".join(re.findall(r"^\.B .*", section.replace(r"\-", "-"), re.MULTILINE))
        assert options_in(headings) == set(re.findall(r"^ +(?:-\w(?: [A-Z]+)?, )?(--[a-z-]+)", helped, re.MULTILINE)), (
            command
        )


def options_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def test_the_help_of_generate_lists_the_ratings_of_each_game(shell: Shell) -> None:
    of_generate = shell.run("help generate").out
    approve(__file__, "ratings-of-games", of_generate[of_generate.index("techniques for --rating") :])


def ratings_in_help(shell: Shell) -> dict[str, list[str]]:
    """The ratings of each game by the help of `generate`."""
    text = shell.run("help generate").out
    listed = re.sub(r"\n {8,}", " ", text[text.index("techniques for --rating") :]).splitlines()[1:]
    rows = [re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in listed if line.strip()]
    return {slug(game): [slug(title) for title in words.split(", ")] for game, words in rows}


def test_completions_offer_each_command_and_option_that_has_a_help_and_no_other(shell: Shell) -> None:
    page = shell.run("completions fish").out
    offered = set(re.findall(r"-n __fish_use_subcommand -a (\w+)", page))
    program = shell.run("--help").out
    assert offered
    for command in offered:
        assert re.search(rf"^ +{command}\b", program, re.MULTILINE)
        wanted = set(re.findall(r"(?<![\w-])--([a-z-]+)", shell.run(f"help {command}").out.partition("examples")[0]))
        of_it = re.findall(rf"__fish_seen_subcommand_from {command}' .*?-l ([a-z-]+)", page)
        assert set(of_it) <= wanted, command
        assert len(of_it) == len(set(of_it))


@pytest.mark.parametrize("shell_name", ["bash", "zsh"])
def test_completions_of_a_rating_are_those_of_the_game_on_the_line(shell: Shell, shell_name: str) -> None:
    page, known = shell.run(f"completions {shell_name}").out, ratings_in_help(shell)
    for option in ("rating", "at_most"):
        (ours,) = re.findall(rf"^_termpuzzles_{option}\(\) \{{$.*?^\}}$", page, re.MULTILINE | re.DOTALL)
        rows = dict(re.findall(r'\*" ([\w-]+) "\*(?:\|\S+ \w+ "\*)?\) found="([^"]*)"', ours))
        (every,) = re.findall(r'\*\) found="([^"]*)" ;;\n *esac', ours)
        assert set(rows) == set(known)
        assert set(every.split()) == {word for words in rows.values() for word in words.split()}
        for game, words in rows.items():
            assert words.split() == known[game] or option == "at_most"
            assert [word for word in words.split() if word in known[game]] == known[game]
