"""Rushes: the model against a clock that the test moves, then the same in plain mode, line by line."""

from __future__ import annotations

import subprocess
from datetime import datetime
from math import inf
from pathlib import Path
from statistics import fmean

import pytest

from termpuzzles.catalogue.rush import (
    KINDS,
    RUSH,
    RushBests,
    RushKind,
    RushQuestion,
    RushTerms,
    points_of_rush,
    rush_bests,
)
from termpuzzles.games import GAMES
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.games.queries import two_solutions
from termpuzzles.logic.task import finish
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.plain.menus import home
from termpuzzles.plain.rush import RushPlace, rush_menu
from termpuzzles.play.rush import AHEAD, Rush, RushController, bests_of, rush_of
from termpuzzles.play.stage import PlayContext
from termpuzzles.session.attempt import CHECKED
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.library import Folders, Library
from tests.cli.program import COMMAND, ROOT
from tests.data import sweep
from tests.play.desk import Desk, Time, context
from tests.play.rushing import boards_begun, lines_to_solve, rush_journal, solution

TODAYS, THREE_MINUTES, FIVE_MINUTES, THREE_MISTAKES, STREAK = KINDS


def boards(game: str, number: int, seed: str = "1", first: int = 0) -> list[Puzzle]:
    """Boards of a rush of that game."""
    question = RushQuestion(RushTerms(game, THREE_MINUTES, seed), first, number)
    return finish(question.work(GuideCache()))


@pytest.mark.parametrize("game", GAMES)
def test_boards_of_a_seed_are_the_same_whoever_asks_and_each_has_one_solution(game: str) -> None:
    found = boards(game, 6)
    assert found == [*boards(game, 2), *boards(game, 4, first=2)]
    assert found[0] != boards(game, 1, "2")[0]
    assert all(len(two_solutions(puzzle)) == 1 for puzzle in found)
    assert [puzzle.grid.width for puzzle in found] == [5, 5, 5, 5, 6, 6]
    assert [puzzle.title for puzzle in found] == [f"Rush {number}" for number in range(1, 7)]


@pytest.mark.parametrize("game", GAMES if sweep.IS_LONG else ["net", "simpleloop"])
def test_boards_become_harder(game: str) -> None:
    runs = [list(map(points_of_rush, boards(game, 14, f"{seed}"))) for seed in range(1, 3)]
    first, last = (fmean(points for run in runs for points in run[begin : begin + 7]) for begin in (0, 7))
    assert first < last


def begun(player: PlayContext, kind: RushKind, game: str = "net") -> Desk:
    """A rush in which some boards are made; its desk answers at once, so that all others are, too."""
    today = player.library.today().date()
    rush = rush_of(player, RushTerms.of(game, kind, today, player.seed()))
    assert isinstance(rush, Rush)
    rush.boards += boards(game, 1)
    return Desk(player, rush.boards, lambda context, stage, puzzles, index: RushController(context, stage, rush))


def rush_at(desk: Desk) -> Rush:
    assert isinstance(desk.controller, RushController)
    return desk.controller.rush


def solve_board(desk: Desk, seconds: float = 1.0) -> None:
    clock = desk.controller.context.now
    assert isinstance(clock, Time)
    clock.now += seconds
    desk.controller.session.play(solution(desk.controller.puzzle))


def make_ahead(desk: Desk) -> None:
    assert isinstance(desk.controller, RushController)
    desk.controller.make_ahead()


def test_one_key_leads_on_and_boards_are_always_there_before_they_are_needed() -> None:
    desk = begun(context(), THREE_MINUTES)
    make_ahead(desk)
    for number in range(5):
        assert len(rush_at(desk).boards) == number + 1 + AHEAD
        solve_board(desk, 2.0)
        desk.act("play.on")
        assert desk.controller.puzzle is rush_at(desk).boards[number + 1]
    assert (len(rush_at(desk).solved), rush_at(desk).mistakes, rush_at(desk).seconds) == (5, 0, 15.0)
    assert rush_at(desk).state == "5 solved, 2:45 left"
    assert rush_at(desk).missed == [rush_at(desk).boards[5]]


