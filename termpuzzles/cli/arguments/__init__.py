"""The arguments of the command line, and what is made from them. In the order in which to read them:

- `pieces`       arguments that several commands take: kinds of values, puzzles, formats, limits
- `commands`     the commands and their arguments: names, options, help and examples
- `parser`       the parser of the command line; also the source of the manual page and of the shell completions
- `manual`       the manual page, made from the parser in the language of `man`
- `completions`  completions for a shell, made from the parser by shtab if that is installed
"""
