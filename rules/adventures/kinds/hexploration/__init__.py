"""Hexploration: a wilderness of hexes, twelve miles each, that groups travel and explore day by day.

- ``hexes``: labels, directions and distances, and the tables of the rules
- ``facts``: the prepared map, and its encounters
- ``play``: the groups' places and the known map; ``travel``: the cost of hexes, entering them, and days
- ``actions``: checks; ``events``: the groups' events; ``organizing``: the organizer's events; ``encounters``: random
  ones
- ``kind``: the kind itself, players' knowledge, documents, stat blocks and the drawn map
"""
