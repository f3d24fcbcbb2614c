"""Habits of the sentences that a person meets: every template, lesson, page and help is read for them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from termpuzzles.catalogue.lessons import lessons
from termpuzzles.cli import main
from termpuzzles.cli.parser import command_parser, make_parser
from termpuzzles.commands import all_commands
from termpuzzles.errors import folded
from termpuzzles.games import names
from termpuzzles.logic.rules.techniques import TITLES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "termpuzzles"
ELSEWHERE = ()

HABITS = {
    r"\b(?:left|right) (?:and|or) (?:up|down)\b": "up or down before left or right",
    r"\bright (?:and|or) left\b|\bdown (?:and|or) up\b": "left before right, up before down",
    r"\bright, (?:down and )?left\b|\bdown, up\b": "left before right, up before down",
    r"\bbelow (and|or) above\b|\bon the right (and|or) on the left\b": "left before right, up before down",
    r"(?<!here )\b(?:is|are) no (?!longer|more|other|line)\w+": "is not a",
    r"\bparted\b": "separated",
    r"\bideas?\b": "technique",
    r"\bfair\b": "medium",
    r"\bit is so\b": "this, or the thing itself",
    r"[Ww]here it is otherwise": "any other way",
    r"[Ss]peaks? against": "rules out",
    r"[Tt]hink of\b": "Try",
    r"\bstands? (?:right|otherwise|so)\b": "is correct",
    r"\bcannot all stand\b": "cannot all be right",
    r"[Ss]uppose that\b": "suppose",
    r"\bhang together\b": "are joined",
    r"\bboards of the day\b": "today's boards",
    r"\bpinned wrongly\b": "pinned the wrong way",
    r"\bI (?:do|do not|know)\b": "you, or the thing itself",
    r"\bnothing (?:is|was) (?:\w+ )?any more\b": "say what is",
    r"\ba way of lines\b": "a line you can follow",
    r"\bjoined already\b": "already joined",
    r"; did you mean\b": "a sentence of its own",
    r"\bone a (?:line|game|page)\b": "one per",
    r"\bgames? that (?:is|are) over\b": "a finished game, or once a game is over",
    r"\b[Gg]o on where\b": "pick up where",
    r"\b0\.\d+ times (?:as|for)\b": "a table of theirs / ours, where more is better",
    r"\band the like\b": "and so on",
    r"\bbegins by itself\b": "starts automatically",
    r"\basks? nothing of\b": "makes no requests to",
    r"\b[Oo]f two tabs\b": "if two tabs are open",
    r"\bas many \w+ ones\b": "the number again",
    r"\b(?:turns?|moves?) cannot be\b": "is wrong",
    r"\band again (?:for )?more of\b": "and again for more",
    r"\bFor two there\b": "for two players, there",
    r"\bEvery question has\b": "every query takes",
    r"\bNote no line\b": "mark the side",
    r"\binto a part with\b": "into a dead end",
}
_UNLIKE = [rule for rule, title in TITLES.items() if folded(rule) != folded(title)]
_AS_OPTIONS = "|".join(re.escape(rule.replace(" ", "-")) for rule in _UNLIKE)
IDS = {
    rf"--(?:rating|at-most)[ =](?:{_AS_OPTIONS})\b": "the title of the technique",
    rf"\b(?:rating|at most|needs|ratings?:?) '?(?:{'|'.join(_UNLIKE)})\b": "the title of the technique",
    r"\b(?:parity type [12]|one step ahead|only way across)\b": "the title of the technique",
    r"(?<![\w/`'\"])simpleloops?\b(?![/.:\w'`-])": "the title of the game",
}  # ids, which JSON and files have where people read titles
SPEAK_TO_PROGRAMS = (
    "python.md",
    "recipes.md",
    "building.md",
    "formats.md",
    "batches.md",
)  # of values in JSON
IN_PLAIN_MODE = {r"\b[Ss]ay (?!that\b|so\b)": "type"}


def templates(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in a file of source, docstrings apart, with braces for whatever is filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    apart = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and is_text(node.body)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            pieces = [piece.value if isinstance(piece, ast.Constant) else "{}" for piece in node.values]
            yield node.lineno, "".join(map(str, pieces))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
            yield node.lineno, node.value


def is_text(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)


def sources() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] not in ELSEWHERE]


def pages() -> list[Path]:
    return [ROOT / "README.md", ROOT / "levels" / "README", *sorted(PACKAGE.rglob("docs/*.md"))]


def offences(text: str, habits: dict[str, str]) -> list[str]:
    return [f"{found[0]!r}: {better}" for form, better in habits.items() if (found := re.search(form, text))]


def test_no_template_falls_into_a_habit_that_a_native_would_not_have() -> None:
    found = []
    for path in sources():
        habits = HABITS | IN_PLAIN_MODE if "plain" in path.parts else HABITS
        for line, text in templates(path):
            if " " in text:
                found += [f"{path.relative_to(ROOT)}:{line}: {each} in {text!r}" for each in offences(text, habits)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_no_page_does_either(path: Path) -> None:
    found = [
        f"{number}: {each}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for each in offences(line, HABITS)
    ]
    assert not found, "\n".join(found)


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a page outside its examples, and outside its table of ids."""
    inside, shown = False, False
    for number, line in enumerate(text.splitlines(), 1):
        inside ^= line.startswith("```")
        shown = line == "<!-- names -->" or (shown and line != "<!-- end -->")
        if not inside and not shown:
            yield number, line


