"""What stands in place of a race, for games that are in none."""

PRACTICE = "@practice"
"""A game that began with the turns of another: it is for practice, and no figure counts it."""

IMPORTED = "@imported"
"""A game that was played elsewhere, as whoever has brought it here says."""
