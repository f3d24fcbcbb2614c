"""At build time: completions and the manual page, made from the parser, into the wheel where systems look for them."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ShareHook(BuildHookInterface):
    """Adds `share/` to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files and have them shipped."""
        sys.path.insert(0, self.root)
        from termpuzzles.cli.parser import make_parser
        from termpuzzles.commands.shell import completions, manual

        files = {
            "share/bash-completion/completions/termpuzzles": completions(make_parser(), "bash"),
            "share/zsh/site-functions/_termpuzzles": completions(make_parser(), "zsh"),
            "share/fish/vendor_completions.d/termpuzzles.fish": completions(make_parser(), "fish"),
            "share/man/man6/termpuzzles.6": manual(make_parser()),
        }
        folder = Path(mkdtemp())
        for number, (place, text) in enumerate(files.items()):
            made = folder / str(number)
            made.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(made)] = place
