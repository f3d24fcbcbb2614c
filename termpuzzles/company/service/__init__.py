"""The SSH service: play and hints for anybody who connects, without a shell; the only place that knows asyncssh.

In the order in which to read them:

- `limits`         how much a visitor may use, and a sentence for each refusal; who gets in, and the header in which a
                   proxy names an address
- `fair_loop`      whose turn it is on the loop that all visits share
- `addresses`      what each address does at one host, for all processes there
- `config`         what an operator may choose: `serve.toml`, and what is in force
- `monitoring`     one line for each event, without control characters or key material; counters, and a page of them on
                   loopback
- `names`          the names that players choose: which are allowed, and which are taken for the same
- `unstored`       what of a player's moves is on its way to the store
- `shared_store`   a player's store for all visits of that player: a journal is handed over at once
- `players`        who a visitor is: an id of ours, to which public keys are linked; and the journals of each player
- `folder_players` the players of a service in a folder, with their keys, names and journals
- `rush_tables`    what their journals prove about the rushes of a day
- `daily_tables`   what the journals of players who want to be listed prove about the boards of a day
- `host_keys`      the keys by which visitors know the service
- `shared`         what the processes of a service share, and what that is where there is only one
- `orders`         who is banned, and which keys are revoked, while the service runs
- `memory`         memory of visits that have ended, which is freed
- `workers`        answers slow questions in processes that can be killed
- `worker`         such a process
- `wire`           the wire to a visitor: an SSH channel, and whether the visitor reads what is sent
- `lines`          a conversation in lines of text over the wire of a visit
- `answers`        what the service answers a visit itself: plain mode, and words about keys, watching, races, syncing
- `visit`          one channel: the app, plain mode, or a command
- `drawing`        the app of a visitor, drawn at once and part by part, as many share a loop
- `zones`          when a day begins for a visitor
- `visitor_app`    the app on a visitor's terminal: to play, or to watch somebody who plays
- `exchange_pipe`  how a process of plain mode meets other players
- `requests`       what a channel may ask: commands without a screen, questions about who one is, and its environment
- `connection`     one connection: who it is, what it may do, and the algorithms that secure it
- `service`        shared by all connections: limits, counters, players and processes
- `server`         listening, host keys, and shutting down
- `processes`      several processes of one host that share a port
- `administration` what an operator does with the folder of a service
- `moving`         everything from a folder into a database, or back
"""
