"""What a command answers, whichever it is. In the order in which to read them:

- `result`    what a command answers for one puzzle, and the exit status that many answers come to
- `printing`  how answers are written: a puzzle in a format, a fact as JSON, a failure in the place of its puzzle
- `limit`     what can be shown of a puzzle when the budget for it runs out
"""
