"""What playing with others brings into a player's context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.play.stage import Slot

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import date

    from termpuzzles.company.daily_table import TablePart
    from termpuzzles.company.meetings import Company, Invitation

COMPANY: Slot[Company] = Slot("company")  # the other players of a service
LEFT: Slot[Invitation] = Slot("race left")  # a race that runs, to which the player may go back
UNLISTED: Slot[Callable[[date], Awaitable[list[str]]]] = Slot("unlisted")  # says why boards are not in that table
TABLE: Slot[Callable[[date], Awaitable[list[TablePart]]]] = Slot(
    "table"
)  # gives their table of a day, if they keep one
