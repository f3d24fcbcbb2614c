"""Boards where only the lines are asked for: independent clusters, a frontier sweep, matching."""
