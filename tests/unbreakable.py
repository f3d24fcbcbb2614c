"""`.venv/bin/python -m tests.unbreakable`: a line for each case that must not break the program."""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.fuzz import driver, gate, journals, kills, limits, settings

CASES = {  # for each case, the test file and the beginning of the names of its tests
    "driver: bytes that are no UTF-8, wild CSI numbers, X10 clicks": ("test_driver.py", "test_bytes_that_mean_nothing"),
    "driver: a paste that is no UTF-8": ("test_driver.py", "test_a_paste_that_is_no_utf8"),
    "driver: answers that come late, split, or never": ("test_driver.py", "test_answers_that_come_late"),
    "driver: keys typed before the first frame and the answers": ("test_driver.py", "test_keys_typed_before"),
    "driver: terminal gone, SIGHUP ignored or not": ("test_driver.py", "test_when_the_terminal_is_gone"),
    "driver: terminal gone, as process 1": ("test_driver.py", "test_as_the_first_process"),
    "driver: SIGTERM, SIGQUIT, SIGUSR1 and the like restore the terminal": (
        "test_driver.py",
        "test_a_signal_that_ends_it",
    ),
    "driver: SIGCONT alone": ("test_driver.py", "test_a_signal_to_go_on"),
    "driver: stopped by ctrl+z and continued": ("test_driver.py", "test_stopped_by_its_key"),
    "driver: COLUMNS and LINES in the environment": ("test_driver.py", "test_columns_and_lines"),
    "driver: a paste without measure": ("test_driver.py", "test_a_paste_without_measure"),
    "driver: a paste without end": ("test_driver.py", "test_a_paste_without_end"),
    "driver: mouse mode 1002": ("test_driver.py", "test_the_mouse_tells_of_drags"),
    "driver: kitty over SSH, a locale that is not here": ("test_driver.py", "test_from_another_machine"),
    "driver: over SSH without -t": ("test_driver.py", "test_over_ssh_without"),
    "driver: ctrl+c during start": ("test_driver.py", "test_an_interrupt_while_it_starts"),
    "driver: a terminal that reads nothing": ("test_driver.py", "test_a_terminal_that_reads_nothing"),
    "painter: both readers show what is wanted": ("test_painter.py", "test_whatever_is_put"),
    "painter: random events, each depth, glyph set and theme": ("test_painted.py", "test_after_random_events"),
    "painter: joins across the seam": ("test_painted.py", "test_turning_a_tile_beside_the_seam"),
    "journals: bad entries in the folder": ("test_journals.py", "test_"),
    "journals: what each version wrote is replayed": ("test_releases.py", "test_"),
    "twice: a frozen, a killed, a looking holder": ("test_taking_over.py", "test_"),
    "twice: two windows, within two seconds": ("test_keeping.py", "test_the_newcomer"),
    "kept: a full disk while playing": ("test_keeping.py", "test_what_a_full_disk"),
    "kept: the pack and place of a level": ("test_keeping.py", "test_a_level_that_is_gone_on"),
    "twice: pasting the board that is open": ("test_play.py", "test_pasting_an_open_board"),
    "budget: every command on the largest board": ("test_budgets.py", "test_a_command_ends_in_time_and"),
    "budget: sizes from one cell on": ("test_budgets.py", "test_a_command_ends_in_time_at_each_size"),
    "budget: the largest Simple Loop": ("test_budgets.py", "test_a_wide_open_simple_loop"),
    "budget: boards made in time": ("test_budgets.py", "test_boards_are_made_in_time"),
    "budget: texts without measure": ("test_budgets.py", "test_a_text_without_measure"),
    "budget: a device without end": ("test_budgets.py", "test_a_device_without_end"),
    "budget: out of memory": ("test_budgets.py", "test_work_that_runs_out_of_memory"),
    "generate -o: devices, links, modes": ("cli/test_generate.py", "test_what_stands_where"),
    "generate -o: a named pipe": ("cli/test_generate.py", "test_boards_go_through"),
    "generate -o: a file that may not be written": ("cli/test_generate.py", "test_a_file_that_may_not"),
    "generate --jobs, killed": ("cli/test_generate.py", "test_a_killed_program"),
    "memory: help opened and closed": ("test_memory.py", "test_help_opened"),
    "command line: wrong options, examples in every help": ("test_parser.py", "test_"),
    "command line: closed and full outputs, argv escaped": ("test_program.py", "test_"),
}
FUZZ = {"gate": gate, "journals": journals, "settings": settings, "driver": driver, "kills": kills, "limits": limits}
MOST = {"kills": 200}  # the number of times that is enough
TESTS = Path(__file__).parent


class Outcomes:
    """Records how each test ended."""

    def __init__(self) -> None:
        self.ended: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The worst of a test's three phases counts."""
        if report.when == "call" or report.outcome != "passed":
            self.ended.setdefault(report.nodeid.split("[")[0], []).append(report.outcome)

    def of(self, file: str, begin: str) -> list[str]:
        """How the tests of a case ended."""
        return [
            outcome
            for name, outcomes in self.ended.items()
            if name.partition("::")[0].endswith(file) and name.rpartition("::")[2].startswith(begin)
            for outcome in outcomes
        ]


def line(outcomes: list[str]) -> str:
    """What became of a case, in a few words; a case without a test is a failure."""
    if not outcomes or "failed" in outcomes:
        return "FAILED "
    return "skipped" if "passed" not in outcomes else "ok     "


def main(count: int) -> int:
    """Run every case, and each kind of fuzzing so many times; the exit status."""
    seen = Outcomes()
    files = sorted({str(path) for file, _ in CASES.values() for path in TESTS.rglob(Path(file).name)})
    wanted = [file for file in files if any(file.endswith(name) for name, _ in CASES.values())]
    names = " or ".join(sorted({begin for _, begin in CASES.values()}))
    with redirect_stdout(StringIO()):
        pytest.main(["-p", "no:cacheprovider", "-n0", "-k", names, *wanted], plugins=[seen])
    lines = {case: line(seen.of(*where)) for case, where in CASES.items()}
    for case, outcome in lines.items():
        print(outcome, case, f"({len(seen.of(*CASES[case]))} tests)", flush=True)
    for name, kind in FUZZ.items():
        with tempfile.TemporaryDirectory() as folder:
            print("ok     ", f"fuzz {name}:", kind.run(Path(folder), min(count, MOST.get(name, count))))
    return int(any(outcome.startswith("FAILED") for outcome in lines.values()))


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.unbreakable", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1000, help="how often each kind of fuzzing is tried")
    sys.exit(main(parser.parse_args().count))
