"""Every part of the answers of commands, also of those in place of an answer: where a limit ran out, and at what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NoReturn

import pytest

from termpuzzles import games
from termpuzzles.commands.answers import Answer
from termpuzzles.commands.check import CheckOptions, check
from termpuzzles.commands.convert import convert
from termpuzzles.commands.hint import HintOptions, hint
from termpuzzles.commands.reading import Entry, Text, entries
from termpuzzles.commands.render import RenderOptions, render
from termpuzzles.commands.solve import SolveOptions, solve
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.logic.task import Budget, OutOfMemory, Unfinished
from tests.approved import approve
from tests.commands.ask import SMALL

Ask = Callable[[Iterable[Entry]], Iterable[Answer]]

LIMIT = Budget(seconds=900)
TO_SOLVE, TO_CHECK, TO_HINT = SolveOptions(budget=LIMIT), CheckOptions(budget=LIMIT), HintOptions(budget=LIMIT)

SOLVE: dict[str, Ask] = {
    "solve": partial(solve, asked=TO_SOLVE),
    "solve --to picture": partial(solve, asked=TO_SOLVE._replace(to="picture")),
    "solve --json": partial(solve, asked=TO_SOLVE._replace(json=True)),
    "solve --explain": partial(solve, asked=TO_SOLVE._replace(explain=True)),
    "solve --explain --json": partial(solve, asked=TO_SOLVE._replace(explain=True, json=True)),
    "solve --possible": partial(solve, asked=TO_SOLVE._replace(possible=True)),
    "solve --possible --json": partial(solve, asked=TO_SOLVE._replace(possible=True, json=True)),
}
CHECK: dict[str, Ask] = {
    "check": partial(check, asked=TO_CHECK),
    "check --witness": partial(check, asked=TO_CHECK._replace(witness=True)),
    "check --witness --json": partial(check, asked=TO_CHECK._replace(witness=True, json=True)),
}
HINT: dict[str, Ask] = {
    "hint": partial(hint, asked=TO_HINT),
    "hint --all": partial(hint, asked=TO_HINT._replace(all=True)),
    "hint --json": partial(hint, asked=TO_HINT._replace(json=True)),
}
MORE: dict[str, Ask] = {
    "hint --why-not '1,1 N'": partial(hint, asked=TO_HINT._replace(why_not="1,1 N")),
    "hint --pins 9,9": partial(hint, asked=TO_HINT._replace(pins="9,9")),
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


@pytest.mark.parametrize("name", GROUPS)
def test_an_answer_and_what_stands_in_its_place_are_as_approved(name: str) -> None:
    approve(__file__, f"answers-{name}", shown(GROUPS[name], *given()))


def stopped(error: Unfinished) -> Callable[..., NoReturn]:
    """A function that runs out of something at once."""

    def stop(*_: object, **__: object) -> NoReturn:
        raise error

    return stop


LEFT = (1 << 9 | 1 << 3, 1 << 12, 1 << 6, 0b11)  # of each of four cells: two ways, one, another one, two
RAN_OUT = {"time": Unfinished(LEFT), "time-with-nothing-known": Unfinished(), "memory": OutOfMemory()}


@pytest.mark.parametrize("what", RAN_OUT)
def test_what_is_answered_where_something_runs_out_is_as_approved(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (
        "games.queries.solve",
        "games.queries.two_solutions",
        "hints.guide.Guide.hint",
        "hints.check.possible",
    ):
        monkeypatch.setattr(f"termpuzzles.{place}", stopped(RAN_OUT[what]))
    of = [*entries([Text("a.ids", SMALL["unique"])]), *entries([Text("", "simpleloop/2/2/")])]
    sheets = RenderOptions(solution=True, budget=LIMIT)
    asked = {**SOLVE, **CHECK, **HINT, "render --solution": lambda of: [render(of, sheets)]}
    if what != "time":
        asked = {
            name: asked[name] for name in ("solve", "solve --explain --json", "check", "hint", "render --solution")
        }
    approve(__file__, f"out-of-{what}", shown(asked, *of))


def test_what_is_known_of_a_board_that_cannot_be_rated_or_counted_in_time_is_in_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("rate", "count_solutions", "contradiction"):
        monkeypatch.setattr(f"termpuzzles.games.queries.{name}", stopped(Unfinished()))
    asked = {**CHECK, "solve": SOLVE["solve"], "solve --explain": SOLVE["solve --explain"]}
    approve(__file__, "not-rated-in-time", shown(asked, *given()))


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
    *hints, last = hint(entries([Text("", SMALL["unique"])]), TO_HINT._replace(all=True))
    assert [answer.status for answer in hints] == [0] * before
    reason = "the limit of 900 s ran out"
    assert (last.status, last.words) == (3, f"{SMALL['unique']}: {reason}")
    assert last.place == ("" if before else f"# {SMALL['unique']}: {reason}")


def test_a_position_is_answered_as_it_stands() -> None:
    (puzzle,) = read("# game: net\n# pins: 2,1\n╸╸")
    asked = {name: ask for group in GROUPS.values() for name, ask in group.items()}
    approve(__file__, "answers-to-a-position", shown(asked, Entry("here", puzzle, "picture")))
