"""The README's pictures are what the app shows now, and need no other file."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.pictures.scenes import FOLDER, SCENES, THEMES, Scene, picture
from tests.pictures.strokes import box, strokes

MOST = 300_000  # bytes for all pictures together


@pytest.mark.parametrize("page", THEMES)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_a_picture_is_what_the_app_shows_now(scene: Scene, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("COLORTERM", "truecolor")
    shown = (FOLDER / f"{scene.name}-{page}.svg").read_text(encoding="utf-8")
    assert shown == await picture(scene, page), "draw them anew: python3 -m tests.pictures"


def test_pictures_are_small_and_need_no_font_and_no_other_file() -> None:
    drawn = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")]
    assert len(drawn) == len(SCENES) * len(THEMES)
    assert sum(len(text.encode()) for text in drawn) < MOST
    for text in drawn:
        assert not re.search(r"font|url\(|@import|<image|<text|http(?!://www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.stem)
def test_every_letter_that_is_used_is_defined(path: Path) -> None:
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    defined = {f"#{node.get('id')}" for node in root.iter("{http://www.w3.org/2000/svg}path") if node.get("id")}
    assert {node.get("href") for node in root.iter("{http://www.w3.org/2000/svg}use")} == defined


@pytest.mark.parametrize(
    ("letter", "kinds"),
    [("─", "light light"), ("╋", "heavy heavy heavy heavy"), ("╞", "double light light"), ("╼", "heavy light")],
)
def test_a_box_drawing_character_has_a_stroke_for_each_side(letter: str, kinds: str) -> None:
    assert " ".join(sorted(stroke.kind for stroke in strokes(letter))) == kinds


def test_blocks_are_boxes() -> None:
    assert box("▁") == (0, 35, 20, 5, 1)
    assert box("▌") == (0, 0, 10, 40, 1)
    assert box("a") is None
