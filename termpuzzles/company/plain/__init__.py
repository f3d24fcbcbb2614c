"""Meeting other players in plain mode. In the order in which to read them:

- `race`       a race in words, and invitations wherever the player is
- `process`    plain mode for a player of a service, whom a socket joins to the others
- `pipe`       how a process of plain mode on a service hears of other players, over a socket
"""
