"""The program as one file: `.venv/bin/python -m tests.build [FOLDER]` makes `termpuzzles.pyz`; and a release.

- `single_file`  what goes into it, and how it starts
- `release`      `.venv/bin/python -m tests.build release [FOLDER]`: sdist, wheel, that file, and their checksums
- `page`         `.venv/bin/python -m tests.build page [FOLDER]`: the app for a browser; `web` has what is around it
- `browser`      a browser with the page in it, for its tests and its times
- `pythons`      the suite on every Python from 3.11 to 3.14 that is found, with the lowest and the newest textual
"""
