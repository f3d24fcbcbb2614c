"""What is heard in plain mode names no key, no colour and no look: whoever plays there may have none of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import termpuzzles.play
from termpuzzles.catalogue.lessons import lessons
from termpuzzles.games import names
from termpuzzles.plain.commands import COMMANDS

KEYS = (
    r"\b(?:press(?:es|ed|ing)?|keys?|arrows?|space|Esc|Enter|Tab|Ctrl|mouse|click)\b|\b[a-zA-Z] (?:and|or) [a-zA-Z]\b"
)
LOOKS = r"\b(?:striped|dotted|tinted|outlined|highlighted|bright|dim|bold|thick|thin|glow\w*|look different)\b"
COLOURS = r"\b(?:red|green|blue|yellow|orange|purple|grey|gray|pink)\b|shaded (?:parts?|tiles?|sides?)\b"
UNHEARD = re.compile(f"{KEYS}|{LOOKS}|{COLOURS}")
MARKED = re.compile(r"\bmarked (?:cell|tile)s?\b")  # a lesson has one, on which the player stands, and no other board
NEVER_SENT = ("direction",)  # there: who types a line or a cross has to say at which side

SAYING = {  # by the name of a function that says something, the places of its sentence and of the one that is heard
    "say": (1, 2),
    "answer": (1, None),
    "changed": (1, 3),
    "Message": (1, 3),
}


def templates(node: ast.expr | None) -> Iterator[str]:
    """The sentences that an expression may be, with braces for whatever is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
    elif isinstance(node, ast.IfExp):
        yield from (*templates(node.body), *templates(node.orelse))


def messages() -> Iterator[tuple[str, str]]:
    """The code and the sentence of each message of a board in play that is written where it is sent, as it is heard."""
    for path in sorted(Path(termpuzzles.play.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            if name in SAYING and len(node.args) > 1:
                shown, heard = SAYING[name]
                given = {each.arg for each in node.keywords}
                if "for_speech" in given or (heard is not None and len(node.args) > heard):
                    continue
                for code in templates(node.args[0]):
                    yield from ((code, text) for text in templates(node.args[shown]))


@pytest.mark.parametrize("game", names())
def test_no_lesson_names_what_cannot_be_heard(game: str) -> None:
    for lesson in lessons(game):
        assert not [told for told in lesson.for_speech if UNHEARD.search(told)]


def test_no_message_of_a_board_does() -> None:
    heard = [(code, text) for code, text in messages() if code not in NEVER_SENT]
    assert len(heard) > 25
    assert [each for each in heard if UNHEARD.search(each[1]) or MARKED.search(each[1])] == []


def test_no_command_does() -> None:
    assert [command.id for command in COMMANDS if UNHEARD.search(command.aloud)] == []
