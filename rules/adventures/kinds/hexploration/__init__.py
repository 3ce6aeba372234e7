"""Hexploration: a wilderness of hexes, twelve miles each, that groups travel and explore day by day.

- ``hexes``: labels, directions and distances, and the tables of the rules
- ``facts``: the map as it was prepared, and its encounters
- ``play``: where the groups are, what is known; ``travel``: what a hex costs and how one is entered, and days
- ``actions``: checks; ``events``: what groups do; ``organizing``: what the organizer does; ``encounters``: random ones
- ``kind``: the kind itself, what players know, documents, stat blocks and the map as drawn
"""
