"""The first screen. In the order in which to read it:

- `rows`     the rows: their words, and what each opens
- `listing`  which rows there are: on a first start, in a filtered list, and usually
- `screen`   the screen itself: reads the journals in the background, filters the list, opens what is chosen
"""
