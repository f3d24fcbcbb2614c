"""Ways to a better place in a race that is not better played: none of them gives one, or a game without help.

Ann and Bob race; Ann cheats. The records are what everybody is ranked by.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from termpuzzles.company.meetings import Invitation, LocalExchange
from termpuzzles.company.race import COUNT, race_about, race_settings
from termpuzzles.company.records import Ended, Figures
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, read
from termpuzzles.formats.ghost import ghost_line
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.play.history_commands import solving
from termpuzzles.play.opening import Closed, board_opening, open_session
from termpuzzles.session.ghost import runs
from termpuzzles.storage.courses import merge_journal
from termpuzzles.storage.journal_text import event_line, head_line, identity
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore
from tests.company.races import Shared
from tests.company.racing import Clock, Process, Seat
from tests.company.test_meetings import delivered
from tests.play.desk import Time

BOARD = generate("net", "5x5", seed=3)
EDGES = ("app", "lines")


class RaceOfTwo:
    """A race of Ann and Bob that began 20 seconds ago."""

    def __init__(self, in_lines: bool) -> None:
        self.clock, self.in_lines = Clock(), in_lines
        self.shared, self.exchange = Shared(self.clock), LocalExchange()
        about = race_about(race_settings(["bob", "5x5"], "net"), BOARD)
        self.invitation = Invitation("race", "ann", ("bob",), about, "m", ("Ann", "Bob"))
        self.here = Process(self.exchange, self.shared.records())

    async def begin(self) -> Seat:
        """Ann's seat."""
        ann, bob = self.seat("ann"), self.seat("bob")
        await delivered()
        for seat in (ann, bob):
            seat.race.be_ready()
        await delivered()
        self.clock.now += COUNT + 20
        for seat in (ann, bob):
            seat.look()
        await delivered()
        return ann

    def seat(self, player: str, process: Process | None = None) -> Seat:
        """A window of a player's, who comes to the race."""
        return Seat(process or self.here, player, self.invitation, self.clock, self.in_lines)

    def library(self, player: str) -> Library:
        """What a player has played."""
        why = self.here.records.why_closed
        today = datetime.fromtimestamp(self.clock.now, UTC)
        nowhere = Path("nowhere")
        return Library(
            Folders(nowhere, nowhere), lambda: today, MemoryStore(), why_closed=lambda board: why(board, player)
        )

    @property
    def results(self) -> dict[str, Figures]:
        """The results that are kept."""
        room = self.here.records.room("m")
        assert room is not None
        return {**room.results}

    def solve(self, seat: Seat) -> None:
        """Solve the board by hand."""
        found = solve(BOARD)
        assert found is not None
        for cell, wanted in enumerate(found.lines):
            for _ in range(4):
                if seat.session.state.lines[cell] != wanted and not seat.session.solved:
                    seat.give("tile.clockwise", "turn PLACE clockwise", cell)
        assert seat.session.solved


@pytest.fixture(params=EDGES)
def race(request: pytest.FixtureRequest) -> RaceOfTwo:
    return RaceOfTwo(request.param == "lines")


def solved_at_home(seconds: float = 3.0) -> bytes:
    """A journal in which this board was solved in so many seconds, on another machine or in an editor."""
    found = solve(BOARD)
    assert found is not None
    move = solving(BOARD, BOARD.start, found.lines)
    events = ["opened 2026-11-29T12:00", f"move {move}", "finished"]
    return head_line(BOARD, {}) + b"".join(event_line(seconds, event) for event in events)


async def test_1_the_board_opened_elsewhere_where_its_clock_stops(race: RaceOfTwo) -> None:
    await race.begin()
    found = board_opening(race.library("ann"), BOARD)
    assert isinstance(found, Closed)
    assert "going back to the race" in found.why
    with pytest.raises(PuzzleError):
        open_session(race.library("ann"), BOARD, race.clock)


async def test_2_the_board_solved_at_home_and_synced(race: RaceOfTwo) -> None:
    ann = await race.begin()
    library = race.library("ann")
    assert merge_journal(library.store, f"journals/{identity(BOARD)}.journal", solved_at_home()) == "new"
    ann.leave()
    again = race.seat("ann")
    again.look()
    assert not again.session.solved
    assert again.session.clock.seconds == pytest.approx(20.0)
    assert race.results == {}


