"""One sitting and what lasts: the session, its history and clock, the library, and the picture of a position."""
