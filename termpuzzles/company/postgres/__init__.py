"""The service on PostgreSQL; the only place that knows psycopg.

In the order in which to read them:

- `database`       connections, and who waits for them
- `faults`         what is wrong with a database, in sentences
- `migrations`     the tables, from one version to the next
- `log`            a journal, held by one process at a time
- `store`          a store of these journals
- `players`        players: keys, tokens, names, guests
- `shared`         what processes share: who is here, orders of the operator, games that are watched
- `administration` what an operator does with the database
"""
