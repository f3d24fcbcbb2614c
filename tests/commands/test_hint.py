"""`hint`: its answer at each depth, in words, marked on the board and as JSON."""

from __future__ import annotations

import json

import pytest

from termpuzzles.cli.run import run
from termpuzzles.commands.answers import BAD, NO, YES
from termpuzzles.commands.hint import DONE, WHERE, HintOptions, hint_each
from termpuzzles.formats import read
from termpuzzles.games.model import Move
from termpuzzles.hints.hint import STEPS_A_PAGE
from tests.commands.ask import SMALL, entries_of
from tests.data.tables import masks, rows

ROW = "infinity:4x1:1551"
NET = "net:5x5w:ce2c689e3256b484bb62336b2"
MARKED = """\
# game: infinity
# pins: 1,1
╸┗
┓┏
"""

LONG = """\
# game: infinity
# wrap: both
# pins: 3,3 4,3 6,3 3,4 4,4 3,7 6,7
# lines: 3,7h 4,7v
# crosses: 3,1h 2,3v 6,7h
╺┓┛╻╸┛╸
┣┫┗┳┣╋┫
╋┓┃┃╸┃┛
┳┳┛╹╹┳┃
┻┓╻╻┗┗╸
┫┃┻━┃┻┃
┓╸┃┛┣┻┣
"""  # its hint is a chain of more parts than are told at once


def test_of_a_long_reason_it_is_told_where_it_leads_and_with_steps_all_of_it() -> None:
    told, steps = (
        next(hint_each(entries_of(LONG), HintOptions(steps=steps))).text.split("\n") for steps in (False, True)
    )
    leads = (
        "Suppose the line between (6, 4) and (7, 4) is not drawn. That leads to a contradiction in 7 steps. "
        "At the end, the T at (6, 4) opens up, left and right, which contradicts the assumption."
    )
    assert told[1:3] == [leads, "Page 1 of 3; --steps prints all."]
    assert steps[1] == leads
    numbered = [line for line in steps if line[:4].strip() and line.startswith("  ") and line[3:5] == ". "]
    assert len(numbered) == STEPS_A_PAGE
    assert numbered[0] == "  1. Suppose the line between (6, 4) and (7, 4) is not drawn."
    assert f"Then {leads.partition('At the end, ')[2]}" in steps


def test_the_parts_of_a_reason_are_numbered_from_1_if_they_are_several() -> None:
    several = 0
    for answer in hint_each(entries_of("net:5x5w:ce2c689e3256b484bb62336b2"), HintOptions(all=True)):
        words = answer.text.split("\n")[1:]
        reason = words[: next(at for at, line in enumerate(words) if set(line) <= set(" 12345"))]
        several += len(reason) > 1
        wanted = [f"  {number}. " if len(reason) > 1 else line[0] for number, line in enumerate(reason, 1)]
        assert [line[: len(begin)] for line, begin in zip(reason, wanted, strict=True)] == wanted
        assert len(reason) > 1 or reason[0][0].isupper()
    assert several


def test_the_third_depth_shows_it_done() -> None:
    (answer,) = hint_each(entries_of(SMALL["unique"]), HintOptions(depth=DONE))
    assert "1 ▸┏◂" in answer.text


def test_json_at_the_first_depth_gives_nothing_away() -> None:
    (answer,) = hint_each(entries_of(NET), HintOptions(json=True, depth=WHERE))
    facts = json.loads(answer.text)
    assert (facts["rule"], facts["because"], facts["move"]) == (None, [], None)


@pytest.mark.parametrize("text", [SMALL["unique"], SMALL["ambiguous"], NET, "simpleloop/5/5/sg020"])
def test_all_hints_lead_to_the_solved_board(text: str) -> None:
    (puzzle,) = read(text)
    state = puzzle.start
    for answer in hint_each(entries_of(text), HintOptions(all=True, json=True)):
        state = puzzle.game.play(puzzle, state, Move.parse(json.loads(answer.text)["move"], puzzle))
    assert puzzle.problem().judge(state.lines)


def test_pins_are_read_from_the_header() -> None:
    (answer,) = hint_each(entries_of(MARKED.replace("╸", "┛")), HintOptions(json=True))
    facts = json.loads(answer.text)
    assert (facts["mistake"], facts["cell"], facts["rule"]) == (True, [1, 1], None)


@pytest.mark.parametrize("pins", ["5,1", "0,1", "1", "1,1,1", "a,b", "1,-1"])
def test_a_pin_off_the_board_is_refused(pins: str) -> None:
    (answer,) = hint_each(entries_of(ROW), HintOptions(pins=pins))
    assert answer.status == BAD
    assert answer.words.startswith(f"{ROW}: expected a cell of the 4x1 board to pin")


