"""Whole conversations as a person has read and approved them: every command on a board, every menu, the Wall Game."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles import games
from tests.approved import approve
from tests.commands.plain.transcripts import GAMES, conversation, shortened

WALLED = "net:4x4:23v4v44vbev5c9h7625b4"
TORUS = "net:5x5w:ce2c689e3256b484bb62336b2"
LOOP = "simpleloop/5/5/004oo"
MASYU = "pearl:5x5:eWcWWWWkB"

CONVERSATIONS = {  # a puzzle, or nothing for the main menu, and what the player says, line after line
    "trials-and-marks": (
        WALLED,
        "keep|drop|trial|trial|pin 1 1|turn 2 2|keep|undo|redo|trial|pin 3 3|drop|here|mark|pin 2 1|pin 3 1|"
        "back|mark as here|pin 2 1|mark two|pin 3 1|back|two|back|the mark|"
        "back here|back nowhere|sound|"
        "restart|back two|go to here|check|back",
    ),
    "hints": (
        TORUS,
        "hint|hint|hint|hint|hint|do|do|hint|do|check|pin 2 1|check|sound|why|why up|"
        "possible|possible 3 3|hint|undo|solution|here|"
        "hint|do|share|more|next",
    ),
    "drawing": (
        LOOP,
        "line 1 1 right|line right|line 2 1 right|line up|"
        "cross 1 2 right|here|full|here|neighbours|cell 2 1|trace 2 1|group 2 1|"
        "show|inside 2 2|inside|what|open|more|turn foo|foo turn|pin foo|back pin|"
        "again|again 1 3|pen|right|right|pen|undo|undo|redo|replay|"
        "turn|pin|line|mark|check|hint|hint|hint|do|why 2 2 up|possible 2 2|solution|rules|id",
    ),
    "circles": (
        MASYU,
        "here|cell 5 5|row 2|column 1|hint|hint|hint|do|what|open|why 1 2 right|possible 1 2|check|rules|"
        "show|solution|cell 5 5|inside 3 3|inside 1 1|share|more|id",
    ),
    "wall-game": (
        "",
        "the wall game|opponent|opponent|opponent|opponent|variant|size|size|size|size|colour|clock|list|start|help|"
        "where|walls|look a3|look z9|board|forbidden|done|cat|cat z9|cat to a4|wall right of b3|undo|undo|undo|"
        "wall left b3|wall above b3|where|look b3|wall below e4|done|turns|record|cz9|c|ce4.>f3|a3 look|pass|draw|"
        "resign|resign|back|quit",
    ),
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_conversation_is_as_it_was_approved(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*GAMES, "masyu"))
    monkeypatch.setattr(games, "_registered", {})  # without the one that only the tests have
    puzzle, lines = CONVERSATIONS[name]
    said = [*conversation(tmp_path, puzzle, lines.split("|"))]
    read = said if name == "hints" else map(shortened, said)
    approve(__file__, f"plain-{name}", "\n".join([f"$ {puzzle}".rstrip(), *read, ""]))
