"""The command palette: Textual's own, laid out like our lists."""

from __future__ import annotations

from textual.command import CommandPalette


class Palette(CommandPalette):
    """Lists everything that can be done; Enter does it."""

    CSS_PATH = "screens.tcss"
