"""A game as people see it: so far, what there is to say about its turns."""