def test_no_sentence_or_page_has_an_id_where_a_title_is_meant() -> None:
    found = []
    for path in sources():
        for line, text in templates(path):
            if " " in text and text not in TITLES:
                found += [f"{path.relative_to(ROOT)}:{line}: {each} in {text!r}" for each in offences(text, IDS)]
    for path in pages():
        if path.name not in SPEAK_TO_PROGRAMS:
            text = path.read_text(encoding="utf-8")
            found += [f"{path.name}:{number}: {each}" for number, line in prose(text) for each in offences(line, IDS)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", [*all_commands(), "help"])
def test_no_help_has_one_either(name: str) -> None:
    assert not offences(command_parser(make_parser(), name).format_help(), IDS)


@pytest.mark.parametrize(
    "words", [["check", "5x5w:78a2ab47ad541418beb984d39"], ["generate", "net", "--rating", "edgy"]]
)
def test_what_is_printed_for_people_has_titles_and_json_has_ids(
    words: list[str], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    main(words)
    shown = "".join(part.decode() for part in capsysbinary.readouterr())
    assert "only fit" in shown.lower().replace("-", " ")
    assert not re.search(r"\bedge\b", shown)


@pytest.mark.parametrize(
    "text",
    [
        "ask for it with --rating one-step-ahead",
        "no board needs 'chain'",
        "such as net 9x9, rating block",
        "a board of simpleloop of 5x5",
    ],
)
def test_ids_among_words_are_found(text: str) -> None:
    assert offences(text, IDS)


@pytest.mark.parametrize("game", names())
def test_no_lesson_does_either(game: str) -> None:
    for lesson in lessons(game):
        for text in (lesson.title, *lesson.shown, *lesson.for_speech):
            assert not offences(text, HABITS), text


@pytest.mark.parametrize(
    "text",
    [
        "Running right and left, it would have an end on each side.",
        "'slove' is no command, file or puzzle; did you mean solve?",
        "The T at (3, 4) stands right: pin it.",
        "These four tiles fit together in 2 ways: it is so in all.",
        "Where it is otherwise, the striped tiles would be sealed off.",
        "Think of “Only fit”, for the marked tile.",
        "Nothing speaks against it.",
        "A loop is a way of lines that leads back to where it began.",
        "Suppose that the marked tile stands otherwise.",
        "On none of the levels does a hint come to this idea.",
        "In a game that is over ← and → look back.",
        "It takes 0.14 times as long.",
        "It needs three dark cells and as many light ones.",
    ],
)
def test_sentences_as_they_should_not_be_are_found(text: str) -> None:
    assert offences(text, HABITS)
