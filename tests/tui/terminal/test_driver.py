"""What a terminal may do to the program, tested on a real one."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.data import sweep
from tests.tui.screen import DARK_ANSWER, PROJECT, Player, Process, Start

NONSENSE = [
    b"\xff\xfe",
    b"\xe9\x80",
    b"\x1b[1114112u",
    b"\x1b[99999999999999999999;5u",
    b"\x1b[M \xff\xe9",
    b"\x1b[M#\x00\x1b",
]
LEFT = [b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1002l", b"\x1b[?1000l", b"\x1b[?1004l", b"\x1b[?2004l", b"\x1b[<u"]
ENDING = [  # what a shell can send, and what a limit of time sends, that ends a program unless it is heeded
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGALRM,
    signal.SIGVTALRM,
    signal.SIGPROF,
    signal.SIGXCPU,
    *filter(None, (getattr(signal, name, None) for name in ("SIGPWR", "SIGSTKFLT"))),
]


def threads_of(player: Player) -> int:
    return len(os.listdir(f"/proc/{player.process}/task"))


def moves(player: Player) -> int:
    found = re.search(r"moves +(\d+)", player.text)
    return int(found[1]) if found else -1


def test_bytes_that_mean_nothing_and_wrong_pastes_end_no_game(start: Start) -> None:
    player = start("play", "small.loops")
    player.see("moves  0")
    for code in (b"\x1b[?1002h", b"\x1b[?1004h"):
        assert code in player.written  # the mouse tells of drags, and the window of its focus
    assert b"\x1b[?1003h" not in player.written
    for number, nonsense in enumerate(NONSENSE, 1):
        player.send(nonsense)
        player.settle()
        player.press("l ")
        player.see(f"moves  {number}")
    player.send(b"\x1b[200~caf\xe9 d d d\x1b[201~")  # no UTF-8
    player.press(" ")
    player.see("moves  7")
    player.send(b"\x1b[200~" + b" dd" * 400_000 + b"\x1b[201~")  # more than is taken
    player.press("l ")
    player.see("moves  8")
    player.send(b"\x1b[O\x1b[I")
    player.press("\x03\x03")
    assert player.wait() == 0
    assert b"Traceback" not in player.written


def test_answers_that_come_late_and_in_pieces_play_nothing(start: Start) -> None:
    player = start("play", "small.loops", answer=b"")
    player.see("moves  0")
    player.settle()
    answers, pieces = DARK_ANSWER + b"\x1b[?2026;2$y\x1b[?62;c", 3
    for begin in range(pieces):
        player.send(answers[begin * len(answers) // pieces : (begin + 1) * len(answers) // pieces])
        player.look(0.01)
    player.send(b" ")
    player.see("moves  1")
    player.settle()
    assert moves(player) == 1


def test_keys_typed_before_the_first_frame_and_before_the_answers_are_all_played(start: Start) -> None:
    player = start("play", "small.loops", answer=b"")
    player.press("l ")
    player.until(lambda _: player.is_raw, "the program to take the terminal over")
    player.press(" ")
    player.see("moves  2")
    player.send(DARK_ANSWER)
    player.press(" ")
    player.see("moves  3")


def test_a_light_background_told_late_is_drawn_at_once(start: Start) -> None:
    player = start("play", "small.loops", answer=b"", COLORTERM="truecolor")
    player.see("moves  0")
    player.press(" ")
    player.see("moves  1")
    player.written = b""
    player.send(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
    player.until(lambda _: b"48;2;251;251;252" in player.written, "light colours")
    assert moves(player) == 1


@pytest.mark.parametrize("ignored", [False, True], ids=["SIGHUP", "SIGHUP ignored"])
def test_when_the_terminal_is_gone_the_program_is_too_and_the_moves_are_kept(start: Start, ignored: bool) -> None:
    before = ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"] if ignored else []
    player = start("play", "small.loops", before=before)
    player.see("moves  0")
    player.press("l  ")
    player.see("moves  2")
    player.hang_up()
    assert player.wait() == 128 + signal.SIGHUP
    if ignored:
        start("play", "small.loops").see("moves  2")


def test_a_list_that_writes_nothing_ends_with_its_terminal_too(start: Start) -> None:
    player = start(before=["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"])
    player.see("Browse")
    player.settle()
    player.hang_up()
    assert player.wait() == 128 + signal.SIGHUP


def test_as_the_first_process_of_a_container_it_is_gone_with_its_terminal(start: Start) -> None:
    unshare = ["unshare", "--pid", "--fork", "--kill-child"]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("this system forbids new process namespaces")
    player = start("play", "small.loops", before=unshare)
    player.see("moves  0")
    player.hang_up()
    player.wait()


@pytest.mark.parametrize("number", sweep.sample(ENDING, 5))
def test_a_signal_that_ends_it_restores_the_terminal(start: Start, number: signal.Signals) -> None:
    player = start("play", "small.loops")
    player.see("moves  0")
    player.press("l ")
    player.see("moves  1")
    assert player.is_raw
    player.written = b""
    player.signal(number)
    assert player.wait() == 128 + number
    assert [code for code in LEFT if code not in player.written] == []
    assert b"\x1b[m" in player.written[: player.written.index(b"\x1b[?1049l")]
    assert not player.is_raw
    if number == signal.SIGTERM:
        start("play", "small.loops").see("moves  1")


@pytest.mark.parametrize("number", sweep.sample([signal.SIGTERM, signal.SIGQUIT, signal.SIGUSR1], 3))
def test_a_signal_that_ends_plain_mode_finds_the_terminal_as_it_was_and_every_move_kept(
    start: Start, number: signal.Signals
) -> None:
    player = start("play", "--plain", "small.loops")
    player.see("Type help for the commands.")
    player.press("turn 1 1\r")
    player.see("column 1 row 1:")
    player.settle()
    player.written = b""
    player.signal(number)
    assert player.wait() in (-number, 128 + number)
    assert (player.written, player.is_raw) == (b"", False)
    player = start("play", "--plain", "small.loops")
    player.see("Type help for the commands.")
    player.press("undo\r")
    player.see("column 1 row 1:")


def test_a_signal_to_go_on_starts_nothing(start: Start) -> None:
    player = start("play", "small.loops")
    player.see("moves  0")
    player.settle()
    before = threads_of(player)
    for _ in range(3):
        player.written = b""
        player.signal(signal.SIGCONT)
        player.until(lambda text: b"moves" in player.written, "all of it drawn again")
        player.settle()
    assert threads_of(player) == before
    player.press("l ")
    player.see("moves  1")
    player.settle()
    assert moves(player) == 1


def test_stopped_by_its_key_it_gives_the_terminal_back_and_goes_on_where_it_was(start: Start) -> None:
    script = 'set -m; "$@"; echo "now stopped"; stty -a | grep -o " echo "; read answer; fg >/dev/null; echo "ended $?"'
    player = start("play", "small.loops", before=["bash", "-c", script, "bash"])
    player.see("moves  0")
    player.press("l ")
    player.see("moves  1")
    player.press("\x1a")
    player.see("now stopped")
    player.see("echo")
    player.press("\r")
    player.see("moves  1")
    player.press(" ")
    player.see("moves  2")
    player.press("q")
    player.see("ended 0")


def test_columns_and_lines_in_the_environment_do_not_freeze_the_size(start: Start) -> None:
    player = start("play", "small.loops", size=(90, 25), COLUMNS="40", LINES="10")
    player.see("moves  0")
    assert max(map(len, map(str.rstrip, player.screen.display))) > 60
    player.resize(20, 4)
    player.see("Too small")
    player.resize(100, 30)
    player.see("moves  0")
    player.until(lambda text: max(len(line.rstrip()) for line in text.splitlines()) > 75, "the whole width")


@pytest.mark.parametrize("locale", sweep.sample(["xx_YY", "de_XX.UTF-8", "ja_XX.eucJP"], 3))
def test_from_another_machine_come_all_colours_of_a_known_terminal_and_lines_in_unicode(
    start: Start, locale: str
) -> None:
    player = start("play", "small.loops", TERM="xterm-kitty", LANG=locale)
    player.see("moves  0")
    assert b"38;2;" in player.written
    assert not player.settle().isascii()


def test_over_ssh_without_a_terminal_it_says_how_to_get_one() -> None:
    over_ssh = {"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22", "TERM": "dumb", "PYTHONPATH": str(PROJECT)}
    command = [sys.executable, "-m", "termpuzzles", "play"]
    environment = dict(os.environ) | over_ssh
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=False
    )
    assert "ssh -t" in done.stdout + done.stderr


@pytest.mark.parametrize("milliseconds", sweep.sample([40, 80, 150, 200, 225, 250, 275, 300, 325, 350, 400, 500], 5))
def test_an_interrupt_while_it_starts_is_one_line_and_its_status(start: Start, milliseconds: int) -> None:
    player = start("play", "small.loops")
    time.sleep(milliseconds / 1000)
    player.signal(signal.SIGINT)
    status = player.wait()
    assert not player.is_raw
    assert not re.search(rb'/termpuzzles/[^"]+", line \d+, in \w', player.written), (
        "a traceback out of a function of ours"
    )
    if re.search(rb"<frozen runpy>|init_import_site", player.written):
        return  # python was still loading itself or our first file
    assert status in (130, -signal.SIGINT)
    assert b"Traceback" not in player.written


def test_a_terminal_that_reads_nothing_holds_up_neither_play_nor_the_end(start: Start) -> None:
    player = start("play", "small.loops", size=(200, 60))
    player.see("moves  0")
    player.settle()

    def keys_without_reading() -> None:
        """Type so much that the frames fill the terminal's buffer, and wait until the program has read it."""
        for _ in range(60):
            os.write(player._terminal, b"l  ++--")
        process = Process(player.process)
        before, asleep = -1.0, 0
        while asleep < 5:  # it waits for the terminal, or for keys
            time.sleep(0.02)
            asleep = asleep + 1 if process.cpu == before and process.states == {"S"} else 0
            before = process.cpu

    keys_without_reading()
    player.until(lambda _: moves(player) == 120, "all moves, in the frames that are sent once they are read")
    keys_without_reading()
    player.signal(signal.SIGTERM)
    while (status := player.status()) is None:
        time.sleep(0.02)
    assert status == 128 + signal.SIGTERM
