"""Print: warbands and cards drawn as PDF, and as SVG for pages, from the same values that pages are drawn from.

Values of the rules go in, bytes come out, the same bytes for the same values. No Django, no database, no clock.

- ``fonts``, ``colors``, ``styles``, ``text``: fonts, colors, the styles of one type size, and words set in lines
- ``columns``: pieces of known height, columns and pages filled with them before anything is drawn
- ``canvas`` with its kinds ``pdf`` (and ``pdf_pen``) and ``svg``: what is drawn on, and what a recording knows of it
- ``sentences``, ``boxes``, ``qr``: features and items in words, what a pencil needs, the code of a link
- ``roster`` with ``header``, ``members`` and ``glossary``: the roster sheet
- ``cards``: what a card says, fitted on as few cards as can be read, nine on a page
- ``aids``: deployment diagrams, terrain tiles, tokens, the reference sheet
- ``battles``: the table of a battle as a figure, its set-up on one page
- ``adventures`` with ``hex_maps``: an adventure on one page, with the map of a hexploration
"""
