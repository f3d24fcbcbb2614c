"""What the play screen does, with no widget in it. Read `controller` first, then what keys ask of it: `commands`."""
