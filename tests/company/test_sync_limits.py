"""How much is synced at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from termpuzzles.company.sync import VERSION, courses_of, exchange_with
from termpuzzles.storage.journal_text import event_line, head_line
from termpuzzles.storage.store import MemoryStore
from termpuzzles.storage.transfer import part_of
from tests.company.test_sync import at_once
from tests.play.storage.test_library import ring
from tests.play.storage.test_limits import in_memory


@pytest.mark.parametrize(
    ("sizes", "parts"),
    [
        ([], []),
        ([1 << 20], [1]),
        ([300_000, 222_288], [2]),  # with 2,000 bytes for the first file just half a mebibyte
        ([300_000, 222_289], [1, 1]),
        ([100, 1 << 19, 100], [1, 1, 1]),
        ([100_000, 100_000, 318_288, 100], [3, 1]),
        ([100_000, 100_000, 320_289, 100], [2, 2]),
        ([1] * 600, [263, 263, 74]),
    ],
)
def test_journals_are_fetched_in_parts_of_half_a_mebibyte_where_each_file_counts_2000_bytes_more(
    sizes: list[int], parts: list[int], tmp_path: Path
) -> None:
    library, asked = in_memory(tmp_path), list[int]()
    listed = [f"{number:024x} 3 {number:032x} {size}" for number, size in enumerate(sizes)]

    async def ask(words: Sequence[str], data: bytes) -> bytes:
        if words == ["list"]:
            return "\n".join([f"termpuzzles {VERSION} 262144", "{}", *listed]).encode()
        assert words == ["get"]
        asked.append(len(data.split(b"\n")))
        return part_of(library, [])

    at_once(exchange_with(library, ask))
    assert asked == parts


def test_journals_that_cannot_be_read_or_say_nothing_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    store, whole = MemoryStore(lambda: 0.0), head_line(ring(), {}) + event_line(1.0, "undo")
    store.journals = {"a" * 24: whole, "b" * 24: whole, "c" * 24: b"", "d" * 24: head_line(ring(), {}), "e" * 24: b"x"}
    store.modified = dict.fromkeys(store.journals, 0.0)
    read = store.read

    def some(name: str) -> bytes:
        if name == "b" * 24:
            raise OSError("gone")
        return read(name)

    monkeypatch.setattr(store, "read", some)
    (course,) = courses_of(store).values()
    assert (course.name, course.events, course.size) == ("a" * 24, 1, len(whole))
    assert courses_of(store, {stamp: course for stamp in store.stamps() if stamp.name[0] in "ab"}) == {
        stamp: course for stamp in store.stamps() if stamp.name[0] in "ab"
    }
