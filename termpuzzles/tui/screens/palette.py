"""The command palette: Textual's own, laid out like our lists."""

from __future__ import annotations

from textual.command import CommandPalette

from termpuzzles.tui.adapter.compat import GuardedScreen


class Palette(CommandPalette, GuardedScreen[None]):
    """Lists everything that can be done; Enter does it."""

    CSS_PATH = "screens.tcss"

    @property
    def is_searching(self) -> bool:
        """Whether the list is still being made: an Enter that comes now is for what it will show."""
        return any(worker.node is self and not worker.is_finished for worker in self.workers)
