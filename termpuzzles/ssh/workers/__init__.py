"""Slow questions, answered beside the keys.

- `answering`  slow questions in processes that can be killed
- `worker`     such a process
"""
