"""README.md claims nothing that no test would contradict: for each of its sentences a test fails if it is false.

What stands in its tables, blocks and examples is run by `test_readme`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import COMMAND, ROOT
from tests.readme import README, blocks
from tests.tui.screen import Player

TEXT = README.read_text(encoding="utf-8")
_README, _SSH = "tests/test_readme.py", "tests/company/service"
CLAIMS = {  # by the words of a sentence with which it begins
    "Line puzzles in your terminal, with hints": f"{_README}::test_it_opens_with_what_it_is_a_picture_and_two_commands",
    "In a clone of this repository, with Python 3.11": f"{_README}::"
    "test_every_command_to_install_is_run_by_the_check_of_a_clean_checkout",
    "From then on, `.venv/bin/termpuzzles`": f"{_README}::"
    "test_every_command_to_install_is_run_by_the_check_of_a_clean_checkout",
    "(`uvx --from . termpuzzles` does": f"{_README}::test_every_other_command_named_in_the_text_is_run_somewhere",
    "It runs on Linux and macOS": "tests/play/storage/test_other_file_systems.py::"
    "test_plain_mode_without_links_and_locks_keeps_every_move_and_says_once_what_does_not_work",
    "It comes with 849 levels": f"{_README}::test_it_counts_the_levels_and_lessons_that_come_with_it",
    "`termpuzzles FILE` plays": f"{_README}::test_every_command_named_in_the_text_does_what_it_should",
    "For two players, there is the Wall Game": "tests/wall/test_command.py::test_answers_and_statuses",
    "The mouse works": "tests/tui/test_program.py::test_the_mouse_turns_a_tile",
    "Every move is kept": "tests/tui/test_program.py::"
    "test_killed_at_any_time_the_board_its_past_and_its_clock_are_where_they_were",
    "[Playing]": f"{_README}::test_tables_of_keys_settings_and_techniques_and_the_tour_are_made_by_the_program",
    "The first command writes to `.venv`": "tests/test_claims.py::"
    "test_nothing_leaves_the_machine_and_all_that_is_kept_is_in_the_folders_that_are_named",
    "Your games are kept in": f"{_README}::test_the_folders_that_it_names_are_those_that_are_written_to",
    "To remove everything": "tests/test_claims.py::"
    "test_nothing_leaves_the_machine_and_all_that_is_kept_is_in_the_folders_that_are_named",
    "Nothing leaves your machine": "tests/test_claims.py::"
    "test_nothing_leaves_the_machine_and_all_that_is_kept_is_in_the_folders_that_are_named",
    "`hint` names a technique": "tests/commands/test_schema.py::test_whatever_is_printed_fits_the_schema",
    "`check` proves": "tests/formats/test_foreign.py::test_every_specimen_has_the_right_answers",
    "Puzzles are files, folders": "tests/commands/test_reading.py::"
    "test_a_folder_is_every_file_that_some_format_recognises",
    "`solve`, `check`, `hint`": f"{_README}::test_the_commands_that_it_names_take_json_and_a_limit",
    "[The command line]": "tests/cli/test_completions.py::test_the_shell_offers_what_there_is",
    "`termpuzzles play --plain` is the whole game": "tests/play/test_commands.py::"
    "test_each_command_does_the_same_in_the_app_and_in_plain_mode",
    "It starts automatically": "tests/cli/test_program.py::"
    "test_where_there_is_no_terminal_the_game_is_played_in_lines_of_text",
    "[Plain mode and accessibility]": f"{_README}::test_every_file_that_it_links_is_there",
    "`.venv/bin/pip install '.[ssh]'`, then": f"{_SSH}/test_operating.py::test_what_visitors_do_is_answered",
    "A public key is a player": f"{_SSH}/test_openssh.py::"
    "test_a_player_with_a_key_leaves_and_comes_back_to_the_same_move",
    "There is no shell behind it": f"{_SSH}/test_requests.py::test_nothing_else_is_run",
    "Players race": f"{_SSH}/test_race.py::test_three_race_to_the_end_and_one_of_them_is_cut_off_and_comes_back",
    "[SSH]": f"{_README}::test_every_file_that_it_links_is_there",
    "[Python]": "tests/test_recipes.py::test_there_are_twenty",
    "[CONTRIBUTING]": "tests/test_contributing.py::"
    "test_a_sentence_is_found_where_the_page_says_and_changed_in_one_place",
    "See also": f"{_README}::test_every_file_that_it_links_is_there",
    "`termpuzzles help playing`": "tests/commands/test_schema.py::test_help_prints_each_page_as_text",
    "To try it without installing": f"{_README}::"
    "test_commands_that_need_a_release_stand_below_the_heading_that_says_so",
    "A release also has": "tests/build/test_single_file.py::test_it_solves_plays_and_makes_boards_on_many_processes",
    "In a browser, without a server": "tests/build/test_page.py::"
    "test_a_board_of_each_game_is_solved_by_taps_and_nothing_is_asked_of_others",
    "[MIT]": f"{_README}::test_every_file_that_it_links_is_there",
}


def sentences() -> list[str]:
    """What README says in prose."""
    lines = [line for kind, block in blocks(TEXT) if kind == "text" for line in [*block, ""]]
    prose = "\n".join("" if line.startswith(("|", "#", "<", " ")) else line for line in lines)
    whole = (" ".join(paragraph.split()) for paragraph in re.split(r"\n\n+", prose))
    return [sentence for text in whole for sentence in re.split(r"(?<=[.)]) (?=[A-Z`(\[])", text) if sentence]


def test_each_sentence_has_a_test_that_would_fail_if_it_were_false() -> None:
    assert [each for each in sentences() if not each.startswith(tuple(CLAIMS))] == []
    assert [words for words in CLAIMS if not any(each.startswith(words) for each in sentences())] == []
    for test in CLAIMS.values():
        file, _, name = test.partition("::")
        assert re.search(rf"^(?:async )?def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), test


HEARD = """
import os, sys

