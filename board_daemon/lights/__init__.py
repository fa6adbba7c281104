"""Lights: what every square means now, and the colour and motion that say so.

Pure: no clock, no input or output; time is passed in, in seconds.
"""
