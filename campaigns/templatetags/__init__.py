"""Template tags of campaigns."""
