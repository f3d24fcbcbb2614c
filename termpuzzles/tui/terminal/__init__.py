"""What a terminal is: what it can show, what it sends, what is sent to it. In the order in which to read them:

- `detect`          what one player's terminal is: from its environment at once, and from its answers whenever they
                    come
- `input`           turns the bytes that a terminal sends into keys, clicks, pastes and answers
- `naming`          turns tokens of input into Textual's events: keys by name, the mouse, the focus and pastes
- `driver`          connects the app to a terminal, wherever that is: input to events, modes on and off, questions
- `local`           the driver for the terminal in which the program was started, and for all that may happen to it
- `cells`           text as cells: one character for each column, and one sign for each pen, so that rows are compared
                    as strings
- `codes`           the escape codes that the painter sends: from pen to pen, and from place to place, in the fewest
                    bytes
- `painter`         the painter: from the wanted and the shown contents of a terminal to the bytes that change one to
                    the other
- `display`         turns what Textual composes into the painter's cells
- `compositing`     composes again only what has changed, and at once, where Textual would compose every line of every
                    widget and pass every key and change on in messages
- `writer`          writes to a file descriptor in a thread, so that a terminal that reads slowly delays nobody
- `textual_compat`  everything that relies on the internals of textual 8.2, each with a check that it still holds
"""
