"""The warband API, with the check of a roster."""
