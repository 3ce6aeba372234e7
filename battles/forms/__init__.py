"""What people fill in about battles, for pages and programs alike: the sides of a new one, and changes of a table."""
