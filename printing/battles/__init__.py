"""Battles on paper and screen: the table before the battle.

- ``tables``: a table as one figure: board, terrain, zones, objectives, props
- ``legends``: what stands beside the figure, in words
- ``setup``: the set-up of a battle on one page
"""
