"""What a service offers beside boards and races: its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.play.stage import Slot

if TYPE_CHECKING:
    from termpuzzles.plain.conversation import PlainPlace

SERVED: Slot[PlainPlace] = Slot("served")  # where plain mode talks to the parts of a service
