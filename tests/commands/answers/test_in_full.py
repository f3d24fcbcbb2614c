"""Every part of the answers of commands, also of those in place of an answer: where a limit ran out, and at what."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NoReturn

import pytest

from termpuzzles import games
from termpuzzles.commands.answers import Answer
from termpuzzles.commands.check import CheckOptions, check_each
from termpuzzles.commands.convert import convert
from termpuzzles.commands.hint import HintOptions, hint_each
from termpuzzles.commands.reading import Entry, Text, entries
from termpuzzles.commands.render import RenderOptions, render
from termpuzzles.commands.solve import SolveOptions, solve_each
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.logic.task import Budget, OutOfMemory, Unfinished
from tests.approved import approve
from tests.commands.ask import SMALL

Ask = Callable[[Iterable[Entry]], Iterable[Answer]]

LIMIT = Budget(seconds=900)
TO_SOLVE, TO_CHECK, TO_HINT = SolveOptions(budget=LIMIT), CheckOptions(budget=LIMIT), HintOptions(budget=LIMIT)

SOLVE: dict[str, Ask] = {
    "solve": partial(solve_each, asked=TO_SOLVE),
    "solve --to picture": partial(solve_each, asked=TO_SOLVE._replace(to="picture")),
    "solve --json": partial(solve_each, asked=TO_SOLVE._replace(json=True)),
    "solve --explain": partial(solve_each, asked=TO_SOLVE._replace(explain=True)),
    "solve --explain --json": partial(solve_each, asked=TO_SOLVE._replace(explain=True, json=True)),
    "solve --possible": partial(solve_each, asked=TO_SOLVE._replace(possible=True)),
    "solve --possible --json": partial(solve_each, asked=TO_SOLVE._replace(possible=True, json=True)),
}
CHECK: dict[str, Ask] = {
    "check": partial(check_each, asked=TO_CHECK),
    "check --witness": partial(check_each, asked=TO_CHECK._replace(witness=True)),
    "check --witness --json": partial(check_each, asked=TO_CHECK._replace(witness=True, json=True)),
}
HINT: dict[str, Ask] = {
    "hint": partial(hint_each, asked=TO_HINT),
    "hint --all": partial(hint_each, asked=TO_HINT._replace(all=True)),
    "hint --json": partial(hint_each, asked=TO_HINT._replace(json=True)),
}
MORE: dict[str, Ask] = {
    "hint --why-not '1,1 N'": partial(hint_each, asked=TO_HINT._replace(why_not="1,1 N")),
    "hint --pins 9,9": partial(hint_each, asked=TO_HINT._replace(pins="9,9")),
}
CONVERT: dict[str, Ask] = {
    "convert": partial(convert, budget=LIMIT),
    "convert --to picture": partial(convert, to="picture", budget=LIMIT),
    "convert --to pzprv3 --json": partial(convert, to="pzprv3", json=True, budget=LIMIT),
}
GROUPS = {"solve": SOLVE, "check": CHECK, "hint": HINT | MORE, "convert": CONVERT}


def given() -> Iterator[Entry]:
    """A puzzle with one solution, one with none, one that cannot be read, one that there was no time to read, and one
    with several solutions.
    """
    yield from entries([Text("a.ids", SMALL["unique"]), Text("b.ids", SMALL["impossible"]), Text("", SMALL["bad"])])
    yield Entry("large.ids 7", Unfinished(), "picture")
    yield Entry("missing", PuzzleError("no such file", source="missing"), "")
    yield from entries([Text("", SMALL["ambiguous"])])


def in_full(answers: Iterable[Answer]) -> Iterator[str]:
    """Each answer: its status, `block` if it is one, its text, the words for a person, and what keeps its place."""
    for answer in answers:
        yield f"= {answer.status}{' block' * answer.block}"
        yield from answer.text.split("\n") if answer.text else ()
        yield from [f"! {answer.words}"] * bool(answer.words)
        yield from [f"@ {row}" for row in answer.place.split("\n") if answer.place]


def shown(asked: dict[str, Ask], *of: Entry) -> str:
    """What is answered to each of these, about these puzzles."""
    rows = (row for name, ask in asked.items() for row in (f"\n$ {name}", *in_full(ask(of))))
    return "\n".join([*rows, ""])


@pytest.fixture(autouse=True)
def _our_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the games that only the tests know."""
    monkeypatch.setattr(games, "_registered", {})


