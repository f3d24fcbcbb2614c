"""How much is sent to a terminal of 100x30: a start in one frame, and little for a move."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median

import pytest
from textual import events

from termpuzzles.formats import canonical_id
from termpuzzles.render.ink import LARGE, LARGEST, MEDIUM, PIPE_ZOOMS, SMALL, SMALLEST, Zoom
from termpuzzles.tui.widgets.board import Board
from tests.bench.bytes import MOVES, SIZE, app_with
from tests.play.test_session import Time
from tests.tui.recorder import Recorded, recorded

START = [
    ("7x7w", SMALLEST),
    ("7x7w", MEDIUM),
    ("7x7w", LARGEST),
    ("7x7", LARGE),
    ("30x30w", SMALL),
]
ROUND_TRIP = 14_000  # bytes that a server sends before it has to hear from its visitor
MOVE = {SMALLEST: 40, SMALL: 40, MEDIUM: 90, LARGE: 115, LARGEST: 115}
JUMP = 10  # that a move of the terminal's cursor takes
MOST = 170  # that any move sends where the board need not scroll


async def frames(play: Recorded) -> list[bytes]:
    """The frames that are sent from now until nothing more comes; one that only moves the cursor is none."""
    while not any(len(sent) > MOST for sent in play.wire.sent):
        await play.pilot.pause(0.01)
    for _ in range(10):
        await play.pilot.pause(0.01)
    while play.app.output.is_drawing:
        await play.pilot.pause(0.01)
    return [sent for sent in play.wire.sent if len(sent) > JUMP]


@pytest.mark.parametrize(("params", "zoom"), START, ids=[f"{size} {zoom.name}" for size, zoom in START])
async def test_a_start_is_one_frame_within_a_round_trip_and_a_move_takes_few_bytes(
    tmp_path: Path, params: str, zoom: Zoom
) -> None:
    app, chance = app_with(params, tmp_path, Time()), Random(5)
    app.context.keep_zoom(f"net {app._puzzles[0].grid} in {SIZE[0]}x{SIZE[1]}", zoom.number)
    async with recorded(app, SIZE) as play:
        assert len(await frames(play)) == 1
        assert len(play.wire.read_sent()) < ROUND_TRIP
        moves = []
        board = play.app.screen.query_one(Board)
        for _ in range(16):
            before = board.geometry
            sent = await play.press(chance.choice(MOVES))
            if board.geometry == before:
                moves.append(len(sent.encode()))
    assert median(moves) <= MOVE[zoom]
    assert max(moves) <= MOST


IN_PIPES = ("7x7w 4x2", "7x7 6x3", "7x7w 8x4", "7x7 8x4")


@pytest.mark.parametrize("shown", IN_PIPES)
async def test_in_pipes_a_start_is_one_frame_and_moves_and_turns_take_little(tmp_path: Path, shown: str) -> None:
    params, name = shown.split()
    zoom = next(zoom for zoom in PIPE_ZOOMS if zoom.name == name)
    app, chance = app_with(params, tmp_path, Time(), "pipes"), Random(5)
    app.context.keep_zoom(f"net {app._puzzles[0].grid} in {SIZE[0]}x{SIZE[1]}", zoom.number)
    async with recorded(app, SIZE) as play:
        assert len(await frames(play)) == 1
        assert len(play.take().encode()) < ROUND_TRIP
        moves = [len((await play.press(chance.choice(MOVES))).encode()) for _ in range(40)]
        turns = [len((await play.press("d", chance.choice(MOVES))).encode()) for _ in range(10)]
    assert max(moves) <= 400
    assert median(turns) <= 700
    assert max(turns) <= 2000  # where a whole group takes another colour


async def test_what_a_move_changes_beside_the_board_is_sent_together_with_the_board(tmp_path: Path) -> None:
    async with recorded(app_with("7x7", tmp_path, Time()), SIZE) as play:
        await frames(play)
        assert "unpin" in await play.press("s")
        for way, name in (("right", "pin"), ("left", "unpin")):
            play.take()
            await play.pilot.press(way)
            await play.pilot.pause()
            assert len(play.wire.sent) == 1
            assert name in play.take()


@pytest.mark.parametrize(("shown", "key"), [("30x30w 8x4", "right"), ("60x60 4x2", "down")])
async def test_in_pipes_a_scroll_of_a_large_window_takes_at_most_16_kilobytes(
    tmp_path: Path, shown: str, key: str
) -> None:
    params, name = shown.split()
    zoom = next(zoom for zoom in PIPE_ZOOMS if zoom.name == name)
    app, window = app_with(params, tmp_path, Time(), "pipes"), (200, 60)
    app.context.keep_zoom(f"net {app._puzzles[0].grid} in {window[0]}x{window[1]}", zoom.number)
    async with recorded(app, window) as play:
        await frames(play)
        while app.output.is_drawing:  # on a slow machine what comes first is drawn part by part
            await play.pilot.pause(0.01)
        play.take()
        board, sent = play.app.screen.query_one(Board), list[int]()
        for _ in range(max(board.geometry.x.room // zoom.width, 40)):
            before = board.geometry
            took = len((await play.press(key)).encode())
            after = board.geometry
            sent += [took] if (after.x.offset, after.y.offset) != (before.x.offset, before.y.offset) else []
            if len(sent) == 2:
                break
    assert len(sent) == 2
    assert max(sent) <= 16_000


async def test_a_board_that_opens_over_the_list_is_one_frame(tmp_path: Path) -> None:
    app = app_with("7x7w", tmp_path, Time())
    board, app._puzzles = app._puzzles[0], []
    async with recorded(app, SIZE) as play:
        await frames(play)
        play.take()
        app.post_message(events.Paste(canonical_id(board)))
        opening = await frames(play)
        assert len(opening) == 1
        assert len(opening[0]) < ROUND_TRIP
