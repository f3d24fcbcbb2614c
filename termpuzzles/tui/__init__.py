"""The app: screens, the board widget and its colours; the only floor that loads textual."""
