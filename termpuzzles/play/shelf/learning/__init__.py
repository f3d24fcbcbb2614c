"""What teaches: lessons, practice, and the techniques. In the order in which to read them:

- `lessons`     lessons: tiny boards, each just before one deduction, with a sentence before it and one after
- `practice`    boards already played up to the point where a technique is needed next
- `slips`       wrong pins, and wrong lines, by the technique that would have told better
- `techniques`  the techniques of a game as its help explains them: each with a sentence and a small board where it is
                needed
"""
