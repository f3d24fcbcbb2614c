"""What a terminal is: what it can show, what it sends, what is sent to it. In the order in which to read them:

- `detect`          what one player's terminal is: from its environment at once, and from its answers whenever they come
- `naming`          turns tokens of input into Textual's events: keys by name, the mouse, the focus and pastes
- `driver`          connects the app to a terminal, wherever that is: input to events, modes on and off, questions
- `local`           the driver for the terminal in which the program was started, and for all that may happen to it
- `display`         turns what Textual composes into the painter's cells
- `compositing`     composes again only what has changed, and at once, where Textual would compose every line of every
                    widget and pass every key and change on in messages
- `textual_compat`  everything that relies on the internals of textual 8.2, each with a check that it still holds
"""
