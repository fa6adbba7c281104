"""The board drawn in a terminal: wood, pieces, lights, turns and one line of plain words."""
