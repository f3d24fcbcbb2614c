"""An interrupt ends the program at once where nothing is open yet, and elsewhere it is what it was."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

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


def test_whoever_plays_alone_loads_no_openssl_and_gets_it_by_asking() -> None:
    code = (
        "import sys; from termpuzzles.cli import main; main(['solve', 'infinity:2x2:3333'])\n"
        "print('ssl' in sys.modules, '_hashlib' in sys.modules)\n"
        "import hashlib, ssl; print(ssl.OPENSSL_VERSION[:7], hashlib.sha256(b'').hexdigest()[:8])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["False False", "OpenSSL e3b0c442"]
