"""Deductions as values and in words. In the order in which to read them:

- `step`           findings of rules, and the steps made from them: what they settle, what that rests on, and the words
- `parts`          explanations: parts of one fact or one assumption each, with the cells and sides that each part
                   shows; and the words for a cell
- `conclusion`     a step's conclusion as a sentence, which comes before its reason
- `contradiction`  why a board has no solution: a small group of tiles that already contradict each other
- `grades`         how hard a board is in five grades, as players read it: by its effort
"""
