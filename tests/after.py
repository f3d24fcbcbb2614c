"""What is done after each test, by those who need it."""

from collections.abc import Callable

AFTER_EACH: list[Callable[[], None]] = []
