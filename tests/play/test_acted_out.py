"""A hint that supposes something is drawn on the board page by page; the position itself stays as it is."""

from __future__ import annotations

import pytest

from termpuzzles.formats import read
from termpuzzles.games.masyu import EXAMPLES
from termpuzzles.hints.guide import Guide
from termpuzzles.play.hint_commands import turn_page
from termpuzzles.session.staged_hint import WHY, acts_out
from tests.play.desk import Desk, context

BOARDS = ("4x7w:6a4c9a23535339b295a697c23297", "infinity:5x4w:d97b9122e35b08d7b8a7", "simpleloop/10/7/600014o8g21208")


def at_chain(text: str) -> Desk:
    """The board played by hints until the next one supposes something, of which the place is shown."""
    (puzzle,) = read(text)
    desk = Desk(context(), [puzzle])
    while True:
        desk.act("play.hint")
        hint = desk.controller.staged_hint.hint
        assert hint
        if hint.rule == "chain" and len(hint.steps) == 1:
            return desk
        desk.act("play.do")


@pytest.mark.parametrize("text", BOARDS)
def test_what_a_hint_supposes_is_drawn_from_the_third_press_on_and_gone_when_it_is_closed(text: str) -> None:
    desk = at_chain(text)
    controller = desk.controller
    before, state = controller.picture().state, controller.session.state
    desk.act("play.hint")
    assert controller.picture().state == before
    desk.act("play.hint")
    staged = controller.staged_hint
    assert staged.stage == WHY
    assert acts_out(staged)
    drawn = [controller.picture()]
    while not staged.is_last:
        turn_page(controller, onward=True)
        drawn.append(controller.picture())
    assert drawn[0].state != before
    assert drawn[0].tried
    assert controller.session.state == state
    sizes = [len(picture.tried) for picture in drawn]
    assert sizes == sorted(sizes)
    for picture in reversed(drawn[:-1]):
        turn_page(controller, onward=False)
        assert controller.picture().state == picture.state
    turn_page(controller, onward=False)
    assert staged.page == 1
    assert controller.close()
    assert controller.picture().state == before
    assert not controller.picture().tried


def test_the_last_page_shows_all_that_the_contradiction_follows_from() -> None:
    (puzzle,) = read(EXAMPLES["chain"], game="masyu")
    hint = Guide(puzzle).hint(puzzle.start)
    assert hint
    assert hint.rule == "chain"
    *followed, end = hint.reason
    assert all(part.shows for part in followed)
    assert not end.shows or end.assumption
