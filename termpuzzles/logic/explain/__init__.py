"""Deductions as values and in words. In the order in which to read them:

- `step`           what a rule finds, and the step that comes of it: what it settles, what that rests on, and in words
- `words`          how a deduction is said: cells by column and row, sides by compass words
- `telling`        how a deduction is told: parts of one fact or one assumption each, with the cells and sides that
                   each part shows
- `conclusion`     what a step concludes, as a sentence: said before its reason, from what the step makes of each cell
- `contradiction`  why a board has no solution: a small group of tiles that already contradict each other
- `titles`         the names of the rules as players read them; ids stay in JSON, options and code
- `grades`         how hard a board is in five grades, as players read it: by its effort
"""
