"""The first screen. In the order in which to read it:

- `rows`     the rows: what each says, and what it opens
- `listing`  which rows there are: on a first start, while the list is narrowed, and else
- `screen`   the screen itself: reads the journals beside the keys, narrows the list, opens what is chosen
"""
