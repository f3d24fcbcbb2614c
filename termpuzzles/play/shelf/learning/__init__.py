"""Learning: lessons, practice, and the techniques. In the order in which to read them:

- `lessons`     lessons: tiny boards, each just before one deduction, with a sentence before it and one after
- `practice`    boards already played up to the point where a technique is needed next
- `slips`       wrong pins and lines, by the technique that would have avoided them
- `techniques`  the techniques of a game as its help explains them: each with a sentence and a small board that needs it
"""
