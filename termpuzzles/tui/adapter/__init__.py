"""Textual on a terminal of ours. In the order in which to read them:

- `inside`      what is read of Textual's private names, each with what is done where it is gone
- `display`     what Textual has changed, as the painter's cells; only that is composed again
- `output`      what of that the terminal shows: held, painted, sent
- `guarded`     screens that do nothing while they have no widgets
- `app`         the app on a terminal of ours: how it begins, and how it ends
- `type_ahead`  keys one by one, each once the one before has had its whole effect
- `driver`      connects the app to a wire: tokens of input to Textual's events, modes on and off, questions
"""
