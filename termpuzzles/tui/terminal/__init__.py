"""What a terminal is: what it can show, what it sends, what is sent to it. In the order in which to read them:

- `detect`          what one player's terminal is: from its environment at once, and from its answers whenever they
                    come
- `input`           what a terminal sends, as bytes in any pieces, made into what a player typed, clicked or pasted,
                    and into answers
- `naming`          tokens of input as Textual's events: keys by their names, the mouse, the focus and what was pasted
- `driver`          what stands between the app and a terminal, wherever that is: input to events, modes on and off,
                    questions
- `local`           the driver for the terminal in which the program was started, and for all that may happen to it
- `cells`           text as cells: one character a column, and one sign for each pen, so that rows are compared as
                    strings
- `codes`           the escape codes that the painter sends: from pen to pen, and from place to place, in the fewest
                    bytes
- `painter`         the painter: from what shall stand on a terminal, and what it shows, to the bytes that make the
                    difference
- `display`         from what Textual composes to the painter's cells: what each update says of the screen is taken in
                    whole
- `compositing`     composes again only what has changed, and at once, where Textual would compose every line of every
                    widget and hand every key and change round in messages
- `writer`          writes to a file descriptor in a thread, so that a terminal that reads slowly holds nobody up
- `textual_compat`  all that relies on the inside of textual 8.2, in one place, each with a check that it still holds
"""
