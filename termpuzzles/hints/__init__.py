"""What to tell a stuck player: the simplest next step, what it rests on, and how it is said."""
