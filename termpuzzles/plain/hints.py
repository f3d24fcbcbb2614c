"""A hint in words, stage by stage: where to look, which idea, why; and how to hear on."""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.hints.hint import IMPOSSIBLE, STEP, Hint
from termpuzzles.plain.words import area, naming, part_lines, spoken
from termpuzzles.session.session import Session
from termpuzzles.session.staged_hint import WHERE, WHICH, Advice


def hint_lines(session: Session, advice: Advice) -> Iterator[str]:
    """The hint at its stage and page."""
    hint = advice.hint
    assert hint is not None
    if advice.stage == WHERE:
        yield _where(session, hint)
        yield "Say hint for more, or do to have it done." if hint.move else "Say hint for more."
    elif advice.stage == WHICH:
        yield from _which(session, hint)
        yield "Say hint for the reason."
    else:
        yield from _why(session, hint, advice.page)
        if not advice.is_last:
            yield "Say hint to hear on."
        elif hint.move:
            yield "Say do to have it done."


def _where(session: Session, hint: Hint) -> str:
    cells = sorted(hint.region or hint.cells)
    if hint.kind == IMPOSSIBLE or not cells:
        return spoken(hint.where)
    head = "Something is wrong in" if hint.mistake else "Look at"
    return f"{head} {area(session.puzzle, cells)}."


def _which(session: Session, hint: Hint) -> Iterator[str]:
    if hint.kind != STEP:
        yield from part_lines(session, hint.title, hint.claim)
    else:
        yield from naming(session, f'Think of "{spoken(hint.title)}", for ', sorted(hint.cells))


def _why(session: Session, hint: Hint, page: int) -> Iterator[str]:
    """A page of the reason; before the first one, what it is the reason for."""
    if page == 1:
        yield from part_lines(session, hint.title, hint.claim)
    if hint.reason:
        step = f"Step {page} of {len(hint.reason)}" if len(hint.reason) > 1 else "Why"
        yield from part_lines(session, step, hint.reason[page - 1])
