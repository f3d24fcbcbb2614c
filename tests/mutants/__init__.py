"""How much of the program the tests hold to: small faults put in one at a time, and whether any test notices.

    python3 -m tests.mutants --count 400 --seed 1

- `mutate`   the faults: every place in a module where one token could be another
- `covering` which tests run a line, by one run of the suite that coverage.py watches
- `recorder` a plugin of pytest for that run: how long each test takes
- `run`      a mutant in a copy of the checkout: the tests that run its line, the quickest first, until one fails
- `plugin`   a plugin of pytest that collects the suite once and tries each mutant in a process forked off; a test that
             takes too long fails, since a fault may be a loop without end
- `equivalent.txt`   mutants that no test can notice, each with the reason
"""
