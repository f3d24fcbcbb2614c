"""Solutions where only lines are asked for: found and counted without trying everything out.

In the order in which to read them:

- `frontier_sweep`  clusters of open cells, and a sweep through one that keeps its frontier narrow
- `width`           whether a board is surely too wide to be counted, before anything is built for that
- `count`           how many solutions a board has where only its lines are asked for, exactly; and two of them to
                    show
- `whole_count`     how many solutions a whole board has on which only the lines are asked for
- `by_cluster`      boards where only the lines are asked for, answered cluster by cluster, each by the easiest means
                    that tell
- `matching`        clusters of ends, corners and tees as matchings: a solution, two, or a proof that there is none,
                    however wide
- `blossom`         perfect matchings in any graph, by augmenting paths
"""
