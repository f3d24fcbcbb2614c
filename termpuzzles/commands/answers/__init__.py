"""The answers of all commands. In the order in which to read them:

- `result`    a command's answer for one puzzle, and the exit status of many answers
- `printing`  how answers are written: a puzzle in a format, a fact as JSON, a failure in place of its puzzle
- `limit`     what can be shown of a puzzle when its budget runs out
"""
