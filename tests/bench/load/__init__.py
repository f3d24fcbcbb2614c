"""How the SSH service bears a crowd: real clients on loopback, bounded in number and time.

server.py    the service as a process of its own, with what it uses
players.py   clients who play, and rude ones
measures.py  what is measured, each with its bar
__main__.py  `python3 -m tests.bench.load [MEASURE...]`
"""
