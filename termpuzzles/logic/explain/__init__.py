"""Steps, what they rest on, and how they are said."""
