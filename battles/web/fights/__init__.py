"""Pages of fights whose families declare their sheets, offers and rows: nothing here knows a family's name.

- ``screens``, ``offers``: a fight laid out for one visitor; ``sent_events``: what its forms send
- ``pages``: what the views of every fight ask a family's pages for
- ``making``, ``entering``: beginning a fight, and who takes part in it
"""
