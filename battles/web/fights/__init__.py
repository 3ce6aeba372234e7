"""Pages of fights whose families declare their sheets, offers and rows: nothing here knows a family's name.

- ``screens``, ``offers``: a fight laid out for one visitor
- ``entering``: beginning a fight, and who takes part in it
"""
