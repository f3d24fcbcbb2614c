"""The contents of the panel beside a board: figures, the current hint, and the keys that matter now.

The keys are those of the bindings in force, and each acts when it is clicked. They are not textual's `Footer`: that
makes a widget of each key and composes all of them anew whenever a binding changes (200 ms for the keys of a board,
against 0.2 ms here), and takes a row from the board where columns are free.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from termpuzzles.catalogue.statistics import Times
from termpuzzles.session.open_cells import settled, to_settle
from termpuzzles.session.session import Session, clock_text
from termpuzzles.session.staged_hint import NONE, Advice
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.widgets.lines import Words
from termpuzzles.tui.widgets.words import KeyOf, advice_in_words, wrapped

PANEL_WIDTH = 26
_HELP = "help"  # the name of the key that shows all others
Groups = Sequence[Sequence[ShownKey]]


def facts(session: Session, times: Times | None, chart: str, place: str) -> list[Words]:
    """The figures; `times` is None if the player wants no clock, `chart` shows the latest times as bars."""
    figures = [("time", clock_text(session.clock.seconds))] if times else []
    figures += [("best", clock_text(times.best))] if times and times.best is not None else []
    figures += [("", chart)] if chart else []
    figures.append(("moves", str(session.turns)))
    if session.puzzle.game.pins and not session.solved:
        figures.append(("pinned", f"{settled(session.puzzle, session.state)} of {to_settle(session.puzzle)}"))
    figures += [("hints", str(session.hints))] if session.hints else []
    figures += [("at", place)] if place else []
    return [((f"{name:>8}  ", "faint"), (value, "text")) for name, value in figures]


def trial_lines(key: KeyOf) -> list[Words]:
    """How to end a trial."""
    keep, drop = key("play.trial"), key("play.close")
    return [
        (("   trial  ", "faint"), (f"{keep} keeps it", "text", "screen.act('play.trial')")),
        (("          ", "faint"), (f"{drop} drops it", "text", "screen.close")),
    ]


def advice_lines(advice: Advice, key: KeyOf) -> list[Words]:
    """The whole hint: its technique, its page, and its text; [] if there is none."""
    if advice.stage == NONE:
        return []
    text, does = advice_in_words(advice)
    width = PANEL_WIDTH - 2
    lines: list[Words] = [((line, "faint", "screen.help"),) for line in _title_lines(advice, width)]
    concluded = advice.conclusion if advice.page and advice.conclusion not in text else ""
    lines += [((line, "good"),) for line in wrapped(concluded, width)] + [()] * bool(concluded)
    lines += [((line, "text"),) for line in wrapped(text, width)]
    shown = [(f"{key('play.hint')} {does}", "screen.act('play.hint')")]
    shown += [(f"{key('play.do')} do it at once", "screen.act('play.do')")] * advice.can_be_done
    about = [(f"{key('play.help')} about this idea", "screen.help")] if advice.technique and not advice.page else []
    return [*lines, (), *(((f" {text}", "faint", action),) for text, action in (*shown, *about))]


def _title_lines(advice: Advice, width: int) -> list[str]:
    """A rule with the name of the technique and the page, in two lines if they are too long for one."""
    page = f" {advice.page} of {advice.pages} ──" if advice.page and advice.pages > 1 else ""
    title = f"── {advice.title or 'Hint'} "
    if len(title) + len(page) > width:
        return [title.ljust(width, "─"), page.rjust(width, "─")] if page else [title.rstrip()]
    return [title.ljust(width - len(page), "─") + page]


def key_lines(groups: Groups, room: int) -> list[Words]:
    """The keys in at most `room` lines: with blank lines between groups, without, or only the first and help."""
    shown = [[_key_line(key) for key in group] for group in groups]
    apart = [line for group in shown for line in [*group, ()]][:-1]
    if len(apart) <= room:
        return apart
    every = [line for group in shown for line in group]
    if len(every) <= room:
        return every
    for_help = [_key_line(key) for group in groups for key in group if key.name == _HELP]
    return [*every[: max(0, room - 1)], *for_help][: max(0, room)]


def _key_line(key: ShownKey) -> Words:
    return ((f"{key.keys:>8}  ", "text", key.action), (key.name, "faint", key.action))


def panel(above: Iterable[Words], advice: Iterable[Words], groups: Groups, room: int) -> list[Words]:
    """Figures, the hint, and as many keys as fit, in at most `room` lines."""
    lines: list[Words] = [*above, ()]
    if hint := [*advice]:
        lines += [*hint, ()]
    return [*lines, *key_lines(groups, room - len(lines))]


def keys_in_a_row(groups: Groups, width: int) -> Words:
    """The keys in one line, for windows without a panel: as many as fit, help first."""
    words: list[tuple[str, ...]] = []
    for key in sorted((key for group in groups for key in group), key=lambda key: key.name != _HELP):
        width -= 3 + len(key.keys) + len(key.name)
        if width < 0:
            break
        words += [(f"  {key.keys}", "text", key.action), (f" {key.name}", "faint", key.action)]
    return tuple(words)
