"""The commands of the service. In the order in which to read them:

- `serve`    the SSH service, and what an operator does with its data: backups, bans, lost keys, who plays
- `sync`     what one played on this machine and at a service, merged into both
"""
