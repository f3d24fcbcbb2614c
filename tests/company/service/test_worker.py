"""A worker answers each question, even if the one before failed, and takes no time from others."""

import os
import pickle
import resource
import signal
import subprocess
import sys
import time
from io import BytesIO
from typing import NamedTuple

import pytest

from termpuzzles.company.service.worker import HEAD, work
from termpuzzles.formats import read
from termpuzzles.logic.task import Budget, Task
from termpuzzles.session.questions import GuideCache, ReadQuestion


class Add(NamedTuple):
    """A question whose answer is a sum, or an error if one of the two is not a number."""

    one: object
    other: int

    def work(self, cache: GuideCache) -> Task[int]:
        yield None
        if not isinstance(self.one, int):
            raise ValueError("expected a number")
        return self.one + self.other


def test_a_question_that_fails_gets_an_error_and_the_next_is_answered() -> None:
    questions = BytesIO(b"".join(HEAD.pack(len(data)) + data for data in map(pickle.dumps, (Add("x", 1), Add(2, 3)))))
    answers = BytesIO()
    work(questions, answers)
    answers.seek(0)
    results = [pickle.loads(answers.read(*HEAD.unpack(answers.read(HEAD.size)))) for _ in range(2)]
    assert results == [(False, "ValueError: expected a number"), (True, 5)]
    assert not answers.read()


class Timed(NamedTuple):
    """A question whose answer is whether a timer runs meanwhile."""

    def work(self, cache: GuideCache) -> Task[bool]:
        yield None
        return 0 < signal.getitimer(signal.ITIMER_VIRTUAL)[0] < 2


def test_the_time_that_a_question_takes_is_counted_and_no_other() -> None:
    questions, answers = BytesIO(), BytesIO()
    data = pickle.dumps(Timed())
    questions.write(HEAD.pack(len(data)) + data)
    questions.seek(0)
    work(questions, answers)
    assert pickle.loads(answers.getvalue()[HEAD.size :]) == (True, True)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at another process as Linux lets one")
def test_a_worker_lets_others_go_first_and_ends_when_nobody_can_ask_any_more() -> None:
    memory, mine = 400 << 20, os.getpriority(os.PRIO_PROCESS, 0)
    argv = [sys.executable, "-m", "termpuzzles.company.service.worker", str(memory)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        data = pickle.dumps(ReadQuestion("3x3:2b4178173", "mine", Budget()))
        process.stdin.write(HEAD.pack(len(data)) + data)
        process.stdin.flush()
        is_fine, found = pickle.loads(process.stdout.read(*HEAD.unpack(process.stdout.read(HEAD.size))))
        assert (is_fine, found) == (True, read("3x3:2b4178173", source="mine"))
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, mine + 5)
        bounds = [resource.prlimit(process.pid, kind) for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
        assert memory in {most for both in bounds for most in both}
        process.send_signal(signal.SIGVTALRM)  # as its own timer does after a second of work
        while os.getpriority(os.PRIO_PROCESS, process.pid) != min(19, mine + 15):
            time.sleep(0.01)
        process.stdin.close()
        assert process.wait() == 0
        assert process.stdout.read() == b""
