"""The program `termpuzzles`, which is also `python -m termpuzzles`."""

import _signal  # type: ignore[import-not-found] # what `signal` is made of, without the modules that it loads
import sys

# Until `main` takes them, interrupts end the program at once: Python would print in which import they came.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from termpuzzles.cli import main

if __name__ == "__main__":
    sys.exit(main())
