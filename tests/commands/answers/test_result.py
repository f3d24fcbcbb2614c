"""The exit status for several answers."""

import pytest

from termpuzzles.commands.answers import BAD, LIMIT, NO, YES, worst_status


@pytest.mark.parametrize(
    ("statuses", "together"),
    [
        ((), YES),
        ((YES, YES), YES),
        ((YES, NO, YES), NO),
        ((NO, LIMIT, YES), LIMIT),
        ((NO, LIMIT, BAD, YES), BAD),
        ((YES, BAD), BAD),
    ],
)
def test_of_many_statuses_the_gravest_counts(statuses: tuple[int, ...], together: int) -> None:
    assert worst_status(statuses) == together
