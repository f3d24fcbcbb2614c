"""Matches of the Wall Game: in play, between players, looked through. In the order in which to read them:

- `terms`       what two agree on before a game: where it begins, who sits where, and the clock
- `staging`     a turn that is being put together
- `keeping`     what keeps a game: its journal, or the reason why nothing does
- `match`       a game for two in play: the clocks, the journal; the engine's turn as a question
- `referee`     a game between two players of a service, and who judges it
- `ratings`     the ledger of a player's matches on a service, and Elo ratings by variant and clock
- `analysis`    a game of the Wall Game looked through: a place in a record, and turns that lead away from it
- `course`      games for two: begun, gone on with, and what is remembered of them
- `lobby`       how a player comes to matches: challenges that wait, the open list, a view of each match
- `matches`     matches between the players of a service: who judges them, and where they are kept
- `ledger`      what came of the matches of each player
- `open_list`   challenges that wait, and matches that go on, told to whoever asks
- `seat`        a match as one who plays or watches sees it
- `standings`   what players have come to, from ledgers and the journals of matches
- `offers`      what players of a service offer each other for a match, and what is listed of matches
- `results`     what came of games of the Wall Game, for tables and words
"""