def heard(event, given):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.bind"):
        with open(os.environ["HEARD"], "a", encoding="utf-8") as file:
            print(event, given, file=file)

sys.addaudithook(heard)
"""
ALONE = (
    ("check", "5x5w:78a2ab47ad541418beb984d39"),
    ("hint", "5x5w:78a2ab47ad541418beb984d39"),
    ("generate", "net", "5x5w"),
    ("daily", "net"),
    ("stats", "--json"),
    ("help", "playing"),
    ("play", "--plain", "5x5w:78a2ab47ad541418beb984d39"),
)


def test_nothing_leaves_the_machine_and_all_that_is_kept_is_in_the_folders_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(HEARD, encoding="utf-8")
    home, heard = tmp_path / "home", tmp_path / "heard"
    home.mkdir()
    for name in ("TERMPUZZLES_DATA", "TERMPUZZLES_CONFIG", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    own = {"HOME": str(home), "HEARD": str(heard), "PYTHONPATH": f"{tmp_path / 'hook'}{os.pathsep}{ROOT}"}
    for words in ALONE:
        done = subprocess.run([*COMMAND, *words], input=b"turn 1 1\n", capture_output=True, env=os.environ | own)
        assert done.returncode == 0, done.stderr
    player = Player([], home, extra=own | {"TERMPUZZLES_DATA": "", "TERMPUZZLES_CONFIG": ""})
    player.see("Continue")
    player.press("q")
    assert player.wait() == 0
    assert not heard.exists()
    kept = {"/".join(path.relative_to(home).parts[:3]) for path in home.rglob("*") if path.is_file()}
    assert kept
    assert all(f"`~/{folder}`" in TEXT for folder in kept if sys.platform == "linux"), kept
    connecting = "import socket; socket.socket().connect_ex(('127.0.0.1', 9))"
    subprocess.run([sys.executable, "-c", connecting], env=os.environ | own)
    assert heard.exists()  # the guard hears whoever asks
