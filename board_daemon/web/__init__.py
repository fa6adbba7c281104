"""The board on the network: who may do what, the live state, commands, the archive, the page."""