async def test_3_questions_instead_of_hints(race: RaceOfTwo) -> None:
    ann = await race.begin()
    wrong = next(cell for cell in range(25) if BOARD.tiles[cell] in (1, 2, 4, 8))
    for number, (command, line) in enumerate(
        [("play.hint", "hint"), ("play.possible", "possible PLACE"), ("play.why_not", "why PLACE")], 1
    ):
        ann.give(command, line, wrong)
        assert ann.session.attempt.hints == number
    race.solve(ann)
    await delivered()
    assert race.results["ann"].help == 3
    assert race.results["ann"].time == pytest.approx(20.0 + 180.0)


async def test_4_options_that_pin_turn_and_show_wrong_pins(race: RaceOfTwo) -> None:
    ann = await race.begin()
    assert ann.controller
    before = ann.session.state
    for cell in range(25):
        ann.give("tile.pin", "pin PLACE", cell)
        after = ann.session.state
        assert after.lines == before.lines
        assert sum(after.pins) == cell + 1
        assert not ann.controller.wrong
    ann.give("tile.pin", "pin PLACE", 0)
    ann.give("tile.turn", "turn PLACE", 0)
    assert not ann.session.state.pins[0]
    assert ann.session.attempt.unaided
    options = ann.controller.context.settings
    assert options["follow"]
    assert options["wrong-pins"] == "at once"


async def test_5_a_forged_ghost_of_the_board(race: RaceOfTwo) -> None:
    await race.begin()
    events = [(1.0, f"move {solving(BOARD, BOARD.start, solve(BOARD).lines)}"), (1.0, "finished")]  # type: ignore[union-attr]
    (ghost,) = runs(BOARD, events)
    (pasted,) = read(ghost_line(BOARD, ghost))
    assert isinstance(board_opening(race.library("ann"), pasted), Closed)
    assert race.results == {}


async def test_6_another_clock_where_the_player_is(race: RaceOfTwo) -> None:
    ann = await race.begin()
    controller = ann.controller
    assert controller
    today = controller.context.library.today()
    for shift in (timedelta(days=-1), timedelta(days=1)):
        controller.context.library.today = lambda shift=shift: today + shift  # type: ignore[misc]
        controller.context.now = Time()
        assert ann.session.clock.seconds == pytest.approx(20.0)
    race.solve(ann)
    await delivered()
    assert race.results["ann"][:4] == (20.0, 1.0, 0, Ended.SOLVED)


async def test_7_a_second_host(race: RaceOfTwo) -> None:
    ann = await race.begin()
    ann.give("tile.clockwise", "turn PLACE clockwise", 7)
    there = Process(race.exchange, race.shared.records())
    assert there.records.why_closed(identity(BOARD), "ann")
    race.clock.now += 10
    second = race.seat("ann", there)
    second.look()
    assert second.session.state == ann.session.state
    assert second.session.clock.seconds == pytest.approx(30.0)


async def test_8_beginning_again(race: RaceOfTwo) -> None:
    ann = await race.begin()
    ann.give("tile.clockwise", "turn PLACE clockwise", 7)
    ann.give("play.hint", "hint")
    ann.give("play.restart", "restart")
    assert ann.session.clock.seconds == pytest.approx(20.0)
    assert ann.session.attempt.hints == 1
    race.solve(ann)
    race.clock.now += 5
    before = ann.session.attempt
    for command, line in (("play.restart", "restart"), ("play.undo", "undo")):
        ann.give(command, line)
        assert ann.session.attempt is before
        assert ann.session.solved
    await delivered()
    assert race.results["ann"][:4] == (20.0, 1.0, 1, Ended.SOLVED)


async def test_9_taking_over_in_another_window(race: RaceOfTwo) -> None:
    ann = await race.begin()
    ann.give("tile.clockwise", "turn PLACE clockwise", 7)
    race.clock.now += 10
    second = race.seat("ann")
    second.look()
    assert second.session.clock.seconds == pytest.approx(30.0)
    race.solve(second)
    await delivered()
    assert race.results["ann"].seconds == 30.0


