"""Files that people have, read into candidates: bytes in, candidates out. No Django, no database.

- ``pages``: HTML pages of cards and sheets, with ``page_source``, ``page_parts`` and ``card_parts``; the texts on them
  are read by ``rules.card_reading``
- ``pf2e``: creatures of Pathfinder, second edition, from Foundry VTT and Pf2eTools; ``rules.conversion`` converts them
"""
