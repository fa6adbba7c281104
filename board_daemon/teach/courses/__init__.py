"""The courses as data: one file each, and what the board says in all of them."""
