"""What is soldered and what runs on it: wiring, firmware, drawings, the field of the magnets."""
