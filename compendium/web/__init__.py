"""The pages of the compendium."""
