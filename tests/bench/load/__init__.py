"""How the SSH service performs under load: real clients on loopback, limited in number and time.

server.py    the service in its own process, and the resources it uses
players.py   clients who play, and rude ones
steps.py     the service with a watch on its loop
measures.py  the measures, each with its limit
attacker.py  rude visitors in a process of their own
fairness.py  attacks from several addresses, beside a control: `.venv/bin/python -m tests.bench attacks [KIND...]`
own_times.py the service with a watch on one player's keys
samples.py   who is measured meanwhile, in processes of their own
shared.py    two processes, two hosts and a database that fails
attacks.py   what they do to others' keys; how the service starts, idles, ends and is killed
__main__.py  `.venv/bin/python -m tests.bench.load [MEASURE...]`
"""
