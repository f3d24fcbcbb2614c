"""What may be written on the command line, and what is made of it. In the order in which to read them:

- `pieces`       what the commands take in common: kinds of values, puzzles, formats, limits
- `commands`     the commands and what each takes: names, options, help and examples
- `parser`       what may be written on the command line; also the source of the manual page and of the shell
                 completions
- `manual`       the manual page, made from the parser in the language of `man`
- `completions`  completions for a shell, made from the parser by shtab where that is installed
"""
