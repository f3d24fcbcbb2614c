"""One sitting and what lasts: the session, its history and clock, the store, and the picture of a position."""
