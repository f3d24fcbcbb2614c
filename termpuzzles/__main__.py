"""`python -m termpuzzles`: the same as the program `termpuzzles`."""

import sys

from termpuzzles.cli import main

if __name__ == "__main__":
    sys.exit(main())
