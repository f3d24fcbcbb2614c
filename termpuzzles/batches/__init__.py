"""Work on many puzzles at once, here or on other processes and machines; results come in order, wherever made.

In the order in which to read them:

- `work`       what a worker does with a task, and how values are sent
- `crew`       workers as the one who hands out tasks sees them
- `order`      hands items out in tasks of about half a second, and yields the results in order
- `processes`  workers that are processes on this machine
- `executors`  workers behind an executor of the standard library
- `address`    the address of a scheduler
- `cluster`    workers of a Dask cluster
- `batch`      one function for many puzzles: the way in for Python
"""
