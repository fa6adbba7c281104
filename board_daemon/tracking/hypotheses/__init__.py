"""What may have been played since the last recorded position, and how certain that is."""
