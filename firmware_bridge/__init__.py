"""The wire: what a board reports and shows, with no knowledge of the game."""