def test_a_game_without_pins_says_so() -> None:
    (answer,) = hint_each(entries_of("simpleloop/5/5/sg020"), HintOptions(pins="1,1"))
    assert answer.status == BAD


def test_a_step_that_settles_no_side_says_which_turns_it_excludes() -> None:
    (answer,) = hint_each(entries_of("infinity:3x5w:3b9a44626a67516"), HintOptions(json=True))
    facts = [step["concludes"] for step in json.loads(answer.text)["steps"]]
    assert [fact["excluded"] for (fact,) in facts] == [["NW"], ["SW"], []]


def test_a_tile_that_nobody_has_touched_counts_only_where_what_stands_right_is_trusted() -> None:
    wrapped = "5x5w:41746417e7acab1b84ebc14c6"
    first, trusting = (
        json.loads(next(hint_each(entries_of(wrapped), HintOptions(json=True, trust=trust))).text)
        for trust in (False, True)
    )
    assert first["rule"] == "pocket"
    assert trusting["rule"] == "edge"


@pytest.mark.parametrize(
    ("turn", "kind", "beginning"),
    [
        ("2,5 N", "refuted", "The end at (2, 5) cannot point up. "),
        ("2,5 W", "possible", "Nothing rules it out: in the only solution the end at (2, 5) points left."),
        ("2,5 NE", "refuted", "The end at (2, 5) cannot point up and right. None of its turns has these lines."),
    ],
)
def test_why_not_refutes_a_turn_or_says_that_it_may_be(turn: str, kind: str, beginning: str) -> None:
    (answer,) = hint_each(entries_of("5x5w:41746417e7acab1b84ebc14c6"), HintOptions(json=True, why_not=turn))
    facts = json.loads(answer.text)
    assert (answer.status, facts["kind"]) == (YES, kind)
    assert facts["sentence"].startswith(beginning)


@pytest.mark.parametrize("json", [False, True])
def test_on_a_board_without_a_solution_why_not_says_that_there_is_none(json: bool) -> None:
    (answer,) = hint_each(entries_of("simpleloops/4/3/00g"), HintOptions(json=json, why_not="1,2 N"))
    assert answer.status == NO
    assert "this board has no solution." in answer.words + answer.text


@pytest.mark.parametrize("turn", ["9,9 N", "2,5", "2,5 Q", "x"])
def test_why_not_refuses_a_text_that_is_no_turn(turn: str) -> None:
    (answer,) = hint_each(entries_of("5x5w:41746417e7acab1b84ebc14c6"), HintOptions(why_not=turn))
    assert answer.status == BAD


@pytest.mark.parametrize("game", ["net", "infinity", "simpleloop", "simpleloops"])
def test_all_that_json_concludes_is_true_of_the_only_solution(game: str) -> None:
    bits = {"N": 8, "E": 4, "S": 2, "W": 1}
    for row in [row for row in rows(game, "unique", "hard") if 9 <= row.cells <= 50][::9]:
        width, solution = read(row.id)[0].grid.width, masks(row.solution)
        for answer in hint_each(entries_of(row.id), HintOptions(all=True, json=True)):
            for step in json.loads(answer.text)["steps"]:
                for fact in step["concludes"]:
                    mask = solution[(fact["cell"][1] - 1) * width + fact["cell"][0] - 1]
                    assert all(mask & bits[letter] for letter in fact["drawn"])
                    assert not any(mask & bits[letter] for letter in fact["absent"])


@pytest.mark.parametrize("columns", [40, 41, 60, 79, 80])
@pytest.mark.parametrize("rows", [9, 10, 12, 24, 31])
def test_a_hint_on_a_large_board_fills_the_terminal_and_leaves_a_row_for_what_comes_next(
    columns: int, rows: int
) -> None:
    (answer,) = hint_each(entries_of(f"infinity:70x70:{'3' * 4900}"), HintOptions(room=(columns, rows)))
    lines = answer.text.split("\n")
    above = next(number for number, line in enumerate(lines) if line.startswith("Columns 1 to "))
    taken = sum(len(line) // columns + bool(len(line) % columns) for line in lines[: above + 1])
    board = len(lines) - above - 1
    assert board == max(rows // 2 - 1, rows - taken - 1)
    assert max(map(len, lines[above + 1 :])) in (columns - 1, columns)


def test_where_there_is_no_terminal_a_hint_is_drawn_as_for_one_of_80_columns_and_24_rows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)
    large = f"infinity:70x70:{'3' * 4900}"
    usual, asked = (next(hint_each(entries_of(large), asked)) for asked in (HintOptions(), HintOptions(room=(80, 24))))
    assert usual == asked
    assert run(["hint", large]) == 0
    assert capsys.readouterr().out == f"{asked.text}\n"
