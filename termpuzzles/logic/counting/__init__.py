"""Solutions where lines need only meet: found and counted without trying everything out.

In the order in which to read them:

- `sweep`     clusters of open cells, a sweep through one that keeps its frontier narrow, and the exact counts that it
              gives
- `matching`  clusters of ends, corners and tees as matchings: a solution, two, or a proof that there is none, however
              wide; by perfect matchings in any graph
- `clusters`  whole boards cluster by cluster, each by the easiest method that works: solutions, their exact number, and
              whether one is surely too wide
"""
