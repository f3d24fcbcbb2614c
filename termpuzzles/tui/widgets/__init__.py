"""The board, and the words around it."""
