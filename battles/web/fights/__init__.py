"""Pages of fights whose families declare their sheets, offers and rows: nothing here knows a family's name.

- ``screens``, ``offers``: the layout of a fight for one visitor
- ``entering``: beginning a fight, and its combatants
"""
