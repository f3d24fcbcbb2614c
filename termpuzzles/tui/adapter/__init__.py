"""Textual on a terminal of ours. In the order in which to read them:

- `driver`   connects the app to a wire: tokens of input to Textual's events, modes on and off, questions
- `display`  what Textual has changed, as the painter's cells; only that is composed again
- `compat`   all else that relies on the internals of textual 8.2, each with a check that it still holds: screens drawn
             at once or part by part, keys that act at once, the app on a terminal of ours
"""
