"""The languages in which the board speaks: catalogs, sentences that can be said in any of them."""
