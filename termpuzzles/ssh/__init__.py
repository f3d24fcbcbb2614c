"""The SSH service: play and hints for whoever comes, with no shell behind it; the only place that knows asyncssh.

limits.py      how much a visitor may use, and what is refused, in a sentence
log.py         one line an event, without control characters or key material
metrics.py     counters, and a page of them on loopback
players.py     who a visitor is: an id of ours, to which public keys are linked
shelves.py     the journals of each player; one connection takes a board over from another of the same player
answering.py   slow questions in processes that can be killed
worker.py      such a process
driver.py      the terminal of a visitor, as a driver for the app
visit.py       one channel: the app, plain mode, or a command
requests.py    what may be asked for without a screen
algorithms.py  what a connection is secured with
connection.py  one connection: who it is, what it may do
service.py     what all connections share
server.py      listening, the host key, and the end of it all
"""
