"""Tags of the pages of table games."""
