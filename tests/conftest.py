"""What all tests share: property tests take the time they need and draw the same examples in every run."""

from hypothesis import HealthCheck, settings

import tests.games.web  # noqa: F401 - registers a game that only the tests know, so that generic tests run over it

settings.register_profile("repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("exploring", deadline=None, max_examples=2000)
settings.load_profile("repeatable")
