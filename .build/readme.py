"""At build time: the README for the package index, where its links and pictures must be absolute."""

from __future__ import annotations

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY = "https://github.com/termpuzzles/termpuzzles/blob/main/"
PICTURES = "https://raw.githubusercontent.com/termpuzzles/termpuzzles/main/"


def absolute(text: str) -> str:
    """The text with the address of each file of the repository in full."""
    text = re.sub(r'\b(src|srcset)="(?!https?:)', rf'\1="{PICTURES}', text)
    return re.sub(r"\]\((?!https?:|#)", f"]({REPOSITORY}", text)


class ReadmeHook(MetadataHookInterface):
    """Gives the package the README with absolute links."""

    def update(self, metadata: dict[str, object]) -> None:
        """Set `readme`."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text)}
