"""Warbands and their members: legality for the site, the API and the command line."""
