"""An opponent: what a position is worth, which turn is best, and how good each destination is."""
