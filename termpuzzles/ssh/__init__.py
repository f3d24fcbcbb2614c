"""The SSH service: play and hints for whoever comes, with no shell behind it; the only place that knows asyncssh.

In the order in which to read them:

- `limits`      how much a visitor may use, and what is refused, in a sentence
- `log`         one line an event, without control characters or key material
- `metrics`     counters, and a page of them on loopback
- `players`     who a visitor is: an id of ours, to which public keys are linked
- `shelves`     the journals of each player; one connection takes a board over from another of the same player
- `processes`   the end of a process that the service has started
- `workers/`    slow questions in processes that can be killed
- `visits/`     one channel of a visitor: what is shown there, and what may be asked for
- `algorithms`  what a connection is secured with
- `connection`  one connection: who it is, what it may do
- `service`     what all connections share
- `server`      listening, the host key, and the end of it all
"""