def test_a_skip_and_a_wrong_check_are_mistakes_and_such_boards_can_be_played_again() -> None:
    desk = begun(context(), THREE_MISTAKES)
    make_ahead(desk)
    desk.act("play.following")
    desk.controller.session.apply(CHECKED, 2)
    desk.controller.session.apply(CHECKED, 0)
    solve_board(desk)
    desk.act("play.on")
    rush = rush_at(desk)
    assert (len(rush.solved), rush.mistakes, rush.is_over) == (1, 2, False)
    desk.act("play.following")
    assert (len(rush.solved), rush.mistakes, rush.is_over) == (1, 3, True)
    assert rush.missed == rush.boards[:3]
    hardest = points_of_rush(rush.boards[1])
    assert rush.result == f"You solved 1 board in 0:04, with 3 mistakes. The hardest was rated {hardest:,}."


def test_each_kind_says_what_ends_it() -> None:
    assert all(f"in {kind.name};" in kind.sentence for kind in (THREE_MINUTES, FIVE_MINUTES))
    assert THREE_MISTAKES.sentence == "No clock: it ends with the third wrong check or skip."
    assert STREAK.sentence == "No clock: it ends with the first wrong check or skip."


def test_no_option_settles_anything_by_itself() -> None:
    for game, option in (("net", "auto-pin"), ("net", "turn-then-pin"), ("infinity", "turn-then-pin")):
        desk = begun(context(**{option: True}), THREE_MINUTES, game)
        controller = desk.controller
        for cell in range(controller.puzzle.grid.size):
            controller.play(Gesture("turn", cell))
        assert any(controller.session.moves)
        assert not any(controller.session.state.pins), (game, option)


def test_once_it_is_over_one_can_only_leave() -> None:
    desk = begun(context(), STREAK)
    assert desk.controller.refusal("tile.turn") == ""
    assert desk.controller.refusal("play.hint").startswith("There are no hints in a rush; ")
    assert desk.controller.refusal("play.jumble") == "That has to wait until the rush is over."
    desk.controller.session.apply(CHECKED, 1)
    assert rush_at(desk).is_over
    for command in ("tile.turn", "play.hint", "play.following", "play.jumble"):
        assert desk.controller.refusal(command) == "The rush is over."
    assert desk.controller.refusal("play.leave") == desk.controller.refusal("play.close") == ""


def test_a_streak_ends_with_the_first_mistake_and_has_no_clock() -> None:
    desk = begun(context(), STREAK)
    make_ahead(desk)
    solve_board(desk, 10_000.0)
    desk.act("play.on")
    assert rush_at(desk).left == inf
    desk.controller.session.apply(CHECKED, 1)
    assert rush_at(desk).is_over
    before = desk.controller.session.state
    desk.controller.session.play(solution(desk.controller.puzzle))
    assert desk.controller.session.state == before
    assert rush_at(desk).missed == rush_at(desk).boards[1:2]


@pytest.mark.parametrize(("seconds", "counts"), [(179.0, True), (180.0, False), (500.0, False)])
def test_what_comes_after_the_time_has_no_effect(seconds: float, counts: bool) -> None:
    desk = begun(context(), THREE_MINUTES)
    solve_board(desk, seconds)
    assert len(rush_at(desk).solved) == counts
    assert desk.controller.session.solved == counts
    rush_at(desk).end()
    assert rush_at(desk).seconds == min(seconds, 180.0)


@pytest.mark.parametrize(
    "command", ["play.hint", "play.do", "play.give_up", "play.why_not", "play.new", "play.previous", "play.possible"]
)
def test_no_command_tells_of_the_solution_or_leads_away(command: str) -> None:
    desk = begun(context(), STREAK)
    make_ahead(desk)
    desk.act(command)
    rush = rush_at(desk)
    assert (len(rush.tried), rush.mistakes, rush.solved) == (1, 0, [])
    assert desk.controller.message.code == "refused"
    solve_board(desk)
    desk.act("play.restart")
    desk.act("play.undo")
    assert desk.controller.session.solved
    assert len(rush.tried) == 1


def test_a_rush_that_is_killed_in_mid_board_counts_what_was_done() -> None:
    player = context()
    desk = begun(player, THREE_MINUTES)
    make_ahead(desk)
    for _ in range(3):
        solve_board(desk)
        desk.act("play.on")
    desk.act("tile.turn")
    assert bests_of(player, "net", THREE_MINUTES) == RushBests(3, 3)  # nobody has ended it
    assert bests_of(player, "net", STREAK) == bests_of(player, "masyu", THREE_MINUTES) == RushBests()
    assert not player.library.journals()  # it is no board among others
    tomorrow = rush_bests(player.library.others(RUSH), "net", THREE_MINUTES, "2026-11-22")
    assert tomorrow == RushBests(0, 3)


