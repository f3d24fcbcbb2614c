"""Whole conversations as a person has read and approved them: every command on a board, every menu, the Wall Game."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles import games
from tests.approved import approve
from tests.commands.plain.transcripts import GAMES, conversation

WALLED = "net:4x4:23v4v44vbev5c9h7625b4"
TORUS = "net:5x5w:ce2c689e3256b484bb62336b2"
STRIP = "net:3x3kx:1c2421421"
LARGE = "infinity:5x4:2be730a7761834840013"
LOOP = "simpleloop/5/5/004oo"
MASYU = "pearl:5x5:eWcWWWWkB"

CONVERSATIONS = {  # a puzzle, or nothing for the main menu, and what the player says, line after line
    "moving": (
        WALLED,
        "up|down|down|down|down|left|right|east|north|south|west|row end|right|row start|next open|"
        "previous open|go 3 3|go to 4, 4|go|1 2|go|nowhere|go|go to|source|go on|pin|go on|pin|previous open|"
        "next open|go 5 1|go 0 1|go 1 0|go 4 4 4|go 4|up up|up 3|row start 2",
    ),
    "trials-and-marks": (
        WALLED,
        "keep|drop|trial|trial|pin 1 1|turn 2 2|keep|undo|redo|trial|pin 3 3|drop|here|mark|pin 2 1|pin 3 1|"
        "back|mark as here|pin 2 1|mark two|mark two|pin 3 1|back|three|back|two|back|the mark|back|two|"
        "back here|back nowhere|mark as|again|mark as|é|mark xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|sound|"
        "restart|back two|go to here|check|back",
    ),
    "hints": (
        TORUS,
        "hint|hint|hint|hint|hint|do|do|hint|do|check|pin 2 1|check|sound|why|why up|why 1 1 down|"
        "why 1 1 left right|why 1 1 2|possible|possible 3 3|hint|hint|undo|undo|solution|here|undo|solution|"
        "hint|do|share|more|next",
    ),
    "drawing": (
        LOOP,
        "line 1 1 right|line right|line 2 1 right|line up|line 3 1 up|line 3 3 left|line 2 3 right|"
        "cross 1 2 right|cross right|cross 1 2 up|here|full|here|neighbours|cell 2 1|trace 2 1|group 2 1|"
        "show|inside 2 2|inside|what|open|more|turn foo|foo turn|pin foo|back pin|"
        "again|again 1 3|pen|right|right|pen|undo|undo|redo|replay|"
        "turn|pin|line|line 1 1 2|line 1 1 up down|cross 9 1 up|mark|check|hint|hint|hint|do|why 2 2|"
        "why 2 2 up|possible 2 2|sound|solution|rules|next|id",
    ),
    "circles": (
        MASYU,
        "here|cell 5 5|row 2|column 1|hint|hint|hint|do|what|open|why 1 2 right|possible 1 2|check|rules|"
        "show|solution|cell 5 5|inside 3 3|inside 1 1|share|more|id",
    ),
    "wall-game": (
        "",
        "the wall game|opponent|opponent|opponent|opponent|variant|size|size|size|size|colour|colour|clock|"
        "clock|clock|clock|clock|clock|results|list|start|help|where|walls|look a3|look z9|look|board|"
        "forbidden|turns|record|take back|analyse|undo|done|cat|cat z9|cat to a4|wall right of b3|"
        "wall right b3|undo|undo|undo|wall left b3|wall above b3|where|walls|look b3|look a3|wall below e4|"
        "done|turns|record|ca1|cz9|c|ce4.>f3|a3 look|a3 cat|e4 wall|pass|draw|"
        "resign|resign|record|back|list|results|quit",
    ),
    "wrong-words": (
        WALLED,
        "turn up|turn 1 1 foo|turn foo|pin foo|pin 1 1 foo|here foo|hint 1|check foo|why foo|why 1 1 foo|possible up|"
        "line|line 1 1|line up 1|line 1 up 1|line 1 1 up left|cross foo|row foo|column 1 foo|mark 1|mark "
        + "x" * 40
        + "|back "
        + "x" * 40
        + "|back "
        + "x" * 41
        + "|help "
        + "x" * 70
        + "|next foo|go on 3|go to|go to s|go h|go b|look 1|look up down|show 1|undo 2|new|pen foo|foo pen|inside foo|"
        "undoo 3 4|help foo undoo|help what|help here|help cell here|help Reading the board|help on|turn 1 back 1|"
        "turn 1 1 back 2|cell 0 1|cell 1 0|cell 5 1|cell 1 5|cell 4 4|cell 1 1|cell 0000000004 4|quit",
    ),
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_conversation_is_as_it_was_approved(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*GAMES, "masyu"))
    monkeypatch.setattr(games, "_registered", {})  # without the one that only the tests have
    puzzle, lines = CONVERSATIONS[name]
    said = conversation(tmp_path, puzzle, lines.split("|"))
    approve(__file__, f"plain-{name}", "\n".join([f"$ {puzzle}".rstrip(), *said, ""]))
