"""The arguments of the command line.

- `commands`  the commands and their arguments: names, options, help and examples
"""
