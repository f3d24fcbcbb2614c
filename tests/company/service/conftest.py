"""The service's tests run on its own loop."""

import asyncio
from collections.abc import Callable, Mapping

from termpuzzles.company.service.fair_loop import FairLoop


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Whose turn it is decides the loop, in all tests of this folder."""
    return {"fair": FairLoop}
