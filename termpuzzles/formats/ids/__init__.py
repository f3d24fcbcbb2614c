"""Formats of one line: ids and addresses. In the order in which to read them:

- `params`     the params of Net ids, `13x11w`
- `net_id`     `gameid`: ids of Simon Tatham's collection, and the same with the prefix of another game
- `puzzlink`   `puzzlink`: addresses of puzz.link, which are the ids of games of open and shaded cells
- `save_file`  `save`: save files of Simon Tatham's collection, which hold such an id; only read
"""
