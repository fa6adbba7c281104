"""What the sensors say: from readings to what changed on which square, and when."""
