"""One channel of one visitor. In the order in which to read them:

- `visit`     one channel: the app, plain mode, or a command
- `driver`    the terminal of a visitor, as a driver for the app
- `requests`  what may be asked for without a screen
"""
