"""Print: warbands and cards as PDF, and as SVG for pages, from the same values as the pages.

Takes values of the rules and returns bytes, always the same bytes for the same values. No Django, no database, no
clock.

- ``colors``, ``text``: colors, fonts and words set in lines
- ``columns``: pieces of known height, columns and pages filled with them before anything is drawn
- ``canvas`` with its kinds ``pdf`` and ``svg``: what is drawn on, text styles
- ``sentences``, ``boxes``: features and items in words, what a pencil needs
- ``roster`` with ``members``: the roster sheet
- ``cards``: what a card says, fitted on as few cards as can be read, nine on a page
- ``aids``: deployment diagrams, terrain tiles, tokens, the reference sheet
- ``battles``: the table of a battle as a figure, its set-up on one page
- ``adventures`` with ``hex_maps``: adventures with their maps, combatants; ``chronicles``: stories of campaigns
- ``points_charts``: what warbands cost over time, on paper and on pages
"""
