"""Pictures of the board: our own silhouettes of the pieces, and the board as an SVG."""
