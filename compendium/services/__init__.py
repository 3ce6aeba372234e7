"""The only writers of the compendium."""
