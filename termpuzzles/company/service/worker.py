"""A process that answers questions, one after the other: `python3 -m termpuzzles.company.service.worker BYTES`.

Questions come on standard input and answers go to standard output, each pickled after its length. It may take no more
than so many bytes of memory, has a low priority for the processors, and ends with its server.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from typing import BinaryIO

from termpuzzles.logic.task import finish, hold_memory
from termpuzzles.session.questions import GuideCache

HEAD = struct.Struct(">Q")  # the length of what follows
NICE = 5
PATIENCE = 1.0  # seconds of processor time; a question that takes longer lets shorter ones go first
NICER = 10  # how much niceness it then adds


def _let_others_go_first(number: int, frame: object) -> None:
    os.nice(NICER)


def work(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions."""
    cache = GuideCache()
    while len(head := questions.read(HEAD.size)) == HEAD.size:
        question = pickle.loads(questions.read(*HEAD.unpack(head)))
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        try:
            answer = (True, finish(question.work(cache)))
        except Exception as error:  # whatever goes wrong with a board, the next question is answered
            answer, cache = (False, f"{type(error).__name__}: {error}"), GuideCache()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        data = pickle.dumps(answer)
        answers.write(HEAD.pack(len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    import termpuzzles.hints.guide
    import termpuzzles.logic.answers.solver  # noqa: F401 # both now, so that the first question does not wait for them

    os.nice(NICE)
    signal.signal(signal.SIGVTALRM, _let_others_go_first)
    hold_memory(int(sys.argv[1]))
    work(sys.stdin.buffer, sys.stdout.buffer)
