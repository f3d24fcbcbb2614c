"""What gives anything away is counted, whatever command or option gives it; and no other command asks the logic."""

from __future__ import annotations

from typing import Any

import pytest

from termpuzzles.formats import read
from termpuzzles.plain.commands import COMMANDS as PLAIN
from termpuzzles.plain.conversation import Menu, PlainContext
from termpuzzles.plain.review import look_back
from termpuzzles.play.command_table import BY_ID, COMMANDS, REVEALS, Reveals, act, may
from termpuzzles.play.controller import Controller
from termpuzzles.session.attempt import Attempt
from termpuzzles.session.staged_hint import WHERE, WHY
from tests.play.desk import Desk, context

BOARD = "3x3:2b4178173"
COUNTS_FOR = ("asks HintQuestion", "asks CheckQuestion", "asks PossibleQuestion", "asks WhyNotQuestion")
ASKS = {  # what is asked for where a command asks
    "play.goto": ["2 2"],
    "play.mark_named": ["here"],
}


def desk(made: type[Controller] = Controller, **choices: object) -> Desk:
    """A board with a tile that is pinned the wrong way, whose solution is known."""
    found = Desk(context(**choices), read(BOARD), made)
    found.controller.count()
    found.cursor = 0
    act(found.controller, "tile.pin")
    found.news()
    return found


def attempt_after(found: Desk, command: str) -> Attempt:
    """The attempt once a command of play was carried out, or has passed, if a front end carries it out."""
    if BY_ID[command].does:
        found.act(command, answers=ASKS.get(command, ()))
    elif command == "play.review":
        library, settings = found.controller.context.library, found.controller.context.settings
        assert [*look_back(PlainContext(library, settings), found.controller, lambda context, shown: Menu("", list))]
    else:
        assert may(found.controller, command)
    return found.controller.session.attempt


def test_every_command_is_in_the_table() -> None:
    assert {*REVEALS} == {command.id for command in (*COMMANDS, *PLAIN)}


@pytest.mark.parametrize("command", sorted(each.id for each in COMMANDS))
def test_a_command_is_counted_if_it_tells_anything_and_asks_the_logic_only_then(command: str) -> None:
    found = desk()
    attempt = attempt_after(found, command)
    tells = REVEALS[command] is not Reveals.NOTHING
    assert attempt.unaided is not tells
    assert any(line.startswith(COUNTS_FOR) for line in found.said) <= tells
    assert attempt.gave_up is (REVEALS[command] is Reveals.SOLUTION)


def test_a_check_that_finds_nothing_is_free() -> None:
    for command in (each for each, tells in REVEALS.items() if tells is Reveals.MISTAKES):
        found = Desk(context(), read(BOARD))
        found.controller.count()
        assert attempt_after(found, command).unaided


def test_a_question_is_counted_once_however_often_more_of_the_answer_is_asked_for() -> None:
    found = Desk(context(), read(BOARD))
    found.cursor = 3
    pages = []
    for _ in range(6):
        found.act("play.why_not", "down")
        staged = found.controller.staged_hint
        pages.append((staged.stage, staged.page))
    assert found.controller.session.attempt.hints == 1
    assert pages == [(WHERE, 0), (WHY, 1), (WHY, 2), (WHY, 2), (WHY, 2), (WHY, 2)]
    found.act("play.why_not", "right")
    assert found.controller.session.attempt.hints == 2


OPTIONS: list[dict[str, Any]] = [{"auto-pin": True}, {"follow": True}, {"wrong-pins": "at once"}]


def played(found: Desk) -> Attempt:
    """Turn and pin a tile at the border all ways round, of which only one fits."""
    found.cursor = 7
    for _ in range(4):
        if found.controller.session.state.pins[7]:
            act(found.controller, "tile.pin")
        act(found.controller, "tile.turn")
        if not found.controller.session.state.pins[7]:
            act(found.controller, "tile.pin")
    return found.controller.session.attempt


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_an_option_tells_is_counted_unless_options_are_off(options: dict[str, Any]) -> None:
    class Alone(Controller):
        assists = False

    assert not played(desk(**options)).unaided
    assert played(desk(Alone, **options)).unaided


def test_pinning_whatever_is_turned_tells_nothing() -> None:
    options: dict[str, Any] = {"turn-then-pin": True}
    assert played(desk(**options)).unaided


def test_what_an_option_has_settled_is_counted_before_it_can_finish_the_board() -> None:
    found = Desk(context(follow=True), read("2x1:28"))
    for _ in range(4):
        act(found.controller, "tile.turn")
        act(found.controller, "tile.pin")
        if found.controller.session.solved:
            break
    events = [event.split()[0] for _, event in found.controller.context.library.events(found.controller.puzzle)]
    assert "finished" in events
    assert "hint" in events[: events.index("finished")]
