"""A game or match of the Wall Game that cannot be kept, restored or begun."""

from __future__ import annotations

import pytest

from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.course import begin_match
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.offers import LobbyError
from termpuzzles.wall.match.terms import Terms
from tests.play.desk import context
from tests.play.test_when_it_fails import failing
from tests.wall.match.test_matches import World

TERMS = Terms(start("standard", 3, 3), ("you", "friend"))


def test_a_game_for_two_that_cannot_be_kept_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    player = context()
    monkeypatch.setattr(player.library, "open_named", failing(OSError("no space left")))
    match = begin_match(player, TERMS)
    assert match.play(read_turn("---"))
    assert (match.trouble, len(match.game.turns)) == ("moves are not being kept: no space left", 1)


@pytest.mark.parametrize("event", ["dance", "turn", "turn Cz9", "back 5", "back x", "resignation green"])
def test_a_game_for_two_is_restored_up_to_what_makes_no_sense(event: str) -> None:
    match = Match(TERMS, lambda: 0.0)
    events = [(0.0, "opened 2026-11-21T12:00"), (1.0, "turn ---"), (2.0, event), (3.0, "turn ---")]
    assert match.restore(events) == 2
    assert len(match.game.turns) == 1


async def test_a_match_that_another_process_holds_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    async def hold(name: str, terms: Terms | None = None) -> bool:
        return False

    monkeypatch.setattr(world.here, "hold", hold)
    with pytest.raises(LobbyError, match=r"^This match is held elsewhere\.$"):
        await world.here.begin("a" * 16, TERMS)
    world.here.stop()
    world.there.stop()