WRONG = {  # what stands where no answer can: of the puzzle that cannot be read, the one too late, the one not there
    2: (2, "infinity:2x1:3, character 15: expected 2 tiles, found 1"),
    3: (3, "large.ids 7: the limit of 900 s ran out"),
    4: (2, "missing: no such file"),
}
EVERY = [(name, ask) for group in GROUPS.values() for name, ask in group.items()]


@pytest.mark.parametrize(("name", "ask"), EVERY, ids=[name for name, _ in EVERY])
def test_what_cannot_be_answered_keeps_its_place_in_the_words_of_every_command(name: str, ask: Ask) -> None:
    answers = list(ask(given()))
    wrong = [answers[at] for at in WRONG] if len(answers) == 6 else [each for each in answers if each.words in _WORDS]
    assert [(each.status, each.words) for each in wrong] == list(WRONG.values())
    for answer in wrong:
        if "--json" in name:
            assert json.loads(answer.text) == {"error": answer.words}
            assert answer.place == ""
        else:
            assert (answer.text, answer.place) == ("", f"# {answer.words}")
    assert "--json" not in name or not any(each.block for each in answers)


_WORDS = [words for _, words in WRONG.values()]


@pytest.mark.parametrize("name", sorted({*SOLVE, *HINT, "check", "check --witness", "convert", "convert --to picture"}))
def test_the_status_of_a_board_says_whether_it_has_a_solution(name: str) -> None:
    ask = {**SOLVE, **HINT, **CHECK, **CONVERT}[name]
    by_board = {which: list(ask(entries([Text("", SMALL[which])]))) for which in ("unique", "impossible", "ambiguous")}
    statuses = {which: max(answer.status for answer in answers) for which, answers in by_board.items()}
    is_asked = not name.startswith("convert")
    several = 1 if name.startswith("check") else 0
    assert statuses == {"unique": 0, "impossible": int(is_asked), "ambiguous": several}
    if is_asked and not name.startswith("check") and "--possible" not in name:
        (impossible,) = by_board["impossible"]
        assert "no solution" in impossible.words or "no solution" in impossible.text


def stopped(error: Unfinished) -> Callable[..., NoReturn]:
    """A function that runs out of something at once."""

    def stop(*_: object, **__: object) -> NoReturn:
        raise error

    return stop


LEFT = (1 << 6 | 1 << 3, 1 << 3, 1 << 12, 1 << 12 | 1 << 9)  # of each of four cells: two ways, one, one, two
RAN_OUT = {"time": Unfinished(LEFT), "time-with-nothing-known": Unfinished(), "memory": OutOfMemory()}


