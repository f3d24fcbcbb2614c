"""How much of the program the tests hold to: small faults put in one at a time, and whether any test notices.

    python3 -m tests.mutants --count 400 --seed 1

- `mutate`   the faults: every place in a module where one token could be another
- `nearest`  which test files are likely to notice first, by what they import
- `run`      a mutant in a copy of the checkout: its tests, nearest first, until one fails
- `plugin`   gives each test a time after which it counts as failed: a fault may be a loop without end
- `equivalent.txt`   mutants that no test can notice, each with the reason
"""
