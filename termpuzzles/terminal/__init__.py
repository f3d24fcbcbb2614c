"""A terminal without Textual: what it sends, and what is sent to it. In the order in which to read them:

- `capabilities`  what one player's terminal is: from its environment at once, and from its answers whenever they come
- `input`         turns the bytes that a terminal sends into keys, clicks, pastes and answers
- `cells`         text as cells, so that rows are compared as strings, and the escape codes from pen to pen and from
                  place to place
- `painter`       the painter: from the wanted and the shown contents of a terminal to the bytes that change one to the
                  other
- `wire`          bytes out, bytes in and a size: what is between the app and a terminal, wherever that is; one in
                  memory
- `tty`           the wire to the terminal in which the program was started, and all that may happen to it; a thread
                  writes, so that a terminal that reads slowly delays nobody
"""
