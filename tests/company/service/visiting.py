"""`python -m tests.company.service.visiting play --game GAME FILE`: the app of a visitor, on this terminal."""

import os
import sys
from pathlib import Path

from termpuzzles.company.service.drawing import VisitorsApp
from termpuzzles.formats import read
from termpuzzles.storage.library import Library, folders
from termpuzzles.terminal.capabilities import terminal_of
from termpuzzles.terminal.tty import own_terminal
from termpuzzles.tui.adapter.driver import LEAVE, connect
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context


def main() -> int:
    """Play; returns the exit status."""
    library = Library(folders(os.environ, None))
    context = Context(library, library.settings(), terminal=terminal_of(os.environ))
    context.fit_terminal()
    text = Path(sys.argv[-1]).read_text(encoding="utf-8")
    app = make_app(context, read(text, game=sys.argv[-2]), kind=VisitorsApp)
    wire = own_terminal(LEAVE.encode())
    wire.is_local = False
    connect(app, wire)
    app.run()
    if app.crash is not None:
        raise app.crash
    return app.end_status


if __name__ == "__main__":
    sys.exit(main())