async def test_10_a_sync_in_the_middle(race: RaceOfTwo) -> None:
    ann = await race.begin()
    ann.give("tile.clockwise", "turn PLACE clockwise", 7)
    library, before = race.library("ann"), dict(race.shared.store.journals)
    for name in (identity(BOARD), "m-ann", "m"):
        merge_journal(library.store, f"journals/{name}.journal", solved_at_home(0.1))
    assert race.shared.store.journals == before
    assert not ann.session.solved
    assert race.results == {}


async def test_11_a_journal_edited_by_hand(race: RaceOfTwo) -> None:
    """Nobody but the operator reaches those of races; one that says what cannot be counts as far as it can be."""
    ann = await race.begin()
    ann.give("tile.clockwise", "turn PLACE clockwise", 7)
    ann.cut()
    store = race.shared.store
    store.holders.clear()
    store.journals["m-ann"] += b"0.1 finished\n" + event_line(0.2, "attempt") + b"0.1 finished\n"
    room = race.here.records.room("m")
    assert room is not None
    found = race.here.records.figures(room, "ann")
    assert found.ended is Ended.NOT_YET
    assert found.seconds >= 20.0


async def test_12_two_windows_at_once(race: RaceOfTwo) -> None:
    ann = await race.begin()
    second = race.seat("ann")
    second.look()
    second.give("tile.clockwise", "turn PLACE clockwise", 7)
    lines = ann.session.state.lines
    session = ann.session
    ann.give("tile.clockwise", "turn PLACE clockwise", 8)
    assert session.state.lines == lines, "a window that has lost the board changes nothing"
    race.solve(second)
    await delivered()
    room = race.here.records.room("m")
    assert room is not None
    assert race.here.records.figures(room, "ann") == race.results["ann"]


async def test_13_a_guest_beside_the_key(race: RaceOfTwo) -> None:
    await race.begin()
    for player in ("guest-1", "player-2"):
        found = board_opening(race.library(player), BOARD)
        assert isinstance(found, Closed)
        assert "once the race is over" in found.why
        assert race.here.records.closed(player) == [identity(BOARD)]


async def test_once_it_is_over_the_board_is_a_board_as_any_other(race: RaceOfTwo) -> None:
    ann = await race.begin()
    race.solve(ann)
    await delivered()
    race.clock.now += 2
    assert not race.here.records.why_closed(identity(BOARD), "ann")
    assert race.here.records.why_closed(identity(BOARD), "guest-1")
    race.clock.now += 86_400
    assert not race.here.records.why_closed(identity(BOARD), "guest-1")


async def test_a_game_that_is_over_is_among_what_one_has_played(race: RaceOfTwo) -> None:
    ann = await race.begin()
    race.solve(ann)
    library = race.library("ann")
    ann.leave()
    race.here.records.file_away("m", "ann", library.store)
    (entry,) = library.journals()
    assert entry.solves
    assert entry.solves[0].seconds == pytest.approx(20.0)


def test_the_id_of_a_raced_board_is_answered_by_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from termpuzzles.company import remote

    monkeypatch.setenv("TERMPUZZLES_CLOSED", identity(BOARD))
    for limit in ("os.nice", "resource.setrlimit"):  # the process of the tests goes on
        monkeypatch.setattr(limit, lambda *_: None)
    assert remote.main(["hint", canonical_id(BOARD)]) == 2


async def test_of_two_windows_that_begin_at_once_one_only_looks(race: RaceOfTwo) -> None:
    """As on two hosts, where neither knows of the other before the first move is stored."""
    ann = await race.begin()
    log = race.shared.store.holders.pop("m-ann")
    assert log
    controller = ann.controller
    assert controller
    controller.recorded._journal.read_only = True  # type: ignore[union-attr]
    before = ann.session.attempt.state
    ann.give("play.hint", "hint")
    ann.give("tile.clockwise", "turn PLACE clockwise", 8)
    assert before == controller.session.state
    assert controller.session.attempt.unaided
    assert "cannot keep" in controller.tick()


async def test_a_program_that_plays_is_remarked_on(race: RaceOfTwo) -> None:
    ann = await race.begin()
    race.solve(ann)  # all in the same moment
    await delivered()
    assert race.results["ann"].by_machine
    race.clock.now += 6
    ann.race.look_around()
    assert ann.race.places()[0].result == "0:20, by machine?"
