"""Settings: which source overrides which, and a sentence with file and line for everything that cannot be used."""

import json
from pathlib import Path

import pytest

from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.settings import OPTIONS, option_named


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "config").mkdir()
    return Library(Folders(tmp_path / "data", tmp_path / "config"))


def warnings(library: Library, text: str) -> list[str]:
    file = library.where.config / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return [warning.replace(str(file), "settings.toml") for warning in library.settings().warnings]


def test_every_setting_has_its_default_where_no_value_is_given(library: Library) -> None:
    found = library.settings()
    assert (found["marks"], found["auto-pin"], found["time"], found["turn"]) == (True, False, True, "clockwise")
    assert found.warnings == ()
    assert not found.fixed


def test_the_command_line_overrides_the_file_the_file_the_app_and_the_app_the_defaults(library: Library) -> None:
    library.keep_settings(library.settings() | {"marks": False, "time": False, "rulers": True})
    (library.where.config / "settings.toml").write_text("[play]\nmarks = true\ntime = false\nturn = 'anticlockwise'\n")
    found = library.settings({"time": True})
    assert (found["rulers"], found["marks"], found["time"], found["turn"]) == (True, True, True, "anticlockwise")
    assert found.fixed == {"marks", "time", "turn"}


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("glyphs = 'round'", 'settings.toml:1: glyphs takes "auto" or "unicode" or "ascii", not "round"'),
        ("look = 'größer'", 'settings.toml:1: look takes "auto" or "pipes" or "lines", not "größer"'),
        ("\n\n[play]\nmarks = 1\n", "settings.toml:4: play.marks takes true or false, not 1"),
        ("[play]\nmark = true\n", "settings.toml:2: there is no setting 'mark'. Did you mean 'marks' in [play]?"),
        ("[plai]\nmarks = true\n", "settings.toml:1: there is no table 'plai'. Did you mean 'play'?"),
        (
            "glyphs = 'unicdoe'",
            'settings.toml:1: glyphs takes "auto" or "unicode" or "ascii", not "unicdoe". Did you mean \'u',
        ),
        ("theme = {}", "settings.toml:1: there is no table 'theme'"),
        ("[colours]\nx = 1\n", "settings.toml:1: there is no table 'colours'"),
        ("play = 5", "settings.toml:1: expected a table [play]"),
        (
            '"play.undo" = "u"\n',
            "settings.toml:1: there is no setting 'play.undo'; keys have a table of their own, [keys]",
        ),
        ("[keys.play]\nundo = 5\n", "settings.toml:2: expected the key for play.undo in quotes"),
        ('[keys]\n"play.undo" = 5\n', "settings.toml:2: expected the key for play.undo in quotes"),
        ('[play]\nmarks = true\n[keys]\n"play" = 5\n', "settings.toml:4: expected the key for play in quotes"),
        ("[play]\nmarks = true,\n", "settings.toml:2:13: expected newline or end of document after a statement"),
        ("a = " + "[" * 20_000, "settings.toml: this is nested too deeply; the settings in this file are not used"),
    ],
)
def test_each_warning_comes_with_file_and_line_and_the_rest_is_used(
    library: Library, text: str, beginning: str
) -> None:
    (warning,) = warnings(library, text)
    assert warning.startswith(beginning)
    assert library.settings()["marks"] is True


def test_a_setting_that_has_the_name_of_a_table_is_not_taken_for_it(library: Library) -> None:
    found = warnings(library, "[play]\nkeys = 1\n[keys]\nundo = 5\n")
    assert [warning.partition(": ")[0] for warning in found] == ["settings.toml:2", "settings.toml:4"]


def test_keys_may_be_written_with_or_without_quotes_around_their_ids(library: Library) -> None:
    assert warnings(library, '[keys]\n"play.undo" = "z"\nplay.redo = "y"\n') == []
    assert library.settings()["keys"] == {"play.undo": "z", "play.redo": "y"}


def test_the_players_file_is_never_written(library: Library) -> None:
    text = "[play]\nmarks = false,\n"
    (library.where.config / "settings.toml").write_text(text)
    settings = library.settings()
    settings["zoom"] = {"9x9": 3}
    assert library.keep_settings(settings) == ""
    assert (library.where.config / "settings.toml").read_text() == text
    assert library.settings()["zoom"] == {"9x9": 3}


def test_two_windows_keep_each_others_choices(library: Library) -> None:
    other = Library(library.where)
    mine, theirs = library.settings(), other.settings()
    mine["zoom"] = {"9x9": 3}
    theirs["zoom"] = {"5x5": 2}
    theirs["marks"] = False
    assert library.keep_settings(mine) == other.keep_settings(theirs) == ""
    found = library.settings()
    assert found["zoom"] == {"9x9": 3, "5x5": 2}
    assert found["marks"] is False


def test_settings_of_the_first_release_are_read_where_there_is_no_newer_file_and_never_written(
    library: Library,
) -> None:
    file = library.where.config / "settings.json"
    text = json.dumps({"zoom": {"9x9": 2}, "marks": False, "theme": {}, "keys": {"play.undo": "z"}})
    file.write_text(text)
    found = library.settings()
    assert (found["zoom"], found["marks"], found["keys"]) == ({"9x9": 2}, False, {"play.undo": "z"})
    assert [warning.endswith("'theme' with the value {} is not used") for warning in found.warnings] == [True]
    found["marks"] = True
    library.keep_settings(found)
    assert library.settings()["marks"] is True
    assert file.read_text() == text
    (library.where.config / "settings.toml").write_text("")
    assert "keys" not in library.settings()


def test_settings_that_cannot_be_saved_are_reported(library: Library) -> None:
    library.where.data.write_text("in the way")
    settings = library.settings()
    settings["marks"] = False
    assert library.keep_settings(settings).startswith("the settings could not be kept: ")


def test_the_names_of_settings_are_told_apart() -> None:
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("x" * 80, True), ("x" * 81, False), ("", True), ("é", True), ("a\tb", False), ("\x1b[2J", False), (5, False)],
)
def test_a_free_text_is_short_and_contains_nothing_that_a_terminal_might_obey(text: object, is_one: bool) -> None:
    assert option_named("theme").allows(text) == is_one
