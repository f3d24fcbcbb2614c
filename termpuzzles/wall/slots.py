"""What the Wall Game brings into a player's context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.play.stage import Slot

if TYPE_CHECKING:
    from termpuzzles.wall.match.lobby import Lobby

LOBBY: Slot[Lobby] = Slot("lobby")  # the matches with other players of a service
