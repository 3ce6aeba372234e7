"""The table of a battle as a figure of a page."""
