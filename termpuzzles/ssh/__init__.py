"""The SSH service: play and hints for anybody who connects, without a shell; the only place that knows asyncssh.

In the order in which to read them:

- `limits`      how much a visitor may use, and a sentence for each refusal
- `log`         one line for each event, without control characters or key material
- `metrics`     counters, and a page of them on loopback
- `players`     who a visitor is: an id of ours, to which public keys are linked
- `shelves`     the journals of each player; one connection takes a board over from another of the same player
- `processes`   ends a process that the service has started
- `workers/`    answers slow questions in processes that can be killed
- `visits/`     one channel of a visitor: what it shows, and what may be asked for
- `algorithms`  the algorithms that secure a connection
- `connection`  one connection: who it is, and what it may do
- `service`     shared by all connections: limits, counters, players and processes
- `server`      listening, the host key, and shutting down
"""
