"""The README's pictures are what the app shows now, and need no other file."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from termpuzzles.games import GAMES, named
from tests.pictures.film import draw_film
from tests.pictures.scenes import FOLDER, SCENES, THEMES, Scene, game_picture, picture
from tests.pictures.strokes import box, strokes

MOST = 650_000  # bytes for all pictures together


@pytest.mark.parametrize("page", THEMES)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_a_picture_is_what_the_app_shows_now(scene: Scene, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("COLORTERM", "truecolor")
    shown = (FOLDER / f"{scene.name}-{page}.svg").read_text(encoding="utf-8")
    assert shown == await picture(scene, page), "draw them anew: .venv/bin/python -m tests.pictures"


@pytest.mark.parametrize("page", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_picture_of_a_solved_board(game: str, page: str) -> None:
    shown = (FOLDER / f"game-{game}-{page}.svg").read_text(encoding="utf-8")
    assert shown == game_picture(game, page), "draw them anew: .venv/bin/python -m tests.pictures"
    assert f"<title>{named(game).title} 6x6</title>" in shown


@pytest.mark.parametrize("page", THEMES)
async def test_the_film_is_what_the_app_shows_now(page: str) -> None:
    assert (FOLDER / f"film-{page}.svg").read_text(encoding="utf-8") == await draw_film(page)


@pytest.mark.parametrize("page", THEMES)
def test_the_film_runs_for_eight_seconds_and_stands_still_at_the_hint(page: str) -> None:
    film = (FOLDER / f"film-{page}.svg").read_text(encoding="utf-8")
    rules = re.findall(r"\.f(\d+)\{visibility:(\w+);animation:f(\d+) 8s step-end infinite\}@keyframes f(\d+)\{", film)
    assert {(number, *names) for number, _, *names in rules} == {
        (str(number),) * 3 for number in range(1, len(rules) + 1)
    }
    assert film.count('<g class="f') == len(rules)
    begins = [float(begin) for begin in re.findall(r"\}(\d+\.\d+)%\{visibility:visible\}", film)]
    assert begins == sorted(set(begins))
    still = [shown == "visible" for _, shown, *_ in rules]
    assert 0 < sum(still) < len(still)
    assert still == sorted(still, reverse=True)
    assert "prefers-reduced-motion" in film


def test_pictures_are_small_and_need_no_font_and_no_other_file() -> None:
    drawn = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")]
    assert len(drawn) == (len(SCENES) + 1 + len(GAMES)) * len(THEMES)
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
    assert box("▖") == (0, 20, 10, 20, 1)
    assert box("a") is None