ASKED = {**SOLVE, **CHECK, **HINT}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("what", RAN_OUT)
def test_where_something_runs_out_the_words_say_what_and_the_text_what_is_known(
    what: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("games.queries.solve", "games.queries.two_solutions", "hints.guide.Guide.hint"):
        monkeypatch.setattr(f"termpuzzles.{place}", stopped(RAN_OUT[what]))
    monkeypatch.setattr("termpuzzles.hints.check.possible", stopped(RAN_OUT[what]))
    answers = list(ASKED[name]([*entries([Text("a.ids", SMALL["unique"])]), *entries([Text("", LOOP)])]))
    reason = "this takes more memory than the 1,024 MB that may be used" if what == "memory" else LIMIT_OUT
    tells = what == "time" and name.startswith("solve") and "--possible" not in name
    opened = {"time": "; open cells: (1, 1) (2, 2)" * tells, "memory": "", "time-with-nothing-known": ""}[what]
    assert [answer.status for answer in answers] == [3, 3]
    for answer, puzzle in zip(answers, ("a.ids", LOOP), strict=True):
        assert answer.words.startswith(f"{puzzle}: {reason}")
        if what == "time":
            assert answer.words == f"{puzzle}: {reason}{opened}"
        if "--json" in name:
            found = json.loads(answer.text)
            assert reason in found["error"]
            assert ("settled" in found) == (name.startswith("solve") and "--possible" not in name)
        elif tells:
            assert answer.text
            assert not answer.place
        else:
            assert answer.text == "" or what != "time"


LOOP, LIMIT_OUT = "simpleloop/2/2/", "the limit of 900 s ran out"


def test_what_is_settled_when_the_time_is_up_is_written_as_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.games.queries.solve", stopped(RAN_OUT["time"]))
    (plain,) = SOLVE["solve"](entries([Text("a.ids", SMALL["unique"])]))
    (puzzle,) = read(plain.text)
    (before,) = read(SMALL["unique"])
    settled = {1: 3, 2: 12}  # by LEFT: the cells with one way left, and that way
    assert [puzzle.tiles[cell] for cell in settled] == list(settled.values())
    assert [puzzle.tiles[cell] for cell in (0, 3)] == [before.tiles[cell] for cell in (0, 3)]
    (shown,) = SOLVE["solve --json"](entries([Text("a.ids", SMALL["unique"])]))
    found = json.loads(shown.text)
    assert found["settled"] == plain.text
    assert [found[key] for key in ("game", "width", "height", "error")] == ["infinity", 2, 2, LIMIT_OUT]


@pytest.mark.parametrize("what", RAN_OUT)
def test_a_sheet_of_solutions_that_runs_out_is_told_of(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.games.queries.solve", stopped(RAN_OUT[what]))
    answer = render(entries([Text("a.ids", SMALL["unique"])]), RenderOptions(solution=True, budget=LIMIT))
    assert answer.status == 3
    assert answer.words.endswith(LIMIT_OUT) == (what != "memory")


def test_what_is_known_of_a_board_that_cannot_be_rated_or_counted_in_time_is_in_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("rate", "count_solutions", "contradiction"):
        monkeypatch.setattr(f"termpuzzles.games.queries.{name}", stopped(Unfinished()))
    boards = {"1": ("unique", 3), "0": ("impossible", 1), "2+": ("ambiguous", 3)}
    for number, (which, status) in boards.items():
        (answer,) = CHECK["check"](entries([Text("a.ids", SMALL[which])]))
        row = answer.text.splitlines()[-1].split()
        assert row[:3] == [number, "-", "-"]
        assert answer.status == status
        assert answer.words == ("" if status == 1 else f"a.ids: {LIMIT_OUT}")
        (shown,) = CHECK["check --witness --json"](entries([Text("a.ids", SMALL[which])]))
        found = json.loads(shown.text)
        assert [found[key] for key in ("solutions", "rating", "effort")] == [
            int(number) if number.isdecimal() else number,
            None,
            None,
        ]
        assert (shown.status, shown.words) == (answer.status, answer.words)


@pytest.mark.parametrize("before", [0, 1, 2])
def test_hints_that_run_out_of_time_keep_a_place_only_where_there_is_none_yet(
    before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from termpuzzles.hints.guide import Guide

    asked, found = [0], Guide.hint

    def some(*words: object, **more: object) -> object:
        asked[0] += 1
        if asked[0] > before:
            raise Unfinished
        return found(*words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Guide, "hint", some)
    *hints, last = hint_each(entries([Text("", SMALL["unique"])]), TO_HINT._replace(all=True))
    assert [answer.status for answer in hints] == [0] * before
    reason = "the limit of 900 s ran out"
    assert (last.status, last.words) == (3, f"{SMALL['unique']}: {reason}")
    assert last.place == ("" if before else f"# {SMALL['unique']}: {reason}")


def test_a_position_is_answered_as_it_stands() -> None:
    (puzzle,) = read("# game: net\n# pins: 2,1\n╸╸")
    asked = {name: ask for group in GROUPS.values() for name, ask in group.items()}
    approve(__file__, "answers-to-a-position", shown(asked, Entry("here", puzzle, "picture")))
