"""The program as one file: `python3 -m tests.build [FOLDER]` makes `termpuzzles.pyz`, in `dist`.

- `single_file`  what goes into it, and how it starts
"""
