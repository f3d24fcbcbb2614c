"""Playing with others, a guest beside the core: a service over SSH, races, tables of a day, sync.

In the order in which to read them:

- `guest`          what it adds to the program, as data
- `slots`          what it brings into a player's context
- `meetings`       how players of a service meet: short news by topic, invitations, and who has come to a meeting
- `parts`          what a service offers beside boards and races
- `growing`        files that only grow, by whole lines
- `pace`           whether a game was played faster than hands play
- `records`        what a service keeps of races: their starts, members, moves and results
- `race`           the same board for several players of a service, and how far each of them is
- `daily_table`    who solved the boards of a day how quickly: times that the journals prove
- `rush_table`     who solved most boards of today's rush: what journals prove
- `sync`           what two machines ask each other so that each gets what it lacks: both sides of `sync`
- `client`         the way to a service as one of its players, for `sync`
- `remote`         commands of visitors of the SSH service without a screen: the same commands, but without files
- `service/`       the SSH service
- `postgres/`      the service on PostgreSQL
- `screens/`       its screens
- `plain/`         its conversation in plain mode
- `commands/`      its commands
"""
