"""Puzzles for those who study them, from Python. In the order in which to read them:

- `pictures`   boards, positions and hints as text and as SVG, also by themselves in a notebook
- `addresses`  ids and addresses of boards
- `networks`   boards as graphs of networkx
- `counting`   all solutions one by one, and how often each technique is needed

The methods of `Puzzle` and `Hint` lead here; see `termpuzzles.docs/python.md`.
"""
