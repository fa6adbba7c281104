"""Finding out how a board is wired and what its sensors read, from touches of a single piece."""
