"""The SSH service: play and hints for anybody who connects, without a shell; the only place that knows asyncssh.

In the order in which to read them:

- `limits`         how much a visitor may use, and a sentence for each refusal; who gets in, what each address may cost,
                   and the header in which a proxy names an address
- `config`         what an operator may choose: `serve.toml`, and what is in force
- `monitoring`     one line for each event, without control characters or key material; counters, and a page of them on
                   loopback
- `players`        who a visitor is: an id of ours, to which public keys are linked; the journals of each player, and
                   the names that players choose
- `daily_tables`   what the journals of players who want to be listed prove about the boards of a day
- `database`       connections to PostgreSQL, and who waits for them
- `migrations`     the tables there, from one version to the next
- `postgres_store` a store of journals in PostgreSQL
- `workers`        answers slow questions in processes that can be killed
- `worker`         such a process
- `wire`           the wire to a visitor: an SSH channel, and whether the visitor reads what is sent
- `visit`          one channel: the app, plain mode, or a command
- `visitor_app`    the app on a visitor's terminal: to play, or to watch somebody who plays; how fast a visitor may type
- `exchange_pipe`  how a process of plain mode meets other players
- `wall`           matches of the Wall Game by words: `ssh HOST wall …`
- `requests`       what a channel may ask: commands without a screen, questions about who one is, and its environment
- `connection`     one connection: who it is, what it may do, and the algorithms that secure it
- `service`        shared by all connections: limits, counters, players and processes
- `server`         listening, host keys, and shutting down
- `administration` what an operator does with the folder of a service
"""
