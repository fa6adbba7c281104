"""The record of games: each turn is kept the moment it commits, and nothing recorded is lost."""
