"""Slow questions, answered while the player goes on.

- `answering`  answers slow questions in processes that can be killed
- `worker`     such a process
"""
