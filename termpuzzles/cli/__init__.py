"""The command line: arguments in, lines and an exit status out; the one place where errors are printed."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command line (by default the program's own) and return its exit status."""
    from termpuzzles.cli.run import run

    return run(arguments)
