"""The lesson of `solve --explain`: all the steps to the solution in words.

- `passages`  the chain of steps as a lesson: easy steps together, harder ones each with the board after it
- `page`      the same as a self-contained page of HTML
"""
