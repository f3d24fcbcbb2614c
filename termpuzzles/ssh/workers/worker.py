"""A process that answers questions, one after the other: `python3 -m termpuzzles.ssh.workers.worker`.

Questions come by standard input and answers go by standard output, each pickled behind its length. It may take no more
than its share of memory, lets others use the processors first, and ends with its server.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
from typing import BinaryIO

from termpuzzles.logic.budget import USUAL, hold_memory
from termpuzzles.logic.task import finish
from termpuzzles.play.questions import Desk

HEAD = struct.Struct(">Q")  # the length of what follows
NICE = 10


def work(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions."""
    desk = Desk()
    while len(head := questions.read(HEAD.size)) == HEAD.size:
        question = pickle.loads(questions.read(*HEAD.unpack(head)))
        try:
            answer = (True, finish(question.work(desk)))
        except Exception as error:  # whatever a board does to the work, the next question is answered
            answer, desk = (False, f"{type(error).__name__}: {error}"), Desk()
        data = pickle.dumps(answer)
        answers.write(HEAD.pack(len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    os.nice(NICE)
    hold_memory(USUAL.bytes)
    work(sys.stdin.buffer, sys.stdout.buffer)
