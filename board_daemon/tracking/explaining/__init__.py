"""Which turns explain what was seen: the search that the evidence steers."""
