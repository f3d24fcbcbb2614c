"""An interrupt ends the program at once where nothing is open yet, and elsewhere it is what it was."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from termpuzzles.commands.startup import interrupts_end_at_once
from tests.cli.program import ROOT

INTERRUPTED = """
import os, signal
from termpuzzles.commands.startup import interrupts_end_at_once
with interrupts_end_at_once():
    print("inside", flush=True)
    try:
        os.kill(os.getpid(), signal.SIGINT)
    finally:
        print("went on", flush=True)
print("outside", flush=True)
"""


def test_an_interrupt_ends_the_program_at_once_with_a_word_and_a_status() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("inside\n", "termpuzzles: interrupted\n", 130)


def test_what_an_interrupt_does_is_put_back_afterwards_and_left_alone_in_other_threads() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupts_end_at_once():
        inside = signal.getsignal(signal.SIGINT)
        seen = []

        def look() -> None:
            with interrupts_end_at_once():
                seen.append(signal.getsignal(signal.SIGINT))

        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert signal.getsignal(signal.SIGINT) is before
    assert inside is not before
    assert seen == [inside]


AT_AN_IMPORT = """
import os, runpy, signal, sys

chosen, seen = int(sys.argv.pop(1)), []

def heard(event, given):
    if event == "import" and (seen or given[0] == "termpuzzles.cli"):
        seen.append(given[0])
        if len(seen) == chosen:
            os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(heard)
runpy.run_module("termpuzzles", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize("chosen", [1, 2, 5, 10, 20, 40, 60, 80])
def test_an_interrupt_at_any_import_leaves_no_traceback(chosen: int) -> None:
    argv = [sys.executable, "-c", AT_AN_IMPORT, str(chosen), "solve", "7x7w:" + "0" * 49]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (-signal.SIGINT, 130)
    assert done.stderr in ("", "termpuzzles: interrupted\n")


def test_an_interrupt_at_the_end_is_silent() -> None:
    code = "import atexit, os, signal, sys; atexit.register(os.kill, os.getpid(), signal.SIGINT)\n"
    code += "from termpuzzles.__main__ import main; sys.argv = ['x', 'solve', 'infinity:2x2:3333']; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")
    assert done.stdout


def test_whoever_plays_alone_loads_no_openssl_and_gets_it_by_asking() -> None:
    code = (
        "import sys; from termpuzzles.cli import main; main(['solve', 'infinity:2x2:3333'])\n"
        "print('ssl' in sys.modules, '_hashlib' in sys.modules)\n"
        "import hashlib, ssl; print(ssl.OPENSSL_VERSION[:7], hashlib.sha256(b'').hexdigest()[:8])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["False False", "OpenSSL e3b0c442"]
