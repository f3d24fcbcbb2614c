"""Numbers as pictures, in words that `Lines` draw: big figures, bars, the latest times, histograms."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from termpuzzles.tui.widgets.lines import Words

_PIXELS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": ("## ", " # ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    ":": (" ", "#", " ", "#", " "),
    ",": (" ", " ", " ", " ", "#"),
    " ": (" ", " ", " ", " ", " "),
}  # three pixels wide and five high
_HALVES = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}  # two pixels, one above the other
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_SPARK = 6  # eighths at most, so that rows stay apart


def big_figures(text: str, unicode: bool, scale: int = 1) -> list[str]:
    """The digits of a text in three rows of half blocks, or in five twice as large; in ASCII the text alone."""
    if not unicode or any(sign not in _PIXELS for sign in text):
        return [text]
    rows = [" ".join(_PIXELS[sign][y] for sign in text) for y in range(5)]
    large = ["".join(pixel * scale for pixel in row) for row in rows for _ in range(scale)]
    padded = [*large, " " * len(large[0])] if len(large) % 2 else large
    pairs = zip(padded[::2], padded[1::2], strict=True)
    return ["".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]


def stacked_bar(parts: Sequence[tuple[float, str]], width: int, unicode: bool) -> Words:
    """One bar of several parts, each with its tone and the share of the bar at which it ends, from 0 to 1."""
    words: list[tuple[str, ...]] = []
    before, done = 0.0, 0
    for share, tone in parts:
        end = min(width, max(round(share * width), done + (share > before)))
        words.append((("━" if unicode else "#") * (end - done), tone))
        before, done = share, end
    return *words, (("─" if unicode else ".") * (width - done), "frame")


def spark(times: Sequence[float], unicode: bool, tone: str = "lit") -> Words:
    """The times side by side, the longest as the highest bar and the last in a colour of its own; none in ASCII."""
    longest = max(times, default=0.0)
    if not unicode or len(times) < 2 or longest <= 0:
        return ()
    bars = "".join(_EIGHTHS[max(1, round(time / longest * _SPARK))] for time in times)
    return (bars[:-1], tone), (bars[-1], "source")


def columns(
    heights: Sequence[float], rows: int, unicode: bool, width: int = 1, gap: int = 0, marked: int | None = None
) -> list[Words]:
    """Bars side by side in so many rows, each so many columns wide; the one at `marked` has a colour of its own."""
    most = max(heights, default=0.0)
    lines: list[Words] = []
    for row in reversed(range(rows)):
        line: list[tuple[str, ...]] = []
        for place, height in enumerate(heights):
            eighths = max(round(height / most * rows * 8), 1) if height else 0
            here = max(0, min(8, eighths - 8 * row))
            sign = _EIGHTHS[here] if unicode else "#" if here >= 4 or (here and not row) else " "
            line.append((sign * width + " " * gap, "source" if place == marked else "lit"))
        lines.append(tuple(line))
    return lines


class Bins(NamedTuple):
    """How many times fall into each of some spans: the counts, the seconds at which the first begins and of each."""

    counts: list[int]
    first: float
    each: float

    def place(self, seconds: float) -> int:
        """The span that a time falls into."""
        return max(0, min(len(self.counts) - 1, int((seconds - self.first) // self.each)))

    def scale(self, pitch: int) -> str:
        """Where spans begin, below their bars of so many columns each, as many as fit at equal distances."""
        labels = [self._label(self.first + place * self.each) for place in range(len(self.counts))]
        step = -(-(max(map(len, labels)) + 1) // pitch)
        fits = [label for place, label in enumerate(labels) if pitch * place + len(label) <= pitch * len(labels)]
        return "".join(f"{label:<{step * pitch}}" for label in fits[::step]).rstrip()

    def _label(self, seconds: float) -> str:
        minutes, rest = divmod(int(seconds), 60)
        return f"{minutes} min" if self.each >= 60 else f"{minutes}:{rest:02}"


_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18000, 36000, 86400)  # seconds of a span


def binned(times: Sequence[float], most: int) -> Bins:
    """The times in at most `most` spans of a round number of seconds; those far longer than most fall into the last."""
    ordered = sorted(times)
    usual = min(ordered[-1], 2.5 * ordered[len(ordered) // 2])
    each = next((step for step in _STEPS if usual // step - ordered[0] // step < most), _STEPS[-1])
    first = ordered[0] // each * each
    count = min(most, int((usual - first) // each) + 1)
    starts = [first + each * place for place in range(count)]
    counts = [0] * count
    for time in ordered:
        counts[max(0, bisect_right(starts, time) - 1)] += 1
    return Bins(counts, first, each)
