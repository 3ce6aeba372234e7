"""The campaign API: what the pages can do, with the same services."""
