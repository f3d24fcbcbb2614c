"""One channel of one visitor. In the order in which to read them:

- `visit`        one channel: the app, plain mode, or a command
- `playing`      the app on a visitor's terminal: to play, or to watch somebody who plays
- `driver`       the terminal of a visitor, as a driver for the app
- `pace`         how fast a visitor may type
- `reader`       whether a visitor reads what is sent
- `environment`  what a visitor's client sends about the visitor's terminal
- `requests`     commands without a screen
- `identity`     questions of visitors about who they are
"""
