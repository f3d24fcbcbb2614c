"""The words around a board, and those of the card of a solved one, in every case and in all the room there may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise, product
from types import SimpleNamespace
from typing import Any

import pytest
from textual.geometry import Size

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.statistics import Times
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.logic.answers.grades import GRADES
from termpuzzles.play.afterwards import praise
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import LARGE, LARGEST, MEDIUM, PIPE_ZOOMS, SMALL, SMALLEST, ZOOMS, Ink, Zoom
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, TRIAL, Look, picture_of
from termpuzzles.session.attempt import BEGIN_TRIAL, GAVE_UP, HINT
from termpuzzles.session.session import Session
from termpuzzles.session.staged_hint import NONE, WHERE, WHICH, WHY
from termpuzzles.storage.summaries import Solve, Summary
from termpuzzles.tui import theme
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.widgets import captions
from termpuzzles.tui.widgets.captions import filled_bar
from termpuzzles.tui.widgets.geometry import ORIGIN, Geometry
from termpuzzles.tui.widgets.layout import (
    FreeSpace,
    Report,
    facts,
    fit,
    hint_rows,
    kept_zoom,
    key_lines,
    panel,
    time_lines,
    too_small,
    trial_lines,
    words_around,
    zoom_key,
)
from termpuzzles.tui.widgets.lines import Words, margin, wrap
from termpuzzles.tui.widgets.solved_card import SolvedGame, ending_lines, how_it_went
from tests.approved import approve
from tests.games.boards import board

PALETTE = theme.palette(theme.DARK)


def told(line: Words) -> str:
    """A line with the tone, and perhaps the action, before each piece."""
    return "".join(f"[{' '.join(piece[1:])}]{piece[0]}" for piece in line).rstrip()


def all_told(title: str, lines: Iterable[Words]) -> list[str]:
    return [f"--- {title}", *map(told, lines)]


def text_of(lines: Iterable[Words]) -> list[str]:
    """The text of the lines."""
    return ["".join(piece[0] for piece in line).rstrip() for line in lines]


def session(seconds: float = 0.0, hints: int = 0, moves: int = 0) -> Session:
    """A board in play for so long, with so many hints and moves."""
    found = Session(board(named("net"), "┏┓╺╸", "┗┛╺┓"))
    for _ in range(moves):
        found.do(Gesture("turn", 6))
    for _ in range(hints):
        found.apply(HINT)
    found.clock = found.clock.at(seconds)
    return found


def key_of(name: str, usual: str = "") -> str:
    """The key for a command: its last word, so that it is seen which was asked for."""
    return f"<{name.rpartition('.')[2]}{usual and '/' + usual}>"


def staged(stage: int, page: int = 0, **more: Any) -> Any:
    """A hint at that stage and page."""
    whole: dict[str, Any] = {
        **{"stage": stage, "page": page, "pages": 2, "title": "No loop" if stage >= WHICH else ""},
        **{"sentence": "The shaded tiles would make a loop with the marked one.", "conclusion": ""},
        **{"is_last": False, "can_be_done": True, "technique": None if stage < WHICH else "loop"},
        **{"hint": SimpleNamespace(cell=None) if stage else None, "parts": ()},
    }
    whole |= more
    return SimpleNamespace(**({"reason": whole["sentence"]} | whole))


STAGES = {
    "none": staged(NONE),
    "where": staged(WHERE, sentence="Look at the shaded part."),
    "which": staged(WHICH, sentence="No loop helps at the marked tile."),
    "why, the first of two": staged(WHY, 1, conclusion="The marked tile has no line to the right."),
    "why, the last": staged(WHY, 2, is_last=True, conclusion="The marked tile has no line to the right."),
    "why, the only page": staged(WHY, 1, pages=1, is_last=True, conclusion="It has none."),
    "why, nothing to do": staged(WHY, 2, is_last=True, can_be_done=False, title="", technique=None),
    "a long title": staged(WHY, 1, title="Light and dark II"),
    "a long title, one page": staged(WHY, 1, pages=1, title="Light and dark II"),
}


def test_hints_are_worded_in_the_panel_as_approved() -> None:
    lines = []
    for name in ("where", "which", "why, the first of two", "why, the last", "why, nothing to do"):
        lines += all_told(name, hint_rows(STAGES[name], key_of))
    approve(__file__, "words_of_hints", "\n".join(lines))


@pytest.mark.parametrize(("pages", "page"), [(1, ""), (2, " 1 of 2 ──"), (12, " 1 of 12 ──")])
def test_the_title_of_a_hint_is_a_rule_as_wide_as_the_panel_and_two_if_it_is_too_long_for_one(
    pages: int, page: str
) -> None:
    for length in range(1, 25):
        hint = staged(WHY, 1, pages=pages, title="x" * length)
        lines = ["".join(piece[0] for piece in line) for line in hint_rows(hint, key_of)[:2]]
        begun = f"── {'x' * length} "
        if len(begun) + len(page) <= 24:
            assert lines[0] == begun.ljust(24 - len(page), "─") + page
            assert "of" not in lines[1]
        elif page:
            assert lines == [begun.ljust(24, "─"), page.rjust(24, "─")]
        else:
            assert lines[0] == begun.rstrip()


def test_what_a_hint_says_and_what_its_key_does_next() -> None:
    def said(name: str, pipes: bool = False) -> tuple[str, str]:
        return captions.hint_in_words(STAGES[name], pipes)

    assert said("where") == ("Look at the shaded part.", "which technique")
    assert said("where", True) == ("Look at the outlined part.", "which technique")
    assert said("which") == ("No loop helps at the marked tile.", "why")
    assert said("why, the first of two")[1] == "next"
    assert said("why, the last") == (
        "The marked tile has no line to the right. The shaded tiles would make a loop with the marked one.",
        "make the move",
    )
    assert said("why, nothing to do")[1] == "close"
    drawn, has_none = [SimpleNamespace(shows={1: 16}, ways=())], "The marked tile has no line to the right."
    supposed = {page: staged(WHY, page, parts=drawn, reason="Suppose it has.", conclusion=has_none) for page in (1, 2)}
    assert captions.hint_in_words(supposed[1], False) == (f"{has_none} Suppose it has.", "next; arrow keys step")
    assert captions.hint_in_words(supposed[2], False)[0] == "Suppose it has."
    alone = staged(WHY, 1, is_last=True, reason="", conclusion="So it is.")
    assert captions.hint_in_words(alone, False)[0] == "So it is."


GROUPS = [
    [ShownKey("space", "turn", "a"), ShownKey("s", "pin", "b")],
    [ShownKey("u", "undo", "c"), ShownKey("?", "help", "d")],
    [ShownKey("Esc", "back", "screen.leave")],
]


def test_the_more_room_there_is_the_more_keys_are_listed_help_first_and_in_their_order() -> None:
    listed = [text_of(key_lines(GROUPS, room)) for room in range(-1, 12)]
    names = ["turn", "pin", "undo", "help", "back"]
    for room, lines in zip(range(-1, 12), listed, strict=True):
        shown = [name for line in lines for name in names if name in line]
        assert shown == [name for name in names if name in shown]
        assert len(shown) == min(max(room, 0), 5)
        assert not shown or "help" in shown
        assert len(lines) <= max(room, 0)
        assert "".join(lines[:1] + lines[-1:]).strip() or not lines
    assert listed[8] == listed[-1]  # two groups stand apart from those below them
    assert listed[-1].count("") == 2
    for room in range(6, 20):
        above: list[Words] = [(("time", "faint"),), (("moves", "text"),)]
        for hint in ([], [(("hint", "text"),)]):
            found = text_of(panel(above, hint, GROUPS, room))
            assert found[:2] == ["time", "moves"]
            assert len(found) <= room
            assert ("hint" in found) == bool(hint)


def test_the_figures_of_a_game_are_as_approved() -> None:
    times = Times(83.0, (120.0, 83.0))
    loop = Session(read("simpleloop/3/3/00")[0])
    lines = [
        *all_told("with a clock", facts(session(65.0), Times(), "")),
        *all_told("with a best time, hints and a place", facts(session(3600.0, 2, 3), times, "(1, 2)")),
        *all_told("without a clock", facts(session(65.0, 1), None, "")),
        *all_told("a game without pins", facts(loop, times, "")),
        *all_told("a trial", trial_lines(key_of)),
    ]
    approve(__file__, "words_of_figures", "\n".join(lines))
    assert captions.figures(session(65.0, 0, 1), True, 80) == "1:05   1 move"
    assert captions.figures(session(65.0, 0, 2), True, 40, "(1, 2)") == "1:05   2 moves   at (1, 2)"
    assert captions.figures(session(65.0, 0, 2), True, 39) == "1:05"
    assert captions.figures(session(65.0, 0, 2), False, 80) == "2 moves"
    assert captions.figures(session(65.0, 0, 2), False, 39) == ""


class Rival:
    """A ghost that is a third of the way there."""

    def __init__(self, whose: str = "") -> None:
        self.whose = whose

    def share(self, seconds: float) -> float:
        return seconds / 30

    def words(self, session: Session) -> str:
        return "3 s ahead"


def report(**more: Any) -> Report:
    whole: dict[str, Any] = {
        **{"session": session(10.0), "place": (0, 1), "tag": "", "message": "", "staged_hint": STAGES["none"]},
        **{"trouble": "", "times": Times(83.0), "rival": None, "goal": "Join all tiles without a loop."},
        **{"marks": True, "timed": True, "unicode": True, "may_say": lambda text: True, "name_of": key_of},
    }
    return Report(**(whole | more))


def drawn(zoom: Any = SMALL, room: tuple[int, int] = (60, 20), rulers: bool = False, seen: bool = True) -> Any:
    """What the words ask of a board."""
    puzzle = session().puzzle
    shape = Geometry.of(puzzle.grid, zoom, Size(*room))
    look = picture_of(puzzle, puzzle.start, hints={2: TARGET})
    return SimpleNamespace(
        palette=PALETTE,
        **{"zoom": zoom, "rulers": rulers, "cursor": 2, "geometry": shape, "picture": look, "shows": lambda cell: seen},
    )


def in_a_trial() -> Session:
    found = session(10.0)
    found.apply(BEGIN_TRIAL)
    return found


CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, {}),
    "in pipes": ({}, {"zoom": PIPE_ZOOMS[2]}),
    "a message": ({"message": "Done."}, {}),
    "trouble": ({"trouble": "Moves are not being kept: no space.", "message": "Done."}, {}),
    "without marks": ({"marks": False}, {}),
    "without a clock": ({"timed": False}, {}),
    "a ghost": ({"rival": Rival()}, {}),
    "a ghost in ascii": ({"rival": Rival(), "unicode": False}, {}),
    "a ghost of somebody": ({"rival": Rival("somebody-with-a-long-name")}, {}),
    "a race": ({"others": [(("   anna  ", "faint"), ("━━", "lit"))]}, {}),
    "numbered": ({}, {"rulers": True}),
    "the smallest zoom": ({}, {"zoom": SMALLEST}),
    "in a trial": ({"session": in_a_trial()}, {}),
    "where": ({"staged_hint": STAGES["where"]}, {}),
    "why": ({"staged_hint": STAGES["why, the first of two"]}, {}),
    "why, the only page": ({"staged_hint": STAGES["why, the only page"]}, {}),
    "why, out of view": (
        {"staged_hint": staged(WHY, 1, hint=SimpleNamespace(cell=5), sentence="So it is.")},
        {"seen": False},
    ),
    "why, in view": ({"staged_hint": staged(WHY, 1, hint=SimpleNamespace(cell=5), sentence="So it is.")}, {}),
    "few words known": ({"may_say": lambda text: "pin" not in text and "loose" not in text}, {}),
    "a large board": ({}, {"zoom": LARGEST, "room": (40, 12)}),
    "little room below": ({"message": "Done."}, {"zoom": LARGE, "room": (60, 9)}),
}


SAID = {  # what must be said of each case wherever there is room, and what not
    "a message": ("Done.", "Join all tiles"),
    "trouble": ("Moves are not being kept: no space.", "Join all tiles"),
    "without marks": ("0 of 8 pinned", "loop,"),
    "in a trial": (" keeps it", "no such words"),
    "where": ("Look at the shaded part.", "Join all tiles"),
    "why": ("would make a loop", "Join all tiles"),
    "why, the only page": ("would make a loop", "Join all tiles"),
    "why, out of view": ("So it is.", "Join all tiles"),
    "why, in view": ("So it is.", "Join all tiles"),
    "the smallest zoom": ("Here: the hint is about this cell.", "Join all tiles"),
    "little room below": ("Done.", "Join all tiles"),
}
BESIDE = {  # what the panel alone has room for
    **{"a ghost": "━━━━╸─────────", "a ghost in ascii": "#####.........", "a race": "anna", "numbered": "(3, 1)"},
    **{"plain": "best  1:23", "in pipes": "0 of 8", "a large board": "0:10"},
}


@pytest.mark.parametrize("name", CASES)
def test_what_must_be_said_is_said_once_and_fits(name: str) -> None:
    said, shown = CASES[name]
    for width, panel_rows in ((80, 20), (80, 9), (80, 0), (60, 0), (40, 0), (28, 0)):
        found = words_around(report(**said), drawn(**shown), FreeSpace(width, panel_rows), GROUPS)
        beside, below = text_of(found.panel), text_of(found.status)
        assert max(map(len, below)) <= width
        assert max(map(len, beside), default=0) <= 24 or name == "in a trial"  # the keys of these tests are long
        assert len(beside) <= panel_rows
        whole = " ".join(" ".join([*beside, *below]).split())
        wanted, hidden = SAID.get(name, ("", "no such words"))
        assert whole.count(wanted) == 1 or not wanted, (width, panel_rows)
        assert hidden not in whole or panel_rows  # below the board stands what it is about
        assert BESIDE.get(name, "") in "\n".join(beside) or panel_rows < 20
        assert ("best" in " ".join(beside)) == (panel_rows > 0 and name != "without a clock")
        assert "help" in whole or not panel_rows
        first = time_lines(report(**said), drawn(**shown))
        assert first
        assert not panel_rows or found.panel[: len(first)] == first


STATE = "28 loose ends, 12 lines run off the board, 1 sealed-off group, 22 groups to join"


LONG = "A long sentence about what was just done."


@pytest.mark.parametrize("width", [22, 30, 40, 60, 80, 120])
def test_a_message_is_said_whole_and_what_is_wrong_as_far_as_there_is_room(width: int) -> None:
    for room in (1, 2, 3, 5):
        for message in ("", "Undone.", LONG):
            found = text_of(captions.state_in_words(STATE, message, "", width, room))
            spoken = captions.said(message, "", width)
            whole = " ".join(" ".join(found).split())
            assert whole.endswith(message)
            assert all(len(line) <= width for line in found)
            assert len(found) <= max(len(spoken), room)
            state = whole.removesuffix(message).strip().removesuffix(".")
            is_cut = state.endswith("…")
            assert state == STATE or (is_cut and STATE.startswith(state[:-1].strip())) or len(spoken) >= room
            assert not is_cut or len(found) == room


def test_lines_are_broken_at_spaces_and_begin_with_one() -> None:
    assert captions.wrapped("", 10) == []
    assert wrap("ab c", 0) == wrap("ab c", 1) == ["a", "b", "c"]
    assert captions.wrapped("one two three", 7) == [" one", " two", " three"]
    assert captions.wrapped("one two three", 8) == [" one two", " three"]
    assert captions.wrapped("one two three", 14) == [" one two three"]
    assert captions.wrapped("a verylongword b", 4) == [" a", " verylongword", " b"]
    assert captions.toned("one two", 20, "lit") == [((" one two", "lit"),)]


def test_words_are_set_in_by_the_margin_of_the_window() -> None:
    assert [margin(width) for width in (24, 59, 60, 200)] == [1, 1, 2, 2]
    assert [captions.room_for(width) for width in (24, 59, 60, 80)] == [23, 58, 57, 77]
    line = ((" a", "text"), ("b", "lit"))
    assert captions.in_margin([line, ()], 59) == [line, ()]
    assert captions.in_margin([line, ()], 60) == [(("  a", "text"), ("b", "lit")), ()]


def test_bars_show_a_share_and_that_anything_is_done() -> None:
    shares = (0.0, 0.001, 0.05, 0.24, 0.26, 0.5, 0.94, 0.96, 0.999, 1.0, 1.5)
    assert ["".join(piece[0] for piece in filled_bar(share, 4, True)) for share in shares] == [
        *("────", "╸───", "╸───", "━───", "━───", "━━──", "━━━╸", "━━━╸", "━━━╸", "━━━━", "━━━━"),
    ]
    assert filled_bar(0.5, 4, True) == (("━━", "lit"), ("──", "frame"))
    assert filled_bar(0.5, 4, False, "hint") == (("##", "hint"), ("..", "frame"))


def test_times_are_bars_of_which_the_longest_is_the_highest() -> None:
    assert captions.time_chart((), True) == ""
    assert captions.time_chart((5.0,), True) == ""
    assert captions.time_chart((0.0, 0.0), True) == ""
    assert captions.time_chart((0.0, 7.0), True) == "▁█"
    assert captions.time_chart(tuple(range(8)), True) == "▁▂▃▄▅▆▇█"
    assert captions.time_chart(tuple(range(8)), False) == "_.-=+*#@"
    assert captions.time_chart((7.0, 3.4, 3.6), True) == "█▄▅"


def test_what_a_cell_does_not_show_is_told_in_words() -> None:
    blank = Look(0, 0, 0, 0, 0, 0, 0)
    told_of = {
        blank._replace(walls=N): "Here: a wall above.",
        blank._replace(walls=S | E): "Here: a wall below and to the right.",
        blank._replace(notes=W): "Here: noted: no line to the left.",
        blank._replace(notes=E << 4): "Here: noted: a line to the right.",
        blank._replace(effects=TRIAL): "Here: changed in this trial.",
        blank._replace(hint=BECAUSE): "Here: the hint rests on this cell.",
        blank._replace(hint=CUT_OFF | N << 4): "Here: this cell would be cut off.",
        blank._replace(hint=ASSUMED): "Here: the hint assumes this about the cell.",
        blank._replace(mask=15): "",
    }
    assert {look: captions.cell_in_words(look) for look in told_of} == told_of
    sides = {N: "above", S: "below", W: "to the left", E: "to the right"}
    for side, where in sides.items():
        assert captions.cell_in_words(blank._replace(walls=side)) == f"Here: a wall {where}."
        assert captions.cell_in_words(blank._replace(notes=side)) == f"Here: noted: no line {where}."
        assert captions.cell_in_words(blank._replace(notes=side << 4)) == f"Here: noted: a line {where}."
    every = blank._replace(walls=N, notes=E | W << 4, effects=TRIAL, hint=TARGET)
    assert captions.cell_in_words(every) == (
        "Here: a wall above; noted: no line to the right; noted: a line to the left; changed in this trial; "
        "the hint is about this cell."
    )


def titled(header: tuple[tuple[str, str], ...]) -> Puzzle:
    return replace(session().puzzle, header=header)


def test_how_hard_a_level_is_is_said_in_a_word_as_far_as_it_is_known() -> None:
    assert captions.difficulty(titled(())) == ""
    assert captions.difficulty(titled((("other", "1"),))) == ""
    assert captions.difficulty(titled((("effort", "0"), ("rating", "no loop")))) == "no loop"
    assert captions.difficulty(titled((("effort", "x"), ("rating", "no loop")))) == "no loop"
    assert captions.difficulty(titled((("effort", "9" * 5_000), ("rating", "no loop")))) == "no loop"
    assert captions.difficulty(titled((("effort", "0"),))) == ""
    grade, length, dots = captions.difficulty(titled((("effort", "1"), ("rating", "no loop")))).split(" ")
    assert grade in {f"{each}," for each in GRADES}
    assert length == "short"
    assert not dots.isalpha()


def test_solved_boards_are_said_to_be_solved() -> None:
    found = session(65.0, 0, 1)
    assert captions.solved(found) == "Solved in 1:05 with 1 move, no hints."
    found.apply(HINT)
    assert captions.solved(found) == "Solved in 1:05 with 1 move, 1 hint."
    found.apply(GAVE_UP)
    assert captions.solved(found) == "Solved for you: this is the solution."


# --- the card of a solved board ---

CARD_KEYS = [
    ShownKey("Enter", "next", "screen.on"),
    ShownKey("N", "new like this", "screen.new"),
    ShownKey("r", "review", "screen.review"),
    ShownKey("Esc", "back", "screen.leave"),
]


def solved_game(**more: Any) -> SolvedGame:
    rated = Session(replace(session().puzzle, header=(("rating", "no loop"),)))
    rated.clock = rated.clock.at(65.0)
    whole: dict[str, Any] = {
        **{"session": rated, "times": Times(83.0, (120.0, 83.0, 100.0)), "praise": ""},
        **{"next_name": "Wraparound 5 (tricky)", "keys": CARD_KEYS, "done_sign": "✓", "unicode": True},
    }
    return SolvedGame(**(whole | more))


ENDINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "praised": {"praise": "Well done: all of these boards are solved. There are more of them."},
    "without a clock": {"times": None},
    "the first of its kind": {"times": Times()},
    "one time so far": {"times": Times(65.0, (65.0,))},
    "with no name for the next": {"next_name": ""},
    "without keys": {"keys": []},
    "one key": {"keys": CARD_KEYS[:1], "next_name": "B"},
    "a race": {"order": [(("1 anna", "text"),), (("2 ben", "text"),)]},
    "in ascii": {"unicode": False, "done_sign": "*"},
}


def test_the_card_of_a_solved_board_says_what_was_approved() -> None:
    lines = []
    for name in ("plain", "praised", "a race"):
        for height in (20,):
            found = ending_lines(solved_game(**ENDINGS[name]), Size(40, height))
            lines += all_told(f"{name}, 40x{height}", (line[1:] for line in found if line))
    approve(__file__, "words_of_cards", "\n".join(lines))


@pytest.mark.parametrize("name", ENDINGS)
def test_a_card_cuts_no_words_and_says_the_same_in_any_width_and_less_in_fewer_rows(name: str) -> None:
    game = solved_game(**ENDINGS[name])

    def said(width: int, height: int) -> list[str]:
        lines = text_of(ending_lines(game, Size(width, height)))
        assert all(len(line) <= width for line in lines)
        assert len(lines) <= height or height < 5
        words = " ".join(lines).replace(",", "").replace(":", "").split()
        return [word for word in words if not set(word) & {*"▁▂▃▄▅▆▇█▀"}]

    whole = sorted(said(80, 28))
    times = {"on", "4x2", "no", "loop"}  # said of the best time as far as there is room
    for width in (26, 30, 40):
        assert [word for word in sorted(said(width, 28)) if word not in times] == [
            word for word in whole if word not in times
        ]
        for height in (20, 9, 6, 5):
            few = said(width, height)
            assert {*few} <= {*whole, "in", "105", "best", "123"}
            assert "Solved" in few
            assert ("Enter" in few) == bool(game.keys)


def solved_on(*days: str) -> Summary:
    return Summary(
        "/data/a.jsonl", "net", "", "7x7", 9.0, True, 1.0, "", tuple(Solve(9.0, True, day, day) for day in days)
    )


def solved_before(entries: list[Summary]) -> Any:
    """What the praise asks of a library, on the third of March."""
    where = SimpleNamespace(levels=None)
    today = lambda: datetime(2026, 3, 3, 12)  # noqa: E731
    return SimpleNamespace(journals=lambda: entries, today=today, where=where)


@pytest.mark.parametrize(
    ("days", "praised"),
    [
        ((), ""),
        (("2026-03-03",), ""),
        (("2026-03-03", "2026-03-02"), "2-day streak."),
        (("2026-03-03", "2026-03-02", "2026-03-01"), "3-day streak."),
    ],
)
def test_a_board_of_the_day_is_praised_by_the_days_in_a_row_from_two_on(days: tuple[str, ...], praised: str) -> None:
    library = solved_before([solved_on(*days)] if days else [])
    assert praise(library, titled((("daily", "2026-03-03"),))) == praised


def test_the_last_of_a_pack_is_praised_if_none_is_left_and_else_says_how_many_are_open() -> None:
    pack = next(pack for pack in shipped(None).packs if len(pack.levels) > 3)
    puzzles, name = pack.puzzles(), f"“{pack.name}”"

    def said(place: int, *left: int) -> str:
        solved = [level.identity for number, level in enumerate(pack.levels) if number not in left and number != place]
        entries = [solved_on("2026-03-03")._replace(file=f"/data/{each}.jsonl") for each in solved]
        return praise(solved_before(entries), puzzles[place])

    last = len(pack.levels) - 1
    assert said(0) == said(last) == f"Well done: all of {name} are solved. {pack.promise}"
    assert said(last, 0) == f"That was the last of {name}; 1 before it is open."
    assert said(last, 0, 2) == f"That was the last of {name}; 2 before it are open."
    assert said(last - 1, 0) == said(0, 1) == ""
    assert praise(solved_before([]), titled(())) == ""  # of no pack


def test_how_a_board_was_solved_names_time_and_help() -> None:
    found = session(65.0)
    assert how_it_went(found, Times()) == ["Solved in 1:05", "no hints"]
    assert how_it_went(found, None) == ["Solved", "no hints"]
    assert how_it_went(session(65.0, 2), Times()) == ["Solved in 1:05", "2 hints"]
    found.apply(GAVE_UP)
    assert how_it_went(found, Times()) == ["Solved for you"]


# --- the line of keys ---


# --- what has room ---


def room_for(window: tuple[int, int], grid: Grid, kept: Zoom | None, zooms: Sequence[Zoom]) -> list[str]:
    """What has room: as usual, with the panel turned, and with nothing around the board."""
    return [
        "-" if each is None else f"{each.zoom.name}{' board' * each.board}{' panel' * each.panel}"
        for each in (
            fit(Size(*window), grid, kept, turned, zen, zooms)
            for turned, zen in ((False, False), (True, False), (False, True))
        )
    ]


WINDOWS = ((80, 24), (120, 40), (60, 20), (40, 15), (24, 8))


@pytest.mark.parametrize("zooms", [ZOOMS, PIPE_ZOOMS], ids=["lines", "pipes"])
def test_in_a_larger_window_or_for_a_smaller_board_the_zoom_is_no_smaller(zooms: Sequence[Zoom]) -> None:
    names = [zoom.name for zoom in zooms]
    for grid, window, kept in product((Grid(4, 4), Grid(7, 7), Grid(13, 11)), WINDOWS, (None, zooms[1], zooms[4])):
        usual, turned, zen = room_for(window, grid, kept, zooms)
        larger = room_for((window[0] + 20, window[1] + 6), grid, kept, zooms)[0]
        lesser = room_for(window, Grid(grid.width - 1, grid.height - 1), kept, zooms)[0]
        assert all(names.index(each.split()[0]) >= names.index(usual.split()[0]) for each in (larger, lesser))
        assert zen.endswith(" board")
        assert names.index(zen.split()[0]) >= names.index(usual.split()[0])
        assert " board" in usual
        assert " panel" in turned
        assert kept is None or usual.split()[0] == kept.name


def test_a_window_that_is_too_small_is_told_what_it_takes() -> None:
    grid = Grid(4, 4)
    assert fit(Size(24, 8), grid, None, False, False) is not None
    assert fit(Size(23, 8), grid, None, False, False) is None
    assert fit(Size(24, 7), grid, None, False, False) is None
    assert too_small(Size(23, 7)) == ["Too small:", "23x7, needs", "24x8."]
    assert zoom_key(session().puzzle, Size(80, 24)) == "net 4x2 in 80x24"
    assert Geometry.of(grid, MEDIUM, Size(0, 0), ORIGIN).size == Size(18, 10)


def test_the_zoom_that_was_chosen_for_such_a_board_is_used_again_as_far_as_there_is_one() -> None:
    puzzle = session().puzzle

    def kept(number: int, pipes: bool = False) -> str | None:
        asked: list[str] = []

        def find(key: str) -> int:
            asked.append(key)
            return number

        context: Any = SimpleNamespace(kept_zoom=find, ink=Ink(UNICODE, True, True, pipes))
        found = kept_zoom(context, puzzle, Size(80, 24))
        assert asked == ["net 4x2 in 80x24"]
        return found.name if found else None

    assert [kept(number) for number in (0, 1, 2, 5, 6, 9)] == [None, *("smallest", "small", *["largest"] * 3)]
    assert [kept(number, True) for number in (0, 1, 3, 6, 7)] == [None, "smallest", "4x2", "12x6", "12x6"]


def test_a_hint_stands_in_the_panel_from_where_eight_lines_are_left_for_figures() -> None:
    hint = STAGES["why, the first of two"]
    rows = len(hint_rows(hint, key_of))

    def is_beside(panel_rows: int, **more: Any) -> bool:
        said = report(staged_hint=hint, **more)
        found = words_around(said, drawn(), FreeSpace(80, panel_rows), GROUPS)
        beside, below = ("loop" in "".join(piece[0] for line in lines for piece in line) for lines in found)
        assert beside != (below and "make a loop" in "".join(piece[0] for line in found.status for piece in line))
        return beside

    assert [is_beside(rows + more) for more in (7, 8, 9)] == [False, True, True]
    others = [(("anna", "text"),), (("ben", "text"),)]
    assert [is_beside(rows + more, others=others) for more in (9, 10, 11)] == [False, True, True]


def test_beside_a_board_that_scrolls_anyway_there_is_a_panel_if_it_leaves_two_thirds_of_the_window() -> None:
    grid = Grid(80, 5)
    found = {width: fit(Size(width, 24), grid, SMALL, False, False) for width in (74, 75, 76, 77, 78, 90)}
    assert {width: each is not None and each.panel for width, each in found.items()} == {
        **{74: False, 75: False},
        **{76: True, 77: True, 78: True, 90: True},
    }


@pytest.mark.parametrize(("width", "rows"), [(40, 1), (39, 2), (29, 2), (28, 2), (22, 2), (21, 3)])
def test_the_keys_of_a_card_stand_in_as_few_rows_as_their_width_allows(width: int, rows: int) -> None:
    lines = ["".join(piece[0] for piece in line) for line in ending_lines(solved_game(), Size(width, 30))]
    found = [line for line in lines if any(name in line for name in ("new like this", "review", "back"))]
    assert len(found) == rows
    assert all(len(line) <= width - 1 for line in found)


def test_the_parts_of_a_card_stand_apart_and_give_way_one_by_one_as_it_gets_lower() -> None:
    for more in (ENDINGS["plain"], ENDINGS["praised"], ENDINGS["a race"]):
        shown = set[str]()
        for height in range(15, 40):
            lines = told_by_a_card(40, height, **more)
            assert len(lines) <= height
            assert not any(one == other == "" for one, other in pairwise(lines))
            words = {word for line in lines for word in line.split()}
            assert {*["✓", "Solved", "Enter", "next:"]} <= words
            assert height == 30 or shown <= words or height > 30
            shown = words


def test_the_name_of_the_next_board_stands_beside_its_key_if_there_is_room() -> None:
    for length in range(1, 30):
        name, room = "x" * length, 40 - 3  # without the margins of the card
        lines = [
            "".join(piece[0] for piece in line) for line in ending_lines(solved_game(next_name=name), Size(40, 30))
        ]
        (at,) = (number for number, line in enumerate(lines) if "next" in line)
        beside = f"  Enter next: {name}"
        if len(beside) - 2 <= room:
            assert lines[at] == beside
            assert name not in "".join(lines[at + 1 :])
        else:
            assert lines[at] == "  Enter next"
            assert lines[at + 1] == f"    {name}"


@pytest.mark.parametrize(("width", "like"), [(29, " on 4x2, no loop"), (28, " on 4x2"), (20, " on 4x2"), (19, "")])
def test_the_best_time_is_said_to_be_on_boards_like_this_as_far_as_there_is_room(width: int, like: str) -> None:
    (line,) = (
        line for line in told_by_a_card(width, 28, times=Times(50.0, (50.0,))) if line.strip().startswith("best")
    )
    assert line.split("  ")[1] == f"best{like}"
    assert line.endswith(" 0:50")


def test_a_large_card_shows_the_latest_times_in_four_rows_this_one_last_and_how_many_it_beats() -> None:
    latest = solved_game(session=session(90), times=Times(60.0, (60.0, 120.0, 90.0, 120.0, 120.0)))
    lines = ending_lines(latest, Size(40, 30))
    at = lines.index((("  ", "text"), ("the latest", "faint")))
    told = ["".join(piece[0] for piece in line) for line in lines[at + 1 : at + 6]]
    assert told == [
        "     ██    ██ ██    ",
        "     ██ ██ ██ ██ ██ ",
        "  ██ ██ ██ ██ ██ ██ ",
        "  ██ ██ ██ ██ ██ ██ ",
        "  this was faster than 3 of 5",
    ]
    tones = {tuple(piece[1] for piece in line[1:]) for line in lines[at + 1 : at + 5]}
    assert tones == {("lit", "lit", "lit", "lit", "lit", "source")}


@pytest.mark.parametrize(
    ("before", "named"), [(1, ""), (2, "latest"), (8, "latest"), (9, "last ten"), (12, "last ten")]
)
def test_a_card_shows_up_to_ten_of_the_latest_times_once_there_are_three(before: int, named: str) -> None:
    lines = told_by_a_card(40, 20, times=Times(60.0, (60.0,) * before))
    charts = [line.strip() for line in lines if line.strip().startswith(("latest", "last ten"))]
    assert [len(line) - 10 for line in charts] == [min(10, before + 1)] * bool(named)
    assert [line[:10].strip() for line in charts] == [named] * bool(named)


def test_a_card_is_whole_from_fifteen_rows_on() -> None:
    said = ["  ✓ Solved in 1:05, no hints", "  ✓ Solved"]
    assert [[line for line in told_by_a_card(40, rows) if "Solved" in line] for rows in (14, 15)] == [[s] for s in said]


def test_a_time_that_beats_all_others_is_called_a_new_best_and_one_with_a_hint_is_not() -> None:
    assert "  a new best on 4x2, no loop" in told_by_a_card(40, 28)
    hinted = Session(replace(session().puzzle, header=(("rating", "no loop"),)))
    hinted.clock = hinted.clock.at(65.0)
    hinted.apply(HINT, "no loop")
    assert not any("new best" in line for line in told_by_a_card(40, 28, session=hinted))
    assert "  the first on 4x2" in told_by_a_card(40, 28, times=Times())


@pytest.mark.parametrize(
    ("width", "turned", "shown"),
    [(42, False, "board panel"), (42, True, "board panel"), (41, False, "board"), (41, True, "panel")],
)
def test_a_panel_takes_the_place_of_a_board_only_where_there_is_no_room_for_both(
    width: int, turned: bool, shown: str
) -> None:
    found = fit(Size(width, 24), Grid(7, 7), SMALL, turned, False)
    assert found is not None
    assert f"{'board ' * found.board}{'panel' * found.panel}".strip() == shown


def told_by_a_card(width: int, height: int, **more: Any) -> list[str]:
    lines = ending_lines(solved_game(**more), Size(width, height))
    return ["".join(piece[0] for piece in line) for line in lines]


def test_how_a_board_was_solved_stands_in_one_line_if_there_is_room() -> None:
    assert "  ✓ Solved in 1:05, no hints" in told_by_a_card(29, 12)
    lines = told_by_a_card(28, 12)
    assert ("  ✓ Solved in 1:05" in lines, "  no hints, 0 moves" in lines) == (True, True)


@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_a_card_without_room_for_more_tells_what_was_done_and_what_comes_next(height: int) -> None:
    assert told_by_a_card(20, height)[:4] == ["  ✓ Solved in 1:05", "  Enter next", "    Wraparound 5", "    (tricky)"]
    assert len(told_by_a_card(20, height)) == 4


def test_the_name_of_the_next_board_is_broken_where_it_is_too_long_for_a_line() -> None:
    for first, lines in ((17, [f"    {'x' * 17} {'y' * 17}"]), (18, [f"    {'x' * 18}", f"    {'y' * 17}"])):
        told = told_by_a_card(40, 20, next_name=f"{'x' * first} {'y' * 17}")
        at = told.index("  Enter next")
        assert [line for line in told[at + 1 : at + 3] if "y" in line or "x" in line] == lines


def test_without_a_panel_a_board_in_pipes_takes_the_whole_width() -> None:
    found = [fit(Size(width, 24), Grid(11, 3), None, False, True, PIPE_ZOOMS) for width in (65, 66, 87, 88)]
    assert [each.zoom.name for each in found if each] == ["4x2", "6x3", "6x3", "8x4"]


@pytest.mark.parametrize(
    ("zoom", "heights"), [(SMALL, {4: False, 5: True, 6: True}), (PIPE_ZOOMS[2], {4: False, 6: False, 7: True})]
)
def test_the_goal_stands_below_a_board_and_apart_from_one_without_a_frame(zoom: Any, heights: dict[int, bool]) -> None:
    def is_told(height: int) -> bool:
        found = words_around(report(), drawn(zoom, (60, height)), FreeSpace(80, 20), GROUPS)
        return "Join all tiles" in str(found.status)

    assert {height: is_told(height) for height in heights} == heights
