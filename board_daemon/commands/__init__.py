"""The sub-commands of `pacoboard`, one module for each group."""
