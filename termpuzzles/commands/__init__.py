"""What each command does: puzzles in, answers out, one after the other; no terminal and no argument parsing here.

A command is a generator of `Answer`s, so that each stands as soon as it is known and an interrupt keeps what came.
"""
