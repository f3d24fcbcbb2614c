"""Textual on a terminal of ours. In the order in which to read them:

- `driver`   connects the app to a wire: tokens of input to Textual's events, modes on and off, questions
- `compat`   everything that relies on the internals of textual 8.2, each with a check that it still holds: what it
             composes as the painter's cells, only what has changed, at once or part by part
"""
