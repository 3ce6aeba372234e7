"""What pages of all that is played by events have in common."""
