"""The first screen. In the order in which to read it:

- `rows`     the rows: their words, and what each opens
- `listing`  chooses the rows: on a first start, in a filtered list, and otherwise
- `screen`   the screen itself: reads the journals in the background, filters the list, opens what is chosen
"""
