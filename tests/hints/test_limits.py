"""How much a hint looks at where boards have many solutions: exactly at each limit, and one beyond."""

from __future__ import annotations

import pytest

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.board.surface import PLANE, Seam, Surface
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints import guide
from termpuzzles.hints.check import check
from termpuzzles.hints.guide import WORK, Guide
from termpuzzles.hints.hint import AMBIGUOUS, MISTAKE, STEP, UNSEEN
from termpuzzles.hints.witness import Outcome, Restriction, Witnesses
from termpuzzles.logic.task import Task, finish
from tests.games.boards import board


def infinity(grid: Grid, tiles: bytes) -> Puzzle:
    return Puzzle(named("infinity"), grid, tiles, start=State.of(tiles))


def test_what_several_solutions_share_is_looked_for_until_the_work_is_spent() -> None:
    guide = Guide(infinity(Grid(43, 14), bytes.fromhex("01" * 602)))
    hint = guide.hint(guide.puzzle.start, 0)
    assert hint
    assert hint.kind == AMBIGUOUS
    assert 2 < len(guide.witnesses.boards) < 2 + WORK


def with_a_wrong_pin(nearer: int) -> tuple[Puzzle, State, int]:
    """Two rooms of nine ends with a door between, so that one pair must stand in it, where a pin says otherwise.

    So many tiles are pinned nearer to the right border, all of them as they are in some solution.
    """
    grid = Grid.make(30, 3, PLANE, {(2 + 30, E), (2 + 60, E), (5, E), (5 + 30, E), (5 + 60, E)})
    tiles, door = bytes([1] * grid.size), 2
    lines, pins = bytearray(tiles), bytearray(grid.size)
    lines[door], pins[door] = W, 1
    for cell in [y * 30 + x for x in range(6, 30) for y in range(3)][-nearer:]:
        lines[cell], pins[cell] = (W if cell % 2 else E), 1
    return infinity(grid, tiles), State(bytes(lines), bytes(pins), bytes(grid.size)), door


@pytest.mark.parametrize("nearer", [1, 60])
def test_a_mark_that_is_wrong_alone_is_found_however_many_are_nearer(nearer: int) -> None:
    puzzle, state, door = with_a_wrong_pin(nearer)
    guide = Guide(puzzle)
    hint = guide.hint(state, puzzle.grid.size - 1)
    assert hint
    assert hint.claim.plain == "The end at (3, 1) is pinned the wrong way."
    assert hint.conflict == ((door, 0),)
    assert finish(check(guide, state)).wrong == {door}


