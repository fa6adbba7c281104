"""The rules of Paco Ŝako: positions, actions, turns, threats, rulesets, FEN, notation, draws.

Pure and self-contained: the standard library only, no clock, no input or output.
"""
