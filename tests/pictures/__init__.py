"""The README's pictures: what the app itself shows, as SVG that needs no font and no other file.

`.venv/bin/python -m tests.pictures` draws them anew.

- `scenes`    what each picture shows: who plays, what was played before, and the keys that are pressed
- `boards`    boards in pipes as PNG, to be looked at: `.venv/bin/python -m tests.pictures FOLDER`
- `sheet`     all screens as PNG, with those that guests add: `.venv/bin/python -m tests.pictures FOLDER sheet`
- `film`      the first picture, which moves
- `screen`    the contents of the app's screen as an SVG
- `strokes`   box-drawing characters and blocks as strokes and boxes
- `outlines`  letters as outlines, kept in `outlines.txt`
"""
