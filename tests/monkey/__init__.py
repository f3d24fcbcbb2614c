"""The monkey: random hands on the whole program, which must neither freeze nor end by itself nor speak of a bug."""
