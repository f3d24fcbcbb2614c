"""A worker answers each question, even if the one before failed."""

import pickle
from io import BytesIO
from typing import NamedTuple

from termpuzzles.logic.task import Task
from termpuzzles.session.questions import GuideCache
from termpuzzles.ssh.worker import HEAD, work


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
