"""The game of Path 2 Victory as a library: cards, points, warbands and the rulebook's tables.

Pure Python, standard library only: no Django, no clock, no global randomness.
"""
