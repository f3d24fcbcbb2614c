"""The lesson of `solve --explain`: all the steps to the solution, told for a reader.

- `passages`  the chain of steps as a lesson, what is easy told together, with the board after what is not
- `page`      the same as one page of HTML that needs nothing else
"""
