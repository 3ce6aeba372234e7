"""Campaigns for programs: what the pages can do, by the same services."""
