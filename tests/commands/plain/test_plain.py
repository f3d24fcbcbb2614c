"""Plain mode: transcripts of its output, boards played to their end by lines, and lines that mean nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from termpuzzles import games
from termpuzzles.catalogue.daily import daily_games
from termpuzzles.catalogue.lessons import lessons, taught
from termpuzzles.formats import canonical_id, read
from termpuzzles.games import named
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.plain import conversation
from termpuzzles.plain.conversation import (
    ONE_MOMENT,
    Back,
    Conversation,
    Menu,
    MenuItem,
    PlainContext,
    PlainPlace,
    talk,
)
from termpuzzles.plain.menus import home
from termpuzzles.plain.play import BoardPlace
from termpuzzles.plain.words import heading_for_speech, title
from termpuzzles.session.attempt import HINT
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import Summary
from tests.commands.plain.transcripts import GAMES, TRANSCRIPTS, replayed
from tests.games.boards import MADE

FOREIGN = "─│┌┐└┘├┤┬┴┼━┃▁▂▃▄▅▆▇█⠁⠿\x1b\r\t"  # characters that screen readers spell out or terminals obey


@pytest.fixture
def context(tmp_path: Path) -> PlainContext:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    noon = datetime(2026, 11, 21, 12, 0)
    return PlainContext(library, library.settings(), lambda: 65.0, lambda: noon, seed=lambda: "1")


def output(place: PlainPlace, lines: Iterable[str]) -> list[str]:
    """All output from the beginning to the end of the input."""
    return list(talk(Conversation(place), lines))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_transcripts_are_reproduced_word_for_word(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", GAMES)
    monkeypatch.setattr(games, "_registered", {})  # without the one that only the tests have
    assert replayed(path) == path.read_text(encoding="utf-8")


def test_there_are_transcripts_of_the_shelf_a_lesson_and_games_of_each_kind() -> None:
    written = [path.read_text(encoding="utf-8") for path in TRANSCRIPTS]
    opened = [read(text.splitlines()[0][1:])[0].game.name for text in written if not text.startswith("$\n")]
    assert opened == ["infinity", "net", "simpleloops"]
    assert sum(text.startswith("$\n") for text in written) == 2
    assert all("The board is solved" in text for text in written)


@pytest.mark.parametrize(
    ("size", "heading"),
    [
        ("5x4", "Net, 5 by 4"),
        ("5x4w", "Net, 5 by 4, wraps around"),
        ("5x4cx", "Net, 5 by 4, wraps left to right"),
        ("5x4cy", "Net, 5 by 4, wraps top to bottom"),
        ("5x4mx", "Net, 5 by 4, Mobius strip, twisted left to right"),
        ("5x4my", "Net, 5 by 4, Mobius strip, twisted top to bottom"),
        ("5x4kx", "Net, 5 by 4, Klein bottle, twisted left to right"),
        ("5x4ky", "Net, 5 by 4, Klein bottle, twisted top to bottom"),
    ],
)
def test_a_board_says_how_it_wraps_and_twists(size: str, heading: str) -> None:
    assert heading_for_speech(generate("net", size, seed=1)) == heading


BOARDS = ("Boards of", "Lessons of", "Which size", "Which day", "Techniques of")  # how menus of boards begin


def walk(conversation: Conversation, heard: Iterable[str]) -> Iterator[str]:
    """All that is said from here on: each list to its end, and each choice; of boards, only the first of each list."""
    lines = list(heard)
    while lines[-1].startswith("Type more"):
        lines += conversation.answer("more")
    yield from lines
    numbers = [line.split(".")[0] for line in lines if re.match(r"\d+\. ", line)]
    for number in numbers[:1] if lines[0].startswith(BOARDS) else numbers:
        yield from walk(conversation, conversation.answer(number))
        yield from conversation.answer("back")


def test_nothing_that_the_whole_shelf_says_is_hard_to_read_aloud(context: PlainContext) -> None:
    conversation = Conversation(home(context))
    lines = list(walk(conversation, conversation.begin()))
    conversation.close()
    assert len(lines) > 1000
    for line in lines:
        assert not set(line) & set(FOREIGN), line
        assert set(line) <= set(map(chr, range(32, 127))), line


@pytest.mark.parametrize("game", MADE)
def test_a_board_of_each_game_is_played_to_its_end_by_lines_alone(context: PlainContext, game: str) -> None:
    puzzle = generate(game, "5x5", seed=3)
    solution = solve(puzzle)
    assert solution is not None
    lines = []
    for cell in range(puzzle.grid.size):
        column, row = (number + 1 for number in puzzle.grid.place(cell))
        if puzzle.game.draws:
            lines += [f"line {column} {row} right"] * bool(solution.lines[cell] & 4)
            lines += [f"line {column} {row} down"] * bool(solution.lines[cell] & 2)
        else:
            mask = puzzle.start.lines[cell]
            while mask != solution.lines[cell]:
                mask = mask >> 1 | (mask & 1) << 3
                lines.append(f"turn {column} {row}")
    before, after = output(BoardPlace(context, [puzzle]), lines[:-1]), output(BoardPlace(context, [puzzle]), lines[-1:])
    assert not any("solved" in line.lower() for line in before)
    assert "The board is solved" in after[-1]


@pytest.mark.parametrize("game", MADE)
def test_what_is_left_of_a_finished_board_is_said_to_be_nothing(context: PlainContext, game: str) -> None:
    transcript = output(BoardPlace(context, [generate(game, "3x3", seed=4)]), [*["do"] * 40, "open"])
    assert re.match(r"Every (tile|cell) is (pinned|finished)\.|\d tiles? not pinned: ", transcript[-1])


def test_more_is_answered_when_a_list_was_read_to_its_end(context: PlainContext) -> None:
    assert output(home(context), ["list", "more", "more", "more"])[-1] == "That was all. Type list to see it again."


def test_a_board_in_progress_is_kept_and_continued(context: PlainContext) -> None:
    puzzle = generate("net", "4x4", seed=1)
    first = output(BoardPlace(context, [puzzle]), ["turn 1 1", "turn 2 1", "undo", "pin 3 3"])
    again = output(BoardPlace(context, [puzzle]), ["cell 1 1", "cell 3 3"])
    assert "; pinned" in again[-1]
    assert any(again[-2] + "." == line for line in first)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("turn 9 9", "The board has columns 1 to 3 and rows 1 to 2."),
        ("turn 1", "Type a column and a row, such as 3 4."),
        ("turn 1 1 twice", 'Type "turn 3 4", "turn 3 4 clockwise", "turn 3 4 back" or "turn 3 4 half".'),
        ("line 1 1 north-west", "Type line, a place and a side: up, down, left or right."),
        ("row 7", "Type a row from 1 to 2."),
        ("hnt", "Unknown command \"hnt\". Did you mean 'hint'?"),
        ("fly", 'Unknown command "fly". Type help for a list.'),
        ("undo", "There is nothing to undo."),
        ("up", "The border or a wall is there; you stay where you are."),
    ],
)
def test_the_answer_to_a_line_that_is_not_understood_says_what_was_expected(
    context: PlainContext, line: str, answer: str
) -> None:
    assert output(BoardPlace(context, read("net:3x2:1c2421")), [line])[-1] == answer


ALIKE, HALF = "This tile looks the same however it is turned.", "A half turn changes nothing here."
WALLED, STRAIGHTS, SMALL = "net:4x4:23v4v44vbev5c9h7625b4", "infinity:4x2:5f04a10f", "infinity:2x2:3333"
TALKS = {  # a board, and lines with what is answered first
    STRAIGHTS: (
        ("turn 1 1 half", HALF),
        ("turn 1 1", "column 1 row 1: straight, runs up and down."),
        ("turn 2 1", ALIKE),
        ("turn 2 1 half", ALIKE),
        ("turn 3 1", ALIKE),
        ("turn 4 1 half", "column 4 row 1: end, points right."),
        ("undo", "Undone: 1 turn at column 4 row 1."),
        ("undo", "Undone: 1 turn at column 1 row 1."),
        ("undo", "There is nothing to undo."),
        ("redo", "Redone: 1 turn at column 1 row 1."),
        ("pin 2 1", "column 2 row 1: cross, opens up, down, left and right; pinned."),
        ("turn 2 1", "column 2 row 1 is pinned. Type pin to unpin it."),
        ("line 1 1 up", "That side is closed: no line can be there."),
        ("line 1 1 down", "column 1 row 1: straight, runs up and down; noted: a line down."),
        ("line 4 2 left", "column 4 row 2: cross, opens up, down, left and right; noted: a line left."),
        ("restart", "The board is as it was at the start. Type undo to get your moves back."),
        ("restart", "Nothing has changed yet."),
        ("undo", "Undone: the new beginning."),
        ("replay", "4 moves:"),
    ),
    WALLED: (
        ("turn back 1 1", "column 1 row 1: end, points left."),
        ("pin", "column 1 row 1: end, points left; pinned."),
        ("pin 1 1", "column 1 row 1: end, points left."),
        ("undo", "Undone: 1 freed pin at column 1 row 1."),
        ("redo", "Redone: 1 freed pin at column 1 row 1."),
        ("redo", "There is nothing to redo."),
        ("ghost", "You have not solved this board yet, so there is no best game to play against."),
        ("previous", "This is the only puzzle here."),
        ("replay", "3 moves:"),
    ),
    SMALL: (
        ("turn", "column 1 row 1: corner, opens down and right."),
        ("turn 2 1 half", "column 2 row 1: corner, opens down and left."),
        ("do", "column 2 row 2: corner, opens up and left; pinned."),
        ("undo", "Undone: 1 turn and 1 pin at column 2 row 2."),
    ),
}


@pytest.mark.parametrize("puzzle", TALKS, ids=["straights", "walled", "small"])
def test_what_is_done_is_said_and_so_is_why_nothing_is(context: PlainContext, puzzle: str) -> None:
    lines, wanted = zip(*TALKS[puzzle], strict=True)
    assert [answer[0] for answer in heard(context, *lines, puzzle=puzzle)] == list(wanted)


def test_any_line_is_answered_and_nothing_said_is_hard_to_read_aloud(context: PlainContext) -> None:
    rng = Random(6)
    words = (
        "turn pin line cross cell row column go here group trace open hint do check undo redo up left 1 2 3 99 x back"
    )
    for puzzle in (generate(game, "4x4", seed=2) for game in MADE):
        conversation = Conversation(BoardPlace(context, [puzzle]))
        for _ in range(300):
            line = " ".join(rng.choices([*words.split(), "\x1b[2J", "é", "9" * 5000], k=rng.randint(0, 4)))
            for answer in conversation.answer(line):
                assert not set(answer) & set(FOREIGN)
        conversation.close()


class Rooms(PlainPlace):
    """A place that repeats each line with its own name; `deeper` leads further in and `up` back."""

    def __init__(self, name: str, left: list[str]) -> None:
        self.name, self.left = name, left

    def enter(self) -> Iterator[str]:
        yield f"in {self.name}"

    def answer(self, words: list[str]) -> Iterator[PlainPlace | str]:
        if words == ["up"]:
            raise Back
        yield Rooms(self.name + "+", self.left) if words == ["deeper"] else f"{self.name}: {' '.join(words)}"

    def leave(self) -> None:
        self.left.append(self.name)


def test_a_line_is_answered_where_the_player_is_and_one_that_begins_with_quit_leaves_every_place() -> None:
    left: list[str] = []
    lines = ["deeper", "a  B", " ", "up", "c", "deeper", "do not quit", "exit now", "d"]
    conversation = Conversation(Rooms("x", left))
    assert list(talk(conversation, lines)) == ["in x", "in x+", "x+: a b", "in x", "x: c", "in x+", "x+: do not quit"]
    assert left == ["x+", "x+", "x"]
    assert conversation.ended is True
    assert list(conversation.answer("e")) == []


def test_one_goes_back_a_place_at_a_time_and_leaves_them_all_at_the_end_of_the_input() -> None:
    left: list[str] = []
    assert list(talk(Conversation(Rooms("x", left)), ["deeper", "deeper", "up", "a"]))[2:] == [
        "in x++",
        "in x+",
        "x+: a",
    ]
    assert left == ["x++", "x+", "x"]


def number_of(words: str, lines: list[str]) -> str:
    """The number of the choice that begins with these words."""
    return next(line.split(".")[0] for line in lines if line.partition(". ")[2].startswith(words))


@pytest.mark.parametrize("game", tuple(taught()))
def test_every_lesson_is_told_in_words_that_need_no_screen_and_no_keys(context: PlainContext, game: str) -> None:
    way = to_lessons(context, game)
    for number, name in enumerate(taught()[game], 1):
        spoken = output(home(context), [*way, str(number), *["do"] * 60])
        done = next(at for at, line in enumerate(spoken) if line.startswith(("The lesson is done. ", "Well done: ")))
        assert done > spoken.index("Type help for the commands.")
        assert f"{number}. {name.replace('ö', 'o')}; done" in output(home(context), way)
        for line in spoken:
            assert not re.search(
                r"space\b|[Aa]rrow|Press|[Ss]haded part|Draw it|Turn it|Heavy|thick|\bkeys?\b", line
            ), line
    assert not context.library.journals(), "lessons leave no journals"


def test_a_lesson_says_what_it_shows_once_the_marked_tile_is_right_and_not_again_at_its_end(
    context: PlainContext,
) -> None:
    spoken = output(home(context), [*to_lessons(context, "net"), "1", "turn", *["do"] * 60])
    told = [at for at, line in enumerate(spoken) if line.startswith("Now turn the others until all tiles are joined")]
    assert len(told) == 1
    assert spoken[told[0] - 2].endswith("straight, runs left and right.")
    spoken = output(home(context), [*to_lessons(context, "net"), "2", "solution"])
    assert any(line == "Only one of its four turns fits there." for line in spoken)


def to_lessons(context: PlainContext, game: str) -> list[str]:
    """The numbers that lead to the lessons of a game."""
    first = output(home(context), [])
    learn = number_of("Learn", first)
    return [learn, number_of(f"{title(named(game))}:", output(home(context), [learn])[len(first) :])]


@pytest.mark.parametrize("game", ["net", "simpleloop"])
def test_next_leads_from_lesson_to_lesson_and_from_the_last_one_to_a_level_that_is_kept(
    context: PlainContext, game: str
) -> None:
    found, solving = lessons(game), ["do"] * 60
    spoken = output(
        home(context),
        [*to_lessons(context, game), str(len(found) - 1), *solving, "next", *solving, "next", "do", "next"],
    )
    assert sum(line.startswith("The board is solved") for line in spoken) == 2
    assert "The lesson is done. Type next for the next one, or back for the others." in spoken
    assert any(line.startswith("Well done: that was the last lesson of ") for line in spoken)
    level = r"Type next for First (turns|lines) 1 \(easy, short\), or back for the lessons\.$"
    assert any(re.match(level, line) for line in spoken)
    assert any("; First turns 1." in line or "; First lines 1." in line for line in spoken)
    assert len(context.library.journals()) == 1, "only the level is kept"


def test_the_last_lesson_leads_nowhere_before_it_is_done(context: PlainContext) -> None:
    assert (
        output(home(context), [*to_lessons(context, "net"), str(len(lessons("net"))), "next"])[-1]
        == "This is the last puzzle here."
    )


def test_a_player_stands_at_the_marked_tile_of_a_lesson(context: PlainContext) -> None:
    transcript = output(home(context), [*to_lessons(context, "net"), "1", "turn", "back"])
    place = next(
        at for at, line in enumerate(transcript) if line.startswith("Turn the tiles until all of them are joined")
    )
    assert "Type turn." in transcript[place]
    where = transcript[place + 1].removeprefix("You are on the marked tile. ").partition(":")[0]
    turned = next(line for line in transcript if line.startswith(where))
    assert "straight, runs left and right" in turned or "straight, runs up and down" in turned


def test_a_new_board_may_be_wished_for_in_words(context: PlainContext) -> None:
    first = output(home(context), [])
    wishes = [
        number_of("A new board", first),
        number_of("Net", output(home(context), [number_of("A new board", first)])[len(first) :]),
    ]
    assert any(line.startswith("Net, 6 by 5, wraps around") for line in output(home(context), [*wishes, "6x5w"]))
    offered = output(home(context), wishes)
    for surface in ("Mobius strip", "Klein bottle"):
        wish = number_of(f"7 by 7, {surface}", offered)
        assert any(line.startswith(f"Net, 7 by 7, {surface}") for line in output(home(context), [*wishes, wish]))
    assert any(line.startswith("Net, 6 by 5.") for line in output(home(context), [*wishes, "6x5, medium"]))
    assert "unknown word" in output(home(context), [*wishes, "6x5, of gold"])[-1].lower()


def test_the_shelf_says_which_boards_are_finished(context: PlainContext) -> None:
    transcript = output(home(context), ["levels of net", "first turns", "1", *["do"] * 40, "back", "back"])
    assert any(line.startswith("1. First turns 1: 4 by 4, easy, short; finished") for line in transcript)
    assert any(re.match(r"\d+\. first turns: \d+ boards, 1 finished; ", line) for line in transcript)


NET = "net:3x2:1c2421"  # of this one and the next, only what is said matters


def heard(context: PlainContext, *lines: str, puzzle: str = NET) -> list[list[str]]:
    """What is said to each of these lines."""
    conversation = Conversation(BoardPlace(context, read(puzzle)))
    list(conversation.begin())
    answers = [[*conversation.answer(line)] for line in lines]
    conversation.close()
    return answers


@pytest.mark.parametrize(
    "line",
    [
        "pin all",
        "undo foo",
        "turn 1 1 2",
        "turn 1 back 1",
        "1 1 turn",
        "go 9 9",
        "check 1 1",
        "redo 1",
        "new xyzzy",
        "mark é",
    ],
)
def test_a_line_that_is_not_understood_changes_nothing(context: PlainContext, line: str) -> None:
    _, _, before, answer, after = heard(context, "pin 2 1", "go 3 2", "show", line, "show")
    assert len(answer) == 1
    assert before == after
    assert heard(context, line, "here")[1] == heard(context, "here")[0]


def test_a_place_may_have_a_comma(context: PlainContext) -> None:
    assert heard(context, "go 3,2")[0][0].startswith("column 3 row 2: ")
    assert heard(context, "turn 3, 2 back")[0][0].startswith("column 3 row 2: ")


def test_wrong_names_places_and_every_list_is_heard_to_its_end(context: PlainContext) -> None:
    puzzle = generate("net", "7x7", seed=4)
    (first,) = heard(context, "what is left", puzzle=canonical_id(puzzle))
    assert first[-1] == "Type more for the rest."
    lines = heard(context, "what is left", *["more"] * 6, "wrong", puzzle=canonical_id(puzzle))
    places = {found for answer in lines[:-1] for line in answer for found in re.findall(r"column \d row \d", line)}
    assert len(places) == int(first[0].split()[0])
    assert ["That was all."] in lines
    assert all(" row " in line for line in lines[-1][:-1])


def test_a_trial_is_dropped_with_the_hint_that_was_asked_for_in_it(context: PlainContext) -> None:
    answers = heard(context, "cell 1 1", "trial", "turn 1 1", "hint", "drop", "cell 1 1", "drop")
    assert answers[4][-1] == "The trial is dropped."
    assert answers[5] == answers[0]
    assert answers[6] == ["There is nothing to drop."]


def test_a_mistake_that_lies_in_no_cell_is_said_alone(context: PlainContext) -> None:
    found = heard(context, "what", "wrong", puzzle="# game: simpleloop\n■■\n■■")
    assert found == [["No open cell to loop through."]] * 2


def test_back_leads_to_a_mark_and_without_one_away(context: PlainContext) -> None:
    answers = heard(context, "mark", "pin 1 1", "back", "back")
    assert answers[2][-1] == "Back at the mark."
    assert answers[3] == ["Every move is kept."]


def test_what_is_asked_is_answered_by_the_next_line(context: PlainContext) -> None:
    said = "mark as|here|pin 1 1|mark two|pin 2 1|back|nowhere|back|here|go||go|2 2"
    answers = heard(context, *said.split("|"))
    assert answers[1] == ["This position is marked as here."]
    assert answers[5] == ["Back to: here, two?"]
    assert answers[6] == ["That is not one of here, two. Nothing has changed."]
    assert answers[8][-1] == "Back at here."
    assert answers[10] == ["Nothing has changed."]
    assert answers[12][0].startswith("column 2 row 2: ")


def test_why_and_possible_are_answered_in_words(context: PlainContext) -> None:
    puzzle = canonical_id(generate("net", "4x4", seed=4))
    where, why, possible = heard(context, "why 1 1 up", "why 1 1 up", "possible 1 1", puzzle=puzzle)
    assert where[0] == "That cannot be: look at columns 1 and 2, rows 1 and 2."
    assert why[0].startswith("Why not: ")
    assert "border" in why[1]
    first, again, other = heard(context, "why 1 1 up", "why 1 1 up", "why 1 1 left", puzzle=puzzle)
    assert first == where
    assert again == why
    assert other[0].startswith("That cannot be: ")
    assert re.match(r"(Only one way is|\d ways are) still possible at column 1 row 1: [a-z; ]+\.$", possible[0])


def test_help_lists_every_command_and_says_what_one_does(context: PlainContext) -> None:
    short, question, one, none = heard(context, "h", "?", "help undo", "help fly")
    assert short == question
    assert any("undo" in line for line in short)
    assert one == ["undo: Undo the last move."]
    assert none == ['Unknown command "fly". Type help for a list.']
    for game, words in (("net", "Go to the next open cell; pins a tile."), ("simpleloop", "Go to the next open cell.")):
        (on,) = heard(context, "help on", puzzle=canonical_id(generate(game, "5x5", seed=1)))
        assert f"go on: {words}" in on


def test_a_setting_changes_what_is_played(context: PlainContext) -> None:
    answers = heard(context, "settings", "turn-then-pin", "back", "turn 1 1", "rules")
    assert answers[1] == ["turn-then-pin is on now."]
    assert answers[3][0].endswith("; pinned.")
    assert answers[4][0].startswith("Turn the tiles")
    assert context.library.settings()["turn-then-pin"] is True


def test_home_keeps_its_numbers_whatever_is_played(context: PlainContext) -> None:
    conversation = Conversation(home(context))
    before = [*conversation.begin()]
    for line in ("new", "net", "5x5", "pin 1 1", "back", "back"):
        list(conversation.answer(line))
    after = [*conversation.answer("back")]
    assert after[: len(before)] == before
    assert after[len(before)].startswith(f"{len(before)}. Continue Net, 5 by 5")
    conversation.close()


@pytest.mark.parametrize("on", ["next", ""])
def test_a_solved_daily_leads_on_to_the_other_boards_of_the_day_and_then_back(context: PlainContext, on: str) -> None:
    first, games = output(home(context), []), daily_games(context.today().date())
    daily = [number_of("Today's boards", first), "simple loop,"]
    spoken = output(home(context), [*daily, *["solution", on] * len(games), "list"])
    on_to = [line.split()[3] for line in spoken if line.startswith("Type next for ")]
    assert on_to == ["Simple", "Masyu", "Infinity", "Net"]
    solved = [line for line in spoken if line.startswith("The board is solved")]
    assert len(solved) == len(games)
    assert [line.endswith("All boards of that day are solved: type next to go back.") for line in solved] == [
        *[False] * (len(games) - 1),
        True,
    ]
    assert sum("Net" in line for line in spoken[-len(games) :]) == 1  # the list of games


def test_boards_of_an_earlier_day_are_found_by_number_or_date(context: PlainContext) -> None:
    first, yesterday = output(home(context), []), context.today().date() - timedelta(1)
    earlier = [number_of("Today's boards", first), "earlier"]
    spoken = output(home(context), [*earlier, "1", "net", "solution", "back", "back", "list"])
    assert any(f"Daily {yesterday}" in line for line in spoken)
    assert any(line.endswith(f"{yesterday}: 0 of 5 finished") for line in spoken)
    assert f"{yesterday:%A} {yesterday}. Which game?" in output(home(context), [*earlier, f"{yesterday}"])
    assert any(line.startswith("Type a date from ") for line in output(home(context), [*earlier, "1999-01-01"]))


def test_a_technique_is_practised_on_boards_of_which_nothing_is_kept(context: PlainContext) -> None:
    first = output(home(context), [])
    spoken = output(home(context), [number_of("Practise", first), "net", "1", "hint", "hint", "do", "back", "list"])
    assert any(re.search(r"only fit: in \d+ levels$", line) for line in spoken)
    assert any(line.startswith("Net, ") for line in spoken)
    assert not context.library.journals()


@pytest.mark.parametrize("on", ["next", ""])
def test_a_board_of_no_pack_leads_on_to_a_new_board_and_that_to_another(context: PlainContext, on: str) -> None:
    seeds = iter("abc")
    context.seed = lambda: next(seeds)
    place = BoardPlace(context, read("5x5w:78a2ab47ad541418beb984d39"))
    spoken = output(place, ["solution", on, "solution", on, "id"])
    solved = [line for line in spoken if line.startswith("The board is solved")]
    assert len(solved) == 2
    assert all(line.endswith("Type next for a new board like this one.") for line in solved)


@pytest.mark.parametrize(("number", "offered"), [(1, 1), (5, 5), (6, 5), (9, 5)])
def test_the_five_latest_boards_that_are_unfinished_are_offered_to_go_on_with(
    context: PlainContext, number: int, offered: int
) -> None:
    for width in range(2, 2 + number):
        output(BoardPlace(context, read(f"infinity:{width}x2:" + "3" * 2 * width)), ["turn 1 1", "back"])
    shown = [line for line in output(home(context), ["list", "more"]) if "Continue" in line]
    assert len({line.partition(". ")[2] for line in shown}) == offered


def test_boards_that_were_played_at_the_same_moment_as_the_latest_are_not_offered_later(context: PlainContext) -> None:
    boards = [Summary(f"/x/{number}", "net", f"Board {number}", "5x5", 9.0, False, 7.0) for number in range(7)]
    context.library.journals = lambda: boards  # type: ignore[method-assign]
    menu = home(context)

    def offered() -> list[str]:
        return [str(line) for line in (*menu.enter(), *menu.answer(["more"])) if "Continue" in str(line)]

    first, again = offered(), offered()
    assert len(first) == 5
    assert again == first
    boards.append(boards[0]._replace(file="/x/new", modified=8.0))
    assert len(offered()) == 6


@pytest.mark.parametrize(("number", "offered"), [(0, 0), (1, 1), (5, 5), (6, 5), (7, 5)])
def test_the_five_techniques_that_were_missed_most_are_offered_to_practise(
    context: PlainContext, number: int, offered: int
) -> None:
    place = BoardPlace(context, read("5x5w:78a2ab47ad541418beb984d39"))
    rules = ("edge", "no loop", "pocket", "block", "parity", "chain", "guess")[:number]
    for rule in rules:
        for _ in range(3):
            place.controller.session.apply(HINT, rule)
    place.leave()
    heard = output(home(context), ["practise"])
    assert sum(line.endswith(": needs practice") for line in heard) == offered


def test_q_leaves_the_program(context: PlainContext) -> None:
    assert output(home(context), ["q", "list"]) == output(home(context), [])


def test_a_player_who_waits_longer_is_told_so_once_for_each_answer(
    context: PlainContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    context.print_line = said.append
    place = BoardPlace(context, read("5x5w:78a2ab47ad541418beb984d39"))
    output(place, ["new", "hint"])
    assert said == []
    monkeypatch.setattr(conversation, "MOMENT", -1.0)
    output(BoardPlace(context, read("5x5w:78a2ab47ad541418beb984d39")), ["new"])
    assert said == [ONE_MOMENT]
    output(home(context), ["a new board", "net", "5x5"])
    assert said == [ONE_MOMENT] * 2


def test_a_menu_that_has_become_shorter_is_read_out_from_its_beginning() -> None:
    choices = [MenuItem(f"choice {number}", lambda: iter(())) for number in range(12)]
    menu = Menu("Which?", lambda: list(choices))
    list(menu.enter())
    list(menu.answer(["12"]))
    choices.pop()
    assert list(menu.enter())[:2] == ["Which?", "1. choice 0"]


def test_a_game_is_looked_back_on_and_played_on_from_any_moment_without_being_kept(context: PlainContext) -> None:
    (puzzle,) = read("╻╺\n┗┛")
    answer = solve(puzzle)
    assert answer
    wrong = next(cell for cell, mask in enumerate(answer.lines) if mask != puzzle.tiles[cell])
    x, y = puzzle.grid.place(wrong)
    lines = [f"go {x + 1} {y + 1}", "pin", "pin", "turn", "replay", "review"]
    spoken = output(BoardPlace(context, [puzzle]), lines)
    assert f"1. 1 pin at column {x + 1} row {y + 1}." in spoken
    assert spoken[spoken.index("3 moves:") + 3].startswith("3. 1 turn at ")
    [first, *others] = [line for line in spoken if re.match(r"\d+\. .*(pinned|start|after)", line)]
    assert f": The tile at column {x + 1} row {y + 1} was pinned" in first
    assert others[0] == "2. the start"
    kept = len(context.library.events(puzzle))
    spoken = output(BoardPlace(context, [puzzle]), ["review", "2", "turn", "turn", "back", "1", "back", "back"])
    assert sum(line.startswith("Looking back") for line in spoken) == 3
    assert len(context.library.events(puzzle)) <= kept + 1, "only that it was opened once more"


def test_a_board_of_which_nothing_is_kept_cannot_be_looked_back_on(context: PlainContext) -> None:
    assert "There is no record of this game to look back on." in output(
        home(context), [*to_lessons(context, "net"), "1", "review"]
    )


def test_a_cell_is_said_to_lie_inside_or_outside_or_on_a_loop(context: PlainContext) -> None:
    ring = [*(f"line {x} 1 right" for x in (1, 2)), *(f"line {x} 3 right" for x in (1, 2))]
    ring += [f"line {x} {y} down" for x in (1, 3) for y in (1, 2)]
    (puzzle,) = read("# game: masyu\n····\n····\n····")
    spoken = output(BoardPlace(context, [puzzle]), [*ring, "inside 2 2", "inside 4 1", "go 1 1", "inside"])
    assert "column 2 row 2 lies inside a loop." in spoken
    assert "column 4 row 1 lies outside all loops." in spoken
    assert spoken[-1] == "column 1 row 1 lies on a loop."
    assert output(BoardPlace(context, read("net:3x2:1c2421")), ["inside"])[-1] == "There is no inside in this game."


def test_a_board_that_is_already_solved_says_so(context: PlainContext) -> None:
    (solved,) = read("infinity:2x2:9c36")
    said = output(BoardPlace(context, [solved]), [])
    assert any(line.startswith("This board is already solved.") for line in said)
    assert not any("with no hints" in line for line in said)


def test_more_goes_on_with_a_hint_as_its_own_word_does(context: PlainContext) -> None:
    (puzzle,) = read("5x5w:78a2ab47ad541418beb984d39")
    told = []
    for word in ("hint", "more"):
        talk = Conversation(BoardPlace(context, [puzzle]))
        list(talk.begin())
        told.append([said for line in ("hint", word, word) for said in talk.answer(line)])
        talk.close()
    assert told[0] == told[1]
    assert len(told[0]) > 3


def test_nothing_is_wrong_once_a_board_is_solved(context: PlainContext) -> None:
    (puzzle,) = read("infinity:2x1:24")  # the first end points up
    talk = Conversation(BoardPlace(context, [puzzle]))
    list(talk.begin())
    assert "Nothing is wrong." not in list(talk.answer("wrong"))
    assert any("solved" in said for said in talk.answer("turn 1 1"))
    assert list(talk.answer("wrong")) == ["Nothing is wrong."]
    talk.close()
