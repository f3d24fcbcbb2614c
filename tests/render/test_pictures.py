"""The README's pictures are what the program draws now, and need nothing from elsewhere."""

import pytest

from tests.pictures import FOLDER, INKS, picture


@pytest.mark.parametrize("ink", INKS)
def test_a_picture_is_what_the_program_draws_now(ink: str) -> None:
    shown = (FOLDER / f"hint-{ink}.svg").read_text(encoding="utf-8")
    assert shown == picture(ink) + "\n", "draw them anew: python3 -m tests.pictures"
    assert "http" not in shown.replace("http://www.w3.org/2000/svg", "")
    assert len(shown) < 20_000
