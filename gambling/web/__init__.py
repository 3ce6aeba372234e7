"""The pages of table games."""
