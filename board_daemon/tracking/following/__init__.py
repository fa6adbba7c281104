"""Following a game: what is certain is recorded, what is not is asked, what is wrong put right."""
