"""What follows from a line, drawn or not, link by link: the search for the shortest chain that ends badly (`chain`).

- `graph`   the undecided lines, what follows from each by one link, and what does not go together
- `levels`  every start at once, level by level, until some of them end
- `trace`   the chain from one start, link by link, as a reader follows it
"""
