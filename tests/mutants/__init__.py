"""How much of the program the tests check: small faults are put in one at a time, to see whether any test notices.

    .venv/bin/python -m tests.mutants --count 400 --seed 1

- `mutate`   the faults: every place in a module where one token could be another
- `covering` which tests run a line, from one run of the suite under coverage.py
- `recorder` a pytest plugin for that run: how long each test takes
- `run`      a mutant in a copy of the checkout: the tests that run its line, the quickest first, until one fails
- `plugin`   a pytest plugin that collects the suite once and tries each mutant in a forked process; a test that
             takes too long fails, since a fault may be an endless loop
- `equivalent.txt`   mutants that no test can notice, each with the reason
"""