def test_a_board_that_is_not_made_yet_is_waited_for() -> None:
    desk = begun(context(), THREE_MINUTES)
    solve_board(desk)
    desk.act("play.on")
    assert desk.controller.message.text == "One moment: the next board is being made."
    assert len(rush_at(desk).tried) == 1


class Reader:
    """A player of plain mode with a clock that the test moves."""

    def __init__(self) -> None:
        library = context().library
        self.time = Time()
        noon = datetime(2026, 11, 21, 12, 0)
        self.context = PlainContext(library, library.settings(), self.time, lambda: noon, seed=lambda: "1")
        self.place: RushPlace | None = None
        self._conversation = Conversation(rush_menu(self.context))
        self.said = [*self._conversation.begin()]

    def say(self, *lines: str) -> list[str]:
        self.said = [reply for line in lines for reply in self._conversation.answer(line)]
        return self.said


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    """A player of plain mode; the place of the rush that is begun last is kept."""
    found = Reader()

    class Kept(RushPlace):
        def __init__(self, context: PlainContext, rush: Rush) -> None:
            super().__init__(context, rush)
            found.place = self

    monkeypatch.setattr("termpuzzles.plain.rush.RushPlace", Kept)
    return found


@pytest.mark.parametrize("game", GAMES if sweep.IS_LONG else ["net", "simpleloop"])
def test_half_a_minute_of_a_rush_is_played_by_lines_and_then_what_was_missed(game: str, reader: Reader) -> None:
    reader.say(f"{GAMES.index(game) + 1}", "2")
    assert reader.place
    rush = reader.place.rush
    solved = 0
    while reader.time.now < 30:
        for line in lines_to_solve(reader.place.session.puzzle):
            reader.time.now += 0.25
            reader.say(line)
        solved += 1
        assert len(rush.solved) == solved
        assert reader.said[-1].startswith("The board is solved")
        assert reader.said[-1].endswith("Type next.")
        reader.say("" if solved % 2 else "next")
        assert reader.said[0].startswith(f"Board {solved + 1}: ")
        assert reader.said[-1].startswith(f"{solved} solved, ")
        assert len(rush.boards) > solved + 1
    reader.say("next")
    assert reader.said[-1].startswith(f"{solved} solved, 1 mistake, ")
    assert reader.say("hint") == ["There are no hints in a rush; next skips this board."]
    reader.time.now += 180
    first, best, *missed = reader.say("cell 1 1")
    assert first.startswith(f"The rush is over. You solved {solved} boards in 3:00, with 1 mistake.")
    assert best == f"Your best today is {solved}, your best ever {solved}."
    assert missed[0] == "2 boards to play again. Type a number, or back."
    assert reader.say("1")[0].startswith(f"Rush {solved + 1}") or "Rush" in reader.said[0]
    reader.say("back", "back")
    assert any(f"Your best is {solved}, today {solved}." in line for line in reader.said)


def test_whoever_goes_back_ends_the_rush_and_hears_what_came_of_it(reader: Reader) -> None:
    reader.say("2", "4", "back")
    assert reader.place
    assert reader.place.rush.is_over
    assert any(line.startswith("The rush is over. You solved no boards") for line in reader.said)


def test_the_main_menu_offers_a_rush() -> None:
    reader = Reader()
    conversation = Conversation(home(reader.context))
    assert any("Rush" in line for line in conversation.begin())
    assert next(iter(conversation.answer("rush"))).startswith("A rush: small boards")


def test_a_rush_of_plain_mode_that_is_killed_in_mid_board_counts_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path))
    monkeypatch.setenv("TERMPUZZLES_CONFIG", str(tmp_path))
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, "play", "--plain"], stdin=pipe, stdout=pipe, cwd=ROOT) as run:
        assert run.stdin
        assert run.stdout
        lines, answers = run.stdin, run.stdout

        def say(line: str, answer: str) -> None:
            lines.write(f"{line}\n".encode())
            lines.flush()
            while answer not in answers.readline().decode():
                assert run.poll() is None

        say("rush", "Which game?")
        say("net", "What ends it?")
        say("streak", "Board 1")
        for number in range(2):
            *first, last = lines_to_solve(boards_begun(rush_journal(tmp_path))[-1])
            for line in first:
                say(line, "")
            say(last, "The board is solved")
            say("next", f"Board {number + 2}")
        say("turn 1 1", "")
        run.kill()
    library = Library(Folders(tmp_path, tmp_path))
    assert rush_bests(library.others(RUSH), "net", STREAK, f"{library.today():%Y-%m-%d}") == RushBests(2, 2)
