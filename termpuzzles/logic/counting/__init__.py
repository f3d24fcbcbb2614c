"""Solutions where lines need only meet: found and counted without trying everything out.

In the order in which to read them:

- `frontier_sweep`  clusters of open cells, and a sweep through one that keeps its frontier narrow
- `width`           whether a board is surely too wide to be counted, before anything is built to count it
- `count`           the exact number of ways through a sweep, and two of them to show
- `whole_count`     the exact number of solutions of a whole board
- `by_cluster`      solutions of a whole board, cluster by cluster, each by the easiest method that works
- `matching`        clusters of ends, corners and tees as matchings: a solution, two, or a proof that there is none,
                    however wide
- `blossom`         perfect matchings in any graph, by augmenting paths
"""
