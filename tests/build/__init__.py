"""The program as one file: `python3 -m tests.build [FOLDER]` makes `termpuzzles.pyz`, in `dist`.

- `single_file`  what goes into it, and how it starts
- `pythons`      the suite on every Python from 3.11 to 3.14 that is found, with the lowest and the newest textual
"""
