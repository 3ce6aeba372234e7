"""Warbands for programs: the check of a roster."""
