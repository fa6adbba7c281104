"""What the board teaches: the booklets' examples, as positions to play."""
