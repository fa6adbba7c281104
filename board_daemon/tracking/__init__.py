"""Tracking: from what the sensors read to the turn that was played.

Pure: no clock, no input or output; time comes with the readings, in seconds.
"""
