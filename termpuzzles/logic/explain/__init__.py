"""Deductions as values and in words. In the order in which to read them:

- `step`        findings of rules, and the steps made from them: what they settle, what that rests on, and the words
- `parts`       explanations: parts of one fact or one assumption each, with the cells and sides that each part
                shows; and the words for a cell
- `conclusion`  a step's conclusion as a sentence, which comes before its reason
- `slices`      the steps of a run on which its last one rests, and the cells on which they rest
"""
