"""The logic: what is known of a board (`knowledge`), named deductions (`rules`), and solving by them (`solver`).

It works on a `Problem` and knows cells and lines, but no game.
"""