@pytest.mark.parametrize(
    ("text", "pinned"), [("infinity:2x2w:5514v", "5a22"), ("net:2x2w:4943", "194c"), ("net:1x2w:8v2v", "88")]
)
def test_wrong_marks_are_told_as_well_where_that_comes_out_after_the_first_search_has_given_up(
    text: str, pinned: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("WORK", "CELLS"):
        monkeypatch.setattr(f"termpuzzles.hints.witness.{limit}", 1)
    (puzzle,) = read(text)
    wrong = State(bytes(int(mask, 16) for mask in pinned), bytes([1] * len(pinned)), bytes(len(pinned)))
    guide = Guide(puzzle)
    hint = guide.hint(wrong)
    assert hint
    assert hint.kind == MISTAKE
    assert guide.hint(wrong) == hint
    assert guide.hint(puzzle.start) == Guide(puzzle).hint(puzzle.start)


def test_of_many_mistakes_the_five_nearest_are_looked_at() -> None:
    (puzzle,) = read("6x6:425ab26592b22137b95c67a19aee52257ea8")
    lines = bytes.fromhex("0204050507010c0503010b02020206070d090a0c0c0e0a0106050b0e050104050d0b0501")
    wrong = (9, 14, 20, 22, 24, 33)  # the last one at a glance
    guide = Guide(puzzle)
    for left_out, told in (((), "corner at (1, 5)"), ((24,), "T at (4, 6)"), ((9,), "T at (4, 6)")):
        pins = bytes(cell in wrong and cell not in left_out for cell in range(36))
        hint = guide.hint(State(lines, pins, bytes(36)), 0)
        assert hint
        assert hint.claim.plain == f"The {told} is pinned the wrong way."


LOOPS = {
    (
        "■┏━━━━━┓■■ ┏┛■┏━┓■┗┓■ ┃■┏┛■┃┏┓┗┓ ┗┓┃■■┗┛┗━┛ ■┃╹╺━┓■■■■ ■╹··╻╹■┏━┓ "
        "■··■┗╸·╹■┃ ┏╸╺┓■····╹ ┃■■╹··■··╻ ┗┓■╻·╻╺╸■┃ ■┗━┛■┗╸╺━┛"
    ): ("chain", "A line joins (3, 6) to (4, 6).", 2),
    ("┏━┓■■■┏┓■ ┗┓┗┓■┏┛┗┓ ┏┛┏┛┏┛┏╸╹ ╹╻╹·╹╻╹·╻ ╻╹··■┗╸╺┛ ┃■·╺━┓··■ ┃┏╸╻■┃╻╺┓ ┗┛■┗┓┗┛┏┛ ■■┏━┛■■┗┓ ┏━┛■┏━┓┏┛ ┗━━━┛■┗┛■"): (
        "parity",
        "Lines join (3, 4) to (4, 4), (4, 4) to (4, 5) and (5, 4) to (6, 4).",
        0,
    ),
}  # positions in which the chain that rests on fewer cells has four links, told on two pages, and five


@pytest.mark.parametrize("rows", LOOPS)
def test_a_chain_of_at_most_four_links_takes_the_place_of_a_rule_that_rests_on_twice_as_many_cells(rows: str) -> None:
    rule, claim, pages = LOOPS[rows]
    puzzle = board(named("simpleloop"), *rows.split())
    hint = Guide(puzzle).hint(puzzle.start)
    assert hint
    assert (hint.rule, hint.claim.plain) == (rule, claim)
    assert not pages or sum(part.plain.startswith("Then") for part in hint.reason) == pages


def test_shaded_cells_do_not_count_where_a_board_is_too_open_to_look_for_short_chains() -> None:
    rows, (rule, claim, _) = next((rows, told) for rows, told in LOOPS.items() if told[0] == "chain")
    puzzle = board(named("simpleloop"), *(f"{row}{'■' * 25}" for row in rows.split()))
    assert puzzle.grid.size > 300
    hint = Guide(puzzle).hint(puzzle.start)
    assert hint
    assert (hint.rule, hint.claim.plain) == (rule, claim)


def test_a_reason_of_eight_parts_for_a_mistake_first_tells_where_it_leads() -> None:
    clues = bytes.fromhex("00000000020100010100000102010102")
    puzzle = Puzzle(named("masyu"), Grid.make(4, 4), bytes([1] * 16), clues=clues)
    drawn, crosses = bytes.fromhex("00000000000401000000000000000401"), bytes([0, 0, S, 0, 0, 0, N, *bytes(9)])
    hint = Guide(puzzle).hint(State(drawn, bytes(16), crosses), 0)
    assert hint
    assert hint.claim.plain == "The cross between (3, 1) and (3, 2) is wrong."
    assert [part.plain for part in hint.leaves[0]] == [
        "It takes 8 steps to see that. At the end, the cell at (3, 1) has a line down and no line to the left.",
        "It has only two sides left for its lines: down and right.",
    ]
    assert [*map(len, hint.leaves)] == [2, 7, 1]


def test_what_takes_eight_steps_where_all_is_put_in_that_is_found_is_told_in_three() -> None:
    grid = Grid.make(3, 3, Surface(Seam.JOINED, Seam.FLIPPED), [(0, E), (2, S)])
    puzzle = Puzzle(named("net"), grid, bytes.fromhex("030e0d08080203020c"))
    noted = State(bytes.fromhex("0c0d0d010401060809"), bytes(9), bytes([N << 4, 0, 0, 0, 0, 0, 0, 0, S << 4]))
    hint = Guide(puzzle).hint(noted, 0)
    assert hint
    assert hint.claim.plain == "The noted line between (1, 1) and (3, 3) is wrong."
    assert len(hint.steps) == 3


def test_where_it_is_not_seen_what_several_solutions_share_it_is_said_that_there_are_several(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = infinity(Grid.make(5, 1, Surface(Seam.JOINED, Seam.FLIPPED)), bytes.fromhex("01020a0c06"))
    hint = Guide(puzzle).hint(puzzle.start, 0)
    assert hint
    assert hint.kind == STEP
    monkeypatch.setattr(guide, "_work", lambda most, open_cells: 0)
    hint = Guide(puzzle).hint(puzzle.start, 0)
    assert hint
    assert hint.kind == AMBIGUOUS


def with_one_circle(side: int) -> Puzzle:
    clues = bytearray(side * side)
    clues[side * side // 2 + side // 2] = 1
    return Puzzle(named("masyu"), Grid.make(side, side), bytes([1] * len(clues)), clues=bytes(clues))


def test_the_solutions_of_a_choice_are_kept_and_others_are_seen_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search, searched = Witnesses._search, list[bytes]()

    def noted(
        its: Witnesses, held: Restriction, work: int, like: bytes | None = None, unlike: bytes | None = None
    ) -> Task[Outcome]:
        searched.extend([unlike] if unlike else [])
        return search(its, held, work, like, unlike)

    monkeypatch.setattr(Witnesses, "_search", noted)
    puzzle = with_one_circle(26)
    guide, state, near, told = Guide(puzzle), puzzle.start, 0, 0
    for _ in range(12):
        hint = guide.hint(state, near)
        assert hint
        assert hint.move
        if hint.kind == AMBIGUOUS:
            assert {answer.lines for answer in hint.answers} == {*guide.witnesses.boards[:2]}
            told += 1
        state, near = puzzle.game.play(puzzle, state, hint.move), hint.cell or 0
    assert told > 5
    assert not searched


def test_where_no_solution_is_seen_in_time_a_wide_open_board_is_not_searched_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def undecided(its: Witnesses, held: Restriction, work: int = 0) -> Task[Outcome]:
        yield from its.begin()
        return Outcome(None, decided=False)

    monkeypatch.setattr(Witnesses, "holding", undecided)
    puzzle = with_one_circle(26)
    hint = Guide(puzzle).hint(puzzle.start, 0)
    assert hint
    assert hint.kind == UNSEEN
    assert not hint.move
    assert hint.sentence.startswith("No step was found in time.")
